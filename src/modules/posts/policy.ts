import { sql } from 'kysely';
import { all, always, any, fact, never } from '../../kernel/db/rule.ts';
import type { Rule } from '../../kernel/db/rule.ts';
import type { Permission, Actor } from '../../kernel/permission.ts';
import { articleType, fileType, postTypeNamed, registeredTypes, capabilityOf } from '../types/index.ts';
import type { PostAction, PostType } from '../types/index.ts';
import { can } from '../users/index.ts';
import type { PostStatus, PostSummary, TrashedStatus } from './model.ts';

/** A post's status, possibly an unknown one from an import. */
interface Stated {
  readonly status: string;
}
type Lockable = Stated & Pick<PostSummary, 'isProtected'>;
type Typed = Pick<PostSummary, 'type'>;
type Attached = Lockable &
  Pick<PostSummary, 'parentId'> & { readonly owner?: (Lockable & Typed) | undefined };
export type RuledPost = Attached & Owned;

const status = fact<Stated, PostStatus>('post', 'status', (post) => post.status);
const before = fact<Pick<PostSummary, 'trashedStatus'>, TrashedStatus>(
  'post',
  'trashed_status',
  ({ trashedStatus }) => trashedStatus,
);
const author = fact<Pick<PostSummary, 'authorId'>, number>('post', 'author_id', (post) => post.authorId);
const parent = fact<Pick<PostSummary, 'parentId'>, number>('post', 'parent_id', (post) => post.parentId);
/** Rules know only whether a password is set. */
const password = fact<Pick<PostSummary, 'isProtected'>, ''>('post', 'password', (post) =>
  post.isProtected ? '*' : '',
);

/** Posts of matching types. Evaluated for each query, since types are registered at run time. */
export function ofTypes(holds: (type: PostType) => boolean): Rule<Typed> {
  return {
    test: ({ type }) => holds(postTypeNamed(type)),
    sql: ({ as = 'post' } = {}) => {
      const others = registeredTypes()
        .filter((type) => !holds(type))
        .map(({ name }) => sql.lit(name));
      return others.length === 0
        ? always.sql()
        : sql<boolean>`${sql.ref(`${as}.type`)} not in (${sql.join(others)})`;
    },
  };
}

const ofShownType = ofTypes((type) => type.isPublic);
export const isOfShownType = ofShownType.test;
const opened = status.is('publish');
/**
 * Posts in the stored lists: published, no password, of any type, so that showing or hiding a type needs no rewrite.
 * Readers of those lists check the type.
 */
export const enlisted: Rule<Lockable> = all<Lockable>(opened, password.is(''));
const listed: Rule<Lockable & Typed> = all<Lockable & Typed>(enlisted, ofShownType);

const shown = all<Stated & Typed>(opened, ofShownType);
/** Whether visitors can open a post: published (not just scheduled) and of a public type, with or without a password. */
export const isPublic = shown.test;
/** `isPublic` in SQL; a function because types change at run time. */
export const isPublicSql = () => shown.sql();
/** Whether lists, feeds, search and REST can show a post: public, and without a password. */
export const isListed = listed.test;
const addressedStatuses = ['publish', 'inherit'] as const;
const addressed = status.is(...addressedStatuses);
/** Whether a post has a reachable address: published, or attached (`inherit`). Callers check the type and the password separately. */
export const mayBeOpened: (post: Stated) => boolean = addressed.test;
export const mayBeOpenedSql = addressed.sql();
/** `mayBeOpened` as one condition per status of a type: each is read in index order, while SQLite would sort a combined one. */
export const mayBeOpenedEachSql = (type: string) =>
  postTypeNamed(type).openStatuses.map((one) => status.is(one).sql());
/** For queries driven by other conditions; see `enlistedBesideStatusSql`. */
export const mayBeOpenedBesideStatusSql = addressed.sql({ beside: ['status'] });
/** Whether a post has a public page: reachable, of a public type. Callers check the password and the parent separately. */
export const hasPage = all<Stated & Typed>(addressed, ofShownType).test;
/** Whether a post has no address: trashed, or never saved. */
export const isWithdrawn: (post: Stated) => boolean = status.is('trash', 'auto-draft').test;
/** Posts whose page asks for a password, in SQL that matches the partial index. */
export const lockedSql = all<Lockable>(opened, password.isNot('')).sql();
/**
 * Orders posts with the same address by precedence, as WordPress does: pages, posts, attachments. Published posts come
 * before those that only editors see.
 */
export function bySpecificity(a: Stated & Typed, b: Stated & Typed): number {
  return (
    Number(mayBeOpened(b)) - Number(mayBeOpened(a)) ||
    postTypeNamed(a.type).precedence - postTypeNamed(b.type).precedence
  );
}
export function isEnlisted({
  status: stated,
  password: given,
}: {
  readonly status: string;
  readonly password: string;
}): boolean {
  return enlisted.test({ status: stated, isProtected: given !== '' });
}
/**
 * Whether documents can embed a post by its id (patterns, navigations, template parts): published, without a password.
 * The caller checks the type.
 */
export const mayStandInDocuments = enlisted.test;
/** `isEnlisted` and `mayStandInDocuments` in SQL. Literals match the partial indexes; bound values would not. */
export const enlistedSql = enlisted.sql();
/**
 * For queries driven by other conditions, such as ids: no status index matches. From five ids on, SQLite would
 * otherwise walk all published posts.
 */
export const enlistedBesideStatusSql = enlisted.sql({ beside: ['status'] });

const ofListedOwner: Rule<Attached> = {
  test: ({ owner }) => owner !== undefined && listed.test(owner),
  sql: ({ as = 'post' } = {}) =>
    sql<boolean>`exists (select 1 from post as owner where owner.id = ${sql.ref(`${as}.parent_id`)} and ${listed.sql({ as: 'owner' })})`,
};
/** Attachments inherit their visibility (`inherit`): public if unattached, or attached to a listed post. */
const listedAttachment: Rule<Attached> = all<Attached>(
  status.is('inherit', 'publish'),
  password.is(''),
  any<Attached>(parent.is(0), ofListedOwner),
);

export function ofStatus(statuses: readonly PostStatus[]): Rule<Stated> {
  return statuses.length === 0 ? never : status.is(...statuses);
}

function canAct(actor: Actor | undefined, action: PostAction, type: string): boolean {
  return actor?.capabilities.has(capabilityOf(type, action)) ?? false;
}

/** The facts that decide about a user's rights; a trashed post keeps the privacy of its former status. */
type Owned = Stated & Pick<PostSummary, 'authorId' | 'trashedStatus'>;

/** Matches posts that have neither status now nor had it before they were trashed. */
function neverWas(...statuses: readonly Exclude<TrashedStatus, ''>[]): Rule<Owned> {
  return all<Owned>(status.isNot(...statuses), before.isNot(...statuses));
}

/**
 * WordPress' rule for `edit` and `delete`: own drafts need the plain capability; published, private and others' posts
 * need further ones. Trashed posts count by their former status, so the trash can't bypass this.
 */
function changeable(verb: 'edit' | 'delete', actor: Actor | undefined, type: string): Rule<Owned> {
  if (!actor || !canAct(actor, verb, type)) return never;
  const ofOthers = canAct(actor, `${verb}_private`, type) ? always : neverWas('private');
  return all<Owned>(
    canAct(actor, `${verb}_published`, type) ? always : neverWas('publish', 'future'),
    canAct(actor, `${verb}_others`, type)
      ? any<Owned>(author.equals(actor.id), ofOthers)
      : author.equals(actor.id),
  );
}

/**
 * Posts an actor (undefined: a visitor) can open: published ones of public types or with the type's `edit`; private
 * ones with `read_private` or as author; one's own trashed ones; all editable ones. Passwords are checked separately.
 */
function readableBy(actor: Actor | undefined, type: string): Rule<Owned> {
  const { isPublic: isShown, restBase } = postTypeNamed(type);
  if (!actor) return isShown ? opened : never;
  // Types without public pages are editing tools; published ones are shared among the users who write them.
  const open = isShown || (restBase !== undefined && canAct(actor, 'edit', type)) ? opened : never;
  const isTheirs = can(actor, 'read') ? author.equals(actor.id) : never;
  const secret = all<Owned>(status.is('private'), canAct(actor, 'read_private', type) ? always : isTheirs);
  const withdrawn = canAct(actor, 'edit', type)
    ? all<Owned>(status.is('trash'), author.equals(actor.id))
    : never;
  return any<Owned>(open, secret, withdrawn, changeable('edit', actor, type));
}

/** Posts listed for an actor (undefined: a visitor): those they can open, types exposed to all, and password-protected ones they can edit. */
export function visibleTo(actor: Actor | undefined, type: string): Rule<RuledPost> {
  const { isPublic: hasPages, isToldToAll } = postTypeNamed(type);
  const readable =
    isToldToAll && !hasPages ? any<Owned>(opened, readableBy(actor, type)) : readableBy(actor, type);
  const open: Rule<RuledPost> =
    type === fileType ? listedAttachment : all<RuledPost>(readable, password.is(''));
  return actor ? any<RuledPost>(open, changeable('edit', actor, type)) : open;
}

export function editableBy(actor: Actor | undefined, type: string): Rule<Owned> {
  return changeable('edit', actor, type);
}

type TypedPost = Owned & Typed;

/** The first capability the actor lacks to change or delete a post, in the order of `changeable`. */
function lackingTo(verb: 'edit' | 'delete') {
  return (actor: Actor, { type, status: now, trashedStatus, authorId }: TypedPost): string | undefined => {
    const stated = trashedStatus || now;
    const needed: readonly PostAction[] = [
      verb,
      ...(stated === 'publish' || stated === 'future' ? [`${verb}_published` as const] : []),
      ...(authorId === actor.id
        ? []
        : [`${verb}_others` as const, ...(stated === 'private' ? [`${verb}_private` as const] : [])]),
    ];
    const action = needed.find((one) => !canAct(actor, one, type));
    return action && capabilityOf(type, action);
  };
}

export function mayEditPost(actor: Actor | undefined, post: TypedPost): boolean {
  return changeable('edit', actor, post.type).test(post);
}

/** Whether the actor may trash or delete a post. Requires read access, which deletion would reveal; for attachments the media module checks that. */
export function mayDeletePost(actor: Actor | undefined, post: TypedPost): boolean {
  return (
    changeable('delete', actor, post.type).test(post) && (post.type === fileType || mayReadPost(actor, post))
  );
}

function lackingToDelete(actor: Actor, post: TypedPost): string | undefined {
  return (
    lackingTo('delete')(actor, post) ?? (mayDeletePost(actor, post) ? undefined : lackingToRead(actor, post))
  );
}

/** The capability the actor (undefined: a visitor) lacks to open an unreadable post. */
export function lackingToRead(actor: Actor | undefined, post: TypedPost): string {
  if (post.status === 'private') return capabilityOf(post.type, 'read_private');
  return (actor && lackingTo('edit')(actor, post)) ?? capabilityOf(post.type, 'edit');
}

/** For posts of all types, attachments included; shared by routes and commands. */
export const editPosts: Permission<TypedPost> = {
  code: 'rest_cannot_edit',
  message: 'Sorry, you are not allowed to edit this post.',
  capability: 'edit_posts',
  lacking: lackingTo('edit'),
  test: mayEditPost,
};
export const deletePosts: Permission<TypedPost> = {
  code: 'rest_cannot_delete',
  message: 'Sorry, you are not allowed to delete this post.',
  capability: 'delete_posts',
  lacking: lackingToDelete,
  test: mayDeletePost,
};
export const restorePosts: Permission<TypedPost> = {
  code: 'rest_cannot_edit',
  message: 'Sorry, you are not allowed to restore this post.',
  capability: 'delete_posts',
  lacking: lackingToDelete,
  test: mayDeletePost,
};
/** The subject is the type's name. */
export const createPosts: Permission<string> = {
  code: 'rest_cannot_create',
  message: 'Sorry, you are not allowed to create posts as this user.',
  capability: 'edit_posts',
  lacking: (actor, type) => capabilityOf(type, mayWrite(actor, type) ? 'publish' : 'edit'),
  test: mayCreate,
};

export function mayWrite(actor: Actor | undefined, type: string): boolean {
  return canAct(actor, 'edit', type);
}

/**
 * Whether the actor may create posts of a type. Types without public pages appear inside others' content, so they need
 * the right to publish, as in WordPress.
 */
function mayCreate(actor: Actor | undefined, type: string): boolean {
  return mayWrite(actor, type) && (postTypeNamed(type).isPublic || mayPublish(actor, type));
}

/** WordPress' `edit_posts`, which it also checks where a user must be an author. */
export function mayWriteArticles(actor: Actor | undefined): boolean {
  return mayWrite(actor, articleType);
}

export function mayWriteAnything(actor: Actor | undefined): boolean {
  return registeredTypes().some(({ name }) => mayWrite(actor, name));
}

export function mayPublish(actor: Actor | undefined, type: string): boolean {
  return canAct(actor, 'publish', type);
}

/** Permissions required in addition to editing the post. The subject is the type's name. */
export const publishPosts: Permission<string> = {
  code: 'rest_cannot_publish',
  message: 'Sorry, you are not allowed to publish posts in this post type.',
  capability: 'publish_posts',
  lacking: (_actor, type) => capabilityOf(type, 'publish'),
  test: mayPublish,
};
export const makePrivate: Permission<string> = {
  ...publishPosts,
  message: 'Sorry, you are not allowed to create private posts in this post type.',
};
export const setPassword: Permission<string> = {
  ...publishPosts,
  message: 'Sorry, you are not allowed to create password protected posts in this post type.',
};
export const makeSticky: Permission<string> = {
  ...publishPosts,
  code: 'rest_cannot_assign_sticky',
  message: 'Sorry, you are not allowed to make posts sticky.',
  test: maySetSticky,
};
export const nameAuthors: Permission<string> = {
  code: 'rest_cannot_edit_others',
  message: 'Sorry, you are not allowed to create posts as this user.',
  capability: 'edit_others_posts',
  lacking: (_actor, type) => capabilityOf(type, 'edit_others'),
  test: mayNameAuthors,
};

export function mayNameAuthors(actor: Actor | undefined, type: string): boolean {
  return canAct(actor, 'edit_others', type);
}

/**
 * Whether the actor may make editable posts sticky. WordPress' writes check one of these capabilities, its
 * `wp:action-sticky` both; here one rule covers both.
 */
export function maySetSticky(actor: Actor | undefined, type: string): boolean {
  return mayPublish(actor, type) || canAct(actor, 'edit_others', type);
}

/** Whether the actor (undefined: a visitor) may read a post over REST, which exposes some types without pages. */
export function mayReadOverRest(actor: Actor | undefined, post: TypedPost): boolean {
  return mayReadPost(actor, post) || (postTypeNamed(post.type).isToldToAll && opened.test(post));
}

/** Whether the actor may open a post; passwords are checked separately. */
export function mayReadPost(actor: Actor | undefined, post: TypedPost): boolean {
  return readableBy(actor, post.type).test(post);
}
