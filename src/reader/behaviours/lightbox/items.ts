import type { SlideData } from 'photoswipe';
import { fetchedPage } from '../../islands/fetched-page.ts';
import type { PageParts } from '../../islands/page-config.ts';

/** One thing that the lightbox shows. */
export interface LightboxItem extends SlideData {
  /** The link or picture on the page that opens it. */
  readonly element: HTMLElement;
  readonly type: 'image' | 'content';
  /** Address of the picture, or of what is fetched. */
  readonly src: string;
  /** Nodes of the caption; none for none. */
  readonly caption: readonly Node[];
  /** Whether nobody knows yet how large the picture is. */
  readonly sizeUnknown?: boolean;
}

/**
 * Everything that opens together with one of its members, in the order of the page.
 *
 * Pictures: `<a data-lightbox="{group}" href="{file}"><img></a>`, or `<img data-lightbox="{group}" data-lightbox-src="{file}">` without a link, both with
 * `data-lightbox-size="{width}x{height}"` of the file where it is known. The group is of its own text (`.post-content`); '' is that of pictures in no gallery.
 * Content: `<a data-lightbox-content="{group}" href>`, to a page of this site or an element of this page; '' stands alone.
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

/** For a picture whose size shows only when it comes: as large as a screen, in the shape that it has on the page. */
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
  // Smaller files first; the original is the one for who zooms in.
  const smaller = image?.dataset.srcset ?? image?.srcset ?? '';
  const srcset = smaller === '' || smaller.includes(`${src} `) ? smaller : `${smaller}, ${src} ${width}w`;
  return { ...item, width: Number(width), height: Number(height), ...(srcset === '' ? {} : { srcset }) };
}

/** The caption below a picture, else what its link says. */
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
  /** What the head of its page says that it needs. */
  readonly parts?: PageParts;
}

/** Of what acts on a whole page, what acts on a part of one, too. */
const contentBehaviours: ReadonlySet<string> = new Set([
  'copy-pre',
  'lazy-image',
  'lightbox',
  'scroll-link',
  'time-ago',
  'video',
]);

/**
 * What a link leads to, for the lightbox: the element of this page that its fragment names, or that of another page, or the other page's text. Undefined when
 * there is nothing in it; rejects when it can't be had, or is no page.
 */
export async function linkedContent(address: string): Promise<LinkedContent | undefined> {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin)
    throw new Error(`The lightbox shows pages of this site only, not ${url.href}.`);
  const here = url.pathname === location.pathname && url.search === location.search && url.hash !== '';
  const fetched = here ? undefined : await fetchedPage(url);
  const source = fetched?.page ?? document;
  const main = source.querySelector('main#content');
  // Forms of accounts, which hold what proves that their owner sends them, stand among no words of others.
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
