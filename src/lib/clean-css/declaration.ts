import type { CssToken } from './tokens.ts';
import { written } from './tokens.ts';

/** The address of a file that a style may show; undefined where it may not. */
export type OwnFile = (address: string) => string | undefined;

/** Receives the reason for each part of a style that is left out. */
export type OnLeft = (what: string) => void;

/** Highest `z-index` of content. Menus, dialogs and notices of the page have higher ones. */
const maxZIndex = 19;

/** Properties that old browsers run code from, that put an element on top of the page, or that make a text field look like one for passwords. */
const forbidden: ReadonlySet<string> = new Set([
  'behavior',
  '-moz-binding',
  '-ms-behavior',
  'overlay',
  '-webkit-text-security',
  '-moz-text-security',
]);

const positions: ReadonlySet<string> = new Set([
  'static',
  'relative',
  'absolute',
  'initial',
  'inherit',
  'unset',
  'revert',
  'revert-layer',
]);

/** Functions whose strings are addresses. */
const addressed: ReadonlySet<string> = new Set([
  'url',
  'src',
  'image',
  'image-set',
  '-webkit-image-set',
  'cross-fade',
  '-webkit-cross-fade',
  'element',
]);
/** Functions that insert a value from somewhere else. */
const substituting: ReadonlySet<string> = new Set(['var', 'env', 'attr', 'if', 'inherit', 'first-valid']);

/** The tokens without spaces at both ends. */
export function trimTokens(tokens: readonly CssToken[]): readonly CssToken[] {
  const isWord = ({ kind }: CssToken) => kind !== 'space';
  return tokens.slice(Math.max(0, tokens.findIndex(isWord)), tokens.findLastIndex(isWord) + 1);
}

/** The value of a declaration without `!important`. */
export function withoutImportant(value: readonly CssToken[]): readonly CssToken[] {
  const words = value.filter(({ kind }) => kind !== 'space');
  const [mark, word] = words.slice(-2);
  const isImportant =
    mark?.kind === 'other' &&
    mark.value === '!' &&
    word?.kind === 'ident' &&
    word.value.toLowerCase() === 'important';
  return trimTokens(isImportant ? value.slice(0, value.lastIndexOf(mark)) : value);
}

/**
 * Why neither a style sheet nor a `style` attribute may have a declaration: it could lay content over the page (docs/decisions/102). `key`: in lower case.
 * Undefined: it is allowed.
 */
export function whyForbidden(key: string, value: readonly CssToken[]): string | undefined {
  if (forbidden.has(key)) return key;
  const words = withoutImportant(value);
  const [first, ...others] = words;
  if (
    key === 'position' &&
    !(others.length === 0 && first?.kind === 'ident' && positions.has(first.value.toLowerCase()))
  ) {
    return `position: ${words.map(written).join('').slice(0, 40)}`;
  }
  if (
    key === 'z-index' &&
    words.some(
      ({ kind, value: level }) => kind === 'function' || (kind === 'number' && !(Number(level) <= maxZIndex)),
    )
  ) {
    return `z-index above ${maxZIndex}`;
  }
  return undefined;
}

/** Splits a declaration into name (in lower case, except custom properties) and value; undefined for other tokens. */
export function readDeclaration(
  tokens: readonly CssToken[],
): { readonly key: string; readonly value: readonly CssToken[] } | undefined {
  const [name, ...rest] = trimTokens(tokens);
  const [colon, ...value] = trimTokens(rest);
  if (name?.kind !== 'ident' || colon?.value !== ':' || colon.kind !== 'other') return undefined;
  return {
    key: name.value.startsWith('--') ? name.value : name.value.toLowerCase(),
    value: trimTokens(value),
  };
}

/** A declaration as text, with its semicolon; '' for an empty value. Custom properties may be empty. */
export function writeDeclaration(key: string, value: string | undefined): string {
  const isSaid = value !== undefined && (value !== '' || key.startsWith('--'));
  return isSaid ? `${written({ kind: 'ident', value: key })}:${value || ' '};` : '';
}

/** Tokens as text; undefined where they hold an address that `own` refuses, or something that can't be read. */
export function writeValue(tokens: readonly CssToken[], own: OwnFile, onLeft: OnLeft): string | undefined {
  const functions: string[] = [];
  let text = '';
  for (const token of tokens) {
    const { kind, value } = token;
    const around = functions.at(-1) ?? '';
    if (kind === 'function') functions.push(value.toLowerCase());
    else if (kind === 'open') functions.push(around);
    else if (kind === 'close') functions.pop();
    if (kind === 'bad' || (kind === 'function' && value.toLowerCase() === 'expression')) {
      onLeft(kind === 'bad' ? 'what can’t be read' : 'expression()');
      return undefined;
    }
    // A substituted value is never checked as an address.
    if (
      kind === 'function' &&
      addressed.has(around) &&
      (substituting.has(value.toLowerCase()) || value.startsWith('--'))
    ) {
      onLeft(`${value}() in an address`);
      return undefined;
    }
    const isAddress = kind === 'url' || (kind === 'string' && addressed.has(around));
    const file = isAddress ? own(value) : undefined;
    if (isAddress && file === undefined) {
      onLeft(`an address elsewhere: ${value}`);
      return undefined;
    }
    text += written(isAddress ? { kind, value: file ?? '' } : token);
  }
  return text.replaceAll('</**/', '< ').replaceAll('</', '< /');
}
