import type { PageKind } from '../blocks/load-context.ts';
import type { Layout } from '../modules/templates/own-template.ts';

/** Sidebar of articles and archives; small pictures at most, so as not to compete with the text. */
const sidebarOf = (
  ...lists: string[]
) => `<!-- wp:broadsheet/column {"className":"column-sidebar","sticky-enabled-on":"site","gap":40} -->
<!-- wp:broadsheet/widget-area {"area":"sidebar"} -->
<!-- wp:broadsheet/ad {"slot":"sidebar"} /-->
${lists.join('\n')}
<!-- /wp:broadsheet/widget-area -->
<!-- /wp:broadsheet/column -->`;
const discussed = (more = '') =>
  `<!-- wp:broadsheet/post-list {"style":"ranks","custom_title":"translation_popular_discussed","limit":5,"sort":"comment_count","discussed_only":true,"td_column_number":1,"show_excerpt":false,"show_meta":false${more}} /-->`;
/** For articles: random posts exclude those of the page's other lists. */
const sidebar = sidebarOf(discussed(',"once":true,"min_posts":2'), '<!-- wp:broadsheet/trending /-->');
/** For lists: excludes the list's posts. Where few posts remain they are the oldest, hence the minimum for "Latest". */
const listSidebar = sidebarOf(
  discussed(',"once":true,"min_posts":2'),
  '<!-- wp:broadsheet/popular {"style":"compact","once":true} /-->',
  '<!-- wp:broadsheet/post-list {"style":"compact","custom_title":"translation_latest","limit":5,"min_posts":3,"td_column_number":1,"show_excerpt":false,"show_category":false,"once":true} /-->',
);

/** An article's text column, below its head. */
const inColumn = (room = '') => `<!-- wp:broadsheet/ad {"slot":"article_top"} /-->
<!-- wp:broadsheet/post-content ${room}/-->
<!-- wp:broadsheet/ad {"slot":"article_bottom"} /-->
<!-- wp:broadsheet/post-tags /-->
<!-- wp:broadsheet/post-author-box /-->
<!-- wp:broadsheet/site-related /-->
<!-- wp:broadsheet/post-neighbours /-->
<!-- wp:broadsheet/post-comments /-->
<!-- /wp:broadsheet/column -->`;
const atEnd = `<!-- wp:broadsheet/related-posts {"custom_title":"translation_more_from","show_category":false,"live_filter":"cur_post_section","once":true,"min_posts":2} /-->
<!-- wp:broadsheet/autoload /-->
<!-- wp:broadsheet/reading-progress /-->
<!-- wp:broadsheet/more-articles /-->`;
/** The same, when the head is in the same row as text and sidebar. */
const belowHead = `${inColumn()}
${sidebar}
<!-- /wp:broadsheet/row -->
${atEnd}`;
const roomOf: Readonly<Record<Layout, string>> = {
  'no-sidebar': '{"room":"wide"} ',
  wide: '{"room":"page"} ',
  bare: '{"room":"page"} ',
};
/** Without a sidebar its blocks follow the text in the same order, each as a row, as they do on phones anyway. */
const belowHeadAlone = (layout: Layout) => `${inColumn(roomOf[layout])}
<!-- wp:broadsheet/ad {"slot":"sidebar"} /-->
${discussed(',"once":true,"min_posts":2').replace('"td_column_number":1', '"td_column_number":5')}
<!-- wp:broadsheet/trending {"td_column_number":3} /-->
${atEnd}`;

const aboveArticle = `<!-- wp:broadsheet/ticker /-->
<!-- wp:broadsheet/breadcrumbs /-->
<!-- wp:broadsheet/post-title /-->`;
const articleLine = `<!-- wp:broadsheet/row {"layout":"inline"} -->
<!-- wp:broadsheet/post-meta /-->
<!-- wp:broadsheet/share /-->
<!-- /wp:broadsheet/row -->`;

/** On phones the sidebar and the rows below follow the comments, which belong to the text. */
const article = `${aboveArticle}
<!-- wp:broadsheet/row {"layout":"sidebar"} -->
<!-- wp:broadsheet/column {"className":"column-main"} -->
${articleLine}
<!-- wp:broadsheet/post-featured-image /-->
${belowHead}`;

const columnOf: Readonly<Record<Layout, string>> = {
  'no-sidebar': 'column-read column-alone',
  wide: 'column-alone column-wide',
  bare: 'column-alone column-wide',
};

const noSidebarArticle = `<!-- wp:broadsheet/ticker /-->
<!-- wp:broadsheet/column {"className":"${columnOf['no-sidebar']}"} -->
<!-- wp:broadsheet/breadcrumbs /-->
<!-- wp:broadsheet/post-title /-->
${articleLine}
<!-- wp:broadsheet/post-featured-image {"room":"wide"} /-->
${belowHeadAlone('no-sidebar')}`;

const wideArticle = `${aboveArticle}
<!-- wp:broadsheet/column {"className":"${columnOf.wide}"} -->
${articleLine}
<!-- wp:broadsheet/post-featured-image {"room":"page"} /-->
${belowHeadAlone('wide')}`;

const fullScreenHead = `<!-- wp:broadsheet/full-screen-header -->
<!-- wp:broadsheet/breadcrumbs /-->
<!-- wp:broadsheet/post-title /-->
<!-- wp:broadsheet/post-meta /-->
<!-- /wp:broadsheet/full-screen-header -->`;

/** The same with a full-window picture and the headline on it. */
const fullScreenArticle = `${fullScreenHead}
<!-- wp:broadsheet/row {"layout":"sidebar"} -->
<!-- wp:broadsheet/column {"className":"column-main"} -->
<!-- wp:broadsheet/share /-->
${belowHead}`;
const fullScreenAlone = (layout: Layout) => `${fullScreenHead}
<!-- wp:broadsheet/column {"className":"${columnOf[layout]}"} -->
<!-- wp:broadsheet/share /-->
${belowHeadAlone(layout)}`;

const pageTitle =
  '<!-- wp:broadsheet/breadcrumbs /-->\n<!-- wp:broadsheet/post-title {"show_category":false} /-->';
const belowPageHead = (room: string) => `<!-- wp:broadsheet/post-content ${room}/-->
<!-- wp:broadsheet/child-pages /-->
<!-- wp:broadsheet/post-comments /-->
<!-- /wp:broadsheet/column -->`;

const page = `<!-- wp:broadsheet/column {"className":"${columnOf['no-sidebar']}","gap":28} -->
${pageTitle}
<!-- wp:broadsheet/post-featured-image {"room":"wide"} /-->
${belowPageHead(roomOf['no-sidebar'])}`;

const widePage = `${pageTitle}
<!-- wp:broadsheet/column {"className":"${columnOf.wide}","gap":28} -->
<!-- wp:broadsheet/post-featured-image {"room":"page"} /-->
${belowPageHead(roomOf.wide)}`;

/** For texts that show their own title: the page's title is for screen readers only. */
const barePage = `<!-- wp:broadsheet/column {"className":"visually-hidden"} -->
<!-- wp:broadsheet/post-title {"show_category":false,"show_standfirst":false} /-->
<!-- /wp:broadsheet/column -->
<!-- wp:broadsheet/column {"className":"${columnOf.bare}"} -->
<!-- wp:broadsheet/post-content ${roomOf.bare}/-->
<!-- wp:broadsheet/post-comments /-->
<!-- /wp:broadsheet/column -->`;

const fullScreenPageOf = (layout: Layout) => `<!-- wp:broadsheet/full-screen-header -->
${pageTitle}
<!-- /wp:broadsheet/full-screen-header -->
<!-- wp:broadsheet/column {"className":"${columnOf[layout]}","gap":28} -->
${belowPageHead(roomOf[layout])}`;

/** Picture and price next to each other, above the description. */
const product = `<!-- wp:broadsheet/breadcrumbs /-->
<!-- wp:broadsheet/row -->
<!-- wp:broadsheet/column {"desktop":6,"tablet":6} -->
<!-- wp:broadsheet/post-featured-image {"ratio":"natural"} /-->
<!-- wp:broadsheet/product-gallery /-->
<!-- /wp:broadsheet/column -->
<!-- wp:broadsheet/column {"desktop":6,"tablet":6} -->
<!-- wp:broadsheet/post-title {"show_category":false} /-->
<!-- wp:broadsheet/product-price {"tone":"large"} /-->
<!-- wp:broadsheet/product-stock /-->
<!-- wp:broadsheet/product-button /-->
<!-- wp:broadsheet/share /-->
<!-- /wp:broadsheet/column -->
<!-- /wp:broadsheet/row -->
<!-- wp:broadsheet/column {"className":"${columnOf['no-sidebar']}","gap":28} -->
${belowPageHead(roomOf['no-sidebar'])}`;

const attachment = `<!-- wp:broadsheet/breadcrumbs /-->
<!-- wp:broadsheet/post-title {"show_category":false} /-->
<!-- wp:broadsheet/attachment /-->
<!-- wp:broadsheet/post-content /-->
<!-- wp:broadsheet/post-comments /-->`;

const archiveOf = (loop: string) => `<!-- wp:broadsheet/archive-title /-->
<!-- wp:broadsheet/row {"layout":"sidebar"} -->
<!-- wp:broadsheet/column {"className":"column-main"} -->
<!-- wp:broadsheet/archive-loop ${loop} /-->
<!-- /wp:broadsheet/column -->
${listSidebar}
<!-- /wp:broadsheet/row -->`;
const archive = archiveOf('{"style":"list","big_first":true}');
/** Posts with a common tag are scanned, not read in order: headlines in two columns. */
const tagged = archiveOf('{"style":"compact","td_column_number":2,"big_first":true}');
/** In calendar order, with no post larger than another. */
const dated = archiveOf('{"style":"list"}');

const shelves =
  '<!-- wp:broadsheet/archive-loop {"style":"cards","td_column_number":4,"limit":12,"show_price":true} /-->';
/** Products as cards with prices, in all of the page's width. */
const shop = `<!-- wp:broadsheet/archive-title /-->\n${shelves}`;
const shopSearch = `<!-- wp:broadsheet/search-results /-->\n${shelves}`;

const search = `<!-- wp:broadsheet/search-results /-->
<!-- wp:broadsheet/row {"layout":"sidebar"} -->
<!-- wp:broadsheet/column {"className":"column-main"} -->
<!-- wp:broadsheet/archive-loop {"style":"list"} /-->
<!-- /wp:broadsheet/column -->
${listSidebar}
<!-- /wp:broadsheet/row -->`;

/** The front page. Bands take the largest categories, so that it fits any site; one with too few posts leaves them to the list at the end. */
const home = `<!-- wp:broadsheet/ticker {"without_lead":true} /-->
<!-- wp:broadsheet/front-lead /-->
<!-- wp:broadsheet/big-grid {"grid":"one-four","category_rank":1,"once":true,"first_page_only":true,"show_category":false} /-->
<!-- wp:broadsheet/post-list {"style":"ranks","custom_title":"translation_popular_discussed","limit":5,"min_posts":3,"sort":"comment_count","discussed_only":true,"td_column_number":5,"show_meta":false,"once":true,"first_page_only":true} /-->
<!-- wp:broadsheet/post-list {"style":"reel","category_rank":2,"limit":8,"min_posts":4,"once":true,"first_page_only":true} /-->
<!-- wp:broadsheet/voices /-->
<!-- wp:broadsheet/sections {"from":3} /-->
<!-- wp:broadsheet/video-band /-->
<!-- wp:broadsheet/post-list {"style":"lead","category_rank":6,"limit":6,"min_posts":4,"once":true,"first_page_only":true,"show_category":false} /-->
<!-- wp:broadsheet/archive-loop {"style":"list","custom_title":"translation_latest","td_column_number":2,"once":true} /-->
<!-- wp:broadsheet/feed-band /-->`;

const header = `<!-- wp:broadsheet/header -->
<!-- wp:broadsheet/row {"layout":"inline","className":"masthead"} -->
<!-- wp:broadsheet/mobile-menu -->
<!-- wp:broadsheet/dark-switch {"label":"translation_dark_colours"} /-->
<!-- wp:broadsheet/account-link /-->
<!-- /wp:broadsheet/mobile-menu -->
<!-- wp:broadsheet/site-title /-->
<!-- wp:broadsheet/row {"layout":"inline","className":"masthead-tools"} -->
<!-- wp:broadsheet/header-search /-->
<!-- wp:broadsheet/dark-switch /-->
<!-- wp:broadsheet/account-link /-->
<!-- /wp:broadsheet/row -->
<!-- /wp:broadsheet/row -->
<!-- wp:broadsheet/nav-menu {"location":"primary","label":"translation_menu_main"} /-->
<!-- wp:broadsheet/ad {"slot":"header"} /-->
<!-- /wp:broadsheet/header -->`;

/** One for all pages: the browser removes posts that its page already shows (`reader/behaviours/footer/fill-footer.ts`), and shows four others. */
const footer = `<!-- wp:broadsheet/footer -->
<!-- wp:broadsheet/row {"className":"footer-columns"} -->
<!-- wp:broadsheet/column {"desktop":4,"tablet":12,"gap":16} -->
<!-- wp:broadsheet/widget-area {"area":"footer-1"} -->
<!-- wp:broadsheet/site-title {"show_date":false,"show_tagline":false} /-->
<!-- wp:broadsheet/footer-about /-->
<!-- /wp:broadsheet/widget-area -->
<!-- /wp:broadsheet/column -->
<!-- wp:broadsheet/column {"desktop":2,"tablet":4} -->
<!-- wp:broadsheet/widget-area {"area":"footer-2"} -->
<!-- wp:broadsheet/nav-menu {"location":"primary","style":"list","label":"translation_menu_sections","show_label":true,"depth":1} /-->
<!-- /wp:broadsheet/widget-area -->
<!-- /wp:broadsheet/column -->
<!-- wp:broadsheet/column {"desktop":6,"tablet":8,"className":"footer-new"} -->
<!-- wp:broadsheet/widget-area {"area":"footer-3"} -->
<!-- wp:broadsheet/post-list {"style":"compact","custom_title":"translation_just_published","limit":12,"td_column_number":2,"show_category":false,"show_excerpt":false} /-->
<!-- /wp:broadsheet/widget-area -->
<!-- /wp:broadsheet/column -->
<!-- /wp:broadsheet/row -->
<!-- wp:broadsheet/row {"layout":"inline","className":"footer-end"} -->
<!-- wp:broadsheet/footer-line /-->
<!-- wp:broadsheet/nav-menu {"location":"footer","style":"line","label":"translation_menu_about","depth":1,"fallback":false} /-->
<!-- wp:broadsheet/consent-link /-->
<!-- /wp:broadsheet/row -->
<!-- /wp:broadsheet/footer -->`;

export const builtInTemplates: Readonly<Record<PageKind | 'header' | 'footer', string>> = {
  home,
  single: article,
  page,
  category: archive,
  tag: tagged,
  author: archive,
  date: dated,
  search,
  '404': '<!-- wp:broadsheet/not-found /-->',
  attachment,
  woo_product: product,
  woo_archive: shop,
  woo_search_archive: shopSearch,
  woo_shop_base: shop,
  cpt: article,
  cpt_tax: archive,
  header,
  footer,
};

/** Templates that a post selects by a theme layout or a full-screen header; only for kinds with such a choice. */
interface Choices {
  readonly fullScreen: string;
  readonly layouts: Readonly<
    Partial<Record<Layout, { readonly plain: string; readonly fullScreen: string }>>
  >;
}

const ofArticles: Choices = {
  fullScreen: fullScreenArticle,
  layouts: {
    'no-sidebar': { plain: noSidebarArticle, fullScreen: fullScreenAlone('no-sidebar') },
    wide: { plain: wideArticle, fullScreen: fullScreenAlone('wide') },
  },
};
const ofPages: Choices = {
  fullScreen: fullScreenPageOf('no-sidebar'),
  layouts: {
    wide: { plain: widePage, fullScreen: fullScreenPageOf('wide') },
    bare: { plain: barePage, fullScreen: fullScreenPageOf('wide') },
  },
};
const choicesOf: Readonly<Partial<Record<PageKind, Choices>>> = {
  single: ofArticles,
  cpt: ofArticles,
  page: ofPages,
};

export interface ChosenTemplate {
  readonly markup: string;
  readonly layout: Layout | undefined;
  readonly fullScreen: boolean;
}

/** The template for a post's layout or full-screen header, as far as its kind has one; undefined if the post chose nothing. */
export function chosenTemplate(
  kind: PageKind,
  layout: Layout | undefined,
  fullScreen: boolean,
): ChosenTemplate | undefined {
  const choices = choicesOf[kind];
  const named = layout && choices?.layouts[layout];
  if (named) return { markup: fullScreen ? named.fullScreen : named.plain, layout, fullScreen };
  return choices && fullScreen ? { markup: choices.fullScreen, layout: undefined, fullScreen } : undefined;
}
