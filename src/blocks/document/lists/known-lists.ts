import type { KnownList } from './read-list.ts';

const grid = (count: number, columns = 3): KnownList => ({ shape: 'grid', count, columns });
const list = (count: number): KnownList => ({ shape: 'list', count });
const headlines = (count: number): KnownList => ({ shape: 'headlines', count });
const carousel = (count: number): KnownList => ({ shape: 'carousel', count });
const slides = (count: number): KnownList => ({ shape: 'slides', count });
const newspack: KnownList = {
  shape: 'list',
  count: 3,
  columns: 3,
  once: 'deduplicate',
  namesPostsIf: 'specificmode',
};
const related: KnownList = { shape: 'grid', count: 3, columns: 3, isRelated: true };
const wpbakery = (shape: KnownList['shape']): KnownList => ({
  shape: shape ?? 'grid',
  count: 10,
  columns: 3,
  twelfths: 'elementwidth',
});

/** Plugin blocks that list posts, with their attributes' defaults. */
const blocks: Readonly<Record<string, KnownList>> = {
  'newspack-blocks/homepage-articles': newspack,
  'newspack-blocks/carousel': { ...newspack, shape: 'slides' },
  'newspack-blocks/author-list': { shape: 'authors' },
  'a8c/blog-posts': newspack,
  'a8c/posts-carousel': { ...newspack, shape: 'slides' },
  'jetpack/top-posts': { ...grid(3), sort: 'popular7' },
  'jetpack/related-posts': related,
  'newspack/related-posts': related,
  'kadence/posts': grid(6),
  'kadence/postgrid': grid(6),
  'kadence/postgrid-carousel': carousel(6),
  'uagb/post-grid': grid(6),
  'uagb/post-masonry': grid(6),
  'uagb/post-timeline': list(6),
  'uagb/post-carousel': carousel(6),
  'essential-blocks/post-grid': grid(6),
  'essential-blocks/post-carousel': carousel(6),
  'essential-blocks/news-ticker': headlines(6),
  'ub/post-grid': grid(6),
  'getwid/recent-posts': grid(5),
  'getwid/post-carousel': carousel(6),
  'getwid/post-slider': slides(6),
  'getwid/custom-post-type': grid(6),
  'atomic-blocks/ab-post-grid': grid(6, 2),
  'genesis-blocks/gb-post-grid': grid(6, 2),
  'genesis-custom-blocks/post-grid': grid(6, 2),
  'coblocks/posts': grid(2, 2),
  'coblocks/post-carousel': carousel(6),
  'generateblocks/query-loop': grid(10),
  'generateblocks/query': grid(10),
  'stackable/posts': grid(6, 2),
  'ugb/blog-posts': grid(6, 2),
  'themeisle-blocks/posts-grid': grid(3),
  'blocksy/query': grid(10),
  'greenshift-blocks/querygrid': grid(10),
  'blockspare/latest-posts-block-grid': grid(6),
  'blockspare/latest-posts-block-list': list(6),
  'spectra/loop-builder': grid(6),
  'premium/post-grid': grid(6),
  'ultimate-post/post-grid-1': grid(6),
  'qubely/postgrid': grid(6),
  'wp-show-posts/block': grid(10),
  'display-posts/block': list(10),
};

/** Shortcodes of plugins and old magazine themes that list posts. */
const shortcodes: Readonly<Record<string, KnownList>> = {
  'display-posts': list(10),
  display_posts: list(10),
  recent_posts: headlines(5),
  'recent-posts': headlines(5),
  'latest-posts': headlines(5),
  latest_posts: headlines(5),
  recentposts: headlines(5),
  jetpack_top_posts_widget: { ...headlines(5), sort: 'popular7' },
  'jetpack-related-posts': related,
  top_posts: { ...headlines(5), sort: 'popular7' },
  ss_podcast: { ...list(10), type: 'podcast' },
  wpp: { ...headlines(10), sort: 'popular' },
  catlist: headlines(5),
  listcategorypost: headlines(5),
  postlist: headlines(10),
  ajax_load_more: list(5),
  the_post_grid: grid(9),
  'the-post-grid': grid(9),
  wp_show_posts: grid(10),
  pt_view: grid(10),
  'post-carousel': carousel(10),
  'smart-post-show': grid(12),
  'wp-latest-posts': grid(10),
  frontpage_news: grid(10),
  su_posts: grid(10),
  vc_basic_grid: wpbakery('grid'),
  vc_masonry_grid: wpbakery('grid'),
  vc_posts_grid: wpbakery('grid'),
  vc_carousel: wpbakery('carousel'),
  vc_posts_slider: { ...wpbakery('slides'), count: 3 },
  vc_wp_posts: headlines(5),
  blog_posts: grid(8, 4),
  et_pb_blog: grid(10),
  et_pb_blog_extras: grid(10),
  et_pb_post_slider: slides(6),
  et_pb_fullwidth_post_slider: slides(6),
  et_pb_posts: { shape: 'lead', count: 5 },
  et_pb_tabbed_posts: { shape: 'lead', count: 5 },
  et_pb_posts_carousel: carousel(6),
  et_pb_featured_posts_slider: slides(6),
  et_pb_posts_blog_feed_standard: list(10),
  et_pb_posts_blog_feed_masonry: grid(10),
  fusion_blog: grid(6),
  fusion_recent_posts: grid(4, 4),
  fusion_post_cards: grid(6),
  fusion_post_slider: slides(5),
  av_blog: list(10),
  av_postslider: carousel(9),
  av_magazine: { shape: 'lead', count: 5 },
  dt_blog_list: list(10),
  dt_blog_masonry: grid(10),
  dt_blog_carousel: carousel(12),
  nectar_blog: grid(10),
  mk_blog: grid(10),
  highlights: { shape: 'lead', count: 5 },
  news_focus: { shape: 'lead', count: 5 },
  blog_slider: carousel(5),
};

/** Widgets of WordPress, SiteOrigin and Elementor that list posts, by class name or Elementor type. */
const widgets: Readonly<Record<string, KnownList>> = {
  WP_Widget_Recent_Posts: headlines(5),
  Jetpack_Top_Posts_Widget: { ...headlines(10), sort: 'popular7' },
  SiteOrigin_Panels_Widgets_PostLoop: list(10),
  SiteOrigin_Panels_Widgets_PostContent: list(10),
  SiteOrigin_Widget_PostCarousel_Widget: carousel(10),
  SiteOrigin_Widget_Blog_Widget: list(10),
  SiteOrigin_Widgets_Recent_Posts_Widget: headlines(5),
  SiteOrigin_Widget_Recent_Posts_Widget: headlines(5),
  posts: grid(6),
  'archive-posts': grid(6),
  portfolio: grid(6),
  'loop-grid': grid(6),
  'loop-carousel': carousel(6),
  'wp-widget-recent-posts': headlines(5),
  'wp-widget-top-posts': { ...headlines(10), sort: 'popular7' },
  'eael-post-grid': grid(4),
  'eael-post-timeline': list(4),
  'uael-posts': grid(6),
  'premium-addon-blog': grid(4),
  'ha-post-list': headlines(5),
  'wpr-grid': grid(9),
};

/** Module families of old magazine themes, with numbered names: `td_block_3`, `jnews_hero_2`, `bs-modern-grid-listing-4`. */
const families: readonly (readonly [name: RegExp, list: KnownList])[] = [
  [
    /^(?:td_block_(?:slide|big_grid_slide)|jnews_(?:slider|hero_slider)_?\d*|bs-slider-\d+|penci_(?:featured_slider|posts_slider))$/,
    slides(5),
  ],
  [
    /^(?:jnews_hero_\w+|bs-modern-grid-listing-\d+|td_block_big_grid(?:_flex)?_\d+)$/,
    { shape: 'lead', count: 5 },
  ],
  [/^(?:jnews_carousel_\d+|bs-(?:slider|carousel)-listing-\d+)$/, carousel(8)],
  [
    /^(?:jnews_(?:block|postblock)_\d+|bs-(?:mix|grid|tall-grid|modern|classic)-listing-[\d-]+|td_(?:flex_)?block_\d+|td_homepage_loop)$/,
    grid(6),
  ],
  [/^(?:bs-(?:blog|thumbnail)-listing-\d+|penci_(?:latest|recent|popular)_posts|featured_cat)$/, list(5)],
  [/^(?:bs-text-listing-\d+|jnews_element_newsticker|td_block_trending_now|bs-news-ticker)$/, headlines(5)],
];

/** Origin of a name; `widget`: of WordPress, SiteOrigin or Elementor. */
export type ListKind = 'block' | 'shortcode' | 'widget';

export function knownList(name: string, kind: ListKind): KnownList | undefined {
  const table = kind === 'block' ? blocks : kind === 'widget' ? widgets : shortcodes;
  if (Object.hasOwn(table, name)) return table[name];
  return kind === 'block' || name.length > 100
    ? undefined
    : families.find(([pattern]) => pattern.test(name))?.[1];
}
