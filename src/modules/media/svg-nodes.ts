import { InvalidInputError } from '../../lib/errors.ts';
import type { SvgRule } from './svg-style.ts';
import { referredBy } from './svg-style.ts';

export interface SvgNode {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (SvgNode | string)[];
}

/** Elements that a browser renders for one SVG, repetitions included. */
const maxDrawn = 500_000;
const maxChain = 200;
/** Cost of a filter primitive, which is computed per pixel, in elements. */
const filterStep = 1000;

const bomb = () =>
  new InvalidInputError(
    'It draws more than browsers bear: what refers to each other in it comes to more than half a million elements.',
  );

interface Refer {
  readonly id: string;
  /** Whether the target is rendered once, per element inside, or per point of a line. */
  readonly by: 'one' | 'each' | 'point';
}

interface Size {
  readonly elements: number;
  readonly points: number;
}

/**
 * Throws `InvalidInputError` for SVG bombs: small files that render exponentially often through `use`, patterns, masks,
 * markers or filters, or that contain themselves.
 */
export function refuseBombs(root: SvgNode, rules: readonly SvgRule[]): void {
  const byId = new Map<string, SvgNode>();
  const note = (node: SvgNode): void => {
    const id = node.attributes.get('id');
    if (id !== undefined && !byId.has(id)) byId.set(id, node);
    for (const child of node.children) if (typeof child !== 'string') note(child);
  };
  note(root);
  const sizes = new Map<SvgNode, Size>();
  const measuring = new Set<SvgNode>();
  /** Number of elements that inherit paint and markers from a node: its descendants and the targets of its `use`. */
  const sizeOf = (node: SvgNode, depth: number): Size => {
    const known = sizes.get(node);
    if (known) return known;
    if (measuring.has(node)) return { elements: 0, points: 0 }; // a cycle, which is rejected later
    if (depth > maxChain) throw bomb();
    measuring.add(node);
    const shown = node.name === 'use' ? byId.get((node.attributes.get('href') ?? '').slice(1)) : undefined;
    let elements = 1;
    let points = Math.ceil(
      ((node.attributes.get('d') ?? '').length + (node.attributes.get('points') ?? '').length) / 4,
    );
    for (const child of [...node.children, ...(shown ? [shown] : [])]) {
      if (typeof child === 'string') continue;
      const inner = sizeOf(child, depth + 1);
      elements += inner.elements;
      points += inner.points;
    }
    measuring.delete(node);
    const size = { elements, points };
    sizes.set(node, size);
    return size;
  };

  const styled = new Map<string, Map<string, Refer>>();
  for (const { selector, declarations } of rules) {
    const refers = refersOf('style', declarations).filter(({ id }) => byId.has(id));
    if (refers.length === 0) continue;
    for (const key of new Set(selector.split(',').map(keyOf))) {
      const known = styled.get(key) ?? new Map<string, Refer>();
      for (const refer of refers) known.set(`${refer.by} ${refer.id}`, refer);
      styled.set(key, known);
    }
  }
  const costs = new Map<SvgNode, number>();
  const open = new Set<SvgNode>();
  const costOf = (node: SvgNode, depth: number): number => {
    const known = costs.get(node);
    if (known !== undefined) return known;
    if (open.has(node))
      throw new InvalidInputError('It is drawn within itself: an element refers to one that contains it.');
    if (depth > maxChain) throw bomb();
    open.add(node);
    let cost = node.name.startsWith('fe') ? filterStep : 1;
    for (const child of node.children) if (typeof child !== 'string') cost += costOf(child, depth + 1);
    const refers = [
      ...[...node.attributes].flatMap(([name, value]) => refersOf(name, value)),
      ...(styled.size === 0 ? [] : keysOf(node).flatMap((key) => [...(styled.get(key)?.values() ?? [])])),
    ];
    for (const { id, by } of refers) {
      const target = byId.get(id);
      if (!target) continue;
      const { elements, points } = sizeOf(node, depth);
      const once = target.name.endsWith('Gradient') ? 1 : costOf(target, depth + 1);
      cost += once * (by === 'one' ? 1 : by === 'each' ? elements : Math.max(elements, points));
    }
    if (cost > maxDrawn) throw bomb();
    open.delete(node);
    costs.set(node, cost);
    return cost;
  };
  costOf(root, 0);
}

const markers = /\bmarker(?:-\w+)?\s*:/;

/** References of an attribute or of declarations. Paint and markers are inherited by descendants. */
function refersOf(name: string, value: string): Refer[] {
  if (name === 'href') return [{ id: value.slice(1), by: 'one' }];
  const ids = value.includes('#') ? referredBy(value) : [];
  if (ids.length === 0) return [];
  const by =
    name.startsWith('marker') || (name === 'style' && markers.test(value))
      ? 'point'
      : name === 'style' || name === 'fill' || name === 'stroke'
        ? 'each'
        : 'one';
  return ids.map((id) => ({ id, by }));
}

/** All simple selectors that can match an element. */
function keysOf({ name, attributes }: SvgNode): string[] {
  const classes = (attributes.get('class') ?? '').split(/\s+/).map((one) => `.${one}`);
  return ['*', name, `#${attributes.get('id') ?? ''}`, ...new Set(classes)];
}

/** The last simple selector; `*` for those too complex to index. */
function keyOf(selector: string): string {
  const last =
    selector
      .trim()
      .split(/[\s>+~]+/)
      .at(-1) ?? '';
  const at = Math.max(last.lastIndexOf('.'), last.lastIndexOf('#'));
  return last.includes(':') || last === '' ? '*' : last.slice(Math.max(0, at));
}

/** Properties that paint or decide the paint. */
const paints = ['fill', 'stroke', 'color', 'stop-color', 'flood-color', 'lighting-color'] as const;
/** Properties that make the colour depend on other content or a separate background. */
const others = /^(?:filter|mix-blend-mode|mask|background-color)$/;
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
const silent = new Set(['title', 'desc', 'metadata', 'clipPath']);
const important = '!important';
/** Maximum length of a parsed colour or class list. */
const maxLength = 300;
const named: ReadonlyMap<string, string> = new Map([
  ['black', '#000000'],
  ['white', '#ffffff'],
]);

type Paint = Readonly<Record<string, string>>;

/**
 * The single colour of a sanitized SVG, `#rrggbb`; '' for several colours, or where it isn't obvious: gradients,
 * filters, animations, complex selectors.
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
  /** Whether the paint of this element and its descendants is certain. */
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
    if (written.length > maxLength) return false;
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

/** Undefined if a declaration makes the colour uncertain. */
function paintOf(declarations: string): Paint | undefined {
  const paint: Record<string, string> = {};
  for (const one of declarations.split(';')) {
    const [name = '', value = ''] = one.split(':', 2).map((part) => part.trim().toLowerCase());
    if (others.test(name) && value !== 'none' && value !== 'normal') return undefined;
    if (!paints.some((known) => known === name) || value === 'inherit') continue;
    if (value.length > maxLength) return undefined;
    paint[name] = value.endsWith(important) ? value.slice(0, -important.length).trimEnd() : value;
  }
  return paint;
}

/** '' for no paint, undefined for unsupported values. */
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
