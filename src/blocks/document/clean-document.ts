import { Worker } from 'node:worker_threads';
import { escapeHtml, htmlToText } from '../../lib/plain-text.ts';
import { typographyOf } from '../../lib/typography/typography.ts';
import { cleanNodes, typesetNodes } from './clean-nodes.ts';
import type { DocumentNode } from './document.ts';

export interface CleanRequest {
  readonly nodes: readonly DocumentNode[];
  readonly ownMark: string;
  /** Of the typographic marks that texts get; undefined: none. */
  readonly language: string | undefined;
}

/** Characters that the serving thread cleans itself: some 20 ms. */
const mostHere = 60_000;
/** How long a thread may take for a text, in milliseconds: a megabyte that people wrote takes half a second. */
const patienceMs = 30_000;
/** Memory of such a thread, in megabytes: a text of 10 MB takes half of it. */
const mostMemoryMb = 1024;

/**
 * Typesets and cleans a text of any size. A large one goes through a thread of its own, and shows its words only where that fails, which `onProblem` hears.
 * Marks come first: cleaning has the last word, and takes apart the references that keep what is written so from getting any.
 */
export async function cleanDocument(request: CleanRequest, onProblem: (message: string) => void): Promise<DocumentNode[]> {
  const { nodes, ownMark, language } = request;
  if (sizeOf(nodes) <= mostHere) return cleanNodes(typesetNodes(nodes, typographyOf(language)), ownMark);
  try {
    return await inThread(request);
  } catch (error) {
    onProblem(`The text is too much to be cleaned, so its words are shown only: ${error instanceof Error ? error.message : String(error)}`);
    return wordsOf(nodes);
  }
}

function inThread(request: CleanRequest): Promise<DocumentNode[]> {
  const beside = import.meta.url.endsWith('.ts') ? './clean-worker.ts' : './clean-worker.js';
  const worker = new Worker(new URL(beside, import.meta.url), { workerData: request, name: 'clean', resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb } });
  return new Promise<DocumentNode[]>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`it took longer than ${patienceMs / 1000} seconds`)), patienceMs);
    worker.once('message', resolve).once('error', reject).once('exit', () => {
      clearTimeout(timer);
      reject(new Error('its thread ended'));
    });
  }).finally(() => void worker.terminate());
}

function sizeOf(nodes: readonly DocumentNode[]): number {
  let size = 0;
  for (const node of nodes) size += typeof node === 'string' ? node.length : sizeOf(node.children);
  return size;
}

function wordsOf(nodes: readonly DocumentNode[]): DocumentNode[] {
  return nodes.map((node) => (typeof node === 'string' ? `<p>${escapeHtml(htmlToText(node))}</p>` : { ...node, children: wordsOf(node.children) }));
}
