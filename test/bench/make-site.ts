import { createHash } from 'node:crypto';
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSiteDatabase } from '../../src/site-database.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import { adminQuery } from '../harness/admin-query.ts';
import { startPostgres } from '../harness/postgres-cluster.ts';
import { endsLater } from './running.ts';
import { planSite } from './site-plan.ts';
import type { SitePlan } from './site-plan.ts';
import { bulkWrite } from './write-plan.ts';

/** A site generated for the bench, with a database connection separate from the server's. */
export interface BenchSite {
  readonly folder: string;
  readonly env: Record<string, string>;
  readonly database: Database;
  readonly posts: number;
  /** PostgreSQL's parent process; undefined on SQLite. */
  readonly databasePid: number | undefined;
  /** Paths of articles, newest first. */
  readonly articles: readonly string[];
  readonly categories: readonly string[];
  /** Search words from frequent to rare. */
  readonly searches: readonly string[];
}

/** Cached sites for later runs: generating a million posts takes minutes. */
const cachedSites = join(tmpdir(), 'broadsheet-bench-sites');

/** Cache key: the plan, the schema, and the code that writes the site. */
function siteKey(plan: SitePlan): string {
  const hash = createHash('sha256').update(plan.key);
  const root = new URL('../../', import.meta.url).pathname;
  for (const folder of ['src/kernel/db/migrations', 'src/modules/search']) {
    for (const file of readdirSync(join(root, folder)).toSorted())
      hash.update(readFileSync(join(root, folder, file)));
  }
  for (const file of ['site-plan.ts', 'write-plan.ts', 'bulk-tables.ts'])
    hash.update(readFileSync(join(root, 'test/bench', file)));
  return `${plan.postCount}-${hash.digest('hex').slice(0, 12)}`;
}

async function build(
  place: { readonly dataDir: string; readonly databaseUrl?: string },
  plan: SitePlan,
): Promise<void> {
  const began = performance.now();
  const database = await openSiteDatabase(place);
  await database.migrate();
  const { name } = database.dialect;
  await database.close();
  await bulkWrite(place, plan);
  const seconds = (performance.now() - began) / 1000;
  console.log(`Created a site with ${plan.postCount} posts on ${name} in ${seconds.toFixed(1)} s.`);
}

/** Both undefined on SQLite. */
interface Place {
  readonly databaseUrl?: string | undefined;
  readonly databasePid?: number | undefined;
}

/** Copies the cached SQLite file, generating it first if it is missing. */
async function sqliteSite(plan: SitePlan, dataDir: string): Promise<Place> {
  const cached = join(cachedSites, `sqlite-${siteKey(plan)}`);
  if (!existsSync(cached)) {
    const unfinished = `${cached}.new`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    await build({ dataDir: unfinished }, plan);
    renameSync(unfinished, cached);
  }
  copyFileSync(
    join(cached, 'broadsheet.sqlite'),
    join(dataDir, 'broadsheet.sqlite'),
    constants.COPYFILE_FICLONE,
  );
  return {};
}

/** The running process of a cached cluster. */
function runningPostgres(folder: string): number | undefined {
  const file = join(folder, 'data', 'postmaster.pid');
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0;
  return pid > 0 && existsSync(`/proc/${pid}`) ? pid : undefined;
}

/** Returns the URL of a copy of the cached database, in the cluster cached with it. */
async function postgresSite(plan: SitePlan, dataDir: string): Promise<Place> {
  const folder = join(cachedSites, `postgres-${siteKey(plan)}`);
  const running = runningPostgres(folder);
  if (running !== undefined) {
    throw new Error(
      `PostgreSQL in ${folder} is already running as process ${running}: another bench uses it, or was killed before it could stop it. Stop it first.`,
    );
  }
  const cluster = await startPostgres({ durable: true, folder });
  endsLater(() => cluster.stop());
  const ready = join(folder, 'ready');
  if (!existsSync(ready)) {
    await adminQuery(cluster.url, 'drop database if exists kept');
    await adminQuery(cluster.url, 'create database kept');
    await build({ dataDir, databaseUrl: `${cluster.url}kept` }, plan);
    mkdirSync(ready);
  }
  await adminQuery(cluster.url, 'drop database if exists bench');
  await adminQuery(cluster.url, 'create database bench template kept strategy file_copy');
  return { databaseUrl: `${cluster.url}bench`, databasePid: runningPostgres(folder) };
}

/** A site of `posts` posts of 600 words in a separate database, which the bench may modify until `endAll`. */
export async function makeSite(folder: string, databaseName: string, posts: number): Promise<BenchSite> {
  const plan = planSite(posts);
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const { databaseUrl, databasePid } =
    databaseName === 'postgres' ? await postgresSite(plan, dataDir) : await sqliteSite(plan, dataDir);
  const database = await openSiteDatabase({
    dataDir,
    databaseUrl,
    busyTimeoutMs: 5000,
    maxConnections: 3,
    onWarning: console.warn,
  });
  endsLater(() => database.close());
  const slugs = await database.read
    .selectFrom('post')
    .select('slug')
    .where('type', '=', 'post')
    .where('status', '=', 'publish')
    .orderBy('published_at', 'desc')
    .limit(2000)
    .execute();
  return {
    folder,
    database,
    posts,
    databasePid,
    env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' },
    articles: slugs.map(({ slug }) => `/${slug}/`),
    categories: plan.terms
      .filter(({ taxonomy, parentId }) => taxonomy === 'category' && parentId === 0)
      .map(({ slug }) => `/category/${slug ?? ''}/`),
    searches: [3, 60, 400, 3000, 12_000, 28_000]
      .map(plan.word)
      .flatMap((word) => [word, word.slice(0, 5), `${plan.word(40)} ${word}`]),
  };
}
