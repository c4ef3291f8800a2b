import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makeUser } from '../harness/factories.ts';
import { openNewsroom } from '../harness/newsroom.ts';
import { declarePanelSite } from '../harness/panel-site.ts';

const browser = useChromium();
const { site, ids, open, only } = declarePanelSite(browser);

const library = (page: Page) => page.getByRole('dialog', { name: /^Cloud Library: / });
const works = (page: Page) => page.locator('#wpadminbar[data-works]').waitFor({ state: 'attached' });
/** Opens the library as a script of the page can. */
const load = (page: Page, detail: unknown) =>
  page.evaluate((params) => {
    window.dispatchEvent(new CustomEvent('broadsheet:load-route', { detail: params }));
  }, detail);
const forStory = () => ({ wp_type: 'single', templateType: 'single', assign_to_post: String(ids.story) });

test('[CLOUD-01] [CLOUD-02] [CLOUD-05] a script of the page opens the library by its route, with all its params', async () => {
  await only();
  const page = await open('/a-story/');
  await works(page);
  await load(page, forStory());
  await library(page).locator('.library-list[aria-busy=false]').waitFor({ state: 'attached' });
  expect(await library(page).getByRole('group', { name: 'Screens' }).count()).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => library(page).count()).toBe(0);
  await load(page, { ...forStory(), hide_mobile_selector: 'hide' });
  await library(page).locator('.library-list[aria-busy=false]').waitFor({ state: 'attached' });
  expect(await library(page).getByRole('group', { name: 'Screens' }).count()).toBe(0);
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/template-library'),
  );
  const loaded = page.waitForEvent('load');
  await library(page)
    .locator('[data-template="single-essay"]')
    .getByRole('button', { name: /^Import/ })
    .click();
  expect((await sent).postDataJSON()).toEqual({ name: 'single-essay', assign_to_post: String(ids.story) });
  await loaded;
});

test('[CLOUD-01] the library stays closed for invalid params, without a click, and for users who can’t edit templates', async () => {
  await only();
  let author = 0;
  await site.write(async (tx) => void (author = await makeUser(tx, { login: 'ann', roles: ['author'] })));
  const page = await open('/a-story/', { expectedMessages: /broadsheet:load-route: error/ });
  await works(page);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await load(page, { ...forStory(), assign_to_404: 'x' });
  await load(page, { ...forStory(), onload: 'alert(1)' });
  await load(page, { wp_type: 'single' });
  await load(page, 'single');
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { isActive: false } }),
  );
  await load(page, forStory());
  await expect
    .poll(() => said.filter((text) => text.startsWith('broadsheet:load-route: error')).length)
    .toBe(5);
  expect(await library(page).count()).toBe(0);
  // An address alone opens nothing either.
  await page.goto(`${site.url}/a-story/?wp_type=single&templateType=single#broadsheet:load-route`);
  await works(page);
  expect(await library(page).count()).toBe(0);

  const other = await openNewsroom(browser, site, '/a-story/', author);
  await works(other);
  await load(other, forStory());
  expect(await library(other).count()).toBe(0);
});
