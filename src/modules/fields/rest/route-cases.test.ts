import type { RouteCases } from '../../../../test/harness/route-cases.ts';
import { rest } from '../../../../test/harness/writer.ts';

const of = async () => ({ type: 'page' });

export const cases: RouteCases = {
  'GET /broadsheet/v1/fields': '-  ++++--  rest_cannot_view_fields',
  'GET /broadsheet/v1/fields/{type}': {
    who: 'type  ++++--  rest_cannot_view_fields',
    subject: of,
  },
  'POST,PUT /broadsheet/v1/fields/{type}': {
    who: '{"fields":[]}  type  +-----  rest_cannot_manage_fields',
    subject: of,
    body: (made) => ({ fields: [{ name: `note_${made}`, kind: 'text', label: 'Note' }] }),
    writes: [
      rest(
        'the fields of a type',
        'POST /broadsheet/v1/fields/page',
        { fields: [{ name: 'rating', kind: 'number', label: 'Rating' }] },
        { unseen: true },
      ),
    ],
  },
};
