import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

const flags = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

/** Starts Chromium: the one of CHROMIUM_PATH, else the system's. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH || '/usr/bin/chromium';
  if (!existsSync(executablePath)) throw new Error(`Chromium is not at ${executablePath}: install the package "chromium", or set CHROMIUM_PATH.`);
  return chromium.launch({ executablePath, args: flags });
}

export interface PageOptions extends BrowserContextOptions {
  /** Console messages that the test provokes; any other message, and any page error, fails it. */
  readonly expectedMessages?: RegExp;
}

/** A browser for the tests of one file; each page lives in a context of its own (no cookies, no cache), until its test ends. */
export interface TestBrowser {
  newPage(options?: PageOptions): Promise<Page>;
}

/** Declares the browser of a test file (or group). A console message or an uncaught error on a page fails its test. */
export function useChromium(): TestBrowser {
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  let messages: string[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    const [open, said] = [contexts, messages];
    contexts = [];
    messages = [];
    for (const context of open) await context.close();
    expect(said, 'The page wrote to the console, or threw').toEqual([]);
  });

  return {
    newPage: async ({ expectedMessages, ...options } = {}) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      const page = await context.newPage();
      const note = (message: string) => {
        if (!expectedMessages?.test(message)) messages.push(message);
      };
      page.on('console', (message) => note(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => note(`uncaught: ${error.message}`));
      return page;
    },
  };
}
