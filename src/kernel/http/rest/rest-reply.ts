import type { z } from 'zod';
import type { Described } from './resource.ts';
import type { Actor, Permission } from '../../permission.ts';
import { isAllowed } from '../../permission.ts';

/** One thing. */
export interface ItemAnswer {
  readonly kind: 'item';
  readonly item: RestItem;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A page of a collection. */
export interface CollectionAnswer {
  readonly kind: 'collection';
  readonly items: readonly RestItem[];
  readonly total: number;
  readonly perPage: number;
  readonly page: number;
}

/** What was deleted for good, as it was. */
export interface RemovedAnswer {
  readonly kind: 'removed';
  readonly previous: RestItem;
}

/** Anything else, as it is. */
export interface PlainAnswer<Body = unknown> {
  readonly kind: 'plain';
  readonly body: Body;
}

/** What is no JSON. */
export interface TextAnswer {
  readonly kind: 'text';
  readonly contentType: string;
  readonly body: string;
}

/** What a method answers with, before links are written and `_fields` is applied. */
export type RestAnswer =
  | ItemAnswer
  | CollectionAnswer
  /** All there are of few. */
  | { readonly kind: 'items'; readonly items: readonly RestItem[] }
  /** The same by their names. */
  | { readonly kind: 'named'; readonly items: Readonly<Record<string, RestItem>> }
  | RemovedAnswer
  | PlainAnswer
  | TextAnswer;

type Answer<Kind extends RestAnswer['kind']> = Extract<RestAnswer, { readonly kind: Kind }>;

/** What is answered with each kind of reply. */
interface Answers {
  readonly item: ItemAnswer;
  /** 201, with the address in `Location`. */
  readonly made: ItemAnswer;
  readonly collection: CollectionAnswer;
  readonly items: Answer<'items'>;
  readonly named: Answer<'named'>;
  readonly removed: RemovedAnswer;
  /** Into the trash, or with `force` for good. */
  readonly trashed: ItemAnswer | RemovedAnswer;
  readonly plain: PlainAnswer | TextAnswer;
}
export type ReplyKind = keyof Answers;

/** What a method says that it answers with: things of a resource, or a value of a schema. Its replies are described by it, and typed. */
export interface Reply<Kind extends ReplyKind = ReplyKind, Content = Described | z.ZodType> {
  readonly kind: Kind;
  readonly status: 200 | 201 | 207;
  readonly content: Content;
}

/** What a method with this reply has to answer. */
export type AnswerTo<Declared> =
  Declared extends Reply<'plain', infer Schema extends z.ZodType>
    ? PlainAnswer<z.input<Schema>> | TextAnswer
    : Declared extends Reply<infer Kind, unknown>
      ? Answers[Kind]
      : never;

const of =
  <Kind extends ReplyKind>(kind: Kind, status: Reply['status'] = 200) =>
  <Content extends Described>(resource: Content): Reply<Kind, Content> => ({
    kind,
    status,
    content: resource,
  });

/** One thing of a resource. */
export const oneOf = of('item');
/** One that was made just now. */
export const newOf = of('made', 201);
/** Pages of things. */
export const manyOf = of('collection');
/** All things of a resource, which are few: a list, or by their names. */
export const allOf = of('items');
export const allByNameOf = of('named');
/** What is gone for good. */
export const goneOf = of('removed');
/** What is in the trash, or gone for good. */
export const trashedOf = of('trashed');

/** A value of a schema. */
export function valueOf<Schema extends z.ZodType>(
  schema: Schema,
  status: Reply['status'] = 200,
): Reply<'plain', Schema> {
  return { kind: 'plain', status, content: schema };
}

/** Names a resource that a link leads to and `_embed` can put in its place. */
export type EmbedTarget =
  | { readonly kind: 'post'; readonly id: number }
  | { readonly kind: 'comment'; readonly id: number }
  /** `published`: the link comes from a listed post of theirs. */
  | { readonly kind: 'user'; readonly id: number; readonly published: boolean }
  | { readonly kind: 'terms'; readonly ids: readonly number[] }
  | { readonly kind: 'replies'; readonly postId: number };

export interface RestLink {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly target?: EmbedTarget | undefined;
}

/** A resource before its links are written and `_fields` is applied. */
export interface RestItem {
  readonly body: Readonly<Record<string, unknown>>;
  /** Of what may be changed, for who edits it: the reply's `ETag`, which `If-Match` may name. */
  readonly revision?: number;
  /** By relation, in the order they are written. */
  readonly links: Readonly<Record<string, readonly RestLink[]>>;
}

/** The link of an item to itself, with the methods that the asker may use there: reading it, and of its route's `writes` those. */
export function selfLink<Subject>(
  href: string,
  writes: MethodPermissions<Subject>,
  actor: Actor | undefined,
  subject: Subject,
): RestLink {
  return { attributes: { href, targetHints: { allow: ['GET', ...allowedMethods(writes, actor, subject)] } } };
}

export const plainLink = (href: string): RestLink => ({ attributes: { href } });
/** A link that `_embed` can put in its place. */
export const embeddable = (
  href: string,
  target: EmbedTarget,
  attributes: Readonly<Record<string, unknown>> = {},
): RestLink => ({ attributes: { ...attributes, embeddable: true, href }, target });
/** What `wp:` in the names of relations means. */
export const curies: readonly RestLink[] = [
  { attributes: { name: 'wp', href: 'https://api.w.org/{rel}', templated: true } },
];

/** The methods of HTTP that routes declare, in the order in which they are told. */
export const restMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type RestMethodName = (typeof restMethods)[number];

export function isRestMethod(name: string): name is RestMethodName {
  return restMethods.some((one) => one === name);
}

/** Who may use which methods; `undefined`: everybody. A route refuses by it, and its items tell of it. */
type MethodPermissions<Subject> = Readonly<
  Partial<Record<RestMethodName, { readonly may: Permission<Subject> | undefined }>>
>;

/** The methods that somebody may use on a thing, in the order in which they are told. */
export function allowedMethods<Subject>(
  methods: MethodPermissions<Subject>,
  actor: Actor | undefined,
  subject: Subject,
): RestMethodName[] {
  return restMethods.filter(
    (name) => methods[name] !== undefined && isAllowed(methods[name].may, actor, subject),
  );
}
