import { z } from 'zod';
import type { Call } from './call.ts';
import { tooFewArguments, XmlRpcFault } from './fault.ts';
import type { ReceivedValue, SentValue } from './values.ts';
import { IsoDate } from './values.ts';

/** An empty string for a parameter or field of another type counts as missing, as in WordPress. */

const largestId = 2 ** 53 - 1;
const wholeText = /^[+-]?\d{1,16}$/;

export const anything = z.unknown().optional();

const wholeNumber = z
  .union([z.number(), z.string().trim().regex(wholeText, 'is not a whole number').transform(Number)])
  .refine((value) => Number.isSafeInteger(value), 'is not a whole number');

/** A number or digits. */
export const id = wholeNumber.refine((value) => value > 0 && value <= largestId, 'is no id');
const whole = wholeNumber;
export const text = z.union([
  z.string(),
  z.number().transform(String),
  z.boolean().transform((value) => (value ? '1' : '')),
]);
const flag = z.union([
  z.boolean(),
  z.number().transform((value) => value !== 0),
  z.string().transform((value) => !['', '0', 'false'].includes(value)),
]);

const none = (value: unknown) => (value === null || value === '' ? undefined : value);
export const optionalWhole = z.preprocess(none, whole.optional());
export const optionalText = z.preprocess((value) => value ?? undefined, text.optional());
export const optionalFlag = z.preprocess((value) => value ?? undefined, flag.optional());

const datePattern = /^(\d{4})-?(\d\d)-?(\d\d)[T ](\d\d):?(\d\d):?(\d\d)(?:\.\d{1,6})?(Z|[+-]\d\d:?\d\d)?$/;

/** A time in REST's format, `2026-11-20T17:56:00`, with the zone that was sent. */
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
      context.issues.push({
        code: 'custom',
        input: sent,
        message: 'is not a date such as 20261120T17:56:00',
      });
      return z.NEVER;
    })
    .optional(),
);

const maxEntries = 1000;
export const list = <Entry extends z.ZodType>(entry: Entry) => z.array(entry).max(maxEntries).readonly();
/** An array, or one comma-separated string. */
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

/** A struct; ignores unknown fields. PHP sends an empty struct as an empty array. */
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
export const fieldNames = z.preprocess(none, list(text).optional());

export interface XmlRpcMethod {
  readonly name: string;
  readonly params: readonly string[];
  /** Its calls contain a file (base64). */
  readonly bringsFile: boolean;
  readonly run: (call: Call, sent: readonly ReceivedValue[]) => Promise<SentValue>;
}

export interface OpenMethod {
  readonly name: string;
  readonly run: (sent: readonly ReceivedValue[]) => SentValue;
}

/** Login and application password; checked before the rest of the call is read. */
export const credentials = { username: text, password: text };

/** Declares a method; `params` are in the order of the call and include `credentials`. */
export function method<Shape extends z.ZodRawShape & typeof credentials>(
  name: string,
  params: Shape,
  run: (call: Call, sent: z.output<z.ZodObject<Shape>>) => Promise<SentValue>,
  bringsFile = false,
): XmlRpcMethod {
  const names = Object.keys(params);
  const schema = z.object(params);
  return {
    name,
    params: names,
    bringsFile,
    run: (call, sent) => run(call, read(schema, names, sent)),
  };
}

export const passwordAt = ({ params }: XmlRpcMethod): number => params.indexOf('password');

function read<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  names: readonly string[],
  sent: readonly ReceivedValue[],
): z.output<z.ZodObject<Shape>> {
  const parsed = schema.safeParse(
    Object.fromEntries(names.flatMap((name, index) => (index < sent.length ? [[name, sent[index]]] : []))),
  );
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [param = '', ...place] = issue?.path.map(String) ?? [];
  if (place.length === 0 && names.indexOf(param) >= sent.length) throw tooFewArguments();
  throw new XmlRpcFault(
    400,
    `Invalid parameter ${[param, ...place].join('.').slice(0, 200)}: ${issue?.message.slice(0, 300)}`,
  );
}

export const alias = (name: string, of: XmlRpcMethod): XmlRpcMethod => ({ ...of, name });
