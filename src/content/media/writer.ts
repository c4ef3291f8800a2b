import type { Tx } from '../../db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import type { ProcessedImage } from './make-sizes.ts';
import type { MediaSizes } from './media.ts';
import { parseSizes } from './sizes-json.ts';

/** What is known of an attachment's file; fields left out keep what they are. */
export interface MediaInput {
  /** The attachment. */
  readonly postId: number;
  /** Path below the uploads folder; empty when the file never reached us. */
  readonly file?: string;
  readonly sourceUrl?: string;
  readonly width?: number;
  readonly height?: number;
  readonly bytes?: number;
  readonly alt?: string;
  /** Focal point in thousandths; left out, one is found when the sizes are made. */
  readonly focalX?: number;
  readonly focalY?: number;
  /** `#rrggbb`, or empty. */
  readonly color?: string;
  readonly sizes?: MediaSizes;
}

/** Writes what is known of an attachment's file, new or changed. */
export async function saveMedia(tx: Tx, input: MediaInput): Promise<void> {
  if (input.file !== undefined && /^\/|(^|\/)\.\.?(\/|$)|[\0\\]/.test(input.file)) {
    throw new InvalidInputError(`"${input.file}" is no path below the uploads folder.`);
  }
  if (input.color && !/^#[0-9a-f]{6}$/i.test(input.color)) throw new InvalidInputError(`"${input.color}" is no colour; write it as #rrggbb.`);
  const known = Object.entries({
    file: input.file, source_url: input.sourceUrl, width: input.width, height: input.height, bytes: input.bytes, alt: input.alt,
    focal_x: input.focalX, focal_y: input.focalY, focus_given: input.focalX === undefined && input.focalY === undefined ? undefined : 1, color: input.color,
    sizes: input.sizes && JSON.stringify(input.sizes),
  }).filter(([, value]) => value !== undefined);
  const values: Record<string, string | number | undefined> = Object.fromEntries(known);
  await tx.db.insertInto('media').values({
    file: '', source_url: '', width: 0, height: 0, bytes: 0, alt: '', focal_x: 500, focal_y: 500, color: '', sizes: '{}', ...values, post_id: input.postId,
  }).onConflict(
    (conflict) => (known.length === 0
      ? conflict.column('post_id').doNothing()
      : conflict.column('post_id').doUpdateSet((eb) => ({ ...values, version: eb('media.version', '+', 1) }))),
  ).execute();
  tx.emit(`post:${input.postId}`);
  tx.emit(`media:${input.postId}`);
}

/** Writes what the media queue made of a picture. Sizes of other names, which came with an import, stay, and so does a focal point that somebody chose. */
export async function saveMadeSizes(tx: Tx, mediaId: number, made: ProcessedImage): Promise<void> {
  const row = await tx.db.selectFrom('media').select(['sizes', 'focus_given']).where('post_id', '=', mediaId).executeTakeFirst();
  if (!row) return;
  const { width, height, color, focalX, focalY, sizes } = made;
  await tx.db.updateTable('media').set((eb) => ({
    width, height, color, sizes: JSON.stringify({ ...parseSizes(row.sizes), ...sizes }), version: eb('version', '+', 1),
    ...(row.focus_given ? {} : { focal_x: focalX, focal_y: focalY }),
  })).where('post_id', '=', mediaId).execute();
  // What is shown without them is right, too: pages may be a moment late.
  tx.emit(`post:${mediaId}`, 'bulk');
  tx.emit(`media:${mediaId}`, 'bulk');
}
