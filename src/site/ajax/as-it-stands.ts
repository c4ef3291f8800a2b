import { asItStands } from '../../kernel/command.ts';
import { saveTemplate } from '../../modules/templates/save-template.ts';
import { cleanTemplateAhead } from '../../modules/templates/template-input.ts';
import type { TemplateCall } from './template-call.ts';

/** Changes a template, whatever it says by now: calls do not tell which they saw. */
export async function saveAsItStands(
  { actor, database }: TemplateCall,
  id: number,
  changes: { readonly title?: string; readonly mobileTemplateId?: number },
): Promise<void> {
  const ahead = await cleanTemplateAhead(database.read, actor, { id });
  await database.write((tx) => saveTemplate(tx, actor, { id, ...changes }, asItStands, ahead));
}
