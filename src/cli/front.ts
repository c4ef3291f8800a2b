import { asItStands } from '../kernel/command.ts';
import { arrangeFront, pinPost, unpinPost } from '../modules/front/commands.ts';
import { listFrontPins, maxPins } from '../modules/front/store.ts';
import { findPostsBySlug } from '../modules/posts/reader.ts';
import type { Database, Reader } from '../kernel/db/open-database.ts';
import { NotFoundError } from '../lib/errors.ts';
import { positive } from '../lib/numbers.ts';
import { htmlToText } from '../lib/plain-text.ts';
import { readWords, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { answersInLines } from './with-database.ts';
import { articleType } from '../modules/types/names.ts';
import { operator } from '../modules/users/role.ts';

export const frontCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- front list',
    '       npm run broadsheet -- front pin SLUG|ID [--place N]',
    '       npm run broadsheet -- front unpin SLUG|ID',
    '       npm run broadsheet -- front clear',
    '',
    `  --place N   position; 1 is the lead story. By default the post is added after the other pinned posts (maximum ${maxPins})`,
    '',
    'Pinned posts open the front page in this order, followed by sticky posts and the newest posts. The server may be running: changes appear immediately.',
  ].join('\n'),
  run: answersInLines(readArguments, runFront),
};

export type FrontChange =
  | { readonly action: 'clear' }
  | { readonly action: 'list' }
  | { readonly action: 'pin' | 'unpin'; readonly post: string; readonly place?: number };

function readArguments(args: readonly string[]): FrontChange {
  const {
    values,
    positionals: [action, post, ...more],
  } = readWords(args, { place: { type: 'string' } });
  const place = values.place === undefined ? undefined : positive(values.place);
  if (values.place !== undefined && (place === undefined || action !== 'pin')) {
    throw new UsageError(
      action === 'pin'
        ? `--place must be a whole number from 1, not "${values.place}".`
        : '--place works only with pin.',
    );
  }
  if (action === 'list' || action === 'clear') {
    if (post !== undefined) throw new UsageError(`front ${action} takes no argument, but got "${post}".`);
    return { action };
  }
  if (action !== 'pin' && action !== 'unpin') {
    throw new UsageError(
      action === undefined
        ? 'Missing action: list, pin, unpin or clear.'
        : `Unknown action "${action}" for front. Use list, pin, unpin or clear.`,
    );
  }
  if (post === undefined || more.length > 0)
    throw new UsageError(`front ${action} takes one post, by slug or ID.`);
  return { action, post, ...(place === undefined ? {} : { place }) };
}

/** Returns lines that list the pinned posts. Throws `NotFoundError` or `InvalidInputError` for posts that can't be pinned. */
export async function runFront(
  database: Pick<Database, 'read' | 'write'>,
  change: FrontChange,
): Promise<string[]> {
  if (change.action === 'clear') {
    const count = await database.write(async (tx) => {
      let before = 0;
      await arrangeFront(tx, operator(), { pinned: [] }, (pinned) => {
        before = pinned.length;
        return pinned;
      });
      return before;
    });
    return [count === 0 ? 'No posts were pinned.' : `Unpinned ${count} ${count === 1 ? 'post' : 'posts'}.`];
  }
  if (change.action !== 'list') {
    const { action, post, place } = change;
    await database.write(async (tx) => {
      const id = await findId(tx.db, post);
      await (action === 'pin'
        ? pinPost(tx, operator(), { id, place }, asItStands)
        : unpinPost(tx, operator(), { id }, asItStands));
    });
  }
  const pins = await listFrontPins(database.read);
  if (pins.length === 0)
    return ['No posts are pinned. The front page opens with sticky posts, then the newest posts.'];
  return pins.map(
    ({ postId, slug, title, isShown }, index) =>
      `${index + 1}. ${htmlToText(title) || '(no title)'}  [${postId}, ${slug}]${isShown ? '' : '  (not published: hidden from readers)'}`,
  );
}

/** A slug takes precedence, since it may be a number. Throws `NotFoundError` when neither matches. */
async function findId(read: Reader, post: string): Promise<number> {
  const [bySlug] = await findPostsBySlug(read, post, [articleType]);
  const id = bySlug?.id ?? positive(post);
  if (id === undefined)
    throw new NotFoundError(
      `No post has the slug "${post}". The slug is the last part of the post’s address.`,
    );
  return id;
}
