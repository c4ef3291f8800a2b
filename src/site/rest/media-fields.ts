import type { ImageMeta } from '../../modules/media/model.ts';
import { missingSizes } from '../../modules/media/media-files.ts';
import { mediaUrl, sizeUrl } from '../../modules/media/picture.ts';
import { siteTypography } from '../../modules/settings/site-facts.ts';
import { folderTaxonomy } from '../../modules/types/names.ts';
import type { PostParts } from './load-posts.ts';
import { mediaArguments } from './media-arguments.ts';
import { shape, textParam } from '../../kernel/http/rest/params.ts';
import type { rawText } from '../../kernel/http/rest/params.ts';
import { paragraphs } from './load-posts.ts';
import { everywhere, fieldsOf, toEditors, whole } from '../../kernel/http/rest/resource.ts';
import type { Context } from '../../kernel/http/rest/resource.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';

const { shown, written, writtenGroup } = fieldsOf<PostParts>();
const text = textParam();

const prose = <In extends Context>(
  contexts: readonly In[],
  of: (parts: PostParts) => string,
  argument: ReturnType<typeof rawText>,
) =>
  writtenGroup(
    contexts,
    {
      raw: shown(text, toEditors, of),
      rendered: shown(text, contexts, (parts, { settings }) =>
        paragraphs(of(parts), siteTypography(settings)),
      ),
    },
    argument,
  );

export const mediaFields = {
  description: prose(whole, ({ post }) => post.content, mediaArguments.description),
  caption: prose(everywhere, ({ post }) => post.excerpt, mediaArguments.caption),
  alt_text: written(mediaArguments.alt_text, everywhere, ({ file }) => file?.alt ?? ''),
  media_type: shown(
    shape<'image' | 'file'>({ type: 'string', enum: ['image', 'file'] }),
    everywhere,
    ({ post }) => (post.mimeType.startsWith('image/') ? 'image' : 'file'),
  ),
  mime_type: shown(text, everywhere, ({ post }) => post.mimeType),
  media_details: shown(shape<MediaDetails>({ type: 'object' }), everywhere, mediaDetails),
  credit: prose(whole, ({ credit }) => credit, mediaArguments.credit),
  focal_point: written(
    shape<{ readonly x: number; readonly y: number }>({ type: 'object' }),
    whole,
    ({ file }) => ({ x: (file?.focalX ?? 500) / 1000, y: (file?.focalY ?? 500) / 1000 }),
    mediaArguments.focal_point,
  ),
  /** Our own field; only users who can edit the file see its folder. */
  folder: written(
    mediaArguments.folder,
    toEditors,
    ({ terms }) => terms.find(({ taxonomy }) => taxonomy === folderTaxonomy)?.id ?? 0,
  ),
  post: written(
    shape<number | null>({ type: ['integer', 'null'] }),
    whole,
    ({ post }) => post.parentId || null,
    mediaArguments.post,
  ),
  source_url: shown(text, everywhere, sourceUrl),
  missing_image_sizes: shown(
    shape<readonly string[]>({ type: 'array', items: { type: 'string' } }),
    toEditors,
    ({ file }) => (file ? missingSizes(file) : []),
  ),
};

/** Empty for a missing file; pictures have dimensions and sizes. */
interface MediaDetails {
  readonly width?: number;
  readonly height?: number;
  /** Relative to the uploads folder. */
  readonly file?: string;
  /** Bytes. */
  readonly filesize?: number;
  readonly sizes?: Readonly<Record<string, MediaSize>>;
  /** Not in embeds. */
  readonly image_meta?: ImageMeta;
  /** Name of the larger original in the same folder. */
  readonly original_image?: string;
}
interface MediaSize {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly mime_type: string;
  readonly filesize?: number;
  readonly source_url: string;
}

function sourceUrl({ file }: PostParts, { site }: RestRequest): string {
  return file ? mediaUrl(site.content.siteUrl, file) : '';
}

function mediaDetails(parts: PostParts, request: RestRequest): MediaDetails {
  const { post, file } = parts;
  if (!file || (file.width === 0 && file.bytes === 0)) return {};
  if (!post.mimeType.startsWith('image/')) return { filesize: file.bytes };
  const source = sourceUrl(parts, request);
  const folder = source.slice(0, source.lastIndexOf('/') + 1);
  const sizes = Object.entries(file.sizes).map(([name, size]): [string, MediaSize] => [
    name,
    {
      file: size.file,
      width: size.width,
      height: size.height,
      mime_type: size.mime,
      ...(size.bytes === undefined ? {} : { filesize: size.bytes }),
      source_url: sizeUrl(source, size),
    },
  ]);
  const { width, height, bytes: filesize } = file;
  const full = {
    file: source.slice(folder.length),
    width,
    height,
    mime_type: post.mimeType,
    filesize,
    source_url: source,
  };
  const details = { width, height, file: file.file, filesize, sizes: { ...Object.fromEntries(sizes), full } };
  return {
    ...details,
    ...(parts.imageMeta ? { image_meta: parts.imageMeta } : {}),
    ...(file.original === undefined ? {} : { original_image: file.original }),
  };
}
