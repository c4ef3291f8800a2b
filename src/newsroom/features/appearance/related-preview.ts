import type { RelatedConfig, RelatedList } from '../../../blocks/site-related/related-item.ts';
import { drawRelated } from '../../../reader/behaviours/related/draw-related.ts';
import type { Customizer } from '../../../reader/behaviours/related/draw-related.ts';
import { leaveTrust, makeTrust } from '../../../reader/islands/trust.ts';
import { scrollInFrame } from '../../app/scroll-in-frame.ts';
import type { Values } from '../settings/settings-data.ts';

/** Settings that change the shown list in place; the others need a rendered page. */
export const displaySettings = [
  'related_posts_show_thumbnails',
  'related_posts_show_date',
  'related_posts_show_context',
  'related_posts_layout',
  'related_posts_headline',
  'related_posts_heading',
] as const;

/** Space above the list when the preview scrolls to it. */
const marginPx = 120;

const partial = { id: 'related_posts' };
type Refreshed = (placement: { readonly partial: typeof partial }) => void;

/**
 * The related posts of a previewed page as in WordPress' customizer: the list is fetched with the flag
 * `broadsheetrpcustomize`, its display follows unsaved settings, and `refresh` re-renders it as a partial. The frame runs
 * no scripts, so the newsroom runs the widget's code on its document.
 */
export class RelatedPreview {
  #values: Values = {};
  #listeners: Refreshed[] = [];
  #shown = 0;
  #isFirst = true;

  set(values: Values): void {
    this.#values = values;
    this.refresh();
  }

  refresh(): void {
    for (const listener of this.#listeners) listener({ partial });
  }

  /** Fetches and renders the list of a page that the frame shows. `isWanted`: scrolls to it when it first appears. */
  async show(page: Document, address: string, isWanted: boolean): Promise<void> {
    const turn = ++this.#shown;
    this.#listeners = [];
    const root = page.querySelector<HTMLElement>('#jp-relatedposts');
    if (!root) return;
    const list = await fetchList(address, root.dataset['exclude']);
    if (!list || turn !== this.#shown) return;
    if (!('broadsheetTrust' in globalThis)) leaveTrust(makeTrust(), []);
    drawRelated(root, list, configOf(root), this.#customizer());
    if (isWanted && this.#isFirst) scrollInFrame(root, marginPx);
    if (isWanted) this.#isFirst = false;
  }

  /** Ends the preview: the frame shows what the server rendered. */
  stop(): void {
    this.#shown++;
    this.#listeners = [];
  }

  #customizer(): Customizer {
    const customize = (setting: string) =>
      Object.hasOwn(this.#values, setting) ? { get: () => this.#values[setting] } : undefined;
    return Object.assign(customize, {
      selectiveRefresh: {
        bind: (_event: string, listener: Refreshed) => void this.#listeners.push(listener),
      },
    });
  }
}

function configOf(root: HTMLElement): RelatedConfig {
  const usual: RelatedConfig = { headline: 'Related', heading: 'h4' };
  try {
    return { ...usual, ...(JSON.parse(root.dataset['config'] ?? '{}') as Partial<RelatedConfig>) };
  } catch {
    return usual;
  }
}

async function fetchList(address: string, exclude: string | undefined): Promise<RelatedList | undefined> {
  const url = new URL(address, location.href);
  url.searchParams.set('relatedposts', '1');
  if (exclude) url.searchParams.set('relatedposts_exclude', exclude);
  url.searchParams.set('broadsheetrpcustomize', '1');
  try {
    const reply = await window.fetch(url.pathname + url.search, {
      headers: { 'x-requested-with': 'XMLHttpRequest' },
    });
    if (reply.status !== 200) return undefined;
    const list = (await reply.json()) as RelatedList;
    return list.items[0] && list.items.every((item) => item.url_meta) ? list : undefined;
  } catch {
    return undefined; // as readers' pages: a missing or unreadable reply changes nothing
  }
}
