import { z } from 'zod';
import { readerText } from '../../settings/index.ts';
import type { Settings } from '../../settings/index.ts';
import { wordsOfKind } from '../kinds.ts';
import { listFollowing, samplePage, reachOfTemplate } from '../page-links.ts';
import { editTemplates } from '../policy.ts';
import { countReach, frontPages } from '../reach.ts';
import { templateTypes, typeOfKind } from '../model.ts';
import { templateFields } from '../template-input.ts';
import { saidBy } from '../../../languages/catalogues.ts';
import { fillIn } from '../../../lib/messages.ts';
import {
  choiceParam,
  flagParam,
  onSite,
  optionalChoice,
  optionalWhole,
  textParam,
  writtenText,
  writtenWhole,
} from '../../../kernel/http/rest/params.ts';
import { InvalidParamsError } from '../../../kernel/http/rest/rest-errors.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import { method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { describeWarnings, warningReply } from './broadsheet-v1-template-warnings.ts';

const pathArgument = textParam().describe('Path of a page on this site, with its query.');
const kindArgument = textParam().describe('Kind of page that a template is for, such as single or category.');
const link = z.object({ title: z.string(), link: z.string() });
const skipped = z.object({
  id: z.int(),
  /** Empty: the template no longer exists. */
  title: z.string(),
  sentence: z.string(),
  reason: z.string(),
});
const explanation = z.object({
  kind: z.string(),
  item: z.int(),
  title: z.string(),
  by: z.enum(['item', 'global', 'layout', 'built-in']),
  template: z.int(),
  template_title: z.string(),
  sentence: z.string(),
  phones: z.string(),
  phones_title: z.string(),
  skipped: z.array(skipped),
});

const named = 10;

/** `/broadsheet/v1/template-explanation?path=/story/`: which template a page of this site uses, and why. */
export const broadsheetTemplateExplanation = restRoute({
  path: '/broadsheet/v1/template-explanation',
  methods: {
    GET: method({
      params: z.object({ path: pathArgument }),
      required: ['path'],
      reply: valueOf(explanation),
      may: editTemplates,
      run: async ({ actor, site }, { path = '/' }) => {
        const {
          itemId,
          templateId,
          templateTitle,
          phonesTitle,
          skipped: left,
          ...explained
        } = await site.pagePreviews.explain(actor, onSite(path));
        const body = {
          ...explained,
          item: itemId,
          template: templateId,
          template_title: templateTitle,
          phones_title: phonesTitle,
          skipped: [...left],
        };
        return { kind: 'plain', body };
      },
    }),
  },
});

/**
 * `/broadsheet/v1/template-reach?kind=single`: how many pages a new template of their kind would change, with ten of
 * them; with `template=12` how many pages a deletion would affect.
 */
export const broadsheetTemplateReach = restRoute({
  path: '/broadsheet/v1/template-reach',
  methods: {
    GET: method({
      params: z.object({
        kind: kindArgument,
        template: optionalWhole({ min: 1 }).describe('Id of the template.'),
      }),
      required: ['kind'],
      may: editTemplates,
      reply: valueOf(
        z.object({ total: z.int().nullable(), own: z.int(), sentence: z.string(), pages: z.array(link) }),
      ),
      run: async ({ actor, site: { content } }, { kind = '', template }) => {
        checkKind(kind);
        const settings = await content.settings.current();
        if (template !== undefined) {
          const { total, pages } = await reachOfTemplate(content, actor, template, named);
          const links = pages.map(({ title, path }) => ({ title, link: path }));
          return {
            kind: 'plain',
            body: {
              total: total ?? null,
              own: 0,
              sentence: spokenReach(settings, total, 0) ?? lossWords(total),
              pages: links,
            },
          };
        }
        const { total, own } = await countReach(content.database.read, kind, frontPages(settings));
        const pages = (await listFollowing(content, actor, kind, named)).map(({ title, path }) => ({
          title,
          link: path,
        }));
        return {
          kind: 'plain',
          body: {
            total: total ?? null,
            own,
            sentence: spokenReach(settings, total, own) ?? reachWords(kind, total, own),
            pages,
          },
        };
      },
    }),
  },
});

/** `/broadsheet/v1/template-sample?kind=single`: a page to preview a template of this kind with; empty if no such page exists. */
export const broadsheetTemplateSample = restRoute({
  path: '/broadsheet/v1/template-sample',
  methods: {
    GET: method({
      params: z.object({ kind: kindArgument }),
      required: ['kind'],
      reply: valueOf(link),
      may: editTemplates,
      run: async ({ actor, site: { content } }, { kind = '' }) => {
        checkKind(kind);
        const found = await samplePage(content, actor, kind);
        return { kind: 'plain', body: { title: found?.title ?? '', link: found?.path ?? '' } };
      },
    }),
  },
});

const document = {
  type: optionalChoice(templateTypes).describe('Type of the template.'),
  content: writtenText(templateFields.content).describe('Block markup of the template.'),
};

/** `/broadsheet/v1/template-preview`: a page of this site rendered with an unsaved document; runs no scripts. */
export const broadsheetTemplatePreview = restRoute({
  path: '/broadsheet/v1/template-preview',
  methods: {
    POST: method({
      params: z.object({
        path: pathArgument,
        ...document,
        device: choiceParam(['desktop', 'phone'], 'desktop').describe(
          'Device that the page is rendered for.',
        ),
        dark: flagParam().describe('Whether the preview uses the dark color scheme.'),
        header: writtenWhole(templateFields.headerId).describe('Id of the header template. 0 removes it.'),
        footer: writtenWhole(templateFields.footerId).describe('Id of the footer template. 0 removes it.'),
      }),
      required: ['path', 'type', 'content'],
      body: 'long',
      reply: valueOf(z.object({ html: z.string() })),
      may: editTemplates,
      run: async (
        { actor, site },
        { path = '/', type = 'single', content = '', device, dark, header = 0, footer = 0 },
      ) => {
        const template = { type, content, headerId: header, footerId: footer };
        return {
          kind: 'plain',
          body: {
            html: await site.pagePreviews.show(actor, {
              address: onSite(path),
              device,
              trial: { template, isDark: dark },
            }),
          },
        };
      },
    }),
  },
});

/** `/broadsheet/v1/template-check`: errors of a document by line; with a `type`, also its warnings. */
export const broadsheetTemplateCheck = restRoute({
  path: '/broadsheet/v1/template-check',
  methods: {
    POST: method({
      params: z.object({
        content: document.content,
        type: document.type,
        mobile: flagParam().describe('Whether the template is for phones.'),
      }),
      required: ['content'],
      body: 'long',
      may: editTemplates,
      reply: valueOf(
        z.object({
          warnings: z.array(warningReply),
          problems: z.array(
            z.object({ line: z.int(), severity: z.enum(['error', 'warning']), message: z.string() }),
          ),
        }),
      ),
      run: async ({ site, settings }, { content = '', type, mobile: isMobile = false }) => {
        const found = type && (await site.pagePreviews.warnings({ content, type, isMobile }));
        const warnings = describeWarnings(settings, found ?? []);
        return { kind: 'plain', body: { problems: [...site.pagePreviews.check(content)], warnings } };
      },
    }),
  },
});

function checkKind(kind: string): void {
  if (typeOfKind(kind) === undefined) {
    throw new InvalidParamsError({
      kind: { code: 'rest_invalid_param', message: `There is no kind of page “${kind.slice(0, 80)}”.` },
    });
  }
}

/** The panels' sentence in the site's language; undefined: English, where the caller has a longer one. */
function spokenReach(settings: Settings, total: number | undefined, own: number): string | undefined {
  if (!saidBy(settings.site_language).catalogue) return undefined;
  const ownPages = own > 0 ? ` ${fillIn(readerText(settings, 'reach_own'), String(own))}` : '';
  return total === undefined
    ? readerText(settings, 'reach_all')
    : fillIn(readerText(settings, 'reach_total'), String(total)) + ownPages;
}

function lossWords(total: number | undefined): string {
  if (total === undefined) return 'This changes all pages that have it.';
  return total === 1 ? 'This changes 1 page that has it.' : `This changes ${total} pages that have it.`;
}

function reachWords(kind: string, total: number | undefined, own: number): string {
  const { one, many } = wordsOfKind(kind);
  if (total === undefined) return `This changes all ${many}.`;
  const rest =
    own === 0
      ? ''
      : own === 1
        ? ` 1 ${one} with a layout of its own stays as it is.`
        : ` ${own} ${many} with layouts of their own stay as they are.`;
  return `This changes ${total} ${total === 1 ? one : many}.${rest}`;
}
