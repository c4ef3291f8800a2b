import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { patternRefs } from '../../lib/markup/pattern-refs.ts';
import { readInput } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import { createPost } from '../posts/create-post.ts';
import type { CleanedAhead } from '../posts/prepared-text.ts';
import { patternType } from '../types/names.ts';
import type { Actor } from '../../kernel/actor.ts';
import { assignTemplate } from './assign-template.ts';
import { createTemplate } from './create-template.ts';
import { importTarget } from './import-target.ts';
import type { ImportTarget } from './import-target.ts';
import { mobilePages } from './kinds.ts';
import { editTemplates } from './policy.ts';
import { saveTemplate } from './save-template.ts';
import { readTemplateFile } from './template-file.ts';
import type { TemplateEntry, TemplateFile } from './template-file.ts';
import { withoutSite, withPatterns } from './template-refs.ts';

const schema = z.strictObject({
  file: z.unknown(),
  target: importTarget.optional(),
  /** The variant for phones comes, too. */
  withMobile: z.boolean().default(true),
  /** Address of this site. */
  siteUrl: z.string(),
});

/** What came of an import. */
export interface ImportedTemplate {
  readonly id: number;
  readonly title: string;
  /** All that was made: the template first, then what it needs. */
  readonly templateIds: readonly number[];
  readonly patternIds: readonly number[];
}

/**
 * Makes a template here for somebody out of a file or a library, with what it needs, and gives it to the target, all or nothing. Documents are cleaned as the
 * actor's rights say. `from`: what stood at the target, its template (0: none) or the revision of the one that it is to be the phones' variant of. Throws
 * `InvalidInputError` for a file that can't be taken, or a template that does not fit its target, and `StaleError` with both sides where something else stands
 * there.
 */
export async function importTemplates(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From,
  aheads: readonly CleanedAhead[] = [],
): Promise<ImportedTemplate> {
  demand(editTemplates, actor, undefined);
  const { file: sent, target, withMobile, siteUrl } = readInput(schema, input, 'the import');
  const file = withoutSite(readTemplateFile(sent), siteUrl);
  const main = mainOf(file, target);
  const patterns = await makePatterns(tx, actor, file);
  const made: number[] = [];
  const make = async (
    entry: TemplateEntry,
    parts: Partial<Pick<TemplateEntry, 'mobileTemplateId' | 'headerId' | 'footerId'>>,
  ) => {
    const content = withPatterns(entry.content, patterns);
    const { type, title, isMobile } = entry;
    const ahead = aheads.find((one) => one.sent === content);
    const id = await createTemplate(tx, actor, { type, title, isMobile, content, ...parts }, ahead);
    made.push(id);
    return id;
  };
  const part = async (id: number) => {
    const entry = id > 0 ? file.templates.find((one) => one.id === id) : undefined;
    return entry ? make(entry, {}) : 0;
  };
  const parts = main.isMobile
    ? {}
    : {
        mobileTemplateId: withMobile ? await part(main.mobileTemplateId) : 0,
        headerId: await part(main.headerId),
        footerId: await part(main.footerId),
      };
  const id = await make(main, parts);
  if (target) await give(tx, actor, id, target, from);
  return { id, title: main.title.trim(), templateIds: made.toReversed(), patternIds: [...patterns.values()] };
}

/** The template that the file is about, as the target needs it: what becomes a mobile template is one, whatever it was. */
function mainOf(file: TemplateFile, target: ImportTarget | undefined): TemplateEntry {
  const main = file.templates.find(({ id }) => id === file.main);
  if (!main) throw new InvalidInputError('The file holds no template.');
  if (target && ('mobileOf' in target || target.kind === mobilePages)) return { ...main, isMobile: true };
  if (target && main.isMobile) {
    throw new InvalidInputError(
      `“${main.title}” is for phones: import it as the mobile template of another one.`,
      'rest_invalid_param',
      { file: 'It is a template for phones.' },
    );
  }
  return main;
}

async function give(tx: Tx, actor: Actor, id: number, target: ImportTarget, from: From): Promise<void> {
  if ('mobileOf' in target)
    await saveTemplate(tx, actor, { id: target.mobileOf, mobileTemplateId: id }, from);
  else await assignTemplate(tx, actor, { ...target, templateId: id }, from);
}

/** Patterns that the templates need; their new ids by those in the file. Those within others come first. */
async function makePatterns(tx: Tx, actor: Actor, { patterns }: TemplateFile): Promise<Map<number, number>> {
  const made = new Map<number, number>();
  let left = [...patterns];
  while (left.length > 0) {
    const waiting = new Set(left.map(({ id }) => id));
    const ready = left.filter(({ content }) => patternRefs(content).every((id) => !waiting.has(id)));
    // Those that stand within each other show nothing anyway: they come without one another.
    const next = ready.length > 0 ? ready : left.slice(0, 1);
    for (const { id, title, content } of next) {
      const fields = {
        type: patternType,
        title: title.trim() || 'Pattern',
        content: withPatterns(content, made),
        status: 'publish' as const,
      };
      made.set(id, await createPost(tx, actor, fields));
    }
    left = left.filter((one) => !next.includes(one));
  }
  return made;
}
