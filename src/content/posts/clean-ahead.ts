import type { Reader } from '../../db/open-database.ts';
import { mayWriteAnyHtml } from '../users/policy.ts';
import type { Actor } from '../users/role.ts';
import { cleanContent } from './clean-content.ts';
import type { CleanedAhead } from './clean-content.ts';
import { mayEditPost, mayWrite } from './policy.ts';
import { findPost, supportOf } from './reader.ts';
import { findRevision } from './revisions.ts';
import { textWordsOf } from './search-words.ts';
import type { TextWords } from './search-words.ts';
import { articleType } from '../types/names.ts';

/** UTF-16 units from which on a text is cleaned, and its words are made, ahead; shorter ones take no longer than a write does. */
const largeText = 16_000;
/** Longer ones are refused. */
const longestText = 5_000_000;

function isLarge(content: unknown): content is string {
  return typeof content === 'string' && content.length >= largeText && content.length <= longestText;
}

/** Whether this person's text is to be cleaned ahead. */
export function isCleanedAhead(actor: Actor | undefined, content: unknown): content is string {
  return actor !== undefined && !mayWriteAnyHtml(actor) && isLarge(content);
}

/**
 * Cleans a large text of a post that is made, changed (`id`) or kept as an autosave, before the transaction begins: SQLite's one writer is nobody's while that
 * takes its second. Give what it gives to the command, which cleans the text itself where it gets undefined, or where the stored text is another one by then.
 * It refuses nothing; who may not write such a post costs no time.
 */
export async function cleanPostAhead(
  read: Reader, actor: Actor | undefined, { id, type = articleType, content }: { readonly id?: number; readonly type?: string; readonly content?: unknown },
): Promise<CleanedAhead | undefined> {
  if (!isCleanedAhead(actor, content)) return undefined;
  const post = id === undefined ? undefined : await findPost(read, id);
  if (id === undefined ? !mayWrite(actor, type) : !post || !mayEditPost(actor, post)) return undefined;
  const stored = post?.content ?? '';
  return { sent: content, stored, cleaned: cleanContent(content, stored) };
}

/** What a command that saves a post is told of a large text. */
export interface PreparedAhead {
  readonly cleaned?: CleanedAhead | undefined;
  /** What search is to find it by, where it will be listed. */
  readonly words?: TextWords | undefined;
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
 * Cleans a large text of a post that is made or changed, as `cleanPostAhead`, and makes its words, those of a stored one, too, where other fields are changed.
 * The command makes them itself where the text is another one by then.
 */
export async function preparePostAhead(read: Reader, actor: Actor | undefined, sent: Sent): Promise<PreparedAhead | undefined> {
  const { id, type = articleType, status, content } = sent;
  if (!actor || (content !== undefined && !isLarge(content))) return undefined;
  const post = id === undefined ? undefined : await findPost(read, id);
  if (id === undefined ? !mayWrite(actor, type) : !post || !mayEditPost(actor, post)) return undefined;
  const cleaned = await cleanPostAhead(read, actor, { type, content, ...(id === undefined ? {} : { id }) });
  if (!['publish', 'future'].includes(status ?? post?.status ?? 'draft') || !supportOf(post?.type ?? type)('editor')) return { cleaned };
  const text = cleaned?.cleaned ?? content ?? post?.content;
  return { cleaned, words: isLarge(text) ? textWordsOf(text) : undefined };
}

/** The same for the text of a revision that is to be restored. */
export async function prepareRevisionAhead(read: Reader, actor: Actor | undefined, { id }: { readonly id: number }): Promise<PreparedAhead | undefined> {
  const revision = await findRevision(read, id);
  return revision && preparePostAhead(read, actor, { id: revision.postId, content: revision.content });
}
