import PhotoSwipe from 'photoswipe';
import photoswipeCss from 'photoswipe/style.css?inline';
import { announce } from '../../islands/page-config.ts';
import { lightboxTexts } from '../../../lib/lightbox-texts.ts';
import type { LightboxText } from '../../../lib/lightbox-texts.ts';
import { addControls } from './controls.ts';
import { addHistoryEntry } from './history-entry.ts';
import { galleryOf, linkedContent } from './items.ts';
import lightboxCss from './lightbox.css?inline';

/** PhotoSwipe's word for what a slide shows. */
type Content = NonNullable<PhotoSwipe['currSlide']>['content'];

/** Milliseconds. */
const zoomTime = 300;
/** Those of PhotoSwipe are made from strings of HTML; see controls.ts. */
const ownParts = {
  arrowPrev: false,
  arrowNext: false,
  zoom: false,
  close: false,
  counter: false,
  preloader: false,
} as const;
/** What English says where the page is read from right to left: the next one stands on the left. */
const mirroredTexts = {
  lightbox_previous: 'Previous (Right arrow key)',
  lightbox_next: 'Next (Left arrow key)',
} as const;
let isOpen = false;

export { entryGone } from './history-entry.ts';

/** Opens the lightbox at a link or picture of the page; `translated`: wordings in place of the English ones. */
export function openLightbox(opener: HTMLElement, translated: Partial<Record<LightboxText, string>>): void {
  // PhotoSwipe knows one direction, from left to right: where pages are read the other way it is given the last one first.
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
    press('Escape'); // for one that is still opening
    lightbox.close();
  });
  lightbox.on('close', entry.remove);
  let letGo = () => {};
  lightbox.on('destroy', () => {
    isOpen = false;
    letGo();
    items[lightbox.currIndex]?.element.focus({ preventScroll: true });
  });
  lightbox.init();
  if (!lightbox.element) return;
  lightbox.element.ariaLabel = messages.texts.lightbox_name;
  letGo = keepInside(lightbox.element);
}

interface Gallery {
  readonly items: ReturnType<typeof galleryOf>;
  readonly isMirrored: boolean;
}

/** The strings of a lightbox, with the numbers and addresses of its slides. */
function messagesOf({ items, isMirrored }: Gallery, translated: Partial<Record<LightboxText, string>>) {
  const texts = { ...lightboxTexts, ...(isMirrored ? mirroredTexts : {}), ...translated };
  // In the digits of the page's language.
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

/** Adds the buttons, the counter, the status and the caption. */
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
    // A caption waits for nothing, and its links may have the focus when a picture beside comes.
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

/** Loads what slides show, and shows the same slide on the page behind. */
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
  // PhotoSwipe also loads the slide before, because it stands beside the current one.
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

/** Keeps the last key that is pressed while the lightbox opens, and presses it once it is open. */
function holdKeys(lightbox: PhotoSwipe): (key: string) => void {
  let pressed: string | undefined;
  const hear = ({ key }: KeyboardEvent) => {
    if (key !== 'Tab') pressed = key;
  };
  document.addEventListener('keydown', hear);
  lightbox.on('openingAnimationEnd', () => {
    lightbox.element?.setAttribute('aria-modal', 'true');
    document.removeEventListener('keydown', hear);
    // It hears nothing while it opens; it begins to right after this.
    setTimeout(
      () => pressed !== undefined && document.dispatchEvent(new KeyboardEvent('keydown', { key: pressed })),
    );
  });
  return (key) => {
    pressed = key;
  };
}

/** Pixels that a caption takes below a picture, at most a quarter of a phone's screen; longer ones lie over it. */
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
    // While the lightbox opens it is not on the page yet, where its code looks for it.
    if (element.isConnected) begin();
    else content.instance.on('contentAppend', (event) => event.content === content && queueMicrotask(begin));
  } catch {
    content.onError(); // the reader is told
  }
}

/** The page behind shows what the lightbox shows: its slider turns to the same slide, or the page scrolls there. */
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

/** What Tab stops at. */
const stops =
  ':is(a[href],button,input,select,textarea,summary,iframe,audio[controls],video[controls],[tabindex]):not(:disabled,[tabindex^="-"],[inert] *)';

/**
 * Keeps a reader inside of a dialog that is a child of the body: it has the focus, Tab goes round in it, and the page behind is neither within reach nor
 * scrolled. The function that it returns ends that; the focus is the caller's then.
 */
export function keepInside(dialog: HTMLElement): () => void {
  const behind = [...document.body.children].filter(
    (part): part is HTMLElement => part instanceof HTMLElement && part !== dialog && !part.inert,
  );
  for (const part of behind) part.inert = true;
  const { style, clientWidth } = document.documentElement;
  if (innerWidth > clientWidth) style.scrollbarGutter = 'stable'; // the page keeps its width without the scrollbar
  style.overflow = 'hidden';
  dialog.focus({ preventScroll: true });
  // From the last stop browsers go on to their own buttons, or to nowhere.
  const goRound = (event: KeyboardEvent) => {
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
  document.addEventListener('keydown', goRound);
  return () => {
    document.removeEventListener('keydown', goRound);
    style.overflow = style.scrollbarGutter = '';
    for (const part of behind) part.inert = false;
  };
}
