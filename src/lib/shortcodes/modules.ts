import { idOf } from '../numbers.ts';
import { addressOf, builtLink, builtList, enclosed, valueOf, wordsOf, asHtml, embedTag } from './values.ts';
import { findProvider } from '../embed-providers.ts';
import { videoAt } from '../video.ts';

/** Typed access to the attributes of a shortcode. Several names, separated by `|`, are tried in order. */
export interface Fields {
  raw(names: string): string;
  /** Plain text; '' when missing. */
  words(names: string): string;
  url(names: string): string | undefined;
}

export function fieldsOf(named: Readonly<Record<string, string>>): Fields {
  const first = <Value>(names: string, read: (written: string) => Value): Value | undefined => {
    for (const name of names.split('|')) {
      const written = named[name];
      const value = written === undefined || written === '' ? undefined : read(written);
      if (value !== undefined && value !== '') return value;
    }
    return undefined;
  };
  return {
    raw: (names) => first(names, (written) => written) ?? '',
    words: (names) => first(names, (written) => wordsOf(valueOf(written))) ?? '',
    url: (names) => first(names, (written) => addressOf(valueOf(written))),
  };
}

/** One part of a shortcode's output, built from its attributes; undefined if they are missing. */
export type Part = (fields: Fields) => Piece | readonly Piece[] | undefined;

export interface Module {
  readonly before?: readonly Part[];
  readonly after?: readonly Part[];
  /**
   * Kind of content: HTML or base64, a listing in base64, hidden, the URL of the picture `image`, or the text of a link
   * or heading (`link` and `heading` name the attributes with URL and level). Undefined for regular content.
   */
  readonly content?:
    | 'html'
    | 'listing'
    | 'none'
    | 'media'
    | { readonly link: string; readonly isButton?: boolean }
    | { readonly heading: string };
  readonly around?: readonly [string, string];
  readonly isInline?: boolean;
}

export type Modules = Readonly<Record<string, Module>>;

const levelOf = (written: string, usual: number): number => {
  const level = Number(/(?:^|tag:)h?([1-6])(?![\d.])/i.exec(written.trim())?.[1] ?? usual);
  return Math.max(2, level); // the page's title is the only h1
};

interface HeadingOptions {
  readonly level?: number;
  readonly levelFrom?: string;
  readonly link?: string;
}

export const heading =
  (names: string, { level = 3, levelFrom, link }: HeadingOptions = {}): Part =>
  (fields) => {
    const text = fields.words(names);
    if (text === '') return undefined;
    const url = link && builtLink(valueOf(fields.raw(link))).url;
    return {
      kind: 'heading',
      text,
      level: levelOf(levelFrom === undefined ? '' : fields.raw(levelFrom), level),
      url,
    };
  };

export const line =
  (names: string, more: readonly string[] = [], link?: string): Part =>
  (fields) => {
    const [text = '', ...rest] = [names, ...more].map((one) => fields.words(one)).filter((one) => one !== '');
    return text === ''
      ? undefined
      : { kind: 'line', text, more: rest.join(', '), url: link && builtLink(valueOf(fields.raw(link))).url };
  };

export const text =
  (names: string): Part =>
  (fields) => {
    const written = valueOf(fields.raw(names));
    if (wordsOf(written) === '' && !/<(?:iframe|img)\s/i.test(written)) return undefined;
    return written.includes('<')
      ? { kind: 'html', html: enclosed(written) }
      : { kind: 'text', text: wordsOf(written) };
  };

interface PictureOptions {
  readonly alt?: string;
  readonly link?: string;
  readonly id?: string;
  readonly caption?: string;
}

export const picture =
  (names: string, { alt = '', link, id, caption }: PictureOptions = {}): Part =>
  (fields) => {
    const target = link === undefined ? undefined : builtLink(valueOf(fields.raw(link))).url;
    const url = fields.url(names);
    const picked = id === undefined ? undefined : idOf(fields.raw(id).split('|', 1)[0]?.trim() ?? '');
    if (url !== undefined && !/^(?:mailto|tel):/.test(url)) {
      return {
        kind: 'picture',
        url,
        alt: alt === '' ? '' : fields.words(alt),
        link: target,
        caption: caption === undefined ? '' : fields.words(caption),
      };
    }
    return picked === undefined
      ? undefined
      : { kind: 'gallery', ids: String(picked), isSingle: true, link: target };
  };

export const gallery =
  (names: string): Part =>
  (fields) => {
    const ids = fields
      .raw(names)
      .split(/[\s,|]+/)
      .map(idOf)
      .filter((id) => id !== undefined);
    return ids.length === 0 ? undefined : { kind: 'gallery', ids: ids.join(','), isSingle: ids.length === 1 };
  };

export const pictures =
  (names: string): Part =>
  (fields) =>
    valueOf(fields.raw(names))
      .split(/[\s,]+/)
      .map(addressOf)
      .flatMap((url) => (url === undefined ? [] : [{ kind: 'picture', url, alt: '' } as const]));

export const links =
  (names: string): Part =>
  (fields) => {
    const urls = valueOf(fields.raw(names))
      .split(/[\s,]+|<br\s*\/?>/)
      .map(addressOf)
      .filter((url) => url !== undefined);
    return [...new Set(urls)].map((url) => ({ kind: 'link', url, text: '' }) as const);
  };

export const media =
  (names: string): Part =>
  (fields) => {
    const url = fields.url(names);
    return url === undefined ? undefined : { kind: 'media', url };
  };

const linking =
  (kind: 'button' | 'link') =>
  (link: string, words = ''): Part =>
  (fields) => {
    const { url, title } = builtLink(valueOf(fields.raw(link)));
    const label = (words === '' ? '' : fields.words(words)) || title;
    if (url === undefined) return label === '' ? undefined : { kind: 'text', text: label };
    return { kind, url, text: label };
  };
export const button = linking('button');
export const link = linking('link');

/** Joins attributes to one line: a number with its unit, a price. */
export const joined =
  (...names: readonly string[]): Part =>
  (fields) => {
    const texts = names.map((name) =>
      name.startsWith('=')
        ? name.slice(1)
        : fields.raw(name) && wordsOf(`x${valueOf(fields.raw(name))}`).slice(1),
    );
    return texts.every((one, index) => one === '' || names[index]?.startsWith('='))
      ? undefined
      : { kind: 'line', text: texts.join('') };
  };

/** Items of a list in WPBakery's format. */
export const listed =
  (names: string, ...fieldNames: readonly string[]): Part =>
  (fields) =>
    builtList(fields.raw(names)).flatMap((item) => {
      const texts = fieldNames
        .map((name) => item[name])
        .filter((value) => typeof value === 'string')
        .map(wordsOf)
        .filter((value) => value !== '');
      return texts.length === 0 ? [] : [{ kind: 'text', text: texts.join(' ') } as const];
    });

const networks: readonly (readonly [string, string])[] = [
  ['facebook', 'Facebook'],
  ['twitter', 'Twitter'],
  ['x', 'X'],
  ['instagram', 'Instagram'],
  ['linkedin', 'LinkedIn'],
  ['youtube', 'YouTube'],
  ['pinterest', 'Pinterest'],
  ['tiktok', 'TikTok'],
  ['vimeo', 'Vimeo'],
  ['flickr', 'Flickr'],
  ['tumblr', 'Tumblr'],
  ['reddit', 'Reddit'],
  ['github', 'GitHub'],
  ['soundcloud', 'SoundCloud'],
  ['spotify', 'Spotify'],
  ['telegram', 'Telegram'],
  ['whatsapp', 'WhatsApp'],
  ['bluesky', 'Bluesky'],
  ['mastodon', 'Mastodon'],
  ['xing', 'Xing'],
  ['google', 'Google'],
];
const networkNames: ReadonlyMap<string, string> = new Map(networks);

/** The social network of an attribute such as `facebook_url` or `linkedin`. */
export const networkOf = (attribute: string): string | undefined =>
  networkNames.get(attribute.replace(/_?(?:url|link|href)$/, ''));

export const profiles: Part = (fields) =>
  networks.flatMap(([name, label]) => {
    const url = fields.url(`${name}_url|${name}_link|${name}`);
    return url === undefined ? [] : [{ kind: 'link', url, text: label } as const];
  });

/** One part of a shortcode's output. Texts are plain, URLs validated (`addressOf`), `html` is `enclosed`. */
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

/** The kind of media at a URL; undefined for pages and downloads. */
export function mediaKind(url: string): 'picture' | 'audio' | 'video' | 'embed' | undefined {
  if (pictureFile.test(url)) return 'picture';
  if (audioFile.test(url)) return 'audio';
  if (videoFile.test(url)) return 'video';
  return videoAt(url) ? 'embed' : undefined;
}

const openLink = (url: string, more = '') => `<a${more} href="${asHtml(url)}">`;
const linked = (html: string, url: string | undefined) =>
  url === undefined ? html : `${openLink(url)}${html}</a>`;
export const openButton = (url: string): string =>
  `<div class="wp-block-buttons"><div class="wp-block-button">${openLink(url, ' class="wp-block-button__link wp-element-button"')}`;
export const closeButton = '</a></div></div>';

const isBlock = (html: string) =>
  /^\s*\[embed\][^[\]]*\[\/embed\]\s*$/.test(html) ||
  /<(?:p|div|h[1-6]|ul|ol|dl|table|blockquote|figure|pre|section)\b/.test(html);

const nameOfAddress = (url: string): string =>
  findProvider(url)?.name ||
  /^(?:mailto|tel):(.*)$/i.exec(url)?.[1] ||
  /^(?:https?:)?\/\/(?:www\.)?([^/?#]{1,100})/i.exec(url)?.[1] ||
  url.split(/[?#]/, 1)[0]?.split('/').findLast(Boolean) ||
  url;

/** The HTML of a piece as a block. Pictures, players and embeds that need data of the site are written as shortcodes and rendered later. */
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
      const image = linked(`<img src="${asHtml(piece.url)}" alt="${asHtml(piece.alt)}" />`, piece.link);
      return `<figure class="wp-block-image">${image}${piece.caption ? `<figcaption>${asHtml(piece.caption)}</figcaption>` : ''}</figure>`;
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

/** Blocks whose styles the HTML of pieces needs. */
export function blocksIn(html: string): string[] {
  const blocks: readonly (readonly [string, string])[] = [
    ['wp-block-image"', 'core/image'],
    ['wp-block-buttons"', 'core/buttons'],
    ['wp-block-button"', 'core/button'],
    ['wp-block-quote"', 'core/quote'],
  ];
  return blocks.filter(([mark]) => html.includes(mark)).map(([, name]) => name);
}
