import { sql } from 'kysely';
import type { Tx } from '../../src/kernel/db/open-database.ts';
import { createPost, deletePost } from '../../src/modules/posts/writer.ts';
import { writeDefinition } from '../../src/modules/types/definition-store.ts';
import { suggestedType } from '../../src/modules/types/own-definition.ts';
import { percentile } from './load.ts';
import type { BenchSite } from './make-site.ts';
import { startServer } from './processes.ts';
import type { BenchRow } from './table.ts';

const rounds = 31;
/** Posts of the type that the site's posts are compared with. */
const few = 1500;
/** Target of issue 58: response time of the site's posts, as a multiple of that of few. */
const maxRatio = 1.5;
const ids = { rating: 900_001, isNew: 900_002 } as const;

/** Type of the few posts. */
const fewType = 'benched';
/** Added to the ids of its fields. */
const ofFew = 10;

/** One in so many posts has each rating, and one in two is new. Of the few more have it, so that both lists have ten. */
const ratings = { all: 1000, few: 100 } as const;
const valuesOfFew = (id: number) => [
  { field_id: ids.rating, value: id % ratings.few },
  { field_id: ids.isNew, value: id % 2 },
];

const cases: Readonly<Record<string, string>> = {
  'one filter, a common value': 'fields[is_new]=1',
  'one filter, a rare value': 'fields[rating]=7',
  'one sort': 'orderby=field:rating',
  'a filter with a common value, and a sort': 'fields[is_new]=1&orderby=field:rating',
  'a range, and a sort by the same field': 'fields[rating][min]=7&orderby=field:rating',
  'a filter with a rare value, and a sort': 'fields[rating]=7&orderby=field:is_new',
};

/** REST response times of lists by custom fields: all posts of the site against 1,500 items of a type. */
export async function* measureFields(site: BenchSite): AsyncGenerator<BenchRow> {
  const { database } = site;
  const made: number[] = [];
  try {
    await database.write(addFields);
    for (let at = 0; at < few; at += 100)
      await database.write(async (tx) => {
        for (let index = 0; index < 100; index++)
          made.push(await createPost(tx, { type: fewType, status: 'publish', title: `Item ${at + index}` }));
        const rows = made.slice(at).flatMap((id, index) =>
          valuesOfFew(at + index).map((row) => ({
            field_id: row.field_id + ofFew,
            value: row.value,
            is_listed: 1,
            published_at: index,
            post_id: id,
          })),
        );
        await tx.db.insertInto('field_number').values(rows).execute();
      });
    if (database.dialect.name === 'postgres') await sql`analyze field_number`.execute(database.read);
    const server = await startServer(site.env);
    try {
      const request = async (base: string, query: string) => {
        const began = performance.now();
        const reply = await fetch(`${server.url}/wp-json/wp/v2/${base}?per_page=10&_fields=id&${query}`);
        const found = await reply.text();
        if (!reply.ok) throw new Error(`${query} returned status ${reply.status}: ${found.slice(0, 200)}`);
        return performance.now() - began;
      };
      for (const [what, query] of Object.entries(cases)) {
        const times = { few: [] as number[], posts: [] as number[] };
        for (let round = 0; round < rounds; round++)
          for (const [type, base] of [
            ['few', fewType],
            ['posts', 'posts'],
          ] as const)
            times[type].push(await request(base, query));
        const median = (list: number[]) =>
          percentile(
            list.toSorted((a, b) => a - b),
            0.5,
          );
        const [small, large] = [median(times.few), median(times.posts)];
        yield { what: `${what}: ${few} items`, value: small, unit: 'ms', target: '' };
        yield { what: `${what}: all posts`, value: large, unit: 'ms', target: '' };
        const ratio = large / small;
        yield {
          what: `${what}: ratio`,
          value: ratio,
          unit: '×',
          target: `≤ ${maxRatio}`,
          met: ratio <= maxRatio,
        };
      }
    } finally {
      await server.stop();
    }
  } finally {
    for (let at = 0; at < made.length; at += 100)
      await database.write(async (tx) => {
        for (const id of made.slice(at, at + 100)) await deletePost(tx, id);
      });
    await database.write(removeFields);
  }
}

async function addFields(tx: Tx): Promise<void> {
  await writeDefinition(tx, {
    name: fewType,
    kind: 'post_type',
    definition: suggestedType(fewType),
    formerSlugs: [],
  });
  for (const [type, more] of [
    ['post', 0],
    [fewType, ofFew],
  ] as const) {
    await tx.db.insertInto('field_set').values({ post_type: type, revision: 1, updated_at: 0 }).execute();
    for (const [name, kind, id] of [
      ['rating', 'number', ids.rating],
      ['is_new', 'boolean', ids.isNew],
    ] as const)
      await tx.db
        .insertInto('field')
        .values({
          id: id + more,
          post_type: type,
          name,
          kind,
          label: name,
          settings: JSON.stringify({ is_filter: true, is_column: true }),
          position: 0,
          is_ready: 1,
        })
        .execute();
  }
  for (const [id, period] of [
    [ids.rating, ratings.all],
    [ids.isNew, 2],
  ] as const)
    await sql`insert into field_number (field_id, is_listed, value, published_at, post_id)
      select ${sql.lit(id)}, 1, id % ${sql.lit(period)}, published_at, id from post where type = 'post' and status = 'publish' and password = ''`.execute(
      tx.db,
    );
  tx.emit('fields');
}

async function removeFields(tx: Tx): Promise<void> {
  for (const table of ['field_number', 'field', 'field_set', 'content_type'] as const)
    await tx.db.deleteFrom(table).execute();
  tx.emit('fields');
}
