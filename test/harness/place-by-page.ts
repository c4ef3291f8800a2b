import type { Page } from 'playwright-core';

/** In fixtures, absolute boxes are positioned relative to the page; on public pages relative to `#content` (decision 102). */
export async function placeByPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () =>
      document.querySelector<HTMLElement>('#content')?.style.setProperty('position', 'static'),
    );
  });
}
