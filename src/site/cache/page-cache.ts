import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InvalidationBus } from '../../kernel/db/invalidation.ts';
import type { KeptPage } from '../../modules/content/viewer.ts';
import { messageOf, UnavailableError } from '../../lib/errors.ts';
import { isQueryPage } from '../../lib/pagination.ts';
import { betterEncodings } from './encodings.ts';
import { deviceOf } from './device.ts';
import type { Device } from './device.ts';
import { declaredParameters } from './parameters.ts';
import type { ParameterTable } from './parameters.ts';
import type { RenderedReply, SharedReply } from './rendered-reply.ts';
import { CoalescedRenders, setMark, withSets } from './coalesced-renders.ts';
import type { CoalescedRendersOptions } from './coalesced-renders.ts';
import { ReplyStore } from './reply-store.ts';
import {
  describeKey,
  requestKey,
  withParametersOnly,
  differs,
  isPersonal,
  isPlainRead,
} from './request-key.ts';
import type { KeyedRequest, PersonalCheck } from './request-key.ts';
import { plainBody, setVariant, writeReply } from './stored-reply.ts';
import type { StoredReply } from './stored-reply.ts';

export interface PageCacheOptions {
  readonly maxBytes: number;
  readonly bus: InvalidationBus;
  /** Renders what a key stands for, from the request's fields alone. Called once at a time per key, for readers and in the background. */
  readonly renderPage: (request: KeyedRequest) => Promise<RenderedReply | SharedReply>;
  readonly isPersonal: PersonalCheck;
  readonly defaultHeaders?: CoalescedRendersOptions['defaultHeaders'];
  readonly parameters?: ParameterTable;
  /** Told of each reply to a search that found something, as it is sent. */
  readonly onSearched?: ((text: string, req: IncomingMessage) => void) | undefined;
  /** Told of failures that readers did not notice, because a stale or last good copy was sent instead. */
  readonly onWarning: (message: string, error: unknown) => void;
  /** How long a reply that readers ask for must stand before it gets better encodings, in milliseconds; 0: at once. */
  readonly settleMs?: number;
  /** How long a reader waits for a render before an older copy is served, in milliseconds: a database that hangs must not keep him from it. */
  readonly lastGoodAfterMs?: number | undefined;
  /** Milliseconds; for tests. */
  readonly now?: () => number;
}

/** A reply to write; `lastGood` when rendering failed and an older copy is the fallback. */
export interface Answer {
  readonly reply: StoredReply;
  readonly lastGood: boolean;
}

export interface PageCacheStats {
  readonly entries: number;
  readonly bytes: number;
  readonly hits: number;
  readonly renders: number;
}

/** Hits until an item has proved that readers ask for it, and better encodings are worth their time. */
const hitsUntilBetter = 2;
const defaultSettleMs = 10_000;
const retryMs = 1000;
const defaultLastGoodAfterMs = 2000;
/** Pause after each render in the background, in milliseconds: readers come between. */
const refreshPauseMs = 20;
/** Renders for who has a page made anew, as long as what it shows changes on the way. */
const mostRenewals = 5;
/** Renders in the background at a time: a second one would only stand in the readers’ way. */
const refreshWidth = 1;

export type PageCache = ReturnType<typeof createPageCache>;

/** The store of rendered pages and public calls, answered before Fastify. */
export function createPageCache(options: PageCacheOptions) {
  const now = options.now ?? Date.now;
  const parameters = options.parameters ?? declaredParameters;
  const store = new ReplyStore(options.maxBytes);
  const coalesced = new CoalescedRenders({
    store,
    renderPage: options.renderPage,
    defaultHeaders: options.defaultHeaders ?? (() => ({})),
    now,
  });
  const upkeep = createUpkeep(store, coalesced, options, now);
  const writer = createWriter(store, upkeep, options, now);

  const stopListening = options.bus.listen((emissions) => {
    coalesced.log.record(emissions);
    for (const emission of withSets(emissions, () => store.tagsFrom(setMark))) store.invalidate(emission);
  });

  return {
    /** The fast way: writes a hit and returns true, or leaves the request alone and returns false. */
    answer(req: IncomingMessage, res: ServerResponse): boolean {
      const { url } = req;
      if (
        url === undefined ||
        url.charCodeAt(0) !== 47 ||
        !isPlainRead(req) ||
        isPersonal(req.headers, options.isPersonal)
      )
        return false;
      let reply = findReply(coalesced, url, req); // most addresses are their own key
      if (!reply) {
        const key = requestKey(url, parameters);
        if (key !== undefined && key !== url) reply = findReply(coalesced, key, req);
      }
      return reply !== undefined && !differs(reply, req.headers) && writer.hit(req, res, reply);
    },

    ...createKeptPages(store, coalesced, parameters),

    /** The same for a public call, whose request was made from its body by `callKey` and `describeKey`. */
    answerCall(call: KeyedRequest, req: IncomingMessage, res: ServerResponse): boolean {
      const reply = findReply(coalesced, call.key, req);
      return reply !== undefined && writer.hit(req, res, reply);
    },

    /** What to give to `respond` for this page; undefined when its reply must be made for this client alone and never stored. */
    requestOf(req: IncomingMessage): KeyedRequest | undefined {
      if ((req.method !== 'GET' && req.method !== 'HEAD') || isPersonal(req.headers, options.isPersonal))
        return undefined;
      const key = requestKey(req.url ?? '', parameters);
      return key === undefined ? undefined : describeKey(key, deviceOf(req.headers));
    },

    /** Whether this client may get replies that others don't. */
    isPersonal: (req: IncomingMessage): boolean => isPersonal(req.headers, options.isPersonal),

    /** Gets the reply, stored or rendered. Throws what the renderer threw, unless there is a last good copy. */
    respond: createResponder(coalesced, options, now),

    /** Writes what `respond` gave; with Fastify, call `reply.hijack()` before. */
    send(req: IncomingMessage, res: ServerResponse, { reply, lastGood }: Answer): void {
      writer.write(req, res, reply, lastGood ? ['Warning', '111 - "Revalidation Failed"'] : undefined);
    },

    stats: (): PageCacheStats => ({
      entries: store.size,
      bytes: store.bytes,
      hits: writer.hits(),
      renders: coalesced.renders,
    }),

    /** Resolves once nothing is swept, rendered or compressed in the background. */
    async idle(): Promise<void> {
      await store.swept();
      await upkeep.idle();
    },

    /** From now on every reply asks its client to close the connection: call it before the server closes, which waits for kept-alive connections. */
    drain: writer.drain,

    /** Stops listening; background work that has not begun is forgotten. */
    close(): void {
      stopListening();
      upkeep.clear();
    },
  };
}

/** Renders stale replies again and compresses those that readers ask for better, in the background. */
function createUpkeep(
  store: ReplyStore,
  coalesced: CoalescedRenders,
  options: PageCacheOptions,
  now: () => number,
) {
  const refreshes = new WorkQueue(
    refreshWidth,
    2000,
    (error) => options.onWarning('A page could not be rendered anew; its stale copy is served.', error),
    refreshPauseMs,
  );
  const betterings = new WorkQueue(1, 2000, (error) =>
    options.onWarning('A page could not be compressed better.', error),
  );

  function refresh(reply: StoredReply): void {
    reply.refreshing = refreshes.add(async () => {
      try {
        if (!store.has(reply)) return;
        const fresh = await coalesced.refresh(describeKey(reply.requestKey, reply.device));
        // What this reply was rendered from now answers under another key (an address that was unknown got its post).
        if (fresh.key !== reply.key || !fresh.store) store.remove(reply);
      } catch (error) {
        if (!isFailure(error)) store.remove(reply);
        reply.retryAt = now() + retryMs;
        throw error;
      } finally {
        reply.refreshing = false;
      }
    });
  }

  /** Better encodings cost ten times a render: they are for replies that have stayed what they are for a while. */
  function better(reply: StoredReply): void {
    const settleMs = options.settleMs ?? defaultSettleMs;
    if (settleMs === 0) compressBetter(reply);
    else setTimeout(() => store.has(reply) && !reply.stale && compressBetter(reply), settleMs).unref();
  }

  function compressBetter(reply: StoredReply): void {
    betterings.add(async () => {
      if (!store.has(reply)) return;
      const { br, gzip } = await betterEncodings(plainBody(reply));
      if (store.has(reply)) store.grew(reply, setVariant(reply, 'br', br) + setVariant(reply, 'gzip', gzip));
    });
  }

  return {
    refresh,
    better,
    idle: async () => {
      await refreshes.idle();
      await betterings.idle();
    },
    clear: () => {
      refreshes.clear();
      betterings.clear();
    },
  };
}

/** Writes replies to clients, and counts those that were stored. */
function createWriter(
  store: ReplyStore,
  upkeep: ReturnType<typeof createUpkeep>,
  options: PageCacheOptions,
  now: () => number,
) {
  let hits = 0;
  let draining = false;

  function write(
    req: IncomingMessage,
    res: ServerResponse,
    reply: StoredReply,
    more?: readonly string[],
  ): void {
    if (reply.searched !== undefined) options.onSearched?.(reply.searched, req);
    writeReply(
      req,
      res,
      reply,
      (bytes) => store.grew(reply, bytes),
      draining ? [...(more ?? []), 'Connection', 'close'] : more,
    );
  }

  function hit(req: IncomingMessage, res: ServerResponse, reply: StoredReply): true {
    hits++;
    reply.used = true;
    if (reply.hits < hitsUntilBetter && ++reply.hits === hitsUntilBetter && reply.compressible)
      upkeep.better(reply);
    if (reply.stale && !reply.refreshing && reply.retryAt <= now()) upkeep.refresh(reply);
    write(req, res, reply);
    return true;
  }

  return { write, hit, hits: () => hits, drain: (): void => void (draining = true) };
}

/** The stored reply for this key and client, fresh or stale. */
function findReply(coalesced: CoalescedRenders, key: string, req: IncomingMessage): StoredReply | undefined {
  const reply = coalesced.resolve(key, 'desktop');
  if (reply && !reply.variesByDevice) return reply;
  return deviceOf(req.headers) === 'phone' ? coalesced.resolve(key, 'phone') : reply;
}

/** The copy that fits this device. */
function copyFor(coalesced: CoalescedRenders, { key, device }: KeyedRequest): StoredReply | undefined {
  const any = coalesced.resolve(key, 'desktop');
  return any && !any.variesByDevice ? any : coalesced.resolve(key, device);
}

/** Tells the newsroom what readers have of a page, and renders it again on request. */
function createKeptPages(store: ReplyStore, coalesced: CoalescedRenders, parameters: ParameterTable) {
  return {
    /** What readers have of a page, which is named by path and query. */
    look(url: string, device: Device): KeptPage {
      const key = requestKey(url, parameters);
      if (key === undefined) return { state: 'none' };
      const request = describeKey(key, device);
      const reply = copyFor(coalesced, request);
      const isMade = coalesced.isUnderWay(request);
      if (!reply) return { state: isMade ? 'making' : 'none' };
      return { state: reply.stale || isMade ? 'stale' : 'kept', madeAt: reply.madeAt };
    },

    /**
     * Has a page made anew for readers; its copy is kept as the last good one until then. What changes on the way is in it, too: a render that saw it change
     * is not kept. Throws what the renderer throws.
     */
    async renew(url: string, device: Device): Promise<void> {
      const key = requestKey(url, parameters);
      if (key === undefined) return;
      const request = describeKey(key, device);
      const reply = copyFor(coalesced, request);
      if (reply) reply.stale = true;
      for (let renewals = 1; renewals <= mostRenewals; renewals++) {
        const made = await coalesced.refresh(request);
        if (!made.store || store.has(made)) return;
      }
    },
  };
}

/** Gets replies; a render that fails or takes too long gives way to the last good copy. */
function createResponder(coalesced: CoalescedRenders, options: PageCacheOptions, now: () => number) {
  const lastGoodAfterMs = options.lastGoodAfterMs ?? defaultLastGoodAfterMs;

  async function answerTo(request: KeyedRequest): Promise<Answer> {
    const older = coalesced.lastGood(request);
    if (older && older.retryAt > now()) return { reply: older, lastGood: true };
    try {
      const outcome = coalesced.obtain(request);
      return { reply: await (older ? within(lastGoodAfterMs, outcome) : outcome), lastGood: false };
    } catch (error) {
      const good = isFailure(error) ? coalesced.lastGood(request) : undefined;
      if (!good) throw error;
      good.retryAt = now() + retryMs;
      options.onWarning(
        `Rendering ${request.key} failed (${messageOf(error)}); its last good copy is served.`,
        error,
      );
      return { reply: good, lastGood: true };
    }
  }

  return async function respond(request: KeyedRequest): Promise<Answer> {
    const turning = [...request.parameters.keys()].filter(isQueryPage);
    // What turns lists goes to pages that have those lists, so that nobody fills the store with copies of pages that have none.
    for (const taken = new Set<string>(); ; ) {
      const answer = await answerTo(
        turning.length === 0
          ? request
          : withParametersOnly(request, (name) => !isQueryPage(name) || taken.has(name)),
      );
      const wanted = turning.filter((name) => !taken.has(name) && answer.reply.turnedBy?.has(name));
      if (wanted.length === 0) return answer;
      for (const name of wanted) taken.add(name);
    }
  };
}

/** An answer that says "you may not" or "there is none" is no failure, and no older copy may hide it. */
function isFailure(error: unknown): boolean {
  return !(
    typeof error === 'object' &&
    error !== null &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status < 500
  );
}

/** What `promise` gives, unless that takes too long. */
async function within<Result>(ms: number, promise: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>(
    (_, reject) =>
      (timer = setTimeout(() => reject(new UnavailableError(`It took longer than ${ms} ms.`)), ms)),
  );
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Runs background jobs, at most `width` at once; asks beyond `capacity` waiting ones are refused. */
class WorkQueue {
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #width: number;
  readonly #capacity: number;
  readonly #onError: (error: unknown) => void;
  #running = 0;
  #idle: (() => void)[] = [];

  readonly #pauseMs: number;

  /** `pauseMs`: rest of each runner after a job. */
  constructor(width: number, capacity: number, onError: (error: unknown) => void, pauseMs = 0) {
    this.#pauseMs = pauseMs;
    this.#width = width;
    this.#capacity = capacity;
    this.#onError = onError;
  }

  /** False when the queue is full and `job` will not run. */
  add(job: () => Promise<void>): boolean {
    if (this.#waiting.length >= this.#capacity) return false;
    this.#waiting.push(job);
    if (this.#running < this.#width) void this.#run();
    return true;
  }

  /** Forgets what has not begun. */
  clear(): void {
    this.#waiting.length = 0;
  }

  /** Resolves once nothing runs or waits. */
  idle(): Promise<void> {
    return this.#running === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  async #run(): Promise<void> {
    this.#running++;
    await Promise.resolve(); // never inside the request that asked
    for (let job = this.#waiting.shift(); job; job = this.#waiting.shift()) {
      try {
        await job();
      } catch (error) {
        this.#onError(error);
      }
      if (this.#pauseMs > 0 && this.#waiting.length > 0) await sleep(this.#pauseMs);
    }
    this.#running--;
    if (this.#running === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }
}
