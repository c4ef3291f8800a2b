import sharp from 'sharp';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { storeUpload } from '../../src/modules/media/store-upload.ts';
import { detailsMeta } from '../../src/modules/posts/model.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { drawn } from '../harness/drawn.ts';
import { makePost } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const desktop = { viewport: { width: 1024, height: 640 } };
const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
const shades = ['#000', '#fff', '#0b0f16', '#767676'];
const words = `<p>${'Words between two pictures. '.repeat(60)}</p>`;

const site = useRealSite(async (tx, { dataDir }) => {
  const pictures: string[] = [];
  for (const [n, background] of shades.entries()) {
    const bytes = await sharp({ create: { width: 1600, height: 1000, channels: 3, background } })
      .png()
      .toBuffer();
    const { file } = await storeUpload(dataDir, {
      name: `shade-${n + 1}.png`,
      bytes,
      at: Date.UTC(2026, 0, 2),
    });
    pictures.push(
      `<figure class="wp-block-image"><a href="/wp-content/uploads/${file}"><img src="/wp-content/uploads/${file}" width="1600" height="1000" alt="Shade ` +
        `${n + 1}"></a><figcaption>Shade <a href="/elsewhere/">${n + 1}</a></figcaption></figure>`,
    );
  }
  const [one = '', two = '', ...more] = pictures;
  await makePost(tx, {
    slug: 'elsewhere',
    title: 'Elsewhere',
    content: `<p>What <a href="/shades/">is</a> elsewhere.</p>${words.repeat(3)}`,
  });
  await makePost(tx, {
    slug: 'shades',
    title: 'Shades',
    content: words + [one, two, ...more].join(words) + words,
  });
  const part = (name: string) =>
    `<!-- wp:heading {"level":3} --><h3 class="wp-block-heading">${name}</h3><!-- /wp:heading -->${one}${two}${words}`;
  await makePost(tx, {
    slug: 'parts',
    content: part('Alpha') + part('Beta'),
    meta: detailsMeta({ smartList: { heading: 'h3', order: 'asc', layout: 'slides' } }),
  });
  await makePost(tx, {
    slug: 'popup',
    content:
      `${words}<p><a id="popup" data-lightbox-content="tour" href="#box">Box</a> <a data-lightbox-content="tour" href="/elsewhere/">Else</a></p><div id="box" ` +
      `hidden><a href="/elsewhere/">A link</a></div>${words}`,
  });
});

async function open(slug: string, options: Parameters<typeof browser.newPage>[0] = {}): Promise<Page> {
  const page = await browser.newPage({ ...desktop, reducedMotion: 'reduce', ...options });
  await page.goto(`${site.url}/${slug}/`, { waitUntil: 'networkidle' });
  return page;
}
const picture = (place: number) => `.post-content a[data-lightbox] >> nth=${place - 1}`;
const rests = (page: Page) => page.locator('.pswp[aria-modal=true]').waitFor();
const closed = (page: Page) => expect.poll(() => page.locator('.pswp').count()).toBe(0);
const top = (page: Page) => page.evaluate(() => scrollY);
async function click(page: Page, selector: string): Promise<void> {
  await page.click(selector);
  await rests(page);
}
/** Presses a key several times; returns the title or text of the focused element after each. */
async function focusAfter(page: Page, key: string, times: number): Promise<string[]> {
  const focused: string[] = [];
  for (let n = 0; n < times; n++) {
    await page.keyboard.press(key);
    focused.push(
      await page.evaluate(() => {
        const at = document.activeElement;
        return !at?.closest('.pswp')
          ? `outside: ${at?.outerHTML.slice(0, 80)}`
          : (at.getAttribute('title')?.replace(/ \(.*/, '') ?? at.textContent ?? '');
      }),
    );
  }
  return focused;
}

test(
  'Tab goes round in the open lightbox, both ways; the page behind stays where it is, and Esc gives the focus back to ' +
    'the picture, which is in view',
  async () => {
    const page = await open('shades');
    await page.locator(picture(2)).scrollIntoViewIfNeeded();
    await page.focus(picture(2));
    await page.keyboard.press('Enter');
    await rests(page);
    const before = await top(page);
    expect(before).toBeGreaterThan(0);
    const round = ['Zoom', 'Close', 'Previous', 'Next', '2'];
    expect(await focusAfter(page, 'Tab', 7)).toEqual([...round, 'Zoom', 'Close']);
    expect(await focusAfter(page, 'Shift+Tab', 7)).toEqual(['Zoom', ...round.toReversed(), '2']);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    const led = await top(page);
    for (const key of ['Tab', 'PageDown', 'End', 'Home']) await page.keyboard.press(key);
    await page.mouse.wheel(0, 600);
    await atRest(page);
    expect(await top(page)).toBe(led);
    // A Tab in the same task as Escape, while it closes; a separate Tab might reach the page after closing.
    await page.evaluate(() =>
      addEventListener('keydown', ({ key }) => {
        if (key === 'Escape')
          document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', cancelable: true }));
      }),
    );
    await page.keyboard.press('Escape');
    await closed(page);
    const seen = await page.evaluate(() => {
      const box = document.activeElement?.querySelector('img')?.getBoundingClientRect();
      return {
        alt: document.activeElement?.querySelector('img')?.alt,
        inView: !!box && box.top < innerHeight && box.bottom > 0,
        inert: document.querySelectorAll('[inert]').length,
      };
    });
    expect(seen).toEqual({ alt: 'Shade 2', inView: true, inert: 0 });
  },
);

test('in a right-to-left page the next picture is on the left: keys, buttons and swipes lead there, and the count goes up', async () => {
  await site.set({ site_language: 'ar', lightbox_disable_on_mobile: false });
  const page = await open('shades', phone);
  const count = (place: number) =>
    expect
      .poll(async () => (await page.textContent('.pswp__count'))?.replace(/\D+/g, ' ').trim())
      .toBe(`${place} 4`);
  const title = (side: string) => page.getAttribute(`.pswp__button--arrow--${side}`, 'title');
  await page.tap(picture(1));
  await rests(page);
  await count(1);
  expect([await title('prev'), await title('next')]).toEqual([
    'التالي (مفتاح السهم الأيسر)',
    'السابق (مفتاح السهم الأيمن)',
  ]);
  const boxes = await page
    .locator('.pswp__button--arrow')
    .evaluateAll((arrows) => arrows.map((arrow) => arrow.getBoundingClientRect().left));
  expect((boxes[0] ?? 0) - (boxes[1] ?? 0)).toBeGreaterThan(200); // in tab order: from the right one to the left one
  // The bar is mirrored with the same margins; a caption in another script is not: its full stop follows its text.
  const ends = await page
    .locator('.pswp__button--close, .pswp__count')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  expect([
    ends.map(({ left }) => left).includes(8),
    ends.map(({ right }) => right).includes(375 - 8),
  ]).toEqual([true, true]);
  expect(
    await page.locator('.pswp__caption').evaluate((caption) => getComputedStyle(caption).unicodeBidi),
  ).toBe('plaintext');
  await page.keyboard.press('ArrowLeft');
  await count(2);
  await page.keyboard.press('ArrowRight');
  await count(1);
  const fingers = await page.context().newCDPSession(page);
  const swipe = async (from: number, to: number) => {
    const point = (type: string, x?: number) =>
      fingers.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: x === undefined ? [] : [{ x, y: 400 }],
      });
    await point('touchStart', from);
    for (let step = 1; step <= 5; step++) await point('touchMove', from + ((to - from) * step) / 5);
    await point('touchEnd');
  };
  await swipe(80, 320);
  await count(2);
  await swipe(320, 80);
  await count(1);
  await page.evaluate(() => document.querySelector<HTMLElement>('.pswp__button--arrow--prev')?.click());
  await count(2);
  await page.keyboard.press('Escape');
  await closed(page);
  expect(await page.evaluate(() => document.activeElement?.querySelector('img')?.alt)).toBe('Shade 2');
  await site.set({ site_language: null, lightbox_disable_on_mobile: null });
});

test('a neighbouring picture loads without moving the focus from a link in the current caption', async () => {
  const page = await open('shades');
  let give = () => {};
  const held = new Promise<void>((resolve) => {
    give = resolve;
  });
  const requested = page.waitForRequest(/shade-3\.png$/);
  await page.route(/shade-3\.png$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.focus(picture(2));
  await page.keyboard.press('Enter');
  await rests(page);
  await requested;
  expect(await focusAfter(page, 'Shift+Tab', 1)).toEqual(['2']);
  const came = page.waitForResponse(/shade-3\.png$/);
  give();
  await (await came).finished();
  await page.locator('.pswp__img[alt="Shade 3"]').evaluate((image: HTMLImageElement) => image.decode());
  await atRest(page);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('2');
});

test('Tab cycles within the text of a link, and skips texts of neighbouring slides', async () => {
  const page = await open('popup');
  await click(page, '#popup');
  await page.locator('.lightbox-content').first().waitFor();
  expect(await focusAfter(page, 'Tab', 4)).toEqual(['A link', 'Close', 'Next', 'A link']);
  expect(await focusAfter(page, 'Shift+Tab', 2)).toEqual(['Next', 'Close']);
});

/** The contrast between the lightest and darkest pixel of an element in a screenshot. */
async function contrastIn(element: Locator, screen: Buffer): Promise<number> {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const from = { left: Math.floor(x), top: Math.floor(y) };
  const area = { ...from, width: Math.ceil(x + width) - from.left, height: Math.ceil(y + height) - from.top };
  const pixels = await sharp(screen).extract(area).removeAlpha().raw().toBuffer();
  const linear = (byte = 0) => (byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
  const light = Array.from(
    { length: pixels.length / 3 },
    (_, n) =>
      0.2126 * linear(pixels[3 * n]) +
      0.7152 * linear(pixels[3 * n + 1]) +
      0.0722 * linear(pixels[3 * n + 2]),
  );
  return (Math.max(...light) + 0.05) / (Math.min(...light) + 0.05);
}

test('[LBX-10] counter and buttons can be read over any picture in both schemes, on phones too', async () => {
  await site.set({ lightbox_disable_on_mobile: false });
  for (const size of [desktop, phone]) {
    const page = await open('shades', size);
    let isDark = false;
    for (const place of drawn(`shades at ${size.viewport.width}`, [...shades.keys()], 2)) {
      await page.locator(picture(place + 1)).evaluate((link: HTMLElement) => link.click());
      await rests(page);
      await page.click('.pswp__button--zoom'); // now the picture lies under all of them
      await expect
        .poll(() =>
          page
            .locator('.pswp__item[aria-hidden=false] .pswp__img')
            .last()
            .evaluate((image) => image.getBoundingClientRect().width),
        )
        .toBe(1600);
      await expect.poll(() => page.textContent('.pswp__count')).toBe(`${place + 1} of 4`);
      // Opened in each scheme, then switched to the other.
      const schemes: readonly boolean[] = [isDark, !isDark];
      for (const dark of schemes) {
        await page.evaluate((on) => document.documentElement.classList.toggle('is_dark', on), dark);
        isDark = dark;
        await atRest(page);
        const screen = await page.screenshot();
        for (const part of [
          '.pswp__count',
          '.pswp__button--zoom',
          '.pswp__button--close',
          '.pswp__button--arrow--prev',
          '.pswp__button--arrow--next',
        ]) {
          expect(
            await contrastIn(page.locator(part), screen),
            `${part} over ${shades[place]}, dark: ${dark}`,
          ).toBeGreaterThanOrEqual(4.5);
        }
      }
      await page.keyboard.press('Escape');
      await closed(page);
    }
  }
  await site.set({ lightbox_disable_on_mobile: true });
});

/** Holds scripts whose name starts with this, until the returned function is called. */
async function hold(page: Page, name: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
const looks = (page: Page) =>
  page
    .locator(picture(1))
    .evaluate((link) => [getComputedStyle(link).opacity, getComputedStyle(link).cursor]);

test.each(['lightbox', 'open-lightbox'])(
  'where the script %s takes its time the picture shows after a moment that it was heard, ' +
    'and Esc takes the click back',
  async (name) => {
    const page = await open('shades');
    const release = await hold(page, name);
    const before = await looks(page);
    expect(before).toEqual(['1', 'zoom-in']);
    await page.click(picture(1));
    await expect.poll(() => looks(page)).toEqual(['0.5', 'progress']);
    await page.keyboard.press('Escape');
    expect(await looks(page)).toEqual(before);
    release();
    await atRest(page);
    expect([await page.locator('.pswp').count(), page.url()]).toEqual([0, `${site.url}/shades/`]);
    await click(page, picture(1));
    expect(await looks(page)).toEqual(before);
  },
);

test('a picture clicked before the script loaded opens afterwards', async () => {
  const page = await open('shades');
  const release = await hold(page, 'open-lightbox');
  await page.click(picture(1));
  await expect.poll(() => looks(page)).toEqual(['0.5', 'progress']);
  release();
  await rests(page);
  expect(await looks(page)).toEqual(['1', 'zoom-in']);
});

const place = (page: Page) =>
  page.evaluate(() => ({
    path: location.pathname,
    state: history.state as unknown,
    entry: (window as unknown as { navigation: { currentEntry: { index: number } } }).navigation.currentEntry
      .index,
  }));

/** Delays the browser's navigation back until the returned function is called. */
async function holdBack(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const back = history.back.bind(history);
    history.back = () => void Object.assign(window, { goBack: back });
  });
  return () => page.evaluate('goBack()');
}

test('one that is opened before the browser has gone back from the one before stays open', async () => {
  const page = await browser.newPage(desktop);
  const goBack = await holdBack(page);
  await page.goto(`${site.url}/shades/`, { waitUntil: 'networkidle' });
  const before = await place(page);
  await click(page, picture(1));
  await page.keyboard.press('Escape');
  await closed(page);
  await page.click(picture(1));
  await expect.poll(() => looks(page)).toEqual(['0.5', 'progress']);
  await goBack();
  await rests(page);
  await atRest(page);
  expect([await page.locator('.pswp').count(), await place(page)]).toEqual([
    1,
    { ...before, entry: before.entry + 1 },
  ]);
});

test('[LBX-07] Back closes the lightbox and leaves the page at the picture that was shown last; closed otherwise it leaves nothing to go back to', async () => {
  const page = await open('shades');
  const before = await place(page);
  await click(page, picture(1));
  expect(await place(page)).toEqual({ ...before, entry: before.entry + 1 });
  for (const _ of [2, 3, 4]) await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.textContent('.pswp__count')).toBe('4 of 4');
  const led = await top(page);
  await page.goBack();
  await closed(page);
  expect([await place(page), await top(page), await page.evaluate(() => history.scrollRestoration)]).toEqual([
    before,
    led,
    'auto',
  ]);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.querySelector('img')?.alt))
    .toBe('Shade 4');
  for (const close of [() => page.keyboard.press('Escape'), () => page.click('.pswp__button--close')]) {
    await click(page, picture(1));
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.textContent('.pswp__count')).toBe('2 of 4');
    const there = await top(page);
    await close();
    await closed(page);
    await expect.poll(() => place(page)).toEqual(before);
    expect([await top(page), await page.evaluate(() => history.scrollRestoration)]).toEqual([there, 'auto']);
  }
  await page.click(picture(1));
  await page.locator('.pswp').waitFor();
  await page.goBack();
  await closed(page);
  expect(await place(page)).toEqual(before);
});

test('the slides of an article keep their entries of the history', async () => {
  const page = await open('parts');
  await page.click('.part-step[rel=next]');
  await page.locator('h3', { hasText: 'Beta' }).waitFor();
  const before = await place(page);
  expect(before).toMatchObject({ path: '/parts/2/', state: { current_slide: 2 } });
  await click(page, picture(1));
  await page.keyboard.press('Escape');
  await closed(page);
  await expect.poll(() => place(page)).toEqual(before);
  await click(page, picture(1));
  await page.goBack();
  await closed(page);
  expect([await place(page), await page.locator('h3', { hasText: 'Beta' }).count()]).toEqual([before, 1]);
  await page.goBack();
  await page.locator('h3', { hasText: 'Alpha' }).waitFor();
  expect(await place(page)).toMatchObject({
    path: '/parts/',
    entry: before.entry - 1,
    state: { current_slide: 1 },
  });
});

const readAt = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));

test('with appended articles the address stays with the article that the lightbox scrolled to, however it was closed', async () => {
  await site.set({ autoload_posts: 'on', autoload_posts_limit: 1 });
  for (const close of [(page: Page) => page.goBack(), (page: Page) => page.keyboard.press('Escape')]) {
    const page = await open('shades');
    await readAt(page, '.autoload-article');
    await page.locator('.autoload-article h1').waitFor();
    await readAt(page, '.autoload-article');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/elsewhere/');
    await page.locator(picture(4)).evaluate((link: HTMLElement) => link.click());
    await rests(page);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/shades/');
    await close(page);
    await closed(page);
    await expect.poll(() => place(page)).toMatchObject({ path: '/shades/' });
    await expect.poll(() => page.title()).toContain('Shades');
    await readAt(page, '.autoload-article');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/elsewhere/');
    await readAt(page, 'h1');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/shades/');
  }
  await site.set({ autoload_posts: 'off' });
});

test('an article reached behind the lightbox, or while the browser navigates back from it, keeps its address', async () => {
  await site.set({ autoload_posts: 'on', autoload_posts_limit: 1 });
  const page = await browser.newPage(desktop);
  const goBack = await holdBack(page);
  const reads = async (selector: string, path: string) => {
    await readAt(page, selector);
    await expect.poll(() => place(page)).toMatchObject({ path });
  };
  await page.goto(`${site.url}/shades/`);
  await readAt(page, '.autoload-article');
  await page.locator('.autoload-article h1').waitFor();
  await reads('.autoload-article', '/elsewhere/');
  await reads('h1', '/shades/');
  const before = await place(page);
  const openFirst = async () => {
    await page.locator(picture(1)).evaluate((link: HTMLElement) => link.click());
    await rests(page);
  };
  await openFirst();
  await page.keyboard.press('Escape');
  await closed(page);
  await reads('.autoload-article', '/elsewhere/');
  await goBack();
  await expect.poll(() => place(page)).toMatchObject({ path: '/elsewhere/', entry: before.entry });
  await reads('h1', '/shades/');
  await openFirst();
  await reads('.autoload-article', '/elsewhere/');
  await page.goBack();
  await closed(page);
  expect(await place(page)).toMatchObject({ path: '/elsewhere/', entry: before.entry });
  await expect.poll(() => page.title()).toContain('Elsewhere');
  await site.set({ autoload_posts: 'off' });
});
