import type { RouteCases } from '../../../../test/harness/route-cases.ts';
import { rest } from '../../../../test/harness/writer.ts';
import { readyTypeNames } from '../model.ts';

export const cases: RouteCases = {
  'GET /broadsheet/v1/content-types/ready': '-  +-----  rest_forbidden',
  'POST /broadsheet/v1/content-types/ready': {
    who: '-  c-----  rest_forbidden',
    body: (number) => ({ name: readyTypeNames[number % readyTypeNames.length] }),
    writes: [
      rest('a ready type', 'POST /broadsheet/v1/content-types/ready', { name: 'recipe' }, { unseen: true }),
    ],
  },
};
