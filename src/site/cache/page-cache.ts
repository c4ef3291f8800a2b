import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InvalidationBus } from '../../kernel/db/invalidation.ts';
import type { CachedPageState } from '../../modules/content/viewer.ts';
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
  /** Renders a key from the request's fields alone. Called once at a time per key, for readers and in the background. */
  readonly renderPage: (request: KeyedRequest) => Promise<RenderedReply | SharedReply>;
  readonly isPersonal: PersonalCheck;
  readonly defaultHeaders?: CoalescedRendersOptions['defaultHeaders'];
  readonly parameters?: ParameterTable;
  /** Called for each reply sent to a search with results. */
  readonly onSearched?: ((text: string, req: IncomingMessage) => void) | undefined;
  /** Called for failures hidden from readers by a stale or last good copy. */
  readonly onWarning: (message: string, error: unknown) => void;
  /** Milliseconds that a requested reply must stay unchanged before it gets better encodings; 0: at once. */
  readonly settleMs?: number;
  /** Milliseconds that a reader waits for a render before an older copy is served, so that a hanging database doesn't block it. */
  readonly lastGoodAfterMs?: number | undefined;
  /** Milliseconds; for tests. */
  readonly now?: () => number;
}

/** `lastGood`: rendering failed and an older copy is the fallback. */
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

/** Hits after which better encodings are worthwhile. */
const hitsUntilBetter = 2;
const defaultSettleMs = 10_000;
const retryMs = 1000;
const defaultLastGoodAfterMs = 2000;
/** Milliseconds after each background render, for readers' requests. */
const refreshPauseMs = 20;
/** Attempts to renew a page whose content changes during the render. */
const maxRenewals = 5;
/** Concurrent background renders: more would delay readers. */
const refreshWidth = 1;

export type PageCache = ReturnType<typeof createPageCache>;

/** The store of rendered pages and public calls, consulted before Fastify. */
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
    /** The fast path: writes a hit and returns true, or leaves the request untouched and returns false. */
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

    ...createCachedPages(store, coalesced, parameters),

    /** The same for a public call, created from its body by `callKey` and `describeKey`. */
    answerCall(call: KeyedRequest, req: IncomingMessage, res: ServerResponse): boolean {
      const reply = findReply(coalesced, call.key, req);
      return reply !== undefined && writer.hit(req, res, reply);
    },

    /** The request to pass to `respond`; undefined if the reply must be rendered for this client alone and never stored. */
    requestOf(req: IncomingMessage): KeyedRequest | undefined {
      if ((req.method !== 'GET' && req.method !== 'HEAD') || isPersonal(req.headers, options.isPersonal))
        return undefined;
      const key = requestKey(req.url ?? '', parameters);
      return key === undefined ? undefined : describeKey(key, deviceOf(req.headers));
    },

    /** Whether this client may get individual replies. */
    isPersonal: (req: IncomingMessage): boolean => isPersonal(req.headers, options.isPersonal),

    /** Returns the reply, stored or rendered. Rethrows the renderer's error, unless there is a last good copy. */
    respond: createResponder(coalesced, options, now),

    /** Writes the result of `respond`; with Fastify, call `reply.hijack()` first. */
    send(req: IncomingMessage, res: ServerResponse, { reply, lastGood }: Answer): void {
      writer.write(req, res, reply, lastGood ? ['Warning', '111 - "Revalidation Failed"'] : undefined);
    },

    stats: (): PageCacheStats => ({
      entries: store.size,
      bytes: store.bytes,
      hits: writer.hits(),
      renders: coalesced.renders,
    }),

    /** Resolves once no sweep, render or compression runs in the background. */
    async idle(): Promise<void> {
      await store.swept();
      await upkeep.idle();
    },

    /**
     * Makes every further reply ask its client to close the connection. Call it before closing the server, which waits
     * for kept-alive connections.
     */
    drain: writer.drain,

    /** Stops listening; drops background work that has not begun. */
    close(): void {
      stopListening();
      upkeep.clear();
    },
  };
}

/** Re-renders stale replies and improves the compression of requested ones, in the background. */
function createUpkeep(
  store: ReplyStore,
  coalesced: CoalescedRenders,
  options: PageCacheOptions,
  now: () => number,
) {
  const refreshes = new WorkQueue(
    refreshWidth,
    2000,
    (error) => options.onWarning('A page could not be rendered again; its stale copy is served.', error),
    refreshPauseMs,
  );
  const betterings = new WorkQueue(1, 2000, (error) =>
    options.onWarning('A page could not be recompressed.', error),
  );

  function refresh(reply: StoredReply): void {
    reply.refreshing = refreshes.add(async () => {
      try {
        if (!store.has(reply)) return;
        const fresh = await coalesced.refresh(describeKey(reply.requestKey, reply.device));
        // The key now resolves to another one (an unknown address got its post), or is no longer stored.
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

  /** Better encodings cost ten times a render, so only replies that have not changed for a while get them. */
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

function findReply(coalesced: CoalescedRenders, key: string, req: IncomingMessage): StoredReply | undefined {
  const reply = coalesced.resolve(key, 'desktop');
  if (reply && !reply.variesByDevice) return reply;
  return deviceOf(req.headers) === 'phone' ? coalesced.resolve(key, 'phone') : reply;
}

function copyFor(coalesced: CoalescedRenders, { key, device }: KeyedRequest): StoredReply | undefined {
  const any = coalesced.resolve(key, 'desktop');
  return any && !any.variesByDevice ? any : coalesced.resolve(key, device);
}

function createCachedPages(store: ReplyStore, coalesced: CoalescedRenders, parameters: ParameterTable) {
  return {
    look(url: string, device: Device): CachedPageState {
      const key = requestKey(url, parameters);
      if (key === undefined) return { state: 'none' };
      const request = describeKey(key, device);
      const reply = copyFor(coalesced, request);
      const isMade = coalesced.isUnderWay(request);
      if (!reply) return { state: isMade ? 'rendering' : 'none' };
      return { state: reply.stale || isMade ? 'stale' : 'cached', madeAt: reply.madeAt };
    },

    /**
     * Re-renders a page; until then its copy remains as the last good one. Repeats if content changes during the
     * render, whose reply is then not stored. Rethrows the renderer's errors.
     */
    async renew(url: string, device: Device): Promise<void> {
      const key = requestKey(url, parameters);
      if (key === undefined) return;
      const request = describeKey(key, device);
      const reply = copyFor(coalesced, request);
      if (reply) reply.stale = true;
      for (let renewals = 1; renewals <= maxRenewals; renewals++) {
        const made = await coalesced.refresh(request);
        if (!made.store || store.has(made)) return;
      }
    },
  };
}

/** Returns replies; the last good copy replaces a render that fails or takes too long. */
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
    // Paging parameters only reach pages that have those lists, so that they can't fill the store with copies of other
    // pages.
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

/** A reply such as 403 or 404 is no failure, and no older copy may replace it. */
function isFailure(error: unknown): boolean {
  return !(
    typeof error === 'object' &&
    error !== null &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status < 500
  );
}

/** Rejects with `UnavailableError` if the promise takes longer than `ms`. */
async function within<Result>(ms: number, promise: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>(
    (_, reject) =>
      (timer = setTimeout(() => reject(new UnavailableError(`Rendering took longer than ${ms} ms.`)), ms)),
  );
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Runs background jobs, at most `width` at once; refuses more than `capacity` waiting ones. */
class WorkQueue {
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #width: number;
  readonly #capacity: number;
  readonly #onError: (error: unknown) => void;
  #running = 0;
  #idle: (() => void)[] = [];

  readonly #pauseMs: number;

  /** `pauseMs`: pause of each runner after a job. */
  constructor(width: number, capacity: number, onError: (error: unknown) => void, pauseMs = 0) {
    this.#pauseMs = pauseMs;
    this.#width = width;
    this.#capacity = capacity;
    this.#onError = onError;
  }

  /** False if the queue is full and `job` will not run. */
  add(job: () => Promise<void>): boolean {
    if (this.#waiting.length >= this.#capacity) return false;
    this.#waiting.push(job);
    if (this.#running < this.#width) void this.#run();
    return true;
  }

  /** Drops jobs that have not begun. */
  clear(): void {
    this.#waiting.length = 0;
  }

  /** Resolves once no job runs or waits. */
  idle(): Promise<void> {
    return this.#running === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  async #run(): Promise<void> {
    this.#running++;
    await Promise.resolve(); // never inside the calling request
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
