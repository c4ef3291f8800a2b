import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretPurpose } from '../../src/modules/accounts/sign-in.ts';
import { writeCodeApp } from '../../src/modules/users/second-factor.ts';
import { updateUser } from '../../src/modules/users/writer.ts';
import { loadSecret, createVault } from '../../src/lib/keys.ts';
import { hashPassword, makeTotpSecret } from '../../src/lib/credentials.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import type { PageOptions } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { startMailServer } from '../harness/mail-server.ts';
import type { MailServer } from '../harness/mail-server.ts';
import { useRealSite } from '../harness/real-site.ts';
import { totpCode } from '../harness/totp-code.ts';

const browser = useChromium();
const password = 'correct horse 1';
let mail: MailServer;
beforeAll(async () => void (mail = await startMailServer()));
afterAll(() => mail.close());
let people = 0;
const from = () => ({
  extraHTTPHeaders: { 'x-forwarded-for': `198.19.${Math.floor(people / 250)}.${people++ % 250}` },
});
const phone = { viewport: { width: 375, height: 812 } };

const site = useRealSite(
  async (tx) => {
    await makePost(tx, { title: 'A story', slug: 'story' });
    const user = await makeUser(tx, {
      login: 'ada',
      email: 'ada@mail.example',
      roles: ['subscriber'],
      displayName: 'Ada L.',
    });
    await updateUser(tx, user, { password: await hashPassword(password) });
  },
  () => ({ TRUST_PROXY: '127.0.0.1', SMTP_URL: mail.url }),
);

async function open(path: string, options: PageOptions = {}): Promise<{ page: Page; posts: string[] }> {
  const page = await browser.newPage({ ...from(), ...options });
  const posts: string[] = [];
  page.on(
    'request',
    (request) =>
      /td_mod_|(?:log|pass1|user_login)=/.test(request.postData() ?? '') &&
      posts.push(request.postData() ?? ''),
  );
  await page.goto(site.url + path);
  if (options.javaScriptEnabled !== false && path.startsWith('/wp-login'))
    await page.waitForSelector('.account-form button[aria-disabled]');
  return { page, posts };
}

const noticeOn = (page: Page) => page.locator('.account-notice').textContent();
const send = (page: Page) => page.click('.account-form button[type=submit]');
async function openDialog(options: PageOptions = {}): Promise<{ page: Page; posts: string[] }> {
  const opened = await open('/story/', options);
  const { page } = opened;
  if (options.viewport && options.viewport.width < 768) await page.click('.mobile-menu-button');
  await page.click('.account-link:visible');
  await page.waitForSelector('.account-dialog .account-form button[aria-disabled]');
  return opened;
}

test.each([
  ['desktop', {}],
  ['phone', phone],
])(
  '[AUTH-01] [AUTH-02] on a %s the header opens the form over the page, and signs in',
  async (_name, options) => {
    const { page } = await openDialog(options);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('log');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.account-dialog').count()).toBe(0);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.className))
      .toBe('viewport' in options ? 'mobile-menu-button' : 'account-link');
    const again = await openDialog(options);
    await again.page.fill('[name=log]', 'ada');
    await again.page.fill('[name=pwd]', password);
    await Promise.all([again.page.waitForEvent('load'), send(again.page)]);
    expect(again.page.url()).toBe(`${site.url}/story/`);
    await expect.poll(() => again.page.locator('.masthead-tools .account-link').textContent()).toBe('Ada L.');
    const cookies = await again.page.context().cookies();
    const session = cookies.find(({ name }) => name.startsWith('wordpress_logged_in_'));
    expect([
      session?.httpOnly,
      session?.sameSite,
      await again.page.evaluate(() => document.cookie.includes('wordpress_logged_in_')),
    ]).toEqual([true, 'Lax', false]);
    expect(await again.page.locator('.masthead-tools .account-link').getAttribute('href')).toBe(
      '/wp-admin/profile.php',
    );
  },
);

test("selecting a field's text may end outside the dialog; a press outside closes it", async () => {
  const { page } = await openDialog();
  await page.fill('[name=log]', 'ada');
  const { x = 0, y = 0 } = (await page.locator('[name=log]').boundingBox()) ?? {};
  await page.mouse.move(x + 30, y + 10);
  await page.mouse.down();
  await page.mouse.move(5, y + 10, { steps: 3 });
  await page.mouse.up();
  expect(await page.locator('.account-dialog[open]').count()).toBe(1);
  await page.mouse.click(5, y + 10);
  await expect.poll(() => page.locator('.account-dialog').count()).toBe(0);
});

test('a dialog that is on its way is not opened twice, but again once it was closed', async () => {
  const { page } = await openDialog();
  const form = page.locator('.account-dialog[open]');
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await page.dblclick('.account-link:visible');
  await form.first().waitFor();
  await atRest(page);
  expect(await form.count()).toBe(1);
});

test('[AUTH-01] readers get only the link until they open the dialog', async () => {
  const { page } = await open('/story/');
  await page.waitForLoadState('networkidle');
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(loaded.filter((name) => /account|dialog|react/.test(name))).toEqual([]);
});

test('[AUTH-03] [AUTH-04] [AUTH-12] without a name or a password nothing is sent', async () => {
  const { page, posts } = await open('/wp-login.php');
  await send(page);
  expect(await noticeOn(page)).toBe('Email or username empty!');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('log');
  await page.fill('[name=log]', '  ');
  await send(page);
  expect(await noticeOn(page)).toBe('Email or username empty!');
  await page.fill('[name=log]', 'ada');
  await send(page);
  expect(await noticeOn(page)).toBe('Pass empty!');
  expect([
    posts,
    await page.locator('[name=pwd]').getAttribute('aria-invalid'),
    await page.locator('[name=log]').getAttribute('aria-invalid'),
  ]).toEqual([[], 'true', null]);
});

test('[AUTH-10] [AUTH-12] a wrong password, and an unknown user', async () => {
  const { page, posts } = await open('/wp-login.php');
  for (const name of ['ada', 'nobody']) {
    await page.fill('[name=log]', name);
    await page.fill('[name=pwd]', 'wrong');
    await send(page);
    await expect.poll(() => noticeOn(page)).toBe('User or password incorrect!');
    expect(await page.locator('.account-notice').getAttribute('role')).toBe('alert');
  }
  expect(posts).toHaveLength(2);
});

test('[AUTH-11] while a request is pending the form says so, and is not sent twice', async () => {
  const { page, posts } = await open('/wp-login.php');
  let answer: () => void = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/admin-ajax.php*', async (route) => {
    await held;
    await route.continue();
  });
  await page.fill('[name=log]', 'ada');
  await page.fill('[name=pwd]', 'wrong');
  await send(page);
  expect(await noticeOn(page)).toBe('Please wait...');
  await page.press('[name=pwd]', 'Enter');
  answer();
  await expect.poll(() => noticeOn(page)).toBe('User or password incorrect!');
  expect(posts).toHaveLength(1);
});

test('[AUTH-09] [AUTH-12] password resets respond alike for known and unknown users', async () => {
  const { page } = await openDialog();
  await page.click('.account-dialog a[href*=lostpassword]');
  await page.waitForSelector('.account-dialog form[action*=lostpassword][novalidate]');
  await send(page);
  expect(await noticeOn(page)).toBe('Email or username empty!');
  for (const name of ['nobody', 'not@an@address']) {
    await page.fill('[name=user_login]', name);
    await send(page);
    await expect.poll(() => noticeOn(page)).toBe('Email or username incorrect!');
  }
  await page.fill('[name=user_login]', 'ada@mail.example');
  await send(page);
  await expect.poll(() => noticeOn(page)).toContain('Check your email');
  await expect.poll(() => mail.mails.length).toBe(1);
  const link = /http\S+action=rp&key=[\w-]+/.exec(mail.mails[0]?.text ?? '')?.[0] ?? '';
  await page.goto(link);
  expect(page.url()).toBe(`${site.url}/wp-login.php?action=rp`);
  await page.waitForSelector('.account-form button[aria-disabled]');
  await page.fill('[name=pass1]', 'another horse 2');
  await page.fill('[name=pass2]', 'another horse');
  await send(page);
  expect(await noticeOn(page)).toBe('Retyped Pass incorrect!');
  await page.fill('[name=pass2]', 'another horse 2');
  await Promise.all([page.waitForURL('**/wp-login.php?reset=true'), send(page)]);
  expect(await noticeOn(page)).toBe('Your password has been saved. Log in with it.');
  await site.write(async (tx) => updateUser(tx, 1, { password: await hashPassword(password) }));
});

test('[AUTH-05] [AUTH-06] [AUTH-07] [AUTH-08] [AUTH-12] [AUTH-13] registration validates its fields before sending', async () => {
  await site.set({ users_can_register: true, confirm_registration: false });
  const { page, posts } = await open('/wp-login.php?action=register');
  const typed = { user_login: 'newcomer', user_email: 'new@mail.example', pass1: password, pass2: password };
  const faults: [Partial<typeof typed>, string][] = [
    [{ user_login: '' }, 'Email or username empty!'],
    [{ user_login: 'new/comer' }, 'Username incorrect!'],
    [{ user_email: 'new@mail' }, 'Email incorrect!'],
    [{ pass1: '' }, 'Pass empty!'],
    [{ pass1: 'abc' }, 'Invalid Pass Pattern!'],
    [{ pass1: 'abcdefgh' }, 'Invalid Pass Pattern!'],
    [{ pass2: 'else' }, 'Retyped Pass incorrect!'],
  ];
  for (const [change, text] of faults) {
    for (const [name, value] of Object.entries({ ...typed, ...change }))
      await page.fill(`[name=${name}]`, value);
    await send(page);
    expect([change, await noticeOn(page)]).toEqual([change, text]);
  }
  expect(posts).toEqual([]);
  for (const [name, value] of Object.entries(typed)) await page.fill(`[name=${name}]`, value);
  await send(page);
  await page.waitForURL('**/wp-login.php?registered=true');
  expect(await noticeOn(page)).toBe('Your account has been created. Log in.');
  await page.fill('[name=log]', 'newcomer');
  await page.fill('[name=pwd]', password);
  await Promise.all([page.waitForURL('**/wp-admin/profile.php'), send(page)]);
});

test('after registration the page shows the next step, not the form; with registration closed the way back is separate', async () => {
  await site.set({ users_can_register: true, confirm_registration: true });
  const { page } = await open('/wp-login.php?action=register', {
    ...phone,
    expectedMessages: /status of 403/,
  });
  const typed = { user_login: 'hinted', user_email: 'hinted@mail.example', pass1: password, pass2: password };
  for (const [name, value] of Object.entries(typed)) await page.fill(`[name=${name}]`, value);
  await send(page);
  await expect.poll(() => noticeOn(page)).toContain('Almost done');
  expect(await page.locator('.account-form:visible, .account-text:visible').count()).toBe(0);
  await site.set({ users_can_register: false, confirm_registration: false });
  await page.goto(`${site.url}/wp-login.php?action=register`);
  const gap = await page.evaluate(() => {
    const [above, below] = ['.account-notice', '.account-send'].map((part) =>
      document.querySelector(part)?.getBoundingClientRect(),
    );
    return (below?.top ?? 0) - (above?.bottom ?? 0);
  });
  expect(gap).toBeGreaterThan(8);
});

test('[AUTH-12] without scripts every message comes from the server', async () => {
  await site.set({ users_can_register: true, confirm_registration: false });
  const { page } = await open('/wp-login.php', {
    javaScriptEnabled: false,
    expectedMessages: /status of 400/,
  });
  const says = async (fields: Record<string, string>, words: string) => {
    for (const [name, value] of Object.entries(fields)) await page.fill(`[name=${name}]`, value);
    await send(page);
    await expect.poll(() => noticeOn(page)).toBe(words);
  };
  await says({}, 'Email or username empty!');
  await says({ log: 'ada' }, 'Pass empty!');
  await says({ log: 'ada', pwd: 'wrong' }, 'User or password incorrect!');
  expect([await page.inputValue('[name=log]'), await page.inputValue('[name=pwd]')]).toEqual(['ada', '']);
  await page.click('a[href*=lostpassword]');
  await says({ user_login: 'nobody' }, 'Email or username incorrect!');
  await page.goto(`${site.url}/wp-login.php?action=register`);
  const typed = { user_login: 'second', user_email: 'second@mail.example', pass1: password, pass2: password };
  await says({ ...typed, user_login: '<i>' }, 'Username incorrect!');
  await says({ ...typed, user_email: 'x' }, 'Email incorrect!');
  await says({ ...typed, pass1: 'short' }, 'Invalid Pass Pattern!');
  await says({ ...typed, pass2: 'x' }, 'Retyped Pass incorrect!');
  await says(typed, 'Your account has been created. Log in.');
  await page.goto(`${site.url}/wp-login.php`);
  await page.fill('[name=log]', 'ada');
  await page.fill('[name=pwd]', password);
  await send(page);
  await page.waitForURL(`${site.url}/wp-admin/profile.php`);
  expect(await noticeOn(page)).toBe('');
});

test('users edit their profile, and log out', async () => {
  const { page } = await open('/wp-login.php', { expectedMessages: /status of 400/ });
  await page.fill('[name=log]', 'ada');
  await page.fill('[name=pwd]', password);
  await Promise.all([page.waitForURL('**/wp-admin/profile.php'), send(page)]);
  await page.fill('[name=displayName]', 'Ada Lovelace');
  await page.fill('[name=bio]', 'Counts.');
  await Promise.all([
    page.waitForURL('**done=account_saved'),
    page.click('.profile-section:has([name=bio]) button'),
  ]);
  expect([
    await noticeOn(page),
    await page.inputValue('[name=displayName]'),
    await page.inputValue('[name=bio]'),
  ]).toEqual(['Saved.', 'Ada Lovelace', 'Counts.']);
  const drawn = sharp({ create: { width: 120, height: 160, channels: 3, background: '#b33' } });
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: await drawn.png().toBuffer() };
  await page.setInputFiles('[name=portrait]', { ...picture, buffer: Buffer.from('<svg/>') });
  await page.click('#portrait button');
  await expect
    .poll(() => noticeOn(page))
    .toBe('This file is not a supported image. Choose a JPEG, PNG, WebP, GIF or AVIF file.');
  await page.setInputFiles('[name=portrait]', picture);
  await Promise.all([page.waitForURL('**done=account_portrait_saved'), page.click('#portrait button')]);
  const shown = page.locator('#portrait img.avatar');
  await expect
    .poll(() => shown.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]))
    .toEqual([120, 120]);
  await Promise.all([
    page.waitForURL('**done=account_portrait_removed'),
    page.click('#portrait .button-quiet'),
  ]);
  expect([await shown.count(), await page.locator('#portrait span.avatar').textContent()]).toEqual([0, 'AL']);
  // Account pages have no menus; others show the name.
  expect(await page.locator('.masthead, .site-footer').count()).toBe(0);
  await page.goto(`${site.url}/story/`);
  await page.mouse.move(9, 9, { steps: 2 });
  await expect.poll(() => page.locator('.masthead-tools .account-link').textContent()).toBe('Ada Lovelace');
  await page.goto(`${site.url}/wp-admin/profile.php`);
  await Promise.all([page.waitForURL('**loggedout=true'), page.click('a[href*="action=logout"]')]);
  expect(await noticeOn(page)).toBe('You are logged out.');
  await page.goto(`${site.url}/story/`);
  await page.mouse.move(9, 9, { steps: 2 });
  await page.waitForSelector('.masthead-tools .account-link[aria-haspopup=dialog]');
  expect(await page.locator('.masthead-tools .account-link').textContent()).toBe('Log in');
});

test.each([
  ['with', {}],
  ['without', { javaScriptEnabled: false }],
])('a second factor is enabled and required, %s scripts', async (name, options) => {
  const login = `two-steps-${name}`;
  await site.write(async (tx) => {
    const user = await makeUser(tx, { login, email: `${login}@mail.example`, roles: ['subscriber'] });
    await updateUser(tx, user, { password: await hashPassword(password) });
  });
  const { page } = await open('/wp-login.php', { ...options, expectedMessages: /status of 400/ });
  const logIn = async () => {
    await page.fill('[name=log]', login);
    await page.fill('[name=pwd]', password);
    await send(page);
  };
  await logIn();
  await page.waitForURL('**/wp-admin/profile.php');
  await page.click('a[href="/wp-admin/second-factor.php"]');
  const qr = page.locator('.account-qr');
  expect([await qr.getAttribute('role'), ((await qr.boundingBox())?.width ?? 0) > 150]).toEqual([
    'img',
    true,
  ]);
  const secret = ((await page.locator('.account-secret').textContent()) ?? '').replaceAll(' ', '');
  // The server accepts a code half a minute early or late; entering this one and the next keeps slow machines in time.
  await page.fill('[name=code]', totpCode(secret));
  await page.fill('[name=current]', password);
  await page.click('.profile-section button');
  await page.waitForSelector('.account-codes');
  const codes = await page.locator('.account-codes code').allTextContents();
  expect([codes.length, await noticeOn(page)]).toEqual([
    10,
    'Two-factor authentication is on. Your other sessions have ended.',
  ]);
  await page.context().clearCookies();
  await page.goto(`${site.url}/wp-login.php`);
  if (name === 'with') await page.waitForSelector('.account-form button[aria-disabled]');
  await logIn();
  await page.waitForSelector('[name=code]');
  await page.fill('[name=code]', '000000');
  if (name === 'with') await page.waitForSelector('.account-form button[aria-disabled]');
  await send(page);
  await expect.poll(() => noticeOn(page)).toBe('This code is incorrect, expired or already used.');
  await page.fill('[name=code]', name === 'with' ? totpCode(secret, Date.now() + 30_000) : (codes[0] ?? ''));
  await Promise.all([page.waitForURL('**/wp-admin/profile.php'), send(page)]);
});

test('the header’s dialog asks for the second factor, and stays over its page', async () => {
  const secret = await makeTotpSecret();
  await site.write(async (tx) => {
    const user = await makeUser(tx, {
      login: 'dialog',
      email: 'dialog@mail.example',
      roles: ['subscriber'],
      displayName: 'Di A. Log',
    });
    await updateUser(tx, user, { password: await hashPassword(password) });
    const vault = createVault(loadSecret(site.dataDir));
    await writeCodeApp(tx, user, { secret: vault.encrypt(secretPurpose(user), secret), step: 0 });
  });
  const { page } = await openDialog();
  await page.fill('[name=log]', 'dialog');
  await page.fill('[name=pwd]', password);
  await send(page);
  await page.waitForSelector('.account-dialog [name=code]');
  await page.waitForSelector('.account-dialog .account-form button[aria-disabled]');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code');
  await send(page);
  expect(await noticeOn(page)).toBe('Code empty!');
  await page.fill('[name=code]', totpCode(secret));
  await Promise.all([page.waitForEvent('load'), send(page)]);
  expect(page.url()).toBe(`${site.url}/story/`);
  await page.mouse.move(9, 9, { steps: 2 });
  await expect.poll(() => page.locator('.masthead-tools .account-link').textContent()).toBe('Di A. Log');
});
