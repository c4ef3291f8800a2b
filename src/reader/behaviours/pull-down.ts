import { ItemRegistry } from './items/item-registry.ts';

export interface PullDownItem {
  readonly blockUid: string;
  readonly label: HTMLElement;
  readonly list: HTMLElement;
}

export const pullDowns = new ItemRegistry<PullDownItem>('pullDowns');

function only(root: HTMLElement, name: string): HTMLElement {
  const [found, second] = root.querySelectorAll<HTMLElement>(`:scope>${name}`);
  if (!found) throw new Error(`A pull-down has no ${name}.`);
  if (second) throw new Error(`A pull-down has more than one ${name}.`);
  return found;
}

/**
 * Closes the menu on Escape and when focus or a click leaves it.
 * @example `<details data-behaviour="pull-down" data-config="…">` with exactly one `<summary>` and one `<ul>`; config
 * `{"blockUid": "…"}`
 */
export function start(root: HTMLElement, config: unknown): void {
  const { blockUid = '' } = (config ?? {}) as { blockUid?: string };
  const label = only(root, 'summary');
  pullDowns.addItem({ blockUid, label, list: only(root, 'ul') });
  const close = () => root.removeAttribute('open');
  const leave = (target: EventTarget | null) => {
    if (target instanceof Node && !root.contains(target)) close();
  };
  document.addEventListener('click', ({ target }) => leave(target));
  root.addEventListener('focusout', ({ relatedTarget }) => leave(relatedTarget));
  root.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !root.hasAttribute('open')) return;
    close();
    label.focus();
  });
}
