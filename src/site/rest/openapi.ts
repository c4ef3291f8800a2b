import { z } from 'zod';
import type { Permission } from '../../kernel/permission.ts';
import { isRecord } from '../../lib/records.ts';
import { describeArguments } from './argument-descriptions.ts';
import { collectionParams } from '../../kernel/http/rest/params.ts';
import { describeKind, mapFields } from '../../kernel/http/rest/resource.ts';
import type { Described, Field } from '../../kernel/http/rest/resource.ts';
import { restMethods } from '../../kernel/http/rest/rest-reply.ts';
import { pathParamsOf } from '../../kernel/http/rest/rest-path.ts';
import type { Reply, RestMethodName } from '../../kernel/http/rest/rest-reply.ts';
import { takesFile } from '../../kernel/http/rest/rest-route.ts';
import type { RestMethod, RestRoute } from '../../kernel/http/rest/rest-route.ts';

type Schema = Readonly<Record<string, unknown>>;

export interface OpenApi extends Schema {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, unknown>>;
}

const ref = (kind: string, name: string): Schema => ({ $ref: `#/components/${kind}/${name}` });

/** The REST API in OpenAPI 3.1, generated from the routes' declarations; `version` is the product's. */
export function describeApi(routes: readonly RestRoute[], version: string): OpenApi {
  const resources = new Map<string, Described>();
  const bodies = new Map<RestMethod<never>, { readonly component: string; readonly body: Schema }>();
  const registry: Registry = {
    resource: (resource) => {
      resources.set(resource.title, resource);
      return ref('schemas', resource.title);
    },
    body: (method, component, path, name) => {
      const known = bodies.get(method) ?? {
        component,
        body: requestBody(method, describeArguments(path, name)),
      };
      bodies.set(method, known);
      return ref('requestBodies', known.component);
    },
  };
  const paths = Object.fromEntries(
    routes.map((route) => [templateOf(route.path), pathItem(route, registry)]),
  );
  return {
    openapi: '3.1.1',
    info: {
      title: 'Broadsheet',
      version,
      license: { name: 'GPL-2.0-or-later', identifier: 'GPL-2.0-or-later' },
      description:
        'The REST API of WordPress, as Broadsheet answers it, and what WordPress has no route for (`/broadsheet/v1`). ' +
        'docs/contracts/rest.md lists the differences from WordPress.',
    },
    servers: [{ url: '/wp-json' }],
    paths,
    components: {
      schemas: {
        ...Object.fromEntries([...resources].map(([title, resource]) => [title, resourceSchema(resource)])),
        ...sharedSchemas,
      },
      requestBodies: Object.fromEntries([...bodies.values()].map(({ component, body }) => [component, body])),
      parameters: sharedParams,
      headers: sharedHeaders,
      responses: {
        error: {
          description: 'A refusal, or a fault.',
          headers: { 'X-Missing-Capability': ref('headers', 'X-Missing-Capability') },
          content: json(ref('schemas', 'error')),
        },
      },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'wordpress_logged_in_…',
          description: 'The cookie of a session; its name begins so.',
        },
        nonce: {
          type: 'apiKey',
          in: 'header',
          name: 'X-WP-Nonce',
          description: 'A nonce of that session; `_wpnonce` in the query is another place for it.',
        },
        applicationPassword: {
          type: 'http',
          scheme: 'basic',
          description: 'Log-in name or address, and an application password of that account.',
        },
      },
    },
  };
}

const json = (schema: Schema) => ({ 'application/json': { schema } });
const contentOf = (schema: Schema) =>
  typeof schema['contentMediaType'] === 'string'
    ? { [schema['contentMediaType']]: { schema } }
    : json(schema);

const sharedSchemas = {
  error: {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: {
      code: { type: 'string' },
      message: { type: 'string' },
      data: {
        type: 'object',
        required: ['status'],
        properties: {
          status: { type: 'integer' },
          params: {
            type: 'object',
            description: 'The error of each invalid argument.',
            additionalProperties: { type: 'string' },
          },
          details: {
            type: 'object',
            description: 'Code, message and data of each argument’s error.',
            additionalProperties: { type: 'object' },
          },
        },
      },
    },
  },
  links: {
    type: 'object',
    description: 'Links by relation.',
    additionalProperties: {
      type: 'array',
      items: { type: 'object', properties: { href: { type: 'string' } } },
    },
  },
} as const;

/** Parameters shared by collections are components. */
const commonKinds: ReadonlySet<z.ZodType> = new Set(Object.values(collectionParams));

const sharedParams = {
  ...Object.fromEntries(
    Object.entries(collectionParams).map(([name, kind]) => [
      name,
      queryParam(name, kind, describeArguments('/', 'GET')),
    ]),
  ),
  _fields: {
    name: '_fields',
    in: 'query',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string' } },
    description: 'Fields to include; a dot names a nested field. All other fields are left out.',
  },
  _embed: {
    name: '_embed',
    in: 'query',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string' } },
    description: 'Relations to include in `_embedded`. Without a value, every relation that can be embedded.',
  },
} as const;

const sharedHeaders = {
  'X-WP-Total': { description: 'Total number of items.', schema: { type: 'integer' } },
  'X-WP-TotalPages': { description: 'Total number of pages.', schema: { type: 'integer' } },
  'X-Missing-Capability': {
    description: 'Capability that the caller lacks (401, 403).',
    schema: { type: 'string' },
  },
  Location: { description: 'URL of the created item.', schema: { type: 'string', format: 'uri' } },
} as const;

/** `/wp/v2/posts/{id}` */
function templateOf(path: string): string {
  return pathParamsOf(path).reduce((template, { name, whole }) => template.replace(whole, `{${name}}`), path);
}

/** Registers components: resources by title, and bodies shared by several methods. */
interface Registry {
  readonly resource: (resource: Described) => Schema;
  readonly body: (method: RestMethod<never>, component: string, path: string, name: RestMethodName) => Schema;
}

function pathItem(route: RestRoute, registry: Registry): Schema {
  const describe = describeArguments(route.path, restMethods.find((name) => route.methods[name]) ?? 'GET');
  const inPath = pathParamsOf(route.path).map(({ name, kind }) => ({
    name,
    in: 'path',
    description: route.inPath?.[name] ?? describe(name),
    required: true,
    schema: kind,
  }));
  const operations = restMethods.flatMap((name) => {
    const method = route.methods[name];
    return method ? [[name.toLowerCase(), operation(route, name, method, registry)] as const] : [];
  });
  return { ...(inPath.length > 0 ? { parameters: inPath } : {}), ...Object.fromEntries(operations) };
}

function operation(
  { path, isBatched }: RestRoute,
  name: RestMethodName,
  method: RestMethod<never>,
  registry: Registry,
): Schema {
  const { reply, may, edit } = method;
  const words = templateOf(path)
    .split(/[^\w]+/)
    .filter(Boolean);
  const hasBody = name !== 'GET' && name !== 'DELETE';
  const success = {
    description: describeReply(reply),
    content: contentOf(replySchema(reply, registry)),
    ...(reply.kind === 'collection'
      ? {
          headers: {
            'X-WP-Total': ref('headers', 'X-WP-Total'),
            'X-WP-TotalPages': ref('headers', 'X-WP-TotalPages'),
          },
        }
      : {}),
    ...(reply.kind === 'made' ? { headers: { Location: ref('headers', 'Location') } } : {}),
  };
  return {
    operationId: [name.toLowerCase(), ...(words.length > 0 ? words : ['index'])].join('_'),
    tags: [words.slice(0, 2).join('/') || 'index'],
    description: [whoMay(may), ...(edit ? [`The context \`edit\`: ${whoMay(edit)}`] : [])].join(' '),
    ...(may?.capability === undefined ? {} : { 'x-capability': may.capability }),
    ...(edit?.capability === undefined ? {} : { 'x-capability-edit': edit.capability }),
    ...(isBatched && name !== 'GET' ? { 'x-batch': true } : {}),
    security: [
      ...(may ? [] : [{}]),
      { session: [], nonce: [] },
      ...(may?.isSensitive ? [] : [{ applicationPassword: [] }]),
    ],
    parameters: [
      ...(hasBody ? [] : queryParams(method, describeArguments(path, name))),
      ref('parameters', '_fields'),
      ref('parameters', '_embed'),
    ],
    ...(hasBody ? { requestBody: registry.body(method, words.join('_'), path, name) } : {}),
    responses: { [String(reply.status)]: success, default: ref('responses', 'error') },
  };
}

function whoMay(may: Permission<never> | undefined): string {
  if (!may) return 'Public.';
  return may.capability === undefined
    ? 'Requires authentication.'
    : `Requires \`${may.capability}\`${may.lacking ? '; some requests require further capabilities' : ''}.${may.isSensitive ? ' Requires reauthentication.' : ''}`;
}

type Describe = ReturnType<typeof describeArguments>;

function argumentSchemas({ schema }: RestMethod<never>, describe: Describe): [string, Schema][] {
  return Object.entries(schema.shape).map(([name, kind]) => [
    name,
    { description: describe(name), ...describeKind(kind) },
  ]);
}

function queryParams({ schema, required }: RestMethod<never>, describe: Describe): Schema[] {
  return Object.entries(schema.shape).map(([name, kind]) => {
    if (commonKinds.has(kind)) return ref('parameters', name);
    return { ...queryParam(name, kind, describe), ...(required.includes(name) ? { required: true } : {}) };
  });
}

function queryParam(name: string, kind: z.ZodType, describe: Describe): Schema {
  const { description = describe(name), ...schema } = describeKind(kind);
  const written = {
    array: { style: 'form', explode: false },
    object: { style: 'deepObject', explode: true },
  }[String(schema['type'])];
  return { name, in: 'query', description, schema, ...written };
}

function requestBody(method: RestMethod<never>, describe: Describe): Schema {
  const { required, body } = method;
  const properties = Object.fromEntries(argumentSchemas(method, describe));
  const schema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
  if (!takesFile(body)) {
    const types = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];
    return {
      content: Object.fromEntries(types.map((type) => [type, { schema }])),
      required: required.length > 0,
    };
  }
  const file = {
    description: 'File to upload.',
    type: 'string',
    contentMediaType: 'application/octet-stream',
  };
  const form = { type: 'object', properties: { file, ...properties }, required: ['file'] };
  return {
    required: true,
    content: { 'application/octet-stream': {}, 'multipart/form-data': { schema: form } },
  };
}

const descriptions: Readonly<Record<Reply['kind'], string>> = {
  item: 'The item.',
  made: 'The created item.',
  collection: 'One page of items.',
  items: 'All items.',
  named: 'All items, keyed by name.',
  removed: 'The deleted item.',
  trashed: 'The item, now in the trash or deleted.',
  plain: 'The requested data.',
  file: 'The file, as a download.',
};
const describeReply = ({ kind }: Reply): string => descriptions[kind];

function isResource(content: Reply['content']): content is Described {
  return 'fields' in content;
}

function replySchema({ kind, content }: Reply, registry: Registry): Schema {
  if (!isResource(content)) return plainSchema(content);
  const item = registry.resource(content);
  const gone = {
    type: 'object',
    required: ['deleted', 'previous'],
    properties: { deleted: { const: true }, previous: item },
  };
  switch (kind) {
    case 'collection':
    case 'items':
      return { type: 'array', items: item };
    case 'named':
      return { type: 'object', additionalProperties: item };
    case 'removed':
      return gone;
    case 'trashed':
      return { anyOf: [item, gone] };
    default:
      return item;
  }
}

function plainSchema(kind: z.ZodType): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(kind, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // safe-integer bounds carry no information
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return schema;
}

/** A resource's schema: fields shown in every context are required, except under `_fields`. */
function resourceSchema({ title, fields }: Described): Schema {
  if (!isFields(fields)) return { title, type: 'object' };
  const always = Object.entries(fields)
    .filter(([, { contexts }]) => contexts.length === 3)
    .map(([name]) => name);
  return {
    title,
    type: 'object',
    ...(always.length > 0 ? { required: always } : {}),
    properties: { ...fieldSchemas(fields), _links: ref('schemas', 'links'), _embedded: { type: 'object' } },
  };
}

function isFields(fields: unknown): fields is Readonly<Record<string, Field<never>>> {
  return isRecord(fields);
}

function fieldSchemas(fields: Readonly<Record<string, Field<never>>>, group?: Field<never>): Schema {
  return mapFields(fields, group, (field, isWritten) => ({
    ...shownKind(field.kind),
    ...(field.properties ? { properties: fieldSchemas(field.properties, field) } : {}),
    ...(isWritten ? {} : { readOnly: true }),
    'x-contexts': field.contexts,
  }));
}

/** The schema of a shown value: bounds only apply to sent values, and dates have no zone. */
function shownKind(kind: z.ZodType): Schema {
  const {
    maxLength: _most,
    minimum: _min,
    maximum: _max,
    default: _fallback,
    format,
    ...schema
  } = describeKind(kind);
  return {
    ...schema,
    ...(format === undefined ? {} : { format: format === 'date-time' ? 'date-time-local' : format }),
  };
}

/** Characters of an object or list printed on one line. */
const maxLineLength = 160;

/** The document as stored: JSON, with short values on one line. */
export function printApi(api: OpenApi): string {
  return `${print(api, '')}\n`;
}

function print(value: unknown, indent: string): string {
  const short = JSON.stringify(value, undefined, 1).replaceAll(/\n\s*/g, ' ');
  if (typeof value !== 'object' || value === null || indent.length + short.length <= maxLineLength)
    return short;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((one) => inner + print(one, inner))
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([name, one]) => `${inner}${JSON.stringify(name)}: ${print(one, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
