import { z } from 'zod';
import { asItStands } from '../../kernel/command.ts';
import { findImportTarget } from '../../modules/templates/import-target.ts';
import { importTemplates } from '../../modules/templates/import-templates.ts';
import { mobilePages } from '../../modules/templates/kinds.ts';
import { targetParams } from '../../modules/templates/target-params.ts';
import type { TargetParams } from '../../modules/templates/target-params.ts';
import { cleanTemplateAhead } from '../../modules/templates/template-input.ts';
import { blocksOf } from '../../modules/templates/template-file.ts';
import type { TemplateFile } from '../../modules/templates/template-file.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { offParam, textParam } from '../../kernel/http/rest/params.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { tellWarnings, toldWarning } from '../../modules/templates/rest/template-warning.ts';

/** What an imported template is for, as the library's client route says it: one of these at most. */
export const targetArguments = z.object({
  ...(Object.fromEntries(targetParams.map((name) => [name, textParam()])) as Record<
    (typeof targetParams)[number],
    ReturnType<typeof textParam>
  >),
  assign_to_search_cpt: textParam(),
  /** The variant for phones stays away. */
  without_mobile: offParam(),
});

/** What an import answers with. */
export const importedTemplate = z.object({
  id: z.int(),
  title: z.string(),
  type: z.string(),
  template_ids: z.array(z.int()).readonly(),
  pattern_ids: z.array(z.int()).readonly(),
  /** Names of blocks that nothing here knows: readers see what was saved of them, or nothing. */
  unknown_blocks: z.array(z.string()).readonly(),
  /** Warnings about the template. */
  warnings: z.array(toldWarning),
});

/** Imports a file for who asks, and says what came of it. */
export async function importFile(
  {
    actor,
    settings,
    site: {
      content: { database, siteUrl },
      pagePreviews,
    },
  }: RestRequest,
  file: TemplateFile,
  params: TargetParams & { readonly without_mobile: boolean },
): Promise<z.output<typeof importedTemplate>> {
  const { read } = database;
  const kindAt = async (address: string) => {
    try {
      return (await pagePreviews.find(actor, address)).kind;
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  };
  const { without_mobile: without, ...named } = params;
  const target = await findImportTarget({ read, siteUrl, kindAt }, named);
  const aheads = (
    await Promise.all(file.templates.map(({ content }) => cleanTemplateAhead(read, actor, { content })))
  ).filter((one) => one !== undefined);
  // Here, not above: what only describes the API has no build around it, which all blocks need.
  const { isRendered } = await import('../../blocks/registry.server.ts');
  // The client route says nothing of what is there: what the transaction finds is replaced (decision 037), and the history keeps it.
  const made = await database.write((tx) =>
    importTemplates(tx, actor, { file, target, withMobile: !without, siteUrl }, asItStands, aheads),
  );
  const isMobilePage = target && 'kind' in target ? target.kind === mobilePages : undefined;
  const warnings = await pagePreviews.warnings(made.id, { isMobilePage });
  return {
    warnings: tellWarnings(settings, warnings ?? []),
    id: made.id,
    title: made.title,
    type: file.templates.find(({ id }) => id === file.main)?.type ?? '',
    template_ids: made.templateIds,
    pattern_ids: made.patternIds,
    unknown_blocks: blocksOf(file).filter((name) => !isRendered(name, {}) && !name.startsWith('core/')),
  };
}
