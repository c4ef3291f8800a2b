/**
 * Adds step buttons and a count to a scroll-snapping row; the browser handles scrolling. Stepping past the end wraps
 * around.
 * @example `<div data-late="slide"><ul data-slides>…` with an `li` per slide, `<button data-slide-step="-1">`, `<span
 * data-slide-count>` and `<button data-slide-step="1">`
 */
export function start(root: HTMLElement): void {
  const row = root.querySelector<HTMLElement>('[data-slides]');
  const count = root.querySelector('[data-slide-count]');
  if (!row) throw new Error('A slide has no element with data-slides.');
  const slides = [...row.children];
  let current = 0;
  // In the digits of the page's language, as the server writes them.
  const write = (value: number) => value.toLocaleString([document.documentElement.lang, 'en-US']);
  const show = () => {
    if (count) count.textContent = `${write(current + 1)} / ${write(slides.length)}`;
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) current = slides.indexOf(target);
      show();
    },
    { root: row, threshold: 0.6 },
  );
  for (const slide of slides) observer.observe(slide);
  root.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-slide-step]');
    if (!button) return;
    current = (current + Number(button.dataset.slideStep) + slides.length) % slides.length;
    const place = slides[current];
    if (!place) return;
    row.scrollBy({
      left: place.getBoundingClientRect().left - row.getBoundingClientRect().left,
      behavior: matchMedia('(prefers-reduced-motion:reduce)').matches ? 'auto' : 'smooth',
    });
  });
}
