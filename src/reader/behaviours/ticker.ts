import { ItemRegistry } from './items/item-registry.ts';

export interface TickerItem {
  readonly blockUid: string;
  /** 'manual', or any other value to start automatically. */
  readonly start: string;
  readonly posts: readonly number[];
}

export const tickers = new ItemRegistry<TickerItem>('tickers');

const interval = 3500;

/**
 * Shows titles one after another for 3.5 s each; pauses on hover, focus, hidden tabs and reduced motion. The pause
 * button overrides everything else. Only `hidden` moves between items; CSS animates it.
 * @example `<… data-behaviour="ticker" data-config="…">` with a `[data-ticker-item]` per title, all but the first
 * `hidden`, buttons `data-ticker-step="-1"` and `"1"` and, if it starts automatically, `<button type="button"
 * data-ticker-pause aria-pressed="false">`; config `{"blockUid": "…", "start": "auto" | "manual", "posts": [12, 7]}`
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
  // `:focus-within` still matches during focusout.
  for (const type of ['pointerenter', 'pointerleave', 'focusin', 'focusout'])
    root.addEventListener(type, () => setTimeout(run));
  document.addEventListener('visibilitychange', run);
  still.addEventListener('change', follow);
  follow();
}
