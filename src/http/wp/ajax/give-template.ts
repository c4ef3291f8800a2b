import { assignTemplate } from '../../../content/templates/assign-template.ts';
import { findAssignments } from '../../../content/templates/reader.ts';
import type { TemplateCall } from './template-call.ts';
import type { PanelSubject } from './template-kinds.ts';

/** Gives an item, or with item 0 a kind, this template in the place of whichever it has; 0: none. */
export async function giveTemplate({ actor, database }: TemplateCall, { kind, itemId }: PanelSubject, templateId: number): Promise<void> {
  await database.write(async (tx) => {
    const { item, global } = await findAssignments(tx.db, kind, itemId);
    await assignTemplate(tx, actor, { kind, itemId, templateId }, (itemId > 0 ? item : global) ?? 0);
  });
}
