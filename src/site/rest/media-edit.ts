import { z } from 'zod';
import { editPicture } from '../../modules/media/upload-commands.ts';
import { findMediaFiles } from '../../modules/media/media-files.ts';
import type { MediaFile } from '../../modules/media/media-files.ts';
import type { PictureEdit } from '../../modules/media/picture-edit.ts';
import { mediaUrl, sizeUrl } from '../../modules/media/picture.ts';
import { editPictures } from '../../modules/media/policy.ts';
import type { Post } from '../../modules/posts/model.ts';
import { BroadsheetError, NotFoundError } from '../../lib/errors.ts';
import { textParam } from '../../kernel/http/rest/params.ts';
import type { FileResource } from './post-resource.ts';
import { newOf } from '../../kernel/http/rest/rest-reply.ts';
import type { ItemAnswer } from '../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { itemRoute, method } from '../../kernel/http/rest/rest-route.ts';
import { answerPost } from './write-post.ts';

const share = z.number().min(0).max(100);
const modifier = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('rotate'), args: z.object({ angle: z.number().min(-360).max(360) }) }),
    z.object({
      type: z.literal('flip'),
      args: z.object({ flip: z.object({ horizontal: z.boolean(), vertical: z.boolean() }) }),
    }),
    z.object({
      type: z.literal('crop'),
      args: z.object({ left: share, top: share, width: share, height: share }),
    }),
  ])
  .meta({ type: 'object' });
/** A number; forms send it as text. */
const number = (schema: z.ZodType<number>) =>
  z
    .preprocess((sent) => (typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent), schema)
    .optional();
const place = number(share).meta({ type: 'number', minimum: 0, maximum: 100 });

/** `modifiers`, or the older `rotation`, `x`, `y`, `width` and `height`, in percent of the picture. */
const params = z.object({
  src: textParam('uri'),
  modifiers: z.array(modifier).min(1).max(20).optional(),
  rotation: number(z.int().gt(0).lt(360)).meta({
    type: 'integer',
    exclusiveMinimum: 0,
    exclusiveMaximum: 360,
  }),
  x: place,
  y: place,
  width: place,
  height: place,
});
type Sent = z.output<typeof params>;

function editsOf({ modifiers, rotation, x, y, width, height }: Sent): PictureEdit[] {
  if (modifiers) {
    return modifiers.map((one) =>
      one.type === 'rotate'
        ? { type: one.type, ...one.args }
        : one.type === 'flip'
          ? { type: one.type, ...one.args.flip }
          : { type: one.type, ...one.args },
    );
  }
  return [
    ...(rotation === undefined ? [] : [{ type: 'rotate' as const, angle: rotation }]),
    ...(x === undefined || y === undefined || width === undefined || height === undefined
      ? []
      : [{ type: 'crop' as const, left: x, top: y, width, height }]),
  ];
}

function isOf(site: RestRequest['site'], file: MediaFile, src: string): boolean {
  const whole = mediaUrl(site.content.siteUrl, file);
  const pathOf = (address: string) =>
    URL.canParse(address, whole) ? new URL(address, whole).pathname : undefined;
  return [whole, ...Object.values(file.sizes).map((size) => sizeUrl(whole, size))].some(
    (address) => pathOf(address) === pathOf(src),
  );
}

/** Crops and rotates a picture; the result is a new one, 201 with its address. */
async function edit(request: RestRequest, sent: Sent, { id }: Post): Promise<ItemAnswer> {
  const { actor, site } = request;
  const {
    content: { database },
    dataDir,
    pictures,
  } = site;
  const file = (await findMediaFiles(database.read, [id])).get(id);
  if (!file || !isOf(site, file, sent.src ?? ''))
    throw new NotFoundError('Unable to get meta information for file.', 'rest_unknown_attachment');
  const edits = editsOf(sent);
  if (edits.length === 0) {
    throw new BroadsheetError(
      400,
      'rest_image_not_edited',
      'The image was not edited. Edit the image before applying the changes.',
    );
  }
  const made = await editPicture({ database, dataDir, pictures }, actor, { id, edits });
  return {
    ...(await answerPost(request, made)),
    headers: { location: restUrl(request, `/wp/v2/media/${made}`) },
  };
}

export function mediaEditRoute<Base extends string>(
  base: Base,
  resource: FileResource,
  find: (request: RestRequest, captured: Readonly<Record<string, string>>) => Promise<Post>,
) {
  return itemRoute({
    path: `${base}/(?P<id>[\\d]+)/edit` as const,
    find,
    methods: {
      POST: method({ params, required: ['src'], reply: newOf(resource), may: editPictures, run: edit }),
    },
  });
}
