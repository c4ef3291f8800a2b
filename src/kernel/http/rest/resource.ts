import { z } from 'zod';
import type { RestRequest } from './rest-request.ts';
import { cleanHtml } from '../../../lib/clean-html/clean-html.ts';
import { articleProfile, lineProfile } from '../../../lib/clean-html/profiles.ts';
import type { Profile } from '../../../lib/clean-html/profiles.ts';
import { LruCache } from '../../../lib/lru-cache.ts';
import type { Typography } from '../../../lib/typography/typography.ts';

/** How much of a thing a client wants to see. */
export const contexts = ['view', 'embed', 'edit'] as const;
export type Context = (typeof contexts)[number];

/**
 * One field of a resource: its kind (schema of the value), how an argument of that name is read, the contexts that show it, and whether it can be written.
 */
export interface Field<
  Parts,
  Kind extends z.ZodType = z.ZodType,
  Writable extends boolean = boolean,
  In extends Context = Context,
  Argument extends z.ZodType = z.ZodType,
> {
  readonly kind: Kind;
  /** The kind, where it is sent as it is shown. */
  readonly argument: Argument;
  readonly contexts: readonly In[];
  readonly writable: Writable;
  readonly get: (parts: Parts, request: RestRequest, context: Context) => unknown;
  /** Of a field that is an object: its fields. */
  readonly properties?: Fields<Parts>;
}

type Fields<Parts> = Readonly<Record<string, Field<Parts>>>;

/** Fields as they are told of: nobody is given them. */
type ToldFields = Readonly<Record<string, Field<never> | undefined>>;

/** What a route tells of the things that it answers with. */
export interface Described<All = unknown> {
  /** What the schema calls it. */
  readonly title: string;
  readonly fields: All;
  /** JSON Schema in the dialect of WordPress: each property says in which contexts it is shown. */
  readonly describe: () => Record<string, unknown>;
}

/** One kind of thing that REST shows: the only place that names its fields. Presenter, arguments of writes, schemas and types follow from it. */
export interface Resource<Parts, All = Fields<Parts>> extends Described<All> {
  /** The fields that a context shows, in their order. */
  readonly present: (request: RestRequest, parts: Parts, context: Context) => Record<string, unknown>;
}

/** Makers of fields and resources of things that are presented from `Parts`. */
export function fieldsOf<Parts>() {
  type Get<Kind extends z.ZodType> = (parts: Parts, request: RestRequest, context: Context) => z.output<Kind>;
  function shown<Kind extends z.ZodType, In extends Context>(
    kind: Kind,
    shownIn: readonly In[],
    get: Get<Kind>,
  ): Field<Parts, Kind, false, In, Kind> {
    return { kind, argument: kind, contexts: shownIn, writable: false, get };
  }
  function written<Kind extends z.ZodType, In extends Context>(
    kind: Kind,
    shownIn: readonly In[],
    get: Get<Kind>,
  ): Field<Parts, Kind, true, In, Kind>;
  function written<Kind extends z.ZodType, In extends Context, Argument extends z.ZodType>(
    kind: Kind,
    shownIn: readonly In[],
    get: Get<Kind>,
    argument: Argument,
  ): Field<Parts, Kind, true, In, Argument>;
  function written<Kind extends z.ZodType, In extends Context>(
    kind: Kind,
    shownIn: readonly In[],
    get: Get<Kind>,
    argument: z.ZodType = kind,
  ): Field<Parts, Kind, true, In> {
    return { kind, argument, contexts: shownIn, writable: true, get };
  }
  const object = <In extends Context, Properties extends Fields<Parts>>(
    shownIn: readonly In[],
    properties: Properties,
  ) => ({
    kind: anObject,
    contexts: shownIn,
    properties,
    get: (parts: Parts, request: RestRequest, context: Context) =>
      presentFields(properties, request, parts, context),
  });
  return {
    shown,
    written,
    /** An object of fields, each with contexts of its own. */
    group: <In extends Context, Properties extends Fields<Parts>>(
      shownIn: readonly In[],
      properties: Properties,
    ) => ({ ...object(shownIn, properties), argument: anObject, writable: false }) as const,
    /** The same that can be written, as the argument is read: what is sent is its `raw`. */
    writtenGroup: <In extends Context, Properties extends Fields<Parts>, Argument extends z.ZodType>(
      shownIn: readonly In[],
      properties: Properties & { readonly raw: Field<Parts> },
      argument: Argument,
    ) => ({ ...object<In, Properties>(shownIn, properties), argument, writable: true }) as const,
    /** A resource of these fields; `title` is what its schema calls it. */
    resource: <All extends Fields<Parts>>(title: string, fields: All): Resource<Parts, All> => {
      let described: Record<string, unknown> | undefined;
      return {
        title,
        fields,
        present: (request, parts, context) => presentFields(fields, request, parts, context),
        describe: () =>
          (described ??= {
            $schema: 'http://json-schema.org/draft-04/schema#',
            title,
            type: 'object',
            properties: describeFields(fields),
          }),
      };
    },
  };
}

const anObject = z.unknown().meta({ type: 'object' });

/** Contexts that show a field: everywhere, not where it is embedded, to editors only. */
export const everywhere = ['view', 'edit', 'embed'] as const;
export const whole = ['view', 'edit'] as const;
export const toEditors = ['edit'] as const;

/** What a context shows of these fields, as clients get it. */
export type Shown<All, Seen extends Context> = {
  -readonly [Name in keyof All as Seen extends ContextsOf<All[Name]> ? Name : never]: ValueOf<
    NonNullable<All[Name]>,
    Seen
  >;
};
type ContextsOf<One> = NonNullable<One> extends { readonly contexts: readonly (infer In)[] } ? In : never;
type ValueOf<One, Seen extends Context> = One extends { readonly properties: infer Properties extends object }
  ? Shown<Properties, Seen>
  : One extends { readonly kind: infer Kind extends z.ZodType }
    ? Exclude<z.output<Kind>, undefined>
    : never;

function presentFields<Parts>(
  fields: Fields<Parts>,
  request: RestRequest,
  parts: Parts,
  context: Context,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields))
    if (field.contexts.includes(context)) body[name] = field.get(parts, request, context);
  return body;
}

function describeFields(fields: ToldFields, group?: Field<never>): Record<string, unknown> {
  return mapFields(fields, group, (field, isWritten) => ({
    ...describeKind(field.kind),
    context: field.contexts,
    ...(isWritten ? {} : { readonly: true }),
    ...(field.properties ? { properties: describeFields(field.properties, field) } : {}),
  }));
}

/** Something of each field, by its name, with whether clients write it: of a `group` that they write they send its `raw`. */
export function mapFields<Made>(
  fields: ToldFields,
  group: Field<never> | undefined,
  make: (field: Field<never>, isWritten: boolean) => Made,
) {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field
        ? [[name, make(field, field.writable || (name === 'raw' && group?.writable === true))] as const]
        : [],
    ),
  );
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
type Written<All> = {
  -readonly [Name in keyof All as All[Name] extends { readonly writable: true }
    ? Name
    : never]: All[Name] extends {
    readonly argument: infer Argument extends z.ZodType;
  }
    ? Argument
    : never;
};

/** What a write takes: the fields that are no read-only ones, each read by its argument. */
export function writtenFields<All extends ToldFields>({ fields }: { readonly fields: All }) {
  const writable = Object.entries(fields).flatMap(([name, field]) =>
    field?.writable ? [[name, field.argument] as const] : [],
  );
  return z.object(Object.fromEntries(writable) as Written<All>);
}

/** A title as WordPress renders it: HTML of one line, with ampersands that begin no entity escaped. */
export function renderedTitle(title: string, typography: Typography): string {
  return typography
    .html(cleanText(title, lineProfile))
    .replace(/&(?!#\d+;|#x[\da-f]+;|[a-z]\w*;)/gi, '&#038;');
}

/** A name as it is written, without anything but the markup of a line. */
export function renderedName(name: string): string {
  return cleanText(name, lineProfile);
}

/** A description as it is written, clean. */
export function renderedDescription(html: string): string {
  return cleanText(html, articleProfile);
}

/** By profile, since cleaning costs more than the rest of an item; the same texts are asked for again and again. */
const cleanTextsByProfile = new Map<Profile, LruCache<string, string>>();

export function cleanText(html: string, profile: Profile): string {
  if (!html.includes('<')) return html;
  const cleanByText = cleanTextsByProfile.get(profile) ?? new LruCache<string, string>(1000);
  cleanTextsByProfile.set(profile, cleanByText);
  const clean = cleanByText.get(html) ?? cleanHtml(html, profile);
  cleanByText.set(html, clean);
  return clean;
}
