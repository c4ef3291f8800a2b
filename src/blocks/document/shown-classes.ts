import {
  eachHtmlToken,
  htmlTokens,
  readAttribute,
  readAttributes,
  tagEnd,
  writeTag,
} from '../../lib/markup/html-tokens.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { trimEndOf } from '../../lib/cut-text.ts';
import type { ParsedBlock } from '../../lib/markup/block-markup.ts';
import {
  asRecord,
  backgroundAddress,
  backgroundOf,
  cssOf,
  cssValue,
  elementColors,
  gapOf,
  gridOf,
  hasLinkColor,
  layoutClasses,
  placeOf,
  stickyAt,
} from '../core/block-supports.ts';
import { duotoneClass } from '../core/duotone.ts';

type Attributes = Readonly<Record<string, unknown>>;
type Change = (html: string) => string;

/** Blocks to which WordPress adds a class on output, and the elements that can get it. */
const named: Readonly<Record<string, RegExp>> = {
  'core/paragraph': /<p(?=[\s/>])/i,
  'core/heading': /<h[1-6](?=[\s/>])/i,
  'core/list': /<[ou]l(?=[\s/>])/i,
};

/** Saved container blocks with their default layouts. */
const laidOut: Readonly<Record<string, Attributes>> = {
  ...Object.fromEntries(
    [
      'accordion',
      'accordion-item',
      'accordion-panel',
      'column',
      'cover',
      'details',
      'group',
      'query',
      'quote',
      'tab-panel',
      'tabs',
      'terms-query',
    ].map((name) => [`core/${name}`, { type: 'default' }]),
  ),
  'core/buttons': { type: 'flex' },
  'core/gallery': { type: 'flex' },
  'core/social-links': { type: 'flex' },
  'core/columns': { type: 'flex', flexWrap: 'nowrap' },
  'core/tab-list': { type: 'flex', flexWrap: 'wrap' },
};

/** Blocks with a background picture that is only stored in attributes. */
const withBackground: ReadonlySet<string> = new Set(
  ['accordion', 'group', 'pullquote', 'quote', 'verse'].map((name) => `core/${name}`),
);

/**
 * Adds what WordPress does not save but outputs: classes, colours of inner elements, the background picture, and the
 * size in a flex or grid container. Undefined: nothing to add.
 */
export function shownClasses(
  name: string,
  attributes: Attributes,
  parts: ParsedBlock['parts'],
): Change | undefined {
  const changes = [
    classesOf(name, attributes, parts),
    ownStyle(name, attributes),
    twoColors(name, attributes),
  ].filter((change) => change !== undefined);
  return changes.length === 0
    ? undefined
    : (html) => changes.reduce((changed, change) => change(changed), html);
}

/** Styles that are only stored in attributes. The picture covers the saved colour. */
function ownStyle(name: string, { style: given, customTextColor }: Attributes): Change | undefined {
  // Older editors stored a custom colour outside the style.
  const style =
    given === undefined && customTextColor !== undefined
      ? { color: { text: customTextColor } }
      : asRecord(given);
  const sticky = name === 'core/group' ? stickyAt(style) : undefined;
  const first = cssOf({
    ...elementColors(style),
    ...placeOf(style),
    ...(sticky === undefined ? {} : { '--sticky-at': sticky }),
  });
  const background = withBackground.has(name) ? cssOf(backgroundOf(style, backgroundAddress(style))) : '';
  if (first === '' && background === '') return undefined;
  const names = [
    ...(hasLinkColor(style) ? ['has-link-color'] : []),
    ...(sticky === undefined ? [] : ['is-position-sticky']),
    ...(background === '' ? [] : ['has-background']),
  ];
  return once((html) => intoTag(html, html.search(/<[a-z]/i), names, first, escapeHtml(background)));
}

function twoColors(name: string, { style }: Attributes): Change | undefined {
  const chosen = duotoneClass(name, asRecord(style));
  return chosen === undefined ? undefined : once((html) => intoTag(html, html.search(/<[a-z]/i), [chosen]));
}

function classesOf(name: string, attributes: Attributes, parts: ParsedBlock['parts']): Change | undefined {
  const place = named[name];
  if (place)
    return once((html) => intoTag(html, html.search(place), [`wp-block-${name.slice('core/'.length)}`]));
  if (name === 'core/button') return buttonWidth(attributes);
  const usual = laidOut[name];
  // For a gallery that queries its pictures, only the caption is saved.
  if (!usual || typeof parts[0] !== 'string' || (name === 'core/gallery' && attributes.dynamicContent))
    return undefined;
  const classes = layoutClasses(name, attributes.layout, usual);
  const layout = asRecord(attributes.layout);
  const columns = layout.type === 'grid' ? [`grid-template-columns:${gridOf(layout).template}`] : [];
  const style = [
    ...columns,
    ...distances(name, attributes, classes.includes('is-layout-flex') || classes.includes('is-layout-grid')),
  ].join(';');
  const holdsBlocks = parts.length > 1;
  let isFirst = true;
  return (html) => {
    if (!isFirst) return html;
    isFirst = false;
    return intoTag(html, holdsBlocks ? lastWithClass(html) : html.search(/<[a-z]/i), classes, style) ?? html;
  };
}

/**
 * Gaps between inner blocks, which are only stored in attributes. Galleries need them for picture widths; stacked
 * blocks use them as margins (theme/article-layout.css).
 */
function distances(name: string, { style }: Attributes, isLine: boolean): string[] {
  const { blockGap } = asRecord(asRecord(style).spacing);
  const gap = cssValue(gapOf(blockGap));
  if (gap === undefined || gap === '') {
    const { top, left } = asRecord(blockGap);
    const sides = [
      ['row-gap', cssValue(top)],
      ['column-gap', cssValue(left)],
    ].filter(([, value]) => value !== undefined && value !== '');
    return isLine ? sides.map(([side, value]) => `${side}:${value}`) : [];
  }
  if (!isLine) return [`--block-gap:${cssValue(asRecord(blockGap).top) ?? gap}`];
  const between = cssValue(asRecord(blockGap).left) ?? gap;
  // `calc` needs a unit, so 0 becomes 0px.
  return name === 'core/gallery'
    ? [`gap:${gap}`, `--gallery-gap:${between === '0' ? '0px' : between}`]
    : [`gap:${gap}`];
}

/** WordPress doesn't show a button without text. */
export function isEmptyButton(html: string): boolean {
  const tokens = htmlTokens(html).filter(({ kind }) => kind !== 'comment');
  const at = tokens.findIndex(({ kind, name }) => kind === 'open' && (name === 'a' || name === 'button'));
  return at !== -1 && tokens[at + 1]?.kind === 'close';
}

function buttonWidth({ style }: Attributes): Change | undefined {
  const { width } = asRecord(asRecord(style).dimensions);
  const css = typeof width === 'string' && width !== '' ? cssValue(width) : undefined;
  if (css === undefined) return undefined;
  const share = /^\d{1,4}(?:\.\d{1,4})?(?=%$)/.exec(css)?.[0];
  const classes =
    share === undefined
      ? ['has-custom-width']
      : [
          'has-custom-width',
          'wp-block-button__width',
          ...(['25', '50', '75', '100'].includes(share) ? [`wp-block-button__width-${share}`] : []),
        ];
  const own = share === undefined ? `width:${css}` : `--wp--block-button--width:${share}`;
  return once((html) => intoTag(html, html.search(/<[a-z]/i), classes, own));
}

/** Adds classes to the first tag; unchanged without one. */
export function inFirstTag(html: string, names: readonly string[]): string {
  return intoTag(html, html.search(/<[a-z]/i), names) ?? html;
}

export function intoFirstTag(names: readonly string[]): Change {
  return once((html) => intoTag(html, html.search(/<[a-z]/i), names));
}

function once(change: (html: string) => string | undefined): Change {
  let done = false;
  return (html) => {
    if (done) return html;
    const changed = change(html);
    done = changed !== undefined;
    return changed ?? html;
  };
}

/** Offset of the last element with a class, which surrounds the inner blocks; -1 without one. */
function lastWithClass(html: string): number {
  let found = -1;
  eachHtmlToken(html, ({ kind, start, end }) => {
    if (kind === 'open' && readAttribute(html.slice(start, end), 'class')?.trim()) found = start;
  });
  return found;
}

const before = (style: string) => (style === '' ? '' : `${trimEndOf(style, '; \t\r\n')};`);

/** Adds classes to the tag at `at`, `style` before its style and `last` after it; undefined without a complete tag. */
function intoTag(
  html: string,
  at: number,
  names: readonly string[],
  style = '',
  last = '',
): string | undefined {
  const end = at === -1 ? -1 : tagEnd(html, at);
  if (end === -1) return undefined;
  const tag = html.slice(at, end);
  const attributes = readAttributes(tag);
  const has = (name: string) => attributes.find((attribute) => attribute.name === name)?.value.trim() ?? '';
  const present = has('class').split(/\s+/).filter(Boolean);
  const given = [
    ...(names.length === 0
      ? []
      : [
          {
            name: 'class',
            value: [...present, ...names.filter((name) => !present.includes(name))].join(' '),
          },
        ]),
    ...(style === '' && last === ''
      ? []
      : [
          {
            name: 'style',
            value:
              (style === '' ? '' : `${style};`) + (last === '' ? has('style') : before(has('style')) + last),
          },
        ]),
  ];
  const written = writeTag(/^<([^\s/>]+)/.exec(tag)?.[1] ?? '', [
    ...given.filter(({ name }) => !attributes.some((attribute) => attribute.name === name)),
    ...attributes.map((attribute) => given.find(({ name }) => name === attribute.name) ?? attribute),
  ]);
  return html.slice(0, at) + written + html.slice(end);
}
