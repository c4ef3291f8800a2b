import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { cleanWhereNeeded } from '../../lib/clean-html/clean-html.ts';
import { lineProfile } from '../../lib/clean-html/profiles.ts';
import { whole } from '../../lib/schemas.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import {
  sentId,
  sentIdOrNone,
  sentLine,
  sentPostSlug,
  sentMarkup,
  sentText,
} from '../../kernel/input-kinds.ts';
import {
  mayEditPost,
  mayReadPost,
  postFields,
  holdPosts,
  findVisiblePosts,
  findPostMeta,
  findPostToChange,
} from '../posts/index.ts';
import type { PostSummary, Post } from '../posts/index.ts';
import { fileType, creditKey } from '../types/index.ts';
import { mayWriteAnyHtml } from '../users/index.ts';
import { refuseStale } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { demand, refusal } from '../../kernel/permission.ts';
import type { Permission, Actor } from '../../kernel/permission.ts';
import { findFolderOf } from './folders.ts';
import { findMediaFiles } from './media-files.ts';
import { htmlToText } from '../../lib/plain-text.ts';

/** Position in thousandths of the width or height. */
const share = whole(0, 1000);

export const mediaFields = z
  .strictObject({
    /** Inline HTML. */
    title: sentText(2000),
    slug: sentPostSlug,
    /** Plain text; tags are removed. */
    alt: sentLine(5000),
    /** HTML, shown below it. */
    caption: sentMarkup(20_000),
    /** HTML, shown on its attachment page. */
    description: sentMarkup(20_000),
    /** Inline HTML. */
    credit: sentText(2000),
    authorId: sentId,
    /** The post it is attached to; 0: unattached. */
    parentId: sentIdOrNone,
    /** 0: no folder. */
    folderId: sentIdOrNone,
    /** Poster image of a video or audio file; 0: none. */
    posterId: sentIdOrNone,
    publishedAt: postFields.shape.publishedAt.unwrap(),
    commentStatus: z.enum(['open', 'closed']),
    pingStatus: z.enum(['open', 'closed']),
    /** Focal point in thousandths. */
    focalX: share,
    focalY: share,
  })
  .partial();

type MediaFields = z.output<typeof mediaFields>;

export function allowedTexts<Fields extends MediaFields>(actor: Actor, fields: Fields): Fields {
  if (mayWriteAnyHtml(actor)) return fields;
  const line = (name: 'title' | 'credit') =>
    fields[name] === undefined ? {} : { [name]: cleanWhereNeeded([fields[name]], lineProfile)[0] ?? '' };
  const text = (name: 'caption' | 'description') =>
    fields[name] === undefined ? {} : { [name]: cleanWhereNeeded([fields[name]])[0] ?? '' };
  return { ...fields, ...line('title'), ...line('credit'), ...text('caption'), ...text('description') };
}

/**
 * Throws `InvalidInputError` unless the file is audio or video and the actor can see the poster image, which is locked
 * until the transaction ends.
 */
export async function checkPoster(
  tx: Tx,
  actor: Actor,
  { mimeType }: { readonly mimeType: string },
  posterId: number,
): Promise<void> {
  if (posterId === 0) return;
  await holdPosts(tx, [posterId]);
  const picture = (await findVisiblePosts(tx.db, [posterId], actor)).get(posterId);
  const fault = !/^(?:video|audio)\//.test(mimeType)
    ? 'Films and sounds have a poster; this file is neither.'
    : picture?.type !== fileType || !picture.mimeType.startsWith('image/')
      ? `There is no picture ${posterId} in the library.`
      : undefined;
  if (fault) throw new InvalidInputError(fault, 'rest_invalid_featured_media', { posterId: fault });
}

/**
 * Throws `InvalidInputError` unless the actor may edit the post, since its visitors and galleries will show the file.
 * `find` loads the post; in a write transaction it also locks it (`holdPosts`).
 */
export async function checkOwner(
  find: (ids: readonly number[]) => Promise<ReadonlyMap<number, PostSummary>>,
  actor: Actor,
  parentId: number,
): Promise<void> {
  if (parentId === 0) return;
  const owner = (await find([parentId])).get(parentId);
  const fault =
    !owner || owner.type === fileType || !mayReadPost(actor, owner)
      ? `There is no post ${parentId} that a file could belong to.`
      : mayEditPost(actor, owner)
        ? undefined
        : 'Sorry, you are not allowed to upload media to this post.';
  if (fault) throw new InvalidInputError(fault, 'rest_invalid_param', { parentId: fault });
}

type ChangeableMedia = { readonly [Name in keyof MediaFields]-?: NonNullable<MediaFields[Name]> } & {
  readonly id: number;
  readonly mimeType: string;
  /** Path in the uploads folder; '' if the file was never imported. */
  readonly file: string;
  /** Incremented by every change of a user. */
  readonly revision: number;
};

/** The file, locked until the transaction ends, and the actor. Throws `NotFoundError` for missing files and ones the actor may not see. */
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

/** Throws `StaleError` if the file's revision isn't `from`. */
export function refuseStaleMedia(theirs: ChangeableMedia, mine: unknown, from: From): void {
  refuseStale(`the file "${htmlToText(theirs.title)}"`, { mine, theirs }, from);
}
