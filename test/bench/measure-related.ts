import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { relatedLabels } from '../../demo/related-labels.ts';
import { listPostIds } from '../../src/modules/posts/list.ts';
import { rankRelated, shippedWeights } from '../../src/modules/search/rank-related.ts';
import { createRarity } from '../../src/modules/search/profile.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import type { BenchSite } from './make-site.ts';
import type { BenchRow } from './table.ts';

const shown = 3;

/** Every other label was used for choosing the weights; the rest were not. */
const halves = ['tuned on', 'held out'] as const;

type Rank = (postId: number) => Promise<readonly number[]>;

/**
 * How many of the first three related posts an editor would choose in the demo, compared with "newest in the same
 * category" and parts of the ranking. Only on SQLite, since both databases rank alike.
 */
export async function* measureRelated(site: BenchSite): AsyncGenerator<BenchRow> {
  if (site.database.dialect.name !== 'sqlite') return;
  const dataDir = join(site.folder, 'related');
  mkdirSync(dataDir);
  await promisify(execFile)(process.execPath, ['dist/server/cli.js', 'demo'], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', NODE_ENV: 'production' },
  });
  const database = await openSiteDatabase({ dataDir });
  try {
    const ids = await idsBySlug(database);
    const rarity = await createRarity(database.read)();
    const ranked =
      (weights: Partial<typeof shippedWeights>): Rank =>
      async (postId) => {
        const found = await rankRelated(database.read, database.dialect.search, rarity, postId, {
          ...shippedWeights,
          ...weights,
        });
        return (found?.ranking ?? []).map(({ id }) => id);
      };
    const rankings: readonly (readonly [string, Rank])[] = [
      ['newest in the same category', (postId) => newestInCategory(database, postId)],
      ['as shipped', ranked({})],
      ['without words', ranked({ words: 0 })],
      ['without tags', ranked({ tags: 0 })],
      ['without categories', ranked({ otherTerms: 0 })],
      ['words alone', ranked({ tags: 0, otherTerms: 0 })],
    ];
    for (const [name, rank] of rankings) {
      for (const [half, of] of halves.entries()) {
        yield {
          what: `related posts, precision at ${shown}, ${of}: ${name}`,
          value: await precision(ids, rank, half),
          unit: '',
          target: '',
        };
      }
    }
  } finally {
    await database.close();
  }
}

async function idsBySlug(database: Database): Promise<Map<string, number>> {
  const posts = await database.read
    .selectFrom('post')
    .select(['id', 'slug'])
    .where('type', '=', 'post')
    .execute();
  return new Map(posts.map(({ id, slug }) => [slug, id]));
}

async function precision(ids: ReadonlyMap<string, number>, rank: Rank, half: number): Promise<number> {
  const labels = Object.entries(relatedLabels)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .filter((_label, index) => index % 2 === half);
  let hits = 0;
  for (const [slug, chosen] of labels) {
    const good = new Set(chosen.map((name) => ids.get(name)));
    const found = await rank(ids.get(slug) ?? 0);
    hits += found.slice(0, shown).filter((id) => good.has(id)).length;
  }
  return hits / (shown * labels.length);
}

/** The baseline: a theme without a ranking. */
async function newestInCategory({ read }: Database, postId: number): Promise<number[]> {
  const category = await read
    .selectFrom('term_relationship')
    .innerJoin('term', 'term.id', 'term_relationship.term_id')
    .select('term.id')
    .where('post_id', '=', postId)
    .where('taxonomy', '=', 'category')
    .orderBy('position')
    .executeTakeFirstOrThrow();
  return listPostIds(read, { termId: category.id, excludeIds: [postId], limit: shown });
}
