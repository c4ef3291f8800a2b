import { asItStands } from '../kernel/command.ts';
import { commentStatuses } from '../modules/comments/model.ts';
import type { Comment, CommentStatus } from '../modules/comments/model.ts';
import { moderateComment, editComment } from '../modules/comments/commands.ts';
import { findReports } from '../modules/comments/store.ts';
import { countCommentsByStatus, findComment, listComments } from '../modules/comments/reader.ts';
import { longest, cleanName, cleanVisitorHtml } from '../modules/comments/submission.ts';
import type { CommentInput } from '../modules/comments/store.ts';
import { operator } from '../modules/users/role.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { NotFoundError } from '../lib/errors.ts';
import { harmless } from '../lib/visible-name.ts';
import { htmlTokens, readAttributes } from '../lib/markup/html-tokens.ts';
import { positive } from '../lib/numbers.ts';
import { decodeEntities, htmlToText, trimWords } from '../lib/plain-text.ts';
import { readWords, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { answersInLines } from './with-database.ts';

const actions = { approve: 'approved', spam: 'spam', trash: 'trash' } as const satisfies Record<
  string,
  CommentStatus
>;
const defaultLimit = 20;
const maxListed = 1000;

export const commentsCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- comments list [--status hold|approved|spam|trash] [--post ID] [--limit N]',
    '       npm run broadsheet -- comments show ID',
    '       npm run broadsheet -- comments approve|spam|trash ID …',
    '       npm run broadsheet -- comments edit ID [--text TEXT] [--author NAME]',
    '',
    `  --status S  list comments with this status (default: hold)`,
    '  --post ID   list comments on this post only',
    `  --limit N   list at most N comments, newest first (default ${defaultLimit}, maximum ${maxListed})`,
    '  --text T    new text, with the HTML tags that visitors may use; --author N: new author name',
    '',
    'The server may be running: readers see changes immediately. Comments in spam and trash are retained and can be approved later.',
    'The server sends notifications of approved comments: immediately if it is running, otherwise at its next start.',
  ].join('\n'),
  run: answersInLines(readArguments, runComments),
};

export type CommentsRequest =
  | {
      readonly action: 'list';
      readonly status: CommentStatus;
      readonly postId?: number;
      readonly limit: number;
    }
  | { readonly action: 'show'; readonly id: number }
  | {
      readonly action: 'edit';
      readonly id: number;
      readonly changes: Partial<Pick<CommentInput, 'content' | 'authorName'>>;
    }
  | { readonly action: keyof typeof actions; readonly ids: readonly number[] };

/** Parses the arguments of `comments`; throws `UsageError`. */
export function readArguments(args: readonly string[]): CommentsRequest {
  const {
    values,
    positionals: [action, ...words],
  } = readWords(args, {
    status: { type: 'string' },
    post: { type: 'string' },
    limit: { type: 'string' },
    text: { type: 'string' },
    author: { type: 'string' },
  });
  const ids = words.map((word) => {
    const id = positive(word);
    if (id === undefined)
      throw new UsageError(`"${word}" is not a comment ID. Use comments list to see the IDs.`);
    return id;
  });
  const misplaced = Object.keys(values).find(
    (name) => (name === 'text' || name === 'author' ? 'edit' : 'list') !== action,
  );
  if (misplaced !== undefined)
    throw new UsageError(
      `--${misplaced} works only with ${misplaced === 'text' || misplaced === 'author' ? 'edit' : 'list'}.`,
    );
  if (action === 'list') {
    if (ids.length > 0)
      throw new UsageError('comments list takes no ID. Use comments show ID to show one comment.');
    const status = commentStatuses.find((one) => one === (values.status ?? 'hold'));
    if (!status)
      throw new UsageError(`--status must be one of ${commentStatuses.join(', ')}, not "${values.status}".`);
    return {
      action,
      status,
      limit: Math.min(maxListed, number('limit', values.limit) ?? defaultLimit),
      ...(values.post === undefined ? {} : { postId: number('post', values.post) ?? 0 }),
    };
  }
  const [id, ...more] = ids;
  if (action === 'show' || action === 'edit') {
    if (id === undefined || more.length > 0) throw new UsageError(`comments ${action} takes one ID.`);
    return action === 'show' ? { action, id } : { action, id, changes: readChanges(values) };
  }
  if (action !== 'approve' && action !== 'spam' && action !== 'trash') {
    throw new UsageError(
      action === undefined
        ? 'Missing action: list, show, approve, spam, trash or edit.'
        : `Unknown action "${action}" for comments. Use list, show, approve, spam, trash or edit.`,
    );
  }
  if (id === undefined) throw new UsageError(`comments ${action} needs the ID of at least one comment.`);
  return { action, ids };
}

/** Text is cleaned like that of visitors. */
function readChanges({
  text,
  author,
}: {
  readonly text?: string | undefined;
  readonly author?: string | undefined;
}): Partial<Pick<CommentInput, 'content' | 'authorName'>> {
  if (text === undefined && author === undefined)
    throw new UsageError('comments edit needs --text, --author or both.');
  for (const [name, value, maxLength] of [
    ['text', text, longest.comment],
    ['author', author, longest.author],
  ] as const) {
    if (value !== undefined && value.length > maxLength)
      throw new UsageError(`--${name} has ${value.length} characters; the maximum is ${maxLength}.`);
  }
  const [content, authorName] = [
    text === undefined ? undefined : cleanVisitorHtml(text),
    author === undefined ? undefined : cleanName(author),
  ];
  if (content === '' || authorName === '') {
    throw new UsageError(
      `--${content === '' ? 'text' : 'author'} is empty or has no visible characters. To remove a comment, use comments trash.`,
    );
  }
  return {
    ...(content === undefined ? {} : { content }),
    ...(authorName === undefined ? {} : { authorName }),
  };
}

function number(name: string, text: string | undefined): number | undefined {
  const found = positive(text);
  if (text !== undefined && found === undefined)
    throw new UsageError(`--${name} must be a whole number from 1, not "${text}".`);
  return found;
}

/** Returns the lines to print. Throws `NotFoundError` for an unknown id and then changes nothing. */
export async function runComments(database: Database, request: CommentsRequest): Promise<string[]> {
  if (request.action === 'list') return list(database, request);
  if (request.action === 'show')
    return [...show(await existing(database, request.id)), ...(await reportLines(database, request.id))];
  if (request.action === 'edit') {
    const { id } = await existing(database, request.id);
    await database.write((tx) => editComment(tx, operator(), { id, ...request.changes }, asItStands));
    return show(await existing(database, request.id));
  }
  const status = actions[request.action];
  for (const id of request.ids) await existing(database, id);
  const before = await database.write(async (tx) => {
    const found: Pick<Comment, 'id' | 'status'>[] = [];
    for (const id of request.ids) {
      await moderateComment(tx, operator(), { id, status }, (stored) => {
        found.push({ id, status: stored });
        return stored;
      });
    }
    return found;
  });
  const counts = await countCommentsByStatus(database.read);
  return [
    ...before.map((comment) =>
      comment.status === status
        ? `${comment.id}: already ${status}.`
        : `${comment.id}: ${status} (was ${comment.status}).`,
    ),
    `${counts.hold} ${counts.hold === 1 ? 'waits' : 'wait'}.`,
  ];
}

async function existing(database: Database, id: number): Promise<Comment> {
  const comment = await findComment(database.read, id);
  if (!comment)
    throw new NotFoundError(`Comment ${id} not found. Use comments list to see the pending comments.`);
  return comment;
}

async function list(
  database: Database,
  { status, postId, limit }: Extract<CommentsRequest, { action: 'list' }>,
): Promise<string[]> {
  const { comments, total } = await listComments(database.read, {
    statuses: [status],
    limit,
    ...(postId === undefined ? {} : { postIds: [postId] }),
  });
  if (total === 0)
    return [status === 'hold' ? 'No pending comments.' : `No comments with the status "${status}".`];
  const lines = comments.map(
    ({ id, postId: on, createdAt, authorName, content }) =>
      `${id}  ${new Date(createdAt).toISOString().slice(0, 16)}  post ${on}  ${printable(authorName) || 'Anonymous'}: ${trimWords(printable(content), 16)}`,
  );
  return total > comments.length ? [...lines, `… and ${total - comments.length} more (use --limit).`] : lines;
}

function show(comment: Comment): string[] {
  const { id, postId, parentId, status, createdAt, authorName, authorEmail, authorUrl, authorIp, content } =
    comment;
  const facts = [
    ['Comment', String(id)],
    ['Status', status],
    ['Post', String(postId)],
    ['Answers', parentId > 0 ? `comment ${parentId}` : ''],
    ['At', new Date(createdAt).toISOString()],
    ['By', printable(authorName)],
    ['Email', printable(authorEmail)],
    ['Website', printable(authorUrl)],
    ['Address', authorIp],
  ] as const;
  return [
    ...facts.filter(([, value]) => value !== '').map(([label, value]) => `${`${label}:`.padEnd(9)} ${value}`),
    '',
    ...content.split('\n').map(printable),
    ...linksIn(content).map((address) => `Link:     ${address}`),
  ];
}

/** Unresolved reports by readers. */
async function reportLines({ read }: Database, id: number): Promise<string[]> {
  const reports = (await findReports(read, [id])).get(id) ?? [];
  return reports.map(({ reason, text }) => `Reported: ${reason}${text === '' ? '' : ` (${harmless(text)})`}`);
}

/** Addresses that a comment links to or embeds; its plain text does not show them to moderators. */
function linksIn(html: string): string[] {
  const addresses = htmlTokens(html)
    .filter(({ kind }) => kind === 'open')
    .flatMap(({ start, end }) => readAttributes(html.slice(start, end)))
    .filter(({ name, value }) => ['href', 'src', 'cite'].includes(name) && value !== '')
    .map(({ value }) => harmless(decodeEntities(value)));
  return [...new Set(addresses)];
}

/** Plain text without escape sequences, which visitors could use to manipulate the terminal. */
function printable(html: string): string {
  return harmless(htmlToText(html));
}
