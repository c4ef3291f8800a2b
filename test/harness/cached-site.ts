import { expect } from 'vitest';
import type { PageInfo } from '../../src/blocks/load-context.ts';
import { tagsWithReads } from '../../src/modules/settings/cache.ts';
import { moreUrgent } from '../../src/kernel/db/invalidation.ts';
import type { Emission, Urgency } from '../../src/kernel/db/invalidation.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import { describeKey } from '../../src/site/cache/request-key.ts';
import { renderPageRequest } from '../../src/site/replies/render-page-request.ts';
import { renderCall } from '../../src/site/ajax/admin-ajax-route.ts';
import { noteReads } from '../../src/lib/noted-reads.ts';
import { wholeText } from '../../src/lib/text-around.ts';
import { renderDocument } from '../../src/site/pages/render-document.ts';
import { whole } from './runs-here.ts';
import { pageOf } from './core-blocks.ts';
import { draw } from './drawn.ts';
import { testSigner } from './load-context.ts';
import { pageSite } from './page-site.ts';
import type { PageSite } from './page-site.ts';

/** Key of a cached render: a path, a call (`!action?field=value`), or a block on a post's page (`block NAME`). */
export type CacheKey = string;

interface Made {
  readonly text: string;
  /** Undefined for an uncacheable reply. */
  readonly tags: ReadonlySet<string> | undefined;
  /** Milliseconds. */
  readonly expiresAt: number;
}

/** The state of cached renders after a change. */
export interface Followed {
  /** Renders that differ from their cached version. */
  readonly changed: readonly CacheKey[];
  /** Of these, the ones still cached, or re-rendered from cached data: the difference, and until when they may be sent. */
  readonly stale: readonly {
    readonly key: CacheKey;
    readonly difference: string;
    readonly expiresAt: number;
  }[];
  /** Dropped, or re-rendered in the background. */
  readonly dropped: readonly CacheKey[];
  readonly emitted: readonly Emission[];
  /** The previous text of each changed render, and the urgency with which it was invalidated, if at all. */
  readonly lost: readonly {
    readonly key: CacheKey;
    readonly text: string;
    readonly urgency: Urgency | undefined;
  }[];
}

/** Caches renders of a site like the page cache, without its limits, and checks their invalidation. */
export class CachedSite {
  readonly #database: Database;
  readonly #site: PageSite;
  readonly renders = new Map<CacheKey, Made>();
  readonly #blocks = new Map<string, string>();
  #turn = draw('what is kept on', 3);
  readonly #postId: number;
  /** Compiled templates, shared by fresh sites. */
  readonly #templates: PageSite['documents']['template'];

  constructor(database: Database, postId: number) {
    this.#database = database;
    this.#site = siteOf(database);
    this.#postId = postId;
    this.#templates = siteOf(database).documents.template;
  }

  /**
   * Caches these addresses, and blocks (documents by name) on the post's page, if they use the database; others never
   * change. Runs twice, since later renders affect earlier ones.
   */
  async cache(addresses: readonly CacheKey[], blocks: ReadonlyMap<string, string>): Promise<void> {
    for (const [name, markup] of blocks) if (await this.#asks(name, markup)) this.#blocks.set(name, markup);
    for (const _ of [1, 2])
      for (const key of [...addresses, ...this.#blocks.keys()])
        this.renders.set(key, await this.#make(this.#site, key));
  }

  get tags(): ReadonlyMap<CacheKey, readonly string[]> {
    return new Map([...this.renders].map(([key, { tags }]) => [key, [...(tags ?? [])].toSorted()]));
  }

  async emissionsOf(write: () => Promise<unknown>): Promise<readonly Emission[]> {
    const emitted: Emission[] = [];
    const stop = this.#database.bus.listen((emissions) => void emitted.push(...emissions));
    try {
      await write();
    } finally {
      stop();
    }
    return emitted;
  }

  /**
   * Runs a writer and compares cached renders with those of a fresh process: a third of the addresses in turn; with
   * `blocks` all addresses and blocks; with `all` also re-rendered ones. A later turn usually sees a missed one.
   */
  async follow(write: () => Promise<unknown>, also: 'some' | 'blocks' | 'all'): Promise<Followed> {
    const emitted = await this.emissionsOf(write);
    const emittedTags = new Set(emitted.map(({ tag }) => tag));
    // If nothing cached was invalidated, the next change will reveal what should have been.
    if (![...this.renders.values()].some((one) => isOver(one) || isInvalidated(one, emittedTags)))
      return { changed: [], stale: [], dropped: [], emitted, lost: [] };
    const fresh = siteOf(this.#database);
    Object.assign(fresh.documents, { template: this.#templates }); // identified by their key
    const found = {
      changed: [] as CacheKey[],
      stale: [] as Followed['stale'][number][],
      dropped: [] as CacheKey[],
      emitted,
      lost: [] as Followed['lost'][number][],
    };
    const turn = ++this.#turn;
    for (const [nth, [key, before]] of [...this.renders].entries()) {
      const isDropped = isOver(before) || isInvalidated(before, emittedTags);
      const sent = isDropped ? await this.#make(this.#site, key) : before;
      if (isDropped) this.renders.set(key, sent);
      if (isInvalidated(before, emittedTags)) found.dropped.push(key);
      const isCompared = also !== 'some' || (!this.#blocks.has(key) && (whole || (nth + turn) % 3 === 0));
      const { text } = (isDropped ? also !== 'all' : !isCompared) ? sent : await this.#make(fresh, key);
      if (text !== before.text) {
        found.changed.push(key);
        // Uncacheable replies are never sent again.
        found.lost.push({
          key,
          text: before.text,
          urgency: before.tags ? urgencyOf(emitted, before.tags) : 'remove',
        });
      }
      if (text === sent.text) continue;
      found.stale.push({
        key,
        difference: `${isDropped ? 're-rendered' : 'kept'}, ${difference(sent.text, text)}`,
        expiresAt: sent.expiresAt,
      });
      if (sent.expiresAt === Infinity) this.renders.set(key, { ...sent, text });
    }
    await fresh.content.close();
    return found;
  }

  async #asks(name: string, markup: string): Promise<boolean> {
    const site = siteOf(this.#database);
    const page = await pageOf(site, this.#postId);
    await site.begin(page);
    const before = this.#database.queryCount();
    await this.#makeBlock(site, name, markup, page);
    return this.#database.queryCount() > before;
  }

  async #make(site: PageSite, key: CacheKey): Promise<Made> {
    const markup = this.#blocks.get(key);
    if (markup !== undefined) return this.#makeBlock(site, key, markup, await pageOf(site, this.#postId));
    const request = describeKey(key, 'desktop');
    const { value, reads } = await noteReads(async () => {
      const answer =
        request.action === undefined
          ? await renderPageRequest(site, testSigner, request)
          : await renderCall(site, testSigner, request);
      if (!('shareKey' in answer)) return { ...answer, isCached: answer.store };
      const reply = await answer.render();
      return {
        ...reply,
        tags: new Map([...reply.tags, ...(answer.aliasTags ?? [])]),
        isCached: reply.store && answer.aliasTags !== undefined,
      };
    });
    const { status, headers = {}, body, tags, isCached, expiresAt = Infinity } = value;
    const text = `${status} ${JSON.stringify(headers)} ${typeof body === 'string' || Buffer.isBuffer(body) ? body.toString() : wholeText(body)}`;
    return { text, tags: isCached ? new Set(tagsWithReads(tags, reads)) : undefined, expiresAt };
  }

  async #makeBlock(site: PageSite, name: string, markup: string, page: PageInfo): Promise<Made> {
    const {
      value: { html, tags, expiresAt },
      reads,
    } = await noteReads(async () => {
      const render = await site.begin(page, Date.now());
      render.addTag(`post:${this.#postId}`);
      const shown = await renderDocument(site.documents.template(markup, `template:${name}`), name, render);
      expect(site.logged.filter(({ level }) => level === 'error')).toEqual([]);
      return { html: shown ?? '', tags: render.tags, expiresAt: render.expiresAt };
    });
    return { text: html, tags: new Set(tagsWithReads(tags, reads)), expiresAt };
  }
}

const isInvalidated = ({ tags }: Made, emittedTags: ReadonlySet<string>) =>
  tags !== undefined && (emittedTags.has('*') || [...emittedTags].some((tag) => tags.has(tag)));
const isOver = ({ tags, expiresAt }: Made) => tags === undefined || expiresAt <= Date.now();

function urgencyOf(emitted: readonly Emission[], tags: ReadonlySet<string>): Urgency | undefined {
  let found: Urgency | undefined;
  for (const { tag, urgency } of emitted)
    if (tags.has(tag) || tag === '*') found = moreUrgent(found, urgency);
  return found;
}

/** A site where related posts are all other posts, without background ranking, which is tested elsewhere. */
function siteOf(database: Database): PageSite {
  const site = pageSite(database);
  const others = (id: number) =>
    database.read
      .selectFrom('post')
      .select('id')
      .where('type', '=', 'post')
      .where('id', '!=', id)
      .orderBy('id')
      .limit(20);
  const find = async ({ id }: { readonly id: number }) => (await others(id).execute()).map((post) => post.id);
  Object.assign(site.content, { related: { ...site.content.related, find } });
  return site;
}

function difference(one: string, other: string): string {
  let at = 0;
  while (one[at] === other[at]) at++;
  return `${JSON.stringify(one.slice(Math.max(0, at - 80), at + 60))} instead of ${JSON.stringify(other.slice(Math.max(0, at - 80), at + 60))}`;
}
