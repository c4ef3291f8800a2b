import { sentIdOrNone, sentText } from '../input-kinds.ts';
import { cleanContent } from '../posts/clean-content.ts';
import { can } from '../users/policy.ts';
import type { Actor } from '../users/role.ts';

/** What people say of a template. Which parts it can have, the writer says; 0: none of its own. */
export const templateFields = {
  title: sentText(200), content: sentText(2_000_000), mobileTemplateId: sentIdOrNone, headerId: sentIdOrNone, footerId: sentIdOrNone,
};

/** A document as this person may write it in the place of the stored one. */
export function allowedDocument(actor: Actor, content: string, stored: string): string {
  return can(actor, 'unfiltered_html') ? content : cleanContent(content, stored);
}
