import type { Page } from 'playwright-core';
import { startBrowser } from './browser.ts';
import { percentile } from './load.ts';
import type { BenchRow } from './table.ts';

/** What the design asks for, in milliseconds. */
const mostMs = 200;

/** Where lists are looked at, and by whom. */
interface Viewer {
  readonly url: string;
  readonly cookie: { readonly name: string; readonly value: string };
}

/** Milliseconds from choosing what a list is narrowed by to the frame with the rows that answer. */
const narrow = (page: Page, query: string): Promise<number> =>
  page.evaluate(async (address) => {
    performance.clearResourceTimings();
    const isAnswered = () =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/wp-json/wp/v2/posts?'));
    const began = performance.now();
    history.pushState({}, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    // The rows before it stay, and the list is busy, until the new ones are there.
    while (!isAnswered() || document.querySelector('.list')?.getAttribute('aria-busy') !== 'false') {
      if (performance.now() - began > 30_000) throw new Error(`The list of ${address} does not come.`);
      await new Promise((resolve) => setTimeout(resolve));
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - began;
  }, query);

/** How long somebody at the newsroom's list of posts waits for it to be narrowed; each of `queries` once, so that nothing of it is there already. */
export async function* measureSeenList(
  { url, cookie }: Viewer,
  queries: Readonly<Record<string, readonly string[]>>,
): AsyncGenerator<BenchRow> {
  const { browser, stop } = await startBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies([{ ...cookie, url }]);
    const page = await context.newPage();
    await page.goto(`${url}/wp-admin/edit.php`);
    await page.locator('tbody tr').first().waitFor();
    for (const [what, all] of Object.entries(queries)) {
      const times: number[] = [];
      for (const query of all) times.push(await narrow(page, query));
      const median = percentile(
        times.toSorted((a, b) => a - b),
        0.5,
      );
      const seen = `in the newsroom, ${what}: from choosing to its rows, median`;
      yield { what: seen, value: median, unit: 'ms', target: `≤ ${mostMs} ms`, met: median <= mostMs };
    }
  } finally {
    await stop();
  }
}
