import { fold, uniqueId, addressedElement } from './items/accordion-items.ts';

/**
 * Opens and closes the items of an accordion by the buttons in their headings; without scripts all are open. What is closed is still found by a search in the
 * page, and by a link to a place in it.
 *
 * Markup, in written texts: `<div class="wp-block-accordion" data-behaviour="accordion">` of `.wp-block-accordion-item`, each with a heading that holds
 * `.wp-block-accordion-heading__toggle` and a `.wp-block-accordion-panel`; `.is-open` are open, with `data-autoclose` one at a time.
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
