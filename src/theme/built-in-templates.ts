import type { PageKind } from '../blocks/load-context.ts';

/** The sidebar of articles and archives. It never competes with the text: small pictures at most. */
const sidebarOf = (...lists: string[]) => `<!-- wp:broadsheet/column {"className":"column-sidebar","sticky-enabled-on":"site","gap":40} -->
<!-- wp:broadsheet/ad {"slot":"sidebar"} /-->
${lists.join('\n')}
<!-- /wp:broadsheet/column -->`;
/** `more`: further settings of the list. */
const discussed = (more = '') =>
  `<!-- wp:broadsheet/post-list {"style":"ranks","custom_title":"translation_popular_discussed","limit":5,"sort":"comment_count","discussed_only":true,"td_column_number":1,"show_excerpt":false,"show_meta":false${more}} /-->`;
/** Beside an article: posts at random come from what no other list of the page shows. */
const sidebar = sidebarOf(discussed(',"once":true,"min_posts":2'), '<!-- wp:broadsheet/trending /-->');
/** Beside a list: it leaves out what that shows. */
const listSidebar = sidebarOf(
  discussed(',"once":true'),
  '<!-- wp:broadsheet/popular {"style":"compact","once":true} /-->',
  '<!-- wp:broadsheet/post-list {"style":"compact","custom_title":"translation_latest","limit":5,"td_column_number":1,"show_excerpt":false,"show_category":false,"once":true} /-->',
);

/** Of an article what comes below its head, in the row that the head is in. */
const belowHead = `<!-- wp:broadsheet/ad {"slot":"article_top"} /-->
<!-- wp:broadsheet/post-content /-->
<!-- wp:broadsheet/ad {"slot":"article_bottom"} /-->
<!-- wp:broadsheet/post-tags /-->
<!-- wp:broadsheet/post-author-box /-->
<!-- wp:broadsheet/site-related /-->
<!-- wp:broadsheet/post-neighbours /-->
<!-- wp:broadsheet/post-comments /-->
<!-- /wp:broadsheet/column -->
${sidebar}
<!-- /wp:broadsheet/row -->
<!-- wp:broadsheet/related-posts {"custom_title":"translation_more_from_section","once":true,"min_posts":2} /-->
<!-- wp:broadsheet/autoload /-->
<!-- wp:broadsheet/reading-progress /-->
<!-- wp:broadsheet/more-articles /-->`;

/** On phones the sidebar and what is below come after the comments, which stand with the text. */
const article = `<!-- wp:broadsheet/ticker /-->
<!-- wp:broadsheet/breadcrumbs /-->
<!-- wp:broadsheet/post-title /-->
<!-- wp:broadsheet/row {"layout":"sidebar"} -->
<!-- wp:broadsheet/column {"className":"column-main"} -->
<!-- wp:broadsheet/row {"layout":"inline"} -->
<!-- wp:broadsheet/post-meta /-->
<!-- wp:broadsheet/share /-->
<!-- /wp:broadsheet/row -->
<!-- wp:broadsheet/post-featured-image /-->
${belowHead}`;

/** The same with the picture as large as the window, and the headline on it. */
const fullScreenArticle = `<!-- wp:broadsheet/full-screen-header -->
<!-- wp:broadsheet/breadcrumbs /-->
<!-- wp:broadsheet/post-title /-->
<!-- wp:broadsheet/post-meta /-->
<!-- /wp:broadsheet/full-screen-header -->
<!-- wp:broadsheet/row {"layout":"sidebar"} -->
<!-- wp:broadsheet/column {"className":"column-main"} -->
<!-- wp:broadsheet/share /-->
${belowHead}`;

const page = `<!-- wp:broadsheet/column {"className":"column-read","gap":28} -->
<!-- wp:broadsheet/breadcrumbs /-->
<!-- wp:broadsheet/post-title {"show_category":false} /-->
<!-- wp:broadsheet/post-featured-image /-->
<!-- wp:broadsheet/post-content /-->
<!-- wp:broadsheet/child-pages /-->
<!-- wp:broadsheet/post-comments /-->
<!-- /wp:broadsheet/column -->`;

const fullScreenPage = `<!-- wp:broadsheet/full-screen-header -->
<!-- wp:broadsheet/breadcrumbs /-->
<!-- wp:broadsheet/post-title {"show_category":false} /-->
<!-- /wp:broadsheet/full-screen-header -->
<!-- wp:broadsheet/column {"className":"column-read","gap":28} -->
<!-- wp:broadsheet/post-content /-->
<!-- wp:broadsheet/child-pages /-->
<!-- wp:broadsheet/post-comments /-->
<!-- /wp:broadsheet/column -->`;

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
/** What shares a word is looked through, not read from top to bottom: headlines in two columns. */
const tagged = archiveOf('{"style":"compact","td_column_number":2,"big_first":true}');
/** In the order of the calendar, where none is larger than another. */
const dated = archiveOf('{"style":"list"}');

const search = `<!-- wp:broadsheet/search-results /-->
<!-- wp:broadsheet/row {"layout":"sidebar"} -->
<!-- wp:broadsheet/column {"className":"column-main"} -->
<!-- wp:broadsheet/archive-loop {"style":"list"} /-->
<!-- /wp:broadsheet/column -->
${listSidebar}
<!-- /wp:broadsheet/row -->`;

/** The front page. Bands take their categories by size, so that it fits any site; one that has too little to show leaves its posts to the list at the end. */
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

const footer = `<!-- wp:broadsheet/footer -->
<!-- wp:broadsheet/row {"className":"footer-columns"} -->
<!-- wp:broadsheet/column {"desktop":4,"tablet":12,"gap":16} -->
<!-- wp:broadsheet/site-title {"show_date":false,"show_tagline":false} /-->
<!-- wp:broadsheet/footer-about /-->
<!-- /wp:broadsheet/column -->
<!-- wp:broadsheet/column {"desktop":2,"tablet":4} -->
<!-- wp:broadsheet/nav-menu {"location":"primary","style":"list","label":"translation_menu_sections","show_label":true,"depth":1} /-->
<!-- /wp:broadsheet/column -->
<!-- wp:broadsheet/column {"desktop":6,"tablet":8} -->
<!-- wp:broadsheet/post-list {"style":"compact","custom_title":"translation_just_published","limit":4,"td_column_number":2,"show_category":false,"show_excerpt":false} /-->
<!-- /wp:broadsheet/column -->
<!-- /wp:broadsheet/row -->
<!-- wp:broadsheet/row {"layout":"inline","className":"footer-end"} -->
<!-- wp:broadsheet/footer-line /-->
<!-- wp:broadsheet/nav-menu {"location":"footer","style":"line","label":"translation_menu_about","depth":1,"fallback":false} /-->
<!-- wp:broadsheet/consent-link /-->
<!-- /wp:broadsheet/row -->
<!-- /wp:broadsheet/footer -->`;

/** Block markup of pages for which nobody made a template, and of header and footer. */
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
  woo_product: page,
  woo_archive: archive,
  woo_search_archive: search,
  woo_shop_base: archive,
  cpt: article,
  cpt_tax: archive,
  header,
  footer,
};

/** The same of posts with a full-screen header; other kinds of pages have none. */
export const fullScreenTemplates: Readonly<Partial<Record<PageKind, string>>> = { single: fullScreenArticle, page: fullScreenPage, cpt: fullScreenArticle };
