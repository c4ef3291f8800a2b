import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { InvalidInputError, messageOf } from '../../src/lib/errors.ts';
import type { BenchSite } from './make-site.ts';
import { namesIn } from './options.ts';
import type { Served } from './processes.ts';
import type { Emission } from './uncached.ts';

/** The bench's modules of a checkout, whose server they start. */
interface Modules {
  readonly makeSite: typeof import('./make-site.ts').makeSite;
  readonly processes: typeof import('./processes.ts');
  readonly uncached: typeof import('./uncached.ts');
  readonly load: typeof import('./load.ts').load;
  readonly endAll: typeof import('./running.ts').endAll;
}

interface Side extends Modules {
  readonly site: BenchSite;
  readonly server: Served;
  readonly pid: number;
  /** MB before the first measurement. */
  readonly memoryAtRest: number;
}

interface Sides {
  readonly before: Side;
  readonly now: Side;
}

type Kind = 'article' | 'front' | 'category' | 'search' | 'rest';
type Round = (side: Side, round: number) => Promise<number>;

const posts = 1500;
const articlesPerRound = 100;
const warmUpRounds = 4;

/** CPU in ms of one page of each kind, after its cached copies were dropped. */
const rounds: Readonly<Record<Kind, { readonly count: number; readonly run: Round }>> = {
  article: {
    count: 24,
    run: async (side, round) => {
      const { uncached, processes, site, server, pid } = side;
      await processes.untilAtRest(pid);
      await uncached.empty(site, 'template');
      const first = 200 + (round % 4) * articlesPerRound;
      return (await uncached.costOf(server, site, site.articles.slice(first, first + articlesPerRound))).cpu;
    },
  },
  front: { count: 60, run: listRound(() => ['/'], 'publication') },
  category: { count: 30, run: listRound(({ categories }) => categories, 'template') },
  search: {
    count: 30,
    run: listRound(({ searches }) => searches.map((words) => `/?s=${encodeURIComponent(words)}`), 'template'),
  },
  rest: {
    count: 24,
    run: async ({ uncached, site, server }, round) => {
      const paths = Array.from(
        { length: 40 },
        (_, number) => `/wp-json/wp/v2/posts?per_page=20&page=${number + 1}&round=${round}`,
      );
      return (await uncached.costOf(server, site, paths)).cpu;
    },
  },
};

/** Other pages are requested in between: after a rest, CPU caches are cold. */
function listRound(pathsOf: (site: BenchSite) => readonly string[], emission: Emission): Round {
  return async ({ uncached, load, site, server }) => {
    await uncached.empty(site, emission);
    const urls = site.articles.slice(0, 16).map((path) => server.url + path);
    await load({ urls, requests: urls.length, connections: 1, encoding: 'gzip' });
    return (await uncached.costOf(server, site, pathsOf(site))).cpu;
  };
}

/**
 * `npm run bench -- against FOLDER`: compares this checkout with another built one. Both servers run, and rounds of
 * requests alternate, so that a noisy machine slows both.
 */
export async function benchAgainst(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      database: { type: 'string', default: 'sqlite' },
      only: { type: 'string', default: Object.keys(rounds).join(',') },
    },
  });
  const [other, ...more] = positionals;
  if (other === undefined || more.length > 0)
    throw new InvalidInputError('against: name one folder with another checkout, built by npm run build.');
  const kinds = namesIn('--only', values.only, Object.keys(rounds)) as Kind[]; // only known names
  const [database = 'sqlite'] = namesIn('--database', values.database, ['sqlite', 'postgres']);
  const theirs = await modulesOf(resolve(process.env.INIT_CWD ?? '', other));
  const ours = await modulesOf(resolve(import.meta.dirname, '../..'));
  try {
    const before = await startSide(theirs, database);
    const now = await startSide(ours, database);
    await measure({ before, now }, kinds);
  } finally {
    await theirs.endAll();
    await ours.endAll();
  }
}

async function startSide(modules: Modules, database: string): Promise<Side> {
  const data = mkdtempSync(join(tmpdir(), 'broadsheet-bench-'));
  process.on('exit', () => rmSync(data, { recursive: true, force: true }));
  const site = await modules.makeSite(data, database, posts);
  const server = await modules.processes.startServer({ ...site.env, LOG_LEVEL: 'error' });
  const pid = server.process.pid ?? 0;
  await modules.processes.untilAtRest(pid);
  return { ...modules, site, server, pid, memoryAtRest: modules.processes.memoryMb(pid, 'private') };
}

async function modulesOf(folder: string): Promise<Modules> {
  const from = (name: string): Promise<unknown> =>
    import(pathToFileURL(join(folder, 'test/bench', `${name}.ts`)).href);
  try {
    const { makeSite } = (await from('make-site')) as typeof import('./make-site.ts');
    const { load } = (await from('load')) as typeof import('./load.ts');
    const running = (await from('running')) as typeof import('./running.ts');
    const processes = (await from('processes')) as Modules['processes'];
    const uncached = (await from('uncached')) as Modules['uncached'];
    return { makeSite, load, endAll: running.endAll, processes, uncached };
  } catch (error) {
    throw new InvalidInputError(`against: ${folder} is not a built checkout: ${messageOf(error)}`);
  }
}

/** Prints the CPU of both for each kind of page, and their memory. */
async function measure({ before, now }: Sides, kinds: readonly Kind[]): Promise<void> {
  for (const kind of kinds) {
    const { count, run } = rounds[kind];
    for (const side of [before, now])
      for (let round = 0; round < warmUpRounds; round++) await run(side, round);
    const costs: { readonly before: number; readonly now: number }[] = [];
    for (let round = warmUpRounds; round < count + warmUpRounds; round++) {
      const firstCost = round % 2 === 0 ? await run(before, round) : undefined;
      const cost = await run(now, round);
      costs.push({ before: firstCost ?? (await run(before, round)), now: cost });
    }
    const ratio = median(costs.map((cost) => cost.now / cost.before));
    const [old, own] = [median(costs.map((cost) => cost.before)), median(costs.map((cost) => cost.now))];
    console.log(
      `${kind.padEnd(10)} ${ratio.toFixed(2)} × (${own.toFixed(2)} ms of CPU, before ${old.toFixed(2)})`,
    );
  }
  const megabytes = ({ processes, pid }: Side) => processes.memoryMb(pid, 'private').toFixed(0);
  console.log(
    `memory     at rest ${now.memoryAtRest.toFixed(0)} MB (before ${before.memoryAtRest.toFixed(0)}), after it ${megabytes(now)} MB (before ${megabytes(before)})`,
  );
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
