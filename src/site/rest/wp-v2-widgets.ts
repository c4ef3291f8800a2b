import { createHash } from 'node:crypto';
import { z } from 'zod';
import { itemParams, textParam } from '../../kernel/http/rest/params.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { itemRoute, method, restRoute } from '../../kernel/http/rest/rest-route.ts';
import { demand } from '../../kernel/permission.ts';
import { parseMarkup } from '../../lib/markup/block-markup.ts';
import { BroadsheetError, NotFoundError } from '../../lib/errors.ts';
import { editWidgets } from '../../modules/widgets/policy.ts';
import { describeAreas, isListedArea } from './describe-areas.ts';

const widget = z.object({
  id: z.string(),
  id_base: z.string(),
  sidebar: z.string(),
  rendered: z.string(),
  rendered_form: z.string().nullable(),
  instance: z.object({
    encoded: z.string(),
    hash: z.string(),
    raw: z.object({ content: z.string() }),
  }),
});
type Widget = z.output<typeof widget>;

const sidebar = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  class: z.string(),
  before_widget: z.string(),
  after_widget: z.string(),
  before_title: z.string(),
  after_title: z.string(),
  status: z.enum(['active', 'inactive']),
  widgets: z.array(z.string()),
});
type Sidebar = z.output<typeof sidebar>;

/** WordPress' first number of a widget. */
const firstNumber = 2;

/** An instance as WordPress encodes it: the base64 of PHP's `serialize`. */
function encoded(content: string): string {
  const size = Buffer.byteLength(content);
  return Buffer.from(`a:1:{s:7:"content";s:${size}:"${content}";}`).toString('base64');
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** The areas with their outermost blocks as WordPress' block widgets. */
async function readWidgets({ site }: RestRequest): Promise<{ sidebars: Sidebar[]; widgets: Widget[] }> {
  const sidebars: Sidebar[] = [];
  const widgets: Widget[] = [];
  for (const described of (await describeAreas(site.content)).filter(isListedArea)) {
    const { area, content, shownOn, templates } = described;
    const ofArea = parseMarkup(content, () => undefined)
      .map(({ start, end }) => content.slice(start, end).trim())
      .filter((markup) => markup !== '')
      .map((markup, place): Widget => {
        const encodedInstance = encoded(markup);
        return {
          id: `block-${firstNumber + widgets.length + place}`,
          id_base: 'block',
          sidebar: area,
          rendered: '',
          rendered_form: null,
          instance: { encoded: encodedInstance, hash: md5(encodedInstance), raw: { content: markup } },
        };
      });
    widgets.push(...ofArea);
    sidebars.push({
      id: area,
      name: nameOf(area),
      description: '',
      class: '',
      before_widget: '',
      after_widget: '',
      before_title: '',
      after_title: '',
      status: shownOn.length + templates.length > 0 ? 'active' : 'inactive',
      widgets: ofArea.map(({ id }) => id),
    });
  }
  return { sidebars, widgets };
}

function nameOf(area: string): string {
  const words = area.replaceAll(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const noSidebar = () => new NotFoundError('No sidebar exists with that id.', 'rest_sidebar_not_found');
const noWidget = () => new NotFoundError('No widget was found with that id.', 'rest_widget_not_found');

const readOnly = () =>
  method({
    params: z.object({}),
    reply: valueOf(z.array(z.record(z.string(), z.unknown()))),
    may: editWidgets,
    run: () =>
      Promise.reject(
        new BroadsheetError(405, 'rest_read_only', 'Widgets are saved at /broadsheet/v1/widget-areas.'),
      ),
  });
const contextOnly = z.object({ context: itemParams.context });

/** WordPress' sidebars and block widgets, to read. */
export const wordPressWidgets = [
  restRoute({
    path: '/wp/v2/sidebars',
    methods: {
      GET: method({
        params: contextOnly,
        reply: valueOf(z.array(sidebar)),
        may: editWidgets,
        run: async (request) => ({ kind: 'plain', body: (await readWidgets(request)).sidebars }),
      }),
    },
  }),
  itemRoute({
    path: '/wp/v2/sidebars/(?P<id>[\\w-]+)',
    find: async (request, { id = '' }) => {
      demand(editWidgets, request.actor, undefined);
      const found = (await readWidgets(request)).sidebars.find((one) => one.id === id);
      if (!found) throw noSidebar();
      return found;
    },
    methods: {
      GET: method({
        params: contextOnly,
        reply: valueOf(sidebar),
        may: editWidgets,
        run: async (_request, _sent, found: Sidebar) => ({ kind: 'plain', body: found }),
      }),
      POST: readOnly(),
      PUT: readOnly(),
      PATCH: readOnly(),
    },
  }),
  restRoute({
    path: '/wp/v2/widgets',
    methods: {
      GET: method({
        params: contextOnly.extend({ sidebar: textParam() }),
        reply: valueOf(z.array(widget)),
        may: editWidgets,
        run: async (request, { sidebar: area }) => ({
          kind: 'plain',
          body: (await readWidgets(request)).widgets.filter(
            (one) => area === undefined || area === '' || one.sidebar === area,
          ),
        }),
      }),
      POST: readOnly(),
    },
  }),
  itemRoute({
    path: '/wp/v2/widgets/(?P<id>[\\w\\-]+)',
    find: async (request, { id = '' }) => {
      demand(editWidgets, request.actor, undefined);
      const found = (await readWidgets(request)).widgets.find((one) => one.id === id);
      if (!found) throw noWidget();
      return found;
    },
    methods: {
      GET: method({
        params: contextOnly,
        reply: valueOf(widget),
        may: editWidgets,
        run: async (_request, _sent, found: Widget) => ({ kind: 'plain', body: found }),
      }),
      POST: readOnly(),
      PUT: readOnly(),
      PATCH: readOnly(),
      DELETE: readOnly(),
    },
  }),
] as const;
