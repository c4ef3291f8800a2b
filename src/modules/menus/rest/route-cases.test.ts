import type { RouteCases } from '../../../../test/harness/route-cases.ts';
import { rest } from '../../../../test/harness/writer.ts';
import { addMenuItem, createMenu } from '../store.ts';

export const cases: RouteCases = {
  'GET,POST /broadsheet/v1/menus/{id}': {
    who: '-  +-----  rest_forbidden',
    body: (made) => ({ items: [{ title: `Item ${made}`, url: '/' }] }),
    subject: async (tx) => {
      const id = await createMenu(tx, { name: 'Sections of the paper' });
      await addMenuItem(tx, id, { label: 'Home', url: '/' });
      return { id };
    },
    writes: [
      rest('the whole main menu', 'POST /broadsheet/v1/menus/{menu}', {
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
