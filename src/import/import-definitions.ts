import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Tx } from '../kernel/db/open-database.ts';
import { BroadsheetError, messageOf } from '../lib/errors.ts';
import { readJson } from '../lib/json.ts';
import { isRecord } from '../lib/records.ts';
import { harmless } from '../lib/visible-name.ts';
import { replaceFields } from '../modules/fields/commands.ts';
import { fieldDefinition, maxFields, withoutMisnamed } from '../modules/fields/model.ts';
import type { FieldDefinition } from '../modules/fields/model.ts';
import { findFieldSet } from '../modules/fields/store.ts';
import { defaultFault } from '../modules/fields/values.ts';
import { isFreeKey } from '../modules/posts/meta.ts';
import {
  createTaxonomy,
  createType,
  taxonomyInput,
  typeInput,
} from '../modules/types/definition-commands.ts';
import { listDefinitions } from '../modules/types/definition-store.ts';
import { suggestedTaxonomy, suggestedType } from '../modules/types/own-definition.ts';
import { postTypeNamed, taxonomyNamed } from '../modules/types/registry.ts';
import { operator } from '../modules/users/role.ts';
import type { ImportRun } from './run.ts';

/** Definitions read of one file; a site has at most 100 types, with at most 100 fields each. */
const maxRead = 200;

const list = z.array(z.unknown()).max(maxRead).default([]);
const sent = z.object({
  version: z.literal(1),
  types: list,
  taxonomies: list,
  fields: z
    .array(z.object({ type: z.string().max(20), fields: z.array(z.unknown()).max(maxFields.ofType) }))
    .max(maxRead)
    .default([]),
});

const actor = operator('import');
const nameIn = (one: unknown) =>
  isRecord(one) && typeof one['name'] === 'string' ? harmless(one['name'].slice(0, 60)) : '(none)';
const faultsOf = (error: z.ZodError) =>
  error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join('; ');
/** An export of one type names only that one for a taxonomy of several. */
const hasAll = (all: unknown, some: unknown): boolean =>
  Array.isArray(all) && Array.isArray(some) && some.every((one) => all.includes(one));
const withoutUndefined = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/**
 * Creates the types, taxonomies and fields that an export of Broadsheet defines. A definition of the site is never
 * overwritten: the report names those that differ. Values of fields come with their posts (`import-field-values.ts`).
 */
export class DefinitionImport {
  readonly #run: ImportRun;

  constructor(run: ImportRun) {
    this.#run = run;
  }

  #note(kind: string, name: string, message: string): void {
    this.#run.report.notes.push({ kind, id: harmless(name), title: '', message });
  }

  async add(text: string): Promise<void> {
    const read = sent.safeParse(readJson(text));
    if (!read.success)
      return this.#note('definitions', '', `its types and fields could not be read: ${faultsOf(read.error)}`);
    await this.#run.batches.flush();
    for (const one of read.data.types) await this.#define('post type', one, typeInput, createType);
    for (const one of read.data.taxonomies)
      await this.#define('taxonomy', one, taxonomyInput, createTaxonomy);
    for (const { type, fields } of read.data.fields) await this.addFields(type, fields);
  }

  async #define<Input extends { readonly name: string }>(
    kind: 'post type' | 'taxonomy',
    one: unknown,
    schema: z.ZodType<Input, Input>,
    create: (tx: Tx, by: typeof actor, input: Input) => Promise<void>,
  ): Promise<void> {
    const { database } = this.#run;
    const parsed = schema.safeParse(one);
    if (!parsed.success)
      return this.#note(kind, nameIn(one), `it was not defined: ${faultsOf(parsed.error)}`);
    const { name, ...mine } = parsed.data;
    const stored = (await listDefinitions(database.read)).find((other) => other.name === name);
    if (stored && !stored.isDeleted) {
      const theirs: Readonly<Record<string, unknown>> = { ...stored.definition };
      const differing = Object.entries(mine).flatMap(([key, value]) =>
        isDeepStrictEqual(theirs[key], value) || (key === 'types' && hasAll(theirs[key], value)) ? [] : [key],
      );
      if (differing.length > 0)
        this.#note(
          kind,
          name,
          `this site defines it differently; its own definition was kept (different: ${differing.join(', ')})`,
        );
      return;
    }
    try {
      await database.write((tx) => create(tx, actor, parsed.data));
    } catch (error) {
      if (!(error instanceof BroadsheetError)) throw error;
      this.#note(kind, name, `it was not defined: ${messageOf(error)}`);
    }
  }

  /**
   * Defines a type that only the items of a file name, as they are shown without a definition. One that was deleted here
   * stays deleted. Returns whether the type is defined.
   */
  async addFoundType(name: string): Promise<boolean> {
    const stored = await listDefinitions(this.#run.database.read);
    if (stored.some((other) => other.name === name)) return false;
    await this.#run.batches.flush();
    await this.#define('post type', { name, ...suggestedType(name) }, typeInput, createType);
    return postTypeNamed(name).isRegistered;
  }

  /** The same for a taxonomy. */
  async addFoundTaxonomy(name: string, types: readonly string[], hierarchical: boolean): Promise<boolean> {
    const stored = await listDefinitions(this.#run.database.read);
    if (taxonomyNamed(name).isRegistered || stored.some((other) => other.name === name)) return false;
    await this.#run.batches.flush();
    await this.#define(
      'taxonomy',
      { name, ...suggestedTaxonomy(name), types, hierarchical },
      taxonomyInput,
      createTaxonomy,
    );
    return taxonomyNamed(name).isRegistered;
  }

  /** Adds fields to those of a type. Fields that the site has under these names are kept. */
  async addFields(type: string, sentFields: readonly unknown[]): Promise<void> {
    const { database } = this.#run;
    const { fields: present } = await findFieldSet(database.read, type);
    const stored = new Map(
      present.map(({ id: _id, isReady: _isReady, ...definition }) => [definition.name, definition]),
    );
    const added = new Map<string, FieldDefinition>();
    for (const one of sentFields) {
      const parsed = fieldDefinition.safeParse(one);
      const name = parsed.success ? parsed.data.name : nameIn(one);
      const fault = parsed.success ? this.#faultOf(type, parsed.data) : faultsOf(parsed.error);
      const before = stored.get(name);
      if (!parsed.success || fault !== undefined)
        this.#note('field', `${type}.${name}`, `it was not defined: ${fault ?? ''}`);
      else if (!before) added.set(name, parsed.data);
      else if (!isDeepStrictEqual(withoutUndefined(before), withoutUndefined(parsed.data)))
        this.#note(
          'field',
          `${type}.${name}`,
          `this site defines it differently (${before.kind}, in the file ${parsed.data.kind}); its own definition was kept`,
        );
    }
    if (added.size === 0) return;
    try {
      await database.write(async (tx) => {
        const { revision } = await findFieldSet(tx.db, type);
        const fields = withoutMisnamed([...stored.values(), ...added.values()]);
        await replaceFields(tx, actor, { type, fields }, revision);
      });
    } catch (error) {
      if (!(error instanceof BroadsheetError)) throw error;
      this.#note('field', type, `its fields were not defined: ${messageOf(error)}`);
    }
  }

  #faultOf(type: string, field: FieldDefinition): string | undefined {
    if (!postTypeNamed(type).isRegistered) return `there is no post type "${harmless(type)}"`;
    if (!isFreeKey(type, field.name)) return 'the name has a meaning of its own on this site';
    return [field, ...(field.fields ?? [])].map(defaultFault).find((fault) => fault !== undefined);
  }
}
