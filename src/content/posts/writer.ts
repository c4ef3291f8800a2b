import type { Tx } from '../../db/open-database.ts';
import { ConflictError, NotFoundError } from '../../lib/errors.ts';
import { contentToText } from '../../lib/plain-text.ts';
import { slugify } from '../../lib/slugify.ts';
import { indexPost, unindexPost } from '../search/writer.ts';
import { readListing, relist } from './listing.ts';
import { isListed, isPublic } from './policy.ts';
import { hierarchicalTypes } from './post.ts';
import type { PostFormat, PostStatus } from './post.ts';

/** What a writer may say of a post; everything but type and title has a default. */
export interface PostInput {
  /** Keeps an id that an import brought, when it is free. */
  readonly id?: number;
  readonly type?: string;
  readonly status?: PostStatus;
  readonly title: string;
  readonly slug?: string;
  readonly content?: string;
  readonly excerpt?: string;
  readonly authorId?: number;
  readonly parentId?: number;
  readonly menuOrder?: number;
  /** Milliseconds; default now for a published post, 0 for a draft. */
  readonly publishedAt?: number;
  readonly modifiedAt?: number;
  readonly sticky?: boolean;
  readonly format?: PostFormat;
  readonly commentStatus?: 'open' | 'closed';
  readonly pingStatus?: 'open' | 'closed';
  readonly featuredMediaId?: number;
  readonly mimeType?: string;
  readonly password?: string;
  readonly guid?: string;
  /** Terms of every taxonomy, in order. */
  readonly termIds?: readonly number[];
  /** Replaces the values of the keys it names. */
  readonly meta?: Readonly<Record<string, readonly string[]>>;
}

/** Keys of random lists are whole numbers below this. */
const randomRange = 2 ** 31;
const randomKey = () => Math.floor(Math.random() * randomRange);

/** Writes a new post with its terms, meta, listing, counters and index entry; returns its id. */
export async function createPost(tx: Tx, input: PostInput): Promise<number> {
  const now = Date.now();
  const { type = 'post', status = 'draft' } = input;
  const publishedAt = input.publishedAt ?? (status === 'publish' ? now : 0);
  const slug = await freeSlug(tx, { ...input, type, status });
  const { id } = await tx.db.insertInto('post').values({
    ...(input.id === undefined ? {} : { id: input.id }),
    type, status, slug, published_at: publishedAt, modified_at: input.modifiedAt ?? (publishedAt || now), created_at: now, revision: 1,
    title: input.title, content: input.content ?? '', excerpt: input.excerpt ?? '', author_id: input.authorId ?? 0, parent_id: input.parentId ?? 0, menu_order: input.menuOrder ?? 0,
    sticky: input.sticky ? 1 : 0, format: input.format ?? 'standard', comment_status: input.commentStatus ?? 'open', ping_status: input.pingStatus ?? 'closed',
    comment_count: 0, view_count: 0, featured_media_id: input.featuredMediaId ?? 0, mime_type: input.mimeType ?? '', password: input.password ?? '', guid: input.guid ?? '',
    rnd1: randomKey(), rnd2: randomKey(), rnd3: randomKey(), rnd4: randomKey(),
  }).returning('id').executeTakeFirstOrThrow();
  await writeTerms(tx, id, input.termIds);
  await writeMeta(tx, id, input.meta);
  await afterWrite(tx, id, undefined);
  return id;
}

/** Changes a post. `expectedRevision` is the revision that the change started from; a newer one in the database throws `ConflictError` and changes nothing. */
export async function updatePost(tx: Tx, id: number, changes: Partial<PostInput>, expectedRevision?: number): Promise<void> {
  const current = await tx.db.selectFrom('post').select(['type', 'status', 'slug', 'title', 'parent_id', 'revision', 'published_at']).where('id', '=', id).executeTakeFirst();
  if (!current) throw new NotFoundError(`There is no post ${id}.`, 'rest_post_invalid_id');
  if (expectedRevision !== undefined && current.revision !== expectedRevision) {
    throw new ConflictError(`Post ${id} was saved by someone else meanwhile (revision ${current.revision}, you started from ${expectedRevision}).`);
  }
  const before = await readListing(tx, id);
  const type = changes.type ?? current.type;
  const status = changes.status ?? (current.status as PostStatus);
  const renamed = changes.slug !== undefined || (current.slug === '' && status === 'publish');
  const slug = renamed ? await freeSlug(tx, { id, type, status, title: changes.title ?? current.title, slug: changes.slug, parentId: changes.parentId ?? current.parent_id }) : current.slug;
  await tx.db.updateTable('post').set({
    type, status, slug, revision: current.revision + 1, modified_at: changes.modifiedAt ?? Date.now(),
    published_at: changes.publishedAt ?? (status === 'publish' && current.published_at === 0 ? Date.now() : current.published_at),
    title: changes.title, content: changes.content, excerpt: changes.excerpt, author_id: changes.authorId, parent_id: changes.parentId, menu_order: changes.menuOrder,
    sticky: changes.sticky === undefined ? undefined : changes.sticky ? 1 : 0, format: changes.format, comment_status: changes.commentStatus, ping_status: changes.pingStatus,
    featured_media_id: changes.featuredMediaId, mime_type: changes.mimeType, password: changes.password, guid: changes.guid,
  }).where('id', '=', id).execute();
  if (slug !== current.slug && current.slug !== '' && isPublic({ status: current.status as PostStatus })) {
    await tx.db.insertInto('old_slug').values({ slug: current.slug, post_id: id }).onConflict((conflict) => conflict.doNothing()).execute();
  }
  await writeTerms(tx, id, changes.termIds);
  await writeMeta(tx, id, changes.meta);
  await afterWrite(tx, id, before);
}

/** Deletes a post for good, with everything that hangs on it; its children lose their parent. Does nothing when it is gone. */
export async function deletePost(tx: Tx, id: number): Promise<void> {
  const before = await readListing(tx, id);
  if (!before) return;
  await tx.db.updateTable('post').set({ parent_id: 0 }).where('parent_id', '=', id).execute();
  await tx.db.deleteFrom('post').where('id', '=', id).execute();
  await relist(tx, id, before);
  for (const table of ['post_meta', 'term_relationship', 'post_render', 'revision', 'old_slug', 'comment', 'media'] as const) {
    await tx.db.deleteFrom(table).where('post_id', '=', id).execute();
  }
  await unindexPost(tx, id);
  tx.emit(`post:${id}`, 'remove');
}

/** Listing, index and cache tags of a post whose row, terms and meta are written. */
async function afterWrite(tx: Tx, id: number, before: Awaited<ReturnType<typeof readListing>>): Promise<void> {
  await relist(tx, id, before);
  const post = await tx.db.selectFrom('post').select(['status', 'password', 'published_at', 'title', 'content', 'excerpt', 'type']).where('id', '=', id).executeTakeFirstOrThrow();
  const listed = isListed({ status: post.status as PostStatus, isProtected: post.password !== '' });
  if (listed) await indexPost(tx, { id, publishedAt: post.published_at, title: post.title, body: `${post.excerpt} ${contentToText(post.content)}`.trim() });
  else if (before?.listed) await unindexPost(tx, id);
  tx.emit(`post:${id}`, before?.listed && !listed ? 'remove' : 'change');
}

async function writeTerms(tx: Tx, postId: number, termIds: readonly number[] | undefined): Promise<void> {
  if (!termIds) return;
  await tx.db.deleteFrom('term_relationship').where('post_id', '=', postId).execute();
  const unique = [...new Set(termIds)];
  if (unique.length > 0) await tx.db.insertInto('term_relationship').values(unique.map((id, position) => ({ post_id: postId, term_id: id, position }))).execute();
}

async function writeMeta(tx: Tx, postId: number, meta: PostInput['meta']): Promise<void> {
  const entries = Object.entries(meta ?? {});
  if (entries.length === 0) return;
  await tx.db.deleteFrom('post_meta').where('post_id', '=', postId).where('key', 'in', entries.map(([key]) => key)).execute();
  const rows = entries.flatMap(([key, values]) => values.map((value) => ({ post_id: postId, key, value })));
  if (rows.length > 0) await tx.db.insertInto('post_meta').values(rows).execute();
}

interface SlugWish {
  readonly id?: number;
  readonly type: string;
  readonly status: PostStatus;
  readonly title: string;
  readonly slug?: string | undefined;
  readonly parentId?: number | undefined;
}

/** Drafts get their slug when they are published. */
const withoutSlug: ReadonlySet<PostStatus> = new Set(['draft', 'auto-draft', 'pending']);

/** A slug that no other post answers to: pages are unique below their parent, everything else in its type, with `-2`, `-3` … as WordPress adds them. */
async function freeSlug(tx: Tx, post: SlugWish): Promise<string> {
  if (!post.slug && withoutSlug.has(post.status)) return '';
  const wanted = post.slug || slugify(post.title) || post.type;
  let others = tx.db.selectFrom('post').select('slug').where('type', '=', post.type);
  if (post.id !== undefined) others = others.where('id', '<>', post.id);
  if (hierarchicalTypes.has(post.type)) others = others.where('parent_id', '=', post.parentId ?? 0);
  if (!(await others.where('slug', '=', wanted).limit(1).executeTakeFirst())) return wanted;
  // '.' follows '-': the range holds every slug that begins with `wanted-`, by the index.
  const taken = new Set((await others.where('slug', '>=', `${wanted}-`).where('slug', '<', `${wanted}.`).execute()).map(({ slug }) => slug));
  let suffix = 2;
  while (taken.has(`${wanted}-${suffix}`)) suffix++;
  return `${wanted}-${suffix}`;
}
