import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { importWxr } from '../../src/import/import-wxr.ts';
import { inPieces, termXml, wxr } from '../fixtures/wxr.ts';
import { onDatabase } from '../harness/databases.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const blocks = [
  'archives {"showPostCounts":true}',
  'calendar {"year":2026,"month":3}',
  'categories',
  'tag-cloud',
  'latest-posts {"displayPostDate":true}',
  'page-list',
]
  .map((name) => `<!-- wp:${name} /-->`)
  .join('');
const ofPost = [
  'post-date {"format":"human-diff"}',
  'post-date {"format":"l, j. F Y H:i"}',
  'post-time-to-read',
  'post-time-to-read {"displayAsRange":false}',
  'post-terms {"term":"category"}',
]
  .map((name) => `<!-- wp:${name} /-->`)
  .join('');

onDatabase('sqlite', 'a site whose export is in another language', (_get, place) => {
  let site: ServedSite;
  const body = async (path: string) => (await rawRequest(site.url, path)).body.replaceAll('<!-- -->', '');
  const texts = async (path: string, pattern: RegExp) =>
    [...(await body(path)).matchAll(pattern)].map(([, text = '']) => text.replaceAll(/<[^>]*>/g, ''));
  const set = (settings: Record<string, string | null>) =>
    site.database.write((tx) => saveSettings(tx, settings));

  beforeAll(async () => {
    site = await serveSite(place());
    const categories = ['Zoo', 'Ärger', 'Azur'].map((name, index) =>
      termXml({ id: index + 1, taxonomy: 'category', slug: `c${index}`, name }),
    );
    const text = wxr(
      [
        {
          id: 11,
          slug: 'artikel',
          dateGmt: '2026-03-05 16:08:09',
          terms: [
            'category/c0',
            'category/c1',
            'category/c2',
            'post_tag/z=zäh',
            'post_tag/a=älter',
            'post_tag/b=zart',
          ],
          content: `<!-- wp:paragraph --><p>${'Wort '.repeat(900)}</p><!-- /wp:paragraph -->${ofPost}`,
        },
        { id: 12, slug: 'listen', type: 'page', title: 'Listen', content: blocks },
        { id: 13, slug: 'z', type: 'page', title: 'Zebra' },
        { id: 14, slug: 'ae', type: 'page', title: 'Äpfel' },
      ],
      { url: 'https://alt.example', parts: categories },
    );
    await importWxr(
      site.database,
      inPieces(text.replace('<language>en</language>', '<language>de-DE</language>')),
    );
  });
  afterAll(() => site.close());

  test('dates, months, weekdays, numbers and order follow the locale, without our own strings', async () => {
    const lists = await body('/listen/');
    expect(lists).toContain('>März 2026</a>\u00a0(1)');
    expect(lists).toContain('<caption>März 2026</caption>');
    expect(await texts('/listen/', /<th scope="col" aria-label="([^"]*)"/g)).toEqual([
      'Montag',
      'Dienstag',
      'Mittwoch',
      'Donnerstag',
      'Freitag',
      'Samstag',
      'Sonntag',
    ]);
    expect(lists).toContain('>5. März 2026</time>');
    expect(await texts('/listen/', /class="cat-item[^"]*">(<a [^>]*>[^<]*)/g)).toEqual([
      'Ärger',
      'Azur',
      'Zoo',
    ]);
    expect(await texts('/listen/', /tag-link-position-\d"[^>]*>([^<]*)/g)).toEqual(['älter', 'zäh', 'zart']);
    expect(await texts('/listen/', /pages-list__item__link"[^>]*>([^<]*)/g)).toEqual([
      'Äpfel',
      'Listen',
      'Zebra',
    ]);
    const article = await body('/artikel/');
    expect(article).toMatch(/data-ago="ago">vor \d+ \p{L}+<\/time>/u);
    expect(article).toContain('>Donnerstag, 5. März 2026 16:08</time>');
    expect(article).toMatch(/post-time-to-read">4–6 Minuten<[^]*post-time-to-read">5 Minuten</);
    expect(article).toContain('<span>3 Min.</span>');
    expect(article.match(/taxonomy-category[^]*?<\/div>/)?.[0].replaceAll(/<[^>]*>/g, '')).toMatch(
      /Ärger, Azur, Zoo$/,
    );
    expect(await texts('/2026/03/05/', /<h1[^>]*>([^<]*)/g)).toEqual(['5. März 2026']);
    expect([article, lists].join('').match(/\b(?:January|March|Thursday|Monday|Mar|min read|ago<)\b/g)).toBe(
      null,
    );
    expect((await body('/artikel/feed/')).match(/<lastBuildDate>[^<]*/)?.[0] ?? '').toMatch(/^$|GMT|\+0000/);
    expect(JSON.parse(await body('/wp-json/wp/v2/posts/11'))).toMatchObject({ date: '2026-03-05T16:08:09' });
  });

  test('uses its settings instead', async () => {
    await set({
      date_format: 'F j',
      translation_month_names: 'I,II,III,IV,V,VI,VII,VIII,IX,X,XI,XII',
      translation_minutes_to_read: 'Lesezeit %d',
      translation_core_minutes: '%d Min',
    });
    await expect.poll(() => body('/artikel/')).toContain('<span>Lesezeit 3</span>');
    expect(await body('/artikel/')).toContain('post-time-to-read">5 Min<');
    expect(await body('/listen/')).toContain('>III 2026</a>');
    expect(await body('/listen/')).toContain('>III 5</time>');
  });
});
