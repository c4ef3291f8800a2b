import { isSavedBlock, nameToday } from '../../blocks/document/known-blocks.ts';
import { globalPartsIn } from '../../lib/builder-data/global-parts.ts';
import { isEmptyModule } from '../../lib/builder-data/divi-modules.ts';
import { blockTokens } from '../../lib/markup/block-markup.ts';
import { eachHtmlToken, readAttributes } from '../../lib/markup/html-tokens.ts';
import { decodeEntities } from '../../lib/plain-text.ts';
import { parseShortcodeAttributes } from '../../lib/shortcodes/attributes.ts';
import { withCodeElements } from '../../lib/shortcodes/code.ts';
import { scanShortcodes } from '../../lib/shortcodes/scan.ts';

/** An unknown and empty shortcode or block, whose content a plugin rendered. */
export interface PluginPart {
  /** As named in the report: `[acme_slider]`, `block acme/slider`. */
  readonly name: string;
  readonly text: string;
  readonly kind: 'players' | 'forms' | 'plugins';
}

/** The parts of a stored text expected on its page. Lists are bounded and contain each part once. */
export interface StoredParts {
  readonly isBlank: boolean;
  readonly hasWords: boolean;
  readonly hasScripts: boolean;
  readonly pictures: readonly string[];
  /** URLs of players, or their names when they have no URL. */
  readonly players: readonly string[];
  readonly scripts: readonly string[];
  readonly forms: number;
  readonly links: readonly string[];
  readonly galleryIds: readonly number[];
  readonly plugins: readonly PluginPart[];
}

const maxParts = 2000;
const maxPlugins = 100;
const maxPluginLength = 20_000;

const framing: ReadonlySet<string> = new Set([
  'p',
  'br',
  'div',
  'span',
  'section',
  'article',
  'figure',
  'b',
  'i',
  'em',
  'strong',
  'a',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'center',
  'hr',
]);
const webAddress = /^(?:https?:)?\/\/[^/\s]+\.[^/\s]/i;
const linkAttributes = ['url', 'link', 'href', 'button_link', 'button_url', 'link_url'] as const;
/** Scripts that only enhance markup that is visible without them. */
const enhancing =
  /(?:^|\.)(?:twitter\.com|x\.com|instagram\.com|facebook\.(?:com|net)|tiktok\.com|reddit(?:media)?\.com|flickr\.com|pinterest\.com|imgur\.com)$/i;

const formWord =
  /^(?:(?:wp|contact|gravity|ninja|web|order|fluent|ever|happy|jot)?forms?\d*|formidable|forminator|contact|newsletter|subscri(?:be|ption)|signup|survey|quiz|mc4wp|mailpoet)$/;
const playerWord =
  /video|audio|podcast|playlist|player|^(?:youtube|vimeo|soundcloud|spotify|mp3|film|dailymotion|twitch|powerpress)$/;
const episodeWord = /^(?:powerpress|podcast|player)$/;
/** Name endings of shortcodes that are only spacing or a frame. */
const emptyWord =
  /^(?:spacer?|separator|divider|clear|clearfix|clearboth|line|br|hr|gap|anchor|nextpage|columns?|rows?|sections?|end|open|close|inner)$/;

/** Reads a stored text. `isRegistered`: whether the server renders a block. Linear in time. */
export function readStoredParts(content: string, isRegistered: (name: string) => boolean): StoredParts {
  const markup = withCodeElements(content);
  const pictures = new Set<string>();
  const players = new Set<string>();
  const scripts = new Set<string>();
  const links = new Set<string>();
  const found = { hasMarkup: false, hasWords: false, hasScripts: false, forms: 0 };
  const add = (into: Set<string>, value: string) => into.size < maxParts && into.add(value);
  let objects = 0;
  eachHtmlToken(markup, ({ kind, name, start, end }) => {
    if (kind === 'text') {
      found.hasWords ||=
        decodeEntities(markup.slice(start, end))
          .replaceAll(/\[\/?[a-z][^\][]*\]/gi, '')
          .trim() !== '';
      return;
    }
    if (kind === 'close' && name === 'object') objects = Math.max(0, objects - 1);
    if (kind === 'raw' && name === 'script' && markup.slice(start, end).trim() !== '')
      found.hasScripts = true;
    if (kind !== 'open') return;
    if (!framing.has(name)) found.hasMarkup = true;
    const attributes = new Map(
      readAttributes(markup.slice(start, end)).map((attribute) => [
        attribute.name,
        decodeEntities(attribute.value).trim(),
      ]),
    );
    const source = attributes.get('src') ?? '';
    if (name === 'img') {
      if (!isTiny(attributes))
        add(pictures, attributes.get('data-src') || attributes.get('data-lazy-src') || source);
    } else if (name === 'a') {
      const address = attributes.get('href') ?? '';
      if (webAddress.test(address)) add(links, address);
    } else if (name === 'form') found.forms++;
    else if (name === 'script') {
      if (source === '') return;
      found.hasScripts = true;
      const host = /^(?:https?:)?\/\/([^/?#:]+)/i.exec(source)?.[1];
      if (host !== undefined && !enhancing.test(host)) add(scripts, source);
    } else if (name === 'object' || name === 'embed') {
      if (objects === 0) add(players, attributes.get('data') || source || name);
      if (name === 'object') objects++;
    } else if ((name === 'iframe' && !isTiny(attributes)) || name === 'video' || name === 'audio')
      add(players, source || `a ${name} without an address`);
  });
  const {
    galleryIds,
    plugins,
    players: playerUrls,
    links: named,
    hasShortcodes,
  } = readShortcodes(markup, add);
  for (const address of playerUrls) add(players, address);
  for (const address of named) add(links, address);
  const blocks = content.includes('wp:') ? blockTokens(content) : [];
  for (const { kind, name: written, json, start, end } of blocks) {
    const name = nameToday(written);
    if (kind !== 'void' || isSavedBlock(name) || isRegistered(name) || isEmptyModule(name, json)) continue;
    addPlugin(plugins, {
      name: `block ${name.slice(0, 100)}`,
      text: content.slice(start, end),
      kind: kindOf(name),
    });
  }
  for (const { name, id, start, end } of globalPartsIn(content))
    addPlugin(plugins, {
      name: `${name} of item ${id}`,
      text: content.slice(start, end),
      kind: 'plugins',
    });
  const isDynamic = blocks.some(
    ({ kind, name }) => kind === 'void' && (isRegistered(nameToday(name)) || !isSavedBlock(nameToday(name))),
  );
  return {
    isBlank: !found.hasWords && !found.hasMarkup && !isDynamic && !hasShortcodes,
    hasWords: found.hasWords,
    hasScripts: found.hasScripts,
    forms: found.forms,
    pictures: [...pictures],
    players: [...players],
    scripts: [...scripts],
    links: [...links],
    galleryIds: [...galleryIds],
    plugins: [...plugins.values()],
  };
}

function readShortcodes(
  markup: string,
  add: (into: Set<string>, value: string) => void,
): {
  galleryIds: ReadonlySet<number>;
  plugins: Map<string, PluginPart>;
  players: ReadonlySet<string>;
  links: ReadonlySet<string>;
  hasShortcodes: boolean;
} {
  const galleryIds = new Set<number>();
  const plugins = new Map<string, PluginPart>();
  const players = new Set<string>();
  const links = new Set<string>();
  if (!markup.includes('[')) return { galleryIds, plugins, players, links, hasShortcodes: false };
  const tokens = scanShortcodes(markup);
  const closed = new Set(tokens.filter(({ closing }) => closing).map(({ name }) => name));
  for (const { kind, name, closing, text, start, end } of tokens) {
    if (closing || kind === 'escaped') continue;
    if (kind === 'embed') {
      add(players, text);
      continue;
    }
    const { named } = parseShortcodeAttributes(text.slice(0, maxPluginLength));
    if (name === 'gallery') {
      for (const id of (named.ids ?? named.include ?? '').split(/[\s,]+/))
        if (/^\d{1,15}$/.test(id) && galleryIds.size < maxParts) galleryIds.add(Number(id));
    } else if (kind === 'known') {
      if (name === 'video' || name === 'audio' || name === 'playlist') {
        add(
          players,
          named.src ??
            named.mp3 ??
            named.mp4 ??
            named.m4v ??
            named.webm ??
            named.ogg ??
            named.m4a ??
            `[${name}]`,
        );
      }
    } else {
      for (const key of linkAttributes)
        if (webAddress.test(named[key] ?? '')) add(links, decodeEntities(named[key] ?? '').trim());
      if (!closed.has(name))
        addPlugin(plugins, {
          name: `[${name.slice(0, 100)}]`,
          text: markup.slice(start, end),
          kind: kindOf(name),
        });
    }
  }
  // A bracketed name alone on its line may be a shortcode or plain text; only the rendered page tells.
  for (const [, text = '', name = ''] of markup.matchAll(
    /^[ \t]*(?:<p>)?(\[([a-z][\w-]{1,60})[ \t/]*\])(?:<\/p>)?[ \t]*\r?$/gm,
  )) {
    if (
      !closed.has(name) &&
      name !== 'gallery' &&
      name !== 'playlist' &&
      name !== 'audio' &&
      name !== 'video'
    ) {
      addPlugin(plugins, { name: `[${name}]`, text, kind: kindOf(name) });
    }
  }
  return { galleryIds, plugins, players, links, hasShortcodes: tokens.length > 0 || plugins.size > 0 };
}

function addPlugin(plugins: Map<string, PluginPart>, part: PluginPart): void {
  if (plugins.size >= maxPlugins || part.text.length > maxPluginLength) return;
  if (part.kind === 'plugins' && emptyWord.test(wordsOf(part.name).at(-1) ?? '')) return;
  plugins.set(part.text, part);
}

/** `[contact-form-7]` has the words `contact`, `form` and `7`. */
const wordsOf = (name: string) =>
  name
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');

function kindOf(name: string): PluginPart['kind'] {
  const words = wordsOf(name);
  return words.some((word) => formWord.test(word))
    ? 'forms'
    : words.some((word) => playerWord.test(word))
      ? 'players'
      : 'plugins';
}

/** Whether a part plays its post's episode: `[powerpress]`, `[podcast_player]`, but not `[powerpress_playlist]`, `[youtube_player]`. */
export function isEpisodePlayer({ name, kind }: PluginPart): boolean {
  const words = kind === 'players' ? wordsOf(name).filter((word) => playerWord.test(word)) : [];
  return words.length > 0 && words.every((word) => episodeWord.test(word));
}

function isTiny(attributes: ReadonlyMap<string, string>): boolean {
  const size = (name: string) => /^[01](?:px)?$/.test(attributes.get(name) ?? '');
  return size('width') || size('height');
}
