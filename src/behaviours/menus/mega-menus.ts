import { contentEvent } from '../../islands/page-config.ts';
import type { PageConfig } from '../../islands/page-config.ts';

/** Milliseconds in which a second tap on the same subcategory follows it. */
const doubleTap = 300;
/** Milliseconds that the mouse rests on a subcategory before its posts come: passing by asks for nothing. */
const restTime = 100;

async function ask(page: PageConfig, fields: Record<string, string>): Promise<string> {
  const reply = await fetch(page.ajaxUrl, { method: 'POST', body: new URLSearchParams(fields) });
  if (!reply.ok) throw new Error(`status ${reply.status}`);
  const { content } = (await reply.json()) as { content?: unknown };
  return String(content ?? '');
}

/** What a panel holds for now; the log names the call and the id, readers see nothing but what is there already (specification, section 8). */
async function askContent(panel: HTMLElement, page: PageConfig, subcategory?: string): Promise<string> {
  const { mega = '', megaId: id = '' } = panel.dataset;
  const action = mega === 'page' ? 'tdb_get_mm_page' : 'tdb_get_mm_cat';
  try {
    return await ask(page, mega === 'page'
      ? { action, pageId: id, td_res_context_registered_atts: page.registeredBlocks ?? '' }
      : { action, td_block_atts: JSON.stringify(subcategory === undefined ? {} : { td_filter_value: subcategory, td_current_page: 1 }), cat_mm_id: id });
  } catch (error) {
    console.warn(`${action}: error`, id, error);
    return '';
  }
}

function announce(root: Element): void {
  document.dispatchEvent(new CustomEvent(contentEvent, { detail: { root } }));
}

async function fill(panel: HTMLElement, page: PageConfig): Promise<void> {
  const place = panel.querySelector('.mega-content');
  const html = await askContent(panel, page);
  if (!place || html === '') return;
  place.innerHTML = html;
  panel.classList.remove('is-bare');
  announce(place);
}

/** Fetches what the panels of a menu hold, and shows the posts of subcategories: under the mouse, with the focus, or by a first tap. */
export function runMegaMenus(nav: HTMLElement, page: PageConfig, isTouch: () => boolean): void {
  for (const panel of nav.querySelectorAll<HTMLElement>('.mega-menu[data-lazy]')) void fill(panel, page);

  const known = new Map<string, Promise<string>>();
  const wanted = new WeakMap<Element, Element>();
  const preview = async (link: HTMLElement) => {
    const panel = link.closest<HTMLElement>('.mega-menu');
    const id = link.dataset.megaFilter;
    if (!panel || !id || (wanted.get(panel) ?? panel.querySelector('[data-mega-filter][aria-current]')) === link) return;
    wanted.set(panel, link);
    const key = `${panel.dataset.megaId} ${id}`;
    const asked = known.get(key) ?? askContent(panel, page, id);
    known.set(key, asked);
    const html = await asked;
    if (html === '') known.delete(key);
    if (html === '' || wanted.get(panel) !== link) return;
    const posts = new DOMParser().parseFromString(html, 'text/html').querySelector('.mega-posts');
    const shown = panel.querySelector('.mega-posts');
    // Who has gone into the posts meanwhile keeps them: the focus would be lost with them.
    if (!posts || shown?.contains(document.activeElement)) return void wanted.delete(panel);
    shown?.replaceWith(posts);
    for (const other of panel.querySelectorAll('[data-mega-filter]')) other.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'true');
    announce(posts);
  };

  const filterAt = (event: Event) => (event.target as Element).closest<HTMLElement>('[data-mega-filter]');
  let resting = 0;
  nav.addEventListener('pointerover', (event) => {
    clearTimeout(resting);
    const link = event.pointerType === 'mouse' && filterAt(event);
    if (link) resting = window.setTimeout(() => void preview(link), restTime);
  });
  nav.addEventListener('focusin', (event) => {
    const link = filterAt(event);
    if (link && !isTouch()) void preview(link);
  });
  let tapped: { readonly link: HTMLElement; readonly at: number } | undefined;
  nav.addEventListener('click', (event) => {
    const link = filterAt(event);
    if (!link || !isTouch()) return;
    if (tapped?.link === link && event.timeStamp - tapped.at < doubleTap) return;
    event.preventDefault();
    tapped = { link, at: event.timeStamp };
    void preview(link);
  });
}
