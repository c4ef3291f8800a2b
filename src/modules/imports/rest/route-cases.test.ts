import { wxr } from '../../../../test/fixtures/wxr.ts';
import type { RouteCases } from '../../../../test/harness/route-cases.ts';
import { rest, silent } from '../../../../test/harness/writer.ts';
import type { Writer } from '../../../../test/harness/writer.ts';

const refused = '-  -aaaaa  400 rest_upload_no_data, a=rest_cannot_import';
const who = '-  +-----  rest_cannot_import';

/** Uploads a file that waits for the import, which no page shows. */
function waiting(does: string, send: string, name: string, bytes: Buffer | string): Writer {
  const [method = '', path = ''] = send.split(' ');
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${name}"`,
  };
  return silent({ does, send, run: ({ send: ask }) => ask(method, path, Buffer.from(bytes), headers) });
}

const imports = '/broadsheet/v1/imports';

export const cases: RouteCases = {
  'GET /broadsheet/v1/imports': who,
  'POST /broadsheet/v1/imports/files': {
    who: refused,
    writes: [waiting('an export waits', `POST ${imports}/files`, 'old.xml', wxr([{ id: 3 }]))],
  },
  'POST /broadsheet/v1/imports': {
    who: '-  -aaaaa  400 import_none, a=rest_cannot_import',
    writes: [silent(rest('the import starts', `POST ${imports}`))],
  },
  'DELETE /broadsheet/v1/imports': {
    who,
    writes: [silent(rest('the import is stopped', `DELETE ${imports}`))],
  },
  'DELETE /broadsheet/v1/imports/files': {
    who: '?name=none.xml  -  -aaaaa  404 import_no_file, a=rest_cannot_import',
    writes: [silent(rest('an export is removed', `DELETE ${imports}/files?name=old.xml`))],
  },
  'POST /broadsheet/v1/imports/uploads': {
    who: refused,
    writes: [
      waiting('a file of the old site waits', `POST ${imports}/uploads?path=2026/01/a.txt`, 'a.txt', 'Words'),
    ],
  },
  'DELETE /broadsheet/v1/imports/uploads': {
    who,
    writes: [silent(rest('the copy is removed', `DELETE ${imports}/uploads`))],
  },
  'POST /broadsheet/v1/imports/check': {
    who,
    body: () => ({}),
    writes: [silent(rest('exports are checked', `POST ${imports}/check`))],
  },
  'GET /broadsheet/v1/imports/report': '?group=none  -  -aaaaa  404 import_no_group, a=rest_cannot_import',
  'GET /broadsheet/v1/imports/templates': who,
};
