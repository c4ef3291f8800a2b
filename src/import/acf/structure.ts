import { fieldsOfMeta, typeKey } from '../../lib/builder-data/acf-fields.ts';
import type { AcfField } from '../../lib/builder-data/acf-fields.ts';
import type { WxrMeta } from '../wxr-events.ts';

/** A cell of a row. `nested`: the fields of rows inside of it, in order. */
export interface AcfCell extends AcfField {
  /** The name within the row. */
  readonly sub: string;
  readonly nested: AcfField[];
}

/** A field of an item. Fields of ACF's groups are fields of their own here, since ACF names them `group_field`. */
export interface AcfRoot extends AcfField {
  /** Rows of a repeater or of flexible content, by their number. */
  readonly rows: ReadonlyMap<number, ReadonlyMap<string, AcfCell>>;
  /** Layouts of flexible content; undefined for any other field. */
  readonly layouts: readonly string[] | undefined;
  /** Fields of rows beyond the count, which ACF does not show. */
  readonly stale: readonly AcfField[];
}

/** Longer names are no fields; ACF's own are short. */
const maxNameLength = 200;
const counted = /^[1-9]\d{0,14}$/;
const inRow = /^(\d{1,4})_(.+)$/s;

const layoutsOf = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.every((one): one is string => typeof one === 'string')
    ? value
    : undefined;

/** The number of rows that a value states; undefined when it states none. */
function countOf(value: unknown): number | undefined {
  const layouts = layoutsOf(value);
  if (layouts) return layouts.length;
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && counted.test(text.trim()) ? Number(text) : undefined;
}

interface Root extends AcfRoot {
  readonly rows: Map<number, Map<string, AcfCell>>;
  readonly stale: AcfField[];
}

/** The fields in an item's meta, in order. Rows whose field states no count are left out, as ACF does. */
export function structureOf(meta: readonly WxrMeta[]): readonly AcfRoot[] {
  if (!meta.some(({ key, value }) => key.startsWith('_') && value.startsWith('field_'))) return [];
  const fields = fieldsOfMeta(meta.map(({ key, value }) => [key, value])).filter(
    ({ name }) => name.length <= maxNameLength,
  );
  const named = new Map(fields.map((field) => [field.name, field]));
  const withRows = rowFields(named.keys());
  const roots = new Map<string, Root>();
  const rootOf = (field: AcfField): Root => {
    const known = roots.get(field.name);
    if (known) return known;
    const isOfRows = withRows.has(field.name) && countOf(field.value) !== undefined;
    const root: Root = {
      ...field,
      rows: new Map(),
      layouts: isOfRows ? layoutsOf(field.value) : undefined,
      stale: [],
    };
    roots.set(field.name, root);
    return root;
  };
  for (const field of fields) {
    const place = placeOf(field.name, named, withRows);
    if (place === 'none') continue;
    if (!place) {
      rootOf(field);
      continue;
    }
    const root = rootOf(place.parent);
    if (place.row >= (countOf(root.value) ?? 0)) root.stale.push(field);
    else addCell(root, place.row, { ...field, sub: place.sub, nested: [] });
  }
  return [...roots.values()].map(withNested);
}

interface Place<Parent> {
  readonly parent: Parent;
  readonly row: number;
  readonly sub: string;
}

/** The row that a field is in; undefined for a field outside of rows, `none` for a row of a field without a count. */
function placeOf<Parent extends AcfField>(
  name: string,
  named: ReadonlyMap<string, Parent>,
  withRows: ReadonlySet<string>,
): Place<Parent> | 'none' | undefined {
  for (let at = name.indexOf('_', 1); at > 0; at = name.indexOf('_', at + 1)) {
    const before = name.slice(0, at);
    const parent = withRows.has(before) ? named.get(before) : undefined;
    const found = parent ? inRow.exec(name.slice(at + 1)) : null;
    if (!parent || !found) continue;
    if (countOf(parent.value) === undefined) return 'none';
    return { parent, row: Number(found[1]), sub: found[2] ?? '' };
  }
  return undefined;
}

function addCell({ rows }: Root, row: number, cell: AcfCell): void {
  const cells = rows.get(row) ?? new Map<string, AcfCell>();
  rows.set(row, cells.set(cell.sub, cell));
}

/** Moves cells of rows inside of a cell to that cell. */
function withNested(root: Root): AcfRoot {
  for (const [row, cells] of root.rows) {
    const withRows = rowFields(cells.keys());
    if (withRows.size === 0) continue;
    const outer = new Map<string, AcfCell>();
    for (const [sub, cell] of cells) {
      const place = placeOf(sub, cells, withRows);
      if (!place) outer.set(sub, cell);
      else if (place !== 'none') place.parent.nested.push(cell);
    }
    root.rows.set(row, outer);
  }
  return { ...root, rows: new Map([...root.rows].toSorted(([a], [b]) => a - b)) };
}

/** Names before a first row: `team` of `team_0_name`. */
function rowFields(names: Iterable<string>): Set<string> {
  const found = new Set<string>();
  for (const name of names)
    for (let at = name.indexOf('_0_'); at > 0; at = name.indexOf('_0_', at + 1)) found.add(name.slice(0, at));
  return found;
}

/** Two layouts may have different fields of one name, so the key of the definition distinguishes them. */
export const subKey = (name: string, key: string): string => `${name}\0${typeKey(key)}`;
