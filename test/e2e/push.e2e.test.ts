import { gzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PushConfig } from '../../src/reader/islands/page-config.ts';
import { createPost } from '../../src/modules/posts/writer.ts';
import { pushPrompt, pushService } from '../../src/modules/settings/definitions/services.ts';
import { defaultSettings, describeSettings } from '../../src/modules/settings/settings.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { drawn } from '../harness/drawn.ts';
import { makePost, makeTerm } from '../harness/factories.ts';
import { pauseClock, watchTimers } from '../harness/paused-clock.ts';
import { deedsOf, newPushPage } from '../harness/push-browser.ts';
import type { PushPageOptions } from '../harness/push-browser.ts';
import { startPushService } from '../harness/push-service.ts';
import type { BrowserSubscription, PushService } from '../harness/push-service.ts';
import { useRealSite } from '../harness/real-site.ts';

let service: PushService;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service?.close());

const browser = useChromium();
const withNotifications = useChromium('whole');
const site = useRealSite(
  async (tx) => {
    const termIds = [await makeTerm(tx, { name: 'Science', slug: 'science' })];
    for (let n = 1; n <= 3; n++) await makePost(tx, { title: `Other ${n}`, slug: `other-${n}`, termIds });
    await makePost(tx, {
      title: 'Story',
      slug: 'story',
      termIds,
      content: `<p>Words.</p><div style="height:4000px"></div>`,
      commentStatus: 'open',
    });
  },
  () => ({ PUSH_SERVICES: service.origin }),
);

const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
const off = Object.fromEntries(
  [...Object.keys(pushPrompt.settings), ...Object.keys(pushService.settings)].map((key) => [
    key,
    defaultSettings[key as keyof typeof defaultSettings],
  ]),
);
beforeEach(() => site.set(off));

const open = async (options: PushPageOptions = desktop, from = browser): Promise<Page> => {
  const page = await newPushPage(from, { subscription: given(), ...options });
  await page.goto(`${site.url}/story/`);
  return page;
};
let browsers = 0;
const given = (): BrowserSubscription => service.subscribe(`browser ${++browsers}`);
const prompt = (page: Page) => page.locator('.push-prompt');
const bell = (page: Page) => page.locator('.push-button');
const isRegistered = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/')) !== undefined);
const configOf = async (path = '/story/') => {
  const html = await (await fetch(site.url + path)).text();
  return (JSON.parse(/id="broadsheet-page">(.*?)<\/script>/.exec(html)?.[1] ?? '{}') as { push?: PushConfig })
    .push;
};

test('[PUSH-01] with default settings there is no prompt, no service worker, and no push code in pages', async () => {
  for (const options of [desktop, phone]) {
    const page = await open(options);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.reload();
    await page.mouse.move(50, 50, { steps: 2 });
    await atRest(page);
    expect([await prompt(page).count(), await isRegistered(page), (await deedsOf(page)).asked]).toEqual([
      0,
      false,
      0,
    ]);
    expect(requests.filter((url) => url.includes('push'))).toEqual([]);
    expect(await page.content()).not.toMatch(/push-|"push"/);
  }
});

test('new visitors are not asked if the site says so, but on the second page of a visit', async () => {
  await site.set({ push_desktop: true, push_second_view: true });
  expect(defaultSettings.push_second_view).toBe(false);
  const page = await open();
  await atRest(page);
  expect(await prompt(page).count()).toBe(0);
  await page.goto(`${site.url}/other-1/`);
  await prompt(page).waitFor();
});

test('the prompt waits for the consent question, and appears once that is answered', async () => {
  await site.set({ push_desktop: true, push_backdrop: false, consent: true });
  const page = await open();
  await page.locator('.notice').waitFor();
  expect(await prompt(page).count()).toBe(0);
  await page.locator('.notice button').first().click();
  await prompt(page).waitFor();
  await page.evaluate(() => document.dispatchEvent(new Event('broadsheet:ask-consent')));
  await page.locator('.notice').waitFor();
  expect(await prompt(page).count()).toBe(0);
  await page.locator('.notice button').last().click();
  await site.set({ consent: false });
});

test('[PUSH-02] [PUSH-03] [PUSH-04] the prompt has picture, texts and colour of the settings; only a yes opens the browser’s question', async () => {
  await site.set({
    push_desktop: true,
    push_logo: '/icon-512.png',
    push_heading: 'First to know',
    push_subheading: 'Only what matters.',
    push_allow_text: 'Yes, please',
    push_deny_text: 'No',
    push_theme_color: '#ffd400',
  });
  const page = await open();
  await prompt(page).waitFor();
  expect(await prompt(page).locator('p').allTextContents()).toEqual(['First to know', 'Only what matters.']);
  expect(await prompt(page).getByRole('button').allTextContents()).toEqual(['No', 'Yes, please']);
  expect(
    await prompt(page)
      .locator('img')
      .evaluate((image: HTMLImageElement) =>
        image.decode().then(() => [new URL(image.src).pathname, image.naturalWidth]),
      ),
  ).toEqual(['/icon-512.png', 512]);
  const look = await prompt(page).evaluate((dialog) => [
    getComputedStyle(dialog).borderTopColor,
    ...['backgroundColor', 'color'].map(
      (name) => getComputedStyle(dialog.querySelector('.push-allow') ?? dialog)[name as 'color'],
    ),
  ]);
  expect(look).toEqual(['rgb(255, 212, 0)', 'rgb(255, 212, 0)', 'rgb(0, 0, 0)']);
  expect([(await deedsOf(page)).asked, await isRegistered(page)]).toEqual([0, false]);
  await prompt(page).getByRole('button', { name: 'Yes, please' }).click();
  await expect.poll(async () => (await deedsOf(page)).keys.length).toBe(1);
  await expect
    .poll(async () => [(await deedsOf(page)).asked, await isRegistered(page), await prompt(page).count()])
    .toEqual([1, true, 0]);
  await page.reload();
  await atRest(page);
  expect([(await deedsOf(page)).asked, await prompt(page).count()]).toEqual([1, 0]); // a subscriber is not asked again
});

test.each([
  ['push_mobile', phone, desktop],
  ['push_desktop', desktop, phone],
] as const)(
  '[PUSH-05] [PUSH-06] %s switches the prompt on for its kind of screen only; phones show it at the bottom',
  async (setting, on, other) => {
    await site.set({ [setting]: true });
    const page = await open(on);
    await prompt(page).waitFor();
    await page.waitForFunction(() => document.querySelector('.push-prompt')?.getAnimations().length === 0);
    const box = await prompt(page).boundingBox();
    expect(box?.height).toBeLessThan(240); // text next to the picture, buttons below
    if (on === phone) expect([box?.x, (box?.y ?? 0) + (box?.height ?? 0), box?.width]).toEqual([0, 812, 375]);
    else expect(box).toMatchObject({ y: 24, width: 460 });
    expect(await page.evaluate(() => document.body.scrollWidth <= innerWidth)).toBe(true);
    const elsewhere = await open(other);
    await atRest(elsewhere);
    expect(await prompt(elsewhere).count()).toBe(0);
  },
);

/** The story in a browser with a stopped clock, and a wait for a timer. */
async function openPaused(): Promise<{ page: Page; isSet: (ms: number) => Promise<void> }> {
  const page = await newPushPage(browser, { ...desktop, subscription: given() });
  await pauseClock(page, 1_000_000_000_000);
  const isSet = await watchTimers(page);
  await page.goto(`${site.url}/story/`);
  return { page, isSet };
}

test(
  '[PUSH-07] the prompt comes after the delay, by default at once; who refuses is left alone for the visit, ' +
    'and for as long as the settings say',
  async () => {
    await site.set({ push_desktop: true });
    expect((await configOf())?.prompt).toMatchObject({ delay: 0, reappear: 0 });
    const { page: atOnce } = await openPaused();
    await expect.poll(() => atOnce.clock.runFor(1).then(() => prompt(atOnce).count())).toBe(1);
    await site.set({ push_delay: 3 });
    const { page, isSet } = await openPaused();
    await isSet(3000);
    await page.clock.runFor(2999);
    await atRest(page);
    expect(await prompt(page).count()).toBe(0);
    await page.clock.runFor(1);
    await prompt(page).getByRole('button', { name: 'Not now' }).click();
    /** Whether the page, reopened, schedules the prompt; if so it shows it. */
    const comesBack = async (newVisit: boolean) => {
      if (newVisit) await page.evaluate(() => sessionStorage.clear());
      await page.reload();
      await atRest(page);
      if (!(await page.evaluate<number[]>('timers')).includes(3000)) return false;
      await page.clock.runFor(3000);
      await prompt(page).waitFor();
      return true;
    };
    expect([await comesBack(false), await comesBack(true)]).toEqual([false, true]);
    await page.keyboard.press('Escape');
    await site.set({ push_reappear: 600 });
    expect(await comesBack(true)).toBe(false);
    await page.clock.runFor(599_999);
    expect([await comesBack(false), await comesBack(true)]).toEqual([false, false]);
    await page.clock.runFor(1);
    expect(await comesBack(false)).toBe(true);
    expect((await deedsOf(page)).asked).toBe(0);
  },
);

test('[PUSH-07] with the real clock, too', async () => {
  await site.set({ push_desktop: true, push_delay: 3, push_reappear: 2 });
  const page = await newPushPage(browser, { ...desktop, subscription: given() });
  await page.addInitScript(() =>
    new MutationObserver(() => {
      if (!('shown' in window) && document.querySelector('.push-prompt'))
        Object.assign(window, { shown: [performance.now(), Date.now()] });
    }).observe(document, { childList: true, subtree: true }),
  );
  await page.goto(`${site.url}/story/`);
  await prompt(page).waitFor();
  expect((await page.evaluate<number[]>('shown'))[0]).toBeGreaterThan(3000);
  await site.set({ push_delay: 0 });
  const before = await page.evaluate(() => Date.now());
  await prompt(page).getByRole('button', { name: 'Not now' }).click();
  await expect
    .poll(async () => {
      await page.reload({ waitUntil: 'networkidle' });
      return prompt(page).count();
    })
    .toBe(1);
  expect(((await page.evaluate<number[]>('shown'))[1] ?? 0) - before).toBeGreaterThanOrEqual(2000);
});

test('[PUSH-08] a bell opens the prompt again; subscribers have a button to unsubscribe, and are not asked again', async () => {
  await site.set({
    push_desktop: true,
    push_bottom_button: true,
    push_button_to_unsubscribe: true,
    translation_push_unsubscribe: 'No more',
  });
  const page = await open();
  await prompt(page).getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('button', { name: 'Get notifications' }).click();
  const box = await bell(page).boundingBox();
  expect([box?.x, 900 - (box?.y ?? 0) - (box?.height ?? 0)]).toEqual([16, 16]);
  const registered = page.waitForResponse(
    (reply) => reply.url().endsWith('/api/token') && reply.request().method() === 'POST',
  );
  await prompt(page).getByRole('button', { name: 'Allow' }).click();
  expect((await registered).status()).toBe(200);
  await page.getByRole('button', { name: 'No more' }).waitFor();
  await page.reload();
  const left = page.waitForResponse((reply) => reply.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'No more' }).click();
  expect([(await left).url(), (await left).status()]).toEqual([`${site.url}/api/token`, 200]);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('subscription'))).toBe(null);
  await expect
    .poll(() =>
      page
        .getByRole('button', { name: 'Get notifications' })
        .evaluate((button) => button === document.activeElement),
    )
    .toBe(true);
  await page.reload({ waitUntil: 'networkidle' });
  await atRest(page);
  expect([await prompt(page).count(), await bell(page).count()]).toEqual([0, 1]);
});

test('[PUSH-08] [MORE-01] on a phone the bell yields to the box with more articles, and returns when that is closed', async () => {
  await site.set({ push_mobile: true, push_bottom_button: true, more_articles: 'show' });
  const page = await open(phone);
  await prompt(page).getByRole('button', { name: 'Not now' }).click();
  await bell(page).waitFor();
  const box = page.locator('.more-articles aside');
  await expect
    .poll(() =>
      page.evaluate(
        () => (
          scrollTo({ top: 1500, behavior: 'instant' }),
          document.querySelector<HTMLElement>('.more-articles aside')?.hidden
        ),
      ),
    )
    .toBe(false);
  await expect.poll(async () => [await box.isVisible(), await bell(page).isVisible()]).toEqual([true, false]);
  await box.getByRole('button').tap();
  await expect.poll(async () => [await box.isVisible(), await bell(page).isVisible()]).toEqual([false, true]);
  await site.set({ more_articles: 'disabled' });
});

test('[PUSH-09] a backdrop covers the page, and a locked page does not scroll; without them it reads on', async () => {
  await site.set({ push_desktop: true, push_lock_page_content: true });
  expect(defaultSettings.push_backdrop).toBe(true);
  const page = await open();
  await prompt(page).waitFor();
  const turnWheel = async (on: Page) => {
    await on.mouse.move(640, 700, { steps: 2 });
    await on.mouse.wheel(0, 300);
  };
  const scrolled = (on: Page) => on.evaluate(() => scrollY);
  const isCovered = () =>
    page.evaluate(() => document.elementFromPoint(640, 700)?.matches('.push-prompt') ?? false);
  await expect.poll(isCovered).toBe(true);
  await turnWheel(page);
  await atRest(page);
  expect(await scrolled(page)).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('push-prompt'); // an accidental key press answers nothing
  for (const name of ['Not now', 'Allow']) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
  }
  await page.mouse.click(640, 700); // outside of it
  await prompt(page).waitFor({ state: 'detached' });
  await turnWheel(page);
  await expect.poll(() => scrolled(page)).toBe(300);

  await site.set({ push_lock_page_content: false, push_backdrop: false });
  const free = await open();
  await prompt(free).waitFor();
  expect(
    await free.evaluate(() => [
      document.activeElement === document.body,
      document.elementFromPoint(640, 700)?.closest('dialog') ?? null,
    ]),
  ).toEqual([true, null]);
  await turnWheel(free);
  await expect.poll(() => scrolled(free)).toBe(300);
  await free.keyboard.press('Escape');
  await expect.poll(() => prompt(free).count()).toBe(0);
});

test('prompt and buttons are sound for axe, light and dark, in any colour', async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const colours = [
    ['0', ''],
    ['1', ''],
    ['0', '#ffd400'],
    ['1', '#7a0019'],
  ] as const;
  for (const [dark, colour] of drawn('colours of the prompt', colours, 2)) {
    await site.set({ push_desktop: true, push_bottom_button: true, push_theme_color: colour });
    const page = await newPushPage(browser, { ...desktop, subscription: given() });
    await page.context().addCookies([{ name: 'broadsheet_dark', value: dark, url: site.url }]);
    await page.goto(`${site.url}/story/`);
    await page.waitForFunction(() => document.querySelector('.push-prompt')?.getAnimations().length === 0);
    await page.evaluate(axe);
    const violations = () =>
      page.evaluate(
        `axe.run({ include: [['.push-prompt'], ['.push-button']] }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))`,
      );
    expect([dark, colour, await violations()]).toEqual([dark, colour, []]);
  }
});

test('a typing reader is not interrupted', async () => {
  await site.set({ push_desktop: true, push_delay: 1 });
  const { page, isSet } = await openPaused();
  await isSet(1000);
  await page.locator('#comment').focus();
  await page.clock.runFor(1000);
  await expect
    .poll(() => page.evaluate<number[]>('timers').then((timers) => timers.filter((ms) => ms === 1000).length))
    .toBe(2);
  expect(await prompt(page).count()).toBe(0);
  await page.locator('#comment').blur();
  await page.clock.runFor(999);
  expect(await prompt(page).count()).toBe(0);
  await page.clock.runFor(1);
  await prompt(page).waitFor();
});

test('[PUSH-10] [PUSH-12] [PUSH-13] [PUSH-14] the page configuration holds prompt and service by their names', async () => {
  await site.set({ push_mobile: true });
  const { host, origin } = new URL(site.url);
  const config = await configOf();
  expect(config?.prompt).toEqual({
    desktop: false,
    mobile: true,
    mobileLocation: 'bottom',
    delay: 0,
    reappear: 0,
    secondView: false,
    logo: '/icon-192.png',
    heading: 'Get the news first',
    subheading: 'We’ll let you know when something important happens.',
    themeColor: '',
    allowText: 'Allow',
    denyText: 'Not now',
    bottomButton: false,
    buttonToUnsubscribe: false,
    lockPageContent: false,
    backdrop: true,
    popup_type: 'default-prompt',
  });
  expect(config?.service).toMatchObject({
    domain: host,
    site_url: origin,
    api_url: `${origin}/api/token`,
    serviceWorker: `${origin}/broadsheet-push.js`,
  });
  expect((await fetch(config?.service.serviceWorker ?? '')).status).toBe(200);
});

test('[PUSH-11] [PUSH-15] [PUSH-16] ids, key and referral code are settings, and reach the page', async () => {
  const fields = describeSettings()
    .filter(({ group }) => group === 'push_service')
    .map(({ key }) => key);
  expect(fields).toEqual(
    expect.arrayContaining([
      'push_project_id',
      'push_sender_id',
      'push_app_id',
      'push_vapid_public_key',
      'push_referral_code',
    ]),
  );
  await site.set({
    push_desktop: true,
    push_project_id: 'project-1',
    push_sender_id: '123456',
    push_app_id: '1:123:web:abc',
    push_referral_code: 'ref-9',
    push_api_url: 'https://push.example/v1/api/token',
    push_vapid_public_key: 'BKey',
  });
  expect((await configOf())?.service).toMatchObject({
    project_id: 'project-1',
    sender_id: '123456',
    app_id: '1:123:web:abc',
    referralCode: 'ref-9',
    api_url: 'https://push.example/v1/api/token',
    vapid_public_key: 'BKey',
  });
  await site.set({ push_api_url: '', push_vapid_public_key: '' });
  const own = (await configOf())?.service.vapid_public_key ?? '';
  expect(Buffer.from(own, 'base64url')).toHaveLength(65); // of this site's own secret
});

test('[ROUTE-09] the service worker is in the root, named after the provider or as configured, whether push is on or not', async () => {
  for (const [settings, path] of [
    [{}, '/broadsheet-push.js'],
    [{ push_provider: 'acme' }, '/acme-push.js'],
    [{ push_service_worker: '/acme-sw.js' }, '/acme-sw.js'],
  ] as const) {
    await site.set(settings);
    const reply = await fetch(site.url + path);
    expect([
      reply.status,
      reply.headers.get('content-type'),
      reply.headers.get('x-content-type-options'),
      reply.headers.get('cache-control'),
    ]).toEqual([200, 'text/javascript; charset=utf-8', 'nosniff', 'public, max-age=0, must-revalidate']);
    expect(reply.headers.get('content-security-policy')).toBe(
      "default-src 'none'; connect-src 'self'; img-src 'self' https: http:",
    );
    expect(await reply.text()).toMatch(/^self\.pushConfig=\{[^]*notificationclick/);
  }
  expect((await fetch(`${site.url}/broadsheet-push.js`)).status).toBe(404);
});

test('[ROUTE-10] [PUSH-17] [IMP-34] a configured service receives the subscription, the site does not; its failure is silent', async () => {
  const address = 'https://push.example/api/token';
  await site.set({
    push_desktop: true,
    push_api_url: address,
    push_app_id: 'app-7',
    push_vapid_public_key: 'BServiceKey',
    push_button_to_unsubscribe: true,
  });
  for (const status of [200, 500, 'none'] as const) {
    const subscription = given();
    const page = await newPushPage(browser, {
      ...desktop,
      subscription,
      expectedMessages: /Failed to load resource/,
    });
    const bodies: unknown[] = [];
    const own: string[] = [];
    page.on(
      'request',
      (request) =>
        new URL(request.url()).pathname.endsWith('/api/token') &&
        request.url().startsWith(site.url) &&
        own.push(request.url()),
    );
    await page.route(address, async (route) => {
      if (route.request().method() === 'POST') bodies.push(route.request().postDataJSON());
      if (status === 'none') return route.abort();
      return route.fulfill({
        status,
        headers: {
          'access-control-allow-origin': '*',
          'access-control-allow-headers': 'content-type',
          'access-control-allow-methods': '*',
        },
      });
    });
    await page.goto(`${site.url}/story/`);
    await prompt(page).getByRole('button', { name: 'Allow' }).click();
    await expect
      .poll(() => bodies)
      .toEqual([{ token: subscription, domain: new URL(site.url).host, app_id: 'app-7' }]);
    expect((await deedsOf(page)).keys).toEqual(['BServiceKey']);
    await atRest(page);
    expect(own).toEqual([]);
    expect(await page.locator('dialog').count()).toBe(0);
    // The next page retries the subscription that the service refused.
    await page.reload({ waitUntil: 'networkidle' });
    await expect.poll(() => bodies.length).toBe(status === 200 ? 1 : 2);
  }
});

test('after a failed report the next page retries it, without waiting for the response body', async () => {
  await site.set({ push_desktop: true });
  const page = await newPushPage(browser, {
    ...desktop,
    subscription: given(),
    expectedMessages: /Failed to load resource|push/,
  });
  await page.goto(`${site.url}/story/`);
  await page.route('**/api/token', (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed');
  await prompt(page).getByRole('button', { name: 'Allow' }).click();
  expect((await failed).url()).toBe(`${site.url}/api/token`);
  const sent = page.waitForResponse(`${site.url}/api/token`);
  await page.reload();
  expect((await sent).status()).toBe(200);
  await atRest(page);
});

test('a reader who denies the browser’s question, or whose browser fails, is not asked again', async () => {
  await site.set({ push_desktop: true, push_bottom_button: true });
  for (const options of [{ permission: 'denied' as const }, { subscription: undefined }]) {
    const page = await open({ ...desktop, ...options });
    await prompt(page).getByRole('button', { name: 'Allow' }).click();
    await expect.poll(async () => (await deedsOf(page)).asked).toBe(1);
    await atRest(page);
    expect(await page.locator('dialog').count()).toBe(0);
    expect(await bell(page).count()).toBe('permission' in options ? 0 : 1);
    // A failing browser does so once its service worker is registered.
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes('refused'))))
      .toBe(true);
    await page.reload({ waitUntil: 'networkidle' });
    await atRest(page);
    expect(await page.locator('dialog').count()).toBe(0);
  }
});

test('[PUSH-02] [IMP-34] subscribers get a notification when an article is published, and a click opens it', async () => {
  await site.set({ push_mobile: true });
  const subscription = given();
  const page = await open({ ...phone, subscription, permissions: ['notifications'] }, withNotifications);
  const registered = page.waitForResponse((reply) => reply.url().endsWith('/api/token'));
  await prompt(page).getByRole('button', { name: 'Allow' }).click();
  expect((await registered).status()).toBe(200);
  const before = service.pushes.length;
  await site.write((tx) =>
    createPost(tx, { title: 'It landed', slug: 'landed', excerpt: 'At last.', status: 'publish' }),
  );
  await expect
    .poll(() =>
      service.pushes
        .slice(before)
        .filter(({ browser: name }) => subscription.endpoint.endsWith(encodeURIComponent(name)))
        .map(({ message }) => message),
    )
    .toEqual([expect.objectContaining({ title: 'It landed', body: 'At last.', url: `${site.url}/landed/` })]);
  // The browser itself passes it to the service worker, and shows that notification.
  const session = await page.context().newCDPSession(page);
  const id = new Promise<string>((resolve) =>
    session.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations: [first] }) => first && resolve(first.registrationId),
    ),
  );
  await session.send('ServiceWorker.enable');
  const deliver = async (data: string) =>
    session.send('ServiceWorker.deliverPushMessage', { origin: site.url, registrationId: await id, data });
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(
        ({ title, body, icon, tag, data }) => ({
          title,
          body,
          icon,
          tag,
          url: (data as { url: string }).url,
        }),
      ),
    );
  const landed = {
    title: 'It landed',
    body: 'At last.',
    icon: `${site.url}/icon-192.png`,
    tag: expect.stringMatching(/^post-\d+$/),
    url: `${site.url}/landed/`,
  };
  // A busy Chromium silently loses one in twenty sent this way. The same message again is the same notification.
  await expect
    .poll(
      async () => {
        await deliver(JSON.stringify(service.pushes.at(-1)?.message));
        return shown();
      },
      { interval: 3000 },
    )
    .toEqual([landed]);
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'));
  for (const [data, body] of [
    ['Plain words', 'Plain words'],
    ['42', '42'],
    ['', ''],
    ['{"title":7,"body":"Half"}', 'Half'],
  ]) {
    await worker.evaluate(async (text) => {
      const waits: Promise<unknown>[] = [];
      self.dispatchEvent(
        Object.assign(new Event('push'), {
          data: { text: () => text },
          waitUntil: (work: Promise<unknown>) => waits.push(work),
        }),
      );
      await Promise.all(waits);
    }, data);
    expect(await shown()).toContainEqual({
      title: 'Broadsheet',
      body,
      icon: `${site.url}/icon-192.png`,
      tag: '',
      url: site.url,
    });
  }
  const clicked = await worker.evaluate(async () => {
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow(url: string): Promise<unknown> };
    };
    const opened: string[] = [];
    scope.clients.openWindow = async (url) => opened.push(url); // browsers open windows only on user activation
    const waits: Promise<unknown>[] = [];
    const notification = (await scope.registration.getNotifications()).find(({ tag }) => tag !== '');
    self.dispatchEvent(
      Object.assign(new Event('notificationclick'), {
        notification,
        waitUntil: (work: Promise<unknown>) => waits.push(work),
      }),
    );
    await Promise.all(waits);
    return {
      opened,
      left: (await scope.registration.getNotifications()).filter(({ tag }) => tag !== '').length,
    };
  });
  expect(clicked).toEqual({ opened: [`${site.url}/landed/`], left: 0 });
});

test('subscribers move along without a question when the site gets another key or service', async () => {
  await site.set({ push_desktop: true });
  const page = await open();
  const own = page.waitForResponse(`${site.url}/api/token`);
  await prompt(page).getByRole('button', { name: 'Allow' }).click();
  await own;
  const address = 'https://push.example/api/token';
  await site.set({ push_api_url: address, push_vapid_public_key: 'BNewKey' });
  await page.route(address, (route) =>
    route.fulfill({
      status: 204,
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' },
    }),
  );
  const moved = page.waitForRequest((request) => request.url() === address && request.method() === 'POST');
  await page.reload();
  expect((await moved).postDataJSON()).toMatchObject({ domain: new URL(site.url).host });
  const { asked, keys } = await deedsOf(page);
  expect([asked, keys.length, keys.at(-1)]).toEqual([1, 2, 'BNewKey']);
});

test('the loader is small, and the rest loads with the prompt', async () => {
  await site.set({ push_desktop: true });
  const page = await newPushPage(browser, { ...desktop, subscription: given() });
  const sizes: Record<string, number> = {};
  page.on('response', async (reply) => {
    const [, name] =
      /assets\/((?:push|panel|subscribe|memory|phone-screen)[\w-]*?)-[\w-]{8}\.js$/.exec(reply.url()) ?? [];
    if (name) sizes[name] = gzipSync(await reply.body(), { level: 9 }).length;
  });
  await page.goto(`${site.url}/story/`);
  await prompt(page).waitFor();
  await atRest(page);
  expect(Object.values(sizes).reduce((sum, size) => sum + size, 0)).toBeLessThan(5000);
  expect(sizes.push).toBeLessThan(900);
});
