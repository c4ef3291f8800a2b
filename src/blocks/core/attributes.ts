import { z } from 'zod';
import { idOf, nearestWhole } from '../../lib/numbers.ts';

// Attributes of core blocks. Markup may hold anything: what is no value of an attribute reads as its default.

/** Yes or no. */
export const flag = (value: boolean) => z.boolean().catch(value).default(value);

/** A whole number within bounds; another one, or a text of digits, is brought to the nearest. */
export function whole(value: number, { min, max }: { readonly min?: number; readonly max?: number } = {}) {
  return z.preprocess((given) => nearestWhole(given, min, max), z.number().catch(value)).default(value);
}

/** One of these words, or the first of them. */
export const word = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words).catch(words[0]).default(words[0]);

/** A text of at most `max` characters, longer ones are cut, without NUL, which no database takes; HTML where the block says so. */
export const string = (value = '', max = 2000) =>
  z
    .string()
    .transform((text) => text.slice(0, max).replaceAll('\0', ''))
    .catch(value)
    .default(value);

/** Ids, at most 100 of them. */
export const ids = () =>
  z
    .array(z.unknown())
    .transform((list) =>
      list
        .map(idOf)
        .filter((id) => id !== undefined)
        .slice(0, 100),
    )
    .catch([])
    .default([]);

/** An object of the block's own. */
export const record = () => z.record(z.string(), z.unknown()).catch({}).default({});

/** Ids of terms as older blocks write them: a list of `{ id }`, or one number, or its digits; at most 100. */
export const termIds = () =>
  z
    .unknown()
    .transform((given) =>
      (Array.isArray(given) ? given : [given])
        .map(idIn)
        .filter((id) => id !== undefined)
        .slice(0, 100),
    )
    .default([]);

function idIn(given: unknown): number | undefined {
  return idOf(typeof given === 'object' && given !== null && 'id' in given ? given.id : given);
}
