/** A piece of a style sheet as browsers read it (CSS Syntax 3). */
export interface CssToken {
  readonly kind: 'space' | 'ident' | 'function' | 'at' | 'hash' | 'string' | 'url' | 'number' | 'bad' | 'open' | 'close' | 'other';
  /** What it says, without quotes and escapes; of `url` the address, of brackets and signs themselves. */
  readonly value: string;
}

const isNameStart = (char: string) => /^[a-z_\u0080-\u{10ffff}]$/iu.test(char);
const isNameChar = (char: string) => /^[\w\u0080-\u{10ffff}-]$/u.test(char);
const isSpace = (char: string) => char === ' ' || char === '\t' || char === '\n';

/** Reads a style sheet. Comments are spaces. Linear in time. */
export function readCss(css: string): CssToken[] {
  return new Tokens([...css.replaceAll(/\r\n?|\f/g, '\n').replaceAll('\0', '\u{fffd}')]).all();
}

class Tokens {
  readonly #chars: readonly string[];
  #at = 0;

  constructor(chars: readonly string[]) {
    this.#chars = chars;
  }

  all(): CssToken[] {
    const tokens: CssToken[] = [];
    while (this.#at < this.#chars.length) tokens.push(this.#next());
    return tokens;
  }

  #peek(ahead = 0): string {
    return this.#chars[this.#at + ahead] ?? '';
  }

  #next(): CssToken {
    const char = this.#peek();
    if (isSpace(char) || (char === '/' && this.#peek(1) === '*')) return this.#space();
    if (char === '"' || char === '\'') return this.#string(char);
    if (char === '#' && (isNameChar(this.#peek(1)) || this.#isEscape(1))) return this.#named('hash', 1);
    if (char === '@' && this.#startsName(1)) return this.#named('at', 1);
    if (this.#startsNumber()) return this.#number();
    // What comments of HTML left in old sheets.
    for (const mark of ['<!--', '-->']) if ([...mark].every((sign, ahead) => this.#peek(ahead) === sign)) return this.#skip(mark.length);
    if (this.#startsName(0)) return this.#word();
    this.#at++;
    if ('([{'.includes(char)) return { kind: 'open', value: char };
    if (')]}'.includes(char)) return { kind: 'close', value: char };
    return char === '\\' ? { kind: 'bad', value: '' } : { kind: 'other', value: char };
  }

  #skip(count: number): CssToken {
    this.#at += count;
    return { kind: 'space', value: ' ' };
  }

  #space(): CssToken {
    for (;;) {
      if (isSpace(this.#peek())) this.#at++;
      else if (this.#peek() === '/' && this.#peek(1) === '*') {
        this.#at += 2;
        while (this.#at < this.#chars.length && !(this.#peek() === '*' && this.#peek(1) === '/')) this.#at++;
        this.#at += 2;
      } else return { kind: 'space', value: ' ' };
    }
  }

  #isEscape(ahead: number): boolean {
    return this.#peek(ahead) === '\\' && this.#peek(ahead + 1) !== '\n' && this.#peek(ahead + 1) !== '';
  }

  #startsName(ahead: number): boolean {
    const char = this.#peek(ahead);
    if (char !== '-') return isNameStart(char) || this.#isEscape(ahead);
    const after = this.#peek(ahead + 1);
    return after === '-' || isNameStart(after) || this.#isEscape(ahead + 1);
  }

  #startsNumber(): boolean {
    const rest = ['+', '-'].includes(this.#peek()) ? 1 : 0;
    return /^\d$/.test(this.#peek(rest)) || (this.#peek(rest) === '.' && /^\d$/.test(this.#peek(rest + 1)));
  }

  /** With its unit. */
  #number(): CssToken {
    const from = this.#at;
    if (['+', '-'].includes(this.#peek())) this.#at++;
    while (/^[\d.]$/.test(this.#peek())) this.#at++;
    const digits = this.#chars.slice(from, this.#at).join('');
    const unit = this.#peek() === '%' ? this.#chars[this.#at++] ?? '' : this.#startsName(0) ? escaped(this.#name()) : '';
    return { kind: 'number', value: digits + unit };
  }

  #named(kind: 'hash' | 'at', signs: number): CssToken {
    this.#at += signs;
    return { kind, value: this.#name() };
  }

  #word(): CssToken {
    const value = this.#name();
    if (this.#peek() !== '(') return { kind: 'ident', value };
    this.#at++;
    if (value.toLowerCase() !== 'url') return { kind: 'function', value };
    let ahead = 0;
    while (isSpace(this.#peek(ahead))) ahead++;
    return ['"', '\''].includes(this.#peek(ahead)) ? { kind: 'function', value } : this.#url();
  }

  #url(): CssToken {
    let value = '';
    let isBad = false;
    while (this.#at < this.#chars.length && this.#peek() !== ')') {
      if (this.#isEscape(0)) value += this.#escape();
      else value += this.#chars[this.#at++] ?? '';
      isBad ||= /["'(]/.test(value.at(-1) ?? '');
    }
    this.#at++;
    return isBad ? { kind: 'bad', value: '' } : { kind: 'url', value: value.trim() };
  }

  #string(quote: string): CssToken {
    this.#at++;
    let value = '';
    for (;;) {
      const char = this.#peek();
      if (char === '\n') return { kind: 'bad', value: '' };
      if (char === '' || char === quote) {
        this.#at++;
        return { kind: 'string', value };
      }
      if (char === '\\' && this.#peek(1) === '\n') this.#at += 2;
      else if (this.#isEscape(0)) value += this.#escape();
      else {
        value += char;
        this.#at++;
      }
    }
  }

  #name(): string {
    let value = '';
    for (;;) {
      if (isNameChar(this.#peek())) value += this.#chars[this.#at++] ?? '';
      else if (this.#isEscape(0)) value += this.#escape();
      else return value;
    }
  }

  #escape(): string {
    this.#at++;
    let digits = '';
    while (digits.length < 6 && /^[\da-f]$/i.test(this.#peek())) digits += this.#chars[this.#at++] ?? '';
    if (digits === '') return this.#chars[this.#at++] ?? '';
    if (isSpace(this.#peek())) this.#at++;
    const code = Number.parseInt(digits, 16);
    return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\u{fffd}' : String.fromCodePoint(code);
  }
}

const code = (char: string) => `\\${char.codePointAt(0)?.toString(16) ?? ''} `;
const withoutSigns = (name: string) => name.replaceAll(/[^\w\u00a0-\u{10ffff}-]/gu, code);

/** A name with whatever stands for something else in CSS or HTML escaped. */
function escaped(name: string): string {
  return withoutSigns(name).replace(/^(-?)(\d)/, (_all, sign: string, digit: string) => `${sign}\\3${digit} `).replace(/^-$/, '\\-');
}

/** A text in quotes, the same way. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\\<>]|\p{Cc}/gu, code)}"`;
}

/** The token as it is written. */
export function written({ kind, value }: CssToken): string {
  switch (kind) {
    case 'ident': return escaped(value);
    case 'function': return `${escaped(value)}(`;
    case 'at': return `@${escaped(value)}`;
    case 'hash': return `#${/^\d/.test(value) ? withoutSigns(value) : escaped(value)}`;
    case 'string': return quoted(value);
    case 'url': return `url(${quoted(value)})`;
    case 'bad': return '';
    default: return value;
  }
}
