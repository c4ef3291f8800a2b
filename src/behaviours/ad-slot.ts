import type { PageConfig } from '../islands/page-config.ts';
import { loadProvider } from './ads/provider.ts';
import { runCode } from './ads/run-code.ts';
import { consented } from './consent/consented.ts';

/** How far below the window a slot is filled. */
const ahead = '300px';

/**
 * Fills a slot when the reader comes near it, and has agreed where the site asks: the ad network's script first, then what waits in the slot's template. Code whose network was kept
 * from loading does not run: it would find nothing of it. Its place stays free, `data-blocked` tells that.
 *
 * Markup: `<div data-behaviour="ad-slot"><div class="ad-place"><template>…</template></div></div>`; what stands beside the template gives way.
 */
export function start(slot: HTMLElement, _config: unknown, page: PageConfig): void {
  const template = slot.querySelector('template');
  const place = template?.parentElement;
  if (!place) return;
  const observer = new IntersectionObserver(async (entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    await consented(page);
    const isLoaded = !page.ads?.script || (await loadProvider(page.ads.script));
    if (!isLoaded && template.content.querySelector('script')) slot.dataset.blocked = '';
    else await runCode(document.importNode(template.content, true), place);
  }, { rootMargin: ahead });
  observer.observe(slot);
}
