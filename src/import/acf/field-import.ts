import { harmless } from '../../lib/visible-name.ts';
import type { ChosenFields, GuessedField } from '../../modules/imports/field-choices.ts';
import { maxFields } from '../../modules/fields/model.ts';
import { fieldsOfType } from '../../modules/fields/site-fields.ts';
import { isFreeKey } from '../../modules/posts/meta.ts';
import { postTypeNamed, taxonomyNamed } from '../../modules/types/registry.ts';
import { ImportError } from '../../lib/errors.ts';
import type { DefinitionImport } from '../import-definitions.ts';
import { isReadKey } from '../meta-keys.ts';
import type { ImportSource } from '../order-sources.ts';
import { pluginsOfTaxonomy } from '../plugin-taxonomies.ts';
import type { ImportRun } from '../run.ts';
import type { WxrItem } from '../wxr-events.ts';
import { readWxr } from '../wxr-reader.ts';
import { convertItem } from './convert-values.ts';
import { FieldGuesser } from './guess-fields.ts';
import type { FieldPlan } from './guess-fields.ts';
import type { PlannedField } from './plan-field.ts';

/** The plan of a guesser for this site. */
export const planHere = (guesser: FieldGuesser): FieldPlan =>
  guesser.plan({ isFree: isFreeKey, isRead: isReadKey });

/** Reads exports and guesses the fields of their field plugin. Unreadable files are reported by the import itself. */
export async function guessFields(
  sources: readonly ImportSource[],
  signal?: AbortSignal,
): Promise<FieldPlan> {
  const guesser = new FieldGuesser();
  for (const { open } of sources)
    try {
      for await (const event of readWxr(open())) {
        if (signal?.aborted) break;
        guesser.observe(event);
      }
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
    }
  return planHere(guesser);
}

/** The fields of a plan that were chosen, with the chosen kinds. A kind that the values don't allow is ignored. */
export function chosenPlan(plan: FieldPlan, chosen: ChosenFields): FieldPlan {
  if (chosen === 'guess') return plan;
  if (chosen === 'none') return { ...plan, types: new Map() };
  const kinds = new Map(chosen.map(({ type, name, kind }) => [`${type}\0${name}`, kind]));
  const types = [...plan.types].map(([type, fields]) => {
    const some = fields.flatMap((field) => {
      const kind = kinds.get(`${type}\0${field.name}`);
      if (kind === undefined) return [];
      const isChosen = kind !== field.kind && field.kinds.includes(kind);
      return [isChosen ? { ...field, kind, isChosen } : field];
    });
    return [type, some] as const;
  });
  return { ...plan, types: new Map(types.filter(([, fields]) => fields.length > 0)) };
}

/** The fields of a plan as users confirm them. */
export const listGuessed = ({ types }: FieldPlan): GuessedField[] =>
  [...types].flatMap(([type, fields]) =>
    fields.map(({ name, field, label, kind, kinds, items, example, isDefined, fields: subs }) => ({
      type,
      name,
      kind,
      field,
      label,
      kinds: [...kinds],
      items,
      example: harmless(example),
      is_defined: isDefined,
      fields: [...subs],
    })),
  );

/** Defines the fields of a plan and converts the values of items. */
export class PluginFields {
  readonly #run: ImportRun;
  readonly #definitions: DefinitionImport;
  readonly #plan: FieldPlan | undefined;
  /** Values that fit no field, by type and field, with an example. */
  readonly #unfit = new Map<string, { values: number; id: string; key: string }>();

  constructor(run: ImportRun, definitions: DefinitionImport, plan: FieldPlan | undefined) {
    this.#run = run;
    this.#definitions = definitions;
    this.#plan = plan;
  }

  #note(name: string, message: string): void {
    this.#run.report.notes.push({ kind: 'field', id: harmless(name), title: '', message });
  }

  async define(): Promise<void> {
    const created = new Set<string>();
    for (const [type, planned] of this.#plan?.types ?? []) {
      if (!postTypeNamed(type).isRegistered) {
        if (!(await this.#definitions.addFoundType(type))) {
          const names = planned.map(({ name }) => name);
          this.#note(
            type,
            `its fields were not defined, because there is no post type of this name; their values stay: ${listed(names)}`,
          );
          continue;
        }
        this.#note(type, 'this post type was created, because its fields were imported');
        created.add(type);
      }
      const present = new Set(fieldsOfType(type).map(({ name }) => name));
      const missing = planned.filter(({ field }) => !present.has(field));
      const room = Math.max(0, maxFields.ofType - present.size);
      const over = new Set(missing.slice(room).map(({ field }) => field));
      if (over.size > 0)
        this.#note(
          type,
          `a type has at most ${maxFields.ofType} fields; these were not defined: ${listed([...over])}`,
        );
      const wanted = planned.filter(({ field }) => !over.has(field));
      await this.#definitions.addFields(type, wanted.map(definitionHere));
      const defined = new Set(fieldsOfType(type).map(({ name }) => name));
      for (const one of missing) if (defined.has(one.field)) this.#note(`${type}.${one.field}`, madeOf(one));
    }
    for (const [type, count] of this.#plan?.left ?? [])
      this.#note(type, `it has more fields than can be defined; the values of ${count} stay as they are`);
    await this.#defineTaxonomies(created);
  }

  /** Creates the taxonomies of created types. Plugins' own stay undefined. */
  async #defineTaxonomies(created: ReadonlySet<string>): Promise<void> {
    for (const [name, { types, isHierarchical }] of this.#plan?.taxonomies ?? []) {
      if (![...types].some((type) => created.has(type)) || pluginsOfTaxonomy(name).length > 0) continue;
      const known = [...types].filter((type) => postTypeNamed(type).isRegistered);
      if (await this.#definitions.addFoundTaxonomy(name, known, isHierarchical))
        this.#note(name, 'this taxonomy was created, because a post type that uses it was');
    }
  }

  /** The item with its values as values of fields. */
  convert(item: WxrItem): WxrItem {
    const planned = this.#run.file.isOurs ? undefined : this.#plan?.types.get(item.type);
    const targets = planned ? fieldsOfType(item.type) : [];
    if (!planned || targets.length === 0) return item;
    const converted = convertItem(item, planned, { targets, acfTypes: this.#plan?.acfTypes ?? new Map() });
    for (const [field, key] of converted.unfit) {
      const name = `${item.type}.${field}`;
      const known = this.#unfit.get(name) ?? { values: 0, id: item.id, key };
      this.#unfit.set(name, { ...known, values: known.values + 1 });
    }
    return converted.item;
  }

  /** Reports the values that fit no field. */
  report(): void {
    for (const [name, { values, id, key }] of this.#unfit)
      this.#note(
        name,
        `the values of ${values} ${values === 1 ? 'item' : 'items'} do not fit the field, and stay as they are (first: "${harmless(key)}" of item ${harmless(id)})`,
      );
    this.#unfit.clear();
  }
}

const maxListed = 20;
const listed = (names: readonly string[]) =>
  harmless(names.slice(0, maxListed).join(', ')) +
  (names.length > maxListed ? ` and ${names.length - maxListed} others` : '');

function madeOf({ name, field, kind, items, isDefined, isChosen, nested }: PlannedField): string {
  const from = isChosen ? 'as chosen' : isDefined ? 'from its definition in the plugin' : 'from its values';
  const renamed = name === field ? '' : `; the plugin names it "${name}"`;
  const words = nested.length === 0 ? '' : `; rows within rows become text: ${nested.join(', ')}`;
  return `defined as ${kind} ${from}, for ${items} ${items === 1 ? 'item' : 'items'}${renamed}${words}`;
}

/** A definition without types and taxonomies that the site lacks. */
function definitionHere({ definition, kind }: PlannedField) {
  const { fields, ...own } = definition(kind);
  return { ...onlyKnown(own), ...(fields ? { fields: fields.map(onlyKnown) } : {}) };
}

function onlyKnown<
  Definition extends {
    readonly post_types?: string[] | undefined;
    readonly taxonomies?: string[] | undefined;
  },
>({ post_types: types = [], taxonomies = [], ...rest }: Definition) {
  const postTypes = types.filter((type) => postTypeNamed(type).isRegistered);
  const known = taxonomies.filter((taxonomy) => taxonomyNamed(taxonomy).isRegistered);
  return {
    ...rest,
    ...(postTypes.length > 0 ? { post_types: postTypes } : {}),
    ...(known.length > 0 ? { taxonomies: known } : {}),
  };
}

/** Meta keys that a conversion removed; an update would leave them in the stored post. */
export function removedKeys(sent: WxrItem, converted: WxrItem): readonly string[] {
  if (sent === converted) return [];
  const left = new Set(converted.meta.map(({ key }) => key));
  return sent.meta.map(({ key }) => key).filter((key) => key !== '' && !left.has(key));
}
