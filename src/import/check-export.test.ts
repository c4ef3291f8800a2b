import { createReadStream, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { wxr } from '../../test/fixtures/wxr.ts';
import { noContents } from '../modules/imports/export-check.ts';
import type { ExportContents } from '../modules/imports/export-check.ts';
import { unknownParts } from '../blocks/document/unknown-parts.ts';
import { checkExport } from './check-export.ts';

const uploads = mkdtempSync(join(tmpdir(), 'broadsheet-check-'));
afterAll(() => rmSync(uploads, { recursive: true }));

const lookForUnknown = (content: string) => unknownParts(content, () => false);
async function* pieces(text: string) {
  yield Buffer.from(text);
}
const check = (text: string, folder?: string) =>
  checkExport(pieces(text), { uploads: folder, lookForUnknown });
const shared = join(import.meta.dirname, '../../../shared/data');

test('[IMP-31] counts what real exports contain, without importing it', async () => {
  const contents: Record<string, ExportContents> = Object.fromEntries(
    await Promise.all(
      readdirSync(shared)
        .filter((name) => name.endsWith('.xml'))
        .map(async (name) => [
          name,
          await checkExport(createReadStream(join(shared, name)), { uploads: undefined, lookForUnknown }),
        ]),
    ),
  );
  for (const one of Object.values(contents)) expect([one.problem, one.incomplete]).toEqual(['', '']);
  const { types, site, menus, media, comments, authors, taxonomies, losses } =
    contents['theme-unit-test.xml'] ?? noContents('');
  const count = (name: string) => types.find((type) => type.name === name)?.count ?? 0;
  expect([count('post') > 30, count('page') > 10, media.total, media.found]).toEqual([
    true,
    true,
    count('attachment'),
    0,
  ]);
  expect([comments > 10, authors > 1, menus.length > 1, site.url, site.generator]).toEqual([
    true,
    true,
    true,
    expect.stringMatching(/^https?:/),
    expect.stringMatching(/^WordPress/),
  ]);
  expect(taxonomies.map(({ name }) => name)).toEqual(expect.arrayContaining(['category', 'post_tag']));
  expect(losses).toContainEqual(
    expect.objectContaining({
      kind: 'media',
      count: media.total,
      reason: expect.stringContaining('stay at the old site'),
    }),
  );
  expect(contents['shop-products.xml']?.plugins).toContain('WooCommerce');
  // None of its files is in a folder of uploads, so a copy would bring none.
  expect(contents['shop-products.xml']?.losses.filter(({ kind }) => kind === 'media').length).toBe(1);
});

const file = (id: number, path: string) => ({
  id,
  type: 'attachment',
  status: 'inherit',
  attachmentUrl: `https://old.example/wp-content/uploads/${path}`,
});

test('[IMP-31] says which files a copy of the uploads contains, and what will not be imported', async () => {
  mkdirSync(join(uploads, '2026/01'), { recursive: true });
  writeFileSync(join(uploads, '2026/01/there.jpg'), 'x');
  const text = wxr([
    { id: 1, title: 'Slides', content: '<p>Words</p>[acme_slider id="3"]' },
    { id: 2, type: 'oembed_cache' },
    { id: 3, status: 'auto-draft' },
    { id: 4, status: 'acme-review' },
    file(5, '2026/01/there.jpg'),
    file(6, '2026/01/gone.jpg'),
    file(7, '2026/01/drawing.svg'),
    file(8, '../../../etc/passwd.jpg'),
  ]);
  const { media, losses } = await check(text, uploads);
  expect(media).toEqual({ total: 4, found: 1 });
  const reasons = losses.map(({ reason, count }) => `${count} ${reason}`).join('\n');
  for (const part of [
    '1 shortcodes that are not known',
    'cached embed',
    'auto-draft',
    'the status “acme-review” is unknown',
    '1 files that are not in your copy',
    'files that end in “.svg”',
    '1 files without an address in wp-content/uploads',
  ])
    expect(reasons).toContain(part);
});

test.each([
  ['not XML', 'words', /not valid XML|WordPress export|before any content/],
  ['a page', '<html><body>No</body></html>', /web page|not a WordPress export/],
  [
    'a news feed',
    '<rss><channel><title>News</title><item><title>x</title></item></channel></rss>',
    /news feed/,
  ],
  [
    'entities',
    '<!DOCTYPE rss [<!ENTITY a "b">]><rss><channel><title>&a;</title></channel></rss>',
    /entities/,
  ],
  ['a flood of depth', `<rss><channel>${'<a>'.repeat(20_000)}`, /nested/],
  ['nothing', '', /./],
])('[IMP-31] a file with %s has a clear problem', async (_name, text, problem) => {
  expect((await check(text)).problem).toMatch(problem);
});

test('[IMP-31] a truncated export says where it ends; hostile names stay bounded and harmless', async () => {
  const whole = wxr([
    { id: 1, title: 'One' },
    { id: 2, title: 'Two' },
  ]);
  expect((await check(whole.slice(0, whole.lastIndexOf('Two')))).incomplete).toMatch(
    /^line \d+: the file ends/,
  );
  const hostile = wxr(
    Array.from({ length: 1500 }, (_, at) => ({
      id: at + 1,
      type: `type_${at}`,
      status: `status_${at}`,
      title: `\u202e${'x'.repeat(500)}`,
    })),
  );
  const { types, losses } = await check(hostile);
  expect(types.length).toBe(100);
  expect(
    Math.max(...losses.flatMap(({ examples }) => examples.map(({ length }) => length))),
  ).toBeLessThanOrEqual(100);
  expect(JSON.stringify(losses)).not.toContain('\u202e');
  expect(losses.length).toBeLessThanOrEqual(200);
});

test('[IMP-31] long names and many statuses are counted together', async () => {
  const long = 'x'.repeat(100);
  const items = Array.from({ length: 30 }, (_, n) => ({
    id: n + 1,
    type: `${long}${n}`,
    status: n < 5 ? long + n : `status-${n}`,
  }));
  const { types } = await check(wxr(items));
  expect(types.map(({ name, count }) => [name, count])).toEqual([[long, 30]]);
  expect(types[0]?.statuses[0]).toEqual({ name: '…', count: 6 });
  expect(types[0]?.statuses[1]).toEqual({ name: long, count: 5 });
});

test('[IMP-31] finds files with composed accents, as ZIPs are unpacked, by decomposed addresses', async () => {
  mkdirSync(join(uploads, '2026/03'), { recursive: true });
  writeFileSync(join(uploads, '2026/03/caf\u00e9.jpg'), 'x');
  const attachmentUrl = 'https://old.example/wp-content/uploads/2026/03/cafe\u0301.jpg';
  const { media } = await check(wxr([{ id: 1, type: 'attachment', title: 'Café', attachmentUrl }]), uploads);
  expect(media).toEqual({ total: 1, found: 1 });
});
