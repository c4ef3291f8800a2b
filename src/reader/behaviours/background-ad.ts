import type { PageConfig } from '../islands/page-config.ts';
import { consented } from './consent/consented.ts';

interface BackgroundAdConfig {
  readonly link: string;
  readonly target: string;
  /** CSS of a picture that requires the reader's consent. */
  readonly source?: string;
}

/** Page elements that count as background when clicked themselves; their descendants do not. */
const background = 'html,body,#content,.site-header,.site-header>.container,[data-autoload]';

/**
 * Opens the ad's link on a click on the page background, and inserts a picture that waited for consent. Inactive on
 * touch devices.
 * @example `<div data-behaviour="background-ad" data-config="…">`, config `{"link": "https://…", "target": "_blank"}`
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
    // A text selection that ends in the margin fires a click on the common ancestor; require pointerdown on the same
    // element.
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
  if (source) void consented(page, 'marketing').then(() => (layer.style.backgroundImage = source));
}
