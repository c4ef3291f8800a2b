import {
  authorCounterSql,
  articleType,
  fileType,
  registeredTaxonomies,
  registeredTypes,
} from '../types/index.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import {
  countListedPosts,
  lockedSql,
  mayBeOpened,
  mayBeOpenedEachSql,
  mayBeOpenedSql,
} from '../posts/index.ts';
import { frontPageOf, postsPageOf } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import { authors } from '../users/index.ts';
import { kindOfItems, kindOfPost, kindOfTerm, mobilePages } from './kinds.ts';
import { templateKey, layoutNamed, layoutsForPosts } from './own-template.ts';

/** Subject of pages of a kind. `kind`: its pages have no item that could have its own template, or there is only one page. */
export type Subject = 'post' | 'term' | 'author' | 'kind';

/** Pages that change with the template of their kind: those whose item lacks its own. */
export interface Reach {
  readonly of: Subject;
  /** Undefined: not counted, for dates and searches. */
  readonly total: number | undefined;
  readonly own: number;
}

const fullScreenKey = 'full_screen_header';

const typesOfKind = (kind: string) => {
  const pages = kindOfItems(kind);
  return registeredTypes()
    .filter(({ isPublic, name }) => isPublic && kindOfPost(name) === pages)
    .map(({ name }) => name);
};
const taxonomiesOfKind = (kind: string) =>
  registeredTaxonomies()
    .filter(({ isPublic, name }) => isPublic && kindOfTerm(name) === kind)
    .map(({ name }) => name);

export function subjectOf(kind: string): Subject {
  if (kind === mobilePages) return 'post';
  if (typesOfKind(kind).length > 0) return 'post';
  if (kind === 'author') return 'author';
  return taxonomiesOfKind(kind).length > 0 ? 'term' : 'kind';
}

/**
 * Counts the pages that use the template of their kind, from maintained counters and the exceptions; it never scans all
 * posts. `except`: see `frontPages`.
 */
export async function countReach(read: Reader, kind: string, except: readonly number[] = []): Promise<Reach> {
  const of = subjectOf(kind);
  if (of === 'kind') return { of, total: undefined, own: 0 };
  if (of === 'post') {
    const types = typesOfKind(kind);
    const [all, own] = [
      await countPosts(read, types, except),
      await countOwnPosts(read, kind, types, except),
    ];
    return { of, total: all - own, own };
  }
  const [all, own] =
    of === 'author'
      ? [await countAuthors(read), await countOwnAuthors(read)]
      : [await countTerms(read, kind), await countOwnTerms(read, kind)];
  return { of, total: all - own, own };
}

/** Posts that are laid out as the front page or the posts page and not by their type's template. */
export function frontPages(
  settings: Pick<Settings, 'show_on_front' | 'page_on_front' | 'page_for_posts'>,
): number[] {
  return [frontPageOf(settings), postsPageOf(settings)].filter((id) => id > 0);
}

const notIn = (except: readonly number[]) => sql<boolean>`post.id not in (${sql.join([0, ...except])})`;

async function countPosts(
  read: Reader,
  types: readonly string[],
  except: readonly number[],
): Promise<number> {
  // Read by id: excluding them in the count would make SQLite scan every post of the type.
  const excepted =
    except.length === 0
      ? []
      : await read.selectFrom('post').select(['type', 'status']).where('id', 'in', except).execute();
  let all = -excepted.filter(({ type, status }) => types.includes(type) && mayBeOpened({ status })).length;
  for (const type of types) {
    if (type === fileType) {
      const files = read
        .selectFrom('post')
        .select(sql<number>`count(*)`.as('total'))
        .where('type', '=', type)
        .where(mayBeOpenedSql);
      all += Number((await files.executeTakeFirstOrThrow()).total);
      continue;
    }
    const closed = read
      .selectFrom('post')
      .select(sql<number>`count(*)`.as('total'))
      .where('type', '=', type)
      .where(lockedSql);
    all += (await countListedPosts(read, { type })) + Number((await closed.executeTakeFirstOrThrow()).total);
  }
  return all;
}

async function countOwnPosts(
  read: Reader,
  kind: string,
  types: readonly string[],
  except: readonly number[],
): Promise<number> {
  const assigned = await read
    .selectFrom('template_assignment')
    .innerJoin('post', 'post.id', 'template_assignment.item_id')
    .select(sql<number>`count(*)`.as('total'))
    .where('kind', '=', kind)
    .where('item_id', '>', 0)
    .where('post.type', 'in', types)
    .where(mayBeOpenedSql)
    .where(notIn(except))
    .executeTakeFirstOrThrow();
  const chosen = await layoutsChosen(read, types);
  if (!chosen) return Number(assigned.total);
  const laidOut = await read
    .selectFrom('post_meta')
    .innerJoin('post', 'post.id', 'post_meta.post_id')
    .select(sql<number>`count(distinct post.id)`.as('total'))
    .where(chosen)
    .where('post.type', 'in', types)
    .where(mayBeOpenedSql)
    .where(notIn(except))
    .where(
      sql<boolean>`not exists (select 1 from template_assignment as own where own.kind = ${kind} and own.item_id = post.id)`,
    )
    .executeTakeFirstOrThrow();
  return Number(assigned.total) + Number(laidOut.total);
}

/** Same expression as in the partial index. */
const layoutMetaSql = sql<boolean>`post_meta.key in ('_wp_page_template', 'full_screen_header') and post_meta.value not in ('', 'default', '0')`;

/** SQL condition for meta with which posts of these types choose a layout; undefined: these types have no layouts. */
async function layoutsChosen(
  read: Reader,
  types: readonly string[],
): Promise<RawBuilder<boolean> | undefined> {
  const known = new Set(types.flatMap((type) => layoutsForPosts(type).map(({ template }) => template)));
  if (known.size === 0) return undefined;
  const stored = await read
    .selectFrom('post_meta')
    .select('value')
    .distinct()
    .where('key', '=', templateKey)
    .where(layoutMetaSql)
    .limit(1000)
    .execute();
  const named = stored
    .map(({ value }) => value)
    .filter((value) => {
      const layout = layoutNamed(value);
      return layout !== undefined && known.has(layout);
    });
  const byName = sql`post_meta.key = ${templateKey} and post_meta.value in (${sql.join(['', ...named])})`;
  return sql<boolean>`${layoutMetaSql} and ((${byName}) or (post_meta.key = ${fullScreenKey} and post_meta.value = '1'))`;
}

async function countTerms(read: Reader, kind: string): Promise<number> {
  const counted = read
    .selectFrom('term')
    .select(sql<number>`count(*)`.as('total'))
    .where('taxonomy', 'in', taxonomiesOfKind(kind));
  return Number((await counted.executeTakeFirstOrThrow()).total);
}

async function countOwnTerms(read: Reader, kind: string): Promise<number> {
  const counted = read
    .selectFrom('template_assignment')
    .innerJoin('term', 'term.id', 'template_assignment.item_id')
    .select(sql<number>`count(*)`.as('total'))
    .where('kind', '=', kind)
    .where('item_id', '>', 0)
    .where('term.taxonomy', 'in', taxonomiesOfKind(kind));
  return Number((await counted.executeTakeFirstOrThrow()).total);
}

async function countAuthors(read: Reader): Promise<number> {
  return Number(
    (
      await read
        .selectFrom('user')
        .select(sql<number>`count(*)`.as('total'))
        .where(authors.sql())
        .executeTakeFirstOrThrow()
    ).total,
  );
}

async function countOwnAuthors(read: Reader): Promise<number> {
  const counted = read
    .selectFrom('template_assignment')
    .innerJoin('user', 'user.id', 'template_assignment.item_id')
    .select(sql<number>`count(*)`.as('total'))
    .where('kind', '=', 'author')
    .where('item_id', '>', 0)
    .where(authors.sql());
  return Number((await counted.executeTakeFirstOrThrow()).total);
}

export interface Subjected {
  readonly id: number;
  readonly of: Exclude<Subject, 'kind'>;
}

/** Lists the newest posts, or the terms and users with the most posts; with `follows` only those without their own template or layout. */
export async function listOfKind(
  read: Reader,
  kind: string,
  {
    follows,
    limit,
    except = [],
  }: { readonly follows: boolean; readonly limit: number; readonly except?: readonly number[] },
): Promise<Subjected[]> {
  const of = subjectOf(kind);
  const without = (id: RawBuilder<unknown>) =>
    follows
      ? sql<boolean>`not exists (select 1 from template_assignment as own where own.kind = ${kind} and own.item_id = ${id})`
      : sql<boolean>`1 = 1`;
  if (of === 'term') {
    const rows = await read
      .selectFrom('term')
      .select('id')
      .where('taxonomy', 'in', taxonomiesOfKind(kind))
      .where(without(sql`term.id`))
      .orderBy('count', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => ({ id, of: 'term' }));
  }
  if (of === 'author') {
    const written = sql<number>`coalesce((select value from counter where key = ${authorCounterSql(sql`"user".id`, articleType)}), 0)`;
    const rows = await read
      .selectFrom('user')
      .select('id')
      .where(authors.sql())
      .where(without(sql`"user".id`))
      .orderBy(written, 'desc')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => ({ id, of: 'author' }));
  }
  const found: { readonly id: number; readonly at: number }[] = [];
  const types = typesOfKind(kind);
  const chosen = follows ? await layoutsChosen(read, types) : undefined;
  const laidOut = chosen
    ? sql<boolean>`not exists (select 1 from post_meta where post_meta.post_id = post.id and ${chosen})`
    : sql<boolean>`1 = 1`;
  for (const [type, mayBe] of types.flatMap((one) =>
    mayBeOpenedEachSql(one).map((status) => [one, status] as const),
  )) {
    const rows = await read
      .selectFrom('post')
      .select(['id', 'published_at'])
      .where('type', '=', type)
      .where(mayBe)
      .where(without(sql`post.id`))
      .where(laidOut)
      .where(notIn(except))
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    found.push(...rows.map((row) => ({ id: row.id, at: row.published_at })));
  }
  return found
    .toSorted((a, b) => b.at - a.at)
    .slice(0, limit)
    .map(({ id }) => ({ id, of: 'post' }));
}
