import type { RouteCases } from '../../../../test/harness/route-cases.ts';
import { rest, silent } from '../../../../test/harness/writer.ts';

const who = '-  ++----  rest_forbidden';

export const cases: RouteCases = {
  'GET /broadsheet/v1/front': { who },
  'POST,PUT /broadsheet/v1/front': {
    who,
    body: (made) => ({ pins: [], breaking: { text: `Line ${made}` } }),
    writes: [
      rest('a pin with another headline', 'POST /broadsheet/v1/front', {
        pins: [{ post_id: '{lead}', headline: 'Zebras lead' }],
      }),
    ],
  },
  'POST /broadsheet/v1/front/preview': { who, body: () => ({ pins: [] }), writes: [] },
  'POST /broadsheet/v1/front/presence': {
    who,
    writes: [silent(rest('a desk is open', 'POST /broadsheet/v1/front/presence', {}))],
  },
  'GET /broadsheet/v1/front/history': { who },
};
