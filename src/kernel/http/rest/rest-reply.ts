import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Described } from './resource.ts';
import type { Actor, Permission } from '../../permission.ts';
import { isAllowed } from '../../permission.ts';

export interface ItemAnswer {
  readonly kind: 'item';
  readonly item: RestItem;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CollectionAnswer {
  readonly kind: 'collection';
  readonly items: readonly RestItem[];
  readonly total: number;
  readonly perPage: number;
  readonly page: number;
}

export interface RemovedAnswer {
  readonly kind: 'removed';
  readonly previous: RestItem;
}

export interface PlainAnswer<Body = unknown> {
  readonly kind: 'plain';
  readonly body: Body;
}

export interface TextAnswer {
  readonly kind: 'text';
  readonly contentType: string;
  readonly body: string;
}

/** A download that is streamed; `stream` or `close` is called once. */
export abstract class SentDownload {
  readonly name: string;
  readonly contentType: string;
  /** Undefined: unknown until it is written. */
  readonly bytes: number | undefined;

  constructor({ name, contentType, bytes }: Omit<SentDownload, 'stream' | 'close'>) {
    this.name = name;
    this.contentType = contentType;
    this.bytes = bytes;
  }

  abstract stream(): Readable;
  abstract close(): Promise<void>;
}

/** Text that is generated while it is sent. */
export class SentText extends SentDownload {
  readonly #parts: () => AsyncIterable<string>;

  constructor(head: Pick<SentDownload, 'name' | 'contentType'>, parts: () => AsyncIterable<string>) {
    super({ ...head, bytes: undefined });
    this.#parts = parts;
  }

  stream(): Readable {
    return Readable.from(this.#parts(), { objectMode: false });
  }

  async close(): Promise<void> {}
}

/** A file of the server; it is open already. */
export class SentFile extends SentDownload {
  readonly handle: FileHandle;
  override readonly bytes: number;

  constructor({ handle, bytes, ...head }: Omit<SentFile, 'stream' | 'close'>) {
    super({ ...head, bytes });
    this.handle = handle;
    this.bytes = bytes;
  }

  stream(): Readable {
    return this.handle.createReadStream({ end: Math.max(0, this.bytes - 1) });
  }

  async close(): Promise<void> {
    await this.handle.close();
  }
}

export interface FileAnswer {
  readonly kind: 'file';
  readonly file: SentDownload;
}

/** A method's answer, before links are added and `_fields` is applied. */
export type RestAnswer =
  | ItemAnswer
  | CollectionAnswer
  | { readonly kind: 'items'; readonly items: readonly RestItem[] }
  | { readonly kind: 'named'; readonly items: Readonly<Record<string, RestItem>> }
  | RemovedAnswer
  | PlainAnswer
  | TextAnswer
  | FileAnswer;

type Answer<Kind extends RestAnswer['kind']> = Extract<RestAnswer, { readonly kind: Kind }>;

interface Answers {
  readonly item: ItemAnswer;
  /** 201, with the URL in `Location`. */
  readonly made: ItemAnswer;
  readonly collection: CollectionAnswer;
  readonly items: Answer<'items'>;
  readonly named: Answer<'named'>;
  readonly removed: RemovedAnswer;
  /** Trashed, or with `force` deleted permanently. */
  readonly trashed: ItemAnswer | RemovedAnswer;
  readonly plain: PlainAnswer | TextAnswer;
  readonly file: FileAnswer;
}
export type ReplyKind = keyof Answers;

/** A method's declared reply: items of a resource or a value of a schema. Documentation and types derive from it. */
export interface Reply<Kind extends ReplyKind = ReplyKind, Content = Described | z.ZodType> {
  readonly kind: Kind;
  readonly status: 200 | 201 | 202 | 207;
  readonly content: Content;
}

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

export const oneOf = of('item');
export const newOf = of('made', 201);
export const manyOf = of('collection');
/** All items of a small collection, as a list or by name. */
export const allOf = of('items');
export const allByNameOf = of('named');
export const goneOf = of('removed');
export const trashedOf = of('trashed');

export function valueOf<Schema extends z.ZodType>(
  schema: Schema,
  status: Reply['status'] = 200,
): Reply<'plain', Schema> {
  return { kind: 'plain', status, content: schema };
}

/** A download; documented as a string in binary format. */
export const fileReply: Reply<'file', z.ZodType> = { kind: 'file', status: 200, content: z.string() };

export type EmbedTarget =
  | { readonly kind: 'post'; readonly id: number }
  | { readonly kind: 'comment'; readonly id: number }
  /** `published`: the link comes from a listed post of this user. */
  | { readonly kind: 'user'; readonly id: number; readonly published: boolean }
  | { readonly kind: 'terms'; readonly ids: readonly number[] }
  | { readonly kind: 'replies'; readonly postId: number };

export interface RestLink {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly target?: EmbedTarget | undefined;
}

export interface RestItem {
  readonly body: Readonly<Record<string, unknown>>;
  /** Of an editable item, for its editors: the reply's `ETag`, for `If-Match`. */
  readonly revision?: number;
  readonly links: Readonly<Record<string, readonly RestLink[]>>;
}

/** An item's self link, with the methods that the caller may use: GET, and the permitted ones of `writes`. */
export function selfLink<Subject>(
  href: string,
  writes: MethodPermissions<Subject>,
  actor: Actor | undefined,
  subject: Subject,
): RestLink {
  return { attributes: { href, targetHints: { allow: ['GET', ...allowedMethods(writes, actor, subject)] } } };
}

export const plainLink = (href: string): RestLink => ({ attributes: { href } });
export const embeddable = (
  href: string,
  target: EmbedTarget,
  attributes: Readonly<Record<string, unknown>> = {},
): RestLink => ({ attributes: { ...attributes, embeddable: true, href }, target });
/** Definition of the prefix `wp:` of relations. */
export const curies: readonly RestLink[] = [
  { attributes: { name: 'wp', href: 'https://api.w.org/{rel}', templated: true } },
];

export const restMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type RestMethodName = (typeof restMethods)[number];

export function isRestMethod(name: string): name is RestMethodName {
  return restMethods.some((one) => one === name);
}

/** Permission per method; undefined: public. Routes enforce it and items list the allowed methods. */
type MethodPermissions<Subject> = Readonly<
  Partial<Record<RestMethodName, { readonly may: Permission<Subject> | undefined }>>
>;

export function allowedMethods<Subject>(
  methods: MethodPermissions<Subject>,
  actor: Actor | undefined,
  subject: Subject,
): RestMethodName[] {
  return restMethods.filter(
    (name) => methods[name] !== undefined && isAllowed(methods[name].may, actor, subject),
  );
}
