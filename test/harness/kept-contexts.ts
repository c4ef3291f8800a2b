import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { watchRest } from './at-rest.ts';

/** Contexts that are kept for the tests to come. */
const most = 8;
/** What a test may ask of a page's context without leaving anything in it: cookies go, pages close. */
const harmless: ReadonlySet<string | symbol> = new Set<keyof BrowserContext>(['addCookies', 'clearCookies', 'cookies', 'emit', 'newCDPSession', 'newPage', 'pages', 'serviceWorkers', 'waitForEvent']);

interface Kept {
  readonly context: BrowserContext;
  /** What its pages were opened with. */
  readonly key: string;
  /** An empty page, which keeps the process of the others alive. */
  readonly anchor: Page;
  readonly session: CDPSession;
  readonly forgetRequests: () => void;
  isFree: boolean;
  /** Somebody did more with the context than what is harmless, or stopped its clock: nobody knows what is left. */
  isSpoilt: boolean;
}

/** What a page can be told after it was opened, so that pages which differ in nothing else share their context's process. A screen that is more than a size belongs to its context. */
function split({ extraHTTPHeaders, viewport, colorScheme, reducedMotion, ...rest }: BrowserContextOptions) {
  const isPlainScreen = viewport && !rest.isMobile && !rest.deviceScaleFactor && !rest.screen;
  return {
    ofPage: { extraHTTPHeaders, viewport: isPlainScreen ? viewport : undefined, media: { colorScheme, reducedMotion } },
    ofContext: isPlainScreen ? rest : { ...rest, viewport },
  };
}

async function makeSo(page: Page, { extraHTTPHeaders, viewport, media }: ReturnType<typeof split>['ofPage']): Promise<void> {
  if (extraHTTPHeaders) await page.setExtraHTTPHeaders(extraHTTPHeaders);
  if (viewport) await page.setViewportSize(viewport);
  if (media.colorScheme || media.reducedMotion) await page.emulateMedia(media);
}

/** Contexts of a browser that tests use one after another, each emptied in between. A new one, with its window and process, costs twice what showing a page of ours does. */
export class KeptContexts {
  readonly browser: Browser;
  #all: Kept[] = [];

  constructor(browser: Browser) {
    this.browser = browser;
  }

  /** A page in a context of its own, which is empty, until `clean()`. */
  async newPage(options: BrowserContextOptions): Promise<Page> {
    const { ofPage, ofContext } = split(options);
    const key = JSON.stringify(ofContext);
    const free = this.#all.find((kept) => kept.isFree && kept.key === key);
    const kept = free ?? await this.#open(key, ofContext);
    kept.isFree = false;
    const page = await kept.context.newPage();
    await makeSo(page, ofPage);
    const { clock } = page;
    const watched = new Proxy(kept.context, {
      get: (context, name) => {
        kept.isSpoilt ||= !harmless.has(name);
        const value: unknown = Reflect.get(context, name);
        return typeof value === 'function' ? value.bind(context) : value;
      },
    });
    Object.defineProperties(page, {
      context: { value: () => watched },
      clock: {
        get: () => {
          kept.isSpoilt = true;
          return clock;
        },
      },
    });
    return page;
  }

  /** Closes all pages that were opened, and empties their contexts. */
  async clean(): Promise<void> {
    const used = this.#all.filter(({ isFree }) => !isFree);
    await Promise.all(used.map(async (kept) => {
      const isEmpty = !kept.isSpoilt && await empty(kept).then(() => true, () => false);
      if (isEmpty) kept.isFree = true;
      else await this.#drop(kept);
    }));
    for (const kept of this.#all.slice(0, -most)) await this.#drop(kept);
  }

  async #open(key: string, options: BrowserContextOptions): Promise<Kept> {
    const context = await this.browser.newContext(options);
    context.setDefaultTimeout(60_000);
    const forgetRequests = await watchRest(context, options.javaScriptEnabled !== false);
    const anchor = await context.newPage();
    const kept = { context, key, anchor, session: await context.newCDPSession(anchor), forgetRequests, isFree: false, isSpoilt: false };
    this.#all.push(kept);
    return kept;
  }

  async #drop(kept: Kept): Promise<void> {
    this.#all = this.#all.filter((one) => one !== kept);
    await kept.context.close();
  }
}

async function empty({ context, anchor, session, forgetRequests }: Kept): Promise<void> {
  for (const page of context.pages()) if (page !== anchor) await page.close();
  await context.clearCookies();
  await session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' });
  await session.send('Network.clearBrowserCache');
  forgetRequests();
}
