import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPost } from '../../src/modules/posts/writer.ts';
import { addRedirect } from '../../src/modules/redirects/store.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { importWxr } from '../../src/import/import-wxr.ts';
import { totals } from '../../src/import/report.ts';
import { authorXml, inPieces, wxr } from '../fixtures/wxr.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { dumpTables } from '../harness/dump-tables.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onBothDatabases('links to an old site', (get, place) => {
  let site: ServedSite;
  const bring = async (text: string) => importWxr(get(), inPieces(text));
  const request = async (path: string, method = 'GET') => {
    const { status, headers } = await rawRequest(site.url, path, { method });
    return headers.location === undefined ? String(status) : `${status} ${headers.location}`;
  };
  const at = (path: string) => ({ link: `https://escapes.example${path}` });
  beforeAll(async () => void (site = await serveSite(place())));
  afterAll(() => site.close());

  test('with escapes that are no UTF-8 redirect like others', async () => {
    const text = wxr(
      [
        { id: 101, slug: 'devanagari', ...at('/old/%E0%A4%A/') },
        { id: 102, slug: 'per-cent', ...at('/old/%zz/') },
        { id: 103, slug: 'cafe', ...at('/Old/Caf%E9/') },
        { id: 104, slug: 'ganz', ...at('/old/100%') },
        { id: 105, slug: 'menu', ...at('/caf%e9/men%fc/') },
        { id: 106, slug: 'mixed', ...at('/old/%C3%A9%E9%zz%/') },
        { id: 107, slug: 'k%c3%bcche', ...at('/old/k%c3%bcche/') },
      ],
      { url: 'https://escapes.example' },
    );
    const report = await bring(text);
    expect(report.notes.filter(({ message }) => message.includes('redirect'))).toEqual([]);
    for (const [old, now] of [
      ['/old/%E0%A4%A/', '/devanagari/'],
      ['/old/%zz/', '/per-cent/'],
      ['/Old/Caf%E9/', '/cafe/'],
      ['/Old/Caf%e9/', '/cafe/'],
      ['/Old/Caf%E9', '/cafe/'],
      ['/old/100%', '/ganz/'],
      ['/old/100%/', '/ganz/'],
      ['/caf%e9/men%fc/', '/menu/'],
      ['/caf%E9/men%FC/', '/menu/'],
      ['/old/%C3%A9%E9%zz%/', '/mixed/'],
      ['/old/%zz/?utm_source=x', '/per-cent/?utm_source=x'],
      ['/old/k%c3%bcche/', '/k%C3%BCche/'],
      // Bytes of a Western encoding match the characters of an existing page.
      ['/k%FCche/', '/k%C3%BCche/'],
      ['/old/k%fcche', '/k%C3%BCche/'],
    ] as const) {
      expect([old, await request(old)]).toEqual([old, `301 ${now}`]);
      expect([old, await request(old, 'HEAD')]).toEqual([old, `301 ${now}`]);
    }
    const before = await dumpTables(get());
    expect(totals(await bring(text))).toMatchObject({ imported: 0, updated: 0 });
    expect(await dumpTables(get())).toEqual(before);
  });

  test('an editor’s redirect from a broken address works, too; one without a target is refused without an error', async () => {
    await get().write((tx) => addRedirect(tx, { source: '/gone%E9/', target: '', status: 410 }));
    await get().write((tx) => addRedirect(tx, { source: '/with%E9?id=5', target: '/cafe/' }));
    await get().write((tx) => addRedirect(tx, { source: '/loop%E9/', target: '/loop%E9/x/' }));
    expect([await request('/gone%E9/'), await request('/with%E9?id=5'), await request('/loop%E9/')]).toEqual([
      '410',
      '301 /cafe/',
      '301 /loop%E9/x/',
    ]);
    for (const path of [
      '/%',
      '/%%',
      '/%ff/',
      '/%c3',
      '/%E0%A4%A',
      '/%zz%00',
      '//evil.example/%zz',
      '/\\evil.example/%zz',
      '/%zz/../nothing/',
      '/%2e%2e/%ff',
      '/%zz?a=%zz&b[]=%',
      `/${'%e9'.repeat(3000)}/`,
      '/wp-json/%zz',
      '/%zz%0d%0aX:1/',
      '/author/%ff/',
      '/%zz/page/99999999999/',
      '/2020/%ff/1/',
    ]) {
      const answer = await request(path);
      expect([path, /^(?:400|404|414)$/.test(answer)], answer).toEqual([path, true]);
    }
    expect(await request('/%zz/cafe/', 'POST')).toMatch(/^4\d\d$/);
    expect(await request('/cafe/')).toBe('200');
  });

  test('by the number of an author lead to that author, also when another account has the number', async () => {
    const [admin, other] = await get().write(async (tx) => {
      const ids = [
        await makeUser(tx, { id: 31, login: 'local-31', displayName: 'Local' }),
        await makeUser(tx, { id: 32, login: 'local-32' }),
      ];
      await makePost(tx, { slug: 'by-local', authorId: 31 });
      return ids;
    });
    expect([admin, other]).toEqual([31, 32]);
    const url = 'https://authors.example';
    await bring(
      wxr(
        [
          { id: 201, slug: 'by-first', creator: 'first' },
          { id: 202, slug: 'by-second', creator: 'second' },
          { id: 203, slug: 'by-free', creator: 'free' },
          { id: 204, slug: 'by-known', creator: 'local-32' },
        ],
        {
          url,
          authors: [
            authorXml('first', 31),
            authorXml('second', 32),
            authorXml('free', 3333),
            authorXml('local-32', 34),
            authorXml('silent', 35),
          ],
        },
      ),
    );
    for (const [old, now] of [
      ['/?author=31', '301 /author/first/'],
      ['/?author=32', '301 /author/second/'],
      ['/?author=3333', '301 /author/free/'],
      ['/?author=34', '301 /author/writer-of-local-32/'],
      ['/?author=31&utm_source=x', '301 /author/first/?utm_source=x'],
      ['/author/local/', '200'],
      ['/author/first/', '200'],
      ['/?author=35', '404'], // wrote nothing
      ['/?author=31,32', '200'],
      ['/?author=-31', '200'],
      ['/?author=0', '200'],
      ['/?author=9007199254740993', '404'],
    ] as const)
      await expect.poll(async () => [old, await request(old)]).toEqual([old, now]);
    // A second site has its own author ids: the first imported site wins.
    await bring(
      wxr([{ id: 211, slug: 'by-third', creator: 'third' }], {
        url: 'https://authors-2.example',
        authors: [authorXml('third', 31)],
      }),
    );
    expect([await request('/?author=31'), await request('/author/third/')]).toEqual([
      '301 /author/first/',
      '200',
    ]);
  });

  test('by number keep meaning this site’s own authors where such addresses are its own', async () => {
    await get().write((tx) => saveSettings(tx, { permalink_structure: 'plain' }));
    await expect.poll(() => request('/?author=31')).toBe('200');
    const { body } = await rawRequest(site.url, '/?author=31');
    expect(body).toContain('Local');
    await get().write((tx) => saveSettings(tx, { permalink_structure: null }));
    await expect.poll(() => request('/?author=31')).toBe('301 /author/first/');
    expect(await get().write((tx) => createPost(tx, { title: 'After', status: 'publish' }))).toBeGreaterThan(
      0,
    );
  });
});
