import { isDrawing, previewWidth } from './media.ts';
import type { MediaFile } from './media-files.ts';

/** What a size fits into. `crop` fills it. `fallback`: it exists in the original's format too, or in no other one. */
export interface Box {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly crop?: true;
  readonly fallback?: 'too' | 'alone';
}

/** With WordPress' names, and twice the small ones for dense screens; `preview` is for social networks and messengers, which refuse what cameras give. */
export const boxes: readonly Box[] = [
  { name: 'thumbnail', width: 150, height: 150, crop: true, fallback: 'too' },
  { name: 'thumbnail_2x', width: 300, height: 300, crop: true },
  { name: 'medium', width: 300, height: 300, fallback: 'too' },
  { name: 'medium_2x', width: 600, height: 600 },
  { name: 'medium_large', width: 768, height: Infinity },
  { name: 'large', width: 1024, height: 1024, fallback: 'too' },
  { name: 'preview', width: previewWidth, height: Infinity, fallback: 'alone' },
  { name: '1536x1536', width: 1536, height: 1536 },
  { name: '2048x2048', width: 2048, height: 2048 },
  { name: 'scaled', width: 2560, height: 2560 },
];

/** Longest side of the largest size. */
export const largestBox = 2560;
/** WebP knows no longer sides. */
const longestSide = 16_383;

/** Size inside a box; undefined when the original is no larger, since sizes are never larger than it, or when WebP can't hold it. */
export function sizeIn(
  box: Box,
  width: number,
  height: number,
): { readonly width: number; readonly height: number } | undefined {
  if (width <= box.width && height <= box.height) return undefined;
  if (box.crop) return { width: Math.min(box.width, width), height: Math.min(box.height, height) };
  const scale = Math.min(box.width / width, box.height / height);
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  return Math.max(size.width, size.height) > longestSide ? undefined : size;
}

/** Whether a size of this name and type was generated here; the others came with an import. */
export function isGeneratedSize(
  name: string,
  { mime, brought = false }: { readonly mime: string; readonly brought?: boolean | undefined },
): boolean {
  return !brought && (name.endsWith('_fallback') || mime === 'image/webp');
}

/** Names of the sizes that are still to be generated. All sizes of a picture are written at once, so those that have some are complete. */
export function missingSizes({
  file,
  width,
  height,
  sizes,
}: Pick<MediaFile, 'file' | 'width' | 'height' | 'sizes'>): string[] {
  if (
    file === '' ||
    isDrawing(file) ||
    Object.entries(sizes).some(([name, size]) => isGeneratedSize(name, size))
  )
    return [];
  return boxes
    .filter((box) => sizeIn(box, width, height) && !Object.hasOwn(sizes, box.name))
    .map(({ name }) => name);
}
