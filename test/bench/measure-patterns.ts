import { createPost, updatePost } from '../../src/modules/posts/writer.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import { percentile } from './load.ts';
import type { BenchSite } from './make-site.ts';
import { cpuMicros, endedMicros, startServer, untilAtRest } from './processes.ts';
import type { Served } from './processes.ts';
import type { BenchRow } from './table.ts';

const maxShowing = 3000;
const postsAtOnce = 100;
const changes = 5;
/** Articles requested after each change. */
const readers = 6;
const words = 'the same forty words or so are in every copy of it and no word is distinctive ';

const textOf = (mark: string) =>
  `<!-- wp:paragraph --><p>${mark} ${words.repeat(2)}</p><!-- /wp:paragraph -->`;

/** Delay until visitors see a changed synced pattern, and until excerpts and search contain it. */
export async function* measurePatterns(site: BenchSite): AsyncGenerator<BenchRow> {
  const { database } = site;
  const { patternId, paths } = await givePattern(database);
  const server = await startServer({ ...site.env, LOG_LEVEL: 'error' });
  try {
    const cpu = () =>
      [server.process.pid, site.databasePid].reduce<number>(
        (sum, pid) => sum + (pid ? cpuMicros(pid) + endedMicros(pid) : 0),
        0,
      );
    await untilFollowed(database, patternId);
    const rates: number[] = [];
    const costs: number[] = [];
    const visible: number[] = [];
    for (let change = 0; change < changes; change++) {
      await untilAtRest(server.process.pid ?? 0);
      const mark = `benchmark${String.fromCharCode(97 + change)}`;
      const path = paths[Math.floor((change * paths.length) / changes)] ?? '/';
      await seen(server, path, '');
      await changeTo(database, patternId, mark);
      visible.push(await seen(server, path, mark));
      await untilFollowed(database, patternId);
      // Again without visitors: the cost of excerpts and search.
      await untilAtRest(server.process.pid ?? 0);
      const before = cpu();
      await changeTo(database, patternId, `${mark}again`);
      const took = await untilFollowed(database, patternId);
      costs.push((cpu() - before) / 1000 / paths.length);
      rates.push((paths.length / took) * 1000);
    }
    for (const path of paths.slice(0, readers)) {
      await seen(server, path, '');
      const mark = `reader${path.length}x${visible.length}`;
      await changeTo(database, patternId, mark);
      visible.push(await seen(server, path, mark));
      await untilFollowed(database, patternId);
    }
    const slow = percentile(
      visible.toSorted((a, b) => a - b),
      0.5,
    );
    const rate = percentile(
      rates.toSorted((a, b) => a - b),
      0.5,
    );
    const showing = `${paths.length} posts with the pattern`;
    yield* [
      {
        what: `from changing a pattern to the first visitor’s page, median of ${visible.length}`,
        value: slow,
        unit: 'ms',
        target: '≤ 50 ms',
        met: slow <= 50,
      },
      { what: 'the same, slowest', value: Math.max(...visible), unit: 'ms', target: '' },
      {
        what: `updating excerpts and search for ${showing}, median of ${changes}`,
        value: rate,
        unit: 'posts/s',
        target: '≥ 1,000 posts/s',
        met: rate >= 1000,
      },
      {
        what: 'the same, CPU of server and database',
        value: percentile(
          costs.toSorted((a, b) => a - b),
          0.5,
        ),
        unit: 'ms per post',
        target: '',
      },
    ];
  } finally {
    await server.stop();
  }
}

/** Inserts a pattern at the start of the newest articles. */
async function givePattern(database: Database): Promise<{ patternId: number; paths: readonly string[] }> {
  const posts = await database.read
    .selectFrom('post')
    .select(['id', 'slug', 'content'])
    .where('type', '=', 'post')
    .where('status', '=', 'publish')
    .where('password', '=', '')
    .orderBy('published_at', 'desc')
    .limit(maxShowing)
    .execute();
  const patternId = await database.write((tx) =>
    createPost(tx, { type: 'wp_block', status: 'publish', title: 'Bench pattern', content: textOf('first') }),
  );
  for (let from = 0; from < posts.length; from += postsAtOnce) {
    await database.write(async (tx) => {
      for (const { id, content } of posts.slice(from, from + postsAtOnce)) {
        await updatePost(tx, id, { content: `<!-- wp:block {"ref":${patternId}} /-->${content}` });
      }
    });
  }
  return { patternId, paths: posts.map(({ slug }) => `/${slug}/`) };
}

const changeTo = (database: Database, patternId: number, mark: string) =>
  database.write((tx) => updatePost(tx, patternId, { content: textOf(mark) }));

/** Requests a page until it contains a word; returns the milliseconds. */
async function seen({ url }: Served, path: string, word: string): Promise<number> {
  const began = performance.now();
  while (!(await (await fetch(url + path)).text()).includes(word)) {
    if (performance.now() - began > 10_000)
      throw new Error(`${path} did not contain "${word}" after 10 seconds.`);
  }
  return performance.now() - began;
}

/** Waits until every post with the pattern is up to date; returns the milliseconds. */
async function untilFollowed({ read }: Database, patternId: number): Promise<number> {
  const began = performance.now();
  const behind = read
    .selectFrom('post_pattern')
    .select('post_id')
    .where('pattern_id', '=', patternId)
    .where('version', '<>', (eb) => eb.selectFrom('post').select('revision').where('id', '=', patternId))
    .limit(1);
  while (await behind.executeTakeFirst()) {
    if (performance.now() - began > 120_000)
      throw new Error('Posts with the pattern were not updated within two minutes.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return performance.now() - began;
}
