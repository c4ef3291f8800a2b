import type { RouteCases } from '../../../../test/harness/route-cases.ts';

export const cases: RouteCases = {
  'GET /broadsheet/v1/activity': { who: '-  +-----  rest_forbidden' },
};
