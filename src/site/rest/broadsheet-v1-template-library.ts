import { z } from 'zod';
import type { Content } from '../../modules/content/content.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { findLibraryFile, outsidePrefix } from '../../modules/templates/library/find-file.ts';
import { bundledLibrary, libraryStyles } from '../../modules/templates/library/library.ts';
import type { LibraryEntry, LibraryStyle } from '../../modules/templates/library/library.ts';
import { outsideEntries, shownEntry } from '../../modules/templates/library/outside-library.ts';
import { editTemplates } from '../../modules/templates/policy.ts';
import { samplePage } from '../../modules/templates/page-links.ts';
import { templateTypes } from '../../modules/templates/template.ts';
import type { Actor } from '../../kernel/actor.ts';
import { librarySaid } from '../../languages/library-words.ts';
import { messageOf } from '../../lib/errors.ts';
import { textParam } from '../../kernel/http/rest/params.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import { method, restRoute } from '../../kernel/http/rest/rest-route.ts';
import { importedTemplate, importFile, targetArguments } from './template-import-params.ts';

const shown = z.object({
  name: z.string(),
  title: z.string(),
  type: z.string(),
  style: z.string(),
  description: z.string(),
  is_mobile: z.boolean(),
  /** The variant for phones that comes with it; empty: none. */
  mobile: z.string(),
});
const library = z.object({
  templates: z.array(shown).readonly(),
  styles: z.array(z.object({ name: z.string(), label: z.string() })).readonly(),
  /** Addresses of pages of this site that templates may be looked at with, by kind. */
  samples: z.record(z.string(), z.string()),
  /** The library that a setting names: its address, and why it can't be had at the moment; empty: it can. */
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

/** Of each kind that the site has a page of, the address of one. */
async function sampleAddresses(content: Content, actor: Actor | undefined): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const type of templateTypes) {
    const page = await samplePage(content, actor, type);
    if (page) found[type] = page.path;
  }
  return found;
}

/** `/broadsheet/v1/template-library`: the templates that come with Broadsheet and those of another library; POST imports one of them. */
export const broadsheetTemplateLibrary = restRoute({
  path: '/broadsheet/v1/template-library',
  methods: {
    GET: method({
      params: z.object({ type: textParam() }),
      may: editTemplates,
      reply: valueOf(library),
      run: async ({ site, actor }, { type }) => {
        const samples = await sampleAddresses(site.content, actor);
        const settings = await site.content.settings.current();
        const { template_library_url: address, site_language: language } = settings;
        let [others, error]: [readonly LibraryEntry[], string] = [[], ''];
        if (address !== '') {
          try {
            others = (await outsideEntries(address, site.fetchLibrary)).map(shownEntry);
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
      params: targetArguments.extend({ name: textParam() }),
      required: ['name'],
      may: editTemplates,
      reply: valueOf(importedTemplate, 201),
      run: async (request, { name = '', ...params }) => {
        const { content, fetchLibrary } = request.site;
        const file = await findLibraryFile(name, await content.settings.current(), fetchLibrary);
        return { kind: 'plain', body: await importFile(request, file, params) };
      },
    }),
  },
});
