import { beforeAll, expect, test } from 'vitest';
import { makeActors, whoMay } from '../../../test/harness/actors.ts';
import type { Actors } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import type { Actor } from '../../kernel/permission.ts';
import { fileAddresses, importWidgets, planWidgetImport } from './import-widgets.ts';
import { markupFault } from './area-markup.ts';
import { areaFor, readWidgetFile } from './read-widget-file.ts';
import { convertWidget } from './widget-blocks.ts';
import { findWidgetArea, listWidgetAreas } from './store.ts';

const around = {
  isInFooter: false,
  fileOf: (url: string) => (url.endsWith('/here.jpg') ? '/here.webp' : undefined),
};
const markupOf = (id: string, instance: object) => convertWidget(id, instance, around).markup;
const tools = { faultOf: () => undefined, fileOf: around.fileOf };

test('[IMP-21] each classic widget becomes its block', () => {
  expect(markupOf('search-2', { title: '' })).toBe(
    '<!-- wp:search {"showLabel":false,"buttonUseIcon":true} /-->',
  );
  expect(
    markupOf('categories-3', { title: 'Sections', count: 1, hierarchical: 1, dropdown: 0 })?.split('\n'),
  ).toEqual([
    '<!-- wp:group -->',
    '<div class="wp-block-group"><!-- wp:heading {"className":"section-title"} -->',
    '<h2 class="wp-block-heading section-title">Sections</h2>',
    '<!-- /wp:heading -->',
    '',
    '<!-- wp:categories {"showPostCounts":true,"showHierarchy":true} /--></div>',
    '<!-- /wp:group -->',
  ]);
  expect(markupOf('archives-2', { dropdown: 1 })).toBe('<!-- wp:archives {"displayAsDropdown":true} /-->');
  expect(markupOf('recent-posts-2', { title: 'Fresh & new', number: 7, show_date: true })).toContain(
    '"custom_title":"Fresh \\u0026 new","limit":7',
  );
  expect(markupOf('recent-comments-2', { number: 3 })).toContain('wp:latest-comments {"commentsToShow":3');
  expect(markupOf('tag_cloud-2', { taxonomy: 'post_tag' })).toBe('<!-- wp:tag-cloud /-->');
  expect(markupOf('text-2', { title: 'About', text: 'One\nline\n\nTwo <b>bold</b>' })).toContain(
    '<p>One<br>line</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:paragraph -->\n<p>Two <b>bold</b></p>',
  );
  expect(markupOf('text-3', { text: '<div>Box</div>' })).toContain('<!-- wp:html -->\n<div>Box</div>');
  expect(markupOf('custom_html-2', { content: '<hr>' })).toBe('<!-- wp:html -->\n<hr>\n<!-- /wp:html -->');
  expect(markupOf('block-2', { content: '<!-- wp:search /-->' })).toBe('<!-- wp:search /-->');
  expect(markupOf('pages-2', {})).toBe('<!-- wp:page-list /-->');
  expect(markupOf('calendar-2', {})).toBe('<!-- wp:calendar /-->');
  expect(markupOf('rss-2', { url: 'https://feeds.example/x', items: 3 })).toContain('"itemsToShow":3');
  expect(markupOf('nav_menu-2', { title: 'Pages', nav_menu: 7 })).toContain('"style":"list","label":"Pages"');
  expect(markupOf('media_image-2', { url: 'https://old.example/here.jpg', alt: '"A"' })).toContain(
    'src="/here.webp" alt="&quot;A&quot;"',
  );
});

test('[IMP-21] widgets without a counterpart say why they are left out', () => {
  for (const [id, instance] of [
    ['meta-2', {}],
    ['links-2', {}],
    ['media_gallery-2', { ids: [1, 2] }],
    ['woocommerce_products-2', {}],
    ['constructor-2', {}],
    ['text-2', 'text'],
    ['rss-2', { url: 'javascript:alert(1)' }],
    ['media_image-2', { url: 'data:image/png,x' }],
  ] as const) {
    const { markup, note } = convertWidget(id, instance, around);
    expect([id, markup, note]).toEqual([id, undefined, expect.stringMatching(/\.$/)]);
  }
});

test('[IMP-21] sidebars of other themes lead to the areas of the same job; others become areas of their own', () => {
  for (const [name, area] of [
    ['sidebar-1', 'sidebar'],
    ['td-default', 'sidebar'],
    ['Primary Sidebar', 'sidebar'],
    ['sidebar-tag', 'sidebar-tag'],
    ['footer-2', 'footer-2'],
    ['footer_sidebar_3', 'footer-3'],
    ['td-footer-1', 'footer-1'],
    ['footer-7', 'footer-7'],
    ['Über uns', 'ber-uns'],
    ['!!!', 'imported'],
    ['wp_inactive_widgets', undefined],
  ] as const)
    expect([name, areaFor(name)]).toEqual([name, area]);
});

test('[IMP-21] the options of a site can be imported like a .wie file', () => {
  const file = {
    sidebars_widgets: { 'sidebar-1': ['text-4', 'search-2'], array_version: 3 },
    widget_text: { 4: { text: 'Hello' }, _multiwidget: 1 },
    widget_search: { 2: { title: '' } },
  };
  expect(readWidgetFile(JSON.stringify(file))).toEqual([
    {
      name: 'sidebar-1',
      area: 'sidebar',
      widgets: [
        { id: 'text-4', instance: { text: 'Hello' } },
        { id: 'search-2', instance: { title: '' } },
      ],
    },
  ]);
});

test('[IMP-21] sidebars without widgets are left out of a file', () => {
  const empty = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`empty-${n}`, {}]));
  const one = { 'text-2': { text: 'x' } };
  expect(readWidgetFile({ ...empty, full: one }).map(({ name }) => name)).toEqual(['full']);
  const lists = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`empty-${n}`, []]));
  expect(
    readWidgetFile({ sidebars_widgets: { ...lists, full: ['text-2'] } }).map(({ name }) => name),
  ).toEqual(['full']);
});

test('[IMP-21] files that hold no widgets are refused', () => {
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`text-${n}`, { text: 'x' }]));
  for (const file of [
    '',
    '{',
    '[]',
    '{}',
    'null',
    '"x"',
    '{"sidebar-1":[]}',
    '<?xml version="1.0"?>',
    JSON.stringify({ a: many }),
  ])
    expect(() => readWidgetFile(file), file.slice(0, 20)).toThrow(expect.objectContaining({ status: 400 }));
  expect(fileAddresses({ a: { 'media_image-2': { url: 'https://old.example/a.jpg' } } })).toEqual([
    'https://old.example/a.jpg',
  ]);
});

onBothDatabases('the import of widgets', (get) => {
  let actors: Actors;
  beforeAll(async () => {
    actors = await makeActors(get());
  });
  const runAs = (by: Actor | undefined, file: unknown) =>
    get().write((tx) => importWidgets(tx, by, JSON.stringify(file), tools));
  const run = (file: unknown) => runAs(actors.administrator, file);
  const contentOf = async (area: string) => (await findWidgetArea(get().read, area)).content;

  test('[IMP-21] only users with edit_theme_options import widgets', async () => {
    expect(await whoMay(actors, (actor) => runAs(actor, { 'of-roles': { 'text-2': { text: 'x' } } }))).toBe(
      'administrator',
    );
  });

  test('[IMP-21] adds widgets to their areas in order, reports the rest, and adds nothing twice', async () => {
    const file = {
      'sidebar-1': { 'search-2': { title: '' }, 'meta-2': { title: '' }, 'text-2': { text: 'About us' } },
      'footer-1': { 'block-7': { content: '<!-- wp:paragraph --><p>Foot</p><!-- /wp:paragraph -->' } },
      'Promo zone': { 'custom_html-2': { content: '<b>Promo</b>' } },
      wp_inactive_widgets: { 'text-9': { text: 'Old' } },
    };
    const before = await listWidgetAreas(get().read);
    const plan = await planWidgetImport(get().read, actors.administrator, JSON.stringify(file), tools);
    expect(await listWidgetAreas(get().read)).toEqual(before);
    const done = await run(file);
    expect(done).toEqual(plan);
    expect(done.areas).toEqual([
      { area: 'sidebar', sidebars: ['sidebar-1'], added: 2, unchanged: 0 },
      { area: 'footer-1', sidebars: ['footer-1'], added: 1, unchanged: 0 },
      { area: 'promo-zone', sidebars: ['Promo zone'], added: 1, unchanged: 0 },
    ]);
    expect(done.notes.map(({ widget, isLeftOut }) => [widget, isLeftOut])).toEqual([
      ['meta-2', true],
      ['text-9', true],
    ]);
    expect(await contentOf('sidebar')).toMatch(/wp:search[^]+About us/);
    const again = await run(file);
    expect(again.areas.map(({ added, unchanged }) => [added, unchanged])).toEqual([
      [0, 2],
      [0, 1],
      [0, 1],
    ]);
    expect(await findWidgetArea(get().read, 'sidebar')).toMatchObject({ revision: 1 });
  });

  test('[IMP-21] markup of a file is cleaned for administrators as well, and can’t leave its area', async () => {
    const attacks = {
      'custom_html-1': { content: '<p>One</p><script>x()</script>' },
      'custom_html-2': { content: '<img src=x onerror=x()>Two' },
      'text-3': { text: '<a href="javascript:x()">Three</a>' },
      'text-4': { title: '<script>x()</script>Four', text: 'Four' },
      'block-5': {
        content: '<!-- wp:html --><iframe srcdoc="<script>x()</script>"></iframe>Five<!-- /wp:html -->',
      },
      'block-6': { content: '<!-- /wp:broadsheet/column --><p>Six</p>' },
      'block-7': { content: '<!-- wp:broadsheet/row --><p>Seven</p>' },
      'search-8': { title: '--><script>x()</script>' },
      'nav_menu-9': { title: '"/--><script>x()</script>' },
      'rss-10': { url: 'https://x.example/"><script>x()</script>' },
      'media_image-11': {
        url: 'https://x.example/a.jpg',
        link_url: 'javascript:x()',
        alt: '"><script>x()</script>',
      },
      'text-12': { text: 'Harmless' },
    };
    const done = await run({ attacked: attacks });
    const content = (await contentOf('attacked')) ?? '';
    expect(content).toContain('Harmless');
    expect(markupFault(content)).toBeUndefined();
    expect(content).not.toMatch(/<script|onerror=|href="javascript|<iframe|\/wp:broadsheet\/column/i);
    expect(done.notes.filter(({ isLeftOut }) => isLeftOut).map(({ widget }) => widget)).toEqual(['rss-10']);
  });

  test('[IMP-21] stores and locks only areas that get widgets', async () => {
    const before = await listWidgetAreas(get().read);
    const done = await run({
      'gets-nothing': { 'meta-2': {} },
      'gets-one': { 'text-2': { text: 'One' } },
      'has-none': {},
    });
    expect(done.areas.map(({ area }) => area)).toEqual(['gets-one']);
    const names = (await listWidgetAreas(get().read)).map(({ area }) => area);
    expect(names.toSorted()).toEqual([...before.map(({ area }) => area), 'gets-one'].toSorted());
  });

  test('[IMP-21] of two imports of one file at once, one adds its widgets', async () => {
    const file = { 'at-once-b': { 'text-2': { text: 'B' } }, 'at-once-a': { 'text-3': { text: 'A' } } };
    const both = await Promise.all([run(file), run(file)]);
    expect(both.map(({ areas }) => areas.map(({ added }) => added).join()).toSorted()).toEqual([
      '0,0',
      '1,1',
    ]);
    expect(await findWidgetArea(get().read, 'at-once-a')).toMatchObject({ revision: 1 });
  });

  test('[IMP-21] blocks that can’t be rendered are left out with the reason', async () => {
    const done = await get().write((tx) =>
      importWidgets(
        tx,
        actors.administrator,
        { odd: { 'block-2': { content: '<!-- wp:acme/x /-->' } } },
        {
          ...tools,
          faultOf: (markup) => (markup.includes('acme') ? 'there is no block acme/x' : undefined),
        },
      ),
    );
    expect(done.areas).toEqual([]);
    expect(done.notes).toEqual([
      {
        sidebar: 'odd',
        widget: 'block-2',
        isLeftOut: true,
        message: 'Its blocks can’t be shown: there is no block acme/x',
      },
    ]);
  });
});
