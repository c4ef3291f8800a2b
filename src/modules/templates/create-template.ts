import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { keepChange } from './changes.ts';
import { demand } from '../../kernel/permission.ts';
import type { CleanedAhead } from '../posts/prepared-text.ts';
import type { Actor } from '../../kernel/actor.ts';
import { editTemplates } from './policy.ts';
import { allowedDocument, templateFields } from './template-input.ts';
import { keepTemplateRevision } from './revisions.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({
  type: z.string().max(50),
  isMobile: z.boolean().default(false),
  ...z.object(templateFields).partial().shape,
  title: templateFields.title,
});

/** Makes a template for somebody; returns its id. Throws what the writer throws for a type or a part that is none. */
export async function createTemplate(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  ahead?: CleanedAhead,
): Promise<number> {
  const {
    title,
    type,
    isMobile,
    content = '',
    mobileTemplateId = 0,
    headerId = 0,
    footerId = 0,
  } = readInput(schema, input, 'the template');
  demand(editTemplates, actor, undefined);
  const document = allowedDocument(actor, content, '', ahead);
  const id = await writer.createTemplate(tx, {
    title,
    type,
    isMobile,
    content: document,
    mobileTemplateId,
    headerId,
    footerId,
  });
  await keepTemplateRevision(tx, id, actor.id);
  await keepChange(tx, actor, {
    kind: type,
    templateId: id,
    action: 'create',
    title: title.trim(),
    before: {},
    after: {},
  });
  await noteChange(tx, actor, {
    verb: 'create',
    kind: 'template',
    itemId: id,
    summary: `${type} "${title}"`,
  });
  return id;
}
