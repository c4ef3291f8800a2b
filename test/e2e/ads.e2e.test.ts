import { HtmlValidate } from 'html-validate';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createPost } from '../../src/modules/posts/post-commands.ts';
import { adSlots } from '../../src/modules/settings/definitions/ads.ts';
import type { AdSlot } from '../../src/modules/settings/definitions/ads.ts';
import type { Settings } from '../../src/modules/settings/settings.ts';
import { actorOf } from '../harness/actors.ts';
import { atRest } from '../harness/at-rest.ts';
import { faultsInBothSchemes } from '../harness/axe-faults.ts';
import { useChromium } from '../harness/chromium.ts';
import { pauseClock } from '../harness/paused-clock.ts';
import { drawn } from '../harness/drawn.ts';
import { makeUser } from '../harness/factories.ts';
import { pageWidth } from '../harness/page-width.ts';
import { thirdPartySite } from '../harness/third-party-site.ts';
import { htmlRules } from './html-rules.ts';

const browser = useChromium();
const place = thirdPartySite();
const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

const forAll = (
  value: (slot: AdSlot) => string,
  key: (slot: AdSlot) => string = (slot) => `ad_${slot}`,
): Partial<Settings> => Object.fromEntries(adSlots.map((slot) => [key(slot), value(slot)]));
const slotClass = (slot: AdSlot) => `.ad-${slot.replace('_', '-')}`;

async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: 'instant' });
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame); // lets observers report each
    }
  });
}

async function watchShifts(page: Page): Promise<() => Promise<number>> {
  // A late font shifts text as well, which is not under test, so load fonts first.
  const fonts = [...new Set((await (await fetch(place.article)).text()).match(/\/assets\/[\w.-]+\.woff2/g))];
  await page.goto(`${place.site.url}/robots.txt`);
  await page.evaluate(
    (urls) => Promise.all(urls.map((url) => new FontFace('any', `url(${url})`).load())),
    fonts,
  );
  await page.addInitScript(() => {
    const seen: { readonly at: number; readonly value: number }[] = [];
    let [fontsCame, pageCame] = [0, Number.POSITIVE_INFINITY];
    const frame = () => new Promise(requestAnimationFrame);
    // On a busy machine a row appears before its last part arrives; slots are filled one frame after they are visible.
    addEventListener(
      'DOMContentLoaded',
      () => void frame().then(() => setTimeout(() => (pageCame = performance.now()))),
    );
    // The browser caches nothing while requests are intercepted.
    document.fonts.addEventListener(
      'loadingdone',
      () =>
        void frame()
          .then(frame)
          .then(() => (fontsCame = performance.now())),
    );
    Object.assign(window, {
      shiftsOfAds: () =>
        seen
          .filter(({ at }) => at > Math.max(fontsCame, pageCame))
          .reduce((sum, { value }) => sum + value, 0),
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.push({ at: entry.startTime, value: (entry as PerformanceEntry & { value: number }).value });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate<number>('shiftsOfAds()');
}

/** Notes the page's ad-block check: the bait element appears once the network's script has loaded or failed, then goes. Returns a wait for it. */
async function watchDecision(page: Page): Promise<(addresses?: number) => Promise<void>> {
  await page.addInitScript(() => {
    new MutationObserver((changes) => {
      if (
        changes.some(({ removedNodes }) =>
          [...removedNodes].some((node) => node instanceof Element && node.matches('.adsbox')),
        )
      ) {
        Object.assign(window, { isBaitGone: true });
      }
    }).observe(document, { childList: true, subtree: true });
  });
  return async (addresses = 0) => {
    await page.waitForFunction(
      (count) =>
        'isBaitGone' in window &&
        performance.getEntriesByType('resource').filter(({ name }) => /\/(?:check|collect)$/.test(name))
          .length === count,
      addresses,
    );
    await atRest(page);
  };
}

test('[ADS-01] [IMP-34] each slot’s code runs in place, after the network’s script, when the reader approaches', async () => {
  const { network } = place;
  await place.only({
    ...forAll(
      (slot) => `<div id="at-${slot}" style="height:100%"></div><script>network.show('at-${slot}')</script>`,
    ),
    ad_script_url: `${network.origin}/network.js`,
  });
  const page = await browser.newPage(desktop);
  await page.goto(place.article);
  await page.frameLocator('#at-header iframe').locator('#creative').waitFor();
  expect(await page.locator('#at-footer').count()).toBe(0);
  await scrollThrough(page);
  for (const slot of adSlots) {
    expect(
      await page
        .frameLocator(`${slotClass(slot)} .ad-place > #at-${slot} iframe`)
        .locator('#creative')
        .textContent(),
      slot,
    ).toBe('Buy this');
  }
  expect(await page.locator('.ad-label').allTextContents()).toEqual(adSlots.map(() => 'Advertisement'));
  expect(await page.locator('.post-content > #p3 + .ad-article-inline + #p4').count()).toBe(1);
  expect(network.requests.filter((request) => request === 'GET /network.js')).toHaveLength(1);
});

test('[ADS-01] [ADS-11] [ADS-10] without ad code there is no slot, no notice, no third party, and no code for either', async () => {
  const page = await browser.newPage(desktop);
  const elsewhere: string[] = [];
  page.on('request', (request) => request.url().startsWith(place.site.url) || elsewhere.push(request.url()));
  const reply = await page.goto(place.article);
  const html = (await reply?.text()) ?? '';
  expect(
    html.match(
      /class="ad\b|\.ad[-{ ]|ad-slot|background-ad|consent-link|[^-]consent"|analytics|provider-script|Advertisement/g,
    ),
  ).toBeNull();
  expect(reply?.headers()['content-security-policy']).toMatch(
    /frame-src 'self' https:; .*connect-src 'self';/,
  );
  await scrollThrough(page);
  await atRest(page);
  expect(await page.locator('.notice').count()).toBe(0);
  expect(elsewhere.filter((url) => !url.startsWith('data:'))).toEqual([]);
});

test.each([
  ['desktop', desktop],
  ['phone', phone],
] as const)(
  'a slot reserves its space: nothing moves when its ad loads, on a %s',
  async (screen, options) => {
    await place.only(
      forAll(
        (slot) =>
          `<div id="at-${slot}"></div><script>setTimeout(() => { document.getElementById('at-${slot}').style.height = '900px' }, 100)</script>`,
      ),
    );
    const page = await browser.newPage(options);
    const shifts = await watchShifts(page);
    await page.goto(place.article);
    await atRest(page);
    await scrollThrough(page);
    await atRest(page);
    const { width, height } = (await page.locator('.ad-article-inline .ad-place').boundingBox()) ?? {};
    expect([width, height]).toEqual([300, 250]);
    expect((await page.locator('.ad-header .ad-place').boundingBox())?.height).toBe(
      screen === 'phone' ? 100 : 90,
    );
    expect(await shifts()).toBe(0);
    expect(await pageWidth(page)).toBe(options.viewport.width);
  },
);

test('scripts of ad code run in order; origins missing from the settings stay blocked', async () => {
  const { network } = place;
  await place.only({
    ad_header:
      `<p>First</p><script src="${network.origin}/lib.js"></script><script>order.push('inline')</script><script ` +
      `type="text/javascript">\r\norder.push('windows')\r\n</script><b onclick="order.push('handler')">x</b>`,
  });
  const page = await browser.newPage({ ...desktop, expectedMessages: /Content Security Policy/ });
  await page.goto(place.article);
  await expect.poll(() => page.evaluate('window.order')).toEqual(['lib', 'inline', 'windows']);
  await page.locator('.ad-header b').click({ force: true });
  expect(await page.evaluate('order.length')).toBe(3);
  // An inline handler, a connection to another origin, a frame of another origin.
  expect(
    await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        '<img src="data:," onerror="order.push(\'attribute\')"><iframe id="stranger" src="http://127.0.0.2:9/"></iframe>',
      );
      return fetch('http://127.0.0.2:9/').then(
        () => 'reached',
        (error: Error) => error.message,
      );
    }),
  ).toBe('Failed to fetch');
  expect(await page.evaluate('order')).toEqual(['lib', 'inline', 'windows']);
  expect(page.frames().some((frame) => frame.url().includes('127.0.0.2'))).toBe(false);
});

test('framed slots and house ads of an appended article are filled too; code bound to an id runs once, in the first article', async () => {
  const { network } = place;
  const filled = (slot: AdSlot) => `<div id="at-${slot}"></div><script>network.show('at-${slot}')</script>`;
  await place.only({
    autoload_posts: 'on',
    autoload_posts_limit: 3,
    ad_script_url: `${network.origin}/network.js`,
    ad_article_top: filled('article_top'),
    ad_article_inline: filled('article_inline'),
    ad_sidebar: filled('sidebar'),
    ad_sidebar_image: '/icon-512.png',
    ad_article_bottom: '<p id="framed">Framed</p>',
    ad_article_bottom_framed: true,
  });
  const page = await browser.newPage(desktop);
  await page.goto(place.article);
  const added = page.locator('.autoload-article > article');
  for (let count = 0; count < 3; count = await added.count()) await scrollThrough(page);
  await scrollThrough(page);
  await expect
    .poll(async () => (await page.evaluate<string[]>('network.shown')).toSorted())
    .toEqual(['at-article_inline', 'at-article_top', 'at-sidebar']);
  expect([
    await added.locator('.ad-article-top,.ad-article-inline').count(),
    await page.locator('.ad-article-top iframe').count(),
  ]).toEqual([0, 1]);
  for (let index = 0; index < (await added.count()); index++) {
    expect(
      await added.nth(index).frameLocator('.ad-article-bottom iframe').locator('#framed').textContent(),
    ).toBe('Framed');
    expect(
      await added
        .nth(index)
        .locator('.ad-sidebar img')
        .evaluate((image: HTMLImageElement) => image.width),
    ).toBe(300);
  }
  expect(
    await page.evaluate(() =>
      [...document.querySelectorAll('[id]')]
        .map(({ id }) => id)
        .filter((id, index, all) => all.indexOf(id) !== index),
    ),
  ).toEqual([]);
});

test(
  'when the network’s script can’t be loaded, code that counts on it does not run: no error, no label, nothing moves; ' +
    'what needs no script is shown',
  async () => {
    const { network } = place;
    await place.only({
      ...forAll((slot) => `<div id="at-${slot}"></div><script>network.show('at-${slot}')</script>`),
      ad_script_url: `${network.origin}/network.js`,
      ad_sidebar_image: '/icon-512.png',
      ad_article_top: '<p id="plain">Plain</p>',
      ad_article_bottom: '<p id="framed">Framed</p>',
      ad_article_bottom_framed: true,
    });
    const page = await browser.newPage({ ...desktop, expectedMessages: /ERR_BLOCKED_BY_CLIENT/ });
    const shifts = await watchShifts(page);
    await page.route('**/network.js', (route) => route.abort('blockedbyclient'));
    await page.goto(place.article);
    await page.locator('.ad-header[data-blocked]').waitFor({ state: 'attached' });
    await scrollThrough(page);
    expect(await shifts()).toBe(0);
    await expect
      .poll(async () => {
        await scrollThrough(page); // on a busy machine a slot can be passed before its observer runs
        return page.locator('.ad[data-blocked]').count();
      })
      .toBe(4);
    await page.frameLocator('.ad-article-bottom iframe').locator('#framed').waitFor();
    expect(await page.locator('.ad-label >> visible=true').count()).toBe(3); // of the house ad, the plain text and the frame
    expect([
      await page.locator('#plain').textContent(),
      await page.getByRole('img', { name: 'Advertisement' }).isVisible(),
    ]).toEqual(['Plain', true]);
    expect([
      await page.locator('[id^=at-]').count(),
      (await page.locator('.ad-header .ad-place').boundingBox())?.height,
    ]).toEqual([0, 90]);
  },
);

test('a tag that writes into the document runs in a frame, and can’t touch the page', async () => {
  const { network } = place;
  await place.only({
    ad_header: `<script>document.write('<b>one</b>')</script><script src="${network.origin}/written.js"></script>`,
  });
  const page = await browser.newPage(desktop);
  await page.goto(place.article);
  const frame = page.frameLocator('.ad-header iframe');
  expect(await frame.locator('#written').textContent()).toBe('Written by a tag');
  expect(await frame.locator('#locked').textContent()).toBe('Locked in');
  expect(await page.title()).toContain('A comet returns');
  expect((await fetch(`${place.site.url}/ad-frame/footer`)).status).toBe(404);
  expect((await fetch(`${place.site.url}/ad-frame/header`)).headers.get('content-security-policy')).toContain(
    `script-src 'unsafe-inline' 'self' ${network.origin};`,
  );
});

const hostile = `<p id="inert">Inert words</p><script>
const say = (line) => document.body.append(line, document.createElement('br'));
const attempt = (name, deed) => { try { say(name + ': ' + deed()) } catch (error) { say(name + ': ' + error.name) } };
say('ran');
attempt('cookie', () => document.cookie);
attempt('storage', () => localStorage.length);
attempt('parent', () => parent.document.title);
if (top !== self) attempt('top', () => { top.location = '/note-2/'; });
attempt('popup', () => window.open('/note-3/'));
attempt('dialog', () => { alert('Hello'); });
attempt('referrer', () => document.referrer === '');
document.body.insertAdjacentHTML('beforeend',
  '<form method="post" action="/wp-comments-post.php"><input name="comment" value="x"></form><iframe src="/note-4/"></iframe>');
attempt('form', () => { document.forms[0].submit(); });
fetch('/wp-json/wp/v2/users/me', { credentials: 'include' }).then(() => say('fetched'), () => say('fetch failed'));
for (const frameHeight of [-1, NaN, Infinity, '900', 1e9, 333]) parent.postMessage({ frameHeight }, '*');
parent.postMessage(null, '*');
</script>`;

test('scripts of HTML blocks run in a frame without access to the page, and are plain text without it', async () => {
  const { site, network } = place;
  await site.write(async (tx) => {
    const admin = actorOf('administrator', await makeUser(tx, { roles: ['administrator'] }));
    const content = `<!-- wp:html -->${hostile}<!-- /wp:html --><!-- wp:html --><p id="still">Still</p><!-- /wp:html -->`;
    await createPost(tx, admin, { title: 'Framed', slug: 'framed', content, status: 'publish' });
  });
  await place.only({ html_block_scripts: true, consent: true });
  const page = await browser.newPage({ ...desktop, expectedMessages: /./ });
  const posts: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && posts.push(request.url())));
  await page.context().addCookies([{ name: 'secret', value: 'x', url: site.url }]);
  await page.goto(`${site.url}/framed/`);
  await page.locator('#still').scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Accept' }).waitFor();
  await atRest(page);
  expect([await page.locator('#inert').isVisible(), await page.locator('iframe').count()]).toEqual([true, 0]); // the reader has not agreed yet
  await page.getByRole('button', { name: 'Accept' }).click();
  const frame = page.frameLocator('.script-frame iframe');
  await frame.getByText('fetch failed').waitFor();
  const lines = (await frame.locator('body').innerText()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'ran',
      'cookie: SecurityError',
      'storage: SecurityError',
      'parent: SecurityError',
      'top: SecurityError',
      'popup: null',
      'referrer: true',
    ]),
  );
  expect([page.url(), page.context().pages().length, await page.locator('#still').isVisible()]).toEqual([
    `${site.url}/framed/`,
    1,
    true,
  ]);
  expect(
    await frame
      .frameLocator('iframe')
      .locator('body')
      .innerText()
      .catch(() => ''),
  ).not.toContain('Note 4');
  expect(
    await page
      .locator('.script-frame iframe')
      .evaluate((one: HTMLIFrameElement) => [one.getAttribute('sandbox'), one.title, one.loading]),
  ).toEqual(['allow-scripts', 'Interactive content', 'lazy']);
  expect(posts.filter((url) => url.includes('wp-comments-post'))).toEqual([]);
  // The real height arrives last; earlier fake values were clamped, and other senders are ignored.
  const height = () =>
    page.locator('.script-frame iframe').evaluate((one: HTMLIFrameElement) => one.offsetHeight);
  await expect
    .poll(height)
    .toBe(await frame.locator('html').evaluate((root) => Math.ceil(root.getBoundingClientRect().height)));
  await page.evaluate(() => postMessage({ frameHeight: 777 }, '*'));
  await frame.locator('body').evaluate((body) => (body.style.height = '9000px'));
  await expect.poll(height).toBe(4000);
  const gone = await browser.newPage({ ...desktop, expectedMessages: /./ });
  await gone.route('**/script-frame/**', (route) => route.fulfill({ status: 404, body: '' }));
  await gone.goto(`${site.url}/framed/`);
  await gone.getByRole('button', { name: 'Accept' }).click();
  await gone.locator('.script-frame iframe').waitFor({ state: 'attached' });
  await gone.frameLocator('.script-frame iframe').locator('body').waitFor({ state: 'attached' });
  expect(await gone.locator('#inert').isVisible()).toBe(true);
  const alone = await page.locator('.script-frame iframe').getAttribute('src');
  await page.goto(`${site.url}${alone}`);
  expect((await page.locator('body').innerText()).split('\n')).toContain('cookie: SecurityError');
  expect(network.requests).toEqual([]);
  const still = await browser.newPage({ ...desktop, javaScriptEnabled: false });
  await still.goto(`${site.url}/framed/`);
  expect([await still.locator('#inert').innerText(), await still.locator('iframe').count()]).toEqual([
    'Inert words',
    0,
  ]);
});

test('a house ad is a link with a picture, with scripts off too', async () => {
  await place.only({
    ad_sidebar_image: '/icon-512.png',
    ad_sidebar_link: '/note-1/',
    ad_sidebar_alt: 'Read our notes',
  });
  const page = await browser.newPage({ ...desktop, javaScriptEnabled: false });
  await page.goto(place.article);
  const picture = page.getByRole('link', { name: 'Read our notes' }).locator('img');
  expect(await picture.boundingBox()).toMatchObject({ width: 300, height: 250 });
  await picture.click();
  await page.waitForURL(`${place.site.url}/note-1/`);
});

const title =
  'You are seeing this message because ad or script blocking software is interfering with this page.';
const text = 'Disable any ad or script blocking software, then reload this page.';

test('[ADS-06] [ADS-07] [ADS-08] readers who block the ad script see a notice until they close it', async () => {
  const { network } = place;
  await place.only({ ad_script_url: `${network.origin}/network.js`, ad_block_notice: true });
  const page = await browser.newPage({ ...desktop, expectedMessages: /ERR_(?:FAILED|BLOCKED_BY_CLIENT)/ });
  const shifts = await watchShifts(page);
  const decided = await watchDecision(page);
  await page.route('**/network.js', (route) => route.abort('blockedbyclient'));
  await page.goto(place.article);
  await page.getByText(title, { exact: true }).waitFor();
  expect(await page.getByText(text).isVisible()).toBe(true);
  expect(await page.locator('.notice p').textContent()).toBe(title + text);
  expect(await shifts()).toBe(0);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => page.locator('.notice').count()).toBe(0);
  const missed = page.waitForEvent('requestfailed');
  await page.reload();
  await missed;
  await decided();
  expect(await page.locator('.notice').count()).toBe(0);
});

test('[ADS-09] the check addresses are requested by GET; a blocked one shows the notice, in the site’s wording', async () => {
  const { network } = place;
  await place.only({
    ad_block_notice: true,
    ad_block_check_urls: [`${network.origin}/check`, `${network.origin}/collect`],
    translation_ad_block_title: 'Werbung blockiert',
  });
  const page = await browser.newPage({
    ...desktop,
    expectedMessages: /ERR_BLOCKED_BY_CLIENT|ad check was not answered/,
  });
  const decided = await watchDecision(page);
  await page.goto(place.article);
  await expect.poll(() => network.requests).toEqual(expect.arrayContaining(['GET /check', 'GET /collect']));
  await decided(2);
  expect(await page.locator('.notice').count()).toBe(0);
  await page.route('**/check', (route) => route.abort('blockedbyclient'));
  await page.reload();
  await page.getByText('Werbung blockiert').waitFor();
});

test('[ADS-06] an element that blockers hide reveals them', async () => {
  await place.only({ ad_block_notice: true });
  const page = await browser.newPage(desktop);
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () =>
      document.head.append(
        Object.assign(document.createElement('style'), { textContent: '.adsbox{display:none!important}' }),
      ),
    ),
  );
  await page.goto(place.article);
  await page.getByText(title, { exact: true }).waitFor();
});

test('with every slot, the background ad and a notice the page is valid HTML, and axe finds nothing serious in it', async () => {
  const pictures = forAll(
    () => '/icon-512.png',
    (slot) => `ad_${slot}_image`,
  );
  await place.only({
    ...pictures,
    ad_article_top: '<p>From the network</p>',
    ad_footer_framed: true,
    ad_footer: '<p>Framed</p>',
    ad_header_image_phone: '/icon-192.png',
    background_ad_link: 'https://shop.example/',
    background_ad_image: '/icon-512.png',
    consent: true,
  });
  for (const options of drawn('ads on screens', [desktop, phone], 2)) {
    const page = await browser.newPage({ ...options, reducedMotion: 'reduce' });
    const reply = await page.goto(place.article);
    const { results } = await new HtmlValidate(htmlRules).validateString((await reply?.text()) ?? '');
    expect(
      results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} ${selector}`),
      ),
    ).toEqual([]);
    await page.locator('.notice').waitFor();
    expect(await faultsInBothSchemes(page)).toEqual([]);
  }
});

test('a slot that stays empty collapses once it is out of the window, without a visible shift', async () => {
  await place.only({ ad_header: '<script>window.asked = true;</script>', ad_article_bottom: '<b>ad</b>' });
  const page = await browser.newPage(desktop);
  const shifts = await watchShifts(page);
  await pauseClock(page);
  await page.goto(place.article);
  await page.waitForFunction(() => 'asked' in window);
  await page.clock.runFor(4500);
  await expect.poll(() => page.locator('.ad-header').isVisible()).toBe(false);
  expect(
    await page.locator('.ad-header').evaluate((slot) => (slot as HTMLElement).offsetHeight),
  ).toBeGreaterThan(90);
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
  await expect
    .poll(() => page.locator('.ad-header').evaluate((slot) => (slot as HTMLElement).offsetHeight))
    .toBe(0);
  expect(await shifts()).toBe(0);
});

test('an empty slot is invisible where its code can’t run', async () => {
  await place.only({
    ad_header: '<b>ad</b>',
    ad_sidebar: '<b>ad</b>',
    ad_sidebar_image: '/icon-512.png',
    consent: true,
  });
  const page = await browser.newPage({
    ...desktop,
    expectedMessages: /ERR_FAILED|dynamically imported module/,
  });
  await page.goto(place.article);
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect.poll(() => page.locator('.ad-label >> visible=true').count()).toBe(1);
  // The page does not shift while the reader answers.
  expect((await page.locator('.ad-header .ad-place').boundingBox())?.height).toBe(90);
  // Following pages show no gap from the first paint on, with only the head's script; a house ad stays.
  await page.route('**/assets/*.js', (route) => route.abort());
  const shifts = await watchShifts(page);
  await page.goto(place.article);
  expect(await page.locator('.ad-header').isVisible()).toBe(false);
  expect(await page.getByRole('img', { name: 'Advertisement' }).isVisible()).toBe(true);
  expect(await page.locator('.ad-label >> visible=true').count()).toBe(1);
  await page.unroute('**/assets/*.js');
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.consent === 'refused');
  expect([await page.locator('.ad-header').isVisible(), await shifts()]).toEqual([false, 0]);
  // Agreeing later restores the slot.
  await atRest(page);
  await page.mouse.move(20, 300, { steps: 2 }); // the footer's script waits for reader activity
  await page.getByRole('button', { name: 'Privacy choices' }).click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.locator('.ad-header b').waitFor();
  await expect.poll(async () => (await page.locator('.ad-header .ad-place').boundingBox())?.height).toBe(90);
  const without = await browser.newPage({ ...desktop, javaScriptEnabled: false });
  await without.goto(place.article);
  expect(await without.locator('.ad-label >> visible=true').count()).toBe(1);
  expect(await without.locator('.ad-header').isVisible()).toBe(false);
});
