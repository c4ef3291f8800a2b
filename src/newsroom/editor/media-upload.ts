import { createBlobURL, revokeBlobURL } from '@wordpress/blob';
import { may } from '../app/boot.ts';
import { plainText } from '../app/rest-types.ts';
import type { EditedFile, SeenFile, Written } from '../app/rest-types.ts';
import { oddly, rest, send } from '../app/rest.ts';

/** A file of the library, with what is said of it as it is written. */
export type MediaItem = Pick<
  SeenFile,
  'id' | 'alt_text' | 'source_url' | 'link' | 'media_type' | 'mime_type' | 'media_details' | '_links'
> &
  Written<EditedFile, 'title' | 'caption'>;

/** The words of a caption, of which REST tells what readers get: paragraphs. */
function captionOf(html: string): string {
  const { children } = new DOMParser().parseFromString(html, 'text/html').body;
  return [...children].map(({ innerHTML }) => innerHTML.trim()).join('<br>');
}

/**
 * Files of the library that who is here may put into a text, a page of them, and how many there are. Those of others come as readers get them to who may not
 * change them. Throws `RestError`.
 */
export async function libraryFiles(
  asked: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<{ readonly body: readonly MediaItem[]; readonly total: number }> {
  if (may('edit_others_posts'))
    return rest<readonly MediaItem[]>(
      `/wp/v2/media?${new URLSearchParams({ context: 'edit', ...asked }).toString()}`,
      { signal },
    );
  const { body, total } = await rest<readonly SeenFile[]>(
    `/wp/v2/media?${new URLSearchParams(asked).toString()}`,
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

/** A file as blocks take it. */
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

/** A fault that says which file it is about. */
export class UploadError extends Error {
  override name = 'UploadError';
  readonly code = 'UPLOAD';
}

/** Uploads a file to the library, into a folder where one is named (0: none). Throws `UploadError` with the server's message. */
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
  // What stands before the server refuses large files in words that are no JSON.
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
  /** Told in words: blocks show what they are given. */
  readonly onError?: (message: string) => void;
}

/** The `mediaUpload` of block editors: shows each file at once as it is on this machine, then as it is stored. */
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
    for (const file of files) if (!fits(file)) onError?.(`${file.name}: this block takes no such files.`);
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
