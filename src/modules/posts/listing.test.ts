import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database, Tx } from '../../kernel/db/open-database.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeAuthors, makePost, makeTerm } from '../../../test/harness/factories.ts';
import { seededRandom } from '../../../test/harness/random.ts';
import { countFiltered, listFilteredIds } from './list-filtered.ts';
import type { FilteredQuery } from './post-filter.ts';
import { searchIndex } from '../search/search-index.ts';
import { createTerm, deleteTerm, updateTerm } from '../terms/writer.ts';
import { operator } from '../users/role.ts';
import { countListedPosts, listPostIds } from './list.ts';
import { editableBy } from './policy.ts';
import { findPost } from './reader.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { textWordsOf } from '../../lib/text-words.ts';
import { createPost, deletePost, updatePost } from './writer.ts';
import type { PostInput } from './writer.ts';

/** The expected lists, counters and index entries, computed from posts and terms alone. */
async function recount({ read }: Database) {
  const posts = await read
    .selectFrom('post')
    .select(['id', 'type', 'status', 'password', 'author_id', 'published_at', 'title'])
    .execute();
  const parents = new Map(
    (await read.selectFrom('term').select(['id', 'parent_id']).execute()).map((term) => [
      term.id,
      term.parent_id,
    ]),
  );
  const coAuthors = Map.groupBy(
    await read.selectFrom('byline').selectAll().orderBy('position').execute(),
    (row) => row.post_id,
  );
  const expected = Map.groupBy(
    await read.selectFrom('term_relationship').selectAll().execute(),
    (row) => row.post_id,
  );
  const rows: string[] = [];
  const counters = new Map<string, number>();
  const counts = new Map([...parents.keys()].map((id) => [id, 0]));
  const add = (key: string) => counters.set(key, (counters.get(key) ?? 0) + 1);
  const listed = posts.filter(({ status, password }) => status === 'publish' && password === '');
  for (const post of listed) {
    const lists = new Set<number>();
    for (const { term_id: own } of expected.get(post.id) ?? []) {
      if (counts.has(own)) counts.set(own, (counts.get(own) ?? 0) + 1);
      for (
        let at: number | undefined = own;
        at !== undefined && parents.has(at) && !lists.has(at);
        at = parents.get(at)
      )
        lists.add(at);
    }
    for (const key of [
      `posts:${post.type}`,
      `day:${post.type}:${5_000_000 + Math.floor(post.published_at / 86_400_000)}`,
      ...[post.author_id, ...(coAuthors.get(post.id) ?? []).map((row) => row.user_id)].map(
        (id) => `author:${id}:${post.type}`,
      ),
      ...[...lists].map((id) => `term:${id}:${post.type}`),
    ]) {
      add(key);
    }
    rows.push(...[...lists].map((id) => [id, post.type, post.published_at, post.id].join(' ')));
  }
  const states = new Map(
    posts.map((post) => [post.id, `${post.type} ${post.published_at} ${listed.includes(post) ? 1 : 0}`]),
  );
  const bylines = [...coAuthors].map(([id]) => `${id} ${states.get(id)}`).toSorted();
  return {
    rows: rows.toSorted(),
    bylines,
    counters: sorted(counters),
    counts: sorted(counts),
    indexed: listed.map(({ id, type, title }) => [id, type, title].join(' ')).toSorted(),
  };
}

const sorted = (map: ReadonlyMap<string | number, number>) =>
  [...map].map(([key, value]) => `${key}=${value}`).toSorted();

/** The stored ones. Counters may be 0 when nothing is left to count. */
async function stored({ read }: Database) {
  const rows = await read.selectFrom('post_term').selectAll().execute();
  const counters = await read.selectFrom('counter').selectAll().where('value', '<>', 0).execute();
  const terms = await read.selectFrom('term').select(['id', 'count']).execute();
  const indexed = await read.selectFrom('post_search_key').selectAll().execute();
  const bylines = await read
    .selectFrom('byline')
    .select(['post_id', 'post_type', 'published_at', 'listed'])
    .distinct()
    .execute();
  return {
    rows: rows.map((row) => [row.term_id, row.post_type, row.published_at, row.post_id].join(' ')).toSorted(),
    bylines: bylines
      .map((row) => `${row.post_id} ${row.post_type} ${row.published_at} ${row.listed}`)
      .toSorted(),
    counters: sorted(new Map(counters.map(({ key, value }) => [key, value]))),
    counts: sorted(new Map(terms.map(({ id, count }) => [id, count]))),
    indexed: indexed.map((row) => [row.post_id, row.type, row.title].join(' ')).toSorted(),
  };
}

/** Keys of the full-text tables; in both databases each indexed post is in each table once. */
async function indexKeys({ read, dialect }: Database) {
  const keys = async (query: string) =>
    (await sql.raw<{ search_key: number }>(query).execute(read)).rows
      .map((row) => row.search_key)
      .toSorted((a, b) => a - b);
  const tables =
    dialect.name === 'sqlite'
      ? ['select rowid as search_key from post_search', 'select rowid as search_key from post_title_gram']
      : ['select search_key from post_search'];
  return {
    named: await keys('select search_key from post_search_key'),
    full: await Promise.all(tables.map(keys)),
  };
}

/** Random changes to posts and terms, reproducible by a seed. */
class Changes {
  readonly #random: () => number;
  readonly #seed: number;
  readonly #posts: number[] = [];
  readonly #terms: number[] = [];
  #made = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    this.#seed = seed;
  }

  #one<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.#random() * values.length)] as Value;
  }

  #fields(): Omit<PostInput, 'title' | 'id'> & { title: string } {
    const some = () => this.#terms.filter(() => this.#random() < 3 / this.#terms.length);
    return {
      title: `Thing ${this.#seed} ${++this.#made}`,
      type: this.#one(['post', 'post', 'page', 'product']),
      status: this.#one(['publish', 'publish', 'publish', 'draft', 'private', 'future', 'trash']),
      ...this.#one([
        { authorId: 1 },
        { authorId: 2 },
        { authorIds: [3, 1, 3] },
        { authorIds: [2, 1, 4] },
        { authorIds: [] },
      ]),
      password: this.#one(['', '', '', 'secret']),
      publishedAt: this.#one([0, 1000, 1000, 2000, 90_000_000]),
      content: this.#one(['', 'Some words', '<p>More</p>']),
      // Includes a duplicate and an unknown term.
      termIds: [...some(), ...some(), ...this.#one([[], [], [999_999]])],
      meta: { colour: ['red'] },
    };
  }

  /** A descendant as the parent is rejected without changes. */
  async #move(tx: Tx, id: number, parentId: number): Promise<void> {
    try {
      await updateTerm(tx, id, { parentId });
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      expect(error.code).toBe('term_circle');
    }
  }

  async next(tx: Tx): Promise<void> {
    const draw = this.#random();
    if (draw < 0.12 || this.#terms.length === 0) {
      this.#terms.push(
        await createTerm(tx, {
          taxonomy: this.#one(['category', 'post_tag']),
          name: `Term ${this.#seed} ${++this.#made}`,
          parentId: this.#one([0, ...this.#terms]),
        }),
      );
    } else if (draw < 0.2) await this.#move(tx, this.#one(this.#terms), this.#one([0, ...this.#terms]));
    else if (draw < 0.24)
      await deleteTerm(tx, this.#terms.splice(Math.floor(this.#random() * this.#terms.length), 1)[0] ?? 0);
    else if (draw < 0.55 || this.#posts.length === 0) {
      const id = this.#one([undefined, ...this.#posts]);
      const input = this.#fields();
      this.#posts.push(
        await createPost(
          tx,
          { ...input, ...(id === undefined ? {} : { id }) },
          this.#one([undefined, textWordsOf(input.content ?? '')]),
        ),
      );
    } else if (draw < 0.65)
      await deletePost(tx, this.#posts.splice(Math.floor(this.#random() * this.#posts.length), 1)[0] ?? 0);
    else {
      const changes = Object.fromEntries(Object.entries(this.#fields()).filter(() => this.#random() < 0.3));
      await updatePost(tx, this.#one(this.#posts), changes);
    }
  }
}

onBothDatabases('lists', (get) => {
  test.each([1, 2, 3])('equal a recount after any changes (seed %i)', async (seed) => {
    const changes = new Changes(seed);
    await get().write((tx) => makeAuthors(tx, [1, 2, 3, 4]));
    for (let round = 0; round < 25; round++) {
      await get().write(async (tx) => {
        for (let change = 0; change < 8; change++) await changes.next(tx);
      });
      expect(await stored(get())).toEqual(await recount(get()));
      const { named, full } = await indexKeys(get());
      for (const keys of full) expect(keys).toEqual(named);
    }
  });
});

onBothDatabases('a changed post', (get) => {
  const find = async (query: string) =>
    (await searchIndex(get().read, get().dialect.search, { query, limit: 5 })).ids;

  test('is found by its current text', async () => {
    const id = await get().write((tx) =>
      makePost(tx, { title: 'Quokka', content: 'marmalade', excerpt: 'teapot' }),
    );
    await get().write((tx) => updatePost(tx, id, { menuOrder: 3 }));
    expect(await find('quokka marmalade teapot')).toEqual([id]);
    await get().write((tx) => updatePost(tx, id, { content: 'porridge' }));
    expect(await find('quokka porridge teapot')).toEqual([id]);
    expect(await find('marmalade')).toEqual([]);
    await get().write((tx) => updatePost(tx, id, { excerpt: '', publishedAt: 1000 }));
    expect([await find('porridge'), await find('teapot')]).toEqual([[id], []]);
    await get().write((tx) => updatePost(tx, id, { password: 'secret' }));
    expect(await find('porridge')).toEqual([]);
    await get().write((tx) => updatePost(tx, id, { password: '' }));
    expect(await find('porridge')).toEqual([id]);
  });

  test('keeps its byline, and is listed for every author of it', async () => {
    await get().write((tx) => makeAuthors(tx, [7, 8, 9]));
    const at = (publishedAt: number, input: Partial<PostInput>) =>
      get().write((tx) => makePost(tx, { publishedAt, ...input }));
    const [alone, both, third] = [
      await at(1000, { authorId: 7 }),
      await at(2000, { authorIds: [8, 7] }),
      await at(3000, { authorIds: [7, 9, 8] }),
    ];
    const listed = async (authorId: number, query = {}) => [
      await listPostIds(get().read, { authorId, limit: 10, ...query }),
      await countListedPosts(get().read, { authorId }),
    ];
    expect((await findPost(get().read, third))?.authorIds).toEqual([7, 9, 8]);
    expect(await listed(7)).toEqual([[third, both, alone], 3]);
    expect(await listed(8)).toEqual([[third, both], 2]);
    expect(await listed(7, { order: 'oldest', offset: 1, limit: 1 })).toEqual([[both], 3]);
    expect(await listed(7, { after: { publishedAt: 3000, id: third }, excludeIds: [alone] })).toEqual([
      [both],
      3,
    ]);
    expect(await listed(7, { between: { from: 1500, to: 2500 } })).toEqual([[both], 3]);
    expect(await listed(8, { order: 'views' })).toEqual([[third, both], 2]);
    const rest = (
      filter: Pick<FilteredQuery, 'authorIds' | 'excludeAuthorIds'>,
      order: FilteredQuery['order'],
    ) =>
      listFilteredIds(get().read, {
        type: 'post',
        ids: order === 'id' ? [alone, both, third] : undefined,
        order,
        descending: false,
        limit: 9,
        offset: 0,
        ...filter,
      });
    expect([
      await rest({ authorIds: [8] }, 'published_at'),
      await rest({ authorIds: [9, 8] }, 'title'),
      await rest({ excludeAuthorIds: [8] }, 'id'),
      await countFiltered(get().read, { type: 'post', authorIds: [8] }),
    ]).toEqual([[both, third], [both, third], [alone], 2]);
    await get().write((tx) => updatePost(tx, both, { authorId: 9 })); // co-authors stay
    await get().write((tx) => updatePost(tx, third, { status: 'draft' }));
    expect([
      (await findPost(get().read, both))?.authorIds,
      await listed(7),
      await listed(9),
      await listed(8),
    ]).toEqual([
      [9, 7],
      [[both, alone], 2],
      [[both], 1],
      [[], 0],
    ]);
    // The newsroom's lists include drafts; for authors with few posts, the query starts with those.
    const desk = { rule: editableBy(operator(), 'post'), statuses: ['publish', 'draft'] } as const;
    const inNewsroom = async (authorIds: readonly number[]) => [
      await listFilteredIds(
        get().read,
        { type: 'post', authorIds, order: 'published_at', descending: true, limit: 9, offset: 0 },
        desk,
      ),
      await countFiltered(get().read, { type: 'post', authorIds }, desk),
    ];
    expect([await inNewsroom([7]), await inNewsroom([8]), await inNewsroom([9, 8])]).toEqual([
      [[third, both, alone], 3],
      [[third], 1],
      [[third, both], 2],
    ]);
    await get().write((tx) => deletePost(tx, both));
    expect(await listed(7)).toEqual([[alone], 1]);
    expect(await get().read.selectFrom('byline').selectAll().where('post_id', '=', both).execute()).toEqual(
      [],
    );
  });

  test('keeps the order of its terms', async () => {
    const terms = await get().write(async (tx) => [
      await makeTerm(tx),
      await makeTerm(tx),
      await makeTerm(tx),
    ]);
    const id = await get().write((tx) => makePost(tx, { termIds: terms }));
    const turned = terms.toReversed();
    await get().write((tx) => updatePost(tx, id, { termIds: turned }));
    expect((await findPost(get().read, id))?.termIds).toEqual(turned);
    await get().write((tx) => updatePost(tx, id, { termIds: [] }));
    expect((await findPost(get().read, id))?.termIds).toEqual([]);
  });
});

onBothDatabases('a new post', (get) => {
  test('takes few statements', async () => {
    const terms = await get().write(async (tx) => {
      const parentId = await makeTerm(tx);
      return [await makeTerm(tx, { parentId }), await makeTerm(tx)];
    });
    const before = get().queryCount();
    await get().write((tx) => makePost(tx, { termIds: terms }));
    // Settings, slug, post, terms, lists, counters, term counts, index, others with the slug, and the invalidation,
    // which notifies in the same statement; PostgreSQL adds `begin`, `commit` and the slug's lock.
    expect(get().queryCount() - before).toBe(get().dialect.name === 'sqlite' ? 12 : 13);
    const draft = get().queryCount();
    await get().write((tx) => makePost(tx, { status: 'draft' }));
    expect(get().queryCount() - draft).toBe(get().dialect.name === 'sqlite' ? 3 : 5);
  });

  test('gets another id when the requested one is taken, and that one when it is free', async () => {
    const [first, second, third] = await get().write(async (tx) => [
      await makePost(tx, { id: 5000, title: 'Alpha' }),
      await makePost(tx, { id: 5000, title: 'Alpha' }),
      await makePost(tx, { id: 6000 }),
    ]);
    expect([first, third]).toEqual([5000, 6000]);
    expect(second).not.toBe(5000);
    const slugs = await get()
      .read.selectFrom('post')
      .select('slug')
      .where('id', 'in', [first ?? 0, second ?? 0])
      .orderBy('slug')
      .execute();
    expect(slugs.map(({ slug }) => slug)).toEqual(['alpha', 'alpha-2']);
  });

  test('gets a free, low number after a slug that is taken', async () => {
    const made = await get().write(async (tx) => {
      for (let count = 0; count < 90; count++) await makePost(tx, { slug: 'weekly' });
      await makePost(tx, { slug: 'weekly', type: 'page' });
      const { id } = await tx.db
        .selectFrom('post')
        .select('id')
        .where('slug', '=', 'weekly-7')
        .executeTakeFirstOrThrow();
      await deletePost(tx, id);
      return [await makePost(tx, { slug: 'weekly' }), await makePost(tx, { slug: 'weekly' })];
    });
    const rows = await get()
      .read.selectFrom('post')
      .select(['id', 'slug'])
      .where('id', 'in', made)
      .orderBy('id')
      .execute();
    expect(rows.map(({ slug }) => slug)).toEqual(['weekly-7', 'weekly-92']);
    const [page] = await get().read.selectFrom('post').select('slug').where('type', '=', 'page').execute();
    expect(page?.slug).toBe('weekly-91');
  });
});
