import './media-picker.css';
import { Button, Modal } from '@wordpress/components';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { toast } from '../app/toasts.tsx';
import { libraryFiles, uploadFile } from './media-upload.ts';
import type { MediaItem } from './media-upload.ts';
import { filterArguments, noFilter, PickerFilters, PickerDetails } from './picker-parts.tsx';
import type { PickerFilter, SaveDetails } from './picker-parts.tsx';
import { say } from '../words.ts';
import { plainText } from '../app/rest-types.ts';

const perPage = 40;
const none: readonly number[] = [];

const fits = ({ mime_type: mime }: MediaItem, types: readonly string[] = []) =>
  types.length === 0 || types.some((type) => mime === type || mime.startsWith(`${type}/`));

/** Loads files by id in this order, 100 per request; deleted ones are omitted. Throws `RestError`. */
async function filesOf(ids: readonly number[], signal: AbortSignal): Promise<readonly MediaItem[]> {
  const found: MediaItem[] = [];
  for (let at = 0; at < ids.length; at += 100) {
    found.push(
      ...(
        await libraryFiles(
          { orderby: 'include', per_page: '100', include: ids.slice(at, at + 100).join() },
          signal,
        )
      ).body,
    );
  }
  return found;
}

/** Kinds that the library filters by; types without a kind, such as subtitles, are requested by name. */
function typeFilter(types: readonly string[] = []) {
  const kinds = [...new Set(types.map((type) => type.split('/', 1)[0] ?? ''))].filter((kind) =>
    ['image', 'video', 'audio'].includes(kind),
  );
  const exact = kinds.length === 0 ? types.join() : '';
  return { kinds, exact };
}

interface LibraryPage extends ReturnType<typeof typeFilter> {
  readonly filter: PickerFilter;
  readonly page: number;
}

function useLibraryPage({ kinds, exact, filter, page }: LibraryPage) {
  return useQuery({
    queryKey: ['media', 'picker', kinds.join() || exact, filter, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      libraryFiles(
        {
          per_page: String(perPage),
          page: String(page),
          ...(kinds.length > 0 ? { media_type: kinds.join() } : {}),
          ...(exact === '' ? {} : { mime_type: exact }),
          ...filterArguments(filter),
        },
        signal,
      ),
  });
}

interface PickerProps {
  readonly title?: string;
  /** Selectable types: `image`, `video/mp4` … */
  readonly types?: readonly string[] | undefined;
  readonly multiple?: boolean;
  /** Ids of files selected before, with `multiple`. */
  readonly chosen?: readonly number[];
  readonly postId: number;
  readonly onClose: () => void;
  /** `gone`: ids of previously selected files that have been deleted from the library. */
  readonly onChoose: (items: readonly MediaItem[], deleted: readonly number[]) => void;
}

export function MediaPicker({
  title = say('Media library'),
  types,
  multiple = false,
  chosen: before = none,
  postId,
  onClose,
  onChoose,
}: PickerProps) {
  const [filter, setFilter] = useState<PickerFilter>(noFilter);
  const [page, setPage] = useState(1);
  const [detailed, setDetailed] = useState<MediaItem>();
  const details = useDetails();
  const applied = useDeferredValue({ ...filter, search: filter.search.trim() });
  const { kinds, exact } = typeFilter(types);
  const { data, error } = useLibraryPage({ kinds, exact, filter: applied, page });
  const choice = useChoice(before, multiple);
  const { chosen, isChosen } = choice;
  const narrow = (changes: Partial<PickerFilter>) => {
    setFilter({ ...filter, ...changes });
    setPage(1);
  };
  const show = (item: MediaItem | undefined) => {
    details.reset();
    setDetailed(item);
  };
  const toggle = (item: MediaItem) => {
    show(isChosen(item.id) ? undefined : item);
    choice.toggle(item);
  };
  const choose = async (items: readonly MediaItem[]) => {
    if (await details.isSaved()) onChoose(items.map(details.newest), multiple ? choice.deleted : []);
  };
  const close = async () => {
    if (await details.isSaved()) onClose();
  };
  const { uploading, newId, upload } = useUploads(
    { postId, folder: Math.max(0, filter.folder), types },
    (uploaded) => {
      choice.add(uploaded);
      show(uploaded[0]);
    },
  );
  const pages = Math.ceil((data?.total ?? 0) / perPage);
  const isNarrowed = Object.keys(filterArguments(applied)).length > 0;
  return (
    <Modal title={title} className="media-picker" size="large" onRequestClose={() => void close()}>
      <PickerFilters filter={filter} allowed={exact === '' ? kinds : [exact]} onChange={narrow}>
        <UploadButton
          isBusy={uploading > 0}
          multiple={multiple}
          accept={exact || kinds.map((kind) => `${kind}/*`).join()}
          onFiles={(files) => void upload(files)}
        />
      </PickerFilters>
      {(error ?? choice.error) && (
        <p className="problem" role="alert">
          {(error ?? choice.error)?.message}
        </p>
      )}
      {data?.body.length === 0 && (
        <p className="empty">
          {isNarrowed ? say('No files found.') : say('The media library is empty. Upload a file.')}
        </p>
      )}
      <div className="media-choose">
        <FileGrid
          items={data?.body}
          isChosen={isChosen}
          onToggle={toggle}
          onChoose={(item) => !multiple && void choose([item])}
        />
        {detailed ? (
          <PickerDetails
            key={detailed.id}
            isNew={detailed.id === newId}
            item={details.edited.get(detailed.id) ?? detailed}
            onEdit={details.setSave}
            onSaved={details.note}
          />
        ) : (
          <NoDetails />
        )}
      </div>
      <div className="media-foot">
        {pages > 1 && <Paging page={page} pages={pages} onPage={setPage} />}
        <Button
          variant="primary"
          __next40pxDefaultSize
          disabled={!choice.isReady || chosen.length === 0}
          accessibleWhenDisabled
          onClick={() => void choose(chosen)}
        >
          {!multiple ? say('Select') : chosen.length > 0 ? say('Use %d', chosen.length) : say('Use')}
        </Button>
      </div>
    </Modal>
  );
}

function NoDetails() {
  return (
    <div className="media-chosen" data-empty>
      <p>{say('Select a file to edit its alt text and caption.')}</p>
    </div>
  );
}

/** The selection: earlier files (by id, loaded here) without those the user removed, plus added ones. */
function useChoice(before: readonly number[], multiple: boolean) {
  const [added, setAdded] = useState<readonly MediaItem[]>([]);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const { data: former, error } = useQuery({
    queryKey: ['media', 'chosen', before.join()],
    enabled: before.length > 0,
    queryFn: ({ signal }) => filesOf(before, signal),
  });
  const chosen = [...(former ?? []).filter(({ id }) => !left.has(id)), ...added];
  const deleted = before.filter((id) => !former?.some((one) => one.id === id));
  const isReady = before.length === 0 || former !== undefined;
  const isChosen = (id: number) =>
    (before.includes(id) && !left.has(id)) || added.some((one) => one.id === id);
  const toggle = (item: MediaItem) => {
    if (!multiple) setAdded(isChosen(item.id) ? [] : [item]);
    else if (before.includes(item.id))
      setLeft(new Set(left.has(item.id) ? [...left].filter((id) => id !== item.id) : [...left, item.id]));
    else setAdded(isChosen(item.id) ? added.filter(({ id }) => id !== item.id) : [...added, item]);
  };
  const add = (items: readonly MediaItem[]) =>
    setAdded((others) => (multiple ? [...others, ...items] : items.slice(0, 1)));
  return { chosen, deleted, isReady, isChosen, toggle, add, error };
}

function useDetails() {
  const [edited, setEdited] = useState<ReadonlyMap<number, MediaItem>>(new Map());
  const saving = useRef<SaveDetails>(undefined);
  const setSave = useCallback((save: SaveDetails | undefined) => {
    saving.current = save;
  }, []);
  const hasFailed = useRef(false);
  const reset = () => {
    hasFailed.current = false;
  };
  /** Stores the typed details. Returns true after a second refusal, so that the dialog can always be closed. */
  const isSaved = async (): Promise<boolean> => {
    const mayGo = hasFailed.current || (await saving.current?.()) !== false;
    hasFailed.current = !mayGo;
    return mayGo;
  };
  const latest = useRef(edited);
  const note = (item: MediaItem) => {
    latest.current = new Map([...latest.current, [item.id, item]]);
    setEdited(latest.current);
  };
  const newest = (item: MediaItem) => latest.current.get(item.id) ?? item;
  return { edited, setSave, reset, isSaved, note, newest };
}

interface UploadOptions {
  readonly postId: number;
  readonly folder: number;
  readonly types: readonly string[] | undefined;
}

/** Uploads files. While the dialog is open, `onUploaded` receives those that the field accepts; `newId`: the last of them. */
function useUploads(
  { postId, folder, types }: UploadOptions,
  onUploaded: (items: readonly MediaItem[]) => void,
) {
  const queries = useQueryClient();
  const [uploading, setUploading] = useState(0);
  const [newId, setNewId] = useState(0);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const upload = async (files: readonly File[]) => {
    const uploaded: MediaItem[] = [];
    for (const file of files) {
      setUploading((count) => count + 1);
      try {
        const item = await uploadFile(file, postId, folder);
        if (fits(item, types)) uploaded.push(item);
        else toast(say('%s was uploaded, but this field doesn’t accept files of its type.', file.name));
      } catch (fault) {
        toast(fault instanceof Error ? fault.message : file.name);
      } finally {
        setUploading((count) => count - 1);
      }
    }
    await queries.invalidateQueries({ queryKey: ['media'] });
    if (!isOpen.current || uploaded.length === 0) return;
    // Unless another field was focused during the upload, the next step is its alt text.
    setNewId(document.activeElement?.matches('input, textarea, select') ? 0 : (uploaded[0]?.id ?? 0));
    onUploaded(uploaded);
  };
  return { uploading, newId, upload };
}

interface UploadButtonProps {
  readonly isBusy: boolean;
  readonly multiple: boolean;
  readonly accept: string;
  readonly onFiles: (files: readonly File[]) => void;
}

function UploadButton({ isBusy, multiple, accept, onFiles }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="secondary"
        __next40pxDefaultSize
        isBusy={isBusy}
        onClick={() => input.current?.click()}
      >
        {isBusy ? say('Uploading…') : say('Upload')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-label={say('Files to upload')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}

interface FileGridProps {
  readonly items: readonly MediaItem[] | undefined;
  readonly isChosen: (id: number) => boolean;
  readonly onToggle: (item: MediaItem) => void;
  readonly onChoose: (item: MediaItem) => void;
}

function FileGrid({ items, isChosen, onToggle, onChoose }: FileGridProps) {
  return (
    <ul className="media-grid">
      {items?.map((item) => (
        <li key={item.id}>
          <button
            type="button"
            aria-pressed={isChosen(item.id)}
            onClick={() => onToggle(item)}
            onDoubleClick={() => onChoose(item)}
          >
            <Picture item={item} />
            <span dir="auto">{plainText(item.title.raw) || item.source_url.split('/').at(-1)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface PagingProps {
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

function Paging({ page, pages, onPage }: PagingProps) {
  return (
    <>
      <Button variant="tertiary" disabled={page <= 1} accessibleWhenDisabled onClick={() => onPage(page - 1)}>
        {say('Newer')}
      </Button>
      <span>{say('%d of %d', page, pages)}</span>
      <Button
        variant="tertiary"
        disabled={page >= pages}
        accessibleWhenDisabled
        onClick={() => onPage(page + 1)}
      >
        {say('Older')}
      </Button>
    </>
  );
}

function Picture({ item }: { readonly item: MediaItem }) {
  if (item.media_type !== 'image') return null;
  return (
    <img
      src={item.media_details.sizes?.['medium']?.source_url ?? item.source_url}
      alt={item.alt_text}
      loading="lazy"
      onError={({ currentTarget }) => (currentTarget.style.visibility = 'hidden')}
    />
  );
}
