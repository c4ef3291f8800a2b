import { z } from 'zod';
import type { Tx } from '../kernel/db/open-database.ts';
import { isRecord } from '../lib/records.ts';
import { readStored } from '../lib/schemas.ts';
import type { Field, SubField } from '../modules/fields/model.ts';
import { fieldsOfType } from '../modules/fields/site-fields.ts';
import { decodeValue, encodeValue } from '../modules/fields/values.ts';
import type { LedgerNote } from '../modules/imports/ledger.ts';
import { updatePost } from '../modules/posts/writer.ts';
import { metaRules } from '../modules/types/model.ts';
import { fileType } from '../modules/types/names.ts';
import { postTypeNamed } from '../modules/types/registry.ts';
import type { TermImport } from './import-terms.ts';
import type { UserImport } from './import-users.ts';
import type { References } from './references.ts';
import { findImportedPost } from './rows.ts';
import type { ImportRun } from './run.ts';

const maxFaults = 10;

/** Messages about values that their fields don't accept. They stay stored as they are. */
export function faultsOfValues(type: string, meta: Readonly<Record<string, readonly string[]>>): string[] {
  const textOf = (name: string) => (Object.hasOwn(meta, name) ? meta[name]?.[0] : undefined);
  const fields = fieldsOfType(type);
  const unfit = fields.filter((field) => {
    const text = textOf(field.name);
    return text !== undefined && text.trim() !== '' && decodeValue(field, text) === undefined;
  });
  const names = unfit.slice(0, maxFaults).map(({ name }) => name);
  const more = unfit.length > maxFaults ? ` and ${unfit.length - maxFaults} others` : '';
  const { meta: schemas } = postTypeNamed(type);
  const together = fields.flatMap(({ name }) => {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    return (schema && metaRules.get(schema)?.together?.fault(textOf)) ?? [];
  });
  return [
    ...(names.length === 0
      ? []
      : [
          `its fields don't accept the values of ${names.join(', ')}${more}; they stay stored, and are not shown`,
        ]),
    ...together.slice(0, maxFaults),
  ];
}

/** Prefix of ledger notes about values that name items by the exporter's ids; XML forbids the character. */
const nameMark = '\u0001fields ';
const endMark = '\u0001fields!';
/** Values of a post may have a million characters each. */
const notesPerStep = 20;
const maxNamed = 20;

const noteSchema = z.object({
  type: z.string(),
  kind: z.string(),
  title: z.string(),
  state: z.string(),
  values: z.record(z.string(), z.string()),
});
type WaitingValues = z.output<typeof noteSchema>;

const relations = new Set(['image', 'file', 'gallery', 'post', 'term', 'user']);
const namesItems = ({ kind, fields = [] }: Pick<Field, 'kind' | 'fields'>): boolean =>
  relations.has(kind) || fields.some((sub) => relations.has(sub.kind));

type Missing = (noun: string, id: number) => void;
type FoundId = number | undefined;

/**
 * Values of fields that name posts, files, terms and users. They wait in the ledger until all items of the files are
 * stored, and are written with the ids here. A stopped import finds them again.
 */
export class FieldValueImport {
  readonly #run: ImportRun;
  readonly #references: References;
  readonly #terms: TermImport;
  readonly #users: UserImport;

  constructor(run: ImportRun, references: References, terms: TermImport, users: UserImport) {
    this.#run = run;
    this.#references = references;
    this.#terms = terms;
    this.#users = users;
  }

  /** Splits the meta of an item into values that can be stored at once, and those that name other items. */
  split(
    type: string,
    meta: Readonly<Record<string, string[]>>,
  ): { readonly meta: Record<string, string[]>; readonly waiting: Readonly<Record<string, string>> } {
    const fields = fieldsOfType(type).filter(namesItems);
    const waiting = Object.fromEntries(
      fields.flatMap((field): [string, string][] => {
        const [value = ''] = Object.hasOwn(meta, field.name) ? (meta[field.name] ?? []) : [];
        return value !== '' && decodeValue(field, value) !== undefined ? [[field.name, value]] : [];
      }),
    );
    const rest = Object.entries(meta).filter(([key]) => !Object.hasOwn(waiting, key));
    return { meta: Object.assign(Object.create(null), Object.fromEntries(rest)), waiting };
  }

  /** Notes values in the transaction that writes their post; without any, removes those of an earlier version. */
  async await(tx: Tx, key: string, localId: number, waiting: WaitingValues, isNew: boolean): Promise<void> {
    if (Object.keys(waiting.values).length > 0)
      await this.#run.ledger.note(tx, 'post', {
        name: nameMark + key,
        localId,
        text: JSON.stringify(waiting),
      });
    else if (!isNew) await this.#run.ledger.forgetNote(tx, 'post', nameMark + key);
  }

  /** Writes all waiting values. Those that name an item of no file so far wait for the next file. */
  async settle(): Promise<void> {
    const { batches, database, ledger, report } = this.#run;
    for (let after = nameMark; ; ) {
      const notes = await ledger.notes(database.read, 'post', {
        after,
        before: endMark,
        limit: notesPerStep,
      });
      for (const note of notes) {
        const waiting = readStored<WaitingValues | undefined>(noteSchema, note.text, undefined);
        const entry = { kind: waiting?.kind ?? 'item', id: note.name.slice(nameMark.length) };
        let missing: string[] = [];
        const add = (message: string) =>
          report.notes.push({ ...entry, title: waiting?.title ?? '', message });
        await batches.add({
          work: async (tx) => {
            missing = await this.#settleOne(tx, note, waiting);
          },
          done: () => {
            if (missing.length === 0) return;
            const more = missing.length > maxNamed ? ` and ${missing.length - maxNamed} others` : '';
            add(
              `its fields name items that are not in the file: ${missing.slice(0, maxNamed).join(', ')}${more}`,
            );
          },
          failed: (reason) => add(`the values of its fields could not be set: ${reason}`),
        });
      }
      await batches.flush();
      const last = notes.at(-1);
      if (!last || notes.length < notesPerStep) return;
      after = last.name;
    }
  }

  async #settleOne(tx: Tx, note: LedgerNote, waiting: WaitingValues | undefined): Promise<string[]> {
    const post = await findImportedPost(tx.db, note.localId);
    const missing = new Set<string>();
    if (waiting && post && String(post.modified_at) === waiting.state) {
      const meta: Record<string, string[]> = {};
      for (const field of fieldsOfType(post.type)) {
        const text = Object.hasOwn(waiting.values, field.name) ? waiting.values[field.name] : undefined;
        const value = decodeValue(field, text);
        if (value === undefined) {
          if (text !== undefined) meta[field.name] = [text];
          continue;
        }
        const mapped = await this.#mapped(tx, field, value, (noun, id) =>
          missing.add(`${noun} ${id} (${field.name})`),
        );
        meta[field.name] = mapped === undefined ? [] : [encodeValue(mapped)];
      }
      await updatePost(tx, note.localId, { meta, modifiedAt: post.modified_at });
    }
    if (missing.size === 0) await this.#run.ledger.forgetNote(tx, 'post', note.name);
    return [...missing];
  }

  /** The value with ids of this site; undefined when nothing of it is left. */
  async #mapped(
    tx: Tx,
    field: SubField & Partial<Pick<Field, 'fields'>>,
    value: unknown,
    onMissing: Missing,
  ): Promise<unknown> {
    if (field.kind === 'group') {
      if (!Array.isArray(value)) return undefined;
      const rows: unknown[] = [];
      for (const row of value as unknown[]) {
        const mapped: Record<string, unknown> = isRecord(row) ? { ...row } : {};
        for (const sub of field.fields ?? [])
          if (relations.has(sub.kind) && mapped[sub.name] !== null)
            mapped[sub.name] = (await this.#mapped(tx, sub, mapped[sub.name], onMissing)) ?? null;
        rows.push(mapped);
      }
      return rows;
    }
    if (!relations.has(field.kind)) return value;
    if (typeof value === 'number') return this.#idOf(tx, field, value, onMissing);
    if (!Array.isArray(value)) return undefined;
    const ids: number[] = [];
    for (const one of value as unknown[]) {
      const id = typeof one === 'number' ? await this.#idOf(tx, field, one, onMissing) : undefined;
      if (id !== undefined && !ids.includes(id)) ids.push(id);
    }
    return ids.length === 0 ? undefined : ids;
  }

  async #idOf(tx: Tx, field: SubField, id: number, onMissing: Missing): Promise<FoundId> {
    const found = await this.#find(tx, field, String(id));
    if (found === undefined) onMissing(nouns[field.kind] ?? 'item', id);
    return found;
  }

  async #find(tx: Tx, { kind, taxonomies }: SubField, id: string): Promise<FoundId> {
    if (kind === 'user') return this.#users.byExternalId(id) || undefined;
    if (kind === 'post') return this.#references.find(tx.db, id);
    if (kind !== 'term') return this.#references.find(tx.db, id, fileType);
    for (const taxonomy of taxonomies ?? this.#terms.taxonomies()) {
      const found = this.#terms.byExternalId(taxonomy, id);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

const nouns: Readonly<Record<string, string>> = {
  post: 'item',
  term: 'term',
  user: 'user',
  image: 'image',
  file: 'file',
  gallery: 'image',
};
