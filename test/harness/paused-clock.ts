import type { Page } from 'playwright-core';

/** Stops the clock of a page that is not open yet, a second after `since` (milliseconds since 1970): its timers, frames and dates move only by `page.clock.runFor`. */
export async function pauseClock(page: Page, since = 0): Promise<void> {
  await page.clock.install({ time: since });
  await page.clock.pauseAt(since + 1000);
}
