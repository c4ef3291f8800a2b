import type { PageConfig } from '../islands/page-config.ts';
import { loadProvider } from './ads/provider.ts';
import { runCode } from './ads/run-code.ts';
import { consented } from './consent/consented.ts';
import { settingsNodes } from '../islands/settings-nodes.ts';

/** How far below the window a slot is filled. */
const ahead = '300px';

/**
 * Fills a slot when the reader comes near it, and has agreed where the site asks: the ad network's script first, then what the page has for the slot. Code
 * whose network was kept from loading does not run: it would find nothing of it. Its place stays free, `data-blocked` tells that.
 *
 * Markup: `<div data-behaviour="ad-slot"><div class="ad-place">…</div></div>`, and `{"html": "…"}` under its `data-config`; what stands in the place gives way.
 */
export function start(slot: HTMLElement, config: unknown, page: PageConfig): void {
  const { html } = (config ?? {}) as { readonly html?: string };
  const place = slot.querySelector('.ad-place');
  if (!place || html === undefined) return;
  const observer = new IntersectionObserver(async (entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    await consented(page);
    const isLoaded = !page.ads?.script || (await loadProvider(page.ads.script));
    const code = settingsNodes(html);
    if (!isLoaded && code.querySelector('script')) slot.dataset.blocked = '';
    else await runCode(code, place);
  }, { rootMargin: ahead });
  observer.observe(slot);
}
