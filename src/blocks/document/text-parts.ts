import type { Post, SmartList } from '../../modules/posts/model.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import type { CompiledDocument, DocumentNode, TextPart } from './document.ts';
import { htmlTokens } from '../../lib/markup/html-tokens.ts';

export const partBreak = '<!--nextpage-->';

/** A smart list item: node and offset of its start, number and title. */
interface NumberedItem {
  readonly node: number;
  readonly at: number;
  readonly number: number;
  /** '' without a title. */
  readonly title: string;
}

/** Upper bound of a text's parts, without rendering it. */
export function maxParts({ content, details: { smartList } }: Pick<Post, 'content' | 'details'>): number {
  const headings =
    smartList?.layout === 'slides'
      ? content.split(new RegExp(`<${smartList.heading}\\b`, 'i')).length - 1
      : 0;
  return headings + content.split(partBreak).length;
}

/**
 * Splits a document at its top-level breaks, which become separate nodes; breaks inside elements remain comments. Drops
 * empty parts. `items`: its smart list's.
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

/** One part of a split document; `number` starts at 1. */
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

/** A part's title: its first item with its number, else its first heading. */
function describePart(nodes: readonly DocumentNode[], item: NumberedItem | undefined): TextPart {
  if (item) return { title: `${item.number}. ${item.title}`, item: item.number };
  const html = nodes.filter((node) => typeof node === 'string').join('');
  return { title: htmlToText(/^\s*<h([1-6])[^<>]*>([^]*?)<\/h\1>/.exec(html)?.[2] ?? '') };
}

/** A top-level element or comment. Offsets are into its node's HTML. */
interface OutermostPart {
  readonly node: number;
  readonly name: string;
  readonly start: number;
  /** After the opening tag. */
  readonly inside: number;
  readonly end: number;
}

const voidElements: ReadonlySet<string> = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);

/** Top-level elements and comments in order; an element may start in one node and end in another. */
export function outermostParts(nodes: readonly DocumentNode[]): OutermostPart[] {
  const parts: OutermostPart[] = [];
  const open: string[] = [];
  for (const [node, html] of nodes.entries()) {
    if (typeof html !== 'string') continue;
    for (const token of htmlTokens(html)) {
      if (token.kind === 'close') {
        const place = open.lastIndexOf(token.name);
        if (place === -1) continue;
        open.length = place;
        const part = parts.at(-1);
        if (place === 0 && part?.node === node) parts[parts.length - 1] = { ...part, end: token.end };
      } else if (token.kind === 'open') {
        if (
          open.length === 1 &&
          open[0] === 'p' &&
          /^(?:h[1-6]|p|div|figure|ul|ol|table|blockquote|pre|hr)$/.test(token.name)
        )
          open.length = 0;
        if (open.length === 0)
          parts.push({ node, name: token.name, start: token.start, inside: token.end, end: token.end });
        if (!voidElements.has(token.name)) open.push(token.name);
      } else if (token.kind === 'comment' && open.length === 0) {
        parts.push({ node, name: '#comment', start: token.start, inside: token.end, end: token.end });
      }
    }
  }
  return parts;
}

const listStart = '<ol class="smart-list" data-late="smart-list" data-held="">';

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly html: string;
}

interface NumberedParts {
  readonly nodes: readonly DocumentNode[];
  readonly items: readonly NumberedItem[];
}

/**
 * Turns the parts of a document that start with a heading of the given level, up to the first higher one, into a
 * numbered list. As slides each item is a list of its own, separated by breaks. Unchanged without such headings.
 */
export function numberParts(
  nodes: readonly DocumentNode[],
  { heading, order, layout }: SmartList,
): NumberedParts {
  const parts = outermostParts(nodes);
  const first = parts.findIndex(({ name }) => name === heading);
  if (first === -1) return { nodes, items: [] };
  const after = parts.findIndex(
    ({ name }, place) => place > first && /^h[1-6]$/.test(name) && name < heading,
  );
  const last = after === -1 ? parts.length : after;
  const starts = parts
    .map((part, place) => ({ part, place }))
    .filter(({ part, place }) => place >= first && place < last && part.name === heading);
  const edits = nodes.map((): Edit[] => []);
  const at = (node: number, from: number, html: string, to = from) => edits[node]?.push({ from, to, html });
  const numberOf = (index: number) => (order === 'asc' ? index + 1 : starts.length - index);
  for (const [index, { part, place }] of starts.entries()) {
    at(
      part.node,
      part.start,
      `${index === 0 ? listStart : layout === 'slides' ? `</li></ol>${partBreak}${listStart}` : '</li>'}<li class="smart-list-item">`,
    );
    at(part.node, part.inside, `<span class="smart-list-number">${numberOf(index)}</span> `);
    const picture = parts
      .slice(place + 1, starts[index + 1]?.place ?? last)
      .find(
        (candidate) => candidate.node === part.node && isPicture(htmlOf(nodes, candidate), candidate.name),
      );
    if (!picture) continue;
    at(part.node, part.end, htmlOf(nodes, picture));
    at(picture.node, picture.start, '', picture.end);
  }
  const end = parts[last];
  if (end) at(end.node, end.start, '</li></ol>');
  const numbered = nodes.map((node, place) =>
    typeof node === 'string' ? edited(node, edits[place] ?? []) : node,
  );
  const growths = edits.map(growth);
  const items = starts.map(
    ({ part }, index): NumberedItem => ({
      node: part.node,
      at: part.start + (growths[part.node]?.(part.start) ?? 0),
      number: numberOf(index),
      // A heading that ends in another node is named by its beginning.
      title: htmlToText(
        htmlOf(nodes, { ...part, start: part.inside, end: part.end > part.inside ? part.end : Infinity }),
      ),
    }),
  );
  return { nodes: end ? numbered : [...numbered, '</li></ol>'], items };
}

/** Returns the growth of the text before a place; places must be passed in order. */
function growth(edits: readonly Edit[]): (place: number) => number {
  const sorted = edits.toSorted((a, b) => a.from - b.from);
  let passed = 0;
  let grown = 0;
  return (place) => {
    for (let next = sorted[passed]; next && next.from <= place; next = sorted[++passed])
      grown += next.html.length - (next.to - next.from);
    return grown;
  };
}

function htmlOf(nodes: readonly DocumentNode[], { node, start, end }: OutermostPart): string {
  const html = nodes[node];
  return typeof html === 'string' ? html.slice(start, end) : '';
}

function isPicture(html: string, name: string): boolean {
  return (
    html.includes('<img') &&
    (name === 'figure' ? !/^<figure[^>]*gallery/.test(html) : htmlToText(html) === '')
  );
}

function edited(html: string, edits: readonly Edit[]): string {
  let result = '';
  let copied = 0;
  for (const { from, to, html: added } of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    result += html.slice(copied, from) + added;
    copied = to;
  }
  return result + html.slice(copied);
}

/**
 * A post's text before its first `more` tag, with a link in its place and open elements closed; the whole text without
 * one. `linkOf` returns the link's HTML for the tag's plain text; '': no link.
 */
export function beforeMore(
  document: CompiledDocument,
  { id, content }: Pick<Post, 'id' | 'content'>,
  linkOf: (words: string) => string,
): CompiledDocument {
  const words = wordsOfMark(content);
  if (words === undefined) return document;
  const nodes: DocumentNode[] = [];
  const open: string[] = [];
  for (const html of document.nodes) {
    const end = typeof html === 'string' ? markIn(html, `<span id="more-${id}">`, open) : undefined;
    nodes.push(typeof html === 'string' && end !== undefined ? html.slice(0, end) : html);
    if (end !== undefined)
      return {
        ...document,
        nodes: [
          ...nodes,
          linkOf(words) +
            open
              .toReversed()
              .map((name) => `</${name}>`)
              .join(''),
        ],
      };
  }
  return document;
}

function wordsOfMark(content: string): string | undefined {
  const [, start, more = ''] = /(<!--more)\b([^]*)/.exec(content) ?? [];
  const end = more.indexOf('-->');
  return start === undefined || end === -1 ? undefined : htmlToText(more.slice(0, end)).trim();
}

/** Offset of a mark in a node's HTML; undefined if not found. `open` collects the elements open there or at the end. */
function markIn(html: string, mark: string, open: string[]): number | undefined {
  for (const token of htmlTokens(html)) {
    if (token.kind === 'open') {
      if (html.startsWith(mark, token.start)) return token.start;
      if (!voidElements.has(token.name)) open.push(token.name);
    } else if (token.kind === 'close') {
      const place = open.lastIndexOf(token.name);
      if (place !== -1) open.length = place;
    }
  }
  return undefined;
}
