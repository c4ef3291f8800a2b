import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { ConflictError } from '../../lib/errors.ts';
import { settingsChanging, changedId, missingNamed } from '../settings/index.ts';
import type { ChangingSettings } from '../settings/index.ts';
import { postsRefiled } from '../terms/index.ts';
import { fileType, postTypeNamed } from '../types/index.ts';
import { userDeleting, userRenaming } from '../users/index.ts';
import { forgetAuthor, isNamedByPosts, reassignPosts, wroteAny } from './authors.ts';
import { giveTerm, relistPosts } from './listing.ts';
import { forgetLockers } from './lock-store.ts';
import { holdPosts } from './reader.ts';
import { postDeleted, postSaved } from './events.ts';
import { writeOldSlugs } from './slugs.ts';
import { isPublic, mayBeOpened } from './policy.ts';
import { onPostDeleted, ownReferences } from './post-references.ts';
import { forgetScripts } from './script-blocks.ts';
import { endShare, forgetSharers, sharedStatuses } from './share-store.ts';
import type { SavedPost } from './events.ts';
import { invalidateDescendants } from './addresses.ts';

export { deepestPath, findPostPaths } from './addresses.ts';
export { authorLink, authorLinks, findAuthorsWithPages, findThoseWithPages } from './authors.ts';
export { checkRights } from './check-post.ts';
export { postComposing, postDeleted, postExpanding, postSaved } from './events.ts';
export type { ComposingPost, Expansion, SavedPost, SourceText } from './events.ts';
export type { FieldCondition, FieldIndex } from './field-conditions.ts';
export { fieldNames, fileIdsIn } from './field-values.ts';
export { countFiltered, listFilteredIds } from './list-filtered.ts';
export { listWindow } from './list-window.ts';
export type { WindowConditions } from './list-window.ts';
export { countListedPosts, listCountedDays } from './list.ts';
export {
  createMetaReader,
  findDataMeta,
  findFirstMeta,
  hasDataSql,
  holdsData,
  isFreeKey,
  isShownKey,
  isShownValue,
  placedKeys,
} from './meta.ts';
export type { DataMeta, MetaReader } from './meta.ts';
export { detailKeys, detailsSql, postStatuses, toDetails } from './model.ts';
export type {
  CardLink,
  CategoryLink,
  CleanedAhead,
  Picture,
  Post,
  PostCard,
  PostDetails,
  PostStatus,
  PostSummary,
  PreparedText,
} from './model.ts';
export {
  deletePosts,
  editPosts,
  enlisted,
  enlistedBesideStatusSql,
  enlistedSql,
  hasPage,
  isEnlisted,
  isListed,
  isOfShownType,
  isPublic,
  isPublicSql,
  lackingToRead,
  lockedSql,
  mayBeOpened,
  mayBeOpenedBesideStatusSql,
  mayBeOpenedEachSql,
  mayBeOpenedSql,
  mayEditPost,
  mayReadPost,
  mayWrite,
  mayWriteAnything,
  mayWriteArticles,
  ofStatus,
  ofTypes,
  visibleTo,
} from './policy.ts';
export { createPost } from './post-commands.ts';
export { cleanContent, firstMoment, lastMoment, postFields, writtenContent } from './post-input.ts';
export { onPostDeleted } from './post-references.ts';
export type { PostReferences } from './post-references.ts';
export { isPreparedAhead, longText, prepareAhead, createTextWorkers } from './prepare-text.ts';
export type { TextSource } from './prepare-text.ts';
export {
  coAuthorIdsSql,
  findPost,
  findPostMeta,
  findPostToChange,
  findPosts,
  findSummaries,
  findVisiblePosts,
  holdPosts,
  openingMarkupSql,
  readOpening,
  summaryColumns,
  supportOf,
  termIdsSql,
  toAuthorIds,
  toPost,
  toSummary,
  toTermIds,
  wholeParts,
} from './reader.ts';
export { fileVersionSql, forgetRender, freshRenderSql } from './render-store.ts';
export type { StoredRender } from './render-store.ts';
export { editableSql } from './unfinished.ts';
export { createPost as insertPost, deletePost, updatePost } from './writer.ts';

/** Settings that refer to a post by id, and the kind of post each accepts. */
const namingSettings = [
  ['site_logo', 'picture'],
  ['site_logo_dark', 'picture'],
  ['site_icon', 'picture'],
  ['social_image', 'picture'],
  ['page_on_front', 'page'],
  ['page_for_posts', 'page'],
] as const;

export const followers = [
  defineFollower('named-posts', on(settingsChanging, checkNamedPosts)),

  defineFollower(
    'authors',
    on(userRenaming, async (tx: Tx, renaming) => {
      renaming.isKnown ||= await isNamedByPosts(tx.db, renaming.id);
    }),
    on(userDeleting, async (tx: Tx, { id, reassignTo }) => {
      if (reassignTo === undefined && (await wroteAny(tx.db, id)))
        throw new ConflictError(
          `User ${id} has posts; choose a user to reassign them to.`,
          'rest_user_invalid_reassign',
        );
      if (reassignTo === undefined) await forgetAuthor(tx, id);
      else await reassignPosts(tx, id, reassignTo);
      await forgetLockers(tx, id);
      await forgetSharers(tx, id);
    }),
  ),

  defineFollower(
    'filed-posts',
    on(postsRefiled, async (tx: Tx, { postIds, addedTermId }) => {
      if (addedTermId === undefined) await relistPosts(tx, postIds);
      else for (const id of postIds) await giveTerm(tx, id, addedTermId);
    }),
  ),

  defineFollower('post-references', onPostDeleted(ownReferences)),

  defineFollower(
    'old-slugs',
    on(postSaved, async (tx: Tx, { id, before, after }) => {
      if (!before || before.slug === '' || before.slug === after.slug || !isPublic(before)) return;
      await writeOldSlugs(tx, id, [before.slug]);
    }),
  ),

  // Scripts in new content run only when a command has recorded its author.
  defineFollower(
    'script-blocks',
    on(postSaved, async (tx: Tx, { id, before, written }) => {
      if (before && written.content !== undefined && !written.keepsScripts) await forgetScripts(tx, id);
    }),
  ),

  // A post that is withdrawn, or restored from the trash, has to be shared again.
  defineFollower(
    'shared-drafts',
    on(postSaved, async (tx: Tx, { id, before, after }) => {
      if (before && before.status !== after.status && !sharedStatuses.includes(after.status)) {
        await endShare(tx, id);
      }
    }),
  ),

  defineFollower(
    'scheduled-posts',
    on(postSaved, (tx: Tx, { after }) => {
      if (after.status === 'future') tx.emit('jobs:schedule');
    }),
  ),

  defineFollower(
    'post-tags',
    on(postSaved, emitPostTags),
    on(postDeleted, (tx: Tx, { id }) => tx.emit(`post:${id}`, 'remove')),
  ),
];

async function emitPostTags(tx: Tx, { id, before, after }: SavedPost): Promise<void> {
  const isWithdrawn =
    before && ((before.listed && !after.listed) || (mayBeOpened(before) && !mayBeOpened(after)));
  tx.emit(`post:${id}`, isWithdrawn ? 'remove' : 'change');
  const isMoved = before && (before.slug !== after.slug || before.parentId !== after.parentId);
  if (isMoved) await invalidateDescendants(tx, [id]);
  if (isPublic(after) && (!before || isMoved || !isPublic(before) || before.type !== after.type)) {
    await emitNamesakes(tx, id);
  }
}

/** Posts of other types, attachments included, can share the slug, so its address may now resolve to one of them. */
async function emitNamesakes(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select other.id from post join post other on other.slug = post.slug and other.id <> post.id
    where post.id = ${id} and post.slug <> '' limit 100`.execute(tx.db);
  for (const other of rows) tx.emit(`post:${other.id}`);
}

/** Locks the posts that the settings are about to refer to, so that they can't be deleted concurrently. */
async function checkNamedPosts(tx: Tx, { changes, faults }: ChangingSettings): Promise<void> {
  const named = namingSettings
    .map(([key, kind]) => ({ key, kind, id: changedId(changes, key) }))
    .filter(({ id }) => id > 0);
  const posts = await holdPosts(
    tx,
    named.map(({ id }) => id),
  );
  for (const { key, kind, id } of named) {
    const type = posts.get(id)?.type ?? '';
    const fits = kind === 'picture' ? type === fileType : postTypeNamed(type).mayBeFront;
    if (!fits) faults[key] = missingNamed(kind, id, key);
  }
}
