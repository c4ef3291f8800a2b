import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { detailsMeta } from '../../src/modules/posts/model.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { makePost } from '../harness/factories.ts';
import { pageWidth } from '../harness/page-width.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const desktop = { viewport: { width: 1280, height: 900 } };
const item = (name: string) =>
  `<!-- wp:heading {"level":3} --><h3 class="wp-block-heading">${name}</h3><!-- /wp:heading --><!-- wp:paragraph --><p>About ${name}. ` +
  `${'More words. '.repeat(90)}</p><!-- /wp:paragraph -->`;
const links = [
  ['own', '/elsewhere/'],
  ['blank', '/elsewhere/?blank=1" target="_blank'],
  ['script', 'javascript:alert(1)'],
  ['words', 'not a url'],
  ['local', 'http://localhost/'],
  ['short', 'a.b'],
  ['file', '/wp-sitemap.xml" download="links.xml'],
  ['bare', 'a.com/x'],
  ['plain', 'http://a.com/x'],
  ['secure', 'https://a.com/x'],
  ['domain', 'a.io'],
  ['ip', '10.0.0.1'],
  ['whole', 'http://a.com:8080/p/q?x=1&y=2#z'],
  ['here', '/seven/'],
  ['mail', 'mailto:desk@a.com'],
  ['copy', '/seven/" download="copy.html'],
] as const;
let id = 0;
const site = useRealSite(async (tx) => {
  const list = `<!-- wp:paragraph --><p>${links.map(([name, href]) => `<a id="${name}" href="${href}">${name}</a>`).join(' ')}</p><!-- /wp:paragraph -->`;
  const smartList = { heading: 'h3', order: 'asc', layout: 'slides' } as const;
  id = await makePost(tx, {
    slug: 'seven',
    title: 'Seven',
    content:
      item('Alpha') +
      list +
      item('Beta') +
      '<!-- wp:broadsheet/copy-code {"code":"npm start"} /-->' +
      item('Gamma'),
    meta: detailsMeta({ smartList }),
  });
  await makePost(tx, {
    slug: 'last-comes-first',
    content: item('Gold') + item('Silver') + item('Bronze'),
    meta: detailsMeta({ smartList: { ...smartList, order: 'desc' } }),
  });
  const pageBreak = '<!-- wp:nextpage --><!--nextpage--><!-- /wp:nextpage -->';
  await makePost(tx, {
    slug: 'framed',
    content: `<p>Before.</p>${pageBreak}${item('Gold')}${item('Silver')}<h2>After</h2>${pageBreak}<p>The end.</p>`,
    meta: detailsMeta({ smartList: { ...smartList, order: 'desc' } }),
  });
  await makePost(tx, {
    slug: 'broken',
    title: 'Broken',
    content: 'First page.\n<!--nextpage-->\nSecond page.',
  });
  await makePost(tx, { slug: 'elsewhere', title: 'Elsewhere' });
  const heads =
    item('How to get <em>really</em> good at <a href="/elsewhere/">chess</a> in a year') +
    item('Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung'.repeat(2));
  await makePost(tx, {
    slug: 'heads',
    content: heads,
    meta: detailsMeta({ smartList: { ...smartList, layout: 'list' } }),
  });
  await makePost(tx, { slug: 'long-heads', content: heads, meta: detailsMeta({ smartList }) });
});

const shown = (page: Page) => page.locator('.smart-list-item h3').allTextContents();
const state = (page: Page) => page.evaluate(() => history.state as unknown);
async function open(address = '/seven/', options = {}): Promise<Page> {
  const page = await browser.newPage({ ...desktop, ...options });
  await page.goto(site.url + address);
  await page.locator('.part-pager').waitFor();
  return page;
}
/** Waits until the pager's script runs, which writes its state into the history. */
const ready = (page: Page) => expect.poll(() => state(page)).toMatchObject({ slide_id: id });

test(
  '[SLIDE-01] [SLIDE-04] [SLIDE-05] [SLIDE-06] [SLIDE-07] moving on changes address, history and text without a reload, ' +
    'and back and forward restore them',
  async () => {
    const page = await open();
    await ready(page);
    await page.evaluate(() => Object.assign(window, { stays: true }));
    const before = await page.evaluate(() => history.length);
    for (const [slide, name] of [
      [2, '2 Beta'],
      [3, '3 Gamma'],
    ] as const) {
      await page.click('.part-step[rel=next]');
      await expect.poll(() => shown(page)).toEqual([name]);
      await expect.poll(() => page.url()).toBe(`${site.url}/seven/${slide}/`);
      await expect.poll(() => state(page)).toEqual({ slide_id: id, current_slide: slide });
      await expect.poll(() => page.title()).toContain(`Page ${slide}`);
      await expect.poll(() => page.textContent('.part-count')).toBe(`${slide} / 3`);
    }
    expect(await page.evaluate(() => history.length)).toBe(before + 2);
    expect(await page.locator('.part-step[rel=next]').count()).toBe(0);
    expect(
      await page.locator('.post-content h3').evaluate((heading) => heading.getBoundingClientRect().top),
    ).toBeGreaterThan(0);
    await page.goBack();
    await expect.poll(() => shown(page)).toEqual(['2 Beta']);
    await expect.poll(() => page.textContent('.post-content')).toContain('Wait 20 sec before code appears');
    await page.goForward();
    await expect.poll(() => shown(page)).toEqual(['3 Gamma']);
    await page.evaluate(() => history.go(-2));
    await expect.poll(() => shown(page)).toEqual(['1 Alpha']);
    await expect.poll(() => page.url()).toBe(`${site.url}/seven/`);
    await page.click('.part-step[rel=next]');
    await expect.poll(() => shown(page)).toEqual(['2 Beta']);
    await page.click('.part-step[rel=prev]');
    await expect.poll(() => shown(page)).toEqual(['1 Alpha']);
    await expect.poll(() => page.url()).toBe(`${site.url}/seven/`);
    expect(await page.evaluate(() => 'stays' in window)).toBe(true);
  },
);

test('[SLIDE-01] the head’s address follows the slide', async () => {
  const page = await open();
  await ready(page);
  const said = () =>
    page.evaluate(() =>
      ['link[rel=canonical]', 'link[rel=prev]', 'link[rel=next]', 'meta[property="og:url"]'].map((selector) =>
        [...document.querySelectorAll(selector)]
          .map(
            (element) =>
              new URL(element.getAttribute('href') ?? element.getAttribute('content') ?? '').pathname,
          )
          .join(),
      ),
    );
  expect(await said()).toEqual(['/seven/', '', '/seven/2/', '/seven/']);
  await page.click('.part-step[rel=next]');
  await expect.poll(said).toEqual(['/seven/2/', '/seven/', '/seven/3/', '/seven/2/']);
  await page.click('.part-step[rel=next]');
  await expect.poll(said).toEqual(['/seven/3/', '/seven/2/', '', '/seven/3/']);
  await page.evaluate(() => history.go(-2));
  await expect.poll(said).toEqual(['/seven/', '', '/seven/2/', '/seven/']);
});

test('in a countdown heading, dropdown and count say the same number; the pager is as wide as the text', async () => {
  const page = await open('/last-comes-first/');
  const numbers = async () => [
    await page.textContent('.smart-list-number'),
    (await page.locator('.part-pager option:checked').textContent())?.split('.')[0],
    (await page.textContent('.part-count'))?.split(' /')[0],
  ];
  for (const number of ['3', '2', '1']) {
    await expect.poll(numbers).toEqual([number, number, number]);
    if (number !== '1') await page.click('.part-step[rel=next]');
  }
  const width = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.getBoundingClientRect().width);
  expect(await width('.part-pager')).toBe(await width('.smart-list-item p'));
});

test('a countdown ends with 1 at its last item, also with empty parts before and after', async () => {
  const page = await open('/framed/');
  const said: unknown[] = [];
  for (let slide = 1; slide <= 4; slide++) {
    if (slide > 1) await page.click('.part-step[rel=next]');
    await expect
      .poll(() => page.locator('.part-pager option:checked').getAttribute('value'))
      .toBe(`/framed/${slide > 1 ? `${slide}/` : ''}`);
    said.push([
      await page.locator('.smart-list-number').allTextContents(),
      await page.textContent('.part-count'),
    ]);
  }
  expect(said).toEqual([
    [[], ''],
    [['2'], '2 / 2'],
    [['1'], '1 / 2'],
    [[], ''],
  ]);
});

test('[SLIDE-11] the dropdown opens the address of its option, by keyboard too', async () => {
  const page = await open();
  await ready(page);
  const third = await page.locator('.part-pager option').nth(2).getAttribute('value');
  await page.selectOption('.part-pager select', { index: 2 });
  await expect.poll(() => shown(page)).toEqual(['3 Gamma']);
  await expect.poll(() => page.url()).toBe(site.url + third);
  await page.focus('.part-pager select');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => shown(page)).toEqual(['2 Beta']);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT');
});

test('[SLIDE-08] [SLIDE-09] [SLIDE-10] [SLIDE-19] the slide is read from the parameter, else from the last segment; there are no others', async () => {
  for (const [address, name] of [
    [`/?p=${id}&slide=2`, '2 Beta'],
    ['/seven/2/', '2 Beta'],
    ['/seven/', '1 Alpha'],
    ['/seven/3/?slide=2', '2 Beta'],
  ] as const) {
    expect([address, await shown(await open(address))]).toEqual([address, [name]]);
  }
  expect((await fetch(`${site.url}/seven/99/`)).status).toBe(404);
  const page = await open('/seven/3/');
  await expect.poll(() => state(page)).toEqual({ slide_id: id, current_slide: 3 });
});

test('[SLIDE-02] [SLIDE-03] with plain permalinks the slide is a parameter, and the first slide lacks it', async () => {
  await site.set({ permalink_structure: 'plain' });
  const page = await open(`/?p=${id}`);
  await ready(page);
  await page.click('.part-step[rel=next]');
  await expect.poll(() => shown(page)).toEqual(['2 Beta']);
  await page.click('.part-step[rel=next]');
  await expect.poll(() => shown(page)).toEqual(['3 Gamma']);
  await expect.poll(() => page.url()).toMatch(new RegExp(`\\?p=${id}&slide=3$`));
  await page.selectOption('.part-pager select', { index: 0 });
  await expect.poll(() => shown(page)).toEqual(['1 Alpha']);
  await expect.poll(() => page.url()).toBe(`${site.url}/?p=${id}`);
  await page.goto(`${site.url}/?p=${id}&slide=2`);
  expect(await shown(page)).toEqual(['2 Beta']);
  await site.set({ permalink_structure: 'rewritten' });
});

test('[SLIDE-12] [SLIDE-15] a link with a target opens a new page, a download is left to the browser', async () => {
  const page = await open();
  await ready(page);
  const [second] = await Promise.all([page.context().waitForEvent('page'), page.click('#blank')]);
  await second.waitForURL(`${site.url}/elsewhere/?blank=1`);
  expect(page.url()).toBe(`${site.url}/seven/`);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#file')]);
  expect(download.suggestedFilename()).toBe('links.xml');
  expect(page.url()).toBe(`${site.url}/seven/`);
});

test(
  '[SLIDE-13] [SLIDE-14] [SLIDE-15] [SLIDE-16] [SLIDE-17] [SLIDE-18] any other link is followed only to another address, ' +
    'and to a valid one; a download always',
  async () => {
    const page = await open();
    await ready(page);
    await page.mouse.move(5, 5, { steps: 2 });
    await expect.poll(() => page.locator('[data-late=smart-list]').count()).toBe(0);
    // Records the clicks that the browser would act on, and keeps it on this page.
    await page.evaluate(() => {
      const followed: string[] = [];
      Object.assign(window, { followed });
      addEventListener('click', (event) => {
        const link = event.target as Element;
        if (!event.defaultPrevented && link.hasAttribute('href')) followed.push(link.id);
        event.preventDefault();
      });
    });
    for (const [name] of links) await page.locator(`#${name}`).dispatchEvent('click');
    expect(await page.evaluate(() => (window as unknown as { followed: string[] }).followed)).toEqual([
      'own',
      'blank',
      'file',
      'bare',
      'plain',
      'secure',
      'domain',
      'ip',
      'whole',
      'mail',
      'copy',
    ]);
    const other = await open();
    await ready(other);
    for (const name of ['here', 'words', 'script']) await other.click(`#${name}`);
    expect(other.url()).toBe(`${site.url}/seven/`);
    await other.click('#own');
    await other.waitForURL(`${site.url}/elsewhere/`);
  },
);

test('a reader without scripts pages by links; page breaks of WordPress work the same', async () => {
  const page = await open('/seven/', { javaScriptEnabled: false });
  expect(
    await page
      .locator('.part-pager li')
      .evaluateAll((entries) =>
        entries.map((entry) => `${getComputedStyle(entry).listStyleType} ${entry.textContent}`),
      ),
  ).toEqual(['none 1. Alpha', 'none 2. Beta', 'none 3. Gamma']);
  await page.click('.part-step[rel=next]');
  await page.waitForURL(`${site.url}/seven/2/`);
  expect(await shown(page)).toEqual(['2 Beta']);
  await page.click('.part-pager li:nth-child(3) a');
  await page.waitForURL(`${site.url}/seven/3/`);
  expect(await shown(page)).toEqual(['3 Gamma']);
  await page.goto(`${site.url}/broken/`);
  expect(await page.textContent('.post-content')).not.toContain('Second page.');
  await page.click('.part-step[rel=next]');
  await page.waitForURL(`${site.url}/broken/2/`);
  expect(await page.textContent('.post-content')).toBe('Second page.\n');
});

test('headings with markup stay inline text, and long words stay in their column, also in the list without scripts', async () => {
  for (const viewport of [{ width: 375, height: 812 }, desktop.viewport]) {
    const page = await browser.newPage({ viewport, javaScriptEnabled: false });
    await page.goto(`${site.url}/heads/`);
    // The parts of a line don't overlap: each begins right of, or below, its predecessor.
    const steps = await page
      .locator('.smart-list-item h3')
      .first()
      .evaluate((heading) => {
        const text = document.createRange();
        text.selectNodeContents(heading);
        return new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom / 10))).size;
      });
    expect(steps).toBeLessThan(4);
    await page.goto(`${site.url}/long-heads/`);
    for (const place of ['.smart-list-item h3', '.part-pager li', '.part-pager']) {
      expect(
        await page
          .locator(place)
          .evaluateAll(
            (found) => found.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
          ),
      ).toBe(0);
    }
    expect(await pageWidth(page)).toBe(viewport.width);
    await page.close();
  }
});

test('a slide that can’t be fetched is opened as a page; the last of many clicks counts', async () => {
  const page = await open('/seven/', { expectedMessages: /./ });
  await ready(page);
  let held: (() => void) | undefined;
  const released = new Promise<void>((resolve) => {
    held = resolve;
  });
  await page.route('**/seven/2/', async (route) => {
    await released;
    await route.continue();
  });
  await page.selectOption('.part-pager select', { index: 1 });
  await page.selectOption('.part-pager select', { index: 2 });
  await expect.poll(() => shown(page)).toEqual(['3 Gamma']);
  held?.();
  await atRest(page);
  expect(await shown(page)).toEqual(['3 Gamma']);
  await page.route('**/seven/2/', (route) =>
    route.request().isNavigationRequest() ? route.continue() : route.abort(),
  );
  await page.click('.part-step[rel=prev]');
  await page.waitForURL(`${site.url}/seven/2/`);
  await expect.poll(() => shown(page)).toEqual(['2 Beta']);
});
