import type { Page } from 'playwright-core';

/** Puts HTML into a page as its own code does: pages take no strings. Resolves when it is there. */
export function addHtml(page: Page, selector: string, where: InsertPosition, html: string): Promise<void> {
  return page.evaluate(
    ([place, position, text]) => {
      const [trust] = (
        globalThis as unknown as { broadsheetTrust: readonly [{ createHTML(html: string): string }] }
      ).broadsheetTrust;
      document.querySelector(place)?.insertAdjacentHTML(position, trust.createHTML(text));
    },
    [selector, where, html] as const,
  );
}
