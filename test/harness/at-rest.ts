import { once } from 'node:events';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { vi } from 'vitest';

/** A timer that is longer tells of something that the page does at leisure: nobody waits for it. Milliseconds. */
const longestTimer = 1000;
const patienceMs = 20_000;
/** For its frames to be calm; as long as Playwright waits for anything. */
const calmMs = 60_000;
/** Those have no end that the browser tells of. */
const endless = new Set(['media', 'websocket', 'eventsource', 'ping', 'texttrack']);

interface Watched {
  readonly restTimers: Map<unknown, number>;
  readonly restFrame: (then: () => void) => void;
  readonly restTurn: (then: () => void) => void;
  readonly restIdle: (then: () => void) => void;
}

interface Requests {
  /** Those that have not ended, with the page that made them where it is known. */
  readonly open: Map<Request, Page | undefined>;
  readonly scripts: boolean;
  begun: number;
}
const requestsOf = new WeakMap<Page, Requests>();

/** What notes what the pages of a context have begun. */
export interface RestWatch {
  /** To be told of a page whose listeners were taken away. */
  watch(page: Page): void;
  /** Forgets what was begun. */
  forget(): void;
}

/** The page that a request is of: workers' have none, and a navigation's may be too early for one. */
function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page();
  } catch {
    return undefined;
  }
}

/** Has pages of a context, which are not open yet, note what they have begun. `scripts`: whether they may run any. */
export async function watchRest(context: BrowserContext, scripts: boolean): Promise<RestWatch> {
  const requests: Requests = { open: new Map(), scripts, begun: 0 };
  const watch = (page: Page) => {
    requestsOf.set(page, requests);
    // What a page still waits for when it is left has an end that nobody tells of.
    let left: readonly Request[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
        left = [...requests.open]
          .filter(([open, of]) => open !== request && of === page)
          .map(([open]) => open);
      }
    });
    page.on('domcontentloaded', () => left.forEach((request) => requests.open.delete(request)));
  };
  context.on('page', watch);
  context.on('request', (request) => {
    if (endless.has(request.resourceType())) return;
    requests.begun++;
    requests.open.set(request, pageOf(request));
  });
  const end = (request: Request) => void requests.open.delete(request);
  context.on('requestfinished', end);
  context.on('requestfailed', end);
  await context.addInitScript((longest: number) => {
    const [set, clear, frame, idle] = [
      window.setTimeout.bind(window),
      window.clearTimeout.bind(window),
      window.requestAnimationFrame.bind(window),
      window.requestIdleCallback.bind(window),
    ];
    const timers = new Map<unknown, number>();
    const watched: Watched = {
      restTimers: timers,
      restFrame: (then) => void frame(then),
      restTurn: (then) => void set(then, 0),
      restIdle: (then) => void idle(then, { timeout: 200 }),
    };
    for (const [name, value] of Object.entries(watched)) Object.defineProperty(window, name, { value });
    Object.assign(window, {
      setTimeout: (handler: TimerHandler, ms = 0, ...given: unknown[]) => {
        if (typeof handler !== 'function') return set(handler, ms);
        const id = set(
          (...args: unknown[]) => {
            timers.delete(id);
            handler(...args);
          },
          ms,
          ...given,
        );
        if (Number(ms) <= longest) timers.set(id, Number(ms));
        return id;
      },
      clearTimeout: (id?: number) => {
        timers.delete(id);
        clear(id);
      },
    });
  }, longestTimer);
  return { watch, forget: () => requests.open.clear() };
}

/** Three frames pass in which nothing moves, and what waits for an idle moment has it; says whether timers run. */
async function calmFrames(): Promise<boolean> {
  const { restTimers: timers, restFrame, restTurn, restIdle } = window as unknown as Watched;
  const moving = () =>
    document
      .getAnimations()
      .some(
        (animation) =>
          animation.playState === 'running' &&
          Number.isFinite(Number(animation.effect?.getComputedTiming().endTime)),
      );
  const where = () => [scrollX, scrollY, document.documentElement.scrollHeight].join();
  let before = where();
  for (let calm = 0; calm < 3; calm++) {
    await new Promise<void>((resolve) => restFrame(resolve));
    await new Promise<void>((resolve) => restTurn(resolve));
    if (moving() || where() !== before) calm = -1;
    before = where();
  }
  await new Promise<void>((resolve) => restIdle(resolve));
  return timers.size === 0;
}

/** What moves on a page that does not become calm. */
function unrest(): string {
  const running = document
    .getAnimations()
    .filter(({ playState }) => playState === 'running')
    .map(({ effect }) => (effect as KeyframeEffect | null)?.target?.outerHTML.slice(0, 120));
  return (
    `${running.length} animations (${running.join(' | ')}), at ${scrollX} and ${scrollY} of ${document.documentElement.scrollHeight}, ` +
    `${document.visibilityState}`
  );
}

/** `calmFrames`, which has no bound of its own: a page that hangs would only be told by the test's. */
async function isCalmIn(page: Page): Promise<boolean> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(late.resolve, calmMs);
  const calm = await Promise.race([page.evaluate(calmFrames), late.promise]);
  clearTimeout(timer);
  if (calm !== undefined) return calm;
  const seen = await Promise.race([
    page.evaluate(unrest),
    once(AbortSignal.timeout(calmMs / 10), 'abort').then(() => 'it does not answer'),
  ]);
  throw new Error(`The page does not become calm: ${seen}.`);
}

/** Waits until a page stands still: nothing scrolls, and no animation runs that ends. What it asked for may still come. */
export async function standsStill(page: Page): Promise<void> {
  await isCalmIn(page);
}

/**
 * Waits until nothing is under way that a page of `useChromium` began: no request, no timer of a second or less, no animation that ends, no scrolling. What has
 * not happened then comes of nothing that has been done so far. A clock of Playwright's must be paused (pauseClock): a running one ticks by timers. `held`:
 * requests that the test itself keeps waiting.
 */
export async function atRest(page: Page, { held = 0 } = {}): Promise<void> {
  const requests = requestsOf.get(page);
  if (!requests) throw new Error('This page is not one of useChromium(): nobody has watched what it began.');
  const deadline = Date.now() + patienceMs;
  for (;;) {
    await vi
      .waitUntil(() => requests.open.size <= held, { timeout: patienceMs, interval: 20 })
      .catch(() => {
        throw new Error(
          `The page does not come to rest; it still waits for ${[...requests.open.keys()].map((request) => request.url()).join(' and ')}.`,
        );
      });
    const { begun } = requests;
    // Without scripts there are no timers, and no frames to be told of: layout alone may ask for something.
    const isCalm = requests.scripts
      ? await isCalmIn(page)
      : (await page.locator('html').boundingBox()) !== null;
    if (isCalm && begun === requests.begun && requests.open.size <= held) return;
    if (Date.now() > deadline)
      throw new Error(
        'The page does not come to rest: it sets timers again and again, or asks for something.',
      );
  }
}
