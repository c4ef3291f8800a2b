const ease = (part: number) => (part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) ** 2);

/** Scrolls to `top` (pixels) within `duration` milliseconds, at once with reduced motion. The reader's own scrolling cancels it. */
export function scrollPage(top: number, duration: number): void {
  if (matchMedia('(prefers-reduced-motion:reduce)').matches) {
    scrollTo({ top, behavior: 'instant' });
    return;
  }
  const from = scrollY;
  const begin = performance.now();
  let taken = false;
  const take = () => {
    taken = true;
  };
  const ends = ['wheel', 'touchmove', 'keydown'];
  for (const type of ends) addEventListener(type, take, { once: true, passive: true });
  const step = () => {
    const part = Math.min(1, (performance.now() - begin) / duration);
    if (!taken) scrollTo({ top: from + (top - from) * ease(part), behavior: 'instant' });
    if (!taken && part < 1) requestAnimationFrame(step);
    else for (const type of ends) removeEventListener(type, take);
  };
  requestAnimationFrame(step);
}

/**
 * Whether the specification's rules for phones apply: width or height below 768 px and no iPad, which also identifies
 * as a Mac with a touch screen.
 */
export function isPhoneScreen(): boolean {
  const isPad =
    /iPad/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  return !isPad && (innerWidth < 768 || innerHeight < 768);
}
