import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
let mirai = 0;
const long = 'Ł😀 river '.repeat(120);
const site = useRealSite(async (tx) => {
  mirai = await makeUser(tx, { login: 'mirai', roles: ['editor'], displayName: 'Mirai' });
  await makePost(tx, { title: long, slug: 'long', status: 'draft', authorId: mirai });
  await makePost(tx, {
    title: 'Planned',
    slug: 'planned',
    status: 'future',
    publishedAt: Date.UTC(2099, 0, 3, 5, 4),
    authorId: mirai,
  });
  await makePost(tx, {
    title: 'Past',
    slug: 'past',
    publishedAt: Date.UTC(2019, 0, 3, 5, 4),
    authorId: mirai,
  });
});

test('[IMP-11] lists show the time of posts scheduled for another year, and truncate very long titles, as do notices about them', async () => {
  const page = await openNewsroom(browser, site, '/wp-admin/edit.php', mirai);
  const row = (words: string) => page.getByRole('row', { name: words });
  await expect.poll(() => row('Planned').locator('time').textContent()).toBe('Jan 3, 2099, 5:04 AM');
  expect(await row('Past').locator('time').textContent()).toBe('Jan 3, 2019');
  expect((await row('Ł😀 river').boundingBox())?.height).toBeLessThan(140);
  await page.goto(`${site.url}/wp-admin/`);
  expect((await page.locator('.home a', { hasText: 'Ł😀 river' }).boundingBox())?.height).toBeLessThan(140);
  await page.goBack();
  await row('Ł😀 river').hover();
  await row('Ł😀 river').getByRole('button', { name: 'Trash' }).click();
  const snackbar = page.locator('.components-snackbar__content', { hasText: 'Ł😀 river' });
  expect((await snackbar.textContent())?.length).toBeLessThan(180);
});
