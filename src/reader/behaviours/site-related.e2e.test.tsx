import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { atRest } from '../../../test/harness/at-rest.ts';
import { useChromium } from '../../../test/harness/chromium.ts';
import type { PageOptions } from '../../../test/harness/chromium.ts';
import { useFixtureSite } from '../../../test/harness/fixture-site.ts';
import type { FixturePage } from '../../../test/harness/fixture-site.ts';
import { renderActing } from '../../../test/harness/render-acting.tsx';
import type { RelatedItem, RelatedList } from '../../blocks/site-related/related-item.ts';
import { placeInGrid } from '../../blocks/site-related/related-list.server.ts';
import { Filling, View } from '../../blocks/site-related/view.tsx';

const browser = useChromium();
const site = useFixtureSite();

const config = { headline: 'Related', heading: 'h4' };
const item = (position: number, more: Partial<RelatedItem> = {}): RelatedItem => ({
  id: position + 10,
  url: `/target-${position}/?k=v`,
  rel: '',
  title: `Title ${position}`,
  url_meta: { origin: 7, position },
  classes: [],
  format: false,
  date: 'May 1, 2026',
  context: 'In "Rivers"',
  excerpt: 'About it',
  img: { src: '/a.png', width: 600, height: 400, alt_text: 'A river' },
  ...more,
});
const list = (more: Partial<RelatedList> = {}): RelatedList => ({
  items: [item(0), item(1), item(2)],
  show_thumbnails: true,
  show_date: true,
  show_context: true,
  layout: 'grid',
  ...more,
});
const view = (shown: RelatedList | undefined, excludeIds: readonly number[] = []) =>
  renderActing(<View settings={{}} data={{ list: shown, excludeIds, config }} blockId="a" />);
const container = '#jp-relatedposts';

interface Answer {
  readonly status?: number;
  readonly body: string;
}

/** Opens a page with a container; its request gets `answer`. */
async function open({
  shown = view(undefined),
  query = '',
  answer = { body: JSON.stringify(list()) },
  options = {},
  prepare,
}: {
  readonly shown?: Pick<FixturePage, 'acts'> & { readonly html: string };
  readonly query?: string;
  readonly answer?: Answer;
  readonly options?: PageOptions;
  readonly prepare?: (page: Page) => Promise<unknown>;
} = {}): Promise<{
  page: Page;
  url: string;
  requests: URL[];
  headers: Record<string, string>[];
  documents: URL[];
}> {
  const url = site.add({ body: `<main>${shown.html}</main>`, acts: shown.acts, modules: ['site-related'] });
  const page = await browser.newPage(options);
  const requests: URL[] = [];
  const headers: Record<string, string>[] = [];
  const documents: URL[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()));
  });
  await page.route(/[?&]relatedposts=1/, async (route) => {
    requests.push(new URL(route.request().url()));
    headers.push(await route.request().allHeaders());
    await route.fulfill({ status: answer.status ?? 200, contentType: 'application/json', body: answer.body });
  });
  await prepare?.(page);
  // Its request shows that the code is running.
  const makesRequest = prepare !== undefined || !shown.html.includes('jp-relatedposts-post');
  const call = makesRequest ? page.waitForRequest(/[?&]relatedposts=1/) : undefined;
  await page.goto(url + query);
  await call;
  await atRest(page);
  return { page, url, requests, headers, documents };
}
const filled = async (more: Partial<RelatedList> = {}, options: PageOptions = {}) => {
  const opened = await open({ answer: { body: JSON.stringify(list(more)) }, options });
  await opened.page.locator(container).waitFor();
  return opened;
};
const post = (position: number) => `.jp-relatedposts-post${position}`;

describe('asking', () => {
  test('[REL-03] [REL-07] [REL-20] [REL-26] one request to its own path fills an empty container, which is then shown', async () => {
    const { page, url, requests, headers } = await open({ query: '?x=1#part' });
    expect(requests.map(String)).toEqual([`${url}?x=1&relatedposts=1`]);
    expect(headers[0]?.['x-requested-with']).toBe('XMLHttpRequest');
    await expect.poll(() => page.isVisible(container)).toBe(true);
    expect(await page.locator('.jp-relatedposts-post').count()).toBe(3);
    expect(await page.textContent('.jp-relatedposts-headline')).toBe('Related');
  });

  test('on a right-to-left site a title in Latin script has its direction, and one that only starts with Latin words has not', async () => {
    const titles = ['Is it open?', 'Open Harbour يفتح', 'يفتح'];
    const { page } = await open({
      answer: {
        body: JSON.stringify(
          list({ items: titles.map((title, position) => item(position, { title, excerpt: title })) }),
        ),
      },
      prepare: (opened) =>
        opened.addInitScript(() =>
          document.addEventListener('readystatechange', () => (document.documentElement.dir = 'rtl')),
        ),
    });
    await page.locator(container).waitFor();
    for (const part of ['title', 'excerpt']) {
      expect(
        await page
          .locator(`.jp-relatedposts-post-${part}`)
          .evaluateAll((all) => all.map((one) => one.getAttribute('dir'))),
      ).toEqual(['ltr', null, null]);
    }
  });

  test('[REL-26] is hidden until the reply arrives', async () => {
    let go = () => {};
    const gate = new Promise<void>((resolve) => (go = resolve));
    const { html, acts } = view(undefined);
    const url = site.add({ body: html, acts, modules: ['site-related'] });
    const page = await browser.newPage();
    await page.route(/relatedposts=1/, async (route) => {
      await gate;
      await route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(list()) });
    });
    const request = page.waitForRequest(/relatedposts=1/);
    await page.goto(url);
    await request;
    expect(await page.isVisible(container)).toBe(false);
    go();
    await expect.poll(() => page.isVisible(container)).toBe(true);
  });

  test('[REL-04] [REL-06] sends ids to exclude if there are any, and not the preview flag', async () => {
    const { requests } = await open({ shown: view(undefined, [5, 9]) });
    expect(requests[0]?.searchParams.get('relatedposts_exclude')).toBe('5,9');
    const other = await open();
    expect([...(other.requests[0]?.searchParams.keys() ?? [])]).toEqual(['relatedposts']);
  });

  test('[REL-19] requests nothing when posts are already there, and counts clicks', async () => {
    const { page, requests, documents } = await open({ shown: view(list()) });
    expect(requests).toEqual([]);
    await page.click(`${post(0)} h4 a`);
    await page.waitForURL(/target-0/);
    expect(documents.at(-1)?.searchParams.get('relatedposts_hit')).toBe('1');
  });

  test.each<[string, Answer]>([
    ['[REL-32] a 500', { status: 500, body: '{"items":[{}]}' }],
    ['[REL-32] a 404', { status: 404, body: JSON.stringify(list()) }],
    ['[REL-32] a 204', { status: 204, body: '' }],
    ['[REL-33] what is no JSON', { body: 'oops' }],
    ['[REL-33] JSON of another kind', { body: '{"items":7}' }],
    ['[REL-33] items of another kind', { body: '{"items":[{}]}' }],
    ['[REL-33] null', { body: 'null' }],
    ['[REL-21] an empty list', { body: JSON.stringify(list({ items: [] })) }],
  ])('%s shows nothing and logs nothing', async (_title, answer) => {
    const { page, requests } = await open({
      answer,
      options: { expectedMessages: /the server responded with a status of/ },
    });
    expect(requests).toHaveLength(1);
    expect([await page.isVisible(container), await page.innerHTML(container)]).toEqual([false, '']);
  });

  test('[REL-32] a failed request shows nothing', async () => {
    const { page } = await open({
      options: { expectedMessages: /ERR_FAILED/ },
      prepare: (opened) => opened.route(/relatedposts=1/, (route) => route.abort()),
    });
    expect(await page.innerHTML(container)).toBe('');
  });
});

describe('showing', () => {
  test('[REL-09] fills each row with any number of posts, as wide as the `sizes` of their pictures', async () => {
    const style = `<style>*{box-sizing:border-box}:root{--gap:24px;--measure:768px}${readFileSync(
      new URL('../../blocks/site-related/styles.css', import.meta.url),
      'utf8',
    )}</style>`;
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    for (let count = 1; count <= 12; count++) {
      const shown = view(list({ items: Array.from({ length: count }, (_, position) => item(position)) }));
      await page.goto(
        site.add({
          body: `<main>${shown.html}</main>`,
          acts: shown.acts,
          modules: ['site-related'],
          head: style,
        }),
      );
      const boxes = await page.locator('.jp-relatedposts-post').evaluateAll((posts) =>
        posts.map((one) => {
          const { top, width, right } = one.getBoundingClientRect();
          return { top, width: Math.round(width), right: Math.round(right) };
        }),
      );
      const ends = new Map(boxes.map(({ top, right }) => [top, right]));
      expect(new Set(ends.values()).size, `the ends of the rows of ${count}`).toBe(1);
      expect(
        boxes.map(({ width }) => width),
        `the widths of ${count}`,
      ).toEqual(
        boxes.map((_, position) => ({ third: 240, half: 372, beside: 768 })[placeInGrid(position, count)]),
      );
      const picture = await page.locator('.jp-relatedposts-post-img').first().boundingBox();
      if (count === 1) expect(picture?.width, 'a single post has its picture at the side').toBe(200);
    }
  });

  test('[REL-09] a row is uniform: a single post without a picture has its letter, and where two lack one all titles align', async () => {
    const style = `<style>${[
      '../../theme/tokens.css',
      '../../theme/base.css',
      '../../blocks/site-related/styles.css',
    ]
      .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
      .join('')}</style>`;
    const bare = (position: number) =>
      item(position, { title: `«Über ${position}»`, img: { src: '', width: 0, height: 0, alt_text: '' } });
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const rows: unknown[] = [];
    for (const items of [
      [item(0), bare(1), item(2)],
      [bare(0), item(1), bare(2)],
    ]) {
      const shown = view(list({ items }));
      await page.goto(
        site.add({
          body: `<main>${shown.html}</main>`,
          acts: shown.acts,
          modules: ['site-related'],
          head: style,
        }),
      );
      rows.push(
        await page.evaluate(() => {
          const tops = [...document.querySelectorAll('.jp-relatedposts-post-title')].map((title) =>
            Math.round(title.getBoundingClientRect().top),
          );
          const letters = [...document.querySelectorAll('.jp-relatedposts-post')].map(
            (one) => getComputedStyle(one, '::before').content,
          );
          return { lines: new Set(tops).size, letters };
        }),
      );
    }
    expect(rows).toEqual([
      { lines: 1, letters: ['none', '"Ü" / ""', 'none'] },
      { lines: 1, letters: ['none', 'none', 'none'] },
    ]);
  });

  test('[REL-09] [REL-22] the visual view equals the server’s', async () => {
    const items = [
      item(0, {
        img: {
          src: '/a.png',
          width: 600,
          height: 400,
          alt_text: 'A river',
          srcset: '/a.png 600w',
          sizes: '50vw',
        },
      }),
      item(1, { img: { src: '', width: 0, height: 0, alt_text: '' } }),
      item(2, { format: 'gallery' }),
    ];
    const shown = list({ items, layout: 'list' });
    const { page } = await filled(shown);
    const other = await open({ shown: view(shown) });
    const outline = (opened: Page) =>
      opened.evaluate(() =>
        [...document.querySelectorAll('#jp-relatedposts *')].map((element) =>
          [
            element.localName,
            ...[...element.attributes]
              .filter(({ name }) => name !== 'decoding')
              .map(({ name, value }) => `${name}=${value}`)
              .toSorted(),
            element.childElementCount ? '' : element.textContent,
          ].join(' '),
        ),
      );
    expect(await outline(page)).toEqual(await outline(other.page));
    expect(await page.getAttribute('.jp-relatedposts-items', 'class')).toMatch(/jp-relatedposts-list$/);
    expect([
      await page.locator(`${post(0)} img`).count(),
      await page.locator(`${post(1)} img`).count(),
      await page.locator(`${post(1)} .jp-relatedposts-post-aoverlay`).count(),
    ]).toEqual([1, 0, 1]);
    expect(
      await page
        .locator(`${post(1)} > *`)
        .evaluateAll((children) => children.map(({ className }) => className)),
    ).toEqual(expect.arrayContaining(['jp-relatedposts-post-title', 'jp-relatedposts-post-excerpt']));
  });

  test('[REL-24] writes dates as in other lists, rendered with the page or from a reply', async () => {
    const shown = list({
      items: [
        item(0, { publishedAt: Date.UTC(2026, 4, 2) }),
        item(1, { publishedAt: Date.UTC(2026, 4, 1) }),
        item(2),
      ],
    });
    const reply = {
      ...list(),
      broadsheet: { html: renderActing(<Filling list={shown} config={config} />).html },
    };
    const page = await browser.newPage();
    await page.route(/[?&]relatedposts=1/, (route) =>
      route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(reply) }),
    );
    for (const { html, acts } of [view(shown), view(undefined)]) {
      await page.goto(site.add({ body: `<main>${html}</main>`, acts, modules: ['site-related'] }));
      await expect
        .poll(() => page.locator('.jp-relatedposts-post-date').allTextContents())
        .toEqual(['May 2, 2026', 'May 1, 2026', 'May 1, 2026']);
    }
  });

  test('[REL-18] the picture carries src, size, text, and srcset with sizes where given', async () => {
    const { page } = await filled({
      items: [
        item(0, {
          img: {
            src: '/a.png',
            width: 600,
            height: 400,
            alt_text: 'A "river"',
            srcset: '/a.png 600w',
            sizes: '50vw',
          },
        }),
        item(1),
      ],
    });
    const attributes = (position: number) =>
      page.evaluate(
        (selector) =>
          Object.fromEntries(
            [...(document.querySelector(selector)?.attributes ?? [])].map(({ name, value }) => [name, value]),
          ),
        `${post(position)} img`,
      );
    expect(await attributes(0)).toMatchObject({
      src: '/a.png',
      width: '600',
      height: '400',
      alt: 'A "river"',
      srcset: '/a.png 600w',
      sizes: '50vw',
    });
    expect(Object.keys(await attributes(1))).not.toContain('srcset');
  });

  test('[REL-23] the minimal view has titles only', async () => {
    const { page } = await filled({ show_thumbnails: false });
    expect([
      await page.locator(`${post(0)} .jp-relatedposts-post-title a`).count(),
      await page.locator(`${container} img`).count(),
      await page.locator('.jp-relatedposts-post-excerpt').count(),
    ]).toEqual([1, 0, 0]);
  });

  test.each([true, false])(
    '[REL-24] [REL-25] shows date and context if set (pictures: %s)',
    async (visual) => {
      const texts = async (more: Partial<RelatedList>) => {
        const { page } = await filled({ show_thumbnails: visual, ...more });
        return [
          await page.locator('text=May 1, 2026').count(),
          await page.locator('text=In "Rivers"').count(),
        ];
      };
      expect(await texts({ show_context: false })).toEqual([3, 0]);
      expect(await texts({ show_date: false })).toEqual([0, 3]);
    },
  );

  test('[REL-11] [REL-13] [REL-17] rel, classes, and an excerpt as plain text; nothing becomes HTML', async () => {
    const hostile = '<img src=x onerror="console.error(1)">';
    // Chromium reports the blocked handler even where nothing would run it; if one ran, it would log a number.
    const options = { expectedMessages: /Executing inline event handler violates/ };
    const { page } = await filled(
      {
        items: [
          item(0, {
            rel: 'nofollow',
            classes: ['x-a', 'x-b'],
            excerpt: '<b>Hi</b> you<img src=x onerror="console.error(2)"><script>console.error(3)</script>',
            title: hostile,
            context: hostile,
            date: hostile,
          }),
          item(1),
        ],
      },
      options,
    );
    expect(await page.getAttribute(`${post(0)}.x-a.x-b h4 a`, 'rel')).toBe('nofollow');
    expect(await page.getAttribute(`${post(1)} h4 a`, 'rel')).toBeNull();
    expect(await page.textContent(`${post(0)} .jp-relatedposts-post-excerpt`)).toMatch(/^Hi you/);
    expect(await page.textContent(`${post(0)} h4`)).toBe(hostile);
    expect([
      await page.locator(`${container} b`).count(),
      await page.locator(`${container} img`).count(),
      await page.locator(`${container} script`).count(),
    ]).toEqual([0, 2, 0]);
  });

  test('[REL-29] titles are h4, or the heading that the container sets', async () => {
    expect(await (await filled()).page.locator('h4.jp-relatedposts-post-title').count()).toBe(3);
    const { page } = await open({
      shown: {
        html: `<div id="jp-relatedposts" data-behaviour="site-related" data-config='{"heading":"h3","headline":""}'></div>`,
      },
    });
    await page.locator('h3.jp-relatedposts-post-title').first().waitFor();
    expect([
      await page.locator('h3.jp-relatedposts-post-title').count(),
      await page.locator('.jp-relatedposts-headline').count(),
    ]).toEqual([3, 0]);
    const foreign = await open({
      shown: { html: '<div id="jp-relatedposts" data-behaviour="site-related"></div>' },
    });
    await foreign.page.locator('h4').first().waitFor();
    expect([await foreign.page.locator('h4').count(), await foreign.page.textContent('em')]).toEqual([
      3,
      'Related',
    ]);
  });
});

describe('the URL', () => {
  test('[REL-30] the clicked link gets the click position, keeps its query, and is the only one changed', async () => {
    const { page, documents } = await open({ shown: view(list()) });
    await page.evaluate(
      (selector) =>
        document
          .querySelector(selector)
          ?.addEventListener(
            'click',
            () =>
              sessionStorage.setItem(
                'others',
                [...document.querySelectorAll('a')]
                  .filter((link) => link.search !== '?k=v')
                  .length.toString(),
              ),
            { once: true },
          ),
      container,
    );
    await page.click(`${post(1)} h4 a`);
    await page.waitForURL(/target-1/);
    const target = documents.at(-1);
    expect([target?.pathname, ...(target?.searchParams ?? [])]).toEqual([
      '/target-1/',
      ['k', 'v'],
      ['relatedposts_hit', '1'],
      ['relatedposts_origin', '7'],
      ['relatedposts_position', '1'],
    ]);
    expect(await page.evaluate(() => sessionStorage.getItem('others'))).toBe('1');
  });

  test('[REL-30] counts clicks on pictures and by keyboard, too', async () => {
    const { page, documents } = await open({ shown: view(list()) });
    await page.focus(`${post(2)} h4 a`);
    await page.keyboard.press('Enter');
    await page.waitForURL(/target-2/);
    expect(documents.at(-1)?.search).toContain('relatedposts_position=2');
  });

  test.each([
    ['?relatedposts_hit=1&relatedposts_origin=5&relatedposts_position=0&x=1', '?x=1'],
    ['?relatedposts_hit=1', ''],
    ['?x&relatedposts_origin=5&y=%20z#part', '?x&y=%20z#part'],
    [
      '?relatedposts_hit=yes&relatedposts_9=1&relatedposts=2',
      '?relatedposts_hit=yes&relatedposts_9=1&relatedposts=2',
    ],
  ])('[REL-31] %s becomes "%s" without a reload', async (query, left) => {
    const { page, url, documents } = await open({ shown: view(list()), query });
    await expect.poll(() => page.url()).toBe(url + left);
    expect(documents).toHaveLength(1);
    expect(await page.evaluate(() => history.length)).toBe(2);
  });
});

describe('in the preview of the customizer', () => {
  /** The customizer's API in pages that it frames. */
  const customizer = (page: Page) =>
    page.addInitScript(`
    window.values = { related_posts_show_thumbnails: false, related_posts_layout: 'list', related_posts_heading: 'h2' };
    const heard = [];
    const customize = (id) => id in window.values ? { get: () => window.values[id] } : undefined;
    customize.selectiveRefresh = { bind: (event, hear) => { if (event === 'partial-content-rendered') heard.push(hear); } };
    window.wp = { customize };
    window.refresh = (id) => { for (const hear of heard) hear({ partial: { id } }); };`);

  test('[REL-06] [REL-27] the request has the flag, and the customizer sets the view', async () => {
    const { page, requests } = await open({ shown: view(list()), prepare: customizer });
    expect(
      requests.map(({ searchParams }) => [...searchParams].filter(([name]) => name.endsWith('rpcustomize'))),
    ).toEqual([[['broadsheetrpcustomize', '1']]]);
    await expect
      .poll(() => page.getAttribute('.jp-relatedposts-items', 'class'))
      .toBe('jp-relatedposts-items jp-relatedposts-items-minimal jp-relatedposts-list');
    expect([
      await page.locator(`${container} img`).count(),
      await page.locator('h2.jp-relatedposts-post-title').count(),
      await page.locator('text=May 1, 2026').count(),
    ]).toEqual([0, 3, 3]);
  });

  test('[REL-28] renders again when the partial of related posts refreshes', async () => {
    const { page, requests, documents } = await open({ prepare: customizer });
    await page.locator(container).waitFor();
    await page.evaluate(
      'values.related_posts_show_thumbnails = true; values.related_posts_show_date = false; refresh("another")',
    );
    expect(await page.locator(`${container} img`).count()).toBe(0);
    await page.evaluate('refresh("related_posts")');
    expect([
      await page.locator(`${container} img`).count(),
      await page.locator('text=May 1, 2026').count(),
    ]).toEqual([3, 0]);
    expect([requests.length, documents.length]).toEqual([1, 1]);
  });
});
