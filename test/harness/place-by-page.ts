import type { Page } from 'playwright-core';

/** Absolute boxes in the content of a fixture count from the top of the page; readers' pages count them from `#content` (decision 102). */
export async function placeByPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () =>
      document.querySelector<HTMLElement>('#content')?.style.setProperty('position', 'static'),
    );
  });
}
