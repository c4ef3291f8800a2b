import type { z } from 'zod';
import { readParams } from './params.ts';
import { InvalidInputError } from '../../../lib/errors.ts';
import { demand, isAllowed, refusal, mayEditSomething } from '../../permission.ts';
import type { Permission, Actor } from '../../permission.ts';
import { allowedMethods, isRestMethod, restMethods } from './rest-reply.ts';
import type { AnswerTo, Reply, RestAnswer, RestMethodName } from './rest-reply.ts';
import type { RestRequest } from './rest-request.ts';

/** What is read of a method's body: a short text, a long one, or a file of the library with its parameters. */
export type BodyKind = 'short' | 'long' | 'file';

/** What one method of a route takes, who may use it, and what it answers: one declaration, from which the index, `OPTIONS`, OpenAPI and types follow. */
export interface RestMethod<
  Subject,
  Schema extends z.ZodObject = z.ZodObject,
  Declared extends Reply = Reply,
> {
  /** Its parameters; those of writes may stand in the body, too. */
  readonly schema: Schema;
  readonly required: readonly string[];
  readonly body: BodyKind;
  readonly reply: Declared;
  /** Undefined: everybody may. */
  readonly may: Permission<Subject> | undefined;
  /** What the context `edit` takes beside `may`. */
  readonly edit: Permission<Subject> | undefined;
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
export interface WritingMethod<
  Subject,
  Schema extends z.ZodObject = z.ZodObject,
  Declared extends Reply = Reply,
> extends RestMethod<Subject, Schema, Declared> {
  readonly may: Permission<Subject>;
}

interface MethodParts<Schema extends z.ZodObject, Subject, Declared extends Reply> {
  readonly params: Schema;
  /** Parameters that have to be sent. */
  readonly required?: readonly (keyof Schema['shape'] & string)[];
  /** Without it a short text. */
  readonly body?: BodyKind;
  /** Error of a method that creates, for a caller who sends an id. */
  readonly refusedId?: { readonly code: string; readonly message: string };
  readonly reply: Declared;
  readonly may?: Permission<Subject>;
  /** What the context `edit` takes. */
  readonly edit?: Permission<Subject>;
  readonly run: (
    request: RestRequest,
    params: z.output<Schema>,
    subject: Subject,
  ) => Promise<AnswerTo<Declared>>;
}

/** Declares a method. `params` are read before the subject is looked for and `may` is asked; `run` is called when all is well. */
export function method<Schema extends z.ZodObject, Subject, Declared extends Reply>(
  parts: MethodParts<Schema, Subject, Declared> & { readonly may: Permission<Subject> },
): WritingMethod<Subject, Schema, Declared>;
export function method<Schema extends z.ZodObject, Subject, Declared extends Reply>(
  parts: MethodParts<Schema, Subject, Declared>,
): RestMethod<Subject, Schema, Declared>;
export function method<Schema extends z.ZodObject, Subject, Declared extends Reply>(
  parts: MethodParts<Schema, Subject, Declared>,
): RestMethod<Subject, Schema, Declared> {
  const { params: schema, required = [], body = 'short', reply, may, edit, refusedId, run } = parts;
  return {
    schema,
    required,
    body,
    reply,
    may,
    edit,
    prepare: (sent) => {
      if (refusedId && !emptyIds.has(sent.get('id')))
        throw new InvalidInputError(refusedId.message, refusedId.code);
      const params = readParams(schema, sent, required);
      return {
        may: 'context' in params && params.context === 'edit' ? edit : undefined,
        run: (request, subject) => run(request, params, subject),
      };
    },
  };
}

/** Values of `id` that PHP's `empty()` lets through. */
const emptyIds: ReadonlySet<unknown> = new Set([undefined, null, false, 0, '', '0']);

type Methods<Subject> = Readonly<Partial<Record<'GET', RestMethod<Subject>>>> &
  Readonly<Partial<Record<Exclude<RestMethodName, 'GET'>, WritingMethod<Subject>>>>;

/** One route: its path and its methods. */
export interface RestRoute<Path extends string = string, All extends Methods<never> = Methods<never>> {
  /** In WordPress' notation, as clients find it in the index: `/wp/v2/posts/(?P<id>[\d]+)`. */
  readonly path: Path;
  /** Descriptions of parameters in the path, by name, that WordPress' routes lack. */
  readonly inPath?: Readonly<Record<string, string>>;
  readonly pattern: RegExp;
  readonly methods: All;
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
    name: string,
    request: RestRequest,
    captured: Captured,
    sent: () => ReadonlyMap<string, unknown>,
  ) => Promise<Answered | undefined>;
}

/** An answer with the status that its method declares, and the methods that the asker may use there. */
export interface Answered {
  readonly answer: RestAnswer;
  readonly status: Reply['status'];
  readonly allowed: readonly RestMethodName[];
}

type Captured = Readonly<Record<string, string>>;

/** What all methods of a route are about. */
type SubjectOf<All> = All[keyof All] extends {
  readonly prepare: (sent: ReadonlyMap<string, unknown>) => Prepared<infer Subject>;
}
  ? Subject
  : never;

interface RouteParts<Path extends string, All extends Methods<never>> {
  readonly path: Path;
  readonly inPath?: RestRoute['inPath'];
  /** Without it `false`. */
  readonly isBatched?: boolean;
  readonly methods: All;
  /** The thing that the path names; throws `NotFoundError`. */
  readonly find: (request: RestRequest, captured: Captured) => Promise<SubjectOf<NoInfer<All>>>;
}

/** Declares a route that is about no single thing: a collection, an index. */
export function restRoute<const Path extends string, All extends Methods<undefined>>(
  parts: Omit<RouteParts<Path, All>, 'find'>,
): RestRoute<Path, All> {
  const methods: Methods<undefined> = parts.methods;
  const route = routeOf({ ...parts, methods, find: async () => undefined });
  return {
    ...route,
    path: parts.path,
    methods: parts.methods,
    bodyOf: (name, actor) => {
      const kind = route.bodyOf(name, actor);
      return kind === 'file' && isRestMethod(name) && !isAllowed(methods[name]?.may, actor, undefined)
        ? undefined
        : kind;
    },
  };
}

/** Declares a route to one thing. */
export function itemRoute<const Path extends string, All extends Methods<never>>(
  parts: RouteParts<Path, All>,
): RestRoute<Path, All> {
  // Whatever the methods are about, `find` finds it.
  return {
    ...routeOf(parts as RouteParts<Path, Methods<never>> as WholeParts<unknown>),
    path: parts.path,
    methods: parts.methods,
  };
}

/** A route with what it is about. */
interface WholeParts<Subject> extends Omit<RouteParts<string, Methods<Subject>>, 'find'> {
  readonly find: (request: RestRequest, captured: Captured) => Promise<Subject>;
}

function routeOf<Subject>({
  path,
  inPath,
  isBatched = false,
  methods,
  find,
}: WholeParts<Subject>): RestRoute {
  const allowedOn = (request: RestRequest, subject: Subject) =>
    allowedMethods(methods, request.actor, subject);
  return {
    path,
    inPath,
    isBatched,
    methods,
    check: (name, sent) => void methods[name]?.prepare(sent),
    pattern: new RegExp(`^${path.replaceAll('(?P<', '(?<')}$`),
    bodyOf: (name, actor) => {
      const { body = 'short' } = (isRestMethod(name) ? methods[name] : undefined) ?? {};
      return body === 'long' && !mayEditSomething(actor) ? 'short' : body;
    },
    // Of visitors it is known without a look at the thing.
    allowed: async (request, captured) =>
      request.actor
        ? allowedOn(request, await find(request, captured))
        : restMethods.filter((name) => methods[name] && !methods[name].may),
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
      return {
        answer: await run(request, subject),
        status: known.reply.status,
        allowed: allowedOn(request, subject),
      };
    },
  };
}

/** The first id digits that can be one of ours; 0 for longer ones, which no item has. */
export function capturedId(captured: Readonly<Record<string, string>>): number {
  const digits = captured['id'] ?? '';
  return digits.length <= 15 ? Number(digits) : 0;
}
