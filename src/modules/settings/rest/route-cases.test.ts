import type { RouteCases } from '../../../../test/harness/route-cases.ts';
import { rest } from '../../../../test/harness/writer.ts';

export const cases: RouteCases = {
  'GET,POST,PUT,PATCH /wp/v2/settings': {
    who: '-  +-----  rest_forbidden',
    writes: [rest('the name of the site', 'POST /wp/v2/settings', { title: 'The Zebra Times' })],
  },
  'GET /broadsheet/v1/settings/pages': { who: '-  +-----  rest_forbidden' },
  'POST /broadsheet/v1/settings/preview': {
    who: '-  +-----  rest_forbidden',
    body: () => ({ path: '/', values: {} }),
    writes: [],
  },
  'GET,POST /broadsheet/v1/settings': {
    who: '-  +-----  rest_forbidden',
    body: () => ({ values: {}, from: {} }),
    writes: [
      rest('articles on the front page', 'POST /broadsheet/v1/settings', {
        values: { show_on_front: 'posts' },
        from: { show_on_front: 'page' },
      }),
    ],
  },
};
