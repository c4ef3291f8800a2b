import type { z } from 'zod';
import type { MetaSchema } from '../model.ts';
import { objectParam, shape } from '../../../kernel/http/rest/params.ts';
import { describeKind, fieldsOf, whole } from '../../../kernel/http/rest/resource.ts';

export type ShownMeta = Readonly<Record<string, unknown>>;

/** JSON Schema of declared meta, by key; null means no value in requests and replies. */
export function metaProperties(declared: MetaSchema): Record<string, unknown> {
  return Object.fromEntries(Object.entries(declared).map(([key, schema]) => [key, orNull(schema)]));
}

function orNull(schema: z.ZodType): Record<string, unknown> {
  const { type, enum: words, ...described } = describeKind(schema);
  if (typeof type !== 'string') return { anyOf: [describeKind(schema), { type: 'null' }] };
  return {
    type: [type, 'null'],
    ...(Array.isArray(words) ? { enum: [...words, null] as unknown[] } : {}),
    ...described,
  };
}

/** Converts sent meta for commands. Ignores undeclared keys, as WordPress does; null or an `isNone` value removes a value. */
export function metaInput(
  declared: MetaSchema,
  sent: ShownMeta | undefined,
  isNone: (key: string, value: unknown) => boolean = () => false,
): Record<string, unknown[]> | undefined {
  const known = Object.entries(sent ?? {}).filter(([key]) => Object.hasOwn(declared, key));
  return (
    sent &&
    Object.fromEntries(
      known.map(([key, value]) => [key, value === null || isNone(key, value) ? [] : [value]]),
    )
  );
}

/** The field `meta` of a resource without declared keys: always `[]`; any object is accepted and ignored. */
export const emptyMeta = fieldsOf<unknown>().written(
  shape<readonly never[]>({ type: 'array' }),
  whole,
  () => [],
  objectParam(),
);
