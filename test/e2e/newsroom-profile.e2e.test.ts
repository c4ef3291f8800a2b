import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { hashPassword } from '../../src/lib/credentials.ts';
import { findUserByLogin } from '../../src/modules/users/reader.ts';
import { endSessionsOf } from '../../src/modules/users/session.ts';
import { updateUser } from '../../src/modules/users/writer.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeUser } from '../harness/factories.ts';
import { openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids = { ann: 0, bo: 0, cy: 0, sub: 0 };
const password = 'correct horse 1';

const site = useRealSite(async (tx) => {
  const made = async (login: string, role: string) => {
    const id = await makeUser(tx, { login, roles: [role], displayName: login });
    await updateUser(tx, id, { password: await hashPassword(password) });
    return id;
  };
  ids.ann = await made('ann', 'author');
  ids.bo = await made('bo', 'administrator');
  ids.cy = await made('cy', 'editor');
  ids.sub = await made('sub', 'subscriber');
});

const path = '/wp-admin/profile.php';
const open = (user: number, options: NewsroomOptions = {}, address = path): Promise<Page> =>
  openNewsroom(browser, site, address, user, options);
const about = (page: Page) => page.getByRole('form', { name: 'About you' });
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const toast = (page: Page) => page.locator('.components-snackbar__content').last();
async function stored(login: string) {
  let user: Awaited<ReturnType<typeof findUserByLogin>>;
  await site.write(async (tx) => (user = await findUserByLogin(tx.db, login)));
  return user;
}

test('[IMP-09] the profile is a screen of the newsroom: name, texts, picture and language are saved, and a conflict shows both sides', async () => {
  const page = await open(ids.ann, { expectedMessages: /status of 409/ });
  await about(page).getByLabel('Biography').fill('Writes <b>&"\nأخبار');
  await about(page).getByLabel('Social profiles').fill('https://social.example/ann');
  await about(page).getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('Profile saved.');
  expect(await stored('ann')).toMatchObject({
    bio: 'Writes <b>&"\nأخبار',
    links: ['https://social.example/ann'],
  });
  await page.setInputFiles('input[type=file]', {
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 400, height: 300, channels: 3, background: '#268' } })
      .png()
      .toBuffer(),
  });
  await page.locator('.portrait-control img').waitFor();
  await page.locator('.portrait-control').getByRole('button', { name: 'Remove' }).press('Enter');
  await page.locator('.portrait-control img').waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Add profile picture');

  await about(page).getByLabel('Website').fill('https://mine.example/');
  await site.write((tx) => updateUser(tx, ids.ann, { url: 'https://theirs.example/', bio: 'Theirs' }));
  await about(page).getByRole('button', { name: 'Save' }).click();
  await about(page).getByRole('button', { name: 'View their version' }).click();
  await expect.poll(() => about(page).getByLabel('Biography').inputValue()).toBe('Theirs');
  expect(await about(page).getByRole('alert').count()).toBe(0);
  await about(page).getByLabel('Website').fill('https://mine.example/');
  await site.write((tx) => updateUser(tx, ids.ann, { bio: 'Theirs again' }));
  await about(page).getByRole('button', { name: 'Save' }).click();
  await about(page).getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect.poll(async () => (await stored('ann'))?.url).toBe('https://mine.example/');
  // Only what was changed here is overwritten.
  expect((await stored('ann'))?.bio).toBe('Theirs again');
  await expect.poll(() => about(page).getByLabel('Biography').inputValue()).toBe('Theirs again');

  await about(page).getByLabel('Display name').fill('Ann the Second');
  await about(page).getByLabel('Language').selectOption('de_DE');
  await about(page).getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(`**${path}`);
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de-DE');
  await expect.poll(() => page.locator('.side-foot p').textContent()).toBe('Ann the Second');
});

test('[IMP-09] the password and the email address change with the current password, sessions end, application passwords come and go', async () => {
  const page = await open(ids.bo, { expectedMessages: /status of 400/ });
  // Windows whose sessions end may still send requests.
  const ending = { expectedMessages: /status of 40[01]/ };
  const other = await open(ids.bo, ending);
  const passwords = part(page, 'Password');
  const change = async (current: string, first: string, second: string) => {
    await passwords.getByLabel('Current password').fill(current);
    await passwords.getByLabel('New password', { exact: true }).fill(first);
    await passwords.getByLabel('Repeat new password').fill(second);
    await passwords.getByRole('button', { name: 'Save password' }).click();
  };
  await change('wrong', 'another horse 2', 'another horse 2');
  await expect.poll(() => passwords.getByRole('alert').textContent()).not.toBe('');
  await change(password, 'another horse 2', 'another horse 3');
  await expect.poll(() => passwords.getByRole('alert').textContent()).toBe('Retyped Pass incorrect!');
  await change(password, 'another horse 2', 'another horse 2');
  await expect.poll(() => toast(page).textContent()).toContain('Profile saved.');
  await other.goto(site.url + path);
  expect(new URL(other.url()).pathname).toBe('/wp-login.php');

  const second = await open(ids.bo, ending);
  await page.reload();
  const sessions = part(page, 'Sessions');
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(2);
  await sessions.getByRole('button', { name: 'Log out everywhere else' }).press('Enter');
  await expect
    .poll(() => sessions.getByRole('listitem').allTextContents())
    .toEqual([expect.stringContaining('This session')]);
  await second.goto(site.url + path);
  expect(new URL(second.url()).pathname).toBe('/wp-login.php');

  const programs = part(page, 'Application passwords');
  await programs.getByLabel('Application name').fill('Quill');
  await page.keyboard.press('Enter');
  expect(await programs.getByLabel('Password for Quill').inputValue()).toMatch(/^[\w ]{20,}$/);
  await programs.getByRole('button', { name: 'Revoke Quill' }).click();
  await programs.getByRole('button', { name: 'Revoke Quill' }).waitFor({ state: 'detached' });

  const email = part(page, 'Email');
  await email.getByLabel('Email').fill('bo@new.example');
  await email.getByLabel('Current password').fill('another horse 2');
  await email.getByRole('button', { name: 'Change email address' }).click();
  const link = await email.getByLabel('Confirmation link').inputValue();
  await page.goto(link);
  await page.locator('.account-form button[type=submit]').click();
  await expect.poll(async () => (await stored('bo'))?.email).toBe('bo@new.example');
});

test('[IMP-09] an ended session keeps the input; subscribers, and browsers without scripts, get the forms', async () => {
  const page = await open(ids.cy, { expectedMessages: /status of 40[013]/ });
  await about(page).getByLabel('Biography').fill('Typed before the session ended');
  await site.write(async (tx) => {
    await endSessionsOf(tx, ids.cy);
    tx.emit(`user:${ids.cy}`, 'change');
  });
  await expect
    .poll(() => page.evaluate(async () => (await fetch('/wp-admin/admin-ajax.php?action=rest-nonce')).status))
    .toBe(400);
  await about(page).getByRole('button', { name: 'Save' }).click();
  const form = page.frameLocator('.session-dialog iframe');
  await form.locator('[name=log]').fill('cy');
  await form.locator('[name=pwd]').fill(password);
  await form.locator('.account-form button[type=submit]').click();
  await expect.poll(async () => (await stored('cy'))?.bio).toBe('Typed before the session ended');

  const subscriber = await open(ids.sub);
  await subscriber.fill('[name=nickname]', 'Subby');
  await subscriber.locator('.profile-section:has([name=nickname]) button').click();
  await subscriber.waitForURL('**/wp-admin/profile.php?done=account_saved');
  expect(await subscriber.inputValue('[name=nickname]')).toBe('Subby');
  const plain = await open(ids.cy, { javaScriptEnabled: false }, `${path}?forms`);
  await plain.fill('[name=nickname]', 'Cyan');
  await plain.locator('.profile-section:has([name=nickname]) button').click();
  await plain.waitForURL('**/wp-admin/profile.php?forms&done=account_saved');
  expect(await plain.inputValue('[name=nickname]')).toBe('Cyan');
});

test('[IMP-09] the profile refuses requests without login, nonce or section, and is accessible on a phone and in the dark', async () => {
  const page = await open(ids.cy, { expectedMessages: /status of 40[0139]/ });
  const statuses = await page.evaluate(async (address) => {
    const nonce = (await (await fetch('/wp-admin/admin-ajax.php?action=rest-nonce')).text()).trim();
    const ask = async (fields: Record<string, string>, headers: Record<string, string>) => {
      const body = new URLSearchParams(fields);
      return (await fetch(address, { method: 'POST', body, headers })).status;
    };
    const accept = 'application/json';
    const own = { accept, 'x-wp-nonce': nonce };
    return [
      await ask({ section: 'about', displayName: 'x' }, { accept }),
      await ask({ section: 'about', displayName: 'x' }, { accept, 'x-wp-nonce': '1234567890' }),
      await ask({ section: '__proto__' }, own),
      await ask({ section: 'nothing' }, own),
      await ask({ section: 'password', current: '', pass1: 'a', pass2: 'a' }, own),
      await ask({ section: 'email', current: 'wrong', email: 'x@y.example' }, own),
      await ask({ section: 'about', displayName: 'Late', revision: '1' }, own),
      await ask({ section: 'about', displayName: 'x'.repeat(5000), revision: '99' }, own),
      await ask({ section: 'portrait', revision: '99' }, own),
      (await fetch(address, { headers: { accept }, credentials: 'omit' })).status,
      await ask({ section: 'sessions', end: 'nothing' }, own),
    ];
  }, site.url + path);
  expect(statuses).toEqual([403, 403, 403, 403, 400, 400, 409, 400, 400, 401, 200]);
  for (const options of [{ dark: '1' }, { viewport: { width: 375, height: 812 } }] as const) {
    const shown = await open(ids.cy, options);
    await about(shown).waitFor();
    expect(await seriousFaults(shown)).toEqual({ faults: [], tooWide: 0 });
  }
});
