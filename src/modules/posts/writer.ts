import type { PostFormat } from '../../lib/post-formats.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Tx } from '../../kernel/db/open-database.ts';
import type { PostTable } from '../../kernel/db/tables/post-tables.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { openingOfMarkup } from '../../lib/markup/opening-words.ts';
import { portions } from '../../lib/batch.ts';
import { trimEndOf } from '../../lib/cut-text.ts';
import { hasDataSql, holdsData } from './meta.ts';
import { detailKeys } from './model.ts';
import { postDeleted, postExpanding, postSaved } from './events.ts';
import type { Expansion, PostState, SavedPost, SourceText } from './events.ts';
import { chooseSlug, choosesSlug, numberedSlug, requestedSlug, sharedSlugs, trashedStatus } from './slugs.ts';
import type { SlugHolder, SlugWish } from './slugs.ts';
import { enlist, readListing, readPlaces, relist } from './listing.ts';
import type { Listing } from './listing.ts';
import { isEnlisted } from './policy.ts';
import type { PostStatus, PreparedText } from './model.ts';
import { articleType, registeredTypes } from '../types/index.ts';
import { holdUsers } from '../users/index.ts';

/** Fields of a post for the writer; all but type and title have defaults. */
export interface PostInput {
  /** An imported id, used if it is free; otherwise the database assigns one. */
  readonly id?: number;
  readonly type?: string;
  readonly status?: PostStatus;
  readonly title: string;
  readonly slug?: string;
  readonly content?: string;
  readonly excerpt?: string;
  readonly authorId?: number;
  /** The whole byline, in order. By default a new post has one author, and an updated one keeps its co-authors. */
  readonly authorIds?: readonly number[];
  readonly parentId?: number;
  readonly menuOrder?: number;
  /** Milliseconds; defaults to now for published and private posts, to 0 for drafts. */
  readonly publishedAt?: number;
  readonly modifiedAt?: number;
  readonly sticky?: boolean;
  readonly format?: PostFormat;
  /** A new post's default comes from the settings, also for `pingStatus`. */
  readonly commentStatus?: 'open' | 'closed';
  readonly pingStatus?: 'open' | 'closed';
  readonly featuredMediaId?: number;
  readonly mimeType?: string;
  readonly password?: string;
  readonly guid?: string;
  readonly termIds?: readonly number[];
  /** Replaces the values of these keys. */
  readonly meta?: Readonly<Record<string, readonly string[]>>;
  /** Keeps the records of script authors, because a command has checked what the author may write. Content from other sources loses them. */
  readonly keepsScripts?: boolean;
  /** Whether subscribers are notified when the article becomes public; default true. Imports and the demo pass false. */
  readonly announce?: boolean;
  /** Called with each attachment that is renamed to free the post's address, in its former state. */
  readonly onAside?: ((file: SlugHolder) => void) | undefined;
}

/** Whether a post of this status is published, publicly or privately, and so has a date. */
const isPublished = (status: PostStatus) => status === 'publish' || status === 'private';

const randomRange = 2 ** 31;
const randomKey = () => Math.floor(Math.random() * randomRange);

/** Returns the id. `known`: facts that the caller has already extracted from the content. */
export async function createPost(tx: Tx, input: PostInput, known?: PreparedText): Promise<number> {
  const now = Date.now();
  const { type = articleType, status = 'draft', password = '' } = input;
  const authorIds = bylineOf(input, [0]);
  await holdUsers(tx, authorIds);
  const publishedAt = input.publishedAt ?? (isPublished(status) ? now : 0);
  const modifiedAt = input.modifiedAt ?? (publishedAt || now);
  const { title, excerpt, content = '' } = input;
  const expanded = await expand(tx, {
    type,
    title,
    content,
    meta: input.meta,
    dates: { publishedAt, modifiedAt },
    ...(excerpt ? { excerpt } : {}),
  });
  const slug = await takeSlug(tx, { ...input, id: undefined, type, status }, input.onAside);
  const id = await insertPost(tx, input.id, {
    type,
    status,
    trashed_status: trashedStatus(status, input.meta),
    slug,
    published_at: publishedAt,
    modified_at: modifiedAt,
    created_at: now,
    revision: 1,
    title: input.title,
    content: input.content ?? '',
    excerpt: input.excerpt ?? '',
    expanded: expanded?.text ?? null,
    opening: openingIn(expanded?.text ?? input.content ?? '', known),
    author_id: authorIds[0] ?? 0,
    parent_id: input.parentId ?? 0,
    menu_order: input.menuOrder ?? 0,
    sticky: input.sticky ? 1 : 0,
    format: input.format ?? 'standard',
    ...(await discussionOf(tx, input)),
    comment_count: 0,
    view_count: 0,
    featured_media_id: input.featuredMediaId ?? 0,
    mime_type: input.mimeType ?? '',
    password,
    guid: input.guid ?? '',
    rnd1: randomKey(),
    rnd2: randomKey(),
    rnd3: randomKey(),
    rnd4: randomKey(),
  });
  const ownTermIds = [...new Set(input.termIds)];
  await insertTerms(tx, id, ownTermIds);
  await insertMeta(tx, id, input.meta);
  const listed = isEnlisted({ status, password });
  await enlist(tx, id, { listed, type, authorIds, publishedAt, ownTermIds });
  await tx.followers.notify(tx, postSaved, {
    id,
    before: undefined,
    after: { type, status, slug, parentId: input.parentId ?? 0, publishedAt, listed },
    written: input,
    text: { expanded: expanded?.text ?? null, versions: expanded?.versions },
    prepared: known,
  });
  return id;
}

/** The content with embedded patterns expanded; undefined if it embeds nothing. */
async function expand(tx: Tx, source: SourceText): Promise<Expansion | undefined> {
  const text: { source: SourceText; expansion?: Expansion | undefined } = { source };
  await tx.followers.notify(tx, postExpanding, text);
  return text.expansion;
}

async function discussionOf(
  tx: Tx,
  { commentStatus, pingStatus }: Pick<PostInput, 'commentStatus' | 'pingStatus'>,
): Promise<Pick<Insertable<PostTable>, 'comment_status' | 'ping_status'>> {
  if (commentStatus !== undefined && pingStatus !== undefined)
    return { comment_status: commentStatus, ping_status: pingStatus };
  const rows = await tx.db
    .selectFrom('setting')
    .select(['key', 'value'])
    .where('key', 'in', ['default_comment_status', 'default_ping_status'])
    .execute();
  const stored = (key: string) => rows.find((row) => row.key === key)?.value;
  return {
    comment_status: commentStatus ?? (stored('default_comment_status') === '"closed"' ? 'closed' : 'open'),
    ping_status: pingStatus ?? (stored('default_ping_status') === '"open"' ? 'open' : 'closed'),
  };
}

async function insertPost(
  tx: Tx,
  wishedId: number | undefined,
  values: Insertable<PostTable>,
): Promise<number> {
  if (wishedId !== undefined) {
    const inserted = await tx.db
      .insertInto('post')
      .values({ id: wishedId, ...values })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) return inserted.id;
  }
  return (await tx.db.insertInto('post').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** Updates a post; omitted fields stay. `known`: facts that the caller has already extracted from the new content. */
export async function updatePost(
  tx: Tx,
  id: number,
  changes: Partial<PostInput>,
  known?: PreparedText,
): Promise<void> {
  const current = await holdPost(tx, id);
  const before: Listing = {
    listed: isEnlisted(current),
    type: current.type,
    publishedAt: current.published_at,
    ...(await readPlaces(tx, id, current.author_id)),
  };
  const authorIds = bylineOf(changes, before.authorIds);
  // A single author needs no lock: deleting the user waits for this post's row.
  if (authorIds.join() !== before.authorIds.join() || authorIds.length > 1) await holdUsers(tx, authorIds);
  const type = changes.type ?? current.type;
  const status = changes.status ?? current.status;
  const publishedAt =
    changes.publishedAt ??
    (isPublished(status) && current.published_at === 0 ? Date.now() : current.published_at);
  const parentId = changes.parentId ?? current.parent_id;
  const slug = await slugAfter(tx, current, { id, type, status, parentId }, changes);
  const modifiedAt = changes.modifiedAt ?? Date.now();
  const source = {
    id,
    type,
    meta: changes.meta,
    dates: { publishedAt, modifiedAt },
    title: changes.title ?? current.title,
    hasData: current.has_data,
  };
  const text = await textAfter(tx, source, changes, Boolean(current.shows_others));
  await tx.db
    .updateTable('post')
    .set({
      type,
      status,
      trashed_status: trashedStatus(status, changes.meta, {
        status: current.status,
        trashedStatus: current.trashed_status,
      }),
      slug,
      revision: current.revision + 1,
      modified_at: modifiedAt,
      published_at: publishedAt,
      expanded: text?.expanded,
      opening: text && openingIn(text.expanded ?? text.content, known),
      author_id: authorIds[0],
      ...columnsOf(changes),
    })
    .where('id', '=', id)
    .execute();
  const ownTermIds = changes.termIds ? [...new Set(changes.termIds)] : before.ownTermIds;
  await replaceTerms(tx, id, before.ownTermIds, ownTermIds);
  await replaceMeta(tx, id, changes.meta);
  const listed = isEnlisted({ status, password: changes.password ?? current.password });
  await relist(tx, id, before, { listed, type, authorIds, publishedAt, ownTermIds });
  await tx.followers.notify(tx, postSaved, {
    id,
    before: stateOf(current, before.listed),
    after: { type, status, slug, parentId, publishedAt, listed },
    written: changes,
    text,
    prepared: known,
  });
  // `/product/tea/`: posts below a page whose slug is the first segment of a type's addresses.
  const isMoved = slug !== current.slug || parentId !== current.parent_id;
  if (
    isMoved &&
    parentId === 0 &&
    registeredTypes().some((other) => other.isPublic && slug !== '' && other.slug === slug)
  ) {
    await renumberSlugs(tx, await findBelow(tx, id));
  }
}

/** The stored row, locked until the transaction ends. */
async function holdPost(tx: Tx, id: number) {
  const row = await tx.db
    .selectFrom('post')
    .select([
      'type',
      'status',
      'trashed_status',
      'password',
      'author_id',
      'slug',
      'title',
      'parent_id',
      'revision',
      'published_at',
    ])
    .select((eb) => eb('expanded', 'is not', null).as('shows_others'))
    .select(hasDataSql.as('has_data'))
    .where('id', '=', id)
    .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new NotFoundError(`There is no post ${id}.`, 'rest_post_invalid_id');
  return row;
}

const columnsOf = (changes: Partial<PostInput>): Updateable<PostTable> => ({
  title: changes.title,
  content: changes.content,
  excerpt: changes.excerpt,
  parent_id: changes.parentId,
  menu_order: changes.menuOrder,
  sticky: changes.sticky === undefined ? undefined : changes.sticky ? 1 : 0,
  format: changes.format,
  comment_status: changes.commentStatus,
  ping_status: changes.pingStatus,
  featured_media_id: changes.featuredMediaId,
  mime_type: changes.mimeType,
  password: changes.password,
  guid: changes.guid,
});

async function slugAfter(
  tx: Tx,
  current: Pick<Selectable<PostTable>, 'type' | 'status' | 'slug' | 'title' | 'parent_id'>,
  placed: Required<Pick<PostInput, 'id' | 'type' | 'status' | 'parentId'>>,
  changes: Partial<PostInput>,
): Promise<string> {
  const renamed = choosesSlug({ ...current, parentId: current.parent_id }, { ...placed, slug: changes.slug });
  if (!renamed) return current.slug;
  const { title = current.title, slug = current.slug, onAside } = changes;
  return takeSlug(tx, { ...placed, title, slug }, onAside);
}

async function replaceTerms(tx: Tx, id: number, before: readonly number[], termIds: readonly number[]) {
  if (termIds.join() === before.join()) return;
  if (before.length > 0) await tx.db.deleteFrom('term_relationship').where('post_id', '=', id).execute();
  await insertTerms(tx, id, termIds);
}

async function replaceMeta(tx: Tx, id: number, meta: PostInput['meta']): Promise<void> {
  for (const keys of portions(Object.keys(meta ?? {})))
    await tx.db.deleteFrom('post_meta').where('post_id', '=', id).where('key', 'in', keys).execute();
  await insertMeta(tx, id, meta);
}

const stateOf = (
  row: Pick<Selectable<PostTable>, 'type' | 'status' | 'slug' | 'parent_id' | 'published_at'>,
  listed: boolean,
): PostState => ({
  type: row.type,
  status: row.status,
  slug: row.slug,
  parentId: row.parent_id,
  publishedAt: row.published_at,
  listed,
});

/** Content to store. `versions` is undefined when no versions are stored before or after. */
interface TextAfter extends NonNullable<SavedPost['text']> {
  readonly content: string;
}

/** The content after a change if it or its expansion differs from the stored one, otherwise undefined. */
async function textAfter(
  tx: Tx,
  source: Omit<SourceText, 'content'> & { readonly id: number },
  changes: Partial<PostInput>,
  showedOthers: boolean,
): Promise<TextAfter | undefined> {
  const toStore = async (content: string): Promise<TextAfter> => {
    const expanded = await expand(tx, { ...source, content });
    const versions = expanded?.versions ?? (showedOthers ? new Map<number, number>() : undefined);
    return { content, expanded: expanded?.text ?? null, versions };
  };
  if (changes.content !== undefined) return toStore(changes.content);
  if (!showedOthers && !holdsData(changes.meta ?? {})) return undefined;
  const stored = await readTexts(tx, source.id);
  const text = await toStore(stored.content);
  return text.expanded === stored.expanded ? undefined : text;
}

async function readTexts(tx: Tx, id: number): Promise<{ content: string; expanded: string | null }> {
  return tx.db
    .selectFrom('post')
    .select(['content', 'expanded'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Permanently deletes a post; followers of `post.deleted` remove their rows about it. Does nothing for an unknown id. */
export async function deletePost(tx: Tx, id: number): Promise<void> {
  const below = await holdBelow(tx, id);
  const before = await readListing(tx, id);
  if (!before) return;
  await tx.db.deleteFrom('post').where('id', '=', id).execute();
  await relist(tx, id, before, undefined);
  await tx.followers.notify(tx, postDeleted, { id, type: before.type, listed: before.listed });
  // The children move to the root, where their addresses may be taken.
  await renumberSlugs(tx, below);
}

type Placed = Pick<SlugHolder, 'id' | 'slug' | 'modified_at'>;

function findBelow(tx: Tx, id: number): Promise<Placed[]> {
  return tx.db
    .selectFrom('post')
    .select(['id', 'slug', 'modified_at'])
    .where('parent_id', '=', id)
    .where('slug', '<>', '')
    .execute();
}

/**
 * Like `findBelow`, but locks the post, its children and the slugs they share with others. Runs before counters change,
 * in the same order as all writers of posts.
 */
async function holdBelow(tx: Tx, id: number): Promise<Placed[]> {
  if (!tx.dialect.rowLocks) return findBelow(tx, id);
  await tx.db.selectFrom('post').select('id').where('id', '=', id).forUpdate().execute();
  await tx.db.selectFrom('post').select('id').where('parent_id', '=', id).orderBy('id').forUpdate().execute();
  const below = await findBelow(tx, id);
  const names = new Set<string>();
  for (const some of portions(below))
    for (const slug of await sharedSlugs(tx.db, some)) names.add(slugLock(slug));
  for (const name of [...names].toSorted()) await tx.dialect.lockName(name)?.execute(tx.db);
  return below;
}

/** Renames those of these posts that now share an address because their parent moved or was deleted. */
async function renumberSlugs(tx: Tx, posts: readonly Placed[]): Promise<void> {
  for (const some of portions(posts)) {
    const slugs = await sharedSlugs(tx.db, some);
    for (const child of some)
      if (slugs.has(child.slug))
        await updatePost(tx, child.id, { slug: child.slug, modifiedAt: child.modified_at });
  }
}

export async function writePrimaryCategory(tx: Tx, postId: number, termId: number): Promise<void> {
  const { primaryCategoryId: key } = detailKeys;
  await tx.db.deleteFrom('post_meta').where('post_id', '=', postId).where('key', '=', key).execute();
  await tx.db
    .insertInto('post_meta')
    .values({ post_id: postId, key, value: String(termId) })
    .execute();
  tx.emit(`post:${postId}`);
}

const openingIn = (text: string, known: PreparedText | undefined) =>
  (known?.text === text ? known.opening : undefined) ?? openingOfMarkup(text);

/** The byline without duplicates and never empty; 0 means an unknown author. */
function bylineOf(
  { authorId, authorIds }: Partial<PostInput>,
  [first = 0, ...others]: readonly number[],
): number[] {
  const ids = authorIds?.filter((id) => id > 0) ?? [authorId ?? first, ...others];
  return ids.length > 0 ? [...new Set(ids)] : [0];
}

/** Expects no duplicates. */
async function insertTerms(tx: Tx, postId: number, termIds: readonly number[]): Promise<void> {
  const rows = termIds.map((id, position) => ({ post_id: postId, term_id: id, position }));
  for (const some of portions(rows)) await tx.db.insertInto('term_relationship').values(some).execute();
}

async function insertMeta(tx: Tx, postId: number, meta: PostInput['meta']): Promise<void> {
  const rows = Object.entries(meta ?? {}).flatMap(([key, values]) =>
    values.map((value) => ({ post_id: postId, key, value })),
  );
  for (const some of portions(rows)) await tx.db.insertInto('post_meta').values(some).execute();
}

/** Lock name for a slug without its suffix: `x` may become `x-2`, and `x-2` become `x-2-2`, which another post may request concurrently. */
const slugLock = (slug: string) => `slug ${trimEndOf(slug, '-0123456789')}`;

/**
 * Locks and returns a post's slug: the requested or a numbered one. Attachments with the same address get the number
 * instead (decision 084), and `onAside` is called for each.
 */
async function takeSlug(tx: Tx, post: SlugWish, onAside?: PostInput['onAside']): Promise<string> {
  const requested = await requestedSlug(tx.db, post);
  if (requested === '') return '';
  await tx.dialect.lockName(slugLock(requested))?.execute(tx.db);
  const { slug, aside } = await chooseSlug(tx.db, post, requested);
  for (const file of aside) {
    await moveAside(tx, file);
    onAside?.(file);
  }
  return slug;
}

/** Appends a number to a post's slug to free its address; its modification date stays. */
export async function moveAside(
  tx: Tx,
  { id, modified_at: modifiedAt }: Pick<SlugHolder, 'id' | 'modified_at'>,
): Promise<void> {
  const {
    type,
    status,
    slug,
    title,
    parent_id: parentId,
  } = await tx.db
    .selectFrom('post')
    .select(['type', 'status', 'slug', 'title', 'parent_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await updatePost(tx, id, {
    slug: await numberedSlug(tx.db, { id, type, status, title, slug, parentId }, slug),
    modifiedAt,
  });
}
