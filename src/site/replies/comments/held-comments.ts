import { findCommentPages, listComments, readingOrderOf } from '../../../modules/comments/reader.ts';
import type { Post } from '../../../modules/posts/model.ts';
import { parseCookies } from '../../../lib/cookies.ts';
import type { Signer } from '../../../lib/keys.ts';
import { positive } from '../../../lib/numbers.ts';
import type { Site } from '../../pages/site.ts';
import type { Discussion } from '../../../blocks/load-context.ts';
import { queryOf } from '../../../lib/urls.ts';
import type { TypedComment } from '../../../modules/comments/submission.ts';

/** One cookie per held comment, limited to its post's path, so that its author gets every other page from the cache. */
const nameOf = (postId: number, id: number | string) => `comment_held_broadsheet_${postId}_${id}`;
/** Upper bound of cookies to check; no author has as many held comments below one post. */
const maxCookies = 20;

function setCookie(name: string, value: string, path: string, more: string): string {
  return `${name}=${value}; Path=${path.split('?')[0]}; ${more}`;
}

/** `Set-Cookie` header that shows a held comment to its author on `path`, the post's path. */
export function heldCommentCookie(
  signer: Signer,
  id: number,
  postId: number,
  path: string,
  secure: boolean,
): string {
  return setCookie(
    nameOf(postId, id),
    moderationHash(signer, id),
    path,
    `Max-Age=${rememberedSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  );
}

/** Comments below a post that a visitor's cookies prove to be their own, whatever their status is now. */
export function heldCommentIds(signer: Signer, cookieHeader: string, postId: number): number[] {
  const start = nameOf(postId, '');
  if (!cookieHeader.includes(start)) return [];
  const cookies = Object.entries(parseCookies(cookieHeader))
    .filter(([name]) => name.startsWith(start))
    .slice(0, maxCookies);
  return cookies
    .flatMap(([name, hash = '']) => {
      const id = positive(name.slice(start.length));
      return id !== undefined && isAuthor(signer, id, hash) ? [id] : [];
    })
    .toSorted((a, b) => a - b);
}

interface Asked {
  readonly cookieHeader: string;
  readonly post: Post;
  readonly path: string;
  readonly commentPage: number;
}

interface HeldComments {
  /** Comments that are still held and belong on the requested comment page. */
  readonly shown: readonly number[];
  /** `Set-Cookie` headers that clear cookies of comments no longer held, so that their author gets the cached page again. */
  readonly forget: readonly string[];
}

/** The visitor's own comments below a post; undefined if their cookies prove none. */
export async function heldComments(
  { content }: Site,
  signer: Signer,
  { cookieHeader, post, path, commentPage }: Asked,
): Promise<HeldComments | undefined> {
  const ids = heldCommentIds(signer, cookieHeader, post.id);
  if (ids.length === 0) return undefined;
  const { read } = content.database;
  const { comments } = await listComments(read, {
    ids,
    postIds: [post.id],
    statuses: ['hold'],
    limit: maxCookies,
  });
  const pages = await findCommentPages(read, comments, readingOrderOf(await content.settings.current()));
  return {
    shown: ids.filter((id) => pages.get(id) === commentPage),
    forget: ids
      .filter((id) => !pages.has(id))
      .map((id) => setCookie(nameOf(post.id, id), '', path, 'Max-Age=0')),
  };
}

const purpose = 'moderation-hash';

/** Secret that only the comment's author receives. */
function moderationHash(signer: Signer, id: number): string {
  return signer.sign(purpose, String(id));
}

function isAuthor(signer: Signer, id: number, hash: string): boolean {
  return signer.verify(purpose, String(id), hash);
}

export function heldQuery(signer: Signer, id: number): string {
  return `unapproved=${id}&moderation-hash=${moderationHash(signer, id)}`;
}

export function discussionOf(parameters: ReadonlyMap<string, string>, page: number): Discussion {
  const order = parameters.get('comment_order');
  return {
    page,
    replyTo: positive(parameters.get('replytocom')) ?? 0,
    order: order === 'asc' || order === 'desc' ? order : undefined,
  };
}

/** The held comment that a request asks for, if it has the hash that the author received. */
export function heldAsked(signer: Signer, parameters: ReadonlyMap<string, string>): readonly number[] {
  const requested = positive(parameters.get('unapproved')) ?? 0;
  return requested > 0 && isAuthor(signer, requested, parameters.get('moderation-hash') ?? '')
    ? [requested]
    : [];
}

/** An address without its request for a held comment, if that lacks a valid hash, so that it gets the cached page. Undefined for other addresses. */
export function withoutForgedHeld(signer: Signer, address: string): string | undefined {
  const [path = '/'] = address.split('?', 1);
  const parameters = new URLSearchParams(queryOf(address));
  if (
    !parameters.has('unapproved') ||
    !parameters.has('moderation-hash') ||
    heldAsked(signer, new Map(parameters)).length > 0
  )
    return undefined;
  parameters.delete('unapproved');
  parameters.delete('moderation-hash');
  const own = path.replace(/^\/[/\\]+/, '/'); // never the address of another site
  return parameters.size > 0 ? `${own}?${parameters}` : own;
}

/** WordPress' names with our own suffix. `reader/behaviours/comment-form.ts` reads them, so they are not `HttpOnly`. */
const cookieOf = {
  author: 'comment_author_broadsheet',
  email: 'comment_author_email_broadsheet',
  url: 'comment_author_url_broadsheet',
} as const;
/** Nearly a year, as in WordPress. */
const rememberedSeconds = 30_000_000;

/** `Set-Cookie` headers that store the commenter's details for next time, or clear them without consent. */
export function rememberCookies(
  typed: Pick<TypedComment, keyof typeof cookieOf>,
  consent: boolean,
  secure: boolean,
): string[] {
  return (['author', 'email', 'url'] as const).map((field) => {
    const value = consent ? encodeURIComponent(typed[field].trim().toWellFormed()) : '';
    return `${cookieOf[field]}=${value}; Path=/; Max-Age=${value === '' ? 0 : rememberedSeconds}; SameSite=Lax${secure ? '; Secure' : ''}`;
  });
}

/** Holds a captcha pass from its verification until the comment is sent; limited to the comment form's path. */
export const captchaCookie = 'broadsheet_captcha';
const path = '/wp-comments-post.php';

export function captchaCookieHeader(pass: string, lifeMs: number, secure: boolean): string {
  return `${captchaCookie}=${pass}; Path=${path}; Max-Age=${Math.round(lifeMs / 1000)}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}
