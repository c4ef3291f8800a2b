import { isFloating } from '../../app/floating-date.ts';
import type { PostSent } from '../../app/sent.ts';
import type { PostRow } from './post-list.ts';

/** Fields of a post as REST takes them. */
export type PostChange = Readonly<PostSent>;

/** What takes a change of a post back. */
export function backOf(post: PostRow, body: PostChange): PostChange {
  // A draft without a date goes back to none: the one that it shows is its last change, with which it would come out.
  const before = new Map<string, unknown>(Object.entries({ ...post, title: post.title?.raw, ...(isFloating(post) ? { date: null } : {}) }));
  // Another author may have been one of the others of the byline, whom the first alone does not bring back.
  const names = Object.keys(body).map((name) => (name === 'author' && post.broadsheet ? 'broadsheet' : name));
  return Object.fromEntries(names.filter((name) => before.has(name)).map((name) => [name, before.get(name)]));
}
