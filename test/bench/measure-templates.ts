import { assignTemplateGlobally } from '../../src/modules/templates/assign.ts';
import { maxRankingLength, printRanking, rankingKey } from '../../src/modules/search/rank-related.ts';
import { createTemplate, updateTemplate } from '../../src/modules/templates/writer.ts';
import { portions } from '../../src/lib/batch.ts';
import { percentile } from './load.ts';
import type { LoadResult } from './load.ts';
import type { BenchSite } from './make-site.ts';
import { cpuMicros, startServer } from './processes.ts';
import { askAll, cacheAll, letPass, readFor } from './readers.ts';
import { nonceOf, signIn } from './signed-in.ts';
import type { BenchRow } from './table.ts';

/** Maximum pages in the cache; fewer on a smaller site. */
const maxCached = 100_000;
const cacheMegabytes = 12_000;
const seconds = 20;
/** Each round requires all pages to be cached before. A single one is too noisy. */
const roundsFor = (pages: number) => (pages > 10_000 ? 1 : pages > 2000 ? 3 : 7);
/** Pages requested right after a response, from newest to oldest. */
const looked = 40;
/** Targets of issue and design. */
const most = { callMs: 50, ratio: 1.5 };

const words = (name: string) => `Laid out by ${name} of the bench.`;
/** An article without lists that expire: pages with them last ten minutes, and filling a cache with 100,000 pages takes longer. */
const blocks = [
  'breadcrumbs',
  'post-title',
  'post-meta',
  'post-featured-image',
  'post-content',
  'post-tags',
  'post-author-box',
  'site-related',
  'post-neighbours',
  'post-comments',
];
const markup = (name: string) =>
  `${blocks.map((block) => `<!-- wp:broadsheet/${block} /-->`).join('\n')}<!-- wp:paragraph --><p>${words(name)}</p><!-- /wp:paragraph -->`;

const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

/** Stores a ranking for each post, as after a visit: ranking takes longer than rendering a page, and is not measured here. */
async function rankAll({ database }: BenchSite): Promise<void> {
  const posts = await database.read
    .selectFrom('post')
    .select(['id', 'revision'])
    .where('type', '=', 'post')
    .orderBy('id')
    .execute();
  const rows = posts.map(({ id, revision }, index) => ({
    post_id: id,
    ranking_key: rankingKey(revision),
    ranked_at: Date.now(),
    ranking: printRanking(
      posts
        .slice(Math.max(0, index - maxRankingLength), index)
        .map((like, place) => ({ id: like.id, score: place })),
    ),
  }));
  for (const some of portions(rows)) {
    await database.write(
      async (tx) =>
        void (await tx.db
          .insertInto('post_related')
          .values(some)
          .onConflict((conflict) => conflict.doNothing())
          .execute()),
    );
  }
}

/** The cost of assigning another template to all articles: for the editor, and for visitors, whose pages are re-rendered. */
export async function* measureTemplates(site: BenchSite): AsyncGenerator<BenchRow> {
  const { database } = site;
  const newest = database.read
    .selectFrom('post')
    .select('slug')
    .where('type', '=', 'post')
    .where('status', '=', 'publish')
    .where('password', '=', '');
  const paths = (await newest.orderBy('published_at', 'desc').limit(maxCached).execute()).map(
    ({ slug }) => `/${slug}/`,
  );
  const { one, another } = await database.write(async (tx) => {
    const make = (name: string) => createTemplate(tx, { type: 'single', title: name, content: markup(name) });
    const made = { one: await make('one'), another: await make('another') };
    await assignTemplateGlobally(tx, 'single', made.one);
    return made;
  });
  await rankAll(site);
  const server = await startServer({
    ...site.env,
    LOG_LEVEL: 'error',
    PAGE_CACHE_MB: String(cacheMegabytes),
  });
  try {
    const editor = await signIn(site, server, 'Template editor');
    const nonce = await nonceOf(server, editor);
    /** An editor's call; resolves to its duration in ms. */
    const call = async (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
      const began = performance.now();
      const reply = await fetch(server.url + path, {
        method: 'POST',
        headers: { cookie: editor.cookie, ...headers },
        body,
      });
      if (!reply.ok) throw new Error(`The request returned status ${reply.status}: ${await reply.text()}`);
      await reply.arrayBuffer();
      return performance.now() - began;
    };
    /** Like the admin bar's panel. */
    const assign = (templateId: number) =>
      call(
        '/wp-admin/admin-ajax.php?td_theme_name=broadsheet&v=bench',
        new URLSearchParams({
          action: 'tdb_assign_single_template_global',
          template_id: String(templateId),
          _nonce: nonce,
        }),
      );
    const save = (templateId: number, content: string) =>
      call(`/wp-json/broadsheet/v1/templates/${templateId}`, JSON.stringify({ content }), {
        'content-type': 'application/json',
        'x-wp-nonce': nonce,
      });
    const sample = Array.from(
      { length: looked },
      (_, index) => paths[Math.floor((index * paths.length) / looked)] ?? '/',
    );
    const everyPage = [...new Set([...paths, ...site.articles, ...site.categories, '/'])];
    /** Visitors of cached pages, with the change after two seconds; how many pages show it then, and the cost of caching all of them again. */
    const readThrough = async (
      change: () => Promise<unknown>,
      shownWords: string,
    ): Promise<LoadResult & { readonly shown: number; readonly cpu: number }> => {
      await cacheAll(server, everyPage);
      const before = cpuMicros(server.process.pid ?? 0);
      const reading = readFor(seconds, site, server.url);
      await letPass(2000);
      await change();
      const shown = await askAll(server, sample, shownWords);
      const result = await reading.result;
      await cacheAll(server, everyPage);
      return { ...result, shown, cpu: cpuMicros(server.process.pid ?? 0) - before };
    };
    const rounds = roundsFor(paths.length);
    const p99 = { assigned: [] as number[], saved: [] as number[] };
    const cpu = { assigned: [] as number[], saved: [] as number[] };
    const calls: number[] = [];
    let [current, failures, shown] = [one, 0, looked];
    const assignAnother = async () => {
      const next = current === one ? another : one;
      await database.write((tx) => updateTemplate(tx, next, { content: markup(String(next)) }));
      const read = await readThrough(async () => calls.push(await assign(next)), words(String(next)));
      current = next;
      p99.assigned.push(percentile(read.times, 0.99));
      cpu.assigned.push(read.cpu);
      failures += read.failures;
      shown = Math.min(shown, read.shown);
    };
    const saveAgain = async () => {
      const text = `saving ${p99.saved.length + 1}`;
      const read = await readThrough(() => save(current, markup(text)), words(text));
      p99.saved.push(percentile(read.times, 0.99));
      cpu.saved.push(read.cpu);
      failures += read.failures;
    };
    for (let round = 0; round < rounds; round++) {
      // Alternates the order, so that noise affects both.
      for (const change of round % 2 === 0 ? [assignAnother, saveAgain] : [saveAgain, assignAnother])
        await change();
    }
    const [longest, assigned, saved] = [Math.max(...calls), median(p99.assigned), median(p99.saved)];
    const ratios = (of: typeof p99) => of.assigned.map((value, round) => value / (of.saved[round] ?? value));
    const [slower, dearer] = [median(ratios(p99)), median(ratios(cpu))];
    yield* [
      {
        what: `assigning the global template of ${paths.length} cached articles: slowest of ${rounds} requests`,
        value: longest,
        unit: 'ms',
        target: `≤ ${most.callMs} ms`,
        met: longest <= most.callMs,
      },
      {
        what: `pages that show it right after the response, of ${looked}`,
        value: shown,
        unit: '',
        target: String(looked),
        met: shown === looked,
      },
      {
        what: 'CPU of re-rendering all pages: assigned template compared with a saved one',
        value: dearer,
        unit: '×',
        target: '',
      },
      {
        what: `readers while a template is saved: p99, median of ${rounds}`,
        value: saved,
        unit: 'ms',
        target: '',
      },
      {
        what: `readers after another global template is assigned: p99, median of ${rounds}`,
        value: assigned,
        unit: 'ms',
        target: '',
      },
      {
        what: `readers: p99 with an assigned template compared with a saved one, median of ${rounds} pairs`,
        value: slower,
        unit: '×',
        target: `≤ ${most.ratio} ×`,
        met: slower <= most.ratio,
      },
      { what: 'failed requests of readers', value: failures, unit: '', target: '0', met: failures === 0 },
    ];
  } finally {
    await server.stop();
  }
}
