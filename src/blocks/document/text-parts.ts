import type { Post } from '../../content/posts/post.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import type { CompiledDocument, DocumentNode, TextPart } from './document.ts';
import { outermostParts } from './outermost.ts';

/** Where a text goes on on another page: WordPress' own mark. */
export const partBreak = '<!--nextpage-->';

/** How many parts a post's text can have at most, told without rendering it. */
export function mostParts({ content, details: { smartList } }: Pick<Post, 'content' | 'details'>): number {
  const headings = smartList?.layout === 'slides' ? content.split(new RegExp(`<${smartList.heading}\\b`, 'i')).length - 1 : 0;
  return headings + content.split(partBreak).length;
}

/**
 * Splits a document at its breaks, each of which becomes a node of its own. Breaks inside of elements would tear these: they stay comments. Parts that hold
 * nothing are none.
 */
export function splitParts(document: CompiledDocument): CompiledDocument {
  if (!document.nodes.some((node) => typeof node === 'string' && node.includes(partBreak))) return document;
  const breaks = outermostParts(document.nodes)
    .filter(({ node, name, start, end }) => name === '#comment' && textAt(document.nodes, node).slice(start, end) === partBreak);
  const parts: DocumentNode[][] = [[]];
  for (const [place, node] of document.nodes.entries()) {
    let copied = 0;
    for (const found of breaks.filter((candidate) => candidate.node === place)) {
      parts.at(-1)?.push(textAt(document.nodes, place).slice(copied, found.start));
      parts.push([]);
      copied = found.end;
    }
    parts.at(-1)?.push(typeof node === 'string' ? node.slice(copied) : node);
  }
  const full = parts.map((nodes) => nodes.filter((node) => node !== ''))
    .filter((nodes) => nodes.some((node) => typeof node !== 'string' || node.trim() !== ''));
  const nodes = full.flatMap((part, index) => (index === 0 ? part : [partBreak, ...part]));
  return full.length < 2 ? { ...document, nodes } : { ...document, nodes, parts: full.map(describePart) };
}

/** One part of a document that was split; `number` counts from 1. */
export function partOf(document: CompiledDocument, number: number): CompiledDocument {
  const breaks = document.nodes.flatMap((node, place) => (node === partBreak ? [place] : []));
  return { ...document, nodes: document.nodes.slice(number === 1 ? 0 : (breaks[number - 2] ?? document.nodes.length) + 1, breaks[number - 1]) };
}

function textAt(nodes: readonly DocumentNode[], place: number): string {
  const node = nodes[place];
  return typeof node === 'string' ? node : '';
}

/** A part is called by its item with the number, else by the heading that it begins with. */
function describePart(nodes: readonly DocumentNode[]): TextPart {
  const html = nodes.filter((node) => typeof node === 'string').join('');
  const [, number = '', rest] = html.split(/<span class="smart-list-number">(\d+)<\/span>/, 3);
  const item = rest?.split(/<\/h[1-6]>/, 1)[0];
  if (item !== undefined && item !== rest) return { title: `${number}. ${htmlToText(item)}`, item: Number(number) };
  return { title: htmlToText(/^\s*<h([1-6])[^<>]*>([^]*?)<\/h\1>/.exec(html)?.[2] ?? '') };
}
