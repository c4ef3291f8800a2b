/**
 * Moves the reading progress line of the current `.post-content` in browsers without scroll-driven animations: 0 until
 * its first line is at the top of the window, full when its last line is at the bottom.
 */
export function start(line: HTMLElement): void {
  if (CSS.supports('timeline-scope', '--reading')) return;
  const texts = document.getElementsByClassName('post-content');
  let waiting = false;
  const show = () => {
    waiting = false;
    const places = [...texts].map((text) => text.getBoundingClientRect());
    const { top, height } = places.findLast((place) => place.top <= innerHeight / 2) ?? { top: 1, height: 0 };
    const way = height - innerHeight;
    line.style.scale = `${way > 0 ? Math.min(1, Math.max(0, -top / way)) : Number(top <= 0)} 1`;
  };
  const showSoon = () => {
    if (!waiting) requestAnimationFrame(show);
    waiting = true;
  };
  addEventListener('scroll', showSoon, { passive: true });
  addEventListener('resize', showSoon, { passive: true });
  show();
}
