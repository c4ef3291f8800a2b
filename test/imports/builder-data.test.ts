import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importWxr } from '../../src/import/import-wxr.ts';
import { totals } from '../../src/import/report.ts';
import { elementorDataKey, elementorModeKey } from '../../src/lib/builder-data/text-with-data.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { dumpTables } from '../harness/dump-tables.ts';
import { makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';
import { inPieces, wxr } from '../fixtures/wxr.ts';
import type { FixtureItem } from '../fixtures/wxr.ts';

const cases = fileURLToPath(new URL('../../../shared/cases/imports/', import.meta.url));

const widget = (widgetType: string, settings: unknown) => ({
  elType: 'widget',
  widgetType,
  settings,
  elements: [],
});
const built = (...widgets: unknown[]) => ({
  [elementorModeKey]: 'builder',
  [elementorDataKey]: JSON.stringify([
    { elType: 'section', settings: [], elements: [{ elType: 'column', settings: {}, elements: widgets }] },
  ]),
});
const file = (id: number, name: string, mime = 'jpg'): FixtureItem => ({
  id,
  type: 'attachment',
  status: 'inherit',
  title: name,
  slug: name,
  attachmentUrl: `https://old.example/wp-content/uploads/2024/01/${name}.${mime}`,
  meta: { _wp_attached_file: `2024/01/${name}.${mime}`, _wp_attachment_image_alt: `Alt of ${name}` },
});
const acf = (pairs: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(pairs).flatMap(([name, value], at) => [
      [name, value],
      [`_${name}`, `field_60000000000${at}`],
    ]),
  );
const ids = (...list: readonly number[]) =>
  `a:${list.length}:{${list.map((id, at) => `i:${at};s:${String(id).length}:"${id}";`).join('')}}`;

/** Ids of this export are taken, so all of its items get others. */
const other = wxr(
  [
    { id: 501, slug: 'elsewhere-one' },
    { id: 502, slug: 'elsewhere-two' },
    file(601, 'not-this'),
    file(602, 'nor-this'),
  ],
  { url: 'https://other.example' },
);
const items: FixtureItem[] = [
  file(601, 'bridge'),
  file(602, 'river'),
  file(603, 'report', 'pdf'),
  { id: 501, slug: 'public-story', title: 'A public story', content: '<p>Public.</p>' },
  { id: 502, slug: 'hidden-story', title: 'A hidden story', content: '<p>Hidden.</p>', status: 'private' },
  { id: 503, slug: 'locked-story', title: 'A locked story', content: '<p>Locked.</p>', password: 'sesame' },
  {
    id: 510,
    slug: 'built-page',
    title: 'Built page',
    content: '',
    type: 'page',
    meta: built(
      widget('heading', { title: 'Riverside heading' }),
      widget('text-editor', { editor: '<p>Riverside paragraph.</p><script>alert(1)</script>' }),
      widget('image', {
        image: { url: 'https://old.example/wp-content/uploads/2024/01/bridge.jpg', id: 601 },
      }),
      widget('video', { youtube_url: 'https://www.youtube.com/watch?v=abcdefghijk' }),
      widget('button', { text: 'Bad link', link: { url: 'javascript:alert(1)' } }),
      widget('html', { html: '<img src=x onerror=alert(1)><b>Kept bold</b>' }),
      widget('posts', { classic_posts_per_page: 3 }),
    ),
  },
  {
    id: 511,
    slug: 'built-post',
    title: 'Built post',
    content: '<p>Left over from before.</p>',
    excerpt: '',
    meta: built(
      widget('heading', { title: 'Current heading' }),
      widget('text-editor', { editor: '<p>Zebracorn paragraph of the data.</p>' }),
    ),
  },
  {
    id: 512,
    slug: 'shown-already',
    title: 'Shown already',
    content: '<h2>Same heading</h2>\n<p>Same words.</p><p>And the text’s own.</p>',
    meta: built(
      widget('heading', { title: 'Same heading' }),
      widget('text-editor', { editor: '<p>Same words.</p>' }),
    ),
  },
  {
    id: 520,
    slug: 'fields',
    title: 'Fields',
    content: 'Classic words of the text.\n\nSecond paragraph.',
    meta: acf({
      standfirst: 'Quokkafield words.',
      hero_image: '601',
      photos: ids(602, 601),
      report_file: '603',
      related_stories: ids(501, 502, 503, 520),
      stars: '5',
    }),
  },
  {
    id: 521,
    slug: 'rows',
    title: 'Rows',
    content: '',
    meta: acf({ rows: '2', rows_0_text: 'Row one words.', rows_1_text: 'Row two words.' }),
  },
  {
    id: 522,
    slug: 'blocks',
    title: 'Blocks',
    content:
      '<!-- wp:paragraph -->\n<p>Before it.</p>\n<!-- /wp:paragraph -->\n\n' +
      '<!-- wp:acf/teaser {"name":"acf/teaser","data":{"title":"Narwhalblock title","_title":"field_1","photo":602,"_photo":"field_2"},' +
      '"mode":"preview"} /-->\n\n' +
      '<!-- wp:paragraph -->\n<p>Behind it.</p>\n<!-- /wp:paragraph -->',
  },
  {
    id: 523,
    slug: 'plain',
    title: 'Plain',
    content: '<p>Plain words.</p>',
    meta: { note: 'Not a field.', _note: 'x' },
  },
];

onBothDatabases('data that builders and fields store in meta', (_get, place) => {
  let site: ServedSite;
  let unread: readonly string[] = [];
  const run = (text: string) => importWxr(site.database, inPieces(text));
  const bodyOf = async (path: string) => {
    const reply = await rawRequest(site.url, path);
    expect([200, path]).toEqual([reply.status, path]);
    return reply.body.replace(/<head>[\s\S]*?<\/head>/, '');
  };
  const idOf = async (slug: string) =>
    (
      await site.database.read
        .selectFrom('post')
        .select('id')
        .where('slug', '=', slug)
        .executeTakeFirstOrThrow()
    ).id;
  const pathOf = async (slug: string) =>
    String((await rawRequest(site.url, `/?p=${await idOf(slug)}`)).headers.location);
  const rest = async (path: string, options: { method?: string; body?: unknown; as?: number } = {}) => {
    const signed = options.as === undefined ? undefined : await site.signIn(options.as);
    const reply = await rawRequest(site.url, `/wp-json${path}`, {
      method: options.method ?? 'GET',
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      headers: {
        'content-type': 'application/json',
        ...(signed ? { cookie: signed.cookie, 'x-wp-nonce': signed.nonce } : {}),
      },
    });
    expect([200, path, reply.status === 200 ? '' : reply.body]).toEqual([reply.status, path, '']);
    return JSON.parse(reply.body) as {
      content: { raw: string; rendered: string };
      excerpt: { rendered: string };
      revision: number;
    };
  };

  beforeAll(async () => {
    site = await serveSite(place());
    await run(other);
    unread = (await run(wxr(items))).unknown.metaKeys.map(({ name }) => name);
  });
  afterAll(() => site.close());

  test.each([
    [
      'elementor-data-only.xml',
      'elementor-page',
      /<h2[^>]*>Heading kept in data<\/h2>[\s\S]*<p>Paragraph kept in data\.<\/p>/,
    ],
    ['acf-flexible.xml', 'field-article', /<p>Paragraph kept in a field\.<\/p>/],
  ])('%s is readable, and importing it again changes nothing', async (name, slug, words) => {
    await importWxr(site.database, createReadStream(cases + name));
    expect(await bodyOf(await pathOf(slug))).toMatch(words);
    const before = await dumpTables(site.database);
    const sum = totals(await importWxr(site.database, createReadStream(cases + name)));
    expect([sum.imported, sum.updated]).toEqual([0, 0]);
    expect(await dumpTables(site.database)).toEqual(before);
  });

  test('importing the others again changes nothing', async () => {
    const before = await dumpTables(site.database);
    const again = totals(await run(wxr(items)));
    expect([again.imported, again.updated]).toEqual([0, 0]);
    expect(await dumpTables(site.database)).toEqual(before);
  });

  test('the report names only meta that is not shown', () => {
    expect([...unread].toSorted()).toEqual(['_note', 'note']);
  });

  test('content and meta are stored unchanged', async () => {
    const id = await idOf('built-page');
    const { content } = await site.database.read
      .selectFrom('post')
      .select('content')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const meta = await site.database.read
      .selectFrom('post_meta')
      .select(['key', 'value'])
      .where('post_id', '=', id)
      .execute();
    expect(content).toBe('');
    const given = items.find(({ slug }) => slug === 'built-page')?.meta?.[elementorDataKey];
    expect(meta.find(({ key }) => key === elementorDataKey)?.value).toBe(given);
  });

  test('a page that holds data of Elementor only shows them, cleaned, with its files here', async () => {
    const body = await bodyOf('/built-page/');
    expect(body).toMatch(
      /Riverside heading[\s\S]*Riverside paragraph\.[\s\S]*bridge[\s\S]*abcdefghijk[\s\S]*Kept bold/,
    );
    expect(body).toContain('Bad link');
    expect(body).toMatch(/Kept bold[\s\S]*<ul class="list[\s\S]*Plain/);
    expect(body).not.toMatch(/javascript:alert|onerror|<script>alert/);
    const { content } = await rest(`/wp/v2/pages/${await idOf('built-page')}`);
    expect(content.rendered).toContain('Riverside paragraph.');
  });

  test('the data replaces a text that lacks its words; a text that includes them stays', async () => {
    const body = await bodyOf(await pathOf('built-post'));
    expect(body).toMatch(/Current heading[\s\S]*Zebracorn paragraph/);
    expect(body).not.toContain('Left over from before');
    expect(await bodyOf(await pathOf('shown-already'))).toContain('And the text’s own.');
  });

  test('excerpts, search, feeds and REST find the words', async () => {
    expect(await bodyOf('/?s=Zebracorn')).toContain('Built post');
    expect(await bodyOf('/?s=Quokkafield')).toContain('Fields');
    expect(await bodyOf('/?s=Narwhalblock')).toContain('Blocks');
    expect((await rest(`/wp/v2/posts/${await idOf('built-post')}`)).excerpt.rendered).toContain(
      'Zebracorn paragraph of the data.',
    );
    const feed = (await rawRequest(site.url, '/feed/')).body;
    for (const words of ['Zebracorn', 'Quokkafield', 'Row two words', 'Narwhalblock title'])
      expect(feed, words).toContain(words);
  });

  test('fields are shown below the text with the files of this export, and relations list only public posts', async () => {
    const body = await bodyOf(await pathOf('fields'));
    expect(body).toMatch(
      /<p>Classic words of the text\.<\/p>\s*<p>Second paragraph\.<\/p>[\s\S]*Quokkafield words\.[\s\S]*bridge\.jpg[\s\S]*river\.jpg[\s\S]*report\.pdf/,
    );
    expect(body).not.toMatch(/not-this|nor-this/);
    const content = (await rest(`/wp/v2/posts/${await idOf('fields')}`)).content.rendered;
    expect(content).toContain('A public story');
    expect(content).not.toMatch(/hidden story|locked story|Elsewhere|>5</i);
    expect(await bodyOf(await pathOf('rows'))).toMatch(/Row one words\.[\s\S]*Row two words\./);
  });

  test('blocks of ACF show their data in place', async () => {
    expect(await bodyOf(await pathOf('blocks'))).toMatch(
      /Before it\.[\s\S]*Narwhalblock title[\s\S]*river\.jpg[\s\S]*Behind it\./,
    );
    expect(await bodyOf(await pathOf('plain'))).not.toContain('Not a field.');
  });

  test('editors get the shown content as blocks, and saving a title or a text hides nothing', async () => {
    const editor = await site.database.write((tx) =>
      makeUser(tx, { roles: ['administrator'], login: 'chief' }),
    );
    const path = `/wp/v2/posts/${await idOf('built-post')}`;
    await rest(path, { method: 'POST', as: editor, body: { title: 'Built post, renamed' } });
    expect(await bodyOf(await pathOf('built-post'))).toContain('Zebracorn paragraph');
    const {
      content: { raw },
    } = await rest(`${path}?context=edit`, { as: editor });
    expect(raw).toMatch(/^<!-- wp:heading -->[\s\S]*Zebracorn/);
    await rest(path, {
      method: 'POST',
      as: editor,
      body: { content: raw.replace('Current heading', 'Heading of now') },
    });
    const body = await bodyOf(await pathOf('built-post'));
    expect(body).toMatch(/Heading of now[\s\S]*Zebracorn paragraph/);
    expect(body).not.toContain('Current heading');
    // The raw text does not include the fields.
    const fields = `/wp/v2/posts/${await idOf('fields')}`;
    expect((await rest(`${fields}?context=edit`, { as: editor })).content.raw).toBe(
      'Classic words of the text.\n\nSecond paragraph.',
    );
    await rest(fields, {
      method: 'POST',
      as: editor,
      body: { content: '<!-- wp:paragraph -->\n<p>New words.</p>\n<!-- /wp:paragraph -->' },
    });
    expect(await bodyOf(await pathOf('fields'))).toMatch(/New words\.[\s\S]*Quokkafield words\./);
  });

  test('a related story that becomes private is left out', async () => {
    const editor = await site.database.write((tx) =>
      makeUser(tx, { roles: ['administrator'], login: 'second' }),
    );
    await rest(`/wp/v2/posts/${await idOf('public-story')}`, {
      method: 'POST',
      as: editor,
      body: { status: 'private' },
    });
    expect((await rest(`/wp/v2/posts/${await idOf('fields')}`)).content.rendered).not.toContain(
      'A public story',
    );
  });
});
