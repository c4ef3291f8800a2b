import { createBlobURL, revokeBlobURL } from '@wordpress/blob';
import { may } from '../app/boot.ts';
import { plainText } from '../app/rest-types.ts';
import type { EditedFile, SeenFile, Written } from '../app/rest-types.ts';
import { oddly, rest, send } from '../app/rest.ts';
import { say } from '../words.ts';

export type MediaItem = Pick<
  SeenFile,
  'id' | 'alt_text' | 'source_url' | 'link' | 'media_type' | 'mime_type' | 'media_details' | '_links'
> &
  Written<EditedFile, 'title' | 'caption'>;

/** The inline HTML of a caption, which REST renders as paragraphs. */
function captionOf(html: string): string {
  const { children } = new DOMParser().parseFromString(html, 'text/html').body;
  return [...children].map(({ innerHTML }) => innerHTML.trim()).join('<br>');
}

/**
 * Lists library files the user can insert, with their total. Files by others come in the view context if the user can't
 * edit them. Throws `RestError`.
 */
export async function libraryFiles(
  params: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<{ readonly body: readonly MediaItem[]; readonly total: number }> {
  if (may('edit_others_posts'))
    return rest<readonly MediaItem[]>(
      `/wp/v2/media?${new URLSearchParams({ context: 'edit', ...params }).toString()}`,
      { signal },
    );
  const { body, total } = await rest<readonly SeenFile[]>(
    `/wp/v2/media?${new URLSearchParams(params).toString()}`,
    { signal },
  );
  return {
    total,
    body: body.map((file) => ({
      ...file,
      title: { raw: plainText(file.title.rendered) },
      caption: { raw: captionOf(file.caption.rendered) },
    })),
  };
}

export interface BlockMedia {
  readonly id?: number;
  readonly url: string;
  readonly alt?: string;
  readonly caption?: string;
  readonly title?: string;
  readonly link?: string;
  readonly type?: string;
  readonly mime?: string;
  readonly media_type?: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly sizes?: Readonly<
    Record<string, { readonly url: string; readonly width: number; readonly height: number }>
  >;
}

export const blockMedia = ({
  id,
  title,
  caption,
  alt_text: alt,
  source_url: url,
  link,
  media_type: kind,
  mime_type: mime,
  media_details: details,
}: MediaItem): BlockMedia => ({
  id,
  url,
  alt,
  caption: caption.raw,
  title: title.raw,
  link,
  type: kind === 'image' ? 'image' : (mime.split('/', 1)[0] ?? ''),
  mime,
  media_type: kind,
  width: details.width,
  height: details.height,
  sizes: Object.fromEntries(
    Object.entries(details.sizes ?? {}).map(([name, { source_url: address, ...size }]) => [
      name,
      { url: address, ...size },
    ]),
  ),
});

export class UploadError extends Error {
  override name = 'UploadError';
  readonly code = 'UPLOAD';
}

/** Uploads a file to the library, into a folder (0: none). Throws `UploadError` with the server's message. */
export async function uploadFile(file: File, postId: number, folder = 0): Promise<MediaItem> {
  const form = new FormData();
  form.append('file', file, file.name || 'picture.png');
  if (postId > 0) form.append('post', String(postId));
  if (folder > 0) form.append('folder', String(folder));
  const reply = await send('/wp/v2/media?context=edit', {
    method: 'POST',
    body: form,
    headers: { prefer: 'respond-async' },
  });
  // A proxy may refuse large files with a body that is not JSON.
  const answer = (await reply.json().catch(() => undefined)) as
    | (MediaItem & { readonly message?: string })
    | undefined;
  if (!reply.ok || !answer) throw new UploadError(`${file.name}: ${answer?.message ?? oddly(reply.status)}`);
  return answer;
}

interface UploadOptions {
  readonly filesList: Iterable<File>;
  readonly allowedTypes?: readonly string[];
  readonly multiple?: boolean;
  readonly onFileChange?: (media: readonly BlockMedia[]) => void;
  readonly onSuccess?: (media: readonly BlockMedia[]) => void;
  readonly onError?: (message: string) => void;
}

/** `mediaUpload` of the block editor: shows each file at once from a local URL, then as stored. */
export function mediaUpload(postId: () => number) {
  return async ({
    filesList,
    allowedTypes,
    multiple = true,
    onFileChange,
    onSuccess,
    onError,
  }: UploadOptions): Promise<void> => {
    const isOf = (file: File) => (type: string) => file.type === type || file.type.startsWith(`${type}/`);
    const fits = (file: File) => !allowedTypes || allowedTypes.length === 0 || allowedTypes.some(isOf(file));
    const files = [...filesList].slice(0, multiple ? undefined : 1);
    for (const file of files)
      if (!fits(file)) onError?.(say('%s: this block doesn’t accept files of this type.', file.name));
    const shown: (BlockMedia | undefined)[] = files
      .filter(fits)
      .map((file) => ({ url: createBlobURL(file) }));
    const show = () => onFileChange?.(shown.filter((media) => media !== undefined));
    show();
    await Promise.all(
      files.filter(fits).map(async (file, index) => {
        const local = shown[index]?.url;
        try {
          shown[index] = blockMedia(await uploadFile(file, postId()));
        } catch (error) {
          shown[index] = undefined;
          onError?.(error instanceof Error ? error.message : file.name);
        }
        show();
        if (local) revokeBlobURL(local);
      }),
    );
    onSuccess?.(shown.filter((media) => media !== undefined));
  };
}
