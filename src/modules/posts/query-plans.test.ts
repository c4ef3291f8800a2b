import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery, Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, postgresDialect } from '../../kernel/db/dialects/postgres.ts';
import { openSqlite, SqliteConnectionDialect } from '../../kernel/db/dialects/sqlite.ts';
import { openSiteDatabase } from '../../site-database.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { Tables } from '../../kernel/db/tables.ts';
import { noFollowers } from '../../kernel/events.ts';
import { dialectSql } from '../../kernel/db/dialect-sql.ts';
import { onDatabase } from '../../../test/harness/databases.ts';
import { makePost, makeTerm } from '../../../test/harness/factories.ts';
import { listFrontPosts, listNewest, listNewestOfEach, listVideoIds } from '../front/store.ts';
import { findEpisodes } from '../podcasts/episodes.ts';
import { findProfiles } from '../search/profile.ts';
import { findAttachedTo } from '../media/attached.ts';
import { findPassages } from '../search/results.ts';
import { parseSearch } from '../search/query.ts';
import { findFileChanges, findFiles, findFileTermIds } from '../sitemaps/store.ts';
import { countReach, listOfKind } from '../templates/reach.ts';
import { addViews } from '../views/store.ts';
import { countComments, filterComments } from '../comments/comment-lists.ts';
import { listTerms } from '../terms/reader.ts';
import { operator } from '../users/role.ts';
import { countFiltered, listFilteredIds, listFilteredIdsOfEach } from './list-filtered.ts';
import type { FilteredQuery, PostFilter } from './post-filter.ts';
import { listWindow, listRandomIds } from './list-window.ts';
import { listPages } from './navigation.ts';
import { findDatesAround, findSpansWithArticles, listPeriods } from './periods.ts';
import { editableBy } from './policy.ts';
import { countListedPosts, listPostIds, listStickyIds, listTypesOfTerm } from './list.ts';
import { findNeighbours, findPostsBySlug, findSlugsBeginning } from './reader.ts';

const folder = mkdtempSync(join(tmpdir(), 'broadsheet-plans-'));
const executed: CompiledQuery[] = [];
let read: Reader;
let explain: (query: CompiledQuery) => string;

beforeAll(async () => {
  const database = await openSiteDatabase({ dataDir: folder });
  await database.migrate();
  await database.write(async (tx) => {
    for (const count of [5000, 20_000]) {
      await tx.db
        .updateTable('term')
        .set({ count })
        .where('id', '=', await makeTerm(tx, { slug: `of-${count}` }))
        .execute();
    }
  });
  const connection = openSqlite(database.file ?? '', { readonly: true, busyTimeoutMs: 0 });
  read = new Kysely<Tables>({
    dialect: new SqliteConnectionDialect(connection, () => {}),
    log: ({ query }) => void executed.push(query),
  });
  explain = ({ sql: text, parameters }) =>
    (connection.prepare(`explain query plan ${text}`).all(parameters) as { detail: string }[])
      .map(({ detail }) => detail)
      .join('\n');
  await database.close();
});
afterAll(async () => {
  await read.destroy();
  rmSync(folder, { recursive: true });
});

/** The plan of the queries of `run`, one by default. SQLite has no statistics here, like a site that never ran `analyze`. */
async function planOf(run: () => Promise<unknown>, queries = 1): Promise<string> {
  executed.length = 0;
  await run();
  expect(executed).toHaveLength(queries);
  return executed.map(explain).join('\n');
}

const window = { limit: 10, offset: 100, excludeIds: [3] };

test.each([
  ['newest', () => listPostIds(read, window), 'post_listing'],
  ['of a term', () => listPostIds(read, { termId: 3, ...window }), 'PRIMARY KEY'],
  ['of a format', () => listPostIds(read, { format: 'gallery', ...window }), 'post_format'],
  ['of a format, counted', () => countListedPosts(read, { format: 'gallery' }), 'post_format'],
  ['of a month, counted', () => countListedPosts(read, { between: { from: 1, to: 2 } }), 'post_listing'],
  ['of a month', () => listPostIds(read, { between: { from: 1, to: 2 }, ...window }), 'post_listing'],
  ['most discussed', () => listPostIds(read, { order: 'comments', ...window }), 'post_comments'],
  ['most read', () => listPostIds(read, { order: 'views', ...window }), 'post_views'],
  ['last changed', () => listPostIds(read, { order: 'modified', ...window }), 'post_modified'],
  ['sticky', () => listStickyIds(read), 'post_sticky'],
  ['videos', () => listVideoIds(read, 10), 'post_format'],
  [
    'most discussed, without posts that have no comments',
    () => listPostIds(read, { order: 'comments', discussedOnly: true, limit: 60 }),
    'post_comments',
  ],
  [
    'neighbours',
    () => findNeighbours(read, { id: 5, type: 'post', publishedAt: 1_700_000_000_000 }),
    'post_listing',
  ],
  [
    'neighbours of a term',
    () => findNeighbours(read, { id: 5, type: 'post', publishedAt: 1_700_000_000_000 }, [3]),
    'SEARCH post_term USING PRIMARY KEY',
  ],
])('posts %s are found by their own index, without sorting', async (_what, run, index) => {
  const plan = await planOf(run);
  expect(plan).toContain(index);
  expect(plan).not.toMatch(
    /SCAN post\b(?! USING INDEX post_sticky)|SCAN post_term|SCAN byline|TEMP B-TREE|post_status/,
  );
});

test('podcast episodes are found by their meta alone, however many posts and keys there are', async () => {
  for (const [query, index] of [
    [{}, 'post_meta_episode'],
    [{ termId: 3 }, 'post_meta_episode'],
    [{ channel: 'extra' }, 'post_meta_channel'],
  ] as const) {
    const plan = await planOf(() => findEpisodes(read, { ...query, limit: 10 }));
    expect([query, plan]).toEqual([
      query,
      expect.stringMatching(new RegExp(`post_meta USING (?:COVERING )?INDEX ${index}`)),
    ]);
    expect(plan).not.toMatch(/SCAN post\b|post_status/);
  }
});

test('posts of an author and co-author are read in order from two indexes, and only candidates for the page are sorted', async () => {
  for (const order of ['newest', 'oldest'] as const) {
    const plan = await planOf(() => listPostIds(read, { authorId: 2, order, ...window }));
    expect(plan).toMatch(/SEARCH post USING COVERING INDEX post_author/);
    expect(plan).toMatch(/SEARCH byline USING COVERING INDEX byline_listing/);
    expect(
      plan
        .split('\n')
        .filter((step) => step.startsWith('SCAN'))
        .toSorted(),
    ).toEqual(['SCAN first', 'SCAN further']);
    expect(plan.match(/TEMP B-TREE/g) ?? []).toHaveLength(2);
  }
});

test('batched lists scan the index that each would use alone, only as far as their pages go', async () => {
  const of = (filter: object): FilteredQuery => ({
    type: 'post',
    order: 'published_at',
    descending: true,
    limit: 10,
    offset: 0,
    ...filter,
  });
  const alone = [
    of({}),
    of({ descending: false }),
    of({ termGroups: [[3]] }),
    of({ authorIds: [2] }),
    of({ order: 'title' }),
  ];
  const plan = await planOf(() => listFilteredIdsOfEach(read, alone));
  for (const index of ['post_listing', 'PRIMARY KEY', 'post_author', 'byline_listing', 'post_title'])
    expect(plan).toContain(index);
  expect(plan).not.toMatch(/SCAN post\b(?! USING INDEX)|SCAN post_term|SCAN byline|post_status/);
});

test('a list of an author with any filter reads only that author’s posts, however many others have', async () => {
  const plan = await planOf(() =>
    listWindow(read, { termGroups: [], authorIds: [2], order: 'comments', limit: 10 }),
  );
  expect(plan).toMatch(/SEARCH post USING (?:COVERING )?INDEX post_author/);
  expect(plan).toMatch(/SEARCH byline USING COVERING INDEX byline_listing/);
  expect(plan).not.toMatch(/SCAN post\b|SCAN byline|post_listing/);
});

test('lists of several sections, and the top of the front page, use indexes, too', async () => {
  expect(await planOf(() => listNewestOfEach(read, [1, 2, 3], 70))).not.toMatch(
    /SCAN post_term|post_term_post/,
  );
  expect(await planOf(() => listNewest(read, 70))).not.toMatch(/SCAN|TEMP B-TREE/);
  const top = await planOf(() => listFrontPosts(read, [1, 2, 3, 4, 5, 6]));
  expect(top).toContain('SCAN post USING INDEX post_sticky');
  expect(top).toContain('SEARCH post USING INTEGER PRIMARY KEY');
  expect(top).not.toMatch(/post_listing|post_status|post_schedule/);
  expect(await planOf(() => listTypesOfTerm(read, 3))).toMatch(
    /SEARCH counter USING PRIMARY KEY \(key>\? AND key<\?\)/,
  );
});

test('counts the posts of an assignment without reading each of them', async () => {
  const plan = await planOf(() => countReach(read, 'single', [1, 2]), 6);
  expect(plan).toContain('post_behind_password');
  expect(plan).not.toMatch(/SCAN post\b|post_status|post_listing/);
});

test('the newest pages of a type are read from the end of an index', async () => {
  // Attachments have another status in addition to `publish`.
  for (const [kind, statuses] of [
    ['single', 1],
    ['attachment', 2],
  ] as const) {
    const plan = await planOf(
      () => listOfKind(read, kind, { follows: false, limit: 10, except: [3] }),
      statuses,
    );
    expect(plan.match(/SEARCH post USING (?:COVERING )?INDEX post_status/g)).toHaveLength(statuses);
    expect(plan).not.toMatch(/SCAN post\b|TEMP B-TREE/);
  }
});

test('files of several posts are found by these posts, however many files there are', async () => {
  const plan = await planOf(() => findAttachedTo(read, [3, 4, 5, 6, 7, 8, 9, 10], 'image'));
  expect(plan).toMatch(/SEARCH post USING INDEX post_parent \(parent_id=\? AND type=\?\)/);
});

test('files of sitemaps are found by steps in an index', async () => {
  const posts = await planOf(() => findFiles(read, { type: 'post' }));
  expect(posts.match(/SEARCH post USING (?:COVERING )?INDEX post_sitemap/g)).toHaveLength(2);
  expect(posts).not.toMatch(/SCAN post\b|TEMP B-TREE/);
  expect(await planOf(() => findFiles(read, { taxonomy: 'category' }))).toMatch(
    /SEARCH term USING (?:COVERING )?INDEX term_sitemap/,
  );
  const changes = await planOf(() => findFileChanges(read, 'post'));
  expect(changes).toMatch(/SEARCH post USING (?:COVERING )?INDEX post_modified/);
  expect(changes).not.toMatch(/SCAN post\b|TEMP B-TREE/);
  expect(await planOf(() => findFileTermIds(read, 'category', 3))).not.toMatch(/SCAN term/);
});

test('terms sorted by name are read in that order, also below a parent', async () => {
  const base = { taxonomy: 'category', limit: 20 };
  for (const [query, index] of [
    [base, 'term_name'],
    [{ ...base, descending: true }, 'term_name'],
    [{ ...base, parentId: 3 }, 'term_parent'],
    [{ ...base, slugs: ['a', 'b'] }, 'term_slug'],
    [{ ...base, name: 'Rivers' }, 'term_name'],
    [{ ...base, ids: [4, 5] }, 'INTEGER PRIMARY KEY'],
    [{ ...base, order: 'count', descending: true }, 'term_count'],
  ] as const) {
    executed.length = 0;
    await listTerms(read, query);
    const [plan = ''] = executed.map(explain);
    expect([query, plan]).toEqual([
      query,
      expect.stringMatching(new RegExp(`SEARCH term USING (?:INDEX )?${index}`)),
    ]);
    if (index === 'term_name' || index === 'term_parent') expect(plan).not.toContain('TEMP B-TREE');
  }
});

test('the newsroom’s lists of all posts by title, and of all comments, read each status in order', async () => {
  const among = { rule: editableBy(operator(), 'post'), statuses: ['publish', 'draft', 'private'] } as const;
  const byTitle = await planOf(() =>
    listFilteredIds(read, { type: 'post', order: 'title', descending: false, limit: 20, offset: 40 }, among),
  );
  expect(byTitle.match(/SEARCH post USING INDEX post_title/g)).toHaveLength(3);
  const shownComments = { statuses: ['approved', 'hold'], types: ['comment', 'pingback'] } as const;
  const comments = await planOf(() =>
    filterComments(read, {
      among: shownComments,
      order: 'created_at',
      descending: true,
      limit: 50,
      offset: 100,
    }),
  );
  expect(comments.match(/SEARCH comment USING COVERING INDEX comment_status/g)).toHaveLength(2);
  for (const [plan, statuses] of [
    [byTitle, 3],
    [comments, 2],
  ] as const) {
    expect(plan).not.toMatch(/SCAN (?:post|comment)\b/);
    // Merged parts are sorted, up to a page each; per status only rows with equal prefixes.
    expect(plan.match(/TEMP B-TREE FOR ORDER BY/g)).toHaveLength(statuses);
  }
  expect(await planOf(() => countComments(read, { among: shownComments }))).toMatch(
    /SEARCH comment USING COVERING INDEX comment_status/,
  );
});

test('the newsroom’s lists start with terms and authors that have few posts, and otherwise scan as far as the page goes', async () => {
  const among = { rule: editableBy(operator(), 'post'), statuses: ['publish', 'draft', 'private'] } as const;
  const terms = await read.selectFrom('term').select(['id', 'count']).where('slug', 'like', 'of-%').execute();
  const of = (size: number) => ({
    type: 'post',
    termGroups: [[terms.find(({ count }) => count === size)?.id ?? 0]],
  });
  const list = (filter: PostFilter) =>
    planOf(
      () =>
        listFilteredIds(
          read,
          { order: 'published_at', descending: true, limit: 20, offset: 0, ...filter },
          among,
        ),
      2,
    );
  const count = (filter: PostFilter) => planOf(() => countFiltered(read, filter, among), 2);
  const byAuthor = { type: 'post', authorIds: [2] };
  for (const plan of [await list(byAuthor), await count(byAuthor)]) {
    expect(plan).toMatch(/SEARCH own USING COVERING INDEX post_written/);
    expect(plan).toMatch(/SEARCH byline USING COVERING INDEX byline_listing/);
    expect(plan).not.toMatch(/SCAN (?:post|own|byline)\b|post_status/);
  }
  expect(await count(of(5000))).toMatch(
    /SEARCH term_relationship USING COVERING INDEX term_relationship_term/,
  );
  expect(await count(of(20_000))).toMatch(/post_status/);
  // As a join (`EXISTS`) it would read the whole list.
  for (const size of [5000, 20_000])
    expect(await list(of(size))).toMatch(/post_status(?![^]*EXISTS)[^]*CORRELATED SCALAR SUBQUERY/);
});

test('a slug is found by its index', async () => {
  expect(await planOf(() => findPostsBySlug(read, 'a-slug'))).toMatch(/SEARCH post USING INDEX post_slug/);
  const beginning = await planOf(() => findSlugsBeginning(read, 'a-sl', 20));
  expect(beginning).toMatch(/SEARCH post USING INDEX post_slug \(slug>\? AND slug<\?\)/);
  expect(beginning).not.toContain('TEMP B-TREE');
});

test('posts requested by ids are found by these, however many are published', async () => {
  const ids = Array.from({ length: 40 }, (_, n) => n + 1);
  expect(await planOf(() => findPassages(read, ids, parseSearch('moon')))).toMatch(
    /SEARCH post USING INTEGER PRIMARY KEY/,
  );
  const rarity = { level: 1, posts: 10, rarity: () => 1, estimate: () => 1 };
  expect(await planOf(() => findProfiles(read, ids, rarity, () => {}))).toMatch(
    /SEARCH post USING INTEGER PRIMARY KEY/,
  );
  executed.length = 0;
  await read
    .transaction()
    .execute(
      async (db) =>
        void (await addViews(
          { db, dialect: dialectSql('sqlite'), followers: noFollowers, emit: () => {} },
          new Map(ids.map((id) => [id, 1])),
          0,
        )),
    )
    .catch(() => {});
  expect(
    explain(executed.find(({ sql: text }) => text.startsWith('update "post"')) as CompiledQuery),
  ).toMatch(/SEARCH post USING INTEGER PRIMARY KEY/);
});

test.each([1, 2, 3, 4])(
  'random posts scan one of four indexes to its end and on from the start (%s)',
  async (seed) => {
    const plan = await planOf(() => listRandomIds(read, { seed, ...window }), 2);
    expect(plan.match(/SEARCH post USING COVERING INDEX post_random\d/g)).toHaveLength(2);
    expect(plan).not.toContain('TEMP B-TREE');
  },
);

test('lists of any type use the same indexes', async () => {
  expect(
    (await planOf(() => listRandomIds(read, { type: 'review', seed: 2, ...window }), 2)).match(
      /SEARCH post USING COVERING INDEX post_random\d/g,
    ),
  ).toHaveLength(2);
  const lists = [
    () => listPostIds(read, { type: 'review', ...window }),
    () => listPostIds(read, { type: 'review', order: 'comments', ...window }),
    () => listPostIds(read, { type: 'review', termId: 3, ...window }),
  ];
  for (const list of lists) expect(await planOf(list)).not.toMatch(/SCAN|TEMP B-TREE|post_status/);
});

test('no plan depends on bound values, because SQLite would prepare it again for each', async () => {
  executed.length = 0;
  await listPostIds(read, { termId: 3, ...window });
  await findNeighbours(read, { id: 5, type: 'post', publishedAt: 1_700_000_000_000.5 });
  for (const { sql: text } of executed)
    expect(text.replaceAll(/cast\(\? as (?:integer|real|text)\)/g, '')).not.toContain('?');
});

test('date archives use day counters and the date index', async () => {
  const days = await planOf(() => listPeriods(read, 'monthly', 'Europe/Berlin', 600));
  expect(days).toMatch(/SEARCH counter USING PRIMARY KEY \(key>\? AND key<\?\)/);
  const spans = Array.from({ length: 31 }, (_, day) => ({
    from: day * 86_400_000,
    to: (day + 1) * 86_400_000,
  }));
  const calendar = await planOf(
    async () => [await findSpansWithArticles(read, spans), await findDatesAround(read, [{ from: 5, to: 6 }])],
    2,
  );
  expect(calendar.match(/SEARCH post (?:EXISTS )?USING COVERING INDEX post_listing/g)).toHaveLength(3);
  expect(calendar).not.toMatch(/SCAN post|TEMP B-TREE/);
  expect(await planOf(() => listPages(read, 1000, () => 0))).not.toMatch(/SCAN|TEMP B-TREE/);
});

/** A step of an executed PostgreSQL plan, with expected and actual rows, per loop. */
interface Step {
  readonly 'Plan Rows': number;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Step[];
}

onDatabase('postgres', 'plans by statistics', (get, place) => {
  const among = {
    rule: editableBy(operator(), 'post'),
    statuses: ['publish', 'future', 'draft', 'pending', 'private'],
  } as const;
  const newest = { type: 'post', order: 'published_at', descending: true, limit: 20, offset: 0 } as const;
  let logged: Reader;
  let ids: readonly number[];

  beforeAll(async () => {
    ids = await get().write(async (tx) => {
      const first = await makePost(tx);
      const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
        where table_name = 'post' and column_name not in ('id', 'slug', 'published_at')`.execute(tx.db);
      const columns = sql.join(rows.map(({ name }) => sql.ref(name)));
      const copies = await sql<{
        id: number;
      }>`insert into post (slug, published_at, ${columns}) select 'copy-' || n, n, ${columns}
        from post, generate_series(1, 3000) as n where id = ${first} returning id`.execute(tx.db);
      return copies.rows.map(({ id }) => id);
    });
    await sql`analyze post`.execute(get().read);
    logged = new Kysely<Tables>({
      dialect: postgresDialect(openPool(place().databaseUrl ?? '', 1), { onQuery: () => {} }),
      log: ({ query }) => void executed.push(query),
    });
  });
  afterAll(async () => logged.destroy());

  /** The steps of a query, last first: of its first execution, and of the generic plan used after many executions. */
  async function plansOf({
    sql: text,
    parameters,
  }: CompiledQuery): Promise<{ readonly first: Step[]; readonly generic: Step[] }> {
    type Explained = Readonly<Record<'QUERY PLAN', readonly { readonly Plan: Step }[]>>;
    const below = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(below)];
    const values = parameters
      .map((value) => (typeof value === 'number' ? String(value) : `'${String(value)}'`))
      .join(', ');
    const execution = values === '' ? 'asked' : `asked(${values})`;
    return get()
      .read.connection()
      .execute(async (connection) => {
        const explainOnce = async () => {
          const { rows } = await connection.executeQuery<Explained>(
            CompiledQuery.raw(`explain (analyze, format json) execute ${execution}`),
          );
          return rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => below(Plan));
        };
        await connection.executeQuery(CompiledQuery.raw(`prepare asked as ${text}`));
        const first = await explainOnce();
        for (let time = 0; time < 6; time++) await explainOnce();
        const generic = await explainOnce();
        await connection.executeQuery(CompiledQuery.raw('deallocate asked'));
        return { first, generic };
      });
  }
  async function plansOfRun(run: () => Promise<unknown>) {
    executed.length = 0;
    await run();
    expect(executed).toHaveLength(1);
    return plansOf(executed[0] ?? CompiledQuery.raw(''));
  }
  /** Rows read by the step that reads most, under either plan. */
  const maxRowsRead = async (run: () => Promise<unknown>) =>
    Math.max(
      ...Object.values(await plansOfRun(run))
        .flat()
        .map((step) => (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops']),
    );

  test('the newest videos are read in order, however many there are', async () => {
    await get().write((tx) =>
      tx.db.updateTable('post').set({ format: 'video' }).where('id', 'in', ids.slice(0, 300)).execute(),
    );
    await sql`analyze post`.execute(get().read);
    expect(await maxRowsRead(() => listVideoIds(logged, 4))).toBe(4);
  });

  test('the newsroom’s lists by date of several statuses read a page of each, however many posts there are', async () => {
    for (const [filter, expectedRows] of [
      [{}, 20],
      [{ descending: false }, 20],
      [{ offset: 40 }, 60],
      [{ after: 500, before: 2500 }, 20],
    ] as const) {
      expect([
        filter,
        await maxRowsRead(() => listFilteredIds(logged, { ...newest, ...filter }, among)),
      ]).toEqual([filter, expectedRows]);
    }
  });

  test('a list that starts with ids estimates as many posts as there are', async () => {
    const {
      first: [last],
    } = await plansOfRun(() =>
      listFilteredIds(logged, { ...newest, ids: ids.slice(0, 200), limit: 500 }, among),
    );
    expect(last?.['Actual Rows']).toBe(200);
    expect(last?.['Plan Rows']).toBeGreaterThan(100);
  });
});
