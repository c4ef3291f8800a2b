import type { Reader } from '../../kernel/db/open-database.ts';
import { mayWriteAnyHtml } from '../users/policy.ts';
import type { Actor } from '../../kernel/actor.ts';
import { mayEditPost, mayWrite } from './policy.ts';
import { prepareAhead } from './prepare-text.ts';
import type { CleanedAhead, PreparedAhead } from './prepared-text.ts';
import { findPost, supportOf } from './reader.ts';
import { findRevision } from './revisions.ts';
import { articleType } from '../types/names.ts';

/** UTF-16 units from which on a text is prepared ahead; shorter ones take no longer than a write does. */
const largeText = 16_000;
/** Longer ones are refused. */
const longestText = 5_000_000;

/** Whether a text is prepared ahead. */
export function isPreparedAhead(content: unknown): content is string {
  return typeof content === 'string' && content.length >= largeText && content.length <= longestText;
}

interface Sent {
  /** None: it is made. */
  readonly id?: number;
  readonly type?: string;
  readonly status?: string;
  /** None: it stays. */
  readonly content?: unknown;
}

/**
 * Cleans a large text of a post that is created or changed, and extracts its words, its opening and the files that it names, before the transaction begins:
 * SQLite has one writer, which nobody else can use in the meantime. Pass the result to the command, which does the work itself where it gets undefined, or
 * where the stored text has changed since. It refuses nothing; callers who may not write such a post cost no time.
 */
export async function preparePostAhead(
  read: Reader,
  actor: Actor | undefined,
  sent: Sent,
): Promise<PreparedAhead | undefined> {
  const { id, type = articleType, status, content } = sent;
  if (!actor || (content !== undefined && !isPreparedAhead(content))) return undefined;
  const post = id === undefined ? undefined : await findPost(read, id);
  if (id === undefined ? !mayWrite(actor, type) : !post || !mayEditPost(actor, post)) return undefined;
  const listed =
    ['publish', 'future'].includes(status ?? post?.status ?? 'draft') &&
    supportOf(post?.type ?? type)('editor');
  const stored = post?.content ?? '';
  if (content !== undefined)
    return prepareAhead({ sent: content, stored, filters: !mayWriteAnyHtml(actor), listed });
  return listed && isPreparedAhead(stored)
    ? prepareAhead({ sent: stored, stored, filters: false, listed })
    : undefined;
}

/** The same for an autosave, which nobody searches. */
export async function cleanPostAhead(
  read: Reader,
  actor: Actor | undefined,
  sent: Omit<Sent, 'status'>,
): Promise<CleanedAhead | undefined> {
  return sent.content === undefined
    ? undefined
    : (await preparePostAhead(read, actor, { ...sent, status: 'draft' }))?.cleaned;
}

/** The same for the text of a revision that is to be restored. */
export async function prepareRevisionAhead(
  read: Reader,
  actor: Actor | undefined,
  { id }: { readonly id: number },
): Promise<PreparedAhead | undefined> {
  const revision = await findRevision(read, id);
  return revision && preparePostAhead(read, actor, { id: revision.postId, content: revision.content });
}
