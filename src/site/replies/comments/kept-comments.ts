import { findCommentPages, listComments, readingOrderOf } from '../../../modules/comments/reader.ts';
import type { Post } from '../../../modules/posts/post.ts';
import { parseCookies } from '../../../lib/cookies.ts';
import type { Signer } from '../../../lib/keys.ts';
import { positive } from '../../../lib/numbers.ts';
import type { Site } from '../../pages/site.ts';
import { isAuthor, moderationHash } from './held-comment.ts';
import { rememberedSeconds } from './remember.ts';

/** One cookie for each comment that waits, named after its post and sent to that alone, so that its author gets every other page from the cache. */
const nameOf = (postId: number, id: number | string) => `comment_held_broadsheet_${postId}_${id}`;
/** Cookies that are looked at; nobody has as many comments waiting below one post. */
const mostCookies = 20;

function setCookie(name: string, value: string, path: string, more: string): string {
  return `${name}=${value}; Path=${path.split('?')[0]}; ${more}`;
}

/** A `Set-Cookie` header that shows a comment to its author while it waits. `path`: the post's. */
export function keptCookie(
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

/** Comments below a post that a reader's cookies prove to be theirs, whatever became of them. */
export function keptIds(signer: Signer, cookieHeader: string, postId: number): number[] {
  const start = nameOf(postId, '');
  if (!cookieHeader.includes(start)) return [];
  const kept = [...parseCookies(cookieHeader)]
    .filter(([name]) => name.startsWith(start))
    .slice(0, mostCookies);
  return kept
    .flatMap(([name, hash]) => {
      const id = positive(name.slice(start.length));
      return id !== undefined && isAuthor(signer, id, hash) ? [id] : [];
    })
    .toSorted((a, b) => a - b);
}

interface Asked {
  readonly cookieHeader: string;
  readonly post: Post;
  /** The post's. */
  readonly path: string;
  /** The page of comments that is asked for. */
  readonly commentPage: number;
}

/** What a reader's cookies show of their own comments. */
interface Kept {
  /** Those that still wait, and belong on the page at hand. */
  readonly shown: readonly number[];
  /** `Set-Cookie` headers that end the cookies of those that wait no more: their author gets the kept page again. */
  readonly forget: readonly string[];
}

/** What the cookies show below a post; undefined: nothing, like everybody's. */
export async function keptComments(
  { content }: Site,
  signer: Signer,
  { cookieHeader, post, path, commentPage }: Asked,
): Promise<Kept | undefined> {
  const ids = keptIds(signer, cookieHeader, post.id);
  if (ids.length === 0) return undefined;
  const { read } = content.database;
  const { comments } = await listComments(read, {
    ids,
    postIds: [post.id],
    statuses: ['hold'],
    limit: mostCookies,
  });
  const pages = await findCommentPages(read, comments, readingOrderOf(await content.settings.current()));
  return {
    shown: ids.filter((id) => pages.get(id) === commentPage),
    forget: ids
      .filter((id) => !pages.has(id))
      .map((id) => setCookie(nameOf(post.id, id), '', path, 'Max-Age=0')),
  };
}
