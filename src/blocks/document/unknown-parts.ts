import { blockTokens } from '../../lib/markup/block-tokens.ts';
import { eachHtmlToken } from '../../lib/markup/html-tokens.ts';
import { inlineElements } from '../../lib/plain-text.ts';
import { nameToday } from './former-names.ts';
import { isSavedBlock } from './saved-blocks.ts';
import { isKnownShortcode, scanShortcodes } from './shortcodes/scan.ts';

/** How often a text holds what nothing here knows, by name. */
export interface UnknownParts {
  readonly blocks: ReadonlyMap<string, number>;
  readonly shortcodes: ReadonlyMap<string, number>;
}

/**
 * What a text holds that readers don't get as it was meant; `isRegistered` says which blocks the server renders. Takes time in proportion to the text. Of
 * shortcodes that is more than `scanShortcodes` takes out of texts: where a bracket is hardly anything else, its name may be any that WordPress allows.
 */
export function unknownParts(markup: string, isRegistered: (name: string) => boolean): UnknownParts {
  const isKnown = (name: string) => isSavedBlock(name) || isRegistered(name);
  const tokens = markup.includes('wp:') ? blockTokens(markup) : [];
  const blocks = tokens.filter(({ kind, name }) => kind !== 'close' && !isKnown(nameToday(name)));
  if (!markup.includes('[')) return { blocks: countNames(blocks), shortcodes: new Map() };
  const scanned = scanShortcodes(markup);
  const met = new Set(scanned.map(({ start }) => start));
  const shortcodes: { readonly name: string }[] = scanned.filter(({ kind, closing }) => kind === 'drop' && !closing);
  const add = (name: string, start: number) => {
    if (met.has(start) || isKnownShortcode(name)) return;
    met.add(start);
    shortcodes.push({ name });
  };
  for (const [index, { kind, name, end }] of tokens.entries()) {
    if (kind === 'open' && name === 'core/shortcode') eachBracket(markup.slice(end, tokens[index + 1]?.start), (found, at) => add(found, end + at));
  }
  eachLoneBracket(markup, add);
  return { blocks: countNames(blocks), shortcodes: countNames(shortcodes) };
}

/** `[name`, `[name=`, `[name/`: names of WordPress' shortcodes, which have a letter; neither escaped by a second bracket nor the value of an attribute. */
const openBracket = /(?<![["'=])\[(?=[^\s<>&/[\]=]{0,100}\p{L})([^\s<>&/[\]=]+)(?=[\s/\]=])/gu;
/** The same as all that a line says; `[Photo: Ann]` names nothing. */
const onlyBracket = /^\[(?=[^\s<>&/[\]=]{0,100}\p{L})([^\s<>&/[\]=]+)(?<!:)(?=[\s/\]=])[^[\]]*\]$/u;

/** Every opening shortcode of what a shortcode block holds. */
function eachBracket(text: string, found: (name: string, at: number) => void): void {
  const last = text.lastIndexOf(']');
  for (const { 1: name = '', index } of text.matchAll(openBracket)) if (index < last) found(name, index);
}

/** Every shortcode that is all that a line or paragraph says; code says nothing. */
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
