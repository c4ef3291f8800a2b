import { adSlots } from '../../src/modules/settings/definitions/ads.ts';
import type { SettingKey } from '../../src/modules/settings/settings.ts';
import { lightboxTexts } from '../../src/lib/lightbox-texts.ts';
import type { LightboxText } from '../../src/lib/lightbox-texts.ts';

type AppendixC = Readonly<Record<string, readonly SettingKey[]>>;

/**
 * The site settings of the requirements' Appendix C, by its rows, whose effects are in pages. Those of a single block,
 * column or template and of the page builder are in their documents, and not listed.
 */
export const appendixOfPages = {
  'Permalink structure': ['permalink_structure'],
  'Site-level related posts': [
    'related_posts',
    'related_posts_show_thumbnails',
    'related_posts_show_date',
    'related_posts_show_context',
    'related_posts_layout',
  ],
  'Related-post title heading level': ['related_posts_heading'],
  'Theme related-posts block': ['related_block_limit', 'related_block_columns', 'related_block_live_filter'],
  'Trending widget': [
    'trending_title',
    'trending_limit',
    'trending_columns',
    'trending_sort',
    'trending_filter_label',
    'time_ago_add_txt',
  ],
  'Trending-now start mode': ['ticker_start'],
  'Autoload of further posts': ['autoload_posts'],
  'More articles on post': ['more_articles', 'more_articles_distance', 'more_articles_days'],
  'Disable modal on mobile (lightbox)': ['lightbox_disable_on_mobile'],
  // With DATE-03: names in dates, and “Load more”.
  'Lightbox translations': [
    ...(Object.keys(lightboxTexts) as LightboxText[]).map((name) => `translation_${name}` as const),
    'translation_month_names',
    'translation_month_names_short',
    'translation_day_names',
    'translation_day_names_short',
    'translation_time_units',
    'translation_load_more',
  ],
  'Sticky video': [
    'sticky_video',
    'sticky_video_width',
    'sticky_video_pause_on_close',
    'video_one_at_a_time',
    'video_pause_off_screen',
  ],
  'Sticky header': ['sticky_header', 'sticky_header_smart', 'sticky_header_offset'],
  'Menu snapping': ['menu_snap'],
  'Sticky columns': ['sticky_column_enabled_on', 'sticky_column_offset', 'sticky_column_is_width_auto'],
  'Mobile menu': ['mobile_menu', 'mobile_search'],
  'Mega menus lazy-loaded': ['mega_menu_lazy_page', 'mega_menu_lazy_category'],
  'Mega menu posts / subcategory posts': ['mega_menu_posts', 'mega_menu_subcategory_posts'],
  'Submenu width': [
    'submenu_min_width',
    'submenu_max_width',
    'menu_block_submenu_min_width',
    'menu_block_submenu_max_width',
  ],
  'Header search limit / search-menu block limit': ['header_search_limit', 'search_block_limit'],
  'Search block': [
    'search_exclude_pages',
    'search_exclude_posts',
    'search_post_type',
    'search_disable_live_search',
    'search_results_limit',
  ],
  'Loader colour': ['loader_color'],
  'Dark mode toggle shown': ['dark_mode_toggle'],
  'Social share networks and order': ['share_networks'],
  'Image animation effect': ['image_effect'],
  'Site theme colour': ['theme_color'],
} as const satisfies AppendixC;

/** Those that govern accounts, comments, scripts and requests. */
export const appendixOfServices = {
  'Comment captcha': ['captcha', 'captcha_site_key', 'captcha_secret_key', 'captcha_score'],
  'Fields required in the comment form': ['require_name_email'],
  'Background ad': ['background_ad_link', 'background_ad_target', 'background_ad_image'],
  'Ad slots, ad-block notice': [...adSlots.map((slot) => `ad_${slot}` as const), 'ad_block_notice'],
  'Push prompt': [
    'push_desktop',
    'push_mobile',
    'push_mobile_location',
    'push_delay',
    'push_reappear',
    'push_logo',
    'push_heading',
    'push_subheading',
    'push_theme_color',
    'push_allow_text',
    'push_deny_text',
    'push_bottom_button',
    'push_button_to_unsubscribe',
    'push_lock_page_content',
    'push_backdrop',
    'push_popup_type',
  ],
  'Push service': [
    'push_provider',
    'push_project_id',
    'push_sender_id',
    'push_app_id',
    'push_api_url',
    'push_service_worker',
    'push_vapid_public_key',
    'push_referral_code',
  ],
  Prefetch: ['prefetch', 'prefetch_ignore_list', 'ignore_remote_prefetch'],
  'Context-menu/shortcut suppression': ['content_protection'],
  'Social login': ['social_login', 'social_login_app_id', 'social_login_app_secret'],
  'Registration open': ['users_can_register'],
  'Analytics container id': ['analytics_container_id'],
} as const satisfies AppendixC;

/** Rows whose values are in documents of blocks and templates. */
export const withoutSettings: readonly string[] = [
  'Block',
  'Templates',
  'Page-builder templates, mobile composer',
];
