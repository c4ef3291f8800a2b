import type { CompiledDocument, DocumentNode } from '../../blocks/document/document.ts';
import { findBlock } from '../../blocks/registry.server.ts';
import { formerAddresses } from '../../modules/settings/site-facts.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { cleanCss } from '../../lib/clean-css/clean-css.ts';
import { ownFiles } from '../../lib/former-sites.ts';
import { shortHash } from '../../lib/hash.ts';
import { memoizedBy } from '../../lib/noted-reads.ts';
import type { SiteLook } from '../../theme/look/look-css.server.ts';
import { lateStylesWith } from '../../theme/fonts.ts';
import type { LateStyles } from '../../theme/fonts.ts';

/**
 * Pseudo block names for extra CSS of texts: floats; tables, columns and named sizes; buttons and groups; covers and
 * media with text; players and embeds; named colours; accordions and tabs; galleries; smart lists; hidden blocks.
 */
export const asideText = 'core/aside-text';
export const richText = 'core/rich-text';
export const layoutText = 'core/layout-text';
export const coverText = 'core/cover-text';
export const playerText = 'core/player-text';
export const presetText = 'core/preset-text';
export const foldingText = 'core/folding-text';
export const galleryText = 'core/gallery-text';
export const smartListText = 'core/smart-list-text';
export const hiddenText = 'core/hidden-text';

/** Core blocks for which the CSS of every text suffices. */
const plainBlocks: ReadonlySet<string> = new Set([
  'core/paragraph',
  'core/heading',
  'core/list',
  'core/list-item',
  'core/quote',
  'core/pullquote',
  'core/image',
  'core/gallery',
  'core/video',
  'core/audio',
  'core/embed',
  'core/code',
  'core/preformatted',
  'core/more',
  'core/nextpage',
]);
/** Classes that style plain blocks; excludes those that pictures, embeds and layouts always have. */
const styled =
  /\b(?:has|is)-(?!aspect-ratio|nested-images|cropped|type-|provider-|layout-)[a-z]|--wp--preset--font-size/;
const layouts =
  /wp-block-(?:button|details|file|group|social)|(?<![\w-])is-layout-(?:flex|grid)(?! wp-block-(?:columns|gallery|tab-list)-)/;
const asides = /\balign(?:left|right)\b/;
const players = /<(?:video|audio)\b|wp-block-embed|wp-embed|embed-link|wp-playlist/;
const folding = /wp-block-(?:accordion|tab(?!le))/;
const galleries = /class="[^"]*\bgallery\b/;
const smartLists = /class="smart-list/;
const hidden = /wp-block-hidden-/;
const covers = /wp-block-(?:cover|media-text)/;
const preset = {
  test: (html: string) =>
    html.includes('--wp--') ||
    (html.match(/\bhas-[a-z-]+/g)?.some((name) => /color|background/.test(name)) ?? false),
};
/** The page opens content of other pages in a lightbox. */
const opensOthers = /data-lightbox-content/;

/**
 * Pseudo names that a text needs, and our blocks whose styles its HTML uses (a sliding gallery). Its blocks add their
 * own styles once they are known to show something.
 */
export function textStyles({ blocks, nodes }: CompiledDocument): string[] {
  // Classic content, blocks of WordPress and of others may hold any element.
  const isOurs = (name: string) => findBlock(name) !== undefined && !name.startsWith('core/');
  const isRich = blocks.some((name) => !plainBlocks.has(name) && !isOurs(name));
  const takesAll = holds(nodes, opensOthers);
  const needs = (pattern: Pick<RegExp, 'test'>) => takesAll || holds(nodes, pattern);
  return [
    ...(needs(asides) || setsAside(nodes) ? [asideText] : []),
    ...(isRich || needs(styled) ? [richText] : []),
    ...(needs(layouts) ? [layoutText] : []),
    ...(needs(covers) ? [coverText] : []),
    ...(needs(players) ? [playerText] : []),
    ...(needs(preset) || chooses(nodes) ? [presetText] : []),
    ...(needs(folding) ? [foldingText] : []),
    ...(needs(galleries) ? [galleryText] : []),
    ...(needs(smartLists) ? [smartListText] : []),
    ...(needs(hidden) ? [hiddenText] : []),
    ...blocks.filter((name) => isOurs(name) && !stands(nodes, name)),
  ];
}

/** Attributes that float a server-rendered block, or a picture in it. */
const setsSide = /"\w*[aA]lign":"(?:left|right)"/;

function setsAside(nodes: readonly DocumentNode[]): boolean {
  return nodes.some(
    (node) =>
      typeof node !== 'string' &&
      (setsSide.test(JSON.stringify(node.attributes)) || setsAside(node.children)),
  );
}

/** Attributes of server-rendered blocks with a chosen colour or a named value. */
const chosen = /"(?:\w*[cC]olor|gradient)":"|var:preset\|/;

function chooses(nodes: readonly DocumentNode[]): boolean {
  return nodes.some(
    (node) =>
      typeof node !== 'string' && (chosen.test(JSON.stringify(node.attributes)) || chooses(node.children)),
  );
}

function stands(nodes: readonly DocumentNode[], name: string): boolean {
  return nodes.some(
    (node) => typeof node !== 'string' && (node.name === name || stands(node.children, name)),
  );
}

function holds(nodes: readonly DocumentNode[], sought: Pick<RegExp, 'test'>): boolean {
  return nodes.some((node) => (typeof node === 'string' ? sought.test(node) : holds(node.children, sought)));
}

interface CustomStyles {
  readonly css: string;
  /** Path of the file; changes with its content. */
  readonly path: string;
}

/** The setting `additional_css` as a file; undefined if nothing remains after cleaning. */
export const customStyles = memoizedBy((settings: Settings, siteUrl: string): CustomStyles | undefined => {
  const { additional_css: given, additional_css_excludes_buttons: sparesButtons } = settings;
  if (given.trim() === '') return undefined;
  const { css } = cleanCss(given, ownFiles(siteUrl, formerAddresses(settings)), { sparesButtons });
  return css === '' ? undefined : { css, path: `/custom-${shortHash(css)}.css` };
});

/** Whether a path is, or was, that of such a file. */
export const isCustomStyles = (path: string): boolean => /^\/custom-[\da-z]{11}\.css$/.test(path);

export interface PageFonts {
  readonly css: string;
  readonly late: LateStyles;
}

/** Languages covered by the fonts of every page: in others a late font would visibly change a headline. */
const basicLanguages: ReadonlySet<string> = new Set(['en', 'de']);

/** Elements that the theme or browsers render in italics, blocks, and inline styles. */
const slanted =
  /<(?:em|i|cite|blockquote|address|dfn|var|pre class="wp-block-verse)[ >"]|\bfont(?:-style)?: ?(?:italic|oblique)/;
/** Characters of HTML visible without scrolling: in a text, and in a page without one. */
const [seenOfText, seenOfLists] = [3000, 30_000];

/**
 * Immediately visible fonts are in the page's own CSS. Rare characters, and italics further down, load after the first
 * paint: they would compete for bandwidth on slow connections (decision 104). `html`: the page's body.
 */
export function pageFonts(
  { fonts: { first, rare, italics }, last }: Pick<SiteLook, 'fonts' | 'last'>,
  language: string,
  html: string,
): PageFonts {
  const text = html.indexOf('<div class="post-content');
  const isSlantedEarly =
    last.includes('italic') || slanted.test(html.slice(0, text === -1 ? seenOfLists : text + seenOfText));
  const [rareLater, italicsLater] = [
    rare !== '' && basicLanguages.has(language.replace(/-.*/s, '').toLowerCase()),
    italics !== '' && !isSlantedEarly,
  ];
  return {
    css: `${first}${rareLater ? '' : rare}${italicsLater ? '' : italics}`,
    late: lateStylesWith({ rare: rareLater, italics: italicsLater }),
  };
}
