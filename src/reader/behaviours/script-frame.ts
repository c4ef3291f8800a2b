import type { PageConfig } from '../islands/page-config.ts';
import { consented } from './consent/consented.ts';

/** How far below the window a frame is opened. */
const ahead = '300px';

/** CSS pixels: what is higher scrolls within its frame. */
const highest = 4000;

/** How often a frame may change its height: one that never comes to rest does not move the page for ever. */
const mostChanges = 100;

/**
 * Puts the frame in which an HTML block's scripts run in the place of what the block shows without them, once the reader comes near, and has agreed where the
 * site asks. It lies unseen over these words until it says for the first time how high it is: one that can't be had any more leaves them. Nothing else that it
 * says is heard.
 *
 * Markup: `<div data-behaviour="script-frame">…</div>`, and `{"src": "/script-frame/…", "title": "…"}` under its `data-config`.
 */
export function start(place: HTMLElement, config: unknown, page: PageConfig): void {
  const { src, title } = (config ?? {}) as { readonly src?: string; readonly title?: string };
  if (src === undefined) return;
  const observer = new IntersectionObserver(
    async (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      await consented(page);
      place.prepend(frameOf(place, src, title ?? ''));
    },
    { rootMargin: ahead },
  );
  observer.observe(place);
}

function frameOf(place: HTMLElement, src: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.sandbox.add('allow-scripts');
  frame.loading = 'lazy';
  frame.referrerPolicy = 'no-referrer'; // the address of a preview opens it
  frame.title = title;
  frame.src = src;
  frame.style.cssText = `display:block;border:0;position:absolute;opacity:0;pointer-events:none;width:${place.offsetWidth}px`;
  frame.style.height = `${Math.min(highest, place.offsetHeight || 150)}px`;
  frame.tabIndex = -1;
  let changes = 0;
  const hear = ({ source, data }: MessageEvent<unknown>) => {
    if (!frame.isConnected) removeEventListener('message', hear);
    if (source !== frame.contentWindow || source === null) return;
    const told = (data as { readonly frameHeight?: unknown } | null)?.frameHeight;
    if (typeof told !== 'number' || !Number.isFinite(told) || told < 0 || ++changes > mostChanges) return;
    if (changes === 1) takePlace(place, frame);
    frame.style.height = `${Math.min(highest, Math.ceil(told))}px`;
  };
  addEventListener('message', hear);
  return frame;
}

/** A frame that is moved begins anew: what stands behind it goes. */
function takePlace(place: HTMLElement, frame: HTMLIFrameElement): void {
  while (place.lastChild && place.lastChild !== frame) place.lastChild.remove();
  frame.style.cssText = 'display:block;width:100%;border:0';
  frame.removeAttribute('tabindex');
}
