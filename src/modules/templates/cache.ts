import type { Database } from '../../kernel/db/open-database.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { findAssignments, findItemTemplates, findKindAssignments, findTemplate } from './reader.ts';
import type { Template, TemplateAssignments } from './model.ts';

export interface TemplateCache {
  /** An item's own template and the global one of its kind. Runs no query while no item of the kind has a template of its own. */
  assignments(kind: string, itemId: number): Promise<TemplateAssignments>;
  /** Own templates by item id; items without one are missing. Runs a query only if some item of the kind has one. */
  ofItems(kind: string, itemIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  byId(id: number): Promise<Template | undefined>;
}

const maxTemplates = 200;
const maxKinds = 200;

/** Creates the cache; `template:…` and `templates` emissions of any process invalidate it. */
export function createTemplateCache(database: Pick<Database, 'read' | 'bus'>): TemplateCache {
  const templateById = new LruCache<number, { template: Template | undefined }>(maxTemplates);
  const assignedByKind = new LruCache<string, { global: number | undefined; anyItem: boolean }>(maxKinds);
  let epoch = 0;
  database.bus.listen((emissions) => {
    if (!emissions.some(({ tag }) => tag.startsWith('template:') || tag === 'templates' || tag === '*'))
      return;
    epoch++;
    templateById.clear();
    assignedByKind.clear();
  });

  async function remember<Key extends {}, Value extends {}>(
    cache: LruCache<Key, Value>,
    key: Key,
    load: () => Promise<Value>,
  ): Promise<Value> {
    const known = cache.get(key);
    if (known !== undefined) return known;
    const began = epoch;
    const value = await load();
    if (began === epoch) cache.set(key, value);
    return value;
  }

  return {
    assignments: async (kind, itemId) => {
      const { global, anyItem } = await remember(assignedByKind, kind, () =>
        findKindAssignments(database.read, kind),
      );
      if (!anyItem || itemId === 0) return { item: undefined, global };
      return findAssignments(database.read, kind, itemId);
    },
    ofItems: async (kind, itemIds) => {
      const { anyItem } = await remember(assignedByKind, kind, () =>
        findKindAssignments(database.read, kind),
      );
      return anyItem ? findItemTemplates(database.read, kind, itemIds) : new Map<number, number>();
    },
    byId: async (id) =>
      (await remember(templateById, id, async () => ({ template: await findTemplate(database.read, id) })))
        .template,
  };
}
