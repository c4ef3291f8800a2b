import type { z } from 'zod';
import { readParams } from './params.ts';
import { demand, isAllowed, refusal } from '../../../content/permission.ts';
import type { Permission, Refusal } from '../../../content/permission.ts';
import { mayEditSomething } from '../../../content/users/policy.ts';
import type { Actor } from '../../../content/users/role.ts';
import { allowedMethods, isRestMethod, restMethods } from './rest-methods.ts';
import type { RestMethodName } from './rest-methods.ts';
import type { Described } from './resource.ts';
import type { RestItem } from './rest-item.ts';
import type { RestRequest } from './rest-request.ts';

/** What a method answers with, before links are written and `_fields` is applied. */
export type RestAnswer =
  | { readonly kind: 'item'; readonly item: RestItem; readonly status?: 200 | 201; readonly headers?: Readonly<Record<string, string>> }
  | { readonly kind: 'collection'; readonly items: readonly RestItem[]; readonly total: number; readonly perPage: number; readonly page: number }
  /** Anything else, as it is. */
  | { readonly kind: 'plain'; readonly body: unknown; readonly status?: 200 | 207 }
  /** What is no JSON. */
  | { readonly kind: 'text'; readonly contentType: string; readonly body: string };

/** What is read of a method's body: a short text, a long one, or a file of the library with its parameters. */
export type BodyKind = 'short' | 'long' | 'file';

/** What one method of a route takes, who may use it, and what it answers. */
export interface RestMethod<Subject> {
  /** Its parameters; those of writes may stand in the body, too. Undefined: none. */
  readonly schema: z.ZodObject | undefined;
  readonly required: readonly string[];
  readonly body: BodyKind;
  /** Undefined: everybody may. */
  readonly may: Permission<Subject> | undefined;
  /** Reads the declared parameters out of `sent`; throws `InvalidParamsError`. */
  readonly prepare: (sent: ReadonlyMap<string, unknown>) => Prepared<Subject>;
}

/** A method with its parameters. */
interface Prepared<Subject> {
  /** What these parameters take beside `may`. */
  readonly may: Permission<Subject> | undefined;
  readonly run: (request: RestRequest, subject: Subject) => Promise<RestAnswer>;
}

/** A method that writes: it says who may. Visitors never may, so nobody writes without a session and a nonce. */
export interface WritingMethod<Subject> extends RestMethod<Subject> {
  readonly may: Permission<Subject>;
}

interface MethodParts<Schema extends z.ZodObject, Subject> {
  readonly params: Schema;
  /** Parameters that have to be sent. */
  readonly required?: readonly (keyof Schema['shape'] & string)[];
  /** Without it a short text. */
  readonly body?: BodyKind;
  readonly may?: Permission<Subject>;
  /** What the context `edit` takes. */
  readonly edit?: Permission<Subject>;
  readonly run: (request: RestRequest, params: z.output<Schema>, subject: Subject) => Promise<RestAnswer>;
}

/** Declares a method. `params` are read before the subject is looked for and `may` is asked; `run` is called when all is well. */
export function method<Schema extends z.ZodObject, Subject>(
  parts: MethodParts<Schema, Subject> & { readonly may: Permission<Subject> },
): WritingMethod<Subject>;
export function method<Schema extends z.ZodObject, Subject>(parts: MethodParts<Schema, Subject>): RestMethod<Subject>;
export function method<Schema extends z.ZodObject, Subject>(parts: MethodParts<Schema, Subject>): RestMethod<Subject> {
  const { params: schema, required = [], body = 'short', may, edit, run } = parts;
  return {
    schema, required, body, may,
    prepare: (sent) => {
      const params = readParams(schema, sent, required);
      return { may: 'context' in params && params.context === 'edit' ? edit : undefined, run: (request, subject) => run(request, params, subject) };
    },
  };
}

/** A method that clients of WordPress know and nobody may use here: it is told, and refused. */
export function closed({ code, message }: Refusal): WritingMethod<unknown> {
  const may = { code, message, test: () => false };
  return { schema: undefined, required: [], body: 'short', may, prepare: () => ({ may, run: (request) => Promise.reject(refusal(request.actor, may)) }) };
}

/** The methods that write to one thing, where nobody may: what those are told who would change it, and who would delete it. */
export function closedWrites(edit: Refusal, remove: Refusal) {
  const update = closed(edit);
  return { POST: update, PUT: update, PATCH: update, DELETE: closed(remove) } as const;
}

type Methods<Subject> =
  & Readonly<Partial<Record<'GET', RestMethod<Subject>>>>
  & Readonly<Partial<Record<Exclude<RestMethodName, 'GET'>, WritingMethod<Subject>>>>;

/** One route: its path, what its replies hold, its methods. */
export interface RestRoute {
  /** In WordPress' notation, as clients find it in the index: `/wp/v2/posts/(?P<id>[\d]+)`. */
  readonly path: string;
  readonly pattern: RegExp;
  /** What its replies hold; `OPTIONS` tells it. */
  readonly resource: Described | undefined;
  readonly methods: Methods<never>;
  /** Whether its writes may stand in a batch. */
  readonly isBatched: boolean;
  /** Throws where one of its methods can't read what was sent. */
  readonly check: (name: RestMethodName, sent: ReadonlyMap<string, unknown>) => void;
  /** What is read of a body; undefined: nothing, since they may not send it. */
  readonly bodyOf: (name: string, actor: Actor) => BodyKind | undefined;
  /** Methods that the asker may use on the thing that the path names. */
  readonly allowed: (request: RestRequest, captured: Captured) => Promise<RestMethodName[]>;
  /** Answers one of the methods; undefined where the route lacks it. `sent` reads what was sent, once it is known that the asker is not a stranger to it. */
  readonly answer: (
    name: string, request: RestRequest, captured: Captured, sent: () => ReadonlyMap<string, unknown>,
  ) => Promise<{ readonly answer: RestAnswer; readonly allowed: RestMethodName[] } | undefined>;
}

type Captured = Readonly<Record<string, string>>;

interface RouteParts<Subject> {
  readonly path: string;
  readonly resource?: Described;
  /** Without it `false`. */
  readonly isBatched?: boolean;
  readonly methods: Methods<Subject>;
  /** The thing that the path names; throws `NotFoundError`. */
  readonly find: (request: RestRequest, captured: Captured) => Promise<Subject>;
}

/** Declares a route that is about no single thing: a collection, an index. */
export function restRoute(parts: Omit<RouteParts<undefined>, 'find'>): RestRoute {
  const { methods } = parts;
  const route = itemRoute({ ...parts, find: async () => undefined });
  return {
    ...route,
    bodyOf: (name, actor) => {
      const kind = route.bodyOf(name, actor);
      return kind === 'file' && isRestMethod(name) && !isAllowed(methods[name]?.may, actor, undefined) ? undefined : kind;
    },
  };
}

/** Declares a route to one thing. */
export function itemRoute<Subject>({ path, resource, isBatched = false, methods, find }: RouteParts<Subject>): RestRoute {
  const allowedOn = (request: RestRequest, subject: Subject) => allowedMethods(methods, request.actor, subject);
  return {
    path, resource, isBatched, methods,
    check: (name, sent) => void methods[name]?.prepare(sent),
    pattern: new RegExp(`^${path.replaceAll('(?P<', '(?<')}$`),
    bodyOf: (name, actor) => {
      const { body = 'short' } = (isRestMethod(name) ? methods[name] : undefined) ?? {};
      return body === 'long' && !mayEditSomething(actor) ? 'short' : body;
    },
    // Of visitors it is known without a look at the thing.
    allowed: async (request, captured) => (request.actor
      ? allowedOn(request, await find(request, captured))
      : restMethods.filter((name) => methods[name] && !methods[name].may)),
    answer: async (name, request, captured, sent) => {
      const known = isRestMethod(name) ? methods[name] : undefined;
      if (!known) return undefined;
      const { actor } = request;
      // A visitor lacks every permission, whatever the thing is: it is not looked for.
      if (known.may && !actor) throw refusal(actor, known.may);
      const { may, run } = known.prepare(sent());
      if (may && !actor) throw refusal(actor, may);
      const subject = await find(request, captured);
      for (const needed of [known.may, may]) if (needed) demand(needed, actor, subject);
      return { allowed: allowedOn(request, subject), answer: await run(request, subject) };
    },
  };
}

/** The first id digits that can be one of ours; 0 for longer ones, which no item has. */
export function capturedId(captured: Readonly<Record<string, string>>): number {
  const digits = captured['id'] ?? '';
  return digits.length <= 15 ? Number(digits) : 0;
}
