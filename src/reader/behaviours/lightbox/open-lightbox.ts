import PhotoSwipe from 'photoswipe';
import photoswipeCss from 'photoswipe/style.css?inline';
import { announce } from '../../islands/page-config.ts';
import { lightboxTexts } from '../../../lib/lightbox-texts.ts';
import type { LightboxText } from '../../../lib/lightbox-texts.ts';
import { addControls } from './controls.ts';
import { addHistoryEntry } from './history-entry.ts';
import { galleryOf, linkedContent } from './items.ts';
import lightboxCss from './lightbox.css?inline';

type Content = NonNullable<PhotoSwipe['currSlide']>['content'];

/** Milliseconds. */
const zoomTime = 300;
/** PhotoSwipe's own controls are built from HTML strings; see controls.ts. */
const ownParts = {
  arrowPrev: false,
  arrowNext: false,
  zoom: false,
  close: false,
  counter: false,
  preloader: false,
} as const;
/** English labels for right-to-left pages, where the next item is on the left. */
const mirroredTexts = {
  lightbox_previous: 'Previous (Right arrow key)',
  lightbox_next: 'Next (Left arrow key)',
} as const;
let isOpen = false;

export { entryRemoved } from './history-entry.ts';

export function openLightbox(opener: HTMLElement, translated: Partial<Record<LightboxText, string>>): void {
  // PhotoSwipe only supports left to right, so right-to-left pages pass it the items in reverse.
  const isMirrored = getComputedStyle(document.documentElement).direction === 'rtl';
  const items = isMirrored ? galleryOf(opener).toReversed() : galleryOf(opener);
  if (isOpen || items.length === 0) return;
  isOpen = true;
  addStyles();
  const gallery = { items, isMirrored };
  const messages = messagesOf(gallery, translated);
  const lightbox = createPhotoSwipe(gallery, opener);
  addParts(lightbox, gallery, messages);
  followSlides(lightbox, gallery, messages);
  const press = holdKeys(lightbox);
  const entry = addHistoryEntry(() => {
    press('Escape'); // closes a lightbox that is still opening
    lightbox.close();
  });
  lightbox.on('close', entry.remove);
  let releaseFocus = () => {};
  lightbox.on('destroy', () => {
    isOpen = false;
    releaseFocus();
    items[lightbox.currIndex]?.element.focus({ preventScroll: true });
  });
  lightbox.init();
  if (!lightbox.element) return;
  lightbox.element.ariaLabel = messages.texts.lightbox_name;
  releaseFocus = trapFocus(lightbox.element);
}

interface Gallery {
  readonly items: ReturnType<typeof galleryOf>;
  readonly isMirrored: boolean;
}

function messagesOf({ items, isMirrored }: Gallery, translated: Partial<Record<LightboxText, string>>) {
  const texts = { ...lightboxTexts, ...(isMirrored ? mirroredTexts : {}), ...translated };
  const write = (value: number) => value.toLocaleString([document.documentElement.lang, 'en-US']);
  const place = (index: number) => write(isMirrored ? items.length - index : index + 1);
  const say = (name: LightboxText, { index, data }: Pick<Content, 'index' | 'data'>) =>
    texts[name]
      .replaceAll('%curr%', place(index))
      .replaceAll('%total%', write(items.length))
      .replaceAll('%url%', () => data.src ?? '');
  const loadingText = (content: Content): string => {
    if (content.state === 'loaded' || content.state === 'error') return '';
    return say(
      items.length === 1
        ? 'lightbox_loading'
        : items[content.index]?.type === 'content'
          ? 'lightbox_url_loading'
          : 'lightbox_image_loading',
      content,
    );
  };
  const errorText = (content: Content): string =>
    say(
      items[content.index]?.type === 'content'
        ? 'lightbox_url_error'
        : items.length === 1
          ? 'lightbox_error'
          : 'lightbox_image_error',
      content,
    );
  return { texts, say, loading: loadingText, failed: errorText };
}
type Messages = ReturnType<typeof messagesOf>;

function createPhotoSwipe({ items, isMirrored }: Gallery, opener: HTMLElement): PhotoSwipe {
  const duration = matchMedia('(prefers-reduced-motion:reduce)').matches ? 0 : zoomTime;
  return new PhotoSwipe({
    dataSource: items,
    index: Math.max(
      0,
      items.findIndex(({ element }) => element === opener),
    ),
    mainClass: 'lightbox',
    bgOpacity: 1,
    showAnimationDuration: duration,
    hideAnimationDuration: duration,
    zoomAnimationDuration: duration,
    preload: [isMirrored ? 1 : 0, 1],
    secondaryZoomLevel: 1,
    maxZoomLevel: 2,
    returnFocus: false,
    loop: items.length > 2,
    ...ownParts,
    paddingFn: (viewport, _data, index) => ({
      top: 60,
      bottom: roomForCaption(items[index]?.caption ?? [], viewport.x),
      left: 0,
      right: 0,
    }),
  });
}

function addParts(
  lightbox: PhotoSwipe,
  { items, isMirrored }: Gallery,
  { texts, say, loading }: Messages,
): void {
  const line = (
    name: string,
    show: (content: Content) => readonly (Node | string)[],
    isCaption = false,
  ): HTMLElement => {
    const element = document.createElement('div');
    element.className = `pswp__${name}`;
    if (!isCaption) element.role = 'status';
    const update = () => {
      const content = lightbox.currSlide?.content;
      if (content) element.replaceChildren(...show(content));
    };
    // A caption does not change with loading, and its links may have focus when a neighbouring picture loads.
    for (const type of isCaption
      ? (['change'] as const)
      : (['change', 'loadComplete', 'contentLoad'] as const))
      lightbox.on(type, update);
    return element;
  };
  lightbox.on('uiRegister', () =>
    addControls(
      lightbox,
      {
        close: texts.lightbox_close,
        previous: texts.lightbox_previous,
        next: texts.lightbox_next,
        zoom: texts.lightbox_zoom,
      },
      items.length > 1,
      isMirrored,
      {
        bar: items.length > 1 ? [line('count', (content) => [say('lightbox_counter', content)])] : [],
        below: [
          line('loading', (content) => [loading(content)]),
          line(
            'caption',
            (content) => (items[content.index]?.caption ?? []).map((node) => node.cloneNode(true)),
            true,
          ),
        ],
      },
    ),
  );
}

/** Loads the slides' content and shows the current slide on the page underneath. */
function followSlides(lightbox: PhotoSwipe, { items, isMirrored }: Gallery, { say, failed }: Messages): void {
  lightbox.addFilter('contentErrorElement', (element, content) => {
    element.textContent = failed(content);
    return element;
  });
  lightbox.on('contentLoad', (event) => {
    if (items[event.content.index]?.type !== 'content') return;
    event.preventDefault();
    void loadContent(event.content, () => say('lightbox_not_found', event.content));
  });
  lightbox.on('loadComplete', ({ content, slide, isError }) => {
    if (isError || !items[content.index]?.sizeUnknown || !(content.element instanceof HTMLImageElement))
      return;
    const { naturalWidth, naturalHeight } = content.element;
    Object.assign(slide, { width: naturalWidth, height: naturalHeight });
    slide.resize();
  });
  // PhotoSwipe also preloads the previous slide; prevent that.
  lightbox.on('contentLoadImage', (event) => {
    const next = (lightbox.currIndex + (isMirrored ? items.length - 1 : 1)) % items.length;
    if (![lightbox.currIndex, next].includes(event.content.index)) event.preventDefault();
  });
  lightbox.on('change', () => {
    const content = lightbox.currSlide?.content;
    if (content?.state === 'idle') content.loadImage(false);
    const element = content && items[content.index]?.element;
    for (const { el, slide } of lightbox.mainScroll.itemHolders) el.inert = slide?.content !== content;
    if (element && lightbox.opener.isOpen) bringIntoView(element);
  });
}

/** Remembers the last key pressed while the lightbox opens, and replays it once it is open. */
function holdKeys(lightbox: PhotoSwipe): (key: string) => void {
  let pressed: string | undefined;
  const onKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Tab') pressed = key;
  };
  document.addEventListener('keydown', onKey);
  lightbox.on('openingAnimationEnd', () => {
    lightbox.element?.setAttribute('aria-modal', 'true');
    document.removeEventListener('keydown', onKey);
    // PhotoSwipe ignores keys while opening and starts to listen right after this event.
    setTimeout(
      () => pressed !== undefined && document.dispatchEvent(new KeyboardEvent('keydown', { key: pressed })),
    );
  });
  return (key) => {
    pressed = key;
  };
}

/** Estimates the pixels a caption needs below a picture: at most a quarter of a phone's screen; longer ones overlap the picture. */
function roomForCaption(caption: readonly Node[], width: number): number {
  const letters = caption.reduce((sum, node) => sum + (node.textContent?.length ?? 0), 0);
  const lines = Math.min(8, Math.ceil((letters * 7) / Math.min(704, width - 40)));
  return lines === 0 ? 24 : 36 + lines * 21;
}

async function loadContent(content: Content, notFound: () => string): Promise<void> {
  const element = document.createElement('div');
  element.className = 'pswp__content lightbox-page';
  content.element = element;
  content.state = 'loading';
  try {
    const found = await linkedContent(content.data.src ?? '');
    element.replaceChildren(found?.box ?? notFound());
    content.onLoaded();
    if (!found) return;
    const begin = () => announce(found.box, found.parts);
    // While the lightbox opens, the element is not attached yet, and the behaviours could not find it.
    if (element.isConnected) begin();
    else content.instance.on('contentAppend', (event) => event.content === content && queueMicrotask(begin));
  } catch {
    content.onError();
  }
}

/** Shows the same item on the page underneath, by moving its slider or scrolling the page. */
function bringIntoView(element: HTMLElement): void {
  const row = element.closest<HTMLElement>('[data-slides]');
  const slide = row && [...row.children].find((child) => child.contains(element));
  if (slide)
    row.scrollTo({
      left: row.scrollLeft + slide.getBoundingClientRect().left - row.getBoundingClientRect().left,
      behavior: 'instant',
    });
  else element.scrollIntoView({ block: 'center', behavior: 'instant' });
}

function addStyles(): void {
  if (document.getElementById('lightbox-styles')) return;
  const style = document.createElement('style');
  style.id = 'lightbox-styles';
  style.textContent = photoswipeCss + lightboxCss;
  document.head.append(style);
}

const stops =
  ':is(a[href],button,input,select,textarea,summary,iframe,audio[controls],video[controls],[tabindex]):not(:disabled,[tabindex^="-"],[inert] *)';

/**
 * Traps focus in a dialog that is a child of the body and makes the page underneath inert and unscrollable. Returns a
 * function that ends this; the caller then sets the focus.
 */
export function trapFocus(dialog: HTMLElement): () => void {
  const behind = [...document.body.children].filter(
    (part): part is HTMLElement => part instanceof HTMLElement && part !== dialog && !part.inert,
  );
  for (const part of behind) part.inert = true;
  const { style, clientWidth } = document.documentElement;
  if (innerWidth > clientWidth) style.scrollbarGutter = 'stable'; // keeps the page's width without the scrollbar
  style.overflow = 'hidden';
  dialog.focus({ preventScroll: true });
  // From the last stop, browsers would move on to their own controls.
  const wrapFocus = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return;
    const inside = [...dialog.querySelectorAll<HTMLElement>(stops)].filter((stop) =>
      stop.checkVisibility({ visibilityProperty: true }),
    );
    const [last, next] = event.shiftKey ? [inside[0], inside.at(-1)] : [inside.at(-1), inside[0]];
    const focused = document.activeElement;
    if (focused !== dialog && focused !== last && dialog.contains(focused)) return;
    event.preventDefault();
    next?.focus({ preventScroll: true });
  };
  document.addEventListener('keydown', wrapFocus);
  return () => {
    document.removeEventListener('keydown', wrapFocus);
    style.overflow = style.scrollbarGutter = '';
    for (const part of behind) part.inert = false;
  };
}
