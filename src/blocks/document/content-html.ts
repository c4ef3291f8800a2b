import { copyCode } from '../../lib/copy-texts.ts';
import { cssUrls, withCssUrls } from '../../lib/urls.ts';
import { decodeEntities, escapeHtml } from '../../lib/plain-text.ts';
import { videoAt } from '../../lib/video.ts';
import {
  attachmentId,
  attributeMap,
  completeImage,
  coverSizes,
  halfSizes,
  isBehindCover,
  lazyElement,
  markImage,
  markOpener,
  mayWait,
  placeOf,
  tagOf,
  playerTag,
  playing,
} from './content-images.ts';
import type { AttributeMap, ImagePlace } from './content-images.ts';
import { galleryShape, gallerySizes } from './picture-sizes.ts';
import type { GalleryShape } from './picture-sizes.ts';
import { windowSizeUrl } from './content-env.ts';
import type { ContentPicture, TextWords } from './content-env.ts';
import { fileKey, isPageOfPicture, isPictureFile, lookupKeys, mayShow, withScheme } from './content-urls.ts';
import type { LinkRewriter } from './content-urls.ts';
import { embedFigure, embedLink, siteNameOf } from './players.ts';
import { findProvider, watchUrl } from '../../lib/embed-providers.ts';
import { htmlTokens, readAttribute, readAttributes } from '../../lib/markup/html-tokens.ts';
import type { HtmlToken } from '../../lib/markup/html-tokens.ts';
import { withDirections } from '../../lib/markup/direct-html.ts';
import { numberColumns } from './number-columns.ts';
import { sliderMark } from './shortcodes/gallery.ts';
import { partBreak } from './text-parts.ts';

/** Media in a text: pictures by attachment id and by address, other files by address. */
export function mentionedFiles(html: string): { ids: number[]; urls: string[]; files: string[] } {
  const ids: number[] = [];
  const urls: string[] = [];
  const files: string[] = [];
  if (!/<(?:img|a|iframe|video|audio|source|track)[\s/]|url\(/i.test(html)) return { ids, urls, files };
  for (const token of htmlTokens(html)) {
    if (token.kind === 'open')
      urls.push(
        ...styleUrls(html.slice(token.start, token.end)).flatMap((url) => lookupKeys(escapeHtml(url))),
      );
    if (
      token.kind !== 'open' ||
      (token.name !== 'img' && token.name !== 'a' && token.name !== 'iframe' && !playing.has(token.name))
    )
      continue;
    const attributes = attributeMap(readAttributes(html.slice(token.start, token.end)));
    const url = attributes.get(token.name === 'a' ? 'href' : 'src') ?? '';
    const poster = attributes.get('poster');
    const id = token.name === 'img' ? attachmentId(attributes) : undefined;
    if (id !== undefined) ids.push(id);
    if (poster !== undefined) urls.push(...lookupKeys(poster));
    if (token.name === 'img' || (token.name === 'a' && isPictureFile(url))) urls.push(...lookupKeys(url));
    else files.push(...[fileKey(url)].filter((key) => key !== undefined));
  }
  return { ids, urls, files };
}

/** Pixels of width from which an unlinked picture can be enlarged. */
const minEnlarged = 400;

/** Characters of text above a picture on the first screen. */
const textAboveFold = 400;

interface OpenGallery {
  readonly element: string;
  readonly group: string;
  readonly shape: GalleryShape;
  seen: number;
  depth: number;
}

/** Tokens of a video to search for files; skips white space and subtitles. */
const maxSources = 20;

function sourcesIn(html: string, tokens: readonly HtmlToken[], index: number): string[] {
  const found: string[] = [];
  for (const token of tokens.slice(index + 1, index + 1 + maxSources)) {
    if (token.kind !== 'text' && token.name !== 'source' && token.name !== 'track') break;
    const src =
      token.kind === 'open' && token.name === 'source'
        ? readAttribute(html.slice(token.start, token.end), 'src')
        : undefined;
    if (src !== undefined) found.push(src);
  }
  return found;
}

/** Completes the HTML of one document: one tokenizer pass per stretch of HTML, with state that spans stretches (first picture, galleries). */
export class ContentHtml {
  readonly #postId: number;
  readonly #pictures: ReadonlyMap<number, ContentPicture>;
  readonly #links: LinkRewriter;
  readonly #words: TextWords;
  readonly #isRightToLeft: boolean;
  #pictureSeen: boolean;
  /** Characters of text so far. */
  #textSeen = 0;
  #galleries = 0;
  #gallery: OpenGallery | undefined;
  #tables = 0;
  /** Numeric columns of the open table, and the column of its last cell. */
  #numbers: ReadonlySet<number> = new Set();
  #column = -1;
  /** Number of open `picture` elements, which select their own source. */
  #untouched = 0;
  #inLink = false;
  #place: ImagePlace = 'text';
  /** Classes of the last opened cover, whose background picture comes first in it. */
  #cover = '';

  /** `hasLead`: a picture above the text is the page's first, so all of its pictures are lazy; `isRightToLeft`: the site's direction. */
  constructor(
    postId: number,
    pictures: ReadonlyMap<number, ContentPicture>,
    links: LinkRewriter,
    {
      hasLead,
      words,
      isRightToLeft,
    }: { readonly hasLead: boolean; readonly words: TextWords; readonly isRightToLeft: boolean },
  ) {
    this.#isRightToLeft = isRightToLeft;
    this.#words = words;
    this.#pictureSeen = hasLead;
    this.#postId = postId;
    this.#pictures = pictures;
    this.#links = links;
  }

  /** Runs `work` for a block's content, which is independent of the elements around the block. */
  inside<Result>(work: () => Result): Result {
    const around = [this.#gallery, this.#tables, this.#untouched, this.#inLink, this.#place] as const;
    [this.#gallery, this.#tables, this.#untouched, this.#inLink, this.#place] = [
      undefined,
      0,
      0,
      false,
      'text',
    ];
    const result = work();
    [this.#gallery, this.#tables, this.#untouched, this.#inLink, this.#place] = around;
    return result;
  }

  /** `written` is cleaned: its tags are as browsers parse them, and closed in this or a later stretch. */
  rewrite(written: string): string {
    if (!written.includes('<')) {
      this.#textSeen += written.length;
      return written;
    }
    const html = this.#isRightToLeft ? withDirections(written) : written;
    const tokens = htmlTokens(html);
    let result = '';
    let copied = 0;
    for (let index = 0; index < tokens.length; index++) {
      const token = tokens[index];
      if (!token) break;
      const change = this.#change(html, tokens, index, token);
      if (!change) continue;
      result += html.slice(copied, token.start) + change.html;
      index += change.further ?? 0;
      copied = tokens[index]?.end ?? html.length;
    }
    return result + html.slice(copied);
  }

  /** Replacement of a token and `further` tokens after it; undefined: unchanged. */
  #change(
    html: string,
    tokens: readonly HtmlToken[],
    index: number,
    token: HtmlToken,
  ): { html: string; further?: number } | undefined {
    const written = html.slice(token.start, token.end);
    const shown = token.kind === 'open' ? ownBackground(token.name, written, this.#links) : undefined;
    return (
      this.#changeOf(shown ?? written, html, tokens, index, token) ??
      (shown === undefined ? undefined : { html: shown })
    );
  }

  #changeOf(
    written: string,
    html: string,
    tokens: readonly HtmlToken[],
    index: number,
    token: HtmlToken,
  ): { html: string; further?: number } | undefined {
    const source = () => written;
    if (token.kind === 'open' && written.includes('wp-block-cover')) this.#openCover(written);
    if (token.kind === 'text' || token.kind === 'raw') {
      this.#textSeen += token.end - token.start;
      return undefined;
    }
    if (token.kind === 'comment') return this.#comment(source());
    if (token.kind === 'close') return this.#close(token);
    switch (token.name) {
      case 'img':
        return this.#image(source());
      case 'a':
        this.#inLink = true;
        return this.#link(source(), html, tokens, index);
      case 'p':
        return paragraphEmbed(html, tokens, index);
      case 'iframe':
        return this.#frame(source(), html, tokens, index);
      case 'pre':
        return /\bwp-block-verse\b/.test(source()) ? undefined : this.#code(source());
      case 'table':
        if (this.#tables === 0) this.#numbers = numberColumns(html, tokens, index);
        return this.#tables++ === 0 ? { html: `${tableBox(source(), this.#words)}${source()}` } : undefined;
      case 'tr':
        this.#column = -1;
        return undefined;
      case 'td':
      case 'th':
        return this.#numbers.has(++this.#column) ? numberCell(source()) : undefined;
      case 'picture':
        this.#untouched++;
        return undefined;
      case 'video':
        return playerTag(token.name, source(), this.#links, sourcesIn(html, tokens, index));
      case 'audio':
      case 'source':
      case 'track':
        return playerTag(token.name, source(), this.#links);
      case 'figure':
        this.#place = placeOfFigure(readAttribute(source(), 'class') ?? '');
        this.#openGallery(token.name, source(), tokens, index);
        return undefined;
      case 'div':
      case 'ul':
        this.#openGallery(token.name, source(), tokens, index);
        return slider(source()) ?? namelessPicture(source());
      default:
        return undefined;
    }
  }

  #comment(source: string): { html: string } | undefined {
    if (/^<!--more\b/.test(source)) return { html: `<span id="more-${this.#postId}"></span>` };
    if (source === partBreak) {
      this.#pictureSeen = false; // the next part is a separate page, without the lead picture
      this.#textSeen = 0;
    }
    return source === '<!--noteaser-->' ? { html: '' } : undefined;
  }

  #close(token: HtmlToken): { html: string } | undefined {
    if (token.name === 'picture') this.#untouched = Math.max(0, this.#untouched - 1);
    if (token.name === 'figure') this.#place = 'text';
    if (token.name === 'a') this.#inLink = false;
    if (this.#gallery?.element === token.name && --this.#gallery.depth === 0) this.#gallery = undefined;
    if (token.name !== 'table' || this.#tables === 0) return undefined;
    return --this.#tables === 0 ? { html: '</table></div>' } : undefined;
  }

  #openCover(source: string): void {
    const className = readAttribute(source, 'class') ?? '';
    if (/(?:^|\s)wp-block-cover(?:\s|$)/.test(className)) this.#cover = className;
  }

  #openGallery(element: string, source: string, tokens: readonly HtmlToken[], index: number): void {
    if (this.#gallery) {
      if (this.#gallery.element === element) this.#gallery.depth++;
      return;
    }
    const className = source.includes('gallery') ? (readAttribute(source, 'class') ?? '') : '';
    if (/(?:^|\s)(?:wp-block-gallery|gallery|blocks-gallery-grid|tiled-gallery)(?:\s|$)/.test(className)) {
      this.#gallery = {
        element,
        group: `gallery-${++this.#galleries}`,
        shape: galleryShape(className, tokens, index),
        seen: 0,
        depth: 1,
      };
    }
  }

  #image(source: string): { html: string } | undefined {
    if (this.#untouched > 0) return undefined;
    const attributes = attributeMap(readAttributes(source));
    const src = attributes.get('src') ?? '';
    const picture = this.#links.picture(src) ?? this.#pictureById(attributes, src);
    const isBehind = isBehindCover(attributes.get('class') ?? '');
    const place = isBehind
      ? (ratio: number) => coverSizes(this.#cover, ratio)
      : this.#placeOfImage(attributes);
    if (picture) completeImage(attributes, picture, place);
    else if (src !== withScheme(src)) attributes.set('src', withScheme(src));
    const lightboxMode = attributes.get('data-lightbox'); // our own: cleaned texts contain none
    attributes.delete('data-lightbox');
    // A cover's background can't be clicked; as a button it would have no name and only be reachable by keyboard.
    const opens =
      lightboxMode === undefined
        ? !isBehind && (this.#gallery !== undefined || (picture && picture.width >= minEnlarged))
        : lightboxMode !== 'never';
    if (!this.#inLink && opens && !/^data:/i.test(src))
      markImage(attributes, this.#gallery?.group ?? '', picture);
    if (!mayWait(attributes)) {
      return picture || src !== attributes.get('src') || opens || lightboxMode !== undefined
        ? { html: tagOf('img', attributes) }
        : undefined;
    }
    // A picture far down is lazy even if it is the first, since readers may not scroll to it.
    if (this.#pictureSeen || this.#textSeen > textAboveFold) return { html: lazyElement('img', attributes) };
    this.#pictureSeen = true;
    const delayed = attributes.delete('loading');
    return delayed || picture || src !== attributes.get('src') || opens || lightboxMode !== undefined
      ? { html: tagOf('img', attributes) }
      : undefined;
  }

  #placeOfImage(attributes: AttributeMap): ImagePlace {
    const gallery = this.#gallery;
    if (gallery) {
      const position = gallery.seen++;
      return (ratio) => gallerySizes(gallery.shape, position, ratio);
    }
    return this.#place === 'text' ? placeOf(attributes.get('class') ?? '') : this.#place;
  }

  /** Imported texts may contain ids of other pictures here, so the file name must match. */
  #pictureById(attributes: AttributeMap, src: string): ContentPicture | undefined {
    const picture = this.#pictures.get(attachmentId(attributes) ?? 0);
    return picture && mayShow(src, picture) ? picture : undefined;
  }

  #link(
    source: string,
    html: string,
    tokens: readonly HtmlToken[],
    index: number,
  ): { html: string } | undefined {
    const attributes = attributeMap(readAttributes(source));
    const href = attributes.get('href');
    if (href === undefined) return undefined;
    const target = this.#links.link(href);
    const picture = isPictureFile(href) ? this.#links.picture(href) : undefined;
    const isPicture = picture !== undefined || (isPictureFile(href) && !isPageOfPicture(href));
    const opens = isPicture && holdsImage(html, tokens, index) && !attributes.has('data-lightbox');
    if (opens) markOpener(attributes, this.#gallery?.group ?? '', picture);
    const plays = /(?:^|\s)embed-video(?:\s|$)/.test(attributes.get('class') ?? '')
      ? videoAt(decodeEntities(href))?.platform
      : undefined;
    if (target === href && !opens && plays === undefined) return undefined;
    attributes.set('href', target);
    // Whether a link plays depends on its address, never on a class.
    if (plays !== undefined) attributes.set('data-video', plays);
    return { html: tagOf('a', attributes) };
  }

  #frame(
    source: string,
    html: string,
    tokens: readonly HtmlToken[],
    index: number,
  ): { html: string; further?: number } | undefined {
    const attributes = attributeMap(readAttributes(source));
    const src = attributes.get('src');
    const isPreview = /(?:^|\s)wp-block-file__embed(?:\s|$)/.test(attributes.get('class') ?? '');
    if (!isPreview && (src === undefined || !/^(?:https?:)?\/\//i.test(src))) return undefined;
    const raw = tokens[index + 1]?.kind === 'raw' ? tokens[index + 1] : undefined;
    const further = (raw ? 1 : 0) + (tokens[index + (raw ? 2 : 1)]?.kind === 'close' ? 1 : 0);
    if (isPreview) {
      // Only embeds the site's own documents; others are links.
      const file = src && this.#links.file(src);
      if (!file || !/\.pdf(?:#|$)/i.test(file)) return { html: '', further };
      attributes.set('src', file);
      return { html: lazyElement('iframe', attributes), further };
    }
    if (src === undefined) return undefined;
    const url = watchUrl(src);
    if (url !== undefined)
      return { html: `<span class="wp-block-embed__wrapper">${embedLink(url)}</span>`, further };
    attributes.set('src', withScheme(src));
    // Screen readers get a frame's origin if it has no title.
    if (!attributes.get('title')?.trim()) attributes.set('title', siteNameOf(withScheme(src)));
    return { html: lazyElement('iframe', attributes, raw ? html.slice(raw.start, raw.end) : ''), further };
  }

  /** Code scrolls horizontally, so it must be focusable for keyboards. CSS shows the copy button's label until the script adds the button. */
  #code(source: string): { html: string } {
    const attributes = attributeMap(readAttributes(source));
    attributes.set('data-copyable', this.#words.copy_code === copyCode ? '' : this.#words.copy_code);
    attributes.set('tabindex', '0');
    return { html: tagOf('pre', attributes) };
  }
}

/** The start tag of a table's scrolling wrapper, with the table's direction. */
function tableBox(tag: string, words: TextWords): string {
  const dir = readAttribute(tag, 'dir')?.toLowerCase();
  const said = dir === 'ltr' || dir === 'rtl' ? ` dir="${dir}"` : '';
  return `<div class="table-scroll"${said} tabindex="0" role="region" aria-label="${escapeHtml(words.text_table)}">`;
}

const placeOfFigure = (className: string): ImagePlace =>
  /(?:^|\s)wp-block-media-text__media(?:\s|$)/.test(className) ? () => halfSizes : placeOf(className);

/** Aligns a cell of a numeric column to the end, unless it has its own alignment. */
function numberCell(source: string): { html: string } | undefined {
  const attributes = attributeMap(readAttributes(source));
  const className = attributes.get('class') ?? '';
  if (
    attributes.has('align') ||
    className.includes('has-text-align') ||
    (attributes.get('style') ?? '').includes('text-align')
  )
    return undefined;
  attributes.set('class', `${className} is-number`.trim());
  return { html: tagOf(source.startsWith('<th') ? 'th' : 'td', attributes) };
}

function holdsImage(html: string, tokens: readonly HtmlToken[], index: number): boolean {
  for (let at = index + 1; at < tokens.length && at < index + 12; at++) {
    const token = tokens[at];
    if (!token || (token.kind === 'close' && token.name === 'a')) return false;
    if (token.kind === 'open' && token.name === 'img') return true;
    if (token.kind === 'text' && html.slice(token.start, token.end).trim() !== '') return false;
  }
  return false;
}

/** `<p>https://youtu.be/…</p>`: an address alone in a paragraph is an embed. */
function paragraphEmbed(
  html: string,
  tokens: readonly HtmlToken[],
  index: number,
): { html: string; further: number } | undefined {
  const [text, close] = [tokens[index + 1], tokens[index + 2]];
  if (text?.kind !== 'text' || close?.kind !== 'close' || close.name !== 'p') return undefined;
  const url = decodeEntities(html.slice(text.start, text.end).trim());
  return /^https?:\/\/[^\s<>"]+$/.test(url) && findProvider(url)
    ? { html: embedFigure(url), further: 2 }
    : undefined;
}

function styleUrls(tag: string): string[] {
  return tag.includes('url(') ? cssUrls(decodeEntities(readAttribute(tag, 'style') ?? '')) : [];
}

/** An element whose background is one of the site's pictures; undefined: unchanged. */
function ownBackground(name: string, tag: string, links: LinkRewriter): string | undefined {
  if (!tag.includes('url(')) return undefined;
  const attributes = attributeMap(readAttributes(tag));
  const style = decodeEntities(attributes.get('style') ?? '');
  const own = withCssUrls(style, (address) => {
    const picture = links.picture(escapeHtml(address));
    return picture ? windowSizeUrl(picture) : undefined;
  });
  if (own === style) return undefined;
  attributes.set('style', escapeHtml(own));
  return tagOf(name, attributes);
}

function slider(source: string): { html: string } | undefined {
  return source.includes(sliderMark) ? { html: source.replace(sliderMark, 'data-late="slide"') } : undefined;
}

/** A background that WordPress marks as an image without a label is decorative. */
function namelessPicture(source: string): { html: string } | undefined {
  if (!source.includes('role="img"')) return undefined;
  const attributes = attributeMap(readAttributes(source));
  if (attributes.get('role') !== 'img' || attributes.get('aria-label')) return undefined;
  attributes.delete('role');
  attributes.delete('aria-label');
  return { html: tagOf('div', attributes) };
}
