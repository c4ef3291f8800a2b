import { ownFiles } from '../../lib/clean-css/own-files.ts';
import { escapeHtml, htmlToText } from '../../lib/plain-text.ts';
import { typographyOf } from '../../lib/typography/typography.ts';
import { messageOf } from '../../lib/errors.ts';
import type { WorkerTask } from '../../lib/worker-pool.ts';
import { textWorkers } from '../../modules/posts/text-workers.ts';
import { cleanNodes, typesetNodes } from './clean-nodes.ts';
import type { DocumentNode } from './document.ts';

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
