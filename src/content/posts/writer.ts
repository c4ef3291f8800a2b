import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Tx } from '../../db/open-database.ts';
import type { PostTable } from '../../db/tables/post-tables.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { openingOfMarkup } from '../../lib/markup/opening-words.ts';
import { portions } from '../../lib/portions.ts';
import { trimEndOf } from '../../lib/trim-ends.ts';
import { leaveFront } from '../front/leave-front.ts';
import { followPattern } from '../patterns/follow-job.ts';
import { namesIn, noteMentions, noteMentionsAnew } from '../media/mentions.ts';
import { expandTexts, forgetVersions, notePatterns } from '../patterns/writer.ts';
import { postReferences } from '../post-references.ts';
import { announcePost } from '../push/announce.ts';
import { indexPost, unindexPost } from '../search/writer.ts';
import { hasDataSql, holdsData } from './data-meta.ts';
import { detailKeys } from './details.ts';
import { chooseSlug, choosesSlug, numberedSlug, wantedSlug } from './free-slug.ts';
import type { SlugHolder, SlugWish } from './free-slug.ts';
import { enlist, readListing, readPlaces, relist } from './listing.ts';
import type { Listing } from './listing.ts';
import { isEnlisted, isPublic, mayBeOpened } from './policy.ts';
import { removeReferences } from './post-references.ts';
import type { PostFormat, PostStatus } from './post.ts';
import { tellBelow } from './tell-below.ts';
import { forgetScripts } from './script-blocks.ts';
import { trashedStatus } from './trash.ts';
import { endShare, sharedStatuses } from './shared-drafts.ts';
import { searchTokensOf } from './search-words.ts';
import type { PreparedText } from './search-words.ts';
import { articleType, fileType, patternType } from '../types/names.ts';
import { registeredTypes } from '../types/registry.ts';
import { holdUsers } from '../users/hold-users.ts';

/** What a writer may say of a post; everything but type and title has a default. */
export interface PostInput {
  /** Keeps an id that an import brought, when it is free; otherwise the database numbers the post. */
  readonly id?: number;
  readonly type?: string;
  readonly status?: PostStatus;
  readonly title: string;
  readonly slug?: string;
  readonly content?: string;
  readonly excerpt?: string;
  readonly authorId?: number;
  /** Everybody of the byline, the first included, in order; without it a new post has one author, and a changed one keeps who else wrote it. */
  readonly authorIds?: readonly number[];
  readonly parentId?: number;
  readonly menuOrder?: number;
  /** Milliseconds; default now for a post that is published or private, 0 for a draft. */
  readonly publishedAt?: number;
  readonly modifiedAt?: number;
  readonly sticky?: boolean;
  readonly format?: PostFormat;
  /** Default of a new post: as the site's settings say; so of `pingStatus`. */
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
  /**
   * Whether the text is of somebody who was asked what they may write: what is known of whose scripts the post holds stays. Of texts that come from anywhere
   * else it goes.
   */
  readonly keepsScripts?: boolean;
  /** Whether subscribers are told when this makes an article public; default true. Imports and the demo tell nobody. */
  readonly announce?: boolean;
  /** Hears of files, as they were, that give way to the post's address. */
  readonly onAside?: ((file: SlugHolder) => void) | undefined;
}

/** Whether a post of this status has come out, if only for who may read private ones: it has a date from then on. */
const isOut = (status: PostStatus) => status === 'publish' || status === 'private';

/** Keys of random lists are whole numbers below this. */
const randomRange = 2 ** 31;
const randomKey = () => Math.floor(Math.random() * randomRange);

/**
 * Writes a new post with its terms, meta, listing, counters and index entry; returns its id. `known`: the words of its text, where the caller has made them
 * already.
 */
export async function createPost(tx: Tx, input: PostInput, known?: PreparedText): Promise<number> {
  const now = Date.now();
  const { type = articleType, status = 'draft', password = '' } = input;
  const authorIds = bylineOf(input, [0]);
  await holdUsers(tx, authorIds);
  const publishedAt = input.publishedAt ?? (isOut(status) ? now : 0);
  const modifiedAt = input.modifiedAt ?? (publishedAt || now);
  const { title, excerpt, content = '' } = input;
  const [expanded] = await expandTexts(tx, [
    {
      type,
      title,
      content,
      meta: input.meta,
      dates: { publishedAt, modifiedAt },
      ...(excerpt ? { excerpt } : {}),
    },
  ]);
  const id = await insertPost(tx, input.id, {
    type,
    status,
    trashed_status: trashedStatus(status, input.meta),
    slug: await takeSlug(tx, { ...input, id: undefined, type, status }, input.onAside),
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
  await noteMentions(tx, id, namesIn(input, known));
  const listed = isEnlisted({ status, password });
  await enlist(tx, id, { listed, type, authorIds, publishedAt, ownTermIds });
  if (expanded) await notePatterns(tx, new Map([[id, expanded.versions]]));
  if (listed) {
    const tokens = searchTokensOf({ ...input, expanded: expanded?.text ?? null }, known);
    await indexPost(tx, { id, type, publishedAt, title: input.title, tokens });
  }
  if (type === patternType) {
    await forgetVersions(tx, id);
    await followPattern(tx, id);
  }
  if (listed && input.announce !== false) await announcePost(tx, { id, type, publishedAt });
  if (status === 'future') tx.emit('jobs:schedule');
  tx.emit(`post:${id}`);
  if (isPublic({ status, type })) await tellSameSlug(tx, id);
  return id;
}

/**
 * Posts of other types, and files, may have the slug of one that has come to be public: which of them its address leads to is another one now, so that what is
 * kept of theirs goes.
 */
async function tellSameSlug(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{
    id: number;
  }>`select other.id from post join post other on other.slug = post.slug and other.id <> post.id
    where post.id = ${id} and post.slug <> '' limit 100`.execute(tx.db);
  for (const other of rows) tx.emit(`post:${other.id}`);
}

/** Who may answer a new post: what it says, else what the settings say of new posts. */
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

/** Writes the row, under the wished id where no post has it. */
async function insertPost(
  tx: Tx,
  wishedId: number | undefined,
  values: Insertable<PostTable>,
): Promise<number> {
  if (wishedId !== undefined) {
    const kept = await tx.db
      .insertInto('post')
      .values({ id: wishedId, ...values })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (kept) return kept.id;
  }
  return (await tx.db.insertInto('post').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** Changes a post; fields that are left out stay. `known`: what the caller has extracted from its new text already. */
export async function updatePost(
  tx: Tx,
  id: number,
  changes: Partial<PostInput>,
  known?: PreparedText,
): Promise<void> {
  const current = await tx.db
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
  if (!current) throw new NotFoundError(`There is no post ${id}.`, 'rest_post_invalid_id');
  const before: Listing = {
    listed: isEnlisted(current),
    type: current.type,
    publishedAt: current.published_at,
    ...(await readPlaces(tx, id, current.author_id)),
  };
  const authorIds = bylineOf(changes, before.authorIds);
  // A post that one person wrote holds its author by itself: who deletes them waits for it.
  if (authorIds.join() !== before.authorIds.join() || authorIds.length > 1) await holdUsers(tx, authorIds);
  const type = changes.type ?? current.type;
  const status = changes.status ?? current.status;
  const publishedAt =
    changes.publishedAt ?? (isOut(status) && current.published_at === 0 ? Date.now() : current.published_at);
  const parentId = changes.parentId ?? current.parent_id;
  const renamed = choosesSlug(
    { ...current, parentId: current.parent_id },
    { type, status, parentId, slug: changes.slug },
  );
  const slug = renamed
    ? await takeSlug(
        tx,
        {
          id,
          type,
          status,
          title: changes.title ?? current.title,
          slug: changes.slug ?? current.slug,
          parentId,
        },
        changes.onAside,
      )
    : current.slug;
  const metaKeys = Object.keys(changes.meta ?? {});
  const modifiedAt = changes.modifiedAt ?? Date.now();
  const expand = async (content: string) =>
    (
      await expandTexts(tx, [
        {
          id,
          type,
          content,
          meta: changes.meta,
          dates: { publishedAt, modifiedAt },
          title: changes.title ?? current.title,
          hasData: current.has_data,
        },
      ])
    )[0];
  // What shows others, or what is said of it beside its text, may say something else now.
  const shown =
    changes.content === undefined && (current.shows_others || holdsData(changes.meta ?? {}))
      ? await readTexts(tx, id)
      : undefined;
  const anew = shown && (await expand(shown.content));
  const text =
    changes.content ?? (shown && (anew?.text ?? null) !== shown.expanded ? shown.content : undefined);
  const expanded =
    changes.content === undefined ? (text === undefined ? undefined : anew) : await expand(changes.content);
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
      title: changes.title,
      content: changes.content,
      expanded: text === undefined ? undefined : (expanded?.text ?? null),
      opening: text === undefined ? undefined : openingIn(expanded?.text ?? text, known),
      excerpt: changes.excerpt,
      author_id: authorIds[0],
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
    })
    .where('id', '=', id)
    .execute();
  if (expanded || (text !== undefined && current.shows_others))
    await notePatterns(tx, new Map([[id, expanded?.versions]]));
  if (slug !== current.slug && current.slug !== '' && isPublic(current)) {
    await tx.db
      .insertInto('old_slug')
      .values({ slug: current.slug, post_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const ownTermIds = changes.termIds ? [...new Set(changes.termIds)] : before.ownTermIds;
  if (ownTermIds.join() !== before.ownTermIds.join()) {
    if (before.ownTermIds.length > 0)
      await tx.db.deleteFrom('term_relationship').where('post_id', '=', id).execute();
    await insertTerms(tx, id, ownTermIds);
  }
  for (const keys of portions(metaKeys))
    await tx.db.deleteFrom('post_meta').where('post_id', '=', id).where('key', 'in', keys).execute();
  await insertMeta(tx, id, changes.meta);
  if (changes.content !== undefined || changes.excerpt !== undefined || metaKeys.length > 0)
    await noteMentionsAnew(tx, [id], known);
  if (changes.content !== undefined && !changes.keepsScripts) await forgetScripts(tx, id);
  const listed = isEnlisted({ status, password: changes.password ?? current.password });
  await relist(tx, id, before, { listed, type, authorIds, publishedAt, ownTermIds });
  const sameText = changes.title === undefined && text === undefined && changes.excerpt === undefined;
  if (
    listed !== before.listed ||
    (listed && !(sameText && type === before.type && publishedAt === before.publishedAt))
  ) {
    if (before.listed) await unindexPost(tx, id);
    if (listed) {
      const post = await tx.db
        .selectFrom('post')
        .select(['title', 'excerpt', 'content', 'expanded'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await indexPost(tx, {
        id,
        type,
        publishedAt,
        title: post.title,
        tokens: searchTokensOf({ type, ...post }, known),
      });
    }
  }
  if (type === patternType || current.type === patternType) await followPattern(tx, id);
  if (listed && !before.listed && changes.announce !== false)
    await announcePost(tx, { id, type, publishedAt });
  // What comes back from the trash, or is withdrawn, is shared anew by who wants that.
  if (status !== current.status && !sharedStatuses.includes(status)) await endShare(tx, id);
  if (status === 'trash' && current.status !== 'trash') await leaveFront(tx, id);
  if (status === 'future') tx.emit('jobs:schedule');
  const takenBack = (before.listed && !listed) || (mayBeOpened(current) && !mayBeOpened({ status }));
  tx.emit(`post:${id}`, takenBack ? 'remove' : 'change');
  const isMoved =
    slug !== current.slug || (changes.parentId !== undefined && changes.parentId !== current.parent_id);
  if (isMoved) await tellBelow(tx, [id]);
  // `/product/tea/`: what stands below a page that is called as a type's addresses begin.
  if (
    isMoved &&
    parentId === 0 &&
    registeredTypes().some((other) => other.isPublic && other.slug !== '' && other.slug === slug)
  ) {
    await askAgain(tx, await findBelow(tx, id));
  }
  if (isPublic({ status, type }) && (isMoved || !isPublic(current) || type !== current.type))
    await tellSameSlug(tx, id);
  if (current.type === fileType) tx.emit(`media:${id}`);
}

async function readTexts(tx: Tx, id: number): Promise<{ content: string; expanded: string | null }> {
  return tx.db
    .selectFrom('post')
    .select(['content', 'expanded'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/**
 * Deletes a post for good, with everything that domains keep of it (`content/post-references.ts`); its children lose their parent. Does nothing when it is
 * gone.
 */
export async function deletePost(tx: Tx, id: number): Promise<void> {
  const below = await holdBelow(tx, id);
  const before = await readListing(tx, id);
  if (!before) return;
  await tx.db.deleteFrom('post').where('id', '=', id).execute();
  await relist(tx, id, before, undefined);
  for (const references of postReferences) await removeReferences(tx, references, { id, type: before.type });
  // At the root, where they stand now, somebody may have their address.
  await askAgain(tx, below);
  tx.emit(`post:${id}`, 'remove');
  if (before.type === fileType) tx.emit(`media:${id}`, 'remove');
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
 * The same with the post itself, which nobody else changes until the transaction ends, and the slugs that they share with others: before anything is counted,
 * since who writes a post holds all of it in this order.
 */
async function holdBelow(tx: Tx, id: number): Promise<Placed[]> {
  if (!tx.dialect.rowLocks) return findBelow(tx, id);
  await tx.db.selectFrom('post').select('id').where('id', '=', id).forUpdate().execute();
  await tx.db.selectFrom('post').select('id').where('parent_id', '=', id).orderBy('id').forUpdate().execute();
  const below = await findBelow(tx, id);
  const names = new Set<string>();
  for (const some of portions(below))
    for (const slug of await sharedSlugs(tx, some)) names.add(slugLock(slug));
  for (const name of [...names].toSorted()) await tx.dialect.lockName(name)?.execute(tx.db);
  return below;
}

/** Those of the slugs of these that more than one post has. */
async function sharedSlugs(tx: Tx, posts: readonly Placed[]): Promise<Set<string>> {
  const shared = await tx.db
    .selectFrom('post')
    .select('slug')
    .where(
      'slug',
      'in',
      posts.map(({ slug }) => slug),
    )
    .groupBy('slug')
    .having((eb) => eb.fn.countAll(), '>', 1)
    .execute();
  return new Set(shared.map(({ slug }) => slug));
}

/** Gives a number to those of these that came to somebody's address by what became of the one above them. */
async function askAgain(tx: Tx, posts: readonly Placed[]): Promise<void> {
  for (const some of portions(posts)) {
    const slugs = await sharedSlugs(tx, some);
    for (const child of some)
      if (slugs.has(child.slug))
        await updatePost(tx, child.id, { slug: child.slug, modifiedAt: child.modified_at });
  }
}

/** Says which category stands for a post. */
export async function writePrimaryCategory(tx: Tx, postId: number, termId: number): Promise<void> {
  const { primaryCategoryId: key } = detailKeys;
  await tx.db.deleteFrom('post_meta').where('post_id', '=', postId).where('key', '=', key).execute();
  await tx.db
    .insertInto('post_meta')
    .values({ post_id: postId, key, value: String(termId) })
    .execute();
  tx.emit(`post:${postId}`);
}

/** Slugs that the post had before; they redirect to it. */
export async function writeOldSlugs(tx: Tx, postId: number, slugs: readonly string[]): Promise<void> {
  if (slugs.length === 0) return;
  await tx.db
    .insertInto('old_slug')
    .values(slugs.map((slug) => ({ slug, post_id: postId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const openingIn = (text: string, known: PreparedText | undefined) =>
  (known?.text === text ? known.opening : undefined) ?? openingOfMarkup(text);

/** Everybody of the byline, each once, and at least one: 0 stands for nobody. */
function bylineOf(
  { authorId, authorIds }: Partial<PostInput>,
  [first = 0, ...others]: readonly number[],
): number[] {
  const given = authorIds?.filter((id) => id > 0) ?? [authorId ?? first, ...others];
  return given.length > 0 ? [...new Set(given)] : [0];
}

/** `termIds` holds each term once. */
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

/** What is held while somebody gets a slug: `x` may become `x-2`, and `x-2` become `x-2-2`, which somebody else wishes for meanwhile. */
const slugLock = (wanted: string) => `slug ${trimEndOf(wanted, '-0123456789')}`;

/**
 * The slug that a post gets: the one that it wishes for, or that with a number. Files give way to what is written: one that has the address gets the number
 * (decision 084), and `onAside` hears of it.
 */
async function takeSlug(tx: Tx, post: SlugWish, onAside?: PostInput['onAside']): Promise<string> {
  const wanted = await wantedSlug(tx.db, post);
  if (wanted === '') return '';
  await tx.dialect.lockName(slugLock(wanted))?.execute(tx.db);
  const { slug, aside } = await chooseSlug(tx.db, post, wanted);
  for (const file of aside) {
    await moveAside(tx, file);
    onAside?.(file);
  }
  return slug;
}

/** Gives what is there a number behind its slug, so that another one gets the address. To who compares its date nobody edited it. */
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
