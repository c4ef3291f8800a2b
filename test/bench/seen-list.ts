import type { Page } from 'playwright-core';
import { startBrowser } from './browser.ts';
import { percentile } from './load.ts';
import type { BenchRow } from './table.ts';

/** Target of the design in ms. */
const maxMs = 200;

interface Viewer {
  readonly url: string;
  readonly cookie: { readonly name: string; readonly value: string };
}

/** Milliseconds from choosing a filter to the frame with its rows. */
const narrow = (page: Page, query: string): Promise<number> =>
  page.evaluate(async (address) => {
    performance.clearResourceTimings();
    const isAnswered = () =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/wp-json/wp/v2/posts?'));
    const began = performance.now();
    history.pushState({}, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    // Until then, the old rows stay and the list is busy.
    while (!isAnswered() || document.querySelector('.list')?.getAttribute('aria-busy') !== 'false') {
      if (performance.now() - began > 30_000) throw new Error(`The list at ${address} did not load.`);
      await new Promise((resolve) => setTimeout(resolve));
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - began;
  }, query);

/** Delay of filters in the newsroom's list of posts; each of `queries` once, so that none is cached. */
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
      const seen = `in the newsroom, ${what}: from selection to visible rows, median`;
      yield { what: seen, value: median, unit: 'ms', target: `≤ ${maxMs} ms`, met: median <= maxMs };
    }
  } finally {
    await stop();
  }
}
