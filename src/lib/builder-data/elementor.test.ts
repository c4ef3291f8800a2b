import { expect, test } from 'vitest';
import { htmlToText } from '../plain-text.ts';
import { parseMarkup } from '../markup/block-markup.ts';
import { elementorParts, templateIdsIn } from './elementor.ts';
import { noSources, writeParts } from './parts.ts';

const widget = (widgetType: string, settings: unknown, elements: unknown = []) => ({
  id: 'w',
  elType: 'widget',
  widgetType,
  settings,
  elements,
});
const page = (...widgets: unknown[]) =>
  JSON.stringify([
    {
      id: 's',
      elType: 'section',
      settings: [],
      elements: [{ id: 'c', elType: 'column', settings: { _column_size: 100 }, elements: widgets }],
    },
  ]);
const markupOf = (json: string) => writeParts(elementorParts(json), noSources);
const wordsOf = (json: string) => htmlToText(markupOf(json));

test('headings, texts, lists and quotes keep their words in order', () => {
  const markup = markupOf(
    page(
      widget('heading', {
        title: 'First <em>title</em>',
        header_size: 'h1',
        link: { url: 'https://a.example/' },
      }),
      widget('text-editor', { editor: '<p>One paragraph.</p><p>Another.</p>' }),
      widget('icon-list', {
        icon_list: [{ text: 'Item one', link: { url: '/one/' } }, { text: 'Item two' }],
      }),
      widget('testimonial', {
        testimonial_content: 'Said so.',
        testimonial_name: 'Ann',
        testimonial_job: 'Editor',
      }),
      widget('blockquote', { blockquote_content: 'Quoted.', author_name: 'Ben' }),
      widget('alert', { alert_title: 'Mind', alert_description: 'the gap' }),
      widget('counter', { ending_number: 42, suffix: '%', title: 'Agree' }),
    ),
  );
  expect(htmlToText(markup)).toBe(
    'First title One paragraph. Another. Item one Item two Said so. Ann, Editor Quoted. Ben Mind the gap 42% Agree',
  );
  expect(markup).toContain(
    '<h2 class="wp-block-heading"><a href="https://a.example/">First <em>title</em></a></h2>',
  );
  expect(markup).toContain('<a href="/one/">Item one</a>');
});

test('pictures, videos, audio and buttons keep their URLs', () => {
  const markup = markupOf(
    page(
      widget('image', {
        image: { url: 'https://old.example/wp-content/uploads/a.jpg', id: 5, alt: 'A bridge' },
        caption_source: 'custom',
        caption: 'By night',
      }),
      widget('image-gallery', {
        wp_gallery: [
          { id: 6, url: 'https://old.example/b.jpg' },
          { id: 7, url: 'https://old.example/c.jpg' },
        ],
      }),
      widget('video', { youtube_url: 'https://www.youtube.com/watch?v=abcdefghijk' }),
      widget('video', {
        video_type: 'vimeo',
        vimeo_url: 'https://vimeo.com/235215203',
        youtube_url: 'https://www.youtube.com/watch?v=XHOmBV4js_E',
      }),
      widget('video', { video_type: 'hosted', hosted_url: { url: 'https://old.example/film.mp4', id: 8 } }),
      widget('audio', { link: { url: 'https://soundcloud.com/a/b' } }),
      widget('button', { text: 'Read on', link: { url: 'https://a.example/x?a=1&b=2' } }),
      widget('image', {
        image: {
          url: 'https://old.example/wp-content/plugins/elementor/assets/images/placeholder.png',
          id: '',
        },
      }),
    ),
  );
  expect(markup).toContain('<img src="https://old.example/wp-content/uploads/a.jpg" alt="A bridge"/>');
  expect(markup).toContain('<figcaption class="wp-element-caption">By night</figcaption>');
  expect(markup.match(/<img /g)).toHaveLength(3);
  for (const url of [
    'youtube.com/watch?v=abcdefghijk',
    'vimeo.com/235215203',
    'film.mp4',
    'soundcloud.com/a/b',
    'https://a.example/x?a=1&amp;b=2',
  ]) {
    expect(markup).toContain(url);
  }
  expect(markup).not.toContain('XHOmBV4js_E');
  expect(markup).not.toContain('placeholder');
});

test('boxes, tabs, accordions, slides and prices keep all their text', () => {
  expect(
    wordsOf(
      page(
        widget('image-box', { title_text: 'Box', description_text: 'Of a picture' }),
        widget('icon-box', { title_text: 'Icon', description_text: 'Of a box' }),
        widget('call-to-action', {
          title: 'Call',
          description: 'To act',
          button: 'Act',
          link: { url: '/act/' },
          ribbon_title: 'New',
        }),
        widget('flip-box', {
          title_text_a: 'Front',
          description_text_a: 'side',
          title_text_b: 'Back',
          description_text_b: 'too',
          button_text: 'Turn',
          link: { url: '/t' },
        }),
        widget('tabs', {
          tabs: [
            { tab_title: 'Tab one', tab_content: '<p>In one</p>' },
            { tab_title: 'Tab two', tab_content: 'In two' },
          ],
        }),
        widget('accordion', { tabs: [{ tab_title: 'Question', tab_content: 'Answer' }] }),
        widget('slides', {
          slides: [{ heading: 'Slide', description: 'Slid', button_text: 'Go', link: { url: '/go/' } }],
        }),
        widget('reviews', { slides: [{ content: 'Good', name: 'Cy', title: '@cy' }] }),
        widget('price-table', {
          heading: 'Plan',
          currency_symbol: 'euro',
          price: '9',
          period: 'a month',
          features_list: [{ item_text: 'All of it' }],
          button_text: 'Buy',
        }),
        widget('price-list', { price_list: [{ title: 'Tea', price: '3 €', item_description: 'Green' }] }),
        widget('animated-headline', { before_text: 'We', highlighted_text: 'print', after_text: 'daily' }),
      ),
    ),
  ).toBe(
    'Box Of a picture Icon Of a box Call To act Act New Front side Back too Turn Tab one In one Tab two In two Question Answer Slide Slid Go ' +
      'Good Cy, @cy Plan €9 a month All of it Buy Tea 3 € Green We print daily',
  );
});

test('nested tabs and accordions keep their content', () => {
  const text = (editor: string) => ({
    elType: 'container',
    settings: {},
    elements: [widget('text-editor', { editor })],
  });
  expect(
    wordsOf(
      JSON.stringify([
        {
          elType: 'container',
          settings: { flex_direction: 'column' },
          elements: [
            widget('nested-tabs', { tabs: [{ tab_title: 'A' }, { tab_title: 'B' }] }, [
              text('inside a'),
              text('inside b'),
            ]),
            widget('nested-accordion', { items: [{ item_title: 'C' }] }, [text('inside c')]),
          ],
        },
      ]),
    ),
  ).toBe('A inside a B inside b C inside c');
});

test('values of Elementor 4 are unwrapped', () => {
  const typed = (type: string, value: unknown) => ({ $$type: type, value });
  const markup = markupOf(
    JSON.stringify([
      {
        elType: 'e-flexbox',
        settings: {},
        elements: [
          widget('e-heading', {
            title: typed('html-v3', { content: typed('string', 'Typed title'), children: [] }),
            tag: typed('string', 'h3'),
          }),
          widget('e-paragraph', { paragraph: typed('html', 'Typed words') }),
          widget('e-button', {
            text: typed('string', 'Go there'),
            link: typed('link', { destination: typed('url', 'https://a.example/') }),
          }),
          widget('e-image', {
            image: typed('image', {
              src: typed('image-src', { id: null, url: typed('url', 'https://a.example/p.jpg') }),
            }),
          }),
        ],
      },
    ]),
  );
  expect(htmlToText(markup)).toBe('Typed title Typed words Go there');
  expect(markup).toContain('<h3 class="wp-block-heading">');
  expect(markup).toContain('href="https://a.example/"');
  expect(markup).toContain('src="https://a.example/p.jpg"');
});

test('two columns stay columns, a single one does not', () => {
  const column = (editor: string) => ({
    elType: 'column',
    settings: [],
    elements: [widget('text-editor', { editor })],
  });
  const two = markupOf(
    JSON.stringify([{ elType: 'section', settings: [], elements: [column('left'), column('right')] }]),
  );
  expect(two).toContain('<!-- wp:columns -->');
  expect(parseMarkup(two, () => expect.fail('The markup is not well formed.'))).toHaveLength(1);
  expect(
    markupOf(JSON.stringify([{ elType: 'section', settings: [], elements: [column('alone')] }])),
  ).not.toContain('wp:columns');
});

test('unknown widgets keep their text, pictures and links', () => {
  const markup = markupOf(
    page(
      widget('acme-team-card', {
        acme_title: 'Dana Poe',
        acme_title_color: '#aa00ff',
        acme_title_tag: 'h3',
        acme_description: 'Writes about rivers.',
        acme_align: 'center',
        content_width: 'full',
        photo: { url: 'https://old.example/dana.jpg', id: 3 },
        more_link: { url: 'https://a.example/dana', is_external: '' },
        button_text: 'More of Dana',
        acme_list: [{ item_title: 'First point', item_icon: { value: 'fas fa-x', library: 'fa' } }],
        title_typography_font_family: 'Open Sans',
      }),
    ),
  );
  expect(htmlToText(markup)).toBe('Dana Poe Writes about rivers. First point More of Dana');
  expect(markup).toContain('dana.jpg');
  expect(markup).toContain('href="https://a.example/dana"');
});

test('theme parts, dynamic values, hidden sections and spacers stay hidden', () => {
  expect(
    elementorParts(
      page(
        widget('theme-post-title', { title: 'Static' }),
        widget('spacer', { space: { size: 50 } }),
        widget('nav-menu', { menu: 'Main' }),
        widget('heading', { title: 'Sample', __dynamic__: { title: '[elementor-tag name="post-title"]' } }),
      ),
    ),
  ).toEqual([]);
  const settings = {
    hide_desktop: 'hidden-desktop',
    hide_tablet: 'hidden-tablet',
    hide_mobile: 'hidden-phone',
  };
  expect(
    elementorParts(
      JSON.stringify([{ elType: 'section', settings, elements: [widget('heading', { title: 'Hidden' })] }]),
    ),
  ).toEqual([]);
});

test('reads data that an importer escaped twice', () => {
  expect(
    wordsOf(
      page(widget('heading', { title: 'A "quoted" title' }))
        .replaceAll('\\', '\\\\')
        .replaceAll('"', '\\"'),
    ),
  ).toBe('A "quoted" title');
});

test('hostile data neither throw nor create blocks', () => {
  const bomb = `${'[{"elType":"section","elements":'.repeat(10_000)}[]${'}]'.repeat(10_000)}`;
  const hostile = [
    '',
    '[',
    '{}',
    'null',
    '[null,1,"a",[[]]]',
    bomb,
    '['.repeat(10_000),
    `[${'0,'.repeat(100_000)}0]`,
    '[{"__proto__":{"elType":"widget","widgetType":"heading","settings":{"title":"Polluted"}}}]',
    page(
      widget('constructor', { title: 'x' }),
      widget('__proto__', {}),
      widget('heading', { title: { a: 1 } }),
      widget('tabs', { tabs: 'no list' }),
    ),
  ];
  for (const json of hostile) expect(() => elementorParts(json)).not.toThrow();
  expect(
    wordsOf('[{"__proto__":{"elType":"widget","widgetType":"heading","settings":{"title":"Polluted"}}}]'),
  ).toBe('');
  const markup = markupOf(
    page(
      widget('heading', { title: '<!-- wp:broadsheet/ad /-->Title<!--<!-- -->--><!-- /wp:heading -->' }),
      widget('text-editor', {
        editor: '<p>Text</p><!-- /wp:freeform --><!-- wp:html --><script>1</script><!-- /wp:html --><!--',
      }),
      widget('button', { text: 'Go', link: { url: 'javascript:alert(1)"><script>' } }),
    ),
  );
  expect(markup).not.toMatch(/wp:(?:html|broadsheet)/);
  const names: string[] = [];
  for (const block of parseMarkup(markup, (problem) => expect.fail(problem)))
    if (block.name !== '') names.push(block.name);
  expect(names).toEqual(['core/heading', 'core/freeform', 'core/buttons']);
});

test('reads five megabytes, and limits the rendered markup', () => {
  const json = page(
    ...Array.from({ length: 18_000 }, (_, at) =>
      widget('text-editor', { editor: `<p>${'word '.repeat(50)}${at}</p>` }),
    ),
  );
  expect(json.length).toBeGreaterThan(5_000_000);
  const markup = markupOf(json);
  expect(markup.length).toBeLessThanOrEqual(1_100_000);
  expect(markup).toContain('word 0</p>');
});

test('lists of posts become blocks that compiling replaces with Broadsheet lists', () => {
  const markup = markupOf(
    page(
      widget('posts', { _skin: 'cards', cards_posts_per_page: 4 }),
      widget('acme-post-grid', { posts_per_page: 3 }),
      widget('theme-post-content', {}),
      widget('post-info', { text: 'By Ann' }),
      widget('loop-grid', { posts_per_page: 2 }),
    ),
  );
  expect(markup.match(/wp:[\w/-]+/g)).toEqual([
    'wp:elementor-widget/posts',
    'wp:elementor-widget/acme-post-grid',
    'wp:elementor-widget/loop-grid',
  ]);
});

test('shows templates in place, and circles and many references end in bounded time', () => {
  const shows = (id: unknown) => widget('template', { template_id: id });
  const heading = (title: string) => widget('heading', { title });
  const wordsWith = (json: string, templates: Readonly<Record<string, string>>) =>
    htmlToText(
      writeParts(elementorParts(json, { templates: new Map(Object.entries(templates)) }), noSources),
    );
  const circle = { 1: page(heading('One'), shows('2')), 2: page(heading('Two'), shows(1)) };
  expect(wordsWith(page(heading('Zero'), shows('1')), circle)).toBe('Zero One Two');
  expect(wordsWith(page(heading('Zero'), shows('9'), shows('__proto__'), shows({})), circle)).toBe('Zero');
  const wide = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [
      String(at),
      page(heading('W'), ...Array.from({ length: 50 }, () => shows(String(at + 1)))),
    ]),
  );
  expect(wordsWith(page(shows('0')), wide).length).toBeLessThan(100_000);
  expect([
    ...templateIdsIn(
      page(shows('12'), widget('global', [], [])).replace('"global"', '"global","templateID":13'),
    ),
  ]).toEqual(['12', '13']);
});
