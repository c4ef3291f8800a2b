import type { z } from 'zod';
import type { Content } from '../../../content/content.ts';
import type { Post } from '../../../content/posts/post.ts';
import type { Settings } from '../../../content/settings/settings.ts';
import type { FieldTree } from './fields.ts';
import { readParams } from './params.ts';
import type { RawValue } from './query-string.ts';
import type { Totals } from './totals.ts';

/** What REST routes read from, for as long as the process runs. */
export interface RestSite {
  readonly content: Content;
  /** A post's text as readers see it; called for readable posts without a password only. */
  readonly renderContent: (post: Post) => Promise<string>;
  readonly totals: Totals;
}

/** One request on its way. */
export interface RestRequest {
  readonly site: RestSite;
  readonly settings: Settings;
  readonly query: ReadonlyMap<string, RawValue>;
  readonly fields: FieldTree | undefined;
  /** Path below `/wp-json`, without a trailing slash: `/wp/v2/posts`. */
  readonly path: string;
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
  /** By relation, in the order they are written. */
  readonly links: Readonly<Record<string, readonly RestLink[]>>;
}

export type RestAnswer =
  | { readonly kind: 'item'; readonly item: RestItem; readonly headers?: Readonly<Record<string, string>> }
  | { readonly kind: 'collection'; readonly items: readonly RestItem[]; readonly total: number; readonly perPage: number; readonly page: number }
  /** Anything else, as it is. */
  | { readonly kind: 'plain'; readonly body: unknown }
  /** What is no JSON. */
  | { readonly kind: 'text'; readonly contentType: string; readonly body: string };

/** Why a method is refused to a visitor. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** One route: its path, what it takes, what it answers. */
export interface RestRoute {
  /** In WordPress' notation, as clients find it in the index: `/wp/v2/posts/(?P<id>[\d]+)`. */
  readonly path: string;
  readonly pattern: RegExp;
  readonly schema: z.ZodObject;
  /** Methods other than GET that exist; a visitor gets 401 with this reason. */
  readonly refused: Readonly<Record<string, Refusal>>;
  answer(request: RestRequest, captured: Readonly<Record<string, string>>): Promise<RestAnswer>;
}

/** Declares a route; parameters are read by `params` before `get` is called. */
export function restRoute<Schema extends z.ZodObject>(route: {
  readonly path: string;
  readonly params: Schema;
  readonly refused?: Readonly<Record<string, Refusal>>;
  readonly get: (request: RestRequest, params: z.output<Schema>, captured: Readonly<Record<string, string>>) => Promise<RestAnswer>;
}): RestRoute {
  return {
    path: route.path,
    pattern: new RegExp(`^${route.path.replaceAll('(?P<', '(?<')}$`),
    schema: route.params,
    refused: route.refused ?? {},
    answer: async (request, captured) => route.get(request, readParams(route.params, request.query), captured),
  };
}

/** Refusals of a resource that WordPress lets the right people write. */
export const refusedCollection = (message: string, code = 'rest_cannot_create'): Record<string, Refusal> => ({ POST: { code, message } });

export function refusedItem(edit: string, remove: string, codes: { readonly edit: string; readonly remove: string } = { edit: 'rest_cannot_edit', remove: 'rest_cannot_delete' }): Record<string, Refusal> {
  const editing = { code: codes.edit, message: edit };
  return { POST: editing, PUT: editing, PATCH: editing, DELETE: { code: codes.remove, message: remove } };
}

/** Absolute address of a REST path. */
export function restUrl(request: Pick<RestRequest, 'site'>, path: string): string {
  return `${request.site.content.siteUrl}/wp-json${path}`;
}

/** The link of an item to itself. */
export const selfLink = (href: string): RestLink => ({ attributes: { href, targetHints: { allow: ['GET'] } } });
export const plainLink = (href: string): RestLink => ({ attributes: { href } });
/** A link that `_embed` can put in its place. */
export const embeddable = (href: string, target: EmbedTarget, attributes: Readonly<Record<string, unknown>> = {}): RestLink =>
  ({ attributes: { ...attributes, embeddable: true, href }, target });
/** What `wp:` in the names of relations means. */
export const curies: readonly RestLink[] = [{ attributes: { name: 'wp', href: 'https://api.w.org/{rel}', templated: true } }];

/** The first id digits that can be one of ours; 0 for longer ones, which no item has. */
export function capturedId(captured: Readonly<Record<string, string>>): number {
  const digits = captured['id'] ?? '';
  return digits.length <= 15 ? Number(digits) : 0;
}
