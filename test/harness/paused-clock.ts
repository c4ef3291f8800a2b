import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Stops the clock of a page that is not open yet, a second after `since` (milliseconds since 1970): its timers, frames and dates move only by
 * `page.clock.runFor`.
 */
export async function pauseClock(page: Page, since = 0): Promise<void> {
  await page.clock.install({ time: since });
  await page.clock.pauseAt(since + 1000);
}

/** Notes every timer that a page sets, whose clock was stopped before; gives the wait until there is one of so many milliseconds. */
export async function watchTimers(page: Page): Promise<(ms: number) => Promise<void>> {
  await page.addInitScript(() => {
    const timers: unknown[] = [];
    const { setTimeout } = window;
    Object.assign(window, {
      timers,
      setTimeout: (...given: Parameters<typeof setTimeout>) => {
        timers.push(given[1]);
        return setTimeout(...given);
      },
    });
  });
  return (ms) => expect.poll(() => page.evaluate('timers')).toContain(ms);
}
