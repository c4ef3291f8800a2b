import type { QueryClient } from '@tanstack/react-query';
import type { ListedType } from '../../app/boot.ts';
import { rest } from '../../app/rest.ts';
import { sentStatus, titleText } from '../../app/rest-types.ts';
import type { PostSent } from '../../app/rest-types.ts';
import { doAll } from '../../app/work.ts';
import { say, sayCount } from '../../words.ts';
import type { PostRow } from './post-list.ts';

export const titleOf = (post: Pick<PostRow, 'title'>): string => titleText(post.title);

export type PostChange = Readonly<PostSent>;

/** Query keys to invalidate after a change. */
export const touched = ['posts', 'terms'];

/** Actions on posts of a type. Each sends the revision that the user saw; the server refuses stale changes, which is reported. */
export function postWork(queries: QueryClient, { restBase }: ListedType) {
  const path = ({ id }: PostRow) => `/wp/v2/${restBase}/${id}`;
  const change = async (post: PostRow, body: PostChange, { revision } = post) =>
    (await rest<PostRow, PostSent>(path(post), { method: 'POST', body: { ...body, revision } })).body;
  const trash = async (post: PostRow, { revision } = post) =>
    (await rest<PostRow>(`${path(post)}?revision=${revision}`, { method: 'DELETE' })).body;
  const nameOf = titleOf;
  return {
    trash: (posts: readonly PostRow[]) =>
      doAll(queries, touched, posts, {
        doing: say('Moving to trash'),
        done: (count, name) =>
          count === 1
            ? say('“%s” moved to trash', name)
            : sayCount('%d moved to trash|%d moved to trash', count),
        run: (post) => trash(post),
        nameOf,
        undo: (post, made) => change(post, { status: sentStatus(post.status) }, made),
      }),
    restore: (posts: readonly PostRow[]) =>
      doAll(queries, touched, posts, {
        doing: say('Restoring'),
        done: (count, name) =>
          count === 1
            ? say('“%s” restored as draft', name)
            : sayCount('%d restored as draft|%d restored as drafts', count),
        run: (post) => change(post, { status: 'draft' }),
        nameOf,
        undo: (post, made) => trash(post, made),
      }),
    remove: (posts: readonly PostRow[]) =>
      doAll(queries, touched, posts, {
        doing: say('Deleting'),
        done: (count, name) =>
          count === 1
            ? say('“%s” deleted permanently', name)
            : sayCount('%d deleted permanently|%d deleted permanently', count),
        nameOf,
        run: (post) => rest(`${path(post)}?force=true&revision=${post.revision}`, { method: 'DELETE' }),
      }),
    /** Edits each post by `changeOf`, skipping empty changes; undo restores each field. */
    edit: (posts: readonly PostRow[], changeOf: (post: PostRow) => PostChange) =>
      doAll(queries, touched, posts, {
        doing: say('Saving'),
        done: (count, name) =>
          count === 1 ? say('“%s” updated', name) : sayCount('%d updated|%d updated', count),
        nameOf,
        run: async (post) => {
          const body = changeOf(post);
          return { body, made: Object.keys(body).length === 0 ? post : await change(post, body) };
        },
        undo: (post, { body, made }) => {
          const back = backOf(post, body);
          return Object.keys(back).length === 0 ? Promise.resolve() : change(post, back, made);
        },
      }),
    change,
  };
}

/** The change that undoes `body`. */
export function backOf(post: PostRow, body: PostChange): PostChange {
  const before = new Map<string, unknown>(
    Object.entries({ ...post, title: post.title?.raw, ...(post.date_floating ? { date: null } : {}) }),
  );
  // The new author may have been another one of the byline, so restoring the first author is not enough.
  const names = Object.keys(body).map((name) => (name === 'author' && post.broadsheet ? 'broadsheet' : name));
  // Publishing gives a draft a date.
  if (post.date_floating && names.includes('status')) names.push('date');
  return Object.fromEntries(names.filter((name) => before.has(name)).map((name) => [name, before.get(name)]));
}
