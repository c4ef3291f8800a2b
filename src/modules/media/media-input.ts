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

/** Place in a picture, in thousandths of its width or height. */
const share = whole(0, 1000);

/** What people may say of a file of the library; all of it may be left out. */
export const mediaFields = z
  .strictObject({
    /** Inline HTML. */
    title: sentText(2000),
    slug: sentPostSlug,
    /** What a picture shows, for those who don't see it: plain text; tags go. */
    alt: sentLine(5000),
    /** HTML, shown below it. */
    caption: sentMarkup(20_000),
    /** HTML, shown on its own page. */
    description: sentMarkup(20_000),
    /** Inline HTML: who made it. */
    credit: sentText(2000),
    authorId: sentId,
    /** The post that it belongs to; 0: none. */
    parentId: sentIdOrNone,
    /** The folder of the library that it lies in; 0: none. */
    folderId: sentIdOrNone,
    /** The picture that a film or a sound shows until it is played; 0: none. */
    posterId: sentIdOrNone,
    publishedAt: postFields.shape.publishedAt.unwrap(),
    commentStatus: z.enum(['open', 'closed']),
    pingStatus: z.enum(['open', 'closed']),
    /** The point of a picture that stays in sight when it is cut. */
    focalX: share,
    focalY: share,
  })
  .partial();

/** What somebody sent of a file, read. */
type MediaFields = z.output<typeof mediaFields>;

/** The texts among the fields as this person may write them. */
export function allowedTexts<Fields extends MediaFields>(actor: Actor, fields: Fields): Fields {
  if (mayWriteAnyHtml(actor)) return fields;
  const line = (name: 'title' | 'credit') =>
    fields[name] === undefined ? {} : { [name]: cleanWhereNeeded([fields[name]], lineProfile)[0] ?? '' };
  const text = (name: 'caption' | 'description') =>
    fields[name] === undefined ? {} : { [name]: cleanWhereNeeded([fields[name]])[0] ?? '' };
  return { ...fields, ...line('title'), ...line('credit'), ...text('caption'), ...text('description') };
}

/**
 * Throws `InvalidInputError` unless a file is played, and this person sees the picture that it is to show until then. That stays until the transaction ends.
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
 * Throws `InvalidInputError` unless this person may edit the post that a file is to belong to: it is shown to those who see that post, and galleries of the
 * post show it. `find`: looks the post up, and in a transaction that writes has it stay until that ends (`holdPosts`).
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

/** A file of the library as people change it. */
type ChangeableMedia = { readonly [Name in keyof MediaFields]-?: NonNullable<MediaFields[Name]> } & {
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
