import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { storeUpload } from '../../src/modules/media/store-upload.ts';
import { lightboxTexts } from '../../src/lib/lightbox-texts.ts';
import type { LightboxText } from '../../src/lib/lightbox-texts.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeMedia, makePost } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const desktop = { viewport: { width: 1024, height: 640 } };
const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
const urls: string[] = [];
const text = `<!-- wp:paragraph --><p>${'Words between two pictures. '.repeat(60)}</p><!-- /wp:paragraph -->`;
const figure = (inside: string, caption = '') =>
  `<!-- wp:image --><figure class="wp-block-image">${inside}${caption && `<figcaption>${caption}</figcaption>`}</figure><!-- /wp:image -->`;

const site = useRealSite(async (tx, place) => {
  const ids: number[] = [];
  for (let n = 0; n < 5; n++) {
    const [width, height] = n === 4 ? [3200, 2000] : [1600, 1000];
    const bytes = await sharp({
      create: { width, height, channels: 3, background: { r: 60 * n, g: 90, b: 160 } },
    })
      .jpeg()
      .toBuffer();
    const { file } = await storeUpload(place.dataDir, {
      name: `field-${n + 1}.jpg`,
      bytes,
      at: Date.UTC(2026, 0, 2),
    });
    ids.push(
      await makeMedia(tx, {
        slug: `field-${n + 1}`,
        file: { file, width, height, alt: `Field ${n + 1}`, sizes: {} },
      }),
    );
    urls.push(`/wp-content/uploads/${file}`);
  }
  const [one = '', two = '', three = '', four = '', deep = ''] = urls;
  const image = (url: string, n: number) => `<img src="${url}" alt="Field ${n}">`;
  await makePost(tx, {
    slug: 'pictures',
    content:
      figure(`<a href="${one}">${image(one, 1)}</a>`, 'The <em>first</em> field.') +
      text +
      figure(`<a href="${two}" data-caption="Hello">${image(two, 2)}</a>`) +
      text +
      figure(`<a id="away" href="/elsewhere/">${image(three, 3)}</a>`) +
      text +
      figure(image(four, 4)) +
      text +
      figure(`<a href="${deep}">${image(deep, 5)}</a>`, 'Far down.'),
  });
  const members = urls
    .slice(0, 4)
    .map(
      (url, n) =>
        `<figure class="wp-block-image"><img src="${url}" alt="Field ${n + 1}" class="wp-image-${ids[n]}"/><figcaption>Number ${n + 1}</figcaption></figure>`,
    )
    .join('');
  await makePost(tx, {
    slug: 'block-gallery',
    content:
      `<!-- wp:gallery {"linkTo":"none"} --><figure class="wp-block-gallery has-nested-images columns-default">${members}<figcaption ` +
      'class="blocks-gallery-caption">All of them</figcaption></figure><!-- /wp:gallery -->',
  });
  await makePost(tx, { slug: 'classic', content: `[gallery ids="${ids.slice(0, 3).join()}" link="file"]` });
  await makePost(tx, {
    slug: 'slider',
    content: `[gallery ids="${ids.slice(0, 3).join()}" link="file" type="slideshow"]`,
  });
  await makePost(tx, { slug: 'single', content: `<p><a href="${one}">${image(one, 1)}</a></p>` });
  await makePost(tx, {
    slug: 'popups',
    content: [
      '<p id="box" hidden>In a box.</p><p id="nothing" hidden></p><p>',
      '<a id="to-page" data-lightbox-content="" href="/elsewhere/">page</a> ',
      '<a id="to-box" data-lightbox-content="" href="#box">box</a> ',
      '<a id="to-nothing" data-lightbox-content="" href="#nothing">nothing</a> ',
      '<a id="tour" data-lightbox-content="tour" href="/elsewhere/">tour</a> <a data-lightbox-content="tour" href="/single/">on</a> <a id="to-code" ' +
        'data-lightbox-content="" href="/with-code/">code</a> ',
      `<a id="to-file" data-lightbox-content="" href="${one}">file</a></p>`,
    ].join(''),
  });
  await makePost(tx, {
    slug: 'with-code',
    content:
      '<!-- wp:code --><pre class="wp-block-code"><code>let it = 1;</code></pre><!-- /wp:code --><!-- wp:broadsheet/copy-code {"code":"AB-12"} /-->',
  });
  await makePost(tx, { slug: 'elsewhere', title: 'Elsewhere', content: '<p>What is elsewhere.</p>' });
});

async function open(slug: string, options: Parameters<typeof browser.newPage>[0] = {}): Promise<Page> {
  const page = await browser.newPage({ ...desktop, reducedMotion: 'reduce', ...options });
  await page.goto(`${site.url}/${slug}/`, { waitUntil: 'networkidle' });
  return page;
}
const overlay = (page: Page) => page.locator('.pswp').count();
const count = (page: Page) => page.textContent('.pswp__count');
const closed = (page: Page) => expect.poll(() => overlay(page)).toBe(0);
const shownImage = (page: Page) =>
  page
    .locator('.pswp__item[aria-hidden=false] img.pswp__img:not(.pswp__img--placeholder)')
    .getAttribute('src');
async function click(page: Page, selector: string): Promise<void> {
  await page.click(selector);
  await page.locator('.pswp[aria-modal=true]').waitFor();
}

test(
  '[LBX-01] [LBX-04] [LBX-17] a picture that links to its file opens in front of the page with its caption; what shows it comes with the first touch; ' +
    'Esc closes, and the focus is back',
  async () => {
    const page = await browser.newPage(desktop);
    const scripts: string[] = [];
    page.on('request', (request) =>
      scripts.push(...(request.url().includes('open-lightbox') ? [request.url()] : [])),
    );
    await page.goto(`${site.url}/pictures/`, { waitUntil: 'networkidle' });
    await page.mouse.move(300, 300, { steps: 2 });
    expect(scripts).toEqual([]);
    await click(page, '.post-content a[data-lightbox]');
    expect(scripts).toHaveLength(1);
    expect([page.url(), await shownImage(page)]).toEqual([`${site.url}/pictures/`, site.url + urls[0]]);
    expect(await page.innerHTML('.pswp__caption')).toBe('The <em>first</em> field.');
    expect(await page.getAttribute('.pswp__button--close', 'title')).toBe('Close (Esc)');
    expect(
      await page
        .locator('.pswp')
        .evaluate((dialog) => [dialog.role, dialog.ariaModal, dialog.contains(document.activeElement)]),
    ).toEqual(['dialog', 'true', true]);
    await page.keyboard.press('Escape');
    await closed(page);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('href')))
      .toBe(site.url + urls[0]);
  },
);

test('the open lightbox has a name in the site’s language, and axe finds nothing serious in it', async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const page = await open('pictures');
  await click(page, '.post-content a[data-lightbox]');
  expect(await page.getByRole('dialog', { name: 'Enlarged view' }).count()).toBe(1);
  await page.evaluate(axe);
  expect(
    await page.evaluate(
      "axe.run('.pswp').then(({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id))",
    ),
  ).toEqual([]);
  await site.set({ translation_lightbox_name: 'Großes Bild' });
  await page.reload();
  await click(page, '.post-content a[data-lightbox]');
  expect(await page.getByRole('dialog', { name: 'Großes Bild' }).count()).toBe(1);
  await site.set({ translation_lightbox_name: null });
});

test('[LBX-05] [LBX-07] [LBX-09] [LBX-10] arrows and keys move on, and the page scrolls along; a link may have the caption', async () => {
  const page = await open('pictures');
  await click(page, '.post-content a[data-lightbox]');
  expect(await count(page)).toBe('1 of 4');
  expect([
    await page.getAttribute('.pswp__button--arrow--prev', 'title'),
    await page.getAttribute('.pswp__button--arrow--next', 'title'),
  ]).toEqual(['Previous (Left arrow key)', 'Next (Right arrow key)']);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => count(page)).toBe('2 of 4');
  await expect.poll(() => page.textContent('.pswp__caption')).toBe('Hello');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => count(page)).toBe('1 of 4');
  for (const place of [2, 3, 4]) {
    await page.click('.pswp__button--arrow--next');
    await expect.poll(() => count(page)).toBe(`${place} of 4`);
  }
  await page.click('.pswp__button--close');
  await closed(page);
  expect(
    await page
      .locator('.post-content img[alt="Field 5"]')
      .first()
      .evaluate(
        (image) =>
          image.getBoundingClientRect().top >= 0 && image.getBoundingClientRect().bottom <= innerHeight,
      ),
  ).toBe(true);
});

test('[LBX-02] [LBX-10] [LBX-12] a gallery block opens as one, and prefetches one picture', async () => {
  const page = await open('block-gallery');
  // Exclude the page's own requests.
  await page.evaluate(() => {
    for (const image of document.querySelectorAll<HTMLImageElement>('img[data-lightbox]'))
      image.dataset.lightboxSrc += '?shown';
  });
  await click(page, '.wp-block-gallery img >> nth=0');
  expect(await count(page)).toBe('1 of 4');
  expect(await page.textContent('.pswp__caption')).toBe('Number 1');
  const requested = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => /field-(\d)\.jpg\?shown$/.exec(name)?.[1])
        .filter(Boolean)
        .toSorted(),
    );
  await expect.poll(requested).toEqual(['1', '2']);
  await atRest(page);
  expect(await requested()).toEqual(['1', '2']);
  await page.click('.pswp__button--arrow--next');
  await expect.poll(() => count(page)).toBe('2 of 4');
  await expect.poll(requested).toEqual(['1', '2', '3']);
  for (const place of [1, 4]) {
    await page.click('.pswp__button--arrow--prev');
    await expect.poll(() => count(page)).toBe(`${place} of 4`);
  }
  await expect.poll(() => shownImage(page)).toContain('field-4');
});

test('[LBX-03] a classic gallery opens as one', async () => {
  const page = await open('classic');
  await click(page, '.gallery a >> nth=1');
  expect(await count(page)).toBe('2 of 3');
  await page.evaluate(() => (document.documentElement.lang = 'fa'));
  await page.click('.pswp__button--arrow--next');
  await expect.poll(() => count(page)).toBe('۳ of ۳');
  await page.evaluate(() => (document.documentElement.lang = 'en'));
  await page.click('.pswp__button--arrow--prev');
  await expect.poll(() => count(page)).toBe('2 of 3');
});

test('[LBX-06] a sliding gallery shows the picture last viewed', async () => {
  const page = await open('slider');
  expect(await page.textContent('[data-slide-count]')).toBe('1 / 3');
  await click(page, '.gallery a >> nth=0');
  for (const place of [2, 3]) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => count(page)).toBe(`${place} of 3`);
  }
  await page.keyboard.press('Escape');
  await closed(page);
  await expect.poll(() => page.textContent('[data-slide-count]')).toBe('3 / 3');
  expect(await page.locator('.slides').evaluate((row) => Math.round(row.scrollLeft / row.clientWidth))).toBe(
    2,
  );
});

test('[LBX-08] is off on phones if configured; there a link opens the file', async () => {
  const small = await open('single', phone);
  await small.tap('.post-content a[data-lightbox]');
  await small.waitForURL(`${site.url}${urls[0]}`);
  await click(await open('single'), '.post-content a[data-lightbox]');
  await site.set({ lightbox_disable_on_mobile: false });
  const page = await open('single', phone);
  await page.tap('.post-content a[data-lightbox]');
  await page.locator('.pswp--open').waitFor();
  await click(await open('single'), '.post-content a[data-lightbox]');
  await site.set({ lightbox_disable_on_mobile: true });
});

test('a key pressed while it opens is not lost', async () => {
  const page = await open('classic');
  await page.click('.gallery a >> nth=0');
  await page.locator('.pswp').waitFor();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => count(page)).toBe('2 of 3');
});

test('[LBX-11] opening and closing take 300 ms, or no time with reduced motion', async () => {
  const page = await open('single', { reducedMotion: 'no-preference' });
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const isZoom = ({ target, propertyName }: TransitionEvent) =>
      propertyName === 'transform' && (target as Element).closest('.pswp') !== null;
    document.addEventListener(
      'transitionstart',
      (event) => {
        if (!isZoom(event)) return;
        // Event time, not the page's clock: a busy machine reports the start late.
        const [zoom] = (event.target as Element)
          .getAnimations()
          .filter((animation) => (animation as CSSTransition).transitionProperty === 'transform');
        const { delay, duration } = zoom?.effect?.getTiming() ?? {};
        seen.push(`${duration} ms after ${delay}`);
      },
      true,
    );
    // Ended, not interrupted. A starved Chromium reported an elapsed time of 0 s for a transition of 300 ms, so it is
    // ignored.
    document.addEventListener('transitionend', (event) => isZoom(event) && seen.push('over'), true);
    document.addEventListener('transitioncancel', (event) => isZoom(event) && seen.push('broken off'), true);
  });
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  const whole = ['300 ms after 0', 'over'];
  await click(page, '.post-content a[data-lightbox]');
  await expect.poll(seen).toEqual(whole);
  await page.keyboard.press('Escape');
  await closed(page);
  await expect.poll(seen).toEqual([...whole, ...whole]);
  const calm = await open('single');
  await click(calm, '.post-content a[data-lightbox]');
  expect(
    await calm
      .locator('.pswp__zoom-wrap')
      .first()
      .evaluate((element) => getComputedStyle(element).transitionDuration),
  ).not.toBe('0.3s');
});

/** Holds requests to matching addresses; the returned function fails them, or continues them on request. */
async function hold(page: Page, pattern: string): Promise<(how?: 'abort' | 'continue') => void> {
  let release: (how: 'abort' | 'continue') => void = () => {};
  const released = new Promise<'abort' | 'continue'>((resolve) => (release = resolve));
  await page.route(pattern, async (route) => route[await released]());
  return (how = 'abort') => release(how);
}

/** An article whose opened pictures are requested again, as `…?shown`. */
async function openAnew(slug: string): Promise<Page> {
  const page = await open(slug, { expectedMessages: /Failed to load resource/ });
  await page.evaluate(() =>
    document.querySelectorAll<HTMLAnchorElement>('a[data-lightbox]').forEach((link) => {
      link.href += '?shown';
    }),
  );
  return page;
}

test('[LBX-14] [LBX-15] [LBX-18] a late or missing picture is named with its number; a single one without', async () => {
  const page = await openAnew('classic');
  const fail = await hold(page, '**/field-2.jpg?shown');
  await click(page, '.gallery a >> nth=1');
  await expect.poll(() => page.textContent('.pswp__loading')).toBe('Loading image #2...');
  fail();
  await expect
    .poll(() => page.locator('.pswp__item[aria-hidden=false] .pswp__error-msg').textContent())
    .toBe('The image #2 could not be loaded.');
  await expect.poll(() => page.textContent('.pswp__loading')).toBe('');
  const single = await openAnew('single');
  const failSingle = await hold(single, '**/*?shown');
  await click(single, '.post-content a[data-lightbox]');
  await expect.poll(() => single.textContent('.pswp__loading')).toBe('Loading...');
  expect(await single.locator('.pswp__count').count()).toBe(0);
  failSingle();
  await expect.poll(() => single.textContent('.pswp__error-msg')).toBe('The content could not be loaded.');
});

test('[LBX-13] [LBX-16] [LBX-18] links open pages and parts of this page; late, empty and missing ones say so', async () => {
  const page = await open('popups', { expectedMessages: /Failed to load resource/ });
  const release = await hold(page, '**/elsewhere/');
  await click(page, '#tour');
  await expect.poll(() => page.textContent('.pswp__loading')).toBe('Loading url #1...');
  expect(await count(page)).toBe('1 of 2');
  release('continue');
  await expect.poll(() => page.textContent('.lightbox-content')).toContain('What is elsewhere.');
  await page.keyboard.press('Escape');
  await closed(page);
  await click(page, '#to-box');
  await expect.poll(() => page.textContent('.lightbox-content')).toBe('In a box.');
  await page.keyboard.press('Escape');
  await closed(page);
  await click(page, '#to-nothing');
  await expect.poll(() => page.textContent('.lightbox-page')).toBe('Content not found');
  await page.keyboard.press('Escape');
  await closed(page);
  await page.unroute('**/elsewhere/');
  await page.route('**/elsewhere/', (route) => route.abort());
  await click(page, '#to-page');
  await expect
    .poll(() => page.textContent('.pswp__error-msg'))
    .toBe(`The content from ${site.url}/elsewhere/ could not be loaded.`);
});

/** All announcements of the lightbox, in order. */
async function said(): Promise<Record<LightboxText, string | null>> {
  const [gallery, single, popups] = [
    await openAnew('classic'),
    await openAnew('single'),
    await openAnew('popups'),
  ];
  const [failPicture, failSingle, failPage] = [
    await hold(gallery, '**/field-2.jpg?shown'),
    await hold(single, '**/*?shown'),
    await hold(popups, '**/elsewhere/'),
  ];
  const loading = async (page: Page, opener: string) => {
    await click(page, opener);
    await expect.poll(() => page.textContent('.pswp__loading')).not.toBe('');
    return page.textContent('.pswp__loading');
  };
  const failed = (page: Page, fail: () => void) => {
    fail();
    return page.locator('.pswp__item[aria-hidden=false] .pswp__error-msg').textContent();
  };
  const title = (name: string) => gallery.getAttribute(`.pswp__button--${name}`, 'title');
  const words = {
    lightbox_image_loading: await loading(gallery, '.gallery a >> nth=1'),
    lightbox_image_error: await failed(gallery, failPicture),
    lightbox_counter: await count(gallery),
    lightbox_name: await gallery.getAttribute('.pswp', 'aria-label'),
    lightbox_close: await title('close'),
    lightbox_previous: await title('arrow--prev'),
    lightbox_next: await title('arrow--next'),
    lightbox_zoom: await title('zoom'),
    lightbox_loading: await loading(single, '.post-content a[data-lightbox]'),
    lightbox_error: await failed(single, failSingle),
    lightbox_url_loading: await loading(popups, '#tour'),
    lightbox_url_error: await failed(popups, failPage),
  };
  await popups.keyboard.press('Escape');
  await closed(popups);
  await click(popups, '#to-nothing');
  return { ...words, lightbox_not_found: await popups.locator('.lightbox-page').textContent() };
}

test.each([
  ['[LBX-20] without translations every wording is the English one', ''],
  ['[LBX-19] with translations every wording is theirs', 'Übersetzt: '],
])('%s', async (_title, prefix) => {
  const names = Object.keys(lightboxTexts) as LightboxText[];
  await site.set(
    Object.fromEntries(names.map((name) => [`translation_${name}`, prefix && prefix + lightboxTexts[name]])),
  );
  const values = (name: LightboxText) => ({
    '%curr%': name.includes('url') ? '1' : '2',
    '%total%': '3',
    '%url%': `${site.url}/elsewhere/`,
  });
  const expected = names.map((name) => [
    name,
    prefix +
      Object.entries(values(name)).reduce<string>(
        (words, [mark, value]) => words.replace(mark, value),
        lightboxTexts[name],
      ),
  ]);
  expect(await said()).toEqual(Object.fromEntries(expected));
  await site.set(Object.fromEntries(names.map((name) => [`translation_${name}`, ''])));
});

test('[LBX-21] nothing opens in the frame of the page builder, where outside of it the same click opens', async () => {
  const page = await open('block-gallery');
  /** Whether the lightbox handles a click, which it decides synchronously. */
  const isTaken = () =>
    page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          addEventListener('click', (event) => resolve(event.defaultPrevented), { once: true });
          document.querySelector<HTMLElement>('.wp-block-gallery img')?.click();
        }),
    );
  for (const inBuilder of [false, true, false]) {
    await page.evaluate((on) => document.documentElement.classList.toggle('is_builder', on), inBuilder);
    expect(await isTaken()).toBe(!inBuilder);
    if (inBuilder) continue;
    await page.locator('.pswp[aria-modal=true]').waitFor();
    expect(await overlay(page)).toBe(1);
    await page.keyboard.press('Escape');
    await closed(page);
  }
});

test('a picture without a link opens by keyboard, one in an external link does not, and one added later does', async () => {
  const page = await open('pictures');
  await page.keyboard.press('Shift');
  await page.locator('img[role=button]').waitFor();
  await page.focus('img[data-lightbox]:not(a img)');
  await page.keyboard.press('Enter');
  await page.locator('.pswp[aria-modal=true]').waitFor();
  expect(await count(page)).toBe('3 of 4');
  await page.keyboard.press('Escape');
  await closed(page);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('alt'))).toBe('Field 4');
  await page.evaluate(() => {
    const later = document.createElement('div');
    later.className = 'post-content';
    later.append(...(document.querySelector('.post-content')?.cloneNode(true).childNodes ?? []));
    document.querySelector('main')?.append(later);
    document.dispatchEvent(new CustomEvent('broadsheet:content', { detail: { root: later } }));
  });
  await click(page, 'main > .post-content:last-child a[data-lightbox]');
  expect(await count(page)).toBe('1 of 4');
  await page.keyboard.press('Escape');
  await closed(page);
  await page.click('#away');
  await page.waitForURL(`${site.url}/elsewhere/`);
});

test('zooming in loads the original and shows it pixel by pixel', async () => {
  const page = await open('pictures');
  await click(page, '.post-content a[data-lightbox] >> nth=2');
  const width = () =>
    page
      .locator('.pswp__item[aria-hidden=false] img.pswp__img:not(.pswp__img--placeholder)')
      .evaluate((image) => image.getBoundingClientRect().width);
  await expect.poll(width).toBeLessThanOrEqual(1280);
  await page.click('.pswp__button--zoom');
  await expect.poll(width).toBe(3200);
});

test('on a phone two fingers zoom deep into a large picture, one moves it, and pinched together it is whole again, then closes', async () => {
  await site.set({ lightbox_disable_on_mobile: false });
  const page = await open('pictures', { ...phone, deviceScaleFactor: 2 });
  await page.locator('.post-content a[data-lightbox]').nth(2).scrollIntoViewIfNeeded();
  await page.locator('.post-content a[data-lightbox]').nth(2).tap();
  await page.locator('.pswp[aria-modal=true]').waitFor();
  const session = await page.context().newCDPSession(page);
  /** Moves fingers; pairs of [x, y]. */
  const move = async (
    from: readonly (readonly [number, number])[],
    to: readonly (readonly [number, number])[],
  ) => {
    const steps = 12;
    const at = (step: number) =>
      from.map(([x, y], id) => ({
        id,
        x: x + (((to[id]?.[0] ?? x) - x) * step) / steps,
        y: y + (((to[id]?.[1] ?? y) - y) * step) / steps,
      }));
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
    for (let step = 1; step <= steps; step++)
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step) });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const picture = page.locator('.pswp__item[aria-hidden=false] img.pswp__img:not(.pswp__img--placeholder)');
  const box = () =>
    picture.evaluate((image) => {
      const { x, width } = image.getBoundingClientRect();
      return { x: Math.round(x), width: Math.round(width) };
    });
  await expect.poll(box).toEqual({ x: 0, width: 375 });
  for (let pinch = 0; pinch < 4; pinch++)
    await move(
      [
        [170, 400],
        [205, 400],
      ],
      [
        [20, 400],
        [355, 400],
      ],
    );
  // Zooms to at most twice the picture's own pixels; beyond that it springs back.
  await expect.poll(async () => (await box()).width).toBe(6400);
  const { x } = await box();
  await move([[100, 400]], [[300, 400]]);
  await expect.poll(async () => (await box()).x).toBeGreaterThan(x + 150);
  const together = () =>
    move(
      [
        [20, 400],
        [355, 400],
      ],
      [
        [170, 400],
        [205, 400],
      ],
    );
  await together();
  await together();
  await expect.poll(box).toEqual({ x: 0, width: 375 });
  await together();
  await closed(page);
  await site.set({ lightbox_disable_on_mobile: true });
});

test('without scripts, and where the lightbox can’t be fetched, a click opens the file', async () => {
  const still = await open('single', { javaScriptEnabled: false });
  await still.click('.post-content a[data-lightbox]');
  await still.waitForURL(site.url + urls[0]);
  const page = await open('single', { expectedMessages: /Failed to load resource/ });
  await page.route('**/open-lightbox-*', (route) => route.abort());
  await page.click('.post-content a[data-lightbox]');
  await page.waitForURL(site.url + urls[0]);
});

test('content in a popup acts as on its own page, by that page’s head; an uploaded file never counts as a page', async () => {
  const page = await open('popups');
  await click(page, '#to-code');
  await expect.poll(() => page.locator('.lightbox-content .copy-frame').count()).toBe(1);
  await expect.poll(() => page.getAttribute('.lightbox-content .copy-code', 'data-state')).toBe('countdown');
  await page.keyboard.press('Escape');
  await closed(page);
  await click(page, '#to-file');
  await expect
    .poll(() => page.textContent('.pswp__error-msg'))
    .toBe(`The content from ${site.url}${urls[0]} could not be loaded.`);
});
