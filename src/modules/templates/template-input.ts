import { z } from 'zod';
import { blockTokens } from '../../lib/markup/block-markup.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { sentId, sentIdOrNone, sentText, sentName } from '../../kernel/input-kinds.ts';
import { readInput } from '../../kernel/command.ts';
import { templateTypes } from './model.ts';
import { writtenContent, prepareAhead, isPreparedAhead } from '../posts/index.ts';
import type { CleanedAhead, TextSource } from '../posts/index.ts';
import { mayWriteAnyHtml } from '../users/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { mayEditTemplates } from './policy.ts';
import { findTemplate } from './reader.ts';

export const maxDocumentLength = 2_000_000;

/** Fields of a template as users send them; 0: none. The writer checks which parts it can have. */
export const templateFields = {
  title: sentName(200),
  content: sentText(maxDocumentLength),
  mobileTemplateId: sentIdOrNone,
  headerId: sentIdOrNone,
  footerId: sentIdOrNone,
};

/** The document after sanitizing it for the actor's capabilities. */
export function allowedDocument(actor: Actor, content: string, stored: string, ahead?: CleanedAhead): string {
  return writtenContent(content, stored, !mayWriteAnyHtml(actor), ahead);
}

/** Cleans a large document before the transaction begins, as `cleanPostAhead` does with posts. `id`: of a template that is changed. */
export async function cleanTemplateAhead(
  { database: { read }, textWorkers }: TextSource,
  actor: Actor | undefined,
  { id, content }: { readonly id?: number; readonly content?: unknown },
): Promise<CleanedAhead | undefined> {
  if (!actor || !isPreparedAhead(content) || !mayEditTemplates(actor)) return undefined;
  const stored = id === undefined ? '' : ((await findTemplate(read, id))?.content ?? '');
  const request = { sent: content, stored, filters: !mayWriteAnyHtml(actor), listed: false };
  return (await prepareAhead(textWorkers, request)).cleaned;
}

/** UTF-16 units of all documents of a file together; each document has its own limit as well. */
export const maxFileLength = 4_000_000;
export const deepestTemplate = 8;

const entry = z.strictObject({
  /** Id within the file; the import assigns a new one. */
  id: sentId,
  type: z.enum(templateTypes),
  title: templateFields.title,
  content: templateFields.content,
  isMobile: z.boolean().default(false),
  /** 0: none. */
  mobileTemplateId: sentIdOrNone.default(0),
  headerId: sentIdOrNone.default(0),
  footerId: sentIdOrNone.default(0),
});
const pattern = z.strictObject({ id: sentId, title: sentText(200), content: templateFields.content });

export const templateFile = z.strictObject({
  format: z.literal('broadsheet-template'),
  version: z.literal(1),
  /** URL of the source site, where the ids in its blocks are valid. Empty: the file has no site-specific ids. */
  site: sentText(300).default(''),
  main: sentId,
  templates: z.array(entry).min(1).max(10),
  patterns: z.array(pattern).max(30).default([]),
});
export type TemplateFile = z.output<typeof templateFile>;
export type TemplateEntry = TemplateFile['templates'][number];

/** Validates an uploaded file. Throws `InvalidInputError` with the reason. */
export function readTemplateFile(sent: unknown): TemplateFile {
  const file = readInput(templateFile, sent, 'the template file');
  const refuse = (message: string) => {
    throw new InvalidInputError(message, 'rest_invalid_param', { file: message });
  };
  const texts = [...file.templates, ...file.patterns];
  const length = texts.reduce((sum, { content }) => sum + content.length, 0);
  if (length > maxFileLength)
    refuse(`The documents of the file have ${length} characters; ${maxFileLength} are the most.`);
  for (const [what, list] of [
    ['template', file.templates],
    ['pattern', file.patterns],
  ] as const) {
    if (new Set(list.map(({ id }) => id)).size < list.length)
      refuse(`Two ${what}s of the file have the same number.`);
  }
  const main = file.templates.find(({ id }) => id === file.main);
  if (!main)
    return refuse(`The file says that it is about template ${file.main}, and holds none of that number.`);
  const used = new Set([main.id, main.mobileTemplateId, main.headerId, main.footerId]);
  const idle = file.templates.find(({ id }) => !used.has(id));
  if (idle) refuse(`Template ${idle.id} of the file belongs to nothing in it.`);
  for (const { title, content } of texts) {
    const depth = depthOf(content);
    if (depth > deepestTemplate)
      refuse(
        `Blocks of “${title}” stand ${depth} deep in each other; ${deepestTemplate} levels are the most.`,
      );
  }
  return file;
}

export function depthOf(markup: string): number {
  let [depth, deepest] = [0, 0];
  for (const { kind } of blockTokens(markup)) {
    if (kind !== 'close') deepest = Math.max(deepest, depth + 1);
    depth += kind === 'open' ? 1 : kind === 'close' ? -1 : 0;
    if (depth < 0) depth = 0;
  }
  return deepest;
}

export function blocksOf({ templates, patterns }: Pick<TemplateFile, 'templates' | 'patterns'>): string[] {
  return [
    ...new Set(
      [...templates, ...patterns].flatMap(({ content }) => blockTokens(content).map(({ name }) => name)),
    ),
  ].toSorted();
}
