import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { atRest } from './at-rest.ts';
import { launchChromium } from './chromium.ts';
import { ReusedContexts } from './reused-contexts.ts';
import { pauseClock } from './paused-clock.ts';

const requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(request.url ?? '');
  if (request.url === '/never') return;
  if (request.url === '/field')
    response
      .setHeader('content-type', 'text/html')
      .end(
        '<!doctype html><link rel="icon" href="data:,"><input style="width:200px;height:100px"><p style="height:3000px">',
      );
  else if (request.url === '/')
    response
      .setHeader('set-cookie', 'told=1')
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><link rel="icon" href="data:,"><script src="/kept.js"></script>');
  else {
    if (request.url === '/kept.js')
      response.setHeader('cache-control', 'public, max-age=31536000, immutable');
    response.setHeader('content-type', 'text/javascript').end('');
  }
});
let origin: string;
let contexts: ReusedContexts;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  contexts = new ReusedContexts(await launchChromium());
  requests.length = 0;
  return () => contexts.browser.close();
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

async function whatIsThere() {
  const found = async (name: string) =>
    Boolean((await indexedDB.databases()).some((database) => database.name === name));
  return [
    document.cookie,
    localStorage.length,
    sessionStorage.length,
    (await caches.keys()).length,
    await found('notes'),
    (await navigator.serviceWorker.getRegistrations()).length,
    window.name,
    'ours' in window,
    history.length,
  ];
}

test('a page has no state of an earlier page in the same context', async () => {
  const first = await contexts.newPage({});
  await first.addInitScript(() => void Object.assign(window, { ours: 1 }));
  await first.route('**/routed', (route) => route.fulfill({ body: 'routed' }));
  const messages: string[] = [];
  first.on('console', (message) => messages.push(message.text()));
  await first.goto(`${origin}/before`);
  await first.goto(origin);
  await first.evaluate(async () => {
    document.cookie = 'written=1; max-age=600';
    localStorage.a = sessionStorage.a = window.name = 'a';
    await caches.open('pages');
    await new Promise((resolve) => (indexedDB.open('notes').onsuccess = resolve));
    await navigator.serviceWorker.register('/worker.js');
  });
  expect(await first.evaluate(whatIsThere)).toEqual(['told=1; written=1', 1, 1, 1, true, 1, 'a', true, 3]);
  await contexts.clean();

  requests.length = 0;
  const second = await contexts.newPage({});
  expect(contexts.browser.contexts()).toHaveLength(1);
  await second.goto(origin);
  // Cacheable responses are cached until the cache is cleared.
  expect(requests).not.toContain('/kept.js');
  await contexts.forgetFiles();
  await second.goto('about:blank');
  await second.goto(origin);
  expect(requests).toContain('/kept.js');
  expect(await second.evaluate(whatIsThere)).toEqual(['told=1', 0, 0, 0, false, 0, '', false, 4]);
  await second.evaluate(() => console.info('said'));
  expect(messages).toEqual([]);
  expect(await second.evaluate(() => fetch('/routed').then((reply) => reply.text()))).toBe('');
});

test('a mouse that stood, a key that was held and a field that had the focus are not those of the next page', async () => {
  const noted = async (page: Page) => {
    await page.addInitScript(() => {
      const events: string[] = [];
      for (const type of ['mousemove', 'pointermove', 'mouseover', 'keydown', 'focusin', 'scroll']) {
        addEventListener(type, () => events.push(type), { capture: true });
      }
      Object.assign(window, { events });
    });
    await page.goto(`${origin}/field`);
    await atRest(page);
    return page.evaluate<string[]>(
      '[...events, ...[...document.querySelectorAll(":hover,:focus,:active")].map(({ localName }) => localName)]',
    );
  };
  const first = await contexts.newPage({});
  expect(await noted(first)).toEqual([]);
  await first.mouse.move(50, 30);
  await first.mouse.down();
  await first.focus('input');
  await first.mouse.up();
  await first.keyboard.down('Control');
  await first.mouse.wheel(0, 300);
  await expect
    .poll(() => first.evaluate('[...new Set(events)].toSorted().join()'))
    .toBe('focusin,keydown,mousemove,mouseover,pointermove,scroll');
  await contexts.clean();
  const second = await contexts.newPage({});
  expect(await noted(second)).toEqual([]);
  await second.evaluate(() =>
    addEventListener('keydown', ({ ctrlKey }) => Object.assign(window, { ctrlKey })),
  );
  await second.keyboard.press('a');
  expect(await second.evaluate('window.ctrlKey')).toBe(false);
  expect(contexts.browser.contexts()).toHaveLength(1);
});

test('a wheel turns where the mouse of a new page is, not where an earlier one stood, outside of a smaller window', async () => {
  const first = await contexts.newPage({ viewport: { width: 1920, height: 1080 } });
  await first.goto(`${origin}/field`);
  await first.mouse.move(1900, 1060);
  await contexts.clean();
  const second = await contexts.newPage({ viewport: { width: 800, height: 600 } });
  expect(contexts.browser.contexts()).toHaveLength(1);
  await second.goto(`${origin}/field`);
  await second.evaluate(() => addEventListener('wheel', () => Object.assign(window, { turned: true })));
  await second.mouse.wheel(0, 100);
  await expect.poll(() => second.evaluate('window.turned')).toBe(true);
});

test('a request that never arrived does not keep later pages from being idle', async () => {
  const first = await contexts.newPage({});
  await first.goto(origin);
  await first.evaluate(() => void fetch('/never').catch(() => undefined));
  await expect.poll(() => requests).toContain('/never');
  await contexts.clean();
  const second = await contexts.newPage({});
  await second.goto(origin);
  await atRest(second);
  await second.evaluate(() => void fetch('/never').catch(() => undefined));
  await second.goto(`${origin}/field`);
  await atRest(second);
});

test('waiting for an address, and requests outside of the page, leave its context reusable', async () => {
  const first = await contexts.newPage({});
  await first.goto(origin);
  await Promise.all([first.waitForURL('**/field'), first.evaluate(() => void (location.href = '/field'))]);
  expect(await (await first.context().request.get(`${origin}/kept.js`)).text()).toBe('');
  const [context] = contexts.browser.contexts();
  await contexts.clean();
  await contexts.newPage({});
  expect(contexts.browser.contexts()).toEqual([context]);
});

test('pages of a test that failed, and one that was closed, are not used again', async () => {
  const first = await contexts.newPage({});
  await contexts.clean({ failed: true });
  expect(first.isClosed()).toBe(true);
  const second = await contexts.newPage({});
  await second.close();
  await contexts.clean();
  expect((await contexts.newPage({})).isClosed()).toBe(false);
});

test('two pages of one test, and those with other options, have separate contexts', async () => {
  const [one, two, without] = [
    await contexts.newPage({}),
    await contexts.newPage({}),
    await contexts.newPage({ javaScriptEnabled: false }),
  ];
  expect(new Set([one, two, without].map((page) => page.context())).size).toBe(3);
  await contexts.clean();
  await contexts.newPage({ hasTouch: true });
  expect(contexts.browser.contexts()).toHaveLength(4);
});

test('screen and preferences apply to a page from its first script on, and not to the next', async () => {
  const seen: unknown[] = [];
  const options = [
    { viewport: { width: 375, height: 812 }, colorScheme: 'dark', reducedMotion: 'reduce' },
    {},
    { viewport: { width: 1440, height: 900 } },
  ] as const;
  for (const option of options) {
    const page = await contexts.newPage(option);
    await page.addInitScript(() =>
      Object.assign(window, {
        atFirst: [
          innerWidth,
          innerHeight,
          matchMedia('(prefers-color-scheme: dark)').matches,
          matchMedia('(prefers-reduced-motion: reduce)').matches,
        ],
      }),
    );
    await page.goto(origin);
    seen.push(await page.evaluate('atFirst'));
    await contexts.clean();
  }
  expect(seen).toEqual([
    [375, 812, true, true],
    [1280, 720, false, false],
    [1440, 900, false, false],
  ]);
  expect(contexts.browser.contexts()).toHaveLength(1);
});

test('a test’s changes to screen and preferences are reset, on phones too', async () => {
  for (const options of [{}, { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true }]) {
    const seen: unknown[] = [];
    for (const isFirst of [true, false]) {
      const page = await contexts.newPage(options);
      await page.goto(`${origin}/field`);
      seen.push(
        await page.evaluate(() => [
          screen.width,
          innerHeight > innerWidth,
          ...[
            '(prefers-color-scheme: dark)',
            '(forced-colors: active)',
            '(prefers-contrast: more)',
            'print',
          ].map((query) => matchMedia(query).matches),
        ]),
      );
      if (!isFirst) continue;
      await page.setViewportSize({ width: 1000, height: 500 });
      await page.emulateMedia({
        colorScheme: 'dark',
        forcedColors: 'active',
        contrast: 'more',
        media: 'print',
      });
      await contexts.clean();
    }
    expect(seen[1]).toEqual(seen[0]);
    await contexts.clean();
  }
  expect(contexts.browser.contexts()).toHaveLength(2);
});

test('headers are those of a page, and not of the next', async () => {
  const received: unknown[] = [];
  server.on('request', ({ url, headers }) => url === '/headers' && received.push(headers['x-of']));
  for (const of of ['one', 'two']) {
    await (await contexts.newPage({ extraHTTPHeaders: { 'x-of': of } })).goto(`${origin}/headers`);
    await contexts.clean();
  }
  await (await contexts.newPage({})).goto(`${origin}/headers`);
  expect(received).toEqual(['one', 'two', undefined]);
  expect(contexts.browser.contexts()).toHaveLength(1);
});

test('a context with listeners or a paused clock is discarded; one with only cookies is reused', async () => {
  await (await contexts.newPage({})).context().addCookies([{ name: 'written', value: '1', url: origin }]);
  await contexts.clean();
  expect(contexts.browser.contexts()).toHaveLength(1);
  const held = await contexts.newPage({});
  expect(await held.context().cookies()).toEqual([]);
  held.context().on('request', () => {});
  await contexts.clean();
  expect(contexts.browser.contexts()).toEqual([]);
  await pauseClock(await contexts.newPage({}));
  await contexts.clean();
  expect(contexts.browser.contexts()).toEqual([]);
});

test.each(['is somebody’s', 'is nobody’s'])(
  'a page that crashes while it %s is never reused',
  async (whose) => {
    const page = await contexts.newPage({});
    await page.goto(origin);
    const [context] = contexts.browser.contexts();
    const session = await context?.newCDPSession(page);
    if (whose === 'is nobody’s') await contexts.clean();
    const crashed = page.waitForEvent('crash');
    session?.send('Page.crash').catch(() => undefined); // there is no page left to respond
    await crashed;
    if (whose === 'is somebody’s') await contexts.clean();
    const next = await contexts.newPage({});
    await next.goto(`${origin}/field`);
    expect([next === page, await next.locator('input').count()]).toEqual([false, 1]);
  },
);

test('a context in which a service worker is at work still is not used again', async () => {
  const page = await contexts.newPage({});
  const { context } = Object.getPrototypeOf(page) as Page;
  await page.goto(origin);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
  });
  expect(page.context().serviceWorkers()).toHaveLength(1);
  // It ends late: the context's data stays unchanged.
  const [worker] = page.context().serviceWorkers();
  context.call(page).serviceWorkers = () => (worker ? [worker] : []);
  await contexts.clean();
  const next = await contexts.newPage({});
  expect([next === page, next.context().serviceWorkers()]).toEqual([false, []]);
});

test('at most eight are cached', async () => {
  for (let width = 300; width < 312; width++) await contexts.newPage({ viewport: { width, height: 300 } });
  await contexts.clean();
  expect(contexts.browser.contexts()).toHaveLength(8);
});
