import type { RouteCases } from '../../../test/harness/route-cases.ts';
import { paragraph } from '../../../test/harness/writer.ts';

const who = '-  +-----  rest_cannot_manage_widgets';
const file = JSON.stringify({ 'sidebar-1': { 'text-2': { title: 'About', text: 'Zebras of the north' } } });

/** Writers are in `test/fixtures/writers.ts`, because those of other routes change the templates that show areas. */
export const cases: RouteCases = {
  'GET /broadsheet/v1/widget-areas': who,
  'POST /broadsheet/v1/widget-areas/{area}': {
    who: 'single  +-----  rest_cannot_manage_widgets',
    body: (made) => ({ content: paragraph(`Note ${made}`) }),
    subject: async () => ({ area: 'sidebar-single' }),
  },
  'GET,DELETE /broadsheet/v1/widget-areas/{area}': {
    who: 'single  +-----  rest_cannot_manage_widgets',
    subject: async () => ({ area: 'sidebar-single' }),
  },
  'POST /broadsheet/v1/widget-previews': {
    who,
    body: () => ({ area: 'sidebar', content: paragraph('Zebras') }),
    writes: [],
  },
  'POST /broadsheet/v1/widget-imports': { who, body: () => ({ file }) },
};
