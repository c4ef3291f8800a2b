import type { PageConfig } from '../islands/page-config.ts';
import { consented } from './consent/consented.ts';
import { letOthersIn, makeScript, loadProvider } from './scripts/load-script.ts';
import { hideUnseen, nodesOf } from '../islands/fetched.ts';

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

/** Puts HTML with scripts into a place as a parser would: one script after the other, each when those before it have run. */
async function runCode(code: DocumentFragment, place: Element): Promise<void> {
  const waiting = [...code.querySelectorAll('script')].map((script) => {
    const mark = document.createComment('');
    script.replaceWith(mark);
    return { script, mark };
  });
  letOthersIn();
  place.replaceChildren(code);
  for (const { script, mark } of waiting) {
    const live = makeScript(script);
    const ran =
      live.src === '' || live.async
        ? undefined
        : new Promise((resolve) => {
            live.addEventListener('load', resolve);
            live.addEventListener('error', resolve);
          });
    mark.replaceWith(live);
    await ran;
  }
}

/** HTML of the site's settings, scripts included, as nodes; for places that make their scripts anew. */
const settingsNodes = (html: string): DocumentFragment => nodesOf(html, hideUnseen);
