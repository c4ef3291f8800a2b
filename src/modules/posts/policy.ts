import { sql } from 'kysely';
import { all, always, any, fact, never } from '../../kernel/db/rule.ts';
import type { Rule } from '../../kernel/db/rule.ts';
import type { Permission, Actor } from '../../kernel/permission.ts';
import { articleType, fileType, postTypeNamed, registeredTypes, capabilityOf } from '../types/index.ts';
import type { PostAction, PostType } from '../types/index.ts';
import { can } from '../users/index.ts';
import type { PostStatus, PostSummary, TrashedStatus } from './model.ts';

/** A post's status, one of ours or one that an import brought. */
interface Stated {
  readonly status: string;
}
type Lockable = Stated & Pick<PostSummary, 'isProtected'>;
type Typed = Pick<PostSummary, 'type'>;
/** An attachment with the post that it belongs to. */
type Attached = Lockable &
  Pick<PostSummary, 'parentId'> & { readonly owner?: (Lockable & Typed) | undefined };
/** What rules ask of a post; of attachments the owner, too. */
export type RuledPost = Attached & Owned;

const status = fact<Stated, PostStatus>('post', 'status', (post) => post.status);
const before = fact<Pick<PostSummary, 'trashedStatus'>, TrashedStatus>(
  'post',
  'trashed_status',
  ({ trashedStatus }) => trashedStatus,
);
const author = fact<Pick<PostSummary, 'authorId'>, number>('post', 'author_id', (post) => post.authorId);
const parent = fact<Pick<PostSummary, 'parentId'>, number>('post', 'parent_id', (post) => post.parentId);
/** Which password it is, is no fact for rules. */
const password = fact<Pick<PostSummary, 'isProtected'>, ''>('post', 'password', (post) =>
  post.isProtected ? '*' : '',
);

/** Posts of the types for which something holds. Types are defined while the site runs: for which ones is asked anew for each question. */
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
/** Whether posts of its type have pages at all. */
export const isOfShownType = ofShownType.test;
const opened = status.is('publish');
/**
 * What the lists that writers keep hold: published and without a password, of any type, so that a type may be shown or hidden without a look at its posts. Who
 * reads those lists asks the type.
 */
export const enlisted: Rule<Lockable> = all<Lockable>(opened, password.is(''));
const listed: Rule<Lockable & Typed> = all<Lockable & Typed>(enlisted, ofShownType);

const shown = all<Stated & Typed>(opened, ofShownType);
/** Whether visitors may open it: published (a scheduled one is not yet) and of a type that is shown, with or without a password. */
export const isPublic = shown.test;
/** The same for SQL. Types come and go while the site runs: it is made anew for each query. */
export const isPublicSql = () => shown.sql();
/** Whether lists, feeds, search and REST may show it: public, and without a password. */
export const isListed = listed.test;
const addressedStatuses = ['publish', 'inherit'] as const;
const addressed = status.is(...addressedStatuses);
/** Whether something has its address: it was published, or hangs on a post that may be (`inherit`). Its type and password are asked apart. */
export const mayBeOpened: (post: Stated) => boolean = addressed.test;
/** The same for SQL. */
export const mayBeOpenedSql = addressed.sql();
/** The same of posts of a type, a condition for each of its statuses: what is asked of one is read in the order of an index, of several SQLite sorts all. */
export const mayBeOpenedEachSql = (type: string) =>
  postTypeNamed(type).openStatuses.map((one) => status.is(one).sql());
/** The same for questions that begin elsewhere, as `enlistedBesideStatusSql`. */
export const mayBeOpenedBesideStatusSql = addressed.sql({ beside: ['status'] });
/** Whether there is a page of it for everybody: it has its address, and its type is shown. Its password, and what it hangs on, are asked apart. */
export const hasPage = all<Stated & Typed>(addressed, ofShownType).test;
/** What nobody opens at an address: it was thrown away, or never kept. */
export const isWithdrawn: (post: Stated) => boolean = status.is('trash', 'auto-draft').test;
/** What has a page that asks for a password, for SQL, as an index has it. */
export const lockedSql = all<Lockable>(opened, password.isNot('')).sql();
/**
 * Sorts what has one address: the first is shown. WordPress looks for pages first, then posts, then attachments. What is published comes before what only its
 * editors see.
 */
export function bySpecificity(a: Stated & Typed, b: Stated & Typed): number {
  return (
    Number(mayBeOpened(b)) - Number(mayBeOpened(a)) ||
    postTypeNamed(a.type).precedence - postTypeNamed(b.type).precedence
  );
}
/** Whether the lists that writers keep hold a row of the table. */
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
 * Whether documents may hold it by its id, as they do patterns, navigations and template parts, whose types are not shown by themselves: published, without a
 * password. Of which type it must be is the document's to say.
 */
export const mayStandInDocuments = enlisted.test;
/** The same as `isEnlisted` and `mayStandInDocuments` for SQL; the literals match the partial indexes, which bound values would not. */
export const enlistedSql = enlisted.sql();
/**
 * The same for questions that begin elsewhere, above all with ids: written so that no index by the status fits. From five ids on SQLite would rather walk
 * through all that is published.
 */
export const enlistedBesideStatusSql = enlisted.sql({ beside: ['status'] });

const ofListedOwner: Rule<Attached> = {
  test: ({ owner }) => owner !== undefined && listed.test(owner),
  sql: ({ as = 'post' } = {}) =>
    sql<boolean>`exists (select 1 from post as owner where owner.id = ${sql.ref(`${as}.parent_id`)} and ${listed.sql({ as: 'owner' })})`,
};
/** Attachments have no status of their own (`inherit`): everybody sees those of no post, or of a listed one. */
const listedAttachment: Rule<Attached> = all<Attached>(
  status.is('inherit', 'publish'),
  password.is(''),
  any<Attached>(parent.is(0), ofListedOwner),
);

/** Posts of these statuses. */
export function ofStatus(statuses: readonly PostStatus[]): Rule<Stated> {
  return statuses.length === 0 ? never : status.is(...statuses);
}

/** Whether somebody's roles allow an action on posts of a type: each type says whose capabilities it goes by. */
function canAct(actor: Actor | undefined, action: PostAction, type: string): boolean {
  return actor?.capabilities.has(capabilityOf(type, action)) ?? false;
}

/** What decides who may do something with a post: in the trash it is as private, or as published, as it was before. */
type Owned = Stated & Pick<PostSummary, 'authorId' | 'trashedStatus'>;

/** Neither of these statuses now, nor before the trash. */
function neverWas(...statuses: readonly Exclude<TrashedStatus, ''>[]): Rule<Owned> {
  return all<Owned>(status.isNot(...statuses), before.isNot(...statuses));
}

/**
 * WordPress' rule for `edit` and `delete`: the plain capability for one's own drafts, and further ones for what is published, private or somebody else's. What
 * is in the trash is as it was before, private, too: the trash is no way round.
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
 * Which posts of a type somebody (undefined: a visitor) may open: published ones all where the type is shown, else who writes posts of that type; private
 * ones their author and who may read private ones; what is in the trash its author, if they write posts of that type; and each who may edit it. A password is
 * asked for separately.
 */
function readableBy(actor: Actor | undefined, type: string): Rule<Owned> {
  const { isPublic: isShown, restBase } = postTypeNamed(type);
  if (!actor) return isShown ? opened : never;
  // What readers never see by itself is a tool of those who write it: what one of them published the others use.
  const open = isShown || (restBase !== undefined && canAct(actor, 'edit', type)) ? opened : never;
  const isTheirs = can(actor, 'read') ? author.equals(actor.id) : never;
  const secret = all<Owned>(status.is('private'), canAct(actor, 'read_private', type) ? always : isTheirs);
  const withdrawn = canAct(actor, 'edit', type)
    ? all<Owned>(status.is('trash'), author.equals(actor.id))
    : never;
  return any<Owned>(open, secret, withdrawn, changeable('edit', actor, type));
}

/**
 * Which posts of a type somebody (undefined: a visitor) is shown in lists: those that they may open, those that everybody is told of, and of those with a
 * password the ones that they may edit.
 */
export function visibleTo(actor: Actor | undefined, type: string): Rule<RuledPost> {
  const { isPublic: hasPages, isToldToAll } = postTypeNamed(type);
  const readable =
    isToldToAll && !hasPages ? any<Owned>(opened, readableBy(actor, type)) : readableBy(actor, type);
  const open: Rule<RuledPost> =
    type === fileType ? listedAttachment : all<RuledPost>(readable, password.is(''));
  return actor ? any<RuledPost>(open, changeable('edit', actor, type)) : open;
}

/** Which posts of a type somebody may change. */
export function editableBy(actor: Actor | undefined, type: string): Rule<Owned> {
  return changeable('edit', actor, type);
}

type TypedPost = Owned & Typed;

/** The first capability that somebody lacks to change or delete a post: what `changeable` asks, in its order. */
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

/** Whether somebody may change this post. */
export function mayEditPost(actor: Actor | undefined, post: TypedPost): boolean {
  return changeable('edit', actor, post.type).test(post);
}

/** Whether somebody may move this post to the trash or delete it for good: who may not read it is not shown it by that. Files are asked for where they are. */
export function mayDeletePost(actor: Actor | undefined, post: TypedPost): boolean {
  return (
    changeable('delete', actor, post.type).test(post) && (post.type === fileType || mayReadPost(actor, post))
  );
}

/** What somebody lacks who may not delete a post. */
function lackingToDelete(actor: Actor, post: TypedPost): string | undefined {
  return (
    lackingTo('delete')(actor, post) ?? (mayDeletePost(actor, post) ? undefined : lackingToRead(actor, post))
  );
}

/** What somebody (undefined: a visitor) lacks to open a post that they may not open. */
export function lackingToRead(actor: Actor | undefined, post: TypedPost): string {
  if (post.status === 'private') return capabilityOf(post.type, 'read_private');
  return (actor && lackingTo('edit')(actor, post)) ?? capabilityOf(post.type, 'edit');
}

/** Posts of every type, files among them: routes and commands ask these, and say the same. */
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
/** The subject: the name of the type. */
export const createPosts: Permission<string> = {
  code: 'rest_cannot_create',
  message: 'Sorry, you are not allowed to create posts as this user.',
  capability: 'edit_posts',
  lacking: (actor, type) => capabilityOf(type, mayWrite(actor, type) ? 'publish' : 'edit'),
  test: mayCreate,
};

/** Whether somebody may write posts of a type. */
export function mayWrite(actor: Actor | undefined, type: string): boolean {
  return canAct(actor, 'edit', type);
}

/** Whether somebody may make posts of a type: what stands in the texts of others takes the right to publish, as in WordPress. */
function mayCreate(actor: Actor | undefined, type: string): boolean {
  return mayWrite(actor, type) && (postTypeNamed(type).isPublic || mayPublish(actor, type));
}

/** Whether somebody may write articles: WordPress' `edit_posts`, which it asks for where somebody is to be one of those who write. */
export function mayWriteArticles(actor: Actor | undefined): boolean {
  return mayWrite(actor, articleType);
}

/** Whether somebody may write posts of some type. */
export function mayWriteAnything(actor: Actor | undefined): boolean {
  return registeredTypes().some(({ name }) => mayWrite(actor, name));
}

/** Whether somebody may publish, schedule or unpublish posts of a type. */
export function mayPublish(actor: Actor | undefined, type: string): boolean {
  return canAct(actor, 'publish', type);
}

/** What it takes besides the right to edit a post. The subject: the name of the type. */
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
  message: 'Sorry, you are not allowed to create posts as somebody else.',
  capability: 'edit_others_posts',
  lacking: (_actor, type) => capabilityOf(type, 'edit_others'),
  test: mayNameAuthors,
};

/** Whether somebody may say who wrote posts of a type: who may change what others wrote. */
export function mayNameAuthors(actor: Actor | undefined, type: string): boolean {
  return canAct(actor, 'edit_others', type);
}

/**
 * Whether somebody may keep posts of a type on top of lists, of those that they may edit. WordPress' writes ask for one of these capabilities, its
 * `wp:action-sticky` for both; here one rule is told and done.
 */
export function maySetSticky(actor: Actor | undefined, type: string): boolean {
  return mayPublish(actor, type) || canAct(actor, 'edit_others', type);
}

/** Whether somebody (undefined: a visitor) may read this post over REST, which tells of some that have no page. */
export function mayReadOverRest(actor: Actor | undefined, post: TypedPost): boolean {
  return mayReadPost(actor, post) || (postTypeNamed(post.type).isToldToAll && opened.test(post));
}

/** Whether somebody may open this post; a password is asked for separately. */
export function mayReadPost(actor: Actor | undefined, post: TypedPost): boolean {
  return readableBy(actor, post.type).test(post);
}
