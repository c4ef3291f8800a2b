import { afterAll, beforeAll, expect, test } from 'vitest';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { importWxr } from '../../src/import/import-wxr.ts';
import type { ImportReport } from '../../src/import/report.ts';
import { inPieces, wxr } from '../fixtures/wxr.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onDrawnDatabase('posts of the old site’s plugins', (_get, place) => {
  let site: ServedSite;
  let report: ImportReport;
  const url = 'https://old.example';
  const run = () =>
    importWxr(
      site.database,
      inPieces(
        wxr(
          [
            {
              id: 1,
              type: 'feedback',
              slug: 'message',
              title: 'Zanzibar ann@example.org',
              content: 'Zanzibar',
              link: `${url}/feedback/message/`,
            },
            { id: 2, type: 'feedback', slug: 'message-2', title: 'Zanzibar, again' },
            { id: 3, type: 'feedback', slug: 'begun', status: 'draft' },
            {
              id: 4,
              type: 'voucher',
              slug: 'ten-off',
              title: 'Zanzibar: ten off',
              link: `${url}/?post_type=voucher&#038;p=4`,
            },
            {
              id: 5,
              type: 'wpcf7_contact_form',
              slug: 'form',
              title: 'Zanzibar form',
              dateGmt: '2999-01-01 00:00:00',
            },
            {
              id: 6,
              type: 'festival',
              slug: 'carnival',
              title: 'Zanzibar carnival',
              link: `${url}/festival/carnival/`,
            },
            {
              id: 7,
              type: 'attachment',
              status: 'inherit',
              slug: 'sent',
              parent: 1,
              title: 'Zanzibar file',
              attachmentUrl: `${url}/wp-content/uploads/cv.pdf`,
            },
          ],
          { url },
        ),
      ),
    );
  beforeAll(async () => {
    site = await serveSite(place());
    report = await run();
  });
  afterAll(() => site.close());

  test('that were never public are private here, and the report says so once per type; other types are public', async () => {
    const rows = await site.database.read.selectFrom('post').select(['id', 'status']).orderBy('id').execute();
    expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({
      1: 'private',
      2: 'private',
      3: 'draft',
      4: 'private',
      5: 'private',
      6: 'publish',
      7: 'inherit',
    });
    expect(
      report.notes
        .map(({ kind, id, message }) => `${kind} ${id}: ${message}`)
        .filter((note) => note.includes('private')),
    ).toEqual(
      [
        ['feedback', 1],
        ['voucher', 4],
        ['wpcf7_contact_form', 5],
      ].map(
        ([type, id]) =>
          `item ${type} ${id}: the old site did not show this post type to readers; this item and all others of the type are private`,
      ),
    );
  });

  test('is not to be had by any address, list, search or sitemap', async () => {
    const hidden = [
      '/feedback/message/',
      '/feedback/message-2/',
      '/?p=1',
      '/?p=4',
      '/voucher/ten-off/',
      '/wpcf7_contact_form/form/',
      '/feedback/message/sent/',
      '/?p=7',
    ];
    for (const path of hidden) expect([path, (await rawRequest(site.url, path)).status]).toEqual([path, 404]);
    for (const path of [
      '/?s=zanzibar',
      '/wp-sitemap.xml',
      '/feed/',
      '/wp-json/wp/v2/search?search=zanzibar',
      '/wp-json/wp/v2/media',
    ]) {
      const { status, body } = await rawRequest(site.url, path);
      expect([path, status]).toEqual([path, 200]);
      expect(body).not.toMatch(/ann@example|again|ten off|Zanzibar f|feedback|voucher/);
    }
    expect((await rawRequest(site.url, '/festival/carnival/')).status).toBe(200);
  });

  test('a post published by an earlier import becomes private with the same export, unless it was edited here', async () => {
    const statusOf = async (path: string) => (await rawRequest(site.url, path)).status;
    const publish = (id: number, modifiedAt?: number) =>
      site.database.write(async (tx) => {
        const { modified_at: was } = await tx.db
          .selectFrom('post')
          .select('modified_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        await updatePost(tx, id, { status: 'publish', modifiedAt: modifiedAt ?? was });
      });
    await publish(1);
    await publish(2, 1_600_000_000_000);
    expect([await statusOf('/feedback/message/'), await statusOf('/feedback/message-2/')]).toEqual([
      200, 200,
    ]);
    const again = await run();
    expect(again.counts['item feedback']).toMatchObject({ found: 3, updated: 1, unchanged: 2 });
    expect(again.notes.map(({ id, message }) => `${id}: ${message}`)).toEqual([
      expect.stringMatching(/^1: the old site did not show this post type/),
    ]);
    expect([await statusOf('/feedback/message/'), await statusOf('/feedback/message-2/')]).toEqual([
      404, 200,
    ]);
    expect((await run()).counts['item feedback']).toMatchObject({ found: 3, unchanged: 3 });
  });

  test('and so does one that a later export has as private, draft or with a password', async () => {
    const items = (status: string, exported: string, password = '') =>
      importWxr(
        site.database,
        inPieces(
          wxr(
            ['private', 'draft', 'pending', 'trash', 'publish'].map((to, index) => ({
              id: 20 + index,
              slug: `was-${to}`,
              title: 'Zanzibar',
              status: status || to,
              password: to === 'publish' ? password : '',
            })),
            { url: 'https://follows.example', exported },
          ),
        ),
      );
    const answers = async () =>
      Promise.all(
        ['private', 'draft', 'pending', 'trash'].map(
          async (name) => (await rawRequest(site.url, `/was-${name}/`)).status,
        ),
      );
    await items('publish', 'Mon, 05 Jan 2026 10:00:00 +0000');
    expect(await answers()).toEqual([200, 200, 200, 200]);
    await items('', 'Mon, 05 Jan 2026 11:00:00 +0000', 'secret');
    expect(await answers()).toEqual([404, 404, 404, 404]);
    expect((await rawRequest(site.url, '/was-publish/')).body).toMatch(/type="password"/);
  });
});
