import { z } from 'zod';
import type { RestRequest } from './rest-request.ts';
import { cleanHtml } from '../../../lib/clean-html/clean-html.ts';
import { articleProfile, lineProfile } from '../../../lib/clean-html/profiles.ts';
import type { Profile } from '../../../lib/clean-html/profiles.ts';
import type { Typography } from '../../../lib/typography/typography.ts';

export const contexts = ['view', 'embed', 'edit'] as const;
export type Context = (typeof contexts)[number];

/** A field of a resource: the schema of its value, the schema of its argument, the contexts that show it, and whether it is writable. */
export interface Field<
  Parts,
  Kind extends z.ZodType = z.ZodType,
  Writable extends boolean = boolean,
  In extends Context = Context,
  Argument extends z.ZodType = z.ZodType,
> {
  readonly kind: Kind;
  readonly argument: Argument;
  readonly contexts: readonly In[];
  readonly writable: Writable;
  readonly get: (parts: Parts, request: RestRequest, context: Context) => unknown;
  readonly properties?: Fields<Parts>;
}

type Fields<Parts> = Readonly<Record<string, Field<Parts>>>;

type FieldMap = Readonly<Record<string, Field<never> | undefined>>;

export interface Described<All = unknown> {
  readonly title: string;
  readonly fields: All;
  /** JSON Schema in WordPress' dialect: each property lists the contexts that show it. */
  readonly describe: () => Record<string, unknown>;
}

/** A type of item in REST, and the only place that names its fields; the presenter, write arguments, schemas and types derive from it. */
export interface Resource<Parts, All = Fields<Parts>> extends Described<All> {
  readonly present: (request: RestRequest, parts: Parts, context: Context) => Record<string, unknown>;
}

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
    group: <In extends Context, Properties extends Fields<Parts>>(
      shownIn: readonly In[],
      properties: Properties,
    ) => ({ ...object(shownIn, properties), argument: anObject, writable: false }) as const,
    /** The same, writable through `argument`; the sent value is its `raw`. */
    writtenGroup: <In extends Context, Properties extends Fields<Parts>, Argument extends z.ZodType>(
      shownIn: readonly In[],
      properties: Properties & { readonly raw: Field<Parts> },
      argument: Argument,
    ) => ({ ...object<In, Properties>(shownIn, properties), argument, writable: true }) as const,
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

/** Contexts that show a field: all, not embedded, editors only. */
export const everywhere = ['view', 'edit', 'embed'] as const;
export const whole = ['view', 'edit'] as const;
export const toEditors = ['edit'] as const;

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

function describeFields(fields: FieldMap, group?: Field<never>): Record<string, unknown> {
  return mapFields(fields, group, (field, isWritten) => ({
    ...describeKind(field.kind),
    context: field.contexts,
    ...(isWritten ? {} : { readonly: true }),
    ...(field.properties ? { properties: describeFields(field.properties, field) } : {}),
  }));
}

/** Maps fields by name, with whether clients write them; of a writable `group` clients send `raw`. */
export function mapFields<Made>(
  fields: FieldMap,
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

/** Computes a value once per definition: types, taxonomies and schemas never change. */
export function oncePer<Definition extends object, Value extends object>(
  make: (definition: Definition) => Value,
): (definition: Definition) => Value {
  const valueByDefinition = new WeakMap<Definition, Value>();
  return (definition) => {
    const value = valueByDefinition.get(definition) ?? make(definition);
    valueByDefinition.set(definition, value);
    return value;
  };
}

/** JSON Schema of a value. */
export const describeKind = oncePer((kind: z.ZodType): Readonly<Record<string, unknown>> => {
  const { $schema: _, ...described } = z.toJSONSchema(kind, { io: 'output', unrepresentable: 'any' });
  return described;
});

type Written<All> = {
  -readonly [Name in keyof All as All[Name] extends { readonly writable: true }
    ? Name
    : never]: All[Name] extends {
    readonly argument: infer Argument extends z.ZodType;
  }
    ? Argument
    : never;
};

export function writtenFields<All extends FieldMap>({ fields }: { readonly fields: All }) {
  const writable = Object.entries(fields).flatMap(([name, field]) =>
    field?.writable ? [[name, field.argument] as const] : [],
  );
  return z.object(Object.fromEntries(writable) as Written<All>);
}

/** A title rendered as in WordPress: one line of HTML, with bare ampersands escaped. */
export function renderedTitle(title: string, typography: Typography): string {
  return typography
    .html(cleanText(title, lineProfile))
    .replace(/&(?!#\d+;|#x[\da-f]+;|[a-z]\w*;)/gi, '&#038;');
}

export function renderedName(name: string): string {
  return cleanText(name, lineProfile);
}

export function renderedDescription(html: string): string {
  return cleanText(html, articleProfile);
}

export function cleanText(html: string, profile: Profile): string {
  return html.includes('<') ? cleanHtml(html, profile) : html;
}
