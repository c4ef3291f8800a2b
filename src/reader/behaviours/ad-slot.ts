import type { PageConfig } from '../islands/page-config.ts';
import { loadProvider } from './ads/provider.ts';
import { runCode } from './ads/run-code.ts';
import { consented } from './consent/consented.ts';
import { settingsNodes } from '../islands/settings-nodes.ts';

/** How far below the window a slot is filled. */
const ahead = '300px';

/** Milliseconds in which code shows something. */
const patience = 4000;

/** Whether a place shows something: words, or a box that is more than a counting pixel. */
const isFilled = (place: HTMLElement) =>
  place.innerText.trim() !== '' ||
  [...place.querySelectorAll<HTMLElement>(':not(script,style)')].some(
    (element) => element.offsetWidth * element.offsetHeight > 1,
  );

/** A slot that stays empty is not seen, and gives its room back once it is out of the window: what people look at does not move. */
function giveBack(slot: HTMLElement, place: HTMLElement): void {
  if (isFilled(place)) return;
  slot.style.visibility = 'hidden';
  const filled = new MutationObserver(() => {
    if (!isFilled(place)) return;
    filled.disconnect();
    gone.disconnect();
    slot.style.visibility = '';
  });
  const gone = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) return;
    filled.disconnect();
    gone.disconnect();
    slot.style.display = 'none';
  });
  filled.observe(place, { childList: true, subtree: true });
  gone.observe(slot);
}

/**
 * Fills a slot when the reader comes near it, and has agreed where the site asks: the ad network's script first, then what the page has for the slot. Code
 * whose network was kept from loading does not run: it would find nothing of it. Its place stays free, `data-blocked` tells that.
 *
 * Markup: `<div data-behaviour="ad-slot"><div class="ad-place">…</div></div>`, and `{"html": "…"}` under its `data-config`; what stands in the place gives way.
 */
export function start(slot: HTMLElement, config: unknown, page: PageConfig): void {
  const { html } = (config ?? {}) as { readonly html?: string };
  const place = slot.querySelector<HTMLElement>('.ad-place');
  if (!place || html === undefined) return;
  const observer = new IntersectionObserver(
    async (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      await consented(page);
      const isLoaded = !page.ads?.script || (await loadProvider(page.ads.script));
      const code = settingsNodes(html);
      if (!isLoaded && code.querySelector('script')) slot.dataset.blocked = '';
      else {
        await runCode(code, place);
        setTimeout(giveBack, patience, slot, place);
      }
    },
    { rootMargin: ahead },
  );
  observer.observe(slot);
}
