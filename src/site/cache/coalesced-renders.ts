import { UnavailableError } from '../../lib/errors.ts';
import { tagsWithReads } from '../../modules/settings/tags-with-reads.ts';
import { noteReads } from '../../lib/noted-reads.ts';
import type { Reads } from '../../lib/noted-reads.ts';
import type { Device } from './device.ts';
import { EmissionLog } from './emission-log.ts';
import type { RenderedReply, SharedReply } from './rendered-reply.ts';
import type { ReplyStore } from './reply-store.ts';
import type { KeyedRequest } from './request-key.ts';
import { withSettings } from './setting-tags.ts';
import { storedAlias, storedReply } from './stored-reply.ts';
import type { StoredReply } from './stored-reply.ts';

type HeaderTable = Readonly<Record<string, string>>;

export interface CoalescedRendersOptions {
  readonly store: ReplyStore;
  readonly renderPage: (request: KeyedRequest) => Promise<RenderedReply | SharedReply>;
  /** Headers of every reply that does not set its own of that name, asked for with each render. */
  readonly defaultHeaders: () => HeaderTable | Promise<HeaderTable>;
  readonly now: () => number;
}

/** What is rendered under one key: a page that somebody asked for, or a reply that many pages share. */
interface Job {
  readonly key: string;
  readonly request: KeyedRequest;
  readonly render: () => Promise<RenderedReply | SharedReply>;
  /** Whether a stale copy of a shared reply will do. */
  readonly staleWillDo: boolean;
}

interface RenderOutcome {
  readonly reply: StoredReply;
  /** Requests that came after the render began may have it all the same: nothing that it shows changed. */
  readonly current: boolean;
  /** Something that it shows was removed meanwhile: nobody may have it. */
  readonly removed: boolean;
}

interface RenderUnderWay {
  readonly device: Device;
  readonly beganAt: number;
  readonly outcome: Promise<RenderOutcome>;
}

const mostAttempts = 5;
const sharedMark = '=';

/** Place of a reply in the store: addresses and calls hold neither line breaks nor this mark in front. */
function placeOf(key: string, device: Device): string {
  return device === 'phone' ? `${key}\nphone` : key;
}

/** Renders: one at a time per key, stored only when nothing that they show changed on the way. */
export class CoalescedRenders {
  readonly log = new EmissionLog();
  renders = 0;
  readonly #options: CoalescedRendersOptions;
  readonly #underWay = new Map<string, RenderUnderWay>();

  constructor(options: CoalescedRendersOptions) {
    this.#options = options;
  }

  /** The stored reply at this place, through an alias if need be; not one past its time. */
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

  /** A copy that was not removed, however old. */
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

  /** Whether somebody waits for what this key stands for. */
  isUnderWay({ key }: KeyedRequest): boolean {
    return this.#underWay.has(placeOf(key, 'desktop')) || this.#underWay.has(placeOf(key, 'phone'));
  }

  /** Gets the reply for a reader: stored (stale will do), else rendered. */
  obtain(request: KeyedRequest): Promise<StoredReply> {
    return this.#obtain({
      key: request.key,
      request,
      render: () => this.#options.renderPage(request),
      staleWillDo: true,
    });
  }

  /** Renders anew what is stale. */
  refresh(request: KeyedRequest): Promise<StoredReply> {
    return this.#obtain({
      key: request.key,
      request,
      render: () => this.#options.renderPage(request),
      staleWillDo: false,
    });
  }

  /** The stored copy that fits this device. */
  #stored(key: string, device: Device, staleWillDo: boolean): StoredReply | undefined {
    const any = this.resolve(key, 'desktop');
    const fitting = any && !any.variesByDevice ? any : this.resolve(key, device);
    return fitting && (staleWillDo || !fitting.stale) ? fitting : undefined;
  }

  async #obtain(job: Job): Promise<StoredReply> {
    const { device } = job.request;
    const askedAt = this.log.position;
    let ownDeviceOnly = false;
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      const stored = this.#stored(job.key, device, job.staleWillDo);
      if (stored) return stored;
      // A phone waits for the desktop's render too: most pages are the same for both.
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
      `What ${job.key} shows changes faster than it can be rendered; ${mostAttempts} renders were thrown away. Try again.`,
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
      throw new UnavailableError(`A list of ${job.key} can't be had at the moment; its stale copy has it.`);
    if (reply.store && !changed) this.#keep(job.key, reply);
    else if (!reply.store && reply.status < 500) this.#forget(job.key);
    // What is not kept may hang on what no tag tells of, as redirects do: those that asked later look again.
    return { reply, current: reply.store && !changed, removed };
  }

  #keep(key: string, reply: StoredReply): void {
    const { store } = this.#options;
    const desktop = store.live(key);
    // A page that began or ceased to differ by device leaves no copy of its former kind behind.
    if (!reply.variesByDevice) store.delete(placeOf(key, 'phone'));
    else if (desktop?.kind === 'reply' && !desktop.variesByDevice) store.delete(key);
    store.set(reply);
  }

  /** What used to be stored here may not be served any more, not even where a render fails. */
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
    // Which shared reply it is may depend on anything (a post published at that address): those who asked later look again.
    return { reply, current: aliasTags !== undefined && !changed, removed };
  }
}
