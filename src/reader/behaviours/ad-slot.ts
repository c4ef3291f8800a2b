import type { PageConfig } from '../islands/page-config.ts';
import { consented } from './consent/consented.ts';
import { letOthersIn, makeScript, loadProvider } from './scripts/load-script.ts';
import { hideUnseen, nodesOf } from '../islands/fetched.ts';

const ahead = '300px';

/** Milliseconds that ad code has to show something. */
const patience = 4000;

/** Whether a place shows text, or a box larger than a counting pixel. */
const isFilled = (place: HTMLElement) =>
  place.innerText.trim() !== '' ||
  [...place.querySelectorAll<HTMLElement>(':not(script,style)')].some(
    (element) => element.offsetWidth * element.offsetHeight > 1,
  );

/** Hides an empty slot and collapses it once it is outside the window, so that visible content does not move. */
function collapse(slot: HTMLElement, place: HTMLElement): void {
  if (isFilled(place)) return;
  slot.style.visibility = 'hidden';
  const filled = new MutationObserver(() => {
    if (!isFilled(place)) return;
    filled.disconnect();
    outOfView.disconnect();
    slot.style.visibility = '';
  });
  const outOfView = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) return;
    filled.disconnect();
    outOfView.disconnect();
    slot.style.display = 'none';
  });
  filled.observe(place, { childList: true, subtree: true });
  outOfView.observe(slot);
}

/**
 * Fills a slot when the reader comes near and has consented where required: first the network's script, then the slot's
 * HTML, which replaces the content. If the network is blocked, the HTML is not run and `data-blocked` is set.
 * @example `<div data-behaviour="ad-slot" data-config="…"><div class="ad-place">…</div></div>`, config `{"html": "…"}`
 */
export function start(slot: HTMLElement, config: unknown, page: PageConfig): void {
  const { html } = (config ?? {}) as { readonly html?: string };
  const place = slot.querySelector<HTMLElement>('.ad-place');
  if (!place || html === undefined) return;
  const observer = new IntersectionObserver(
    async (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      await consented(page, 'marketing');
      const isLoaded = !page.ads?.script || (await loadProvider(page.ads.script));
      const code = settingsNodes(html);
      if (!isLoaded && code.querySelector('script')) slot.dataset.blocked = '';
      else {
        await runCode(code, place);
        setTimeout(collapse, patience, slot, place);
      }
    },
    { rootMargin: ahead },
  );
  observer.observe(slot);
}

/** Inserts HTML with scripts as a parser would: each script runs after those before it have run. */
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

/** Parses HTML of the site's settings, scripts included, for callers that recreate the scripts. */
const settingsNodes = (html: string): DocumentFragment => nodesOf(html, hideUnseen);
