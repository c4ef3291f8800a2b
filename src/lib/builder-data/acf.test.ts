import { expect, test } from 'vitest';
import { htmlToText } from '../plain-text.ts';
import { withAcfBlocks } from './data-blocks.ts';
import { acfParts, fieldsOfMeta } from './acf-fields.ts';
import { noSources, writeParts } from './parts.ts';
import type { DataSources } from './parts.ts';
import { joinData, textWithData } from './text-with-data.ts';

const sources: DataSources = {
  ...noSources,
  items: new Map([
    [
      '11',
      {
        id: 111,
        file: {
          url: 'https://here.example/a.jpg',
          mimeType: 'image/jpeg',
          alt: 'A',
          caption: '',
          title: 'a',
        },
      },
    ],
    [
      '12',
      {
        id: 112,
        file: { url: 'https://here.example/b.jpg', mimeType: 'image/jpeg', alt: '', caption: '', title: 'b' },
      },
    ],
    [
      '13',
      {
        id: 113,
        file: {
          url: 'https://here.example/c.pdf',
          mimeType: 'application/pdf',
          alt: '',
          caption: '',
          title: 'The report',
        },
      },
    ],
    ['21', { id: 221 }],
    ['22', { id: 222 }],
  ]),
  fieldTypes: new Map(
    Object.entries({
      field_select: 'select',
      field_text: 'text',
      field_img: 'image',
      field_rel: 'relationship',
      field_num: 'number',
    }),
  ),
};
const fields = (
  pairs: Readonly<Record<string, string>>,
  keys: Readonly<Record<string, string>> = {},
): [string, string][] =>
  Object.entries(pairs).flatMap(([name, value], at): [string, string][] => [
    [name, value],
    [`_${name}`, keys[name] ?? `field_${at}abc`],
  ]);
const markupOf = (meta: readonly (readonly [string, string])[], known = sources) =>
  writeParts(acfParts(fieldsOfMeta(meta), known).flat(), known);
const wordsOf = (meta: readonly (readonly [string, string])[]) => htmlToText(markupOf(meta));

test('shows texts, links, videos, pictures and files of fields in order', () => {
  const markup = markupOf(
    fields({
      intro: 'The words of a field.',
      body: '<p>Formatted words.</p>',
      lines: 'One line\nAnother line',
      hero_image: '11',
      gallery: 'a:2:{i:0;s:2:"11";i:1;s:2:"12";}',
      report_file: '13',
      film: 'https://www.youtube.com/watch?v=abcdefghijk',
      website: 'https://b.example/',
      more: 'a:3:{s:5:"title";s:9:"Read more";s:3:"url";s:18:"https://a.example/";s:6:"target";s:0:"";}',
    }),
  );
  expect(htmlToText(markup)).toContain('The words of a field. Formatted words. One line Another line');
  const links = ['<a href="https://a.example/">Read more</a>', 'href="https://b.example/"'];
  for (const part of [
    'wp-image-111',
    'wp-image-112',
    'https://here.example/c.pdf',
    '>The report<',
    'wp:embed',
    ...links,
  ]) {
    expect(markup).toContain(part);
  }
  expect(markup.indexOf('wp-image-111')).toBeLessThan(markup.indexOf('c.pdf'));
});

test('technical values are not shown', () => {
  expect(
    wordsOf(
      fields({
        count: '3',
        colour: '#FF00AA',
        flag: '1',
        when: '20240305',
        at: '2024-03-05 10:00:00',
        layout: 'full-width',
        key: 'AIzaSyD4x9kQm2Lw8ZpR7tV1',
        hash: 'd41d8cd98f00b204e9800998ecf8427e',
        day: '5 March 2024',
        place: '51.5074, -0.1278',
        empty: '',
        json: '{"a":"Some words"}',
        ids: 'a:2:{i:0;s:1:"7";i:1;s:1:"8";}',
        seo_title: 'Title For Machines',
        number: '11',
        css_class: 'Is Big',
      }),
    ),
  ).toBe('');
  // Single words of a text field are shown, numbers are not.
  expect(wordsOf(fields({ city: 'madrid', number: '5' }, { city: 'field_text', number: 'field_num' }))).toBe(
    'madrid',
  );
});

test('repeaters, groups and flexible content keep the order of their rows, whatever the order of the meta', () => {
  expect(
    wordsOf(
      fields({
        rows_1_text: 'Second row',
        rows: '2',
        rows_0_text: 'First row',
        rows_5_text: 'A row that was deleted',
        hero: '',
        hero_title: 'Title of a group',
        body: 'a:2:{i:0;s:4:"text";i:1;s:5:"quote";}',
        body_0_text: '<p>Flexible words</p>',
        body_1_quote: 'Said by someone',
        body_1_inner: '1',
        body_1_inner_0_line: 'Deep words',
      }),
    ),
  ).toBe('First row Second row Title of a group Flexible words Said by someone Deep words');
});

test('relations become a list of the posts here', () => {
  expect(
    markupOf(
      fields({ related_posts: 'a:2:{i:0;s:2:"22";i:1;s:2:"21";}', main: '21' }, { main: 'field_rel' }),
    ),
  ).toContain('"post_ids":"222,221"');
  expect(markupOf(fields({ main: '21' }, { main: 'field_rel' }))).toContain('"post_ids":"221"');
  expect(markupOf(fields({ terms: 'a:1:{i:0;s:2:"21";}', unknown: '21' }))).toBe('');
});

test('ACF blocks show their data in place, with their inner blocks', () => {
  const block = (data: unknown, end = '/-->') =>
    `<!-- wp:acf/box ${JSON.stringify({ name: 'acf/box', data, mode: 'preview' })} ${end}`;
  const data = {
    title: 'Title of a box',
    _title: 'field_1',
    photo: 11,
    _photo: 'field_img',
    rows_0_text: 'Row',
    _rows_0_text: 'field_2',
    rows: 1,
    _rows: 'field_3',
  };
  const content = `<!-- wp:paragraph --><p>Before</p><!-- /wp:paragraph -->${block(data)}<!-- wp:paragraph --><p>After</p><!-- /wp:paragraph -->`;
  const shown = withAcfBlocks(content, sources);
  expect(htmlToText(shown)).toBe('Before Title of a box Row After');
  expect(shown).toContain('wp-image-111');
  expect(shown).not.toContain('wp:acf');
  const inner = '<!-- wp:paragraph --><p>Inner</p><!-- /wp:paragraph --><!-- /wp:acf/box -->';
  expect(htmlToText(withAcfBlocks(block({ note: 'Outer words' }, '-->') + inner, sources))).toBe(
    'Outer words Inner',
  );
  // As the editor stores rows: by field keys alone.
  expect(
    htmlToText(
      withAcfBlocks(
        block({ field_1: { 'row-0': { field_2: 'Keyed words' }, 'row-1': { field_2: 'More keyed words' } } }),
        sources,
      ),
    ),
  ).toBe('Keyed words More keyed words');
});

const shownOf = (
  content: string,
  meta: readonly (readonly [string, string])[],
  shown: readonly string[] = [],
) => joinData(textWithData({ content, meta, shown, placed: ['bound'] }, sources));

test('fields are shown below the text, unless the text, the title or a block shows them', () => {
  const meta = fields({
    said: 'Said in the text.',
    photo: '11',
    fresh: 'Fresh words.',
    heading: 'The Title Itself',
    bound: 'Bound words.',
  });
  const shown = shownOf(
    '<p>It is “said in the text”.</p><p>Said in the text.</p><img class="wp-image-11" src="/a.jpg">',
    meta,
    ['The Title Itself'],
  );
  expect(shown).toMatch(/^<p>It is/);
  expect(htmlToText(shown).match(/Said in the text/gi)).toHaveLength(2);
  expect(htmlToText(shown)).toContain('Fresh words.');
  expect(shown).not.toMatch(/Bound words|The Title Itself|wp-image-111/);
});

const data =
  '[{"elType":"widget","widgetType":"heading","settings":{"title":"Of the data"}},' +
  '{"elType":"widget","widgetType":"text-editor","settings":{"editor":"<p>Words</p>"}}]';
const built: [string, string][] = [
  ['_elementor_edit_mode', 'builder'],
  ['_elementor_data', data],
];

test('Elementor data replace a text that is empty or lacks some of their words', () => {
  expect(htmlToText(shownOf('', built))).toBe('Of the data Words');
  expect(htmlToText(shownOf('<p>Words</p>', built))).toBe('Of the data Words');
  const text = '<h2>Of the data</h2><p>Words</p> [gallery ids="1"]';
  expect(shownOf(text, built)).toBe(text);
  expect(shownOf('<p>Words</p>', [['_elementor_data', data]])).toBe('<p>Words</p>');
});

test('a text that was written here wins, and an emptied one does not', () => {
  const written: [string, string][] = [...built, ['_builder_text_written', '1']];
  expect(shownOf('<p>Mine</p>', written)).toBe('<p>Mine</p>');
  expect(htmlToText(shownOf(' ', written))).toBe('Of the data Words');
});

test('hostile fields neither throw nor run scripts, and PHP objects are data', () => {
  const deep = `${'a:1:{i:0;'.repeat(10_000)}i:1;${'}'.repeat(10_000)}`;
  const meta = fields({
    object: 'O:8:"stdClass":1:{s:4:"text";s:5:"Words";}',
    exec: 'O:6:"Evil_X":1:{s:3:"cmd";s:2:"rm";}',
    deep,
    broken: 'a:9999999:{i:0;',
    long: 'x'.repeat(300_000),
    rows: '9999',
    rows_0_rows: '1',
    __proto__: 'Polluted words here',
    constructor: 'Words of a constructor',
    link: 'javascript:alert(1)',
    web: 'a:2:{s:5:"title";s:5:"Click";s:3:"url";s:19:"javascript:alert(1)";}',
    proto: 'a:1:{s:9:"__proto__";a:1:{s:3:"url";s:17:"https://a.example";}}',
  });
  expect(() => markupOf(meta)).not.toThrow();
  expect(Object.getPrototypeOf({})).not.toHaveProperty('url');
  const names = Array.from({ length: 3000 }, (_, at) => `${'a_0_'.repeat(at % 60)}a`);
  const chain = names.flatMap((name): [string, string][] => [
    [name, '1'],
    [`_${name}`, 'field_1'],
  ]);
  expect(() => markupOf(chain, noSources)).not.toThrow();
  const nested = `{"data":${'{"field_1":{"row-0":'.repeat(10_000)}1${'}}'.repeat(10_000)}}`;
  expect(() => withAcfBlocks(`<!-- wp:acf/x ${nested} /-->`, sources)).not.toThrow();
  const value = String.raw`\u003c!\u002d\u002d wp:html \u002d\u002d\u003e\u003cscript\u003e1\u003c/script\u003e Words here`;
  expect(withAcfBlocks(`<!-- wp:acf/x {"data":{"t":"${value}"}} /-->`, sources)).not.toContain('wp:html');
});

test('leaves a harmless post unchanged', () => {
  const text = '<p>Nothing but <b>words</b>.</p>\n\n[gallery]';
  expect(
    shownOf(text, [
      ['views', '12'],
      ['_edit_last', '1'],
      ['note', 'No field'],
      ['_note', 'no key'],
    ]),
  ).toBe(text);
});
