import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makeUser } from '../harness/factories.ts';
import { openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import { startRealServer } from '../harness/real-server.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
let mirai = 0;
const site = useRealSite(
  async (tx) => {
    mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  },
  () => ({}),
  undefined,
  startRealServer,
);

const screen = '/wp-admin/admin.php?page=types';
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test.each([
  ['Reviews', '/reviews/', 'a-kettle-that-knows-when-to-stop', '"@type":"Review"', 'Pros'],
  ['Events', '/events/', 'an-evening-with-the-night-trains', '"@type":"Event"', 'Old Signal Hall'],
  ['Recipes', '/recipes/', 'overnight-rye-loaf', '"@type":"Recipe"', 'Ingredients'],
  ['Podcast', '/podcast/', '', '', ''],
])('[IMP-20] %s are switched on with the mouse', async (name, archive, slug, type, shown) => {
  const page = await openNewsroom(browser, site, screen, mirai);
  await card(page, name).getByLabel('With sample items').check();
  await card(page, name).getByRole('button', { name: 'Switch on' }).click();
  await card(page, name).getByRole('link', { name: 'Archive' }).waitFor();
  expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  // Samples of the podcast are drafts, since they have no audio; an archive without items is not found.
  if (slug === '') return;
  await card(page, name).getByRole('link', { name: 'Archive' }).click();
  await page.waitForURL(`**${archive}`);
  await page.goto(`${site.url}${archive}${slug}/`);
  await page.locator('.field-value', { hasText: shown }).first().waitFor();
  expect(await page.content()).toContain(type);
});
