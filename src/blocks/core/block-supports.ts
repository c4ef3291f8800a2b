import type { CSSProperties } from 'react';
import { z } from 'zod';
import { isContained } from '../../lib/clean-css/clean-style.ts';
import { withoutOwnClasses } from '../../lib/clean-html/own-names.ts';
import { cssUrl } from '../../lib/urls.ts';
import { isRecord } from '../../lib/records.ts';
import { classes } from '../../ui/class-names.ts';
import { record, string, word } from './attributes.ts';
import { duotoneClass } from './duotone.ts';

/** Style attributes that every block has (block supports of WordPress). */
export const supportAttributes = {
  anchor: string('', 100),
  className: string('', 500),
  align: word(['', 'left', 'center', 'right', 'wide', 'full']),
  textAlign: word(['', 'left', 'center', 'right', 'justify']),
  textColor: string('', 100),
  backgroundColor: string('', 100),
  gradient: string('', 100),
  borderColor: string('', 100),
  fontSize: string('', 100),
  fontFamily: string('', 100),
  style: record(),
  layout: record(),
};
export type SupportSettings = z.output<z.ZodObject<typeof supportAttributes>>;

export interface WrapperProps {
  readonly id?: string;
  readonly className: string;
  readonly style?: CSSProperties;
}

/**
 * Id, classes and style of a block's outermost element, as in WordPress: `wp-block-{name}`, `own` (the block's own
 * classes), then those of the editor's choices.
 */
export function wrapperProps(
  name: `core/${string}`,
  settings: SupportSettings,
  ...own: (string | false | undefined)[]
): WrapperProps {
  const { anchor, align, className } = settings;
  const style = styleOf(settings);
  // WordPress stores it in the style since 7.0; its editor moves the attribute there.
  const textAlign =
    settings.textAlign || supportAttributes.textAlign.parse(asRecord(settings.style.typography).textAlign);
  const id = anchor.replace(/[^\p{L}\p{N}_-]/gu, '');
  return {
    ...(id === '' ? {} : { id }),
    className: classes(
      `wp-block-${name.slice('core/'.length)}`,
      ...own,
      align !== '' && `align${align}`,
      textAlign !== '' && `has-text-align-${textAlign}`,
      ...presetClasses(settings),
      duotoneClass(name, settings.style),
      ...layoutClasses(name, settings.layout),
      withoutOwnClasses(className.replace(/[^\p{L}\p{N}\s_:-]/gu, '')),
    ),
    ...(Object.keys(style).length === 0 ? {} : { style }),
  };
}

/** Border and shadow for blocks that apply them to an inner element; the outermost one gets `rest`. */
export function borderProps<Settings extends SupportSettings>(
  settings: Settings,
): { readonly className: string; readonly style: CSSProperties | undefined; readonly rest: Settings } {
  const { border, shadow, ...others } = settings.style;
  const style = styleOf({ ...settings, style: { border, shadow } });
  return {
    className:
      settings.borderColor === '' ? '' : `has-border-color has-${slug(settings.borderColor)}-border-color`,
    style: Object.keys(style).length === 0 ? undefined : style,
    rest: { ...settings, borderColor: '', style: others },
  };
}

const coloured = ['link', 'button', 'heading', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

/**
 * Colours of inner links, buttons and headings as custom properties (theme/article-presets.css), where WordPress
 * creates rules. Includes the text colour of blocks without a background, so that it can be adapted to the dark scheme.
 */
export function elementColors(style: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const elements = asRecord(style.elements);
  const own = asRecord(style.color);
  const ofWords = own.background === undefined && own.gradient === undefined ? own.text : undefined;
  return valid({
    '--wp--text-color': ofWords,
    ...Object.fromEntries(
      coloured.flatMap((name) => {
        const element = asRecord(elements[name]);
        const { text, background, gradient } = asRecord(element.color);
        return [
          [`--wp--${name}-color`, text],
          [`--wp--${name}-hover-color`, asRecord(asRecord(element[':hover']).color).text],
          [`--wp--${name}-background`, cssValue(gradient) ?? background],
        ];
      }),
    ),
  });
}

export const hasLinkColor = (style: Readonly<Record<string, unknown>>): boolean =>
  elementColors(style)['--wp--link-color'] !== undefined;

const wholeUpTo = (input: unknown, most: number) =>
  typeof input === 'number' && input >= 1 ? Math.min(most, Math.trunc(input)) : undefined;

/** The space that a block takes in its flex or grid container. */
export function placeOf(style: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const { selfStretch, flexSize, columnStart, columnSpan, rowStart, rowSpan } = asRecord(style.layout);
  const basis = selfStretch === 'fixed' || selfStretch === 'fixedNoShrink' ? cssValue(flexSize) : undefined;
  const cells = (start: unknown, span: unknown, most: number) => {
    const [first, count] = [wholeUpTo(start, most), wholeUpTo(span, most)];
    return (
      [first, count === undefined ? undefined : `span ${count}`]
        .filter((part) => part !== undefined)
        .join(' / ') || undefined
    );
  };
  return valid({
    ...(basis === undefined || basis === ''
      ? {}
      : { flexBasis: basis, boxSizing: 'border-box', flexShrink: selfStretch === 'fixed' ? undefined : 0 }),
    flexGrow: selfStretch === 'fill' ? 1 : undefined,
    gridColumn: cells(columnStart, columnSpan, maxColumns),
    gridRow: cells(rowStart, rowSpan, maxRows),
  });
}

/** The background image with WordPress' defaults. `address`: the image's URL, undefined without one. */
export function backgroundOf(
  style: Readonly<Record<string, unknown>>,
  address: string | undefined,
): Readonly<Record<string, string>> {
  const {
    backgroundSize = 'cover',
    backgroundPosition,
    backgroundRepeat,
    backgroundAttachment,
    gradient,
  } = asRecord(style.background);
  const layers = [
    cssValue(gradient),
    address === undefined || address === '' ? undefined : cssUrl(address),
  ].filter((layer) => layer !== undefined);
  if (layers.length === 0) return {};
  const further =
    address === undefined || address === ''
      ? {}
      : {
          backgroundSize,
          backgroundPosition: backgroundPosition ?? (backgroundSize === 'contain' ? '50% 50%' : undefined),
          backgroundRepeat,
          backgroundAttachment,
        };
  return { backgroundImage: layers.join(','), ...valid(further) };
}

export function backgroundAddress(style: Readonly<Record<string, unknown>>): string | undefined {
  const { url } = asRecord(asRecord(style.background).backgroundImage);
  return typeof url === 'string' && url !== '' && url.length <= 2000 ? url : undefined;
}

/** Converts React style properties to the text of a `style` attribute. */
export function cssOf(style: Readonly<Record<string, unknown>>): string {
  return Object.entries(style)
    .map(([name, value]) => `${cssNameOf(name)}:${String(value)}`)
    .join(';');
}

const cssNameOf = (name: string) =>
  name.startsWith('--') ? name : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
/** Rejects values that would let the block cover the page. */
const isAllowed = (name: string, css: string) => isContained(cssNameOf(name), css);

function valid(given: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const css = cssValue(value);
      return css === undefined || css === '' || !isAllowed(name, css) ? [] : [[name, css]];
    }),
  );
}

const maxColumns = 16;
const maxRows = 100;

const slug = (text: string) => text.replace(/[^\w-]/g, '');

function presetClasses({
  textColor,
  backgroundColor,
  gradient,
  borderColor,
  fontSize,
  fontFamily,
  style,
}: SupportSettings): (string | false)[] {
  const color = asRecord(style.color);
  return [
    textColor !== '' && `has-${slug(textColor)}-color`,
    (textColor !== '' || typeof color.text === 'string') && 'has-text-color',
    backgroundColor !== '' && `has-${slug(backgroundColor)}-background-color`,
    gradient !== '' && `has-${slug(gradient)}-gradient-background`,
    (backgroundColor !== '' ||
      gradient !== '' ||
      typeof color.background === 'string' ||
      typeof color.gradient === 'string') &&
      'has-background',
    borderColor !== '' && `has-border-color has-${slug(borderColor)}-border-color`,
    fontSize !== '' && `has-${slug(fontSize)}-font-size`,
    fontFamily !== '' && `has-${slug(fontFamily)}-font-family`,
    hasLinkColor(style) && 'has-link-color',
  ];
}

const justifications: ReadonlySet<unknown> = new Set(['left', 'center', 'right', 'space-between', 'stretch']);
const verticalAlignments: ReadonlySet<unknown> = new Set([
  'top',
  'center',
  'bottom',
  'stretch',
  'space-between',
]);

const layouts: Readonly<Record<string, string>> = {
  default: 'flow',
  constrained: 'constrained',
  flex: 'flex',
  grid: 'grid',
};

/**
 * Layout classes of a container, which WordPress does not save. `usual` is the default layout; without it only choices
 * other than a vertical stack count.
 */
export function layoutClasses(
  name: string,
  given: unknown,
  usual?: Readonly<Record<string, unknown>>,
): string[] {
  const layout = { ...usual, ...asRecord(given) };
  const { orientation, justifyContent, flexWrap, verticalAlignment } = layout;
  const type = layout.inherit || layout.contentSize ? 'constrained' : layout.type;
  const kind = typeof type === 'string' && Object.hasOwn(layouts, type) ? layouts[type] : usual && 'flow';
  if (kind === undefined || (!usual && kind !== 'flex' && kind !== 'grid')) return [];
  const lines =
    kind === 'flex' || kind === 'grid'
      ? [
          ...(orientation === 'vertical' ? ['is-vertical'] : []),
          ...(justifications.has(justifyContent)
            ? [`is-content-justification-${String(justifyContent)}`]
            : []),
          ...(flexWrap === 'nowrap' ? ['is-nowrap'] : []),
          ...(verticalAlignments.has(verticalAlignment)
            ? [`is-content-aligned-${String(verticalAlignment)}`]
            : []),
        ]
      : [];
  return [...lines, `is-layout-${kind}`, `wp-block-${name.slice('core/'.length)}-is-layout-${kind}`];
}

interface Grid {
  readonly count: number | undefined;
  readonly least: string | undefined;
  readonly template: string;
}

/** Columns of a grid: as many as fit with at least `least` each, or `count`. `template`: as CSS. */
export function gridOf({ columnCount, minimumColumnWidth }: Readonly<Record<string, unknown>>): Grid {
  const count =
    typeof columnCount === 'number' && columnCount >= 1
      ? Math.min(maxColumns, Math.trunc(columnCount))
      : undefined;
  const least = cssValue(minimumColumnWidth);
  const width = least ?? '12rem';
  const template =
    count === undefined
      ? `repeat(auto-fill, minmax(min(${width}, 100%), 1fr))`
      : least === undefined
        ? `repeat(${count}, minmax(0, 1fr))`
        : `repeat(auto-fill, minmax(max(min(${width}, 100%), calc((100% - 1.25em * ${count - 1}) / ${count})), 1fr))`;
  return { count, least, template };
}

const sides = { top: 'Top', right: 'Right', bottom: 'Bottom', left: 'Left' } as const;
const corners = {
  topLeft: 'TopLeft',
  topRight: 'TopRight',
  bottomLeft: 'BottomLeft',
  bottomRight: 'BottomRight',
} as const;

function styleOf({ style }: SupportSettings): CSSProperties {
  const color = asRecord(style.color);
  const typography = asRecord(style.typography);
  const border = asRecord(style.border);
  const spacing = asRecord(style.spacing);
  const found: Record<string, unknown> = {
    color: color.text,
    background: color.gradient,
    backgroundColor: color.background,
    fontSize: typography.fontSize,
    lineHeight: typography.lineHeight,
    fontWeight: typography.fontWeight,
    fontStyle: typography.fontStyle,
    letterSpacing: typography.letterSpacing,
    textDecoration: typography.textDecoration,
    textTransform: typography.textTransform,
    fontFamily: typography.fontFamily,
    columnCount: typography.textColumns,
    writingMode: typography.writingMode,
    boxShadow: style.shadow,
    borderStyle: border.style,
    borderWidth: border.width,
    borderColor: border.color,
    ...boxOf('margin', sides, spacing.margin),
    ...boxOf('padding', sides, spacing.padding),
    ...boxOf('border', corners, border.radius, 'Radius'),
    minHeight: asRecord(style.dimensions).minHeight,
    ...elementColors(style),
    ...placeOf(style),
    gap: gapOf(spacing.blockGap),
    '--wp--style--block-gap': gapOf(spacing.blockGap),
  };
  for (const [side, name] of Object.entries(sides)) {
    for (const [part, value] of Object.entries(asRecord(border[side]))) {
      if (['color', 'style', 'width'].includes(part))
        found[`border${name}${part.replace(/^./, (letter) => letter.toUpperCase())}`] = value;
    }
  }
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) => {
      const css = name === 'fontFamily' ? fontNames(value) : cssValue(value);
      return css === undefined || !isAllowed(name, css) ? [] : [[name, css]];
    }),
  );
}

export function declarationsOf(style: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const found = styleOf({ ...z.object(supportAttributes).parse({}), style });
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => [cssNameOf(name), value as unknown]),
  );
}

/** Font names; those with blanks are quoted. */
function fontNames(value: unknown): string | undefined {
  const isQuoted =
    typeof value === 'string' && value.length <= 200 && /^(?:[\w .,-]|"[\w .,-]*"|'[\w .,-]*')+$/.test(value);
  return isQuoted ? value : cssValue(value);
}

/** Distance from the edge for a sticky block; undefined if not sticky. */
export function stickyAt(style: Readonly<Record<string, unknown>>): string | undefined {
  const { type, top } = asRecord(style.position);
  return type === 'sticky' ? cssValue(top) || '0px' : undefined;
}

/** The gap of inner blocks: one value or `rows columns`. */
export function gapOf(given: unknown): unknown {
  const { top, left } = asRecord(given);
  const [rows, columns] = [cssValue(top), cssValue(left)];
  return rows === undefined || columns === undefined ? given : `${rows} ${columns}`;
}

function boxOf(
  name: string,
  places: Readonly<Record<string, string>>,
  given: unknown,
  end = '',
): Record<string, unknown> {
  if (typeof given === 'string') return { [`${name}${end}`]: given };
  const each = asRecord(given);
  return Object.fromEntries(
    Object.entries(places).map(([place, written]) => [`${name}${written}${end}`, each[place]]),
  );
}

/**
 * A value that can't break out of its declaration: numbers with units, words, colours, functions of these;
 * `var:preset|spacing|40` as WordPress stores it.
 */
export function cssValue(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string' || value.length > 200) return undefined;
  const preset = /^var:([\w|-]+)$/.exec(value);
  if (preset) return `var(--wp--${preset[1]?.replaceAll('|', '--')})`;
  return /^[\w .,%()#+*/-]+$/.test(value) && !/url\s*\(|expression|\/\*/i.test(value) ? value : undefined;
}

export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
