import type { RouteCases } from '../../../../test/harness/route-cases.ts';

export const cases: RouteCases = {
  'GET /broadsheet/v1/term-tree': '-  ++----  rest_forbidden_context',
};
