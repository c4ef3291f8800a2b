import { findMediaFiles } from '../../../content/media/media-files.ts';
import type { MediaFile } from '../../../content/media/media-files.ts';
import { findPostPaths } from '../../../content/posts/page-path.ts';
import type { Post } from '../../../content/posts/post.ts';
import { findPostMeta } from '../../../content/posts/reader.ts';
import type { Term } from '../../../content/terms/term.ts';
import { wantsField } from './fields.ts';
import type { Context } from './resource.ts';
import type { RestRequest } from './rest-request.ts';

/** What presenting a post needs beside the post itself. */
export interface PostParts {
  readonly post: Post;
  /** Absolute address. */
  readonly link: string;
  /** Given to it, in order. */
  readonly terms: readonly Term[];
  readonly template: string;
  readonly footnotes: string;
  /** Empty for protected posts, attachments, embeds, and where no one asked for it. */
  readonly content: string;
  readonly file: MediaFile | undefined;
}

const metaKeys = ['_wp_page_template', 'footnotes'];

/** Reads what the given posts need, in the order given: four queries, whatever the number of posts. `renderContent` adds its own. */
export async function loadPostParts(request: RestRequest, posts: readonly Post[], context: Context): Promise<PostParts[]> {
  const { site, settings, fields } = request;
  const { read } = site.content.database;
  const ids = posts.map(({ id }) => id);
  const wantsContent = context !== 'embed' && wantsField(fields, 'content');
  // Who edits a post needs no password for it.
  const reveals = (post: Post) => context === 'edit' || !post.isProtected;
  const rendersContent = (post: Post) => wantsContent && reveals(post) && post.type !== 'attachment';
  const [meta, paths, files, contents] = await Promise.all([
    context !== 'embed' ? findPostMeta(read, ids, metaKeys) : undefined,
    findPostPaths(read, posts, settings.permalink_structure),
    findMediaFiles(read, posts.filter(({ type }) => type === 'attachment').map(({ id }) => id)),
    Promise.all(posts.map((post) => (rendersContent(post) ? site.renderContent(post) : ''))),
  ]);
  const terms = await site.content.terms.withAncestors(posts.flatMap(({ termIds }) => termIds));
  return posts.map((post, index) => {
    const template = meta?.get(post.id)?.get('_wp_page_template')?.[0] ?? '';
    return {
      post,
      link: `${site.content.siteUrl}${paths.get(post.id) ?? `/?p=${post.id}`}`,
      terms: post.termIds.map((id) => terms.get(id)).filter((term) => term !== undefined),
      template: template === 'default' ? '' : template,
      footnotes: !reveals(post) ? '' : meta?.get(post.id)?.get('footnotes')?.[0] ?? '',
      content: contents[index] ?? '',
      file: files.get(post.id),
    };
  });
}
