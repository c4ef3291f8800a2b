import type { SvgNode } from './svg-cost.ts';
import type { SvgRule } from './svg-style.ts';

/** Properties that paint, or decide what does. */
const paints = ['fill', 'stroke', 'color', 'stop-color', 'flood-color', 'lighting-color'] as const;
/** What is painted by what else it holds, or on a ground of its own: nobody looks into that. */
const others = /^(?:filter|mix-blend-mode|mask|background-color)$/;
/** Shapes and words. */
const drawn = new Set([
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polygon',
  'polyline',
  'text',
  'tspan',
  'textPath',
  'use',
]);
/** What these hold is no paint of the drawing. */
const silent = new Set(['title', 'desc', 'metadata', 'clipPath']);
const important = '!important';
/** Characters of a colour, or of an element's classes, that are read. */
const longest = 300;
const named: ReadonlyMap<string, string> = new Map([
  ['black', '#000000'],
  ['white', '#ffffff'],
]);

type Paint = Readonly<Record<string, string>>;

/**
 * The one colour of a drawing that was written anew, as `#rrggbb`; empty for one that has several, or of which that is not plain to see: gradients, filters,
 * what moves, styles by more than classes and names.
 */
export function oneColour(root: SvgNode, rules: readonly SvgRule[]): string {
  const styles = new Map<string, Paint>();
  for (const { selector, declarations } of rules) {
    const paint = paintOf(declarations);
    if (paint === undefined) return '';
    if (Object.keys(paint).length === 0) continue;
    for (const one of selector.split(',').map((part) => part.trim())) {
      if (!/^[.#]?[\w-]+$/.test(one)) return '';
      styles.set(one, { ...styles.get(one), ...paint });
    }
  }
  const seen = new Set<string>();
  /** Whether it is plain what this and all in it are painted with. */
  const look = ({ name, attributes, children }: SvgNode, around: Paint): boolean => {
    if (silent.has(name)) return true;
    if (
      name.startsWith('animate') ||
      name === 'linearGradient' ||
      name === 'radialGradient' ||
      name === 'pattern' ||
      name === 'filter'
    )
      return false;
    const own = paintOf(
      [...attributes]
        .filter(([key]) => key !== 'style')
        .map(([key, value]) => `${key}:${value}`)
        .join(';'),
    );
    const style = paintOf(attributes.get('style') ?? '');
    if (own === undefined || style === undefined) return false;
    const written = attributes.get('class') ?? '';
    if (written.length > longest) return false;
    const classes = written.split(/\s+/).map((one) => styles.get(`.${one}`));
    const byName = styles.get(`#${attributes.get('id') ?? ''}`);
    const paint: Paint = {
      ...around,
      ...own,
      ...styles.get(name),
      ...(Object.assign({}, ...classes) as Paint),
      ...byName,
      ...style,
    };
    if (drawn.has(name)) {
      for (const value of [paint.fill, paint.stroke]) {
        const colour = colourOf(value === 'currentcolor' ? (paint.color ?? 'black') : (value ?? 'none'));
        if (colour === undefined) return false;
        if (colour !== '') seen.add(colour);
      }
    }
    return children.every((child) => typeof child === 'string' || look(child, paint));
  };
  return look(root, { fill: 'black', stroke: 'none' }) && seen.size === 1 ? ([...seen][0] ?? '') : '';
}

/** Declarations that paint; undefined where one is of a kind that makes it uncertain. */
function paintOf(declarations: string): Paint | undefined {
  const paint: Record<string, string> = {};
  for (const one of declarations.split(';')) {
    const [name = '', value = ''] = one.split(':', 2).map((part) => part.trim().toLowerCase());
    if (others.test(name) && value !== 'none' && value !== 'normal') return undefined;
    if (!paints.some((known) => known === name) || value === 'inherit') continue;
    if (value.length > longest) return undefined;
    paint[name] = value.endsWith(important) ? value.slice(0, -important.length).trimEnd() : value;
  }
  return paint;
}

/** Empty: no paint; undefined: what is not read here. */
function colourOf(value: string): string | undefined {
  if (value === 'none' || value === 'transparent') return '';
  if (/^#[0-9a-f]{6}$/.test(value)) return value;
  if (/^#[0-9a-f]{3}$/.test(value)) return value.replaceAll(/[0-9a-f]/g, '$&$&');
  const parts = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(value)?.slice(1).map(Number);
  if (parts)
    return parts.every((part) => part < 256)
      ? `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
      : undefined;
  return named.get(value);
}
