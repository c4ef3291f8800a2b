import { SearchControl, Button, TextareaControl } from '@wordpress/components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { folderChoices, foldersQuery } from '../features/media/folders.ts';
import {
  anyFolder,
  kinds,
  mediaMonths,
  monthBounds,
  monthName,
  mayEdit,
} from '../features/media/media-list.ts';
import { Select } from '../features/media/media-items.tsx';
import { boot } from '../app/boot.ts';
import type { EditedFile, FileSent } from '../app/rest-types.ts';
import { rest, RestError } from '../app/rest.ts';
import { Skeleton } from '../app/screen-head.tsx';
import type { MediaItem } from './media-upload.ts';
import { say } from '../words.ts';
import { plainText } from '../app/rest-types.ts';

export interface PickerFilter {
  readonly search: string;
  /** A folder's id, 0 for files without one, or `anyFolder`. */
  readonly folder: number;
  /** `media_type` of REST; '' for all selectable kinds. */
  readonly kind: string;
  /** `202611`; '' for all. */
  readonly month: string;
}

export const noFilter: PickerFilter = { search: '', folder: anyFolder, kind: '', month: '' };

/** The kinds to filter by. `allowed`: first parts of selectable types, empty for all. */
function kindsAmong(allowed: readonly string[]) {
  return kinds.flatMap(({ value, label, asked }) => {
    const type = 'media_type' in asked ? asked.media_type : '';
    return value === '' || (type !== '' && (allowed.length === 0 || allowed.includes(type)))
      ? [{ value: type, label }]
      : [];
  });
}

export function filterArguments({
  search,
  folder,
  kind,
  month,
}: PickerFilter): Readonly<Record<string, string>> {
  return {
    ...(search === '' ? {} : { search }),
    ...(folder === anyFolder ? {} : { folder: String(folder) }),
    ...(kind === '' ? {} : { media_type: kind }),
    ...monthBounds(month),
  };
}

/** Search, folder, type and date filters. `allowed`: first parts of selectable types; a single kind needs no filter. */
export function PickerFilters({
  filter,
  allowed,
  onChange,
  children,
}: {
  readonly filter: PickerFilter;
  readonly allowed: readonly string[];
  readonly onChange: (changes: Partial<PickerFilter>) => void;
  readonly children: ReactNode;
}) {
  const { data: known } = useQuery(foldersQuery);
  const { data: months = [] } = useQuery(mediaMonths);
  const types = kindsAmong(allowed);
  return (
    <div className="media-bar">
      <SearchControl
        label={say('Search media')}
        value={filter.search}
        onChange={(search) => onChange({ search })}
        __nextHasNoMarginBottom
        size="compact"
      />
      {known && known.folders.length > 0 && (
        <Select
          label={say('Folder')}
          value={String(filter.folder)}
          onChange={(folder) => onChange({ folder: Number(folder) })}
          options={[
            { value: String(anyFolder), label: say('All folders') },
            { value: '0', label: say('No folder') },
            ...folderChoices(known.folders),
          ]}
        />
      )}
      {types.length > 2 && (
        <Select
          label={say('Type')}
          value={filter.kind}
          options={types}
          onChange={(kind) => onChange({ kind })}
        />
      )}
      {months.length > 1 && (
        <Select
          label={say('Date')}
          value={filter.month}
          onChange={(month) => onChange({ month })}
          options={[
            { value: '', label: say('All dates') },
            ...months.map((month) => ({ value: month, label: monthName(month) })),
          ]}
        />
      )}
      {children}
    </div>
  );
}

type StoredFile = MediaItem & Pick<EditedFile, 'revision'>;
type Texts = Readonly<Record<'alt_text' | 'caption', string>>;

const textsOf = ({ alt_text: alt, caption }: MediaItem): Texts => ({ alt_text: alt, caption: caption.raw });

/** Stores the typed details; false if the server refused, which the fields show. */
export type SaveDetails = () => Promise<boolean>;

interface DetailsProps {
  readonly item: MediaItem;
  /** Whether it was just uploaded, so that its alt text is focused. */
  readonly isNew: boolean;
  /** Receives a function to run before the picker closes or returns files; undefined on unmount. */
  readonly onEdit: (save: SaveDetails | undefined) => void;
  readonly onSaved: (item: MediaItem) => void;
}

export function PickerDetails({ item, isNew, onEdit, onSaved }: DetailsProps) {
  const canEdit = mayEdit(item);
  const { data, error } = useQuery({
    queryKey: ['media', 'picked', item.id],
    enabled: canEdit,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await rest<StoredFile>(`/wp/v2/media/${item.id}?context=edit`, { signal })).body,
  });
  return (
    <div className="media-chosen" role="group" aria-label={say('Selected file')}>
      <h2 dir="auto">{plainText(item.title.raw) || item.source_url.split('/').at(-1)}</h2>
      {!canEdit && <p>{say('This file belongs to another user. You can use it, but not edit it.')}</p>}
      {error && (
        <p className="problem" role="alert">
          {error.message}
        </p>
      )}
      {canEdit && !data && !error && <Skeleton rows={4} />}
      {data && <DetailsForm file={data} isNew={isNew} onEdit={onEdit} onSaved={onSaved} />}
    </div>
  );
}

function DetailsForm({
  file,
  isNew,
  onEdit,
  onSaved,
}: Omit<DetailsProps, 'item'> & { readonly file: StoredFile }) {
  const queries = useQueryClient();
  const [texts, setTexts] = useState(textsOf(file));
  const [fault, setFault] = useState<RestError>();
  const [status, setStatus] = useState('');
  const latest = useRef({ stored: file, texts: textsOf(file) });
  const queue = useRef<Promise<boolean>>(Promise.resolve(true));
  const set = (name: keyof Texts) => (value: string) => {
    latest.current = { ...latest.current, texts: { ...latest.current.texts, [name]: value } };
    setTexts(latest.current.texts);
    setStatus('');
  };
  const send = async (): Promise<boolean> => {
    const { stored, texts: typed } = latest.current;
    const was = textsOf(stored);
    if (typed.alt_text === was.alt_text && typed.caption === was.caption) return true;
    setStatus(say('Saving…'));
    try {
      const { body } = await rest<StoredFile, FileSent>(`/wp/v2/media/${stored.id}?context=edit`, {
        method: 'POST',
        body: {
          revision: stored.revision,
          ...(typed.alt_text === was.alt_text ? {} : { alt_text: typed.alt_text }),
          ...(typed.caption === was.caption ? {} : { caption: typed.caption }),
        },
      });
      latest.current = { ...latest.current, stored: body };
      setFault(undefined);
      setStatus(say('Saved'));
      onSaved(body);
      await Promise.all(
        ['library', 'picker'].map((list) => queries.invalidateQueries({ queryKey: ['media', list] })),
      );
      return true;
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      setFault(error);
      setStatus('');
      return false;
    }
  };
  // One request at a time, so that each sends the revision that the last one returned.
  const save = () => (queue.current = queue.current.then(send));
  useEffect(() => {
    onEdit(save);
    return () => onEdit(undefined);
  });
  const theirs = fault?.status === 409 ? (fault.theirs as StoredFile | undefined) : undefined;
  const resolve = (next: Texts) => {
    if (!theirs) return;
    latest.current = { stored: theirs, texts: next };
    setTexts(next);
    setFault(undefined);
    void save();
    onSaved(theirs);
  };
  const field = { dir: 'auto', lang: boot.site.language, rows: 3 } as const;
  return (
    <form onSubmit={(event) => event.preventDefault()} onBlur={() => void save()}>
      {fault && (
        <div className="problem" role="alert">
          {fault.message}
          {theirs && (
            <p>
              <Button variant="link" onClick={() => resolve(textsOf(theirs))}>
                {say('Use their version')}
              </Button>{' '}
              <Button variant="link" onClick={() => resolve(latest.current.texts)}>
                {say('Overwrite with mine')}
              </Button>
            </p>
          )}
        </div>
      )}
      {file.media_type === 'image' && (
        <TextareaControl
          label={say('Alt text')}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={isNew}
          help={say('Leave empty if decorative.')}
          value={texts.alt_text}
          onChange={set('alt_text')}
          {...field}
        />
      )}
      <TextareaControl label={say('Caption')} value={texts.caption} onChange={set('caption')} {...field} />
      <p className="media-message" role="status">
        {status}
      </p>
    </form>
  );
}
