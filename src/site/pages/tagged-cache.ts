import type { TagWeight } from '../../blocks/load-context.ts';
import type { Tag } from '../../modules/content/tags.ts';
import { tagsWithReads } from '../../modules/settings/cache.ts';
import type { InvalidationBus } from '../../kernel/db/invalidation.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import type { Reads } from '../../lib/noted-reads.ts';
import type { Content } from '../../modules/content/content.ts';
import type { PostCard } from '../../modules/posts/model.ts';
import { findCards } from '../../modules/cards/cards.ts';
import type { LinkSettings } from '../../modules/cards/cards.ts';
import { shortHash } from '../../lib/hash.ts';
import { memoizedBy, noteAll, noteReads } from '../../lib/noted-reads.ts';
import { articleType } from '../../modules/types/names.ts';
import type { PreparedDocument } from './prepared-document.ts';
import { findPatterns } from '../../modules/patterns/store.ts';
import { batch } from '../../lib/batch.ts';
import type { DocumentStore } from './document-store.ts';

export interface LoadedData<Data = unknown> {
  readonly data: Data;
  readonly tags: ReadonlyMap<Tag, TagWeight>;
  readonly reads?: Reads;
  /** Milliseconds since 1970; Infinity if it only expires by tags. */
  readonly expiresAt: number;
  /** Posts that the block shows, for lists below that leave them out. */
  readonly shown?: readonly number[];
}

/**
 * Caches loaded values, such as data of blocks that are the same on every page (menus, ticker, newest posts) or cards,
 * until one of their tags is emitted.
 */
export class TaggedCache<Data = unknown> {
  readonly #loadedByKey: LruCache<string, LoadedData<Data>>;
  readonly #keysByTag = new Map<string, Set<string>>();
  /** Incremented by every emission; data whose loading began earlier are not cached. */
  #epoch = 0;

  /** `capacity`: entries, at most. */
  constructor(bus: Pick<InvalidationBus, 'listen'>, capacity = 500) {
    this.#loadedByKey = new LruCache(capacity, ({ tags, reads }, key) =>
      this.#untag(key, tagsWithReads(tags, reads)),
    );
    bus.listen((emissions) => {
      this.#epoch++;
      for (const { tag } of emissions) {
        if (tag === '*') this.#forgetAll();
        for (const key of this.#keysByTag.get(tag) ?? []) this.#loadedByKey.delete(key);
      }
    });
  }

  #forgetAll(): void {
    this.#loadedByKey.clear();
    this.#keysByTag.clear();
  }

  #untag(key: string, tags: Iterable<string>): void {
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag);
      if (keys?.delete(key) && keys.size === 0) this.#keysByTag.delete(tag);
    }
  }

  get tagCount(): number {
    return this.#keysByTag.size;
  }

  get epoch(): number {
    return this.#epoch;
  }

  get(key: string, now: number): LoadedData<Data> | undefined {
    const entry = this.#loadedByKey.get(key);
    return entry && entry.expiresAt > now ? entry : undefined;
  }

  /** Caches `loaded`, unless there was an emission since `epoch` was read. */
  set(key: string, loaded: LoadedData<Data>, epoch: number): void {
    if (epoch !== this.#epoch) return;
    this.#loadedByKey.set(key, loaded);
    for (const tag of tagsWithReads(loaded.tags, loaded.reads)) {
      const keys = this.#keysByTag.get(tag) ?? new Set();
      this.#keysByTag.set(tag, keys.add(key));
    }
  }
}

/** Cards cached: about 3 KB each. */
const capacity = 2000;

/** Short key of the settings that affect cards. Records that they were read, also for pages with cached cards. */
const madeWith = memoizedBy(
  ({ permalink_structure: structure, texturize, site_language: language, look }: LinkSettings) =>
    // The whole look matters if a category has its own colour, which is adjusted to be readable on the look's
    // background.
    shortHash(JSON.stringify([structure, texturize, language, look.colours?.category && look])),
);

/** Cards of posts, shared by lists of many pages, until their content changes. */
export class CardCache {
  readonly #content: Content;
  readonly #cache: TaggedCache<PostCard>;

  constructor(content: Content, bus: Pick<InvalidationBus, 'listen'>) {
    this.#content = content;
    this.#cache = new TaggedCache(bus, capacity);
  }

  /** As `findCards`, with the tags of everything that each card shows: posts that are not listed are missing. */
  async find(ids: readonly number[], site: LinkSettings): Promise<Map<number, LoadedData<PostCard>>> {
    const found = new Map<number, LoadedData<PostCard>>();
    const made = madeWith(site);
    const missing: number[] = [];
    for (const id of ids) {
      const card = this.#cache.get(`${made} ${id}`, 0);
      if (card) found.set(id, card);
      else missing.push(id);
    }
    if (missing.length === 0) return found;
    const { epoch } = this.#cache;
    for (const [id, card] of await findCards(this.#content, missing, site)) {
      const loaded = { data: card, tags: cardTags(card), expiresAt: Infinity };
      this.#cache.set(`${made} ${id}`, loaded, epoch);
      found.set(id, loaded);
    }
    return found;
  }
}

/** Tags of everything that a card shows. */
export function cardTags({
  id,
  type,
  authors,
  category,
  picture,
  holdsPatterns,
}: PostCard): ReadonlyMap<Tag, TagWeight> {
  // An author page exists only while its author has articles, and posts of other types don't change that list.
  const pages: readonly Tag[] =
    type === articleType ? [] : authors.map((author) => `list:author:${author.id}` as const);
  const names: readonly Tag[] = [
    `post:${id}`,
    ...authors.map((author) => `user:${author.id}` as const),
    ...pages,
    ...(category ? [`term:${category.id}` as const] : []),
    ...(picture ? [`media:${picture.id}` as const] : []),
    ...(holdsPatterns ? ['excerpts' as const] : []),
  ];
  return new Map(names.map((name) => [name, 'secondary']));
}

/** Patterns cached: most sites have fewer. */
const patternCapacity = 300;

/** Synced patterns, compiled once for all texts until they change. */
export class PatternCache {
  readonly #cached: TaggedCache<PreparedDocument | undefined>;
  readonly #load: (ids: readonly number[]) => Promise<Map<number, PreparedDocument | null>>;

  constructor(content: Content, documents: Pick<DocumentStore, 'post'>) {
    this.#cached = new TaggedCache(content.database.bus, patternCapacity);
    this.#load = batch(async (ids) => {
      const found = new Map<number, PreparedDocument | null>();
      const { epoch } = this.#cached;
      const patterns = await findPatterns(content.database.read, ids);
      await Promise.all(
        ids.map(async (id) => {
          const pattern = patterns.get(id);
          const { value: data, reads } = await noteReads(
            async () => pattern && documents.post(pattern.post, pattern),
          );
          const tags = new Map<Tag, TagWeight>([
            [`post:${id}`, 'primary'],
            ...(data?.media ?? []).map((file) => [`media:${file}`, 'primary'] as const),
          ]);
          this.#cached.set(String(id), { data, tags, reads, expiresAt: Infinity }, epoch);
          noteAll(reads);
          found.set(id, data ?? null);
        }),
      );
      return found;
    });
  }

  /** A published pattern; undefined if this id has no such pattern. Concurrent calls share one query. */
  async find(id: number): Promise<PreparedDocument | undefined> {
    const known = this.#cached.get(String(id), 0);
    if (!known) return (await this.#load([id])).get(id) ?? undefined;
    if (known.reads) noteAll(known.reads);
    return known.data;
  }
}
