import type { Page } from 'playwright-core';

/** Inserts HTML into a page through the site's own policy, since pages accept no plain strings (Trusted Types). */
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
