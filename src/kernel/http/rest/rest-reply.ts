import type { z } from 'zod';
import type { Described } from './resource.ts';
import type { RestItem } from './rest-item.ts';

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
