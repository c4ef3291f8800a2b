import { Worker } from 'node:worker_threads';
import type { Database } from '../../kernel/db/open-database.ts';
import { countElsewhere } from '../../lib/cpu-cost.ts';
import { messageOf, UnavailableError } from '../../lib/errors.ts';
import { rankRelated } from './rank-related.ts';
import type { RelatedResult } from './rank-related.ts';
import { createRarity } from './profile.ts';
import { searchIndex } from './search-index.ts';
import type { SearchQuery, SearchResult } from './search-index.ts';

export interface SearchWorkerData {
  readonly file: string;
}

type Question = { readonly query: SearchQuery } | { readonly relatedTo: number };
type Answer = SearchResult | RelatedResult | undefined;

export type SearchRequest = Question & { readonly id: number };

/** `ready`: the worker has loaded. */
export type SearchReply =
  | 'ready'
  | { readonly id: number; readonly result: Answer; readonly cpuMs?: number }
  | { readonly id: number; readonly error: string };

export interface SearchClient {
  /** Throws `UnavailableError` when too many searches wait, on a timeout, or after `close`. */
  find(query: SearchQuery): Promise<SearchResult>;
  /**
   * Ranks similar posts in some 10 ms; callers use `RelatedPosts`, which stores the results. Undefined if the post is
   * not listed. Throws like `find`.
   */
  rankRelated(postId: number): Promise<RelatedResult | undefined>;
  close(): Promise<void>;
}

export interface SearchClientOptions {
  /** Searches on this thread with the given connection: for tests, command-line tools, and PostgreSQL, whose server does the work anyway. */
  readonly inProcess?: boolean;
  /** Timeout in milliseconds; default 8000, since a busy machine is slow and no reader waits longer than ten seconds. */
  readonly timeoutMs?: number;
  readonly onWarning?: (message: string) => void;
  /** The worker's file; default: `worker.ts` next to this file, `worker.js` in a build. */
  readonly workerFile?: URL;
}

/** Concurrent searches: a worker answers one at a time, and pages need most of PostgreSQL's connections. */
const searchesAtOnce = 2;
/** Waiting searches: some seconds of work at a million posts. */
const maxWaiting = 100;

export function createSearchClient(
  database: Pick<Database, 'read' | 'dialect' | 'file'>,
  options: SearchClientOptions = {},
): SearchClient {
  const client = openSearchClient(database, options);
  const gate = createSearchGate({ width: searchesAtOnce, most: maxWaiting });
  return {
    find: (query) => gate(() => client.find(query)),
    rankRelated: (postId) => client.rankRelated(postId),
    close: () => client.close(),
  };
}

function openSearchClient(
  database: Pick<Database, 'read' | 'dialect' | 'file'>,
  options: SearchClientOptions,
): SearchClient {
  const { file } = database;
  if (options.inProcess || file === undefined) {
    const { read, dialect } = database;
    const rarity = createRarity(read);
    return {
      find: (query) => searchIndex(read, dialect.search, query),
      rankRelated: async (postId) => rankRelated(read, dialect.search, await rarity(), postId),
      close: async () => {},
    };
  }
  const workerPath = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';
  const workerFile = options.workerFile ?? new URL(workerPath, import.meta.url);
  return new WorkerSearchClient(
    () => new Worker(workerFile, { workerData: { file } satisfies SearchWorkerData, name: 'search' }),
    options,
  );
}

/** Timeout of a ranking in milliseconds: the first one samples the site, while searches continue. */
const rankingTimeoutMs = 60_000;
/** Milliseconds until a new worker has loaded its modules; they do not count towards the timeouts of searches. */
const startTimeoutMs = 60_000;

interface Waiting {
  readonly question: Question;
  readonly resolve: (reply: { readonly answer: Answer; readonly cpuMs: number }) => void;
  readonly reject: (error: Error) => void;
  readonly timeoutMs: number;
  timer: NodeJS.Timeout | undefined;
  retried: boolean;
}

class WorkerSearchClient implements SearchClient {
  readonly #start: () => Worker;
  readonly #timeoutMs: number;
  readonly #warn: (message: string) => void;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #isReady = false;
  #lastId = 0;
  #closed = false;

  constructor(start: () => Worker, options: SearchClientOptions) {
    this.#start = start;
    this.#timeoutMs = options.timeoutMs ?? 8000;
    this.#warn = options.onWarning ?? (() => {});
  }

  find(query: SearchQuery): Promise<SearchResult> {
    return this.#ask({ query }, this.#timeoutMs) as Promise<SearchResult>;
  }

  rankRelated(postId: number): Promise<RelatedResult | undefined> {
    return this.#ask({ relatedTo: postId }, rankingTimeoutMs) as Promise<RelatedResult | undefined>;
  }

  async #ask(question: Question, timeoutMs: number): Promise<Answer> {
    if (this.#closed) throw new UnavailableError('The search is closed; the process is stopping.');
    const id = ++this.#lastId;
    const { answer, cpuMs } = await new Promise<{ answer: Answer; cpuMs: number }>((resolve, reject) => {
      const waiting = { question, resolve, reject, timeoutMs, timer: undefined, retried: false };
      this.#waiting.set(id, waiting);
      this.#send(id, waiting);
    });
    countElsewhere(cpuMs); // must run in the caller's async context
    return answer;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const id of this.#waiting.keys())
      this.#settle(id)?.reject(new UnavailableError('The search was closed before it answered.'));
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #send(id: number, waiting: Waiting): void {
    this.#worker ??= this.#open();
    this.#limit(id, waiting);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage({ id, ...waiting.question } satisfies SearchRequest);
  }

  /** Restarts the timeout of a search. */
  #limit(id: number, waiting: Waiting): void {
    clearTimeout(waiting.timer);
    const ms = this.#isReady ? waiting.timeoutMs : startTimeoutMs;
    waiting.timer = setTimeout(() => this.#giveUp(id, ms), ms);
  }

  #open(): Worker {
    const worker = this.#start();
    worker.unref(); // an idle worker keeps no process alive; timers of searches do
    let fault = '';
    this.#isReady = false;
    worker.on('message', (reply: SearchReply) => {
      if (reply === 'ready') {
        if (this.#worker !== worker) return;
        this.#isReady = true;
        for (const [id, waiting] of this.#waiting) this.#limit(id, waiting);
        return;
      }
      const waiting = this.#settle(reply.id);
      if ('result' in reply) waiting?.resolve({ answer: reply.result, cpuMs: reply.cpuMs ?? 0 });
      else waiting?.reject(new UnavailableError(`The search failed: ${reply.error}`));
    });
    worker.on('error', (error) => (fault = messageOf(error)));
    worker.on('exit', (code) => this.#ended(worker, fault || `exit code ${code}`));
    return worker;
  }

  #ended(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#warn(`The search worker ended (${reason}); the next search starts it again.`);
    for (const [id, waiting] of this.#waiting) {
      if (waiting.retried)
        this.#settle(id)?.reject(new UnavailableError(`The search worker ended twice (${reason}).`));
      else {
        waiting.retried = true;
        this.#send(id, waiting);
      }
    }
  }

  /** Ends the worker of a search that timed out, since it would block all later ones; the others are sent again. */
  #giveUp(id: number, timeoutMs: number): void {
    this.#settle(id)?.reject(
      new UnavailableError(`The search took longer than ${timeoutMs} ms. Try fewer or longer words.`),
    );
    this.#worker
      ?.terminate()
      .catch((error: unknown) => this.#warn(`The search worker did not end: ${messageOf(error)}`));
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    if (!waiting) return undefined;
    clearTimeout(waiting.timer);
    this.#waiting.delete(id);
    return waiting;
  }
}

interface SearchGateOptions {
  readonly width: number;
  readonly most: number;
}

/**
 * Bounds concurrent and waiting searches, so that accepted ones are answered soon and the database stays responsive.
 * The returned function throws `UnavailableError` at once when the queue is full.
 */
export function createSearchGate({
  width,
  most,
}: SearchGateOptions): <Result>(search: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (search) => {
    if (running < width) running++;
    else {
      if (waiting.length >= most)
        throw new UnavailableError(
          'Too many people are searching at this moment. Please try again in a few seconds.',
        );
      await new Promise<void>((resolve) => waiting.push(resolve)); // a finished search passes its slot on
    }
    try {
      return await search();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
