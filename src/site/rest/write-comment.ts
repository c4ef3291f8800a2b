import { isIP } from 'node:net';
import { z } from 'zod';
import type { Comment, CommentStatus } from '../../modules/comments/model.ts';
import {
  moderateComment,
  editComment,
  deleteComment,
  commentToChange,
} from '../../modules/comments/commands.ts';
import { mayChangeComments, mayModerate } from '../../modules/comments/policy.ts';
import type { Commenter, Hindrance } from '../../modules/comments/submit.ts';
import { findComment as storedComment } from '../../modules/comments/reader.ts';
import { checkComment, checkMemberComment, isNameRequired } from '../../modules/comments/submission.ts';
import { submitComment, findDiscussion } from '../../modules/comments/submit.ts';
import { findSummaries } from '../../modules/posts/reader.ts';
import type { Actor } from '../../kernel/permission.ts';
import { findUser } from '../../modules/users/reader.ts';
import { defined } from '../../lib/records.ts';
import { canReach, normalizeEmail } from '../../lib/normalize-email.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { visibleName } from '../../lib/visible-name.ts';
import {
  BroadsheetError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  StaleError,
} from '../../lib/errors.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { commentArguments, revisionOfComment } from './comment-resource.ts';
import type { sentStatuses } from './comment-resource.ts';
import { fromRevision, refuseOther, staleReply } from '../../kernel/http/rest/from-revision.ts';
import { loadCommentItems } from './present-post.ts';
import { dateParam, momentOf } from '../../kernel/http/rest/query-params.ts';
import { offParam, textParam } from '../../kernel/http/rest/params.ts';
import { isPasswordOf, passwordParam } from './post-password-param.ts';
import { faultsOfParams, InvalidParamsError } from '../../kernel/http/rest/rest-errors.ts';
import type { ItemAnswer, RemovedAnswer, RestItem } from '../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { capturedId } from '../../kernel/http/rest/rest-route.ts';

/** The comment in the path; `mayChange`: the caller can moderate it, `isTheirs`: the caller wrote it. */
export interface FoundComment {
  readonly id: number;
  readonly mayChange: boolean;
  readonly isTheirs: boolean;
}

/** No query for callers whose access doesn't depend on the comment. */
export async function findComment(
  { actor, site }: RestRequest,
  captured: Readonly<Record<string, string>>,
): Promise<FoundComment> {
  const id = capturedId(captured);
  if (!actor || mayModerate(actor)) return { id, mayChange: actor !== undefined, isTheirs: false };
  const { read } = site.content.database;
  const comment = await storedComment(read, id);
  const post = comment && (await findSummaries(read, [comment.postId])).get(comment.postId);
  return {
    id,
    mayChange: comment !== undefined && mayChangeComments(actor, post),
    isTheirs: comment?.userId === actor.id,
  };
}

export const changeArguments = commentArguments.extend({
  date: dateParam(),
  date_gmt: dateParam(),
  type: textParam(),
  ...fromRevision,
  broadsheet_undo: offParam(),
});
/** WordPress declares `password` for deletions, too, where it has no effect. */
export const deleteArguments = z.object({ force: offParam(), password: passwordParam(), ...fromRevision });

/** Arguments of a creation; moderators may write for other accounts and guests, with the original's date and address. */
export const createArguments = commentArguments.extend({
  author_email: textParam('email'),
  author_url: textParam('uri'),
  author_ip: textParam().meta({ type: 'string', format: 'ip' }),
  author_user_agent: textParam(),
  date: dateParam(),
  date_gmt: dateParam(),
  type: textParam(),
  password: passwordParam(),
});
type Sent = z.output<typeof createArguments>;

/** WordPress' status names; comments that leave spam or trash are held for moderation. */
const statusBy: Readonly<Record<(typeof sentStatuses)[number], CommentStatus>> = {
  approved: 'approved',
  approve: 'approved',
  1: 'approved',
  hold: 'hold',
  0: 'hold',
  spam: 'spam',
  unspam: 'hold',
  trash: 'trash',
  untrash: 'hold',
};

const notYours = (field: string, capability = 'moderate_comments') =>
  new ForbiddenError(
    `Sorry, you are not allowed to edit '${field}' for comments.`,
    `rest_comment_invalid_${field}`,
    capability,
  );

/** Creates a comment under the caller's name, by the site's rules: 201 with its address. */
export async function createByRest(request: RestRequest, sent: Sent): Promise<ItemAnswer> {
  const { post: postId = 0, parent = 0, content = '', status } = sent;
  const {
    settings,
    client,
    site: {
      content: { database },
      limitComments,
    },
  } = request;
  const actor = signedIn(request);
  refuseForOthers(request, actor, sent);
  if (sent.type !== undefined && sent.type !== 'comment')
    throw new InvalidInputError('Cannot create a comment with that type.', 'rest_invalid_comment_type');
  const { password } = sent;
  const unlocks = (stored: string) =>
    password !== undefined && isPasswordOf(request, { password: stored }, password);
  await refuseClosed(request, actor, postId, unlocks);
  const others = mayModerate(actor) ? await onBehalf(request, actor, sent) : undefined;
  const checked =
    others?.checked ??
    checkMemberComment({ comment: content, author: '', email: '', url: '' }, actor, settings);
  if ('problems' in checked)
    throw new InvalidInputError(checked.problems.join(' '), 'rest_comment_content_invalid');
  if (!mayModerate(actor)) limitComments(`user ${actor.id}`);
  const submission = {
    ...checked.comment,
    postId,
    parentId: parent,
    needsParent: true,
    unlocks,
    ip: client?.ip ?? '',
    userAgent: client?.userAgent ?? '',
    trapped: false,
    pass: undefined,
    at: Date.now(),
    ...others?.submission,
  };
  const id = await database
    .write(async (tx) => {
      const written = await submitComment(tx, actor, submission, settings);
      if (status !== undefined && !others)
        await moderateComment(tx, actor, { id: written.id, status: statusBy[status] }, written.status);
      return written.id;
    })
    .catch((error: unknown) => {
      throw faultsOfParams(error, { parentId: 'parent' });
    });
  const headers = { location: restUrl(request, `/wp/v2/comments/${id}`) };
  return { kind: 'item', item: await itemOf(request, await existing(request, id)), headers };
}

/** Throws for fields that only moderators can set, unless they equal the caller's own. */
function refuseForOthers({ client }: RestRequest, actor: Actor, sent: Sent): void {
  if (mayModerate(actor)) return;
  if (sent.author !== undefined && sent.author !== actor.id) throw notYours('author');
  if (sent.author_name !== undefined && sent.author_name !== actor.displayName) throw notYours('author_name');
  if (sent.author_ip !== undefined && sent.author_ip !== client?.ip) throw notYours('author_ip');
  if (sent.status !== undefined) throw notYours('status');
}

/** The sent date in milliseconds; `date` takes precedence over `date_gmt`. */
function dateSent(
  request: Pick<RestRequest, 'settings'>,
  { date, date_gmt: utc }: Pick<Sent, 'date' | 'date_gmt'>,
): number | undefined {
  return momentOf(request, date ?? (utc && { ...utc, isLocal: false }));
}

/** A comment that a moderator writes for another account, for a guest, or with another date or address; undefined if neither applies. */
async function onBehalf({ settings, site, client }: RestRequest, actor: Actor, sent: Sent) {
  const { author, author_name: name, author_email: email, author_url: url, author_ip: ip, status } = sent;
  const at = dateSent({ settings }, sent);
  // An author of 0 without a name, an address or a URL is the caller, as in WordPress.
  const isGuest = author === 0 && [name, email, url].some((text) => text !== undefined);
  const isNamed = [name, email, url].some((text) => text !== undefined);
  if (!isGuest && !isNamed && ip === undefined && at === undefined && (!author || author === actor.id))
    return undefined;
  if (ip !== undefined && isIP(ip) === 0) {
    throw new InvalidParamsError({
      author_ip: { code: 'rest_invalid_ip', message: 'author_ip is not a valid IP address.' },
    });
  }
  const userId = isGuest ? 0 : author || (isNamed && author === undefined ? 0 : actor.id);
  const user = userId > 0 ? await findUser(site.content.database.read, userId) : undefined;
  if (userId > 0 && !user)
    throw new InvalidInputError('Invalid comment author ID.', 'rest_comment_author_invalid');
  const typed = {
    comment: sent.content ?? '',
    author: name ?? escapeHtml(visibleName(user?.displayName ?? '')),
    email: email ?? user?.email ?? '',
    url: url ?? user?.url ?? '',
  };
  if (!user && isNameRequired(settings) && (typed.author.trim() === '' || typed.email.trim() === '')) {
    throw new InvalidInputError(
      'Creating a comment requires valid author name and email values.',
      'rest_comment_author_data_required',
    );
  }
  if (email !== undefined && !canReach(normalizeEmail(email))) {
    throw new InvalidParamsError({
      author_email: { code: 'rest_invalid_email', message: 'author_email is not a valid email address.' },
    });
  }
  const checked = checkComment(typed, settings, false);
  return {
    checked,
    submission: {
      ip: ip ?? client?.ip ?? '',
      at: at ?? Date.now(),
      onBehalf: { userId, status: status === undefined ? ('approved' as const) : statusBy[status] },
    },
  };
}

/** WordPress' errors if a post accepts no comment of the caller. */
const hindered: Readonly<Record<Hindrance, readonly [code: string, message: string]>> = {
  missing: [
    'rest_comment_invalid_post_id',
    'Sorry, you are not allowed to create this comment without a post.',
  ],
  trash: ['rest_comment_trash_post', 'Sorry, you are not allowed to create a comment on this post.'],
  unpublished: ['rest_comment_draft_post', 'Sorry, you are not allowed to create a comment on this post.'],
  unreadable: ['rest_cannot_read_post', 'Sorry, you are not allowed to read the post for this comment.'],
  closed: ['rest_comment_closed', 'Sorry, comments are closed for this item.'],
  members: ['rest_comment_closed', 'Sorry, comments are closed for this item.'],
};

/** Throws WordPress' error if the post accepts no comment of the caller; the command checks again when it writes. */
async function refuseClosed(
  { settings, site }: RestRequest,
  actor: Actor,
  postId: number,
  unlocks: Commenter['unlocks'],
): Promise<void> {
  const { hindrance, lacking } = await findDiscussion(
    site.content.database.read,
    postId,
    { actor, unlocks },
    settings,
    Date.now(),
  );
  if (!hindrance) return;
  const [code, message] = hindered[hindrance];
  throw new ForbiddenError(message, code, hindrance === 'unreadable' ? lacking : undefined);
}

/**
 * Changes a comment's text, name, date or status, never its post, parent or author. `broadsheet_undo`: undoes the
 * previous decision without dismissing reports.
 */
export async function updateByRest(
  request: RestRequest,
  { revision, broadsheet_undo: undo, ...sent }: z.output<typeof changeArguments>,
  { id }: FoundComment,
): Promise<ItemAnswer> {
  const { content, author_name: authorName, status, date, date_gmt: utc, type, ...fixed } = sent;
  const { actor } = request;
  const found = await existing(request, id);
  if (type !== undefined && type !== found.type) {
    throw new InvalidInputError(
      'Sorry, you are not allowed to change the comment type.',
      'rest_comment_invalid_type',
    );
  }
  const at = dateSent(request, { date, date_gmt: utc });
  const createdAt =
    at !== undefined && Math.floor(at / 1000) === Math.floor(found.createdAt / 1000) ? undefined : at;
  const storedValues = { post: found.postId, parent: found.parentId, author: found.userId };
  const moved = (['post', 'parent', 'author'] as const).filter(
    (field) => fixed[field] !== undefined && fixed[field] !== storedValues[field],
  );
  if (moved.length > 0) {
    const stays = (field: string) => ({
      code: 'rest_invalid_param',
      message: `The ${field} of a comment stays as it is.`,
    });
    throw new InvalidParamsError(Object.fromEntries(moved.map((field) => [field, stays(field)])));
  }
  await request.site.content.database
    .write(async (tx) => {
      const stored = await toChange(tx, request, id, revision, sent);
      const { content: text, authorName: name } = stored;
      const edits = defined({ content, authorName, createdAt });
      if (Object.keys(edits).length > 0)
        await editComment(tx, actor, { id, ...edits }, { content: text, authorName: name });
      if (status !== undefined)
        await moderateComment(tx, actor, { id, status: statusBy[status], undo }, stored.status);
    })
    .catch(async (error: unknown) => {
      throw faultsOfParams(await staleOf(request, error, id), {
        authorName: 'author_name',
        createdAt: date ? 'date' : 'date_gmt',
      });
    });
  return { kind: 'item', item: await itemOf(request, await existing(request, id)) };
}

/** Moves a comment to the trash; with `force` deletes it permanently. */
export async function deleteByRest(
  request: RestRequest,
  { force, revision }: z.output<typeof deleteArguments>,
  { id }: FoundComment,
): Promise<ItemAnswer | RemovedAnswer> {
  const {
    actor,
    site: {
      content: { database },
    },
  } = request;
  const stored = await existing(request, id);
  const refuse = async (error: unknown) => {
    throw await staleOf(request, error, id);
  };
  if (force) {
    const previous = await itemOf(request, stored);
    await database
      .write(async (tx) => deleteComment(tx, actor, { id }, await toChange(tx, request, id, revision, null)))
      .catch(refuse);
    return { kind: 'removed', previous };
  }
  if (stored.status === 'trash')
    throw new BroadsheetError(410, 'rest_already_trashed', 'The comment has already been trashed.');
  await database
    .write(async (tx) => {
      const { status } = await toChange(tx, request, id, revision, null);
      await moderateComment(tx, actor, { id, status: 'trash' }, status);
    })
    .catch(refuse);
  return { kind: 'item', item: await itemOf(request, await existing(request, id)) };
}

/** Turns `StaleError` into 409 with the stored comment as this client may see it; returns other errors unchanged. */
async function staleOf(request: RestRequest, error: unknown, id: number): Promise<unknown> {
  return error instanceof StaleError
    ? staleReply(error, error.mine, (await itemOf(request, await existing(request, id))).body)
    : error;
}

/** The stored comment, locked until the transaction ends; 409 with both sides if the write is based on another revision. */
async function toChange(
  tx: Tx,
  request: RestRequest,
  id: number,
  revision: number | undefined,
  mine: unknown,
): Promise<Comment> {
  const { comment } = await commentToChange(tx, request.actor, id);
  refuseOther(request, revision, revisionOfComment(comment), 'the comment', { mine, theirs: comment });
  return comment;
}

function signedIn({ actor }: RestRequest): Actor {
  if (!actor)
    throw new ForbiddenError('Sorry, you must be logged in to comment.', 'rest_comment_login_required');
  return actor;
}

async function existing({ site }: RestRequest, id: number): Promise<Comment> {
  const comment = await storedComment(site.content.database.read, id);
  if (!comment) throw new NotFoundError('Invalid comment ID.', 'rest_comment_invalid_id');
  return comment;
}

/** Only moderators see commenters' addresses. */
async function itemOf(request: RestRequest, comment: Comment): Promise<RestItem> {
  const [item] = await loadCommentItems(request, [comment], mayModerate(request.actor) ? 'edit' : 'view');
  if (!item) throw new NotFoundError('Invalid comment ID.', 'rest_comment_invalid_id');
  return item;
}
