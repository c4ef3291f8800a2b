import type { z } from 'zod';
import { readParams } from './params.ts';
import { InvalidInputError } from '../../../lib/errors.ts';
import type { BroadsheetError } from '../../../lib/errors.ts';
import { demand, isAllowed, isAllowedNow, refusal, mayEditSomething } from '../../permission.ts';
import type { Permission, Actor } from '../../permission.ts';
import { allowedMethods, isRestMethod, restMethods } from './rest-reply.ts';
import type { AnswerTo, Reply, RestAnswer, RestMethodName } from './rest-reply.ts';
import type { RestRequest } from './rest-request.ts';

/** Bounds of large uploads. They are checked before the body is read, if its length is known, and while it arrives. */
export interface LargeFile {
  /** Maximum in bytes. */
  readonly most: () => number;
  readonly tooLarge: () => BroadsheetError;
  /** Throws if the disk lacks room. `bytes` is undefined for a body of unknown length. */
  readonly checkRoom: (dataDir: string, bytes: number | undefined) => Promise<void>;
}

/** Type of a method's body: short text, long text, or an uploaded file with its parameters. */
export type BodyKind = 'short' | 'long' | 'file' | LargeFile;

export const takesFile = (kind: BodyKind | undefined): kind is 'file' | LargeFile =>
  kind === 'file' || typeof kind === 'object';

/** Parameters, permission and reply of a route's method; the index, `OPTIONS`, OpenAPI and types derive from it. */
export interface RestMethod<
  Subject,
  Schema extends z.ZodObject = z.ZodObject,
  Declared extends Reply = Reply,
> {
  /** Its parameters; those of writes can be in the body, too. */
  readonly schema: Schema;
  readonly required: readonly string[];
  readonly body: BodyKind;
  /** Demanded before a file is read, in addition to `may`; `run` demands it if there is no file. */
  readonly mayUpload: Permission<undefined> | undefined;
  readonly reply: Declared;
  /** Undefined: public. */
  readonly may: Permission<Subject> | undefined;
  readonly edit: Permission<Subject> | undefined;
  readonly prepare: (sent: ReadonlyMap<string, unknown>) => Prepared<Subject>;
}

interface Prepared<Subject> {
  /** Additional permission for these parameters. */
  readonly may: Permission<Subject> | undefined;
  readonly run: (request: RestRequest, subject: Subject) => Promise<RestAnswer>;
}

/** A writing method always has a permission. Visitors lack all permissions, so every write takes a session and a nonce. */
export interface WritingMethod<
  Subject,
  Schema extends z.ZodObject = z.ZodObject,
  Declared extends Reply = Reply,
> extends RestMethod<Subject, Schema, Declared> {
  readonly may: Permission<Subject>;
}

interface MethodParts<Schema extends z.ZodObject, Subject, Declared extends Reply> {
  readonly params: Schema;
  readonly required?: readonly (keyof Schema['shape'] & string)[];
  readonly body?: BodyKind;
  readonly mayUpload?: Permission<undefined>;
  /** Error of a method that creates, for a caller who sends an id. */
  readonly refusedId?: { readonly code: string; readonly message: string };
  readonly reply: Declared;
  readonly may?: Permission<Subject>;
  readonly edit?: Permission<Subject>;
  readonly run: (
    request: RestRequest,
    params: z.output<Schema>,
    subject: Subject,
  ) => Promise<AnswerTo<Declared>>;
}

/** Declares a method. Parameters are parsed before the subject is loaded and `may` is checked; `run` is called last. */
export function method<Schema extends z.ZodObject, Subject, Declared extends Reply>(
  parts: MethodParts<Schema, Subject, Declared> & { readonly may: Permission<Subject> },
): WritingMethod<Subject, Schema, Declared>;
export function method<Schema extends z.ZodObject, Subject, Declared extends Reply>(
  parts: MethodParts<Schema, Subject, Declared>,
): RestMethod<Subject, Schema, Declared>;
export function method<Schema extends z.ZodObject, Subject, Declared extends Reply>(
  parts: MethodParts<Schema, Subject, Declared>,
): RestMethod<Subject, Schema, Declared> {
  const {
    params: schema,
    required = [],
    body = 'short',
    mayUpload,
    reply,
    may,
    edit,
    refusedId,
    run,
  } = parts;
  return {
    schema,
    required,
    body,
    mayUpload,
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

export interface RestRoute<Path extends string = string, All extends Methods<never> = Methods<never>> {
  /** In WordPress' notation, as listed in the index: `/wp/v2/posts/(?P<id>[\d]+)`. */
  readonly path: Path;
  /** Descriptions of path parameters by name, beyond those of WordPress' routes. */
  readonly inPath?: Readonly<Record<string, string>>;
  readonly pattern: RegExp;
  readonly methods: All;
  readonly isBatched: boolean;
  readonly check: (name: RestMethodName, sent: ReadonlyMap<string, unknown>) => void;
  /** The body to read; undefined: none, since the actor may not send one. */
  readonly bodyOf: (name: string, actor: Actor) => BodyKind | undefined;
  readonly allowed: (request: RestRequest, captured: Captured) => Promise<RestMethodName[]>;
  /** Runs a method; undefined if the route lacks it. `sent` parses the request, once the caller is known to be allowed in principle. */
  readonly answer: (
    name: string,
    request: RestRequest,
    captured: Captured,
    sent: () => ReadonlyMap<string, unknown>,
  ) => Promise<Answered | undefined>;
}

export interface Answered {
  readonly answer: RestAnswer;
  readonly status: Reply['status'];
  readonly allowed: readonly RestMethodName[];
}

type Captured = Readonly<Record<string, string>>;

type SubjectOf<All> = All[keyof All] extends {
  readonly prepare: (sent: ReadonlyMap<string, unknown>) => Prepared<infer Subject>;
}
  ? Subject
  : never;

interface RouteParts<Path extends string, All extends Methods<never>> {
  readonly path: Path;
  readonly inPath?: RestRoute['inPath'];
  readonly isBatched?: boolean;
  readonly methods: All;
  readonly find: (request: RestRequest, captured: Captured) => Promise<SubjectOf<NoInfer<All>>>;
}

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
      if (!takesFile(kind) || !isRestMethod(name)) return kind;
      const { may, mayUpload } = methods[name] ?? {};
      return isAllowed(may, actor, undefined) && (!mayUpload || isAllowedNow(mayUpload, actor, undefined))
        ? kind
        : undefined;
    },
  };
}

export function itemRoute<const Path extends string, All extends Methods<never>>(
  parts: RouteParts<Path, All>,
): RestRoute<Path, All> {
  return {
    ...routeOf(parts as RouteParts<Path, Methods<never>> as WholeParts<unknown>),
    path: parts.path,
    methods: parts.methods,
  };
}

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
    // For visitors this is known without loading the item.
    allowed: async (request, captured) =>
      request.actor
        ? allowedOn(request, await find(request, captured))
        : restMethods.filter((name) => methods[name] && !methods[name].may),
    answer: async (name, request, captured, sent) => {
      const known = isRestMethod(name) ? methods[name] : undefined;
      if (!known) return undefined;
      const { actor } = request;
      // A visitor lacks every permission, so the item is not loaded.
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

/** Parses an id; 0 if it has too many digits for any item. */
export function capturedId(captured: Readonly<Record<string, string>>): number {
  const digits = captured['id'] ?? '';
  return digits.length <= 15 ? Number(digits) : 0;
}
