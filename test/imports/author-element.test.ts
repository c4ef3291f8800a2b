import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findUserByLogin } from '../../src/modules/users/reader.ts';
import { importWxr } from '../../src/import/import-wxr.ts';
import { totals } from '../../src/import/report.ts';
import { authorXml, inPieces, wxr } from '../fixtures/wxr.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const source = readFileSync(
  new URL('../../../shared/cases/imports/wp-author-element.xml', import.meta.url),
  'utf8',
);
const renamed = (xml: string) => xml.replaceAll('wp:author>', 'wp:wp_author>');

onBothDatabases('authors of an export in elements called wp:wp_author', (get, place) => {
  let site: ServedSite;
  const bring = async (text: string) => importWxr(get(), inPieces(text));
  const find = async (login: string) => findUserByLogin(get().read, login);
  beforeAll(async () => void (site = await serveSite(place())));
  afterAll(() => site.close());

  test('the case: display name and address, in the account and on the page', async () => {
    const report = await bring(source);
    expect(report.counts.author).toMatchObject({ found: 1, imported: 1 });
    expect(await find('ann')).toMatchObject({
      displayName: 'Ann Miller',
      email: 'ann@old.example.org',
      id: 2,
    });
    expect((await rawRequest(site.url, '/by-ann/')).body).toContain('Ann Miller');
    expect((await rawRequest(site.url, '/author/ann/')).status).toBe(200);
    expect(totals(await bring(source))).toMatchObject({ imported: 0, updated: 0, dropped: 0 });
  });

  test('both spellings in one file are authors; a duplicate declaration is dropped once', async () => {
    const report = await bring(
      wxr(
        [
          { id: 501, creator: 'cleo' },
          { id: 502, creator: 'dina' },
        ],
        {
          url: 'https://both.example',
          authors: [
            authorXml('cleo', 71, 'Cleo C.'),
            renamed(authorXml('dina', 72, 'Dina D.')),
            renamed(authorXml('cleo', 71, 'Again')),
          ],
        },
      ),
    );
    expect(report.counts.author).toMatchObject({ found: 3, imported: 2, dropped: 1 });
    expect([(await find('cleo'))?.displayName, (await find('dina'))?.displayName]).toEqual([
      'Cleo C.',
      'Dina D.',
    ]);
  });
});
