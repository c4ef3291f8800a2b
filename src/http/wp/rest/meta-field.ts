import type { z } from 'zod';
import type { MetaSchema } from '../../../content/types/meta.ts';
import { describeKind } from './resource.ts';

/** The meta of a thing as REST shows it: values by key, null for those that are not there. */
export type ShownMeta = Readonly<Record<string, unknown>>;

/** JSON Schema of declared meta, by key: null stands for no value, in what is shown and in what is sent. */
export function metaProperties(declared: MetaSchema): Record<string, unknown> {
  return Object.fromEntries(Object.entries(declared).map(([key, schema]) => [key, orNull(schema)]));
}

function orNull(schema: z.ZodType): Record<string, unknown> {
  const { type, enum: words, ...described } = describeKind(schema);
  if (typeof type !== 'string') return { anyOf: [describeKind(schema), { type: 'null' }] };
  return { type: [type, 'null'], ...(Array.isArray(words) ? { enum: [...words, null] as unknown[] } : {}), ...described };
}

/** What was sent of meta, as commands take it: null takes a value away, and so does what `isNone` of its key. */
export function metaInput(sent: ShownMeta | undefined, isNone: (key: string, value: unknown) => boolean = () => false): Record<string, unknown[]> | undefined {
  return sent && Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, value === null || isNone(key, value) ? [] : [value]]));
}
