import type { CompiledDocument, DocumentNode } from '../../blocks/document/document.ts';
import { findBlock } from '../../blocks/registry.server.ts';

/**
 * Stand among the names of a page's blocks where a text needs more CSS than most do: of what stands at a side of it; of tables, columns, sizes by name and
 * the like; of buttons, groups and the like; of covers and text beside media; of videos, audio and embeds; of colours by name; of accordions and tabs; of
 * galleries; of smart lists; of blocks that some screens do not show.
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

/** Core blocks for which the CSS of every text is enough. */
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
/** Classes by which editors style plain blocks; those that pictures, embeds and layouts always have mean no style. */
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
/** Texts of other pages open on this one. */
const opensOthers = /data-lightbox-content/;

/** By document, which is kept: a text is looked through once. */
const stylesByDocument = new WeakMap<CompiledDocument, readonly string[]>();

/**
 * Which of these a text needs, and the blocks of ours whose look its HTML borrows (a gallery that slides). Blocks that stand in it bring their own look once it
 * is known that they show something.
 */
export function textStyles(document: CompiledDocument): readonly string[] {
  const names = stylesByDocument.get(document) ?? findStyles(document);
  stylesByDocument.set(document, names);
  return names;
}

function findStyles({ blocks, nodes }: CompiledDocument): string[] {
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

/** Attributes by which a block that the server renders, or a picture in it, stands at a side. */
const setsSide = /"\w*[aA]lign":"(?:left|right)"/;

function setsAside(nodes: readonly DocumentNode[]): boolean {
  return nodes.some(
    (node) =>
      typeof node !== 'string' &&
      (setsSide.test(JSON.stringify(node.attributes)) || setsAside(node.children)),
  );
}

/** Attributes of blocks that the server renders by which somebody chose a colour, or a value that has a name. */
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
