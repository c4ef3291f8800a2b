import { availableParallelism } from 'node:os';
import { cleanWhereNeeded } from '../../lib/clean-html/clean-html.ts';
import { cleanMarkup } from '../../lib/markup/clean-markup.ts';
import { nestingFault } from '../../lib/clean-html/parse.ts';
import { openingOfMarkup } from '../../lib/markup/opening-words.ts';
import { TooMuchWorkError, WorkerPool } from '../../lib/worker-pool.ts';
import type { WorkerTask } from '../../lib/worker-pool.ts';
import { mediaNames } from '../../lib/markup/media-names.ts';
import { textWordsOf } from '../../lib/text-words.ts';
import type { PreparedAhead, PreparedText, CleanedAhead } from './model.ts';
import type { Database } from '../../kernel/db/open-database.ts';
import { mayWriteAnyHtml } from '../users/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { mayEditPost, mayWrite } from './policy.ts';
import { findPost, supportOf } from './reader.ts';
import { findRevision } from './revisions.ts';
import { articleType } from '../types/index.ts';

export interface PrepareRequest {
  readonly sent: string;
  /** The content it replaces; '' for new posts. */
  readonly stored: string;
  /** Whether the author lacks `unfiltered_html`. */
  readonly filters: boolean;
  readonly listed: boolean;
}

export const prepareTask: WorkerTask<PrepareRequest, PreparedAhead> = { name: 'prepare' };

export function prepareText({ sent, stored, filters, listed }: PrepareRequest): PreparedAhead {
  const base = { sent, stored, filters };
  const fault = nestingFault(sent);
  if (fault !== undefined) return { cleaned: { ...base, fault } };
  const written = filters ? cleanMarkup(sent, stored, cleanWhereNeeded) : sent;
  const text: PreparedText = {
    text: written,
    opening: openingOfMarkup(written),
    mediaNames: mediaNames([written]),
    ...(listed ? { words: textWordsOf(written).words } : {}),
  };
  return { cleaned: { ...base, ...(written === sent ? {} : { cleaned: written }) }, text };
}

/** Runs `prepareText`, in a worker for long content. Content that takes too much time or memory is rejected as a fault. */
export async function prepareAhead(workers: WorkerPool, request: PrepareRequest): Promise<PreparedAhead> {
  if (request.sent.length < longText && request.stored.length < longText) return prepareText(request);
  try {
    return await workers.run(prepareTask, request);
  } catch (error) {
    if (!(error instanceof TooMuchWorkError)) throw error;
    const { sent, stored, filters } = request;
    return { cleaned: { sent, stored, filters, fault: error.message } };
  }
}

/** UTF-16 units from which content is processed in a worker; shorter content takes about 20 ms. */
export const longText = 50_000;

const workerPath = import.meta.url.endsWith('.ts') ? '../../blocks/text-worker.ts' : './text-worker.js';

/** Workers that parse, clean, index and render long content. With several processors, one is left to the serving thread. */
export const createTextWorkers = () =>
  new WorkerPool({
    file: new URL(workerPath, import.meta.url),
    name: 'text',
    width: Math.max(1, Math.min(3, availableParallelism() - 1)),
    maxWaiting: 50,
    timeoutMs: 30_000,
    memoryMb: 1024,
    idleMs: 10_000,
  });

export interface TextSource {
  readonly database: Pick<Database, 'read'>;
  readonly textWorkers: WorkerPool;
}

/** UTF-16 units from which content is prepared ahead; shorter content takes no longer than a write. */
const largeText = 16_000;
const maxTextLength = 5_000_000;

export function isPreparedAhead(content: unknown): content is string {
  return typeof content === 'string' && content.length >= largeText && content.length <= maxTextLength;
}

interface Sent {
  readonly id?: number;
  readonly type?: string;
  readonly status?: string;
  readonly content?: unknown;
}

/**
 * Cleans large content and extracts facts about it before the transaction, since SQLite has one writer. Commands do
 * this themselves without a result or if the stored content changed. Returns undefined if the actor may not write.
 */
export async function preparePostAhead(
  { database: { read }, textWorkers }: TextSource,
  actor: Actor | undefined,
  sent: Sent,
): Promise<PreparedAhead | undefined> {
  const { id, type = articleType, status, content } = sent;
  if (!actor || (content !== undefined && !isPreparedAhead(content))) return undefined;
  const post = id === undefined ? undefined : await findPost(read, id);
  if (id === undefined ? !mayWrite(actor, type) : !post || !mayEditPost(actor, post)) return undefined;
  const listed =
    ['publish', 'future'].includes(status ?? post?.status ?? 'draft') &&
    supportOf(post?.type ?? type)('editor');
  const stored = post?.content ?? '';
  if (content !== undefined)
    return prepareAhead(textWorkers, { sent: content, stored, filters: !mayWriteAnyHtml(actor), listed });
  return listed && isPreparedAhead(stored)
    ? prepareAhead(textWorkers, { sent: stored, stored, filters: false, listed })
    : undefined;
}

/** Like `preparePostAhead` for an autosave, which isn't searchable. */
export async function cleanPostAhead(
  source: TextSource,
  actor: Actor | undefined,
  sent: Omit<Sent, 'status'>,
): Promise<CleanedAhead | undefined> {
  return sent.content === undefined
    ? undefined
    : (await preparePostAhead(source, actor, { ...sent, status: 'draft' }))?.cleaned;
}

export async function prepareRevisionAhead(
  source: TextSource,
  actor: Actor | undefined,
  { id }: { readonly id: number },
): Promise<PreparedAhead | undefined> {
  const revision = await findRevision(source.database.read, id);
  return revision && preparePostAhead(source, actor, { id: revision.postId, content: revision.content });
}
