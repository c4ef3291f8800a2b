import { isPhoneScreen } from './scrolling/scroll-page.ts';

/** The most of a window's height that a header may take while it sticks, and the lowest window, in pixels, in which anything does. */
const mostOfWindow = 0.15;
const lowestWindow = 400;

interface StickyConfig {
  /** `header`: the whole header comes back, compact, once it is scrolled past; `menu`: its menu, which CSS sticks, hides on scrolling down. */
  readonly sticks: 'header' | 'menu';
  /** When the direction of scrolling counts; a header is hidden while scrolling down then. */
  readonly smart: 'never' | 'phone' | 'always';
}

/**
 * Shows and hides what sticks by where the page is (an observer tells, so that nothing runs while scrolling) and, in smart modes, by where it is going.
 *
 * Markup: right behind `<header class="site-header">`, where header and gap end,
 * `<div class="header-end" data-behaviour="sticky-header" data-config="…">` with `{"sticks": "header", "smart": "never"}` under that id. The header gets
 * `is-compact` or `is-away`.
 */
export function start(end: HTMLElement, config: unknown): void {
  const { sticks = 'menu', smart = 'never' } = (config ?? {}) as Partial<StickyConfig>;
  const header = end.previousElementSibling as HTMLElement;
  let past = false;
  let down = false;
  let directed = false;

  const show = () => {
    const away = directed && down;
    if (sticks === 'menu') {
      header.classList.toggle('is-away', past && away);
      return;
    }
    const compact = past && !away && innerHeight >= lowestWindow;
    // Its place stays as high as it was: nothing below may jump.
    if (compact && !header.classList.contains('is-compact')) header.style.height = `${header.offsetHeight}px`;
    header.classList.toggle('is-compact', compact);
    // What a site has put into it may be too much for this window.
    if (compact && (header.firstElementChild?.clientHeight ?? 0) > innerHeight * mostOfWindow)
      header.classList.remove('is-compact');
    if (!header.classList.contains('is-compact')) header.style.height = '';
  };
  const measure = () => {
    directed = smart === 'always' || (smart === 'phone' && isPhoneScreen());
    // Another width gives the header another height: let it find that.
    header.classList.remove('is-compact');
    header.style.height = '';
    show();
  };
  new IntersectionObserver(([entry]) => {
    if (!entry) return;
    past = entry.boundingClientRect.top < 0;
    show();
  }).observe(end);
  if (smart !== 'never') {
    watchScroll((isDown) => {
      down = isDown;
      show();
    });
  }
  watchResize(measure);
  measure();
}

const scrollInterval = 100;
const measureInterval = 500;
const resizePause = 200;

/** Runs `work` before a frame, when styles and places are known: reading them costs nothing there. At most once in `interval` ms, the last call never lost. */
function every(interval: number, work: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(
      () =>
        requestAnimationFrame(() => {
          waiting = false;
          work();
        }),
      interval,
    );
  };
}

/** Tells on scrolling, at most every 100 ms, whether it goes down. The bounce past either end of the page does not count. */
function watchScroll(hear: (isDown: boolean) => void): void {
  // The page's height costs more to know, and seldom changes.
  let longest = Infinity;
  const measure = every(measureInterval, () => {
    longest = document.documentElement.scrollHeight - innerHeight;
  });
  let last = scrollY;
  const look = every(scrollInterval, () => {
    const top = Math.max(0, Math.min(longest, scrollY));
    if (top === last) return;
    hear(top > last);
    last = top;
  });
  addEventListener(
    'scroll',
    () => {
      look();
      measure();
    },
    { passive: true },
  );
  measure();
}

/** Runs `work` once the window has kept its size for 200 ms. */
function watchResize(work: () => void): void {
  let timer = 0;
  addEventListener(
    'resize',
    () => {
      clearTimeout(timer);
      timer = window.setTimeout(work, resizePause);
    },
    { passive: true },
  );
}
