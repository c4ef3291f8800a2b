import { htmlToText } from '../../lib/plain-text.ts';
import { htmlTokens } from '../../lib/markup/html-tokens.ts';
import type { Post } from '../../modules/posts/post.ts';
import type { CompiledDocument, DocumentNode } from './document.ts';
import { voidElements } from './outermost.ts';

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
