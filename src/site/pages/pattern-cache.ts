import type { Tag } from '../../modules/content/tags.ts';
import type { CompiledDocument } from '../../blocks/document/document.ts';
import type { TagWeight } from '../../blocks/load-context.ts';
import type { Content } from '../../modules/content/content.ts';
import { findPatterns } from '../../modules/patterns/reader.ts';
import { batch } from '../../lib/batch.ts';
import { noteAll, noteReads } from '../../lib/noted-reads.ts';
import type { DocumentStore } from './document-store.ts';
import { TaggedCache } from './tagged-cache.ts';

/** Patterns kept: most sites have fewer. */
const capacity = 300;

/** Synced patterns, compiled once for all texts that show them, until they change. */
export class PatternCache {
  readonly #kept: TaggedCache<CompiledDocument | undefined>;
  readonly #load: (ids: readonly number[]) => Promise<Map<number, CompiledDocument | null>>;

  constructor(content: Content, documents: Pick<DocumentStore, 'post'>) {
    this.#kept = new TaggedCache(content.database.bus, capacity);
    this.#load = batch(async (ids) => {
      const found = new Map<number, CompiledDocument | null>();
      const { epoch } = this.#kept;
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
          this.#kept.set(String(id), { data, tags, reads, expiresAt: Infinity }, epoch);
          noteAll(reads);
          found.set(id, data ?? null);
        }),
      );
      return found;
    });
  }

  /** A pattern that may stand in texts; undefined where there is none of this id. Those that are asked for side by side come in one query. */
  async find(id: number): Promise<CompiledDocument | undefined> {
    const known = this.#kept.get(String(id), 0);
    if (!known) return (await this.#load([id])).get(id) ?? undefined;
    if (known.reads) noteAll(known.reads);
    return known.data;
  }
}
