import { makeTerm } from '../../../../test/harness/factories.ts';
import type { RouteCases } from '../../../../test/harness/route-cases.ts';
import { rest, silent } from '../../../../test/harness/writer.ts';

/** Folders are a taxonomy: `manage_categories` creates them, `upload_files` lists them and files the user's own uploads. */
export const cases: RouteCases = {
  'GET /broadsheet/v1/media-folders': '-  +++---  rest_forbidden_context',
  'POST /broadsheet/v1/media-folders': {
    who: '-  cc----  rest_cannot_create',
    body: (made) => ({ name: `Made ${made}` }),
    writes: [
      silent(rest('a folder', 'POST /broadsheet/v1/media-folders', { name: 'Covers' }), 'folder'),
      silent(rest('a file moves into it', 'POST /wp/v2/media/{loose}', { folder: '{folder}' })),
    ],
  },
  'POST,PUT,PATCH /broadsheet/v1/media-folders/{id}': {
    who: 'folder  ++----  rest_cannot_update',
    subject: async (tx) => ({ id: await makeTerm(tx, { taxonomy: 'media_folder' }) }),
    writes: [silent(rest('its name', 'POST /broadsheet/v1/media-folders/{folder}', { name: 'Old covers' }))],
  },
  'DELETE /broadsheet/v1/media-folders/{id}': {
    who: 'folder  ++----  rest_cannot_delete',
    writes: [silent(rest('its end', 'DELETE /broadsheet/v1/media-folders/{folder}'))],
  },
  'GET /broadsheet/v1/media/{id}/uses': [
    'own inherit  ++++--  rest_forbidden_context',
    'other inherit  ++----  rest_forbidden_context',
  ],
};
