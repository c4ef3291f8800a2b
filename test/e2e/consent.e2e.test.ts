import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Settings } from '../../src/modules/settings/settings.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { pageWidth } from '../harness/page-width.ts';
import { thirdPartySite } from '../harness/third-party-site.ts';

const browser = useChromium();
const place = thirdPartySite();
const desktop = { viewport: { width: 1280, height: 900 } };
const everything = (): Partial<Settings> => {
  const { origin } = place.network;
  return {
    ad_script_url: `${origin}/network.js`,
    ad_header: `<div id="at-header"></div><script>network.show('at-header')</script>`,
    ad_footer: `<script>document.write('<script src="${origin}/written.js"><\\/script>')</script>`,
    ad_sidebar_image: `${origin}/picture.svg`,
    background_ad_link: 'https://shop.example/',
    background_ad_image: `${origin}/picture.svg`,
    ad_block_notice: true,
    ad_block_check_urls: [`${origin}/check`],
    analytics_container_id: 'GTM-TEST1',
    analytics_script_url: `${origin}/container.js`,
  };
};

async function readOn(page: Page): Promise<void> {
  await page.mouse.move(20, 300, { steps: 2 });
  for (let step = 0; step < 12; step++) {
    await page.mouse.wheel(0, 700);
    await atRest(page);
  }
}

const answerOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'broadsheet_consent')?.value;

test(
  '[ANALYTICS-01] [ANALYTICS-02] [ANALYTICS-03] [ANALYTICS-04] [ANALYTICS-05] the container is loaded on every kind of page, ' +
    'with its set-up in front of it; without an id nothing is',
  async () => {
    const { network, site } = place;
    await place.only({
      analytics_container_id: 'GTM-TEST1',
      analytics_script_url: `${network.origin}/container.js`,
      analytics_region: 'DE',
    });
    const page = await browser.newPage({ ...desktop, expectedMessages: /status of 404/ });
    const requests: string[] = [];
    page.on(
      'request',
      (request) =>
        request.url().startsWith(network.origin) && requests.push(request.url().slice(network.origin.length)),
    );
    for (const path of [
      '/',
      '/a-comet/',
      '/category/science/',
      '/?s=note',
      '/author/ada-quill/',
      '/nothing-here/',
    ]) {
      requests.length = 0;
      await page.goto(site.url + path);
      await expect.poll(() => requests).toEqual(['/container.js?id=GTM-TEST1', '/collect?n=2']);
    }
    expect(await page.evaluate<unknown[]>('dataLayer')).toEqual([
      {
        referral_exclusion: '127.0.0.1',
        region: 'DE',
        session_timeout_minutes: 30,
        search_parameters: ['q', 's', 'search', 'query', 'keyword'],
        conversion_event: 'purchase',
      },
      { 'gtm.start': expect.any(Number), event: 'gtm.js' },
    ]);
    await page.goto(`${site.url}/`);
    await page.locator('.header-search summary').click();
    await page.fill('.header-search input[name=s]', 'note');
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?&]s=note/);
    await atRest(page);
    await place.only({});
    network.requests.length = 0;
    await page.goto(place.article);
    await readOn(page);
    expect(network.requests).toEqual([]);
  },
);

test('with consent off, what is configured loads without a question', async () => {
  await place.only(everything());
  const page = await browser.newPage(desktop);
  await page.goto(place.article);
  await page.frameLocator('#at-header iframe').locator('#creative').waitFor(); // the slots listen
  await readOn(page);
  await expect
    .poll(() => new Set(place.network.requests))
    .toEqual(
      new Set([
        'GET /network.js',
        'GET /bid',
        'GET /creative.html',
        'GET /written.js',
        'GET /picture.svg',
        'GET /check',
        'GET /container.js',
        'GET /collect',
      ]),
    );
  expect(await page.locator('.notice').count()).toBe(0);
  expect(await page.locator('.consent-link').count()).toBe(0);
});

test('with consent on, nothing of third parties loads before the reader agrees; both answers weigh the same', async () => {
  await place.only({ ...everything(), consent: true, consent_policy_url: '/privacy/' });
  const page = await browser.newPage(desktop);
  await page.goto(place.article);
  await page.locator('.notice').waitFor();
  await readOn(page);
  expect(place.network.requests).toEqual([]);
  const boxes = await Promise.all(
    ['Accept', 'Decline'].map(async (name) => {
      const button = page.getByRole('button', { name, exact: true });
      const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
      return {
        width,
        height,
        look: await button.evaluate((element) => {
          const { color, backgroundColor, font } = getComputedStyle(element);
          return [color, backgroundColor, font];
        }),
      };
    }),
  );
  expect(boxes[0]).toEqual(boxes[1]);
  expect(boxes[0]?.height).toBeGreaterThanOrEqual(44);
  expect(await page.getByRole('link', { name: 'Privacy policy' }).getAttribute('href')).toBe('/privacy/');
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.frameLocator('#at-header iframe').locator('#creative').waitFor();
  await readOn(page);
  await expect
    .poll(() => place.network.requests)
    .toEqual(
      expect.arrayContaining(['GET /written.js', 'GET /picture.svg', 'GET /check', 'GET /container.js']),
    );
  expect(await answerOf(page)).toBe('1');
  await page.goto(`${place.site.url}/note-1/`);
  await page.frameLocator('#at-header iframe').locator('#creative').waitFor();
  expect(await page.locator('.notice').count()).toBe(0);
});

test('a refusal is remembered, and can be changed by the link in the footer; withdrawing consent stops running code', async () => {
  await place.only({ ...everything(), consent: true, consent_days: 10 });
  const page = await browser.newPage(desktop);
  await page.goto(place.article);
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
  await page.goto(`${place.site.url}/note-1/`);
  await readOn(page);
  expect(await page.locator('.notice').count()).toBe(0);
  expect(place.network.requests).toEqual([]);
  const { expires = 0, sameSite } =
    (await page.context().cookies()).find(({ name }) => name === 'broadsheet_consent') ?? {};
  expect(Math.round((expires - Date.now() / 1000) / 8640) / 10).toBe(10);
  expect(sameSite).toBe('Lax');
  await page.getByRole('button', { name: 'Privacy choices' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('notice');
  await page.keyboard.press('Escape');
  expect([await page.locator('.notice').count(), await answerOf(page)]).toEqual([0, '0']);
  await page.getByRole('button', { name: 'Privacy choices' }).click();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect.poll(() => place.network.requests).toContain('GET /container.js');
  expect(await answerOf(page)).toBe('1');
  await readOn(page);
  await page.getByRole('button', { name: 'Privacy choices' }).click();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
  await reloaded;
  place.network.requests.length = 0;
  await readOn(page);
  expect([place.network.requests, await answerOf(page)]).toEqual([[], '0']);
});

test('a page restored after another page recorded the answer does not ask again', async () => {
  await place.only({ consent: true });
  const page = await browser.newPage(desktop);
  await page.goto(place.article);
  await page.locator('.notice').waitFor();
  await page.evaluate(() => {
    document.cookie = 'broadsheet_consent=0;path=/';
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  expect([
    await page.locator('.notice').count(),
    await page.locator('html').getAttribute('data-consent'),
  ]).toEqual([0, 'refused']);
  // It can be asked again.
  await page.evaluate(() => document.dispatchEvent(new Event('broadsheet:ask-consent')));
  await page.locator('.notice').waitFor();
});

test('a question whose script failed to load is asked the next time', async () => {
  await place.only({ consent: true });
  const page = await browser.newPage({ ...desktop, expectedMessages: /ERR_FAILED|dynamically imported/ });
  await page.route('**/assets/banner-*.js', (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed');
  await page.goto(place.article);
  await failed;
  await atRest(page);
  await page.evaluate(() => document.dispatchEvent(new Event('broadsheet:ask-consent')));
  await page.locator('.notice').waitFor();
});

test('a question that the reader asks for while it loads gets the focus', async () => {
  await place.only({ consent: true });
  const page = await browser.newPage(desktop);
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/banner-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  const requested = page.waitForRequest('**/assets/banner-*.js');
  await page.goto(place.article);
  await requested;
  await page.evaluate(() => document.dispatchEvent(new Event('broadsheet:ask-consent')));
  held.resolve();
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('notice');
});

test('a question taller than the window starts within it', async () => {
  await place.only({ consent: true });
  const page = await browser.newPage({ viewport: { width: 320, height: 180 } });
  await page.goto(place.article);
  const notice = page.locator('.notice');
  await notice.waitFor();
  // A site's own text may be longer.
  await notice
    .locator('p')
    .first()
    .evaluate((words) => words.append(' And so on.'.repeat(40)));
  expect(
    await notice.evaluate((element) => [
      element.getBoundingClientRect().top >= 0,
      element.scrollHeight > element.clientHeight,
    ]),
  ).toEqual([true, true]);
});

/** A stub and script as the IAB's framework has them; the test controls the answer. */
const framework = `<script>
  window.told = []; window.listeners = [];
  window.__tcfapi = (command, version, callback) => {
    told.push(command + ' ' + version);
    if (command !== 'addEventListener') return;
    listeners.push(callback);
    callback({ gdprApplies: true, eventStatus: 'cmpuishown', purpose: { consents: {} } }, true);
  };
  window.answer = (data) => { for (const listener of listeners) listener({ gdprApplies: true, eventStatus: 'useractioncomplete', ...data }, true); };
</script>`;

/** Opens an article of a site with all features and that framework, and records its calls. */
async function openWithFramework(): Promise<Page> {
  await place.only({ ...everything(), consent: true, head_code: framework });
  const page = await browser.newPage(desktop);
  await page.goto(place.article);
  await expect.poll(() => page.evaluate('told')).toEqual(['addEventListener 2']);
  return page;
}

test('a consent framework of the IAB is listened to in place of our question', async () => {
  const page = await openWithFramework();
  await page.evaluate('answer({ purpose: { consents: { 1: false } } })');
  await readOn(page);
  expect([await page.locator('.notice').count(), place.network.requests]).toEqual([0, []]);
  expect(await answerOf(page)).toBe('0');
  await page.reload();
  expect(await page.locator('.ad-header').isVisible()).toBe(false);
  await expect.poll(() => page.evaluate('told')).toEqual(['addEventListener 2']);
  await readOn(page);
  await page.getByRole('button', { name: 'Privacy choices' }).click();
  await expect.poll(() => page.evaluate('told')).toEqual(['addEventListener 2', 'displayConsentUi 2']);
  await page.evaluate('answer({ purpose: { consents: { 1: true } } })');
  await expect.poll(() => place.network.requests).toContain('GET /container.js');
  expect(await answerOf(page)).toBeUndefined();
});

test('everything loads where a framework reports that no law requires consent', async () => {
  const page = await openWithFramework();
  await page.evaluate('answer({ gdprApplies: false, eventStatus: "tcloaded" })');
  await expect.poll(() => place.network.requests).toContain('GET /container.js');
});

test('the question covers only the foot of the page, shifts nothing, and can be answered by keyboard', async () => {
  await place.only({ consent: true });
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 375, height: 812 },
    { width: 320, height: 568 },
  ]) {
    const page = await browser.newPage({ viewport });
    await page.goto(place.article);
    const box = await page.locator('.notice').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(viewport.height);
    expect(box?.height).toBeLessThan(viewport.height / 2);
    expect(await pageWidth(page)).toBe(viewport.width);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Decline');
    await page.keyboard.press('Enter');
    expect(await page.locator('.notice').count()).toBe(0);
  }
});
