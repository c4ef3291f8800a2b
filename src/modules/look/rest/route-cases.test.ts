import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RouteCases } from '../../../../test/harness/route-cases.ts';
import { file, silent } from '../../../../test/harness/writer.ts';

const font = readFileSync(
  createRequire(import.meta.url).resolve(
    '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2',
  ),
);
const look = Buffer.from(JSON.stringify({ broadsheet_look: 1, base: 'tabloid' }));

export const cases: RouteCases = {
  'GET /broadsheet/v1/look': { who: '-  +-----  rest_forbidden' },
  'POST /broadsheet/v1/look': {
    who: '-  -aaaaa  400 rest_upload_no_data, a=rest_forbidden',
    writes: [file('another look', 'POST /broadsheet/v1/look', look)],
  },
  'POST /broadsheet/v1/look/fonts': {
    who: '-  -aaaaa  400 rest_upload_no_data, a=rest_forbidden',
    writes: [silent(file('a font', 'POST /broadsheet/v1/look/fonts', font))],
  },
};
