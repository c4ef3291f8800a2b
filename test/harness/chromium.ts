import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, expect, inject } from 'vitest';
import { browserPath } from './browser-path.ts';
import type { ChromiumKind } from './browser-path.ts';
import { noteBrowser } from './browsers-used.ts';
import { KeptContexts } from './kept-contexts.ts';

/**
 * Those that Playwright switches off, since the last list given counts, and two of ours: windows for suggestions below an address field that nobody sees cost a
 * process a page, a fifth of all that Chromium does here.
 */
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // A process that waits for a site nobody goes to.
  'SpareRendererForSitePerProcess',
];
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${withoutFeatures.join(',')}`,
  // The pages of a context share a process: a new one costs more than most of our pages do.
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  // Nor does anybody see the window move, or its tab turn while a page comes.
  '--wm-window-animations-disabled',
  '--animation-duration-scale=0',
  // No page here lives long enough to earn back what V8's optimising compilers cost: a sixth of the CPU of the newsroom's pages, nothing of the readers'.
  '--js-flags=--no-opt,--no-maglev',
];

/** Starts the Chromium that `browserPath` picks. It ends with this process, however this process ends: they talk through a pipe. */
export async function launchChromium(kind: ChromiumKind = 'shell'): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: browserPath(kind),
    args: flags,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  await noteBrowser(inject('runFolder'), browser, expect.getState().testPath ?? '');
  return browser;
}

const kept = new Map<ChromiumKind, Promise<KeptContexts>>();

async function closeAll(): Promise<void> {
  await Promise.allSettled([...kept.values()].map(async (contexts) => (await contexts).browser.close()));
  process.kill(process.pid, 'SIGTERM');
}

/** The Chromium of this worker, and its contexts: test files that it runs one after another share them. */
async function contextsOfWorker(kind: ChromiumKind): Promise<KeptContexts> {
  const running = await kept.get(kind);
  if (running?.browser.isConnected()) return running;
  if (kept.size === 0) process.once('SIGTERM', () => void closeAll());
  const started = launchChromium(kind).then((browser) => new KeptContexts(browser));
  kept.set(kind, started);
  return started;
}

export interface PageOptions extends BrowserContextOptions {
  /** Console messages that the test provokes; any other message, and any page error, fails it. */
  readonly expectedMessages?: RegExp;
}

/**
 * A browser for the tests of one file; each page is alone in its context, which knows nothing of pages before it (no cookies, no storage), until its test ends.
 * Only what HTTP lets a browser keep may be there of earlier tests of the file, as readers have it who come again: fetched and compiled anew, the newsroom's
 * scripts cost more than what a test does with them. Nothing is kept of a page that routes requests, or of a new context.
 */
export interface TestBrowser {
  newPage(options?: PageOptions): Promise<Page>;
}

/** Declares the browser of a test file (or group). A console message or an uncaught error on a page fails its test. */
export function useChromium(kind: ChromiumKind = 'shell'): TestBrowser {
  let contexts: KeptContexts;
  let messages: string[] = [];

  beforeAll(async () => {
    contexts = await contextsOfWorker(kind);
    await noteBrowser(inject('runFolder'), contexts.browser, expect.getState().testPath ?? '');
    await contexts.forgetFiles();
  });
  afterEach(async ({ task }) => {
    const said = messages;
    messages = [];
    await contexts.clean({ failed: task.result?.state === 'fail' });
    expect(said, 'The page wrote to the console, or threw').toEqual([]);
  });

  return {
    newPage: async ({ expectedMessages, ...options } = {}) => {
      const page = await contexts.newPage(options);
      const note = (message: string) => {
        if (!expectedMessages?.test(message)) messages.push(message);
      };
      page.on('console', (message) => note(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => note(`uncaught: ${error.message}`));
      return page;
    },
  };
}
