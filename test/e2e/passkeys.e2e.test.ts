import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { updateUser } from '../../src/modules/users/writer.ts';
import { hashPassword } from '../../src/lib/credentials.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import type { PageOptions } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const password = 'correct horse 1';
const site = useRealSite(
  async (tx) => {
    await makePost(tx, { title: 'A story', slug: 'story' });
    for (const login of ['ada', 'bob', 'cleo']) {
      const user = await makeUser(tx, {
        login,
        email: `${login}@mail.example`,
        roles: ['subscriber'],
        displayName: `${login} K.`,
      });
      await updateUser(tx, user, { password: await hashPassword(password) });
    }
  },
  () => ({ TRUST_PROXY: '127.0.0.1' }),
  'localhost',
);

let machines = 0;
/** A page with a virtual authenticator; `knows`: it verifies its user. */
async function open(
  path: string,
  options: PageOptions = {},
): Promise<{ page: Page; knows: (isKnown: boolean) => Promise<void>; keys: () => Promise<number> }> {
  const page = await browser.newPage({
    ...options,
    extraHTTPHeaders: { 'x-forwarded-for': `198.20.0.${machines++}` },
  });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(site.url + path);
  return {
    page,
    knows: async (isUserVerified) =>
      void (await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
    keys: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}

const noticeOn = (page: Page) => page.locator('.account-notice').textContent();
async function logIn(page: Page, login: string): Promise<void> {
  await page.waitForSelector('.account-form button[aria-disabled]');
  await page.fill('[name=log]', login);
  await page.fill('[name=pwd]', password);
  await page.click('.account-form button[type=submit]');
}

/** Creates a passkey in the profile of a logged-in user; returns the recovery codes. */
async function make(page: Page): Promise<string[]> {
  await page.goto(`${site.url}/wp-admin/second-factor.php`);
  await page.fill('#passkey-name', 'My laptop');
  await page.fill('#passkey-current', password);
  await page.click('form:has(#passkey-name) button');
  await page.waitForSelector('.account-codes');
  return page.locator('.account-codes code').allTextContents();
}

test('a passkey is created in the profile and logs in on the page and in the dialog; articles load none of its code', async () => {
  const { page, knows } = await open('/wp-login.php');
  await logIn(page, 'ada');
  await page.waitForURL('**/profile.php');
  expect(await make(page)).toHaveLength(10);
  await page.goto(`${site.url}/wp-admin/second-factor.php`);
  expect(await page.locator('.profile-sessions b').allTextContents()).toEqual(['My laptop']);
  await page.context().clearCookies();
  // By IP address browsers would refuse passkeys, so nothing is offered there.
  await page.goto(`${site.url.replace('localhost', '127.0.0.1')}/wp-login.php`);
  await page.waitForSelector('.account-form button[aria-disabled]');
  await atRest(page);
  expect(await page.locator('.account-passkey:visible').count()).toBe(0);
  await page.goto(`${site.url}/wp-login.php`);
  await Promise.all([page.waitForURL('**/profile.php'), page.click('.account-passkey button')]);
  await page.context().clearCookies();

  await page.goto(`${site.url}/story/`);
  await page.waitForLoadState('networkidle');
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(loaded.filter((name) => /passkey|webauthn|startAuth/i.test(name))).toEqual([]);
  await page.click('.account-link:visible');
  await page.waitForSelector('.account-dialog .account-passkey:not([hidden])');
  await knows(false);
  await page.click('.account-dialog .account-passkey button');
  await expect.poll(() => noticeOn(page)).toBe('No passkey was used.');
  await knows(true);
  await Promise.all([page.waitForEvent('load'), page.click('.account-dialog .account-passkey button')]);
  expect(page.url()).toBe(`${site.url}/story/`);
  await page.mouse.move(9, 9, { steps: 2 });
  await expect.poll(() => page.locator('.masthead-tools .account-link').textContent()).toBe('ada K.');
  await page.goto(`${site.url}/wp-admin/second-factor.php`);
  await page.fill('#passkey-gone-current', password);
  await Promise.all([
    page.waitForURL('**done=account_passkey_removed'),
    page.click('.profile-sessions button'),
  ]);
});

test('a passkey created with a wrong password, or before leaving the page, is usable in the end', async () => {
  const { page, keys } = await open('/wp-login.php', { expectedMessages: /status of 400/ });
  await logIn(page, 'cleo');
  await page.waitForURL('**/profile.php');
  const typeWrong = async () => {
    await page.goto(`${site.url}/wp-admin/second-factor.php`);
    const press = () => page.click('form:has(#passkey-name) button');
    // Until both fields are filled, no authenticator is called.
    await page.fill('#passkey-name', 'My laptop');
    await press();
    expect(
      await page
        .locator('#passkey-current')
        .evaluate((field: HTMLInputElement) => document.activeElement === field),
    ).toBe(true);
    await page.fill('#passkey-current', 'wrong');
    await Promise.all([page.waitForSelector('#passkey-current[aria-invalid]'), press()]);
    await page.waitForSelector('form:not([hidden]) > [name=credential]', { state: 'attached' });
  };
  await typeWrong();
  await typeWrong();
  expect(await keys()).toBe(1);
  await page.fill('#passkey-current', password);
  await page.click('form:has(#passkey-name) button');
  await page.waitForSelector('.account-codes');
  expect(await keys()).toBe(1);
  await page.context().clearCookies();
  await page.goto(`${site.url}/wp-login.php`);
  await Promise.all([page.waitForURL('**/profile.php'), page.click('.account-passkey button')]);
});

test('a passkey is the second factor after a password', async () => {
  const { page } = await open('/wp-login.php');
  await logIn(page, 'bob');
  await page.waitForURL('**/profile.php');
  await make(page);
  await page.context().clearCookies();
  await page.goto(`${site.url}/wp-login.php?redirect_to=%2Fstory%2F`);
  await logIn(page, 'bob');
  await page.waitForSelector('[name=code]');
  await Promise.all([page.waitForURL('**/story/'), page.click('.account-passkey button')]);
  // A device without passkeys gets a message, and the password form stays available.
  const other = await open('/wp-login.php');
  await other.page.waitForSelector('.account-passkey:not([hidden])');
  await other.page.click('.account-passkey button');
  await expect.poll(() => noticeOn(other.page)).toBe('No passkey was used.');
  await logIn(other.page, 'bob');
  await other.page.waitForSelector('[name=code]');
});
