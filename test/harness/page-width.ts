import type { Page } from 'playwright-core';

/** Width of a page including clipped overflow, in px; the window's width without overflow. */
export async function pageWidth(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(...[...document.querySelectorAll('html, body, #content')].map(({ scrollWidth }) => scrollWidth)),
  );
}
