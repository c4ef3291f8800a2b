import { store as blockEditor } from '@wordpress/block-editor';
import { useRegistry } from '@wordpress/data';
import { Suspense, useState, useEffect } from 'react';
import type { ReactNode } from 'react';
import { latePart } from '../app/late.tsx';
import { blockMedia, libraryFiles } from './media-upload.ts';
import type { BlockMedia } from './media-upload.ts';
import { say } from '../words.ts';

const MediaPicker = latePart(async () => (await import('./media-picker.tsx')).MediaPicker);
const none: readonly number[] = [];

/** Sort position of a file: as before, or after all earlier ones. */
const placeOf = (before: readonly number[], { id }: BlockMedia) =>
  id !== undefined && before.includes(id) ? before.indexOf(id) : before.length;

interface BlockQuestions {
  getSelectedBlockClientId(): string | null;
  getBlocks(
    clientId: string,
  ): readonly { readonly name: string; readonly attributes: { readonly id?: number } }[];
}

/** Ids of the pictures before the first one without an id in the selected block; undefined if all have one. */
function idsBeforeBare({
  getSelectedBlockClientId,
  getBlocks,
}: BlockQuestions): readonly unknown[] | undefined {
  const pictures = getBlocks(getSelectedBlockClientId() ?? '')
    .filter(({ name }) => name === 'core/image')
    .map(({ attributes: { id } }) => id);
  const at = pictures.indexOf(undefined);
  return at < 0 ? undefined : pictures.slice(0, at);
}

interface MediaUploadProps {
  readonly allowedTypes?: readonly string[];
  readonly multiple?: boolean | 'add';
  /** Ids of the block's files. With several, it must be given all of them again: a gallery drops missing ones. */
  readonly value?: number | readonly number[];
  readonly onSelect: (media: BlockMedia | readonly BlockMedia[]) => void;
  readonly onClose?: () => void;
  readonly render: (way: { readonly open: () => void }) => ReactNode;
}

/** Replaces the media library button of blocks (`editor.MediaUpload`). */
export function MediaUpload({
  allowedTypes,
  multiple = false,
  value,
  onSelect,
  onClose,
  render,
}: MediaUploadProps) {
  const [isOpen, setOpen] = useState(false);
  const registry = useRegistry();
  const before =
    multiple && Array.isArray(value)
      ? [...new Set((value as readonly unknown[]).filter((id) => typeof id === 'number'))]
      : none;
  const end = () => {
    setOpen(false);
    onClose?.();
  };
  return (
    <>
      {render({ open: () => setOpen(true) })}
      {isOpen && (
        <Suspense>
          <MediaPicker
            types={allowedTypes}
            multiple={Boolean(multiple)}
            chosen={before}
            postId={0}
            onClose={end}
            onChoose={(items, deleted) => {
              // Blocks match files by id, but need a URL to accept one.
              const media: BlockMedia[] = [
                ...deleted.map((id) => ({ id, url: '#', type: 'image' })),
                ...items.map(blockMedia),
              ];
              media.sort((one, other) => placeOf(before, one) - placeOf(before, other));
              // Pictures of other sites have no id; an entry without one keeps them.
              const leading =
                multiple && idsBeforeBare(registry.select(blockEditor) as unknown as BlockQuestions);
              if (leading)
                media.splice(media.filter(({ id }) => leading.includes(id)).length, 0, {
                  url: '#',
                  type: 'image',
                });
              end();
              if (multiple) onSelect(media);
              else if (media[0]) onSelect(media[0]);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

interface MediaRequest {
  readonly search?: string;
  readonly page?: number;
  readonly per_page?: number;
}
interface Found {
  readonly mediaItems: readonly (BlockMedia & { readonly previewUrl?: string | undefined })[];
  readonly totalItems: number;
  readonly totalPages: number;
}
interface Actions {
  registerInserterMediaCategory(category: {
    readonly name: string;
    readonly labels: { readonly name: string; readonly search_items: string };
    readonly mediaType: string;
    readonly fetch: (request: MediaRequest) => Promise<Found>;
  }): void;
}

const kinds = [
  ['image', say('Images'), say('Search images')],
  ['video', say('Videos'), say('Search videos')],
  ['audio', say('Audio'), say('Search audio')],
] as const;

async function findMedia(
  kind: string,
  { search = '', page = 1, per_page: perPage = 20 }: MediaRequest,
): Promise<Found> {
  const { body, total } = await libraryFiles({
    media_type: kind,
    page: String(page),
    per_page: String(perPage),
    ...(search ? { search } : {}),
  });
  return {
    mediaItems: body.map((item) => ({
      ...blockMedia(item),
      previewUrl: item.media_details.sizes?.['medium']?.source_url,
    })),
    totalItems: total,
    totalPages: Math.ceil(total / perPage),
  };
}

export function InserterMedia() {
  const registry = useRegistry();
  useEffect(() => {
    const { registerInserterMediaCategory } = registry.dispatch(blockEditor) as unknown as Actions;
    for (const [kind, name, label] of kinds) {
      registerInserterMediaCategory({
        name: kind,
        labels: { name, search_items: label },
        mediaType: kind,
        fetch: async (request) => findMedia(kind, request),
      });
    }
  }, [registry]);
  return null;
}
