import { createSigner, loadSecret } from '../../src/lib/keys.ts';
import { magicPurpose, magicText } from '../../src/blocks/post-list/magic-token.ts';
import { load } from './load.ts';
import type { BenchSite } from './make-site.ts';
import { cpuMicros, memoryMb, startServer, untilAtRest } from './processes.ts';
import type { Served } from './processes.ts';
import type { BenchRow } from './table.ts';

/** From this many posts on a page may cost half as much again. */
const large = 1_000_000;
const articlesMeasured = 400;
const deepPage = 10;
/** Rounds over the same articles until the JIT is done with most of what they run. */
const warmRounds = 4;
/** Milliseconds after which other processes' emissions have been heard for certain. */
const heard = 200;

/**
 * What empties the cache of pages. A saved template drops all pages and nothing else; a publication the front page and lists, and what they are made of; a change of settings also all
 * that pages share in memory, cards, menus and lists.
 */
const emissions = { template: 'templates', publication: 'list:post', settings: 'settings' } as const;
type Emission = keyof typeof emissions;
const bare = ', nothing that pages share in memory';

/** How long V8 may take to give back what it needs no more, in milliseconds: it looks every eight seconds, and twice (decision 012). */
const restMs = 45_000;

/** Pages that nobody asked for since the cache was emptied: CPU of all processes and threads a request, first compression included. Then the memory that this took. */
export async function measurePages(site: BenchSite): Promise<BenchRow[]> {
  const server = await startServer({ ...site.env, LOG_LEVEL: 'error' });
  const pid = server.process.pid ?? 0;
  const factor = site.posts >= large ? 1.5 : 1;
  const row = (what: string, cost: number, target?: number): BenchRow => ({
    what: `uncached ${what}: CPU a request`, value: cost, unit: 'ms', ...(target === undefined ? { target: '' } : { target: `≤ ${target} ms`, met: cost <= target }),
  });
  try {
    const start = memoryMb(pid, 'private');
    const fresh = site.articles.slice(200, 200 + articlesMeasured);
    await costOf(server, site.articles.slice(0, 200)); // the JIT, authors and terms
    const first = await costOf(server, fresh);
    const articles = async (emission: Emission) => {
      await untilAtRest(pid);
      await empty(site, emission);
      return costOf(server, fresh);
    };
    for (let round = 0; round < warmRounds; round++) await articles('template');
    const searches = site.searches.map((words) => `/?s=${encodeURIComponent(words)}`);
    const rows = [
      row('article, text never rendered and related posts never ranked before', first),
      row('article', await articles('template'), 2 * factor),
      row(`article${bare}`, await articles('settings')),
      row('front page after a publication', await often(server, site, ['/'], 'publication'), 3 * factor),
      row(`front page${bare}`, await often(server, site, ['/'], 'settings')),
      row('category page', await often(server, site, site.categories, 'template'), 3 * factor),
      row(`category page${bare}`, await often(server, site, site.categories, 'settings')),
      row(`category page ${deepPage}`, await often(server, site, site.categories.map((path) => `${path}page/${deepPage}/`), 'template')),
      row('search page, words frequent and rare', await often(server, site, searches, 'template'), site.posts >= large ? 15 : 5),
    ];
    rows.push(row('call of a list at random', await randomLists(server, site)));
    const own = memoryMb(pid, 'private');
    const resident = memoryMb(pid, 'resident');
    await new Promise((resolve) => setTimeout(resolve, restMs));
    const rested = memoryMb(pid, 'private');
    return [
      ...rows,
      { what: 'private memory after the first page', value: start, unit: 'MB', target: '' },
      { what: 'private memory after these pages (files mapped into it not counted)', value: own, unit: 'MB', target: '≤ 150 MB', met: own <= 150 },
      { what: `private memory ${restMs / 1000} s later`, value: rested, unit: 'MB', target: '≤ 150 MB', met: rested <= 150 },
      { what: 'resident memory, with program and database files mapped', value: resident, unit: 'MB', target: '' },
    ];
  } finally {
    await server.stop();
  }
}

/** Pages that are few are asked for again and again, each time after the cache was emptied. */
async function often(server: Served, site: BenchSite, paths: readonly string[], emission: Emission): Promise<number> {
  const rounds = Math.ceil(60 / paths.length);
  let sum = 0;
  for (let round = -2; round < rounds; round++) {
    await empty(site, emission);
    await load({ urls: [`${server.url}/about-nothing/`], requests: 1, connections: 1 }); // settings and menus are read again before the clock starts
    const cost = await costOf(server, paths);
    if (round >= 0) sum += cost;
  }
  return sum / rounds;
}

async function empty(site: BenchSite, emission: Emission): Promise<void> {
  await site.database.write(async (tx) => tx.emit(emissions[emission], 'remove'));
  await new Promise((resolve) => setTimeout(resolve, heard));
}

/** Calls of lists that were never drawn before: milliseconds of CPU each. */
async function randomLists(server: Served, site: BenchSite): Promise<number> {
  const signer = createSigner(loadSecret(site.env.DATA_DIR ?? ''));
  const type = 'td_block_1';
  const call = async (seed: number) => {
    const atts = JSON.stringify({ sort: 'random_posts', random_seed: seed, limit: 8, ajax_pagination: 'next_prev' });
    const fields = { action: 'td_ajax_block', td_atts: atts, td_block_id: 'tdi_bench', td_column_number: '1', td_current_page: '1', block_type: type, td_magic_token: signer.sign(magicPurpose, magicText(type, atts)) };
    const reply = await fetch(`${server.url}/wp-admin/admin-ajax.php?td_theme_name=Newspaper&v=1`, { method: 'POST', body: new URLSearchParams(fields) });
    if (!(await reply.text()).includes('card-title')) throw new Error('A list at random came without posts.');
  };
  const seeds = Array.from({ length: articlesMeasured }, (_, n) => n + 1);
  for (const seed of seeds.slice(0, 50)) await call(-seed);
  const before = cpuMicros(server.process.pid ?? 0);
  for (const seed of seeds) await call(seed);
  return (cpuMicros(server.process.pid ?? 0) - before) / seeds.length / 1000;
}

/** Milliseconds of CPU a request. */
async function costOf(server: Served, paths: readonly string[]): Promise<number> {
  const pid = server.process.pid ?? 0;
  const before = cpuMicros(pid);
  const { failures } = await load({ urls: paths.map((path) => server.url + path), requests: paths.length, connections: 4, encoding: 'gzip' });
  if (failures > 0) throw new Error(`${failures} of ${paths.length} requests failed, ${paths[0]} among them or others like it.`);
  return (cpuMicros(pid) - before) / paths.length / 1000;
}
