import { contentEvent } from '../islands/page-config.ts';
import type { ContentEvent } from '../islands/page-config.ts';

type LazyElement = HTMLImageElement | HTMLIFrameElement;

const selector = 'img.lazy[data-src],iframe.lazy[data-src]';

function show(element: LazyElement): void {
  const { src, srcset, sizes } = element.dataset;
  if (element instanceof HTMLImageElement) {
    // `src` last: set first, it would be fetched besides the better one of `srcset`.
    if (sizes) element.sizes = sizes;
    if (srcset) {
      element.sizes = widthOnScreen(element) ?? element.sizes;
      element.srcset = srcset;
    }
  }
  if (src) element.src = src;
  for (const name of ['src', 'srcset', 'sizes']) delete element.dataset[name];
}

/** How wide a picture really stands here, which the page could only guess; as a share of the window, so that it stays right when that is turned. A picture that is cut at its sides counts whole. */
function widthOnScreen(image: HTMLImageElement): string | undefined {
  const { width, height } = image.getBoundingClientRect();
  const shape = Number(image.getAttribute('width')) / Number(image.getAttribute('height'));
  return width > 0 ? `${((Math.max(width, shape > 0 ? height * shape : 0) * 100) / innerWidth).toFixed(1)}vw` : undefined;
}

let running = false;

/**
 * Loads lazy pictures and frames within 300 px of the viewport, on the whole page and in whatever is added to it later.
 *
 * Markup: any element with `data-behaviour="lazy-image"` (pages mark their `<body>`, fragments their `data-modules`); anywhere,
 * `img.lazy` or `iframe.lazy` with `data-src` and, for pictures, `data-srcset` and `data-sizes`. Width and height (or an aspect
 * ratio) reserve the space.
 */
export function start(): void {
  if (running) return;
  running = true;
  const waiting = new Set<LazyElement>();
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) finish(target as LazyElement);
  }, { rootMargin: '300px' });
  const finish = (element: LazyElement) => {
    observer.unobserve(element);
    waiting.delete(element);
    show(element);
  };
  const watch = (part: HTMLElement) => {
    for (const element of part.querySelectorAll<LazyElement>(selector)) {
      waiting.add(element);
      observer.observe(element);
    }
  };
  watch(document.body);
  document.addEventListener(contentEvent, (event) => watch((event as ContentEvent).detail.root));
  // Paper does not scroll.
  window.addEventListener('beforeprint', () => waiting.forEach(finish));
}
