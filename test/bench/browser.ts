import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { endsLater } from './running.ts';
import type { End } from './running.ts';

/** Starts Chromium (CHROMIUM_PATH or the system's). A stopped bench ends it itself. */
export async function startBrowser(
  ...flags: readonly string[]
): Promise<{ readonly browser: Browser; readonly stop: End }> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', ...flags],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return { browser, stop: endsLater(() => browser.close()) };
}
