import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { lightboxTexts } from '../../src/lib/lightbox-texts.ts';
import type { LightboxText } from '../../src/lib/lightbox-texts.ts';
import type { VideoConfig } from '../../src/reader/islands/page-config.ts';
import { assignMenu, createMenu, replaceMenuItems } from '../../src/modules/menus/store.ts';
import { atRest } from '../harness/at-rest.ts';
import { appendixOfPages, appendixOfServices, withoutSettings } from '../harness/appendix-c.ts';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';
import { keysIn, row, testRounds } from '../harness/setting-effects.ts';
import type { Reader, SettingRound } from '../harness/setting-effects.ts';

const browser = useChromium();
const ids = { mirai: 0 };

const gadgets = `<!-- wp:broadsheet/related-posts /-->
<!-- wp:broadsheet/trending {"td_ajax_filter_type":"td_popularity_filter_fa"} /-->
<!-- wp:broadsheet/nav-menu {"submenu_width":"block"} /-->
<!-- wp:broadsheet/search /-->
<!-- wp:broadsheet/row --><!-- wp:broadsheet/column {"sticky-enabled-on":"site"} -->
<!-- wp:paragraph --><p>In a column.</p><!-- /wp:paragraph -->
<!-- /wp:broadsheet/column --><!-- /wp:broadsheet/row -->`;

const site = useRealSite(async (tx) => {
  ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  const other = await makeUser(tx, { login: 'otto', displayName: 'Otto' });
  const science = await makeTerm(tx, { name: 'Science', slug: 'science' });
  const physics = await makeTerm(tx, { name: 'Physics', slug: 'physics', parentId: science });
  const arts = await makeTerm(tx, { name: 'Arts', slug: 'arts' });
  const comet = await makeTerm(tx, { taxonomy: 'post_tag', name: 'Comet', slug: 'comet' });
  for (let n = 1; n <= 8; n++) {
    await makePost(tx, { title: `Note ${n} on the comet`, authorId: other, termIds: [science] });
    await makePost(tx, {
      title: `Brush ${n}`,
      authorId: other,
      termIds: n > 6 ? [arts, comet] : [arts],
    });
  }
  await makePost(tx, { title: 'Atom and comet', authorId: other, termIds: [physics] });
  const about = await makePost(tx, { type: 'page', title: 'About our comet', slug: 'about' });
  await makePost(tx, {
    title: 'Gadgets',
    slug: 'gadgets',
    authorId: ids.mirai,
    termIds: [science, comet],
    content: gadgets,
  });
  await makePost(tx, {
    title: 'Fresh news of the comet',
    slug: 'fresh',
    authorId: ids.mirai,
    termIds: [science],
    publishedAt: Date.now() - 3 * 3_600_000,
  });
  const menu = await createMenu(tx, { name: 'Main' });
  await replaceMenuItems(tx, menu, [
    { type: 'taxonomy', object: 'category', objectId: science, megaKind: 'category', megaId: science },
    { type: 'taxonomy', object: 'category', objectId: arts, megaKind: 'category', megaId: arts },
    { type: 'post_type', object: 'page', objectId: about, megaKind: 'page', megaId: about },
    { label: 'More', url: '#' },
    { label: 'Jobs', url: '/about/', parent: 3 },
  ]);
  await assignMenu(tx, 'primary', menu);
});

const story = '/gadgets/';
// Pages show related posts only if the ranking is ready in time; this reply waits for it.
beforeAll(async () => void (await fetch(`${site.url}${story}?relatedposts=1`)));

const inText = '.post-content';
const trending = `${inText} [data-block-type=td_block_trending]`;
const related = `${inText} [data-block-type=td_block_related_posts]`;

const relatedOnes = '#jp-relatedposts';
const menu = '.site-header .nav-menu';

const isThere = (path: string, selector: string) => async (reader: Reader) =>
  (await reader.count(path, selector)) > 0;
const countOf = (path: string, selector: string) => (reader: Reader) => reader.count(path, selector);
const textsOf = (path: string, selector: string) => (reader: Reader) => reader.texts(path, selector);
const hasClass = (name: string) => async (reader: Reader) =>
  (await reader.attribute('/', '.site-header', 'class'))?.split(' ').includes(name);
/** Computed, so that the style applies. */
const styleOf = (path: string, selector: string, name: string) => async (reader: Reader) =>
  (await reader.paper(path))
    .locator(selector)
    .first()
    .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property).trim(), name);
/** A part of the date below the story's title. */
const dateOfStory = (pattern: RegExp) => async (reader: Reader) =>
  pattern.exec((await reader.texts(story, '.post-meta time'))[0] ?? '')?.[1];
/** Dates of the trending posts. */
const datesOf = (pattern: RegExp) => async (reader: Reader) =>
  (await reader.texts(story, `${trending} time`)).filter((time) => pattern.test(time));
const panelPosts = (nth: number) => async (reader: Reader) =>
  (await reader.paper('/')).locator(`${menu} [data-mega=category]`).nth(nth).locator('.card-title').count();
const ofColumn = (name: string) => async (reader: Reader) => {
  const encoded = await reader.attribute(story, `${inText} [data-sticky]`, 'data-sticky');
  return (JSON.parse(atob(encoded ?? '')) as Readonly<Record<string, unknown>>)[name];
};
const ofPart = (name: string, field: string) => async (reader: Reader) =>
  (await reader.part(story, name))?.[field];
const ofVideo = (rule: keyof VideoConfig) => async (reader: Reader) =>
  (await reader.config(story)).video?.[rule];
const ofLightbox = (name: LightboxText) => async (reader: Reader) =>
  (await reader.config(story)).lightbox?.texts?.[name];
const shareItems = async (reader: Reader) =>
  (await reader.paper(story))
    .locator('.share .share-item')
    .evaluateAll((all) => all.slice(0, 3).map((one) => /share-(?!item)(\w+)/.exec(one.className)?.[1]));

const results = '/?s=comet';
const resultTitles = '.archive-loop .card-title';
const finds = (title: string) => async (reader: Reader) =>
  (await reader.texts(results, resultTitles)).includes(title);

/** Types a search into a field of the page; returns the number of live results. */
async function liveResults(page: Page, form: string): Promise<number> {
  await page.locator(`${form} input[name=s]`).fill('comet');
  await atRest(page);
  return page.locator(`${form} [role=option]`).count();
}
const searchInHeader = (reader: Reader) =>
  reader.once('header search', async () => {
    const { page, requests } = await reader.live('/about/');
    await page.click('.header-search summary');
    const count = await liveResults(page, '.header-search');
    return { count, isLive: requests.some((sent) => sent.includes('td_ajax_search')) };
  });
const phone = { viewport: { width: 375, height: 812 } };

const rounds: readonly SettingRound[] = [
  {
    name: 'settings on their own',
    rows: [
      row(
        'theme_color',
        '#aa2200',
        (reader) => reader.attribute('/', 'meta[name=theme-color]', 'content'),
        '#0b5cff',
        '#aa2200',
      ),
      row('dark_mode_toggle', false, isThere('/', '[data-dark-switch]'), true, false),
      row('menu_snap', 'none', hasClass('sticks-menu'), true, false),
      row(
        'sticky_column_enabled_on',
        ['desktop', 'phone'],
        ofColumn('sticky-enabled-on'),
        ['desktop', 'landscape'],
        ['desktop', 'phone'],
      ),
      row('sticky_column_offset', 64, ofColumn('sticky-offset'), 20, 64),
      row('sticky_column_is_width_auto', false, ofColumn('sticky-is-width-auto'), true, false),
      row('mega_menu_lazy_page', false, countOf('/', `${menu} [data-mega=page][data-lazy]`), 1, 0),
      row('mega_menu_lazy_category', false, countOf('/', `${menu} [data-mega=category][data-lazy]`), 2, 0),
      row('submenu_min_width', 12, styleOf('/', menu, '--submenu-min'), '9em', '12em'),
      row('submenu_max_width', 30, styleOf('/', menu, '--submenu-max'), '25em', '30em'),
      row(
        'menu_block_submenu_min_width',
        11,
        styleOf(story, `${inText} .nav-menu`, '--submenu-min'),
        '10em',
        '11em',
      ),
      row(
        'menu_block_submenu_max_width',
        22.5,
        styleOf(story, `${inText} .nav-menu`, '--submenu-max'),
        '20em',
        '22.5em',
      ),
      row('related_block_limit', 4, countOf(story, `${related} .card-title`), 6, 4),
      row('related_block_columns', 2, isThere(story, `${related} .columns-2`), false, true),
      row(
        'trending_title',
        'Much sought',
        textsOf(story, `${trending} .section-title`),
        ['Trending Searches'],
        ['Much sought'],
      ),
      row('trending_limit', 4, countOf(story, `${trending} .card-title`), 6, 4),
      row('trending_columns', 2, isThere(story, `${trending} .columns-2`), false, true),
      row(
        'trending_filter_label',
        'Everything',
        textsOf(story, `${trending} .list-filter summary`),
        ['All'],
        ['Everything'],
      ),
      row('ticker_start', 'manual', ofPart('ticker', 'start'), 'autostart', 'manual'),
      row(
        'loader_color',
        '#ff8800',
        (reader) => reader.attribute(story, related, 'data-loader'),
        null,
        '#ff8800',
      ),
      row(
        'related_posts_show_thumbnails',
        false,
        isThere(story, `${relatedOnes} .jp-relatedposts-items-visual`),
        true,
        false,
      ),
      row(
        'related_posts_show_date',
        false,
        isThere(story, `${relatedOnes} .jp-relatedposts-post-date`),
        true,
        false,
      ),
      row(
        'related_posts_show_context',
        false,
        isThere(story, `${relatedOnes} .jp-relatedposts-post-context`),
        true,
        false,
      ),
      row(
        'related_posts_layout',
        'list',
        isThere(story, `${relatedOnes} .jp-relatedposts-list`),
        false,
        true,
      ),
      row(
        'related_posts_heading',
        'h2',
        isThere(story, `${relatedOnes} h2.jp-relatedposts-post-title`),
        false,
        true,
      ),
      row('header_search_limit', 2, async (reader) => (await searchInHeader(reader)).count, 4, 2),
      row(
        'search_block_limit',
        3,
        async (reader) => liveResults((await reader.live(story)).page, inText),
        5,
        3,
      ),
      row('search_results_limit', 4, countOf(results, resultTitles), 10, 4),
      row('search_exclude_pages', true, finds('About our comet'), true, false),
      row(
        'mobile_search',
        false,
        async (reader) =>
          (await reader.live('/', phone)).page.isVisible('.site-header .header-search summary'),
        true,
        false,
      ),
      row('autoload_posts', 'on', isThere(story, '[data-autoload]'), false, true),
      row('more_articles', 'show', isThere(story, '.more-articles'), false, true),
      row(
        'image_effect',
        'type0',
        async (reader) =>
          /image-effect-\w+/.exec((await reader.attribute(story, 'body', 'class')) ?? '')?.[0],
        'image-effect-type3',
        'image-effect-type0',
      ),
      row(
        'lightbox_disable_on_mobile',
        false,
        async (reader) => (await reader.config(story)).lightbox?.onPhones,
        undefined,
        true,
      ),
      row('sticky_video', true, ofVideo('sticky'), undefined, 450),
      row('video_one_at_a_time', true, ofVideo('oneAtATime'), undefined, true),
      row('video_pause_off_screen', true, ofVideo('pauseOffScreen'), undefined, true),
      row(
        'share_networks',
        ['whatsapp', 'copy', 'bluesky'],
        shareItems,
        ['copy', 'mail', 'print'],
        ['whatsapp', 'copy', 'bluesky'],
      ),
      row(
        'translation_load_more',
        'Even more',
        textsOf(story, `${trending} .load-more`),
        ['Load more'],
        ['Even more'],
      ),
      ...(Object.keys(lightboxTexts) as LightboxText[]).map((name) =>
        row(
          `translation_${name}`,
          `Own ${lightboxTexts[name]}`,
          ofLightbox(name),
          undefined,
          `Own ${lightboxTexts[name]}`,
        ),
      ),
    ],
  },
  {
    name: 'settings next to others',
    given: () => ({
      mega_menu_lazy_category: false,
      trending_limit: 30,
      more_articles: 'show',
      sticky_video: true,
      date_format: 'l, F j, Y (D, M)',
    }),
    rows: [
      row('mobile_menu', 'disabled', countOf('/', '.mobile-menu-button'), 1, 0),
      row('sticky_header', true, hasClass('sticks-header'), false, true),
      row('mega_menu_posts', 3, panelPosts(1), 5, 3),
      row('mega_menu_subcategory_posts', 2, panelPosts(0), 4, 2),
      row(
        'related_block_live_filter',
        'cur_post_same_tags',
        async (reader) =>
          (await reader.texts(story, `${related} .card-title`)).filter((title) => title.startsWith('Brush')),
        [],
        ['Brush 8', 'Brush 7'],
      ),
      row(
        'trending_sort',
        'alphabetical_order',
        async (reader) => (await reader.texts(story, `${trending} .card-title`)).slice(0, 4),
        expect.not.arrayContaining(['Atom and comet', 'Brush 1', 'Brush 2', 'Brush 3']),
        ['Atom and comet', 'Brush 1', 'Brush 2', 'Brush 3'],
      ),
      row('time_ago_add_txt', 'gone by', datesOf(/^3 hours/), ['3 hours ago'], ['3 hours gone by']),
      row(
        'translation_month_names',
        'Unus,Duo,Tres,Quattuor,Quinque,Sex,Septem,Octo,Novem,Decem,Undecim,Duodecim',
        dateOfStory(/(\w+) 1,/),
        'January',
        'Unus',
      ),
      row(
        'translation_month_names_short',
        'Un,Du,Tr,Qu,Qu,Se,Se,Oc,No,De,Un,Du',
        dateOfStory(/, (\w+)\)/),
        'Jan',
        'Un',
      ),
      row(
        'translation_day_names',
        'Solis,Lunae,Martis,Mercurii,Iovis,Veneris,Saturni',
        dateOfStory(/^(\w+),/),
        'Thursday',
        'Iovis',
      ),
      row(
        'translation_day_names_short',
        'Sol,Lun,Mar,Mer,Iov,Ven,Sat',
        dateOfStory(/\((\w+),/),
        'Thu',
        'Iov',
      ),
      row('related_posts', false, isThere(story, relatedOnes), true, false),
      row('search_post_type', ['page'], finds('Fresh news of the comet'), true, false),
      row(
        'search_disable_live_search',
        true,
        async (reader) => (await searchInHeader(reader)).isLive,
        true,
        false,
      ),
      row('more_articles_distance', 900, ofPart('more-articles', 'distance'), 400, 900),
      row('more_articles_days', 2, ofPart('more-articles', 'days'), 7, 2),
      row('sticky_video_width', 320, ofVideo('sticky'), 450, 320),
      row('sticky_video_pause_on_close', true, ofVideo('pauseOnClose'), undefined, true),
    ],
  },
  {
    name: 'settings that hide others',
    given: () => ({ sticky_header: true, trending_limit: 30 }),
    rows: [
      row('sticky_header_smart', true, ofPart('sticky-header', 'smart'), 'never', 'always'),
      row('sticky_header_offset', 120, styleOf(story, '.header-end', 'top'), '0px', '120px'),
      row(
        'translation_time_units',
        'y,ys,mo,mos,w,ws,d,ds,h,hs,min,mins',
        datesOf(/^3 .*ago$/),
        ['3 hours ago'],
        ['3 hs ago'],
      ),
      row('search_exclude_posts', true, finds('Fresh news of the comet'), true, false),
      row(
        'permalink_structure',
        'plain',
        async (reader) => (await reader.html('/')).includes('href="/fresh/"'),
        true,
        false,
      ),
    ],
  },
];

testRounds({ browser, site, userId: () => ids.mirai }, rounds);

test('[IMP-12] a row for each setting of pages in Appendix C', () => {
  expect(keysIn(rounds)).toEqual(Object.values(appendixOfPages).flat().toSorted());
});

const requirements = fileURLToPath(new URL('../../../shared/requirements.md', import.meta.url));
test.skipIf(!existsSync(requirements))('[IMP-12] the lists of keys have each row of Appendix C', () => {
  const [, appendix = ''] = /^# Appendix C:.*?$(.*?)^# /ms.exec(readFileSync(requirements, 'utf8')) ?? [];
  const titles = [...appendix.matchAll(/^\| (?!Setting |-)(.+?) \|/gm)].map(([, title = '']) => title);
  const listed = [...Object.keys(appendixOfPages), ...Object.keys(appendixOfServices), ...withoutSettings];
  const isUnder = (title: string) => (name: string) =>
    title === name || title.startsWith(`${name}:`) || title.startsWith(`${name} (`);
  expect(titles.filter((title) => !listed.some(isUnder(title)))).toEqual([]);
  expect(listed.filter((name) => !titles.some((title) => isUnder(title)(name)))).toEqual([]);
});
