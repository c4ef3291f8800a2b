import type { CssToken } from './tokens.ts';

/** Buttons and form fields outside of texts, and their descendants. */
const controls =
  '.button,.button *,:is(button,input,select,textarea,summary):not(.entry-content *),:is(button,summary):not(.entry-content *) *';
/** For selectors of elements only: also the controls in texts, which keep the theme's style. */
const allControls =
  '.button,.button *,button,button *,input,select,textarea,summary,.wp-element-button,.wp-block-button__link,.wp-block-file__button';

const elementPseudos = /^(?:before|after|first-line|first-letter)$/i;
const isSign = (token: CssToken | undefined, sign: string) => token?.kind === 'other' && token.value === sign;

/** The last compound of a selector: where it ends, without pseudo-elements, and whether it has no class, id or attribute. */
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

/** Excludes Broadsheet's buttons and form fields from a selector list without changing the specificity. `write`: serializes tokens. */
export function sparingButtons(
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
