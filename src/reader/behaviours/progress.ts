/**
 * Moves the line that tells how much of a text was read, in browsers whose style sheets can't: 0 until the text's first line is at the top of the window, whole
 * when its last one is at the bottom.
 *
 * Markup: the block `reading-progress`; what is measured is the `.post-content` that the reader is in.
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
