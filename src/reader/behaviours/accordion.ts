import { fold, uniqueId, addressedElement } from './items/accordion-items.ts';

/**
 * Toggles the items of an accordion, in written texts (`.is-open`; one at a time with `data-autoclose`). Without
 * scripts all are open. Closed panels are still found by search in the page and by links to their content.
 * @example `<div class="wp-block-accordion" data-behaviour="accordion">` with `.wp-block-accordion-item`, each with a
 * heading that contains `.wp-block-accordion-heading__toggle`, and a `.wp-block-accordion-panel`
 */
export function start(accordion: HTMLElement): void {
  const items = [...accordion.querySelectorAll<HTMLElement>(':scope > .wp-block-accordion-item')].flatMap(
    (item) => {
      const toggle = item.querySelector<HTMLElement>(
        ':scope > .wp-block-accordion-heading .wp-block-accordion-heading__toggle',
      );
      const panel = item.querySelector<HTMLElement>(':scope > .wp-block-accordion-panel');
      return toggle && panel ? [{ item, toggle, panel }] : [];
    },
  );
  const set = ({ item, toggle, panel }: (typeof items)[number], open: boolean) => {
    item.classList.toggle('is-open', open);
    toggle.ariaExpanded = String(open);
    fold(panel, !open);
  };
  const open = (one: (typeof items)[number]) => {
    if (accordion.dataset.autoclose !== undefined)
      for (const other of items) if (other !== one) set(other, false);
    set(one, true);
  };
  for (const one of items) {
    const { item, toggle, panel } = one;
    panel.id ||= uniqueId('panel');
    toggle.id ||= uniqueId('toggle');
    toggle.setAttribute('aria-controls', panel.id);
    panel.setAttribute('aria-labelledby', toggle.id);
    set(one, item.classList.contains('is-open'));
    toggle.addEventListener('click', () =>
      item.classList.contains('is-open') ? set(one, false) : open(one),
    );
    panel.addEventListener('beforematch', () => open(one));
  }
  const openTarget = () => {
    const target = addressedElement();
    const one = target && items.find(({ item }) => item.contains(target));
    if (one && !one.item.classList.contains('is-open')) {
      open(one);
      target.scrollIntoView();
    }
  };
  addEventListener('hashchange', openTarget);
  openTarget();
  accordion.dataset.live = '';
}
