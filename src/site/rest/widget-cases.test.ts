import type { RouteCases } from '../../../test/harness/route-cases.ts';
import { paragraph, rest, silent } from '../../../test/harness/writer.ts';

const who = '-  +-----  rest_cannot_manage_widgets';
const file = JSON.stringify({ 'sidebar-1': { 'text-2': { title: 'About', text: 'Zebras of the north' } } });

export const cases: RouteCases = {
  'GET /broadsheet/v1/widget-areas': who,
  'POST /broadsheet/v1/widget-areas/{area}': {
    who: 'single  +-----  rest_cannot_manage_widgets',
    body: (made) => ({ content: paragraph(`Note ${made}`) }),
    subject: async () => ({ area: 'sidebar-single' }),
    writes: [
      rest('blocks of an area', 'POST /broadsheet/v1/widget-areas/sidebar-single', {
        content: paragraph('Zebras'),
      }),
      silent(
        rest('an area that no template has', 'POST /broadsheet/v1/widget-areas/of-nobody', {
          content: paragraph('Zebras'),
        }),
      ),
    ],
  },
  'GET,DELETE /broadsheet/v1/widget-areas/{area}': {
    who: 'single  +-----  rest_cannot_manage_widgets',
    subject: async () => ({ area: 'sidebar-single' }),
    writes: [rest('an area is reset', 'DELETE /broadsheet/v1/widget-areas/sidebar-single')],
  },
  'POST /broadsheet/v1/widget-previews': {
    who,
    body: () => ({ area: 'sidebar', content: paragraph('Zebras') }),
    writes: [],
  },
  'POST /broadsheet/v1/widget-imports': {
    who,
    body: () => ({ file }),
    writes: [rest('widgets of another site', 'POST /broadsheet/v1/widget-imports', { file })],
  },
};
