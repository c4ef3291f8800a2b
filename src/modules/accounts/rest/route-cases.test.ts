import type { RouteCases } from '../../../../test/harness/route-cases.ts';
import { rest, silent } from '../../../../test/harness/writer.ts';
import { createToken } from '../account-token.ts';
import { listConfirmations } from '../confirmations.ts';

let newcomers = 0;

export const cases: RouteCases = {
  'GET /broadsheet/v1/reauthentication': '-  +++++-  rest_not_logged_in',
  // A wrong password; test/wire/backups.test.ts sends correct ones.
  'POST /broadsheet/v1/reauthentication': {
    who: '-  aaaaa-  rest_not_logged_in, a=400 account_current_wrong',
    body: () => ({}),
    writes: [],
  },
  // A link logs its holder in. For their own account, users confirm with their password in the profile instead.
  'POST /broadsheet/v1/users/{id}/link': {
    who: ['self  c-----  rest_cannot_edit', 'member  c-----  rest_cannot_edit'],
    writes: [
      {
        ...silent(rest('a login link', 'POST /broadsheet/v1/users/{member}/link')),
        covers: ['POST', 'DELETE'].map((method) => `${method} /broadsheet/v1/confirmations/{id}`),
      },
    ],
  },
  'POST /broadsheet/v1/invitations': {
    who: [
      '-  c-----  rest_cannot_create_user',
      '{"roles":["administrator"]}  -  c-----  rest_cannot_create_user',
    ],
    body: (made) => ({ username: `made${made}`, email: `made${made}@mail.example` }),
    writes: [
      silent(
        rest('an invitation', 'POST /broadsheet/v1/invitations', {
          username: 'ivan',
          email: 'ivan@mail.example',
        }),
      ),
    ],
  },
  // WordPress' export_others_personal_data and erase_others_personal_data map to manage_options.
  'GET /broadsheet/v1/users/{id}/personal-data': [
    'self  +-----  rest_cannot_export_personal_data',
    'member  +-----  rest_cannot_export_personal_data',
  ],
  'DELETE /broadsheet/v1/users/{id}/personal-data': {
    who: ['self  ------  rest_cannot_erase_personal_data', 'member  +-----  rest_cannot_erase_personal_data'],
    writes: [
      rest(
        'a commenter’s data is erased',
        'DELETE /broadsheet/v1/users/{member}/personal-data',
        {},
        { removes: 'Mia Member' },
      ),
    ],
  },
  'GET /broadsheet/v1/confirmations': '-  +-----  rest_cannot_confirm',
  'POST /broadsheet/v1/confirmations/{id}': {
    who: 'waiting  c-----  rest_cannot_confirm',
    subject: async (tx) => {
      const login = `newcomer-${++newcomers}`;
      const data = { login, email: 'new@mail.example', password: 'x' };
      await createToken(tx, { kind: 'registration', userId: 0, data });
      return { id: (await listConfirmations(tx.db)).find((one) => one.login === login)?.id ?? '' };
    },
  },
  'DELETE /broadsheet/v1/confirmations/{id}': 'waiting  +-----  rest_cannot_confirm',
};
