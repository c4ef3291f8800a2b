import { findPost } from '../modules/posts/reader.ts';
import { shareDraft, unshareDraft } from '../modules/posts/share-commands.ts';
import { listShares } from '../modules/posts/share-store.ts';
import { operator } from '../modules/users/role.ts';
import { siteUrlOf } from '../config.ts';
import type { Config } from '../config.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { NotFoundError } from '../lib/errors.ts';
import { harmless } from '../lib/visible-name.ts';
import { positive } from '../lib/numbers.ts';
import { readWords, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { answersInLines } from './with-database.ts';

export const shareCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- share POST [--end]',
    '       npm run broadsheet -- share list',
    '',
    '  POST   ID of a draft; prints a link that lets anyone who has it read the current version of the draft',
    '  --end  revoke the link',
    '  list   list the drafts that have a link',
    '',
    'The link expires when the draft is published, made private or trashed, and when a new link is created for it. It begins with SITE_URL.',
  ].join('\n'),
  run: answersInLines(readArguments, runShare),
};

export type ShareRequest =
  | { readonly action: 'list' }
  | { readonly action: 'share' | 'end'; readonly id: number };

/** Parses the arguments of `share`; throws `UsageError`. */
export function readArguments(args: readonly string[]): ShareRequest {
  const {
    values,
    positionals: [word, ...more],
  } = readWords(args, { end: { type: 'boolean' } });
  if (more.length > 0) throw new UsageError('share takes one post.');
  if (word === 'list') {
    if (values.end) throw new UsageError('--end needs the ID of a post.');
    return { action: 'list' };
  }
  const id = positive(word);
  if (word === undefined) throw new UsageError('Specify the ID of a post.');
  if (id === undefined) throw new UsageError(`share takes the ID of a post, not "${word}".`);
  return { action: values.end ? 'end' : 'share', id };
}

/** Returns the lines to print. Throws `NotFoundError` for an unknown post, `ConflictError` for one that is not a draft. */
export async function runShare(
  database: Database,
  request: ShareRequest,
  config: Pick<Config, 'siteUrl' | 'port'>,
): Promise<string[]> {
  if (request.action === 'list') {
    const shares = await listShares(database.read);
    if (shares.length === 0) return ['No drafts are shared.'];
    return shares.map(
      ({ postId, title, createdAt }) =>
        `${postId}  since ${new Date(createdAt).toISOString().slice(0, 16)}  ${harmless(title)}`,
    );
  }
  const { id } = request;
  if (!(await findPost(database.read, id))) throw new NotFoundError(`No post has the ID ${id}.`);
  if (request.action === 'end') {
    return [
      (await database.write((tx) => unshareDraft(tx, operator(), { id })))
        ? `Post ${id} is no longer shared.`
        : `Post ${id} was not shared.`,
    ];
  }
  return [siteUrlOf(config) + (await database.write((tx) => shareDraft(tx, operator(), { id })))];
}
