import { fetchedNodes } from '../../islands/fetched.ts';
import { announce } from '../../islands/page-config.ts';
import type { PageConfig, PageParts } from '../../islands/page-config.ts';
import type { ListState } from '../lists/list-calls.ts';

/** Milliseconds in which a second tap on the same subcategory follows it. */
const doubleTap = 300;
/** Milliseconds that the mouse rests on a subcategory before its posts come: passing by asks for nothing. */
const restTime = 100;

/** What a call brought: HTML, '' where it fails, and what its reply said beside it. */
interface Brought {
  readonly html: string;
  readonly parts?: PageParts | undefined;
}

/**
 * What the server answers; nothing where it fails: the log names the call and the id, readers see nothing but what is there already (specification, section 8).
 */
async function ask(
  page: PageConfig,
  id: string,
  fields: { readonly action: string } & Readonly<Record<string, string>>,
): Promise<Brought> {
  try {
    const reply = await fetch(page.ajaxUrl, { method: 'POST', body: new URLSearchParams(fields) });
    if (!reply.ok) throw new Error(`status ${reply.status}`);
    const {
      content,
      td_data: posts,
      broadsheet: parts,
    } = (await reply.json()) as { content?: unknown; td_data?: unknown; broadsheet?: PageParts };
    return { html: String(content ?? posts ?? ''), parts };
  } catch (error) {
    console.warn(`${fields.action}: error`, id, error);
    return { html: '' };
  }
}

/** What a panel holds. */
function askContent({ dataset: { mega, megaId: id = '' } }: HTMLElement, page: PageConfig): Promise<Brought> {
  return ask(
    page,
    id,
    mega === 'page'
      ? { action: 'tdb_get_mm_page', pageId: id, td_res_context_registered_atts: page.registeredBlocks ?? '' }
      : { action: 'tdb_get_mm_cat', td_block_atts: '{}', cat_mm_id: id },
  );
}

/** The first page of a subcategory's posts: the panel is a list, and its filter list is turned like any other (specification, section 4). */
function askPosts(
  { dataset: { blockId = '', state = '' } }: HTMLElement,
  page: PageConfig,
  subcategory: string,
): Promise<Brought> {
  const {
    block_type: type,
    atts,
    td_column_number: columns,
    td_magic_token: token,
  } = JSON.parse(state) as ListState;
  return ask(page, blockId, {
    action: 'td_ajax_block',
    td_atts: JSON.stringify(atts),
    td_block_id: blockId,
    td_column_number: String(columns),
    td_current_page: '1',
    block_type: type,
    td_filter_value: subcategory,
    td_user_action: 'filter',
    td_magic_token: token,
    td_res_context_registered_atts: page.registeredBlocks ?? '',
  });
}

async function fill(panel: HTMLElement, page: PageConfig): Promise<void> {
  const place = panel.querySelector('.mega-content');
  const { html, parts } = await askContent(panel, page);
  if (!place || html === '') return;
  place.replaceChildren(fetchedNodes(html));
  panel.classList.remove('is-bare');
  announce(place, parts);
}

/** Fetches what the panels of a menu hold, and shows the posts of subcategories: under the mouse, with the focus, or by a first tap. */
export function runMegaMenus(nav: HTMLElement, page: PageConfig, isTouch: () => boolean): void {
  for (const panel of nav.querySelectorAll<HTMLElement>('.mega-menu[data-lazy]')) void fill(panel, page);

  const known = new Map<string, Promise<Brought>>();
  const wanted = new WeakMap<Element, Element>();
  const preview = async (link: HTMLElement) => {
    const panel = link.closest<HTMLElement>('.mega-menu');
    const id = link.dataset.megaFilter;
    const list = panel?.querySelector<HTMLElement>('[data-state]');
    if (
      !panel ||
      !list ||
      !id ||
      (wanted.get(panel) ?? panel.querySelector('[data-mega-filter][aria-current]')) === link
    )
      return;
    wanted.set(panel, link);
    const key = `${panel.dataset.megaId} ${id}`;
    const asked = known.get(key) ?? askPosts(list, page, id);
    known.set(key, asked);
    const { html, parts } = await asked;
    if (html === '') known.delete(key);
    if (wanted.get(panel) !== link) return;
    const posts = panel.querySelector('.mega-posts');
    // What did not come is asked for again. Who has gone into the posts meanwhile keeps them: the focus would be lost with them.
    if (html === '' || !posts || posts.contains(document.activeElement)) return void wanted.delete(panel);
    posts.replaceChildren(fetchedNodes(html));
    for (const other of panel.querySelectorAll('[data-mega-filter]')) other.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'true');
    announce(posts, parts);
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
