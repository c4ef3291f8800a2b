import { findPosts } from '../../modules/posts/reader.ts';
import { fileType } from '../../modules/types/names.ts';
import { postTypeNamed } from '../../modules/types/registry.ts';
import { postBase } from '../../modules/types/rest/type-paths.ts';
import { listRest } from './call.ts';
import type { Call } from './call.ts';
import type { RestPost } from './rest-post.ts';
import { IsoDate } from './values.ts';
import type { SentStruct } from './values.ts';

const fields = 'id,date_gmt,post,source_url,media_details,mime_type,alt_text';

/** A file as REST shows it in the context `view`. */
type ShownFile = Pick<
  RestPost,
  'id' | 'date_gmt' | 'post' | 'source_url' | 'media_details' | 'mime_type' | 'alt_text'
> & {
  readonly title?: { readonly raw: string };
  readonly caption?: { readonly raw: string };
  readonly description?: { readonly raw: string };
};

/** A file of the library, as `wp.getMediaItem` shows it. */
export function mediaStruct(file: ShownFile): SentStruct {
  const link = file.source_url ?? '';
  const { sizes = {}, width, height, file: path, original_image: original } = file.media_details ?? {};
  const folder = link.slice(0, link.lastIndexOf('/') + 1);
  const ownSizes = Object.entries(sizes)
    .filter(([name]) => name !== 'full')
    .map(
      ([name, size]) =>
        [
          name,
          { file: size.file, width: size.width, height: size.height, 'mime-type': size.mime_type },
        ] as const,
    );
  const thumbnail = sizes['thumbnail'];
  return {
    attachment_id: String(file.id),
    date_created_gmt: IsoDate.of(file.date_gmt),
    parent: file.post ?? 0,
    link,
    title: file.title?.raw ?? '',
    caption: file.caption?.raw ?? '',
    description: file.description?.raw ?? '',
    metadata:
      width === undefined
        ? []
        : {
            width,
            height: height ?? 0,
            file: path ?? '',
            sizes: Object.fromEntries(ownSizes),
            image_meta: [],
            ...(original === undefined ? {} : { original_image: original }),
          },
    type: file.mime_type ?? '',
    alt: file.alt_text ?? '',
    thumbnail: thumbnail ? folder + thumbnail.file : link,
  };
}

/** Files by their ids; those that the caller may not see are missing. */
export async function mediaStructs(
  call: Call,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SentStruct>> {
  const distinct = [...new Set(ids)];
  const found: ShownFile[] = [];
  for (let start = 0; start < distinct.length; start += 100) {
    const include = distinct.slice(start, start + 100);
    found.push(
      ...(await listRest<ShownFile>(
        call,
        postBase(postTypeNamed(fileType)),
        { include, _fields: fields },
        include.length,
      )),
    );
  }
  const texts = await findPosts(
    call.content.database.read,
    found.map(({ id }) => id),
  );
  return new Map(
    found.map((file) => {
      const { title = '', excerpt = '', content = '' } = texts.get(file.id) ?? {};
      return [
        file.id,
        mediaStruct({
          ...file,
          title: { raw: title },
          caption: { raw: excerpt },
          description: { raw: content },
        }),
      ];
    }),
  );
}
