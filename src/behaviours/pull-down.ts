import { ItemRegistry } from './items/item-registry.ts';

/** A row of choices, and the menu that takes those for which it has no room. */
export interface PullDownItem {
  readonly blockUid: string;
  readonly line: HTMLElement;
  readonly menu: HTMLElement;
}

/** The page's pull-downs by `blockUid`. */
export const pullDowns = new ItemRegistry<PullDownItem>('pullDowns');

function only(root: HTMLElement, selector: string): HTMLElement {
  const [found, second] = root.querySelectorAll<HTMLElement>(selector);
  if (!found) throw new Error(`A pull-down has no ${selector}.`);
  if (second) throw new Error(`A pull-down has more than one ${selector}.`);
  return found;
}

/** Puts what does not fit into the line into the menu, which is hidden while it is empty. */
function fit(root: HTMLElement, { line, menu }: PullDownItem): void {
  const more = menu.closest<HTMLElement>('details');
  if (more) more.hidden = false;
  line.append(...menu.children);
  const entries = [...line.children] as HTMLElement[];
  const ends = entries.map((entry) => entry.offsetLeft + entry.offsetWidth - line.offsetLeft);
  const isRoomy = (ends.at(-1) ?? 0) <= root.clientWidth;
  const width = line.clientWidth;
  menu.append(...entries.filter((_entry, index) => !isRoomy && (ends[index] ?? 0) > width));
  if (more) more.hidden = isRoomy;
}

/**
 * Keeps a row of choices on one line: those at its end move into a menu when it is narrow. Without scripts the row wraps.
 *
 * Markup: `<div class="pull-down" data-behaviour="pull-down" data-config='{"blockUid": "…"}'>` with one `<ul data-pull-down-line>` and one
 * `<details hidden><summary>More</summary><ul data-pull-down-menu></ul></details>`.
 */
export function start(root: HTMLElement, config: unknown): void {
  const { blockUid = '' } = (config ?? {}) as { blockUid?: string };
  const item = { blockUid, line: only(root, '[data-pull-down-line]'), menu: only(root, '[data-pull-down-menu]') };
  pullDowns.addItem(item);
  root.dataset.live = '';
  new ResizeObserver(() => fit(root, item)).observe(root);
}
