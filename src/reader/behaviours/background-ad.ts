import type { PageConfig } from '../islands/page-config.ts';
import { consented } from './consent/consented.ts';

interface BackgroundAdConfig {
  readonly link: string;
  /** `_blank`: a new window. */
  readonly target: string;
  /** CSS of a picture that waits for the reader's consent. */
  readonly source?: string;
}

/** The page's background: outer container, theme wrap, header wrap and the areas of further articles; what lies inside of them is not. */
const background = 'html,body,#content,.site-header,.site-header>.container,[data-autoload]';

/**
 * Opens the ad's link when the background itself is clicked, and puts the picture in where it had to wait. Rests on touch devices.
 *
 * Markup: `<div data-behaviour="background-ad" data-config="…">` with `{"link": "https://…", "target": "_blank"}` under that id, which shows the picture.
 */
export function start(layer: HTMLElement, config: unknown, page: PageConfig): void {
  const { link = '', target, source } = (config ?? {}) as Partial<BackgroundAdConfig>;
  if (link === '' || matchMedia('(pointer:coarse)').matches) return;
  const isBackground = (clicked: EventTarget | null) =>
    clicked instanceof Element && clicked.matches(background);
  let pressed: EventTarget | null = null;
  document.addEventListener('pointerdown', (event) => {
    pressed = event.pointerType === 'touch' ? null : event.target;
  });
  document.addEventListener('click', (event) => {
    // Who marks text and lets go beside it clicks on what is around both.
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      pressed !== event.target ||
      !isBackground(event.target)
    )
      return;
    if (target === '_blank') window.open(link, '_blank', 'noopener');
    else location.assign(link);
  });
  if (source) void consented(page).then(() => (layer.style.backgroundImage = source));
}
