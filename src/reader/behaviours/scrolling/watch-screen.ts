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
export function watchScroll(hear: (isDown: boolean) => void): void {
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
export function watchResize(work: () => void): void {
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
