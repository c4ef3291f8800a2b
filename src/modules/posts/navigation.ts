import type { Reader } from '../../kernel/db/open-database.ts';
import { areaTaxonomy, navigationType, templatePartType, themeTaxonomy, pageType } from '../types/index.ts';
import { enlistedBesideStatusSql, enlistedSql } from './policy.ts';
import type { PostSummary } from './model.ts';

export interface TemplatePart {
  readonly id: number;
  /** The theme it belongs to; '' if unknown. */
  readonly theme: string;
  /** `header`, `footer` and others. */
  readonly area: string;
}

export async function findNewestNavigation(read: Reader): Promise<number | undefined> {
  const row = await read
    .selectFrom('post')
    .select('id')
    .where('type', '=', navigationType)
    .where(enlistedSql)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

const maxOfSlug = 200;

/** Published template parts by slug, newest first. */
export async function findTemplateParts(
  read: Reader,
  slugs: readonly string[],
): Promise<Map<string, TemplatePart[]>> {
  const found = new Map<string, TemplatePart[]>();
  if (slugs.length === 0) return found;
  const rows = await read
    .selectFrom('post')
    .leftJoin('term_relationship', 'term_relationship.post_id', 'post.id')
    .leftJoin('term', (join) =>
      join
        .onRef('term.id', '=', 'term_relationship.term_id')
        .on('term.taxonomy', 'in', [themeTaxonomy, areaTaxonomy]),
    )
    .select(['post.id', 'post.slug', 'term.taxonomy', 'term.slug as term_slug'])
    .where('post.slug', 'in', slugs)
    .where('post.type', '=', templatePartType)
    .where(enlistedBesideStatusSql)
    .orderBy('post.published_at', 'desc')
    .orderBy('post.id', 'desc')
    .limit(maxOfSlug * slugs.length)
    .execute();
  const parts = new Map<number, TemplatePart & { readonly slug: string }>();
  for (const { id, slug, taxonomy, term_slug: term } of rows) {
    const part = parts.get(id) ?? { id, slug, theme: '', area: '' };
    parts.set(
      id,
      taxonomy === null ? part : { ...part, [taxonomy === themeTaxonomy ? 'theme' : 'area']: term ?? '' },
    );
  }
  for (const { slug, ...part } of parts.values()) found.set(slug, [...(found.get(slug) ?? []), part]);
  return found;
}

/** A page in a page tree; `title` is stored HTML. */
interface ListedPage extends Pick<PostSummary, 'id' | 'type' | 'slug' | 'title' | 'parentId'> {
  readonly menuOrder: number;
}

/** The newest listed pages, by menu order, then by title according to `compare`. */
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
