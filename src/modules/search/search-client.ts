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

/** What the worker may be asked: a search, or the posts that are like one. */
type Question = { readonly query: SearchQuery } | { readonly relatedTo: number };
type Answer = SearchResult | RelatedResult | undefined;

export type SearchRequest = Question & { readonly id: number };

/** `cpuMs`: CPU time that the worker spent on it. */
export type SearchReply =
  | { readonly id: number; readonly result: Answer; readonly cpuMs?: number }
  | { readonly id: number; readonly error: string };

/** Asks the search index. */
export interface SearchClient {
  /** Throws `UnavailableError` when too many ask, when no answer comes in time, or after `close`. */
  find(query: SearchQuery): Promise<SearchResult>;
  /**
   * Finds the posts that are like a listed one, which takes some 10 ms: ask `RelatedPosts`, which keeps the answers. Undefined when the post is not listed.
   * Throws like `find`.
   */
  rankRelated(postId: number): Promise<RelatedResult | undefined>;
  close(): Promise<void>;
}

export interface SearchClientOptions {
  /** Searches on this thread with the database's own connection: for tests, command-line tools and PostgreSQL, whose server does the work elsewhere anyway. */
  readonly inProcess?: boolean;
  /** How long an answer may take, in milliseconds; default 8000: a busy machine is slow, and nobody waits longer than ten seconds. */
  readonly timeoutMs?: number;
  /** Told when the worker had to be started again. */
  readonly onWarning?: (message: string) => void;
  /** The worker's file; default: beside this one, `worker.ts` from source and `worker.js` in a build. */
  readonly workerFile?: URL;
}

/** Searches that run at a time: a worker answers one after the other, and readers need most of PostgreSQL's connections for their pages. */
const searchesAtOnce = 2;
/** Searches that may wait: some seconds' work at a million posts. */
const mostWaiting = 100;

/** Searches in a worker thread on SQLite and over the pool on PostgreSQL, few at a time. The worker starts with the first search. */
export function createSearchClient(
  database: Pick<Database, 'read' | 'dialect' | 'file'>,
  options: SearchClientOptions = {},
): SearchClient {
  const client = openSearchClient(database, options);
  const gate = createSearchGate({ width: searchesAtOnce, most: mostWaiting });
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
  const beside = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';
  const workerFile = options.workerFile ?? new URL(beside, import.meta.url);
  return new WorkerSearchClient(
    () => new Worker(workerFile, { workerData: { file } satisfies SearchWorkerData, name: 'search' }),
    options,
  );
}

/** How long a ranking may take, in milliseconds: the first one reads a sample of the site, and searches go on beside it. */
const rankingTimeoutMs = 60_000;

interface Waiting {
  readonly question: Question;
  readonly resolve: (reply: { readonly answer: Answer; readonly cpuMs: number }) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
  /** Sent to a worker that then died; a second death gives up. */
  retried: boolean;
}

class WorkerSearchClient implements SearchClient {
  readonly #start: () => Worker;
  readonly #timeoutMs: number;
  readonly #warn: (message: string) => void;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
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

  /** The worker answers each question with what it asks for. */
  async #ask(question: Question, timeoutMs: number): Promise<Answer> {
    if (this.#closed) throw new UnavailableError('The search is closed; the process is stopping.');
    const id = ++this.#lastId;
    const { answer, cpuMs } = await new Promise<{ answer: Answer; cpuMs: number }>((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(id, timeoutMs), timeoutMs);
      this.#waiting.set(id, { question, resolve, reject, timer, retried: false });
      this.#send(id, question);
    });
    countElsewhere(cpuMs); // here, where it is still the asker's own work
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

  #send(id: number, question: Question): void {
    this.#worker ??= this.#open();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage({ id, ...question } satisfies SearchRequest);
  }

  #open(): Worker {
    const worker = this.#start();
    worker.unref(); // an idle worker keeps no process alive; timers of searches do
    let fault = '';
    // Starting a worker takes nothing of the time of the searches that wait for it.
    worker.on('online', () => {
      for (const { timer } of this.#waiting.values()) timer.refresh();
    });
    worker.on('message', (reply: SearchReply) => {
      const waiting = this.#settle(reply.id);
      if ('result' in reply) waiting?.resolve({ answer: reply.result, cpuMs: reply.cpuMs ?? 0 });
      else waiting?.reject(new UnavailableError(`The search failed: ${reply.error}`));
    });
    worker.on('error', (error) => (fault = messageOf(error)));
    worker.on('exit', (code) => this.#ended(worker, fault || `exit code ${code}`));
    return worker;
  }

  /** A worker died: what it was asked is asked once more of a new one. */
  #ended(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#warn(`The search worker ended (${reason}); the next search starts it again.`);
    for (const [id, waiting] of this.#waiting) {
      if (waiting.retried)
        this.#settle(id)?.reject(new UnavailableError(`The search worker ended twice (${reason}).`));
      else {
        waiting.retried = true;
        this.#send(id, waiting.question);
      }
    }
  }

  /** A search hangs: its worker is ended, since it would keep every later one waiting too; the others are asked again. */
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
  /** Searches that run at a time. */
  readonly width: number;
  /** Searches that may wait for their turn. */
  readonly most: number;
}

/**
 * Lets few searches run at a time, and few wait: however many ask, those that are let in are answered soon, and the database stays free for readers.
 * Returns a function that runs a search in its turn; it throws `UnavailableError` at once when too many wait.
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
      await new Promise<void>((resolve) => waiting.push(resolve)); // who leaves hands its place on
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
