import { z } from 'zod';
import { IsoDate } from './values.ts';

/** Kinds of parameters and fields. An empty string where another type is expected counts as not sent, as in WordPress. */

const largestId = 2 ** 53 - 1;
const wholeText = /^[+-]?\d{1,16}$/;

export const anything = z.unknown().optional();

const wholeNumber = z
  .union([z.number(), z.string().trim().regex(wholeText, 'is no whole number').transform(Number)])
  .refine((value) => Number.isSafeInteger(value), 'is no whole number');

/** The id of something, as a number or in digits. */
export const id = wholeNumber.refine((value) => value > 0 && value <= largestId, 'is no id');
export const whole = wholeNumber;
export const text = z.union([
  z.string(),
  z.number().transform(String),
  z.boolean().transform((value) => (value ? '1' : '')),
]);
export const flag = z.union([
  z.boolean(),
  z.number().transform((value) => value !== 0),
  z.string().transform((value) => !['', '0', 'false'].includes(value)),
]);

const none = (value: unknown) => (value === null || value === '' ? undefined : value);
export const optionalWhole = z.preprocess(none, whole.optional());
export const optionalText = z.preprocess((value) => value ?? undefined, text.optional());
export const optionalFlag = z.preprocess((value) => value ?? undefined, flag.optional());

const datePattern = /^(\d{4})-?(\d\d)-?(\d\d)[T ](\d\d):?(\d\d):?(\d\d)(?:\.\d{1,6})?(Z|[+-]\d\d:?\d\d)?$/;

/** A moment as REST takes it: `2026-11-20T17:56:00`, with the zone that it was sent with. */
export const moment = z.preprocess(
  (value) => none(value instanceof IsoDate ? value.text : value),
  z
    .string()
    .transform((sent, context): string => {
      const [found, year, month, day, hour, minute, second, zone = ''] = datePattern.exec(sent) ?? [];
      const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
      const isThere =
        found !== undefined &&
        new Date(`${iso}Z`).getTime() > 0 &&
        new Date(`${iso}Z`).toISOString().startsWith(iso);
      if (isThere) return `${iso}${zone}`;
      context.issues.push({ code: 'custom', input: sent, message: 'is no date such as 20261120T17:56:00' });
      return z.NEVER;
    })
    .optional(),
);

const mostEntries = 1000;
export const list = <Entry extends z.ZodType>(entry: Entry) => z.array(entry).max(mostEntries).readonly();
/** Entries, or one text with commas between them. */
export const words = z.preprocess(
  (value) =>
    none(
      typeof value === 'string'
        ? value
            .split(',')
            .map((word) => word.trim())
            .filter((word) => word !== '')
        : value,
    ),
  list(text).optional(),
);

/** A struct; fields that are not named are ignored. An empty array is an empty struct, as PHP writes it. */
export const struct = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess((value) => (Array.isArray(value) && value.length === 0 ? {} : value), z.object(shape));
export const optionalStruct = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess(
    (value) =>
      value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
        ? {}
        : value,
    z.object(shape),
  );
export const recordOf = <Value extends z.ZodType>(value: Value) =>
  z.preprocess((sent) => (Array.isArray(sent) && sent.length === 0 ? {} : sent), z.record(z.string(), value));
/** Names of the fields, or groups of fields, that a client wants. */
export const fieldNames = z.preprocess(none, list(text).optional());
