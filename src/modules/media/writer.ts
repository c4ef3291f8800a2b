import { basename } from 'node:path/posix';
import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { defined } from '../../lib/records.ts';
import { enqueueJobs, removeJobs } from '../../kernel/jobs/store.ts';
import { forgetRender, insertPost as createPost, deletePost, updatePost } from '../posts/index.ts';
import { fileType, creditKey, folderTaxonomy } from '../types/index.ts';
import type { ProcessedImage } from './make-sizes.ts';
import type { MediaSizes, ImageMeta } from './model.ts';
import { namesOfFile, ownFiles } from '../../lib/markup/media-names.ts';
import { findPathsOf } from './media-files.ts';
import { enqueueReplaced, sizesJob, removalJob } from './queue.ts';
import { parseBeside, parseSizes, imageMetaKey, parseOriginal } from './model.ts';

/** Omitted fields stay. */
export interface MediaInput {
  readonly postId: number;
  /** Path in the uploads folder; '' if the file was never imported. */
  readonly file?: string;
  readonly sourceUrl?: string;
  readonly width?: number;
  readonly height?: number;
  readonly bytes?: number;
  /** MD5 of the file as received, hexadecimal. */
  readonly hash?: string;
  readonly alt?: string;
  /** Focal point in thousandths; computed with the sizes if omitted. */
  readonly focalX?: number;
  readonly focalY?: number;
  /** `#rrggbb`, or ''. */
  readonly color?: string;
  readonly sizes?: MediaSizes;
}

export interface NewMedia extends Pick<MediaInput, 'width' | 'height' | 'hash'> {
  /** Path in the uploads folder. */
  readonly file: string;
  readonly bytes: number;
  readonly mimeType: string;
  readonly title: string;
  readonly alt: string;
  readonly caption?: string | undefined;
  readonly description?: string | undefined;
  readonly credit?: string | undefined;
  readonly authorId?: number;
  readonly parentId?: number | undefined;
  readonly publishedAt: number;
  /** `#rrggbb`, if known before the sizes are generated. */
  readonly color?: string | undefined;
  readonly imageMeta?: Partial<ImageMeta> | undefined;
}

export async function createMedia(tx: Tx, input: NewMedia): Promise<number> {
  const {
    title,
    mimeType,
    publishedAt,
    caption = '',
    description = '',
    credit = '',
    authorId,
    parentId = 0,
    imageMeta,
  } = input;
  const meta = { ...(credit === '' ? {} : { [creditKey]: [credit] }), ...imageMetaOf(imageMeta) };
  const postId = await createPost(tx, {
    type: fileType,
    status: 'inherit',
    title,
    mimeType,
    publishedAt,
    excerpt: caption,
    content: description,
    parentId,
    commentStatus: 'closed',
    ...(authorId === undefined ? {} : { authorId }),
    meta,
  });
  const { file, bytes, alt, hash = '', width = 0, height = 0, color = '' } = input;
  await saveMedia(tx, { postId, file, bytes, hash, alt, width, height, color });
  if (parentId > 0) await changeAttached(tx, parentId);
  return postId;
}

const imageMetaOf = (
  imageMeta: Partial<ImageMeta> | undefined,
): Readonly<Record<string, readonly string[]>> =>
  imageMeta === undefined ? {} : { [imageMetaKey]: [JSON.stringify(imageMeta)] };

/** Changes by users; omitted fields stay. Increments the post's revision once in any case. */
export interface MediaChanges {
  readonly title?: string | undefined;
  readonly slug?: string | undefined;
  readonly alt?: string | undefined;
  readonly caption?: string | undefined;
  readonly description?: string | undefined;
  readonly credit?: string | undefined;
  /** Poster image; 0: none. */
  readonly posterId?: number | undefined;
  readonly authorId?: number | undefined;
  readonly parentId?: number | undefined;
  readonly publishedAt?: number | undefined;
  readonly commentStatus?: 'open' | 'closed' | undefined;
  readonly pingStatus?: 'open' | 'closed' | undefined;
  readonly focalX?: number | undefined;
  readonly focalY?: number | undefined;
}

export async function updateMedia(
  tx: Tx,
  { id, parentId: before }: { readonly id: number; readonly parentId: number },
  changes: MediaChanges,
): Promise<void> {
  const { alt, focalX, focalY, caption, description, credit, posterId, ...post } = changes;
  const meta = credit === undefined ? undefined : { [creditKey]: credit === '' ? [] : [credit] };
  await updatePost(
    tx,
    id,
    defined({ ...post, featuredMediaId: posterId, excerpt: caption, content: description, meta }),
  );
  const file = defined({ alt, focalX, focalY });
  if (Object.keys(file).length > 0) await saveMedia(tx, { postId: id, ...file });
  if (post.parentId !== undefined)
    for (const owner of [before, post.parentId]) if (owner > 0) await changeAttached(tx, owner);
}

/** Galleries without ids show all attachments of a post. */
async function changeAttached(tx: Tx, postId: number): Promise<void> {
  await forgetRender(tx, postId);
  tx.emit(`post:${postId}`);
}

/**
 * Makes content render again that was rendered before this file existed: content that names its id or URL, and
 * galleries of its post. Content that already shows it detects changes by the stored version.
 */
export async function completeTexts(tx: Tx, id: number): Promise<void> {
  const file = await tx.db
    .selectFrom('media')
    .innerJoin('post', 'post.id', 'media.post_id')
    .select(['media.file', 'media.source_url as sourceUrl', 'post.parent_id as parentId'])
    .where('media.post_id', '=', id)
    .executeTakeFirst();
  if (!file) return;
  const texts = await tx.db
    .selectFrom('media_mention')
    .innerJoin('post_render', 'post_render.post_id', 'media_mention.post_id')
    .select('media_mention.post_id as id')
    .distinct()
    .where(({ eb, or, and }) =>
      or([
        eb('media_mention.name', 'in', namesOfFile(id, file)),
        ...(file.parentId > 0
          ? [and([eb('media_mention.name', '=', ownFiles), eb('media_mention.post_id', '=', file.parentId)])]
          : []),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('post_render_media as shown')
            .select('shown.post_id')
            .whereRef('shown.post_id', '=', 'media_mention.post_id')
            .where('shown.media_id', '=', id),
        ),
      ),
    )
    .orderBy('media_mention.post_id')
    .execute();
  for (const text of texts) await changeAttached(tx, text.id);
}

/** Deletes an attachment and, by a job, its files. Does nothing if it doesn't exist. */
export async function deleteMedia(tx: Tx, id: number): Promise<void> {
  await removeJobs(tx, sizesJob, [String(id)]); // first, so that a job that is placing sizes has either finished before the paths are read, or fails
  const paths = await findPathsOf(tx.db, id);
  await deletePost(tx, id);
  if (paths.length > 0) await enqueueJobs(tx, removalJob, [{ key: String(id), payload: { paths } }]);
}

export async function saveMedia(tx: Tx, input: MediaInput): Promise<void> {
  if (input.file !== undefined && /^\/|(^|\/)\.\.?(\/|$)|[\0\\]/.test(input.file)) {
    throw new InvalidInputError(`"${input.file}" is no path below the uploads folder.`);
  }
  if (input.color && !/^#[0-9a-f]{6}$/i.test(input.color))
    throw new InvalidInputError(`"${input.color}" is no colour; write it as #rrggbb.`);
  const known = Object.entries({
    file: input.file,
    source_url: input.sourceUrl,
    width: input.width,
    height: input.height,
    bytes: input.bytes,
    content_hash: input.hash,
    alt: input.alt,
    focal_x: input.focalX,
    focal_y: input.focalY,
    focus_given: input.focalX === undefined && input.focalY === undefined ? undefined : 1,
    color: input.color,
    sizes: input.sizes && JSON.stringify(input.sizes),
  }).filter(([, value]) => value !== undefined);
  const values: Record<string, string | number | undefined> = Object.fromEntries(known);
  await tx.db
    .insertInto('media')
    .values({
      file: '',
      source_url: '',
      width: 0,
      height: 0,
      bytes: 0,
      alt: '',
      focal_x: 500,
      focal_y: 500,
      color: '',
      sizes: '{}',
      ...values,
      post_id: input.postId,
    })
    .onConflict((conflict) =>
      known.length === 0
        ? conflict.column('post_id').doNothing()
        : conflict
            .column('post_id')
            .doUpdateSet((eb) => ({ ...values, version: eb('media.version', '+', 1) })),
    )
    .execute();
  tx.emit(`post:${input.postId}`);
  tx.emit(`media:${input.postId}`);
  if (input.file !== undefined || input.sourceUrl !== undefined) await completeTexts(tx, input.postId);
}

export type ArrivedFile = Required<Pick<MediaInput, 'width' | 'height' | 'bytes' | 'hash'>> &
  Pick<MediaInput, 'color'> &
  Pick<NewMedia, 'imageMeta'>;

/** Other attachments with the same file, as some imports have them, ordered by id. */
export async function sharingFile(
  tx: Tx,
  { id, file }: { readonly id: number; readonly file: string },
): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('media')
    .select('post_id')
    .where('file', '=', file)
    .where('post_id', '<>', id)
    .orderBy('post_id')
    .execute();
  return rows.map((row) => row.post_id);
}

/**
 * Records a file replaced at the same URL, for all attachments that share it: resets the focal point and enqueues new
 * sizes. `picture`: whether it has sizes.
 */
export async function replaceMediaFile(
  tx: Tx,
  { file }: { readonly file: string },
  { hash, color = '', imageMeta, ...arrived }: ArrivedFile,
  { picture }: { readonly picture: boolean },
): Promise<void> {
  const sharing = await tx.db.selectFrom('media').select('post_id as id').where('file', '=', file).execute();
  for (const one of sharing) {
    const former = (await findPathsOf(tx.db, one.id)).filter((path) => path !== file);
    await tx.db
      .updateTable('media')
      .set((eb) => ({
        ...arrived,
        content_hash: hash,
        sizes: '{}',
        color,
        focal_x: 500,
        focal_y: 500,
        focus_given: 0,
        version: eb('version', '+', 1),
        edition: eb('edition', '+', 1),
      }))
      .where('post_id', '=', one.id)
      .execute();
    await updatePost(tx, one.id, { meta: { [imageMetaKey]: [], ...imageMetaOf(imageMeta) } });
    tx.emit(`post:${one.id}`);
    tx.emit(`media:${one.id}`);
    if (picture) await enqueueReplaced(tx, one.id, former);
    // Sitemaps list the images of posts.
    const led = await tx.db
      .selectFrom('post')
      .select('type')
      .distinct()
      .where('featured_media_id', '=', one.id)
      .where(sql<boolean>`featured_media_id > 0`)
      .execute();
    for (const { type } of led) tx.emit(`list:${type}`);
  }
}

/** Saves generated sizes of an image. Imported sizes and a focal point set by a user stay. */
export async function saveGeneratedSizes(tx: Tx, mediaId: number, made: ProcessedImage): Promise<void> {
  const row = await tx.db
    .selectFrom('media')
    .select(['sizes', 'focus_given', 'content_hash'])
    .where('post_id', '=', mediaId)
    .executeTakeFirst();
  if (!row) return;
  const { width, height, color, focalX, focalY, sizes, bytes, hash } = made;
  await tx.db
    .updateTable('media')
    .set((eb) => ({
      width,
      height,
      bytes,
      color,
      sizes: JSON.stringify({ ...parseSizes(row.sizes), ...sizes, ...parseBeside(row.sizes) }),
      version: eb('version', '+', 1),
      ...(row.content_hash === '' ? { content_hash: hash } : {}),
      ...(row.focus_given ? {} : { focal_x: focalX, focal_y: focalY }),
    }))
    .where('post_id', '=', mediaId)
    .execute();
  // Pages without the sizes are correct, too, so they may update late.
  tx.emit(`post:${mediaId}`, 'bulk');
  tx.emit(`media:${mediaId}`, 'bulk');
}

/** Moves a file to a folder (0: none). Keeps its revision and pages, which don't show folders. */
export async function moveToFolder(tx: Tx, mediaId: number, folderId: number): Promise<void> {
  await tx.db
    .deleteFrom('term_relationship')
    .where('post_id', '=', mediaId)
    .where('term_id', 'in', tx.db.selectFrom('term').select('id').where('taxonomy', '=', folderTaxonomy))
    .execute();
  if (folderId > 0)
    await tx.db
      .insertInto('term_relationship')
      .values({ post_id: mediaId, term_id: folderId, position: 0 })
      .execute();
  tx.emit(`terms:${folderTaxonomy}`);
}

/** Whether an attachment has one of these paths or URLs, so that the file isn't another image's original. */
export async function isAttached(tx: Tx, path: string, addresses: readonly string[]): Promise<boolean> {
  const row = await tx.db
    .selectFrom('media')
    .select('post_id')
    .where(({ eb, or }) => or([eb('file', '=', path), ...addresses.map((url) => eb('source_url', '=', url))]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes a file that became an attachment as the original of the images (`copies`, paths) next to which it was found. */
export async function releaseOriginal(tx: Tx, path: string, copies: readonly string[]): Promise<void> {
  const rows = await tx.db
    .selectFrom('media')
    .select(['post_id as id', 'sizes'])
    .where('file', 'in', copies)
    .execute();
  for (const { id, sizes } of rows) {
    const original = parseOriginal(sizes);
    if (original?.original !== 'found' || original.file !== basename(path)) continue;
    const { [`original:${original.file}`]: _, ...others } = JSON.parse(sizes) as Record<string, unknown>;
    await tx.db
      .updateTable('media')
      .set((eb) => ({ sizes: JSON.stringify(others), version: eb('version', '+', 1) }))
      .where('post_id', '=', id)
      .execute();
    tx.emit(`media:${id}`, 'bulk');
  }
}
