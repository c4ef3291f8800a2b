import { ownFiles } from '../../lib/former-sites.ts';
import { escapeHtml, htmlToText } from '../../lib/plain-text.ts';
import { typographyOf } from '../../lib/typography/typography.ts';
import { messageOf } from '../../lib/errors.ts';
import type { WorkerPool, WorkerTask } from '../../lib/worker-pool.ts';
import type { DocumentNode } from './document.ts';
import { cleanPieces } from '../../lib/clean-html/clean-html.ts';
import type { OwnFile } from '../../lib/clean-css/tokens.ts';
import type { Typography } from '../../lib/typography/typography.ts';
import { mendStretch } from '../../lib/markup/html-tokens.ts';

export interface CleanRequest {
  readonly nodes: readonly DocumentNode[];
  readonly ownMark: string;
  /** Language of the typographic marks; undefined: no marks. */
  readonly language: string | undefined;
  /** This site and those that the content came from: styles may load their files. */
  readonly siteUrl: string;
  readonly exporters: readonly string[];
}

/** UTF-16 units that the serving thread cleans itself: about 20 ms. */
const maxHere = 60_000;

export const cleanTask: WorkerTask<CleanRequest, DocumentNode[]> = { name: 'clean' };

/** Typesets first: cleaning comes last, and decodes the references that protect characters from typesetting. */
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

/**
 * Typesets and cleans a document, in a worker if it is long. If that takes too much time or memory, only its words
 * remain and `onProblem` is called.
 */
export async function cleanDocument(
  request: CleanRequest,
  textWorkers: WorkerPool | undefined,
  onProblem: (message: string) => void,
): Promise<DocumentNode[]> {
  if (!textWorkers || sizeOf(request.nodes) <= maxHere) return typesetAndClean(request);
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

function typesetNodes(nodes: readonly DocumentNode[], typography: Typography): DocumentNode[] {
  return nodes.map((node) =>
    typeof node === 'string'
      ? typography.html(node)
      : { ...node, children: typesetNodes(node.children, typography) },
  );
}

/** Blocks with children directly inside a list. */
const listing = /^core\/(?:navigation|social-links|page-list|list(?:-item)?$)/;

interface CleanOptions {
  /** Prefix of our own marks; removed by cleaning. */
  readonly ownMark?: string;
  readonly ownFile?: OwnFile;
  readonly isTemplate?: boolean;
}

/**
 * Removes active content, and marks without the prefix `ownMark`. Adjacent nodes are parsed as one text with blocks as
 * placeholders: an element may start before a block and end after it, but one within a block ends there.
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
