import { compileDocument } from '../blocks/document/compile-document.ts';
import { renderPostContent } from '../blocks/document/content-pipeline.ts';
import type { CompiledDocument } from '../blocks/document/document.ts';
import { findBlock } from '../blocks/registry.server.ts';
import type { Content } from '../content/content.ts';
import { findAttachedIds, findMediaFiles } from '../content/media/attached.ts';
import { findMediaByUrls, findPictures } from '../content/media/reader.ts';
import type { Post } from '../content/posts/post.ts';
import { findRender, saveRender } from '../content/posts/render-store.ts';
import { shortHash } from '../lib/hash.ts';
import { messageOf } from '../lib/errors.ts';
import { LruCache } from '../lib/lru-cache.ts';
import type { Log } from './site.ts';

/** Counts changes of the content pipeline that make stored renders out of date. */
const pipelineVersion = 3;

const isKnown = (name: string) => findBlock(name) !== undefined;

/** Documents ready to render: templates compiled once, post content through the pipeline once per revision. */
export interface DocumentStore {
  /** Compiles markup that lives outside of posts. */
  template(markup: string, name: string): CompiledDocument;
  /** A post's content after the pipeline; stored in `post_render`. */
  post(post: Post): Promise<CompiledDocument>;
}

export function createDocumentStore(content: Content, log: Log): DocumentStore {
  const templates = new LruCache<string, CompiledDocument>(300);
  const posts = new LruCache<string, CompiledDocument>(200);
  const report = (document: string) => (problem: string) => log.warn({ document, problem }, 'A document is not well formed');
  return {
    template: (markup, name) => {
      const key = `${name} ${shortHash(markup)}`;
      const known = templates.get(key);
      if (known) return known;
      const compiled = compileDocument(markup, { isKnown, onProblem: report(name) });
      templates.set(key, compiled);
      return compiled;
    },
    post: async (post) => {
      const { imported_from: exporters } = await content.settings.current();
      const renderKey = `${post.revision}.${pipelineVersion}.${shortHash([content.siteUrl, ...exporters, post.featuredMediaId, ...Object.values(post.details.smartList ?? {}), post.content].join(' '))}`;
      const key = `${post.id} ${renderKey}`;
      const known = posts.get(key);
      if (known) return known;
      const stored = await findRender<CompiledDocument>(content.database.read, post.id, renderKey);
      const compiled = stored ?? (await renderPostContent(post, {
        siteUrl: content.siteUrl,
        exporterHosts: exporters.map((address) => new URL(address).host),
        hasLead: post.featuredMediaId > 0,
        isKnown,
        pictures: (ids) => findPictures(content, ids),
        picturesByUrl: (urls) => findMediaByUrls(content, urls),
        media: (ids) => findMediaFiles(content, ids),
        attachedTo: (postId, kind) => findAttachedIds(content.database.read, postId, kind),
        onProblem: report(`post ${post.id}`),
      }));
      posts.set(key, compiled);
      if (!stored) {
        // Nobody waits for it: the page is ready, and the next process finds it.
        content.database.writeDerived((tx) => saveRender(tx, post.id, renderKey, compiled))
          .catch((error: unknown) => log.warn({ post: post.id, reason: messageOf(error) }, 'Could not keep a rendered post; it is rendered again next time'));
      }
      return compiled;
    },
  };
}
