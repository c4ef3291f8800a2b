import { htmlTokens } from '../../lib/markup/html-tokens.ts';
import type { DocumentNode } from './document.ts';

/** An element or comment that stands in no element. Offsets are into the HTML of its node. */
export interface OutermostPart {
  readonly node: number;
  /** Of the element; `#comment`. */
  readonly name: string;
  readonly start: number;
  /** Behind the opening tag. */
  readonly inside: number;
  readonly end: number;
}

/** Elements that have no end tag. */
export const voidElements: ReadonlySet<string> = new Set([
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
