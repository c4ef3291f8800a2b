import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { useChromium } from '../harness/chromium.ts';
import { currentOnes, declarePanelSite, modal, panel, row } from '../harness/panel-site.ts';

const browser = useChromium();
const { site, ids, open, only, bytesOf } = declarePanelSite(browser);
const works = (page: Page) => page.locator('#wpadminbar[data-works]').count();

/** Opens a page whose bar has no script until `release` is called. */
async function openHeld(
  path: string,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<{ readonly page: Page; readonly release: () => void }> {
  const page = await open('/about/');
  await prepare?.(page);
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/admin-bar-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(site.url + path, { waitUntil: 'domcontentloaded' });
  return { page, release: () => held.resolve() };
}

const opener = (page: Page) => page.getByRole('button', { name: 'Template: Single post', exact: true });

test('[ROLE-02] [ROLE-03] a click on the bar before its script has loaded is done afterwards: by mouse and keyboard', async () => {
  await only('Wide');
  for (const act of ['click', 'press'] as const) {
    const { page, release } = await openHeld('/a-story/');
    await (act === 'click' ? opener(page).click() : opener(page).press('Enter'));
    expect([await works(page), await panel(page).count()]).toEqual([0, 0]);
    release();
    await panel(page).and(page.locator('[aria-busy=false]')).waitFor();
    await page.keyboard.press('Escape');
    expect(await opener(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await opener(page).click();
    await panel(page).waitFor();
  }
});

test('a panel reopened after a reload stays open when its button is clicked during loading; a notice appears, too', async () => {
  await only('Wide');
  const { page, release } = await openHeld('/a-story/', (before) =>
    before.evaluate(() => sessionStorage.setItem('broadsheet-open-panel', 'templates')),
  );
  await opener(page).click();
  release();
  await row(page, 'Wide').waitFor();
  expect(await currentOnes(page)).toEqual(['Global Template']);

  const other = await openHeld('/a-story/');
  await other.page.getByRole('button', { name: 'template builder disabled' }).click();
  other.release();
  await modal(other.page).waitFor();
});

test('on a phone the entries unfold once the script runs; links work at once, and Escape cancels a pending click', async () => {
  const { page, release } = await openHeld('/a-story/', (before) =>
    before.setViewportSize({ width: 375, height: 812 }),
  );
  const more = page.locator('#wpadminbar .bar-more');
  await more.click();
  await page.keyboard.press('Escape');
  await opener(page).click();
  release();
  await panel(page).waitFor();
  expect(await more.getAttribute('aria-expanded')).toBe('false');

  const held = await openHeld('/a-story/');
  await held.page.getByRole('link', { name: 'Edit Post' }).click();
  await held.page.waitForURL(
    (url) => url.pathname === '/wp-admin/post.php' && url.searchParams.get('post') === String(ids.story),
  );
});

test('readers get none of its code', async () => {
  expect(await bytesOf('/a-story/')).not.toMatch(/admin-bar-clicks|wpadminbar/);
});
