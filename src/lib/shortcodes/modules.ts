import { idOf } from '../whole.ts';
import type { Piece } from './pieces.ts';
import { addressOf, builtLink, builtList, enclosed, valueOf, wordsOf } from './values.ts';

/** Typed access to the attributes of a shortcode. Several names, separated by `|`, are tried in order. */
export interface Fields {
  /** As written. */
  raw(names: string): string;
  /** Plain text; '' for none. */
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

/** How a page builder's shortcode is rendered. */
export interface Module {
  readonly before?: readonly Part[];
  readonly after?: readonly Part[];
  /**
   * Kind of content: HTML or base64, a listing in base64, hidden, the address of the picture `image`, or the text of a link or heading (`link`, `heading`:
   * attributes with its address and level). Undefined: regular content.
   */
  readonly content?:
    | 'html'
    | 'listing'
    | 'none'
    | 'media'
    | { readonly link: string; readonly isButton?: boolean }
    | { readonly heading: string };
  /** Tags around its content. */
  readonly around?: readonly [string, string];
  /** Inline, within a sentence. */
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

/** A name with details, such as a position and a company. */
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

/** Attributes of a picture, in addition to its address. */
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

/** Pictures by address, one after the other. */
export const pictures =
  (names: string): Part =>
  (fields) =>
    valueOf(fields.raw(names))
      .split(/[\s,]+/)
      .map(addressOf)
      .flatMap((url) => (url === undefined ? [] : [{ kind: 'picture', url, alt: '' } as const]));

/** Addresses as links, each once. */
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
    const said = (words === '' ? '' : fields.words(words)) || title;
    if (url === undefined) return said === '' ? undefined : { kind: 'text', text: said };
    return { kind, url, text: said };
  };
export const button = linking('button');
export const link = linking('link');

/** Several attributes as one line: a number with its unit, a price. */
export const joined =
  (...names: readonly string[]): Part =>
  (fields) => {
    const said = names.map((name) =>
      name.startsWith('=')
        ? name.slice(1)
        : fields.raw(name) && wordsOf(`x${valueOf(fields.raw(name))}`).slice(1),
    );
    return said.every((one, index) => one === '' || names[index]?.startsWith('='))
      ? undefined
      : { kind: 'line', text: said.join('') };
  };

/** Items of WPBakery's list of fields. */
export const listed =
  (names: string, ...fieldNames: readonly string[]): Part =>
  (fields) =>
    builtList(fields.raw(names)).flatMap((item) => {
      const said = fieldNames
        .map((name) => item[name])
        .filter((value) => typeof value === 'string')
        .map(wordsOf)
        .filter((value) => value !== '');
      return said.length === 0 ? [] : [{ kind: 'text', text: said.join(' ') } as const];
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

/** The network that an attribute such as `facebook_url` or `linkedin` leads to. */
export const networkOf = (attribute: string): string | undefined =>
  networkNames.get(attribute.replace(/_?(?:url|link|href)$/, ''));

/** Profiles of a person elsewhere. */
export const profiles: Part = (fields) =>
  networks.flatMap(([name, label]) => {
    const url = fields.url(`${name}_url|${name}_link|${name}`);
    return url === undefined ? [] : [{ kind: 'link', url, text: label } as const];
  });
