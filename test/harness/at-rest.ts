import { once } from 'node:events';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { vi } from 'vitest';

/** Milliseconds; longer timers are for background work, which tests don't wait for. */
const maxTimer = 1000;
const patienceMs = 60_000;
/** Milliseconds until its frames are calm; Playwright's own limit. */
const calmMs = 60_000;
/** Browsers report no end for these. */
const endless = new Set(['media', 'websocket', 'eventsource', 'ping', 'texttrack']);

interface Watched {
  readonly restTimers: Map<unknown, number>;
  /** Calls of `fetch` without a reply: Playwright reports a routed request late, after it was paused. */
  readonly restFetches: Set<unknown>;
  readonly restFrame: (then: () => void) => void;
  readonly restTurn: (then: () => void) => void;
  readonly restIdle: (then: () => void) => void;
}

interface Requests {
  /** Unfinished requests, with their page if known. */
  readonly open: Map<Request, Page | undefined>;
  readonly scripts: boolean;
  begun: number;
}
const requestsOf = new WeakMap<Page, Requests>();

/** Tracks what the pages of a context have started. */
export interface RestWatch {
  /** Tracks a page whose listeners were removed. */
  watch(page: Page): void;
  forget(): void;
}

/** The page of a request: workers have no page, and an early navigation may not have one yet. */
function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page();
  } catch {
    return undefined;
  }
}

/** Tracks the pages of a context before any is opened. `scripts`: whether they can run scripts. */
export async function watchRest(context: BrowserContext, scripts: boolean): Promise<RestWatch> {
  const requests: Requests = { open: new Map(), scripts, begun: 0 };
  const watch = (page: Page) => {
    requestsOf.set(page, requests);
    // Requests of a page that navigates away never report an end.
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
    const fetch = window.fetch.bind(window);
    const timers = new Map<unknown, number>();
    const fetches = new Set<unknown>();
    const watched: Watched = {
      restTimers: timers,
      restFetches: fetches,
      restFrame: (then) => void frame(then),
      restTurn: (then) => void set(then, 0),
      restIdle: (then) => void idle(then, { timeout: 200 }),
    };
    for (const [name, value] of Object.entries(watched)) Object.defineProperty(window, name, { value });
    Object.assign(window, {
      setTimeout: (handler: TimerHandler, ms = 0, ...parameters: unknown[]) => {
        if (typeof handler !== 'function') return set(handler, ms);
        const id = set(
          (...args: unknown[]) => {
            timers.delete(id);
            handler(...args);
          },
          ms,
          ...parameters,
        );
        if (Number(ms) <= longest) timers.set(id, Number(ms));
        return id;
      },
      clearTimeout: (id?: number) => {
        timers.delete(id);
        clear(id);
      },
      fetch: async (...call: Parameters<typeof fetch>) => {
        fetches.add(call);
        try {
          return await fetch(...call);
        } finally {
          fetches.delete(call);
        }
      },
    });
  }, maxTimer);
  return { watch, forget: () => requests.open.clear() };
}

/** Waits for three frames without movement and for idle callbacks; returns whether no timer runs and no more than `held` calls of `fetch`. */
async function calmFrames(held: number): Promise<boolean> {
  const { restTimers, restFetches, restFrame, restTurn, restIdle } = window as unknown as Watched;
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
  return restTimers.size === 0 && restFetches.size <= held;
}

/** Describes the movement on a page that does not become calm. */
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

/** `calmFrames` with a timeout, so that a hanging page is reported before the test's timeout. */
async function isCalmIn(page: Page, held = 0): Promise<boolean> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(late.resolve, calmMs);
  const calm = await Promise.race([page.evaluate(calmFrames, held), late.promise]);
  clearTimeout(timer);
  if (calm !== undefined) return calm;
  const seen = await Promise.race([
    page.evaluate(unrest),
    once(AbortSignal.timeout(calmMs / 10), 'abort').then(() => 'it does not answer'),
  ]);
  throw new Error(`The page does not become calm: ${seen}.`);
}

/** Waits until nothing scrolls and no finite animation runs. Requests may still be running. */
export async function standsStill(page: Page): Promise<void> {
  await isCalmIn(page);
}

/**
 * Waits until a `useChromium` page is idle: no requests, timers up to a second, finite animations or scrolling, so
 * nothing more can follow. Playwright's clock must be paused (pauseClock). `held`: requests that the test blocks.
 */
export async function atRest(page: Page, { held = 0 } = {}): Promise<void> {
  const requests = requestsOf.get(page);
  if (!requests) throw new Error('This page is not one of useChromium(): its requests were not tracked.');
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
    // Without scripts there are no timers and no frame callbacks; only layout can start requests.
    const isCalm = requests.scripts
      ? await isCalmIn(page, held)
      : (await page.locator('html').boundingBox()) !== null;
    if (isCalm && begun === requests.begun && requests.open.size <= held) return;
    if (Date.now() > deadline)
      throw new Error(
        'The page does not come to rest: it sets timers again and again, or asks for something.',
      );
  }
}
