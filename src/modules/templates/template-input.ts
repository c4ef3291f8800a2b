import { sentIdOrNone, sentName, sentText } from '../../kernel/input-kinds.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import { isPreparedAhead } from '../posts/clean-ahead.ts';
import { writtenContent } from '../posts/clean-content.ts';
import { prepareAhead } from '../posts/prepare-text.ts';
import type { CleanedAhead } from '../posts/prepared-text.ts';
import { mayWriteAnyHtml } from '../users/policy.ts';
import type { Actor } from '../../kernel/actor.ts';
import { mayEditTemplates } from './policy.ts';
import { findTemplate } from './reader.ts';

/** The most characters of a document. */
export const longestDocument = 2_000_000;

/** What people say of a template. Which parts it can have, the writer says; 0: none of its own. */
export const templateFields = {
  title: sentName(200),
  content: sentText(longestDocument),
  mobileTemplateId: sentIdOrNone,
  headerId: sentIdOrNone,
  footerId: sentIdOrNone,
};

/** A document as this person may write it in the place of the stored one. */
export function allowedDocument(actor: Actor, content: string, stored: string, ahead?: CleanedAhead): string {
  return writtenContent(content, stored, !mayWriteAnyHtml(actor), ahead);
}

/** Cleans a large document that is made or changed (`id`) before the transaction begins, as `cleanPostAhead` does texts of posts. */
export async function cleanTemplateAhead(
  read: Reader,
  actor: Actor | undefined,
  { id, content }: { readonly id?: number; readonly content?: unknown },
): Promise<CleanedAhead | undefined> {
  if (!actor || !isPreparedAhead(content) || !mayEditTemplates(actor)) return undefined;
  const stored = id === undefined ? '' : ((await findTemplate(read, id))?.content ?? '');
  return (await prepareAhead({ sent: content, stored, filters: !mayWriteAnyHtml(actor), listed: false }))
    .cleaned;
}
