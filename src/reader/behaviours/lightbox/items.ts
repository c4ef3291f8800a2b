import type { SlideData } from 'photoswipe';
import { fetchedPage } from '../../islands/fetched-page.ts';
import type { PageParts } from '../../islands/page-config.ts';

export interface LightboxItem extends SlideData {
  /** The link or picture on the page that opens it. */
  readonly element: HTMLElement;
  readonly type: 'image' | 'content';
  readonly src: string;
  readonly caption: readonly Node[];
  readonly sizeUnknown?: boolean;
}

/**
 * Returns the items that open together, in page order: members of a group within the same `.post-content`. Group '' of
 * pictures is for pictures in no gallery; content of group '' opens alone.
 * @example `<a data-lightbox="{group}" href="{file}"><img></a>`, or without a link `<img data-lightbox="{group}"
 * data-lightbox-src="{file}">`, both with `data-lightbox-size="{width}x{height}"` if known
 * @example `<a data-lightbox-content="{group}" href>` to a page of this site or an element of this page
 */
export function galleryOf(opener: HTMLElement): LightboxItem[] {
  const { lightbox, lightboxContent } = opener.dataset;
  if (lightbox === undefined && lightboxContent === '') return [contentItem(opener)];
  const text = opener.closest('.post-content') ?? document.body;
  const name = lightbox === undefined ? 'lightboxContent' : 'lightbox';
  const members = [
    ...text.querySelectorAll<HTMLElement>(
      lightbox === undefined ? '[data-lightbox-content]' : '[data-lightbox]',
    ),
  ].filter(({ dataset }) => dataset[name] === opener.dataset[name]);
  return members.map((member) => (lightbox === undefined ? contentItem(member) : pictureItem(member)));
}

function contentItem(element: HTMLElement): LightboxItem {
  return { element, type: 'content', src: (element as HTMLAnchorElement).href, caption: [] };
}

/** Width assumed for a picture of unknown size, with the aspect ratio that it has on the page. */
const guessedWidth = 1600;

function pictureItem(element: HTMLElement): LightboxItem {
  const image = element instanceof HTMLImageElement ? element : element.querySelector('img');
  const src = element instanceof HTMLAnchorElement ? element.href : (element.dataset.lightboxSrc ?? '');
  const [, width, height] = /^(\d+)x(\d+)$/.exec(element.dataset.lightboxSize ?? '') ?? [];
  const onPage = image && !image.dataset.src && image.naturalWidth > 0 ? image : undefined;
  const item = {
    element,
    type: 'image',
    src,
    alt: image?.alt ?? '',
    caption: captionOf(element),
    ...(onPage ? { msrc: onPage.currentSrc } : {}),
  } as const;
  if (width === undefined) {
    return {
      ...item,
      sizeUnknown: true,
      width: guessedWidth,
      height: onPage
        ? Math.round((guessedWidth * onPage.naturalHeight) / onPage.naturalWidth)
        : guessedWidth * (2 / 3),
    };
  }
  // Smaller files first; the original is for zooming in.
  const smaller = image?.dataset.srcset ?? image?.srcset ?? '';
  const srcset = smaller === '' || smaller.includes(`${src} `) ? smaller : `${smaller}, ${src} ${width}w`;
  return { ...item, width: Number(width), height: Number(height), ...(srcset === '' ? {} : { srcset }) };
}

/** The caption below a picture, else the one on its link. */
function captionOf(element: HTMLElement): readonly Node[] {
  const caption = element
    .closest('figure,.wp-caption,.gallery-item')
    ?.querySelector('figcaption:not(.blocks-gallery-caption),.wp-caption-text');
  if (caption) return [...caption.cloneNode(true).childNodes];
  const written = element.dataset.caption ?? element.closest('a')?.dataset.caption ?? '';
  return written === '' ? [] : [document.createTextNode(written)];
}

interface LinkedContent {
  readonly box: HTMLElement;
  readonly parts?: PageParts;
}

/** Page-wide behaviours that also work on fetched content. */
const contentBehaviours: ReadonlySet<string> = new Set([
  'copy-pre',
  'lazy-image',
  'lightbox',
  'scroll-link',
  'time-ago',
  'video',
]);

/**
 * Returns the content that a link leads to: the element its fragment names, here or on the fetched page, or the page's
 * text. Undefined if it is empty; rejects if it can't be loaded or is not a page.
 */
export async function linkedContent(address: string): Promise<LinkedContent | undefined> {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin)
    throw new Error(`The lightbox shows pages of this site only, not ${url.href}.`);
  const isSamePage = url.pathname === location.pathname && url.search === location.search && url.hash !== '';
  const fetched = isSamePage ? undefined : await fetchedPage(url);
  const source = fetched?.page ?? document;
  const main = source.querySelector('main#content');
  // Account forms carry CSRF tokens, so they are never shown within content by others.
  if (fetched && main?.querySelector(':scope>.account'))
    throw new Error(`${url.href} is a page of an account.`);
  const found =
    url.hash === ''
      ? (main?.querySelector('.post-content') ?? main)
      : main?.querySelector(`#${CSS.escape(decodeURIComponent(url.hash.slice(1)))}`);
  if (!found || (found.textContent.trim() === '' && !found.querySelector('img,video,audio,iframe')))
    return undefined;
  const box = document.createElement('div');
  box.className = 'lightbox-content post-content';
  box.append(...found.cloneNode(true).childNodes);
  return fetched ? { box, parts: fetched.partsFor((name) => contentBehaviours.has(name)) } : { box };
}
