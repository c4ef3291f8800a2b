import { htmlTokens } from '../../lib/markup/html-tokens.ts';
import type { HtmlToken } from '../../lib/markup/html-tokens.ts';
import { splice } from '../../lib/markup/splice.ts';
import type { Edit } from '../../lib/markup/splice.ts';
import type { DocumentNode } from './document.ts';

/** Elements that stand in a line of text. */
const inline: ReadonlySet<string> = new Set([
  'a',
  'abbr',
  'acronym',
  'b',
  'bdi',
  'bdo',
  'big',
  'br',
  'button',
  'cite',
  'code',
  'data',
  'del',
  'dfn',
  'em',
  'font',
  'i',
  'input',
  'ins',
  'kbd',
  'label',
  'mark',
  'meter',
  'output',
  'progress',
  'q',
  'ruby',
  's',
  'samp',
  'select',
  'small',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'textarea',
  'time',
  'tt',
  'u',
  'var',
  'wbr',
]);
/** Boxes of their own by our styles, which stand in the measure by themselves; between words they go with them. */
const media: ReadonlySet<string> = new Set([
  'img',
  'picture',
  'iframe',
  'video',
  'audio',
  'object',
  'embed',
  'canvas',
  'svg',
  'noscript',
]);
const empty: ReadonlySet<string> = new Set([
  'area',
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

/** A place in a document: an offset into one of its texts. */
interface Place {
  readonly node: number;
  readonly at: number;
}

/**
 * Puts a box around words and elements of a line that stand in a text without a block around them: the measure is a greatest width of boxes, and words alone
 * have none. `nodes` are those of a whole text, cleaned: each element ends in it.
 */
export function boxBareText(nodes: readonly DocumentNode[]): readonly DocumentNode[] {
  const boxes = findBare(nodes);
  if (boxes.length === 0) return nodes;
  const marks = nodes.map((): Edit[] => []);
  for (const [start, end] of boxes) {
    marks[start.node]?.push({ start: start.at, end: start.at, text: '<div>' });
    marks[end.node]?.push({ start: end.at, end: end.at, text: '</div>' });
  }
  return nodes.map((node, index) => (typeof node === 'string' ? splice(node, marks[index] ?? []) : node));
}

/** Stretches of outermost words, in order. */
function findBare(nodes: readonly DocumentNode[]): [Place, Place][] {
  const found: [Place, Place][] = [];
  let depth = 0;
  let start: Place | undefined;
  let end: Place | undefined;
  let shows = false;
  const close = () => {
    if (start && end && shows) found.push([start, end]);
    [start, end, shows] = [undefined, undefined, false];
  };
  for (const [node, html] of nodes.entries()) {
    if (typeof html !== 'string') {
      if (depth === 0) close();
      continue;
    }
    for (const token of htmlTokens(html)) {
      const isWord =
        token.kind === 'text' && /\S/.test(html.slice(token.start, token.end).replaceAll('&nbsp;', ' '));
      if (depth === 0) {
        if (token.kind === 'text' && !isWord && !start) continue;
        // Breaks between parts of a text are comments.
        if (token.kind !== 'text' && !inline.has(token.name) && !media.has(token.name)) close();
        else start ??= { node, at: token.start };
      }
      shows ||=
        start !== undefined && (isWord || (token.kind === 'open' && depth > 0 && media.has(token.name)));
      depth += stepOf(token);
      if (depth < 0) return [];
      if (depth === 0 && start && (token.kind !== 'text' || isWord)) end = { node, at: token.end };
    }
    // What is open goes on behind the block that follows.
    if (depth === 0) close();
  }
  close();
  return depth === 0 ? found : [];
}

function stepOf({ kind, name }: HtmlToken): number {
  return kind === 'close' ? (empty.has(name) ? 0 : -1) : kind === 'open' && !empty.has(name) ? 1 : 0;
}
