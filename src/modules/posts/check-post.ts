import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError, ConflictError, NotFoundError } from '../../lib/errors.ts';
import {
  metaRules,
  readMeta,
  postTypeNamed,
  taxonomiesOf,
  taxonomyNamed,
  fileType,
  sectionTaxonomy,
} from '../types/index.ts';
import type { PostFeature, MetaSchema } from '../types/index.ts';
import { demand, refusal } from '../../kernel/permission.ts';
import { assignTerms, findTerms, holdTerms } from '../terms/index.ts';
import type { Term } from '../terms/index.ts';
import { findUsers, mayWriteAnyHtml } from '../users/index.ts';
import { cleanFootnotes, footnotesKey, sentFootnotes } from './meta.ts';
import { makePrivate, makeSticky, nameAuthors, publishPosts, setPassword, mayReadPost } from './policy.ts';
import type { Post } from './model.ts';
import type { PostFields } from './post-input.ts';
import { holdPosts, isAbove, findVisiblePosts, findPostToChange } from './reader.ts';
import { refuseStale } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import type { Permission, Actor } from '../../kernel/permission.ts';
import { nameInMessages } from './model.ts';

const featureOf: Readonly<Partial<Record<keyof PostFields, PostFeature>>> = {
  title: 'title',
  content: 'editor',
  excerpt: 'excerpt',
  authorIds: 'author',
  featuredMediaId: 'thumbnail',
  commentStatus: 'comments',
  pingStatus: 'comments',
  menuOrder: 'page-attributes',
  format: 'post-formats',
  sticky: 'sticky',
};

export type Target = Pick<
  Post,
  'id' | 'type' | 'status' | 'authorIds' | 'termIds' | 'password' | 'sticky' | 'publishedAt'
>;

/** Throws `ForbiddenError` when the actor may edit the post but lacks the right to change one of these fields. */
export function checkRights(actor: Actor, { type }: Pick<Target, 'type'>, changed: PostFields): void {
  const { status, password, sticky, authorIds } = changed;
  if (status === 'publish' || status === 'future') demand(publishPosts, actor, type);
  if (status === 'private') demand(makePrivate, actor, type);
  if (password !== undefined) demand(setPassword, actor, type);
  if (sticky !== undefined) demand(makeSticky, actor, type);
  if (authorIds !== undefined) demand(nameAuthors, actor, type);
}

/** Throws `ForbiddenError` when the actor may not assign a taxonomy's terms that are added or removed. */
export async function checkTermRights(
  tx: Tx,
  actor: Actor,
  { termIds: stored }: Pick<Target, 'termIds'>,
  { termIds: sent }: PostFields,
): Promise<void> {
  if (sent === undefined) return;
  const moved = [...sent.filter((id) => !stored.includes(id)), ...stored.filter((id) => !sent.includes(id))];
  const terms = await findTerms(tx.db, moved);
  for (const taxonomy of new Set(
    (moved.length > 0 ? moved : sent).map((id) => terms.get(id)?.taxonomy ?? sectionTaxonomy),
  )) {
    demand(assignTerms, actor, taxonomy);
  }
}

/**
 * Throws `InvalidInputError` for fields the type doesn't support, missing references, or an invisible picture. Returns
 * the sent terms without deleted ones the post had. Locks all referenced rows until the transaction ends.
 */
export async function checkFields(
  tx: Tx,
  actor: Actor,
  post: Target,
  changed: PostFields,
): Promise<readonly number[] | undefined> {
  const type = postTypeNamed(post.type);
  const faults: Record<string, string> = {};
  for (const [field, feature] of Object.entries(featureOf)) {
    if (field in changed && !type.supports.has(feature))
      faults[field] = `Posts of the type "${post.type}" have no ${field}; leave it out.`;
  }
  const held = await holdPosts(tx, [changed.parentId ?? 0, changed.featuredMediaId ?? 0]);
  if (changed.parentId) {
    // Prevents a cycle when two posts are concurrently moved below each other.
    if (post.id > 0) await tx.dialect.lockName(`hierarchy ${post.type}`)?.execute(tx.db);
    faults['parentId'] ??=
      (await parentFault(tx.db, post, changed.parentId, held.get(changed.parentId)?.type)) ?? '';
  }
  // A file attached to another user's draft must not become visible through this post.
  if (
    changed.featuredMediaId &&
    (await findVisiblePosts(tx.db, [changed.featuredMediaId], actor)).get(changed.featuredMediaId)?.type !==
      fileType
  ) {
    faults['featuredMediaId'] ??= `There is no picture ${changed.featuredMediaId} in the library.`;
  }
  if (changed.authorIds) {
    const known = await findUsers(tx.db, changed.authorIds);
    const missing = changed.authorIds.find((id) => !known.has(id));
    if (missing !== undefined) faults['authorIds'] ??= `There is no user ${missing} who could be an author.`;
  }
  const terms = changed.termIds && (await holdTerms(tx, changed.termIds));
  if (changed.termIds && terms) faults['termIds'] = termFault(post, changed.termIds, terms) ?? '';
  if ((changed.sticky ?? post.sticky) && (changed.password ?? post.password) !== '') {
    faults['sticky'] = "A post can't be sticky and ask for a password; choose one.";
  }
  if (changed.status === 'future' && (changed.publishedAt ?? post.publishedAt) === 0) {
    faults['publishedAt'] = 'A scheduled post needs a date; send publishedAt.';
  }
  const messages = Object.entries(faults).filter(([, message]) => message !== '');
  if (messages.length > 0)
    throw new InvalidInputError(
      messages.map(([, message]) => message).join(' '),
      'rest_invalid_param',
      Object.fromEntries(messages),
    );
  return changed.termIds?.filter((id) => terms?.has(id));
}

/** Why `parentId` is not allowed as the parent, or undefined. `typeAbove` is the parent's type; undefined if it doesn't exist. */
export async function parentFault(
  read: Reader,
  { id, type }: Pick<Target, 'id' | 'type'>,
  parentId: number,
  typeAbove: string | undefined,
): Promise<string | undefined> {
  if (!postTypeNamed(type).isHierarchical)
    return `Posts of the type "${type}" have no parents; leave out parentId.`;
  if (typeAbove !== type) return `There is no ${type} ${parentId}; choose another parent.`;
  if (id === 0) return undefined;
  return (await isAbove(read, id, parentId))
    ? `The ${type} ${id} can't be below itself; choose another parent.`
    : undefined;
}

function termFault(
  { type, termIds: had }: Target,
  termIds: readonly number[],
  known: ReadonlyMap<number, Pick<Term, 'taxonomy'>>,
): string | undefined {
  const added = termIds.filter((id) => !had.includes(id));
  const sorts = taxonomiesOf(type).map(({ name }) => name);
  for (const id of added) {
    const taxonomy = known.get(id)?.taxonomy;
    if (taxonomy === undefined) return `There is no term ${id}.`;
    if (!sorts.includes(taxonomy) && taxonomyNamed(taxonomy).isRegistered) {
      return `The ${taxonomy} ${id} is not for posts of the type "${type}"; use terms of ${sorts.join(', ') || 'no taxonomy'}.`;
    }
  }
  return undefined;
}

export function writtenMeta(type: string): MetaSchema {
  const { meta, supports } = postTypeNamed(type);
  return supports.has('editor') ? { [footnotesKey]: sentFootnotes, ...meta } : meta;
}

/** Validates meta and removes markup that the actor may not write. Throws `InvalidInputError` for undeclared keys and invalid values. */
export function postMeta(
  actor: Actor,
  type: string,
  meta: NonNullable<PostFields['meta']>,
): Record<string, string[]> {
  const isFiltered = !mayWriteAnyHtml(actor);
  return readMeta(`Posts of the type "${type}"`, writtenMeta(type), meta, (key, value, schema) => {
    if (!isFiltered) return value;
    if (key === footnotesKey) return typeof value === 'string' ? cleanFootnotes(value) : value;
    return metaRules.get(schema)?.clean?.(value) ?? value;
  });
}

/**
 * Returns the post, locked until the transaction ends, and the actor. Throws `NotFoundError` for missing posts, posts
 * the actor may not see, and attachments (they have their own commands).
 */
export async function postToChange(
  tx: Tx,
  actor: Actor | undefined,
  id: number,
  may: Permission<Post>,
): Promise<{ readonly actor: Actor; readonly post: Post }> {
  if (!actor) throw refusal(actor, may);
  const post = await findPostToChange(tx, id);
  if (!post || post.type === fileType || !mayReadPost(actor, post))
    throw new NotFoundError('Invalid post ID.', 'rest_post_invalid_id');
  demand(may, actor, post);
  return { actor, post };
}

export function refuseTrashed(post: Post): void {
  if (post.status === 'trash')
    throw new ConflictError(
      `The ${nameInMessages(post)} is in the trash; restore it first.`,
      'rest_already_trashed',
    );
}

/** Throws `StaleError` when the post's revision differs from the one the change is based on (`from`). */
export function refuseStalePost(theirs: Post, mine: unknown, from: From): void {
  refuseStale(`the ${nameInMessages(theirs)}`, { mine, theirs }, from);
}
