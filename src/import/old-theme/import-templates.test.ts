import { expect, test } from 'vitest';
import { chosen, oldTemplates, plainSingle, templateItem } from '../../../test/fixtures/old-theme.ts';
import type { FixtureItem } from '../../../test/fixtures/wxr.ts';
import { inPieces, termXml, wxr } from '../../../test/fixtures/wxr.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { dumpTables } from '../../../test/harness/dump-tables.ts';
import { assignTemplateToItem, clearTemplateAssignment } from '../../modules/templates/assign.ts';
import { findAssignments, findTemplate, listTemplates } from '../../modules/templates/reader.ts';
import { listTemplateRevisions } from '../../modules/templates/revisions.ts';
import { createTemplate, deleteTemplate, updateTemplate } from '../../modules/templates/writer.ts';
import type { Database } from '../../kernel/db/open-database.ts';
import { importWxr } from '../import-wxr.ts';
import type { ImportOptions } from '../import-wxr.ts';
import { describeReport, totals } from '../report.ts';
import type { ImportReport } from '../report.ts';

let site = 0;
const elsewhere = () => `https://library-${++site}.example`;

async function run(
  database: Database,
  items: readonly FixtureItem[],
  url: string,
  {
    exported = 'Thu, 01 Jan 2026 00:00:00 GMT',
    parts = [],
    options,
  }: { exported?: string; parts?: string[]; options?: ImportOptions } = {},
): Promise<ImportReport> {
  const report = await importWxr(database, inPieces(wxr(items, { url, parts, exported })), options);
  const sum = totals(report);
  expect(sum.imported + sum.unchanged + sum.updated + sum.kept + sum.dropped, 'the report adds up').toBe(
    sum.found,
  );
  return report;
}

const later = { exported: 'Fri, 02 Jan 2026 00:00:00 GMT' };
const messages = ({ dropped }: ImportReport) => dropped.map(({ id, message }) => `${id}: ${message}`);
const localIdOf = (report: ImportReport, id: string) =>
  report.templates.find((template) => template.id === id)?.localId ?? 0;

onBothDatabases('[IMP-15] the old theme’s templates', (get) => {
  test('are imported with their phone variants, headers and footers, and assigned to their posts and terms', async () => {
    const url = elsewhere();
    const report = await run(
      get(),
      [
        { id: 40_001, slug: 'chose-one', meta: chosen('tdb_template_901') },
        { id: 40_002, slug: 'chose-none' },
        { id: 40_003, slug: 'chose-what-is-gone', meta: chosen('tdb_template_999') },
        { id: 40_004, slug: 'chose-another-kind', meta: chosen('tdb_template_904') },
        { id: 40_005, slug: 'chose-of-the-theme', meta: chosen('single_template_5') },
        { id: 40_006, slug: 'chose-phones', meta: chosen('tdb_template_902') },
        ...oldTemplates(4005, url),
      ],
      url,
      {
        parts: [
          termXml({
            id: 4005,
            taxonomy: 'category',
            slug: 'templated',
            meta: { tdb_category_template: 'tdb_template_904' },
          }),
        ],
      },
    );
    expect(report.counts['item tdb_templates']).toMatchObject({ found: 12, imported: 11, dropped: 1 });
    const single = await findTemplate(get().read, localIdOf(report, '901'));
    expect(single).toMatchObject({
      type: 'single',
      isMobile: false,
      mobileTemplateId: localIdOf(report, '902'),
      headerId: localIdOf(report, '910'),
      footerId: localIdOf(report, '911'),
      revision: 1,
    });
    expect(await findTemplate(get().read, localIdOf(report, '902'))).toMatchObject({
      type: 'single',
      isMobile: true,
      mobileTemplateId: 0,
    });
    expect((await findTemplate(get().read, localIdOf(report, '903')))?.headerId).toBe(0);
    const postId = (slug: string) =>
      get()
        .read.selectFrom('post')
        .select('id')
        .where('slug', '=', slug)
        .executeTakeFirstOrThrow()
        .then(({ id }) => id);
    const own = async (slug: string) =>
      (await findAssignments(get().read, 'single', await postId(slug))).item;
    expect(await own('chose-one')).toBe(localIdOf(report, '901'));
    const without = [
      'chose-none',
      'chose-what-is-gone',
      'chose-another-kind',
      'chose-of-the-theme',
      'chose-phones',
    ];
    for (const slug of without) expect(await own(slug), slug).toBeUndefined();
    const term = await get()
      .read.selectFrom('term')
      .select('id')
      .where('slug', '=', 'templated')
      .executeTakeFirstOrThrow();
    expect(await findAssignments(get().read, 'category', term.id)).toEqual({
      item: localIdOf(report, '904'),
      global: undefined,
    });
    expect(messages(report)).toEqual([
      '912: pages of the kind "module" do not exist here',
      expect.stringContaining('its template 999 was not imported'),
      expect.stringContaining('is of the type category'),
      expect.stringContaining('is for phones'),
    ]);
    expect(report.unknownSettings).toEqual({ 'td_post_template = single_template_5': 1 });
    // Ids of the old site are mapped to local ones.
    const category = await findTemplate(get().read, localIdOf(report, '904'));
    expect(category?.content).toContain(`"category_id":"${term.id}"`);
    expect(category?.content).not.toContain(`"-`);
    const notFound = (await findTemplate(get().read, localIdOf(report, '907')))?.content;
    expect(notFound).toMatch(
      /lost\.jpg" alt="A lost glove".*<h1[^>]*>Error 404.*<em>lost<\/em>.*href="\/">Take me home/s,
    );
    // The report names each element's counterpart, and settings to make.
    const text = describeReport(report).join('\n');
    expect(text).toMatch(/tdb_single_content +post-content\n/);
    expect(text).toMatch(/td_block_weather w_location="Riga"\] +– no equivalent/);
    expect(text).toMatch(
      /td_block_instagram: 1 in "category template", as in \[td_block_instagram instagram_id="nobody"\]/,
    );
    expect(text).toMatch(/Set those of the old site as global:\n[^]*\n  404: "404 template" \(\d+\)/);
  });

  test('whose text is stored outside their empty content have its pictures and posts, too', async () => {
    const url = elsewhere();
    const text =
      '[vc_row][vc_column][tdm_block_inline_image image="40101"][td_flex_block_1 post_ids="40102"][tdb_single_content][/vc_column][/vc_row]';
    const report = await run(
      get(),
      [
        {
          id: 40_101,
          type: 'attachment',
          status: 'inherit',
          title: 'Kept',
          attachmentUrl: `${url}/wp-content/uploads/kept.jpg`,
        },
        { id: 40_102, slug: 'kept-post' },
        templateItem(921, 'single', '', { meta: { tdc_content: text } }),
      ],
      url,
    );
    const { content } = (await findTemplate(get().read, localIdOf(report, '921'))) ?? {};
    expect(content).toMatch(/wp:image[^]*kept\.jpg/);
    expect(report.templates.flatMap(({ notes }) => notes)).toEqual([]);
  });

  test('have no lone surrogate at the end of a title, and no list of a missing author', async () => {
    const url = elsewhere();
    const title = `${'a'.repeat(199)}🎈`;
    const list = (author: number) => `[td_flex_block_1 autors_id="${author}" custom_title="${title}"]`;
    const report = await run(
      get(),
      [
        { id: 40_201, creator: 'ann' },
        templateItem(
          931,
          'single',
          `[vc_row][vc_column]${list(7)}${list(1)}[tdb_single_content][/vc_column][/vc_row]`,
          { title },
        ),
      ],
      url,
    );
    const { id } = await get()
      .read.selectFrom('user')
      .select('id')
      .where('login', '=', 'ann')
      .executeTakeFirstOrThrow();
    const template = await findTemplate(get().read, localIdOf(report, '931'));
    expect(template?.title).toBe('a'.repeat(199));
    expect(template?.content).not.toMatch(/\ufffd|\\ud83c/);
    expect(template?.content.match(/"author_id":\d+/g)).toEqual([`"author_id":${id}`]);
    expect(report.templates[0]?.notes).toEqual([
      'td_flex_block_1: autors_id="1" refers to no imported author',
    ]);
  });

  test('repeat without changes, follow the old site until edited here, and stay when edited', async () => {
    const url = elsewhere();
    const item = (content: string): FixtureItem[] => [
      { id: 41_001, slug: `again-${site}`, meta: chosen('tdb_template_941') },
      templateItem(941, 'single', content, { modifiedGmt: '2026-01-01 00:00:00' }),
    ];
    const first = await run(get(), item(plainSingle), url);
    const id = localIdOf(first, '941');
    const before = await dumpTables(get());
    expect(totals(await run(get(), item(plainSingle), url))).toMatchObject({
      imported: 0,
      updated: 0,
      kept: 0,
      dropped: 0,
    });
    expect(await dumpTables(get())).toEqual(before);

    const shorter = '[vc_row][vc_column][tdb_title][tdb_single_content][/vc_column][/vc_row]';
    expect((await run(get(), item(shorter), url, later)).counts['item tdb_templates']).toMatchObject({
      updated: 1,
    });
    const { content = '', revision = 0 } = (await findTemplate(get().read, id)) ?? {};
    expect(content).not.toContain('post-comments');
    expect((await listTemplateRevisions(get().read, id, { limit: 9 })).total).toBe(2);

    await get().write((tx) =>
      updateTemplate(tx, id, { content: `${content}\n<!-- wp:broadsheet/share /-->` }),
    );
    const repeated = await run(get(), item(plainSingle.replace('[tdb_breadcrumbs]', '')), url, {
      exported: 'Sat, 03 Jan 2026 00:00:00 GMT',
    });
    expect(repeated.counts['item tdb_templates']).toMatchObject({ kept: 1 });
    expect(repeated.kept).toMatchObject([{ kind: 'item tdb_templates', id: '941' }]);
    expect(await findTemplate(get().read, id)).toMatchObject({ revision: revision + 1 });
    const forced = await run(
      get(),
      item(shorter.replace('[tdb_title]', '[tdb_breadcrumbs][tdb_title]')),
      url,
      {
        exported: 'Sun, 04 Jan 2026 00:00:00 GMT',
        options: { force: true },
      },
    );
    expect(forced.counts['item tdb_templates']).toMatchObject({ updated: 1 });

    await get().write((tx) => deleteTemplate(tx, id));
    const afterDeletion = await run(get(), item(plainSingle), url, {
      exported: 'Mon, 05 Jan 2026 00:00:00 GMT',
    });
    expect(afterDeletion.counts['item tdb_templates']).toMatchObject({ dropped: 1, imported: 0 });
    // The next item with this id is not mistaken for it.
    const other = await get().write((tx) =>
      createTemplate(tx, { type: 'single', title: 'Mine', content: '<!-- wp:broadsheet/post-title /-->' }),
    );
    await run(get(), item(`${shorter} `), url, { exported: 'Tue, 06 Jan 2026 00:00:00 GMT' });
    expect(await findTemplate(get().read, other)).toMatchObject({ title: 'Mine', revision: 1 });
  });

  test('are assigned again only if unchanged here; a removal at the old site is followed', async () => {
    const url = elsewhere();
    const posts = (template: string): FixtureItem[] =>
      [1, 2, 3].map((n) => ({
        id: 42_000 + n,
        slug: `choice-${site}-${n}`,
        content: template,
        meta: template === '' ? {} : chosen(template),
      }));
    const templates = [
      templateItem(951, 'single', plainSingle),
      templateItem(952, 'single', `${plainSingle}\n`, { title: 'Other' }),
    ];
    const first = await run(get(), [...posts('tdb_template_951'), ...templates], url);
    const [a, b] = [localIdOf(first, '951'), localIdOf(first, '952')];
    const ids = await get()
      .read.selectFrom('post')
      .select('id')
      .where('slug', 'like', `choice-${site}-%`)
      .orderBy('slug')
      .execute();
    const [one = 0, two = 0, three = 0] = ids.map(({ id }) => id);
    const own = async (id: number) => (await findAssignments(get().read, 'single', id)).item;
    expect(await Promise.all([one, two, three].map(own))).toEqual([a, a, a]);
    const ownTemplate = await get().write((tx) => createTemplate(tx, { type: 'single', title: 'Mine' }));
    await get().write((tx) => assignTemplateToItem(tx, 'single', two, ownTemplate));
    await get().write((tx) => clearTemplateAssignment(tx, 'single', three));
    const second = await run(get(), [...posts('tdb_template_952'), ...templates], url, later);
    expect(second.counts['choice of a template']).toMatchObject({ found: 3, updated: 1, kept: 2 });
    expect(await Promise.all([one, two, three].map(own))).toEqual([b, ownTemplate, undefined]);
    await run(get(), [...posts(''), ...templates], url, { exported: 'Sat, 03 Jan 2026 00:00:00 GMT' });
    expect(await Promise.all([one, two, three].map(own))).toEqual([undefined, ownTemplate, undefined]);
  });

  test('a stopped run continues: the next one does the missing assignments', async () => {
    const url = elsewhere();
    const items = [
      { id: 43_001, slug: `stopped-${site}`, meta: chosen('tdb_template_961') },
      templateItem(961, 'single', plainSingle),
      ...Array.from({ length: 140 }, (_, n) => ({ id: 43_100 + n, slug: `filler-${site}-${n}` })),
    ];
    const stop = new AbortController();
    const options: ImportOptions = { signal: stop.signal, onProgress: () => stop.abort() };
    stop.abort();
    const stopped = await importWxr(get(), inPieces(wxr(items, { url })), options);
    expect(stopped.stopped).toBe(true);
    const going = new AbortController();
    const half = async function* () {
      const text = wxr(items, { url });
      let read = 0;
      for await (const piece of inPieces(text)) {
        read += piece.length;
        if (read > text.length * 0.9) going.abort(); // the first hundred are written by then
        yield piece;
      }
    };
    expect((await importWxr(get(), half(), { signal: going.signal })).stopped).toBe(true);
    const report = await run(get(), items, url);
    const { id } = await get()
      .read.selectFrom('post')
      .select('id')
      .where('slug', '=', `stopped-${site}`)
      .executeTakeFirstOrThrow();
    expect((await findAssignments(get().read, 'single', id)).item).toBe(localIdOf(report, '961'));
    expect(
      (await listTemplates(get().read, { type: 'single', mobile: false })).filter(
        ({ id: own }) => own === localIdOf(report, '961'),
      ),
    ).toHaveLength(1);
  });
});
