import { tokenize, TokenType } from '@csstools/css-tokenizer';
import type { CSSToken } from '@csstools/css-tokenizer';

/** A piece of a style sheet as browsers read it (CSS Syntax 3). */
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
  /** Text without quotes and escapes; the address of a `url`; brackets and signs as they are. */
  readonly value: string;
}

const space: CssToken = { kind: 'space', value: ' ' };
/** Parts what stands around it and is no space: `.a` and `.b` on both sides are one element. */
const comment: CssToken = { kind: 'space', value: '/**/' };

/** Reads a style sheet. A comment next to a space is a space, and so are the HTML comment marks of old sheets. Linear in time. */
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
  const [type, text, , , said] = token;
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
      return { kind: 'ident', value: said.value };
    case TokenType.Function:
      return { kind: 'function', value: said.value };
    case TokenType.AtKeyword:
      return { kind: 'at', value: said.value };
    case TokenType.Hash:
      return { kind: 'hash', value: said.value };
    case TokenType.String:
      return { kind: 'string', value: said.value };
    case TokenType.URL:
      return { kind: 'url', value: said.value };
    case TokenType.Number:
    case TokenType.Percentage:
      return { kind: 'number', value: text };
    // No known unit has escapes; read again, such a unit might become part of the number.
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
    // Beyond ASCII, browsers differ in what belongs to a name.
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

/** A name with whatever stands for something else in CSS or HTML escaped. */
function escaped(name: string): string {
  return withoutSigns(name)
    .replace(/^(-?)(\d)/, (_all, sign: string, digit: string) => `${sign}\\3${digit} `)
    .replace(/^-$/, '\\-');
}

/** A text in quotes, the same way. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\\<>]|\p{Cc}/gu, code)}"`;
}

/** The token as it is written. */
export function written({ kind, value }: CssToken): string {
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
