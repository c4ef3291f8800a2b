import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importFiles } from '../../src/import/import-wxr.ts';
import { describeReport, totals } from '../../src/import/report.ts';
import type { ImportReport } from '../../src/import/report.ts';
import { decodeEntities } from '../../src/lib/plain-text.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const folder = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
const files = ['theme-unit-test.xml', 'core-blocks.xml', 'shop-products.xml'];
const present = existsSync(folder);
if (!present) console.warn(`${folder} is absent: the acceptance test of the import is not run.`);

interface Item {
  readonly id: string;
  readonly link: string;
  readonly type: string;
  readonly status: string;
  readonly isProtected: boolean;
  readonly title: string;
  readonly content: string;
}

/** Items of an export, read without our own XML reader. */
function readItems(file: string): Item[] {
  const field = (item: string, name: string) =>
    (
      new RegExp(`<${name}[^>]*>(?:\\s*<!\\[CDATA\\[)?([\\s\\S]*?)(?:\\]\\]>\\s*)?</${name}>`).exec(
        item,
      )?.[1] ?? ''
    ).trim();
  return (readFileSync(`${folder}${file}`, 'utf8').match(/<item>[\s\S]*?<\/item>/g) ?? []).map((item) => ({
    id: field(item, 'wp:post_id'),
    link: field(item, 'link'),
    type: field(item, 'wp:post_type'),
    status: field(item, 'wp:status'),
    isProtected: field(item, 'wp:post_password') !== '',
    title: field(item, 'title'),
    content: field(item, 'content:encoded'),
  }));
}

/** Words of four characters or more that readers see: outside comments, tags, scripts and shortcode tags. */
function wordsOf(html: string): string[] {
  const text = decodeEntities(
    decodeEntities(
      html
        .replace(/<!--[\s\S]*?-->/g, ' ')
        .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
        .replace(/<[^>]*>/g, ' '),
    ),
  );
  return text.match(/\p{L}{4,}/gu) ?? [];
}

const shortcodes = /\[\/?(?:gallery|caption|audio|video|embed|playlist|wp_caption|vc_\w+|td_\w+)\b[^\]]*\]/g;

/** The first wanted word that does not follow its predecessor, or undefined when all are there in order. */
function firstMissing(wanted: readonly string[], found: readonly string[]): string | undefined {
  let at = 0;
  for (const word of wanted) {
    const next = found.indexOf(word, at);
    if (next < 0) return `${word} (word ${wanted.indexOf(word)} of ${wanted.length})`;
    at = next + 1;
  }
  return undefined;
}

describe.skipIf(!present)('an imported site', () => {
  onDrawnDatabase('three real exports', (_get, place) => {
    let site: ServedSite;
    let report: ImportReport;
    const items = present
      ? files.flatMap(readItems).filter(({ type }) => type === 'post' || type === 'page')
      : [];

    beforeAll(async () => {
      site = await serveSite(place());
      report = await importFiles(
        site.database,
        files.map((file) => ({ name: file, open: () => createReadStream(`${folder}${file}`) })),
      );
    });
    afterAll(() => site.close());

    const some = <Thing>(all: readonly Thing[]): Thing[] =>
      all.filter((_item, at) => place().dialect === 'sqlite' || at % 3 === 0);

    /** The stored post of an item: ids may have changed on import. */
    async function localId(item: Item): Promise<number> {
      const rows = await site.database.read
        .selectFrom('post')
        .select(['id', 'content', 'title'])
        .where('type', '=', item.type)
        .execute();
      const byId = rows.find((row) => row.id === Number(item.id) && row.content.trim() === item.content);
      return (
        (byId ?? rows.find((row) => row.content.trim() === item.content && row.title === item.title))?.id ?? 0
      );
    }

    test('[ROUTE-01] [ROUTE-02] opens every published post and page with all its words in order', async () => {
      const published = items.filter(({ status }) => status === 'publish');
      expect(published.length).toBeGreaterThan(100);
      const problems: string[] = [];
      for (const item of some(published)) {
        const id = await localId(item);
        const byId = await rawRequest(site.url, `/?p=${id}`);
        const path = byId.status === 301 ? String(byId.headers.location) : `/?p=${id}`;
        const reply = byId.status === 301 ? await rawRequest(site.url, path) : byId;
        if (reply.status !== 200) problems.push(`${item.title}: ${path} answers ${reply.status}`);
        if (item.isProtected) {
          const shown = wordsOf(reply.body).join(' ');
          const words = wordsOf(item.content);
          if (
            words.some(
              (_word, at) => shown.includes(words.slice(at, at + 3).join(' ')) && at + 3 <= words.length,
            )
          ) {
            problems.push(`${item.title}: shows protected text`);
          }
          continue;
        }
        for (const [part, text] of item.content.split('<!--nextpage-->').entries()) {
          const { body } = part === 0 ? reply : await rawRequest(site.url, `${path}${part + 1}/`);
          const missing = firstMissing(wordsOf(text.replace(shortcodes, ' ')), wordsOf(body));
          if (missing !== undefined) problems.push(`${item.title} (${path}), part ${part + 1}: ${missing}`);
        }
        const title = firstMissing(wordsOf(item.title.replace(/<[^>]*>/g, '')), wordsOf(reply.body)); // tags inside a word do not split it
        if (title !== undefined) problems.push(`${item.title} (${path}): title ${title}`);
      }
      expect(problems).toEqual([]);
    });

    test('links of the texts to the old site lead here', async () => {
      const rows = await site.database.read
        .selectFrom('post')
        .select(['id', 'content'])
        .where('status', '=', 'publish')
        .where('password', '=', '')
        .where('content', 'like', '%href="https://wpthemetestdata.wordpress.com/%')
        .execute();
      expect(rows.length).toBeGreaterThan(0);
      for (const { id } of rows) {
        const { location } = (await rawRequest(site.url, `/?p=${id}`)).headers;
        const { body } = await rawRequest(site.url, String(location ?? `/?p=${id}`));
        expect(body).toContain(`href="${site.url}/`);
        expect(body).not.toContain('href="https://wpthemetestdata.wordpress.com/');
      }
    });

    test('everything dropped is listed in the report', () => {
      const sum = totals(report);
      expect(sum.imported + sum.updated + sum.unchanged + sum.kept + sum.dropped).toBe(sum.found);
      expect(report.files.map(({ name, end }) => [name, end?.complete])).toEqual(
        files.map((file) => [file, true]),
      );
      expect(report.dropped).toHaveLength(sum.dropped);
      expect(report.dropped.every(({ message }) => message !== '')).toBe(true);
      const held = files.flatMap(readItems);
      expect(
        Object.entries(report.counts)
          .filter(([kind]) => kind.startsWith('item '))
          .reduce((all, [, { found }]) => all + found, 0),
      ).toBe(held.length);
      const lines = describeReport(report).join('\n');
      for (const file of files) expect(lines).toContain(file);
      expect(lines).toContain(`Files still on the old site (${report.missingFiles.length}):`);
    });

    test('every address of every published item opens it, directly or by one redirect', async () => {
      const published = files
        .flatMap(readItems)
        .filter(
          ({ status, type, link }) =>
            (status === 'publish' || status === 'inherit') &&
            ['post', 'page', 'attachment', 'product'].includes(type) &&
            link !== '',
        );
      expect(published.length).toBeGreaterThan(150);
      const problems: string[] = [];
      for (const { link, type, title } of some(published)) {
        const { pathname, search } = new URL(link);
        const first = await rawRequest(site.url, pathname + search);
        const last =
          first.status === 301 ? await rawRequest(site.url, String(first.headers.location)) : first;
        if (last.status !== 200)
          problems.push(`${link}: ${first.status} ${first.headers.location ?? ''} → ${last.status}`);
        const missing =
          type === 'attachment'
            ? undefined
            : firstMissing(wordsOf(title.replace(/<[^>]*>/g, '')), wordsOf(last.body));
        if (missing !== undefined) problems.push(`${link}: another page, without ${missing}`);
      }
      expect(problems).toEqual([]);
    });

    test('permalinks with a date lead to their posts', async () => {
      const { slug } = await site.database.read
        .selectFrom('post')
        .select('slug')
        .where('type', '=', 'post')
        .where('status', '=', 'publish')
        .where('password', '=', '')
        .limit(1)
        .executeTakeFirstOrThrow();
      for (const path of [`/2012/01/03/${slug}/`, `/2012/01/${slug}`, `/2012/${slug}/`]) {
        expect((await rawRequest(site.url, path)).headers.location).toBe(`/${slug}/`);
      }
      for (const path of ['/2012/01/03/no-such-post/', '/x/01/no-such-post/'])
        expect((await rawRequest(site.url, path)).status).toBe(404);
    });

    test('hides drafts, private and scheduled posts everywhere', async () => {
      const hidden = await site.database.read
        .selectFrom('post')
        .select(['id', 'slug', 'title', 'status', 'type'])
        .where('status', 'not in', ['publish', 'inherit'])
        .execute();
      expect(hidden.length).toBeGreaterThan(0);
      for (const { id, slug, title } of hidden) {
        for (const path of [
          `/?p=${id}`,
          `/?page_id=${id}`,
          `/?p=${id}&preview=true`,
          ...(slug ? [`/${encodeURIComponent(slug)}/`, `/${encodeURIComponent(slug)}/?preview=true`] : []),
        ]) {
          const reply = await rawRequest(site.url, path);
          expect([path, reply.status]).toEqual([path, 404]);
          if (title.length > 5) expect(reply.body).not.toContain(title);
        }
      }
      const lists = await Promise.all(
        [
          '/',
          '/page/2/',
          '/?s=draft',
          '/?s=scheduled',
          '/wp-json/wp/v2/posts?per_page=100',
          '/wp-json/wp/v2/pages?per_page=100',
          '/wp-json/wp/v2/search?search=draft',
        ].map((path) => rawRequest(site.url, path)),
      );
      for (const { title } of hidden.filter((post) => post.title.length > 5))
        for (const list of lists) expect(list.body).not.toContain(`>${title}<`);
    });
  });
});
