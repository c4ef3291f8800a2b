import { findTerms } from '../../modules/terms/reader.ts';
import type { Term } from '../../modules/terms/model.ts';
import { fileType } from '../../modules/types/names.ts';
import { postTypeNamed, taxonomiesOf } from '../../modules/types/registry.ts';
import type { Call } from './call.ts';
import type { RestPost } from './rest-post.ts';
import { IsoDate } from './values.ts';
import type { SentStruct, SentValue } from './values.ts';
import { findPosts } from '../../modules/posts/reader.ts';
import { postBase } from '../../modules/types/model.ts';
import { listRest } from './call.ts';

export async function termsOfPosts(
  { content }: Call,
  posts: readonly RestPost[],
): Promise<ReadonlyMap<number, Term>> {
  const ids = posts.flatMap((post) => termIdsOf(post).map(({ id }) => id));
  return ids.length === 0 ? new Map() : findTerms(content.database.read, [...new Set(ids)]);
}

export function termIdsOf(post: RestPost): { readonly id: number; readonly taxonomy: string }[] {
  return taxonomiesOf(post.type).flatMap(({ name, restBase }) => {
    const ids = restBase === undefined ? undefined : post[restBase];
    return Array.isArray(ids)
      ? ids.filter((id): id is number => typeof id === 'number').map((id) => ({ id, taxonomy: name }))
      : [];
  });
}

export const termsIn = (post: RestPost, terms: ReadonlyMap<number, Term>): Term[] =>
  termIdsOf(post)
    .map(({ id }) => terms.get(id))
    .filter((term) => term !== undefined);

/** Custom fields have no ids in storage: ids are positions, from 1. */
export const customFieldsOf = (post: RestPost): SentStruct[] =>
  (post.broadsheet?.custom_fields ?? []).map(({ name, value }, index) => ({
    id: String(index + 1),
    key: name,
    value,
  }));

export const authorOf = (post: RestPost): number => post.author ?? 0;
export const titleOf = (post: RestPost): string => post.title?.raw ?? '';
export const contentOf = (post: RestPost): string =>
  (post.type === fileType ? post.description?.raw : post.content?.raw) ?? '';
export const excerptOf = (post: RestPost): string =>
  (post.type === fileType ? post.caption?.raw : post.excerpt?.raw) ?? '';

/** Posts as `wp.getPost` returns them. `wished`: field names, or the groups `post`, `terms` and `custom_fields`. */
export async function postStructs(
  call: Call,
  posts: readonly RestPost[],
  wished: readonly string[] = ['post', 'terms', 'custom_fields'],
): Promise<SentStruct[]> {
  const wants = (...names: string[]) => names.some((name) => wished.includes(name));
  const [terms, pictures] = await Promise.all([
    wants('terms', 'taxonomies') ? termsOfPosts(call, posts) : new Map<number, Term>(),
    wants('post', 'post_thumbnail')
      ? mediaStructs(
          call,
          posts.flatMap(({ featured_media: id }) => id || []),
        )
      : new Map<number, SentStruct>(),
  ]);
  return posts.map((post) => {
    const fields = fieldsOf(post, pictures.get(post.featured_media ?? 0) ?? []);
    return {
      post_id: String(post.id),
      ...Object.fromEntries(Object.entries(fields).filter(([name]) => wants('post', name))),
      ...(wants('terms', 'taxonomies') ? { terms: termsIn(post, terms).map(termStruct) } : {}),
      ...(wants('custom_fields') ? { custom_fields: customFieldsOf(post) } : {}),
      ...(wants('enclosure') ? { enclosure: {} } : {}),
    };
  });
}

function fieldsOf(post: RestPost, thumbnail: SentValue): SentStruct {
  const type = postTypeNamed(post.type);
  return {
    post_title: titleOf(post),
    post_date: IsoDate.of(post.date),
    post_date_gmt: IsoDate.of(post.date_gmt),
    post_modified: IsoDate.of(post.modified),
    post_modified_gmt: IsoDate.of(post.modified_gmt),
    post_status: post.status,
    post_type: post.type,
    post_name: post.slug,
    post_author: String(authorOf(post)),
    post_password: post.password,
    post_excerpt: excerptOf(post),
    post_content: contentOf(post),
    post_parent: String(post.parent ?? post.post ?? 0),
    post_mime_type: post.mime_type ?? '',
    link: post.link,
    guid: post.guid.raw,
    menu_order: post.menu_order ?? 0,
    comment_status: post.comment_status ?? 'closed',
    ping_status: post.ping_status ?? 'closed',
    sticky: post.sticky ?? false,
    post_thumbnail: thumbnail,
    post_format: type.supports.has('post-formats') ? (post.format ?? 'standard') : '',
  };
}

const fields = 'id,date_gmt,post,source_url,media_details,mime_type,alt_text';

type ShownFile = Pick<
  RestPost,
  'id' | 'date_gmt' | 'post' | 'source_url' | 'media_details' | 'mime_type' | 'alt_text'
> & {
  readonly title?: { readonly raw: string };
  readonly caption?: { readonly raw: string };
  readonly description?: { readonly raw: string };
};

/** An attachment as `wp.getMediaItem` returns it. */
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

/** Attachments by id, without those that the caller can't see. */
async function mediaStructs(call: Call, ids: readonly number[]): Promise<ReadonlyMap<number, SentStruct>> {
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

/** A term as `wp.getTerm` returns it. */
export function termStruct({
  id,
  name,
  slug,
  taxonomy,
  description,
  parentId,
  count,
}: Pick<Term, 'id' | 'name' | 'slug' | 'taxonomy' | 'description' | 'parentId' | 'count'>): SentStruct {
  return {
    term_id: String(id),
    name,
    slug,
    term_group: '0',
    term_taxonomy_id: String(id),
    taxonomy,
    description,
    parent: String(parentId),
    count,
    custom_fields: [],
  };
}
