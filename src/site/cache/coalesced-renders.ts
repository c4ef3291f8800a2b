import { UnavailableError } from '../../lib/errors.ts';
import { tagsWithReads } from '../../modules/settings/cache.ts';
import { noteReads, isAmong } from '../../lib/noted-reads.ts';
import type { Reads } from '../../lib/noted-reads.ts';
import type { Device } from './device.ts';
import type { RenderedReply, SharedReply } from './rendered-reply.ts';
import type { ReplyStore } from './reply-store.ts';
import type { KeyedRequest } from './request-key.ts';
import { storedAlias, storedReply } from './stored-reply.ts';
import type { StoredReply } from './stored-reply.ts';
import type { Emission } from '../../kernel/db/invalidation.ts';
import type { TagWeight } from '../../blocks/load-context.ts';

interface Touched {
  /** One of its tags was emitted: what it read may be outdated. */
  readonly changed: boolean;
  /** One of its tags was emitted as a removal: what it read may no longer be shown. */
  readonly removed: boolean;
}

const most = 5000;

/** Records emissions while renders run; empty otherwise. */
class EmissionLog {
  /** Incremented with every batch of emissions. */
  position = 0;
  #running = 0;
  /** Position of the latest change and removal of each tag; `*`: of all tags. */
  #changed = new Map<string, number>();
  #removed = new Map<string, number>();

  record(emissions: readonly Emission[]): void {
    this.position++;
    if (this.#running === 0) return;
    for (const { tag, urgency } of emissions) {
      this.#changed.set(tag, this.position);
      if (urgency === 'remove') this.#removed.set(tag, this.position);
    }
    if (this.#changed.size <= most) return;
    // Beyond the limit, all current renders count as touched.
    const removed = this.#removed.size > 0;
    this.#forget();
    this.#changed.set('*', this.position);
    if (removed) this.#removed.set('*', this.position);
  }

  /** Call before a render reads anything; returns the position to compare with. */
  begin(): number {
    this.#running++;
    return this.position;
  }

  end(): void {
    if (--this.#running === 0) this.#forget();
  }

  touched(tags: Iterable<string>, since: number): Touched {
    if (this.position === since) return { changed: false, removed: false };
    const after = (at: number | undefined) => at !== undefined && at > since;
    let changed = after(this.#changed.get('*'));
    let removed = after(this.#removed.get('*'));
    for (const tag of tags) {
      changed ||= after(this.#changed.get(tag));
      removed ||= after(this.#removed.get(tag));
    }
    return { changed, removed };
  }

  #forget(): void {
    this.#changed.clear();
    this.#removed.clear();
  }
}

type HeaderTable = Readonly<Record<string, string>>;

export interface CoalescedRendersOptions {
  readonly store: ReplyStore;
  readonly renderPage: (request: KeyedRequest) => Promise<RenderedReply | SharedReply>;
  /** Headers of replies that don't set them; called for each render. */
  readonly defaultHeaders: () => HeaderTable | Promise<HeaderTable>;
  readonly now: () => number;
}

interface Job {
  readonly key: string;
  readonly request: KeyedRequest;
  readonly render: () => Promise<RenderedReply | SharedReply>;
  /** Whether a stale copy of a shared reply is acceptable. */
  readonly staleWillDo: boolean;
}

interface RenderOutcome {
  readonly reply: StoredReply;
  /** Valid for requests that arrived after the render began, since nothing that it shows changed. */
  readonly current: boolean;
  /** Content that it shows was removed during the render: no request may get it. */
  readonly removed: boolean;
}

interface RenderUnderWay {
  readonly device: Device;
  readonly beganAt: number;
  readonly outcome: Promise<RenderOutcome>;
}

const maxAttempts = 5;
const sharedMark = '=';

/** Key of a reply in the store; addresses and calls contain no line breaks and don't start with `sharedMark`. */
function placeOf(key: string, device: Device): string {
  return device === 'phone' ? `${key}\nphone` : key;
}

/** Runs one render at a time per key, and stores its reply only if nothing that it shows changed in the meantime. */
export class CoalescedRenders {
  readonly log = new EmissionLog();
  renders = 0;
  readonly #options: CoalescedRendersOptions;
  readonly #underWay = new Map<string, RenderUnderWay>();

  constructor(options: CoalescedRendersOptions) {
    this.#options = options;
  }

  /** The stored reply for a key, through an alias if necessary; undefined if expired. */
  resolve(key: string, device: Device): StoredReply | undefined {
    const { store } = this.#options;
    let item = store.live(placeOf(key, device));
    if (item?.kind === 'alias') {
      item.used = true;
      item = store.live(item.target);
    }
    if (item?.kind !== 'reply') return undefined;
    return item.expiresAt === Number.POSITIVE_INFINITY || item.expiresAt > this.#options.now()
      ? item
      : undefined;
  }

  /** The latest copy that was not removed, however old. */
  lastGood({ key, device }: KeyedRequest): StoredReply | undefined {
    const { store } = this.#options;
    const at = (place: string) => store.live(place) ?? store.retired(place);
    let item = device === 'phone' ? at(placeOf(key, 'phone')) : undefined;
    if (!item) {
      const desktop = at(key);
      if (desktop?.kind === 'alias' || !desktop?.variesByDevice || device === 'desktop') item = desktop;
    }
    if (item?.kind === 'alias') item = at(item.target);
    return item?.kind === 'reply' ? item : undefined;
  }

  /** Whether a request waits for a render of this key. */
  isUnderWay({ key }: KeyedRequest): boolean {
    return this.#underWay.has(placeOf(key, 'desktop')) || this.#underWay.has(placeOf(key, 'phone'));
  }

  /** Returns the reply for a reader: stored, even if stale, else rendered. */
  obtain(request: KeyedRequest): Promise<StoredReply> {
    return this.#obtain({
      key: request.key,
      request,
      render: () => this.#options.renderPage(request),
      staleWillDo: true,
    });
  }

  refresh(request: KeyedRequest): Promise<StoredReply> {
    return this.#obtain({
      key: request.key,
      request,
      render: () => this.#options.renderPage(request),
      staleWillDo: false,
    });
  }

  #stored(key: string, device: Device, staleWillDo: boolean): StoredReply | undefined {
    const any = this.resolve(key, 'desktop');
    const fitting = any && !any.variesByDevice ? any : this.resolve(key, device);
    return fitting && (staleWillDo || !fitting.stale) ? fitting : undefined;
  }

  async #obtain(job: Job): Promise<StoredReply> {
    const { device } = job.request;
    const askedAt = this.log.position;
    let ownDeviceOnly = false;
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const stored = this.#stored(job.key, device, job.staleWillDo);
      if (stored) return stored;
      // A phone also waits for the desktop's render, since most pages are the same for both.
      const other = placeOf(job.key, device === 'phone' ? 'desktop' : 'phone');
      const running =
        this.#underWay.get(placeOf(job.key, device)) ??
        (ownDeviceOnly ? undefined : this.#underWay.get(other)) ??
        this.#begin(job);
      const { reply, current, removed } = await running.outcome;
      if (reply.variesByDevice && running.device !== device) ownDeviceOnly = true;
      else if (!removed && (current || running.beganAt >= askedAt)) return reply;
    }
    throw new UnavailableError(
      `${job.key} changes faster than it can be rendered; ${maxAttempts} renders were discarded. Try again.`,
    );
  }

  #begin(job: Job): RenderUnderWay {
    const place = placeOf(job.key, job.request.device);
    const beganAt = this.log.begin();
    const outcome = this.#run(job, beganAt).finally(() => {
      this.log.end();
      this.#underWay.delete(place);
    });
    const running = { device: job.request.device, beganAt, outcome };
    this.#underWay.set(place, running);
    return running;
  }

  async #run(job: Job, beganAt: number): Promise<RenderOutcome> {
    const { request } = job;
    this.renders++;
    let headers: HeaderTable = {};
    const { value: rendered, reads } = await noteReads(async () => {
      const made = await job.render();
      headers = await this.#options.defaultHeaders();
      return made;
    });
    if ('shareKey' in rendered) return this.#share(job, rendered, reads, beganAt);
    const place = placeOf(job.key, rendered.variesByDevice ? request.device : 'desktop');
    const reply = await storedReply(
      { key: place, requestKey: request.key, device: request.device, isCall: request.action !== undefined },
      { ...rendered, tags: withSettings(rendered.tags, reads) },
      headers,
    );
    const { changed, removed } = this.log.touched(tagsWithReads(rendered.tags, reads), beganAt);
    const before = reply.isLacking ? this.#stored(job.key, request.device, true) : undefined;
    if (before && !before.isLacking)
      throw new UnavailableError(
        `A list of ${job.key} is unavailable at the moment; its stale copy contains it.`,
      );
    if (reply.store && !changed) this.#storeReply(job.key, reply);
    else if (!reply.store && reply.status < 500) this.#forget(job.key);
    // A reply that isn't stored may depend on untagged data, as redirects do: later requests render again.
    return { reply, current: reply.store && !changed, removed };
  }

  #storeReply(key: string, reply: StoredReply): void {
    const { store } = this.#options;
    const desktop = store.live(key);
    // A page that changes whether it differs by device leaves no copy of its former kind.
    if (!reply.variesByDevice) store.delete(placeOf(key, 'phone'));
    else if (desktop?.kind === 'reply' && !desktop.variesByDevice) store.delete(key);
    store.set(reply);
  }

  /** Deletes earlier replies of this key, which must not be served any more, even if a render fails. */
  #forget(key: string): void {
    for (const device of ['desktop', 'phone'] as const) this.#options.store.delete(placeOf(key, device));
  }

  async #share(
    job: Job,
    { shareKey, render, aliasTags }: SharedReply,
    reads: Reads,
    beganAt: number,
  ): Promise<RenderOutcome> {
    const { device } = job.request;
    const reply = await this.#obtain({ ...job, key: sharedMark + shareKey, render });
    const tags: RenderedReply['tags'] = aliasTags ?? new Map();
    const { changed, removed } = this.log.touched(tagsWithReads(tags, reads), beganAt);
    if (!aliasTags) this.#forget(job.key);
    else if (reply.store && !changed)
      this.#options.store.set(
        storedAlias(
          placeOf(job.key, reply.variesByDevice ? device : 'desktop'),
          withSettings(tags, reads),
          reply.key,
        ),
      );
    // The choice of the shared reply may depend on anything (a post published at that address): later requests render
    // again.
    return { reply, current: aliasTags !== undefined && !changed, removed };
  }
}

const mark = 'setting:';
/** Prefix of the tag of a set of settings. The rest lists the set, so no registry of sets is needed. */
export const setMark = 'settings:';

/**
 * A reply's tags, with a single tag for all settings that it read: replies depend on about a hundred each, and many on
 * the same ones. Emitted when any of its settings is (`withSets`).
 */
export function withSettings(
  tags: ReadonlyMap<string, TagWeight>,
  { key }: Reads,
): ReadonlyMap<string, TagWeight> {
  return key === '' ? tags : new Map(tags).set(setMark + key, 'primary');
}

/** The emissions, plus those `kept` tags of sets that contain an emitted setting. */
export function withSets(
  emissions: readonly Emission[],
  cachedTags: () => Iterable<string>,
): readonly Emission[] {
  const changed = emissions.filter(({ tag }) => tag.startsWith(mark));
  if (changed.length === 0) return emissions;
  const touched = [...cachedTags()].flatMap((tag) => {
    const set = tag.slice(setMark.length);
    const emission = changed.find((one) => isAmong(set, one.tag.slice(mark.length)));
    return emission ? [{ ...emission, tag }] : [];
  });
  return [...emissions, ...touched];
}
