import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Stops the clock of a page before it is opened, a second after `since` (ms since epoch): timers, frames and dates
 * advance only by `page.clock.runFor`.
 */
export async function pauseClock(page: Page, since = 0): Promise<void> {
  await page.clock.install({ time: since });
  await page.clock.pauseAt(since + 1000);
}

/** Records the timers of a page with a stopped clock; returns a function that waits for a timer of so many ms. */
export async function watchTimers(page: Page): Promise<(ms: number) => Promise<void>> {
  await page.addInitScript(() => {
    const timers: unknown[] = [];
    const { setTimeout } = window;
    Object.assign(window, {
      timers,
      setTimeout: (...args: Parameters<typeof setTimeout>) => {
        timers.push(args[1]);
        return setTimeout(...args);
      },
    });
  });
  return (ms) => expect.poll(() => page.evaluate('timers')).toContain(ms);
}
