import { saveSettings } from '../../src/modules/settings/store.ts';
import { assignTemplateToItem } from '../../src/modules/templates/assign.ts';
import { createTemplate, updateTemplate } from '../../src/modules/templates/writer.ts';
import type { Database, Tx } from '../../src/kernel/db/open-database.ts';
import type { BenchSite } from './make-site.ts';
import { startServer } from './processes.ts';
import { askAll, cacheAll, letPass } from './readers.ts';
import type { BenchRow } from './table.ts';

/** Maximum pages in the cache; fewer on a smaller site. */
const maxCached = 10_000;
const ownTemplates = 10;
/** Milliseconds after which other processes' emissions have arrived, unless the machine is very busy. */
const propagationMs = 1000;
/** The same on a busy machine. */
const heardAtLast = 30_000;
/** Its header contains `translation_read_down`, unlike all other templates of the site. */
const articleMarkup = '<!-- wp:broadsheet/full-screen-header /--><!-- wp:broadsheet/post-content /-->';

/** Changes on which few or no pages depend: how many of all cached articles are re-rendered after each. */
export async function* measureDropped(site: BenchSite): AsyncGenerator<BenchRow> {
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
  const { unused, own } = await database.write((tx) =>
    giveTemplates(tx, database, paths.slice(0, ownTemplates)),
  );
  const server = await startServer({ ...site.env, LOG_LEVEL: 'error', PAGE_CACHE_MB: '1000' });
  try {
    await cacheAll(server, paths);
    const after = async (change: (tx: Tx) => Promise<unknown>, words?: string) => {
      await database.write(change);
      await letPass(propagationMs);
      // `publish` measures the delay; this counts the affected pages afterwards.
      if (words === undefined) return askAll(server, paths);
      const deadline = Date.now() + heardAtLast;
      while (Date.now() < deadline && (await askAll(server, paths.slice(0, 1), words)) === 0)
        await letPass(propagationMs);
      return askAll(server, paths, words);
    };
    const row = (what: string, value: number, target: number): BenchRow => ({
      what: `${what}, of ${paths.length} cached articles`,
      value,
      unit: '',
      target: String(target),
      met: value === target,
    });
    const name = `Bench ${Date.now()}`;
    yield row(
      're-rendered after an unused template was saved',
      await after((tx) => updateTemplate(tx, unused, { content: `${articleMarkup}\n` })),
      0,
    );
    yield row(
      're-rendered after a change to a setting that no page reads',
      await after((tx) => saveSettings(tx, { moderation_keys: name })),
      0,
    );
    const few = await after((tx) => updateTemplate(tx, own, { content: `${articleMarkup}\n` }));
    yield row(`re-rendered after a template of ${ownTemplates} articles was saved`, few, ownTemplates);
    const read = await after((tx) => saveSettings(tx, { translation_read_down: name }));
    yield row(
      `re-rendered after a change to a setting that ${ownTemplates} articles read`,
      read,
      ownTemplates,
    );
    yield row(
      'showing the site title after it was changed',
      await after((tx) => saveSettings(tx, { blogname: name }), name),
      paths.length,
    );
  } finally {
    await server.stop();
  }
}

async function giveTemplates(
  tx: Tx,
  { read }: Database,
  paths: readonly string[],
): Promise<{ unused: number; own: number }> {
  const [unused, own] = [
    await createTemplate(tx, { type: 'single', title: 'Unused template', content: articleMarkup }),
    await createTemplate(tx, { type: 'single', title: 'Template of a few articles', content: articleMarkup }),
  ];
  const slugs = paths.map((path) => path.split('/').findLast((part) => part !== '') ?? '');
  for (const { id } of await read.selectFrom('post').select('id').where('slug', 'in', slugs).execute())
    await assignTemplateToItem(tx, 'single', id, own);
  return { unused, own };
}
