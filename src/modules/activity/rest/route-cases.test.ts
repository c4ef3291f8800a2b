import type { RouteCases } from '../../../../test/harness/route-cases.ts';

const who = '-  +-----  rest_forbidden';

export const cases: RouteCases = {
  'GET /broadsheet/v1/activity': { who },
  'GET /broadsheet/v1/activity/people': { who },
  'GET /broadsheet/v1/activity/export': { who },
};
