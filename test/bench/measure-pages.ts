import { createSigner, loadSecret } from '../../src/lib/keys.ts';
import { magicPurpose, magicText } from '../../src/blocks/post-list/magic-token.ts';
import { deepLists } from './deep-lists.ts';
import type { BenchSite } from './make-site.ts';
import { cpuMicros, memoryMb, startServer, untilAtRest } from './processes.ts';
import type { Served } from './processes.ts';
import type { BenchRow } from './table.ts';
import { costOf, empty, lastPage, often, paged } from './uncached.ts';
import type { Cost, Emission } from './uncached.ts';

/** With this many posts or more, a page may take 50% longer. */
const large = 1_000_000;
const [articlesToWarm, articlesMeasured] = [200, 400];
/** Depth at which lists are measured, if they have as many pages. */
const deepPage = 10;
/** Rounds over the same articles until the JIT has compiled most of the code. */
const warmRounds = 4;
const bare = ', with empty shared caches';

/** Milliseconds until V8 returns unused memory: it checks every eight seconds, twice (decision 106). */
const restMs = 45_000;

/** Uncached pages: CPU of all processes and threads per request, including the first compression. Then their memory, and the last pages of lists. */
export async function* measurePages(site: BenchSite): AsyncGenerator<BenchRow> {
  const server = await startServer({ ...site.env, LOG_LEVEL: 'error' });
  const pid = server.process.pid ?? 0;
  const factor = site.posts >= large ? 1.5 : 1;
  const row = (what: string, { cpu, database }: Cost, target?: number): BenchRow => ({
    what: `uncached ${what}: CPU per request${site.databasePid === undefined ? '' : ` (and ${database.toFixed(1)} ms of PostgreSQL's)`}`,
    value: cpu,
    unit: 'ms',
    ...(target === undefined ? { target: '' } : { target: `≤ ${target} ms`, met: cpu <= target }),
  });
  try {
    const start = memoryMb(pid, 'private');
    const warming = Math.min(articlesToWarm, Math.floor(site.articles.length / 3)); // a small site has few
    const fresh = site.articles.slice(warming, warming + articlesMeasured);
    await costOf(server, site, site.articles.slice(0, warming)); // warms up the JIT, authors and terms
    yield row(
      'article, first render of its text and first ranking of its related posts',
      await costOf(server, site, fresh),
    );
    const articles = async (emission: Emission) => {
      await untilAtRest(pid);
      await empty(site, emission);
      return costOf(server, site, fresh);
    };
    for (let round = 0; round < warmRounds; round++) await articles('template');
    yield row('article', await articles('template'), 2 * factor);
    yield row(`article${bare}`, await articles('everything'));
    yield row(
      'front page after publishing a post',
      await often(server, site, ['/'], 'publication'),
      3 * factor,
    );
    yield row(`front page${bare}`, await often(server, site, ['/'], 'everything'));
    yield row('category page', await often(server, site, site.categories, 'template'), 3 * factor);
    yield row(`category page${bare}`, await often(server, site, site.categories, 'everything'));
    const depth = Math.min(
      deepPage,
      ...(await Promise.all(site.categories.map((path) => lastPage(server, path)))),
    );
    yield row(
      `category page ${depth}`,
      await often(
        server,
        site,
        site.categories.map((path) => paged(path, depth)),
        'template',
      ),
    );
    const searches = site.searches.map((words) => `/?s=${encodeURIComponent(words)}`);
    yield row(
      'search page, frequent and rare words',
      await often(server, site, searches, 'template'),
      site.posts >= large ? 15 : 5,
    );
    yield {
      what: 'uncached request for a random list: CPU per request',
      value: await randomLists(server, site),
      unit: 'ms',
      target: '',
    };
    const own = memoryMb(pid, 'private');
    const resident = memoryMb(pid, 'resident');
    await new Promise((resolve) => setTimeout(resolve, restMs));
    const rested = memoryMb(pid, 'private');
    yield { what: 'private memory after the first page', value: start, unit: 'MB', target: '' };
    yield {
      what: 'private memory after these pages (without mapped files)',
      value: own,
      unit: 'MB',
      target: '≤ 150 MB',
      met: own <= 150,
    };
    yield {
      what: `private memory ${restMs / 1000} s later`,
      value: rested,
      unit: 'MB',
      target: '≤ 150 MB',
      met: rested <= 150,
    };
    yield {
      what: 'resident memory, including mapped program and database files',
      value: resident,
      unit: 'MB',
      target: '',
    };
    yield* deepLists(server, site);
  } finally {
    await server.stop();
  }
}

/** Milliseconds of CPU per call for lists never rendered before. */
async function randomLists(server: Served, site: BenchSite): Promise<number> {
  const signer = createSigner(loadSecret(site.env.DATA_DIR ?? ''));
  const type = 'td_block_1';
  const call = async (seed: number) => {
    const atts = JSON.stringify({
      sort: 'random_posts',
      random_seed: seed,
      limit: 8,
      ajax_pagination: 'next_prev',
    });
    const fields = {
      action: 'td_ajax_block',
      td_atts: atts,
      td_block_id: 'tdi_bench',
      td_column_number: '1',
      td_current_page: '1',
      block_type: type,
      td_magic_token: signer.sign(magicPurpose, magicText(type, atts)),
    };
    const reply = await fetch(`${server.url}/wp-admin/admin-ajax.php?td_theme_name=Newspaper&v=1`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    if (!(await reply.text()).includes('card-title')) throw new Error('A random list contained no posts.');
  };
  const seeds = Array.from({ length: articlesMeasured }, (_, n) => n + 1);
  for (const seed of seeds.slice(0, 50)) await call(-seed);
  const before = cpuMicros(server.process.pid ?? 0);
  for (const seed of seeds) await call(seed);
  return (cpuMicros(server.process.pid ?? 0) - before) / seeds.length / 1000;
}
