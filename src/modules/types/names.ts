/** Articles: listed on the front page, in feeds, in author and date archives, and in lists by default. */
export const articleType = 'post';
/** Pages: the front page can be one; settings exclude pages or articles from searches. */
export const pageType = 'page';
/** Uploaded files: each post has a row in `media`, and is as visible as its parent. */
export const fileType = 'attachment';
/** Folders of the media library, visible only in the newsroom. */
export const folderTaxonomy = 'media_folder';
/** Synced patterns, which are embedded in texts and have no page of their own. */
export const patternType = 'wp_block';
/** Meta of patterns: without it they stay synced, otherwise they are copied into texts. */
export const patternSyncKey = 'wp_pattern_sync_status';
export const patternTaxonomy = 'wp_pattern_category';
/** Sections: the source of front page bands, mega menus and filter lists. */
export const sectionTaxonomy = 'category';
export const accentMetaKey = 'accent';
/** Tags: the source of filter lists, and a factor of related posts. */
export const tagTaxonomy = 'post_tag';
/** Polylang's languages; languages of WPML are imported as its terms, too. */
export const languageTaxonomy = 'language';
/** WordPress' taxonomy of post formats, which are a field of the post here. */
export const formatTaxonomy = 'post_format';
export const navigationType = 'wp_navigation';
export const templatePartType = 'wp_template_part';
export const themeTaxonomy = 'wp_theme';
export const areaTaxonomy = 'wp_template_part_area';
/** The taxonomy of menus in exports; menus have their own tables here. */
export const menuTaxonomy = 'nav_menu';

/** Meta of attachments: the photo credit, as HTML. */
export const creditKey = 'credit';

/** Ready types: calendars, podcast feeds and structured data are made of the fields of types with these names. */
export const reviewType = 'review';
export const eventType = 'event';
export const recipeType = 'recipe';
export const episodeType = 'episode';
