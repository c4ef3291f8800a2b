import { useQueryClient, queryOptions } from '@tanstack/react-query';
import { Button, Modal } from '@wordpress/components';
import { useEffect, useState, useRef } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { rest, RestError } from '../../app/rest.ts';
import { doAll } from '../../app/work.ts';
import { titleOf } from './media-items.tsx';
import type { MediaRow } from './media-list.ts';
import { Problem } from '../../app/problem.tsx';
import { toast } from '../../app/toasts.tsx';
import { spokenBytes } from '../../app/spoken-bytes.ts';
import { embedded, fileName } from './media-list.ts';
import { DropAnywhere } from './uploads.tsx';
import { plainText } from '../../app/rest-types.ts';
import type { FileUses } from '../../app/rest-types.ts';
import { editAddress } from '../../app/screens.ts';
import { say, sayCount, sayWith } from '../../words.ts';

const width = 4;
/** Maximum files whose uses are listed; for others only their count is shown. */
const maxListed = 10;

interface Used {
  readonly row: MediaRow;
  readonly uses: Uses;
}

function useUses(rows: readonly MediaRow[]) {
  const queries = useQueryClient();
  const [checkedRows] = useState(rows);
  const [found, setFound] = useState<readonly Used[]>([]);
  const [fault, setFault] = useState('');
  useEffect(() => {
    const over = new AbortController();
    const left = [...checkedRows];
    const goOn = async () => {
      for (let row = left.shift(); row && !over.signal.aborted; row = left.shift()) {
        const uses = await queries.fetchQuery(usesOf(row.id));
        const one = { row, uses };
        if (!over.signal.aborted) setFound((before) => [...before, one]);
      }
    };
    Promise.all(Array.from({ length: Math.min(width, checkedRows.length) }, goOn)).catch((error: unknown) => {
      if (!(error instanceof RestError)) throw error;
      if (!over.signal.aborted) setFault(error.message);
    });
    return () => over.abort();
  }, [checkedRows, queries]);
  return { found, fault, isKnown: found.length === checkedRows.length };
}

/** Confirms permanent deletion and lists where the files are used. `refused`: number of selected files that the user can't delete. */
export function DeleteDialog({
  rows,
  refused = 0,
  onClose,
}: {
  readonly rows: readonly MediaRow[];
  readonly refused?: number;
  readonly onClose: (isDone: boolean) => void;
}) {
  const queries = useQueryClient();
  const { found, fault, isKnown } = useUses(rows);
  const used = found.filter(({ uses }) => countUses(uses) > 0);
  const remove = () => {
    onClose(true);
    void doAll(queries, ['media'], rows, {
      doing: say('Deleting'),
      done: (count, name) =>
        count === 1
          ? say('“%s” deleted permanently', name)
          : sayCount('%d deleted permanently|%d deleted permanently', count),
      nameOf: titleOf,
      run: ({ id }) => rest(`/wp/v2/media/${id}?force=true`, { method: 'DELETE' }),
    });
  };
  return (
    <Modal
      title={say('Delete permanently?')}
      size="medium"
      className="media-delete"
      onRequestClose={() => onClose(false)}
    >
      <div className="ask">
        <p>
          {rows.length === 1 && rows[0]
            ? say(
                '“%s” will be deleted permanently, including all sizes. This can’t be undone.',
                titleOf(rows[0]),
              )
            : sayCount(
                '%d file will be deleted permanently, including all sizes. This can’t be undone.|%d files will be deleted permanently, including all sizes. This can’t be undone.',
                rows.length,
              )}
          {refused > 0 &&
            ` ${sayCount('%d of the selected files belongs to another user and won’t be deleted.|%d of the selected files belong to other users and won’t be deleted.', refused)}`}
        </p>
        <div
          role="status"
          className="media-warning"
          data-is={isKnown ? (used.length > 0 ? 'used' : 'free') : 'asked'}
        >
          {!isKnown &&
            fault === '' &&
            sayCount(
              'Checking where it is used: %d of %d…|Checking where they are used: %d of %d…',
              rows.length,
              found.length,
              rows.length,
            )}
          {fault !== '' && say('The uses could not be determined: %s', fault)}
          {isKnown &&
            used.length === 0 &&
            sayCount('This file is not used anywhere.|These files are not used anywhere.', rows.length)}
          {used.length > 0 && (
            <p>
              {rows.length === 1
                ? say('This file is used here and will be missing:')
                : sayCount(
                    '%d of these files is used and will be missing here:|%d of these files are used and will be missing here:',
                    used.length,
                  )}
            </p>
          )}
          {used.slice(0, maxListed).map(({ row, uses }) => (
            <div key={row.id}>
              {rows.length > 1 && <b dir="auto">{titleOf(row)}</b>}
              <UseList uses={uses} />
            </div>
          ))}
          {used.length > maxListed && (
            <p>{sayCount('And %d more file.|And %d more files.', used.length - maxListed)}</p>
          )}
        </div>
        <div className="ask-end">
          <Button variant="tertiary" onClick={() => onClose(false)}>
            {say('Cancel')}
          </Button>
          <Button
            variant="primary"
            isDestructive
            disabled={rows.length === 0 || (!isKnown && fault === '')}
            accessibleWhenDisabled
            onClick={remove}
          >
            {used.length > 0 ? say('Delete anyway') : say('Delete permanently')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

interface ReplaceProps<Row extends MediaRow> {
  readonly row: Row & { readonly revision: number };
  /** Undefined while loading. */
  readonly uses: Uses | undefined;
  /** Receives the stored version, after replacing or a conflict. */
  readonly onNewer: (row: Row) => void;
  readonly onDone: () => void;
}

/** Sends the new file; closing the dialog aborts the upload. */
function useReplacing<Row extends MediaRow>({ row, onNewer, onDone }: Omit<ReplaceProps<Row>, 'uses'>) {
  const queries = useQueryClient();
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const over = useRef<AbortController>(undefined);
  useEffect(() => () => over.current?.abort(), []);
  const replace = async (file: File) => {
    const form = new FormData();
    form.append('file', file, file.name);
    setBusy(true);
    setFault('');
    const { signal } = (over.current = new AbortController());
    try {
      const path = `/broadsheet/v1/media/${row.id}/file?revision=${row.revision}&_embed=${embedded}`;
      const { body } = await rest<Row>(path, { method: 'POST', body: form, signal });
      onNewer(body);
      onDone();
      toast(say('“%s” was replaced.', titleOf(row)));
    } catch (error) {
      if (signal.aborted)
        toast(
          say(
            'The upload was cancelled. If the server had already received the whole file, “%s” was replaced anyway.',
            titleOf(row),
          ),
        );
      else if (!(error instanceof RestError)) throw error;
      else {
        setFault(error.message);
        setBusy(false);
        // A second attempt replaces the newer version, which is shown by now.
        if (error.status === 409 && error.theirs) onNewer(error.theirs as Row);
      }
    }
    await queries.invalidateQueries({ queryKey: ['media'] });
  };
  return { fault, isBusy, replace, settle: () => setFault('') };
}

export function ReplaceDialog<Row extends MediaRow>({ row, uses, onNewer, onDone }: ReplaceProps<Row>) {
  const [file, setFile] = useState<File>();
  const [shown, setShown] = useState('');
  const isPicture = row.media_type === 'image';
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => () => URL.revokeObjectURL(shown), [shown]);
  const { fault, isBusy, replace, settle } = useReplacing({ row, onNewer, onDone });
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    setShown(chosen && isPicture ? URL.createObjectURL(chosen) : '');
    settle();
  };
  const take = ([dropped]: readonly File[]) => {
    if (!dropped || !field.current || isBusy) return;
    // Shows the dropped file in the file field as well.
    const data = new DataTransfer();
    data.items.add(dropped);
    field.current.files = data.files;
    choose(dropped);
  };
  return (
    <Modal title={say('Replace file')} size="medium" className="media-replace" onRequestClose={onDone}>
      <form
        className="ask"
        onSubmit={(event) => {
          event.preventDefault();
          if (file && !isBusy) void replace(file);
        }}
      >
        <p>
          {isPicture
            ? sayWith('Choose an image of the same type to replace %s.', <bdi dir="ltr">{fileName(row)}</bdi>)
            : sayWith(
                'Choose a file of the same type to replace %s.',
                <bdi dir="ltr">{fileName(row)}</bdi>,
              )}{' '}
          {usesChanged(uses)} {say('The current file is deleted permanently.')}
        </p>
        <Problem message={fault} />
        <label className="media-chosen">
          <span>{say('New file')}</span>
          <input
            ref={field}
            type="file"
            accept={row.mime_type}
            disabled={isBusy}
            onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
          />
        </label>
        {file && <Comparison row={row} file={file} shown={shown} />}
        <DropAnywhere message={say('Drop the new file here')} onFiles={take} />
        <div className="ask-end">
          <Button variant="tertiary" onClick={onDone}>
            {say('Cancel')}
          </Button>
          <Button
            variant="primary"
            type="submit"
            isBusy={isBusy}
            disabled={!file || isBusy}
            accessibleWhenDisabled
          >
            {say('Replace')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function usesChanged(uses: Uses | undefined): string {
  const places = uses ? countUses(uses) : 0;
  if (places === 0) return say('Its URL and details are kept.');
  return sayCount(
    'Its URL and details are kept, and the place that uses it shows the new file.|Its URL and details are kept, and the %d places that use it show the new file.',
    places,
  );
}

function Comparison({
  row,
  file,
  shown,
}: {
  readonly row: MediaRow;
  readonly file: File;
  readonly shown: string;
}) {
  const isPicture = row.media_type === 'image';
  return (
    <div className="media-both">
      {isPicture && (
        <figure>
          <img src={row.source_url} alt="" />
          <figcaption>{say('Current')}</figcaption>
        </figure>
      )}
      <figure>
        {shown !== '' && <img src={shown} alt={say('New image')} />}
        <figcaption>
          {isPicture
            ? sayWith('New: %s, %s', <bdi dir="ltr">{file.name}</bdi>, spokenBytes(file.size))
            : sayWith('%s, %s', <bdi dir="ltr">{file.name}</bdi>, spokenBytes(file.size))}
        </figcaption>
      </figure>
    </div>
  );
}

/** Reply of `/broadsheet/v1/media/{id}/uses`. */
export type Uses = FileUses;

export const usesOf = (id: number) =>
  queryOptions({
    queryKey: ['media', 'uses', id],
    queryFn: async ({ signal }) => (await rest<Uses>(`/broadsheet/v1/media/${id}/uses`, { signal })).body,
  });

const ways: Readonly<Record<string, string>> = {
  lead: say('featured image'),
  text: say('in the content'),
  gallery: say('in the gallery'),
};
const statuses: Readonly<Record<string, string>> = {
  draft: say('draft'),
  pending: say('pending'),
  future: say('scheduled'),
  private: say('private'),
  trash: say('in the trash'),
};
const places: Readonly<Record<string, string>> = {
  template: say('Template'),
  term: say('Category or tag'),
  user: say('User'),
  menu: say('Menu'),
};
const settings: Readonly<Record<string, string>> = {
  site_logo: say('Site logo'),
  site_logo_dark: say('Site logo for dark mode'),
  site_icon: say('Site icon'),
  social_image: say('Social image'),
};

export const countUses = ({ total, others }: Uses): number => total + others.length;

export function UseList({ uses, children }: { readonly uses: Uses; readonly children?: ReactNode }) {
  const hidden = uses.total - uses.posts.length;
  return (
    <ul className="media-uses">
      {uses.posts.map(({ id, title, status, ways: how, mayEdit }) => {
        const name = plainText(title) || say('(no title)');
        return (
          <li key={id}>
            {mayEdit ? (
              <Link to={editAddress(id)} dir="auto">
                {name}
              </Link>
            ) : (
              <span dir="auto">{name}</span>
            )}
            <small>
              {[...how.map((way) => ways[way] ?? way), ...(statuses[status] ? [statuses[status]] : [])].join(
                ', ',
              )}
            </small>
          </li>
        );
      })}
      {uses.others.map(({ kind, id, title }) => (
        <li key={`${kind}-${id}-${title}`}>
          <span dir="auto">
            {kind === 'setting'
              ? (settings[title] ?? say('Setting “%s”', title))
              : say('%s: %s', places[kind] ?? kind, plainText(title))}
          </span>
        </li>
      ))}
      {hidden > 0 && <li>{sayCount('%d more post|%d more posts', hidden, hidden.toLocaleString())}</li>}
      {children}
    </ul>
  );
}
