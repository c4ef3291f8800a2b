import type PhotoSwipe from 'photoswipe';
import { svg } from '../drawing/svg.ts';

export interface ControlTexts {
  readonly close: string;
  readonly previous: string;
  readonly next: string;
  readonly zoom: string;
}

const shapes = {
  close: ['M9 7l7 7 7-7 2 2-7 7 7 7-2 2-7-7-7 7-2-2 7-7-7-7z'],
  zoom: [
    'M14 6a8 8 0 1 0 4.9 14.3l5.4 5.4 2-2-5.4-5.4A8 8 0 0 0 14 6zm0 2.8a5.2 5.2 0 1 1 0 10.4 5.2 5.2 0 0 1 0-10.4z',
    'M11 13h6v2h-6z',
    'M13 11h2v6h-2z',
  ],
  /** PhotoSwipe's styles mirror it for the next arrow. */
  arrow: ['M20.5 7L11 16l9.5 9 2-2-7.3-7 7.3-7z'],
} as const;

/** Uses PhotoSwipe's icon colour and class names; its styles hide the vertical bar of the cross when there is nothing left to zoom. */
function icon(name: keyof typeof shapes): SVGElement {
  const [shape, ...bars] = shapes[name];
  return svg(
    { class: 'pswp__icn', viewBox: '0 0 32 32', width: 32, height: 32 },
    { d: shape, 'fill-rule': 'evenodd' },
    ...bars.map((d, index) => ({ d, class: `pswp__zoom-icn-bar-${index === 0 ? 'h' : 'v'}` })),
  );
}

function button(className: string, label: string, drawing: SVGElement, press: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = `pswp__button ${className}`;
  made.title = made.ariaLabel = label;
  made.append(drawing);
  made.addEventListener('click', press);
  return made;
}

function part(className: string): HTMLElement {
  const made = document.createElement('div');
  made.className = className;
  return made;
}

/**
 * Adds bar, buttons and arrows with PhotoSwipe's classes; its own are built from HTML strings, which the page's policy
 * forbids. `isMirrored`: the next item is on the left, so PhotoSwipe sees it as the previous one.
 */
export function addControls(
  lightbox: PhotoSwipe,
  texts: ControlTexts,
  hasArrows: boolean,
  isMirrored: boolean,
  lines: { readonly bar: readonly HTMLElement[]; readonly below: readonly HTMLElement[] },
): void {
  const { element, scrollWrap } = lightbox;
  if (!element || !scrollWrap) return;
  const bar = part('pswp__top-bar pswp__hide-on-close');
  bar.append(
    ...lines.bar,
    button('pswp__button--zoom', texts.zoom, icon('zoom'), () => lightbox.toggleZoom()),
    button('pswp__button--close', texts.close, icon('close'), () => lightbox.close()),
  );
  scrollWrap.append(bar);
  for (const line of lines.below) {
    line.classList.add('pswp__hide-on-close');
    element.append(line);
  }
  if (!hasArrows) return;
  const arrow = (side: 'prev' | 'next', text: string) =>
    button(`pswp__button--arrow pswp__button--arrow--${side} pswp__hide-on-close`, text, icon('arrow'), () =>
      lightbox[side](),
    );
  const left = arrow('prev', isMirrored ? texts.next : texts.previous);
  const right = arrow('next', isMirrored ? texts.previous : texts.next);
  scrollWrap.append(...(isMirrored ? [right, left] : [left, right]));
  if (lightbox.options.loop) return;
  const showEnds = () => {
    left.disabled = lightbox.currIndex === 0;
    right.disabled = lightbox.currIndex === lightbox.getNumItems() - 1;
  };
  lightbox.on('change', showEnds);
  showEnds();
}
