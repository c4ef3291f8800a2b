import { importWxr } from '../../src/import/import-wxr.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import type { Database } from '../../src/db/open-database.ts';
import { makeWxr } from './made-up-wxr.ts';

/** A site made for the bench; its database is open here, as that of another process than the server's. */
export interface BenchSite {
  readonly folder: string;
  readonly env: Record<string, string>;
  readonly database: Database;
  /** Paths of articles, newest first. */
  readonly articles: readonly string[];
  /** Paths of category pages. */
  readonly categories: readonly string[];
}

export interface MakeSiteOptions {
  readonly folder: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly posts: number;
}

/** Fills an empty database with made-up posts of 600 words. */
export async function makeSite({ folder, dataDir, databaseUrl, posts }: MakeSiteOptions): Promise<BenchSite> {
  const database = await openDatabase({ dataDir, databaseUrl, busyTimeoutMs: 5000, maxConnections: 3, onWarning: console.warn });
  await database.migrate();
  const began = performance.now();
  await importWxr(database, makeWxr(posts, { host: 'bench.example' }));
  const seconds = (performance.now() - began) / 1000;
  console.log(`Made a site of ${posts} posts on ${database.dialect.name} (${(posts / seconds).toFixed(0)} posts a second).`);
  const slugs = await database.read.selectFrom('post').select('slug').where('type', '=', 'post').where('status', '=', 'publish').orderBy('published_at', 'desc').limit(2000).execute();
  const terms = await database.read.selectFrom('term').select('slug').where('taxonomy', '=', 'category').where('parent_id', '=', 0).limit(10).execute();
  return {
    folder, database,
    env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' },
    articles: slugs.map(({ slug }) => `/${encodeURIComponent(slug)}/`),
    categories: terms.map(({ slug }) => `/category/${encodeURIComponent(slug)}/`),
  };
}
