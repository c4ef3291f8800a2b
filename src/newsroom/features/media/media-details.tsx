import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, SelectControl, TextareaControl, TextControl } from '@wordpress/components';
import { useCallback, useRef, useState } from 'react';
import { boot } from '../../app/boot.ts';
import { copyText } from '../../app/copy-field.tsx';
import { FormModal } from '../../app/form-modal.tsx';
import { Moment } from '../../app/moment.tsx';
import { plainText } from '../../app/rest-types.ts';
import { FormFault, Problem } from '../../app/problem.tsx';
import { rest } from '../../app/rest.ts';
import type { FileSent } from '../../app/rest-types.ts';
import { Skeleton } from '../../app/screen-head.tsx';
import { toast } from '../../app/toasts.tsx';
import { DeleteDialog, ReplaceDialog, countUses, UseList, usesOf } from './file-dialogs.tsx';
import { folderChoices, foldersQuery } from './folders.ts';
import { titleOf } from './media-items.tsx';
import { spokenBytes } from '../../app/spoken-bytes.ts';
import { embedded, fileName, mayDelete, mayEdit } from './media-list.ts';
import type { MediaRow } from './media-list.ts';
import { MediaPreview, Poster } from './media-preview.tsx';
import { PictureEditor } from './picture-editor.tsx';
import type { Uses } from './file-dialogs.tsx';
import { stay, useSavedDetails } from './use-saved-details.ts';
import type { EditedMedia, TextName } from './use-saved-details.ts';
import { say, sayWith } from '../../words.ts';

const texts = [
  {
    name: 'alt_text',
    label: say('Alt text'),
    help: say('Describe the image for people who can’t see it. Leave empty if decorative.'),
    rows: 3,
  },
  { name: 'title', label: say('Title'), help: undefined, rows: 0 },
  { name: 'caption', label: say('Caption'), help: undefined, rows: 3 },
  {
    name: 'credit',
    label: say('Credit'),
    help: say('Creator of the file, shown to readers with the image.'),
    rows: 0,
  },
  {
    name: 'description',
    label: say('Description'),
    help: say('Shown on the file’s attachment page.'),
    rows: 4,
  },
] as const satisfies readonly { readonly name: TextName; readonly [option: string]: unknown }[];

/** The file, and its editable version where the user is allowed to edit it. */
const detailsOf = (id: number) =>
  queryOptions({
    // Never cached: fields start from it, and edits are compared with it.
    queryKey: ['media', 'details', id],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const seen = (await rest<MediaRow>(`/wp/v2/media/${id}?_embed=${embedded}`, { signal })).body;
      if (!mayEdit(seen)) return { seen, edited: undefined };
      const path = `/wp/v2/media/${id}?context=edit&_embed=${embedded}`;
      return { seen, edited: (await rest<EditedMedia>(path, { signal })).body };
    },
  });

/** A file's details; edits are saved when a field loses focus. */
export function MediaDetails({
  id,
  before,
  after,
  onGo,
  onClose,
}: {
  readonly id: number;
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly onGo: (id: number) => void;
  readonly onClose: () => void;
}) {
  const { data, error } = useQuery(detailsOf(id));
  const leave = useRef(stay);
  // A user editing the picture can't go to another file before saving or cancelling.
  const [isEditing, setEditing] = useState(false);
  const register = useCallback((save: () => Promise<boolean>) => {
    leave.current = save;
  }, []);
  const then = (go: () => void) => () => void leave.current().then((mayGo) => mayGo && go());
  const row = data?.seen;
  return (
    <FormModal
      title={row ? titleOf(row) : say('File')}
      className="media-details"
      size="fill"
      // Not its first button, whose tooltip would take the Escape key.
      focusOnMount
      onRequestClose={then(onClose)}
      headerActions={
        <>
          <Button
            size="compact"
            disabled={before === undefined || isEditing}
            accessibleWhenDisabled
            onClick={then(() => before !== undefined && onGo(before))}
          >
            {say('Previous')}
          </Button>
          <Button
            size="compact"
            disabled={after === undefined || isEditing}
            accessibleWhenDisabled
            onClick={then(() => after !== undefined && onGo(after))}
          >
            {say('Next')}
          </Button>
        </>
      }
    >
      <Problem message={error?.message} />
      {!data && !error && <Skeleton rows={10} />}
      {data?.edited && (
        <EditDetails
          key={id}
          media={data.edited}
          isEditing={isEditing}
          onEditing={setEditing}
          onLeave={register}
          onGo={(next) => {
            setEditing(false);
            onGo(next);
          }}
          onGone={onClose}
        />
      )}
      {data && !data.edited && (
        <div className="media-sides">
          <MediaPreview row={data.seen} />
          <div>
            <p>{say('This file belongs to another user. You can use it, but not edit it.')}</p>
            <Facts row={data.seen} />
          </div>
        </div>
      )}
    </FormModal>
  );
}

/** Whether the file is stored here; files that were never imported are shown from their original address. */
const isOwnFile = ({ source_url: address }: MediaRow) => address.startsWith(`${boot.site.url}/`);
/** Pictures that can be edited here. Animated ones would become still; the server refuses them. */
const isEditable = (row: MediaRow) =>
  row.media_type === 'image' && row.mime_type !== 'image/svg+xml' && isOwnFile(row);

interface EditProps {
  readonly media: EditedMedia;
  readonly isEditing: boolean;
  readonly onEditing: (isEditing: boolean) => void;
  /** Receives a function that saves before leaving; it resolves to whether leaving is allowed. */
  readonly onLeave: (save: () => Promise<boolean>) => void;
  readonly onGo: (id: number) => void;
  readonly onGone: () => void;
}

function EditDetails({ media, isEditing, onEditing, onLeave, onGo, onGone }: EditProps) {
  const queries = useQueryClient();
  const { data: uses } = useQuery(usesOf(media.id));
  const { data: known } = useQuery(foldersQuery);
  const saved = useSavedDetails(media, onLeave);
  const { base, chosen, save } = saved;
  const [isDeleting, setDeleting] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  return (
    <div className="media-sides">
      {isEditing ? (
        <PictureEditor row={base} onClose={() => onEditing(false)} onMade={onGo} />
      ) : (
        <FileSide
          row={base}
          focus={chosen.focal_point ?? base.focal_point}
          onChoose={save}
          onEdit={() => onEditing(true)}
          onReplace={() => void save().then((mayGo) => mayGo && setReplacing(true))}
        />
      )}
      <div>
        <FormFault<EditedMedia> fault={saved.fault} onShow={saved.show} onOverwrite={saved.saveOver}>
          {/* A deleted file, or one that the user can no longer edit, must not block closing. */}
          <p>
            <Button
              variant="link"
              onClick={() => {
                onGone();
                void queries.invalidateQueries({ queryKey: ['media'] });
              }}
            >
              {say('Close without saving')}
            </Button>
          </p>
        </FormFault>
        <TextsForm saved={saved} />
        {known && known.folders.length > 0 && (
          <SelectControl
            __next40pxDefaultSize
            label={say('Folder')}
            value={String(chosen.folder ?? base.folder)}
            options={[{ value: '0', label: say('No folder') }, ...folderChoices(known.folders)]}
            onChange={(folder) => void save({ folder: Number(folder) })}
          />
        )}
        <p className="media-message" role="status">
          {saved.status}
        </p>
        <Facts row={base} />
        <UsesAndCopies
          uses={uses}
          isEditing={isEditing}
          onGo={(id) => void save().then((mayGo) => mayGo && onGo(id))}
        />
        {mayDelete(base) && (
          <Button variant="link" isDestructive className="media-remove" onClick={() => setDeleting(true)}>
            {say('Delete permanently…')}
          </Button>
        )}
        {isReplacing && (
          <ReplaceDialog row={base} uses={uses} onNewer={saved.take} onDone={() => setReplacing(false)} />
        )}
        {isDeleting && (
          <DeleteDialog
            rows={[base]}
            onClose={(isDone) => {
              setDeleting(false);
              if (isDone) onGone();
            }}
          />
        )}
      </div>
    </div>
  );
}

function FileSide({
  row,
  focus,
  onChoose,
  onEdit,
  onReplace,
}: {
  readonly row: EditedMedia;
  readonly focus: EditedMedia['focal_point'];
  readonly onChoose: (chosen: FileSent) => Promise<boolean>;
  readonly onEdit: () => void;
  readonly onReplace: () => void;
}) {
  return (
    <div className="media-first">
      <MediaPreview row={row} focus={focus} onFocus={(point) => onChoose({ focal_point: point })} />
      {row.mime_type.startsWith('video/') && isOwnFile(row) && (
        <Poster row={row} onChoose={(poster) => onChoose({ featured_media: poster })} />
      )}
      {isEditable(row) && (
        <Button variant="tertiary" onClick={onEdit}>
          {say('Crop, rotate or flip')}
        </Button>
      )}
      {isOwnFile(row) && (
        <Button variant="tertiary" onClick={onReplace}>
          {say('Replace file…')}
        </Button>
      )}
    </div>
  );
}

function TextsForm({
  saved: { base, values, set, save },
}: {
  readonly saved: Pick<ReturnType<typeof useSavedDetails>, 'base' | 'values' | 'set' | 'save'>;
}) {
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onBlur={() => void save()}
    >
      {texts
        .filter(({ name }) => name !== 'alt_text' || base.media_type === 'image')
        .map(({ name, label, help, rows }) => {
          const field = {
            label,
            help,
            dir: 'auto',
            lang: boot.site.language,
            value: values[name],
            onChange: set(name),
          };
          return rows > 0 ? (
            <TextareaControl key={name} rows={rows} {...field} />
          ) : (
            <TextControl key={name} __next40pxDefaultSize {...field} />
          );
        })}
    </form>
  );
}

function UsesAndCopies({
  uses,
  isEditing,
  onGo,
}: {
  readonly uses: Uses | undefined;
  readonly isEditing: boolean;
  readonly onGo: (id: number) => void;
}) {
  return (
    <>
      <h2>{say('Used in')}</h2>
      {!uses && <Skeleton rows={2} />}
      {uses && countUses(uses) === 0 && <p className="empty">{say('Not used anywhere.')}</p>}
      {uses && countUses(uses) > 0 && <UseList uses={uses} />}
      {uses && uses.copies.length > 0 && (
        <>
          <h2>{say('Duplicates')}</h2>
          <ul className="media-uses">
            {uses.copies.map((copy) => (
              <li key={copy.id}>
                <Button
                  variant="link"
                  disabled={isEditing}
                  accessibleWhenDisabled
                  onClick={() => onGo(copy.id)}
                >
                  {plainText(copy.title)}
                </Button>
                <small>{say('the same file')}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Facts({ row }: { readonly row: MediaRow }) {
  const { width = 0, height = 0, filesize = 0 } = row.media_details;
  const author = plainText(row['_embedded']?.author?.[0]?.name ?? '');
  const hasAddress = row.source_url !== '';
  const copy = async () =>
    toast(
      (await copyText(row.source_url))
        ? say('URL copied.')
        : say('Copying failed. Copy the URL from the link above.'),
    );
  return (
    <>
      <dl className="media-facts">
        {hasAddress && (
          <div>
            <dt>{say('File')}</dt>
            <dd dir="ltr">{fileName(row)}</dd>
          </div>
        )}
        <div>
          <dt>{say('Type')}</dt>
          <dd>{row.mime_type}</dd>
        </div>
        {width > 0 && (
          <div>
            <dt>{say('Dimensions')}</dt>
            <dd>
              {width} × {height}
            </dd>
          </div>
        )}
        {filesize > 0 && (
          <div>
            <dt>{say('Size')}</dt>
            <dd>{spokenBytes(filesize)}</dd>
          </div>
        )}
        <div>
          <dt>{say('Uploaded')}</dt>
          <dd>
            {author === '' ? <Moment of={row.date} /> : sayWith('%s by %s', <Moment of={row.date} />, author)}
          </dd>
        </div>
        {hasAddress && (
          <div>
            <dt>{say('URL')}</dt>
            <dd>
              <a href={row.source_url} dir="ltr">
                {row.source_url}
              </a>
            </dd>
          </div>
        )}
      </dl>
      <div className="media-ways">
        {hasAddress && (
          <Button variant="secondary" size="compact" onClick={() => void copy()}>
            {say('Copy URL')}
          </Button>
        )}
        <a href={row.link}>{say('Attachment page')}</a>
        {hasAddress && (
          <a href={row.source_url} download>
            {say('Download')}
          </a>
        )}
      </div>
    </>
  );
}
