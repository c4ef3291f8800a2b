import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inPieces, itemXml, menuItem, termXml, wxr } from '../../test/fixtures/wxr.ts';
import type { FixtureItem } from '../../test/fixtures/wxr.ts';
import { long as full } from '../../test/faults/effort.ts';
import { onDrawnDatabase } from '../../test/harness/databases.ts';
import { rawRequest, serveSite } from '../../test/harness/served-site.ts';
import type { ServedSite } from '../../test/harness/served-site.ts';
import { deepestTerm } from '../modules/terms/model.ts';
import { ImportError } from '../lib/errors.ts';
import { importWxr } from './import-wxr.ts';
import { describeReport } from './report.ts';
import type { ImportReport } from './report.ts';
import type { WxrEvent } from './wxr-events.ts';
import { readWxr, wxrLimits } from './wxr-reader.ts';

// The full size, 400 MB in one text, 100,000 levels, 1,000,000 terms (`npm run bench -- faults --only hostile-import`),
// takes minutes per test.
if (full) vi.setConfig({ testTimeout: 0 });
const megabyte = 1024 * 1024;
const long = 'n'.repeat(megabyte);
const item = (id: number, more: Partial<FixtureItem> = {}): FixtureItem => ({ id, title: `T${id}`, ...more });
const chain = <Item>(length: number, make: (place: number) => Item): Item[] =>
  Array.from({ length }, (_, place) => make(place));

describe('hostile files', () => {
  const read = async (
    source: string | Uint8Array | AsyncIterable<Uint8Array | string>,
    limits = wxrLimits,
  ) => {
    const events: WxrEvent[] = [];
    for await (const event of readWxr(
      typeof source === 'string' || source instanceof Uint8Array ? inPieces(source) : source,
      limits,
    ))
      events.push(event);
    return events;
  };
  const whole = wxr([item(1, { title: 'Ünïcode', content: 'Fünf €' }), item(2)]);

  test('cut off at any byte, a file is read up to there or refused', async () => {
    const bytes = Buffer.from(whole);
    for (let end = 0; end < bytes.length - 1; end += 41) {
      const events = await read(bytes.subarray(0, end)).catch((error: unknown) => error);
      if (events instanceof ImportError) continue;
      expect([end, (events as WxrEvent[]).at(-1)]).toEqual([
        end,
        expect.objectContaining({
          kind: 'end',
          end: expect.objectContaining({ complete: end >= bytes.length - 2 }),
        }),
      ]);
    }
  });

  test('is read or refused in any declared or actual encoding', async () => {
    const as = (declared: string) => whole.replace('UTF-8', declared);
    const wide = Buffer.from(`\ufeff${as('UTF-16')}`, 'utf16le');
    const big = Buffer.from(wide).swap16();
    const first = async (bytes: Uint8Array) =>
      (await read(bytes)).find((event) => event.kind === 'item')?.item.title;
    for (const bytes of [
      Buffer.from(whole),
      Buffer.from(`\ufeff${whole}`),
      wide,
      big,
      Buffer.from(as('ISO-8859-1').replace('€', '&#8364;'), 'latin1'),
    ]) {
      expect(await first(bytes)).toBe('Ünïcode');
    }
    expect(await first(Buffer.from(whole, 'latin1'))).toBe('\ufffdn\ufffdcode');
    for (const bytes of [Buffer.from(as('UTF-16')), Buffer.from(as('utf-99'))])
      await expect(read(bytes)).rejects.toThrow(ImportError);
    const broken = Buffer.concat([
      Buffer.from(whole.slice(0, whole.indexOf('Fünf'))),
      Buffer.from([0xff, 0xc0, 0xaf, 0xed, 0xa0, 0x80, 0, 8]),
      Buffer.from(whole.slice(whole.indexOf('Fünf'))),
    ]);
    expect((await read(broken)).at(-1)).toMatchObject({
      end: {
        complete: true,
        forbiddenCharacters: 2,
        undecodableCharacters: expect.toSatisfy((count: number) => count > 3),
      },
    });
  });

  test('entities are not declared, and unknown ones are neither fetched nor expanded', async () => {
    const laughs = chain(20, (n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
    for (const doctype of [
      `<!DOCTYPE rss [<!ENTITY l0 "ha">${laughs}]>`,
      '<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
      '<!DOCTYPE rss [<!ENTITY % p SYSTEM "http://127.0.0.1/x"> %p;]>',
    ]) {
      await expect(read(whole.replace('<rss', `${doctype}<rss`).replace('Fünf', '&l20;&x;'))).rejects.toThrow(
        'The file declares custom entities',
      );
    }
    expect(
      (await read(whole.replace('<![CDATA[Ünïcode]]>', '&l20;&x;'))).find((event) => event.kind === 'item'),
    ).toMatchObject({ item: { title: '&l20;&x;' } });
  });

  test('a text of any length, and any number of elements, use no more memory than an item’s limit', async () => {
    const [pieces, limits] = full ? [400, wxrLimits] : [4, { ...wxrLimits, itemLength: 2 * megabyte }];
    const opening = whole.slice(0, whole.indexOf('<item>'));
    for (const [before, piece, after] of [
      ['<item><title>', 'x'.repeat(megabyte), '</title></item>'],
      ['<item><content:encoded><![CDATA[', 'y'.repeat(megabyte), ']]></content:encoded></item>'],
      ['<item>', '<a/>'.repeat(megabyte / 4), '</item>'],
      ['<item>', '<a>b</a>'.repeat(megabyte / 8), '</item>'],
    ]) {
      const stream = async function* () {
        yield `${opening}${before}`;
        for (let sent = 0; sent < pieces; sent++) yield piece ?? '';
        yield `${after}${itemXml(item(3))}</channel></rss>`;
      };
      const rss = process.memoryUsage().rss;
      const events = await read(stream(), limits);
      expect(events.map(({ kind }) => kind).slice(-3)).toEqual(['dropped', 'item', 'end']);
      expect((process.memoryUsage().rss - rss) / megabyte).toBeLessThan(600);
    }
  });
});

onDrawnDatabase('hostile exports', (get, place) => {
  let host = 0;
  let served: ServedSite;
  beforeAll(async () => {
    served = await serveSite(place());
  });
  afterAll(() => served.close());
  const take = (
    items: Parameters<typeof wxr>[0],
    options: Parameters<typeof wxr>[1] = {},
  ): Promise<ImportReport> =>
    importWxr(get(), inPieces(wxr(items, { url: `https://h${++host}.example`, ...options }), megabyte));
  const opens = async (path: string) =>
    expect([path, (await rawRequest(served.url, path)).status]).toEqual([path, 200]);

  test('a megabyte in any field is truncated, stored, or left out alone', async () => {
    const report = await take(
      [
        item(1, { slug: long, title: long, guid: long, link: `https://h1.example/${long}`, password: long }),
        item(2, { type: long }),
        item(3, { meta: { [long]: 'x', _wp_old_slug: long } }),
        item(4, { creator: long }),
        item(5, { slug: 'fifth', terms: [`category/named=${long}`] }),
        item(6, {
          slug: 'sixth',
          comments: [
            { id: 1, author: long, content: 'c' },
            { id: 2, content: '<b>'.repeat(100_000) },
          ],
        }),
        menuItem(7, long, { url: `https://x.example/${long}`, title: long }),
        itemXml({ id: '', guid: long }),
      ],
      { parts: [termXml({ taxonomy: 'category', slug: long, name: long, description: long })], title: long },
    );
    expect(report.dropped.filter(({ kind }) => kind === 'comment').map(({ message }) => message)).toEqual([
      'its text is longer than 65535 characters',
    ]);
    // Output in terminals and on the import page stays short, however long the content.
    const lines = describeReport(report);
    expect([
      lines.join('').includes('nnn…'),
      lines.filter((line) => line.length > 1000).map((line) => line.slice(0, 60)),
    ]).toEqual([true, []]);
    for (const path of [
      '/',
      '/fifth/',
      '/sixth/',
      '/feed/',
      '/wp-sitemap.xml',
      '/wp-json/wp/v2/posts',
      `/category/${'n'.repeat(200)}/`,
    ])
      await opens(path);
  });

  test('ids, dates, slugs and serialized values of any kind do not stop it', async () => {
    const ids = ['-1', '0', '99999999999999999999', 'NaN', '1e9', '0x10', "1'--", '٣'];
    const dates = [
      '0000-00-00 00:00:00',
      '9999-12-31 23:59:59',
      '2020-02-31 25:61:61',
      '99999-01-01 00:00:00',
      'x',
    ];
    const bombs = [
      'a:9999999:{',
      'a:1:{i:0;'.repeat(5000),
      `a:1000000:{${'i:0;i:0;'.repeat(100_000)}`,
      'O:8:"stdClass":1:{s:1:"a";R:1;}',
      's:99999999:"',
    ];
    const slugs = ['a%00b', '%2e%2e%2fx', '../..', '..', '%ed%a0%80', '?x#y', ''];
    const report = await take([
      ...ids.map((id, n) => itemXml({ id, guid: `g${n}`, slug: `id-${n}`, parent: -5, menuOrder: 1e99 })),
      ...dates.map((dateGmt, n) =>
        item(100 + n, { dateGmt, modifiedGmt: dateGmt, pubDate: 'Thu, 01 Jan 275760 00:00:00 +0000' }),
      ),
      ...bombs.map((bomb, n) =>
        item(200 + n, {
          type: n % 2 === 0 ? 'attachment' : 'post',
          meta: { td_post_theme_settings: bomb, _wp_attachment_metadata: bomb },
        }),
      ),
      ...slugs.map((slug, n) => item(300 + n, { slug, title: `\u0000\u0008&amp;#0;&#xD800;${n}` })),
    ]);
    expect(report.counts['item post']).toMatchObject({ dropped: 0 });
    expect(await get().read.selectFrom('post').select('slug').where('slug', 'like', '%/%').execute()).toEqual(
      [],
    );
    for (const path of [
      '/',
      '/feed/',
      '/wp-sitemap.xml',
      '/wp-json/wp/v2/posts?per_page=100',
      '/wp-json/wp/v2/media',
    ])
      await opens(path);
  });

  test('many items may share a slug or an id, and have many terms and meta', async () => {
    // More than one statement can bind, or an item have terms; both databases use the same code.
    const many = full ? 40_000 : get().dialect.name === 'sqlite' ? 5000 : 1100;
    const meta = chain(
      many,
      (n) => `<wp:postmeta><wp:meta_key>k${n}</wp:meta_key><wp:meta_value>v</wp:meta_value></wp:postmeta>`,
    ).join('');
    const report = await take([
      ...chain(40, (n) => item(n + 1, { slug: 'the-same' })),
      ...chain(30, (n) => item(900, { guid: `g${n}`, slug: `guid-${n}` })),
      item(901, { slug: 'tagged', terms: chain(many, (n) => `post_tag/many-${n % 600}`) }),
      itemXml(item(902, { slug: 'with-meta' })).replace('</item>', `${meta}</item>`),
    ]);
    expect(report.dropped.map(({ message }) => message)).toEqual(
      chain(10, () => '20 other items have the same ID'),
    );
    const { rows } = {
      rows: await get().read.selectFrom('post').select('slug').where('slug', 'like', 'the-same%').execute(),
    };
    expect(new Set(rows.map(({ slug }) => slug)).size).toBe(40);
    expect(report.notes.map(({ message }) => message)).toContain(
      `only the first 500 of its ${many} terms were imported`,
    );
    for (const path of ['/tagged/', '/with-meta/', '/the-same/', '/the-same-9/']) await opens(path);
  });

  test('parents above each other without end, and in circles, are cut', async () => {
    const deep = full ? 100_000 : 60;
    const answers = Math.min(deep, 40_000); // more exceed the 64 MB limit of an item
    const report = await take(
      [
        ...chain(deep, (n) => item(n + 1, { type: 'page', slug: `deep-${n}`, parent: n })),
        ...chain(deep, (n) =>
          item(deep + n + 1, { type: 'page', slug: `turn-${n}`, parent: deep + ((n + 1) % deep) + 1 }),
        ),
        item(3 * deep, {
          slug: 'discussed',
          terms: [`category/down-${deep - 1}`, 'category/up-0'],
          comments: [
            ...chain(answers, (n) => ({ id: n + 1, parent: n })),
            ...chain(5, (n) => ({ id: answers + n + 1, parent: answers + ((n + 1) % 5) + 1 })),
          ],
          content: `${'<div>'.repeat(100_000)}Deep${'<!-- wp:group -->'.repeat(100_000)}`,
        }),
        ...chain(Math.max(deep, 1010), (n) =>
          menuItem(4 * deep + n, 'main', {
            url: '/x/',
            parent: n === 0 ? 4 * deep + 5 : 4 * deep + n - 1,
            title: `m${n}`,
          }),
        ),
      ],
      {
        parts: [
          ...chain(deep, (n) =>
            termXml({ taxonomy: 'category', slug: `down-${n}`, parent: n === 0 ? '' : `down-${n - 1}` }),
          ),
          ...chain(deep, (n) =>
            termXml({ taxonomy: 'category', slug: `up-${n}`, parent: `up-${(n + 1) % deep}` }),
          ),
        ],
      },
    );
    expect(
      report.notes.filter(
        ({ kind, message }) => kind === 'term' && message.includes(`at most ${deepestTerm} levels`),
      ).length,
    ).toBeGreaterThan(0);
    expect(report.counts['comment']).toMatchObject({ imported: answers + 5 });
    expect(
      report.dropped.filter(({ message }) => message === 'its menu already has 1000 items'),
    ).toHaveLength(Math.max(deep, 1010) - 1000);
    for (const path of [
      '/',
      '/discussed/',
      '/wp-json/wp/v2/categories',
      '/wp-json/wp/v2/pages',
      `/?page_id=${deep}`,
    ]) {
      expect((await rawRequest(served.url, path)).status).toBeLessThan(400);
    }
  });

  test('terms without number take bounded memory', async () => {
    const terms = full ? 1_000_000 : 1000;
    const [head = '', tail = ''] = wxr([item(1, { slug: 'after-them' })], {
      url: `https://h${++host}.example`,
    }).split(/(?=<item>)/);
    const stream = async function* () {
      yield head;
      for (let at = 0; at < terms; at += 1000) {
        yield chain(1000, (n) =>
          termXml({ id: at + n + 1, taxonomy: 'post_tag', slug: `without-number-${at + n}` }),
        ).join('');
      }
      yield tail;
    };
    const rss = process.memoryUsage().rss;
    const report = await importWxr(get(), stream());
    expect(report.counts['term']).toMatchObject({ imported: terms });
    expect((process.memoryUsage().rss - rss) / megabyte).toBeLessThan(1000);
    await opens('/after-them/');
  });
});
