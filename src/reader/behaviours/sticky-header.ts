import { isPhoneScreen } from './scrolling/scroll-page.ts';

/** Maximum share of the window's height for a sticky header, and minimum window height in pixels for anything to stick. */
const maxOfWindow = 0.15;
const lowestWindow = 400;

interface StickyConfig {
  /** `header`: the whole header returns, compact, once scrolled past; `menu`: the menu, sticky by CSS, hides on scrolling down. */
  readonly sticks: 'header' | 'menu';
  /** When the scroll direction counts: the header is then hidden while scrolling down. */
  readonly smart: 'never' | 'phone' | 'always';
}

/**
 * Shows and hides the sticky part by scroll position (with an observer, so no code runs on scroll) and, in smart modes,
 * direction. Sets `is-compact` or `is-away` on the header.
 * @example right after `<header class="site-header">`, where it and its gap end: `<div class="header-end"
 * data-behaviour="sticky-header" data-config="…">`, config `{"sticks": "header", "smart": "never"}`
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
    // Keeps the header's place at its height, so that the content below does not jump.
    if (compact && !header.classList.contains('is-compact')) header.style.height = `${header.offsetHeight}px`;
    header.classList.toggle('is-compact', compact);
    // The site's header content may be too high for this window.
    if (compact && (header.firstElementChild?.clientHeight ?? 0) > innerHeight * maxOfWindow)
      header.classList.remove('is-compact');
    if (!header.classList.contains('is-compact')) header.style.height = '';
  };
  const measure = () => {
    directed = smart === 'always' || (smart === 'phone' && isPhoneScreen());
    // Another width gives the header another height; measure it again.
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

/** Runs `work` before a frame, when layout reads are cheap, at most once per `interval` ms; the last call is never lost. */
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

/** Reports the scroll direction at most every 100 ms, ignoring overscroll bounce. */
function watchScroll(onChange: (isDown: boolean) => void): void {
  // The page's height is expensive to read and seldom changes.
  let longest = Infinity;
  const measure = every(measureInterval, () => {
    longest = document.documentElement.scrollHeight - innerHeight;
  });
  let last = scrollY;
  const look = every(scrollInterval, () => {
    const top = Math.max(0, Math.min(longest, scrollY));
    if (top === last) return;
    onChange(top > last);
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
