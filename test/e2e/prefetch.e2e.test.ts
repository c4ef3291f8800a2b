import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { makePost } from '../harness/factories.ts';
import { pauseClock } from '../harness/paused-clock.ts';
import { useRealSite } from '../harness/real-site.ts';

const chromium = useChromium();
// Most prefetched addresses do not exist here.
const browser = {
  newPage: () =>
    chromium.newPage({ viewport: { width: 1280, height: 1400 }, expectedMessages: /status of 404/ }),
};
const cart = 'data-product_id="5" data-quantity="1"';
const links: Readonly<Record<string, string>> = {
  plain: 'href="/other/"',
  fragment: 'href="/other/#comments"',
  hash: 'href="#"',
  empty: 'href=""',
  here: 'href="/links/#top"',
  mail: 'href="mailto:someone@mail.example"',
  remote: 'href="http://elsewhere.example/x/"',
  subdomain: 'href="http://www.127.0.0.1.nip.example/x/"',
  private: 'href="/private/x/"',
  cartLink: 'href="/?add-to-cart=5"',
  cartThree: `href="/three/" ${cart} data-product_sku="a"`,
  cartTwo: `href="/two/" ${cart}`,
  admin: 'href="/wp-admin/x"',
  login: 'href="/wp-login.php"',
  blogAdmin: 'href="/blog/wp-admin/"',
  administration: 'href="/wp-administration/"',
  cartPage: 'href="/x/shop/cart/y/"',
  shop: 'href="/shop/"',
  away: 'href="/away/"',
  words: 'href="not a url"',
  number: 'href="http://999.1.1.1/"',
  half: 'href="https://[::1/"',
};

const site = useRealSite(async (tx) => {
  const list = Object.entries(links)
    .map(
      ([id, attributes]) =>
        `<li style="padding:4px"><a id="${id}" ${attributes}><b>${id}</b> <i>link</i></a></li>`,
    )
    .join('');
  await makePost(tx, {
    title: 'Links',
    slug: 'links',
    content: `<h2 id="rest">Rest here</h2><ul>${list}</ul>`,
  });
});

const hints = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=prefetch]')].map(({ href }) =>
      href.replace(location.origin, ''),
    ),
  );

/** The page of links with stopped timers, its script loaded and the mouse on no link. */
async function open(): Promise<Page> {
  const page = await browser.newPage();
  await pauseClock(page);
  await page.goto(`${site.url}/links/`);
  const code = page.waitForResponse(/\/assets\/prefetch-/);
  await page.mouse.move(5, 5, { steps: 2 });
  await page.hover('#rest');
  await (await code).finished();
  await page.evaluate(
    `import([...document.scripts].map((script) => /"prefetch":"([^"]+)"/.exec(script.textContent)?.[1]).find(Boolean))`,
  );
  return page;
}

/** Rests on a link for `time` ms, then leaves it. */
async function rest(page: Page, id: string, time = 250): Promise<void> {
  await page.hover(`#${id}`);
  await page.clock.runFor(time);
  await page.hover('#rest');
}

test('[PREF-01] [PREF-02] [PREF-03] a mouse resting on a link for 150 ms prefetches it, leaving earlier does not; no call is made', async () => {
  const page = await open();
  const calls: string[] = [];
  page.on(
    'request',
    (request) =>
      request.method() === 'POST' && !request.postData()?.includes('tdb_get_') && calls.push(request.url()),
  );
  await rest(page, 'plain', 80);
  await page.clock.runFor(1000);
  expect(await hints(page)).toEqual([]);
  await page.hover('#plain b');
  await page.clock.runFor(100);
  expect(await hints(page)).toEqual([]);
  await page.hover('#plain i');
  await page.clock.runFor(49);
  expect(await hints(page)).toEqual([]);
  await page.clock.runFor(1);
  expect(await hints(page)).toEqual(['/other/']);
  expect(await page.locator('head link[rel=prefetch]').count()).toBe(1);
  expect(calls).toEqual([]);
});

test('[PREF-04] [PREF-06] [PREF-08] [PREF-09] [PREF-10] excluded addresses are never prefetched, in any spelling', async () => {
  const page = await open();
  for (const id of [
    'hash',
    'empty',
    'here',
    'mail',
    'remote',
    'subdomain',
    'cartLink',
    'cartThree',
    'admin',
    'login',
    'words',
    'number',
    'half',
  ]) {
    await rest(page, id);
    expect([id, await hints(page)]).toEqual([id, []]);
  }
  for (const id of ['cartTwo', 'blogAdmin', 'administration']) await rest(page, id);
  expect(await hints(page)).toEqual(['/two/', '/blog/wp-admin/', '/wp-administration/']);
});

test('[PREF-05] nothing is fetched twice', async () => {
  const page = await open();
  for (const id of ['plain', 'plain', 'fragment', 'away', 'plain']) await rest(page, id);
  expect(await hints(page)).toEqual(['/other/', '/away/']);
});

test('[PREF-07] [PREF-11] the ignore list matches parts either way, and two entries are always in force', async () => {
  await site.set({ prefetch_ignore_list: ['/private', '/shop/cart/'] });
  const page = await open();
  for (const id of ['private', 'cartPage', 'shop', 'admin', 'login']) await rest(page, id);
  expect(await hints(page)).toEqual([]);
  await rest(page, 'away');
  expect(await hints(page)).toEqual(['/away/']);
  await site.set({ prefetch_ignore_list: ['wp-admin', 'wp-login.php'] });
});

test('[PREF-12] [PREF-13] [PREF-14] the page defines the rules', async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}/links/`);
  const { prefetch } = JSON.parse((await page.textContent('#broadsheet-page')) ?? '') as {
    prefetch?: unknown;
  };
  expect(prefetch).toEqual({
    local_url: site.url,
    ignore_remote_prefetch: true,
    ignore_list: ['wp-admin', 'wp-login.php'],
  });
});

test('with the real clock, and the mouse on a link from the start', async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}/links/`);
  const { x, y } = (await page.locator('#plain').boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 5, y + 5, { steps: 2 });
  await expect.poll(() => hints(page)).toEqual(['/other/']);
});

test('readers with data saving get no prefetch, and a site that switches it off sends no code', async () => {
  const page = await browser.newPage();
  await page.addInitScript(`Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`);
  await page.goto(`${site.url}/links/`);
  await page.hover('#plain');
  await atRest(page);
  expect(await hints(page)).toEqual([]);
  await site.set({ prefetch: false });
  const html = await (await fetch(`${site.url}/links/`)).text();
  expect(html).not.toContain('prefetch');
  await site.set({ prefetch: true });
});
