import { sql } from 'kysely';
import type { PostSummary } from './post.ts';

/** Types that are content of the site's machinery rather than pages of their own. */
export const internalTypes: ReadonlySet<string> = new Set([
  'wp_block', 'wp_navigation', 'wp_template', 'wp_template_part', 'wp_global_styles', 'wp_font_family', 'wp_font_face', 'nav_menu_item', 'revision', 'custom_css', 'customize_changeset', 'oembed_cache', 'user_request',
]);

/** Whether visitors may open it: published (a scheduled one is not yet), with or without a password. */
export function isPublic(post: Pick<PostSummary, 'status'>): boolean {
  return post.status === 'publish';
}

/** Whether lists, feeds, search and REST may show it: published and without a password. */
export function isListed(post: Pick<PostSummary, 'status' | 'isProtected'>): boolean {
  return post.status === 'publish' && !post.isProtected;
}

/** The same rule for SQL; the literals match the partial indexes, which bound values would not. */
export const listedSql = sql<boolean>`post.status = 'publish' and post.password = ''`;

/** The same for questions that begin elsewhere, above all with ids: written so that no index by the status fits. From five ids on SQLite would rather walk through all that is published. */
export const listedBesideStatusSql = sql<boolean>`post.status || '' = 'publish' and post.password = ''`;
