import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { currentOnes, declarePanelSite, openPanel, panel, row, titles } from '../harness/panel-site.ts';

const browser = useChromium();
const { site, open, only } = declarePanelSite(browser);

const names = Array.from({ length: 200 }, (_, number) => `Layout ${String(number + 1).padStart(3, '0')}`);

/** Whether it is fully visible without scrolling. */
const isInView = (page: Page, title: string) =>
  row(page, title).evaluate((element) => {
    const box = element.closest('.bar-long')?.getBoundingClientRect();
    const { top, bottom } = element.getBoundingClientRect();
    return box !== undefined && top >= box.top && bottom <= box.bottom && bottom <= innerHeight;
  });
const placeOf = (page: Page) =>
  panel(page)
    .locator('.bar-long')
    .evaluate((element) => element.scrollTop);

test.each([
  { width: 1280, height: 720 },
  { width: 375, height: 812 },
])(
  '[TPL-01] [TPL-04] among two hundred templates the buttons are in reach, the current one in view, and an assignment leaves the place, $width wide',
  async (viewport) => {
    await only(...names);
    const page = await open('/a-story/', { viewport });
    await openPanel(page);
    for (const name of ['Create template', 'Load from Cloud Library', 'Close']) {
      await expect
        .poll(async () => {
          const box = await panel(page).getByRole('button', { name, exact: true }).boundingBox();
          return [name, box !== null && box.y >= 0 && box.y + box.height <= viewport.height];
        })
        .toEqual([name, true]);
    }
    const history = await panel(page).locator('summary', { hasText: 'History' }).boundingBox();
    expect((history?.y ?? Infinity) + (history?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    await row(page, 'Layout 150').scrollIntoViewIfNeeded();
    const place = await placeOf(page);
    expect(place).toBeGreaterThan(1000);
    await row(page, 'Layout 150').getByRole('button', { name: 'Layout 150', exact: true }).click();
    await page.getByText('Laid out by Layout 150').waitFor();
    await expect.poll(() => currentOnes(page)).toEqual(['Layout 150']);
    await expect.poll(() => placeOf(page)).toBe(place);
    // After a reload the current one is shown.
    await page.reload();
    await openPanel(page);
    await expect.poll(() => isInView(page, 'Layout 150')).toBe(true);
    expect(await page.evaluate(() => document.body.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const filter = panel(page).getByRole('searchbox', { name: 'Filter by name' });
    await filter.fill('LAYOUT 02');
    await expect.poll(() => titles(page)).toEqual(['Global Template', ...names.slice(19, 29)]);
    await filter.fill('nothing like that');
    await panel(page).getByText('No templates found.').waitFor();
    await filter.fill('017');
    await row(page, 'Layout 017').getByRole('button', { name: 'Layout 017', exact: true }).click();
    await page.getByText('Laid out by Layout 017').waitFor();
    await expect.poll(() => titles(page)).toEqual(['Global Template', 'Layout 017']);
    expect(await filter.inputValue()).toBe('017');
  },
);

test('[TPL-01] ten templates need no filter', async () => {
  await only(...names.slice(0, 10));
  const page = await open('/a-story/');
  await openPanel(page);
  expect([(await titles(page)).length, await panel(page).getByRole('searchbox').count()]).toEqual([11, 0]);
});

test('the list of all templates is filtered by name and by kind', async () => {
  await only(...names);
  const page = await open('/wp-admin/site-editor.php');
  const listed = () => page.locator('.profile-sessions a').allTextContents();
  expect((await listed()).length).toBe(200);
  const request = async (text: string) => {
    await page.getByRole('searchbox', { name: 'Filter by name or kind' }).fill(text);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.waitForURL((url) => url.searchParams.get('s') === text);
    return listed();
  };
  expect(await request('layout 199')).toEqual(['Layout 199']);
  expect((await request('single')).length).toBe(200);
  expect(await request('category')).toEqual([]);
  await page.getByText('No templates found.').waitFor();
  expect(site.url).toBe(new URL(page.url()).origin);
});
