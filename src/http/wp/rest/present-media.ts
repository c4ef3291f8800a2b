import { mediaUrl } from '../../../content/media/picture.ts';
import type { PostParts } from './load-posts.ts';
import { classList, commonFields, commonLinks } from './post-fields.ts';
import { paragraphs } from './rendered-text.ts';
import type { RestItem, RestRequest } from './rest-route.ts';

/** Fields of the embed context. */
const embedFields = new Set(['id', 'date', 'slug', 'type', 'link', 'title', 'author', 'featured_media', 'caption', 'alt_text', 'media_type', 'mime_type', 'media_details', 'source_url']);

/** An attachment as REST shows it. */
export function presentMedia(request: RestRequest, parts: PostParts, context: 'view' | 'embed'): RestItem {
  const { post, file } = parts;
  const sourceUrl = file ? mediaUrl(request.site.content.siteUrl, file) : '';
  const whole: Record<string, unknown> = {
    ...commonFields(request, parts),
    author: post.authorId,
    featured_media: post.featuredMediaId,
    comment_status: post.commentStatus,
    ping_status: post.pingStatus,
    template: parts.template,
    meta: [],
    class_list: classList(parts),
    description: { rendered: paragraphs(post.content) },
    caption: { rendered: paragraphs(post.excerpt) },
    alt_text: file?.alt ?? '',
    media_type: post.mimeType.startsWith('image/') ? 'image' : 'file',
    mime_type: post.mimeType,
    media_details: mediaDetails(parts, sourceUrl),
    post: post.parentId || null,
    source_url: sourceUrl,
  };
  return {
    body: context === 'view' ? whole : Object.fromEntries(Object.entries(whole).filter(([name]) => embedFields.has(name))),
    links: commonLinks(request, parts),
  };
}

function mediaDetails({ post, file }: PostParts, sourceUrl: string): Record<string, unknown> {
  if (!file || (file.width === 0 && file.bytes === 0)) return {};
  if (!post.mimeType.startsWith('image/')) return { filesize: file.bytes };
  const folder = sourceUrl.slice(0, sourceUrl.lastIndexOf('/') + 1);
  const sizes = Object.entries(file.sizes).map(([name, size]): [string, unknown] =>
    [name, { file: size.file, width: size.width, height: size.height, mime_type: size.mime, source_url: folder + encodeURI(size.file) }]);
  const full = { file: sourceUrl.slice(folder.length), width: file.width, height: file.height, mime_type: post.mimeType, source_url: sourceUrl };
  return { width: file.width, height: file.height, file: file.file, filesize: file.bytes, sizes: { ...Object.fromEntries(sizes), full } };
}
