import type { RouteCases } from '../../../../test/harness/route-cases.ts';
import { rest, silent, written } from '../../../../test/harness/writer.ts';
import { createRole } from '../role-writer.ts';
import { updateUser } from '../writer.ts';

let roles = 0;

export const cases: RouteCases = {
  // Without a picture: it is read only for callers with the permission.
  'POST /broadsheet/v1/users/{id}/portrait': {
    who: [
      'self  -----a  400 rest_upload_no_data, a=rest_cannot_edit',
      'member  -aaaaa  400 rest_upload_no_data, a=rest_cannot_edit',
    ],
    writes: [
      written('a portrait', 'users/save-portrait', (tx, ids) =>
        updateUser(tx, ids.ada, { portrait: `portraits/${'a'.repeat(24)}.webp` }),
      ),
    ],
  },
  'DELETE /broadsheet/v1/users/{id}/portrait': {
    who: ['self  +++++-  rest_cannot_edit', 'member  +-----  rest_cannot_edit'],
    writes: [rest('no portrait', 'DELETE /broadsheet/v1/users/{ada}/portrait')],
  },
  // Users list and end their own sessions in their profile.
  'GET /broadsheet/v1/users/{id}/sessions': [
    'self  +-----  rest_cannot_edit',
    'member  +-----  rest_cannot_edit',
    'chief  +-----  rest_cannot_edit',
  ],
  'DELETE /broadsheet/v1/users/{id}/sessions': {
    who: 'member  +-----  rest_cannot_edit',
    writes: [
      {
        ...silent(rest('a user is logged out', 'DELETE /broadsheet/v1/users/{bob}/sessions')),
        covers: ['DELETE /broadsheet/v1/users/{id}/sessions/{session}'],
      },
    ],
  },
  'DELETE /broadsheet/v1/users/{id}/sessions/{session}': [
    'member  +-----  rest_cannot_edit',
    'chief  +-----  rest_cannot_edit',
  ],
  'GET /broadsheet/v1/roles': '-  +-----  rest_cannot_edit_roles',
  'POST /broadsheet/v1/roles': {
    who: '-  c-----  rest_cannot_edit_roles',
    body: (made) => ({ name: `made-${made}`, label: 'Made', capabilities: ['read'] }),
    writes: [
      silent(
        rest('a role', 'POST /broadsheet/v1/roles', {
          name: 'guest',
          label: 'Guest',
          capabilities: ['read'],
        }),
      ),
    ],
  },
  'GET,POST,PUT,PATCH,DELETE /broadsheet/v1/roles/{name}': {
    who: 'role  +-----  rest_cannot_edit_roles',
    subject: async (tx) => {
      const name = `role-${++roles}`;
      await createRole(tx, { name, label: 'A role', capabilities: ['read'] });
      return { name };
    },
    writes: [
      silent(rest('what it allows', 'POST /broadsheet/v1/roles/guest', { label: 'Guests' })),
      silent(rest('its end', 'DELETE /broadsheet/v1/roles/guest')),
    ],
  },
};
