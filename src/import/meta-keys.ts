import { detailKeys } from '../modules/posts/model.ts';
import {
  audioFileKey,
  enclosureKey,
  isChannelKey,
  ownDetailKeys,
  sharedDetailKeys,
} from '../modules/podcasts/episodes.ts';
import { seoKeys } from '../modules/posts/meta.ts';
import { elementorDataKey, elementorModeKey, panelsDataKey } from '../lib/builder-data/text-with-data.ts';
import { postTypeNamed } from '../modules/types/registry.ts';
import { wpmlLanguageKeys } from './import-languages.ts';

/** Meta keys whose values are post ids: one, several separated by commas, or a serialized PHP list of integers. */
export const idKeys: ReadonlySet<string> = new Set([
  '_product_image_gallery',
  '_upsell_ids',
  '_crosssell_ids',
  '_children',
  '_attachment_original_parent_id',
]);

/** Same in files of Broadsheet; plugins may use these keys for something else. */
export const ownIdKeys: ReadonlySet<string> = new Set([detailKeys.relatedFirst, detailKeys.relatedExclude]);

/** Keys that the import reads, or that other code reads from stored meta. */
const read: ReadonlySet<string> = new Set([
  ...Object.values(detailKeys),
  ...idKeys,
  '_thumbnail_id',
  '_wp_old_slug',
  '_wp_attached_file',
  '_wp_attachment_metadata',
  '_wp_attachment_image_alt',
  '_wp_attachment_context',
  '_wp_page_template',
  'footnotes',
  'ppma_authors_name',
  '_subtitle',
  'kia_subtitle',
  'wps_subtitle',
  'td_post_theme_settings',
  'td_post_video',
  elementorDataKey,
  elementorModeKey,
  panelsDataKey,
  ...wpmlLanguageKeys,
  enclosureKey,
  audioFileKey,
  ...ownDetailKeys,
  ...Object.values(seoKeys).flat(),
  '_yoast_wpseo_focuskw',
  'rank_math_focus_keyword',
]);

/** WordPress' bookkeeping, meaningless on another site. */
const bookkeeping: ReadonlySet<string> = new Set([
  '_edit_lock',
  '_edit_last',
  '_pingme',
  '_encloseme',
  '_wp_old_date',
  '_wp_trash_meta_status',
  '_wp_trash_meta_time',
  '_wp_trash_meta_comments_status',
  '_wp_desired_post_slug',
  '_wp_attachment_backup_sizes',
  '_wp_attachment_is_custom_background',
  '_wp_attachment_is_custom_header',
  '_wp_ignored_hooked_blocks',
  '_wp_suggested_privacy_policy_content',
  '_customize_changeset_uuid',
  '_customize_draft_post_name',
  '_starter_content_theme',
  'wp_pattern_sync_status',
  '_elementor_version',
  '_elementor_pro_version',
  '_elementor_template_type',
  '_elementor_css',
  '_elementor_page_assets',
  '_elementor_controls_usage',
  '_elementor_element_cache',
]);
/** Bookkeeping keys with a variable part. */
const bookkeepingPattern = /^_(?:oembed_(?:time_)?[\da-f]{32}|wp_attachment_custom_header_last_used_.*)$/;

export const isBookkeeping = (key: string): boolean => bookkeeping.has(key) || bookkeepingPattern.test(key);

/** Whether the import or code reads a meta key of any type, so that it can't be a field's. */
export const isReadKey = (key: string): boolean => read.has(key) || isChannelKey(key) || isBookkeeping(key);

/** Whether a meta key is left out of the report, because it is used here or dispensable. Keys that blocks bind are handled separately. */
export function isKnownMetaKey(key: string, type: string): boolean {
  const isEpisodeDetail = type === 'podcast' && (sharedDetailKeys as readonly string[]).includes(key);
  return isReadKey(key) || isEpisodeDetail || Object.hasOwn(postTypeNamed(type).meta, key);
}
