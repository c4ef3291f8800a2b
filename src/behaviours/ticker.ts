import { ItemRegistry } from './items/item-registry.ts';

/** What is known of one ticker on the page. */
export interface TickerItem {
  readonly blockUid: string;
  /** 'manual', or any other value to start by itself. */
  readonly start: string;
  /** Ids of the posts, in order. */
  readonly posts: readonly number[];
}

/** The page's tickers by `blockUid`. */
export const tickers = new ItemRegistry<TickerItem>('tickers');

const interval = 3500;

/**
 * Shows one title after the other, each for 3.5 s; rests while the pointer or the focus is in it, and while the tab is hidden.
 *
 * Markup: `<… data-behaviour="ticker" data-config='{"blockUid": "…", "start": "auto" | "manual", "posts": [12, 7]}'>`; inside,
 * one `[data-ticker-item]` for each title, all but the first `hidden`, and `<button type="button" data-ticker-step="-1">` and
 * `data-ticker-step="1"`. A change only moves `hidden` from one item to another: what is seen of it is CSS.
 */
export function start(root: HTMLElement, config: unknown): void {
  const item: TickerItem = { blockUid: '', start: '', posts: [], ...(config as Partial<TickerItem> | undefined) };
  tickers.addItem(item);
  const titles = [...root.querySelectorAll<HTMLElement>('[data-ticker-item]')];
  if (titles.length < 2) return;
  let current = Math.max(0, titles.findIndex((title) => !title.hidden));
  let timer = 0;

  const step = (by: number) => {
    current = (current + by + titles.length) % titles.length;
    titles.forEach((title, index) => {
      title.hidden = index !== current;
    });
  };
  const rest = () => {
    clearInterval(timer);
    timer = 0;
  };
  const run = () => {
    const busy = item.start === 'manual' || document.hidden || root.matches(':hover,:focus-within');
    if (!busy && !timer) timer = window.setInterval(step, interval, 1);
  };

  root.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-ticker-step]');
    if (button) step(Number(button.dataset.tickerStep));
  });
  for (const type of ['pointerenter', 'focusin']) root.addEventListener(type, rest);
  // `:focus-within` still holds while focusout is being told.
  for (const type of ['pointerleave', 'focusout']) root.addEventListener(type, () => setTimeout(run));
  document.addEventListener('visibilitychange', () => (document.hidden ? rest() : run()));
  run();
}
