/** Boxes of the animation (styles in blocks/post-list), and milliseconds from one being lit to the next. */
const boxes = 8;
const stepTime = 40;
const endTime = 400;

/** Shows that something loads, in shades of `color` if it is one that we know, else of grey; returns the way to end it. */
export function showLoader(place: HTMLElement, color = ''): () => void {
  const loader = document.createElement('div');
  loader.className = 'block-loader';
  loader.ariaHidden = 'true';
  // What the browser can't read as a colour leaves the grey, too.
  if (/^#[a-z0-9]{3,6}$/i.test(color)) loader.style.color = color;
  for (let n = 0; n < boxes; n++) {
    const box = document.createElement('i');
    box.style.animationDelay = `${((n - boxes) % boxes) * stepTime}ms`;
    loader.append(box);
  }
  place.append(loader);
  return () => {
    loader.classList.add('is-ending');
    setTimeout(() => loader.remove(), endTime);
  };
}
