import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { lookNames } from '../../src/lib/look/looks.ts';
import { useChromium } from '../harness/chromium.ts';
import { drawn } from '../harness/drawn.ts';
import { declarePanelSite } from '../harness/panel-site.ts';

const browser = useChromium();
const { site, open, only } = declarePanelSite(browser);

const languages = [
  'en',
  ...drawn('languages of the bar', ['de', 'ar', 'ja', 'es', 'he', 'fr', 'pl', 'pt-BR', 'tr'], 3),
];
const widths = [320, 375, 600, 783, 800, 1024, 1280, 1920];
const longName = 'The Harbour Gazette of Northern Shores, Islands, Tides, Fog and Everything Else';

/** Entries with truncated text, except the site's name. */
const cutOnes = (page: Page) =>
  page
    .locator('#wpadminbar .bar-entry:not(.bar-site)')
    .evaluateAll((entries) =>
      entries
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );

/** Parts of the bar outside the window or covered at their middle, and the page's width. */
const faultsOf = (page: Page) =>
  page.evaluate(() => {
    const faults: string[] = [];
    if (document.body.scrollWidth > innerWidth) faults.push(`the page is ${document.body.scrollWidth} wide`);
    for (const entry of document.querySelectorAll<HTMLElement>('#wpadminbar .bar-entry')) {
      const { left, right, top, bottom, width } = entry.getBoundingClientRect();
      if (width === 0) continue;
      const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (left < 0 || right > innerWidth || !entry.contains(there))
        faults.push(`${entry.textContent} from ${left} to ${right}`);
      const isWhole = entry.scrollWidth <= entry.clientWidth;
      if (entry.matches('.bar-more,.bar-leave') && !isWhole) faults.push(`${entry.textContent} is cut off`);
    }
    return faults;
  });

test.each(languages)(
  '[ROLE-02] no page with the bar is wider than its window, and More and Log out are in reach, in the language %s',
  async (language) => {
    await only('Wide');
    try {
      const page = await open('/about/');
      for (const blogname of language === 'en' ? ['Tides', longName, 'W'.repeat(80)] : [longName]) {
        await site.set({ site_language: language, blogname });
        for (const path of ['/about/', '/category/news/', '/a-story/']) {
          await page.goto(site.url + path);
          await page.locator('#wpadminbar[data-works]').waitFor();
          for (const width of widths) {
            await page.setViewportSize({ width, height: 900 });
            const of = `${path} at ${width} of ${blogname.slice(0, 5)}`;
            expect([of, await faultsOf(page)]).toEqual([of, []]);
            if (language === 'en' && width === 1280) expect([of, await cutOnes(page)]).toEqual([of, []]);
            const more = page.locator('.bar-more');
            const isFolded = await more.isVisible();
            if (isFolded) await more.click();
            const leave = page.locator('.bar-leave');
            await leave.waitFor();
            expect([of, await faultsOf(page)]).toEqual([of, []]);
            expect([of, await page.locator('.bar-edit:visible, .bar-edit-folded:visible').count()]).toEqual([
              of,
              1,
            ]);
            if (isFolded) await more.click();
          }
        }
      }
    } finally {
      await site.set({ site_language: null, blogname: null });
    }
  },
);

test.each(lookNames)(
  'in the look %s the head of the page begins right below the bar, which covers no content',
  async (base) => {
    await only('Wide');
    await site.set({ look: { base } });
    try {
      const page = await open('/a-story/');
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const placed = await page.evaluate(() => {
          const edges = [...document.querySelectorAll('#wpadminbar, .site-header .masthead')].map((element) =>
            element.getBoundingClientRect(),
          );
          return [edges.length, Math.round((edges[1]?.top ?? 0) - (edges[0]?.bottom ?? 0))];
        });
        expect([width, ...placed]).toEqual([width, 2, 0]);
      }
    } finally {
      await site.set({ look: null });
    }
  },
);
