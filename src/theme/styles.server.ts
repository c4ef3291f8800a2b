import articleAsides from './article-asides.css?inline';
import articleBlocks from './article-blocks.css?inline';
import articleCovers from './article-covers.css?inline';
import articleFolding from './article-folding.css?inline';
import articleFigures from './article-figures.css?inline';
import articleGalleries from './article-galleries.css?inline';
import articleHidden from './article-hidden.css?inline';
import articleLayout from './article-layout.css?inline';
import articlePlayers from './article-players.css?inline';
import articlePresets from './article-presets.css?inline';
import articleQuotes from './article-quotes.css?inline';
import articleSmartLists from './article-smart-lists.css?inline';
import article from './article.css?inline';
import base from './base.css?inline';
import effects from './effects.css?inline';
import tokens from './tokens.css?inline';

const lists = import.meta.glob<string>('./lists/*.css', { eager: true, query: '?inline', import: 'default' });

/**
 * CSS of lists and cards by name (`list-wire`, `card-thumb`), in the order in which it is sent: what all share comes before what one of them changes. For pages
 * with blocks that name it in their `stylesOf`.
 */
export const listCss: ReadonlyMap<string, string> = new Map(
  Object.entries(lists)
    .map(([file, css]) => [file.slice('./lists/'.length, -'.css'.length), css] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1)),
);

/** CSS that every page needs, in front of that of its lists: tokens, reset, shared parts. */
export const baseCss: string = tokens + base;

/** How pictures come in; behind the CSS of lists. */
export const effectsCss: string = effects;

/** CSS of written text (posts, pages, footers made of core blocks); for pages that show some. */
export const textCss: string = article + articleFigures + articleQuotes;

/** What texts need besides that hold more than paragraphs, headings, lists, quotations and pictures, or sizes that editors choose by name. */
export const richTextCss: string = articleBlocks;

/** What stands at a side of the text, which goes on beside it. */
export const asideTextCss: string = articleAsides;

/** Buttons, files, details, and groups that lay out what is in them. */
export const layoutTextCss: string = articleLayout;

/** Videos, audio, and what stands for something on another site. */
export const playerTextCss: string = articlePlayers;

/** Covers, and text beside media. */
export const coverTextCss: string = articleCovers;

/** Colours and spaces that editors choose by name. */
export const presetTextCss: string = articlePresets;

/** Accordions and tabs. */
export const foldingTextCss: string = articleFolding;

/** Galleries: WordPress' of every age, those of shortcodes, and those that slide. */
export const galleryTextCss: string = articleGalleries;

/** Lists that the reader turns, item by item. */
export const smartListTextCss: string = articleSmartLists;

/** Blocks that some screens do not show. */
export const hiddenTextCss: string = articleHidden;
