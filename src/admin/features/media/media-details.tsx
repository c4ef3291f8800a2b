import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, SelectControl, TextareaControl, TextControl } from '@wordpress/components';
import { useCallback, useEffect, useRef, useState } from 'react';
import { boot } from '../../app/boot.ts';
import { copyText } from '../../app/copy-text.ts';
import { FormModal } from '../../app/form-modal.tsx';
import { Moment } from '../../app/moment.tsx';
import { plainText } from '../../app/plain-text.ts';
import type { EditedFile } from '../../app/replies.ts';
import { rest, RestError } from '../../app/rest.ts';
import type { FileSent } from '../../app/sent.ts';
import { Skeleton } from '../../app/skeleton.tsx';
import { toast } from '../../app/toasts.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { folderChoices, foldersQuery } from './folders.ts';
import { titleOf } from './media-items.tsx';
import { embedded, fileName, mayDelete, mayEdit, spokenBytes } from './media-list.ts';
import type { MediaRow } from './media-list.ts';
import { MediaPreview } from './media-preview.tsx';
import { PictureEditor } from './picture-editor.tsx';
import { Poster } from './poster.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import { countUses, UseList, usesOf } from './media-uses.tsx';

/** A file as who may change it gets it. */
type EditedMedia = MediaRow &
  Pick<
    EditedFile,
    'revision' | 'title' | 'caption' | 'description' | 'credit' | 'focal_point' | 'folder' | 'featured_media'
  >;

const texts = [
  {
    name: 'alt_text',
    label: 'Alt text',
    help: 'What it shows, for those who don’t see it. Empty for pictures that only decorate.',
    rows: 3,
  },
  { name: 'title', label: 'Title', help: undefined, rows: 0 },
  { name: 'caption', label: 'Caption', help: undefined, rows: 3 },
  { name: 'credit', label: 'Credit', help: 'Who made it; readers see it with the picture.', rows: 0 },
  { name: 'description', label: 'Description', help: 'Stands on the file’s own page.', rows: 4 },
] as const;
type TextName = (typeof texts)[number]['name'];
/** Nothing is to be saved. */
const stay = async (): Promise<boolean> => true;

type Texts = Readonly<Record<TextName, string>>;

const textsOf = ({ alt_text: alt, title, caption, credit, description }: EditedMedia): Texts => ({
  alt_text: alt,
  title: title.raw,
  caption: caption.raw,
  credit: credit.raw,
  description: description.raw,
});

/** A file, with all that is known of it and can be said of it. What is written is saved as soon as somebody leaves a field. */
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
  // Whether it may be changed is told with it: who may not gets it as readers do.
  const { data, error } = useQuery({
    // Asked anew each time it is opened: fields begin from it, and what is written is held against it.
    queryKey: ['media', 'details', id],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const seen = (await rest<MediaRow>(`/wp/v2/media/${id}?_embed=${embedded}`, { signal })).body;
      if (!mayEdit(seen)) return { seen, edited: undefined };
      return {
        seen,
        edited: (await rest<EditedMedia>(`/wp/v2/media/${id}?context=edit&_embed=${embedded}`, { signal }))
          .body,
      };
    },
  });
  const leave = useRef(stay);
  // Who cuts a picture goes to no other file before that is saved, or given up.
  const [isEditing, setEditing] = useState(false);
  const register = useCallback((save: () => Promise<boolean>) => {
    leave.current = save;
  }, []);
  const then = (go: () => void) => () => void leave.current().then((mayGo) => mayGo && go());
  const row = data?.seen;
  return (
    <FormModal
      title={row ? titleOf(row) : 'File'}
      className="media-details"
      size="fill"
      onRequestClose={then(onClose)}
      headerActions={
        <>
          <Button
            size="compact"
            disabled={before === undefined || isEditing}
            accessibleWhenDisabled
            onClick={then(() => before !== undefined && onGo(before))}
          >
            Previous
          </Button>
          <Button
            size="compact"
            disabled={after === undefined || isEditing}
            accessibleWhenDisabled
            onClick={then(() => after !== undefined && onGo(after))}
          >
            Next
          </Button>
        </>
      }
    >
      {error && (
        <p className="problem" role="alert">
          {error.message}
        </p>
      )}
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
            <p>Somebody else’s file: it can be used, and not changed.</p>
            <Facts row={data.seen} />
          </div>
        </div>
      )}
    </FormModal>
  );
}

/** What never reached us is shown from where it was. */
const isHere = ({ source_url: address }: MediaRow) => address.startsWith(`${boot.site.url}/`);
/** Pictures whose pixels are here; moving ones would stand still, which the server says. */
const isEditable = (row: MediaRow) =>
  row.media_type === 'image' && row.mime_type !== 'image/svg+xml' && isHere(row);

interface EditProps {
  readonly media: EditedMedia;
  /** Whether its picture is being cut or turned. */
  readonly isEditing: boolean;
  readonly onEditing: (isEditing: boolean) => void;
  /** Is given what saves before somebody goes on; it says whether they may. */
  readonly onLeave: (save: () => Promise<boolean>) => void;
  readonly onGo: (id: number) => void;
  readonly onGone: () => void;
}

interface Latest {
  readonly base: EditedMedia;
  readonly values: Texts;
  readonly was: Texts;
  readonly chosen: FileSent;
}

/** The texts that somebody wrote. */
const changedOf = ({ values, was }: Latest): Partial<Texts> =>
  Object.fromEntries(
    texts
      .map(({ name }) => name)
      .filter((name) => values[name] !== was[name])
      .map((name) => [name, values[name]]),
  );

function EditDetails({ media, isEditing, onEditing, onLeave, onGo, onGone }: EditProps) {
  const queries = useQueryClient();
  const [base, setBase] = useState(media);
  const [values, setValues] = useState<Texts>(() => textsOf(media));
  const [fault, setFault] = useState<RestError>();
  const [told, setTold] = useState('');
  const [isDeleting, setDeleting] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  const saving = useRef<Promise<boolean>>(Promise.resolve(true));
  // `was`: what the texts began from, which is not always what they are saved over. `chosen`: what is no text, until it is stored.
  const latest = useRef<Latest>({ base, values, was: textsOf(media), chosen: {} });
  const [chosen, setChosen] = useState<FileSent>({});
  const { data: uses } = useQuery(usesOf(media.id));
  const { data: known } = useQuery(foldersQuery);

  const set = (name: TextName) => (value: string) => {
    latest.current = { ...latest.current, values: { ...latest.current.values, [name]: value } };
    setValues(latest.current.values);
    setTold('');
  };
  const take = (next: EditedMedia) => {
    const made = textsOf(next);
    // What nobody wrote here says what is stored.
    const kept = changedOf(latest.current);
    latest.current = { ...latest.current, base: next, values: { ...made, ...kept }, was: made };
    setBase(next);
    setValues(latest.current.values);
  };
  const choose = (next: FileSent) => {
    latest.current = { ...latest.current, chosen: next };
    setChosen(next);
  };
  /** Of what was sent, all that nobody chose anew meanwhile is done with. */
  const settle = (sent: FileSent) =>
    choose(
      Object.fromEntries(
        Object.entries(latest.current.chosen).filter(
          ([name, value]) => sent[name as keyof FileSent] !== value,
        ),
      ),
    );
  const show = (next: EditedMedia) => {
    latest.current = { base: next, values: textsOf(next), was: textsOf(next), chosen: {} };
    setBase(next);
    setValues(latest.current.values);
    setChosen({});
    setFault(undefined);
  };
  const send = async (): Promise<boolean> => {
    const { base: from, chosen: further } = latest.current;
    const body = { ...changedOf(latest.current), ...further };
    if (Object.keys(body).length === 0) return true;
    setTold('Saving …');
    try {
      const sent = { ...body, revision: from.revision };
      const { body: made } = await rest<EditedMedia, FileSent>(`/wp/v2/media/${from.id}?_embed=${embedded}`, {
        method: 'POST',
        body: sent,
      });
      take(made);
      settle(further);
      queries.setQueryData(['media', 'details', from.id], { seen: made, edited: made });
      setFault(undefined);
      setTold('Saved');
      await Promise.all(
        [['media', 'library'], foldersQuery.queryKey].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
      return true;
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      // What may yet be saved over what others did, or once the server is back, stays chosen. What is refused for good would keep all else from being saved.
      if (error.status >= 400 && error.status < 500 && error.status !== 409) settle(further);
      setFault(error);
      setTold('');
      return false;
    }
  };
  // One after the other: each begins from what the one before made.
  const save = (further: FileSent = {}): Promise<boolean> => {
    if (Object.keys(further).length > 0) choose({ ...latest.current.chosen, ...further });
    return (saving.current = saving.current.then(send));
  };
  useEffect(() => {
    onLeave(save);
    return () => onLeave(stay);
  });
  // What others changed, and one's own drag into a folder, is seen where nothing is written.
  const seen = useRef(media);
  useEffect(() => {
    if (media === seen.current) return;
    seen.current = media;
    const isWritten = Object.keys({ ...changedOf(latest.current), ...latest.current.chosen }).length > 0;
    if (media.revision >= latest.current.base.revision && !isWritten) take(media);
  });
  const theirs = fault?.status === 409 ? (fault.theirs as EditedMedia | undefined) : undefined;
  return (
    <div className="media-sides">
      {isEditing ? (
        <PictureEditor row={base} onClose={() => onEditing(false)} onMade={onGo} />
      ) : (
        <div className="media-first">
          <MediaPreview
            row={base}
            focus={chosen.focal_point ?? base.focal_point}
            onFocus={(focus) => save({ focal_point: focus })}
          />
          {base.mime_type.startsWith('video/') && isHere(base) && (
            <Poster row={base} onChoose={(poster) => save({ featured_media: poster })} />
          )}
          {isEditable(base) && (
            <Button variant="tertiary" onClick={() => onEditing(true)}>
              Cut, turn or mirror
            </Button>
          )}
          {isHere(base) && (
            <Button
              variant="tertiary"
              onClick={() => void save().then((mayGo) => mayGo && setReplacing(true))}
            >
              Replace the file …
            </Button>
          )}
        </div>
      )}
      <div>
        {fault && (
          <div className="problem" role="alert">
            {fault.message}
            {/* Of a file that is gone, or not one's own any more, nothing can be saved, and nobody is kept for it. */}
            {!theirs && (
              <p>
                <Button
                  variant="link"
                  onClick={() => {
                    onGone();
                    void queries.invalidateQueries({ queryKey: ['media'] });
                  }}
                >
                  Close without saving
                </Button>
              </p>
            )}
            {theirs && (
              <p>
                <Button variant="link" onClick={() => show(theirs)}>
                  Show what they saved
                </Button>{' '}
                <Button
                  variant="link"
                  onClick={() => {
                    latest.current = { ...latest.current, base: theirs };
                    setFault(undefined);
                    void save();
                  }}
                >
                  Save mine over it
                </Button>
              </p>
            )}
          </div>
        )}
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
        {known && known.folders.length > 0 && (
          <SelectControl
            __next40pxDefaultSize
            label="Folder"
            value={String(chosen.folder ?? base.folder)}
            options={[{ value: '0', label: 'Without folder' }, ...folderChoices(known.folders)]}
            onChange={(folder) => void save({ folder: Number(folder) })}
          />
        )}
        <p className="media-told" role="status">
          {told}
        </p>
        <Facts row={base} />
        <h2>Where it is used</h2>
        {!uses && <Skeleton rows={2} />}
        {uses && countUses(uses) === 0 && <p className="empty">Nowhere.</p>}
        {uses && countUses(uses) > 0 && <UseList uses={uses} />}
        {uses && uses.copies.length > 0 && (
          <>
            <h2>There as well</h2>
            <ul className="media-uses">
              {uses.copies.map((copy) => (
                <li key={copy.id}>
                  <Button
                    variant="link"
                    disabled={isEditing}
                    accessibleWhenDisabled
                    onClick={() => void save().then((mayGo) => mayGo && onGo(copy.id))}
                  >
                    {plainText(copy.title)}
                  </Button>
                  <small>the same file</small>
                </li>
              ))}
            </ul>
          </>
        )}
        {mayDelete(base) && (
          <Button variant="link" isDestructive className="media-remove" onClick={() => setDeleting(true)}>
            Delete for good …
          </Button>
        )}
        {isReplacing && (
          <ReplaceDialog row={base} uses={uses} onNewer={take} onDone={() => setReplacing(false)} />
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

/** What is so, and is not for anybody to say. */
function Facts({ row }: { readonly row: MediaRow }) {
  const { width = 0, height = 0, filesize = 0 } = row.media_details;
  const author = plainText(row['_embedded']?.author?.[0]?.name ?? '');
  const hasAddress = row.source_url !== '';
  const copy = async () =>
    toast(
      (await copyText(row.source_url))
        ? 'Its address is copied.'
        : 'It could not be copied. It stands above, as a link.',
    );
  return (
    <>
      <dl className="media-facts">
        {hasAddress && (
          <div>
            <dt>File</dt>
            <dd dir="ltr">{fileName(row)}</dd>
          </div>
        )}
        <div>
          <dt>Type</dt>
          <dd>{row.mime_type}</dd>
        </div>
        {width > 0 && (
          <div>
            <dt>Pixels</dt>
            <dd>
              {width} × {height}
            </dd>
          </div>
        )}
        {filesize > 0 && (
          <div>
            <dt>Size</dt>
            <dd>{spokenBytes(filesize)}</dd>
          </div>
        )}
        <div>
          <dt>Uploaded</dt>
          <dd>
            <Moment of={row.date} />
            {author === '' ? '' : ` by ${author}`}
          </dd>
        </div>
        {hasAddress && (
          <div>
            <dt>Address</dt>
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
            Copy address
          </Button>
        )}
        <a href={row.link}>Its page</a>
        {hasAddress && (
          <a href={row.source_url} download>
            Download
          </a>
        )}
      </div>
    </>
  );
}
