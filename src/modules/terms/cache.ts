import type { Database } from '../../kernel/db/open-database.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { findWithAncestors } from './reader.ts';
import type { Term } from './model.ts';

export interface TermCache {
  /** Returns the terms with all their ancestors, each term directly before its ancestors. */
  withAncestors(ids: readonly number[]): Promise<Map<number, Term>>;
}

const maxTerms = 5000;

export function createTermCache(database: Pick<Database, 'read' | 'bus'>): TermCache {
  const termById = new LruCache<number, Term>(maxTerms);
  let epoch = 0;
  database.bus.listen((emissions) => {
    if (!emissions.some(({ tag }) => tag.startsWith('term:') || tag === '*')) return;
    epoch++;
    termById.clear();
  });
  return {
    withAncestors: async (ids) => {
      const found = new Map<number, Term>();
      const missing = new Set<number>();
      for (const id of ids) {
        for (let at = id; at > 0 && !found.has(at); ) {
          const term = termById.get(at);
          if (!term) {
            missing.add(at);
            break;
          }
          found.set(at, term);
          at = term.parentId;
        }
      }
      if (missing.size === 0) return found;
      const began = epoch;
      for (const term of await findWithAncestors(database.read, [...missing])) {
        found.set(term.id, term);
        if (began === epoch) termById.set(term.id, term);
      }
      return inOrder(ids, found);
    },
  };
}

function inOrder(ids: readonly number[], found: ReadonlyMap<number, Term>): Map<number, Term> {
  const ordered = new Map<number, Term>();
  for (const id of ids) {
    for (let term = found.get(id); term && !ordered.has(term.id); term = found.get(term.parentId))
      ordered.set(term.id, term);
  }
  return ordered;
}
