import type { PageConfig } from '../islands/page-config.ts';
import { consented } from './consent/consented.ts';

const ahead = '300px';

/** CSS pixels; higher content scrolls within its frame. */
const highest = 4000;

/** Maximum height changes per frame, so that an unstable one does not move the page forever. */
const maxChanges = 100;

/**
 * Replaces an HTML block's fallback by the sandboxed frame of its scripts, once near and consented. The frame is
 * invisible until it reports its height, its only accepted message; if it can't load, the fallback stays.
 * @example `<div data-behaviour="script-frame" data-config="…">…</div>`, config `{"src": "/script-frame/…", "title":
 * "…"}`
 */
export function start(place: HTMLElement, config: unknown, page: PageConfig): void {
  const { src, title } = (config ?? {}) as { readonly src?: string; readonly title?: string };
  if (src === undefined) return;
  const observer = new IntersectionObserver(
    async (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      await consented(page, 'media');
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
  frame.referrerPolicy = 'no-referrer'; // the address of a preview is a secret
  frame.title = title;
  frame.src = src;
  frame.style.cssText = `display:block;border:0;position:absolute;opacity:0;pointer-events:none;width:${place.offsetWidth}px`;
  frame.style.height = `${Math.min(highest, place.offsetHeight || 150)}px`;
  frame.tabIndex = -1;
  let changes = 0;
  const onMessage = ({ source, data }: MessageEvent<unknown>) => {
    if (!frame.isConnected) removeEventListener('message', onMessage);
    if (source !== frame.contentWindow || source === null) return;
    const height = (data as { readonly frameHeight?: unknown } | null)?.frameHeight;
    if (typeof height !== 'number' || !Number.isFinite(height) || height < 0 || ++changes > maxChanges)
      return;
    if (changes === 1) takePlace(place, frame);
    frame.style.height = `${Math.min(highest, Math.ceil(height))}px`;
  };
  addEventListener('message', onMessage);
  return frame;
}

/** Moving a frame reloads it, so its siblings are removed instead. */
function takePlace(place: HTMLElement, frame: HTMLIFrameElement): void {
  while (place.lastChild && place.lastChild !== frame) place.lastChild.remove();
  frame.style.cssText = 'display:block;width:100%;border:0';
  frame.removeAttribute('tabindex');
}
