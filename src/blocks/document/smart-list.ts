import type { SmartList } from '../../content/posts/details.ts';
import { htmlTokens } from '../../lib/html-tokens.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import type { DocumentNode } from './document.ts';

/** An element that stands in no other. Offsets are into the HTML of its node. */
interface Part {
  readonly node: number;
  readonly name: string;
  readonly start: number;
  /** Behind the opening tag. */
  readonly inside: number;
  end: number;
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly html: string;
}

const voidElements: ReadonlySet<string> = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr']);

/**
 * Makes a numbered list of the parts of a document that begin with a heading of the given level, up to the first heading above it: each with its number, title, picture and text.
 * A document without such headings stays as it is.
 */
export function numberParts(nodes: readonly DocumentNode[], { heading, order }: Pick<SmartList, 'heading' | 'order'>): readonly DocumentNode[] {
  const parts = outermostParts(nodes);
  const first = parts.findIndex(({ name }) => name === heading);
  if (first === -1) return nodes;
  const after = parts.findIndex(({ name }, place) => place > first && /^h[1-6]$/.test(name) && name < heading);
  const last = after === -1 ? parts.length : after;
  const starts = parts.map((part, place) => ({ part, place })).filter(({ part, place }) => place >= first && place < last && part.name === heading);
  const edits = nodes.map((): Edit[] => []);
  const at = (node: number, from: number, html: string, to = from) => edits[node]?.push({ from, to, html });
  for (const [index, { part, place }] of starts.entries()) {
    const number = order === 'asc' ? index + 1 : starts.length - index;
    at(part.node, part.start, `${index === 0 ? '<ol class="smart-list">' : '</li>'}<li class="smart-list-item">`);
    at(part.node, part.inside, `<span class="smart-list-number">${number}</span> `);
    const picture = parts.slice(place + 1, starts[index + 1]?.place ?? last).find((candidate) => candidate.node === part.node && isPicture(htmlOf(nodes, candidate), candidate.name));
    if (!picture) continue;
    at(part.node, part.end, htmlOf(nodes, picture));
    at(picture.node, picture.start, '', picture.end);
  }
  const end = parts[last];
  if (end) at(end.node, end.start, '</li></ol>');
  const numbered = nodes.map((node, place) => (typeof node === 'string' ? edited(node, edits[place] ?? []) : node));
  return end ? numbered : [...numbered, '</li></ol>'];
}

/** Elements in no other, in order, whatever nodes they begin and end in: what is open goes on from one node to the next. */
function outermostParts(nodes: readonly DocumentNode[]): Part[] {
  const parts: Part[] = [];
  const open: string[] = [];
  for (const [node, html] of nodes.entries()) {
    if (typeof html !== 'string') continue;
    for (const token of htmlTokens(html)) {
      if (token.kind === 'close') {
        const place = open.lastIndexOf(token.name);
        if (place === -1) continue;
        open.length = place;
        const part = parts.at(-1);
        if (place === 0 && part) part.end = part.node === node ? token.end : part.end;
      } else if (token.kind === 'open') {
        if (open.length === 1 && open[0] === 'p' && /^(?:h[1-6]|p|div|figure|ul|ol|table|blockquote|pre|hr)$/.test(token.name)) open.length = 0;
        if (open.length === 0) parts.push({ node, name: token.name, start: token.start, inside: token.end, end: token.end });
        if (!voidElements.has(token.name)) open.push(token.name);
      }
    }
  }
  return parts;
}

function htmlOf(nodes: readonly DocumentNode[], { node, start, end }: Part): string {
  const html = nodes[node];
  return typeof html === 'string' ? html.slice(start, end) : '';
}

/** A figure with a picture, or an element that holds nothing but one. */
function isPicture(html: string, name: string): boolean {
  return html.includes('<img') && (name === 'figure' ? !/^<figure[^>]*gallery/.test(html) : htmlToText(html) === '');
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
