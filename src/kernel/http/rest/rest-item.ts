import type { Actor } from '../../actor.ts';
import { allowedMethods } from './rest-methods.ts';
import type { MethodPermissions } from './rest-methods.ts';

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
