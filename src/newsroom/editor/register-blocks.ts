import { addFilter } from '@wordpress/hooks';
import {
  getBlockType,
  setCategories,
  setDefaultBlockName,
  setFreeformContentHandlerName,
  setGroupingBlockName,
  setUnregisteredTypeHandlerName,
} from '@wordpress/blocks';
import { init as accordion } from '@wordpress/block-library/build-module/accordion/index.mjs';
import { init as accordionHeading } from '@wordpress/block-library/build-module/accordion-heading/index.mjs';
import { init as accordionItem } from '@wordpress/block-library/build-module/accordion-item/index.mjs';
import { init as accordionPanel } from '@wordpress/block-library/build-module/accordion-panel/index.mjs';
import { init as archives } from '@wordpress/block-library/build-module/archives/index.mjs';
import { init as audio } from '@wordpress/block-library/build-module/audio/index.mjs';
import { init as avatar } from '@wordpress/block-library/build-module/avatar/index.mjs';
import { init as block } from '@wordpress/block-library/build-module/block/index.mjs';
import { init as button } from '@wordpress/block-library/build-module/button/index.mjs';
import { init as buttons } from '@wordpress/block-library/build-module/buttons/index.mjs';
import { init as calendar } from '@wordpress/block-library/build-module/calendar/index.mjs';
import { init as categories } from '@wordpress/block-library/build-module/categories/index.mjs';
import { init as code } from '@wordpress/block-library/build-module/code/index.mjs';
import { init as column } from '@wordpress/block-library/build-module/column/index.mjs';
import { init as columns } from '@wordpress/block-library/build-module/columns/index.mjs';
import { init as cover } from '@wordpress/block-library/build-module/cover/index.mjs';
import { init as details } from '@wordpress/block-library/build-module/details/index.mjs';
import { init as embed } from '@wordpress/block-library/build-module/embed/index.mjs';
import { init as file } from '@wordpress/block-library/build-module/file/index.mjs';
import { init as footnotes } from '@wordpress/block-library/build-module/footnotes/index.mjs';
import { init as freeform } from '@wordpress/block-library/build-module/freeform/index.mjs';
import { init as gallery } from '@wordpress/block-library/build-module/gallery/index.mjs';
import { init as group } from '@wordpress/block-library/build-module/group/index.mjs';
import { init as heading } from '@wordpress/block-library/build-module/heading/index.mjs';
import { init as html } from '@wordpress/block-library/build-module/html/index.mjs';
import { init as image } from '@wordpress/block-library/build-module/image/index.mjs';
import { init as latestComments } from '@wordpress/block-library/build-module/latest-comments/index.mjs';
import { init as latestPosts } from '@wordpress/block-library/build-module/latest-posts/index.mjs';
import { init as list } from '@wordpress/block-library/build-module/list/index.mjs';
import { init as listItem } from '@wordpress/block-library/build-module/list-item/index.mjs';
import { init as loginout } from '@wordpress/block-library/build-module/loginout/index.mjs';
import { init as math } from '@wordpress/block-library/build-module/math/index.mjs';
import { init as mediaText } from '@wordpress/block-library/build-module/media-text/index.mjs';
import { init as missing } from '@wordpress/block-library/build-module/missing/index.mjs';
import { init as more } from '@wordpress/block-library/build-module/more/index.mjs';
import { init as nextpage } from '@wordpress/block-library/build-module/nextpage/index.mjs';
import { init as pageList } from '@wordpress/block-library/build-module/page-list/index.mjs';
import { init as paragraph } from '@wordpress/block-library/build-module/paragraph/index.mjs';
import { init as playlist } from '@wordpress/block-library/build-module/playlist/index.mjs';
import { init as playlistTrack } from '@wordpress/block-library/build-module/playlist-track/index.mjs';
import { init as postAuthor } from '@wordpress/block-library/build-module/post-author/index.mjs';
import { init as postAuthorBiography } from '@wordpress/block-library/build-module/post-author-biography/index.mjs';
import { init as postAuthorName } from '@wordpress/block-library/build-module/post-author-name/index.mjs';
import { init as postCommentsCount } from '@wordpress/block-library/build-module/post-comments-count/index.mjs';
import { init as postCommentsLink } from '@wordpress/block-library/build-module/post-comments-link/index.mjs';
import { init as postDate } from '@wordpress/block-library/build-module/post-date/index.mjs';
import { init as postExcerpt } from '@wordpress/block-library/build-module/post-excerpt/index.mjs';
import { init as postFeaturedImage } from '@wordpress/block-library/build-module/post-featured-image/index.mjs';
import { init as postNavigationLink } from '@wordpress/block-library/build-module/post-navigation-link/index.mjs';
import { init as postTemplate } from '@wordpress/block-library/build-module/post-template/index.mjs';
import { init as postTerms } from '@wordpress/block-library/build-module/post-terms/index.mjs';
import { init as postTimeToRead } from '@wordpress/block-library/build-module/post-time-to-read/index.mjs';
import { init as postTitle } from '@wordpress/block-library/build-module/post-title/index.mjs';
import { init as preformatted } from '@wordpress/block-library/build-module/preformatted/index.mjs';
import { init as pullquote } from '@wordpress/block-library/build-module/pullquote/index.mjs';
import { init as query } from '@wordpress/block-library/build-module/query/index.mjs';
import { init as queryNoResults } from '@wordpress/block-library/build-module/query-no-results/index.mjs';
import { init as queryPagination } from '@wordpress/block-library/build-module/query-pagination/index.mjs';
import { init as queryPaginationNext } from '@wordpress/block-library/build-module/query-pagination-next/index.mjs';
import { init as queryPaginationNumbers } from '@wordpress/block-library/build-module/query-pagination-numbers/index.mjs';
import { init as queryPaginationPrevious } from '@wordpress/block-library/build-module/query-pagination-previous/index.mjs';
import { init as queryTitle } from '@wordpress/block-library/build-module/query-title/index.mjs';
import { init as queryTotal } from '@wordpress/block-library/build-module/query-total/index.mjs';
import { init as quote } from '@wordpress/block-library/build-module/quote/index.mjs';
import { init as readMore } from '@wordpress/block-library/build-module/read-more/index.mjs';
import { init as rss } from '@wordpress/block-library/build-module/rss/index.mjs';
import { init as search } from '@wordpress/block-library/build-module/search/index.mjs';
import { init as separator } from '@wordpress/block-library/build-module/separator/index.mjs';
import { init as shortcode } from '@wordpress/block-library/build-module/shortcode/index.mjs';
import { init as siteLogo } from '@wordpress/block-library/build-module/site-logo/index.mjs';
import { init as siteTagline } from '@wordpress/block-library/build-module/site-tagline/index.mjs';
import { init as siteTitle } from '@wordpress/block-library/build-module/site-title/index.mjs';
import { init as socialLink } from '@wordpress/block-library/build-module/social-link/index.mjs';
import { init as socialLinks } from '@wordpress/block-library/build-module/social-links/index.mjs';
import { init as spacer } from '@wordpress/block-library/build-module/spacer/index.mjs';
import { init as tabList } from '@wordpress/block-library/build-module/tab-list/index.mjs';
import { init as tabPanel } from '@wordpress/block-library/build-module/tab-panel/index.mjs';
import { init as tabPanels } from '@wordpress/block-library/build-module/tab-panels/index.mjs';
import { init as table } from '@wordpress/block-library/build-module/table/index.mjs';
import { init as tableOfContents } from '@wordpress/block-library/build-module/table-of-contents/index.mjs';
import { init as tabs } from '@wordpress/block-library/build-module/tabs/index.mjs';
import { init as tagCloud } from '@wordpress/block-library/build-module/tag-cloud/index.mjs';
import { init as termCount } from '@wordpress/block-library/build-module/term-count/index.mjs';
import { init as termDescription } from '@wordpress/block-library/build-module/term-description/index.mjs';
import { init as termName } from '@wordpress/block-library/build-module/term-name/index.mjs';
import { init as termTemplate } from '@wordpress/block-library/build-module/term-template/index.mjs';
import { init as termsQuery } from '@wordpress/block-library/build-module/terms-query/index.mjs';
import { init as textColumns } from '@wordpress/block-library/build-module/text-columns/index.mjs';
import { init as verse } from '@wordpress/block-library/build-module/verse/index.mjs';
import { init as video } from '@wordpress/block-library/build-module/video/index.mjs';
import { ClassicEdit, HtmlEdit, MissingEdit, EmbedEdit } from './block-edits.tsx';
import { FootnotesEdit, replaceFootnoteFormat } from './footnotes-edit.tsx';
import { registerLinkKey } from './link-key.tsx';
import { ownCategories, registerServed } from './own-blocks.tsx';
import type { ServedType } from './own-blocks.tsx';
import { withShownAddresses } from './shown-addresses.tsx';
import { say } from '../words.ts';

/** WordPress blocks with our own edit: theirs need TinyMCE or other sites, or render unclean HTML. */
const ownEdits = new Map<string, unknown>([
  ['core/freeform', ClassicEdit],
  ['core/embed', EmbedEdit],
  ['core/html', HtmlEdit],
  ['core/missing', MissingEdit],
  ['core/footnotes', FootnotesEdit],
]);

let done = false;

export function registerBlocks(served: readonly ServedType[]): void {
  if (done) return;
  done = true;
  addFilter('blocks.registerBlockType', 'broadsheet/edits', (settings: object, name: string) => {
    const edit = ownEdits.get(name);
    return ownExamples(edit ? { ...settings, edit } : settings);
  });
  addFilter('editor.BlockListBlock', 'broadsheet/shown-addresses', withShownAddresses);
  setCategories([
    { slug: 'text', title: say('Text') },
    { slug: 'media', title: say('Media') },
    { slug: 'design', title: say('Design') },
    { slug: 'widgets', title: say('Widgets') },
    { slug: 'theme', title: say('Theme') },
    { slug: 'embed', title: say('Embeds') },
    { slug: 'reusable', title: say('Patterns') },
    ...ownCategories,
  ]);
  for (const init of coreBlocks) init();
  registerLinkKey();
  replaceFootnoteFormat();
  for (const type of served) if (!getBlockType(type.name)) registerServed(type);
  setDefaultBlockName('core/paragraph');
  setFreeformContentHandlerName('core/freeform');
  setUnregisteredTypeHandlerName('core/missing');
  setGroupingBlockName('core/group');
}

// Imported one by one: the package's list includes site-editing blocks and their editors.

const coreBlocks: readonly (() => unknown)[] = [
  paragraph,
  heading,
  list,
  listItem,
  quote,
  image,
  gallery,
  code,
  embed,
  html,
  missing,
  freeform,
  more,
  nextpage,
  preformatted,
  pullquote,
  verse,
  separator,
  spacer,
  table,
  buttons,
  button,
  columns,
  column,
  group,
  cover,
  mediaText,
  file,
  audio,
  video,
  details,
  footnotes,
  math,
  shortcode,
  block,
  accordion,
  accordionItem,
  accordionHeading,
  accordionPanel,
  tabs,
  tabList,
  tabPanel,
  tabPanels,
  archives,
  avatar,
  calendar,
  categories,
  latestComments,
  latestPosts,
  loginout,
  pageList,
  playlist,
  playlistTrack,
  postAuthor,
  postAuthorBiography,
  postAuthorName,
  postCommentsCount,
  postCommentsLink,
  postDate,
  postExcerpt,
  postFeaturedImage,
  postNavigationLink,
  postTemplate,
  postTerms,
  postTimeToRead,
  postTitle,
  query,
  queryNoResults,
  queryPagination,
  queryPaginationNext,
  queryPaginationNumbers,
  queryPaginationPrevious,
  queryTitle,
  queryTotal,
  readMore,
  rss,
  search,
  siteLogo,
  siteTagline,
  siteTitle,
  socialLink,
  socialLinks,
  tableOfContents,
  tagCloud,
  termCount,
  termDescription,
  termName,
  termTemplate,
  termsQuery,
  textColumns,
];

const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 8"><path fill="#9db8d9" d="M0 0h12v8H0z"/>' +
    '<circle cx="9" cy="2.4" r="1" fill="#f3c667"/><path fill="#4b6b4f" d="M0 8V6l3-2.4L6 6l2-1.4L12 7v1z"/></svg>',
)}`;

const elsewhere = /^https?:\/\/[^\s"]+\.(\w+)$/;
const pictures = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'svg']);
const played = new Set(['ogg', 'oga', 'mp3', 'webm', 'mp4', 'ogv', 'pdf']);

interface Shown {
  readonly example?: unknown;
  readonly variations?: readonly object[];
}

/**
 * Replaces third-party media in block examples: those of WordPress load from s.w.org and Wikimedia, which would see
 * each user. Pictures become our own; examples with audio or video are dropped.
 */
function ownExamples<Settings extends Shown>(settings: Settings): Settings {
  const { example, variations } = settings;
  return {
    ...settings,
    ...(example === undefined ? {} : { example: ownExample(example) }),
    ...(Array.isArray(variations) ? { variations: variations.map((one: object) => ownExamples(one)) } : {}),
  };
}

function ownExample(example: unknown): unknown {
  let isPlayed = false;
  const text = JSON.stringify(example, (_, value: unknown) => {
    const [, kind = ''] = typeof value === 'string' ? (elsewhere.exec(value) ?? []) : [];
    if (played.has(kind)) isPlayed = true;
    return pictures.has(kind) ? picture : value;
  });
  return isPlayed ? undefined : (JSON.parse(text) as unknown);
}
