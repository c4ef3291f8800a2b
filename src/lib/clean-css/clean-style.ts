import { isMediaAddress } from '../clean-html/addresses.ts';
import { readDeclaration, whyForbidden, writeDeclaration, writeValue } from './declaration.ts';
import { staysInPlace } from './movement.ts';
import { readCss } from './tokens.ts';
import type { CssToken } from './tokens.ts';

/** Nothing that `isContained` refuses can be spelled without one of these. */
const suspectSigns = /[\\@{}<]|\/\*|[^\s\x20-\x7e]|--/;
const suspectWords = new Set([
  'position',
  'index',
  'margin',
  'top',
  'bottom',
  'left',
  'right',
  'inset',
  'trans',
  'scale',
  'offset',
  'motion',
  'anchor',
  'outline',
  'shadow',
  'filter',
  'border-image',
  'overlay',
  'vertical',
  'reflect',
  'security',
  'expression',
  'behavior',
  'binding',
  'script',
  'url',
  'src',
  'image',
  'element',
  'cross-fade',
]);
function isSuspect(style: string): boolean {
  if (suspectSigns.test(style)) return true;
  const lower = style.toLowerCase();
  for (const word of suspectWords) if (lower.includes(word)) return true;
  return false;
}
/** Addresses of other sites are the concern of the page that shows them. */
const anyMedia = (address: string) => (isMediaAddress(address) ? address : undefined);
const ignore = () => undefined;

/**
 * A `style` attribute with the declarations that can't lay its element over the page, or move it far out of its box (docs/decisions/102). Comes back as it is
 * where nothing has to go. Never throws, linear in time.
 */
export function cleanStyle(style: string): string {
  if (!isSuspect(style)) return style;
  const declarations = declarationsOf(readCss(style)).filter((tokens) =>
    tokens.some(({ kind }) => kind !== 'space'),
  );
  const kept = declarations.map((tokens) => ({
    key: readDeclaration(tokens)?.key ?? '',
    text: writeKept(tokens),
  }));
  if (!/[\\@{}<]|\/\*/.test(style) && kept.every(({ text }) => text !== undefined)) return style;
  // Without its offset, an absolute element would lie over what follows it.
  const isUnplaced = kept.some(({ key, text }) => text === undefined && /^(?:top|bottom|inset)/.test(key));
  return kept.map(({ key, text = '' }) => (isUnplaced && key === 'position' ? '' : text)).join('');
}

/** Whether generated CSS may have this declaration of an author's: the rule of `cleanStyle`, for one property in the spelling of CSS. */
export function isContained(property: string, value: string): boolean {
  const key = property.startsWith('--') ? property : property.toLowerCase();
  const tokens = readCss(value);
  return isBalanced(tokens) && whyForbidden(key, tokens) === undefined && staysInPlace(key, tokens);
}

/** A declaration as text; undefined where it has to go. */
function writeKept(tokens: readonly CssToken[]): string | undefined {
  const { key, value } = readDeclaration(tokens) ?? {};
  if (
    key === undefined ||
    value === undefined ||
    !isBalanced(value) ||
    whyForbidden(key, value) !== undefined ||
    !staysInPlace(key, value)
  )
    return undefined;
  const text = writeValue(value, anyMedia, ignore);
  return text === undefined ? undefined : writeDeclaration(key, text);
}

/** Whether brackets close each other. Blocks and at-keywords are part of no value here. */
function isBalanced(tokens: readonly CssToken[]): boolean {
  const open: string[] = [];
  for (const { kind, value } of tokens) {
    if (kind === 'at' || (kind === 'open' && value === '{')) return false;
    if (kind === 'function' || kind === 'open') open.push(value === '[' ? ']' : ')');
    else if (kind === 'close' && open.pop() !== value) return false;
  }
  return open.length === 0;
}

/** Tokens between semicolons outside of brackets. */
function declarationsOf(tokens: readonly CssToken[]): CssToken[][] {
  const found: CssToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'function' || token.kind === 'open') depth++;
    else if (token.kind === 'close') depth = Math.max(0, depth - 1);
    if (depth === 0 && token.kind === 'other' && token.value === ';') found.push([]);
    else found.at(-1)?.push(token);
  }
  return found;
}
