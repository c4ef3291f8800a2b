import type { QueryClient } from '@tanstack/react-query';
import type { ListedType } from '../../app/boot.ts';
import { rest, RestError } from '../../app/rest.ts';
import { toast } from '../../app/toasts.tsx';
import type { PostRow } from './post-list.ts';

/** Requests at a time: a long selection takes what others have left. */
const width = 4;

interface Work {
  readonly doing: string;
  /** Of what was done: the number, and the title where it is one. */
  readonly done: (count: number, title: string) => string;
  readonly run: (post: PostRow) => Promise<unknown>;
  /** Takes back what was done. */
  readonly undo?: ((post: PostRow) => Promise<unknown>) | undefined;
}

const titleOf = (post: PostRow) => post.title.raw || 'Without a title';

/** Does it to all of them, says how far it is, what came of it, and offers to take it back. */
async function doAll(queries: QueryClient, posts: readonly PostRow[], { doing, done, run, undo }: Work): Promise<void> {
  const id = `work-${Date.now()}`;
  const left = [...posts];
  const finished: PostRow[] = [];
  const refused: string[] = [];
  const work = async () => {
    for (let post = left.shift(); post; post = left.shift()) {
      try {
        await run(post);
        finished.push(post);
      } catch (error) {
        if (!(error instanceof RestError)) throw error;
        refused.push(`${titleOf(post)}: ${error.message}`);
      }
      if (posts.length > 1) toast(`${doing}: ${finished.length + refused.length} of ${posts.length} …`, { id, stays: true });
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, posts.length) }, work));
  await queries.invalidateQueries({ queryKey: ['posts'] });
  const [first] = finished;
  if (first) {
    const back = undo && (() => void doAll(queries, finished, { doing: 'Taking it back', done: (count) => `Taken back: ${count}`, run: undo }));
    toast(done(finished.length, titleOf(first)), { id, ...(back ? { undo: back } : {}) });
  }
  if (refused.length > 0) toast(refused.length === 1 ? refused.join() : `${refused.length} were not changed. ${refused[0] ?? ''}`, first ? {} : { id });
}

const counted = (one: string, many: string) => (count: number, title: string) => (count === 1 ? `“${title}” ${one}` : `${count} ${many}`);

/** What lists do with posts of a type. */
export function postWork(queries: QueryClient, { restBase }: ListedType) {
  const path = ({ id }: PostRow) => `/wp/v2/${restBase}/${id}`;
  const setStatus = (status: (post: PostRow) => string) => (post: PostRow) => rest(path(post), { method: 'POST', body: { status: status(post) } });
  return {
    trash: (posts: readonly PostRow[]) => doAll(queries, posts, {
      doing: 'Moving to the trash', done: counted('is in the trash', 'are in the trash'), run: (post) => rest(path(post), { method: 'DELETE' }),
      undo: setStatus(({ status }) => status),
    }),
    restore: (posts: readonly PostRow[]) => doAll(queries, posts, {
      doing: 'Restoring', done: counted('is a draft again', 'are drafts again'), run: setStatus(() => 'draft'),
      undo: (post) => rest(path(post), { method: 'DELETE' }),
    }),
    remove: (posts: readonly PostRow[]) => doAll(queries, posts, {
      doing: 'Deleting', done: counted('is deleted', 'are deleted'), run: (post) => rest(`${path(post)}?force=true`, { method: 'DELETE' }),
    }),
  };
}
