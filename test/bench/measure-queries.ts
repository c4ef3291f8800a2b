import type { Tag } from '../../src/modules/content/tags.ts';
import type { BenchSite } from './make-site.ts';
import { startServer } from './processes.ts';
import type { BenchRow } from './table.ts';

/** Milliseconds after a first render by which its derived data are stored. */
const storeDelayMs = 1500;

/** Queries of an uncached page, with shared data in memory. */
export async function* measureQueries(site: BenchSite): AsyncGenerator<BenchRow> {
  const served = await startServer(site.env);
  const get = async (path: string) => (await fetch(served.url + path)).arrayBuffer();
  const queryCount = async () =>
    ((await (await fetch(`${served.url}/healthz`)).json()) as { readonly queries: number }).queries;
  const queriesOf = async (path: string, tag: Tag) => {
    await get(path);
    await new Promise((resolve) => setTimeout(resolve, storeDelayMs));
    await site.database.write(async (tx) => tx.emit(tag, 'remove'));
    await new Promise((resolve) => setTimeout(resolve, storeDelayMs));
    const first = await queryCount();
    const before = await queryCount();
    await get(path);
    return (await queryCount()) - before - (before - first); // reading the count takes queries, too
  };
  const row = (what: string, value: number, most?: number): BenchRow => ({
    what: `${what}: queries`,
    value,
    unit: '',
    ...(most === undefined ? { target: '' } : { target: `≤ ${most}`, met: value <= most }),
  });
  try {
    const [article = '/'] = site.articles;
    const { id } = await site.database.read
      .selectFrom('post')
      .select('id')
      .where('slug', '=', article.replaceAll('/', ''))
      .executeTakeFirstOrThrow();
    const [category = '/'] = site.categories;
    const { id: term } = await site.database.read
      .selectFrom('term')
      .select('id')
      .where('slug', '=', category.split('/').at(-2) ?? '')
      .where('taxonomy', '=', 'category')
      .executeTakeFirstOrThrow();
    yield row('article', await queriesOf(article, `post:${id}`), 8);
    yield row('front page', await queriesOf('/', 'list:post'), 12);
    yield row('category page', await queriesOf(category, `list:term:${term}`));
    yield row(
      'search page',
      await queriesOf(`/?s=${encodeURIComponent(site.searches[0] ?? 'a')}`, 'list:post'),
    );
  } finally {
    await served.stop();
  }
}
