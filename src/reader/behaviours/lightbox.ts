import { builderClass, contentEvent } from '../islands/page-config.ts';
import type { ContentEvent, PageConfig } from '../islands/page-config.ts';
import { showWaiting } from '../islands/show-waiting.ts';

const selector = '[data-lightbox],a[data-lightbox-content]';
const load = () => import('./lightbox/open-lightbox.ts');
/** Marks a picture for which an editor enabled the lightbox; it opens on every screen size. */
const alwaysSelector = '.wp-lightbox-container';
/** The smallest viewport of the specification. */
const phoneQuery = '(max-width:767px)';
let running = false;

/**
 * Opens text images and `data-lightbox-content` links in a lightbox; its code loads on first contact. Inactive in the
 * page builder and, by setting, on phones except for individually enabled pictures. Markup: see `galleryOf`.
 */
export function start(_root: HTMLElement, _config: unknown, { lightbox = {} }: PageConfig): void {
  if (running) return;
  running = true;
  const rests = (opener: Element) =>
    document.documentElement.classList.contains(builderClass) ||
    (!lightbox.onPhones && matchMedia(phoneQuery).matches && !opener.closest(alwaysSelector));
  const openerOf = ({ target }: Event) => {
    const opener = (target as Element).closest<HTMLElement>(selector);
    return opener && !rests(opener) ? opener : null;
  };

  const open = async (opener: HTMLElement) => {
    const endWaiting = showWaiting(opener);
    try {
      const { openLightbox, entryRemoved } = await load();
      await entryRemoved();
      if (endWaiting()) openLightbox(opener, lightbox.texts ?? {});
    } catch (error) {
      if (!endWaiting()) return;
      if (!(opener instanceof HTMLAnchorElement)) throw error;
      location.assign(opener.href);
    }
  };
  const addButtons = (part: ParentNode) => {
    for (const image of part.querySelectorAll<HTMLImageElement>('img[data-lightbox]')) {
      if (rests(image)) continue;
      image.tabIndex = 0;
      image.role = 'button';
      image.ariaHasPopup = 'dialog';
    }
  };

  document.addEventListener('pointerdown', (event) => {
    if (openerOf(event)) load().catch(() => undefined);
  });
  document.addEventListener('click', (event) => {
    const opener =
      event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
        ? null
        : openerOf(event);
    if (!opener || opener.hasAttribute('download')) return;
    event.preventDefault();
    void open(opener);
  });
  document.addEventListener('keydown', (event) => {
    if (
      (event.key !== 'Enter' && event.key !== ' ') ||
      !(event.target instanceof HTMLImageElement) ||
      !openerOf(event)
    )
      return;
    event.preventDefault();
    event.target.click();
  });
  addButtons(document);
  document.addEventListener(contentEvent, (event) => addButtons((event as ContentEvent).detail.root));
}
