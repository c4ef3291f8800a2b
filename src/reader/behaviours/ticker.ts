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
 * Shows one title after the other, each for 3.5 s; rests while the pointer or the focus is in it, while the tab is hidden, and while it is paused: for readers
 * who want less motion as soon as they say so. Once somebody has pressed its button, nothing else lets it go on.
 *
 * Markup: `<… data-behaviour="ticker" data-config="…">` with `{"blockUid": "…", "start": "auto" | "manual", "posts": [12, 7]}` under that id; inside,
 * one `[data-ticker-item]` for each title, all but the first `hidden`, `<button type="button" data-ticker-step="-1">` and
 * `data-ticker-step="1"`, and in one that starts by itself `<button type="button" data-ticker-pause aria-pressed="false">`. A change only moves `hidden` from
 * one item to another: what is seen of it is CSS.
 */
export function start(root: HTMLElement, config: unknown): void {
  const item: TickerItem = {
    blockUid: '',
    start: '',
    posts: [],
    ...(config as Partial<TickerItem> | undefined),
  };
  tickers.addItem(item);
  const titles = [...root.querySelectorAll<HTMLElement>('[data-ticker-item]')];
  if (titles.length < 2) return;
  let current = Math.max(
    0,
    titles.findIndex((title) => !title.hidden),
  );
  let timer = 0;
  const pause = root.querySelector('[data-ticker-pause]');
  const still = matchMedia('(prefers-reduced-motion:reduce)');
  let isPressed = false;

  const step = (by: number) => {
    current = (current + by + titles.length) % titles.length;
    titles.forEach((title, index) => {
      title.hidden = index !== current;
    });
  };
  const run = () => {
    clearInterval(timer);
    if (pause?.ariaPressed === 'false' && !document.hidden && !root.matches(':hover,:focus-within'))
      timer = window.setInterval(step, interval, 1);
  };
  const follow = () => {
    if (pause && (still.matches || !isPressed)) pause.ariaPressed = `${still.matches}`;
    run();
  };

  root.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-ticker-step],[data-ticker-pause]');
    if (!button) return;
    isPressed ||= button === pause;
    if (button === pause) pause.ariaPressed = `${pause.ariaPressed === 'false'}`;
    else step(Number(button.dataset.tickerStep));
  });
  // `:focus-within` still holds while focusout is being told.
  for (const type of ['pointerenter', 'pointerleave', 'focusin', 'focusout'])
    root.addEventListener(type, () => setTimeout(run));
  document.addEventListener('visibilitychange', run);
  still.addEventListener('change', follow);
  follow();
}
