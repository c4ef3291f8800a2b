import type { RouteCases } from '../../../../test/harness/route-cases.ts';
import { rest } from '../../../../test/harness/writer.ts';

export const cases: RouteCases = {
  'POST /broadsheet/v1/menus': {
    who: '-  +-----  rest_forbidden',
    body: (made) => ({ name: `Restored ${made}`, items: [] }),
    writes: [
      rest(
        'a deleted menu',
        'POST /broadsheet/v1/menus',
        { name: 'Restored', items: [{ title: 'Zebras', url: '/zebras/' }] },
        { unseen: true },
      ),
    ],
  },
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
