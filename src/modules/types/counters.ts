import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { articleType } from './names.ts';

export function counterKey({
  type = articleType,
  termId,
  authorId,
}: {
  readonly type?: string | undefined;
  readonly termId?: number | undefined;
  readonly authorId?: number | undefined;
}): string {
  if (termId !== undefined) return `term:${termId}:${type}`;
  return authorId === undefined ? `posts:${type}` : `author:${authorId}:${type}`;
}

export function authorCounterSql(id: RawBuilder<unknown>, type: string): RawBuilder<string> {
  const [before = '', after = ''] = counterKey({ type, authorId: 0 }).split('0');
  return sql<string>`${sql.lit(before)} || cast(${id} as text) || ${sql.lit(after)}`;
}
