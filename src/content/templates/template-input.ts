import { sentIdOrNone, sentName, sentText } from '../input-kinds.ts';
import type { Reader } from '../../db/open-database.ts';
import { isCleanedAhead } from '../posts/clean-ahead.ts';
import { cleanContent } from '../posts/clean-content.ts';
import type { CleanedAhead } from '../posts/clean-content.ts';
import { mayWriteAnyHtml } from '../users/policy.ts';
import type { Actor } from '../users/role.ts';
import { mayEditTemplates } from './policy.ts';
import { findTemplate } from './reader.ts';

/** The most characters of a document. */
export const longestDocument = 2_000_000;

/** What people say of a template. Which parts it can have, the writer says; 0: none of its own. */
export const templateFields = {
  title: sentName(200), content: sentText(longestDocument), mobileTemplateId: sentIdOrNone, headerId: sentIdOrNone, footerId: sentIdOrNone,
};

/** A document as this person may write it in the place of the stored one. */
export function allowedDocument(actor: Actor, content: string, stored: string, ahead?: CleanedAhead): string {
  return mayWriteAnyHtml(actor) ? content : cleanContent(content, stored, ahead);
}

/** Cleans a large document that is made or changed (`id`) before the transaction begins, as `cleanPostAhead` does texts of posts. */
export async function cleanTemplateAhead(
  read: Reader, actor: Actor | undefined, { id, content }: { readonly id?: number; readonly content?: unknown },
): Promise<CleanedAhead | undefined> {
  if (!isCleanedAhead(actor, content) || !mayEditTemplates(actor)) return undefined;
  const stored = id === undefined ? '' : (await findTemplate(read, id))?.content ?? '';
  return { sent: content, stored, cleaned: cleanContent(content, stored) };
}
