import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { endSessionsOf } from '../../src/modules/users/session.ts';
import { updateUser } from '../../src/modules/users/writer.ts';
import { hashPassword } from '../../src/lib/credentials.ts';
import { standsStill } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { drawn } from '../harness/drawn.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';
import { totpCode } from '../harness/totp-code.ts';

const browser = useChromium();
const password = 'correct horse 1';
let mirai = 0;
let nao = 0;
let writer = 0;
let subscriber = 0;

const site = useRealSite(async (tx) => {
  mirai = await makeUser(tx, { login: 'mirai', roles: ['editor'], displayName: 'Mirai' });
  await updateUser(tx, mirai, { password: await hashPassword(password) });
  nao = await makeUser(tx, { login: 'nao', roles: ['editor'], displayName: 'Nao' });
  await updateUser(tx, nao, { password: await hashPassword(password) });
  writer = await makeUser(tx, { login: 'writer', roles: ['contributor'], displayName: 'Writer' });
  subscriber = await makeUser(tx, { login: 'subscriber', roles: ['subscriber'], displayName: 'Subscriber' });
  for (let n = 1; n <= 25; n++) {
    await makePost(tx, {
      title: `Report ${String(n).padStart(2, '0')}`,
      slug: `report-${n}`,
      authorId: mirai,
      publishedAt: Date.UTC(2026, 0, n),
    });
  }
  await makePost(tx, {
    title: 'Half a thought',
    slug: 'half',
    status: 'draft',
    authorId: mirai,
    modifiedAt: Date.UTC(2024, 4, 6, 12),
  });
  await makePost(tx, { title: 'By the writer', slug: 'by-the-writer', status: 'draft', authorId: writer });
  await makePost(tx, { title: 'About us', slug: 'about', type: 'page', authorId: mirai });
});

const open = (path: string, options: NewsroomOptions = {}, userId = mirai): Promise<Page> =>
  openNewsroom(browser, site, path, userId, options);

const titles = (page: Page) => page.locator('.row-title').allTextContents();
const row = (page: Page, title: string) => page.locator('tr', { hasText: title });
const toast = (page: Page) => page.locator('.components-snackbar__content').last();

test('[IMP-11] a user logs in, finds their recent work, and goes from there to the list of posts', async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}/wp-admin/`);
  await page.fill('[name=log]', 'mirai');
  await page.fill('[name=pwd]', password);
  await page.click('.account-form button[type=submit]');
  await page.waitForURL('**/wp-admin/');
  await page.getByRole('heading', { name: 'Hello, Mirai' }).waitFor();
  await expect
    .poll(() => page.locator('section', { hasText: 'Your drafts' }).locator('li a').allTextContents())
    .toEqual(['Half a thought']);
  expect(await page.locator('section', { hasText: 'Your drafts' }).locator('time').textContent()).toContain(
    '2024',
  );
  await page.getByRole('navigation', { name: 'Newsroom' }).getByRole('link', { name: 'Posts' }).click();
  await expect.poll(async () => (await titles(page)).length).toBe(20);
  await expect
    .poll(async () => [await page.title(), new URL(page.url()).pathname])
    .toEqual([expect.stringMatching(/^Posts · /), '/wp-admin/edit.php']);
});

test('the newsroom uses the fonts that its styles name, even on a machine without them', async () => {
  const page = await open('/wp-admin/');
  await page.getByRole('heading', { name: 'Hello, Mirai' }).waitFor();
  const loaded = () =>
    page.evaluate(() =>
      [...document.fonts]
        .filter(({ status }) => status === 'loaded')
        .map(({ family }) => family.replaceAll('"', ''))
        .toSorted(),
    );
  await expect.poll(loaded).toEqual(['Inter Variable', 'Source Serif 4 Variable']);
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Inter Variable');
  expect(
    await page.evaluate(() => getComputedStyle(document.querySelector('h1') ?? document.body).fontFamily),
  ).toContain('Source Serif 4 Variable');
});

test('[IMP-11] a list is searched, sorted, paged and filtered, and its address restores it', async () => {
  const page = await open('/wp-admin/edit.php?orderby=title&order=asc');
  await expect.poll(() => titles(page)).toContain('By the writer');
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(() =>
        page.locator('.dataviews-layout__container').evaluate((list) => list.scrollWidth - list.clientWidth),
      )
      .toBe(0);
  }
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(async () => (await titles(page)).at(-1)).toBe('Report 25');
  await expect.poll(() => new URL(page.url()).search).toBe('?orderby=title&order=asc&paged=2');
  await page.getByRole('searchbox').fill('Report 07');
  await expect.poll(() => titles(page)).toEqual(['Report 07']);
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(['Report 07']);
  await page.getByRole('searchbox').fill('');
  await page
    .getByRole('navigation', { name: 'Status' })
    .getByRole('link', { name: /^Drafts 2/ })
    .click();
  await expect.poll(() => titles(page)).toEqual(['By the writer', 'Half a thought']);
  await page.goto(`${site.url}/wp-admin/edit.php?post_type=page`);
  await expect.poll(() => titles(page)).toEqual(['About us']);
});

test('[IMP-11] Back and Forward in haste end at the search that the address has', async () => {
  const page = await open('/wp-admin/edit.php');
  const field = page.getByRole('searchbox');
  await field.fill('Report 07');
  await expect.poll(() => titles(page)).toEqual(['Report 07']);
  await page.evaluate(async () => {
    const words = () => document.querySelector<HTMLInputElement>('input[type=search]')?.value;
    history.back();
    while (words() !== '') await new Promise((resolve) => requestAnimationFrame(resolve));
    history.forward();
  });
  await expect.poll(() => field.inputValue()).toBe('Report 07');
  await expect.poll(() => titles(page)).toEqual(['Report 07']);
  await expect.poll(() => new URL(page.url()).search).toBe('?s=Report+07');
  // A tab opened before the search request is filtered by it, too.
  await field.fill('thought');
  await page
    .getByRole('navigation', { name: 'Status' })
    .getByRole('link', { name: /^Drafts/ })
    .click();
  await expect.poll(() => titles(page)).toEqual(['Half a thought']);
});

test('[IMP-11] an empty list says what is missing, and offers a next step', async () => {
  const page = await open(`/wp-admin/edit.php?s=xylophone&author=${writer}`);
  const said = page.locator('.nothing');
  await expect
    .poll(() => said.locator('p').textContent())
    .toBe('No results for “xylophone” with these filters.');
  await said.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(async () => (await titles(page)).length).toBe(20);
  await expect
    .poll(async () => [new URL(page.url()).search, await page.getByRole('searchbox').inputValue()])
    .toEqual(['', '']);
  await page.goto(`${site.url}/wp-admin/edit.php?post_status=future`);
  await expect.poll(() => said.textContent()).toBe('No scheduled posts.');
  await page.goto(`${site.url}/wp-admin/edit.php?post_type=wp_block`);
  await expect.poll(() => said.locator('p').textContent()).toBe('No patterns yet.');
  expect(await said.getByRole('link', { name: 'Add pattern' }).getAttribute('href')).toBe(
    '/wp-admin/post-new.php?post_type=wp_block',
  );
});

test('an unknown address says so in the newsroom and links to its screens; users who can’t edit get a plain message', async () => {
  const page = await open('/wp-admin/plugins.php?page=x', { expectedMessages: /status of 404/ });
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  expect(await page.locator('#content').textContent()).toContain('/wp-admin/plugins.php');
  expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  await page.locator('#content').getByRole('link', { name: 'Posts' }).click();
  await expect.poll(async () => (await titles(page)).length).toBe(20);
  await page.goto(`${site.url}/wp-admin/post.php?post=999999&action=edit`);
  await page.getByRole('heading', { name: 'Nothing to edit' }).waitFor();
  const reader = await open('/wp-admin/plugins.php', { expectedMessages: /status of 404/ }, subscriber);
  expect(await reader.locator('h1').textContent()).toBe('That didn’t work');
});

test('[IMP-11] posts are trashed and restored, singly and in bulk, and deleted permanently after a question', async () => {
  const page = await open('/wp-admin/edit.php?s=Report+1');
  await expect.poll(async () => (await titles(page)).length).toBe(10);
  await row(page, 'Report 12').hover();
  await row(page, 'Report 12').getByRole('button', { name: 'Trash', exact: true }).click();
  await expect.poll(() => toast(page).textContent()).toContain('“Report 12” moved to trash');
  await expect.poll(() => titles(page)).not.toContain('Report 12');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => titles(page)).toContain('Report 12');
  await expect.poll(async () => (await fetch(`${site.url}/report-12/`)).status).toBe(200);

  for (const title of ['Report 15', 'Report 16', 'Report 17'])
    await row(page, title).getByRole('checkbox').check();
  await page
    .locator('.dataviews-bulk-actions-footer__container')
    .getByRole('button', { name: 'Trash', exact: true })
    .click();
  await expect.poll(() => toast(page).textContent()).toContain('3 moved to trash');
  await expect.poll(async () => (await fetch(`${site.url}/report-16/`)).status).toBe(404);
  await page
    .getByRole('navigation', { name: 'Status' })
    .getByRole('link', { name: /^Trash 3/ })
    .click();
  await expect.poll(async () => (await titles(page)).length).toBe(3);
  await row(page, 'Report 15').hover();
  await row(page, 'Report 15').getByRole('button', { name: 'Restore' }).click();
  await expect.poll(async () => (await titles(page)).length).toBe(2);
  await row(page, 'Report 16').getByRole('checkbox').check();
  await page
    .locator('.dataviews-bulk-actions-footer__container')
    .getByRole('button', { name: 'Delete permanently' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
  await expect.poll(() => titles(page)).toEqual(['Report 17']);
});

test('users who can edit only their own drafts are offered no more', async () => {
  const page = await open('/wp-admin/edit.php', {}, writer);
  await expect.poll(() => titles(page)).toContain('By the writer');
  expect(
    await page.getByRole('navigation', { name: 'Newsroom' }).getByRole('link', { name: 'Pages' }).count(),
  ).toBe(0);
  expect([
    await row(page, 'Report 03').getByRole('button', { name: 'Trash', exact: true }).count(),
    await titles(page),
  ]).toEqual([0, expect.not.arrayContaining(['Half a thought'])]);
});

test('[IMP-29] by keys alone: to the content, and with Ctrl K to any article, drafts among them', async () => {
  const page = await open('/wp-admin/');
  await page.getByRole('heading', { name: 'Hello, Mirai' }).waitFor();
  // The notice about the user's own post does not link to the list of all posts.
  await expect
    .poll(() =>
      page
        .locator('section', { hasText: 'Your drafts' })
        .locator('.more')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    )
    .toEqual([
      `/wp-admin/edit.php?post_status=draft&author=${mirai}`,
      `/wp-admin/edit.php?post_status=pending&author=${mirai}`,
    ]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search screens and content' });
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('half a');
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Half a thoughtPost, draft']);
  expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  await page.keyboard.press('Control+a');
  await page.keyboard.type('page');
  await expect
    .poll(() => page.getByRole('option', { selected: true }).allTextContents())
    .toEqual(['PagesScreen']);
  // The Enter that accepts an IME suggestion does nothing in the list.
  await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  expect(await field.count()).toBe(1);
  await page.keyboard.press('Enter');
  await expect.poll(() => titles(page)).toEqual(['About us']);
});

test('[IMP-29] the command palette scrolls with the arrow keys, also below a resting mouse, and explains empty results', async () => {
  const page = await open('/wp-admin/', {
    viewport: { width: 1280, height: 700 },
    expectedMessages: /status of 500/,
  });
  await page.getByRole('button', { name: /^Search screens/ }).click();
  const [list, chosen] = [
    page.getByRole('listbox', { name: 'Search results' }),
    page.getByRole('option', { selected: true }),
  ];
  await list.waitFor();
  expect(
    await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
  ).toBeGreaterThan(30);
  const place = async () => {
    const [around, inside] = [await list.boundingBox(), await chosen.boundingBox()];
    return around && inside
      ? inside.y >= around.y && inside.y + inside.height <= around.y + around.height
      : expect.fail('It is not shown');
  };
  const last = (await page.getByRole('option').count()) - 1;
  await page.getByRole('option').first().hover();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => chosen.getAttribute('id')).toMatch(new RegExp(`-${last}$`));
  await expect.poll(place).toBe(true);
  await standsStill(page);
  expect(await chosen.getAttribute('id')).toMatch(new RegExp(`-${last}$`));
  await page.keyboard.press('ArrowDown');
  await expect.poll(place).toBe(true);
  await page.getByRole('option').nth(1).hover();
  await expect.poll(() => chosen.getAttribute('id')).toMatch(/-1$/);
  await page.route(/search=half/, (route) =>
    route.fulfill({ status: 500, json: { code: 'busy', message: 'The server has too much to do.' } }),
  );
  await page.keyboard.type('half a');
  await expect
    .poll(() => page.locator('.palette-none').allTextContents())
    .toEqual(['The server has too much to do.']);
});

test('[IMP-29] Enter opens no result of an earlier query', async () => {
  const page = await open('/wp-admin/');
  const held = Promise.withResolvers<undefined>();
  await page.route(/search=report/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: /^Search screens/ }).click();
  await page.keyboard.type('half a');
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Half a thoughtPost, draft']);
  const requested = page.waitForRequest(/search=report%2021|search=report\+21/);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('report 21');
  await requested;
  await page.keyboard.press('Enter');
  held.resolve(undefined);
  await expect
    .poll(() => page.getByRole('option', { selected: true }).allTextContents())
    .toEqual([expect.stringContaining('Report 21')]);
});

test('[IMP-11] a signed-out user logs in over the page, and the pending action is done', async () => {
  const page = await open(
    '/wp-admin/edit.php?s=Report+2',
    { expectedMessages: /status of (?:400|401|403|502)/ },
    nao,
  );
  await row(page, 'Report 21').hover();
  await site.write(async (tx) => {
    await endSessionsOf(tx, nao);
    tx.emit(`user:${nao}`, 'change');
  });
  const nonce = '/wp-admin/admin-ajax.php?action=rest-nonce';
  await expect.poll(() => page.evaluate(async (address) => (await fetch(address)).status, nonce)).toBe(400);
  // The server fails just then: its form appears once it is back.
  await page.route(
    '**/wp-login.php*',
    async (route) => {
      await page.route(
        `**${nonce.replace('?', '\\?')}`,
        (asked) => asked.fulfill({ status: 502, body: 'Bad gateway' }),
        { times: 1 },
      );
      await route.fulfill({ status: 502, body: 'Bad gateway' });
    },
    { times: 1 },
  );
  await row(page, 'Report 21').getByRole('button', { name: 'Trash', exact: true }).click();
  await expect
    .poll(() => page.locator('.session-dialog [role=status]').textContent())
    .toContain('The server is not responding');
  const form = page.frameLocator('.session-dialog iframe');
  await form.locator('[name=log]:focus').waitFor();
  await page.keyboard.type('nao');
  expect(await form.locator('header, footer, .account-home').filter({ visible: true }).count()).toBe(0); // no link leads out of the form
  await form.locator('[name=pwd]').fill(password);
  // Their role now requires a second factor: they set it up in a new tab, since that page can't be framed. The dialog
  // stays until then.
  await site.set({ second_factor_roles: ['editor'] });
  await form.locator('.account-form button[type=submit]').click();
  const link = form.locator('a[href="/wp-admin/second-factor.php"]:focus');
  await link.waitFor();
  const said = page.locator('.session-dialog [role=status]');
  await expect.poll(() => said.textContent()).toContain('Set up two-factor authentication in the new tab');
  expect((await seriousFaults(page)).faults).toEqual([]);
  const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  const secret = ((await tab.locator('.account-secret').textContent()) ?? '').replaceAll(' ', '');
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  const renewed = () => page.waitForResponse((reply) => reply.url().endsWith('?action=rest-nonce'));
  const comeBack = () => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
  const [early] = await Promise.all([renewed(), comeBack()]);
  expect([early.status(), await link.count()]).toEqual([400, 1]);
  const on = tab.locator('form', { has: tab.locator('[name=sealed]') });
  await on.locator('[name=code]').fill(totpCode(secret));
  await on.locator('[name=current]').fill(password);
  await on.locator('button[type=submit]').click();
  await tab.locator('.account-codes').waitFor();
  await comeBack();
  await expect.poll(() => toast(page).textContent()).toContain('“Report 21” moved to trash');
  await expect
    .poll(async () => [await page.locator('.session-dialog').count(), new URL(page.url()).search])
    .toEqual([0, '?s=Report+2']);
  await site.set({ second_factor_roles: null });
});

test('[IMP-11] an unreachable server is reported, and retried', async () => {
  const page = await open('/wp-admin/edit.php?s=Report+2', { expectedMessages: /ERR_INTERNET_DISCONNECTED/ });
  await expect.poll(async () => (await titles(page)).length).toBeGreaterThan(3);
  await page.context().setOffline(true);
  await page
    .getByRole('navigation', { name: 'Status' })
    .getByRole('link', { name: /^Published/ })
    .click();
  await expect.poll(() => page.locator('.away').textContent()).toContain('is not responding');
  await page.context().setOffline(false);
  await expect.poll(() => page.locator('.away').textContent()).toBe('');
  await expect.poll(() => page.locator('.list[aria-busy=false] .row-title').count()).toBeGreaterThan(3);
  // A screen whose scripts failed to load.
  await page.context().setOffline(true);
  await page.getByRole('navigation', { name: 'Newsroom' }).getByRole('link', { name: 'Media' }).click();
  await expect.poll(() => page.locator('.away').textContent()).toContain('is not responding');
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
  await expect
    .poll(() => page.locator('.media-filters').evaluate((filters) => getComputedStyle(filters).display))
    .toBe('flex');
});

test.each(
  drawn(
    'looks of the newsroom',
    [
      ['wide and light', { viewport: { width: 1440, height: 900 } }],
      ['on a phone and dark', { viewport: { width: 375, height: 812 }, dark: '1' }],
    ] as const,
    2,
  ),
)('[IMP-29] %s: nothing serious for axe, nothing wider than the window', async (_name, options) => {
  const page = await open('/wp-admin/', options);
  for (const path of ['/wp-admin/', '/wp-admin/edit.php', '/wp-admin/edit.php?post_status=trash&s=none']) {
    if (path !== '/wp-admin/') await page.goto(site.url + path);
    await page.waitForSelector('.home li, .row-title, .empty');
    expect([path, await seriousFaults(page)]).toEqual([path, { faults: [], tooWide: 0 }]);
  }
});
