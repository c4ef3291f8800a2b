import { createHash } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { createSession, writeSession } from '../../src/modules/users/session.ts';
import { createSigner, loadSecret } from '../../src/lib/keys.ts';
import { severeFaults } from './axe-faults.ts';
import { drawn } from './drawn.ts';
import type { PageOptions, useChromium } from './chromium.ts';
import type { RealSite } from './real-site.ts';

export interface NewsroomOptions extends PageOptions {
  /** The user's scheme, dark (`1`) or light (`0`); by default not set. */
  readonly dark?: '0' | '1';
}

/** Opens a newsroom page as a logged-in user with reduced motion, since frames are rendered on the CPU. */
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

const desktop = { width: 1280, height: 900 };
const phone = { width: 375, height: 812 };

/**
 * Schemes and screens for accessibility tests, with names for their titles: light and dark, desktop and phone, in one
 * of the two pairs that have both schemes and both screens (decision 088). `title`: unique words, as for `drawn`.
 */
export function drawnLooks(title: string): readonly (readonly [name: string, options: NewsroomOptions])[] {
  const pairs = [
    [
      ['light', { dark: '0', viewport: desktop }],
      ['on a dark phone', { dark: '1', viewport: phone }],
    ],
    [
      ['dark', { dark: '1', viewport: desktop }],
      ['on a phone', { dark: '0', viewport: phone }],
    ],
  ] as const;
  return drawn(title, pairs, 2).flat();
}

/** The markup of the text in the editor. Waits for a closing dialog, since shortcuts do nothing while one is open. */
export async function codeOf(page: Page): Promise<string> {
  await page.locator('.components-modal__screen-overlay').first().waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Shift+Alt+m');
  const markup = await page.getByLabel('Content as HTML').inputValue();
  await page.getByRole('button', { name: 'Exit code editor' }).click();
  return markup;
}

/** The title in the editor; an empty rich text field contains a zero-width character. */
export const titleOf = async (field: Locator): Promise<string> =>
  (await field.innerText()).replaceAll('\ufeff', '').trim();

/** Serious or critical axe violations of a page, each with its first element, and the horizontal overflow in pixels. */
export async function seriousFaults(
  page: Page,
): Promise<{ readonly faults: readonly string[]; readonly tooWide: number }> {
  // Waits for finite animations, so that colours are measured in their final state.
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

/** Sets a distant date for a draft without a date. */
export async function planFor2099(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Post' }).click();
  await page.getByRole('button', { name: 'Immediately' }).click();
  await page.getByLabel('Year').fill('2099');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Schedule', exact: true }).waitFor();
  await page.keyboard.press('Escape');
}
