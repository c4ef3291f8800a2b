import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignTemplateGlobally } from '../../src/modules/templates/assign.ts';
import { deleteTemplate, updateTemplate } from '../../src/modules/templates/writer.ts';
import type { ImportReport } from '../../src/import/report.ts';
import { chosen, oldTemplates } from '../fixtures/old-theme.ts';
import { termXml, wxr } from '../fixtures/wxr.ts';
import { commandLine } from '../harness/command-line.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';

onDrawnDatabase('[IMP-15] a site of the old theme, imported by the command', (_get, place) => {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-old-theme-'));
  let site: ServedSite;
  let report: ImportReport;

  beforeAll(async () => {
    site = await serveSite(place());
    const file = join(folder, 'old.xml');
    const articles = Array.from({ length: 12 }, (_, n) => ({
      id: 50_001 + n,
      slug: `article-${n}`,
      title: `Article ${n}`,
      terms: ['category/news=News'],
      content: `<!-- wp:paragraph --><p>Words ${n}.</p><!-- /wp:paragraph -->`,
      meta: n === 0 ? chosen('tdb_template_901') : n === 1 ? chosen('tdb_template_903') : {},
    }));
    writeFileSync(
      file,
      wxr([...oldTemplates(5005), ...articles], {
        parts: [
          termXml({
            id: 5005,
            taxonomy: 'category',
            slug: 'news',
            name: 'News',
            description: 'What is new',
            meta: { tdb_category_template: 'tdb_template_904' },
          }),
        ],
      }),
    );
    const { dataDir, databaseUrl } = place();
    const env = {
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: 'long enough',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    };
    const child = spawn(
      process.execPath,
      [commandLine, 'import', file, '--report', join(folder, 'report.json'), '--quiet'],
      { env },
    );
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => said.push(piece.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code, said.join('')).toBe(0);
    expect(said.join('')).toMatch(/tdb_single_content +post-content/);
    report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as ImportReport;
  });
  afterAll(async () => {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const page = async (path: string, headers: Record<string, string> = {}) => {
    const { status, body } = await rawRequest(site.url, path, { headers });
    return { status, body };
  };
  const here = (id: string) => report.templates.find((template) => template.id === id)?.localId ?? 0;

  test('lays articles out by their chosen templates, phones by their variant, and all others as before', async () => {
    const one = await page('/article-0/');
    expect([one.status, one.body.match(/<h1/g)?.length]).toEqual([200, 1]);
    expect(one.body).toContain('Latest from the desk');
    expect(one.body.indexOf('full-screen-header')).toBeGreaterThan(0);
    expect(one.body.indexOf('Words 0.')).toBeLessThan(one.body.indexOf('column-sidebar'));
    expect(one.body).not.toMatch(/\[\/?(?:td|vc)\w*_|tdc_css|Riga/);
    // Its header is the old one, too.
    expect(one.body).toContain('https://www.facebook.com/nobody');
    const small = await page('/article-0/', { 'user-agent': phone });
    expect([
      small.status,
      small.body.includes('Words 0.'),
      small.body.includes('Latest from the desk'),
    ]).toEqual([200, true, false]);
    const plain = await page('/article-1/');
    expect([
      plain.status,
      plain.body.includes('column-alone'),
      plain.body.includes('Read next'),
      plain.body.includes('facebook.com/nobody'),
    ]).toEqual([200, true, true, false]);
    expect((await page('/article-2/')).body).not.toContain('Read next');
  });

  test('lays a category out by its own; once they are made global, every kind of page, with header and footer', async () => {
    const news = await page('/category/news/');
    expect(news.status).toBe(200);
    for (const text of ['What is new', 'You might also like', 'From one section', 'Article 11'])
      expect(news.body).toContain(text);
    await site.database.write(async (tx) => {
      for (const [kind, id] of [
        ['author', '905'],
        ['search', '906'],
        ['404', '907'],
        ['header', '910'],
        ['footer', '911'],
      ] as const) {
        await assignTemplateGlobally(tx, kind, here(id));
      }
    });
    expect((await page('/author/ann/')).body).toContain('Latest from the desk');
    expect((await page('/?s=article')).body).toMatch(/<q>article<\/q>/);
    const lost = await page('/nothing/at/all/');
    expect([
      lost.status,
      /<h1[^>]*>Error 404<\/h1>/.test(lost.body),
      lost.body.includes('Take me home'),
    ]).toEqual([404, true, true]);
    expect(lost.body).toContain('facebook.com/nobody');
    const footer = await rawRequest(site.url, '/wp-admin/admin-ajax.php', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'action=tdb_get_footer&postID=50001',
    });
    expect([footer.status, footer.body.includes('Editor picks'), footer.body.includes('alert(1)')]).toEqual([
      200,
      true,
      false,
    ]);
  });

  test('uses the next in order where an imported template is missing or broken', async () => {
    await site.database.write((tx) =>
      updateTemplate(tx, here('903'), { content: '<!-- wp:broadsheet/row {"layout' }),
    );
    expect((await page('/article-1/')).status).toBe(200);
    await site.database.write((tx) => deleteTemplate(tx, here('901')));
    const without = await page('/article-0/');
    expect([
      without.status,
      without.body.includes('Words 0.'),
      without.body.includes('Latest from the desk'),
    ]).toEqual([200, true, false]);
  });
});
