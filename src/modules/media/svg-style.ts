import { animated, svgAttributes } from '../../lib/clean-html/elements.ts';

/** CSS properties allowed in addition to SVG's presentation attributes. The root's background is painted, too. */
const further = new Set([
  'background-color',
  'isolation',
  'marker',
  'font',
  'inline-size',
  'line-height',
  'white-space',
  'font-kerning',
  'text-align',
  'text-transform',
  'transform-origin',
]);
/** SVG attributes that aren't properties and would mean something else as such. */
const noProperties = new Set([
  'href',
  'id',
  'class',
  'style',
  'type',
  'media',
  'values',
  'path',
  'filter-res',
]);
const isProperty = (name: string) =>
  further.has(name) || (!noProperties.has(name) && (svgAttributes.has(name) || animated.has(name)));

/** Functions allowed in values, plus `url` of references within the file. */
const functions = new Set([
  'rgb',
  'rgba',
  'hsl',
  'hsla',
  'hwb',
  'lab',
  'lch',
  'oklab',
  'oklch',
  'color',
  'color-mix',
  'circle',
  'ellipse',
  'inset',
  'polygon',
  'matrix',
  'translate',
  'translatex',
  'translatey',
  'scale',
  'scalex',
  'scaley',
  'rotate',
  'skewx',
  'skewy',
  'blur',
  'brightness',
  'contrast',
  'drop-shadow',
  'grayscale',
  'opacity',
  'saturate',
  'sepia',
]);

const reference = /url\(\s*(?:"#([^"'()\\\s]+)"|'#([^"'()\\\s]+)'|#([^"'()\\\s]+))\s*\)/gi;

export const referredBy = (value: string): string[] =>
  [...value.matchAll(reference)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');

/** Whether a value calls only drawing functions and references nothing outside of the file. */
export function isQuietValue(value: string): boolean {
  if (/[\\<>{}@;]|\/\*/.test(value)) return false;
  return calledBy(value.replace(reference, ' ')).every((name) => functions.has(name.toLowerCase()));
}

const maxNameLength = 20;

/** Text before each opening parenthesis, up to the maximum length of a function's name. */
function calledBy(value: string): string[] {
  const names: string[] = [];
  for (let at = value.indexOf('('); at >= 0; at = value.indexOf('(', at + 1)) {
    names.push(
      value
        .slice(Math.max(0, at - maxNameLength), at)
        .split(/[^\w-]/)
        .at(-1) ?? '',
    );
  }
  return names;
}

/** Declarations without disallowed properties, functions and references. */
export function cleanDeclarations(text: string): string {
  return withoutComments(text)
    .split(';')
    .flatMap((one) => {
      const colon = one.indexOf(':');
      const name = one.slice(0, Math.max(0, colon)).trim().toLowerCase();
      const value = one.slice(colon + 1).trim();
      return isProperty(name) && value !== '' && isQuietValue(value) ? [`${name}:${value}`] : [];
    })
    .join(';');
}

export interface SvgRule {
  readonly selector: string;
  readonly declarations: string;
}

const maxRules = 5000;

/** Sanitized rules of a style sheet, without at-rules and their content and without complex selectors. */
export function cleanRules(text: string): SvgRule[] {
  const css = withoutComments(text).replaceAll(/<!--|-->/g, ' ');
  const rules: SvgRule[] = [];
  let semicolon = css.indexOf(';');
  for (let at = 0; at < css.length && rules.length < maxRules; ) {
    const open = css.indexOf('{', at);
    if (open < 0) break;
    // `@import …;` ends before a block begins.
    if (semicolon >= 0 && semicolon < at) semicolon = css.indexOf(';', at);
    if (semicolon >= 0 && semicolon < open) {
      at = semicolon + 1;
      continue;
    }
    const end = endOfBlock(css, open);
    const selector = css.slice(at, open).trim();
    const body = css.slice(open + 1, end);
    at = end + 1;
    if (!/^[\p{L}\p{N}\w\s.#,*>+~:-]{1,2000}$/u.test(selector) || body.includes('{')) continue;
    const declarations = cleanDeclarations(body);
    if (declarations !== '') rules.push({ selector: selector.replaceAll(/\s+/g, ' '), declarations });
  }
  return rules;
}

/** Offset of the block's end, or of the text's end if it is unclosed. */
function endOfBlock(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at++) {
    if (css[at] === '{') depth++;
    else if (css[at] === '}' && --depth === 0) return at;
  }
  return css.length;
}

/** Replaces comments with spaces; an unclosed comment extends to the end. */
function withoutComments(css: string): string {
  let result = '';
  for (let at = 0; ; ) {
    const start = css.indexOf('/*', at);
    if (start < 0) return result + css.slice(at);
    result += `${css.slice(at, start)} `;
    const end = css.indexOf('*/', start + 2);
    if (end < 0) return result;
    at = end + 2;
  }
}
