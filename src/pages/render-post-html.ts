import type { Post } from '../content/posts/post.ts';
import { PageRender } from './page-render.ts';
import { renderDocument } from './render-document.ts';
import type { Site } from './site.ts';

/** A post's content as HTML for readers outside of our pages (REST, feeds): rendered as on its page, with plain pictures instead of lazy ones. */
export async function renderPostHtml(site: Site, post: Post): Promise<string> {
  const render = new PageRender(site, { kind: 'single', path: '/', pageNumber: 1, title: post.title, post }, await site.content.settings.current(), Date.now());
  return withoutLazy(await renderDocument(await site.documents.post(post), `post:${post.id}`, render));
}

/** Puts what stands in `<noscript>` behind each lazy picture or frame in its place. */
export function withoutLazy(html: string): string {
  return html.replace(/<(img|iframe)\b[^>]*\sclass="(?:[^"]*\s)?lazy[\s"][^>]*>(?:<\/iframe>)?\s*<noscript>([\s\S]*?)<\/noscript>/g, '$2');
}
