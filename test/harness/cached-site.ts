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
export type Kept = string;

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
  readonly changed: readonly Kept[];
  /** Of these, the ones still cached, or re-rendered from cached data: the difference, and until when they may be sent. */
  readonly stale: readonly { readonly kept: Kept; readonly difference: string; readonly expiresAt: number }[];
  /** Dropped, or re-rendered in the background. */
  readonly dropped: readonly Kept[];
  readonly emitted: readonly Emission[];
  /** The previous text of each changed render, and the urgency with which it was invalidated, if at all. */
  readonly lost: readonly {
    readonly kept: Kept;
    readonly text: string;
    readonly urgency: Urgency | undefined;
  }[];
}

/** Caches renders of a site like the page cache, without its limits, and checks their invalidation. */
export class CachedSite {
  readonly #database: Database;
  readonly #site: PageSite;
  readonly #kept = new Map<Kept, Made>();
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
  async keep(addresses: readonly Kept[], blocks: ReadonlyMap<string, string>): Promise<void> {
    for (const [name, markup] of blocks) if (await this.#asks(name, markup)) this.#blocks.set(name, markup);
    for (const _ of [1, 2])
      for (const kept of [...addresses, ...this.#blocks.keys()])
        this.#kept.set(kept, await this.#make(this.#site, kept));
  }

  get tags(): ReadonlyMap<Kept, readonly string[]> {
    return new Map([...this.#kept].map(([kept, { tags }]) => [kept, [...(tags ?? [])].toSorted()]));
  }

  async tell(write: () => Promise<unknown>): Promise<readonly Emission[]> {
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
    const emitted = await this.tell(write);
    const told = new Set(emitted.map(({ tag }) => tag));
    // If nothing cached was invalidated, the next change will reveal what should have been.
    if (![...this.#kept.values()].some((one) => isOver(one) || hears(one, told)))
      return { changed: [], stale: [], dropped: [], emitted, lost: [] };
    const fresh = siteOf(this.#database);
    Object.assign(fresh.documents, { template: this.#templates }); // identified by their key
    const found = {
      changed: [] as Kept[],
      stale: [] as Followed['stale'][number][],
      dropped: [] as Kept[],
      emitted,
      lost: [] as Followed['lost'][number][],
    };
    const turn = ++this.#turn;
    for (const [nth, [kept, before]] of [...this.#kept].entries()) {
      const isDropped = isOver(before) || hears(before, told);
      const sent = isDropped ? await this.#make(this.#site, kept) : before;
      if (isDropped) this.#kept.set(kept, sent);
      if (hears(before, told)) found.dropped.push(kept);
      const isCompared = also !== 'some' || (!this.#blocks.has(kept) && (whole || (nth + turn) % 3 === 0));
      const { text } = (isDropped ? also !== 'all' : !isCompared) ? sent : await this.#make(fresh, kept);
      if (text !== before.text) {
        found.changed.push(kept);
        // Uncacheable replies are never sent again.
        found.lost.push({
          kept,
          text: before.text,
          urgency: before.tags ? urgencyOf(emitted, before.tags) : 'remove',
        });
      }
      if (text === sent.text) continue;
      found.stale.push({
        kept,
        difference: `${isDropped ? 're-rendered' : 'kept'}, ${difference(sent.text, text)}`,
        expiresAt: sent.expiresAt,
      });
      if (sent.expiresAt === Infinity) this.#kept.set(kept, { ...sent, text });
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

  async #make(site: PageSite, kept: Kept): Promise<Made> {
    const markup = this.#blocks.get(kept);
    if (markup !== undefined) return this.#makeBlock(site, kept, markup, await pageOf(site, this.#postId));
    const request = describeKey(kept, 'desktop');
    const { value, reads } = await noteReads(async () => {
      const answer =
        request.action === undefined
          ? await renderPageRequest(site, testSigner, request)
          : await renderCall(site, testSigner, request);
      if (!('shareKey' in answer)) return { ...answer, isKept: answer.store };
      const reply = await answer.render();
      return {
        ...reply,
        tags: new Map([...reply.tags, ...(answer.aliasTags ?? [])]),
        isKept: reply.store && answer.aliasTags !== undefined,
      };
    });
    const { status, headers = {}, body, tags, isKept, expiresAt = Infinity } = value;
    const text = `${status} ${JSON.stringify(headers)} ${typeof body === 'string' || Buffer.isBuffer(body) ? body.toString() : wholeText(body)}`;
    return { text, tags: isKept ? new Set(tagsWithReads(tags, reads)) : undefined, expiresAt };
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

const hears = ({ tags }: Made, told: ReadonlySet<string>) =>
  tags !== undefined && (told.has('*') || [...told].some((tag) => tags.has(tag)));
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
