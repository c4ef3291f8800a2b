import type { z } from 'zod';
import type { MetaSchema } from '../model.ts';
import { objectParam, shape } from '../../../kernel/http/rest/params.ts';
import { describeKind, fieldsOf, whole } from '../../../kernel/http/rest/resource.ts';

/** The meta of a thing as REST shows it: values by key, null for those that are not there. */
export type ShownMeta = Readonly<Record<string, unknown>>;

/** JSON Schema of declared meta, by key: null stands for no value, in what is shown and in what is sent. */
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

/** Sent meta as commands take it. Keys that are not declared are ignored, as in WordPress; null removes a value, and so does one that `isNone`. */
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

/** The field `meta` of a resource that declares no keys: always `[]`, and any object is accepted and ignored. */
export const emptyMeta = fieldsOf<unknown>().written(
  shape<readonly never[]>({ type: 'array' }),
  whole,
  () => [],
  objectParam(),
);
