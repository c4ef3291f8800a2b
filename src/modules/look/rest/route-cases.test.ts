import type { RouteCases } from '../../../../test/harness/route-cases.ts';
import { file } from '../../../../test/harness/writer.ts';

const look = Buffer.from(JSON.stringify({ broadsheet_look: 1, base: 'tabloid' }));

export const cases: RouteCases = {
  'GET /broadsheet/v1/look': { who: '-  +-----  rest_forbidden' },
  'POST /broadsheet/v1/look': {
    who: '-  -aaaaa  400 rest_upload_no_data, a=rest_forbidden',
    writes: [file('another look', 'POST /broadsheet/v1/look', look)],
  },
};
