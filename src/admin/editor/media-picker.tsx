import { store as blockEditor } from '@wordpress/block-editor';
import { Button, Modal, SearchControl } from '@wordpress/components';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRegistry } from '@wordpress/data';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { toast } from '../app/toasts.tsx';
import { blockMedia, libraryFiles, uploadFile } from './media-upload.ts';
import type { BlockMedia, MediaItem } from './media-upload.ts';

const perPage = 40;
const none: readonly number[] = [];

const fits = ({ mime_type: mime }: MediaItem, types: readonly string[] = []) => (
  types.length === 0 || types.some((type) => mime === type || mime.startsWith(`${type}/`))
);

/** Files by their ids, in this order, a hundred at once. What is not in the library any more is left out. Throws `RestError`. */
async function filesOf(ids: readonly number[], signal: AbortSignal): Promise<readonly MediaItem[]> {
  const found: MediaItem[] = [];
  for (let at = 0; at < ids.length; at += 100) {
    found.push(...(await libraryFiles({ orderby: 'include', per_page: '100', include: ids.slice(at, at + 100).join() }, signal)).body);
  }
  return found;
}

interface PickerProps {
  readonly title?: string;
  /** What may be chosen: `image`, `video/mp4` … */
  readonly types?: readonly string[] | undefined;
  readonly multiple?: boolean;
  /** Ids of files that are chosen already, of several. */
  readonly chosen?: readonly number[];
  readonly postId: number;
  readonly onClose: () => void;
  /** `gone`: ids of what was chosen before and still is, and is not in the library any more. */
  readonly onChoose: (items: readonly MediaItem[], gone: readonly number[]) => void;
}

/** The library in a window: search, choose one or several, or upload. */
export function MediaPicker({ title = 'Choose from the library', types, multiple = false, chosen: before = none, postId, onClose, onChoose }: PickerProps) {
  const queries = useQueryClient();
  const [words, setWords] = useState('');
  const [page, setPage] = useState(1);
  const [added, setAdded] = useState<readonly MediaItem[]>([]);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [uploading, setUploading] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => { isOpen.current = false; };
  }, []);
  const search = useDeferredValue(words.trim());
  const kinds = [...new Set((types ?? []).map((type) => type.split('/', 1)[0] ?? ''))].filter((kind) => ['image', 'video', 'audio'].includes(kind));
  // Of types that are no kind of the library, as subtitles are, it is asked by their names.
  const exact = kinds.length === 0 ? types?.join() ?? '' : '';
  const { data, error } = useQuery({
    queryKey: ['media', kinds.join() || exact, search, page], placeholderData: keepPreviousData,
    queryFn: ({ signal }) => libraryFiles({
      per_page: String(perPage), page: String(page), ...(search ? { search } : {}), ...(kinds.length > 0 ? { media_type: kinds.join() } : {}),
      ...(exact === '' ? {} : { mime_type: exact }),
    }, signal),
  });
  const { data: former, error: formerError } = useQuery({
    queryKey: ['media', 'chosen', before.join()], enabled: before.length > 0, queryFn: ({ signal }) => filesOf(before, signal),
  });
  const chosen = [...(former ?? []).filter(({ id }) => !left.has(id)), ...added];
  const gone = before.filter((id) => !former?.some((one) => one.id === id));
  const isReady = before.length === 0 || former !== undefined;
  const isChosen = (id: number) => (before.includes(id) && !left.has(id)) || added.some((one) => one.id === id);
  const take = (item: MediaItem) => {
    if (!multiple) onChoose([item], []);
    else if (before.includes(item.id)) setLeft(new Set(left.has(item.id) ? [...left].filter((id) => id !== item.id) : [...left, item.id]));
    else setAdded(isChosen(item.id) ? added.filter(({ id }) => id !== item.id) : [...added, item]);
  };
  const upload = async (files: readonly File[]) => {
    const uploaded: MediaItem[] = [];
    for (const file of files) {
      setUploading((count) => count + 1);
      try {
        const item = await uploadFile(file, postId);
        if (fits(item, types)) uploaded.push(item);
        else toast(`${file.name} is in the library now, but no file of its type can stand here.`);
      } catch (fault) {
        toast(fault instanceof Error ? fault.message : file.name);
      } finally {
        setUploading((count) => count - 1);
      }
    }
    await queries.invalidateQueries({ queryKey: ['media'] });
    // Who has closed the window meanwhile has it in the library, and chose nothing.
    if (!isOpen.current) return;
    if (uploaded.length > 0 && !multiple) onChoose(uploaded.slice(0, 1), []);
    else setAdded((others) => [...others, ...uploaded]);
  };
  const pages = Math.ceil((data?.total ?? 0) / perPage);
  return (
    <Modal title={title} className="media-picker" size="large" onRequestClose={onClose}>
      <div className="media-bar">
        <SearchControl label="Search the library" value={words} onChange={(next) => { setWords(next); setPage(1); }} __nextHasNoMarginBottom size="compact" />
        <Button variant="secondary" __next40pxDefaultSize isBusy={uploading > 0} onClick={() => input.current?.click()}>
          {uploading > 0 ? 'Uploading …' : 'Upload'}
        </Button>
        <input
          ref={input} type="file" hidden multiple={multiple} accept={exact || kinds.map((kind) => `${kind}/*`).join()} aria-label="Files to upload"
          onChange={(event) => { void upload([...event.target.files ?? []]); event.target.value = ''; }}
        />
      </div>
      {(error ?? formerError) && <p className="problem" role="alert">{(error ?? formerError)?.message}</p>}
      {data?.body.length === 0 && <p className="empty">{search ? `Nothing matches “${search}”.` : 'The library is empty. Upload the first file.'}</p>}
      <ul className="media-grid">
        {data?.body.map((item) => (
          <li key={item.id}>
            <button type="button" aria-pressed={multiple ? isChosen(item.id) : undefined} onClick={() => take(item)}>
              {item.media_type === 'image' && <img src={item.media_details.sizes?.['medium']?.source_url ?? item.source_url} alt={item.alt_text}
                loading="lazy" onError={({ currentTarget }) => (currentTarget.style.visibility = 'hidden')} />}
              <span>{item.title.raw || item.source_url.split('/').at(-1)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="media-foot">
        {pages > 1 && (
          <>
            <Button variant="tertiary" disabled={page <= 1} accessibleWhenDisabled onClick={() => setPage(page - 1)}>Newer</Button>
            <span>{page} of {pages}</span>
            <Button variant="tertiary" disabled={page >= pages} accessibleWhenDisabled onClick={() => setPage(page + 1)}>Older</Button>
          </>
        )}
        {multiple && (
          <Button variant="primary" __next40pxDefaultSize disabled={!isReady || chosen.length === 0} accessibleWhenDisabled
            onClick={() => onChoose(chosen, gone)}>
            {chosen.length > 0 ? `Use ${chosen.length}` : 'Use'}
          </Button>
        )}
      </div>
    </Modal>
  );
}

/** Where a file stands among those that were there before: behind them, where it was not. */
const placeOf = (before: readonly number[], { id }: BlockMedia) => (id !== undefined && before.includes(id) ? before.indexOf(id) : before.length);

interface BlockQuestions {
  getSelectedBlockClientId(): string | null;
  getBlocks(clientId: string): readonly { readonly name: string; readonly attributes: { readonly id?: number } }[];
}

/** Ids of the pictures before the first one without an id in the block that is chosen; undefined where all have one. */
function idsBeforeBare({ getSelectedBlockClientId, getBlocks }: BlockQuestions): readonly unknown[] | undefined {
  const pictures = getBlocks(getSelectedBlockClientId() ?? '').filter(({ name }) => name === 'core/image').map(({ attributes: { id } }) => id);
  const at = pictures.indexOf(undefined);
  return at < 0 ? undefined : pictures.slice(0, at);
}

interface MediaUploadProps {
  readonly allowedTypes?: readonly string[];
  readonly multiple?: boolean | 'add';
  /** Ids of what the block has. Of several it gets back all that it is to have: those that are missing then, a gallery loses. */
  readonly value?: number | readonly number[];
  readonly onSelect: (media: BlockMedia | readonly BlockMedia[]) => void;
  readonly onClose?: () => void;
  readonly render: (way: { readonly open: () => void }) => ReactNode;
}

/** What blocks call the media library (`editor.MediaUpload`). */
export function MediaUpload({ allowedTypes, multiple = false, value, onSelect, onClose, render }: MediaUploadProps) {
  const [isOpen, setOpen] = useState(false);
  const registry = useRegistry();
  const before = multiple && Array.isArray(value) ? [...new Set((value as readonly unknown[]).filter((id) => typeof id === 'number'))] : none;
  const end = () => {
    setOpen(false);
    onClose?.();
  };
  return (
    <>
      {render({ open: () => setOpen(true) })}
      {isOpen && (
        <MediaPicker
          types={allowedTypes} multiple={Boolean(multiple)} chosen={before} postId={0} onClose={end}
          onChoose={(items, gone) => {
            // Blocks go by the id of what they have, and need an address to take it for a file.
            const media: BlockMedia[] = [...gone.map((id) => ({ id, url: '#', type: 'image' })), ...items.map(blockMedia)];
            media.sort((one, other) => placeOf(before, one) - placeOf(before, other));
            // Pictures of other sites have none, and stay for one that has none, either.
            const leading = multiple && idsBeforeBare(registry.select(blockEditor) as unknown as BlockQuestions);
            if (leading) media.splice(media.filter(({ id }) => leading.includes(id)).length, 0, { url: '#', type: 'image' });
            end();
            if (multiple) onSelect(media);
            else if (media[0]) onSelect(media[0]);
          }}
        />
      )}
    </>
  );
}
