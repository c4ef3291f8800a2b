import { z } from 'zod';
import type { Content } from '../../modules/content/content.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import {
  bundledLibrary,
  libraryStyles,
  shownEntry,
  findLibraryFile,
  outsidePrefix,
} from '../../modules/templates/library/library.ts';
import type { LibraryEntry, LibraryStyle } from '../../modules/templates/library/library.ts';
import { editTemplates } from '../../modules/templates/policy.ts';
import { samplePage } from '../../modules/templates/page-links.ts';
import { templateTypes, targetParams, targetsByAddress } from '../../modules/templates/model.ts';
import type { Actor } from '../../kernel/permission.ts';
import { librarySaid } from '../../languages/library-words.ts';
import { messageOf, NotFoundError } from '../../lib/errors.ts';
import { textParam, objectParam, optionalWhole, offParam } from '../../kernel/http/rest/params.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import { method, restRoute } from '../../kernel/http/rest/rest-route.ts';
import { exportTemplate, importTemplates, findImportTarget } from '../../modules/templates/template-files.ts';
import { readTemplateFile, blocksOf, cleanTemplateAhead } from '../../modules/templates/template-input.ts';
import { asItStands } from '../../kernel/command.ts';
import { mobilePages } from '../../modules/templates/kinds.ts';
import type { TargetParams } from '../../modules/templates/model.ts';
import type { TemplateFile } from '../../modules/templates/template-input.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import {
  describeWarnings,
  warningReply,
} from '../../modules/templates/rest/broadsheet-v1-template-warnings.ts';

/** Items that an imported template can be assigned to, by the end of the argument’s name. */
const targets: Readonly<Record<string, string>> = {
  woo_product: 'product',
  woo_archive: 'product category or tag',
  cpt: 'post of another type',
  cpt_tax: 'term of another taxonomy',
};

function describeTarget(name: string): string {
  const [, mobile] = /^assign_mobile_to_(\w+)$/.exec(name) ?? [];
  if (mobile !== undefined) return `Id of the ${mobile} that the import becomes the phone variant of.`;
  const target = name.replace('assign_to_', '');
  return Object.hasOwn(targetsByAddress, name)
    ? `URL, in base64, of the ${target.replaceAll('_', ' ')} page that uses the imported template.`
    : `Id of the ${targets[target] ?? target} that uses the imported template.`;
}

/** Assignment of the imported template, with the argument names of the library's client route; at most one of these. */
const targetArguments = z.object({
  ...(Object.fromEntries(
    targetParams.map((name) => [name, textParam().describe(describeTarget(name))]),
  ) as Record<(typeof targetParams)[number], ReturnType<typeof textParam>>),
  assign_to_search_cpt: textParam().describe(
    'Name of the post type whose search results use the imported template.',
  ),
  without_mobile: offParam().describe('Whether to leave out the variant for phones.'),
});

const importedTemplate = z.object({
  id: z.int(),
  title: z.string(),
  type: z.string(),
  template_ids: z.array(z.int()).readonly(),
  pattern_ids: z.array(z.int()).readonly(),
  /** Blocks unknown to this site: readers see their saved HTML, or nothing. */
  unknown_blocks: z.array(z.string()).readonly(),
  warnings: z.array(warningReply),
});

async function importFile(
  { actor, settings, site: { content, pagePreviews } }: RestRequest,
  file: TemplateFile,
  params: TargetParams & { readonly without_mobile: boolean },
): Promise<z.output<typeof importedTemplate>> {
  const { database, siteUrl } = content;
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
    await Promise.all(
      file.templates.map((one) => cleanTemplateAhead(content, actor, { content: one.content })),
    )
  ).filter((one) => one !== undefined);
  // Imported lazily: code that only describes the API runs without a build, which all blocks need.
  const { isRendered } = await import('../../blocks/registry.server.ts');
  // The client route sends no revision: the import replaces whatever it finds (decision 022), and the history retains
  // it.
  const made = await database.write((tx) =>
    importTemplates(tx, actor, { file, target, withMobile: !without, siteUrl }, asItStands, aheads),
  );
  const isMobilePage = target && 'kind' in target ? target.kind === mobilePages : undefined;
  const warnings = await pagePreviews.warnings(made.id, { isMobilePage });
  return {
    warnings: describeWarnings(settings, warnings ?? []),
    id: made.id,
    title: made.title,
    type: file.templates.find(({ id }) => id === file.main)?.type ?? '',
    template_ids: made.templateIds,
    pattern_ids: made.patternIds,
    unknown_blocks: blocksOf(file).filter((name) => !isRendered(name, {}) && !name.startsWith('core/')),
  };
}

const shown = z.object({
  name: z.string(),
  title: z.string(),
  type: z.string(),
  style: z.string(),
  description: z.string(),
  is_mobile: z.boolean(),
  /** Its mobile variant; may be empty. */
  mobile: z.string(),
});
const library = z.object({
  templates: z.array(shown).readonly(),
  styles: z.array(z.object({ name: z.string(), label: z.string() })).readonly(),
  /** Addresses of pages on which templates can be previewed, by kind. */
  samples: z.record(z.string(), z.string()),
  /** The external library in the settings: its address, and an error if it can't be reached. */
  outside: z.object({ address: z.string(), error: z.string() }).nullable(),
});

const present = (entry: LibraryEntry, before = ''): z.output<typeof shown> => ({
  name: before + entry.name,
  title: entry.title,
  type: entry.type,
  style: entry.style,
  description: entry.description,
  is_mobile: entry.isMobile,
  mobile: entry.mobile === undefined ? '' : before + entry.mobile,
});

async function sampleAddresses(content: Content, actor: Actor | undefined): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const type of templateTypes) {
    const page = await samplePage(content, actor, type);
    if (page) found[type] = page.path;
  }
  return found;
}

/** `/broadsheet/v1/template-library`: the bundled templates and those of an external library; POST imports one of them. */
export const broadsheetTemplateLibrary = restRoute({
  path: '/broadsheet/v1/template-library',
  methods: {
    GET: method({
      params: z.object({ type: textParam().describe('Only templates of this type.') }),
      may: editTemplates,
      reply: valueOf(library),
      run: async ({ site, actor }, { type }) => {
        const samples = await sampleAddresses(site.content, actor);
        const settings = await site.content.settings.current();
        const { template_library_url: address, site_language: language } = settings;
        let [others, error]: [readonly LibraryEntry[], string] = [[], ''];
        if (address !== '') {
          try {
            others = (await site.libraries.entries(address)).map(shownEntry);
          } catch (thrown) {
            error = messageOf(thrown);
          }
        }
        const all = [
          ...[...bundledLibrary().values()].map((one) => present(librarySaid(one, language))),
          ...others.map((one) => present(one, outsidePrefix)),
        ];
        const templates = type === undefined ? all : all.filter((one) => one.type === type);
        const styles = (Object.keys(libraryStyles) as LibraryStyle[]).map((name) => ({
          name,
          label: readerText(settings, `library_style_${name}`),
        }));
        return {
          kind: 'plain',
          body: { templates, styles, samples, outside: address === '' ? null : { address, error } },
        };
      },
    }),
    POST: method({
      params: targetArguments.extend({ name: textParam().describe('Name of the template in the library.') }),
      required: ['name'],
      may: editTemplates,
      reply: valueOf(importedTemplate, 201),
      run: async (request, { name = '', ...params }) => {
        const { content, libraries } = request.site;
        const file = await findLibraryFile(name, await content.settings.current(), libraries);
        return { kind: 'plain', body: await importFile(request, file, params) };
      },
    }),
  },
});

/** `/broadsheet/v1/template-files`: a template with its dependencies as one file; POST imports such a file. */
export const broadsheetTemplateFiles = restRoute({
  path: '/broadsheet/v1/template-files',
  methods: {
    GET: method({
      params: z.object({ template: optionalWhole({ min: 1 }).describe('Id of the template to export.') }),
      required: ['template'],
      may: editTemplates,
      reply: valueOf(z.record(z.string(), z.unknown())),
      run: async ({ actor, site: { content } }, { template = 0 }) => ({
        kind: 'plain',
        body: await exportTemplate(content.database.read, actor, template, content.siteUrl),
      }),
    }),
    POST: method({
      params: targetArguments.extend({
        file: objectParam().describe('Contents of an exported template file.'),
      }),
      required: ['file'],
      body: 'long',
      may: editTemplates,
      reply: valueOf(importedTemplate, 201),
      run: async (request, { file, ...params }) => ({
        kind: 'plain',
        body: await importFile(request, readTemplateFile(file), params),
      }),
    }),
  },
});
