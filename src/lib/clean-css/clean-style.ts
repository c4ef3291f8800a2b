import { isMediaAddress } from '../clean-html/addresses.ts';
import {
  readCss,
  readDeclaration,
  whyForbidden,
  writeDeclaration,
  writeValue,
  withoutImportant,
} from './tokens.ts';
import type { CssToken } from './tokens.ts';

/** Everything that `isContained` refuses contains at least one of these. */
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
/** URLs of other sites are checked by the page that shows them. */
const anyMedia = (address: string) => (isMediaAddress(address) ? address : undefined);
const ignore = () => undefined;

/**
 * Removes declarations from a `style` attribute that could lay its element over the page or move it far out of its box
 * (docs/decisions/102). Returns an allowed attribute unchanged. Never throws, linear in time.
 */
export function cleanStyle(style: string): string {
  if (!isSuspect(style)) return style;
  const declarations = declarationsOf(readCss(style)).filter((tokens) =>
    tokens.some(({ kind }) => kind !== 'space'),
  );
  const cleaned = declarations.map((tokens) => ({
    key: readDeclaration(tokens)?.key ?? '',
    text: writeAllowed(tokens),
  }));
  if (!/[\\@{}<]|\/\*/.test(style) && cleaned.every(({ text }) => text !== undefined)) return style;
  // Without its offset, an absolute element would cover the following content.
  const isUnplaced = cleaned.some(({ key, text }) => text === undefined && /^(?:top|bottom|inset)/.test(key));
  return cleaned.map(({ key, text = '' }) => (isUnplaced && key === 'position' ? '' : text)).join('');
}

/** Whether generated CSS may contain an author's declaration: the rule of `cleanStyle` for one property, in CSS spelling. */
export function isContained(property: string, value: string): boolean {
  const key = property.startsWith('--') ? property : property.toLowerCase();
  const tokens = readCss(value);
  return isBalanced(tokens) && whyForbidden(key, tokens) === undefined && staysInPlace(key, tokens);
}

function writeAllowed(tokens: readonly CssToken[]): string | undefined {
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

/** Whether brackets match. Blocks and at-keywords are not allowed in a value. */
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

/** Limits in px on how far inline styles may move content up, down and sideways, paint it outside of its box, or enlarge it. */
const maxMove = 200;
/** Wide enough for `margin-left: calc(50% - 50vw)`, the usual full-width band. */
const maxSideMove = 600;
const maxOffset = 2000;
const maxPaint = 100;
const maxScale = 2;

/** Maximum pixels of each unit, in common windows and font sizes. */
const pixels: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  q: 1,
  mm: 3.8,
  cm: 38,
  in: 96,
  pt: 1.34,
  pc: 16,
  em: 20,
  rem: 20,
  ex: 12,
  rex: 12,
  cap: 16,
  rcap: 16,
  ch: 12,
  rch: 12,
  ic: 20,
  ric: 20,
  lh: 30,
  rlh: 30,
  '%': 2,
  deg: 0,
  grad: 0,
  rad: 0,
  turn: 0,
  s: 0,
  ms: 0,
};
const inPixels = (unit: string) =>
  pixels[unit] ?? (/^(?:[sld]?v(?:w|h|i|b|min|max)|cq(?:w|h|i|b|min|max))$/.test(unit) ? 10 : Infinity);

interface Range {
  readonly low: number;
  readonly high: number;
}

const anyRange: Range = { low: -Infinity, high: Infinity };
const sizeOf = (text: string) =>
  Number.parseFloat(text) * inPixels(text.replace(/^[+-]?[\d.]+(?:e[+-]?\d+)?/i, '').toLowerCase());

/** Whether a value contains functions that can't be evaluated. `var(--wp--…)` is a preset of the theme. */
function isUnknown(tokens: readonly CssToken[]): boolean {
  return tokens.some(
    ({ kind, value }, index) =>
      kind === 'function' &&
      !calculating.has(value.toLowerCase()) &&
      !(value.toLowerCase() === 'var' && isPreset(tokens.slice(index + 1))),
  );
}
const calculating: ReadonlySet<string> = new Set(['calc', 'min', 'max', 'clamp', 'abs', 'round']);
const isPreset = (tokens: readonly CssToken[]) =>
  tokens.find(({ kind }) => kind !== 'space')?.value.startsWith('--wp--') === true;

/** The possible range of a value in pixels; wider than its real range for calculations. */
function rangeOf(tokens: readonly CssToken[]): Range {
  if (isUnknown(tokens)) return anyRange;
  let sum = 0;
  let extent = 0;
  let product = 1;
  let sign = 1;
  let isSum = true;
  let brackets = 0;
  const isDivided = tokens.some(({ kind, value }) => kind === 'other' && value === '/');
  for (const { kind, value } of tokens) {
    if (kind === 'number') {
      const size = sizeOf(value);
      if (Number.isNaN(size)) return anyRange;
      sum += sign * size;
      extent += Math.abs(size);
      product *= Math.max(1, Math.abs(size), isDivided ? 1 / Math.abs(size) : 1);
      sign = 1;
    } else if (kind === 'other' && (value === '+' || value === '-')) sign = value === '-' ? -1 : 1;
    else if (kind === 'other' && (value === '*' || value === '/')) isSum = false;
    else if (kind === 'function') isSum &&= ++brackets === 1 && value.toLowerCase() === 'calc';
    else if (kind === 'open') isSum = false;
  }
  if (isSum) return { low: sum, high: sum };
  const bound = Math.max(
    extent,
    tokens.some(({ kind, value }) => kind === 'other' && (value === '*' || value === '/')) ? product : 0,
  );
  return { low: -bound, high: bound };
}

/** Splits a value at spaces, or at `separator`, outside of brackets. */
function partsOf(tokens: readonly CssToken[], separator?: string): CssToken[][] {
  const parts: CssToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'function' || token.kind === 'open') depth++;
    else if (token.kind === 'close') depth--;
    const isEnd =
      separator === undefined ? token.kind === 'space' : token.kind === 'other' && token.value === separator;
    if (depth === 0 && isEnd) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.some(({ kind }) => kind !== 'space'));
}

const isWithin = (tokens: readonly CssToken[], low: number, high: number): boolean => {
  const range = rangeOf(tokens);
  return range.low >= low && range.high <= high;
};

/** The top and bottom values of a four-sided shorthand. */
const verticalOf = (value: readonly CssToken[]) => partsOf(value).filter((_part, index) => index % 2 === 0);
/** The left and right values of such a shorthand, where they differ from top and bottom. */
const horizontalOf = (value: readonly CssToken[]) => partsOf(value).filter((_part, index) => index % 2 === 1);

/** The arguments of a function. Numbers without commas between them, as in SVG, are separate arguments. */
function argumentsOf(tokens: readonly CssToken[]): CssToken[][] {
  const isPlain = !tokens.some(({ kind }) => kind === 'function' || kind === 'open');
  return isPlain
    ? tokens.filter(({ kind }) => kind === 'number').map((token) => [token])
    : partsOf(tokens, ',');
}

function isSmallTransform(value: readonly CssToken[]): boolean {
  return partsOf(value).every((part) => {
    const [first, ...rest] = part;
    if (first?.kind === 'ident') return true;
    if (first?.kind !== 'function' || rest.at(-1)?.kind !== 'close') return false;
    const args = argumentsOf(rest.slice(0, -1));
    const isMoved = (at: number) => args[at] !== undefined && !isWithin(args[at], -maxMove, maxMove);
    const isMovedAside = args[0] !== undefined && !isWithin(args[0], -maxSideMove, maxSideMove);
    switch (first.value.toLowerCase()) {
      case 'translate':
        return !isMovedAside && !isMoved(1);
      case 'translatex':
        return !isMovedAside;
      case 'translatey':
        return !isMoved(0);
      case 'translate3d':
        return !isMovedAside && !isMoved(1) && (args[2] === undefined || isWithin(args[2], 0, 0));
      case 'scale':
      case 'scalex':
      case 'scaley':
      case 'scale3d':
        return args.every(isSmallScale);
      case 'rotate':
      case 'rotatez':
      case 'skew':
      case 'skewx':
      case 'skewy':
        return true;
      default:
        return false;
    }
  });
}

/** Percentages of a scale count a hundredth. */
const isSmallScale = (tokens: readonly CssToken[]) => {
  const isShare = tokens.some(({ kind, value }) => kind === 'number' && value.endsWith('%'));
  return isWithin(tokens, -maxScale * (isShare ? 200 : 1), maxScale * (isShare ? 200 : 1));
};

const hasShortLengths = (value: readonly CssToken[], limit: number) =>
  value.every(
    (token) => token.kind !== 'number' || !/[a-z]$/i.test(token.value) || isWithin([token], -limit, limit),
  );

type Check = (value: readonly CssToken[]) => boolean;

const isSmallMargin: Check = (value) => isWithin(value, -maxMove, Infinity);
const isSideMargin: Check = (value) => isWithin(value, -maxSideMove, Infinity);
const isSmallOffset: Check = (value) => isWithin(value, -maxMove, maxOffset);
/** Screen-reader text is often hidden by `left: -9999px`. */
const isSideOffset: Check = (value) =>
  isWithin(value, -maxSideMove, maxOffset) || isWithin(value, -Infinity, -maxOffset);
const isSmallPaint: Check = (value) =>
  partsOf(value, ',').every((layer) =>
    partsOf(layer).every((part) => isColor(part) || isWithin(part, -maxPaint, maxPaint)),
  );
const isColor: Check = ([first]) =>
  first?.kind === 'hash' ||
  first?.kind === 'ident' ||
  (first?.kind === 'function' &&
    /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|drop-shadow)$/i.test(first.value));
const never: Check = () => false;

/** Properties that move an element or its painted area, each with a check that the value leaves it near its place. */
const checks: Readonly<Record<string, Check>> = {
  margin: (value) =>
    !isUnknown(value) && verticalOf(value).every(isSmallMargin) && horizontalOf(value).every(isSideMargin),
  'margin-left': isSideMargin,
  'margin-right': isSideMargin,
  'margin-inline-start': isSideMargin,
  'margin-inline-end': isSideMargin,
  'margin-inline': (value) => !isUnknown(value) && partsOf(value).every(isSideMargin),
  'margin-top': isSmallMargin,
  'margin-bottom': isSmallMargin,
  'margin-block': (value) => !isUnknown(value) && partsOf(value).every(isSmallMargin),
  'margin-block-start': isSmallMargin,
  'margin-block-end': isSmallMargin,
  inset: (value) =>
    !isUnknown(value) && verticalOf(value).every(isSmallOffset) && horizontalOf(value).every(isSideOffset),
  left: isSideOffset,
  right: isSideOffset,
  'inset-inline-start': isSideOffset,
  'inset-inline-end': isSideOffset,
  'inset-inline': (value) => !isUnknown(value) && partsOf(value).every(isSideOffset),
  top: isSmallOffset,
  bottom: isSmallOffset,
  'inset-block': (value) => !isUnknown(value) && partsOf(value).every(isSmallOffset),
  'inset-block-start': isSmallOffset,
  'inset-block-end': isSmallOffset,
  transform: isSmallTransform,
  '-webkit-transform': isSmallTransform,
  '-moz-transform': isSmallTransform,
  '-ms-transform': isSmallTransform,
  translate: (value) => {
    const [x = [], y, z] = partsOf(value);
    const isAside = !isWithin(x, -maxSideMove, maxSideMove);
    return (
      !isUnknown(value) &&
      !isAside &&
      (y === undefined || isWithin(y, -maxMove, maxMove)) &&
      (z === undefined || isWithin(z, 0, 0))
    );
  },
  scale: (value) => partsOf(value).every(isSmallScale),
  'vertical-align': (value) => isWithin(value, -maxMove, maxMove),
  outline: isSmallPaint,
  'outline-width': isSmallPaint,
  'outline-offset': isSmallPaint,
  'box-shadow': isSmallPaint,
  '-webkit-box-shadow': isSmallPaint,
  'text-shadow': isSmallPaint,
  'border-image-outset': isSmallPaint,
  'border-image': (value) =>
    partsOf(value, '/')
      .slice(1)
      .every((part) => isSmallPaint(part)),
  filter: (value) => hasShortLengths(value, maxPaint),
  '-webkit-box-reflect': never,
};

/** Motion paths and anchors can put an element anywhere; so can a name in a view transition. */
const moving =
  /^(?:offset(?:-.+)?|(?:-webkit-)?motion.*|anchor-.+|position-.+|inset-area|view-transition-.+)$/;

/** Whether an inline declaration leaves its element near its place, so that it covers nothing outside of the content. */
function staysInPlace(key: string, tokens: readonly CssToken[]): boolean {
  if (moving.test(key)) return false;
  const value = withoutImportant(tokens);
  // Theme presets must stay small, since other values refer to them.
  if (key.startsWith('--wp--')) return hasShortLengths(value, maxMove);
  return !Object.hasOwn(checks, key) || checks[key]?.(value) === true;
}
