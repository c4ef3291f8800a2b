import { ownFiles } from '../../lib/former-sites.ts';
import { escapeHtml, htmlToText } from '../../lib/plain-text.ts';
import { typographyOf } from '../../lib/typography/typography.ts';
import { messageOf } from '../../lib/errors.ts';
import type { WorkerTask } from '../../lib/worker-pool.ts';
import { textWorkers } from '../../modules/posts/prepare-text.ts';
import type { DocumentNode } from './document.ts';
import { cleanPieces } from '../../lib/clean-html/clean-html.ts';
import type { OwnFile } from '../../lib/clean-css/tokens.ts';
import type { Typography } from '../../lib/typography/typography.ts';
import { mendStretch } from '../../lib/markup/html-tokens.ts';

export interface CleanRequest {
  readonly nodes: readonly DocumentNode[];
  readonly ownMark: string;
  /** Of the typographic marks that texts get; undefined: none. */
  readonly language: string | undefined;
  /** This site and those that the content came from: styles may show files of theirs. */
  readonly siteUrl: string;
  readonly exporters: readonly string[];
}

/** UTF-16 units that the serving thread cleans itself: some 20 ms. */
const mostHere = 60_000;

export const cleanTask: WorkerTask<CleanRequest, DocumentNode[]> = { name: 'clean' };

/** Marks come first: cleaning has the last word, and takes apart the references that keep what is written so from getting any. */
export function typesetAndClean({
  nodes,
  ownMark,
  language,
  siteUrl,
  exporters,
}: CleanRequest): DocumentNode[] {
  return cleanNodes(typesetNodes(nodes, typographyOf(language)), {
    ownMark,
    ownFile: ownFiles(siteUrl, exporters),
  });
}

/** Typesets and cleans a document, in a worker where it is long. One that takes too much time or memory shows its words only, and `onProblem` is called. */
export async function cleanDocument(
  request: CleanRequest,
  isInWorker: boolean,
  onProblem: (message: string) => void,
): Promise<DocumentNode[]> {
  if (isInWorker || sizeOf(request.nodes) <= mostHere) return typesetAndClean(request);
  try {
    return await textWorkers.run(cleanTask, request);
  } catch (error) {
    onProblem(`The text can't be cleaned, so only its words are shown: ${messageOf(error)}`);
    return wordsOf(request.nodes);
  }
}

function sizeOf(nodes: readonly DocumentNode[]): number {
  let size = 0;
  for (const node of nodes) size += typeof node === 'string' ? node.length : sizeOf(node.children);
  return size;
}

function wordsOf(nodes: readonly DocumentNode[]): DocumentNode[] {
  return nodes.map((node) =>
    typeof node === 'string'
      ? `<p>${escapeHtml(htmlToText(node))}</p>`
      : { ...node, children: wordsOf(node.children) },
  );
}

/** The same document, its texts with their typographic marks. */
function typesetNodes(nodes: readonly DocumentNode[], typography: Typography): DocumentNode[] {
  return nodes.map((node) =>
    typeof node === 'string'
      ? typography.html(node)
      : { ...node, children: typesetNodes(node.children, typography) },
  );
}

/** Blocks whose children stand right in a list. */
const listing = /^core\/(?:navigation|social-links|page-list|list(?:-item)?$)/;

/** What cleaning knows of the document. */
interface CleanOptions {
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
