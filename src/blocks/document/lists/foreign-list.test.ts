import { describe, expect, test } from 'vitest';
import { postListSettings } from '../../post-list/settings.ts';
import { slideSettings } from '../../slide/block.ts';
import { foreignList } from './foreign-list.ts';
import { parseShortcodeAttributes } from '../../../lib/shortcodes/attributes.ts';

const list = (
  name: string,
  attributes: Record<string, unknown> = {},
  kind?: 'block' | 'shortcode' | 'widget',
) => {
  const found = foreignList(name, attributes, kind);
  return (
    found && {
      ...found.settings,
      ...(found.block === 'broadsheet/post-list' ? {} : { block: found.block }),
      ...found.references,
    }
  );
};
const shortcode = (name: string, text = '') => list(name, parseShortcodeAttributes(text).named);

describe('blocks of plugins', () => {
  test('of Newspack have its defaults, name posts in their mode only, and leave out what lists above show', () => {
    expect(list('newspack-blocks/homepage-articles')).toEqual({ style: 'list', limit: 3, once: true });
    expect(
      list('newspack-blocks/homepage-articles', {
        postLayout: 'grid',
        columns: 4,
        postsToShow: 8,
        categories: [12, 7],
        tags: [3],
        specificPosts: [1, 2],
        sectionHeader: 'Politics &amp; power',
        deduplicate: false,
      }),
    ).toEqual({
      style: 'cards',
      td_column_number: 4,
      limit: 8,
      custom_title: 'Politics & power',
      categories: ['12', '7'],
      tags: ['3'],
    });
    expect(
      list('newspack-blocks/homepage-articles', {
        specificMode: true,
        specificPosts: [9, 4],
        showDate: false,
        showAuthor: false,
        showExcerpt: false,
      }),
    ).toEqual({
      style: 'list',
      limit: 3,
      once: true,
      posts: ['9', '4'],
      show_meta: false,
      show_excerpt: false,
    });
    expect(list('newspack-blocks/carousel', { postsToShow: 5 })).toEqual({
      block: 'broadsheet/slide',
      limit: 5,
      once: true,
    });
    expect(list('newspack-blocks/carousel', { slidesPerView: 3 })).toMatchObject({ style: 'reel' });
    expect(list('newspack-blocks/author-list')).toEqual({ block: 'broadsheet/voices' });
  });

  test('of Jetpack are popular, related or newest posts', () => {
    expect(list('jetpack/top-posts', { postsToShow: 4 })).toMatchObject({ limit: 4, sort: 'popular7' });
    expect(list('jetpack/related-posts')).toMatchObject({
      live_filter: 'cur_post_same_categories',
      limit: 3,
    });
    expect(list('a8c/blog-posts', { categories: [2], postsToShow: 2 })).toMatchObject({
      limit: 2,
      categories: ['2'],
    });
  });

  test('of block collections say the same with their own attributes', () => {
    expect(
      list('kadence/posts', {
        postsToShow: 3,
        columns: 3,
        categories: [{ value: 5, label: 'News' }],
        orderBy: 'title',
      }),
    ).toEqual({
      style: 'cards',
      td_column_number: 3,
      limit: 3,
      sort: 'alphabetical_order',
      categories: ['5'],
    });
    expect(
      list('uagb/post-grid', {
        taxonomyType: 'post_tag',
        categories: '5',
        columns: 2,
        displayPostExcerpt: false,
      }),
    ).toEqual({ style: 'cards', td_column_number: 2, limit: 6, show_excerpt: false, tags: ['5'] });
    expect(list('uagb/post-carousel', { postsToShow: 9 })).toMatchObject({ style: 'reel', limit: 9 });
    expect(
      list('essential-blocks/post-grid', {
        queryData: { per_page: '4', categories: '[{"label":"x","value":8}]', order: 'asc', orderby: 'date' },
      }),
    ).toMatchObject({ limit: 4, categories: ['8'], sort: 'oldest_posts' });
    expect(
      list('generateblocks/query-loop', {
        query: { posts_per_page: 5, tax_query: [{ taxonomy: 'category', terms: [4] }], offset: 2 },
      }),
    ).toMatchObject({ limit: 5, categories: ['4'], offset: 2 });
    expect(
      list('getwid/recent-posts', { postsToShow: 2, terms: ['category[6]'], postLayout: 'list' }),
    ).toMatchObject({ style: 'list', limit: 2, terms: ['6'] });
    expect(
      list('atomic-blocks/ab-post-grid', { postsToShow: 4, categories: '3', displayPostImage: false }),
    ).toMatchObject({ style: 'compact', categories: ['3'] });
    expect(list('stackable/posts', { numberOfItems: 4 })).toMatchObject({ limit: 4 });
    expect(list('coblocks/post-carousel', { postsToShow: 4 })).toMatchObject({ style: 'reel' });
    expect(
      list('themeisle-blocks/posts-grid', { postsToShow: 4, categories: [{ id: 2, name: 'x' }] }),
    ).toMatchObject({ limit: 4, categories: ['2'] });
  });
});

describe('shortcodes', () => {
  test('of WPBakery hold a query, twelfths of a row, and terms of any taxonomy', () => {
    expect(
      shortcode(
        'vc_basic_grid',
        ' post_type="post" max_items="8" element_width="3" taxonomies="47,9" grid_id="vc_gid:15"',
      ),
    ).toEqual({ style: 'cards', td_column_number: 4, limit: 8, terms: ['47', '9'] });
    expect(
      shortcode(
        'vc_posts_grid',
        ' loop="size:5|order_by:date|order:ASC|categories:2,3|tags:8" grid_columns_count="2"',
      ),
    ).toEqual({
      style: 'cards',
      td_column_number: 2,
      limit: 5,
      sort: 'oldest_posts',
      categories: ['2', '3'],
      tags: ['8'],
    });
    expect(shortcode('vc_posts_slider', ' count="4" posttypes="post" categories="news"')).toMatchObject({
      block: 'broadsheet/slide',
      limit: 4,
      categories: ['news'],
    });
    expect(shortcode('vc_carousel', ' posts_query="size:7|post_type:post"')).toMatchObject({
      style: 'reel',
      limit: 7,
    });
    expect(shortcode('vc_masonry_grid', ' post_type="ids" include="4,5"')).toMatchObject({
      posts: ['4', '5'],
    });
    expect(shortcode('vc_basic_grid', ' post_type="product" max_items="3"')).toMatchObject({
      post_type: 'product',
    });
  });

  test('of plugins and old magazine themes', () => {
    expect(
      shortcode('display-posts', ' category="sports" posts_per_page="5" include_date="true"'),
    ).toMatchObject({ style: 'list', limit: 5, categories: ['sports'] });
    expect(shortcode('recent_posts', ' number="3"')).toMatchObject({ style: 'compact', limit: 3 });
    expect(shortcode('catlist', ' name="news" numberposts=4')).toMatchObject({ limit: 4 });
    expect(shortcode('jnews_block_3', ' number_post="6" include_category="12"')).toMatchObject({
      limit: 6,
      categories: ['12'],
    });
    expect(
      shortcode('bs-modern-grid-listing-4', ' category="5" count="5" title="Top &amp; new"'),
    ).toMatchObject({ style: 'lead', limit: 5, custom_title: 'Top & new' });
    expect(shortcode('et_pb_blog', ' posts_number="6" include_categories="3,4"')).toMatchObject({
      limit: 6,
      categories: ['3', '4'],
    });
    expect(shortcode('fusion_blog', ' number_posts="3" cat_slug="news"')).toMatchObject({
      limit: 3,
      categories: ['news'],
    });
  });
});

test('widgets of Elementor, SiteOrigin and WordPress', () => {
  expect(
    list(
      'posts',
      {
        _skin: 'cards',
        cards_posts_per_page: 9,
        cards_columns: '4',
        posts_include: ['terms'],
        posts_include_term_ids: ['3', '7'],
      },
      'widget',
    ),
  ).toEqual({ style: 'cards', td_column_number: 4, limit: 9, terms: ['3', '7'] });
  expect(list('wp-widget-recent-posts', { wp: { title: 'Latest', number: 4 } }, 'widget')).toMatchObject({
    style: 'compact',
    limit: 4,
    custom_title: 'Latest',
  });
  expect(list('portfolio', { posts_per_page: 6, columns: 2 }, 'widget')).toMatchObject({
    limit: 6,
    td_column_number: 2,
  });
  expect(
    list(
      'SiteOrigin_Widget_PostCarousel_Widget',
      { posts: 'post_type=post&posts_per_page=5&tax_query=category:news' },
      'widget',
    ),
  ).toMatchObject({ style: 'reel', limit: 5, categories: ['news'] });
  expect(
    list('SiteOrigin_Panels_Widgets_PostLoop', { posts_per_page: '4', orderby: 'rand' }, 'widget'),
  ).toMatchObject({ limit: 4, sort: 'random_posts' });
  expect(list('WP_Widget_Recent_Posts', { title: 'New', number: '2' }, 'widget')).toMatchObject({
    limit: 2,
    custom_title: 'New',
  });
});

test('an unknown name is a list if the name and its attributes clearly say so', () => {
  expect(list('acme-magazine/post-list', { category: '1', count: 6 })).toEqual({
    style: 'list',
    limit: 6,
    categories: ['1'],
  });
  expect(list('acme/news-slider', {})).toMatchObject({ style: 'reel' });
  expect(list('acme-magazine/hero', { category: 'news', count: 3 })).toMatchObject({
    limit: 3,
    categories: ['news'],
  });
  expect(list('acme/showcase', { postsToShow: 3 })).toMatchObject({ limit: 3 });
  expect(shortcode('latest_news', ' count="5"')).toMatchObject({ limit: 5 });
  expect(shortcode('my_post_carousel', ' cat="3"')).toMatchObject({ style: 'reel', categories: ['3'] });
  for (const name of [
    'acme/post-title',
    'acme/testimonial-slider',
    'acme/product-grid',
    'acme/section',
    'acme/post-author-box',
    'acme/team-list',
    'acme/newsletter-form',
    'core/query',
    'broadsheet/post-list',
    'woocommerce/product-category',
    'acme/hero',
    'acme/blog-title',
    'acme/comments-list',
  ])
    expect([name, list(name, { count: 5 })]).toEqual([name, undefined]);
  for (const name of [
    'post_title',
    'news',
    'blog',
    'contact-form-7',
    'newsletter_signup',
    'gallery',
    'post_tags',
    'product_list',
  ]) {
    expect([name, shortcode(name)]).toEqual([name, undefined]);
  }
});

describe('hostile attributes', () => {
  const deep = JSON.parse('['.repeat(400) + ']'.repeat(400)) as unknown;
  const hostile: Record<string, unknown>[] = [
    { postsToShow: 1e9 },
    { postsToShow: -1 },
    { postsToShow: Number.NaN, columns: 1e9 },
    { postsToShow: '99999999999999999999999' },
    { categories: '../../etc/passwd' },
    { categories: deep },
    { categories: Array.from({ length: 100_000 }, (_, id) => id) },
    { sectionHeader: '<script>alert(1)</script><b>T'.repeat(5000) },
    { sectionHeader: ['a'] },
    { query: deep },
    { query: 'size:'.repeat(5000) },
    { order: {}, orderBy: [], offset: 'x', tags: { a: 1 }, postType: [{}], author: {}, layout: {} },
    Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key${index}`, 'x'])),
    { postType: '../x' },
    { tax_query: [null, 1, { taxonomy: {} }] },
    { categories: '[{"value":"<img>"}]' },
    { constructor: 5, __proto__: { count: 3 }, toString: 'x' },
  ];

  test.each(hostile.map((attributes, index) => [index, attributes] as const))(
    'input %i gives settings that are valid',
    (_, attributes) => {
      for (const name of [
        'newspack-blocks/homepage-articles',
        'newspack-blocks/carousel',
        'kadence/posts',
        'acme/post-list',
      ]) {
        const found = foreignList(name, attributes);
        expect(found).toBeDefined();
        const schema = found?.block === 'broadsheet/slide' ? slideSettings : postListSettings;
        const parsed = schema.strict().safeParse(found?.settings);
        expect(parsed.success ? [] : parsed.error.issues).toEqual([]);
        expect(parsed.data).toMatchObject(found?.settings ?? {});
        for (const names of Object.values(found?.references ?? {})) {
          expect(names.length).toBeLessThanOrEqual(40);
          for (const one of names) expect(one).toMatch(/^[^<>/\\]{1,200}$/);
        }
      }
    },
  );
});
