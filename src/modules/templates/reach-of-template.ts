import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { Content } from '../content/content.ts';
import { mayBeOpenedSql } from '../posts/policy.ts';
import { authors } from '../users/visible-users.ts';
import type { Actor } from '../../kernel/actor.ts';
import { linksOf, listFollowing } from './page-links.ts';
import type { PageLink } from './page-links.ts';
import { countReach, frontPages, subjectOf } from './reach.ts';
import type { Subject } from './reach.ts';
import { findReferring } from './reader.ts';

/** Pages that look otherwise where a template goes. */
export interface TemplateReach {
  /** Undefined: nobody counts them, as days or searches, or all pages of the site. */
  readonly total: number | undefined;
  /** Some of them, as far as somebody may see them. */
  readonly pages: readonly PageLink[];
}

/**
 * Pages that have a template, of their own or as the global one of their kind, also as the part of another one that they have: for phones, a header, a
 * footer.
 */
export async function reachOfTemplate(
  content: Content,
  actor: Actor | undefined,
  id: number,
  limit: number,
): Promise<TemplateReach> {
  const { read } = content.database;
  const ids = [...new Set([id, ...(await findReferring(read, id)).map((whole) => whole.id)])];
  const uses = await read
    .selectFrom('template_assignment')
    .select(['kind', sql<number>`sum(case when item_id = 0 then 1 else 0 end)`.as('global')])
    .where('template_id', 'in', ids)
    .groupBy('kind')
    .orderBy('kind')
    .execute();
  const settings = await content.settings.current();
  const except = frontPages(settings);
  let total: number | undefined = 0;
  const pages: PageLink[] = [];
  for (const { kind, global } of uses) {
    const of = subjectOf(kind);
    if (kind === 'home') {
      total = total === undefined ? undefined : total + 1;
      pages.push({ title: settings.blogname, path: '/' });
      continue;
    }
    if (of !== 'kind') {
      const items = await itemsOf(read, kind, of, ids);
      total = total === undefined ? undefined : total + items.length;
      if (pages.length < limit)
        pages.push(
          ...(await linksOf(
            content,
            actor,
            items.slice(0, limit * spare).map((item) => ({ id: item, of })),
          )),
        );
    }
    if (Number(global) === 0) continue;
    const reach = await countReach(read, kind, except);
    total = total === undefined || reach.total === undefined ? undefined : total + reach.total;
    if (pages.length < limit) pages.push(...(await listFollowing(content, actor, kind, limit)));
  }
  return { total, pages: pages.slice(0, limit) };
}

/** More are asked for than shown: some may be nobody's business. */
const spare = 3;

/** Items with one of these templates as their own that have a page which readers can see, newest first. */
async function itemsOf(
  read: Reader,
  kind: string,
  of: Exclude<Subject, 'kind'>,
  ids: readonly number[],
): Promise<number[]> {
  const own = read
    .selectFrom('template_assignment')
    .select('item_id as id')
    .where('kind', '=', kind)
    .where('item_id', '>', 0)
    .where('template_id', 'in', ids)
    .orderBy('item_id', 'desc');
  const rows =
    of === 'post'
      ? own.innerJoin('post', 'post.id', 'item_id').where(mayBeOpenedSql)
      : of === 'term'
        ? own.innerJoin('term', 'term.id', 'item_id')
        : own.innerJoin('user', 'user.id', 'item_id').where(authors.sql());
  return (await rows.execute()).map((row) => row.id);
}
