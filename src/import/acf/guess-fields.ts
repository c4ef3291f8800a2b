import { typeKey } from '../../lib/builder-data/acf-fields.ts';
import { fileType } from '../../modules/types/names.ts';
import { reasonToDrop } from '../item-fields.ts';
import type { WxrEvent, WxrItem } from '../wxr-events.ts';
import { readDefinition } from './acf-definition.ts';
import type { AcfDefinition } from './acf-definition.ts';
import { planField } from './plan-field.ts';
import type { MetField, MetSub, PlannedField } from './plan-field.ts';
import { KnownIds } from './known-ids.ts';
import { structureOf, subKey } from './structure.ts';
import type { AcfRoot } from './structure.ts';
import { isEmptyValue, Room, ValueStats } from './value-stats.ts';
import { maxFields } from '../../modules/fields/model.ts';

const maxTypes = 200;
const maxFieldsOfType = 1000;
const maxSubFields = 100;
/** Of all types together. */
const maxTracked = 5000;
const maxDefinitions = 10_000;
const maxLayouts = 200;
const maxTaxonomies = 200;

/** Items whose fields stay as they are: files have no form for fields, the others are no content. */
const ignored: ReadonlySet<string> = new Set([
  fileType,
  'revision',
  'nav_menu_item',
  'acf',
  'acf-field',
  'acf-field-group',
]);

/** How items of the files use a taxonomy. */
export interface MetTaxonomy {
  /** Post types with terms of it. */
  readonly types: ReadonlySet<string>;
  /** Whether a term has a parent. */
  readonly isHierarchical: boolean;
}

export interface FieldPlan {
  readonly types: ReadonlyMap<string, readonly PlannedField[]>;
  readonly taxonomies: ReadonlyMap<string, MetTaxonomy>;
  /** Fields that are not planned, because there are too many. */
  readonly left: ReadonlyMap<string, number>;
  /** Types in the plugin, by the field's key. */
  readonly acfTypes: ReadonlyMap<string, string>;
}

interface MetType {
  readonly fields: Map<string, MetField>;
  /** Names beyond the limit; the count includes repetitions. */
  left: number;
}

/** Collects the field plugin's values of an export in one pass, in bounded memory, and guesses their definitions. */
export class FieldGuesser {
  readonly #ids = new KnownIds();
  readonly #definitions = new Map<string, AcfDefinition>();
  readonly #types = new Map<string, MetType>();
  readonly #taxonomies = new Map<string, { readonly types: Set<string>; isHierarchical: boolean }>();
  readonly #room = new Room();
  #tracked = 0;
  #isOurs = false;

  observe(event: WxrEvent): void {
    if (event.kind === 'site') this.#isOurs = event.site.isOurs;
    // Files of Broadsheet contain the definitions.
    if (this.#isOurs) return;
    this.#ids.observe(event);
    if (event.kind === 'term' && event.term.parent !== '') {
      const taxonomy = this.#taxonomy(event.term.taxonomy);
      if (taxonomy) taxonomy.isHierarchical = true;
    }
    if (event.kind === 'item') this.#addItem(event.item);
  }

  #taxonomy(name: string) {
    const known = this.#taxonomies.get(name);
    if (known || this.#taxonomies.size >= maxTaxonomies) return known;
    const met = { types: new Set<string>(), isHierarchical: false };
    this.#taxonomies.set(name, met);
    return met;
  }

  #addItem(item: WxrItem): void {
    const defined = readDefinition(item);
    if (defined && this.#definitions.size < maxDefinitions)
      this.#definitions.set(defined.key, defined.definition);
    if (ignored.has(item.type) || reasonToDrop(item) !== undefined) return;
    for (const { domain } of item.terms) if (domain !== '') this.#taxonomy(domain)?.types.add(item.type);
    const roots = structureOf(item.meta);
    if (roots.length === 0) return;
    const known = this.#types.get(item.type);
    if (!known && this.#types.size >= maxTypes) return;
    const type: MetType = known ?? { fields: new Map(), left: 0 };
    this.#types.set(item.type, type);
    for (const root of roots) this.#addRoot(type, root);
  }

  #addRoot(type: MetType, root: AcfRoot): void {
    const field = type.fields.get(root.name) ?? this.#newField(type, root);
    if (!field) {
      type.left++;
      return;
    }
    if (root.rows.size === 0) {
      if (!isEmptyValue(root.value)) field.items++;
      field.stats.add(root.value);
      return;
    }
    field.items++;
    field.rows += root.rows.size;
    for (const layout of root.layouts ?? [])
      if (field.layouts.size < maxLayouts) field.layouts.add(layout.slice(0, 100));
    for (const cells of root.rows.values())
      for (const cell of cells.values()) {
        const sub = field.subs.get(subKey(cell.sub, cell.key)) ?? this.#newSub(field, cell.sub, cell.key);
        if (!sub) continue;
        if (cell.nested.length > 0) sub.hasRows = true;
        else sub.stats.add(cell.value);
      }
  }

  #newField({ fields }: MetType, { name, key }: AcfRoot): MetField | undefined {
    if (fields.size >= maxFieldsOfType || this.#tracked >= maxTracked) return undefined;
    this.#tracked++;
    const field: MetField = {
      name,
      key: typeKey(key),
      stats: new ValueStats(this.#room),
      items: 0,
      rows: 0,
      layouts: new Set(),
      subs: new Map(),
    };
    fields.set(name, field);
    return field;
  }

  #newSub({ subs }: MetField, name: string, key: string): MetSub | undefined {
    if (subs.size >= maxSubFields || this.#tracked >= maxTracked) return undefined;
    this.#tracked++;
    const sub: MetSub = { name, key: typeKey(key), stats: new ValueStats(this.#room), hasRows: false };
    subs.set(subKey(name, key), sub);
    return sub;
  }

  /** The fields of each type. `isFree`: whether a type may have a field of that name; `isRead`: whether the import reads that key itself. */
  plan({
    isFree = () => true,
    isRead = () => false,
  }: {
    readonly isFree?: (type: string, name: string) => boolean;
    readonly isRead?: (key: string) => boolean;
  } = {}): FieldPlan {
    const types = new Map<string, readonly PlannedField[]>();
    const left = new Map<string, number>();
    for (const [type, met] of this.#types) {
      const taken = new Set<string>();
      const planned: PlannedField[] = [];
      const wanted = [...met.fields.values()].filter(({ name, items }) => items > 0 && !isRead(name));
      const most = new Set(wanted.toSorted((a, b) => b.items - a.items).slice(0, maxFields.ofType));
      for (const field of wanted) {
        if (!most.has(field)) continue;
        const one = planField(field, {
          definitions: this.#definitions,
          ids: this.#ids,
          isFree: (name) => !taken.has(name) && isFree(type, name),
        });
        if (!one) continue;
        taken.add(one.field);
        planned.push(one);
      }
      if (planned.length > 0) types.set(type, planned);
      const over = met.left + wanted.length - most.size;
      if (over > 0) left.set(type, over);
    }
    const acfTypes = new Map([...this.#definitions].map(([key, { type }]) => [key, type]));
    return { types, taxonomies: this.#taxonomies, left, acfTypes };
  }
}
