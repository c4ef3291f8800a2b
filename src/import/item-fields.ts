import type { PostFormat } from '../lib/post-formats.ts';
import { postFormats } from '../lib/post-formats.ts';
import { postStatuses } from '../modules/posts/model.ts';
import type { PostStatus } from '../modules/posts/model.ts';
import { globalPartTypes, shownInPagesKey } from '../lib/builder-data/global-parts.ts';
import { phpText, unserializeMap } from '../lib/php-serialize.ts';
import { foreignSlug } from '../lib/slugify.ts';
import { int32 } from '../lib/schemas.ts';
import { isZoneOffset, parseWxrDate, publishedAtOf } from './site-clock.ts';
import type { WxrItem } from './wxr-events.ts';
import { fileType } from '../modules/types/names.ts';
import { decodeEntities } from '../lib/plain-text.ts';
import { postTypeNamed } from '../modules/types/registry.ts';

const droppedTypes: ReadonlyMap<string, string> = new Map([
  ['customize_changeset', 'unpublished Customizer changes are not imported'],
  ['oembed_cache', 'cached embed; it is fetched again'],
  ['wp_global_styles', 'only colours, fonts and CSS (setting additional_css) are imported from theme styles'],
  ['wp_template', 'templates of WordPress themes are not imported'],
  ['wp_font_family', 'fonts of WordPress themes are not imported'],
  ['wp_font_face', 'fonts of WordPress themes are not imported'],
  ['custom_css', 'only the latest custom CSS is imported, as the setting additional_css'],
  ['user_request', 'requests for personal data belong to the old site'],
  ['scheduled-action', 'background task of a plugin on the old site'],
]);

/** Why an item is left out, or undefined when it is imported. */
export function reasonToDrop(item: WxrItem): string | undefined {
  if (item.type === '') return 'it has no post type';
  if (item.id === '' && item.guid === '' && item.link === '') return 'it has neither an ID nor an address';
  if (item.status === 'auto-draft') return 'it was never saved (auto-draft)';
  return droppedTypes.get(item.type);
}

/** Fields of an item that can be derived without the database. */
export interface ItemFields {
  readonly status: PostStatus;
  readonly unknownStatus: string | undefined;
  /** Whether it was published but not publicly visible at the exporter; it becomes private. */
  readonly wasHidden: boolean;
  /** Milliseconds; 0 when it gets its date on publication. */
  readonly publishedAt: number;
  readonly modifiedAt: number;
  /** Message about a missing date; empty when it has a date or needs none. */
  readonly dateNote: string;
  /** Normalized; the writer derives one when it is empty. */
  readonly slug: string;
  readonly format: PostFormat;
  readonly menuOrder: number;
  /** Empty for none; a blank password counts as none. */
  readonly password: string;
  readonly meta: Record<string, string[]>;
  readonly thumbnail: string;
  readonly oldSlugs: readonly string[];
}

/** Meta keys stored in columns or tables here. */
const placedKeys: ReadonlySet<string> = new Set(['_thumbnail_id', '_wp_old_slug']);

/**
 * `toUtc` converts the exporter's local time, for items without a UTC date. `before` is the publication time (ms) of
 * the preceding dated item, for items without any date: exports are in order of creation. `isOurs`: whether Broadsheet
 * wrote the file.
 */
export function fieldsOf(
  item: WxrItem,
  now: number,
  toUtc: (local: number) => number,
  before = 0,
  isOurs = false,
): ItemFields {
  const statedDate = publishedAtOf(item, toUtc);
  const { status: sourceStatus, unknownStatus } = statusOf(item, statedDate, now);
  const isHidden = (sourceStatus === 'publish' || sourceStatus === 'future') && wasHidden(item);
  const status = isHidden ? 'private' : sourceStatus;
  const values = (key: string) => item.meta.filter((meta) => meta.key === key).map(({ value }) => value);
  const isDated = parseWxrDate(item.dateGmt) !== undefined || item.type === 'revision';
  const isToBeDated = !isDated && isUnpublished(status, values('_wp_trash_meta_status').at(-1));
  const changed = parseWxrDate(item.modifiedGmt) ?? modifiedLocally(item, statedDate);
  const date = statedDate !== 0 || isToBeDated ? statedDate : Math.min(changed ?? before, now);
  const publishedAt = isToBeDated ? 0 : date;
  const meta: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (const { key, value } of item.meta)
    if (key !== '' && (isOurs || key !== shownInPagesKey) && !placedKeys.has(key))
      (meta[key] ??= []).push(value);
  if (isHidden && sourceStatus === 'publish' && globalPartTypes.some((type) => type === item.type))
    meta[shownInPagesKey] = ['1'];
  const thumbnail =
    values('_thumbnail_id')
      .map((value) => value.trim())
      .find((value) => /^[1-9]\d*$/.test(value)) ?? '';
  return {
    status,
    unknownStatus,
    wasHidden: isHidden,
    publishedAt,
    thumbnail,
    meta,
    modifiedAt: changed ?? date,
    dateNote:
      date === statedDate
        ? ''
        : `it has no date; it got the date of ${changed === undefined ? 'the previous item in the file' : 'its last change'}`,
    slug: foreignSlug(item.slug),
    format: formatOf(item),
    menuOrder: toInteger(item.menuOrder),
    password: item.password.trim() === '' ? '' : item.password,
    oldSlugs: [...new Set(values('_wp_old_slug').map(foreignSlug))].filter((slug) => slug !== ''),
  };
}

/** Modification time when only the local one is known, with the UTC offset at publication, or as UTC if that is no zone's offset. */
function modifiedLocally(item: WxrItem, publishedAt: number): number | undefined {
  const modified = parseWxrDate(item.modified);
  const offset = (parseWxrDate(item.date) ?? publishedAt) - publishedAt;
  return modified === undefined || !isZoneOffset(offset) ? modified : modified - offset;
}

/** As in WordPress: due posts are published, future ones scheduled whatever the file says, and posts without a status are drafts. */
function statusOf(
  item: WxrItem,
  publishedAt: number,
  now: number,
): { status: PostStatus; unknownStatus: string | undefined } {
  const sourceStatus = item.status || (item.type === fileType ? 'inherit' : '');
  const known = postStatuses.find((status) => status === sourceStatus);
  if (!known) return { status: 'draft', unknownStatus: sourceStatus };
  if (known === 'future' && publishedAt <= now)
    return { status: publishedAt === 0 ? 'draft' : 'publish', unknownStatus: undefined };
  if (known === 'publish' && publishedAt > now) return { status: 'future', unknownStatus: undefined };
  return {
    status: known === 'inherit' && item.type !== fileType ? 'draft' : known,
    unknownStatus: undefined,
  };
}

/** Whether WordPress assigns the date on publication. Until then there is no UTC date, and the local one is that of the first draft. */
function isUnpublished(status: PostStatus, beforeTrash = 'draft'): boolean {
  return (
    status === 'draft' ||
    status === 'pending' ||
    (status === 'trash' && (beforeTrash === 'draft' || beforeTrash === 'pending'))
  );
}

function formatOf(item: WxrItem): PostFormat {
  const names = item.terms
    .filter(({ domain }) => domain === 'post_format')
    .map(({ nicename }) => nicename.replace(/^post-format-/, ''));
  return postFormats.find((format) => names.includes(format)) ?? 'standard';
}

/** The integer at the start of a text; 0 when it is missing or exceeds 32 bits. */
function toInteger(text: string): number {
  return int32.safeParse(Number.parseInt(text, 10)).data ?? 0;
}

/** The part of an item covered by its fingerprint: all but its line number, date in RSS and comments, which have their own fingerprints. */
export function canonicalItem({
  line: _line,
  comments: _comments,
  pubDate: _pubDate,
  ...rest
}: WxrItem): object {
  return rest;
}

const mimeTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  heic: 'image/heic',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  ogv: 'video/ogg',
  avi: 'video/x-msvideo',
  wmv: 'video/x-ms-wmv',
  mpg: 'video/mpeg',
  pdf: 'application/pdf',
  zip: 'application/zip',
  txt: 'text/plain',
  csv: 'text/csv',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  epub: 'application/epub+zip',
  json: 'application/json',
};

export interface ItemMedia {
  readonly sourceUrl: string;
  readonly mimeType: string;
  /** Pixels; 0 when unknown. */
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  /** Path below the exporter's uploads folder, or empty. */
  readonly attachedFile: string;
  /** Name of the original from which the attached file was scaled down, or empty. */
  readonly originalName: string;
  readonly sizeNames: ReadonlyMap<string, string>;
  /** Names of files from before the picture was edited; older texts refer to them. */
  readonly formerNames: ReadonlySet<string>;
}

const isWebAddress = (url: string) => /^https?:\/\//i.test(url);

/** The lower-case file extension of a URL or path, before its query; empty without one. */
const endingOf = (url: string) =>
  /\/[^/?#]*\.([a-z0-9]{2,5})(?:[?#]|$)/i.exec(url.replace(/^https?:\/\/[^/]*/i, ''))?.[1]?.toLowerCase() ??
  '';

/** The file of an attachment. WXR has no MIME type, so the extension decides. */
export function mediaOf(item: WxrItem): ItemMedia {
  // In old exports the guid is the file's URL; in others it is that of the attachment page (`/?p=24`).
  const sourceUrl = isWebAddress(item.attachmentUrl)
    ? item.attachmentUrl
    : isWebAddress(item.guid) && Object.hasOwn(mimeTypes, endingOf(item.guid))
      ? item.guid
      : '';
  const meta = (key: string) => item.meta.find((entry) => entry.key === key)?.value ?? '';
  const attachedFile = meta('_wp_attached_file').trim();
  const metadata = unserializeMap(meta('_wp_attachment_metadata'));
  const size = (side: string) => toInteger(phpText(metadata.get(side)));
  const sizes = metadata.get('sizes');
  const backups = [...unserializeMap(meta('_wp_attachment_backup_sizes')).values()];
  const named = [...(sizes instanceof Map ? sizes : [])].map(
    ([name, entry]) => [entry instanceof Map ? phpText(entry.get('file')) : '', name] as const,
  );
  return {
    sourceUrl,
    mimeType: mimeTypes[endingOf(sourceUrl || `/${attachedFile}`)] ?? 'application/octet-stream',
    width: size('width'),
    height: size('height'),
    alt: meta('_wp_attachment_image_alt'),
    attachedFile,
    originalName: phpText(metadata.get('original_image')),
    sizeNames: new Map(named.filter(([file]) => file !== '')),
    formerNames: new Set(
      backups
        .map((entry) => (entry instanceof Map ? phpText(entry.get('file')) : ''))
        .filter((file) => file !== ''),
    ),
  };
}

/**
 * Types of plugins with non-public content (form entries, orders, subscribers, vouchers, layout parts). WordPress does
 * not show them, though most of them are published.
 */
const hidden: ReadonlySet<string> = new Set([
  // Messages and forms
  'feedback',
  'flamingo_contact',
  'flamingo_inbound',
  'flamingo_outbound',
  'wpcf7_contact_form',
  'cfdb7',
  'nf_sub',
  'wpforms',
  'wpforms_log',
  'metform-form',
  'metform-entry',
  'forminator_forms',
  'forminator_polls',
  'forminator_quizzes',
  'happyform',
  'happyforms-message',
  'everest_form',
  'frm_form_actions',
  'frm_styles',
  'job_application',
  'job_guest_user',
  // Orders, donations and members
  'shop_order',
  'shop_order_refund',
  'shop_order_placehold',
  'shop_subscription',
  'shop_coupon',
  'shop_webhook',
  'wc_booking',
  'wc_user_membership',
  'wc_membership_plan',
  'edd_payment',
  'edd_discount',
  'edd_log',
  'give_payment',
  'give_log',
  'jp_pay_order',
  'jp_pay_product',
  'jp_mem_plan',
  // Subscribers, mails and overlays
  'tds_email',
  'tds_locker',
  'mc4wp-form',
  'bp-email',
  'popup',
  'popup_theme',
  // Internals of other plugins
  'acf',
  'acf-field',
  'acf-field-group',
  'acf-post-type',
  'acf-taxonomy',
  'acf-ui-options-page',
  'advanced_ads',
  'amp_validated_url',
  'custom-css-js',
  'elementor_font',
  'elementor_icons',
  'elementor_snippet',
  'polylang_mo',
  'redirect_rule',
  'tablepress_table',
  'vc4_templates',
  'vc_grid_item',
  'vip-legacy-redirect',
  'wp_log',
  'wpcode',
]);

/**
 * Whether an item was not public at the exporter although it may be published; types unknown here would be public.
 * Types without pages are recognized by their links (`?post_type=voucher&p=12`), which viewable posts don't have.
 */
function wasHidden({ type, link }: Pick<WxrItem, 'type' | 'link'>): boolean {
  if (postTypeNamed(type).isRegistered) return false;
  if (hidden.has(type)) return true;
  const address = decodeEntities(link);
  if (!URL.canParse(address)) return false;
  const { searchParams } = new URL(address);
  return searchParams.get('post_type') === type && searchParams.has('p');
}
