import type { Page } from 'playwright-core';
import { createPost } from '../../src/modules/posts/writer.ts';
import { startBrowser } from './browser.ts';
import { percentile } from './load.ts';
import type { BenchSite } from './make-site.ts';
import { startServer } from './processes.ts';
import { signIn } from './signed-in.ts';
import type { BenchRow } from './table.ts';

const words =
  'Every shipyard keeps a ledger of what went wrong, and no one reads it until something goes wrong again, which it does';
const paragraph = `<!-- wp:paragraph -->\n<p>${words}. ${words}. ${words}.</p>\n<!-- /wp:paragraph -->`;
const longWords = 20_000;
const longParagraphs = Math.ceil(longWords / (paragraph.split(/\s+/).length - 6));
const titles = { short: 'A short one', long: 'A long one' };
const keys = 200;
const opened = 7;
/** Targets of the design. */
const most = { paintMs: 50, ratio: 1.5, openMs: 1500 };
/** Milliseconds between keys, for a fast typist. */
const pauseMs = 60;

/** Milliseconds from each key to its frame, at the end of the middle paragraph. */
async function typeInto(page: Page): Promise<number[]> {
  const canvas = page.frameLocator('iframe[name=editor-canvas]');
  const paragraphs = canvas.locator('p[contenteditable=true]');
  const middle = paragraphs.nth(Math.floor((await paragraphs.count()) / 2));
  await middle.scrollIntoViewIfNeeded();
  await middle.click();
  await page.keyboard.press('End');
  await middle.evaluate((element) => {
    const view = element.ownerDocument.defaultView;
    if (!view) return;
    const taken: number[] = [];
    Object.assign(view, { taken });
    view.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        // A task after the frame's callbacks: layout and painting are done by then.
        view.requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => taken.push(view.performance.now() - timeStamp));
          port1.start();
          port2.postMessage(undefined);
        });
      },
      { capture: true },
    );
  });
  for (let key = 0; key < keys; key++) {
    await page.keyboard.press('abcdefghij klmnop'.charAt(key % 17));
    await page.waitForTimeout(pauseMs);
  }
  const taken = await middle.evaluate(
    (element) => (element.ownerDocument.defaultView as unknown as { readonly taken: number[] }).taken,
  );
  return taken.toSorted((a, b) => a - b);
}

/** Ways to open the editor from the list of posts: clicking a title, or loading its URL, which restarts the newsroom. */
const ways = {
  'from clicking the list': (page: Page, { title }: Opened) =>
    page.getByRole('link', { name: title, exact: true }).click(),
  'from opening its URL': (page: Page, { address }: Opened) => page.goto(address, { waitUntil: 'commit' }),
};

interface Opened {
  readonly title: string;
  readonly address: string;
}

/** Milliseconds from opening the editor in the list of posts to the first visible key; scripts are in the browser's cache. */
async function openAndType(
  page: Page,
  opening: Opened,
  go: (page: Page, opening: Opened) => Promise<unknown>,
): Promise<number> {
  await page.goto(new URL('/wp-admin/edit.php', opening.address).href);
  await page.getByRole('link', { name: opening.title, exact: true }).waitFor();
  await page.waitForLoadState('networkidle'); // as when a user reads the list first
  const began = performance.now();
  await go(page, opening);
  const first = page.frameLocator('iframe[name=editor-canvas]').locator('p[contenteditable=true]').first();
  await first.click();
  await page.keyboard.type('x');
  await first.filter({ hasText: 'x' }).waitFor();
  return performance.now() - began;
}

/** Typing latency in a short and a long text, and the time to open the editor. */
export async function* measureTyping(site: BenchSite): AsyncGenerator<BenchRow> {
  const server = await startServer(site.env);
  const { browser, stop } = await startBrowser();
  try {
    const ids = { short: 0, long: 0 };
    const { name, value } = await signIn(site, server, 'Writer', async (tx, authorId) => {
      // First in the list.
      const post = (title: string, content: string) =>
        createPost(tx, {
          type: 'post',
          status: 'draft',
          title,
          content,
          authorIds: [authorId],
          publishedAt: Date.now(),
        });
      ids.short = await post(titles.short, '<!-- wp:paragraph -->\n<p></p>\n<!-- /wp:paragraph -->');
      ids.long = await post(
        titles.long,
        Array.from({ length: longParagraphs }, () => paragraph).join('\n\n'),
      );
    });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies([{ name, value, url: server.url }]);
    const address = (id: number) => `${server.url}/wp-admin/post.php?post=${id}&action=edit`;
    const page = await context.newPage();
    page.on('dialog', (dialog) => void dialog.accept());
    const p95: number[] = [];
    const paragraphs = page.frameLocator('iframe[name=editor-canvas]').locator('p[contenteditable=true]');
    for (const [what, title, id, count] of [
      ['an empty text', titles.short, ids.short, 1],
      [`a text of ${longWords.toLocaleString('en')} words`, titles.long, ids.long, longParagraphs],
    ] as const) {
      for (const [way, go] of Object.entries(ways)) {
        const times: number[] = [];
        for (let round = 0; round < opened; round++)
          times.push(await openAndType(page, { title, address: address(id) }, go));
        const median = percentile(
          times.toSorted((a, b) => a - b),
          0.5,
        );
        yield {
          what: `${what}: ${way} to the first visible key, median`,
          value: median,
          unit: 'ms',
          target: `≤ ${most.openMs} ms`,
          met: median <= most.openMs,
        };
      }
      const began = performance.now();
      await paragraphs.nth(count - 1).waitFor();
      yield {
        what: `${what}: from then until the whole text is rendered`,
        value: performance.now() - began,
        unit: 'ms',
        target: '',
      };
      const taken = await typeInto(page);
      p95.push(percentile(taken, 0.95));
      yield {
        what: `${what}: from a key to its frame, median`,
        value: percentile(taken, 0.5),
        unit: 'ms',
        target: '',
      };
      yield {
        what: `${what}: from a key to its frame, 95th percentile`,
        value: p95.at(-1) ?? NaN,
        unit: 'ms',
        target: `≤ ${most.paintMs} ms`,
        met: (p95.at(-1) ?? NaN) <= most.paintMs,
      };
    }
    const ratio = (p95[1] ?? NaN) / (p95[0] ?? NaN);
    const target = `≤ ${most.ratio} ×`;
    yield {
      what: 'from a key to its frame, 95th percentile, long text compared with an empty one',
      value: ratio,
      unit: '×',
      target,
      met: ratio <= most.ratio,
    };
  } finally {
    await stop();
    await server.stop();
  }
}
