import { afterAll, beforeAll, expect, test } from 'vitest';
import { importWxr } from '../../src/import/import-wxr.ts';
import type { ImportReport } from '../../src/import/report.ts';
import { inPieces, wxr } from '../fixtures/wxr.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onDrawnDatabase('what plugins of the old site kept as posts', (_get, place) => {
  let site: ServedSite;
  let report: ImportReport;
  const url = 'https://old.example';
  beforeAll(async () => {
    site = await serveSite(place());
    report = await importWxr(site.database, inPieces(wxr([
      { id: 1, type: 'feedback', slug: 'message', title: 'Zanzibar ann@example.org', content: 'Zanzibar', link: `${url}/feedback/message/` },
      { id: 2, type: 'feedback', slug: 'message-2', title: 'Zanzibar, again' }, { id: 3, type: 'feedback', slug: 'begun', status: 'draft' },
      { id: 4, type: 'voucher', slug: 'ten-off', title: 'Zanzibar: ten off', link: `${url}/?post_type=voucher&#038;p=4` },
      { id: 5, type: 'wpcf7_contact_form', slug: 'form', title: 'Zanzibar form', dateGmt: '2999-01-01 00:00:00' },
      { id: 6, type: 'festival', slug: 'carnival', title: 'Zanzibar carnival', link: `${url}/festival/carnival/` },
      { id: 7, type: 'attachment', status: 'inherit', slug: 'sent', parent: 1, title: 'Zanzibar file', attachmentUrl: `${url}/wp-content/uploads/cv.pdf` },
    ], { url })));
  });
  afterAll(() => site.close());

  test('and showed to nobody is private here, and the report says so once of each type; other types are for readers', async () => {
    const rows = await site.database.read.selectFrom('post').select(['id', 'status']).orderBy('id').execute();
    expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({
      1: 'private', 2: 'private', 3: 'draft', 4: 'private', 5: 'private', 6: 'publish', 7: 'inherit',
    });
    expect(report.notes.map(({ kind, id, message }) => `${kind} ${id}: ${message}`).filter((note) => note.includes('private'))).toEqual(
      [['feedback', 1], ['voucher', 4], ['wpcf7_contact_form', 5]].map(([type, id]) =>
        `item ${type} ${id}: the old site showed nothing of this type to its readers: this, and all of it that follows, is private here`),
    );
  });

  test('is not to be had by any address, list, search or sitemap', async () => {
    const hidden = [
      '/feedback/message/', '/feedback/message-2/', '/?p=1', '/?p=4', '/voucher/ten-off/', '/wpcf7_contact_form/form/', '/feedback/message/sent/', '/?p=7',
    ];
    for (const path of hidden) expect([path, (await rawRequest(site.url, path)).status]).toEqual([path, 404]);
    for (const path of ['/?s=zanzibar', '/wp-sitemap.xml', '/feed/', '/wp-json/wp/v2/search?search=zanzibar', '/wp-json/wp/v2/media']) {
      const { status, body } = await rawRequest(site.url, path);
      expect([path, status]).toEqual([path, 200]);
      expect(body).not.toMatch(/ann@example|again|ten off|Zanzibar f|feedback|voucher/);
    }
    expect((await rawRequest(site.url, '/festival/carnival/')).status).toBe(200);
  });
});
