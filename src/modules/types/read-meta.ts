import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { InvalidInputError } from '../../lib/errors.ts';
import type { MetaSchema } from './meta.ts';

/** Values by key, in the order in which they were added. */
export type StoredMeta = ReadonlyMap<string, readonly string[]>;

/** Meta as commands are sent it: values of declared keys; an empty list removes a key. */
export const sentMeta = z.record(z.string().max(255), z.array(z.unknown()).max(100));
type SentMeta = z.output<typeof sentMeta>;

/** Rows of one of the tables of meta, by the id of what has them and by key, in the order given. */
export function metaById(
  rows: readonly { readonly id: number; readonly key: string; readonly value: string }[],
): Map<number, Map<string, string[]>> {
  const found = new Map<number, Map<string, string[]>>();
  for (const { id, key, value } of rows) {
    const meta = found.get(id) ?? new Map<string, string[]>();
    found.set(id, meta);
    meta.set(key, [...(meta.get(key) ?? []), value]);
  }
  return found;
}

/** The declared meta of a thing as readers may see it: null for what is not there, or is not as its schema says. */
export function shownMeta(declared: MetaSchema, stored: StoredMeta | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(declared).map(([key, schema]) => [
      key,
      schema.safeParse(stored?.get(key)?.[0]).data ?? null,
    ]),
  );
}

/**
 * Meta as writers take it. `whose` names what has it in messages, in the plural; `clean` takes out of a value what the actor may not write. Throws
 * `InvalidInputError` for a key that is not declared, or a value that the key does not take.
 */
export function readMeta(
  whose: string,
  declared: MetaSchema,
  sent: SentMeta,
  clean: (key: string, text: string) => string = (_key, text) => text,
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(sent).map(([key, values]) => {
      const schema = Object.hasOwn(declared, key) ? declared[key] : undefined;
      if (!schema) {
        const message = `${whose} have no meta "${key.slice(0, 80)}"; they have ${Object.keys(declared).join(', ') || 'none'}.`;
        throw new InvalidInputError(message, 'rest_invalid_param', { meta: message });
      }
      return [
        key,
        values.map((value) => {
          const parsed = schema.safeParse(value);
          const text = parsed.success ? String(parsed.data) : '';
          if (parsed.success && !text.includes('\0')) return clean(key, text);
          const reason = parsed.success
            ? 'it holds a null byte'
            : parsed.error.issues.map(({ message }) => message).join('; ');
          const message = `The meta "${key}" can't be ${String(JSON.stringify(value)).slice(0, 80)}: ${reason}.`;
          throw new InvalidInputError(message, 'rest_invalid_param', { [`meta.${key}`]: message });
        }),
      ];
    }),
  );
}

/** Those keys of `meta` that would change what is stored. */
export function changedMeta(
  meta: Readonly<Record<string, readonly string[]>>,
  stored: StoredMeta | undefined,
): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(meta).filter(([key, values]) => !isDeepStrictEqual(values, stored?.get(key) ?? [])),
  );
}
