import { zoneOffset } from '../../lib/dates.ts';
import { serializePhp } from '../../lib/php-serialize.ts';
import { cdata, xmlText } from '../../lib/xml.ts';
import { mediaUrl, parseOriginal, parseSizes } from '../media/index.ts';
import { fileType, formatTaxonomy } from '../types/index.ts';
import type { User } from '../../kernel/permission.ts';
import { dateOf } from './store.ts';
import type { ItemRow, listComments } from './store.ts';
import { field, htmlName, metaXml, wxrDate, wxrSlug } from './wxr-text.ts';

type CommentRow =
  Awaited<ReturnType<typeof listComments>> extends AsyncGenerator<infer Rows>
    ? Rows extends readonly (infer Row)[]
      ? Row
      : never
    : never;

export interface ItemParts {
  readonly meta: readonly { readonly key: string; readonly value: string }[];
  readonly oldSlugs: readonly string[];
  readonly terms: readonly { readonly taxonomy: string; readonly slug: string; readonly name: string }[];
  readonly authors: readonly User[];
  /** Root-relative. */
  readonly path: string;
}

export interface ItemSite {
  readonly siteUrl: string;
  readonly zone: string;
}

/** Taxonomy in which plugins for bylines store authors; `cap-` begins their slugs. */
export const bylineTaxonomy = 'author';
export const bylineSlug = ({ slug }: Pick<User, 'slug'>): string => `cap-${slug}`;

const altKey = '_wp_attachment_image_alt';
/** Keys whose values come from columns here, or mean nothing at another site. */
const replacedKeys: ReadonlySet<string> = new Set([
  '_thumbnail_id',
  '_wp_old_slug',
  '_edit_lock',
  'ppma_authors_name',
]);
const fileKeys: ReadonlySet<string> = new Set(['_wp_attached_file', '_wp_attachment_metadata', altKey]);

/** An item up to its comments; `itemEnd` closes it. */
export function itemXml(row: ItemRow, parts: ItemParts, { siteUrl, zone }: ItemSite): string {
  const date = dateOf(row);
  const local = (at: number) => wxrDate(at === 0 ? 0 : at + zoneOffset(at, zone));
  return [
    '<item>',
    field('title', row.title),
    `<link>${xmlText(siteUrl + parts.path)}</link>`,
    row.published_at === 0 ? '' : `<pubDate>${new Date(row.published_at).toUTCString()}</pubDate>`,
    field('dc:creator', parts.authors[0]?.login ?? ''),
    `<guid isPermaLink="false">${xmlText(row.guid || `${siteUrl}/?p=${row.id}`)}</guid>`,
    '<description></description>',
    field('content:encoded', row.content),
    field('excerpt:encoded', row.excerpt),
    field('wp:post_id', row.id),
    field('wp:post_date', local(date)),
    field('wp:post_date_gmt', wxrDate(row.published_at)),
    field('wp:post_modified', local(row.modified_at)),
    field('wp:post_modified_gmt', wxrDate(row.modified_at)),
    field('wp:comment_status', row.comment_status),
    field('wp:ping_status', row.ping_status),
    field('wp:post_name', wxrSlug(row.slug)),
    field('wp:status', row.status),
    field('wp:post_parent', row.parent_id),
    field('wp:menu_order', row.menu_order),
    field('wp:post_type', row.type),
    field('wp:post_password', row.password),
    field('wp:is_sticky', row.sticky),
    ...(row.type === fileType ? [field('wp:attachment_url', fileUrl(row, siteUrl))] : []),
    ...parts.terms.map(({ taxonomy, slug, name }) => categoryXml(taxonomy, wxrSlug(slug), name)),
    ...(row.format === 'standard'
      ? []
      : [categoryXml(formatTaxonomy, `post-format-${row.format}`, capitalized(row.format))]),
    ...(parts.authors.length > 1
      ? parts.authors.map((user) => categoryXml(bylineTaxonomy, wxrSlug(bylineSlug(user)), user.displayName))
      : []),
    ...metaOf(row, parts).map(([key, value]) => metaXml('wp:postmeta', key, value).trimEnd()),
    '',
  ]
    .filter((line, index, all) => line !== '' || index === all.length - 1)
    .join('\n');
}

export const itemEnd = '</item>\n';

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function categoryXml(domain: string, nicename: string, name: string): string {
  return `<category domain="${xmlText(domain)}" nicename="${xmlText(nicename)}">${cdata(htmlName(name))}</category>`;
}

const fileUrl = (row: ItemRow, siteUrl: string) =>
  mediaUrl(siteUrl, { file: row.file ?? '', sourceUrl: row.source_url ?? '', edition: 0 });

function metaOf(row: ItemRow, { meta, oldSlugs }: ItemParts): [key: string, value: string][] {
  const hasFile = row.type === fileType && (row.file ?? '') !== '';
  const stored = meta
    .filter(({ key }) => !replacedKeys.has(key) && !(hasFile && fileKeys.has(key)))
    .filter(({ key }) => !(row.type === fileType && key === altKey))
    .map(({ key, value }): [string, string] => [key, value]);
  const isNoted = stored.some(([key]) => key === '_wp_trash_meta_status');
  return [
    ...stored,
    ...(row.featured_media_id > 0
      ? [['_thumbnail_id', String(row.featured_media_id)] satisfies [string, string]]
      : []),
    ...oldSlugs.map((slug): [string, string] => ['_wp_old_slug', wxrSlug(slug)]),
    ...(row.status === 'trash' && !isNoted && row.trashed_status !== ''
      ? [['_wp_trash_meta_status', row.trashed_status] satisfies [string, string]]
      : []),
    ...(row.type === fileType && row.alt ? [[altKey, row.alt] satisfies [string, string]] : []),
    ...(hasFile ? fileMeta(row) : []),
  ];
}

function fileMeta(row: ItemRow): [key: string, value: string][] {
  const file = row.file ?? '';
  const sizes = Object.entries(parseSizes(row.sizes ?? '')).map(([name, size]) => [
    name,
    {
      file: size.file,
      width: size.width,
      height: size.height,
      'mime-type': size.mime,
      ...(size.bytes === undefined ? {} : { filesize: size.bytes }),
    },
  ]);
  const original = parseOriginal(row.sizes ?? '');
  const metadata = {
    ...(row.width ? { width: row.width, height: row.height ?? 0 } : {}),
    file,
    ...(row.bytes ? { filesize: row.bytes } : {}),
    sizes: Object.fromEntries(sizes) as object,
    ...(original ? { original_image: original.file } : {}),
  };
  return [
    ['_wp_attached_file', file],
    ['_wp_attachment_metadata', serializePhp(metadata)],
  ];
}

const approvals = { approved: '1', hold: '0', spam: 'spam', trash: 'trash' } as const;

export function commentXml(row: CommentRow, { zone }: Pick<ItemSite, 'zone'>): string {
  const { created_at: at } = row;
  return [
    '<wp:comment>',
    field('wp:comment_id', row.id),
    field('wp:comment_author', htmlName(row.author_name)),
    field('wp:comment_author_email', row.author_email),
    `<wp:comment_author_url>${xmlText(row.author_url)}</wp:comment_author_url>`,
    field('wp:comment_author_IP', row.author_ip),
    field('wp:comment_date', wxrDate(at + zoneOffset(at, zone))),
    field('wp:comment_date_gmt', wxrDate(at)),
    field('wp:comment_content', row.content),
    field('wp:comment_approved', approvals[row.status]),
    field('wp:comment_type', row.type),
    field('wp:comment_parent', row.parent_id),
    field('wp:comment_user_id', row.user_id),
    '</wp:comment>\n',
  ].join('\n');
}
