import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids = { ann: 0, cleo: 0 };
const site = useRealSite(async (tx) => {
  ids.ann = await makeUser(tx, { login: 'ann', roles: ['author'], displayName: 'Ann' });
  ids.cleo = await makeUser(tx, { login: 'cleo', roles: ['contributor'], displayName: 'Cleo' });
  const bo = await makeUser(tx, { login: 'bo', roles: ['author'], displayName: 'Bo' });
  await makePost(tx, { title: 'By Ann', slug: 'by-ann', authorId: ids.ann });
  await makePost(tx, { title: 'By Bo', slug: 'by-bo', authorId: bo });
  await makePost(tx, { title: 'By Cleo', slug: 'by-cleo', authorId: ids.cleo });
});

async function openCachePanel(page: Page): Promise<void> {
  await page.locator('#wpadminbar .bar-cached').click();
  await page.getByRole('dialog', { name: 'Page cache' }).waitFor();
}
const rerender = (page: Page) => page.getByRole('button', { name: 'Re-render', exact: true });

test('[ROLE-04] authors refresh the cached copy of their own post from the bar, which shows no template actions', async () => {
  await fetch(`${site.url}/by-ann/`);
  const page = await openNewsroom(browser, site, '/by-ann/', ids.ann);
  expect(await page.getByRole('link', { name: 'Edit Post' }).getAttribute('href')).toMatch(
    /^\/wp-admin\/post\.php\?post=\d+&action=edit$/,
  );
  expect(await page.getByRole('button', { name: /^Template:|Mobile page|template builder/ }).count()).toBe(0);
  await openCachePanel(page);
  const startedAt = Date.now();
  const renewed = page.waitForResponse(/cached-pages/);
  await rerender(page).click();
  const reply = await renewed;
  expect([reply.status(), reply.request().postDataJSON()]).toEqual([200, { path: '/by-ann/' }]);
  expect(((await reply.json()) as { readonly rendered_at: number }).rendered_at).toBeGreaterThanOrEqual(
    startedAt,
  );
  await page.getByText('Cached').first().waitFor();
});

test('on other authors’ posts, lists, and posts they can no longer edit, authors see the cached copy but can’t refresh it', async () => {
  const pages = [
    ['/by-bo/', ids.ann],
    ['/', ids.ann],
    ['/author/ann/', ids.ann],
    ['/nothing-here/', ids.ann],
    ['/by-cleo/', ids.cleo],
  ] as const;
  for (const [path, who] of pages) {
    const page = await openNewsroom(browser, site, path, who, { expectedMessages: /status of 40[34]/ });
    await openCachePanel(page);
    expect([path, await rerender(page).count()]).toEqual([path, 0]);
    // The server refuses a direct request.
    const status = await page.evaluate(async (address) => {
      const nonce =
        /"nonce":"([^"]+)"/.exec(document.querySelector('#broadsheet-page')?.textContent ?? '')?.[1] ?? '';
      const { status: refused } = await fetch('/wp-json/broadsheet/v1/cached-pages', {
        method: 'POST',
        headers: { 'x-wp-nonce': nonce, 'content-type': 'application/json' },
        body: JSON.stringify({ path: address }),
      });
      return [nonce.length > 10, refused];
    }, path);
    expect([path, status]).toEqual([path, [true, 403]]);
  }
});
