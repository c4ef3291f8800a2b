import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateUser } from '../../src/modules/users/writer.ts';
import { hashPassword } from '../../src/lib/credentials.ts';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';
import { startSocialNetwork } from '../harness/social-network.ts';
import type { SocialNetwork } from '../harness/social-network.ts';

const browser = useChromium();
let network: SocialNetwork;
beforeAll(async () => void (network = await startSocialNetwork()));
afterAll(() => network.close());
const site = useRealSite(async (tx) => {
  await makePost(tx, { title: 'A story', slug: 'story' });
  await updateUser(tx, await makeUser(tx, { login: 'reader', roles: ['subscriber'] }), {
    password: await hashPassword('correct horse 1'),
  });
});
const on = () => ({
  social_login: true,
  social_login_app_id: '123',
  social_login_app_secret: 'secret',
  social_login_sdk_url: network.sdk,
  social_login_graph_url: network.graph,
  users_can_register: true,
});

/** The page of the form, and a record of its credential requests. */
async function open(stub?: object, expectedMessages?: RegExp): Promise<{ page: Page; calls: string[] }> {
  const page = await browser.newPage(expectedMessages ? { expectedMessages } : {});
  const calls: string[] = [];
  page.on(
    'request',
    (request) =>
      request.postData()?.includes('td_ajax_fb_login_get_credentials') && calls.push(request.url()),
  );
  if (stub) {
    await page.route('**/admin-ajax.php*', (route) =>
      route.request().postData()?.includes('get_credentials')
        ? route.fulfill({ contentType: 'application/json', body: JSON.stringify(stub) })
        : route.continue(),
    );
  }
  await page.goto(`${site.url}/wp-login.php`);
  await page.waitForSelector('.account-form button[aria-disabled]');
  return { page, calls };
}
const button = (page: Page) => page.locator('.account-send button.button-quiet');

test('[AUTH-15] without social log-in the page contacts no provider', async () => {
  await site.set({ social_login: null });
  const { page, calls } = await open();
  await page.waitForLoadState('networkidle');
  expect([calls, await button(page).count()]).toEqual([[], 0]);
});

test('[AUTH-15] [AUTH-16] with it the credentials are requested once, and the network’s script is set up with them', async () => {
  await site.set(on());
  const { page, calls } = await open({ error: '', app_id: '123' });
  await button(page).waitFor();
  expect(calls).toHaveLength(1);
  expect(await page.evaluate(() => (globalThis as unknown as { network: unknown[] }).network)).toEqual([
    { appId: '123', version: 'v13.0', cookie: false, xfbml: false },
  ]);
});

test('[AUTH-17] invalid credentials: no script, no button, and the log-in form works as usual', async () => {
  await site.set(on());
  const before = network.asked.length;
  const { page } = await open({ error: 'x', app_id: '' }, /Social log-in is not there: Error: x/);
  await page.fill('[name=log]', 'nobody');
  await page.fill('[name=pwd]', 'wrong');
  await page.click('.account-form button[type=submit]');
  await expect.poll(() => page.locator('.account-notice').textContent()).toBe('User or password incorrect!');
  expect([network.asked.length, await button(page).isVisible()]).toEqual([before, false]);
  await page.fill('[name=log]', 'reader');
  await page.fill('[name=pwd]', 'correct horse 1');
  await Promise.all([
    page.waitForURL('**/wp-admin/profile.php'),
    page.click('.account-form button[type=submit]'),
  ]);
});

test('a user vouched for by the network gets an account, and returns to it', async () => {
  await site.set(on());
  network.vouch('123', { id: '42', name: 'Ada <b>L.</b>', email: 'ada@network.example' });
  const first = await open();
  await button(first.page).click();
  await first.page.waitForURL('**/wp-admin/profile.php');
  expect(await first.page.inputValue('[name=displayName]')).toBe('Ada b L. /b');
  expect(await first.page.inputValue('[name=email]')).toBe('ada@network.example');
  await first.page.fill('[name=displayName]', 'Ada');
  await Promise.all([
    first.page.waitForURL('**done=account_saved'),
    first.page.click('.profile-section:has([name=bio]) button'),
  ]);
  const second = await open();
  await button(second.page).click();
  await second.page.waitForURL('**/wp-admin/profile.php');
  expect(await second.page.inputValue('[name=displayName]')).toBe('Ada');
});

test('a token of another site, of an unknown user, or of an email address with an account does not log in', async () => {
  await site.set(on());
  const problemOn = async (page: Page) => {
    await button(page).click();
    return page.locator('.account-notice.is-problem').textContent();
  };
  network.vouch('999', { id: '7', name: 'Eve' });
  expect(await problemOn((await open()).page)).toContain('did not confirm your identity');
  network.vouch('123');
  expect(await problemOn((await open()).page)).toContain('did not confirm your identity');
  network.vouch('123', { id: '8', name: 'Eve', email: 'ADA@network.example' });
  expect(await problemOn((await open()).page)).toContain('is already registered');
  await site.set({ ...on(), users_can_register: false });
  network.vouch('123', { id: '9', name: 'Late' });
  expect(await problemOn((await open()).page)).toContain('Registration is closed');
});

test('an unreachable network or site shows an error at the log-in form, which still works', async () => {
  await site.set(on());
  network.vouch('123', { id: '10', name: 'Patient' });
  const { page } = await open(undefined, /Social log-in failed|status of 503/);
  const notice = page.locator('.account-notice');
  const away = 'The social network is not responding. Try again in a moment, or use a password.';
  for (const status of [503, 200]) {
    network.fail(status);
    const reply = page.waitForResponse(
      (response) => response.request().postData()?.includes('fb_login_user') ?? false,
    );
    await button(page).click();
    expect([(await reply).status(), await (await reply).json()]).toEqual([
      200,
      { error: away, message: '', redirect: '', fields: [] },
    ]);
    await expect
      .poll(async () => [await notice.textContent(), await notice.getAttribute('role')])
      .toEqual([away, 'alert']);
  }
  network.fail();
  await site.set({ ...on(), social_login_graph_url: 'http://127.0.0.1:1' });
  const answer = await page.evaluate(
    async () =>
      (
        await fetch('/wp-admin/admin-ajax.php', {
          method: 'POST',
          body: new URLSearchParams({ action: 'td_ajax_fb_login_user', access_token: 'good-token' }),
        })
      ).json() as Promise<{ readonly error: string }>,
  );
  expect(answer.error).toBe(away);
  await site.set(on());
  let isAway = true;
  let waited: string | null = '';
  await page.route('**/admin-ajax.php*', async (route) => {
    if (!isAway) return route.continue();
    waited = await notice.textContent();
    return route.fulfill({ status: 503, body: '' });
  });
  await button(page).click();
  await expect.poll(() => notice.textContent()).toContain('temporarily unavailable');
  expect(waited).toBe('Please wait...');
  isAway = false;
  await button(page).click();
  await page.waitForURL('**/wp-admin/profile.php');
});
