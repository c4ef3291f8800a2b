import type { SmartList } from '../../modules/posts/details.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import type { DocumentNode } from './document.ts';
import { outermostParts } from './outermost.ts';
import type { OutermostPart } from './outermost.ts';
import { partBreak } from './text-parts.ts';
import type { NumberedItem } from './text-parts.ts';

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
