import { beforeAll, expect, test } from 'vitest';
import { showMarkup } from '../../../test/harness/core-blocks.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import { renderDocument } from '../../site/pages/render-document.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import type { PageInfo } from '../load-context.ts';

const block = (name: string, attributes: object = {}) => `<!-- wp:${name} ${JSON.stringify(attributes)} /-->`;
/** 23:45 on October 31 in New York is November elsewhere. */
const evening = Date.UTC(2026, 10, 1, 3, 45);

onBothDatabases('date blocks', (get) => {
  let site: PageSite;
  const show = (markup: string, page?: PageInfo) => showMarkup(site, markup, page);
  const links = async (attributes: object) =>
    [...(await show(block('archives', attributes))).matchAll(/<a href="([^"]*)">([^<]*)<\/a>([^<]*)/g)].map(
      ([, url, name, count]) => `${url} ${name}${count}`.replaceAll('\u00a0', ' ').replaceAll('&amp;', '&'),
    );
  beforeAll(async () => {
    site = pageSite(get());
    expect(await show('<!-- wp:archives /-->')).toBe(
      '<div class="wp-block-archives wp-block-archives-list">No archives to show.</div>',
    );
    expect(await show('<!-- wp:calendar /-->')).toBe('');
    await get().write(async (tx) => {
      for (const at of [
        evening,
        evening,
        Date.UTC(2026, 10, 20, 12),
        Date.UTC(2026, 10, 3, 12),
        Date.UTC(2024, 11, 30, 12),
        Date.UTC(1969, 6, 20, 20),
      ]) {
        await makePost(tx, { publishedAt: at });
      }
      await makePost(tx, { publishedAt: Date.UTC(2026, 7, 1), status: 'draft' });
      await makePost(tx, { publishedAt: Date.UTC(2026, 7, 1), password: 'x' });
      await makePost(tx, { publishedAt: Date.UTC(2026, 7, 1), type: 'page' });
    });
  });

  test('archives by year, month, week and day, newest first', async () => {
    expect(await show('<!-- wp:archives /-->')).toBe(
      '<ul class="wp-block-archives wp-block-archives-list"><li><a href="/2026/11/">November 2026</a></li>' +
        '<li><a href="/2024/12/">December 2024</a></li><li><a href="/1969/07/">July 1969</a></li></ul>',
    );
    expect(await links({ showPostCounts: true })).toEqual([
      '/2026/11/ November 2026 (4)',
      '/2024/12/ December 2024 (1)',
      '/1969/07/ July 1969 (1)',
    ]);
    expect(await links({ type: 'yearly', showPostCounts: true })).toEqual([
      '/2026/ 2026 (4)',
      '/2024/ 2024 (1)',
      '/1969/ 1969 (1)',
    ]);
    expect(await links({ type: 'weekly', showPostCounts: true })).toEqual([
      '/?m=2026&w=47 November 16, 2026–November 22, 2026 (1)',
      '/?m=2026&w=45 November 2, 2026–November 8, 2026 (1)',
      '/?m=2026&w=44 October 26, 2026–November 1, 2026 (2)',
      '/?m=2025&w=1 December 30, 2024–January 5, 2025 (1)',
      '/?m=1969&w=29 July 14, 1969–July 20, 1969 (1)',
    ]);
    expect((await links({ type: 'daily' })).slice(0, 3)).toEqual([
      '/2026/11/20/ November 20, 2026',
      '/2026/11/03/ November 3, 2026',
      '/2026/11/01/ November 1, 2026',
    ]);
    for (const fault of ['hourly', {}, null, '"><script>'])
      expect(await links({ type: fault })).toHaveLength(3);
  });

  test('uses the site’s time zone', async () => {
    const october = block('calendar', { month: 10, year: 2026 });
    expect(await show(october)).not.toContain('<a href="/2026/10/31/"');
    await get().write((tx) => saveSettings(tx, { timezone_string: 'America/New_York' }));
    expect((await links({ showPostCounts: true })).slice(0, 2)).toEqual([
      '/2026/11/ November 2026 (2)',
      '/2026/10/ October 2026 (2)',
    ]);
    expect((await links({ type: 'daily', showPostCounts: true })).slice(0, 3)).toEqual([
      '/2026/11/20/ November 20, 2026 (1)',
      '/2026/11/03/ November 3, 2026 (1)',
      '/2026/10/31/ October 31, 2026 (2)',
    ]);
    expect(await show(october)).toContain('<a href="/2026/10/31/"');
    await get().write((tx) => saveSettings(tx, { timezone_string: 'Asia/Kolkata' }));
    expect((await links({ showPostCounts: true }))[0]).toBe('/2026/11/ November 2026 (4)');
    await get().write((tx) => saveSettings(tx, { timezone_string: 'UTC' }));
  });

  test('as a dropdown it is a form that leads to the same archives', async () => {
    const html = await show(block('archives', { displayAsDropdown: true, showPostCounts: true }));
    expect(html).toMatch(
      /^<div class="wp-block-archives wp-block-archives-dropdown"><form action="\/" method="get"><label class="wp-block-archives__label" for="(wp-block-archives-\w+)">Archives<\/label><select id="\1" name="m" data-late="go-to-choice" data-config="\w+"><option value="" selected="">Select Month<\/option><option value="202611">November 2026\u00a0\(4\)<\/option>/,
    );
    expect(
      await show(block('archives', { displayAsDropdown: true, type: 'weekly', showLabel: false })),
    ).toMatch(/screen-reader-text[^]*name="w"[^]*>Select Week<[^]*<option value="202501">/);
  });

  test('a calendar links days with articles and the neighbouring months with any, and marks today', async () => {
    const html = await show('<!-- wp:calendar /-->');
    expect(html).toContain(
      '<div class="wp-block-calendar"><table id="wp-calendar" class="wp-calendar-table"><caption>November 2026</caption><thead><tr>' +
        '<th scope="col" aria-label="Monday">M</th>',
    );
    expect(html).toContain(
      '<td colSpan="6" class="pad">\u00a0</td><td><a href="/2026/11/01/" aria-label="Posts published on November 1, 2026">1</a></td></tr>',
    );
    expect(html).toContain('<td id="today" class="today"><a href="/2026/11/20/"');
    expect(html).toContain(
      '<span class="wp-calendar-nav-prev"><a href="/2024/12/">« Dec</a></span><span class="pad">\u00a0</span><span ' +
        'class="wp-calendar-nav-next">\u00a0</span></nav></div>',
    );
    expect(html.match(/<td>?/g)?.length).toBeGreaterThan(29);
    const old = await show(block('calendar', { month: 12, year: 2024 }));
    expect(old).toContain('<caption>December 2024</caption>');
    expect(old).toMatch(/<a href="\/1969\/07\/">« Jul<\/a>.*<a href="\/2026\/11\/">Nov »<\/a>/);
    expect(old).not.toContain('id="today"');
    const page: PageInfo = {
      kind: 'date',
      path: '/1969/',
      pageNumber: 1,
      title: '1969',
      dates: { from: Date.UTC(1969, 0, 1), to: Date.UTC(1970, 0, 1) },
    };
    expect(await show('<!-- wp:calendar /-->', page)).toContain('<caption>January 1969</caption>');
    for (const fault of [
      { month: 13, year: 2026 },
      { month: 'x', year: {} },
      { month: -1, year: 99999999 },
    ]) {
      expect(await show(block('calendar', fault))).toContain('<caption>');
    }
  });

  test('two calendars on a page share no id', async () => {
    const html = await show('<!-- wp:calendar /--><!-- wp:calendar /-->');
    expect(html.match(/<table/g)).toHaveLength(2);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids).toContain('wp-calendar');
  });

  test('colours of a calendar apply to its table, and the page expires at midnight', async () => {
    expect(
      await show(
        block('calendar', {
          textColor: 'vivid-red',
          backgroundColor: 'pale',
          align: 'wide',
          className: 'mine',
        }),
      ),
    ).toMatch(
      /^<div class="wp-block-calendar alignwide mine"><table id="wp-calendar" class="wp-calendar-table has-vivid-red-color has-text-color has-pale-background-color has-background">/,
    );
    const render = await site.begin(undefined, Date.UTC(2026, 10, 20, 23, 59));
    await renderDocument(site.documents.template(block('calendar'), 'template:calendar'), 'calendar', render);
    expect(render.expiresAt).toBe(Date.UTC(2026, 10, 21));
  });

  test('cached data follow a new article', async () => {
    await get().write((tx) => makePost(tx, { publishedAt: Date.UTC(2027, 1, 2) }));
    expect((await links({}))[0]).toBe('/2027/02/ February 2027');
    expect(await show('<!-- wp:calendar /-->')).toContain('<a href="/2027/02/">Feb »</a>');
  });
});
