import type { CompiledDocument, DocumentNode } from '../blocks/document/document.ts';
import { findBlock } from '../blocks/registry.server.ts';

/** Stands among the names of a page's blocks where a text needs more CSS than most do (`richTextCss`). */
export const richText = 'core/rich-text';

/** Core blocks for which the CSS of every text is enough. */
const plainBlocks: ReadonlySet<string> = new Set(['core/paragraph', 'core/heading', 'core/list', 'core/list-item', 'core/quote', 'core/pullquote', 'core/image', 'core/gallery', 'core/video', 'core/audio', 'core/embed', 'core/more', 'core/nextpage']);
/** Classes and variables by which editors style plain blocks, and texts of other pages that open on this one. */
const styled = /\b(?:has|is)-[a-z]|--wp--|data-lightbox-content/;

/** Whether a text needs `richTextCss`. One of several parts does: the others come later, without the CSS of their own pages. */
export function isRichText({ blocks, nodes, parts }: CompiledDocument): boolean {
  return parts !== undefined || blocks.some((name) => !plainBlocks.has(name) && !findBlock(name)) || isStyled(nodes);
}

function isStyled(nodes: readonly DocumentNode[]): boolean {
  return nodes.some((node) => (typeof node === 'string' ? styled.test(node) : isStyled(node.children)));
}
