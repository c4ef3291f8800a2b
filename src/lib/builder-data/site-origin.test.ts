import { expect, test } from 'vitest';
import { serializePhp } from '../php-serialize.ts';
import { htmlToText } from '../plain-text.ts';
import { withDataBlocks } from './data-blocks.ts';
import { noSources, writeParts } from './parts.ts';
import type { DataSources } from './parts.ts';
import { panelsParts, panelsPartsOfMeta } from './site-origin.ts';
import { joinData, textWithData, idsInData } from './text-with-data.ts';

const picture = { mimeType: 'image/jpeg', alt: 'A bridge', caption: '', title: 'bridge' };
const film = { url: 'https://here.example/film.mp4', mimeType: 'video/mp4', alt: '', caption: '', title: '' };
const sources: DataSources = {
  ...noSources,
  items: new Map([
    ['11', { id: 111, file: { url: 'https://here.example/bridge.jpg', ...picture } }],
    ['12', { id: 112 }],
    ['13', { id: 113, file: film }],
  ]),
};

const widget = (name: string, settings: object, grid = 0, cell = 0) => ({
  ...settings,
  option_name: 'Widget Option Name',
  panels_info: { class: name, raw: false, grid, cell, id: 0, style: { name: 'Style Name' } },
});
const layout = (...widgets: unknown[]) => ({
  widgets,
  grids: [{ cells: 1 }],
  grid_cells: [{ grid: 0, weight: 1 }],
});
const markupOf = (...widgets: unknown[]) =>
  writeParts(panelsPartsOfMeta(serializePhp(layout(...widgets)), sources), sources);
const wordsOf = (...widgets: unknown[]) => htmlToText(markupOf(...widgets));
const editor = (text: string, grid = 0, cell = 0) =>
  widget(
    'SiteOrigin_Widget_Editor_Widget',
    { title: '', text, text_selected_editor: 'tinymce', autop: true },
    grid,
    cell,
  );

test('rows, cells and widgets keep their order, whatever the order of the data', () => {
  expect(
    wordsOf(editor('Fourth', 1, 1), editor('First', 0, 0), editor('Third', 1, 0), editor('Second', 0, 0)),
  ).toBe('First Second Third Fourth');
  expect(markupOf(editor('Left', 0, 0), editor('Right', 0, 1))).toContain('<!-- wp:columns -->');
  expect(markupOf(editor('Alone', 0, 1))).not.toContain('wp:columns');
});

test('keeps texts, headlines, pictures, videos, buttons and links', () => {
  const markup = markupOf(
    widget('SiteOrigin_Widget_Headline_Widget', {
      headline: { text: 'The headline', tag: 'h1', font: 'Helvetica Neue' },
      sub_headline: { text: 'Below it', tag: 'h3' },
    }),
    editor('<p>Été <b>bold</b>.</p>'),
    widget('WP_Widget_Black_Studio_TinyMCE', {
      title: 'Title of a text',
      text: 'Line one\n\nLine two',
      type: 'visual',
    }),
    widget('SiteOrigin_Widget_Image_Widget', {
      image: 11,
      title: 'Shown title',
      title_position: 'below',
      alt: '',
      url: 'post: 12',
    }),
    widget('SiteOrigin_Widget_Image_Widget', {
      image: 0,
      image_fallback: 'https://old.example/a.jpg#1920x1135',
      title_position: 'hidden',
    }),
    widget('SiteOrigin_Widget_Button_Widget', {
      text: 'Read on',
      url: 'https://a.example/?a=1&b=2',
      button_icon: {},
    }),
    widget('SiteOrigin_Widget_Video_Widget', {
      host_type: 'external',
      video: { external_video: 'https://www.youtube.com/watch?v=abcdefghijk' },
    }),
    widget('SiteOrigin_Widget_Video_Widget', { host_type: 'self', video: { self_video: 13 } }),
    widget('WP_Widget_Custom_HTML', { title: '', content: '<div>Of <i>HTML</i></div>' }),
    widget('WP_Widget_Media_Gallery', { title: '', ids: [11, 99] }),
  );
  expect(htmlToText(markup)).toContain('The headline Below it Été bold. Title of a text Line one Line two');
  for (const part of [
    '<h2 class="wp-block-heading">The headline</h2>',
    'wp-image-111',
    'Shown title</figcaption>',
    'href="/?p=112"',
    'src="https://old.example/a.jpg"',
    'href="https://a.example/?a=1&amp;b=2"',
    'abcdefghijk',
    'https://here.example/film.mp4',
    'Of <i>HTML</i>',
  ])
    expect(markup).toContain(part);
  expect(markup).not.toMatch(/Helvetica|Option Name|Style Name/);
});

test('features, sliders, accordions, prices and unknown widgets keep their text', () => {
  expect(
    wordsOf(
      widget('SiteOrigin_Widget_Features_Widget', {
        features: [{ title: 'Feature', text: 'Of it', more_text: 'More', more_url: '/f/', icon_image: 11 }],
      }),
      widget('SiteOrigin_Widget_Hero_Widget', {
        frames: [
          {
            content: '<h2>Hero</h2>',
            background: { image: 11 },
            buttons: [{ button: { text: 'Go', url: '/go/' } }],
          },
        ],
        design: { heading_font: 'Some Font' },
      }),
      widget('SiteOrigin_Widget_Accordion_Widget', {
        panels: [{ title: 'Question', content_text: 'Answer' }],
      }),
      widget('SiteOrigin_Widget_Tabs_Widget', { tabs: [{ title: 'Tab', content_text: 'In it' }] }),
      widget('SiteOrigin_Widget_PriceTable_Widget', {
        columns: [
          {
            title: 'Basic',
            price: '$9',
            per: 'month',
            features: [{ text: 'One thing' }],
            button: 'Buy',
            url: '/buy/',
          },
        ],
      }),
      widget('SiteOrigin_Widgets_Testimonials_Widget', {
        testimonials: [{ name: 'Ann', location: 'Oslo', text: 'Good.' }],
      }),
      widget('SiteOrigin_Widget_Cta_Widget', {
        title: 'Call',
        sub_title: 'To act',
        button: { text: 'Act', url: '/act/' },
      }),
      widget('Acme\\\\Box_Widget', {
        heading: 'Box',
        box: { description: 'Words in a box', animation: 'Bounce In' },
        style: 'Dark One',
        link: '/box/',
      }),
      widget('SiteOrigin_Panels_Widgets_Layout', { panels_data: layout(editor('Nested words')) }),
    ),
  ).toBe(
    'Feature Of it More Hero Go Question Answer Tab In it Basic $9 month One thing Buy Good. Ann, Oslo Call To act Act Box Words in a box Nested words',
  );
  expect(
    markupOf(widget('Acme_Pic_Widget', { title: 'A picture', photo: '11', photo_size: '12' })),
  ).toContain('wp-image-111');
});

test('post lists become blocks that compiling replaces with Broadsheet’s', () => {
  const query = 'post_type=post&posts_per_page=4&orderby=date';
  expect(
    markupOf(widget('SiteOrigin_Widget_PostCarousel_Widget', { title: 'Latest', posts: query })),
  ).toContain(
    '<!-- wp:siteorigin-widget/list {"class":"SiteOrigin_Widget_PostCarousel_Widget","settings":{"title":"Latest","posts":"post_type=post',
  );
  expect(markupOf(widget('Acme_Magazine', { posts: query }))).toContain(
    '"class":"SiteOrigin_Panels_Widgets_PostLoop"',
  );
  expect(markupOf(widget('Acme_Author_Bio', { posts: 'Many', title: 'Words' }))).not.toContain(
    'wp:siteorigin-widget',
  );
});

const meta = (...widgets: unknown[]): [string, string][] => [
  ['panels_data', serializePhp(layout(...widgets))],
];
const shownOf = (content: string, from: readonly (readonly [string, string])[]) =>
  joinData(textWithData({ content, meta: from, shown: [], placed: [] }, sources));

test('data replace a text that is empty or lacks some of their words, and no other', () => {
  const data = meta(
    editor('<p>Words of the data.</p>'),
    widget('SiteOrigin_Widget_Button_Widget', { text: 'Press here', url: '/x/' }),
  );
  expect(htmlToText(shownOf('', data))).toBe('Words of the data. Press here');
  expect(htmlToText(shownOf('<p>Words of the data.</p>', data))).toBe('Words of the data. Press here');
  const copy =
    '<div id="pl-1" class="panel-layout"><p>Words of the data.</p><a href="/x/">Press here</a></div> and more';
  expect(shownOf(copy, data)).toBe(copy);
  expect(shownOf('<p>Mine</p>', [...data, ['_builder_text_written', '1']])).toBe('<p>Mine</p>');
  expect(shownOf('<p>Only this</p>', [['panels_data', 'a:0:{}']])).toBe('<p>Only this</p>');
});

const block = (data: unknown, saved = '') =>
  saved === ''
    ? `<!-- wp:siteorigin-panels/layout-block ${JSON.stringify({ panelsData: data, contentPreview: 'Old preview' })} /-->`
    : `<!-- wp:siteorigin-panels/layout-block ${JSON.stringify({ panelsData: data })} -->${saved}<!-- /wp:siteorigin-panels/layout-block -->`;

test('layout blocks show their data in place, unless their saved HTML contains the words', () => {
  const around = (inner: string) =>
    `<!-- wp:paragraph --><p>Before</p><!-- /wp:paragraph -->${inner}<!-- wp:paragraph --><p>After</p><!-- /wp:paragraph -->`;
  const data = layout(editor('<p>Words of a layout.</p>'));
  expect(htmlToText(withDataBlocks(around(block(data)), sources))).toBe('Before Words of a layout. After');
  expect(htmlToText(withDataBlocks(around(block(data, '<p>Stale</p>')), sources))).toBe(
    'Before Words of a layout. After',
  );
  const saved = '<div class="panel-layout"><p>Words of a layout.</p></div>';
  expect(withDataBlocks(around(block(data, saved)), sources)).toBe(around(saved));
});

test('widgets copied into a text as shortcodes show their text, and lists stay for rendering', () => {
  const shortcode = (name: string, instance: object) =>
    `[siteorigin_widget class="${name}"]<input type="hidden" value="${JSON.stringify({ instance, args: {} }).replaceAll('"', '&quot;')}" />[/siteorigin_widget]`;
  const headline = shortcode('SiteOrigin_Widget_Headline_Widget', {
    headline: { text: 'A hidden headline', tag: 'h2' },
  });
  expect(htmlToText(withDataBlocks(`<p>Before</p>${headline}`, sources))).toBe('Before A hidden headline');
  const carousel = shortcode('SiteOrigin_Widget_PostCarousel_Widget', { title: 'Latest' });
  expect(withDataBlocks(carousel, sources)).toBe(carousel);
  const guide = '<p>Write [siteorigin_widget class="X"] to place one.</p>';
  expect(withDataBlocks(guide, sources)).toBe(guide);
});

test('lists ids of pictures, videos, galleries and posts', () => {
  const data = layout(
    widget('SiteOrigin_Widget_Image_Widget', { image: 11, url: 'post: 12', columns: 3 }),
    widget('X', { self_video: '13', photo: '14' }),
    widget('WP_Widget_Media_Gallery', { ids: [21, 22] }),
  );
  const expected = ['11', '12', '13', '14', '21', '22'];
  expect([...idsInData('', [['panels_data', serializePhp(data)]])]).toEqual(expect.arrayContaining(expected));
  expect([...idsInData(block(data), [])]).toEqual(expect.arrayContaining(expected));
});

test('hostile data neither throw nor run scripts nor create blocks', () => {
  let nested: object = layout(editor('Deep words'));
  for (let depth = 0; depth < 2000; depth++)
    nested = layout(widget('SiteOrigin_Panels_Widgets_Layout', { panels_data: nested }));
  expect(() => panelsParts(nested, sources)).not.toThrow();
  const bombs = [
    'a:9999999:{i:0;',
    `a:1:{s:7:"widgets";${'a:1:{i:0;'.repeat(50_000)}`,
    'O:8:"stdClass":1:{s:7:"widgets";R:1;}',
    'a:1:{s:7:"widgets";s:5:"Words";}',
    '{"widgets":{"__proto__":{"panels_info":1}}}',
    'a:1:{s:7:"widgets";a:1:{i:0;s:1:"\ufffd";}}',
    `{"widgets":${'['.repeat(100_000)}`,
    'null',
    '[]',
  ];
  for (const bomb of bombs) expect(() => panelsPartsOfMeta(bomb, sources)).not.toThrow();
  const evil = {
    widgets: [
      widget('SiteOrigin_Widget_Editor_Widget', {
        text: '<!-- wp:html --><script>alert(1)</script><!-- /wp:html -->',
      }),
      { panels_info: { class: {}, grid: 'x', cell: -5 } },
      widget('constructor', { title: 'Words of a constructor' }),
      widget('__proto__', { __proto__: 'x' }),
      5,
      null,
      [],
      widget('SiteOrigin_Widget_PostCarousel_Widget', { posts: '--> <script>' }),
    ],
  };
  const markup = writeParts(panelsParts(evil, sources), sources);
  expect(markup).not.toContain('wp:html');
  expect(markup).not.toContain('--> <script>');
  expect(Object.getPrototypeOf({})).not.toHaveProperty('panels_info');
  const many = layout(...Array.from({ length: 20_000 }, () => editor('Words '.repeat(100))));
  expect(writeParts(panelsParts(many, sources), sources).length).toBeLessThan(1_100_000);
});
