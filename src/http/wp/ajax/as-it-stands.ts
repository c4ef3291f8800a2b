import { findTemplate } from '../../../content/templates/reader.ts';
import { saveTemplate } from '../../../content/templates/save-template.ts';
import { cleanTemplateAhead } from '../../../content/templates/template-input.ts';
import type { Tx } from '../../../db/open-database.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import type { TemplateCall } from './template-call.ts';

/** The revision of a template now: calls that change one do not tell which they saw. */
export async function revisionNow(tx: Tx, id: number): Promise<number> {
  const template = await findTemplate(tx.db, id);
  if (!template) throw new NotFoundError(`There is no template ${id}.`, 'template_not_found');
  return template.revision;
}

/** Changes a template, whatever it says by now. */
export async function saveAsItStands(
  { actor, database }: TemplateCall, id: number, changes: { readonly title?: string; readonly mobileTemplateId?: number },
): Promise<void> {
  const ahead = await cleanTemplateAhead(database.read, actor, { id });
  await database.write(async (tx) => saveTemplate(tx, actor, { id, ...changes }, await revisionNow(tx, id), ahead));
}
