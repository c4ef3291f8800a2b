import type { z } from 'zod';
import type { mediaRoutes, postRoutes } from './post-routes.ts';
import type { Context, Described, Shown } from '../../kernel/http/rest/resource.ts';
import type { Reply } from '../../kernel/http/rest/rest-reply.ts';
import type { fixedRoutes } from './rest-routes.ts';
import type { RevisionFields } from './revision-resource.ts';
import type { termRoutes } from '../../modules/terms/rest/term-routes.ts';

/** Types of the API for our own clients, inferred from the routes' declarations; browsers load no code of it. */

type Fixed = (typeof fixedRoutes)['first' | 'last'][number];
/** Routes of a post type, of media and of terms; the site's definitions determine which exist. */
export type PostRoutes = ReturnType<typeof postRoutes>;
export type MediaRoutes = ReturnType<typeof mediaRoutes>;
export type TermRoutes = ReturnType<typeof termRoutes>;

export type FixedPath = Fixed['path'];
/** The route of a path: `RestReply<RouteOf<'/wp/v2/settings'>, 'GET'>`. */
export type RouteOf<Path extends FixedPath> = Extract<Fixed, { readonly path: Path }>;

/** The declaration of a method; undefined if the route lacks it. */
type Declared<Route, Name extends string> = Route extends { readonly methods: infer All }
  ? Name extends keyof All
    ? All[Name]
    : undefined
  : undefined;

type Item<Content, Seen extends Context> =
  Content extends Described<infer All>
    ? Shown<All, Seen> & { readonly _links?: Readonly<Record<string, readonly Linked[]>> }
    : never;
/** An item's `self` link lists the methods that the caller can use on it. */
interface Linked {
  readonly href: string;
  readonly targetHints?: { readonly allow: readonly string[] };
}
interface Removed<Thing> {
  readonly deleted: true;
  readonly previous: Thing;
}
type BodyOf<Kind, Content, Seen extends Context> = Kind extends 'item' | 'made'
  ? Item<Content, Seen>
  : Kind extends 'collection' | 'items'
    ? readonly Item<Content, Seen>[]
    : Kind extends 'named'
      ? Readonly<Record<string, Item<Content, Seen>>>
      : Kind extends 'removed'
        ? Removed<Item<Content, Seen>>
        : Kind extends 'trashed'
          ? Item<Content, Seen> | Removed<Item<Content, Seen>>
          : Content extends z.ZodType
            ? z.output<Content>
            : never;

/** JSON reply of a route's method: reads in the context `view`, writes in `edit`. */
export type RestReply<
  Route,
  Name extends string,
  Seen extends Context = Name extends 'GET' ? 'view' : 'edit',
> =
  Declared<Route, Name> extends { readonly reply: Reply<infer Kind, infer Content> }
    ? BodyOf<Kind, Content, Seen>
    : never;

/** A revision or autosave; only the site's definitions say which types have such routes. */
export type RevisionReply<Seen extends Context> = Item<Described<RevisionFields>, Seen>;

type Sendable<Sent> = { [Name in keyof Sent as undefined extends Sent[Name] ? never : Name]: Sent[Name] } & {
  [Name in keyof Sent as undefined extends Sent[Name] ? Name : never]?: Exclude<Sent[Name], undefined>;
};

export type RestArguments<Route, Name extends string> =
  Declared<Route, Name> extends { readonly schema: infer Schema extends z.ZodType }
    ? Sendable<z.input<Schema>>
    : never;
