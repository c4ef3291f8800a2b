import { z } from 'zod';
import { wholeOf } from './numbers.ts';

/** An integer in [from, to]; any safe integer by default. */
export const whole = (from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER) =>
  z.int().min(from).max(to);

/** 32-bit, like WordPress' `menu_order`. */
export const int32 = whole(-(2 ** 31), 2 ** 31 - 1);

/** An integer in [from, to] that may be a text, as meta is stored. */
export const wholeOrText = (from?: number, to?: number) =>
  z.preprocess((value) => wholeOf(value) ?? value, whole(from, to));

/** A schema's bounds for an integer; those of all safe integers don't count. */
export function boundsOf(schema: z.ZodType): { readonly min?: number; readonly max?: number } {
  const { minimum: min, maximum: max } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return {
    ...(min === undefined || min <= Number.MIN_SAFE_INTEGER ? {} : { min }),
    ...(max === undefined || max >= Number.MAX_SAFE_INTEGER ? {} : { max }),
  };
}

export const storedTexts = z.array(z.string());

/** Parses a JSON column; returns `instead` when it is invalid or has another shape, so that one corrupt row does not affect others. */
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
