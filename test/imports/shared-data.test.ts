import { afterAll, beforeAll, expect, test } from 'vitest';
import { importWxr } from '../../src/import/import-wxr.ts';
import { totals } from '../../src/import/report.ts';
import { elementorDataKey, elementorModeKey } from '../../src/lib/builder-data/text-with-data.ts';
import { serializePhp } from '../../src/lib/php-serialize.ts';
import { authorXml, inPieces, termXml, wxr } from '../fixtures/wxr.ts';
import type { FixtureItem } from '../fixtures/wxr.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { dumpTables } from '../harness/dump-tables.ts';
import { makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const widget = (widgetType: string, settings: unknown, more: object = {}) => ({
  elType: 'widget',
  widgetType,
  settings,
  elements: [],
  ...more,
});
const built = (...widgets: unknown[]) => ({
  [elementorModeKey]: 'builder',
  [elementorDataKey]: JSON.stringify([{ elType: 'section', settings: [], elements: widgets }]),
});
const text = (words: string) => widget('text-editor', { editor: `<p>${words}</p>` });
const template = (id: number, slug: string, ...widgets: unknown[]): FixtureItem => ({
  id,
  type: 'elementor_library',
  slug,
  title: slug,
  content: '',
  meta: { ...built(...widgets), _elementor_template_type: 'section' },
});
const field = (key: string, settings: object): FixtureItem => ({
  id: `9${key.length}${key.charCodeAt(key.length - 1)}`,
  type: 'acf-field',
  slug: key,
  title: key,
  content: serializePhp(settings),
});

/** Ids of this export are taken, so all of its items get others. */
const other = wxr(
  [
    { id: 700, slug: 'elsewhere', creator: 'ben' },
    { id: 701, slug: 'elsewhere-two', creator: 'ben' },
    { id: 750, slug: 'elsewhere-three', creator: 'ben', content: '<p>Of another site.</p>' },
  ],
  {
    url: 'https://other.example',
    authors: [authorXml('ben', 5)],
  },
);
const part = (id: number, type: string, content: string, more: Partial<FixtureItem> = {}): FixtureItem => ({
  id,
  type,
  slug: `part-${id}`,
  title: `Part ${id}`,
  content,
  ...more,
});
const inDivi = (words: string) =>
  `[et_pb_section global_module="750"][et_pb_row][et_pb_column][et_pb_text]<p>${words}</p>[/et_pb_text][/et_pb_column][/et_pb_row][/et_pb_section]`;
const five = (words: string) =>
  `<!-- wp:divi/text ${JSON.stringify({ content: { innerContent: { desktop: { value: words } } } })} /-->`;
const globals: FixtureItem[] = [
  part(750, 'et_pb_layout', inDivi('Global section words.'), {
    link: 'https://old.example/?post_type=et_pb_layout&#038;p=750',
  }),
  part(751, 'et_pb_layout', five('Global words of five.')),
  part(752, 'fusion_element', '[fusion_text]Avada global words.[/fusion_text][fusion_global id="752"]'),
  part(753, 'templatera', '[vc_column_text]Outer of Templatera.[/vc_column_text][templatera id="754"]'),
  part(754, 'templatera', '[vc_column_text]Inner of Templatera.[/vc_column_text][templatera id="753"]'),
  part(755, 'et_pb_layout', inDivi('Draft section.'), { status: 'draft' }),
  part(756, 'et_pb_layout', inDivi('Private section.'), {
    status: 'private',
    meta: { _broadsheet_shown_in_pages: '1' },
  }),
  part(757, 'fusion_element', 'Locked element.', { password: 'sesame' }),
  {
    id: 760,
    slug: 'with-globals',
    content: [
      '[et_pb_section global_module="750"][/et_pb_section]',
      '<p>Own middle words.</p>',
      '[fusion_global id="752"]',
      '[templatera id="753"]',
    ].join('\n\n'),
  },
  {
    id: 761,
    slug: 'with-global-layout',
    content: `<!-- wp:divi/section -->${five('Before.')}<!-- wp:divi/global-layout {"globalModule":"751"} /-->${five('Behind.')}<!-- /wp:divi/section -->`,
  },
  {
    id: 762,
    slug: 'without-globals',
    content: [
      '<p>Only these words.</p>',
      ...[755, 756].map((id) => `[et_pb_section global_module="${id}"][/et_pb_section]`),
      '[fusion_global id="757"]',
      '[templatera id="710"]',
      '[templatera id="99999"]',
      '[et_pb_section global_module="750"]<p>The copy of a page.</p>[/et_pb_section]',
      '<pre>[templatera id="754"]</pre>',
    ].join('\n\n'),
  },
];
const items: FixtureItem[] = [
  ...globals,
  template(700, 'outer-template', text('Outer template words.'), widget('template', { template_id: '701' })),
  template(701, 'inner-template', text('Inner template words.'), widget('template', { template_id: '700' })),
  template(702, 'global-button', widget('button', { text: 'Global button', link: { url: '/global/' } })),
  { ...template(703, 'draft-template', text('Draft template words.')), status: 'draft' },
  { ...template(704, 'locked-template', text('Locked template words.')), password: 'sesame' },
  {
    id: 710,
    slug: 'with-template',
    content: '',
    meta: built(text('Before it.'), widget('template', { template_id: 700 }), text('Behind it.')),
  },
  {
    id: 711,
    slug: 'with-global',
    content: '',
    meta: built(
      text('Own words.'),
      widget('global', [], { templateID: 702 }),
      widget('template', { template_id: '703' }),
    ),
  },
  {
    id: 712,
    slug: 'with-shortcodes',
    content: '',
    meta: built(
      widget('shortcode', { shortcode: '[elementor-template id="701"]' }),
      widget('shortcode', { shortcode: '[acme_quote text="Words of a shortcode"]' }),
      widget('template', { template_id: '704' }),
      widget('template', { template_id: '710' }),
    ),
  },
  field('field_topics', { type: 'taxonomy', taxonomy: 'category', field_type: 'multi_select' }),
  field('field_expert', { type: 'user', role: '' }),
  {
    id: 720,
    slug: 'with-names',
    content: 'Words of the text.',
    creator: 'ann',
    meta: {
      topics: serializePhp(['31', '32', '99']),
      _topics: 'field_topics',
      expert: '5',
      _expert: 'field_expert',
      unknown: '31',
      _unknown: 'field_unknown',
    },
  },
];
const terms = [
  termXml({ id: 31, taxonomy: 'category', slug: 'harbors', name: 'Harbors & ships' }),
  termXml({ id: 32, taxonomy: 'category', slug: 'bridges', name: 'Bridges' }),
];
const authors = [authorXml('ann', 5, 'Ann <b>Miller</b>')];

onBothDatabases('data that posts share', (_get, place) => {
  let site: ServedSite;
  const run = (file: string) => importWxr(site.database, inPieces(file));
  const file = () => wxr(items, { parts: terms, authors });
  const idOf = async (slug: string) =>
    (
      await site.database.read
        .selectFrom('post')
        .select('id')
        .where('slug', '=', slug)
        .executeTakeFirstOrThrow()
    ).id;
  const pageOf = async (slug: string) => {
    const path = String((await rawRequest(site.url, `/?p=${await idOf(slug)}`)).headers.location);
    const reply = await rawRequest(site.url, path);
    expect([200, slug]).toEqual([reply.status, slug]);
    return /class="post-content[^]*?(?=<div id="jp-relatedposts)/.exec(reply.body)?.[0] ?? '';
  };

  beforeAll(async () => {
    site = await serveSite(place());
    await run(other);
    await run(file());
  });
  afterAll(() => site.close());

  test('importing it again changes nothing', async () => {
    const before = await dumpTables(site.database);
    const again = totals(await run(file()));
    expect([again.imported, again.updated]).toEqual([0, 0]);
    expect(await dumpTables(site.database)).toEqual(before);
  });

  test('a template shows its text in place, with nested templates, and cycles end', async () => {
    const body = await pageOf('with-template');
    expect(body).toMatch(
      /Before it\.[\s\S]*Outer template words\.[\s\S]*Inner template words\.[\s\S]*Behind it\./,
    );
    expect(body.match(/Outer template words/g)).toHaveLength(1);
  });

  test('global widgets and shortcodes of templates are shown; drafts, protected and other posts are not', async () => {
    const body = await pageOf('with-global');
    expect(body).toMatch(/Own words\.[\s\S]*Global button/);
    expect(body).not.toContain('Draft template words');
    const shortcodes = await pageOf('with-shortcodes');
    expect(shortcodes).toMatch(/Inner template words\.[\s\S]*Words of a shortcode/);
    expect(shortcodes).not.toMatch(/Locked template|Before it|\[elementor-template/);
  });

  test('global parts of Divi, Avada and WPBakery are shown in their places; a circle ends', async () => {
    const body = await pageOf('with-globals');
    expect(body).toMatch(
      /Global section words\.[^]*Own middle words\.[^]*Avada global words\.[^]*Outer of Templatera\.[^]*Inner of Templatera\./,
    );
    expect(body.match(/Outer of Templatera/g)).toHaveLength(1);
    const hidden = site.database.read.selectFrom('post').select('status').where('title', '=', 'Part 750');
    expect(await hidden.execute()).toEqual([{ status: 'private' }]);
    expect(await pageOf('with-global-layout')).toMatch(/Before\.[^]*Global words of five\.[^]*Behind\./);
  });

  test('parts that are drafts, private, protected or of another type are not shown, and copies stay', async () => {
    const body = await pageOf('without-globals');
    expect(body).toMatch(/Only these words\.[^]*The copy of a page\.[^]*\[templatera id=/);
    expect(body).not.toMatch(/Draft section|Private section|Locked element|Before it|Inner of Templatera/);
  });

  test('fields of terms and users show their names with links, escaped', async () => {
    const body = await pageOf('with-names');
    expect(body).toMatch(
      /<a [^>]*href="[^"]*\/category\/harbors\/"[^>]*>Harbors &amp; ships<\/a>, <a [^>]*>Bridges<\/a>/,
    );
    expect(body).toMatch(/<a [^>]*href="[^"]*\/author\/ann\/"[^>]*>Ann &lt;b&gt;Miller&lt;\/b&gt;<\/a>/);
    expect(body).not.toMatch(/<p>[^<]*\b31\b/);
  });

  test('a page follows its term and its template', async () => {
    expect(await pageOf('with-names')).toContain('Harbors &amp; ships');
    const editor = await site.database.write((tx) =>
      makeUser(tx, { roles: ['administrator'], login: 'chief' }),
    );
    const { cookie, nonce } = await site.signIn(editor);
    const term = await site.database.read
      .selectFrom('term')
      .select('id')
      .where('slug', '=', 'harbors')
      .executeTakeFirstOrThrow();
    const reply = await rawRequest(site.url, `/wp-json/wp/v2/categories/${term.id}`, {
      method: 'POST',
      body: JSON.stringify({ name: 'Ports' }),
      headers: { 'content-type': 'application/json', cookie, 'x-wp-nonce': nonce },
    });
    expect(reply.status).toBe(200);
    expect(await pageOf('with-names')).toMatch(/>Ports<\/a>, <a/);
    await pageOf('with-global');
    const id = await idOf('global-button');
    await site.database.write(async (tx) => {
      await tx.db.updateTable('post').set({ status: 'private' }).where('id', '=', id).execute();
      tx.emit(`post:${id}`, 'remove');
    });
    expect(await pageOf('with-global')).not.toContain('Global button');
  });
});
