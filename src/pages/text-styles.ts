import type { CompiledDocument, DocumentNode } from '../blocks/document/document.ts';
import { findBlock } from '../blocks/registry.server.ts';

/** Stand among the names of a page's blocks where a text needs more CSS than most do: of tables, columns and the like; of covers, colours and sizes by name. */
export const richText = 'core/rich-text';
export const presetText = 'core/preset-text';

/** Core blocks for which the CSS of every text is enough. */
const plainBlocks: ReadonlySet<string> = new Set(['core/paragraph', 'core/heading', 'core/list', 'core/list-item', 'core/quote', 'core/pullquote', 'core/image', 'core/gallery', 'core/video', 'core/audio', 'core/embed', 'core/code', 'core/preformatted', 'core/more', 'core/nextpage']);
/** Blocks that come with colours and covers. */
const coloured: ReadonlySet<string> = new Set(['core/cover', 'core/media-text']);
/** Classes by which editors style plain blocks, and texts of other pages that open on this one. */
const styled = /\b(?:has|is)-[a-z]|data-lightbox-content/;
/** Colours and sizes by name, and texts of other pages. */
const preset = /\bhas-[a-z-]*(?:color|background|font-size)|--wp--|data-lightbox-content/;

/** What of `richText` and `presetText` a text needs. One of several parts needs both: the others come later, without the CSS of their own pages. */
export function textStyles({ blocks, nodes, parts }: CompiledDocument): string[] {
  const isOpen = parts !== undefined || blocks.some((name) => name === 'core/freeform' || (!name.startsWith('core/') && !findBlock(name)));
  const isRich = isOpen || blocks.some((name) => !plainBlocks.has(name) && !findBlock(name)) || holds(nodes, styled);
  return [...(isRich ? [richText] : []), ...(isOpen || blocks.some((name) => coloured.has(name)) || holds(nodes, preset) ? [presetText] : [])];
}

function holds(nodes: readonly DocumentNode[], sought: RegExp): boolean {
  return nodes.some((node) => (typeof node === 'string' ? sought.test(node) : holds(node.children, sought)));
}
