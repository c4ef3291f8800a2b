import { z } from 'zod';
import { idOf, nearestWhole } from '../../lib/numbers.ts';

// Schemas for attributes of core blocks. Markup may hold anything: an invalid value reads as the default.

export const flag = (value: boolean) => z.boolean().catch(value).default(value);

export function whole(value: number, { min, max }: { readonly min?: number; readonly max?: number } = {}) {
  return z.preprocess((given) => nearestWhole(given, min, max), z.number().catch(value)).default(value);
}

/** One of these strings; default: the first. */
export const word = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words).catch(words[0]).default(words[0]);

/** A string cut to `max` characters, without NUL, which databases reject. HTML only where the block says so. */
export const string = (value = '', max = 2000) =>
  z
    .string()
    .transform((text) => text.slice(0, max).replaceAll('\0', ''))
    .catch(value)
    .default(value);

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

export const record = () => z.record(z.string(), z.unknown()).catch({}).default({});

/** Term ids as older blocks store them: an array of `{ id }`, a number, or its digits; at most 100. */
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

function idIn(input: unknown): number | undefined {
  return idOf(typeof input === 'object' && input !== null && 'id' in input ? input.id : input);
}
