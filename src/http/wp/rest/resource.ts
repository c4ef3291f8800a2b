import { z } from 'zod';
import type { RestRequest } from './rest-request.ts';

/** How much of a thing a client wants to see. */
export const contexts = ['view', 'embed', 'edit'] as const;
export type Context = (typeof contexts)[number];

/**
 * One field of a resource: its kind (schema of the value, and how an argument of that name is read), the contexts that show it, and whether it can be written.
 */
export interface Field<Parts, Kind extends z.ZodType = z.ZodType, Writable extends boolean = boolean> {
  readonly kind: Kind;
  /** How an argument of that name is read, where it is not sent as it is shown. */
  readonly argument?: z.ZodType | undefined;
  readonly contexts: readonly Context[];
  readonly writable: Writable;
  readonly get: (parts: Parts, request: RestRequest, context: Context) => unknown;
  /** Of a field that is an object: its fields. */
  readonly properties?: Fields<Parts>;
}

type Fields<Parts> = Readonly<Record<string, Field<Parts>>>;

/** What a route tells of the things that it answers with. */
export interface Described {
  /** JSON Schema in the dialect of WordPress: each property says in which contexts it is shown. */
  readonly describe: () => Record<string, unknown>;
}

/** One kind of thing that REST shows: the only place that names its fields. Presenter, arguments of writes and schema follow from it. */
export interface Resource<Parts, All extends Fields<Parts> = Fields<Parts>> extends Described {
  readonly fields: All;
  /** The fields that a context shows, in their order. */
  readonly present: (request: RestRequest, parts: Parts, context: Context) => Record<string, unknown>;
}

/** Makers of fields and resources of things that are presented from `Parts`. */
export function fieldsOf<Parts>() {
  const field = <Writable extends boolean>(writable: Writable) => <Kind extends z.ZodType>(
    kind: Kind, shownIn: readonly Context[], get: (parts: Parts, request: RestRequest, context: Context) => z.output<Kind>, argument?: z.ZodType,
  ): Field<Parts, Kind, Writable> => ({ kind, argument, contexts: shownIn, writable, get });
  return {
    shown: field(false),
    written: field(true),
    /** An object of fields, each with contexts of its own; with an `argument` it can be written. */
    group: (shownIn: readonly Context[], properties: Fields<Parts>, argument?: z.ZodType): Field<Parts> => ({
      kind: z.unknown().meta({ type: 'object' }), argument, contexts: shownIn, writable: argument !== undefined, properties,
      get: (parts, request, context) => presentFields(properties, request, parts, context),
    }),
    /** A resource of these fields; `title` is what its schema calls it. */
    resource: <All extends Fields<Parts>>(title: string, fields: All): Resource<Parts, All> => {
      let described: Record<string, unknown> | undefined;
      return {
        fields,
        present: (request, parts, context) => presentFields(fields, request, parts, context),
        describe: () => (described ??= { $schema: 'http://json-schema.org/draft-04/schema#', title, type: 'object', properties: describeFields(fields) }),
      };
    },
  };
}

/** Contexts that show a field: everywhere, not where it is embedded, to editors only. */
export const everywhere: readonly Context[] = ['view', 'edit', 'embed'];
export const whole: readonly Context[] = ['view', 'edit'];
export const toEditors: readonly Context[] = ['edit'];

function presentFields<Parts>(fields: Fields<Parts>, request: RestRequest, parts: Parts, context: Context): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) if (field.contexts.includes(context)) body[name] = field.get(parts, request, context);
  return body;
}

function describeFields<Parts>(fields: Fields<Parts>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, { kind, contexts: shownIn, writable, properties }]) => [name, {
    ...describeKind(kind), context: shownIn, ...(writable ? {} : { readonly: true }), ...(properties ? { properties: describeFields(properties) } : {}),
  }]));
}

const describedByKind = new WeakMap<z.ZodType, Readonly<Record<string, unknown>>>();

/** JSON Schema of one value. */
export function describeKind(kind: z.ZodType): Readonly<Record<string, unknown>> {
  const known = describedByKind.get(kind);
  if (known) return known;
  const { $schema: _, ...described } = z.toJSONSchema(kind, { io: 'output', unrepresentable: 'any' });
  describedByKind.set(kind, described);
  return described;
}

/** Arguments of the fields that can be written. */
type Written<All> = { -readonly [Name in keyof All as All[Name] extends { readonly writable: true } ? Name : never]: All[Name] extends {
  readonly kind: infer Kind extends z.ZodType;
}
  ? Kind
  : never };

/** What a write takes: the fields that are no read-only ones, each read by its kind. */
export function writtenFields<All extends Fields<never>>({ fields }: { readonly fields: All }) {
  const kinds = Object.entries(fields).filter(([, { writable }]) => writable).map(([name, { kind, argument = kind }]) => [name, argument]);
  return z.object(Object.fromEntries(kinds) as Written<All>);
}
