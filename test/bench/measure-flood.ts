import { loadInThread } from './load-thread.ts';
import { percentile } from './load.ts';
import type { BenchSite } from './make-site.ts';
import { startServer } from './processes.ts';
import { readFor, warmReaders } from './readers.ts';
import type { BenchRow } from './table.ts';

/** Comments per second, all from one address. */
const floodRate = 1000;
const seconds = 20;

/** Floods the comment form during normal reading: checks the refusals and the effect on visitors. */
export async function* measureFlood(site: BenchSite): AsyncGenerator<BenchRow> {
  const { id: postId } = await site.database.read
    .selectFrom('post')
    .select('id')
    .where('type', '=', 'post')
    .where('status', '=', 'publish')
    .orderBy('published_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const server = await startServer(site.env);
  try {
    const read = (forSeconds: number) => readFor(forSeconds, site, server.url).result;
    await warmReaders(seconds, site, server);
    const quiet = await read(seconds);
    const form = new URLSearchParams({
      comment: 'Buy cheap words. '.repeat(40),
      author: 'Flood',
      email: 'flood@bench.example',
      url: '',
      comment_post_ID: String(postId),
      comment_parent: '0',
    }).toString();
    const flooding = loadInThread({
      urls: [`${server.url}/wp-comments-post.php`],
      requests: floodRate * seconds,
      connections: 50,
      rate: floodRate,
      form,
    });
    const began = performance.now();
    const [busy, flood] = await Promise.all([read(seconds), flooding.result]);
    const sent = flood.requests / ((performance.now() - began) / 1000);
    const refused = flood.statuses[429] ?? 0;
    const [before, during] = [percentile(quiet.times, 0.99), percentile(busy.times, 0.99)];
    // A burst of 6, then one per ten seconds.
    const letThrough = 6 + Math.ceil(seconds / 10);
    yield* [
      {
        what: 'comments sent from one address',
        value: sent,
        unit: 'requests/s',
        target: '1,000',
        met: sent >= 0.9 * floodRate,
      },
      {
        what: 'comments not refused with status 429',
        value: flood.requests - refused,
        unit: '',
        target: `≤ ${letThrough}`,
        met: flood.requests - refused <= letThrough,
      },
      { what: 'readers without the flood: p99', value: before, unit: 'ms', target: '' },
      { what: 'readers during the flood: p99', value: during, unit: 'ms', target: '' },
      {
        what: 'readers: p99 during the flood compared with before',
        value: during / before,
        unit: '×',
        target: '≤ 2 ×',
        met: during <= 2 * before,
      },
      {
        what: 'failed requests of readers',
        value: quiet.failures + busy.failures,
        unit: '',
        target: '0',
        met: quiet.failures + busy.failures === 0,
      },
    ];
  } finally {
    await server.stop();
  }
}
