import { z } from 'zod';
import { wholeOf } from './numbers.ts';

/** A whole number in [from, to]; without bounds one that JavaScript holds exactly. */
export const whole = (from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER) =>
  z.int().min(from).max(to);

/** One of 32 bits, as WordPress holds places of posts. */
export const int32 = whole(-(2 ** 31), 2 ** 31 - 1);

/** A whole number in [from, to] that may stand as a text, as the database keeps meta. */
export const wholeOrText = (from?: number, to?: number) =>
  z.preprocess((value) => wholeOf(value) ?? value, whole(from, to));

/** The bounds that a schema sets to a whole number; those that every whole number has are none. */
export function boundsOf(schema: z.ZodType): { readonly min?: number; readonly max?: number } {
  const { minimum: min, maximum: max } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return {
    ...(min === undefined || min <= Number.MIN_SAFE_INTEGER ? {} : { min }),
    ...(max === undefined || max >= Number.MAX_SAFE_INTEGER ? {} : { max }),
  };
}

/** A list of texts, as columns hold it in JSON. */
export const storedTexts = z.array(z.string());

/** What a column of JSON holds; `instead` where it is no JSON, or of another shape, so that one row that somebody spoilt fails nothing else. */
export function readStored<Value>(schema: z.ZodType<Value>, text: string, instead: Value): Value {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return instead;
  }
  const read = schema.safeParse(value);
  return read.success ? read.data : instead;
}
