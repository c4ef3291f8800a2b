import { expect, test } from 'vitest';
import { itemXml, inPieces, wxr } from '../../test/fixtures/wxr.ts';
import { foreignDetails } from './post-details.ts';
import { resolveSeoText } from '../lib/seo-text.ts';
import type { SeoFacts } from '../lib/seo-text.ts';
import { readWxr } from './wxr-reader.ts';

const facts: SeoFacts = {
  id: '7',
  title: 'Tea &amp; <em>Time</em>',
  excerpt: '<p>Short.</p>',
  siteTitle: 'The Site',
  siteDescription: 'Its motto',
  author: 'Ann Writer',
  categories: ['News', 'Culture'],
  primaryCategory: 'Culture',
  tags: ['tea'],
  focusKeyword: 'tea',
  language: '',
  publishedAt: Date.UTC(2024, 4, 6),
  modifiedAt: Date.UTC(2024, 5, 7),
  now: Date.UTC(2026, 10, 20),
};

test('placeholders of Yoast and Rank Math become text; those that only a page could fill go, with their separators', () => {
  const cases = {
    '%%title%% %%page%% %%sep%% %%sitename%%': 'Tea & Time - The Site',
    '%title% %sep% %sitename%': 'Tea & Time - The Site',
    '%%excerpt%% by %%name%%': 'Short. by Ann Writer',
    '%%primary_category%% | %%title%%': 'Culture | Tea & Time',
    '%categories%: %title%': 'News, Culture: Tea & Time',
    '%title% (%currentyear%)': 'Tea & Time (2026)',
    '%date(F jS, Y)% %sep% %title%': 'May 6, 2024 - Tea & Time',
    '%%cf_unknown%% - %%title%% -': 'Tea & Time',
    '50% off, 100 % sure': '50% off, 100 % sure',
    'Plain &amp; simple': 'Plain & simple',
    '%%title%% - %%unknown%% - %%sitename%%': 'Tea & Time - The Site',
    '': '',
  };
  for (const [text, expected] of Object.entries(cases))
    expect([text, resolveSeoText(text, facts)]).toEqual([text, expected]);
});

test('dates are in the site’s language; current settings and missing fields are reported', () => {
  const messages: string[] = [];
  const resolved = (text: string, language: string) =>
    resolveSeoText(text, { ...facts, language }, (message) => messages.push(message));
  expect(['fr', 'de', 'th'].map((language) => resolved('%%date%%', language))).toEqual([
    '6 mai 2024',
    '6. Mai 2024',
    '6 พฤษภาคม ค.ศ. 2024',
  ]);
  expect([resolved('%%page%%%%title%%', 'fr'), messages]).toEqual(['Tea & Time', []]);
  expect(resolved('Meilleurs %%currentmonth%% %currentyear% %%cf_price%%', 'fr')).toBe(
    'Meilleurs novembre 2026',
  );
  expect(messages).toEqual([
    'its SEO texts contain %%currentmonth%%, which is now fixed as "novembre"',
    'its SEO texts contain %currentyear%, which is now fixed as "2026"',
    'its SEO texts contain %%cf_price%%, which is not supported and was removed',
  ]);
});

async function detailsOf(meta: Record<string, string>, link?: string, isOurs = false) {
  for await (const event of readWxr(inPieces(wxr([itemXml({ id: 7, meta, ...(link ? { link } : {}) })]))))
    if (event.kind === 'item')
      return foreignDetails(event.item, { url: 'https://old.example', isOurs }, facts);
  throw new Error('no item');
}

const php = (values: Record<string, string>) =>
  `a:${Object.keys(values).length}:{${Object.entries(values)
    .flat()
    .map((text) => `s:${Buffer.byteLength(text)}:"${text}";`)
    .join('')}}`;

test('the primary category of Broadsheet counts only in its own files, and there alone', async () => {
  const of = async (meta: Record<string, string>, isOurs: boolean) =>
    (await detailsOf(meta, undefined, isOurs)).primaryCategory;
  const both = { primary_category: '7', _yoast_wpseo_primary_category: '5' };
  expect([await of(both, false), await of(both, true)]).toEqual(['5', '7']);
  const { primary_category: _own, ...removed } = both;
  expect(await of(removed, true)).toBe('');
  expect(await of({ td_post_theme_settings: php({ td_primary_cat: '9' }) }, true)).toBe('');
});

test('Yoast: title, description, canonical, noindex, social texts, primary category', async () => {
  const { details, primaryCategory } = await detailsOf({
    _yoast_wpseo_title: '%%title%% %%sep%% %%sitename%%',
    _yoast_wpseo_metadesc: 'About tea',
    _yoast_wpseo_canonical: 'https://elsewhere.example/tea/',
    '_yoast_wpseo_meta-robots-noindex': '1',
    '_yoast_wpseo_opengraph-title': 'Tea!',
    '_yoast_wpseo_opengraph-description': 'Drink',
    '_yoast_wpseo_opengraph-image': 'https://old.example/tea.jpg',
    _yoast_wpseo_primary_category: '12',
  });
  expect(details).toMatchObject({
    seoTitle: 'Tea & Time - The Site',
    seoDescription: 'About tea',
    canonicalUrl: 'https://elsewhere.example/tea/',
    noindex: true,
    socialTitle: 'Tea!',
    socialDescription: 'Drink',
    socialImage: 'https://old.example/tea.jpg',
  });
  expect(primaryCategory).toBe('12');
});

test('Rank Math likewise; canonicals of the old site become local paths, and a post’s own one is dropped', async () => {
  const { details, primaryCategory } = await detailsOf({
    rank_math_title: '%title% %sep% %sitename%',
    rank_math_description: '%excerpt%',
    rank_math_robots: 'a:1:{i:0;s:7:"noindex";}',
    rank_math_facebook_title: 'T',
    rank_math_facebook_image: 'javascript:alert(1)',
    rank_math_canonical_url: 'http://www.old.example/original/',
    rank_math_primary_category: '9',
  });
  expect(details).toMatchObject({
    seoTitle: 'Tea & Time - The Site',
    seoDescription: 'Short.',
    noindex: true,
    socialTitle: 'T',
    socialImage: '',
    canonicalUrl: '/original/',
  });
  expect(primaryCategory).toBe('9');
  const own = await detailsOf(
    { _yoast_wpseo_canonical: 'http://old.example/own', '_yoast_wpseo_meta-robots-noindex': '2' },
    'https://old.example/own/',
  );
  expect(own.details).toMatchObject({ canonicalUrl: '', noindex: false });
});

test('the news theme: subtitle, video, smart list, primary category; other settings are named', async () => {
  const { details, primaryCategory, unknownSettings } = await detailsOf({
    td_post_theme_settings: php({
      td_subtitle: 'Zweite Überschrift <script>x</script><b>!</b>',
      td_primary_cat: '5',
      smart_list_template: 'td_smart_list_3',
      td_smart_list_h: 'h2',
      td_smart_list_order: 'asc_1',
      td_post_template: 'single_template_8',
      td_source: 'A paper',
      td_via: '',
    }),
    td_post_video: php({ td_video: 'https://www.youtube.com/watch?v=abc', td_last_video: 'x' }),
  });
  expect(details).toMatchObject({
    subtitle: 'Zweite Überschrift <b>!</b>',
    featuredVideo: 'https://www.youtube.com/watch?v=abc',
    smartList: { heading: 'h2', order: 'asc', layout: 'list' },
  });
  expect(primaryCategory).toBe('5');
  expect(unknownSettings).toEqual(['td_post_template = single_template_8', 'td_source']);
  expect(
    (await detailsOf({ td_post_theme_settings: php({ smart_list_template: 'td_smart_list_1' }) })).details
      .smartList,
  ).toEqual({ heading: 'h3', order: 'desc', layout: 'slides' });
  expect(
    (await detailsOf({ td_post_theme_settings: 'a:1:{s:99:"broken', td_post_video: 'https://x.example' }))
      .details,
  ).toMatchObject({ subtitle: '', featuredVideo: '', smartList: undefined });
});

test('subtitles of other plugins', async () => {
  for (const key of ['_subtitle', 'kia_subtitle', 'wps_subtitle', 'subtitle']) {
    expect((await detailsOf({ [key]: 'Standfirst' })).details.subtitle).toBe('Standfirst');
  }
});
