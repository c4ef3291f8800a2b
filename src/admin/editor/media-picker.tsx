import { Button, Modal, SearchControl } from '@wordpress/components';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { rest } from '../app/rest.ts';
import { toast } from '../app/toasts.tsx';
import { blockMedia, uploadFile } from './media-upload.ts';
import type { BlockMedia, MediaItem } from './media-upload.ts';

const perPage = 40;

interface PickerProps {
  readonly title?: string;
  /** What may be chosen: `image`, `video/mp4` … */
  readonly types?: readonly string[] | undefined;
  readonly multiple?: boolean;
  readonly postId: number;
  readonly onClose: () => void;
  readonly onChoose: (items: readonly MediaItem[]) => void;
}

/** The library in a window: search, choose one or several, or upload. */
export function MediaPicker({ title = 'Choose from the library', types, multiple = false, postId, onClose, onChoose }: PickerProps) {
  const queries = useQueryClient();
  const [words, setWords] = useState('');
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<readonly MediaItem[]>([]);
  const [uploading, setUploading] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => { isOpen.current = false; };
  }, []);
  const search = useDeferredValue(words.trim());
  const kinds = [...new Set((types ?? []).map((type) => type.split('/', 1)[0] ?? ''))].filter((kind) => ['image', 'video', 'audio'].includes(kind));
  const { data, error } = useQuery({
    queryKey: ['media', kinds.join(), search, page], placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ context: 'edit', per_page: String(perPage), page: String(page), ...(search ? { search } : {}) });
      if (kinds.length === 1) query.set('media_type', kinds[0] ?? '');
      return rest<readonly MediaItem[]>(`/wp/v2/media?${query.toString()}`, { signal });
    },
  });
  const take = (item: MediaItem) => {
    if (!multiple) onChoose([item]);
    else setChosen(chosen.some(({ id }) => id === item.id) ? chosen.filter(({ id }) => id !== item.id) : [...chosen, item]);
  };
  const upload = async (files: readonly File[]) => {
    const added: MediaItem[] = [];
    for (const file of files) {
      setUploading((count) => count + 1);
      try {
        added.push(await uploadFile(file, postId));
      } catch (fault) {
        toast(fault instanceof Error ? fault.message : file.name);
      } finally {
        setUploading((count) => count - 1);
      }
    }
    await queries.invalidateQueries({ queryKey: ['media'] });
    // Who has closed the window meanwhile has it in the library, and chose nothing.
    if (!isOpen.current) return;
    if (added.length > 0 && !multiple) onChoose(added.slice(0, 1));
    else setChosen((before) => [...before, ...added]);
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
          ref={input} type="file" hidden multiple={multiple} accept={kinds.map((kind) => `${kind}/*`).join()} aria-label="Files to upload"
          onChange={(event) => { void upload([...event.target.files ?? []]); event.target.value = ''; }}
        />
      </div>
      {error && <p className="problem" role="alert">{error.message}</p>}
      {data?.body.length === 0 && <p className="empty">{search ? `Nothing matches “${search}”.` : 'The library is empty. Upload the first file.'}</p>}
      <ul className="media-grid">
        {data?.body.map((item) => (
          <li key={item.id}>
            <button type="button" aria-pressed={multiple ? chosen.some(({ id }) => id === item.id) : undefined} onClick={() => take(item)}>
              {item.media_type === 'image' && <img src={item.media_details.sizes?.['medium']?.source_url ?? item.source_url} alt={item.alt_text}
                loading="lazy" />}
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
          <Button variant="primary" __next40pxDefaultSize disabled={chosen.length === 0} accessibleWhenDisabled onClick={() => onChoose(chosen)}>
            {chosen.length > 0 ? `Use ${chosen.length}` : 'Use'}
          </Button>
        )}
      </div>
    </Modal>
  );
}

interface MediaUploadProps {
  readonly allowedTypes?: readonly string[];
  readonly multiple?: boolean | 'add';
  readonly onSelect: (media: BlockMedia | readonly BlockMedia[]) => void;
  readonly onClose?: () => void;
  readonly render: (way: { readonly open: () => void }) => ReactNode;
}

/** What blocks call the media library (`editor.MediaUpload`). */
export function MediaUpload({ allowedTypes, multiple = false, onSelect, onClose, render }: MediaUploadProps) {
  const [isOpen, setOpen] = useState(false);
  const end = () => {
    setOpen(false);
    onClose?.();
  };
  return (
    <>
      {render({ open: () => setOpen(true) })}
      {isOpen && (
        <MediaPicker
          types={allowedTypes} multiple={Boolean(multiple)} postId={0} onClose={end}
          onChoose={(items) => {
            const media = items.map(blockMedia);
            end();
            if (multiple) onSelect(media);
            else if (media[0]) onSelect(media[0]);
          }}
        />
      )}
    </>
  );
}
