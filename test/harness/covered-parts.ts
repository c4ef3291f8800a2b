import type { Page } from 'playwright-core';

const pageParts = 'header, .masthead, footer, #wpadminbar';

/**
 * Content that receives clicks meant for masthead, admin bar or footer, at several scroll positions. `selector`: the
 * parts to check. Content has the attribute `data-evil` or is inside `#content`.
 */
export async function coveredParts(page: Page, selector = pageParts): Promise<string[]> {
  return page.evaluate(async (sought) => {
    const found = new Set<string>();
    const parts = [...document.querySelectorAll(sought)].filter(
      (part) => !part.closest('#content, [data-evil]') && part.getClientRects().length > 0,
    );
    let checked = 0;
    const root = document.documentElement;
    const end = () => root.scrollHeight - innerHeight;
    for (const place of [() => 0, () => Math.min(200, end()), () => end() / 2, end]) {
      // Pictures and fonts that load late change the height: until it is scrolled there, at most 60 frames.
      for (let frame = 0; frame === 0 || (frame < 60 && Math.abs(root.scrollTop - place()) > 1); frame++) {
        scrollTo({ top: place(), behavior: 'instant' });
        await new Promise((resolve) => {
          requestAnimationFrame(resolve);
        });
      }
      for (const part of parts) {
        const box = part.getBoundingClientRect();
        for (const across of [0.05, 0.3, 0.5, 0.7, 0.95]) {
          for (const down of [0.1, 0.5, 0.9]) {
            const [x, y] = [box.left + box.width * across, box.top + box.height * down];
            if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
            checked++;
            const hit = document.elementFromPoint(x, y);
            if (hit?.closest('[data-evil], #content'))
              found.add(`${part.className || part.id}: ${hit.outerHTML.slice(0, 160)}`);
          }
        }
      }
    }
    return checked < 20 ? [`only ${checked} points of ${parts.length} parts are in sight`] : [...found];
  }, selector);
}
