import { tokenize, TokenType } from '@csstools/css-tokenizer';
import type { CSSToken } from '@csstools/css-tokenizer';

/** A token as in CSS Syntax 3. */
export interface CssToken {
  readonly kind:
    | 'space'
    | 'ident'
    | 'function'
    | 'at'
    | 'hash'
    | 'string'
    | 'url'
    | 'number'
    | 'bad'
    | 'open'
    | 'close'
    | 'other';
  /** Text without quotes and escapes; the URL of a `url`; brackets and delimiters unchanged. */
  readonly value: string;
}

const space: CssToken = { kind: 'space', value: ' ' };
/** Separates tokens without being white space: `.a` and `.b` with a comment between them are one compound selector. */
const comment: CssToken = { kind: 'space', value: '/**/' };

/** Reads a style sheet. A comment next to white space counts as white space, and so do the HTML comment marks of old sheets. Linear in time. */
export function readCss(css: string): CssToken[] {
  const tokens: CssToken[] = [];
  for (const token of tokenize({ css: css.replaceAll(/\r\n?|\f/g, '\n').replaceAll('\0', '\u{fffd}') })) {
    const read = readToken(token);
    const last = tokens.at(-1);
    if (read === space && last === comment) tokens[tokens.length - 1] = space;
    else if (read !== undefined && !(read.kind === 'space' && last?.kind === 'space')) tokens.push(read);
  }
  return tokens;
}

function readToken(token: CSSToken): CssToken | undefined {
  const [type, text, , , data] = token;
  switch (type) {
    case TokenType.EOF:
      return undefined;
    case TokenType.Comment:
      return comment;
    case TokenType.Whitespace:
    case TokenType.CDO:
    case TokenType.CDC:
      return space;
    case TokenType.Ident:
      return { kind: 'ident', value: data.value };
    case TokenType.Function:
      return { kind: 'function', value: data.value };
    case TokenType.AtKeyword:
      return { kind: 'at', value: data.value };
    case TokenType.Hash:
      return { kind: 'hash', value: data.value };
    case TokenType.String:
      return { kind: 'string', value: data.value };
    case TokenType.URL:
      return { kind: 'url', value: data.value };
    case TokenType.Number:
    case TokenType.Percentage:
      return { kind: 'number', value: text };
    // No known unit contains escapes; read again, such a unit could become part of the number.
    case TokenType.Dimension:
      return /^[\w.+-]+$/.test(text) ? { kind: 'number', value: text } : { kind: 'bad', value: '' };
    case TokenType.OpenParen:
    case TokenType.OpenSquare:
    case TokenType.OpenCurly:
      return { kind: 'open', value: text };
    case TokenType.CloseParen:
    case TokenType.CloseSquare:
    case TokenType.CloseCurly:
      return { kind: 'close', value: text };
    // Browsers differ in which non-ASCII characters belong to a name.
    case TokenType.Delim:
      return /^[!-[\]-~]$/.test(text) ? { kind: 'other', value: text } : { kind: 'bad', value: '' };
    case TokenType.Colon:
    case TokenType.Semicolon:
    case TokenType.Comma:
      return { kind: 'other', value: text };
    case TokenType.BadString:
    case TokenType.BadURL:
    case TokenType.UnicodeRange:
      return { kind: 'bad', value: '' };
  }
}

const code = (char: string) => `\\${char.codePointAt(0)?.toString(16) ?? ''} `;
const withoutSigns = (name: string) => name.replaceAll(/[^\w\u00a0-\u{10ffff}-]/gu, code);

/** A name with all characters escaped that have a meaning in CSS or HTML. */
function escaped(name: string): string {
  return withoutSigns(name)
    .replace(/^(-?)(\d)/, (_all, sign: string, digit: string) => `${sign}\\3${digit} `)
    .replace(/^-$/, '\\-');
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\<>]|\p{Cc}/gu, code)}"`;
}

function written({ kind, value }: CssToken): string {
  switch (kind) {
    case 'ident':
      return escaped(value);
    case 'function':
      return `${escaped(value)}(`;
    case 'at':
      return `@${escaped(value)}`;
    case 'hash':
      return `#${/^\d/.test(value) ? withoutSigns(value) : escaped(value)}`;
    case 'string':
      return quoted(value);
    case 'url':
      return `url(${quoted(value)})`;
    case 'bad':
      return '';
    default:
      return value;
  }
}

export type OwnFile = (address: string) => string | undefined;

type OnLeft = (what: string) => void;

/** Highest `z-index` of content. The page's menus, dialogs and notices are above it. */
const maxZIndex = 19;

/** Properties that run code in old browsers, put an element on top of the page, or make a text field look like a password field. */
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

/** Functions whose string arguments are URLs. */
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
/** Functions that insert a value from elsewhere. */
const substituting: ReadonlySet<string> = new Set(['var', 'env', 'attr', 'if', 'inherit', 'first-valid']);

export function trimTokens(tokens: readonly CssToken[]): readonly CssToken[] {
  const isWord = ({ kind }: CssToken) => kind !== 'space';
  return tokens.slice(Math.max(0, tokens.findIndex(isWord)), tokens.findLastIndex(isWord) + 1);
}

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
 * Why a declaration is forbidden in style sheets and `style` attributes: it could lay content over the page
 * (docs/decisions/102). `key` is in lower case. Undefined when it is allowed.
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
  const hasValue = value !== undefined && (value !== '' || key.startsWith('--'));
  return hasValue ? `${written({ kind: 'ident', value: key })}:${value || ' '};` : '';
}

/** Serializes tokens; undefined when they contain a URL that `own` refuses or something unreadable. */
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
      onLeft(kind === 'bad' ? 'invalid CSS' : 'expression()');
      return undefined;
    }
    // A substituted value can't be checked as a URL.
    if (
      kind === 'function' &&
      addressed.has(around) &&
      (substituting.has(value.toLowerCase()) || value.startsWith('--'))
    ) {
      onLeft(`${value}() in a URL`);
      return undefined;
    }
    const isAddress = kind === 'url' || (kind === 'string' && addressed.has(around));
    const file = isAddress ? own(value) : undefined;
    if (isAddress && file === undefined) {
      onLeft(`an external URL: ${value}`);
      return undefined;
    }
    text += written(isAddress ? { kind, value: file ?? '' } : token);
  }
  return text.replaceAll('</**/', '< ').replaceAll('</', '< /');
}
