import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { contrast, writeHex } from '../../src/lib/colour.ts';
import type { Rgb } from '../../src/lib/colour.ts';
import { findUserByLogin, hasPassword } from '../../src/modules/users/reader.ts';
import { createRole } from '../../src/modules/users/role-writer.ts';
import { updateUser } from '../../src/modules/users/writer.ts';
import { useChromium } from '../harness/chromium.ts';
import { drawn } from '../harness/drawn.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids = { mirai: 0, noor: 0, kim: 0, lister: 0, editor: 0 };

const site = useRealSite(async (tx) => {
  ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai & Co' });
  ids.noor = await makeUser(tx, { login: 'noor', roles: ['author'], displayName: 'نور' });
  ids.kim = await makeUser(tx, { login: 'kim', roles: ['subscriber'], displayName: 'Kim' });
  ids.editor = await makeUser(tx, { login: 'edda', roles: ['editor'], displayName: 'Edda' });
  await createRole(tx, { name: 'lister', label: 'Lister', capabilities: ['read', 'list_users'] });
  ids.lister = await makeUser(tx, { login: 'lister', roles: ['lister'], displayName: 'Only looks' });
  await makePost(tx, { title: 'Of نور', slug: 'of-noor', authorId: ids.noor });
  for (let n = 1; n <= 3; n++)
    await makeUser(tx, { login: `guest${n}`, roles: ['subscriber'], displayName: `Guest ${n}` });
});

const open = (path: string, options: NewsroomOptions = {}, user = ids.mirai): Promise<Page> =>
  openNewsroom(browser, site, path, user, options);
const names = (page: Page) => page.locator('.row-person [dir=auto]').allTextContents();
const row = (page: Page, name: string) => page.locator('tr', { hasText: name });
const toast = (page: Page) => page.locator('.components-snackbar__content').last();
const dialog = (page: Page) => page.getByRole('dialog');
const together = (page: Page, action: string) =>
  page.locator('.dataviews-bulk-actions-footer__container').getByRole('button', { name: action });
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).last().click();

test('[IMP-11] accounts are listed by role, found by name, address and login, and link to their posts', async () => {
  const page = await open('/wp-admin/users.php?role=subscriber');
  await expect.poll(() => names(page)).toEqual(['Guest 1', 'Guest 2', 'Guest 3', 'Kim']);
  await expect
    .poll(() => page.getByRole('navigation', { name: 'Role' }).textContent())
    .toMatch(/All 8Administrator 1Author 1Editor 1Lister 1Subscriber 4/);
  expect(
    await page
      .getByRole('navigation', { name: 'Newsroom' })
      .getByRole('link', { name: 'Users' })
      .getAttribute('aria-current'),
  ).toBe('page');
  await page.getByRole('navigation', { name: 'Role' }).getByRole('link', { name: /^All/ }).click();
  await page.getByRole('searchbox', { name: 'Search users' }).fill('noor@');
  await expect.poll(() => names(page)).toEqual(['نور']);
  await expect.poll(() => new URL(page.url()).search).toBe('?s=noor%40');
  const posts = row(page, 'نور').getByRole('link', { name: /Posts/ });
  await expect.poll(() => posts.textContent()).toBe('1 Posts of نور');
  await posts.click();
  await expect.poll(() => page.locator('.row-title').allTextContents()).toEqual(['Of نور']);
  await expect.poll(() => new URL(page.url()).search).toBe(`?author=${ids.noor}`);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Search screens/ }).fill('Invite');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Invite user' }).waitFor();
});

test('[IMP-09] an invitation link is copied, and the invited user logs in by it', async () => {
  const page = await open('/wp-admin/user-new.php', { expectedMessages: /status of 400/ });
  await page.getByLabel('Username').fill('kim');
  await page.getByLabel('Email').fill('ada@mail.example');
  await page.getByLabel('Display name', { exact: true }).fill('Ada Quill');
  await page.getByLabel('Role').selectOption({ label: 'Author' });
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('username already exists');
  await page.getByLabel('Username').fill('ada');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Ada Quill was invited' }).waitFor();
  expect(await page.locator('.one-thing').textContent()).toContain('Send the user this link yourself');
  // The focus moves to the new link, then to the next invitation.
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe('Ada Quill was invited');
  const link = await page.getByLabel('Password link').inputValue();
  await page.getByRole('button', { name: 'Invite another user' }).press('Enter');
  await expect.poll(focused).toBe('Invite user');
  expect(await page.getByLabel('Role').inputValue()).toBe('subscriber');
  const guest = await browser.newPage();
  await guest.goto(link);
  await guest.waitForSelector('form.account-form[novalidate]');
  await guest.fill('[name=pass1]', 'A-long-pass-42');
  await guest.fill('[name=pass2]', 'A-long-pass-42');
  await guest.press('[name=pass2]', 'Enter');
  let isThere = false;
  await expect
    .poll(async () => {
      await site.write(
        async (tx) =>
          void (isThere = await hasPassword(tx.db, (await findUserByLogin(tx.db, 'ada'))?.id ?? 0)),
      );
      return isThere;
    })
    .toBe(true);
  await page.getByRole('navigation', { name: 'Newsroom' }).getByRole('link', { name: 'Users' }).click();
  await expect.poll(() => row(page, 'Ada Quill').textContent()).toMatch(/ada@mail\.example.*Author/);
});

test('[AUTH-14] an account is changed, the change undone, and another user’s concurrent change shown', async () => {
  const page = await open('/wp-admin/users.php?s=noor', { expectedMessages: /status of 409/ });
  await row(page, 'نور').getByRole('link', { name: 'نور', exact: true }).first().click();
  const form = page.getByRole('form', { name: /Edit/ });
  await form.getByLabel('Display name', { exact: true }).fill('Noor Haddad');
  await form.getByLabel('First name').fill('Noor');
  await form.getByLabel('Nickname').fill('nh');
  await form.getByLabel('Biography').fill('Writes about rivers.');
  await form.getByLabel('Role').selectOption({ label: 'Editor' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('“Noor Haddad” updated.');
  await expect
    .poll(async () => await (await fetch(`${site.url}/?author=${ids.noor}`)).text())
    .toContain('Writes about rivers.');
  await undo(page);
  await expect.poll(() => toast(page).textContent()).toContain('restored');
  await site.write((tx) => updateUser(tx, ids.noor, { displayName: 'Noor of the sea' }));
  await form.getByLabel('Website').fill('https://noor.example/');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => form.getByRole('alert').textContent()).toContain('in the meantime');
  await form.getByRole('button', { name: 'View their version' }).click();
  await expect
    .poll(() => form.getByLabel('Display name', { exact: true }).inputValue())
    .toBe('Noor of the sea');
  expect(await form.getByRole('alert').count()).toBe(0);
  // Only fields edited here are sent.
  await site.write((tx) => updateUser(tx, ids.noor, { displayName: 'Noor of the hills' }));
  await form.getByLabel('Website').fill('https://hills.example/');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect
    .poll(() => form.getByLabel('Display name', { exact: true }).inputValue())
    .toBe('Noor of the hills');
  expect(await form.getByLabel('Website').inputValue()).toBe('https://hills.example/');
});

test('[IMP-09] sessions of other users are listed and ended, application passwords are created and revoked, and a link resets a password', async () => {
  const theirs = await openNewsroom(browser, site, '/wp-admin/profile.php', ids.kim);
  const page = await open(`/wp-admin/user-edit.php?user_id=${ids.kim}`);
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await sessions.getByRole('button', { name: /^End the session/ }).press('Enter');
  await expect.poll(() => sessions.textContent()).toContain('not logged in anywhere');
  await expect.poll(focused).toBe('Sessions');
  await theirs.goto(`${site.url}/wp-admin/profile.php`);
  expect(new URL(theirs.url()).pathname).toBe('/wp-login.php');
  const programs = page.getByRole('region', { name: 'Application passwords' });
  await programs.getByLabel('Application name').fill('Quill');
  await page.keyboard.press('Enter');
  const password = await programs.getByLabel('Password for Quill').inputValue();
  const asks = async () =>
    (
      await fetch(`${site.url}/wp-json/wp/v2/users/me`, {
        headers: { authorization: `Basic ${Buffer.from(`kim:${password}`).toString('base64')}` },
      })
    ).status;
  expect(await asks()).toBe(200);
  await programs.getByRole('button', { name: 'Revoke Quill' }).press('Enter');
  await expect.poll(() => programs.textContent()).toContain('No application passwords');
  await expect.poll(focused).toBe('Application passwords');
  await expect.poll(asks).toBe(401);
  await page.getByRole('button', { name: 'Create password link' }).click();
  expect(await page.getByLabel('Password link').inputValue()).toMatch(/wp-login\.php\?/);
});

test('[IMP-11] several accounts get a role, which can be undone, and are deleted with their work reassigned', async () => {
  const page = await open('/wp-admin/users.php?s=guest');
  await expect.poll(async () => (await names(page)).length).toBe(3);
  await page.getByRole('checkbox', { name: 'Select all' }).first().check();
  await together(page, 'Change role').click();
  await dialog(page).getByLabel('Role').selectOption({ label: 'Author' });
  await dialog(page).getByRole('button', { name: 'Change role' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('3 users are now Author');
  await expect.poll(() => row(page, 'Guest 2').textContent()).toContain('Author');
  await undo(page);
  await expect.poll(() => row(page, 'Guest 2').textContent()).toContain('Subscriber');
  await page.goto(`${site.url}/wp-admin/users.php?s=noor`);
  await row(page, 'noor@').hover();
  await row(page, 'noor@').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => dialog(page).textContent()).toContain('Content: 1 post');
  const heir = dialog(page).getByRole('combobox', { name: 'Attribute all content to' });
  expect(
    await heir.evaluate((field) => field.clientWidth / (field.closest('.ask')?.clientWidth ?? Infinity)),
  ).toBeGreaterThan(0.7);
  // By log-in name, too: display names are not unique.
  await heir.fill('(edda)');
  await dialog(page).getByRole('option', { name: 'Edda (edda)', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('deleted');
  expect(await (await fetch(`${site.url}/of-noor/`)).text()).toContain('Edda');
});

test('[ROLE-07] actions without a capability are not offered, and a direct request gets an explanation', async () => {
  const looking = await open('/wp-admin/users.php?role=administrator', {}, ids.lister);
  await expect.poll(() => names(looking)).toEqual(['Mirai & Co']);
  expect(await looking.getByRole('link', { name: 'Invite user' }).count()).toBe(0);
  expect(
    await looking
      .locator('tbody')
      .getByRole('button', { name: /Delete|Actions/ })
      .count(),
  ).toBe(0);
  const editing = await open('/wp-admin/users.php', {}, ids.editor);
  await expect.poll(() => editing.locator('main').textContent()).toContain('list_users');
  expect(
    await editing.getByRole('navigation', { name: 'Newsroom' }).getByRole('link', { name: 'Users' }).count(),
  ).toBe(0);
  // Users with `edit_users` end only sessions of users with no more capabilities than their own.
  let keeper = 0;
  await site.write(async (tx) => {
    await createRole(tx, {
      name: 'keeper',
      label: 'Keeper',
      capabilities: ['read', 'list_users', 'edit_users'],
    });
    keeper = await makeUser(tx, { login: 'keeper', roles: ['keeper'], displayName: 'Keeps' });
  });
  const keeping = await open('/wp-admin/users.php', {}, keeper);
  await expect.poll(() => row(keeping, 'Kim').getByRole('button', { name: 'Actions' }).count()).toBe(1);
  expect(await row(keeping, 'Mirai').getByRole('button', { name: 'Actions' }).count()).toBe(0);
});

test.each(
  drawn(
    'looks of accounts',
    [
      ['wide and light', { viewport: { width: 1440, height: 900 } }, '0'],
      ['on a phone and dark', { viewport: { width: 375, height: 812 } }, '1'],
    ] as const,
    2,
  ),
)(
  '[IMP-29] %s: screens of accounts have nothing serious for axe, and are not wider than the window',
  async (name, options, dark) => {
    const page = await open('/wp-admin/users.php', { ...options, dark });
    for (const [what, path, sign] of [
      ['users', '/wp-admin/users.php', '.row-person'],
      ['user', `/wp-admin/user-edit.php?user_id=${ids.kim}`, '.row-form'],
      ['invite', '/wp-admin/user-new.php', '.form-end'],
    ] as const) {
      if (what !== 'users') await page.goto(site.url + path);
      await page.locator(sign).first().waitFor();
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/${what}-${name.slice(0, 4)}.png`,
          fullPage: true,
        });
      expect([what, await seriousFaults(page)]).toEqual([what, { faults: [], tooWide: 0 }]);
    }
  },
);

test('the language of an account is a choice of installed languages, and another stored locale stays selectable', async () => {
  await site.write((tx) => updateUser(tx, ids.kim, { locale: 'nb_NO' }));
  const page = await open(`/wp-admin/user-edit.php?user_id=${ids.kim}`);
  const language = page.getByRole('form', { name: 'Edit Kim' }).getByLabel('Language');
  await expect.poll(() => language.inputValue()).toBe('nb_NO');
  const options = await language.locator('option').allTextContents();
  expect(options[0]).toMatch(/^Site default \(\S.*\)$/);
  expect(options.slice(1)).toEqual(expect.arrayContaining(['German (Germany)', 'Norwegian Bokmål (Norway)']));
  for (const value of ['de_DE', '']) {
    await language.selectOption(value);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => toast(page).textContent()).toContain(' updated.');
    await page.reload();
    await expect.poll(() => language.inputValue()).toBe(value);
  }
});

const buttonKinds = [
  '',
  'is-secondary',
  'is-tertiary',
  'is-link',
  'is-pressed',
  'is-primary',
  'is-destructive',
  'is-secondary is-destructive',
  'is-primary is-destructive',
  'is-tertiary components-menu-item__button',
];

test.each(['0', '1'] as const)('[IMP-11] disabled buttons are readable, dark: %s', async (dark) => {
  const page = await open('/wp-admin/users.php', { dark });
  await page.locator('.row-person').first().waitFor();
  const colours = await page.evaluate((kinds) => {
    const main = document.querySelector('main');
    const paper = getComputedStyle(document.body).backgroundColor;
    return kinds.flatMap((kind) =>
      ['disabled', 'aria-disabled="true"'].map((state) => {
        main?.insertAdjacentHTML(
          'beforeend',
          `<button class="components-button ${kind}" ${state}>x</button>`,
        );
        const { color, backgroundColor: own, opacity } = getComputedStyle(main?.lastElementChild as Element);
        return { name: `${kind} ${state} ${opacity}`, color, back: own.endsWith(', 0)') ? paper : own };
      }),
    );
  }, buttonKinds);
  const hex = (text: string) =>
    writeHex((text.match(/\d+/g) ?? []).slice(0, 3).map((part) => +part / 255) as unknown as Rgb);
  for (const { name, color, back } of colours) {
    expect([name, color.startsWith('rgb(') && name.endsWith(' 1')]).toEqual([name, true]);
    expect(contrast(hex(color), hex(back)), `${name}: ${color} on ${back}`).toBeGreaterThanOrEqual(4.5);
  }
});
