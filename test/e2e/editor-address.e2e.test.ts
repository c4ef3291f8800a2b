import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import type { PageOptions } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids = { mirai: 0, first: 0, second: 0, typed: 0, away: 0, about: 0, page: 0, long: 0 };
const content = '<!-- wp:paragraph -->\n<p>Words</p>\n<!-- /wp:paragraph -->';

const site = useRealSite(async (tx) => {
  ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  const draft = (title: string, type = 'post') =>
    makePost(tx, { title, type, status: 'draft', content, authorId: ids.mirai, publishedAt: 0 });
  ids.first = await draft('A long night');
  ids.second = await draft('A long night');
  ids.typed = await draft('Typed');
  ids.long = await draft(`A long title ${'that goes on and on '.repeat(9)}`);
  ids.away = await draft('Away');
  ids.page = await draft('History', 'page');
  ids.about = await makePost(tx, {
    type: 'page',
    title: 'About us',
    slug: 'about-us',
    content,
    authorId: ids.mirai,
  });
});

const open = (post: number, options: NewsroomOptions & PageOptions = {}) =>
  openNewsroom(browser, site, `/wp-admin/post.php?post=${post}&action=edit`, ids.mirai, options);
const shown = (within: Locator) => within.locator('.permalink');
const settings = (page: Page) => page.locator('.panel-permalink');
const main = (page: Page, name: string) =>
  page.locator('.writing-bar').getByRole('button', { name, exact: true });

async function publishAt(page: Page, address: string): Promise<string> {
  await main(page, 'Publish').click();
  const dialog = page.getByRole('dialog', { name: 'Publish?' });
  await expect.poll(() => shown(dialog).textContent()).toBe(address);
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.poll(() => page.locator('.standing').textContent()).toBe('Saved');
  const id = new URL(page.url()).searchParams.get('post') ?? '';
  return page.evaluate(async (asked) => {
    for (const base of ['posts', 'pages']) {
      const reply = await fetch(`/?rest_route=/wp/v2/${base}&include=${asked}`);
      const [found] = (await reply.json()) as { readonly link: string }[];
      if (found) return found.link;
    }
    return '';
  }, id);
}

test('the second of two drafts with one title shows its number in the settings and the dialog, and is published there', async () => {
  const page = await open(ids.first);
  await expect.poll(() => settings(page).textContent()).toBe(`${site.url}/a-long-night/`);
  expect(await publishAt(page, `${site.url}/a-long-night/`)).toBe(`${site.url}/a-long-night/`);
  const second = await open(ids.second);
  await expect.poll(() => settings(second).textContent()).toBe(`${site.url}/a-long-night-2/`);
  expect(await second.getByLabel('Slug').getAttribute('placeholder')).toBe('a-long-night-2');
  expect(await publishAt(second, `${site.url}/a-long-night-2/`)).toBe(`${site.url}/a-long-night-2/`);
  await expect.poll(() => second.getByLabel('Slug').inputValue()).toBe('a-long-night-2');
});

test('a slug with spaces and umlauts, typed and not stored, shows the address that it becomes', async () => {
  const page = await open(ids.typed);
  await page.getByLabel('Slug').fill('Über die Brücke & zurück');
  const address = `${site.url}/über-die-brücke--zurück/`;
  await expect.poll(() => settings(page).textContent()).toBe(address);
  expect(decodeURI(await publishAt(page, address))).toBe(address);
});

test('a chosen parent changes the address of a page', async () => {
  const page = await open(ids.page);
  await expect.poll(() => settings(page).textContent()).toBe(`${site.url}/history/`);
  await page.getByRole('button', { name: 'Page attributes' }).click();
  await page.getByLabel('Parent').click();
  await page.getByRole('option', { name: 'About us' }).click();
  await expect.poll(() => settings(page).textContent()).toBe(`${site.url}/about-us/history/`);
  expect(await publishAt(page, `${site.url}/about-us/history/`)).toBe(`${site.url}/about-us/history/`);
});

test('no address is shown while the server fails or refuses; once it responds again the right one is', async () => {
  const page = await open(ids.away, { expectedMessages: /ERR_INTERNET_DISCONNECTED|status of 403/ });
  await expect.poll(() => settings(page).textContent()).toBe(`${site.url}/away/`);
  await page.context().setOffline(true);
  await page.getByLabel('Slug').fill('elsewhere');
  await expect
    .poll(() => settings(page).textContent())
    .toBe('The URL could not be determined: the server is not responding.');
  await main(page, 'Publish').click();
  const dialog = page.getByRole('dialog', { name: 'Publish?' });
  await dialog.getByText('The URL could not be determined: the server is not responding.').waitFor();
  expect(await shown(page.locator('body')).count()).toBe(0);
  await page.context().setOffline(false);
  await expect.poll(() => shown(dialog).textContent()).toBe(`${site.url}/elsewhere/`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const refusal = {
    code: 'rest_cannot_edit',
    message: 'Sorry, you are not allowed to edit this post.',
    data: { status: 403 },
  };
  await page.route('**/permalink', (route) => route.fulfill({ status: 403, json: refusal }));
  await page.getByLabel('Slug').fill('nowhere');
  await expect
    .poll(() => settings(page).textContent())
    .toBe('The URL could not be determined: Sorry, you are not allowed to edit this post.');
});

test.each([
  [1280, 900, '0'],
  [1280, 900, '1'],
  [375, 812, '0'],
  [375, 812, '1'],
] as const)(
  'a long address fits the settings and the dialog at %i × %i, dark: %s',
  async (width, height, dark) => {
    const page = await open(ids.long, { dark, viewport: { width, height } });
    const look = async (name: string) => {
      expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${dark}.png` });
    };
    await main(page, 'Publish').click();
    const dialog = page.getByRole('dialog', { name: 'Publish?' });
    await expect.poll(() => shown(dialog).textContent()).toContain('/a-long-title-that-goes-on');
    await look('dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    if (width < 600) await main(page, 'Settings').click();
    await settings(page).scrollIntoViewIfNeeded();
    await expect.poll(() => settings(page).textContent()).toContain('/a-long-title-that-goes-on');
    expect(
      await settings(page).evaluate((element) => element.scrollWidth - element.clientWidth),
    ).toBeLessThanOrEqual(0);
    await look('settings');
  },
);
