import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector } from 'kysely';
import { expect, test } from 'vitest';
import type { Tables } from '../tables.ts';
import { InlinedValuesCompiler } from './postgres.ts';

const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new InlinedValuesCompiler(),
  },
});

test('inlines limits and types wherever they appear in a statement, but only numbers and type names', () => {
  const { sql: text, parameters } = db
    .selectFrom('post')
    .select('id')
    .where('post.type', '=', 'post')
    .where('status', '=', 'draft')
    .limit(5)
    .offset(0)
    .compile();
  expect(text).toBe(
    'select "id" from "post" where "post"."type" = \'post\' and "status" = $1 limit 5 offset 0',
  );
  expect(parameters).toEqual(['draft']);
  const odd = ["it's", '', 'Post', '\\', 'a'.repeat(33), "post' or '1' = '1"];
  for (const type of odd)
    expect(db.selectFrom('post').select('id').where('type', '=', type).compile().parameters).toEqual([type]);
  expect(
    db
      .selectFrom('post')
      .select('id')
      .where('type', '!=', 'post')
      .where('type', 'in', ['post'])
      .limit(2.5)
      .offset(7)
      .compile(),
  ).toMatchObject({
    sql: 'select "id" from "post" where "type" != \'post\' and "type" in ($1) limit $2 offset $3',
    parameters: ['post', 2.5, 7],
  });
});
