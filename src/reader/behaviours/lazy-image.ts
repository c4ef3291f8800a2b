import { contentEvent } from '../islands/page-config.ts';
import type { ContentEvent } from '../islands/page-config.ts';

/**
 * `entered` is followed by `loading`, or by `applied` for backgrounds; `native`: the browser's own lazy loading. The
 * classes `entered` and `exited` say whether it is in view.
 */
type Status = 'entered' | 'loading' | 'loaded' | 'applied' | 'error' | 'native';

/** Excludes scripts, which would run once they get an address. */
const selector = '.lazy:is(img,iframe,source,video,audio)[data-src],.lazy[data-bg]';
/** Hundredths: browsers report a ratio of 1.3 as 1.29999995. */
const highDensity = 130;
const failed = new Set<HTMLElement>();

function setStatus(element: HTMLElement, status: Status): void {
  element.dataset.llStatus = status;
}

function onSettled({ type, currentTarget }: Event): void {
  const element = currentTarget as HTMLElement;
  if (type === 'error') failed.add(element);
  if (type === 'error' || element.dataset.llStatus !== 'native')
    setStatus(element, type === 'error' ? 'error' : 'loaded');
}

function show(element: HTMLElement): void {
  const { src, srcset, sizes, bg, bgHidpi } = element.dataset;
  for (const name of ['src', 'srcset', 'sizes', 'bg', 'bgHidpi']) delete element.dataset[name];
  if (bg) {
    element.style.backgroundImage = `url(${JSON.stringify((Math.round(devicePixelRatio * 100) >= highDensity && bgHidpi) || bg)})`;
    setStatus(element, 'applied');
    return;
  }
  for (const type of ['load', 'error']) element.addEventListener(type, onSettled);
  setStatus(element, element.getAttribute('loading') === 'lazy' ? 'native' : 'loading');
  // `src` last: set first, it would be fetched in addition to the candidate of `srcset`.
  if (sizes) element.setAttribute('sizes', sizes);
  if (srcset) element.setAttribute('srcset', srcset);
  if (src) element.setAttribute('src', src);
}

function retry(element: HTMLElement): void {
  setStatus(element, 'loading');
  element.setAttribute('src', element.getAttribute('src') ?? '');
}

let running = false;

/**
 * Loads lazy pictures, frames and backgrounds within 300 px of the viewport, also later additions; retries failures
 * when online. State: `data-ll-status`, `entered`, `exited`. Width and height (or an aspect ratio) reserve the space.
 * @example `data-behaviour="lazy-image"` once; `.lazy` with `data-src` (`data-srcset`, `data-sizes`), or with `data-bg`
 * (`data-bg-hidpi` from a pixel ratio of 1.3)
 */
export function start(): void {
  if (running) return;
  running = true;
  const waiting = new Set<HTMLElement>();
  const finish = (element: HTMLElement) => {
    if (waiting.delete(element)) show(element);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const element = target as HTMLElement;
        if (!isIntersecting) {
          element.classList.replace('entered', 'exited');
          continue;
        }
        element.classList.remove('exited');
        element.classList.add('entered');
        if (waiting.has(element)) setStatus(element, 'entered');
        finish(element);
      }
    },
    { rootMargin: '300px' },
  );
  const reveal =
    document.body.className.includes('image-effect-') &&
    !matchMedia('(prefers-reduced-motion:reduce)').matches
      ? revealer()
      : undefined;
  const watch = (part: HTMLElement) => {
    for (const element of part.querySelectorAll<HTMLElement>(selector)) {
      waiting.add(element);
      if (element.getAttribute('loading') === 'lazy') finish(element);
      else observer.observe(element);
      if (element instanceof HTMLImageElement) reveal?.(element);
    }
  };
  watch(document.body);
  document.addEventListener(contentEvent, (event) => watch((event as ContentEvent).detail.root));
  // Printing does not scroll.
  addEventListener('beforeprint', () => waiting.forEach(finish));
  addEventListener('online', () => {
    for (const element of failed) retry(element);
    failed.clear();
  });
}

const maxWait = 3000;
const baseInterval = 70;
const [minInterval, maxInterval] = [17, 40];

/**
 * Reveals images one after another, 17 to 40 ms apart, once they are loaded (or after 3 s) and within 200 px below the
 * window. The class `is-revealed` triggers the CSS effect `image-effect-…` of `<body>`.
 */
function revealer(): (image: HTMLElement) => void {
  const waiting = new Set<HTMLElement>();
  const queue: HTMLElement[] = [];
  let isRunning = false;

  const next = () => {
    const interval = Math.min(
      maxInterval,
      Math.max(minInterval, baseInterval / (queue.length + waiting.size)),
    );
    const image = queue.shift();
    image?.classList.add('is-revealed');
    isRunning = image !== undefined;
    if (isRunning) setTimeout(next, interval);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) enter(target as HTMLElement);
    },
    { rootMargin: '0px 0px 200px' },
  );
  const enter = (image: HTMLElement) => {
    observer.unobserve(image);
    waiting.add(image);
    const ready = () => {
      if (!waiting.delete(image)) return;
      queue.push(image);
      if (!isRunning) next();
    };
    if (/loaded|error/.test(image.dataset.llStatus ?? '')) ready();
    else {
      for (const type of ['load', 'error']) image.addEventListener(type, ready);
      setTimeout(ready, maxWait);
    }
  };
  return (image) => observer.observe(image);
}
