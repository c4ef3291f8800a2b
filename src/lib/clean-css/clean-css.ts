import {
  readCss,
  readDeclaration,
  trimTokens as trimmed,
  whyForbidden,
  writeDeclaration,
  writeValue,
} from './tokens.ts';
import type { CssToken, OwnFile } from './tokens.ts';

export interface CleanCss {
  readonly css: string;
  readonly left: readonly string[];
}

const grouping: ReadonlySet<string> = new Set([
  'media',
  'supports',
  'container',
  'layer',
  'keyframes',
  '-webkit-keyframes',
  'starting-style',
]);
const declaring: ReadonlySet<string> = new Set(['font-face', 'page', 'counter-style', 'property']);
const maxDepth = 12;

/**
 * Keeps the allowed parts of CSS: no imports, only URLs that `own` accepts, nothing of `whyForbidden`. The result can't
 * end its element. Linear, never throws. `sparesButtons`: excludes the theme's buttons and fields.
 */
export function cleanCss(
  css: string,
  own: OwnFile,
  { sparesButtons = false }: { readonly sparesButtons?: boolean } = {},
): CleanCss {
  return new Sheet(readCss(css), own, { sparesButtons }).clean();
}

/** Styles in a text apply within the main content, but not to its container. */
const contentScope = '(#content)';

/** Cleans a `<style>` in content and limits it to `contentScope`. Idempotent. */
export function cleanContentCss(css: string, own: OwnFile): string {
  const { css: clean } = new Sheet(readCss(css), own, { isScoped: true }).clean();
  return clean === '' ? '' : `@scope ${contentScope}{${clean}}`;
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Whether a selector may match the scope's root element. */
function namesScope(selector: readonly CssToken[], isInRule: boolean): boolean {
  return selector.some(
    ({ kind, value }) =>
      (kind === 'ident' && value.toLowerCase() === 'scope') ||
      (!isInRule && kind === 'other' && value === '&'),
  );
}

class Sheet {
  readonly #tokens: readonly CssToken[];
  readonly #own: OwnFile;
  readonly #isScoped: boolean;
  readonly #sparesButtons: boolean;
  #isInKeyframes = false;
  readonly #left = new Set<string>();
  #at = 0;

  constructor(
    tokens: readonly CssToken[],
    own: OwnFile,
    {
      isScoped = false,
      sparesButtons = false,
    }: { readonly isScoped?: boolean; readonly sparesButtons?: boolean },
  ) {
    this.#tokens = tokens;
    this.#own = own;
    this.#isScoped = isScoped;
    this.#sparesButtons = sparesButtons;
  }

  clean(): CleanCss {
    let css = '';
    while (this.#peek()) {
      css += this.#rules(0, false);
      this.#at++; // an unmatched closing bracket
    }
    return { css, left: [...this.#left] };
  }

  #peek(): CssToken | undefined {
    return this.#tokens[this.#at];
  }

  #leave(what: string): '' {
    if (this.#left.size < 50) this.#left.add(what.slice(0, 100));
    return '';
  }

  /** Reads up to the end of the block. `isInRule`: the block may contain declarations. */
  #rules(depth: number, isInRule: boolean): string {
    let css = '';
    for (;;) {
      const token = this.#peek();
      if (!token || (token.kind === 'close' && token.value === '}')) return css;
      if (token.kind === 'space' || (token.kind === 'other' && token.value === ';')) this.#at++;
      else css += token.kind === 'at' ? this.#atRule(depth, isInRule) : this.#rule(depth, isInRule);
    }
  }

  /** Tokens up to one of `ends` outside of brackets, which is not consumed. Unclosed brackets are closed at the end. */
  #until(ends: string): CssToken[] {
    const found: CssToken[] = [];
    const open: string[] = [];
    for (;;) {
      const token = this.#peek();
      if (!token) break;
      if (open.length === 0 && ['open', 'close', 'other'].includes(token.kind) && ends.includes(token.value))
        return found;
      if (token.kind === 'function') open.push(')');
      else if (token.kind === 'open') open.push(closing[token.value] ?? '');
      else if (token.kind === 'close') {
        if (open.at(-1) !== token.value) {
          // Browsers skip an unmatched bracket, but `}` ends open constructs unless it is within brackets.
          this.#at++;
          found.push({ kind: 'bad', value: '' });
          continue;
        }
        open.pop();
      }
      found.push(token);
      this.#at++;
    }
    return [...found, ...open.toReversed().map((value): CssToken => ({ kind: 'close', value }))];
  }

  #atRule(depth: number, isInRule: boolean): string {
    const name = this.#peek()?.value.toLowerCase() ?? '';
    this.#at++;
    const prelude = trimmed(this.#until(';{}'));
    const head = `@${name}${prelude.length > 0 ? ` ${this.#text(prelude) ?? ''}` : ''}`;
    const isFine =
      !prelude.some(({ kind }) => kind === 'url' || kind === 'bad') && this.#text(prelude) !== undefined;
    if (this.#peek()?.value !== '{')
      return name === 'layer' && isFine && prelude.length > 0 ? `${head};` : this.#leave(`@${name}`);
    this.#at++;
    if (this.#isScoped && name === 'scope' && !isInRule && this.#text(prelude) === contentScope) {
      const rules = this.#rules(depth, false);
      this.#at++;
      return rules;
    }
    const isGroup = grouping.has(name);
    const isOuterInKeyframes = this.#isInKeyframes;
    this.#isInKeyframes ||= name.endsWith('keyframes');
    const inner =
      depth >= maxDepth
        ? this.#passOver()
        : isGroup
          ? this.#rules(depth + 1, isInRule)
          : declaring.has(name)
            ? this.#rules(depth + 1, true)
            : this.#passOver();
    this.#isInKeyframes = isOuterInKeyframes;
    this.#at++;
    if (!isFine || depth >= maxDepth || !(isGroup || declaring.has(name))) return this.#leave(`@${name}`);
    return inner === '' ? '' : `${head}{${inner}}`;
  }

  #passOver(): '' {
    this.#until('}');
    return '';
  }

  #rule(depth: number, isInRule: boolean): string {
    const start = this.#at;
    if (isInRule) {
      const name = this.#peek();
      const tokens = this.#until(';{}');
      // A custom property may contain a block.
      if (this.#peek()?.value === '{' && name?.kind === 'ident' && name.value.startsWith('--')) {
        this.#at = start;
        return this.#declaration(this.#until(';}'));
      }
      if (this.#peek()?.value !== '{') return this.#declaration(tokens);
      this.#at = start;
    }
    const selector = trimmed(this.#until(isInRule ? ';{}' : depth > 0 ? '{}' : '{'));
    if (this.#peek()?.value === '}') return '';
    if (!this.#peek()) return selector.length > 0 ? this.#leave('an unterminated rule') : '';
    this.#at++;
    const inner = depth >= maxDepth ? this.#passOver() : this.#rules(depth + 1, true);
    this.#at++;
    // A bad token before `@import` turns it into a selector here, but a browser might skip that token and run the
    // import.
    const text = selector.some(({ kind }) => kind === 'bad' || kind === 'url' || kind === 'at')
      ? undefined
      : this.#text(selector);
    if (text === undefined || depth >= maxDepth || (this.#isScoped && namesScope(selector, isInRule)))
      return this.#leave('an invalid rule');
    if (inner === '' || text === '') return '';
    const spared =
      this.#sparesButtons && !this.#isInKeyframes
        ? sparingButtons(selector, (tokens) => this.#text(tokens))
        : undefined;
    return `${spared ?? text}{${inner}}`;
  }

  #declaration(tokens: readonly CssToken[]): string {
    const { key, value } = readDeclaration(tokens) ?? {};
    if (key === undefined || value === undefined) return '';
    const reason = whyForbidden(key, value);
    return reason === undefined ? writeDeclaration(key, this.#text(value)) : this.#leave(reason);
  }

  #text(tokens: readonly CssToken[]): string | undefined {
    return writeValue(tokens, this.#own, (what) => this.#leave(what));
  }
}

/** Buttons and form fields outside of texts, and their descendants. */
const controls =
  '.button,.button *,:is(button,input,select,textarea,summary):not(.entry-content *),:is(button,summary):not(.entry-content *) *';
/** For selectors of elements only: includes the controls in texts, which keep the theme's style. */
const allControls =
  '.button,.button *,button,button *,input,select,textarea,summary,.wp-element-button,.wp-block-button__link,.wp-block-file__button';

const elementPseudos = /^(?:before|after|first-line|first-letter)$/i;
const isSign = (token: CssToken | undefined, sign: string) => token?.kind === 'other' && token.value === sign;

/** The last compound of a selector: its end without pseudo-elements, and whether it has no class, id or attribute. */
function subjectOf(selector: readonly CssToken[]): { readonly end: number; readonly isBare: boolean } {
  let depth = 0;
  let end = selector.length;
  let isBare = true;
  selector.forEach((token, at) => {
    const { kind, value } = token;
    if (depth === 0 && ((kind === 'space' && value === ' ') || (kind === 'other' && /^[>+~|]$/.test(value))))
      [end, isBare] = [selector.length, true];
    else if (depth === 0 && end === selector.length && isSign(token, ':')) {
      const next = selector[at + 1];
      if (isSign(next, ':') || (next?.kind === 'ident' && elementPseudos.test(next.value))) end = at;
    }
    if (depth === 0 && (kind === 'hash' || isSign(token, '.') || (kind === 'open' && value === '[')))
      isBare = false;
    if (kind === 'function' || kind === 'open') depth++;
    else if (kind === 'close') depth--;
  });
  return { end, isBare };
}

/** Excludes Broadsheet's buttons and form fields from a selector list without changing the specificity. `write` serializes tokens. */
function sparingButtons(
  selectors: readonly CssToken[],
  write: (tokens: readonly CssToken[]) => string | undefined,
): string | undefined {
  const written: string[] = [];
  let depth = 0;
  let start = 0;
  const add = (end: number) => {
    const last = selectors.slice(start, end).findLastIndex(({ kind }) => kind !== 'space') + 1;
    const first = selectors.slice(start, end).findIndex(({ kind }) => kind !== 'space');
    if (first < 0) return;
    const selector = selectors.slice(start + first, start + last);
    const subject = subjectOf(selector);
    const [before, behind] = [write(selector.slice(0, subject.end)), write(selector.slice(subject.end))];
    written.push(`${before ?? ''}:where(:not(${subject.isBare ? allControls : controls}))${behind ?? ''}`);
  };
  selectors.forEach((token, at) => {
    if (depth === 0 && isSign(token, ',')) {
      add(at);
      start = at + 1;
    }
    if (token.kind === 'function' || token.kind === 'open') depth++;
    else if (token.kind === 'close') depth--;
  });
  add(selectors.length);
  return written.length === 0 ? undefined : written.join(',');
}
