import type { Post } from '../../modules/posts/post.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import type { CompiledDocument, DocumentNode, TextPart } from './document.ts';
import { outermostParts } from './outermost.ts';
import type { OutermostPart } from './outermost.ts';

/** Where a text goes on on another page: WordPress' own mark. */
export const partBreak = '<!--nextpage-->';

/** An item of a smart list: where it begins, in which node and how far into its HTML, and what it is called. */
export interface NumberedItem {
  readonly node: number;
  readonly at: number;
  readonly number: number;
  /** '' for one without. */
  readonly title: string;
}

/** How many parts a post's text can have at most, told without rendering it. */
export function mostParts({ content, details: { smartList } }: Pick<Post, 'content' | 'details'>): number {
  const headings =
    smartList?.layout === 'slides'
      ? content.split(new RegExp(`<${smartList.heading}\\b`, 'i')).length - 1
      : 0;
  return headings + content.split(partBreak).length;
}

/**
 * Splits a document at its breaks, each of which becomes a node of its own. Breaks inside of elements would tear these: they stay comments. Parts that hold
 * nothing are none. `items`: those of a smart list in it.
 */
export function splitParts(
  document: CompiledDocument,
  items: readonly NumberedItem[] = [],
): CompiledDocument {
  if (!document.nodes.some((node) => typeof node === 'string' && node.includes(partBreak))) return document;
  const breaks = outermostParts(document.nodes).filter(
    ({ node, name, start, end }) =>
      name === '#comment' && textAt(document.nodes, node).slice(start, end) === partBreak,
  );
  const breaksIn = Map.groupBy(breaks, ({ node }) => node);
  const parts: DocumentNode[][] = [[]];
  for (const [place, node] of document.nodes.entries()) {
    let copied = 0;
    for (const found of breaksIn.get(place) ?? []) {
      parts.at(-1)?.push(textAt(document.nodes, place).slice(copied, found.start));
      parts.push([]);
      copied = found.end;
    }
    parts.at(-1)?.push(typeof node === 'string' ? node.slice(copied) : node);
  }
  const first = firstItems(items, breaks);
  const full = parts
    .map((nodes, place) => ({ nodes: nodes.filter((node) => node !== ''), item: first.get(place) }))
    .filter((part) => part.nodes.some((node) => typeof node !== 'string' || node.trim() !== ''));
  const nodes = full.flatMap((part, index) => (index === 0 ? part.nodes : [partBreak, ...part.nodes]));
  return full.length < 2
    ? { ...document, nodes }
    : { ...document, nodes, parts: full.map((part) => describePart(part.nodes, part.item)) };
}

/** One part of a document that was split; `number` counts from 1. */
export function partOf(document: CompiledDocument, number: number): CompiledDocument {
  const breaks = document.nodes.flatMap((node, place) => (node === partBreak ? [place] : []));
  return {
    ...document,
    nodes: document.nodes.slice(
      number === 1 ? 0 : (breaks[number - 2] ?? document.nodes.length) + 1,
      breaks[number - 1],
    ),
  };
}

/** The first item of each part. Items stand in order, and so do breaks. */
function firstItems(
  items: readonly NumberedItem[],
  breaks: readonly OutermostPart[],
): Map<number, NumberedItem> {
  const first = new Map<number, NumberedItem>();
  let place = 0;
  for (const item of items) {
    for (
      let next = breaks[place];
      next && (next.node < item.node || (next.node === item.node && next.start < item.at));
      next = breaks[place]
    )
      place++;
    if (!first.has(place)) first.set(place, item);
  }
  return first;
}

function textAt(nodes: readonly DocumentNode[], place: number): string {
  const node = nodes[place];
  return typeof node === 'string' ? node : '';
}

/** A part is called by the first item that it holds, with its number, else by the heading that it begins with. */
function describePart(nodes: readonly DocumentNode[], item: NumberedItem | undefined): TextPart {
  if (item) return { title: `${item.number}. ${item.title}`, item: item.number };
  const html = nodes.filter((node) => typeof node === 'string').join('');
  return { title: htmlToText(/^\s*<h([1-6])[^<>]*>([^]*?)<\/h\1>/.exec(html)?.[2] ?? '') };
}
