import { assignTemplateGlobally } from '../../src/content/templates/assign.ts';
import { createTemplate, updateTemplate } from '../../src/content/templates/writer.ts';
import { builtInTemplates } from '../../src/theme/built-in-templates.ts';
import { percentile } from './load.ts';
import type { LoadResult } from './load.ts';
import type { BenchSite } from './make-site.ts';
import { startServer } from './processes.ts';
import { askAll, keepAll, letPass, readFor } from './readers.ts';
import { nonceOf, signIn } from './signed-in.ts';
import type { BenchRow } from './table.ts';

/** Pages in the cache, at most; a site of fewer posts has fewer. */
const mostKept = 100_000;
/** Megabytes that hold them. */
const cacheMegabytes = 12_000;
const tries = 9;
const seconds = 20;
/** Pages that are asked for as soon as a call has its answer, from the newest to the oldest. */
const looked = 40;
/** What issue and design ask for. */
const most = { callMs: 50, ratio: 1.5 };

const words = (name: string) => `Laid out by ${name} of the bench.`;
const markup = (name: string) => `${builtInTemplates.single}<!-- wp:paragraph --><p>${words(name)}</p><!-- /wp:paragraph -->`;

/** What giving all articles another template costs: who does it, and readers, who have each page made anew from then on. */
export async function* measureTemplates(site: BenchSite): AsyncGenerator<BenchRow> {
  const { database } = site;
  const newest = database.read.selectFrom('post').select('slug').where('type', '=', 'post').where('status', '=', 'publish').where('password', '=', '');
  const paths = (await newest.orderBy('published_at', 'desc').limit(mostKept).execute()).map(({ slug }) => `/${slug}/`);
  const names = ['one', 'another'] as const;
  const [one, another] = await database.write(async (tx) => {
    const made: number[] = [];
    for (const name of names) made.push(await createTemplate(tx, { type: 'single', title: name, content: markup(name) }));
    await assignTemplateGlobally(tx, 'single', made[0] ?? 0);
    return made;
  });
  const server = await startServer({ ...site.env, LOG_LEVEL: 'error', PAGE_CACHE_MB: String(cacheMegabytes) });
  try {
    const editor = await signIn(site, server, 'Editor of layouts');
    const nonce = await nonceOf(server, editor);
    /** By the call of the admin bar's panel; resolves to its milliseconds. */
    const assign = async (templateId = 0) => {
      const began = performance.now();
      const reply = await fetch(`${server.url}/wp-admin/admin-ajax.php?td_theme_name=broadsheet&v=bench`, {
        method: 'POST', headers: { cookie: editor.cookie },
        body: new URLSearchParams({ action: 'tdb_assign_single_template_global', template_id: String(templateId), _nonce: nonce }),
      });
      if (!reply.ok) throw new Error(`The call answered ${reply.status}: ${await reply.text()}`);
      await reply.arrayBuffer();
      return performance.now() - began;
    };
    const sample = Array.from({ length: looked }, (_, index) => paths[Math.floor((index * paths.length) / looked)] ?? '/');
    const what = `of ${paths.length} kept articles`;

    await keepAll(server, paths);
    const first = await assign(another);
    const shown = await askAll(server, sample, words('another'));
    yield { what: `the global template, ${what}: the call`, value: first, unit: 'ms', target: `≤ ${most.callMs} ms`, met: first <= most.callMs };
    yield { what: `showing it as soon as it is answered, of ${looked} ${what}`, value: shown, unit: '', target: String(looked), met: shown === looked };

    /** Readers of kept pages, to whom this happens after two seconds. */
    const readThrough = async (change: () => Promise<unknown>): Promise<LoadResult> => {
      await keepAll(server, [...new Set([...paths.slice(0, 5000), ...site.articles, ...site.categories, '/'])]);
      const reading = readFor(seconds, site, server.url);
      await letPass(2000);
      await change();
      return reading.result;
    };
    const p99 = { assigned: [] as number[], saved: [] as number[] };
    const calls: number[] = [];
    let [current, failures] = [another ?? 0, 0];
    for (let round = 0; round < 3; round++) {
      const content = `${markup('a saved one')}${'\n'.repeat(round)}`;
      const saved = await readThrough(() => database.write((tx) => updateTemplate(tx, current, { content })));
      current = current === one ? another ?? 0 : one ?? 0;
      const assigned = await readThrough(async () => calls.push(await assign(current)));
      p99.saved.push(percentile(saved.times, 0.99));
      p99.assigned.push(percentile(assigned.times, 0.99));
      failures += saved.failures + assigned.failures;
    }
    for (let again = calls.length; again < tries; again++) {
      current = current === one ? another ?? 0 : one ?? 0;
      calls.push(await assign(current));
    }
    const median = percentile(calls.toSorted((a, b) => a - b), 0.5);
    const [assigned, saved] = [p99.assigned, p99.saved].map((times) => percentile(times.toSorted((a, b) => a - b), 0.5)) as [number, number];
    yield* [
      { what: `the call again, half of them while readers read, median of ${tries}`, value: median, unit: 'ms', target: `≤ ${most.callMs} ms`,
        met: median <= most.callMs },
      { what: 'readers while a template is saved: p99, median of 3', value: saved, unit: 'ms', target: '' },
      { what: 'readers while the global template is another: p99, median of 3', value: assigned, unit: 'ms', target: '' },
      { what: 'readers: p99 of another global template against a saved one', value: assigned / saved, unit: '×', target: `≤ ${most.ratio} ×`,
        met: assigned <= most.ratio * saved },
      { what: 'failed requests of readers', value: failures, unit: '', target: '0', met: failures === 0 },
    ];
  } finally {
    await server.stop();
  }
}
