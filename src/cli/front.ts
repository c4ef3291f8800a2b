import { asItStands } from '../kernel/command.ts';
import { arrangeFront, pinPost, unpinPost } from '../modules/front/commands.ts';
import { listFrontPins, mostPins } from '../modules/front/store.ts';
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
    `  --place N   1 is the big picture; without it the post comes behind those that are pinned (${mostPins} at most)`,
    '',
    'Pinned posts open the front page in this order; sticky posts and the newest ones follow. A server may run meanwhile: it shows the change at once.',
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
        ? `--place takes a whole number from 1, and got "${values.place}".`
        : '--place goes with pin only.',
    );
  }
  if (action === 'list' || action === 'clear') {
    if (post !== undefined) throw new UsageError(`front ${action} takes no further word, and got "${post}".`);
    return { action };
  }
  if (action !== 'pin' && action !== 'unpin') {
    throw new UsageError(
      action === undefined
        ? 'Say what to do: list, pin, unpin or clear.'
        : `front can list, pin, unpin and clear, not "${action}".`,
    );
  }
  if (post === undefined || more.length > 0)
    throw new UsageError(`front ${action} takes one post, by its slug or id.`);
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
    return [count === 0 ? 'Nothing was pinned.' : `Unpinned ${count} ${count === 1 ? 'post' : 'posts'}.`];
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
    return ['Nothing is pinned: the front page opens with sticky posts, then the newest ones.'];
  return pins.map(
    ({ postId, slug, title, isShown }, index) =>
      `${index + 1}. ${htmlToText(title) || '(no title)'}  [${postId}, ${slug}]${isShown ? '' : '  (not published: readers don’t see it)'}`,
  );
}

/** A slug takes precedence, since it may be a number. Throws `NotFoundError` when neither matches. */
async function findId(read: Reader, post: string): Promise<number> {
  const [bySlug] = await findPostsBySlug(read, post, [articleType]);
  const id = bySlug?.id ?? positive(post);
  if (id === undefined)
    throw new NotFoundError(`No post has the slug "${post}". The slug is the last part of its address.`);
  return id;
}
