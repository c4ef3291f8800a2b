import type { Reader } from '../../db/open-database.ts';
import { areaTaxonomy, navigationType, templatePartType, themeTaxonomy } from '../types/names.ts';
import { enlistedBesideStatusSql, enlistedSql } from './policy.ts';

/** What a template part of an import says of itself by its terms. */
export interface TemplatePart {
  readonly id: number;
  /** Of the theme that it belongs to; empty where nothing says so. */
  readonly theme: string;
  /** `header`, `footer` and others. */
  readonly area: string;
}

/** The id of the navigation that was published last; undefined where there is none. */
export async function findNewestNavigation(read: Reader): Promise<number | undefined> {
  const row = await read.selectFrom('post').select('id').where('type', '=', navigationType).where(enlistedSql)
    .orderBy('published_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id;
}

/** Published template parts with this slug, the newest first: of each theme there may be one. */
export async function findTemplateParts(read: Reader, slug: string): Promise<TemplatePart[]> {
  const rows = await read.selectFrom('post').leftJoin('term_relationship', 'term_relationship.post_id', 'post.id')
    .leftJoin('term', (join) => join.onRef('term.id', '=', 'term_relationship.term_id').on('term.taxonomy', 'in', [themeTaxonomy, areaTaxonomy]))
    .select(['post.id', 'term.taxonomy', 'term.slug as term_slug'])
    .where('post.slug', '=', slug).where('post.type', '=', templatePartType).where(enlistedBesideStatusSql)
    .orderBy('post.published_at', 'desc').orderBy('post.id', 'desc').limit(200).execute();
  const parts = new Map<number, TemplatePart>();
  for (const { id, taxonomy, term_slug: term } of rows) {
    const part = parts.get(id) ?? { id, theme: '', area: '' };
    parts.set(id, taxonomy === null ? part : { ...part, [taxonomy === themeTaxonomy ? 'theme' : 'area']: term ?? '' });
  }
  return [...parts.values()];
}
