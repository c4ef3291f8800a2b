import { z } from 'zod';
import { mediaFields } from '../../modules/media/media-input.ts';
import { emptyMeta } from '../../modules/types/rest/meta-field.ts';
import { rawText, writtenText, writtenWhole } from '../../kernel/http/rest/params.ts';
import { postArguments } from './post-arguments.ts';

const { date, date_gmt, slug, title, author, comment_status, ping_status } = postArguments;

/** Fraction of a picture's width or height. */
const share = z.number().min(0).max(1);
const shareShape = { type: 'number', minimum: 0, maximum: 1 };

/** Arguments for the writable fields of a media item. */
export const mediaArguments = {
  date,
  date_gmt,
  slug,
  title,
  author,
  comment_status,
  ping_status,
  alt_text: writtenText(mediaFields.shape.alt),
  caption: rawText(mediaFields.shape.caption),
  description: rawText(mediaFields.shape.description),
  post: writtenWhole(mediaFields.shape.parentId),
  credit: rawText(mediaFields.shape.credit),
  featured_media: writtenWhole(mediaFields.shape.posterId),
  folder: writtenWhole(mediaFields.shape.folderId),
  meta: emptyMeta.argument,
  focal_point: z
    .object({ x: share, y: share })
    .optional()
    .meta({ type: 'object', properties: { x: shareShape, y: shareShape } }),
};

const all = z.object(mediaArguments);
export type SentMedia = z.output<typeof all>;
