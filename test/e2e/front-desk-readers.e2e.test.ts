import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { createSigner, loadSecret } from '../../src/lib/keys.ts';
import { createNonce, createSession, writeSession } from '../../src/modules/users/session.ts';
import { findReadsOfDay } from '../../src/modules/views/store.ts';
import { restNonceAction } from '../../src/site/rest/rest-actor.ts';
import { faultsInBothSchemes } from '../harness/axe-faults.ts';
import { useChromium } from '../harness/chromium.ts';
import type { PageOptions } from '../harness/chromium.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { pageWidth } from '../harness/page-width.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids = { editor: 0, news: 0, sport: 0, old: 0, other: 0 };
const site = useRealSite(async (tx) => {
  ids.news = await makeTerm(tx, { name: 'News', slug: 'news' });
  ids.sport = await makeTerm(tx, { name: 'Sport', slug: 'sport' });
  for (let n = 0; n < 24; n++) {
    const id = await makePost(tx, {
      title: `Story ${n} of a calm week`,
      slug: `story-${n}`,
      termIds: [n % 3 === 0 ? ids.sport : ids.news],
    });
    if (n === 0) ids.old = id;
    if (n === 1) ids.other = id;
  }
  ids.editor = await makeUser(tx, { roles: ['editor'] });
});
const headers = { cookie: '', 'x-wp-nonce': '', 'content-type': 'application/json' };

beforeEach(async () => {
  const name = `wordpress_logged_in_${createHash('md5').update(site.url).digest('hex')}`;
  if (headers.cookie.startsWith(`${name}=`)) return;
  const signer = createSigner(loadSecret(site.dataDir));
  await site.write(async (tx) => {
    const session = await createSession(tx, ids.editor);
    headers.cookie = `${name}=${writeSession(signer, session)}`;
    headers['x-wp-nonce'] = createNonce(signer, session, restNonceAction);
  });
});

async function call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(`${site.url}/wp-json/broadsheet/v1/${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json = (await response.json()) as Record<string, unknown>;
  expect([response.status, json['message']]).toEqual([200, undefined]);
  return json;
}
const publish = (pins: readonly object[], breaking: object | null = null) =>
  call('PUT', 'front', { pins, breaking });
const renderedAt = async (path: string) =>
  (await call('GET', `cached-pages?path=${encodeURIComponent(path)}`))['rendered_at'];

const phone = { viewport: { width: 375, height: 812 } };
const headlines = (page: Page) => page.locator('main .card-title').allInnerTexts();
async function open(options: PageOptions = {}, path = '/'): Promise<Page> {
  const page = await browser.newPage(options);
  await page.goto(site.url + path);
  return page;
}

site.onBoth(
  '[IMP-11] the next load of an open front shows a published change in the lead, in a band and as a breaking line',
  async () => {
    await publish([]);
    const reader = await open();
    expect((await headlines(reader))[0]).toBe('Story 23 of a calm week');
    expect(await reader.locator('.breaking-line').count()).toBe(0);
    await publish(
      [
        { post_id: ids.old, headline: 'The oldest leads' },
        { post_id: ids.other, area: `category:${ids.sport}` },
      ],
      { text: 'Storm closes the harbour', url: '/story-5/' },
    );
    await reader.reload();
    expect((await headlines(reader))[0]).toBe('The oldest leads');
    expect((await headlines(reader)).filter((title) => title === 'Story 1 of a calm week')).toHaveLength(1);
    const line = reader.locator('main > .breaking-line:first-child');
    await line.getByRole('link', { name: 'Storm closes the harbour' }).click();
    await reader.waitForURL('**/story-5/');
    await publish([]);
    await reader.goBack();
    await reader.reload();
    expect((await headlines(reader))[0]).toBe('Story 23 of a calm week');
    expect(await reader.locator('.breaking-line').count()).toBe(0);
  },
);

test('[IMP-11] readers without scripts and on a phone see the same front', async () => {
  await publish(
    [
      { post_id: ids.old, headline: 'Seen by everyone' },
      { post_id: ids.other, area: `category:${ids.news}` },
    ],
    { text: 'Line for everyone', url: '' },
  );
  const [whole, plain, small] = [await open(), await open({ javaScriptEnabled: false }), await open(phone)];
  const seen = await headlines(whole);
  expect(seen[0]).toBe('Seen by everyone');
  for (const page of [plain, small]) {
    expect(await headlines(page)).toEqual(seen);
    expect(await page.locator('.breaking-line').innerText()).toBe('Line for everyone');
    expect(await page.locator('.breaking-line').isVisible()).toBe(true);
  }
});

site.onBoth('[IMP-11] a front edit re-renders the front and not an article or a category', async () => {
  await publish([]);
  const others = ['/story-7/', '/category/sport/'];
  for (const path of ['/', ...others]) await fetch(site.url + path);
  // Rendered again after related posts are ranked, so that nothing else changes the article.
  await expect.poll(async () => (await fetch(`${site.url}/story-7/?relatedposts=1`)).status).toBe(200);
  for (const path of others) await fetch(site.url + path);
  const before = await Promise.all(others.map(renderedAt));
  const front = await renderedAt('/');
  await publish([{ post_id: ids.old }]);
  for (const path of ['/', ...others]) await fetch(site.url + path);
  expect(await Promise.all(others.map(renderedAt))).toEqual(before);
  expect(await renderedAt('/')).not.toBe(front);
});

site.onBoth('[IMP-11] an open dashboard re-renders and counts nothing of readers', async () => {
  await publish([{ post_id: ids.old }]);
  const paths = ['/', '/story-7/', '/category/sport/'];
  for (const path of paths) await fetch(site.url + path);
  await expect.poll(async () => (await fetch(`${site.url}/story-7/?relatedposts=1`)).status).toBe(200);
  for (const path of paths) await fetch(site.url + path);
  const before = await Promise.all(paths.map(renderedAt));
  // Readings by browsers without a window are never counted.
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, userAgent });
  const [name = '', value = ''] = headers.cookie.split('=');
  await page.context().addCookies([{ name, value, url: site.url }]);
  const stored = page.waitForResponse((reply) => reply.url().includes('/users/me') && reply.ok());
  await page.goto(`${site.url}/wp-admin/`);
  await page.frameLocator('.front-picture iframe').getByText('Story 0 of a calm week').first().waitFor();
  await stored; // the visit
  expect(await Promise.all(paths.map(renderedAt))).toEqual(before);
  // One reading is counted, and no other one with it.
  await fetch(`${site.url}/wp-admin/admin-ajax.php`, {
    method: 'POST',
    headers: { 'user-agent': userAgent },
    body: new URLSearchParams({ action: 'broadsheet_view', post_ids: String(ids.other) }),
  });
  const reads = async () => {
    let posts: readonly { readonly id: number; readonly reads: number }[] = [];
    await site.write(
      async (tx) => void ({ posts } = await findReadsOfDay(tx.db, { now: Date.now(), limit: 5 })),
    );
    return posts.map(({ id, reads: count }) => [id, count]);
  };
  await expect.poll(async () => (await reads()).length).toBeGreaterThan(0);
  expect(await reads()).toEqual([[ids.other, 1]]);
});

test('[IMP-11] headline, breaking line and hostile text fit a phone, both schemes and a right-to-left page, and run nothing', async () => {
  const word = 'Donaudampfschifffahrt'.repeat(7);
  const hostile = '<img src=x onerror=window.ran=1><script>window.ran=1</script>';
  await publish([{ post_id: ids.old, headline: `${hostile} ${word}`.slice(0, 200) }], {
    text: `${hostile} ${word}`.slice(0, 160),
    url: '/?q="><script>window.ran=1</script>'.replaceAll(' ', ''),
  });
  const page = await open(phone);
  expect(await page.evaluate('window.ran')).toBeUndefined();
  expect(await page.locator('.breaking-line').innerText()).toContain('<img src=x onerror=');
  expect(await pageWidth(page)).toBe(375);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await pageWidth(page)).toBe(320);
  await publish([], { text: 'Storm closes the harbour', url: '/story-5/' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.reload();
  expect(await faultsInBothSchemes(page, { within: '#content', targets: true })).toEqual([]);
  // The text begins at the side where the language does.
  const edges = () =>
    page.locator('.breaking-line').evaluate((line) => {
      const text = line.querySelector('a')?.getBoundingClientRect();
      const box = line.getBoundingClientRect();
      return text && { left: text.left - box.left, right: box.right - text.right };
    });
  const [ltr, rtl] = [
    await edges(),
    await site.set({ site_language: 'ar' }).then(async () => {
      await page.reload();
      return edges();
    }),
  ];
  expect(ltr?.left).toBeLessThan(40);
  expect(ltr?.right).toBeGreaterThan(300);
  expect(rtl?.right).toBeLessThan(40);
  expect(rtl?.left).toBeGreaterThan(300);
  await site.set({ site_language: null });
  // The keyboard reaches the link, with a visible focus.
  await page.reload();
  const link = page.locator('.breaking-line a');
  await page.locator('#content').focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
});
