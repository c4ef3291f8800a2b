import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { updateUser } from '../../src/modules/users/writer.ts';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids = { german: 0, hebrew: 0, korean: 0 };

const site = useRealSite(async (tx) => {
  const user = async (login: string, locale: string) => {
    const id = await makeUser(tx, { login, roles: ['administrator'], displayName: login });
    await updateUser(tx, id, { locale });
    return id;
  };
  ids.german = await user('german', 'de_DE');
  ids.hebrew = await user('hebrew', 'he_IL');
  ids.korean = await user('korean', 'ko_KR');
  for (let n = 1; n <= 3; n++) await makePost(tx, { title: `Report ${n}`, slug: `report-${n}` });
});

const phone = { viewport: { width: 375, height: 812 } };
const inMenu = (page: Page, menu: string) => page.getByRole('navigation', { name: menu }).getByRole('link');

test('the newsroom speaks the language of its user, and English where it has no translation', async () => {
  const page = await openNewsroom(browser, site, '/wp-admin/edit.php', ids.german);
  await page.getByRole('heading', { name: 'Beiträge', level: 1 }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de-DE');
  await expect.poll(() => inMenu(page, 'Redaktion').allTextContents()).toContain('Kommentare');
  const row = page.locator('tr', { hasText: 'Report 2' });
  await row.hover();
  await row.getByRole('button', { name: 'Papierkorb', exact: true }).click();
  await expect
    .poll(() => page.locator('.components-snackbar__content').last().textContent())
    .toContain('„Report 2“ in den Papierkorb verschoben');
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect.poll(() => page.locator('.row-title').allTextContents()).toContain('Report 2');
});

test.each([
  ['on a desktop', {}],
  ['on a phone', phone],
])('in a right-to-left language it is mirrored %s', async (where, options) => {
  const page = await openNewsroom(browser, site, '/wp-admin/edit.php', ids.hebrew, options);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.row-title').first().waitFor();
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  // WordPress' styles are mirrored, too: a heading, whose button has a padding of 8 px, begins where its column does.
  if (where === 'on a desktop') {
    const startOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((e) => e.getBoundingClientRect().right);
    // The list may still replace its rows, and an element that left the page has no place: both are measured again.
    await expect
      .poll(
        async () =>
          Math.round(await startOf('th button:has-text("כותרת")')) - Math.round(await startOf('.row-title')),
      )
      .toBe(8);
  }
  expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
});

test('a user whose language has no translation gets the whole of it in English', async () => {
  const page = await openNewsroom(browser, site, '/wp-admin/edit.php', ids.korean);
  await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en-US');
});
