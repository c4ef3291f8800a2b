import type { Tx } from '../../kernel/db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { refuseStale } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { demand, refusal } from '../../kernel/permission.ts';
import type { Permission } from '../../kernel/permission.ts';
import { findVisiblePosts } from '../posts/find-visible.ts';
import type { Post } from '../posts/post.ts';
import { findPostMeta, findPostToChange } from '../posts/reader.ts';
import { fileType } from '../types/names.ts';
import type { Actor } from '../../kernel/actor.ts';
import { creditKey } from '../types/names.ts';
import { findFolderOf } from './folders.ts';
import { findMediaFiles } from './media-files.ts';
import type { MediaFields } from './media-input.ts';

/** A file of the library as people change it. */
export type ChangeableMedia = { readonly [Name in keyof MediaFields]-?: NonNullable<MediaFields[Name]> } & {
  readonly id: number;
  readonly mimeType: string;
  /** Path below the uploads folder; empty when it never reached us. */
  readonly file: string;
  /** Counts changes that people make; a stale save names an older one. */
  readonly revision: number;
};

/**
 * The file and who is about to change it: nobody else can until the transaction ends. Throws `NotFoundError` for one that is not there, or whose being there is
 * none of theirs.
 */
export async function mediaToChange(
  tx: Tx,
  actor: Actor | undefined,
  id: number,
  may: Permission<Post>,
): Promise<{ readonly actor: Actor; readonly media: ChangeableMedia }> {
  if (!actor) throw refusal(actor, may);
  const post = await findPostToChange(tx, id);
  if (post?.type !== fileType || !(await findVisiblePosts(tx.db, [id], actor)).has(id))
    throw new NotFoundError('Invalid post ID.', 'rest_post_invalid_id');
  demand(may, actor, post);
  const file = (await findMediaFiles(tx.db, [id])).get(id);
  const credit = (await findPostMeta(tx.db, [id], [creditKey])).get(id)?.get(creditKey)?.[0] ?? '';
  return {
    actor,
    media: {
      id,
      revision: post.revision,
      mimeType: post.mimeType,
      title: post.title,
      slug: post.slug,
      caption: post.excerpt,
      description: post.content,
      credit,
      authorId: post.authorId,
      publishedAt: post.publishedAt,
      parentId: post.parentId,
      posterId: post.featuredMediaId,
      folderId: await findFolderOf(tx.db, id),
      commentStatus: post.commentStatus,
      pingStatus: post.pingStatus,
      file: file?.file ?? '',
      alt: file?.alt ?? '',
      focalX: file?.focalX ?? 500,
      focalY: file?.focalY ?? 500,
    },
  };
}

/** Throws `StaleError` where the file is no longer of the revision that somebody began `from`. */
export function refuseStaleMedia(theirs: ChangeableMedia, mine: unknown, from: From): void {
  refuseStale(`the file "${theirs.title}"`, { mine, theirs }, from);
}
