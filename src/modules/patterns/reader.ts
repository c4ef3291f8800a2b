import type { Reader } from '../../kernel/db/open-database.ts';
import { enlistedBesideStatusSql } from '../posts/policy.ts';
import type { Post } from '../posts/post.ts';
import { summaryColumns, toPost, wholeParts } from '../posts/reader.ts';
import { freshRenderSql } from '../posts/render-store.ts';
import type { StoredRender } from '../posts/render-store.ts';
import { patternType } from '../types/names.ts';

/** A pattern that texts may show, with its kept render. */
export interface ShownPattern {
  readonly post: Post;
  readonly render: StoredRender | undefined;
}

/** Patterns by id that may stand in texts: published, without a password. Others are missing. One query. */
export async function findPatterns(read: Reader, ids: readonly number[]): Promise<Map<number, ShownPattern>> {
  if (ids.length === 0) return new Map();
  const rows = await read
    .selectFrom('post')
    .leftJoin('post_render', (join) => join.onRef('post_render.post_id', '=', 'post.id').on(freshRenderSql))
    .select([
      ...summaryColumns.map((column) => `post.${column}` as const),
      'post.content',
      'post_render.render_key',
      'post_render.document',
    ])
    .select(wholeParts)
    .where('post.id', 'in', ids)
    .where('post.type', '=', patternType)
    .where(enlistedBesideStatusSql)
    .execute();
  return new Map(
    rows.map(({ render_key: key, document, ...row }) => [
      row.id,
      { post: toPost(row), render: key === null || document === null ? undefined : { key, document } },
    ]),
  );
}
