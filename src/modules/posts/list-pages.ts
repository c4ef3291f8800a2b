import type { Reader } from '../../kernel/db/open-database.ts';
import { pageType } from '../types/names.ts';
import { enlistedSql } from './policy.ts';
import type { PostSummary } from './post.ts';

/** A page as a tree of pages needs it; `title` is HTML as written. */
export interface ListedPage extends Pick<PostSummary, 'id' | 'type' | 'slug' | 'title' | 'parentId'> {
  readonly menuOrder: number;
}

/** The newest listed pages, in the order that their editors gave them, then by title as `compare` puts titles. */
export async function listPages(
  read: Reader,
  limit: number,
  compare: (a: string, b: string) => number,
): Promise<ListedPage[]> {
  const rows = await read
    .selectFrom('post')
    .select(['id', 'type', 'slug', 'title', 'parent_id', 'menu_order'])
    .where('type', '=', pageType)
    .where(enlistedSql)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows
    .map(({ id, type, slug, title, parent_id: parentId, menu_order: menuOrder }) => ({
      id,
      type,
      slug,
      title,
      parentId,
      menuOrder,
    }))
    .toSorted((a, b) => a.menuOrder - b.menuOrder || compare(a.title, b.title) || a.id - b.id);
}
