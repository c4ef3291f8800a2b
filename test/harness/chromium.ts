import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, expect, inject } from 'vitest';
import { browserPath } from './browser-path.ts';
import type { ChromiumKind } from './browser-path.ts';
import { noteBrowser } from './browsers-used.ts';
import { ReusedContexts } from './reused-contexts.ts';

/**
 * Features that Playwright disables, since only the last list counts, and two more: autofill popups use a process per
 * page, a fifth of Chromium's CPU time here.
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
  // A spare process for the next site.
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
  // The pages of a context share a process: a new one costs more than most pages here.
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  // Window and tab animations are not visible here.
  '--wm-window-animations-disabled',
  '--animation-duration-scale=0',
  // Pages here are too short-lived for V8's optimizing compilers, which take a sixth of the CPU time of newsroom pages.
  '--js-flags=--no-opt,--no-maglev',
];

/** Starts the Chromium from `browserPath`. It ends with this process in any case, since they communicate through a pipe. */
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

const browsers = new Map<ChromiumKind, Promise<ReusedContexts>>();

async function closeAll(): Promise<void> {
  await Promise.allSettled([...browsers.values()].map(async (contexts) => (await contexts).browser.close()));
  process.kill(process.pid, 'SIGTERM');
}

/** The worker's Chromium and its contexts, shared by consecutive test files. */
async function contextsOfWorker(kind: ChromiumKind): Promise<ReusedContexts> {
  const running = await browsers.get(kind);
  if (running?.browser.isConnected()) return running;
  if (browsers.size === 0) process.once('SIGTERM', () => void closeAll());
  const started = launchChromium(kind).then((browser) => new ReusedContexts(browser));
  browsers.set(kind, started);
  return started;
}

export interface PageOptions extends BrowserContextOptions {
  /** Console messages expected by the test; any other message or page error fails it. */
  readonly expectedMessages?: RegExp;
}

/**
 * A browser for one file; each page has a fresh context (no cookies, no storage), except for the HTTP cache of earlier
 * tests in the file, since loading the newsroom's scripts is expensive. Pages that route requests have no cache.
 */
export interface TestBrowser {
  newPage(options?: PageOptions): Promise<Page>;
}

/** Declares the browser of a test file or group. Unexpected console messages and uncaught errors fail the test. */
export function useChromium(kind: ChromiumKind = 'shell'): TestBrowser {
  let contexts: ReusedContexts;
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
