import { builderClass, contentEvent } from '../islands/page-config.ts';
import type { ContentEvent, PageConfig } from '../islands/page-config.ts';
import { showWaiting } from '../islands/show-waiting.ts';

const selector = '[data-lightbox],a[data-lightbox-content]';
const load = () => import('./lightbox/open-lightbox.ts');
/** Around a picture of which an editor says that it opens: it does on every screen. */
const alwaysSelector = '.wp-lightbox-container';
/** The smallest viewport of the specification. */
const phoneQuery = '(max-width:767px)';
let running = false;

/**
 * Opens pictures of texts in a lightbox, and what links with `data-lightbox-content` lead to. What draws it is fetched when a reader first touches one.
 * Rests on phones, as the setting says (pictures that were chosen one by one open there, too), and in the page builder: there a link does what it does without
 * scripts.
 *
 * Markup: any element with `data-behaviour="lightbox"`; anywhere on the page, and added later, what `galleryOf` of lightbox/items.ts describes.
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
      const { openLightbox, entryGone } = await load();
      await entryGone();
      if (endWaiting()) openLightbox(opener, lightbox.texts ?? {});
    } catch (error) {
      if (!endWaiting()) return;
      if (!(opener instanceof HTMLAnchorElement)) throw error;
      location.assign(opener.href); // what it shows is still there
    }
  };
  /** A picture without a link is a button for readers without a mouse. */
  const addButtons = (part: ParentNode) => {
    for (const image of part.querySelectorAll<HTMLImageElement>('img[data-lightbox]')) {
      if (rests(image)) continue;
      image.tabIndex = 0;
      image.role = 'button';
      image.ariaHasPopup = 'dialog';
    }
  };

  document.addEventListener('pointerdown', (event) => {
    if (openerOf(event)) load().catch(() => undefined); // the click tells
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
