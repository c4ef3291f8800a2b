import { z } from 'zod';
import { sentText } from '../../kernel/input-kinds.ts';
import { importWidgets, planWidgetImport } from '../../modules/widgets/import-widgets.ts';
import { maxWidgetFileBytes } from '../../modules/widgets/read-widget-file.ts';
import {
  onSite,
  choiceParam,
  flagParam,
  optionalWhole,
  wordParam,
  writtenText,
} from '../../kernel/http/rest/params.ts';
import { fromOf, staleReply } from '../../kernel/http/rest/from-revision.ts';
import { faultsOfParams } from '../../kernel/http/rest/rest-errors.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { itemRoute, method, restRoute } from '../../kernel/http/rest/rest-route.ts';
import { InvalidInputError, NotFoundError, StaleError } from '../../lib/errors.ts';
import { samplePage } from '../../modules/templates/page-links.ts';
import { areaFields, resetWidgetArea, saveWidgetArea } from '../../modules/widgets/commands.ts';
import { areaNamePattern } from '../../modules/widgets/model.ts';
import { editWidgets } from '../../modules/widgets/policy.ts';
import { widgetImportTools } from '../pages/widget-import-tools.ts';
import { wordPressWidgets } from './wp-v2-widgets.ts';
import { describeAreas, isListedArea } from './describe-areas.ts';
import type { DescribedArea } from './describe-areas.ts';

const listedArea = z.object({
  area: z.string(),
  /** The site has blocks of its own for this area. */
  edited: z.boolean(),
  /** The area whose blocks it has after a reset; empty: those of the templates. */
  fallback_area: z.string(),
  /** 0: never saved. */
  revision: z.int(),
  /** Milliseconds since 1970; 0: never saved. */
  updated: z.number(),
  /** Types of templates whose current one shows this area. */
  shown_on: z.array(z.string()),
  templates: z.array(z.object({ id: z.int(), title: z.string(), type: z.string() })),
});
const wholeArea = listedArea.extend({
  content: z.string(),
  /** The blocks after a reset. */
  fallback: z.string(),
  /** A page that shows the area; null: no page does. */
  page: z.object({ title: z.string(), path: z.string() }).nullable(),
});
type WholeArea = z.output<typeof wholeArea>;

const listed = ({
  area,
  isEdited,
  fallbackArea,
  revision,
  updatedAt,
  shownOn,
  templates,
}: DescribedArea) => ({
  area,
  edited: isEdited,
  fallback_area: fallbackArea,
  revision,
  updated: updatedAt,
  shown_on: [...shownOn],
  templates: [...templates],
});

/** `/broadsheet/v1/widget-areas`: sidebars and footer columns, and the pages that show them. */
export const broadsheetWidgetAreas = restRoute({
  path: '/broadsheet/v1/widget-areas',
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(z.array(listedArea)),
      may: editWidgets,
      run: async ({ site }) => ({
        kind: 'plain',
        body: (await describeAreas(site.content)).filter(isListedArea).map(listed),
      }),
    }),
  },
});

async function wholeOf({ actor, site }: RestRequest, area: string): Promise<WholeArea> {
  const found = (await describeAreas(site.content)).find((one) => one.area === area);
  const described: DescribedArea = found ?? {
    area,
    content: '',
    fallback: '',
    fallbackArea: '',
    isEdited: false,
    revision: 0,
    updatedAt: 0,
    shownOn: [],
    templates: [],
  };
  const kinds = [...described.shownOn, ...described.templates.map(({ type }) => type)];
  const [kind] = kinds.includes('single') ? ['single'] : kinds;
  const page = kind === undefined ? undefined : await samplePage(site.content, actor, kind);
  const { content, fallback } = described;
  return {
    ...listed(described),
    content,
    fallback,
    page: page ? { title: page.title, path: page.path } : null,
  };
}

const blocks = writtenText(areaFields.content).describe('The blocks of the area.');
const change = {
  revision: optionalWhole({ min: 0 }).describe(
    'The revision that the change is based on; 0 for an area that was never saved.',
  ),
};

async function changed(
  request: RestRequest,
  area: string,
  mine: unknown,
  write: () => Promise<void>,
): Promise<{ readonly kind: 'plain'; readonly body: WholeArea }> {
  try {
    await write();
  } catch (error) {
    if (error instanceof StaleError) throw staleReply(error, mine, await wholeOf(request, area));
    throw faultsOfParams(error, {});
  }
  return { kind: 'plain', body: await wholeOf(request, area) };
}

/** `/broadsheet/v1/widget-areas/{area}`: the blocks of an area; DELETE returns it to those of the templates. */
export const broadsheetWidgetArea = itemRoute({
  path: '/broadsheet/v1/widget-areas/(?P<area>[a-z0-9_-]+)',
  find: async (_request, { area = '' }) => {
    if (!areaNamePattern.test(area))
      throw new NotFoundError('No sidebar exists with that id.', 'rest_sidebar_not_found');
    return area;
  },
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(wholeArea),
      may: editWidgets,
      run: async (request, _sent, area: string) => ({ kind: 'plain', body: await wholeOf(request, area) }),
    }),
    POST: method({
      params: z.object({ content: blocks, ...change }),
      required: ['content'],
      body: 'long',
      reply: valueOf(wholeArea),
      may: editWidgets,
      run: (request, { content: sent = '', revision }, area: string) =>
        changed(request, area, { content: sent }, async () => {
          const { actor, site } = request;
          const fault = site.pagePreviews.blocksFault(sent);
          if (fault !== undefined)
            throw new InvalidInputError(`The widget area can't be saved: ${fault}`, 'rest_invalid_param', {
              content: fault,
            });
          await site.content.database.write((tx) =>
            saveWidgetArea(tx, actor, { area, content: sent }, fromOf(request, revision)),
          );
        }),
    }),
    DELETE: method({
      params: z.object(change),
      reply: valueOf(wholeArea),
      may: editWidgets,
      run: (request, { revision }, area: string) =>
        changed(request, area, null, async () => {
          const { actor, site } = request;
          await site.content.database.write((tx) =>
            resetWidgetArea(tx, actor, { area }, fromOf(request, revision)),
          );
        }),
    }),
  },
});

/** `/broadsheet/v1/widget-previews`: a page of this site with unsaved blocks of an area; runs no scripts. */
export const broadsheetWidgetPreviews = restRoute({
  path: '/broadsheet/v1/widget-previews',
  methods: {
    POST: method({
      params: z.object({
        path: wordParam('/').describe('Path of the page on this site.'),
        area: writtenText(areaFields.area).describe('Name of the area.'),
        content: blocks,
        device: choiceParam(['desktop', 'phone'], 'desktop').describe(
          'Device that the page is rendered for.',
        ),
        dark: flagParam().describe('Whether the preview uses the dark color scheme.'),
      }),
      required: ['area', 'content'],
      body: 'long',
      reply: valueOf(z.object({ html: z.string() })),
      may: editWidgets,
      run: async ({ actor, site }, { path, area = '', content: sent = '', device, dark }) => ({
        kind: 'plain',
        body: {
          html: await site.pagePreviews.show(actor, {
            address: onSite(path),
            device,
            trial: { template: undefined, isDark: dark },
            widgets: { area, content: sent },
          }),
        },
      }),
    }),
  },
});

const report = z.object({
  areas: z.array(
    z.object({
      area: z.string(),
      sidebars: z.array(z.string()),
      added: z.int(),
      unchanged: z.int(),
    }),
  ),
  /** Widgets that are left out, or that the user should check. */
  notes: z.array(
    z.object({
      sidebar: z.string(),
      widget: z.string(),
      left_out: z.boolean(),
      message: z.string(),
    }),
  ),
});

/** `/broadsheet/v1/widget-imports`: adds the widgets of a WordPress site to the areas of this one. */
export const broadsheetWidgetImports = restRoute({
  path: '/broadsheet/v1/widget-imports',
  methods: {
    POST: method({
      params: z.object({
        file: writtenText(sentText(maxWidgetFileBytes)).describe(
          'Text of a file of the plugin Widget Importer & Exporter, or the options “sidebars_widgets” and “widget_…” as JSON.',
        ),
        preview: flagParam().describe('Whether to only report what an import would do.'),
      }),
      required: ['file'],
      body: 'long',
      reply: valueOf(report),
      may: editWidgets,
      run: async ({ actor, site }, { file = '', preview }) => {
        const { blocksFault } = site.pagePreviews;
        const { database } = site.content;
        const settings = await site.content.settings.current();
        const tools = await widgetImportTools(site.content, settings, file, blocksFault);
        const { areas, notes } = await (preview
          ? planWidgetImport(database.read, actor, file, tools)
          : database.write((tx) => importWidgets(tx, actor, file, tools)));
        const shown = notes.map(({ isLeftOut, ...note }) => ({ ...note, left_out: isLeftOut }));
        return {
          kind: 'plain',
          body: { areas: areas.map((area) => ({ ...area, sidebars: [...area.sidebars] })), notes: shown },
        };
      },
    }),
  },
});

export const widgetRoutes = [
  broadsheetWidgetAreas,
  broadsheetWidgetArea,
  broadsheetWidgetPreviews,
  broadsheetWidgetImports,
  ...wordPressWidgets,
] as const;
