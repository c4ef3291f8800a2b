import type { RouteCases } from '../../../../test/harness/route-cases.ts';
import { rest, silent, written } from '../../../../test/harness/writer.ts';
import type { Tx } from '../../../kernel/db/open-database.ts';
import { addMissingPages, listMissingPages } from '../missing-pages.ts';
import { addRedirect } from '../store.ts';

let made = 0;
const ofRedirect = async (tx: Tx) => ({
  id: await addRedirect(tx, { source: `/case-${++made}/`, target: '/lead/' }),
});
const ofMissingPage = async (tx: Tx) => {
  const path = `/missing-${++made}/`;
  await addMissingPages(tx, new Map([[path, 1]]), Date.now());
  const { pages } = await listMissingPages(tx.db, { now: Date.now(), limit: 1, search: path });
  return { id: pages[0]?.id ?? 0 };
};
const who = '-  +-----  rest_forbidden';
const item = 'redirect  +-----  rest_forbidden';

export const cases: RouteCases = {
  'GET /broadsheet/v1/redirects': who,
  'POST /broadsheet/v1/redirects': {
    who: '-  c-----  rest_forbidden',
    body: (number) => ({ source: `/made-${number}/`, target: '/lead/' }),
    writes: [
      silent(
        rest('a redirect', 'POST /broadsheet/v1/redirects', { source: '/former/*', target: '/lead/' }),
        'former',
      ),
    ],
  },
  'GET /broadsheet/v1/redirects/{id}': { who: item, subject: ofRedirect },
  'POST,PUT,PATCH /broadsheet/v1/redirects/{id}': {
    who: item,
    subject: ofRedirect,
    body: (number) => ({ target: `/lead/?made=${number}` }),
    writes: [
      silent(rest('where it leads', 'POST /broadsheet/v1/redirects/{former}', { target: '/elsewhere/' })),
    ],
  },
  'DELETE /broadsheet/v1/redirects/{id}': {
    who: item,
    subject: ofRedirect,
    writes: [silent(rest('a redirect is deleted', 'DELETE /broadsheet/v1/redirects/{former}'))],
  },
  'GET /broadsheet/v1/redirects/test': '?path=/no-such-page/  -  +-----  rest_forbidden',
  'GET /broadsheet/v1/redirects/export': who,
  'POST /broadsheet/v1/redirects/import': {
    who,
    body: (number) => ({ csv: `/import-${number}/,/lead/` }),
    writes: [
      silent(
        rest('redirects are imported', 'POST /broadsheet/v1/redirects/import', {
          csv: 'source,target,status\n/imported/,/lead/,301',
        }),
      ),
    ],
  },
  'GET /broadsheet/v1/missing-pages': who,
  'DELETE /broadsheet/v1/missing-pages/{id}': {
    who: 'path  +-----  rest_forbidden',
    subject: ofMissingPage,
    writes: [
      silent(
        written('readers miss a page', 'modules/redirects', async (tx) => (await ofMissingPage(tx)).id),
        'missed',
      ),
      silent(rest('it is dismissed', 'DELETE /broadsheet/v1/missing-pages/{missed}')),
    ],
  },
};
