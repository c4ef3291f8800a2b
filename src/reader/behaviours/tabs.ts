import { fold, uniqueId, addressedElement } from './items/accordion-items.ts';

/**
 * Shows one tab panel at a time (click, arrows, Home, End), in written texts; without scripts all are visible. Hidden
 * panels are found by search in the page and links. `data-tab`: index of the initial tab.
 * @example `<div class="wp-block-tabs" data-behaviour="tabs" data-tab="0">` with a `[role=tablist]` of buttons, and
 * `.wp-block-tab-panels` of `.wp-block-tab-panel` in the same order
 */
export function start(root: HTMLElement): void {
  const list = root.querySelector<HTMLElement>(':scope > [role=tablist]');
  const panels = [
    ...root.querySelectorAll<HTMLElement>(':scope > .wp-block-tab-panels > .wp-block-tab-panel'),
  ];
  const tabs = [...(list?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])].slice(0, panels.length);
  root.dataset.live = '';
  if (tabs.length === 0 || tabs.length < panels.length) return;

  const show = (index: number) => {
    for (const [n, tab] of tabs.entries()) {
      tab.ariaSelected = String(n === index);
      tab.tabIndex = n === index ? 0 : -1;
      const panel = panels[n];
      if (!panel) continue;
      // Texts make each panel focusable; a collapsed one must not be.
      panel.tabIndex = n === index ? 0 : -1;
      fold(panel, n !== index);
    }
  };
  for (const [n, tab] of tabs.entries()) {
    const panel = panels[n];
    if (!panel) continue;
    panel.id ||= uniqueId('tab-panel');
    tab.id ||= uniqueId('tab');
    tab.setAttribute('aria-controls', panel.id);
    panel.setAttribute('aria-labelledby', tab.id);
    tab.addEventListener('click', () => show(n));
    panel.addEventListener('beforematch', () => show(n));
  }
  list?.addEventListener('keydown', (event) => {
    const at = tabs.indexOf(document.activeElement as HTMLElement);
    const forward = getComputedStyle(root).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: at - 1,
      ArrowRight: at - 1,
      [forward]: at + 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const to = steps[event.key];
    if (at < 0 || to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = (to + tabs.length) % tabs.length;
    show(next);
    tabs[next]?.focus();
  });
  const showTarget = () => {
    const target = addressedElement();
    const index = target ? panels.findIndex((panel) => panel.contains(target)) : -1;
    if (index < 0 || tabs[index]?.ariaSelected === 'true') return;
    show(index);
    target?.scrollIntoView();
  };
  addEventListener('hashchange', showTarget);
  show(Math.min(Number(root.dataset.tab) || 0, tabs.length - 1));
  showTarget();
}
