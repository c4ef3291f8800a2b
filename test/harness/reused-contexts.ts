import { once } from 'node:events';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Disposable,
  Page,
} from 'playwright-core';
import { watchRest } from './at-rest.ts';
import type { RestWatch } from './at-rest.ts';

/** Maximum contexts retained for later tests. */
const most = 8;
/** Milliseconds to reset a page; a hanging one is discarded. */
const patienceMs = 5000;
/** Methods of a context without lasting effects (cookies are cleared, pages closed), and those that Playwright calls itself. */
const harmless: ReadonlySet<string | symbol> = new Set<keyof BrowserContext | 'emit' | '_options'>([
  '_options',
  'addCookies',
  'clearCookies',
  'cookies',
  'emit',
  'newPage',
  'pages',
  'request',
  'serviceWorkers',
  'waitForEvent',
]);
/** Effects on a page that can't be reset. */
const lasting = [
  'addLocatorHandler',
  'clock',
  'exposeBinding',
  'exposeFunction',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
] as const satisfies readonly (keyof Page)[];
/** Events that tests listen to; Playwright itself listens to the others. */
const listenedEvents = [
  'console',
  'dialog',
  'domcontentloaded',
  'download',
  'filechooser',
  'frameattached',
  'framedetached',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
  'worker',
] as const;
const usualScreen = { width: 1280, height: 720 };

interface ReusedContext {
  readonly context: BrowserContext;
  /** Options that can't be changed on an open page. */
  readonly key: string;
  readonly page: Page;
  readonly session: CDPSession;
  readonly rest: RestWatch;
  readonly scripts: Disposable[];
  isFree: boolean;
  /** Whether a test did something irreversible or the page crashed. */
  isSpoilt: boolean;
}

/** Separates the options that can be changed on an open page. A screen with more than a size belongs to its context. */
function split({ extraHTTPHeaders, viewport, colorScheme, reducedMotion, ...rest }: BrowserContextOptions) {
  const isSize = viewport !== null && !rest.isMobile && !rest.deviceScaleFactor && !rest.screen;
  return {
    ofPage: {
      extraHTTPHeaders: extraHTTPHeaders ?? {},
      viewport: viewport === undefined ? usualScreen : viewport,
      colorScheme: colorScheme ?? null,
      reducedMotion: reducedMotion ?? null,
    },
    ofContext: isSize ? { ...rest, viewport: usualScreen } : { ...rest, viewport },
  };
}

/** Reusable browser contexts with one page each, reset between tests: opening a tab costs as much as showing a page. */
export class ReusedContexts {
  readonly browser: Browser;
  #all: ReusedContext[] = [];

  constructor(browser: Browser) {
    this.browser = browser;
  }

  /** A page in an empty context, until `clean()`; the HTTP cache persists until `forgetFiles()`. */
  async newPage(options: BrowserContextOptions): Promise<Page> {
    const {
      ofPage: { extraHTTPHeaders, viewport, ...media },
      ofContext,
    } = split(options);
    const key = JSON.stringify(ofContext);
    const free = this.#all.find((one) => one.isFree && !one.isSpoilt && one.key === key);
    const reused = free ?? (await this.#open(key, ofContext));
    reused.isFree = false;
    const { page } = reused;
    if (free) reused.rest.watch(page);
    await page.setExtraHTTPHeaders(extraHTTPHeaders);
    await page.emulateMedia({ ...media, media: null, forcedColors: null, contrast: null });
    const now = page.viewportSize();
    if (viewport && (now?.width !== viewport.width || now.height !== viewport.height))
      await page.setViewportSize(viewport);
    return page;
  }

  /** Resets the used pages and contexts; with `failed` discards them, since an aborted test leaves unknown state. */
  async clean({ failed = false } = {}): Promise<void> {
    const used = this.#all.filter(({ isFree }) => !isFree);
    await Promise.all(
      used.map(async (pooled) => {
        const isEmpty =
          !failed &&
          !pooled.isSpoilt &&
          (await Promise.race([
            empty(pooled).then(
              () => true,
              () => false,
            ),
            once(AbortSignal.timeout(patienceMs), 'abort').then(() => false),
          ]));
        if (isEmpty && pooled.context.serviceWorkers().length === 0) pooled.isFree = true;
        else await this.#drop(pooled);
      }),
    );
    for (const pooled of this.#all.slice(0, -most)) await this.#drop(pooled);
  }

  async forgetFiles(): Promise<void> {
    await Promise.all(this.#all.map(async ({ session }) => session.send('Network.clearBrowserCache')));
  }

  async #open(key: string, options: BrowserContextOptions): Promise<ReusedContext> {
    const context = await this.browser.newContext(options);
    context.setDefaultTimeout(120_000);
    const rest = await watchRest(context, options.javaScriptEnabled !== false);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    // The shell's mouse is at 0, 0 of its screen, and a window there receives an event at each scroll. A window outside
    // of the screen has one frame per second.
    const { windowId } = await session.send('Browser.getWindowForTarget');
    await session.send('Browser.setWindowBounds', { windowId, bounds: { left: 1, top: 1 } });
    const pooled: ReusedContext = {
      context,
      key,
      page,
      session,
      rest,
      scripts: [],
      isFree: false,
      isSpoilt: false,
    };
    guard(pooled, options.javaScriptEnabled !== false);
    page.on('crash', () => {
      pooled.isSpoilt = true;
      if (pooled.isFree) void this.#drop(pooled);
    });
    this.#all.push(pooled);
    return pooled;
  }

  async #drop(pooled: ReusedContext): Promise<void> {
    this.#all = this.#all.filter((one) => one !== pooled);
    await pooled.context.close();
  }
}

/** Tracks lasting effects of a test on a page and its context. */
function guard(pooled: ReusedContext, hasScripts: boolean): void {
  const { context, page, scripts } = pooled;
  const watched = new Proxy(context, {
    get: (target, name) => {
      pooled.isSpoilt ||= !harmless.has(name);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  Object.defineProperty(page, 'context', { value: () => watched });
  for (const name of lasting) {
    const value: unknown = page[name];
    const own: unknown = typeof value === 'function' ? value.bind(page) : value;
    Object.defineProperty(page, name, {
      get: () => {
        pooled.isSpoilt = true;
        return own;
      },
    });
  }
  const add = page.addInitScript.bind(page);
  Object.defineProperty(page, 'addInitScript', {
    value: async (...args: Parameters<Page['addInitScript']>) => {
      const script = await add(...args);
      scripts.push(script);
      return script;
    },
  });
  const route = page.route.bind(page);
  Object.defineProperty(page, 'route', {
    value: async (...args: Parameters<Page['route']>) => {
      const routed = await route(...args);
      if (hasScripts && /^https?:/.test(page.url())) await page.evaluate(takeTurn);
      return routed;
    },
  });
}

/**
 * Chromium reports that routing is enabled before the current document knows it: requests right after that would not be
 * routed. After a turn of the document's event loop they are.
 */
const takeTurn = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve(), { once: true });
    port1.start();
    port2.postMessage(0);
  });

/** Stops service workers: unregistered ones keep running for a while and would be visible to a later test. */
async function stopWorkers(context: BrowserContext, session: CDPSession): Promise<void> {
  const workers = context.serviceWorkers();
  if (workers.length === 0) return;
  const ended = Promise.all(workers.map((worker) => new Promise((resolve) => worker.once('close', resolve))));
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.send('ServiceWorker.disable');
  await ended;
}

/** Resets a page and its context except for the HTTP cache. Throws when the page is gone or can't be left. */
async function empty({ context, page, session, rest, scripts }: ReusedContext): Promise<void> {
  for (const name of listenedEvents) page.removeAllListeners(name);
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const script of scripts.splice(0)) await script.dispose();
  // Playwright keeps the mouse position and pressed keys.
  await page.mouse.move(0, 0);
  for (const key of ['Shift', 'Control', 'Alt', 'Meta']) await page.keyboard.up(key);
  // Clears state of the tab, which stays open.
  if (/^https?:/.test(page.url())) await page.evaluate(() => sessionStorage.clear());
  await page.goto('about:blank');
  await page.evaluate(() => void (window.name = ''));
  await context.clearCookies();
  await session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' });
  await stopWorkers(context, session);
  await session.send('Page.resetNavigationHistory');
  rest.forget();
}
