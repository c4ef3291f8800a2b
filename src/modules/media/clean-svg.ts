import sax from 'sax';
import { animated, svgAttributes, svgElements } from '../../lib/clean-html/elements.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { refuseBombs, oneColour } from './svg-nodes.ts';
import type { SvgNode } from './svg-nodes.ts';
import { cleanDeclarations, cleanRules, isQuietValue } from './svg-style.ts';
import type { SvgRule } from './svg-style.ts';

export const maxSvgBytes = 2 ** 20;
const maxElements = 20_000;
const maxDepth = 100;
/** Per element. */
const maxAttributes = 1000;
/** Maximum intrinsic width and height in pixels. */
const maxSideLength = 10_000;

const svgSpace = 'http://www.w3.org/2000/svg';
const xlinkSpace = 'http://www.w3.org/1999/xlink';

const worded = new Set(['text', 'tspan', 'textPath', 'title', 'desc']);
/** Elements that may reference another one in the same file. */
const referring = new Set([
  'use',
  'linearGradient',
  'radialGradient',
  'pattern',
  'textPath',
  'mpath',
  'filter',
  'marker',
  'clipPath',
  'mask',
  'symbol',
]);
/** Attributes that only matter in pages, or describe the source file. */
const withoutUse = new Set([
  'tabindex',
  'focusable',
  'role',
  'media',
  'baseProfile',
  'version',
  'zoomAndPan',
  'viewTarget',
  'lang',
]);
/** Attributes that are expensive to render and take a URL. */
const costly = new Set(['mask', 'filter', 'clip-path']);
/** Attributes with several values, separated by semicolons. */
const several = new Set(['values', 'keyTimes', 'keySplines', 'keyPoints', 'begin', 'end']);

const refused = (why: string) =>
  new InvalidInputError(`The SVG can’t be taken: ${why}.`, 'rest_upload_sideload_error');

export interface CleanSvg {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  /** `#rrggbb`, or '' (`oneColour`). */
  readonly color: string;
}

/**
 * Rebuilds an SVG from allowed elements, without scripts, links or external references. Throws `InvalidInputError` for
 * other files, embedded images, entities, and recursive or exploding references.
 */
export function cleanSvg(source: Buffer): CleanSvg {
  if (source.length > maxSvgBytes) {
    throw refused(
      `it has ${Math.ceil(source.length / 2 ** 10)} KB, and ${maxSvgBytes / 2 ** 10} KB are the most`,
    );
  }
  const { root, rules } = parse(textOf(source));
  refuseBombs(root, rules);
  const { width, height, viewBox } = sizeOf(root);
  const attributes = new Map([
    ...root.attributes,
    ['width', String(width)],
    ['height', String(height)],
    ['viewBox', viewBox],
  ]);
  const style =
    rules.length === 0
      ? ''
      : `<style>${escapeText(rules.map(({ selector, declarations }) => `${selector}{${declarations}}`).join('\n'))}</style>`;
  const bytes = Buffer.from(
    `<svg xmlns="${svgSpace}"${written(attributes)}>${style}${root.children.map(write).join('')}</svg>\n`,
  );
  if (notXml.test(bytes.toString())) throw refused('it holds signs that no XML may');
  return {
    bytes,
    width: Math.max(1, Math.round(width)),
    height: Math.max(1, Math.round(height)),
    color: oneColour(root, rules),
  };
}

function textOf(source: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(source);
    if (!notXml.test(text)) return text;
  } catch {
    // reported below
  }
  throw refused('it is no text in UTF-8');
}

/** Control characters that XML forbids. */
// oxlint-disable-next-line no-control-regex -- that is what is looked for
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

interface Open {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: (SvgNode | string)[];
}

function parse(text: string): { readonly root: SvgNode; readonly rules: readonly SvgRule[] } {
  // `strictEntities` is missing in the package's types; without it, HTML entities are accepted, which browsers reject
  // in XML.
  const options = { xmlns: true, strictEntities: true };
  const parser = sax.parser(true, options);
  const open: Open[] = [];
  const rules: SvgRule[] = [];
  let root: Open | undefined;
  let elements = 0;
  let depth = 0;
  /** Depth of the dropped element; 0 outside of one. */
  let skipped = 0;
  let style: string | undefined;

  // The parser's duplicate check is quadratic in an element's attributes.
  if (text.split('<').some((piece) => piece.split('=', maxAttributes + 2).length > maxAttributes + 1)) {
    throw refused(`an element of it has more than ${maxAttributes} attributes`);
  }
  /** Replacement for a link: same rendering and transforms, no target. */
  const unlinked = () => (open.some(({ name }) => worded.has(name)) ? 'tspan' : 'g');
  const callbacks: Partial<sax.SAXParser> = {
    onerror: (error) => {
      throw refused(`it is no whole XML (${error.message.split('\n', 1)[0] ?? ''})`);
    },
    ondoctype: (doctype) => {
      if (/[[<]|ENTITY/i.test(doctype))
        throw refused('it declares entities of its own; save it without them, as “plain SVG”');
    },
    onprocessinginstruction: ({ name, body }) => {
      const encoding = /encoding\s*=\s*["']([^"']*)/i.exec(body)?.[1] ?? 'utf-8';
      if (name === 'xml' && !/^(?:utf-8|us-ascii)$/i.test(encoding)) throw refused('it is no text in UTF-8');
    },
    onopentag: (tag) => {
      const { uri, local: original, attributes } = tag as sax.QualifiedTag;
      const local = original === 'a' ? unlinked() : original;
      if (++elements > maxElements) throw refused(`it has more than ${maxElements} elements`);
      if (++depth > maxDepth)
        throw refused(`its elements stand more than ${maxDepth} deep within each other`);
      if (depth === 1 && (uri !== svgSpace || local !== 'svg' || root))
        throw refused(`it begins with something else than <svg xmlns="${svgSpace}">`);
      if (skipped > 0) return;
      const isDrawing = uri === svgSpace && style === undefined;
      if (isDrawing && local === 'style' && !isForScreens(Object.values(attributes))) {
        skipped = depth;
        return;
      }
      if (isDrawing && local === 'style') style = '';
      if (isDrawing && local === 'style') return;
      const isPicture = isDrawing && (local === 'image' || local === 'feImage');
      if (isPicture) refusePictureIn(Object.values(attributes));
      if (!isDrawing || isPicture || !svgElements.has(local)) {
        skipped = depth;
        return;
      }
      const node: Open = {
        name: local,
        attributes: cleanAttributes(local, Object.values(attributes)),
        children: [],
      };
      if (!isQuiet(node)) {
        skipped = depth;
        return;
      }
      open.at(-1)?.children.push(node);
      open.push(node);
      root ??= node;
    },
    onclosetag: () => {
      depth--;
      if (skipped > 0) {
        if (depth < skipped) skipped = 0;
      } else if (style !== undefined) {
        rules.push(...cleanRules(style));
        style = undefined;
      } else open.pop();
    },
    ontext: (words) => take(words),
    oncdata: (words) => take(words),
  };
  const take = (words: string) => {
    if (skipped > 0) return;
    if (style !== undefined) style += words;
    else if (open.some(({ name }) => worded.has(name))) open.at(-1)?.children.push(words);
  };
  Object.assign(parser, callbacks);
  parser.write(text).close();
  if (!root || depth > 0) throw refused('it holds no drawing');
  return { root, rules };
}

/** Whether an element doesn't animate, or animates only appearance. */
function isQuiet({ name, attributes }: Open): boolean {
  return (
    !name.startsWith('animate') ||
    name === 'animateMotion' ||
    animated.has((attributes.get('attributeName') ?? '').trim())
  );
}

/** Rules for print only would otherwise apply to screens. */
function isForScreens(attributes: readonly (sax.QualifiedAttribute | string)[]): boolean {
  return attributes.every(
    (one) =>
      typeof one === 'string' ||
      one.local !== 'media' ||
      ['', 'all', 'screen'].includes(one.value.trim().toLowerCase()),
  );
}

/** Data URLs are rejected because they would render; external images don't render where an SVG is used as an image. */
function refusePictureIn(attributes: readonly (sax.QualifiedAttribute | string)[]): void {
  for (const one of attributes) {
    if (typeof one === 'string' || one.local !== 'href') continue;
    // oxlint-disable-next-line no-control-regex -- browsers pass over these
    if (/^data:/i.test(one.value.replaceAll(/[\u0000-\u0020]/g, '')))
      throw refused('another picture is in it; upload that by itself, or draw it as shapes');
  }
}

function cleanAttributes(
  element: string,
  attributes: readonly (sax.QualifiedAttribute | string)[],
): Map<string, string> {
  const cleaned = new Map<string, string>();
  for (const one of attributes) {
    if (typeof one === 'string') continue;
    const { uri, local, prefix, value } = one;
    if (local === 'href' && (uri === '' || uri === xlinkSpace)) {
      // `href` takes precedence over `xlink:href`.
      if (referring.has(element) && /^#[^\s"'()\\]+$/.test(value) && (uri === '' || !cleaned.has('href')))
        cleaned.set('href', value);
      continue;
    }
    const name = prefix === 'xml' ? `xml:${local}` : local;
    if ((uri !== '' && prefix !== 'xml') || !svgAttributes.has(name) || withoutUse.has(name)) continue;
    const clean = name === 'style' ? cleanDeclarations(value) : value;
    // Inherited values would be rendered once per element but counted once.
    if (costly.has(name) && /\binherit\b/i.test(clean)) continue;
    const isAllowed =
      name === 'id'
        ? /^[^\s"'()\\<>]{1,300}$/.test(clean)
        : name === 'style'
          ? clean !== ''
          : several.has(name)
            ? clean.split(';').every(isQuietValue)
            : isQuietValue(clean);
    if (isAllowed) cleaned.set(name, clean);
  }
  return cleaned;
}

const units: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  em: 16,
  ex: 8,
};

/** A length in pixels; undefined for percentages and missing values. */
function pixels(length: string | undefined): number | undefined {
  const [, number, unit = ''] =
    /^\+?(\d{0,9}(?:\.\d{0,30})?)(px|pt|pc|mm|cm|in|em|ex)?$/i.exec((length ?? '').trim()) ?? [];
  const value = Number(number || Number.NaN) * (units[unit.toLowerCase()] ?? 1);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

/** Browsers' default size of an SVG. */
const usual = { width: 300, height: 150 };

/** Unrounded size from its attributes or else its viewBox, and a viewBox, without which the SVG wouldn't scale. */
function sizeOf({ attributes }: SvgNode): {
  readonly width: number;
  readonly height: number;
  readonly viewBox: string;
} {
  const box = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , across = 0, down = 0] = box;
  const hasBox = box.length === 4 && box.every(Number.isFinite) && across > 0 && down > 0;
  const [wide, high] = [pixels(attributes.get('width')), pixels(attributes.get('height'))];
  const shape = hasBox ? down / across : usual.height / usual.width;
  const width = wide ?? (high === undefined ? (hasBox ? across : usual.width) : high / shape);
  const height = high ?? width * shape;
  const scale = Math.min(1, maxSideLength / Math.max(width, height));
  return {
    width: width * scale,
    height: height * scale,
    viewBox: hasBox ? box.join(' ') : `0 0 ${width} ${height}`,
  };
}

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const written = (attributes: ReadonlyMap<string, string>) =>
  [...attributes]
    .map(
      ([name, value]) =>
        ` ${name}="${escapeText(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\r', '&#13;').replaceAll('\t', '&#9;')}"`,
    )
    .join('');

function write(node: SvgNode | string): string {
  if (typeof node === 'string') return escapeText(node);
  const inner = node.children.map(write).join('');
  return inner === ''
    ? `<${node.name}${written(node.attributes)}/>`
    : `<${node.name}${written(node.attributes)}>${inner}</${node.name}>`;
}
