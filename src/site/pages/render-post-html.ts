import type { PreparedDocument } from './prepared-document.ts';
import type { PageInfo, TagWeight } from '../../blocks/load-context.ts';
import type { Tag } from '../../modules/content/tags.ts';
import { findPostPaths } from '../../modules/posts/addresses.ts';
import type { Post } from '../../modules/posts/model.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import type { Actor } from '../../kernel/permission.ts';
import { anybody } from '../../modules/content/viewer.ts';
import { byTurns } from '../../lib/turns.ts';
import { withAbsoluteAddresses } from '../../lib/markup/feed-html.ts';
import { htmlTokens, readAttribute, readAttributes, writeTag } from '../../lib/markup/html-tokens.ts';
import { writeOpening } from '../../lib/markup/block-markup.ts';
import { PageRender } from './page-render.ts';
import { pageSearches } from './page-searches.ts';
import type { PageSearches } from './page-searches.ts';
import { renderDocument } from './render-document.ts';
import type { Site } from './site.ts';

export interface Depends {
  readonly note?: (tag: Tag, weight: TagWeight) => void;
  /** Milliseconds since 1970 after which the reply expires. */
  readonly expireAt?: (time: number) => void;
  /** Called when a list is omitted because it could not be loaded in time. */
  readonly lack?: () => void;
}

/**
 * HTML of posts for REST and feeds, in order: without ads, lazy loading and copy buttons, with absolute URLs. All
 * together may search as long as one page; lists beyond that are omitted, so that one text can't block the others.
 */
export async function renderPostsHtml(
  site: Site,
  posts: readonly Post[],
  depends: Depends = {},
): Promise<string[]> {
  const search = pageSearches(site);
  return byTurns(posts, async (post) =>
    renderHtml(site, post, await site.documents.post(post), { search, ...depends }),
  );
}

/** The same with another text of the post, such as a revision. */
export async function renderTextHtml(site: Site, post: Post, text: string): Promise<string> {
  return renderHtml(site, post, await site.documents.text(text));
}

/** One block as the actor would see it, on a post's page or on none. Cleaned like every text, since its attributes are untrusted. */
export async function renderBlockHtml(
  site: Site,
  name: string,
  attributes: Readonly<Record<string, unknown>>,
  { post, actor }: { readonly post?: Post | undefined; readonly actor?: Actor | undefined },
): Promise<string> {
  return renderHtml(site, post, await site.documents.text(writeOpening(name, attributes, true)), { actor });
}

/** A document as on its page, with plain instead of lazy pictures; not part of a reply. */
export async function renderShownHtml(
  site: Site,
  document: PreparedDocument,
  page: PageInfo,
  settings: Settings,
): Promise<string> {
  const render = new PageRender(site, page, settings, Date.now());
  render.isStyled = false;
  return withoutLazy((await renderDocument(document, `post:${page.post?.id ?? 0}`, render)) ?? '');
}

const anyPage: PageInfo = { kind: 'home', path: '/', pageNumber: 1, title: '', isPart: true };

async function renderHtml(
  site: Site,
  post: Post | undefined,
  document: PreparedDocument,
  {
    search,
    actor,
    note,
    expireAt,
    lack,
  }: Depends & { readonly search?: PageSearches; readonly actor?: Actor | undefined } = {},
): Promise<string> {
  const { content } = site;
  const settings = await content.settings.current();
  const path =
    post &&
    ((await findPostPaths(content.database.read, [post], settings.permalink_structure)).get(post.id) ?? '/');
  const page: PageInfo =
    post && path ? { kind: 'single', path, pageNumber: 1, title: post.title, post } : anyPage;
  const render = new PageRender(site, page, settings, Date.now(), { ...anybody, actor });
  render.leftOut = adName;
  render.framesScripts = false;
  render.isStyled = false;
  if (search) render.search = search;
  const drawn = (await renderDocument(document, post ? `post:${post.id}` : 'block', render)) ?? '';
  // A text may have megabytes and is processed several times: other requests are served in between.
  const plain = await render.drawInTurn(() => withoutLazy(drawn));
  const html = await render.drawInTurn(() => withoutCopyMarks(plain));
  for (const [tag, weight] of render.tags) note?.(tag, weight);
  expireAt?.(render.expiresAt);
  if (render.isLacking) lack?.();
  return render.drawInTurn(() => withAbsoluteAddresses(html, content.siteUrl + page.path));
}

/** Its code only works on our pages. */
const adName = 'broadsheet/ad';

/** Removes attributes of code blocks that only our pages need: the mark for the copy button, and the tab stop. Linear time. */
export function withoutCopyMarks(html: string): string {
  if (!html.includes(' data-copyable')) return html;
  let result = '';
  let copied = 0;
  for (const token of htmlTokens(html)) {
    if (token.kind !== 'open' || token.name !== 'pre') continue;
    const attributes = readAttributes(html.slice(token.start, token.end));
    if (!attributes.some(({ name }) => name === 'data-copyable')) continue;
    const remaining = attributes.filter(({ name }) => name !== 'data-copyable' && name !== 'tabindex');
    result += html.slice(copied, token.start) + writeTag('pre', remaining);
    copied = token.end;
  }
  return result + html.slice(copied);
}

/** Replaces each lazy picture or frame by the content of its `<noscript>`. Linear time. */
export function withoutLazy(html: string): string {
  if (!html.includes('lazy')) return html;
  const tokens = htmlTokens(html);
  let result = '';
  let copied = 0;
  for (let index = 0; index < tokens.length; index++) {
    const lazy = tokens[index];
    if (
      lazy?.kind !== 'open' ||
      (lazy.name !== 'img' && lazy.name !== 'iframe') ||
      !isLazy(html.slice(lazy.start, lazy.end))
    )
      continue;
    let next = index + 1;
    if (lazy.name === 'iframe')
      while (tokens[next]?.name === 'iframe' && tokens[next]?.kind !== 'open') next++; // its content and end tag
    const [open, plain, close] = tokens.slice(next, next + 3);
    if (open?.kind !== 'open' || open.name !== 'noscript' || plain?.kind !== 'raw' || close?.kind !== 'close')
      continue;
    result += html.slice(copied, lazy.start) + html.slice(plain.start, plain.end);
    copied = close.end;
    index = next + 2;
  }
  return result + html.slice(copied);
}

function isLazy(tag: string): boolean {
  return readAttribute(tag, 'class')?.split(/\s+/).includes('lazy') ?? false;
}
