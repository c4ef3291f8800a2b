/** Boxes of the animation; each is lit 40 ms after the one before it (styles in blocks/post-list). */
const boxes = 8;
const endTime = 400;

/** Shows that something loads, in shades of `color` if it is one that we know, else of grey; returns the way to end it. */
export function showLoader(place: HTMLElement, color = ''): () => void {
  const loader = document.createElement('div');
  loader.className = 'block-loader';
  loader.ariaHidden = 'true';
  // What the browser can't read as a colour leaves the grey, too.
  if (/^#[a-z0-9]{3,6}$/i.test(color)) loader.style.color = color;
  for (let n = 0; n < boxes; n++) loader.append(document.createElement('i'));
  place.append(loader);
  return () => {
    loader.classList.add('is-ending');
    setTimeout(() => loader.remove(), endTime);
  };
}
