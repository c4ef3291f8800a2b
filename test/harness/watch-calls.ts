import type { Page } from 'playwright-core';

/** Records the fields of a page's `td_ajax_block` calls in order; `hold` delays responses until the returned function is called. */
export function watchCalls(page: Page) {
  const calls: URLSearchParams[] = [];
  let gate: Promise<void> = Promise.resolve();
  let failing = 0;
  const ready = page.route('**/admin-ajax.php**', async (route) => {
    const fields = new URLSearchParams(route.request().postData() ?? '');
    if (fields.get('action') !== 'td_ajax_block') return route.continue();
    calls.push(fields);
    if (failing > 0) {
      failing--;
      return route.fulfill({ status: 500, body: 'broken' });
    }
    await gate;
    await route.continue();
  });
  return {
    calls,
    ready,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    failOnce: () => void failing++,
  };
}
