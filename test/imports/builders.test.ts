import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBlock } from '../../src/blocks/registry.server.ts';
import { unknownParts } from '../../src/blocks/document/unknown-parts.ts';
import { importWxr } from '../../src/import/import-wxr.ts';
import { totals } from '../../src/import/report.ts';
import { serializePhp } from '../../src/lib/php-serialize.ts';
import { inPieces, wxr } from '../fixtures/wxr.ts';
import type { FixtureItem } from '../fixtures/wxr.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { dumpTables } from '../harness/dump-tables.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const file = (id: number, name: string): FixtureItem => ({
  id,
  type: 'attachment',
  status: 'inherit',
  title: name,
  slug: name,
  attachmentUrl: `https://old.example/wp-content/uploads/2024/01/${name}.jpg`,
  meta: { _wp_attached_file: `2024/01/${name}.jpg`, _wp_attachment_image_alt: `Alt of ${name}` },
});
const widget = (name: string, settings: object, cell = 0) => ({
  ...settings,
  panels_info: { class: name, grid: 0, cell, id: 0 },
});
const layout = (...widgets: unknown[]) => ({
  widgets,
  grids: [{ cells: 2 }],
  grid_cells: [{ grid: 0 }, { grid: 0 }],
});
const panels = (...widgets: unknown[]) => ({ panels_data: serializePhp(layout(...widgets)) });
const editor = (text: string, cell = 0) =>
  widget('SiteOrigin_Widget_Editor_Widget', { title: '', text, autop: true }, cell);

const value = (input: unknown) => ({ innerContent: { desktop: { value: input } } });
const module = (name: string, attributes: object, inner?: string) => {
  const json = JSON.stringify(attributes)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('>', String.raw`\u003e`);
  return inner === undefined
    ? `<!-- wp:divi/${name} ${json} /-->`
    : `<!-- wp:divi/${name} ${json} -->${inner}<!-- /wp:divi/${name} -->`;
};
const inPage = (...modules: string[]) =>
  module(
    'placeholder',
    {},
    module('section', {}, module('row', {}, module('column', {}, modules.join('\n')))),
  );

const harmless =
  '<p>Plain <b>words</b> about panels_data, <code>wp:divi/text</code> and [brackets].</p>\n\n<pre>a &lt; b</pre>';
const evil = '<p>Kept words.</p><script>alert(1)</script><img src=x onerror=alert(1)>';

/** Ids of this export are taken, so its files and posts get others. */
const other = wxr([file(601, 'not-this'), { id: 501, slug: 'not-this-story' }], {
  url: 'https://other.example',
});
const items: FixtureItem[] = [
  file(601, 'bridge'),
  { id: 501, slug: 'linked-story', title: 'The linked story', content: '<p>Linked.</p>' },
  {
    id: 510,
    slug: 'panels-only',
    title: 'Panels only',
    content: '',
    meta: panels(
      editor('<p>Second Quaggapanel words.</p>', 1),
      widget('SiteOrigin_Widget_Headline_Widget', { headline: { text: 'First panel headline', tag: 'h2' } }),
      widget(
        'SiteOrigin_Widget_Image_Widget',
        { image: 601, title: '', title_position: 'hidden', url: 'post: 501' },
        1,
      ),
      widget('SiteOrigin_Widget_Button_Widget', { text: 'Panel button', url: 'javascript:alert(1)' }, 1),
      editor(evil, 1),
      widget(
        'SiteOrigin_Widget_PostCarousel_Widget',
        { title: 'From the panels', posts: 'post_type=post&posts_per_page=2' },
        1,
      ),
    ),
  },
  {
    id: 511,
    slug: 'panels-copied',
    title: 'Panels copied',
    content: '<div class="panel-layout"><p>Once only words.</p><p>Of the copy.</p></div>',
    meta: panels(editor('<p>Once only words.</p>')),
  },
  {
    id: 512,
    slug: 'panels-block',
    title: 'Panels block',
    content:
      '<!-- wp:paragraph -->\n<p>Before the layout.</p>\n<!-- /wp:paragraph -->\n\n' +
      `<!-- wp:siteorigin-panels/layout-block ${JSON.stringify({ panelsData: layout(editor('Okapilayout words.'), widget('Acme_Box', { title: 'Box of Acme', image: 601 })) })} /-->`,
  },
  {
    id: 520,
    slug: 'divi-page',
    title: 'Divi page',
    content: inPage(
      module('heading', { title: value('Divi heading') }),
      module('text', { content: value('<p>Tapirmodule words.</p>') }),
      module('image', {
        image: value({
          src: 'https://old.example/wp-content/uploads/2024/01/bridge.jpg',
          alt: 'Divi bridge',
        }),
      }),
      module('button', { button: value({ text: 'Divi button', linkUrl: 'https://a.example/' }) }),
      module('video', { video: value({ src: 'https://www.youtube.com/watch?v=abcdefghijk' }) }),
      module('text', { content: value(evil) }),
      module('blog', { post: { advanced: { number: { desktop: { value: '2' } } } } }),
    ),
  },
  {
    id: 521,
    slug: 'divi-boxes',
    title: 'Divi boxes',
    content: inPage(
      module(
        'accordion',
        {},
        module('accordion-item', { title: value('Divi question'), content: value('<p>Divi answer.</p>') }),
      ),
      module('testimonial', { author: value('Jane Roe'), content: value('<p>Said so.</p>') }),
      module('gallery', { image: { advanced: { galleryIds: { desktop: { value: '601' } } } } }),
    ),
  },
  {
    id: 522,
    slug: 'divi-unknown',
    title: 'Divi unknown',
    content: inPage(
      module('hologram', {
        title: value('Hologram title'),
        note: value({ text: 'Hologram link', linkUrl: '/hologram/' }),
      }),
      '<!-- wp:paragraph -->\n<p>Core words between.</p>\n<!-- /wp:paragraph -->',
      module('text', { content: value({ wrong: ['shape'] }) }),
    ),
  },
  {
    id: 530,
    slug: 'harmless',
    title: 'Harmless',
    content: harmless,
    meta: { panels: 'a:1:{i:0;s:5:"Words";}' },
  },
];

onBothDatabases('pages of builders', (_get, place) => {
  let site: ServedSite;
  const run = (text: string) => importWxr(site.database, inPieces(text));
  const idOf = async (slug: string) =>
    (
      await site.database.read
        .selectFrom('post')
        .select('id')
        .where('slug', '=', slug)
        .executeTakeFirstOrThrow()
    ).id;
  const bodyOf = async (path: string) => {
    const reply = await rawRequest(site.url, path);
    expect([200, path]).toEqual([reply.status, path]);
    return reply.body.replace(/<head>[\s\S]*?<\/head>/, '');
  };
  const pageOf = async (slug: string) =>
    bodyOf(String((await rawRequest(site.url, `/?p=${await idOf(slug)}`)).headers.location));
  const contentOf = async (slug: string) => {
    const reply = await rawRequest(site.url, `/wp-json/wp/v2/posts/${await idOf(slug)}`);
    return (JSON.parse(reply.body) as { content: { rendered: string } }).content.rendered;
  };

  beforeAll(async () => {
    site = await serveSite(place());
    await run(other);
    const lookForUnknown = (content: string) =>
      unknownParts(content, (name) => findBlock(name) !== undefined);
    const { unknown } = await importWxr(site.database, inPieces(wxr(items)), { lookForUnknown });
    expect(unknown.metaKeys.map(({ name }) => name)).toEqual(['panels']);
    expect(unknown.blocks.map(({ name }) => name)).toEqual([]);
  });
  afterAll(() => site.close());

  test('texts and meta are stored unchanged, and importing them again changes nothing', async () => {
    for (const { slug = '', content = '', meta = {} } of items) {
      if (slug === 'bridge') continue;
      const id = await idOf(slug);
      const { read } = site.database;
      const stored = await read
        .selectFrom('post')
        .select('content')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const rows = await read
        .selectFrom('post_meta')
        .select(['key', 'value'])
        .where('post_id', '=', id)
        .execute();
      expect([slug, stored.content]).toEqual([slug, content]);
      for (const [key, text] of Object.entries(meta)) expect(rows).toContainEqual({ key, value: text });
    }
    const before = await dumpTables(site.database);
    const again = totals(await run(wxr(items)));
    expect([again.imported, again.updated]).toEqual([0, 0]);
    expect(await dumpTables(site.database)).toEqual(before);
  });

  test('panels of SiteOrigin show their widgets in order, cleaned, with files, links and lists of this site', async () => {
    const body = await pageOf('panels-only');
    expect(body).toMatch(
      /First panel headline[\s\S]*Second Quaggapanel words\.[\s\S]*bridge[\s\S]*Panel button[\s\S]*Kept words\.[\s\S]*From the panels/,
    );
    expect(body).toMatch(/<ul class="list[\s\S]*The linked story/);
    expect(body).not.toMatch(/javascript:alert|onerror|<script>alert|not-this\.jpg/);
    expect(await bodyOf('/?s=Quaggapanel')).toContain('Panels only');
    const link = /href="([^"]*\?p=\d+)"/.exec(body)?.[1] ?? '';
    const target = (await rawRequest(site.url, link.replace(site.url, ''))).headers.location;
    expect(String(target)).toContain('linked-story');
  });

  test('a text that copies its panels is shown once, and a layout block in its place', async () => {
    const copied = await contentOf('panels-copied');
    expect(copied.match(/Once only words/g)).toHaveLength(1);
    expect(copied).toContain('Of the copy.');
    const block = await contentOf('panels-block');
    expect(block).toMatch(/Before the layout\.[\s\S]*Okapilayout words\.[\s\S]*Box of Acme/);
    expect(block).toMatch(/bridge/);
    expect(await bodyOf('/?s=Okapilayout')).toContain('Panels block');
  });

  test('modules of Divi 5 show text, pictures, links, films and lists in order, cleaned', async () => {
    const body = await pageOf('divi-page');
    expect(body).toMatch(
      /Divi heading[\s\S]*Tapirmodule words\.[\s\S]*bridge[\s\S]*Divi button[\s\S]*abcdefghijk[\s\S]*Kept words\.[\s\S]*<ul class="list/,
    );
    expect(body).toContain('href="https://a.example/"');
    expect(body).not.toMatch(/onerror|<script>alert|innerContent/);
    expect(await bodyOf('/?s=Tapirmodule')).toContain('Divi page');
    expect(await contentOf('divi-boxes')).toMatch(
      /<summary>Divi question<\/summary>[\s\S]*Divi answer\.[\s\S]*Said so\.[\s\S]*Jane Roe[\s\S]*bridge/,
    );
    expect(await contentOf('divi-unknown')).toMatch(
      /Hologram title[\s\S]*\/hologram\/"[\s\S]*Core words between\./,
    );
  });

  test('a harmless text stays byte for byte', async () => {
    expect(await contentOf('harmless')).toBe(`${harmless.replace('\n\n', '\n')}\n`);
  });
});
