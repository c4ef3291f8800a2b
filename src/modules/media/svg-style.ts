import { animated, svgAttributes } from '../../lib/clean-html/elements.ts';

/** Properties of CSS that a drawing's own styles may set, beside those that SVG has as attributes. The ground of its root is painted, too. */
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
/** Attributes of SVG that are no properties, and would mean something else as such. */
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

/** Functions that a value may call; `url` of something in the file besides. */
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

/** The ids that a value refers to by `url(#…)`. */
export const referredBy = (value: string): string[] =>
  [...value.matchAll(reference)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');

/** Whether a value of an attribute or property calls nothing but what draws, and refers to nothing outside of the file. */
export function isQuietValue(value: string): boolean {
  if (/[\\<>{}@;]|\/\*/.test(value)) return false;
  return calledBy(value.replace(reference, ' ')).every((name) => functions.has(name.toLowerCase()));
}

/** Longest name of a function that may be called. */
const longestName = 20;

/** What stands before each opening bracket, as far as a name of a function may reach. */
function calledBy(value: string): string[] {
  const names: string[] = [];
  for (let at = value.indexOf('('); at >= 0; at = value.indexOf('(', at + 1)) {
    names.push(
      value
        .slice(Math.max(0, at - longestName), at)
        .split(/[^\w-]/)
        .at(-1) ?? '',
    );
  }
  return names;
}

/** Declarations as they are to be: those of other properties, and those that call or name what they may not, go. */
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

/** A rule of a drawing's style sheet. */
export interface SvgRule {
  readonly selector: string;
  readonly declarations: string;
}

/** Most rules of one drawing. */
const mostRules = 5000;

/** The rules of a style sheet as they are to be: what begins with `@` goes with all that it holds, and so does what asks for more than names. */
export function cleanRules(text: string): SvgRule[] {
  const css = withoutComments(text).replaceAll(/<!--|-->/g, ' ');
  const rules: SvgRule[] = [];
  let semicolon = css.indexOf(';');
  for (let at = 0; at < css.length && rules.length < mostRules; ) {
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

/** Where the block that begins there ends; the end of the text where it doesn't. */
function endOfBlock(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at++) {
    if (css[at] === '{') depth++;
    else if (css[at] === '}' && --depth === 0) return at;
  }
  return css.length;
}

/** Comments separate what stands around them; one that has no end reaches to the end. */
function withoutComments(css: string): string {
  let kept = '';
  for (let at = 0; ; ) {
    const start = css.indexOf('/*', at);
    if (start < 0) return kept + css.slice(at);
    kept += `${css.slice(at, start)} `;
    const end = css.indexOf('*/', start + 2);
    if (end < 0) return kept;
    at = end + 2;
  }
}
