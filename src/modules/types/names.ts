/**
 * Articles: what the front page, the site's feed, and the pages of authors and days list, and what lists show where nothing else is said. Nearly every post is
 * one.
 */
export const articleType = 'post';
/** Pages: where the front page is one, it is of this type; two settings leave it or articles out of searches. */
export const pageType = 'page';
/** Uploaded files: their posts have a row in `media` besides, and are as public as the post that they belong to. */
export const fileType = 'attachment';
/** Folders of the library, which are nobody's but the newsroom's. */
export const folderTaxonomy = 'media_folder';
/** Synced patterns: pieces that stand in many texts. They have no page of their own. */
export const patternType = 'wp_block';
/** Meta of patterns: whether they stay one with the texts that show them (without it), or are copied into them. */
export const patternSyncKey = 'wp_pattern_sync_status';
/** What patterns are sorted by. */
export const patternTaxonomy = 'wp_pattern_category';
/** Sections of the magazine: bands of the front page, mega menus and filter lists are made of them. */
export const sectionTaxonomy = 'category';
/** Meta of terms that names their colour. */
export const accentMetaKey = 'accent';
/** Tags of articles: filter lists are made of them, and related posts weigh them. */
export const tagTaxonomy = 'post_tag';
/** Polylang's languages of posts; terms of it are made for WPML's, too. */
export const languageTaxonomy = 'language';
/** What WordPress sorts formats of articles by: they are a field of the post here. */
export const formatTaxonomy = 'post_format';
/** Navigations that blocks show, by their ids or where nothing else is said. */
export const navigationType = 'wp_navigation';
/** Parts of pages that blocks show by their slugs. */
export const templatePartType = 'wp_template_part';
/** The theme that a template part belongs to. */
export const themeTaxonomy = 'wp_theme';
/** Where on a page a template part stands. */
export const areaTaxonomy = 'wp_template_part_area';
/** Post meta of an attachment that names who made its picture, as HTML. */
export const creditKey = 'credit';
