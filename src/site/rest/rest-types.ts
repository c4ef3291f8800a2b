import type { z } from 'zod';
import type { mediaRoutes, postRoutes } from './post-routes.ts';
import type { Context, Described, Shown } from '../../kernel/http/rest/resource.ts';
import type { Reply } from '../../kernel/http/rest/rest-reply.ts';
import type { fixedRoutes } from './rest-routes.ts';
import type { RevisionFields } from './revision-resource.ts';
import type { termRoutes } from '../../modules/terms/rest/term-routes.ts';

/**
 * The API as our own clients see it: types alone, so that browsers load nothing of it. They follow from the routes' declarations; there is no list to keep.
 */

/** Routes whose paths no definition makes. */
type Fixed = (typeof fixedRoutes)['first' | 'last'][number];
/** Collection and items of a type of posts, of files, of terms: which there are depends on what the site defines. */
export type PostRoutes = ReturnType<typeof postRoutes>;
export type MediaRoutes = ReturnType<typeof mediaRoutes>;
export type TermRoutes = ReturnType<typeof termRoutes>;

/** Paths of those whose paths no definition makes. */
export type FixedPath = Fixed['path'];
/** The route of a path: `RestReply<RouteOf<'/wp/v2/settings'>, 'GET'>`. */
export type RouteOf<Path extends FixedPath> = Extract<Fixed, { readonly path: Path }>;

/** The declaration of a method; of one that the route lacks undefined. */
type Declared<Route, Name extends string> = Route extends { readonly methods: infer All }
  ? Name extends keyof All
    ? All[Name]
    : undefined
  : undefined;

/** Something that a context shows, with its links. */
type Item<Content, Seen extends Context> =
  Content extends Described<infer All>
    ? Shown<All, Seen> & { readonly _links?: Readonly<Record<string, readonly Linked[]>> }
    : never;
/** A link; that of a thing to itself tells the methods that the asker may use on it. */
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

/** What a method of a route answers with, as JSON: to who reads in the context `view`, and to who edits, as writes answer. */
export type RestReply<
  Route,
  Name extends string,
  Seen extends Context = Name extends 'GET' ? 'view' : 'edit',
> =
  Declared<Route, Name> extends { readonly reply: Reply<infer Kind, infer Content> }
    ? BodyOf<Kind, Content, Seen>
    : never;

/** A revision or an autosave: which types have routes to them only the site's definitions say. */
export type RevisionReply<Seen extends Context> = Item<Described<RevisionFields>, Seen>;

type Sendable<Sent> = { [Name in keyof Sent as undefined extends Sent[Name] ? never : Name]: Sent[Name] } & {
  [Name in keyof Sent as undefined extends Sent[Name] ? Name : never]?: Exclude<Sent[Name], undefined>;
};

/** What may be sent with it. */
export type RestArguments<Route, Name extends string> =
  Declared<Route, Name> extends { readonly schema: infer Schema extends z.ZodType }
    ? Sendable<z.input<Schema>>
    : never;
