import { isShownDataBlock } from '../../lib/builder-data/data-blocks.ts';
import { blockTokens } from '../../lib/markup/block-markup.ts';
import type { BlockToken } from '../../lib/markup/block-markup.ts';
import { eachHtmlToken } from '../../lib/markup/html-tokens.ts';
import { readJson } from '../../lib/json.ts';
import { inlineElements } from '../../lib/plain-text.ts';
import { classicBlocks } from './core-blocks.ts';
import { foreignList, isForeignListName } from './lists/foreign-list.ts';
import { shortcodeList } from './lists/place-lists.ts';
import { isSavedBlock, nameToday, lostParts, namedTemplatePart } from './known-blocks.ts';
import { withCodeElements, maskListings } from '../../lib/shortcodes/code.ts';
import { isShownModule } from '../../lib/shortcodes/builders.ts';
import { isEpisodePlayer, isKnownShortcode, scanShortcodes } from '../../lib/shortcodes/scan.ts';

export interface UnknownParts {
  readonly blocks: ReadonlyMap<string, number>;
  readonly shortcodes: ReadonlyMap<string, number>;
  /** Single words in brackets within sentences: a shortcode, or an editor's insertion (`[he]`). */
  readonly bracketed: ReadonlyMap<string, number>;
  /** Patterns and template parts of a theme (`core/pattern acme/hero`), and blocks with custom CSS (`core/group style.css`). */
  readonly parts: ReadonlyMap<string, number>;
}

/**
 * Finds the parts of a text that readers don't get as intended, in linear time; `isRegistered`: the server renders the
 * block. Finds more shortcodes than `scanShortcodes` removes: certain ones may have any name that WordPress allows.
 */
export function unknownParts(written: string, isRegistered: (name: string) => boolean): UnknownParts {
  const isKnown = (name: string) => isSavedBlock(name) || isRegistered(name);
  const tokens = written.includes('wp:') ? blockTokens(written) : [];
  const kinds = {
    isClassic: (name: string) => classicBlocks.has(name),
    isSaved: (name: string) => isSavedBlock(nameToday(name)),
  };
  const markup = tokens.length === 0 ? withCodeElements(written) : maskListings(written, tokens, kinds);
  const opening = tokens.filter(({ kind }) => kind !== 'close');
  const blocks = countNames(lostBlocks(written, tokens, isKnown));
  const parts = countNames(opening.flatMap(partsOf));
  if (!markup.includes('[')) return { blocks, shortcodes: new Map(), bracketed: new Map(), parts };
  const scanned = scanShortcodes(markup, shortcodeList);
  const met = new Set(scanned.map(({ start }) => start));
  const shortcodes: { readonly name: string }[] = scanned.filter(
    (token) =>
      token.kind === 'drop' && !token.closing && !isShownModule(token.name) && !isEpisodePlayer(token),
  );
  const bracketed: { readonly name: string }[] = [];
  const add = (name: string, start: number, into = shortcodes) => {
    if (met.has(start) || isKnownShortcode(name)) return;
    met.add(start);
    into.push({ name });
  };
  for (const [index, { kind, name, end }] of tokens.entries()) {
    if (kind === 'open' && name === 'core/shortcode')
      eachBracket(markup.slice(end, tokens[index + 1]?.start), (found, at) => add(found, end + at));
  }
  eachLoneBracket(markup, add);
  eachBracketInSentence(markup, (name, start, isSure) => add(name, start, isSure ? shortcodes : bracketed));
  return { blocks, shortcodes: countNames(shortcodes), bracketed: countNames(bracketed), parts };
}

interface OpenBlock {
  readonly token: BlockToken;
  shows: boolean;
}

const media =
  /<(?:img|picture|video|audio|iframe|object|embed|svg|canvas|input|hr)\b|\[(?:gallery|playlist|audio|video|embed|caption)\b/i;
const isVisible = (html: string) =>
  media.test(html) || html.replace(/<[^<>]*>|\[\/?[a-z][^\][]*\]|&nbsp;|\s+/gi, '') !== '';

/** Unknown blocks of which readers see nothing: no saved HTML, no inner blocks, and nothing from their attributes. */
function lostBlocks(
  markup: string,
  tokens: readonly BlockToken[],
  isKnown: (name: string) => boolean,
): BlockToken[] {
  const lost: BlockToken[] = [];
  const open: OpenBlock[] = [];
  const openNames = new Map<string, number>();
  let from = 0;
  const addShown = () => {
    const around = open.at(-1);
    if (around) around.shows = true;
  };
  const addHtml = (to: number) => {
    if (open.at(-1)?.shows === false && isVisible(markup.slice(from, to))) addShown();
  };
  const isShown = (token: BlockToken) => isList(token) || isShownDataBlock(token);
  const close = () => {
    const block = open.pop();
    if (!block) return;
    const { token, shows } = block;
    openNames.set(token.name, (openNames.get(token.name) ?? 1) - 1);
    if (shows || isShown(token)) addShown();
    else if (!isKnown(nameToday(token.name))) lost.push(token);
  };
  for (const token of tokens) {
    const { kind, name, start, end } = token;
    addHtml(start);
    from = end;
    if (kind === 'open') {
      open.push({ token, shows: false });
      openNames.set(name, (openNames.get(name) ?? 0) + 1);
    } else if (kind === 'void') {
      if (isShown(token) || isKnown(nameToday(name))) addShown();
      else lost.push(token);
    } else if ((openNames.get(name) ?? 0) > 0) {
      while (open.at(-1)?.token.name !== name) close();
      close();
    }
  }
  addHtml(markup.length);
  while (open.length > 0) close();
  return lost;
}

const isList = ({ kind, name, json }: BlockToken): boolean =>
  isForeignListName(name) ||
  (kind === 'void' && foreignList(name, readJson(json || '{}') ?? {}) !== undefined);

/** Patterns and template parts that a block refers to and that may be missing here, and its own CSS. */
function partsOf({ name: written, json }: BlockToken): { readonly name: string }[] {
  const name = nameToday(written);
  if (name !== 'core/pattern' && name !== 'core/template-part' && !json.includes('"css"')) return [];
  const attributes = readJson(json || '{}');
  if (!attributes) return [];
  const slug = namedTemplatePart({ name, attributes });
  return [...lostParts({ name, attributes }), ...(slug === undefined ? [] : [{ name: `${name} ${slug}` }])];
}

/** A bracket within a sentence, its name and the rest; doesn't match `a[0]`, `[[shown]]` and `[text](address)`. */
const sentenceBracket =
  /(?<![["'=\w)])\[(?=[^\s<>&/[\]=]{0,100}\p{L})([^\s<>&/[\]=]{1,100})((?:[\s/=][^[\]]*)?)\](?![\](])/gu;
/** Only a shortcode has this after its name: a value, attributes or a quoted string. */
const surely = /^(?:\p{L}[\w:-]*=\S|"[^"]*"$|'[^']*'$)/u;
/** Possibly a shortcode: a name in the style of WordPress plugins, alone or with a number or an address. */
const perhaps = /^(?:\/|\d+|https?:\/\/\S+)?$/;
const pluginName = /^[a-z][a-z\d_-]+$/;
/** Words that editors put in brackets. */
const editorial: ReadonlySet<string> = new Set([
  'sic',
  'recte',
  'ed',
  'eds',
  'et',
  'al',
  'id',
  'ibid',
  'note',
  'page',
  'see',
  'via',
]);

/** Calls `found` for every certain or possible shortcode in a text, except in code and tags. */
function eachBracketInSentence(
  html: string,
  found: (name: string, at: number, isSure: boolean) => void,
): void {
  let code = 0;
  eachHtmlToken(html, ({ kind, name, start, end }) => {
    if (name === 'pre' || name === 'code') code = Math.max(0, code + (kind === 'open' ? 1 : -1));
    if (kind !== 'text' || code > 0) return;
    for (const { 1: word = '', 2: rest = '', index } of html.slice(start, end).matchAll(sentenceBracket)) {
      const said = rest.trim();
      if (rest.startsWith('=') || surely.test(said)) found(word, start + index, true);
      else if (pluginName.test(word) && perhaps.test(said) && !editorial.has(word))
        found(word, start + index, false);
    }
  });
}

/**
 * `[name`, `[name=`, `[name/`: names of WordPress' shortcodes, which have a letter; neither escaped by a second bracket
 * nor the value of an attribute.
 */
const openBracket = /(?<![["'=])\[(?=[^\s<>&/[\]=]{0,100}\p{L})([^\s<>&/[\]=]+)(?=[\s/\]=])/gu;
/** The same, as the only content of a line; doesn't match `[Photo: Ann]`. */
const onlyBracket = /^\[(?=[^\s<>&/[\]=]{0,100}\p{L})([^\s<>&/[\]=]+)(?<!:)(?=[\s/\]=])[^[\]]*\]$/u;

/** Calls `found` for every opening shortcode in the content of a shortcode block. */
function eachBracket(text: string, found: (name: string, at: number) => void): void {
  const last = text.lastIndexOf(']');
  for (const { 1: name = '', index } of text.matchAll(openBracket)) if (index < last) found(name, index);
}

/** Calls `found` for every shortcode that is alone in a line or paragraph, except in code. */
function eachLoneBracket(html: string, found: (name: string, at: number) => void): void {
  let line = '';
  let at = -1;
  let code = 0;
  const endLine = () => {
    const name = at === -1 ? undefined : onlyBracket.exec(line.trim())?.[1];
    if (name !== undefined) found(name, at);
    line = '';
    at = -1;
  };
  eachHtmlToken(html, ({ kind, name, start, end }) => {
    if (kind === 'text') {
      let from = start;
      for (const [index, part] of html.slice(start, end).split('\n').entries()) {
        if (index > 0) endLine();
        const bracket = part.indexOf('[');
        if (at === -1 && bracket !== -1) at = from + bracket;
        line += code > 0 ? '\0' : part;
        from += part.length + 1;
      }
      return;
    }
    if (name === 'pre' || name === 'code') code = Math.max(0, code + (kind === 'open' ? 1 : -1));
    if (!inlineElements.has(name)) endLine();
  });
  endLine();
}

function countNames(things: readonly { readonly name: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of things) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
