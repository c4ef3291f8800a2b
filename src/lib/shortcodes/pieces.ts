import { findProvider } from '../embed-providers.ts';
import { videoAt } from '../video-address.ts';
import { asHtml, embedTag } from './values.ts';

/** One part of a shortcode's output. Texts are plain, addresses validated (`addressOf`), `html` is `enclosed`. */
export type Piece =
  | {
      readonly kind: 'heading';
      readonly text: string;
      readonly level: number;
      readonly url?: string | undefined;
    }
  | {
      readonly kind: 'line';
      readonly text: string;
      readonly more?: string;
      readonly url?: string | undefined;
    }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'html'; readonly html: string }
  | {
      readonly kind: 'picture';
      readonly url: string;
      readonly alt: string;
      readonly link?: string | undefined;
      readonly caption?: string;
    }
  | {
      readonly kind: 'gallery';
      readonly ids: string;
      readonly isSingle: boolean;
      readonly link?: string | undefined;
    }
  | { readonly kind: 'media'; readonly url: string }
  | { readonly kind: 'button' | 'link'; readonly url: string; readonly text: string };

const pictureFile = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp)(?:[?#]|$)/i;
const audioFile = /\.(?:mp3|m4a|ogg|oga|opus|flac|wav|wma|aac)(?:[?#]|$)/i;
const videoFile = /\.(?:mp4|m4v|webm|ogv|mov|flv|wmv)(?:[?#]|$)/i;

/** The kind of media at an address; undefined for pages and downloads. */
export function mediaKind(url: string): 'picture' | 'audio' | 'video' | 'embed' | undefined {
  if (pictureFile.test(url)) return 'picture';
  if (audioFile.test(url)) return 'audio';
  if (videoFile.test(url)) return 'video';
  return videoAt(url) ? 'embed' : undefined;
}

const openLink = (url: string, more = '') => `<a${more} href="${asHtml(url)}">`;
const linked = (html: string, url: string | undefined) =>
  url === undefined ? html : `${openLink(url)}${html}</a>`;
/** A button around words. */
export const openButton = (url: string): string =>
  `<div class="wp-block-buttons"><div class="wp-block-button">${openLink(url, ' class="wp-block-button__link wp-element-button"')}`;
export const closeButton = '</a></div></div>';

const isBlock = (html: string) =>
  /^\s*\[embed\][^[\]]*\[\/embed\]\s*$/.test(html) ||
  /<(?:p|div|h[1-6]|ul|ol|dl|table|blockquote|figure|pre|section)\b/.test(html);

/** The text of a link that has no text of its own. */
const nameOfAddress = (url: string): string =>
  findProvider(url)?.name ||
  /^(?:mailto|tel):(.*)$/i.exec(url)?.[1] ||
  /^(?:https?:)?\/\/(?:www\.)?([^/?#]{1,100})/i.exec(url)?.[1] ||
  url.split(/[?#]/, 1)[0]?.split('/').findLast(Boolean) ||
  url;

/** The HTML of a piece, a block of its own. Pictures, players and embeds that need data of the site are shortcodes, which are rendered with the text. */
export function writePiece(piece: Piece): string {
  switch (piece.kind) {
    case 'heading':
      return `<h${piece.level}>${linked(asHtml(piece.text), piece.url)}</h${piece.level}>`;
    case 'line':
      return `<p><strong>${linked(asHtml(piece.text), piece.url)}</strong>${piece.more ? `, ${asHtml(piece.more)}` : ''}</p>`;
    case 'text':
      return `<p>${asHtml(piece.text)}</p>`;
    case 'html':
      return isBlock(piece.html) ? piece.html : `<p>${piece.html}</p>`;
    case 'picture': {
      const picture = linked(`<img src="${asHtml(piece.url)}" alt="${asHtml(piece.alt)}" />`, piece.link);
      return `<figure class="wp-block-image">${picture}${piece.caption ? `<figcaption>${asHtml(piece.caption)}</figcaption>` : ''}</figure>`;
    }
    case 'gallery':
      return (
        `[gallery ids="${piece.ids}"${piece.isSingle ? ' columns="1" size="large" link="none"' : ' link="file"'}]` +
        (piece.link === undefined
          ? ''
          : `\n\n<p>${openLink(piece.link)}${asHtml(nameOfAddress(piece.link))}</a></p>`)
      );
    case 'media':
      return writeMedia(piece.url);
    case 'button':
      return `${openButton(piece.url)}${asHtml(piece.text || nameOfAddress(piece.url))}${closeButton}`;
    case 'link':
      return `<p>${openLink(piece.url)}${asHtml(piece.text || nameOfAddress(piece.url))}</a></p>`;
  }
}

function writeMedia(url: string): string {
  const kind = mediaKind(url);
  if (kind === 'picture') return writePiece({ kind: 'picture', url, alt: '' });
  if (kind === 'audio' || kind === 'video') return `[${kind} src="${asHtml(url)}"]`;
  if (url.startsWith('/') && !url.startsWith('//')) return writePiece({ kind: 'link', url, text: '' });
  return embedTag(url).trim();
}

/** Blocks whose styles the HTML of pieces takes. */
export function blocksIn(html: string): string[] {
  const blocks: readonly (readonly [string, string])[] = [
    ['wp-block-image"', 'core/image'],
    ['wp-block-buttons"', 'core/buttons'],
    ['wp-block-button"', 'core/button'],
    ['wp-block-quote"', 'core/quote'],
  ];
  return blocks.filter(([mark]) => html.includes(mark)).map(([, name]) => name);
}
