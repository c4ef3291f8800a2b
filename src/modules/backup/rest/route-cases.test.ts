import type { RouteCases } from '../../../../test/harness/route-cases.ts';
import { silent, written } from '../../../../test/harness/writer.ts';
import { operator } from '../../users/role.ts';
import { deleteBackup } from '../commands.ts';

const asks = '-  -bbbbb  reauthentication_required, b=rest_cannot_back_up';
const missing = 'backup  abbbbb  a=404 backup_not_found, b=rest_cannot_back_up';
const name = 'broadsheet-20260102-030405678-manual.tar.gz';
const subject = async () => ({ name });

export const cases: RouteCases = {
  'GET /broadsheet/v1/backups': '-  +-----  rest_cannot_back_up',
  'POST /broadsheet/v1/backups': { who: asks, body: () => ({}), writes: [] },
  'POST /broadsheet/v1/backups/files': { who: asks, body: () => ({}), writes: [] },
  'DELETE /broadsheet/v1/backups/{name}': {
    who: missing,
    subject,
    writes: [
      silent(
        written('a backup is deleted', 'modules/backup', (tx) =>
          deleteBackup(tx, operator(), { name, kind: 'manual' }),
        ),
      ),
    ],
  },
  'GET /broadsheet/v1/backups/{name}/download': { who: missing, subject },
  'POST /broadsheet/v1/backups/{name}/restore': {
    who: missing,
    subject,
    body: () => ({ confirmation: 'Broadsheet' }),
    writes: [],
  },
};
