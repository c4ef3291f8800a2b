import { escapeHtml } from '../../lib/plain-text.ts';
import { idOf } from '../../lib/numbers.ts';
import { fullSizeUrl } from './content-env.ts';
import type { ContentPicture, ContentMedia } from './content-env.ts';
import { withScheme } from './content-urls.ts';
import type { HtmlAttribute } from '../../lib/markup/html-tokens.ts';
import { writeTag, readAttributes } from '../../lib/markup/html-tokens.ts';
import { besideSidebar, columnWidth, inWideWindows } from './picture-sizes.ts';
import type { GrowingWidth } from './picture-sizes.ts';
import type { LinkRewriter } from './content-urls.ts';
import { trimEndOf } from '../../lib/cut-text.ts';

/** In order; values as in HTML, with entities. */
export type AttributeMap = Map<string, string>;

export function attributeMap(attributes: readonly HtmlAttribute[]): AttributeMap {
  return new Map(attributes.map(({ name, value }) => [name, value]));
}

export function tagOf(name: string, attributes: AttributeMap): string {
  return writeTag(
    name,
    [...attributes].map(([attribute, value]) => ({ name: attribute, value })),
  );
}

/** The attachment id that an image names: `wp-image-12`, or the `data-id` of old galleries. */
export function attachmentId(attributes: AttributeMap): number | undefined {
  return idOf(
    /(?:^|\s)wp-image-(\d+)(?:\s|$)/.exec(attributes.get('class') ?? '')?.[1] ?? attributes.get('data-id'),
  );
}

/** An image's placement, or a function from its ratio to its `sizes`, as for galleries. */
export type ImagePlace = keyof typeof widest | ((ratio: number) => string);

export function placeOf(className: string): keyof typeof widest {
  const [, align] = /(?:^|\s)align(left|right|center|wide|full)(?:\s|$)/.exec(className) ?? [];
  return align === undefined
    ? 'text'
    : align === 'left' || align === 'right'
      ? 'side'
      : align === 'center'
        ? 'middle'
        : align === 'wide'
          ? 'wide'
          : 'full';
}

const same = (width: number): GrowingWidth => [width, width, width];

/**
 * Maximum display widths (`--measure` of the theme is 38rem, article-figures.css has the others), with or without a
 * sidebar: a cached text does not know which.
 */
const widest = {
  text: same(608),
  side: same(340),
  middle: columnWidth,
  wide: [1000, 1180, 1540],
  full: [1240, 1560, 1920],
} as const;

/** Pixels: minimum height of a cover, and maximum width of one next to text (article-covers.css). */
const coverHeight = 430;
const coverBeside = 420;

export const isBehindCover = (className: string): boolean =>
  /(?:^|\s)wp-block-cover__image-background(?:\s|$)/.test(className);

/** Width of a cover's background picture: as wide as the column, or wider in narrow windows, where the cover's height decides. */
export function coverSizes(className: string, ratio: number): string {
  const place = placeOf(className);
  const least = Math.ceil(coverHeight * ratio);
  if (place === 'side') return `${Math.max(coverBeside, least)}px`;
  const [narrow, wide, most] = widest[place === 'text' ? 'middle' : place];
  const drawn = (shown: number) => Math.max(shown, least);
  return (
    `${inWideWindows([drawn(narrow), drawn(wide), drawn(most)])}(max-width: 1023px) max(100vw, ${least}px), ${besideSidebar(100, least)}, ` +
    `${drawn(narrow)}px`
  );
}

/** `sizes` of a picture in one half of a column; stacked on phones. */
export const halfSizes = `${inWideWindows([430, 590, 770])}(max-width: 600px) 100vw, (max-width: 1023px) 50vw, ${besideSidebar(50)}, 430px`;

/** Sets size, `srcset` and address of a library picture; leaves `alt`, classes and everything else as the author wrote them. */
export function completeImage(attributes: AttributeMap, picture: ContentPicture, place: ImagePlace): void {
  const [width, height] = displaySize(attributes, picture);
  if (isCropped(attributes.get('src') ?? '', picture)) {
    addStyle(attributes, 'object-fit:cover');
  }
  const stretches = place === 'wide' || place === 'full' || typeof place === 'function';
  if (picture.width > 0 && picture.width < (stretches ? widest.full[0] : width))
    addStyle(attributes, `max-width:min(100%,${picture.width}px)`);
  attributes.set('src', escapeHtml(picture.src));
  if (width > 0) attributes.set('width', String(width));
  if (height > 0) attributes.set('height', String(height));
  if (picture.srcset === '') {
    attributes.delete('srcset');
    attributes.delete('sizes');
  } else {
    attributes.set('srcset', escapeHtml(picture.srcset));
    // The author's own value takes precedence.
    if (!attributes.has('sizes'))
      attributes.set(
        'sizes',
        typeof place === 'function' ? place(height > 0 ? width / height : 0) : sizesOf(place, width),
      );
  }
  if (!attributes.has('alt')) attributes.set('alt', escapeHtml(picture.alt));
}

function addStyle(attributes: AttributeMap, declaration: string): void {
  const style = attributes.get('style') ?? '';
  attributes.set(
    'style',
    `${style}${style === '' || style.trimEnd().endsWith(';') ? '' : ';'}${declaration}`,
  );
}

function sizesOf(place: keyof typeof widest, width: number): string {
  const stretches = place === 'wide' || place === 'full';
  const shownIn = (most: number) => (width > 0 && !stretches ? Math.min(width, most) : most);
  const [narrow, wide, most] = widest[place];
  const shown = shownIn(narrow);
  const filled = place === 'side' ? Math.max(shown, Math.min(width, 599)) : shown;
  const below =
    shown < columnWidth[0]
      ? `(max-width: ${filled}px) 100vw`
      : '(max-width: 1023px) 100vw, ' + besideSidebar(100);
  return `${inWideWindows([shown, shownIn(wide), shownIn(most)])}${below}, ${shown}px`;
}

export function mayWait(attributes: AttributeMap): boolean {
  const src = attributes.get('src') ?? '';
  if (src === '' || /^data:/i.test(src) || attributes.has('data-src') || attributes.has('data-lazy-src'))
    return false;
  if (
    attributes.get('loading') === 'eager' ||
    attributes.get('fetchpriority') === 'high' ||
    attributes.has('data-no-lazy') ||
    attributes.has('data-skip-lazy')
  ) {
    return false;
  }
  if (/(?:^|\s)(?:skip-lazy|no-lazy)(?:\s|$)/.test(attributes.get('class') ?? '')) return false;
  return !(pixels(attributes.get('width')) === 1 || pixels(attributes.get('height')) === 1); // a tracking pixel is no picture
}

/** An image or frame that our script loads near the viewport, and its `<noscript>` version. `inside`: content before the closing tag. */
export function lazyElement(name: 'img' | 'iframe', attributes: AttributeMap, inside = ''): string {
  const plain = new Map(attributes);
  for (const unique of ['id', 'data-lightbox', 'data-lightbox-src', 'data-lightbox-size'])
    plain.delete(unique);
  plain.set('loading', 'lazy');
  const waiting: AttributeMap = new Map(attributes);
  waiting.delete('loading');
  const className = waiting.get('class')?.trim() ?? '';
  waiting.set('class', className === '' ? 'lazy' : `${className} lazy`);
  waiting.set('data-src', attributes.get('src') ?? '');
  if (name === 'img') {
    waiting.set('src', placeholder(attributes));
    const srcset = attributes.get('srcset');
    if (srcset !== undefined) waiting.set('data-srcset', srcset);
    waiting.delete('srcset');
  } else waiting.delete('src');
  const close = name === 'img' ? '' : `${inside}</${name}>`;
  return `${tagOf(name, waiting)}${close}<noscript>${tagOf(name, plain)}${close}</noscript>`;
}

/** Makes an unlinked image open the lightbox. */
export function markImage(
  attributes: AttributeMap,
  group: string,
  picture: ContentPicture | undefined,
): void {
  markOpener(attributes, group, picture);
  attributes.set(
    'data-lightbox-src',
    picture ? escapeHtml(fullSizeUrl(picture)) : withScheme(attributes.get('src') ?? ''),
  );
}

/** Adds an opener to its lightbox group; '' is for pictures outside galleries. */
export function markOpener(
  attributes: AttributeMap,
  group: string,
  picture: ContentPicture | undefined,
): void {
  attributes.set('data-lightbox', group);
  if (picture && picture.width > 0 && picture.height > 0)
    attributes.set('data-lightbox-size', `${picture.width}x${picture.height}`);
}

/** An empty image of the same ratio, which reserves the space without a request. */
function placeholder(attributes: AttributeMap): string {
  const width = pixels(attributes.get('width'));
  const height = pixels(attributes.get('height'));
  const [w, h] = width > 0 && height > 0 ? [width, height] : [3, 2];
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='${w}' height='${h}'/%3E`;
}

function displaySize(attributes: AttributeMap, picture: ContentPicture): [number, number] {
  const width = pixels(attributes.get('width'));
  const height = pixels(attributes.get('height'));
  if (width > 0 && height > 0) return [width, height];
  const [, nameWidth, nameHeight] = sizeInName.exec(attributes.get('src') ?? '') ?? [];
  const [w, h] =
    nameWidth && nameHeight ? [Number(nameWidth), Number(nameHeight)] : [picture.width, picture.height];
  if (w <= 0 || h <= 0) return [width, height];
  if (width > 0) return [width, Math.round((width * h) / w)];
  return height > 0 ? [Math.round((height * w) / h), height] : [w, h];
}

const sizeInName = /-(\d{1,5})x(\d{1,5})(?:\.[a-z0-9]{2,5}){1,2}(?:[?#]|$)/i;

/** Whether the file in the text is a crop of the picture rather than a smaller copy. */
function isCropped(src: string, picture: ContentPicture): boolean {
  const [, width, height] = sizeInName.exec(src) ?? [];
  if (!width || !height || picture.width <= 0 || picture.height <= 0) return false;
  const written = Number(width) / Number(height);
  const own = picture.width / picture.height;
  return Math.abs(written - own) / own > 0.03;
}

function pixels(value: string | undefined): number {
  return value !== undefined && /^\d{1,5}(?:px)?$/.test(value.trim()) ? Number.parseInt(value, 10) : 0;
}

export const playing: ReadonlySet<string> = new Set(['video', 'audio', 'source', 'track']);

/** Transparent, so that the theme's background shows: browsers paint their own one without a poster. */
const emptyStill = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

/** A media tag with local addresses, controls and no preload; undefined: unchanged. `files`: addresses of the files inside a video. */
export function playerTag(
  name: string,
  source: string,
  links: LinkRewriter,
  files: readonly string[] = [],
): { html: string } | undefined {
  const attributes = attributeMap(readAttributes(source));
  const before = tagOf(name, attributes);
  const src = attributes.get('src');
  if (src !== undefined) attributes.set('src', links.file(src) ?? withScheme(src));
  if (name === 'video') completeStill(attributes, links, posterOf(src === undefined ? files : [src], links));
  if ((name === 'video' || name === 'audio') && !attributes.has('autoplay')) {
    attributes.set('preload', 'none');
    if (!attributes.has('controls')) attributes.set('controls', '');
  }
  const html = tagOf(name, attributes);
  return html === before ? undefined : { html };
}

/** The first poster in the library for any of a video's files, of which browsers select one. */
const posterOf = (files: readonly string[], links: LinkRewriter) =>
  files.map((file) => links.posterOf(file)).find((poster) => poster !== undefined);

/**
 * Uses a local poster in text size, or the library's poster for a video without one. Reserves the video's ratio as set
 * by its author or poster; the theme has a default.
 */
function completeStill(attributes: AttributeMap, links: LinkRewriter, own: ContentMedia['poster']): void {
  const poster = attributes.get('poster');
  const still = poster ? links.picture(poster) : own;
  if (poster || own) attributes.set('poster', still ? escapeHtml(still.src) : withScheme(poster ?? ''));
  if (attributes.has('autoplay')) return;
  if (!poster && !own) attributes.set('poster', emptyStill);
  const style = attributes.get('style') ?? '';
  if (style.includes('aspect-ratio')) return;
  const [width = 0, height = 0] = ['width', 'height'].map((side) =>
    Number(/^\d{1,5}$/.exec(attributes.get(side) ?? '')?.[0] ?? 0),
  );
  const shape = width > 0 && height > 0 ? { width, height } : still;
  if (shape && shape.width > 0 && shape.height > 0) {
    attributes.set(
      'style',
      `${style === '' ? '' : `${trimEndOf(style, '; \t\r\n')};`}aspect-ratio:${shape.width}/${shape.height}`,
    );
  }
}
