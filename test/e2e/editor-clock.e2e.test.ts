import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids = { edda: 0, early: 0 };
const year = new Date().getUTCFullYear();
/** The March Sunday on which New York skips the hour from two to three. */
const sunday = 8 + ((7 - new Date(Date.UTC(year, 2, 1)).getUTCDay()) % 7);
/** Half past two of that day in Auckland, thirteen hours ahead. */
const early = Date.UTC(year, 2, sunday, 2, 30) - 13 * 3_600_000;
const site = useRealSite(async (tx) => {
  ids.edda = await makeUser(tx, { login: 'edda', roles: ['administrator'], displayName: 'Edda' });
  ids.early = await makePost(tx, { title: 'Early', slug: 'early', publishedAt: early, modifiedAt: early });
});
const newYork = { timezoneId: 'America/New_York' };

test('[IMP-02] in any browser time zone, every time is in the site’s, which the calendar names', async () => {
  await site.set({ timezone_string: 'Pacific/Auckland' });
  try {
    const page = await openNewsroom(
      browser,
      site,
      `/wp-admin/post.php?post=${ids.early}&action=edit`,
      ids.edda,
      newYork,
    );
    await page.getByRole('tab', { name: 'Post' }).click();
    const date = page.getByRole('button', { name: `Mar ${sunday}, ${year}, 2:30` });
    await date.click();
    const calendar = page.locator('.panel-calendar');
    await calendar.getByText('Site time zone: Pacific/Auckland.').waitFor();
    expect(await calendar.getByText('UTC', { exact: false }).filter({ visible: true }).count()).toBe(0);
    expect(
      await calendar.locator('..').evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight),
    ).toBe(true);
    await page.keyboard.press('Escape');
    await page.frameLocator('iframe[name=editor-canvas]').getByText('Text of Early.').click();
    await page.keyboard.type('More. ');
    await page.keyboard.press('Control+s');
    await page.locator('.components-snackbar__content', { hasText: '“Early” ' }).waitFor();
    const now = await page.evaluate(() =>
      new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'Pacific/Auckland' }).format(
        Date.now(),
      ),
    );
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: /Revisions/ }).click();
    await page.locator('.past-of', { hasText: now }).waitFor();
  } finally {
    await site.set({ timezone_string: null });
  }
});

test('[IMP-02] a list shows the hour of the site, though clocks where the browser is leave it out', async () => {
  await site.set({ timezone_string: 'Pacific/Auckland' });
  try {
    const page = await openNewsroom(browser, site, '/wp-admin/edit.php', ids.edda, newYork);
    await page
      .locator('tr', { hasText: 'Early' })
      .locator('time', { hasText: `Mar ${sunday}, 2:30` })
      .waitFor();
  } finally {
    await site.set({ timezone_string: null });
  }
});

test('[IMP-02] the focus moves into the form for a new category, and back when it closes', async () => {
  const page = await openNewsroom(browser, site, '/wp-admin/post-new.php', ids.edda);
  await page.getByRole('tab', { name: 'Post' }).click();
  const opener = page.getByRole('button', { name: 'Add new category' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('New category name').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Tides');
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'Tides' }).and(page.locator(':checked')).waitFor();
  await opener.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await opener.and(page.locator(':focus')).waitFor();
});

test('[IMP-02] the frame of a new text does not steal the focus, and takes it where no field has it', async () => {
  for (const isElsewhere of [true, false]) {
    const page = await openNewsroom(browser, site, '/wp-admin/edit.php', ids.edda);
    await page.addInitScript(() => {
      document.addEventListener(
        'load',
        (event) => {
          const { target } = event;
          if (!(target instanceof HTMLIFrameElement) || target.name !== 'editor-canvas' || !event.isTrusted)
            return;
          event.stopImmediatePropagation(); // as on a slow machine
          document.addEventListener('frame-comes', () => target.dispatchEvent(new Event('load')), {
            once: true,
          });
          target.dataset.held = '';
        },
        true,
      );
    });
    await page.goto(`${site.url}/wp-admin/post-new.php`);
    await page.locator('iframe[name=editor-canvas][data-held]').waitFor();
    const opener = page.getByRole('button', { name: 'Add new category' });
    if (isElsewhere) await opener.focus();
    await page.evaluate(() => document.dispatchEvent(new Event('frame-comes')));
    const frame = page.frameLocator('iframe[name=editor-canvas]');
    await frame.getByRole('textbox', { name: 'Title' }).waitFor();
    if (isElsewhere) expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
    else await frame.getByRole('textbox', { name: 'Title' }).and(frame.locator(':focus')).waitFor();
  }
});

test('[IMP-02] on a phone every day of the calendar and its year are in the window', async () => {
  const page = await openNewsroom(
    browser,
    site,
    `/wp-admin/post.php?post=${ids.early}&action=edit`,
    ids.edda,
    { viewport: { width: 375, height: 812 } },
  );
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.locator('.panel-date').click();
  const box = await page.locator('.panel-calendar').boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(375);
});
