import type { Page } from 'playwright-core';

/** Width of a page with everything that it cuts off at its sides, in px; that of the window where nothing overflows. */
export async function pageWidth(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(...[...document.querySelectorAll('html, body, #content')].map(({ scrollWidth }) => scrollWidth)),
  );
}
