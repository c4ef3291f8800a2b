import { z } from 'zod';
import type { ReaderText } from '../content/settings/definitions/translations.ts';

/**
 * Settings come from block comments, imports and `td_atts`: numbers as texts, flags as 'yes', ids in lists. These types read all of that and fall back instead of failing,
 * so that one bad attribute never costs the reader a block. The default stands inside, where the JSON schema of the inspector finds it.
 */

/** A whole number, held within its bounds. */
export function wholeNumber(fallback: number, min: number, max: number) {
  return z.preprocess((value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? Math.min(max, Math.max(min, Math.trunc(number))) : fallback;
  }, z.number().int().min(min).max(max).default(fallback));
}

/** A text of at most `max` characters. */
export function text(fallback = '', max = 500) {
  return z.preprocess((value) => (typeof value === 'string' ? value.slice(0, max) : typeof value === 'number' ? String(value) : fallback), z.string().default(fallback));
}

/** A text that is a wording of the site where nobody wrote another: `translation_{name}` stands for it until its block is loaded (`wordings.ts`). */
export function wording(name: ReaderText, max = 500) {
  return text(`translation_${name}`, max);
}

/** On or off. */
export function flag(fallback: boolean) {
  return z.preprocess((value) => {
    if (typeof value === 'boolean') return value;
    if (typeof value === 'number') return value !== 0;
    return typeof value === 'string' ? ['yes', 'true', '1', 'on'].includes(value.toLowerCase()) : fallback;
  }, z.boolean().default(fallback));
}

/** One of the given words. */
export function choice<const Word extends string>(words: readonly [Word, ...Word[]], fallback: NoInfer<Word>) {
  return z.preprocess((value) => (words.some((word) => word === value) ? value : fallback), z.enum(words).default(fallback as z.util.NoUndefined<Word>));
}

/** A colour as `#rgb` to `#rrggbbaa`; anything else is no colour. */
export function color() {
  return z.preprocess((value) => (typeof value === 'string' && /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value) ? value : ''), z.string().default(''));
}

/** Class names; characters that no class name needs are dropped. */
export function classNames() {
  return z.preprocess((value) => (typeof value === 'string' ? value.replace(/[^\w -]/g, '').slice(0, 200) : ''), z.string().default(''));
}

/** Whole numbers out of `3, -4, 5`, `[3, -4]` or `3`; at most `max` of them, zeros dropped. */
export function parseIds(value: string, max = 200): number[] {
  return value.split(/[\s,]+/).map(Number).filter((id) => Number.isSafeInteger(id) && id !== 0).slice(0, max);
}
