import { isContained } from '../../lib/clean-css/clean-style.ts';
import { shortHash } from '../../lib/hash.ts';
import { isRecord } from '../../lib/records.ts';
import { asRecord, backgroundOf, cssValue, declarationsOf, gapOf, gridOf } from './block-supports.ts';

type Style = Readonly<Record<string, unknown>>;

const pseudoStates = [':hover', ':focus', ':focus-visible', ':active'] as const;
/** Blocks with styles by pointer and focus state in the editor (`VALID_BLOCK_PSEUDO_STATES`). */
export const statefulBlocks: Readonly<Record<string, readonly string[]>> = {
  'core/button': pseudoStates,
  'core/navigation-link': pseudoStates,
};

/** Screen widths by WordPress' names, as in `theme/article-hidden.css`. */
const viewports = { '@mobile': '(width<=480px)', '@tablet': '(480px<width<=782px)' } as const;

/** Selectors of features that WordPress styles on an inner element: by feature, or by feature and part; `root` is the rest. */
type Places = Readonly<Record<string, string | Readonly<Record<string, string>>>>;
const picture = { dimensions: ' img', border: ' img', shadow: ' img' };
const searchField = ' :is(.wp-block-search__input,.wp-block-search__button)';
export const statePlaces: Readonly<Record<string, Places>> = {
  'core/accordion-heading': {
    spacing: ' .wp-block-accordion-heading__toggle',
    typography: {
      letterSpacing: ' .wp-block-accordion-heading__toggle-title',
      textDecoration: ' .wp-block-accordion-heading__toggle-title',
    },
  },
  'core/avatar': { border: ' img' },
  'core/button': {
    root: ' .wp-block-button__link',
    typography: { writingMode: '' },
    dimensions: '',
    layout: '',
  },
  'core/icon': { root: ' svg', spacing: { margin: '' } },
  'core/image': picture,
  'core/post-featured-image': picture,
  'core/search': { color: ' .wp-block-search__button', border: searchField },
  'core/tab-list': {
    border: ' button',
    color: { background: ' button', text: ' button' },
    spacing: { padding: ' button' },
  },
  // Our tables have a scrolling wrapper.
  'core/table': { root: ' table', spacing: '' },
};

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const elements: Readonly<Record<string, string>> = {
  link: ' a:where(:not(.wp-element-button,.wp-block-button__link))',
  button: ' :is(.wp-element-button,.wp-block-button__link)',
  heading: ` :is(${headings.join()})`,
  caption: ' :is(.wp-element-caption,figcaption)',
  cite: ' cite',
  ...Object.fromEntries(headings.map((name) => [name, ` ${name}`])),
};
const statefulElements: ReadonlySet<string> = new Set(['link', 'button']);

/** Bytes of CSS per block. */
const maxBlockBytes = 3000;
/** Bytes of all blocks of a page or text. */
export const maxStateBytes = 8000;

export interface StateStyle {
  readonly className: string;
  readonly css: string;
}

/**
 * A block's styles for small screens and for pointer and focus states (`style['@mobile']`, `style[':hover']`) as rules
 * for a class; undefined without any. Uses `!important`, as WordPress does, since the default styles are inline.
 */
export function stateStyle(name: string, attributes: Style): StateStyle | undefined {
  if (!isRecord(attributes.style)) return undefined;
  const { style } = attributes;
  const states = Object.hasOwn(statefulBlocks, name) ? (statefulBlocks[name] ?? []) : [];
  const mark = '&';
  const ofStates = (given: Style) =>
    states.map((state) => rulesOf(name, asRecord(given[state]), mark, state)).join('');
  const ofViewport = ([viewport, query]: readonly [string, string]) => {
    const given = asRecord(style[viewport]);
    const rules = rulesOf(name, given, mark) + ofElements(asRecord(given.elements), mark) + ofStates(given);
    return rules === '' ? '' : `@media ${query}{${rules}}`;
  };
  const rules = ofStates(style) + Object.entries(viewports).map(ofViewport).join('');
  if (rules === '' || Buffer.byteLength(rules) > maxBlockBytes) return undefined;
  const className = `wp-states-${shortHash(rules)}`;
  return { className, css: rules.replaceAll(mark, `.${className}`) };
}

/** The rules of several blocks as a style sheet, up to `maxStateBytes`; '' without rules. */
export function stateSheet(styles: Iterable<string>): string {
  let css = '';
  for (const one of styles) if (css.length + one.length <= maxStateBytes && !one.includes('</')) css += one;
  return css === '' ? '' : `<style>${css}</style>`;
}

function ofElements(given: Style, mark: string): string {
  return Object.entries(elements)
    .map(([name, place]) => {
      const style = asRecord(given[name]);
      const states = statefulElements.has(name) ? pseudoStates : [];
      return (
        ruleOf(`${mark}${place}`, style) +
        states.map((state) => ruleOf(`${mark}${place}${state}`, asRecord(style[state]))).join('')
      );
    })
    .join('');
}

function rulesOf(name: string, style: Style, mark: string, state = ''): string {
  const places = Object.hasOwn(statePlaces, name) ? (statePlaces[name] ?? {}) : {};
  const root = typeof places.root === 'string' ? places.root : '';
  const parts = new Map<string, Record<string, Style | string>>();
  const add = (place: string, feature: string, value: Style | string) => {
    const part = parts.get(place) ?? {};
    const known = part[feature];
    part[feature] = isRecord(known) && isRecord(value) ? { ...known, ...value } : value;
    parts.set(place, part);
  };
  for (const [feature, value] of Object.entries(style)) {
    if (!isRecord(value) && !(feature === 'shadow' && typeof value === 'string')) continue;
    const place = Object.hasOwn(places, feature) ? places[feature] : undefined;
    if (typeof place !== 'object' || !isRecord(value)) {
      add(typeof place === 'string' ? place : root, feature, value);
      continue;
    }
    for (const [part, one] of Object.entries(value))
      add(place[part] ?? place.root ?? root, feature, { [part]: one });
  }
  return [...parts].map(([place, part]) => ruleOf(`${mark}${place}${state}`, part)).join('');
}

function ruleOf(selector: string, style: Style): string {
  const important = Object.entries(ownDeclarations(style)).filter(
    ([property, value]) => isContained(property, value) && !/[<>{};&\\]|url\s*\(/i.test(value),
  );
  const body = [
    ...important.map(([property, value]) => `${property}:${value}!important`),
    ...borderStyles(asRecord(style.border)),
  ];
  return body.length === 0 ? '' : `${selector}{${body.join(';')}}`;
}

/** A border with a colour or width is drawn, even if the block had none. */
function borderStyles(border: Style): string[] {
  if (border.style !== undefined) return [];
  const isDrawn = ({ color, width, style }: Style) =>
    style === undefined && (cssValue(color) !== undefined || cssValue(width) !== undefined);
  const sides = ['top', 'right', 'bottom', 'left'].filter((side) => isDrawn(asRecord(border[side])));
  return [
    ...(isDrawn(border) ? ['border-style:solid'] : []),
    ...sides.map((side) => `border-${side}-style:solid`),
  ];
}

const justified: Readonly<Record<string, string>> = {
  left: 'flex-start',
  center: 'center',
  right: 'flex-end',
  'space-between': 'space-between',
  stretch: 'stretch',
};
const aligned: Readonly<Record<string, string>> = {
  top: 'flex-start',
  center: 'center',
  bottom: 'flex-end',
  stretch: 'stretch',
  'space-between': 'space-between',
};

function layoutDeclarations({ layout: given, spacing }: Style): Record<string, unknown> {
  const layout = asRecord(given);
  const { justifyContent, verticalAlignment, orientation, flexWrap, columnCount, minimumColumnWidth } =
    layout;
  const isVertical = orientation === 'vertical';
  const [across, along] = [justified[String(justifyContent)], aligned[String(verticalAlignment)]];
  const { blockGap } = asRecord(spacing);
  const gap = cssValue(gapOf(blockGap));
  return {
    'flex-direction': isVertical ? 'column' : orientation === 'horizontal' ? 'row' : undefined,
    'flex-wrap': flexWrap === 'nowrap' || flexWrap === 'wrap' ? flexWrap : undefined,
    [isVertical ? 'align-items' : 'justify-content']: across,
    [isVertical ? 'justify-content' : 'align-items']: along,
    'grid-template-columns':
      typeof columnCount === 'number' || cssValue(minimumColumnWidth) ? gridOf(layout).template : undefined,
    '--block-gap': gap === undefined ? undefined : (cssValue(asRecord(blockGap).top) ?? gap),
  };
}

/** Declarations that default styles have as classes, or not at all. */
function ownDeclarations(style: Style): Record<string, string> {
  const { elements: _elements, ...own } = style;
  const { textAlign, textIndent } = asRecord(style.typography);
  const {
    height: givenHeight,
    width,
    minHeight: givenMinHeight,
    minWidth,
    aspectRatio,
  } = asRecord(style.dimensions);
  const [height, minHeight] = [cssValue(givenHeight), cssValue(givenMinHeight)];
  const hasShape = aspectRatio !== undefined && aspectRatio !== 'auto' && cssValue(aspectRatio) !== undefined;
  const color = asRecord(style.color);
  const isPlain =
    color.background !== undefined &&
    color.gradient === undefined &&
    asRecord(style.background).gradient === undefined;
  const further: Record<string, unknown> = {
    'text-align': textAlign,
    'text-indent': textIndent,
    width,
    'min-width': minWidth,
    height: hasShape ? 'unset' : height,
    'min-height': hasShape ? 'unset' : minHeight,
    'aspect-ratio': hasShape ? aspectRatio : (height ?? minHeight) === undefined ? undefined : 'unset',
    'background-image':
      isPlain && cssValue(color.background) !== undefined
        ? 'unset'
        : backgroundOf(own, undefined).backgroundImage,
    ...layoutDeclarations(style),
  };
  const found = { ...declarationsOf(own), ...further };
  return Object.fromEntries(
    Object.entries(found).flatMap(([property, value]) => {
      const css = property === 'font-family' && typeof value === 'string' ? value : cssValue(value);
      const isOfElements = property.startsWith('--wp--') && property !== '--wp--style--block-gap'; // custom properties that default styles read
      return css === undefined || css === '' || isOfElements ? [] : [[property, css]];
    }),
  );
}
