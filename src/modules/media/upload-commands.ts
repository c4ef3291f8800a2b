import { join, extname, basename } from 'node:path';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Database, Tx } from '../../kernel/db/open-database.ts';
import { defined } from '../../lib/records.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import { findSummaries, holdPosts, findVisiblePosts, findPostMeta } from '../posts/index.ts';
import { fileType, creditKey } from '../types/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { allowedTexts, checkOwner, mediaFields, mediaToChange, refuseStaleMedia } from './media-input.ts';
import { takesDrawings, uploadFiles, replaceFiles, editPictures } from './policy.ts';
import type { ReceivedUpload } from './store-upload.ts';
import { updateMedia } from './media-commands.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { isPlainTitle } from '../../lib/slugify.ts';
import { visibleName } from '../../lib/visible-name.ts';
import { readSettings } from '../settings/index.ts';
import { checkedUpload } from './checked-upload.ts';
import { isDrawing, servedTypes } from './model.ts';
import { enqueueMedia } from './queue.ts';
import { refuseUnknown, storeUpload } from './store-upload.ts';
import { createMedia, replaceMediaFile, sharingFile } from './writer.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import type { From } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { findMediaFiles } from './media-files.ts';
import { receivePart, removePart, swapPart } from '../../kernel/part-files.ts';
import type { PartFile, Swap } from '../../kernel/part-files.ts';
import { pictureEnding, readHead } from './picture-format.ts';
import type { PictureEditor } from './size-maker.ts';
import { htmlToText } from '../../lib/plain-text.ts';

const firstRevision = 1;

const uploadSchema = z.strictObject({
  name: z.string().min(1).max(1000),
  ...mediaFields.shape,
});

/**
 * Uploads a file as the actor; returns its id and path in the uploads folder. Checks the permission before it writes to
 * disk, and runs its own transaction after that. Throws like `addUpload` and `updateMedia`.
 */
export async function uploadMedia(
  { database, dataDir }: { readonly database: Database; readonly dataDir: string },
  actor: Actor | undefined,
  { bytes, ...input }: z.input<typeof uploadSchema> & Pick<ReceivedUpload, 'bytes'>,
): Promise<{ readonly id: number; readonly file: string }> {
  const sent = readInput(uploadSchema, input, 'the file');
  demand<unknown>(uploadFiles, actor, undefined);
  await checkOwner((ids) => findSummaries(database.read, ids), actor, sent.parentId ?? 0);
  const {
    slug,
    authorId,
    folderId,
    posterId,
    publishedAt,
    commentStatus,
    pingStatus,
    focalX,
    focalY,
    ...file
  } = sent;
  const further = defined({
    slug,
    authorId,
    folderId: folderId || undefined,
    posterId: posterId || undefined,
    publishedAt,
    commentStatus,
    pingStatus,
    focalX,
    focalY,
  });
  const drawings = await takesDrawings(database.read, actor);
  return addUpload(
    database,
    dataDir,
    { ...allowedTexts(actor, file), bytes, drawings, authorId: actor.id },
    Date.now(),
    async (tx, id, path) => {
      await checkOwner((ids) => holdPosts(tx, ids), actor, sent.parentId ?? 0);
      await noteChange(tx, actor, {
        verb: 'create',
        kind: 'post',
        itemId: id,
        summary: `${fileType} ${path}`,
      });
      if (Object.keys(further).length > 0) await updateMedia(tx, actor, { id, ...further }, firstRevision);
    },
  );
}

/** The name becomes the file's name and the default title. */
interface UploadInput extends ReceivedUpload {
  readonly alt?: string | undefined;
  readonly authorId?: number;
  readonly parentId?: number | undefined;
  /** HTML; defaults to the file name. */
  readonly title?: string | undefined;
  readonly caption?: string | undefined;
  readonly description?: string | undefined;
  readonly credit?: string | undefined;
}

/**
 * Stores a file and its attachment; sizes follow in the background. `also` runs in the same transaction. Throws
 * `InvalidInputError` for types we don't accept, and like `checkedUpload` and `also`, leaving nothing behind.
 */
export async function addUpload(
  database: Database,
  dataDir: string,
  { name, bytes, drawings, alt = '', ...input }: UploadInput,
  now = Date.now(),
  also: (tx: Tx, id: number, file: string) => Promise<void> = async () => {},
): Promise<{ readonly id: number; readonly file: string }> {
  refuseUnknown({ name, drawings });
  const { hash, size, color, imageMeta, ...checked } = await checkedUpload({ name, bytes, drawings });
  const language = isPlainTitle(name) ? '' : (await readSettings(database.read)).settings.site_language;
  const stored = await storeUpload(dataDir, { ...checked, at: now, language });
  try {
    const id = await database.write(async (tx) => {
      // Removes null bytes, and characters that hide the extension, which would also garble text around the title.
      const title = escapeHtml(
        visibleName((name.split(/[/\\]/).at(-1) ?? name).replace(/\.[^.]*$/, '').toWellFormed()),
      );
      const mediaId = await createMedia(tx, {
        ...input,
        ...stored,
        ...size,
        color,
        hash,
        imageMeta,
        alt,
        title: input.title || title,
        publishedAt: now,
      });
      if (size && !isDrawing(stored.file)) await enqueueMedia(tx, [mediaId], now);
      await also(tx, mediaId, stored.file);
      return mediaId;
    });
    return { id, file: stored.file };
  } catch (error) {
    await rm(join(dataDir, 'media', stored.file), { force: true });
    throw error;
  }
}

const replaceSchema = z.strictObject({ id: sentId });

/**
 * Replaces a file by one of the same type, based on revision `from`; its URL stays. Attachments that share the file
 * change together, and all need the right. Throws `StaleError`, `InvalidInputError`, and like `checkedUpload`.
 */
export async function replaceFile(
  { database, dataDir }: { readonly database: Database; readonly dataDir: string },
  actor: Actor | undefined,
  { bytes, ...input }: z.input<typeof replaceSchema> & Pick<ReceivedUpload, 'bytes'>,
  from: From,
): Promise<void> {
  const { id } = readInput(replaceSchema, input, 'the file');
  const post = (await findVisiblePosts(database.read, [id], actor)).get(id);
  const file = (await findMediaFiles(database.read, [id])).get(id)?.file;
  if (post?.type !== fileType || !file)
    throw new NotFoundError('Unable to get meta information for file.', 'rest_unknown_attachment');
  demand(replaceFiles, actor, post);
  const drawings = isDrawing(file);
  if (drawings && !(await takesDrawings(database.read, actor))) refuseUnknown({ name: file });
  await refuseOtherType(file, bytes);
  // Checked by the stored file's extension; the uploaded name doesn't matter.
  const {
    bytes: checked,
    hash,
    size,
    color,
    imageMeta,
  } = await checkedUpload({ name: `file${extname(file)}`, bytes, drawings });
  const part = Buffer.isBuffer(checked)
    ? await receivePart(dataDir, Readable.from([checked]), checked.length)
    : checked;
  let swap: Swap | undefined;
  try {
    await database.write(async (tx) => {
      const { actor: editor, media } = await mediaToChange(tx, actor, id, replaceFiles);
      refuseStaleMedia(media, undefined, from);
      for (const other of await sharingFile(tx, media)) await mediaToChange(tx, editor, other, replaceFiles);
      const arrived = {
        width: 0,
        height: 0,
        ...size,
        bytes: part.bytes,
        hash,
        imageMeta,
        ...(color === undefined ? {} : { color }),
      };
      await replaceMediaFile(tx, media, arrived, { picture: size !== undefined && !drawings });
      await noteChange(tx, editor, {
        verb: 'update',
        kind: 'post',
        itemId: id,
        summary: `${fileType} "${htmlToText(media.title)}": another file in its place`,
      });
      swap ??= await swapPart(dataDir, join(dataDir, 'media', media.file), part); // once, even if the transaction is retried
    });
  } catch (error) {
    await swap?.undo();
    if (part !== bytes) await removePart(part);
    throw error;
  }
  // The row now describes the new file. If the former file can't be removed, `sweepParts` removes it later.
  await swap?.done().catch(() => undefined);
}

/** Throws `InvalidInputError` for bytes that don't match the file's extension. */
async function refuseOtherType(file: string, bytes: Buffer | PartFile): Promise<void> {
  const ending = extname(file).slice(1).toLowerCase();
  const type = Object.hasOwn(servedTypes, ending) ? servedTypes[ending] : undefined;
  if (type === undefined)
    throw new InvalidInputError(
      `"${file}" is of a type that can't be uploaded, nor replaced.`,
      'rest_upload_sideload_error',
    );
  if (!type.startsWith('image/') || isDrawing(file)) return; // checkedUpload checks those
  const found = pictureEnding(Buffer.isBuffer(bytes) ? bytes : await readHead(bytes.path));
  if (found !== undefined && servedTypes[found] === type) return;
  const is = found === undefined ? 'not an image' : `a .${found} file`;
  throw new InvalidInputError(
    `"${file}" keeps its address, so only a .${ending} file can replace it; this is ${is}. Convert it, or upload it as a new file.`,
    'rest_upload_sideload_error',
  );
}

/** Maximum edits of one image; each processes all pixels. */
const maxEdits = 20;
const share = z.number().min(0).max(100);
const editSchema = z.strictObject({
  id: sentId,
  edits: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('rotate'), angle: z.number().min(-360).max(360) }),
        z.strictObject({ type: z.literal('flip'), horizontal: z.boolean(), vertical: z.boolean() }),
        z.strictObject({ type: z.literal('crop'), left: share, top: share, width: share, height: share }),
      ]),
    )
    .min(1)
    .max(maxEdits),
});

/**
 * Saves an edited copy of an image as the actor's new attachment with the same texts; returns its id. Throws like
 * `PictureEditor.edit` and `uploadMedia`.
 */
export async function editPicture(
  {
    database,
    dataDir,
    pictures,
  }: { readonly database: Database; readonly dataDir: string; readonly pictures: PictureEditor },
  actor: Actor | undefined,
  input: z.input<typeof editSchema>,
): Promise<number> {
  const { id, edits } = readInput(editSchema, input, 'the picture');
  const { read } = database;
  const post = (await findVisiblePosts(read, [id], actor)).get(id);
  const file = (await findMediaFiles(read, [id])).get(id);
  if (post?.type !== fileType || !file?.file)
    throw new NotFoundError('Unable to get meta information for file.', 'rest_unknown_attachment');
  demand(editPictures, actor, post);
  const credit = (await findPostMeta(read, [id], [creditKey])).get(id)?.get(creditKey)?.[0];
  const part = await pictures.edit(file.file, edits);
  try {
    const name = basename(file.file).replace(/(\.[^.]*)?$/, '-edited$1');
    const texts = {
      title: post.title,
      caption: post.excerpt,
      description: post.content,
      alt: file.alt,
      ...(credit === undefined ? {} : { credit }),
    };
    return (await uploadMedia({ database, dataDir }, actor, { name, bytes: part, ...texts })).id;
  } finally {
    await removePart(part); // already moved if stored
  }
}
