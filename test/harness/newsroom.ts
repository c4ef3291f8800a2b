import { createHash } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { createSession, writeSession } from '../../src/modules/users/session.ts';
import { createSigner, loadSecret } from '../../src/lib/keys.ts';
import { severeFaults } from './axe-faults.ts';
import type { PageOptions, useChromium } from './chromium.ts';
import type { RealSite } from './real-site.ts';

export interface NewsroomOptions extends PageOptions {
  /** Whether its reader has chosen dark colours (`1`) or light ones (`0`); by default nothing. */
  readonly dark?: '0' | '1';
}

/** A page of the newsroom, of somebody who is signed in and wants no motion: each frame of it is drawn by the processor. */
export async function openNewsroom(
  browser: ReturnType<typeof useChromium>,
  site: Pick<RealSite, 'url' | 'dataDir' | 'write'>,
  path: string,
  userId: number,
  { dark, ...options }: NewsroomOptions = {},
): Promise<Page> {
  let value = '';
  await site.write(
    async (tx) =>
      void (value = writeSession(createSigner(loadSecret(site.dataDir)), await createSession(tx, userId))),
  );
  const page = await browser.newPage({ reducedMotion: 'reduce', ...options });
  await page.context().addCookies([
    {
      name: `wordpress_logged_in_${createHash('md5').update(site.url).digest('hex')}`,
      value,
      url: site.url,
    },
    ...(dark === undefined ? [] : [{ name: 'broadsheet_dark', value: dark, url: site.url }]),
  ]);
  await page.goto(site.url + path);
  return page;
}

/** The markup of the text that is open in the editor. Shortcuts do nothing while a dialog is open, so a closing one is waited for. */
export async function codeOf(page: Page): Promise<string> {
  await page.locator('.components-modal__screen-overlay').first().waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Shift+Alt+m');
  const markup = await page.getByLabel('Text with its markup').inputValue();
  await page.getByRole('button', { name: 'Back to the blocks' }).click();
  return markup;
}

/** The words of the title that is open in the editor; an empty field of rich text holds a character without width. */
export const titleOf = async (field: Locator): Promise<string> =>
  (await field.innerText()).replaceAll('\ufeff', '').trim();

/** What axe finds serious or critical on a page, each with its first element, and by how many pixels the page is wider than the window. */
export async function seriousFaults(
  page: Page,
): Promise<{ readonly faults: readonly string[]; readonly tooWide: number }> {
  // What fades in, or changes its colour as it can be pressed, is read as it will be; what moves without an end is not waited for.
  await page.evaluate(async () => {
    const endsSoon = ({ playState, effect }: Animation) =>
      playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime);
    const moving = () => document.getAnimations().filter(endsSoon);
    for (let all = moving(); all.length > 0; all = moving())
      await Promise.allSettled(all.map(({ finished }) => finished));
  });
  const faults = (await severeFaults(page)).map(({ id, html }) => `${id}: ${html[0] ?? ''}`);
  return {
    faults,
    tooWide: Math.max(0, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)),
  };
}

/** Chooses a date far ahead for a draft that is open in the editor and has none. */
export async function planFor2099(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Post' }).click();
  await page.getByRole('button', { name: 'As it is published' }).click();
  await page.getByLabel('Year').fill('2099');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Schedule', exact: true }).waitFor();
  await page.keyboard.press('Escape');
}
