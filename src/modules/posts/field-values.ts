import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { Actor } from '../../kernel/permission.ts';
import { portions } from '../../lib/batch.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { fileKindOf } from '../../lib/file-kinds.ts';
import { findTerms } from '../terms/index.ts';
import { fileType, metaRules, postTypeNamed, taxonomyNamed } from '../types/index.ts';
import type { MetaReferences } from '../types/index.ts';
import { findUsers } from '../users/index.ts';
import type { Post } from './model.ts';
import { findPostMeta, findVisibleIds, findVisiblePosts } from './reader.ts';

type Meta = Readonly<Record<string, readonly string[]>>;
type Target = Pick<Post, 'id' | 'type'>;

/** Names of the custom fields of a type; most types have no fields. */
export function fieldNames(type: string): string[] {
  return Object.entries(postTypeNamed(type).meta).flatMap(([name, schema]) =>
    metaRules.has(schema) ? [name] : [],
  );
}

const rulesOf = (type: string, name: string) => {
  const { meta } = postTypeNamed(type);
  const schema = Object.hasOwn(meta, name) ? meta[name] : undefined;
  const rules = schema && metaRules.get(schema);
  return schema && rules && { schema, ...rules };
};

/** Ids of the files that the values of a post name. */
export function fileIdsIn(type: string, meta: Meta): number[] {
  return fieldNames(type).flatMap((name) => {
    const rules = rulesOf(type, name);
    const value = Object.hasOwn(meta, name) ? meta[name]?.[0] : undefined;
    if (!rules || value === undefined) return [];
    return rules
      .references(rules.shown.safeParse(value).data)
      .flatMap(({ kind, ids }) => (kind === 'image' || kind === 'file' ? ids : []));
  });
}

const only = (record: Meta, names: readonly string[]): Meta =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));

/** Stored values of a post's fields, one each. */
async function findValues(read: Reader, { id, type }: Target): Promise<Record<string, string>> {
  const names = fieldNames(type);
  if (names.length === 0 || id === 0) return {};
  const stored = (await findPostMeta(read, [id], names)).get(id);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = stored?.get(name)?.[0];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/**
 * The stored values of a post's fields as JSON, for revisions; null for types without fields. A field without a value
 * is null, so that one that is defined later differs from it.
 */
export async function findFieldValues(read: Reader, post: Target): Promise<string | null> {
  return fieldValuesWith(read, post, {});
}

/** The same with changed meta. */
export async function fieldValuesWith(read: Reader, post: Target, changed: Meta): Promise<string | null> {
  const names = fieldNames(post.type);
  if (names.length === 0) return null;
  const stored = await findValues(read, post);
  return JSON.stringify(
    Object.fromEntries(
      names.map((name) => {
        const values = Object.hasOwn(changed, name) ? changed[name] : undefined;
        const value = values ? values[0] : stored[name];
        return [name, value ?? null] as const;
      }),
    ),
  );
}

/** A revision's values by name, null for none; undefined: unknown. */
export function readFieldValues(
  json: string | null | undefined,
): Readonly<Record<string, string | null>> | undefined {
  if (json === null || json === undefined) return undefined;
  try {
    const read: unknown = JSON.parse(json);
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? Object.fromEntries(
          Object.entries(read).filter(
            (entry): entry is [string, string | null] => typeof entry[1] === 'string' || entry[1] === null,
          ),
        )
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Meta that restores a revision's values. Fields that the revision doesn't know, that no longer accept its value, or
 * whose value names what doesn't exist any more, stay as they are.
 */
export async function restoredMeta(
  tx: Tx,
  actor: Actor,
  post: Target,
  json: string | null | undefined,
): Promise<Record<string, string[]>> {
  const values = readFieldValues(json);
  if (!values) return {};
  const accepted: Record<string, string[]> = Object.fromEntries(
    fieldNames(post.type).flatMap((name): [string, string[]][] => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value === undefined) return [];
      if (value === null) return [[name, []]];
      return rulesOf(post.type, name)?.schema.safeParse(value).success ? [[name, [value]]] : [];
    }),
  );
  const missing = await findMissing(tx, actor, post, accepted, await findValues(tx.db, post));
  return Object.fromEntries(Object.entries(accepted).filter(([name]) => !missing.has(name)));
}

/** Meta of a new post with the defaults of fields whose value wasn't sent. */
export function withDefaults(type: string, meta: Meta): Meta {
  const defaults = fieldNames(type).flatMap((name) => {
    const initial = rulesOf(type, name)?.initial;
    return initial === undefined || Object.hasOwn(meta, name) ? [] : [[name, [initial]] as const];
  });
  return defaults.length === 0 ? meta : { ...Object.fromEntries(defaults), ...meta };
}

/**
 * Throws `InvalidInputError` for changed values that name what doesn't exist or the actor can't see, or that don't go
 * together, and for a missing required value of a post that is published, or was and loses it. Ids that a value already had stay allowed.
 */
export async function checkFieldValues(
  tx: Tx,
  actor: Actor,
  post: Target,
  changed: Meta,
  isPublishing: boolean,
): Promise<void> {
  const names = fieldNames(post.type);
  if (names.length === 0) return;
  const written = only(changed, names);
  if (Object.keys(written).length === 0 && !isPublishing) return;
  const stored = await findValues(tx.db, post);
  const faults: Record<string, string> = {};
  if (isPublishing)
    for (const name of names) {
      const rules = rulesOf(post.type, name);
      const value = written[name] ? written[name][0] : stored[name];
      if (rules?.isRequired && isEmpty(value))
        faults[`meta.${name}`] = `The field "${rules.label}" needs a value before this can be published.`;
      const lacking = value === undefined ? undefined : rules?.lackingInRows?.(value);
      if (rules && lacking !== undefined)
        faults[`meta.${name}`] =
          `Each row of the field "${rules.label}" needs a value of "${lacking}" before this can be published.`;
    }
  for (const name of names) {
    const { together: rule } = rulesOf(post.type, name) ?? {};
    if (!rule || !rule.names.some((one) => Object.hasOwn(written, one))) continue;
    const fault = rule.fault((one) => (Object.hasOwn(written, one) ? written[one]?.[0] : stored[one]));
    if (fault !== undefined) faults[`meta.${name}`] = fault;
  }
  for (const [name, fault] of await findMissing(tx, actor, post, written, stored))
    faults[`meta.${name}`] = fault;
  const messages = Object.values(faults);
  if (messages.length > 0) throw new InvalidInputError(messages.join(' '), 'rest_invalid_param', faults);
}

const isEmpty = (value: string | undefined): boolean =>
  value === undefined || value.trim() === '' || value === '[]';

/** Faults by field name, of values that name what doesn't exist or the actor can't see. */
async function findMissing(
  tx: Tx,
  actor: Actor,
  { type }: Target,
  written: Meta,
  stored: Readonly<Record<string, string>>,
): Promise<Map<string, string>> {
  const faults = new Map<string, string>();
  for (const [name, [value]] of Object.entries(written)) {
    const rules = rulesOf(type, name);
    if (!rules || value === undefined) continue;
    const before = rules.references(rules.shown.safeParse(stored[name]).data);
    const had = new Set(before.flatMap(({ kind, ids }) => ids.map((id) => `${kind} ${id}`)));
    for (const named of together(rules.references(rules.schema.safeParse(value).data)))
      for (const ids of portions(named.ids.filter((id) => !had.has(`${named.kind} ${id}`)))) {
        const fault = await missingFault(tx.db, actor, { ...named, ids });
        if (fault !== undefined) faults.set(name, `The field "${rules.label}" can't be saved: ${fault}`);
      }
  }
  return faults;
}

/** The references of all rows of a group as one for each kind, so that a value takes few queries. */
function together(references: readonly MetaReferences[]): MetaReferences[] {
  const groups = Map.groupBy(references, ({ kind, allowed }) => JSON.stringify([kind, allowed]));
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike;
    return first ? [{ ...first, ids: [...new Set(alike.flatMap(({ ids }) => ids))] }] : [];
  });
}

/**
 * Shown values by post without posts and files that the actor can't see. Runs no query without fields that name some.
 */
export async function withoutUnseen<Value extends Readonly<Record<string, unknown>>>(
  read: Reader,
  actor: Actor | undefined,
  shown: readonly { readonly type: string; readonly meta: Value }[],
): Promise<Value[]> {
  const rules = shown.map(({ type, meta }) =>
    fieldNames(type).flatMap((name) => {
      const found = rulesOf(type, name);
      const ids = (found?.references(meta[name]) ?? []).flatMap((named) =>
        named.kind === 'term' || named.kind === 'user' ? [] : named.ids,
      );
      return found && ids.length > 0 ? [{ name, ids, limited: found.limited }] : [];
    }),
  );
  const named = [...new Set(rules.flatMap((some) => some.flatMap(({ ids }) => ids)))];
  const seen = await findVisibleIds(read, named, actor);
  return shown.map(({ meta }, at) => ({
    ...meta,
    ...Object.fromEntries((rules[at] ?? []).map(({ name, limited }) => [name, limited(meta[name], seen)])),
  }));
}

/** Why an id can't be named; undefined: all can. Items that the actor can't see count as missing. */
async function missingFault(
  read: Reader,
  actor: Actor,
  { kind, ids, allowed }: MetaReferences,
): Promise<string | undefined> {
  if (kind === 'term') {
    const terms = await findTerms(read, ids);
    const missing = ids.find((id) => {
      const taxonomy = terms.get(id)?.taxonomy;
      return taxonomy === undefined || !(allowed?.includes(taxonomy) ?? taxonomyNamed(taxonomy).isPublic);
    });
    return missing === undefined ? undefined : `there is no term ${missing} that it accepts.`;
  }
  if (kind === 'user') {
    const users = await findUsers(read, ids);
    const missing = ids.find((id) => !users.has(id));
    return missing === undefined ? undefined : `there is no user ${missing}.`;
  }
  const posts = await findVisiblePosts(read, ids, actor);
  const missing = ids.find((id) => {
    const post = posts.get(id);
    if (!post) return true;
    if (kind === 'post')
      return !(allowed?.includes(post.type) ?? (postTypeNamed(post.type).isPublic && post.type !== fileType));
    return post.type !== fileType || (kind === 'image' && fileKindOf(post.mimeType) !== 'image');
  });
  const other =
    kind === 'file' && allowed && missing === undefined
      ? ids.find((id) => !allowed.includes(fileKindOf(posts.get(id)?.mimeType ?? '')))
      : undefined;
  if (other !== undefined)
    return `the file ${other} is of the type ${posts.get(other)?.mimeType || 'unknown'}; it accepts ${allowed?.join(', ')}.`;
  if (missing === undefined) return undefined;
  if (kind === 'post') return `there is no post ${missing} that it accepts.`;
  return `there is no ${kind === 'image' ? 'picture' : 'file'} ${missing} in the library.`;
}
