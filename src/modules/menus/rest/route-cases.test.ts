import type { RouteCases } from '../../../../test/harness/route-cases.ts';
import { rest } from '../../../../test/harness/writer.ts';

export const cases: RouteCases = {
  'GET,POST /broadsheet/v1/menus/{id}': {
    who: 'menu  +-----  rest_forbidden',
    body: (made) => ({ items: [{ title: `Item ${made}`, url: '/' }] }),
    writes: [
      rest('all items of a menu', 'POST /broadsheet/v1/menus/{small}', {
        items: [{ title: 'Zebras', url: '/zebras/' }],
      }),
    ],
  },
  'POST /broadsheet/v1/menus/preview': {
    who: '-  +-----  rest_forbidden',
    body: () => ({ items: [] }),
    writes: [],
  },
};
