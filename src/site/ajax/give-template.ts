import { asItStands } from '../../kernel/command.ts';
import { assignTemplate } from '../../modules/templates/assign-template.ts';
import { findAssignments } from '../../modules/templates/reader.ts';
import type { TemplateCall } from './template-call.ts';
import type { PanelSubject } from './template-kinds.ts';

/** What a call left: nothing of it is read again, since right after the commit readers' pages are made anew, and a read waits for its turn among them. */
export interface GivenTemplate {
  /** Another template than before is in use, the kind's where the item has none. */
  readonly isOther: boolean;
  /** The global template of the kind now; undefined: none. */
  readonly global: number | undefined;
}

/** Gives an item, or with item 0 a kind, this template in the place of whichever it has; 0: none. */
export async function giveTemplate(
  { actor, database }: TemplateCall,
  { kind, itemId }: PanelSubject,
  templateId: number,
): Promise<GivenTemplate> {
  return database.write(async (tx) => {
    const before = await findAssignments(tx.db, kind, itemId);
    await assignTemplate(tx, actor, { kind, itemId, templateId }, asItStands);
    const given = templateId || undefined;
    const now = itemId > 0 ? { item: given, global: before.global } : { item: undefined, global: given };
    return { isOther: (now.item ?? now.global) !== (before.item ?? before.global), global: now.global };
  });
}
