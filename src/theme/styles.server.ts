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
 * CSS of lists and cards by name (`list-wire`, `card-thumb`), in sending order: shared rules precede those that
 * override them. Loaded by pages with blocks that name it in `stylesOf`.
 */
export const listCss: ReadonlyMap<string, string> = new Map(
  Object.entries(lists)
    .map(([file, css]) => [file.slice('./lists/'.length, -'.css'.length), css] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1)),
);

/** CSS for every page, before that of its lists: tokens, reset, shared parts. */
export const baseCss: string = tokens + base;

/** Fade-in of pictures; after the CSS of lists. */
export const effectsCss: string = effects;

/** CSS of written text (posts, pages, footers made of core blocks); for pages that show some. */
export const textCss: string = article + articleFigures + articleQuotes;

/** For texts with more than paragraphs, headings, lists, quotations and pictures, or with named font sizes. */
export const richTextCss: string = articleBlocks;

/** Floated elements with text next to them. */
export const asideTextCss: string = articleAsides;

/** Buttons, files, details, and groups with a layout. */
export const layoutTextCss: string = articleLayout;

/** Videos, audio, and placeholders for external embeds. */
export const playerTextCss: string = articlePlayers;

/** Covers, and text next to media. */
export const coverTextCss: string = articleCovers;

export const presetTextCss: string = articlePresets;

export const foldingTextCss: string = articleFolding;

/** Galleries of all WordPress versions, of shortcodes, and sliders. */
export const galleryTextCss: string = articleGalleries;

export const smartListTextCss: string = articleSmartLists;

/** Blocks hidden on some screens. */
export const hiddenTextCss: string = articleHidden;
