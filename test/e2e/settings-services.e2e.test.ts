import { afterAll, beforeAll, expect, test } from 'vitest';
import { adSlots } from '../../src/modules/settings/definitions/ads.ts';
import { startAdNetwork } from '../harness/ad-network.ts';
import type { AdNetwork } from '../harness/ad-network.ts';
import { appendixOfServices } from '../harness/appendix-c.ts';
import { atRest } from '../harness/at-rest.ts';
import { startCaptchaService } from '../harness/captcha-service.ts';
import type { CaptchaService } from '../harness/captcha-service.ts';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { deedsOf, newPushPage } from '../harness/push-browser.ts';
import { startPushService } from '../harness/push-service.ts';
import type { PushService } from '../harness/push-service.ts';
import { useRealSite } from '../harness/real-site.ts';
import { keysIn, row, testRounds } from '../harness/setting-effects.ts';
import type { Reader, SettingRound } from '../harness/setting-effects.ts';
import { startSocialNetwork } from '../harness/social-network.ts';
import type { SocialNetwork } from '../harness/social-network.ts';
import type { PushConfig } from '../../src/reader/islands/page-config.ts';

let ads: AdNetwork;
let captcha: CaptchaService;
let push: PushService;
let network: SocialNetwork;
beforeAll(async () => {
  [ads, captcha, push, network] = await Promise.all([
    startAdNetwork(),
    startCaptchaService(),
    startPushService(),
    startSocialNetwork(),
  ]);
  captcha.find({ score: 0.6 });
});
afterAll(() => Promise.all([ads, captcha, push, network].map((service) => service?.close())));

const browser = useChromium();
const ids = { mirai: 0 };
const site = useRealSite(
  async (tx) => {
    ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
    await makePost(tx, {
      title: 'Story',
      slug: 'story',
      authorId: ids.mirai,
      commentStatus: 'open',
      content: '<!-- wp:paragraph --><p>Words of a paragraph.</p><!-- /wp:paragraph -->\n'.repeat(8),
    });
    await makePost(tx, { type: 'page', title: 'About', slug: 'about', authorId: ids.mirai });
  },
  () => ({ PUSH_SERVICES: push.origin }),
);

const story = '/story/';
const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

const ofPart = (name: string, field: string) => async (reader: Reader) =>
  (await reader.part(story, name))?.[field];

/** Ads that the page shows by its end. */
const shownAds = (reader: Reader) =>
  reader.once('ads', async () => {
    const { page } = await reader.live(story);
    await page.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
        scrollTo({ top: y, behavior: 'instant' });
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      }
    });
    await atRest(page);
    return page
      .locator('[data-own-ad]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-own-ad')));
  });

/** A visit with an ad blocker. */
const blockedVisit = async (reader: Reader) => {
  const page = await browser.newPage({
    ...desktop,
    expectedMessages: /ERR_BLOCKED_BY_CLIENT|ad check was not answered/,
  });
  await page.route('**/check', (route) => route.abort('blockedbyclient'));
  await page.goto(`${reader.url}/about/`);
  await atRest(page);
  return page.getByText('ad or script blocking software is interfering').count();
};

/** The push prompt of a visit. */
const promptOn = (screen: typeof desktop) => async (reader: Reader) => {
  const page = await newPushPage(browser, screen);
  await page.goto(reader.url + story);
  await atRest(page);
  return page.locator('.push-prompt').count();
};

let browsers = 0;
/** The push prompt's text and buttons, and the request after consent. */
const pushVisit = (reader: Reader) =>
  reader.once('push', async () => {
    const subscription = push.subscribe(`browser ${++browsers}`);
    const page = await newPushPage(browser, { ...desktop, subscription });
    const registrations: { readonly url: string; readonly body: Readonly<Record<string, unknown>> }[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/token'))
        registrations.push({ url: request.url(), body: request.postDataJSON() });
    });
    await page.route('https://push.example/**', (route) =>
      route.fulfill({
        headers: {
          'access-control-allow-origin': '*',
          'access-control-allow-headers': 'content-type',
          'access-control-allow-methods': '*',
        },
      }),
    );
    await page.goto(reader.url + story);
    const prompt = page.locator('.push-prompt');
    await prompt.waitFor();
    const shown = {
      texts: await prompt.locator('p').allTextContents(),
      buttons: await prompt.getByRole('button').allTextContents(),
      logo: await prompt.locator('img').getAttribute('src'),
      color: await prompt.evaluate((dialog) => getComputedStyle(dialog).borderTopColor),
      isModal: await prompt.evaluate((dialog) => dialog.matches(':modal')),
      isLocked: await page.evaluate(() => getComputedStyle(document.documentElement).overflowY === 'hidden'),
      bells: await page.locator('.push-button').count(),
    };
    await prompt.locator('.push-allow').click();
    await expect.poll(() => registrations.length).toBe(1);
    await atRest(page);
    return {
      ...shown,
      unsubscribes: await page.locator('.push-button', { hasText: 'notifications' }).count(),
      registration: registrations[0],
      key: (await deedsOf(page)).keys[0],
      worker: await page.evaluate(async () => {
        const found = await navigator.serviceWorker.getRegistration('/');
        const script = (found?.active ?? found?.waiting ?? found?.installing)?.scriptURL;
        return script && new URL(script).pathname;
      }),
    };
  });
const seenIn =
  <Visit>(visit: (reader: Reader) => Promise<Visit>, read: (seen: Visit) => unknown) =>
  async (reader: Reader) =>
    read(await visit(reader));
const ofPrompt = (name: keyof PushConfig['prompt']) => async (reader: Reader) =>
  (await reader.config(story)).push?.prompt[name];
const ofService = (name: keyof PushConfig['service']) => async (reader: Reader) =>
  (await reader.config(story)).push?.service[name];

/** A comment that the captcha checks: the key of its script, the server's secret, and the warnings. */
const comment = (reader: Reader) =>
  reader.once('comment', async () => {
    const page = await browser.newPage(desktop);
    await page.goto(reader.url + story);
    await page.mouse.move(9, 9, { steps: 2 });
    await page.waitForFunction(() => !document.querySelector('#comments[data-late], #comments [data-late]'));
    await page.fill('#comment', 'A fine remark');
    await page.fill('#author', 'Rea Der');
    await page.fill('#email', 'rea@mail.test');
    const checks = captcha.verifications.length;
    await page.click('#submit');
    await expect.poll(() => captcha.verifications.length).toBe(checks + 1);
    const warnings = page.locator('[data-warning]:visible');
    await expect
      .poll(async () => page.url() !== reader.url + story || (await warnings.count()) > 0)
      .toBe(true);
    return {
      key: new URLSearchParams(captcha.loads.at(-1)).get('render'),
      secret: captcha.verifications.at(-1)?.secret,
      warnings: await warnings.evaluateAll((all) => all.map((one) => one.getAttribute('data-warning'))),
    };
  });

const credentials = 'td_ajax_fb_login_get_credentials';
/** A log-in with the social network: the app that its script is set up for, and the server's secret. */
const socialLogin = (reader: Reader) =>
  reader.once('social log-in', async () => {
    const { page } = await reader.live('/wp-login.php');
    const calls = network.asked.length;
    await page.locator('.account-send button.button-quiet').click();
    const asked = () => network.asked.slice(calls).find((url) => url.startsWith('/debug_token'));
    await expect.poll(asked).toBeDefined();
    const [setUp] = await page.evaluate<{ readonly appId: string }[]>('network');
    const token = new URLSearchParams(asked()?.split('?')[1]).get('access_token') ?? '';
    return { app: setUp?.appId, secret: token.split('|')[1] };
  });

const rounds: readonly SettingRound[] = [
  {
    name: 'services that are off',
    given: () => ({
      social_login_app_id: '123',
      social_login_app_secret: 'secret',
      social_login_sdk_url: network.sdk,
      social_login_graph_url: network.graph,
      analytics_script_url: `${ads.origin}/container.js`,
      ad_block_check_urls: [`${ads.origin}/check`],
    }),
    rows: [
      row(
        'users_can_register',
        true,
        async (reader) => (await fetch(`${reader.url}/wp-login.php?action=register`)).status,
        403,
        200,
      ),
      row(
        'social_login',
        true,
        async (reader) =>
          (await reader.live('/wp-login.php')).requests.some((sent) => sent.includes(credentials)),
        false,
        true,
      ),
      row(
        'content_protection',
        false,
        async (reader) =>
          (await reader.live(story)).page.evaluate(() => {
            const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
            document.querySelector('.post-content')?.dispatchEvent(event);
            return event.defaultPrevented;
          }),
        true,
        false,
      ),
      row(
        'captcha',
        'show',
        async (reader) => (await reader.part(story, 'comment-form'))?.['captcha'],
        undefined,
        {},
      ),
      row(
        'require_name_email',
        false,
        (reader) => reader.attribute(story, '#author', 'aria-required'),
        'true',
        null,
      ),
      row('push_desktop', true, promptOn(desktop), 0, 1),
      row('push_mobile', true, promptOn(phone), 0, 1),
      ...adSlots.map((slot) =>
        row(
          `ad_${slot}`,
          `<p data-own-ad="${slot}">Buy this</p>`,
          async (reader) => (await shownAds(reader)).includes(slot),
          false,
          true,
        ),
      ),
      row('ad_block_notice', true, blockedVisit, 0, 1),
      row(
        'background_ad_link',
        'https://ads.example/landing',
        ofPart('background-ad', 'link'),
        undefined,
        'https://ads.example/landing',
      ),
      row(
        'analytics_container_id',
        'GTM-PAPER',
        async (reader) =>
          (await reader.live(story)).requests
            .filter((sent) => sent.includes('/container.js'))
            .map((sent) => sent.replace(ads.origin, '').trim()),
        [],
        ['/container.js?id=GTM-PAPER'],
      ),
      row(
        'prefetch',
        false,
        async (reader) => (await reader.config(story)).prefetch !== undefined,
        true,
        false,
      ),
    ],
  },
  {
    name: 'services that are on',
    given: () => ({
      social_login: true,
      social_login_app_id: '123',
      social_login_app_secret: 'secret',
      social_login_sdk_url: network.sdk,
      social_login_graph_url: network.graph,
      captcha: 'show',
      captcha_site_key: 'old-key',
      captcha_secret_key: 'old-secret',
      captcha_script_url: captcha.script,
      captcha_verify_url: captcha.verify,
      push_desktop: true,
      background_ad_link: 'https://ads.example/landing',
    }),
    rows: [
      row(
        'social_login_app_id',
        '456',
        seenIn(socialLogin, ({ app }) => app),
        '123',
        '456',
      ),
      row(
        'social_login_app_secret',
        'hushed',
        seenIn(socialLogin, ({ secret }) => secret),
        'secret',
        'hushed',
      ),
      row(
        'captcha_site_key',
        'new-key',
        seenIn(comment, ({ key }) => key),
        'old-key',
        'new-key',
      ),
      row(
        'captcha_secret_key',
        'new-secret',
        seenIn(comment, ({ secret }) => secret),
        'old-secret',
        'new-secret',
      ),
      row(
        'captcha_score',
        0.7,
        seenIn(comment, ({ warnings }) => warnings),
        [],
        ['captcha-score'],
      ),
      row('push_delay', 1, ofPrompt('delay'), 0, 1),
      row('push_reappear', 600, ofPrompt('reappear'), 0, 600),
      row(
        'push_logo',
        '/icon-512.png',
        seenIn(pushVisit, ({ logo }) => logo),
        '/icon-192.png',
        '/icon-512.png',
      ),
      row(
        'push_heading',
        'First to know',
        seenIn(pushVisit, ({ texts }) => texts[0]),
        'Get the news first',
        'First to know',
      ),
      row(
        'push_subheading',
        'Only what matters.',
        seenIn(pushVisit, ({ texts }) => texts[1]),
        'We’ll let you know when something important happens.',
        'Only what matters.',
      ),
      row(
        'push_theme_color',
        '#ffd400',
        seenIn(pushVisit, ({ color }) => color),
        'rgb(11, 92, 255)',
        'rgb(255, 212, 0)',
      ),
      row(
        'push_allow_text',
        'Yes, please',
        seenIn(pushVisit, ({ buttons }) => buttons.includes('Yes, please')),
        false,
        true,
      ),
      row(
        'push_deny_text',
        'Never',
        seenIn(pushVisit, ({ buttons }) => buttons.includes('Never')),
        false,
        true,
      ),
      row(
        'push_bottom_button',
        true,
        seenIn(pushVisit, ({ bells }) => bells),
        0,
        1,
      ),
      row(
        'push_button_to_unsubscribe',
        true,
        seenIn(pushVisit, ({ unsubscribes }) => unsubscribes),
        0,
        1,
      ),
      row(
        'push_lock_page_content',
        true,
        seenIn(pushVisit, ({ isLocked }) => isLocked),
        false,
        true,
      ),
      row(
        'push_backdrop',
        false,
        seenIn(pushVisit, ({ isModal }) => isModal),
        true,
        false,
      ),
      row(
        'push_provider',
        'paper',
        seenIn(pushVisit, ({ worker }) => worker),
        '/broadsheet-push.js',
        '/paper-push.js',
      ),
      row('background_ad_target', '_blank', ofPart('background-ad', 'target'), '', '_blank'),
      row(
        'background_ad_image',
        '/icon-512.png',
        (reader) => reader.attribute(story, '.background-ad', 'style'),
        null,
        'background-image:url("/icon-512.png")',
      ),
      row(
        'prefetch_ignore_list',
        ['wp-admin', 'wp-login.php', '/shop/'],
        async (reader) => (await reader.config(story)).prefetch?.ignore_list,
        ['wp-admin', 'wp-login.php'],
        ['wp-admin', 'wp-login.php', '/shop/'],
      ),
      row(
        'ignore_remote_prefetch',
        false,
        async (reader) => (await reader.config(story)).prefetch?.ignore_remote_prefetch,
        true,
        false,
      ),
    ],
  },
  {
    name: 'another push service',
    given: () => ({ push_desktop: true }),
    rows: [
      row('push_project_id', 'project-5', ofService('project_id'), '', 'project-5'),
      row('push_sender_id', 'sender-6', ofService('sender_id'), '', 'sender-6'),
      row(
        'push_app_id',
        'app-7',
        seenIn(pushVisit, ({ registration }) => registration?.body['app_id']),
        '',
        'app-7',
      ),
      row(
        'push_api_url',
        'https://push.example/v1/api/token',
        seenIn(pushVisit, ({ registration }) => registration?.url.replace(site.url, '')),
        '/api/token',
        'https://push.example/v1/api/token',
      ),
      row(
        'push_service_worker',
        '/example-sw.js',
        seenIn(pushVisit, ({ worker }) => worker),
        '/broadsheet-push.js',
        '/example-sw.js',
      ),
      row(
        'push_vapid_public_key',
        'BServiceKey',
        seenIn(pushVisit, ({ key }) => key === 'BServiceKey'),
        false,
        true,
      ),
      row('push_referral_code', 'code-8', ofService('referralCode'), '', 'code-8'),
    ],
  },
];

testRounds({ browser, site, userId: () => ids.mirai }, rounds);

/** They can't be changed on the screen; `src/site/pages/push-config.test.ts` covers them. */
const withOneOption = ['push_mobile_location', 'push_popup_type'];

test('[IMP-12] a row for each setting of services in Appendix C', () => {
  expect([...keysIn(rounds), ...withOneOption].toSorted()).toEqual(
    Object.values(appendixOfServices).flat().toSorted(),
  );
});
