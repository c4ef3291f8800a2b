import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { storeUpload } from '../../src/modules/media/store-upload.ts';
import { assignTemplateToItem } from '../../src/modules/templates/assign.ts';
import { createTemplate } from '../../src/modules/templates/writer.ts';
import { atRest } from '../harness/at-rest.ts';
import { addHtml } from '../harness/add-html.ts';
import { useChromium } from '../harness/chromium.ts';
import type { PageOptions } from '../harness/chromium.ts';
import { makeMedia, makePost, makeTerm } from '../harness/factories.ts';
import { pauseClock } from '../harness/paused-clock.ts';
import { placeByPage } from '../harness/place-by-page.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
/** In two steps, because content has no offsets above 2000 px. */
const at = (top: number) =>
  `<div style="position:absolute;margin:0;top:${top / 2}px"><div class="at-${top}" style="position:absolute;margin:0;top:${top / 2}px">Here</div></div>`;

const site = useRealSite(async (tx, place) => {
  const science = await makeTerm(tx, { name: 'Science', slug: 'science' });
  const bytes = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#4a6fa5' } })
    .jpeg()
    .toBuffer();
  const { file } = await storeUpload(place.dataDir, { name: 'wide.jpg', bytes, at: Date.UTC(2026, 0, 2) });
  const picture = await makeMedia(tx, { file: { file, width: 1600, height: 1000, sizes: {} } });
  const link =
    '<a id="leads" href="/targets/" data-scroll-to-class="at-3000" data-scroll-offset="50">There</a>';
  await makePost(tx, {
    title: 'Targets',
    slug: 'targets',
    content: `<p>Begin ${link}</p><input id="field" aria-label="Field">${at(250)}${at(50)}${at(3000)}<div style="height:6000px"></div>`,
  });
  const tall = '<!-- wp:paragraph --><p>Text.</p><!-- /wp:paragraph -->'.repeat(80);
  const full = await makePost(tx, {
    type: 'page',
    title: 'Full',
    slug: 'full',
    featuredMediaId: picture,
    content: tall,
  });
  const header =
    '<!-- wp:broadsheet/full-screen-header --><!-- wp:broadsheet/post-title /--><!-- /wp:broadsheet/full-screen-header -->';
  await assignTemplateToItem(
    tx,
    'page',
    full,
    await createTemplate(tx, {
      type: 'page',
      title: 'Full screen',
      content: `${header}<!-- wp:broadsheet/post-content /-->`,
    }),
  );
  await makePost(tx, {
    type: 'page',
    title: 'Lists',
    slug: 'lists',
    content: '<!-- wp:broadsheet/trending /-->',
  });
  for (let n = 1; n <= 12; n++)
    await makePost(tx, {
      title: `Note ${n}`,
      slug: `note-${n}`,
      termIds: [science],
      featuredMediaId: picture,
    });
});

const desktop = { viewport: { width: 1280, height: 900 } };
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

/** A page whose timers and frames run only when the test says so. */
async function openPaused(
  path: string,
  cookies: Readonly<Record<string, string>> = {},
  options: PageOptions = desktop,
): Promise<Page> {
  const page = await browser.newPage(options);
  await page
    .context()
    .addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: site.url })));
  await pauseClock(page);
  await placeByPage(page);
  await page.goto(site.url + path);
  await atRest(page);
  return page;
}

/** Dispatches a key event; true if the page prevented the default. */
const isTaken = (page: Page, key: string, held: object = {}) =>
  page.evaluate(
    ([name, keys]) => {
      const event = new KeyboardEvent('keydown', {
        key: name as string,
        bubbles: true,
        cancelable: true,
        ...(keys as object),
      });
      return !document.querySelector('#field')?.dispatchEvent(event);
    },
    [key, held] as const,
  );

test('[PROT-01] [PROT-02] [PROT-03] [PROT-04] [PROT-05] context menu and developer tool keys are blocked, other keys are not', async () => {
  const page = await browser.newPage(desktop);
  await page.goto(`${site.url}/targets/`);
  await atRest(page);
  const hasMenu = () =>
    page.evaluate(() =>
      document
        .querySelector('.post-content p')
        ?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
    );
  expect(await hasMenu()).toBe(false);
  const control = { ctrlKey: true };
  for (const [key, held] of [
    ['F12', {}],
    ['I', { ...control, shiftKey: true }],
    ['J', { ...control, shiftKey: true }],
    ['u', control],
    ['U', control],
  ] as const) {
    expect([key, await isTaken(page, key, held)]).toEqual([key, true]);
  }
  for (const [key, held] of [
    ['i', {}],
    ['u', {}],
    ['F11', {}],
    ['i', control],
    ['k', { ...control, shiftKey: true }],
    ['u', { metaKey: true }],
  ] as const) {
    expect([key, held, await isTaken(page, key, held)]).toEqual([key, held, false]);
  }
  // A field's context menu offers spelling and paste, so it stays; on look-alikes it is blocked as elsewhere.
  const hasMenuIn = async (markup: string) => {
    await addHtml(page, '.post-content p', 'afterend', markup);
    return page.evaluate(() => {
      const added = document.querySelector('.post-content p')?.nextElementSibling;
      const has = added?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
      added?.remove();
      return has;
    });
  };
  for (const field of [
    '<input>',
    '<input type="search">',
    '<textarea></textarea>',
    '<p contenteditable>Words</p>',
  ]) {
    expect([field, await hasMenuIn(field)]).toEqual([field, true]);
  }
  for (const other of [
    '<input type="checkbox">',
    '<input disabled>',
    '<textarea readonly></textarea>',
    '<a href="#">Words</a>',
    '<button type="button">Words</button>',
  ]) {
    expect([other, await hasMenuIn(other)]).toEqual([other, false]);
  }
  // Chromium's autofill sends a key event without a key.
  await page.evaluate(() => document.dispatchEvent(new Event('keydown', { bubbles: true })));
  await page.locator('#field').pressSequentially('uij');
  expect(await page.inputValue('#field')).toBe('uij');
  await site.set({ content_protection: false });
  await page.reload();
  await atRest(page);
  expect([await hasMenu(), await isTaken(page, 'F12')]).toEqual([true, false]);
  await site.set({ content_protection: true });
});

test.each([
  [250, 800],
  [50, 500],
  [3000, 1500],
])(
  '[COOK-02] [COOK-03] [COOK-04] a target at %i px is reached in %i ms, and only once',
  async (top, duration) => {
    const page = await openPaused('/targets/', {
      'td-cookie-scroll-to-class': `at-${top}`,
      'td-cookie-scroll-offset': '0',
    });
    await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toEqual([]);
    // The first frame starts it.
    await page.clock.runFor(duration - 50);
    const almost = await scrolled(page);
    expect(almost).toBeGreaterThan(top / 2);
    expect(almost).toBeLessThan(top);
    await page.clock.runFor(100);
    expect(await scrolled(page)).toBe(top);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await page.reload();
    await atRest(page);
    await page.clock.runFor(3000);
    expect(await scrolled(page)).toBe(0);
  },
);

test(
  '[COOK-01] [COOK-02] a link sets the cookies, the next page scrolls to the class with the offset, by the real clock; ' +
    'another spelling does nothing',
  async () => {
    const page = await browser.newPage(desktop);
    await placeByPage(page);
    await page.goto(`${site.url}/targets/`);
    await atRest(page);
    await page.click('#leads');
    await expect.poll(() => scrolled(page)).toBe(2950);
    expect(await page.context().cookies()).toEqual([]);
    const other = await openPaused('/targets/', {
      td_cookie_scroll_to_class: 'at-250',
      'xtd-cookie-scroll-to-class': 'at-250',
    });
    await other.clock.runFor(3000);
    expect(await scrolled(other)).toBe(0);
  },
);

test('a class that is not there, and a cookie that can not be read, do nothing', async () => {
  for (const value of ['nowhere', '%E0%A4%A']) {
    const page = await openPaused('/targets/', { 'td-cookie-scroll-to-class': value });
    await page.clock.runFor(3000);
    expect(await scrolled(page)).toBe(0);
    await expect.poll(() => page.context().cookies()).toEqual([]);
  }
});

test('[LAYOUT-08] "Read down" scrolls by the height of the header’s picture in 1.2 s, by the real clock, too', async () => {
  const page = await openPaused('/full/');
  const height = await page
    .locator('.full-screen-pictured>.picture')
    .evaluate((element) => (element as HTMLElement).offsetHeight);
  const from = await scrolled(page);
  const press = async (on: Page) => {
    await on.mouse.move(9, 9, { steps: 2 });
    await on.locator('.full-screen-down a:not([data-late])').evaluate((link: HTMLElement) => link.click());
  };
  await press(page);
  await page.clock.runFor(1150);
  expect(await scrolled(page)).toBeLessThan(from + height);
  await page.clock.runFor(100);
  expect(await scrolled(page)).toBe(from + height);
  const real = await browser.newPage(desktop);
  await real.goto(`${site.url}/full/`);
  const taken = real.evaluate(
    (end) =>
      new Promise<number>((resolve) => {
        addEventListener(
          'click',
          () => {
            const began = performance.now();
            addEventListener('scroll', () => scrollY === end && resolve(performance.now() - began));
          },
          { capture: true, once: true },
        );
      }),
    from + height,
  );
  await press(real);
  expect(await taken).toBeGreaterThan(1150); // easing out, it is within half a pixel (rounded to zero) some frames before its end
  const still = await openPaused('/full/', {}, { ...desktop, reducedMotion: 'reduce' });
  await press(still);
  await expect.poll(() => scrolled(still)).toBe(height);
});

test('[LAZY-09] the picture of a full-screen header shifts by 20 % of its height while it is scrolled away', async () => {
  const page = await browser.newPage(desktop);
  await page.goto(`${site.url}/full/`);
  const { top, height } = await page.locator('.full-screen-pictured>.picture').evaluate((element) => ({
    top: element.getBoundingClientRect().top + scrollY,
    height: (element as HTMLElement).offsetHeight,
  }));
  const shift = async (y: number) => {
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), y);
    await atRest(page);
    return page
      .locator('.full-screen-pictured>.picture img')
      .evaluate((image) => new DOMMatrix(getComputedStyle(image).transform).m42);
  };
  expect(await shift(0)).toBe(0);
  expect(await shift(top + height / 2)).toBeCloseTo(height * 0.1, 0);
  expect(await shift(top + height)).toBeCloseTo(height * 0.2, 0);
});

test('[ERR-03] with every call failing the page reads and leads on, without a word to the reader', async () => {
  const page = await browser.newPage({ ...desktop, expectedMessages: /status of 500|tdb_get_mm|td_ajax/ });
  let failed = 0;
  let dialogs = 0;
  page.on('dialog', () => dialogs++);
  await page.route('**/admin-ajax.php**', (route) => {
    failed++;
    return route.fulfill({ status: 500, body: 'Fatal error: secret words' });
  });
  await page.route('**/*relatedposts=1*', (route) => route.fulfill({ status: 500, body: 'secret words' }));
  await page.goto(`${site.url}/note-3/`);
  await atRest(page);
  await page.mouse.move(200, 20, { steps: 2 });
  await page.mouse.wheel(0, 3000);
  await page.locator('.dark-switch:visible').first().click();
  await expect.poll(() => failed).toBeGreaterThanOrEqual(2);
  await atRest(page);
  expect(await page.isVisible('.post-content')).toBe(true);
  expect(await page.textContent('body')).not.toMatch(/secret words|Fatal/);
  expect(dialogs).toBe(0);
  await page.getByRole('link', { name: 'Note 4' }).first().click();
  await page.waitForURL('**/note-4/');
});

test('[ART-07] both forms of related posts are below an article, and each can be switched off', async () => {
  const page = await browser.newPage(desktop);
  await page.goto(`${site.url}/note-3/`);
  const forms = async () => [
    await page.locator('#jp-relatedposts').count(),
    await page.locator('.related-posts').count(),
  ];
  expect(await forms()).toEqual([1, 1]);
  await site.set({ related_posts: false });
  await page.reload();
  expect(await forms()).toEqual([0, 1]);
});

test('dates keep the one style that the server wrote them in: no script shortens them, so bylines have no holes', async () => {
  const page = await browser.newPage(desktop);
  const html = await (await fetch(`${site.url}/note-3/`)).text();
  const written = /<time dateTime="([^"]*)"/.exec(html.slice(html.indexOf('class="post-meta"')))?.[1] ?? '';
  await page.clock.setFixedTime(Date.parse(written) + 2 * 3_600_000);
  await page.goto(`${site.url}/note-3/`);
  await page.evaluate(() =>
    document.dispatchEvent(new CustomEvent('broadsheet:content', { detail: { root: document.body } })),
  );
  expect(await page.locator('.post-meta time').allTextContents()).toEqual([
    expect.stringMatching(/^[A-Z][a-z]+ \d+, \d{4}$/),
  ]);
  const dates = await page
    .locator('.card time:not([data-ago])')
    .evaluateAll((times) => times.map((time) => time.textContent));
  expect(dates.length).toBeGreaterThan(0);
  expect(dates.filter((date) => !/^[A-Z][a-z]{2} \d+, \d{4}$/.test(date ?? ''))).toEqual([]);
  // A gap in a byline would be an item wider than its text.
  const gaps = await page.locator('.byline > *').evaluateAll(
    (items) =>
      items.filter((item) => {
        const range = document.createRange();
        range.selectNodeContents(item);
        return (
          item.childElementCount === 0 &&
          item.getBoundingClientRect().width > range.getBoundingClientRect().width + 2
        );
      }).length,
  );
  expect(gaps).toBe(0);
});

test('[DATE-03] [IMP-27] the wordings that readers see are settings: buttons, and relative times also when the browser refreshes them', async () => {
  const lists = async () => {
    const page = await browser.newPage(desktop);
    await page.clock.setFixedTime(Date.UTC(2026, 11, 1));
    await page.goto(`${site.url}/lists/`);
    return async () => [
      await page.locator('.load-more').first().textContent(),
      (await page.locator('time[data-ago]').first().textContent())?.replace(/\d+/, 'n'),
    ];
  };
  await expect.poll(await lists()).toEqual(['Load more', 'n months ago']);
  await site.set({
    translation_load_more: 'Mehr laden',
    time_ago_add_txt: 'her',
    translation_time_units: 'Jahr,Jahre,Monat,Monate,Woche,Wochen,Tag,Tage,Stunde,Stunden,Minute,Minuten',
  });
  await expect.poll(await lists()).toEqual(['Mehr laden', 'n Monate her']);
  // In the language's digits: from the server, and in a browser years later.
  await site.set({ site_language: 'bn' });
  expect(await (await fetch(`${site.url}/lists/`)).text()).toMatch(/data-ago="her">[০-৯]+ \p{L}+ her</u);
  const late = await browser.newPage(desktop);
  await late.clock.setFixedTime(Date.UTC(2040, 11, 1));
  await late.goto(`${site.url}/lists/`);
  await expect.poll(() => late.locator('time[data-ago]').first().textContent()).toMatch(/^১[০-৯] Jahre her$/);
  // Without strings of the site, the browser's own translation is used.
  await site.set({ site_language: 'de', time_ago_add_txt: 'ago', translation_time_units: '' });
  await expect.poll(await lists()).toEqual(['Mehr laden', 'vor n Monaten']);
});

test('in forced colours no text has the colour of its browser-supplied backplate', async () => {
  const page = await browser.newPage(desktop);
  await page.emulateMedia({ forcedColors: 'active' });
  for (const path of ['/', '/note-1/']) {
    await page.goto(site.url + path);
    await atRest(page);
    const unseen = () =>
      page.locator('.skip-link,.button,.pager *,.avatar,.kicker').evaluateAll((parts) => {
        const paper = getComputedStyle(document.body).backgroundColor;
        return parts.filter((part) => getComputedStyle(part).color === paper).map((part) => part.textContent);
      });
    await expect.poll(unseen).toEqual([]);
  }
});
