import { cleanPieces } from '../../lib/clean-html/clean-html.ts';
import type { OwnFile } from '../../lib/clean-css/declaration.ts';
import type { Typography } from '../../lib/typography/typography.ts';
import type { DocumentNode } from './document.ts';
import { mendStretch } from '../../lib/markup/mend-html.ts';

/** The same document, its texts with their typographic marks. */
export function typesetNodes(nodes: readonly DocumentNode[], typography: Typography): DocumentNode[] {
  return nodes.map((node) =>
    typeof node === 'string'
      ? typography.html(node)
      : { ...node, children: typesetNodes(node.children, typography) },
  );
}

/** Blocks whose children stand right in a list. */
const listing = /^core\/(?:navigation|social-links|page-list|list(?:-item)?$)/;

/** What cleaning knows of the document. */
export interface CleanOptions {
  /** Marks of ours begin with this; it goes. */
  readonly ownMark?: string;
  readonly ownFile?: OwnFile;
  readonly isTemplate?: boolean;
}

/**
 * A document whose HTML holds nothing that runs, and no marks of ours but those that begin with `ownMark`. What stands beside each other is read as
 * one text, in which blocks are places: an element may begin in front of a block and end behind it. What is inside of a block ends with it.
 */
export function cleanNodes(
  nodes: readonly DocumentNode[],
  options: CleanOptions = {},
  inList = false,
): DocumentNode[] {
  const { ownMark, ...own } = options;
  const pieces: string[] = [''];
  for (const node of nodes) {
    if (typeof node === 'string') pieces[pieces.length - 1] += mendStretch(node);
    else pieces.push('');
  }
  const marks = { ...own, inList, ...(ownMark === undefined ? {} : { trusted: ownMark }) };
  const cleaned = pieces.some((piece) => piece.includes('<')) ? cleanPieces(pieces, marks) : pieces;
  const result: DocumentNode[] = [];
  const add = (html: string) =>
    html !== '' && result.push(ownMark === undefined ? html : html.replaceAll(ownMark, ''));
  let place = 0;
  add(cleaned[0] ?? '');
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    result.push({ ...node, children: cleanNodes(node.children, options, listing.test(node.name)) });
    add(cleaned[++place] ?? '');
  }
  return result;
}
