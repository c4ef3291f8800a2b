import type { Reader } from '../../db/open-database.ts';
import { can } from '../users/policy.ts';
import type { Actor } from '../users/role.ts';
import { cleanContent } from './clean-content.ts';
import type { CleanedAhead } from './clean-content.ts';
import { mayEditPost, mayWrite } from './policy.ts';
import { findPost } from './reader.ts';
import { findRevision } from './revisions.ts';
import { articleType } from '../types/names.ts';

/** UTF-16 units from which on a text is cleaned ahead; shorter ones take no longer than a write does. */
const largeText = 16_000;
/** Longer ones are refused. */
const longestText = 5_000_000;

/** Whether this person's text is to be cleaned ahead. */
export function isCleanedAhead(actor: Actor | undefined, content: unknown): content is string {
  return actor !== undefined && !can(actor, 'unfiltered_html') && typeof content === 'string' && content.length >= largeText && content.length <= longestText;
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

/** The same for the text of a revision that is to be restored. */
export async function cleanRevisionAhead(read: Reader, actor: Actor | undefined, { id }: { readonly id: number }): Promise<CleanedAhead | undefined> {
  const revision = await findRevision(read, id);
  return revision && cleanPostAhead(read, actor, { id: revision.postId, content: revision.content });
}
