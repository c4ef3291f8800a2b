import type { Post, SmartList } from '../../modules/posts/model.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import type { CompiledDocument, DocumentNode, TextPart } from './document.ts';
import { htmlTokens } from '../../lib/markup/html-tokens.ts';

/** Where a text goes on on another page: WordPress' own mark. */
export const partBreak = '<!--nextpage-->';

/** An item of a smart list: where it begins, in which node and how far into its HTML, and what it is called. */
interface NumberedItem {
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

/** An element or comment that stands in no element. Offsets are into the HTML of its node. */
interface OutermostPart {
  readonly node: number;
  /** Of the element; `#comment`. */
  readonly name: string;
  readonly start: number;
  /** Behind the opening tag. */
  readonly inside: number;
  readonly end: number;
}

/** Elements that have no end tag. */
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

/** Elements and comments that stand in no element, in order, whatever nodes they begin and end in: what is open goes on from one node to the next. */
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

/** A document with its items numbered, and where these stand in it. */
interface NumberedParts {
  readonly nodes: readonly DocumentNode[];
  readonly items: readonly NumberedItem[];
}

/**
 * Makes a numbered list of the parts of a document that begin with a heading of the given level, up to the first heading above it: each with its number, title,
 * picture and text.
 * As slides each item is a list of its own, with a break between them. A document without such headings stays as it is.
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
      // What begins in one node and ends in another is called by its beginning.
      title: htmlToText(
        htmlOf(nodes, { ...part, start: part.inside, end: part.end > part.inside ? part.end : Infinity }),
      ),
    }),
  );
  return { nodes: end ? numbered : [...numbered, '</li></ol>'], items };
}

/** How much longer edits make what stands before a place; places are asked about in order. */
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

/** A figure with a picture, or an element that holds nothing but one. */
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
 * What stands of a post's text before its first `more` mark, with a link in the mark's place and the elements around it closed; the whole text where it has
 * none. `linkOf` writes the link as HTML, from the mark's own words as plain text; '': it has none.
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

/** Where a mark begins in the HTML of a node; undefined: it is not there. `open` gets the elements that are open there, or at the end. */
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
