import type { z } from 'zod';
import { fieldNamePattern, mayHave, maxEntries, maxFields } from '../../modules/fields/model.ts';
import type { fieldDefinition, FieldKind } from '../../modules/fields/model.ts';
import type { AcfDefinition, Choice } from './acf-definition.ts';
import { labelOf } from './acf-definition.ts';
import type { KnownIds, Relation } from './known-ids.ts';
import { subKey } from './structure.ts';
import { isForm, isTextKind, textKindOf, widest } from './value-stats.ts';
import type { ValueStats } from './value-stats.ts';

type Definition = z.input<typeof fieldDefinition>;
type SubDefinition = NonNullable<Definition['fields']>[number];

/** A field as it is met in the items of one type. */
export interface MetField {
  readonly name: string;
  /** Key of its definition in the plugin. */
  readonly key: string;
  readonly stats: ValueStats;
  items: number;
  rows: number;
  readonly layouts: Set<string>;
  readonly subs: Map<string, MetSub>;
}

/** A field of rows. Two layouts may have different fields of one name, so the key distinguishes them. */
export interface MetSub {
  readonly name: string;
  readonly key: string;
  readonly stats: ValueStats;
  hasRows: boolean;
}

/** A field of the plugin with its definition here. */
export interface PlannedField {
  /** Name in the plugin. */
  readonly name: string;
  /** Name here. */
  readonly field: string;
  readonly label: string;
  readonly kind: FieldKind;
  /** Kinds that the values allow, the guessed one included. */
  readonly kinds: readonly FieldKind[];
  /** Items with a value. */
  readonly items: number;
  readonly example: string;
  /** Whether the export defines it; otherwise the kind is guessed from the values. */
  readonly isDefined: boolean;
  /** Whether the user chose the kind instead of the guessed one. */
  readonly isChosen?: boolean;
  /** Fields of its rows. */
  readonly fields: readonly { readonly name: string; readonly label: string; readonly kind: FieldKind }[];
  /** Fields of rows with rows of their own, whose words become the value. */
  readonly nested: readonly string[];
  /** Names here of the fields of rows, by `subKey`. */
  readonly subs: ReadonlyMap<string, string>;
  /** The name here of the layout of each row; empty unless it is flexible content. */
  readonly layout: string;
  readonly definition: (kind: FieldKind) => Definition;
}

interface Sources {
  readonly definitions: ReadonlyMap<string, AcfDefinition>;
  readonly ids: KnownIds;
  readonly isFree: (name: string) => boolean;
}

/** A name as fields have it: `Hero-Image` becomes `hero_image`. */
export function fieldName(name: string): string {
  const plain = name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
    .join('_');
  return (/^[a-z]/.test(plain) ? plain : `field_${plain}`).slice(0, 64).replace(/_$/, '');
}

/** The first free name: the name itself if it is valid, else with a number. */
function freeName(name: string, isFree: (name: string) => boolean): string | undefined {
  const plain = fieldNamePattern.test(name) ? name : fieldName(name);
  for (let number = 1; number < 1000; number++) {
    const tried = number === 1 ? plain : `${plain.slice(0, 60)}_${number}`;
    if (fieldNamePattern.test(tried) && tried !== 'constructor' && isFree(tried)) return tried;
  }
  return undefined;
}

const labelFrom = (name: string): string => {
  const words = labelOf(name.replaceAll(/[_-]+/g, ' '));
  return words === '' ? 'Field' : words.slice(0, 1).toUpperCase() + words.slice(1);
};

interface Guess {
  readonly kind: FieldKind;
  readonly relation: Relation | undefined;
}

/** The kind of values; undefined for lists and objects that no kind holds. */
function guessKind(
  name: string,
  stats: ValueStats,
  { definition, ids }: { readonly definition: AcfDefinition | undefined; readonly ids: KnownIds },
): Guess | undefined {
  if (stats.count === 0) return undefined;
  const defined = definition?.kind;
  if (defined !== undefined && defined !== 'group') {
    if (isTextKind(defined))
      return stats.hasList || stats.hasRecord
        ? undefined
        : { kind: textKindOf(stats, defined), relation: undefined };
    if (defined === 'choice' && choicesOf(stats, definition) === undefined)
      return stats.hasList ? undefined : { kind: textKindOf(stats), relation: undefined };
    return { kind: defined, relation: undefined };
  }
  const relation = ids.relationOf(name, stats);
  if (relation) return { kind: relation.kind, relation };
  const kind = kindOfValues(stats);
  return kind && { kind, relation: undefined };
}

function kindOfValues(stats: ValueStats): FieldKind | undefined {
  if (stats.hasRecord) return stats.has('link') ? 'link' : stats.has('place') ? 'place' : undefined;
  if (stats.hasList) return choicesOf(stats, undefined) ? 'choice' : undefined;
  for (const kind of ['boolean', 'date', 'date_time', 'link', 'colour', 'number'] as const)
    if (stats.has(kind)) return kind;
  return textKindOf(stats);
}

/** Choices of the definition and those that values name; undefined without any, or with too many. */
function choicesOf(stats: ValueStats, definition: AcfDefinition | undefined): Choice[] | undefined {
  if (!stats.has('texts')) return undefined;
  const isValid = ({ value }: Choice) =>
    value !== '' && value.trim() === value && value.length <= 100 && !/\p{Cc}/u.test(value);
  const byValue = new Map(
    (definition?.choices ?? []).filter(isValid).map((choice) => [choice.value, choice]),
  );
  const seen = [...stats.distinct]
    .map((value) => byValue.get(value) ?? { value, label: labelOf(value) || value })
    .filter(isValid);
  const all = [...new Map([...byValue.values(), ...seen].map((choice) => [choice.value, choice])).values()];
  const isWhole = byValue.size <= maxEntries && all.length <= maxEntries && !stats.hasMore;
  const choices = (isWhole ? all : stats.hasMore ? [] : seen).filter(({ label }) => labelOf(label) !== '');
  return choices.length === 0 ? undefined : choices;
}

const order: readonly FieldKind[] = [
  'text',
  'textarea',
  'rich_text',
  'number',
  'boolean',
  'date',
  'date_time',
  'choice',
  'link',
  'colour',
  'place',
  'image',
  'file',
  'gallery',
  'post',
  'term',
  'user',
];

function kindsOf(
  stats: ValueStats,
  guessed: FieldKind,
  { definition, ids }: { readonly definition: AcfDefinition | undefined; readonly ids: KnownIds },
): FieldKind[] {
  const isText = !stats.hasList && !stats.hasRecord;
  const fits = (kind: FieldKind): boolean => {
    if (kind === guessed) return true;
    if (isTextKind(kind)) return isText;
    if (kind === 'choice') return choicesOf(stats, definition) !== undefined;
    if (kind === 'group') return false;
    return isForm(kind) ? stats.has(kind) : ids.allows(kind, stats);
  };
  return order.filter(fits);
}

/** Settings of a kind, without those of the place where the field is used. */
function settingsOf(
  kind: FieldKind,
  stats: ValueStats,
  definition: AcfDefinition | undefined,
  relation: Relation | undefined,
) {
  const isMultiple = mayHave(kind, 'multiple') && (stats.hasList || definition?.isMultiple === true);
  const taxonomies = relation?.taxonomies ?? definition?.taxonomies ?? [];
  return {
    ...(isMultiple ? { multiple: true } : {}),
    ...(kind === 'choice' ? { choices: choicesOf(stats, definition) ?? [] } : {}),
    ...(kind === 'post' && definition && definition.postTypes.length > 0
      ? { post_types: [...definition.postTypes] }
      : {}),
    ...(kind === 'term' && taxonomies.length > 0 ? { taxonomies: [...taxonomies] } : {}),
  };
}

/** The plugin's words were part of the page, so searches found them; typed values can be filtered by. */
const usageOf = (kind: FieldKind) => ({
  ...(mayHave(kind, 'is_searched') ? { is_searched: true } : {}),
  ...(mayHave(kind, 'is_filter') && kind !== 'text' ? { is_filter: true } : {}),
});

/** Plans a field; undefined if no kind holds its values, or it has no free name. */
export function planField(met: MetField, sources: Sources): PlannedField | undefined {
  const { definitions, isFree } = sources;
  const definition = definitions.get(met.key);
  const field = freeName(met.name, isFree);
  if (field === undefined) return undefined;
  const shared = {
    name: met.name,
    field,
    label: definition?.label || labelFrom(met.name),
    items: met.items,
    isDefined: definition?.kind !== undefined,
  };
  if (met.rows > 0) return planRows(met, shared, definition, sources);
  const guess = guessKind(met.name, met.stats, { definition, ids: sources.ids });
  if (!guess) return undefined;
  return {
    ...shared,
    kind: guess.kind,
    kinds: kindsOf(met.stats, guess.kind, { definition, ids: sources.ids }),
    example: met.stats.example,
    fields: [],
    nested: [],
    subs: new Map(),
    layout: '',
    definition: (kind) => ({
      name: field,
      label: shared.label,
      kind,
      ...settingsOf(kind, met.stats, definition, guess.relation),
      ...usageOf(kind),
    }),
  };
}

interface PlannedSub {
  readonly definition: SubDefinition;
  readonly stats: ValueStats;
  readonly keys: readonly string[];
  readonly name: string;
  readonly isNested: boolean;
}

function planRows(
  met: MetField,
  shared: Pick<PlannedField, 'name' | 'field' | 'label' | 'items' | 'isDefined'>,
  definition: AcfDefinition | undefined,
  sources: Sources,
): PlannedField | undefined {
  const taken = new Set<string>();
  const layouts = [...met.layouts].filter(
    (name) => name !== '' && name.trim() === name && !/\p{Cc}/u.test(name),
  );
  const planned: PlannedSub[] = [];
  const layout = layouts.length > 0 ? 'layout' : '';
  if (layout !== '') taken.add(layout);
  for (const sub of met.subs.values()) {
    const wanted = wantedSub(sub, sources);
    if (!wanted) continue;
    // The same field in several layouts.
    const at = planned.findIndex((one) => one.name === sub.name && isSame(one.definition, wanted));
    const same = planned[at];
    if (same) {
      const kind = widest(same.definition.kind, wanted.kind);
      const multiple = same.definition.multiple || wanted.multiple ? { multiple: true } : {};
      planned[at] = {
        ...same,
        definition: { ...same.definition, ...multiple, kind },
        keys: [...same.keys, subKey(sub.name, sub.key)],
      };
      continue;
    }
    const name = freeName(sub.name, (one) => !taken.has(one));
    if (name === undefined || taken.size >= maxFields.ofGroup) continue;
    taken.add(name);
    planned.push({
      definition: { ...wanted, name },
      stats: sub.stats,
      keys: [subKey(sub.name, sub.key)],
      name: sub.name,
      isNested: sub.hasRows,
    });
  }
  if (planned.length === 0 && layout === '') return undefined;
  const fields: SubDefinition[] = [
    ...(layout === ''
      ? []
      : [
          {
            name: layout,
            kind: 'choice' as const,
            label: 'Layout',
            choices: layouts.map((value) => ({
              value,
              label: definition?.layouts.get(value) || labelFrom(value),
            })),
          },
        ]),
    ...planned.map((one) => one.definition),
  ];
  const isSearched = fields.some(({ kind }) => kind !== undefined && mayHave(kind, 'is_searched'));
  return {
    ...shared,
    kind: 'group',
    kinds: ['group'],
    example: planned.map(({ stats }) => stats.example).find((text) => text !== '') ?? layouts[0] ?? '',
    fields: fields.map(({ name, label, kind }) => ({ name, label, kind })),
    nested: planned.filter(({ isNested }) => isNested).map(({ definition: { name } }) => name),
    subs: new Map(planned.flatMap(({ keys, definition: { name } }) => keys.map((key) => [key, name]))),
    layout,
    definition: () => ({
      name: shared.field,
      label: shared.label,
      kind: 'group',
      fields,
      ...(isSearched ? { is_searched: true } : {}),
    }),
  };
}

/** Whether two fields of one name become one: choices differ in the values that they accept. */
const isSame = (one: SubDefinition, other: Pick<SubDefinition, 'kind'>): boolean =>
  (one.kind === other.kind && one.kind !== 'choice') || (isTextKind(one.kind) && isTextKind(other.kind));

function wantedSub(
  { name, key, stats, hasRows }: MetSub,
  { definitions, ids }: Sources,
): Omit<SubDefinition, 'name'> | undefined {
  const definition = definitions.get(key);
  const label = definition?.label || labelFrom(name);
  if (hasRows) return { kind: 'rich_text', label };
  const guess = guessKind(name, stats, { definition, ids });
  return guess && { kind: guess.kind, label, ...settingsOf(guess.kind, stats, definition, guess.relation) };
}
