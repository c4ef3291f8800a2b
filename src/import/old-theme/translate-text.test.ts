import { expect, test } from 'vitest';
import { builtFrontPage, packed } from '../../../test/fixtures/old-theme.ts';
import { parseMarkup } from '../../lib/markup/block-markup.ts';
import { unserializeMap } from '../../lib/php-serialize.ts';
import { noIds } from './composer-values.ts';
import type { LaidOutBlock } from './lay-out.ts';
import { writeBlocks } from './lay-out.ts';
import { latestList, readBuiltText, translateText } from './import-texts.ts';

const blocksIn = (markup: string) =>
  parseMarkup(markup, () => {}).flatMap((part) =>
    typeof part === 'string' || part.name === '' ? [] : [part.name],
  );
const shown = ({ name, attributes, children, html }: LaidOutBlock): string => {
  const more = [attributes.style, attributes.desktop].find((value) => value !== undefined);
  const inside = name === 'core/group' ? blocksIn(html ?? '') : children.map(shown);
  return `${name.replace('broadsheet/', '')}${more === undefined ? '' : `.${String(more)}`}${inside.length > 0 ? `(${inside.join(' ')})` : ''}`;
};
const read = (source: string, isBuilt = false) => readBuiltText(source, { isBuilt });
const outline = (source: string) =>
  translateText(read(source) ?? [], noIds)
    .blocks.map(shown)
    .join(' ');

test('[IMP-05] a page of the composer keeps its rows, columns and lists; empty columns are removed', () => {
  expect(outline(builtFrontPage({ news: 1, sport: 2 }))).toBe(
    'big-grid row(column.8(post-list.lead row(column.6(post-list.thumbs) ' +
      'column.6(core/group(core/buttons)))) column.4(core/group(core/heading core/freeform) post-list.compact)) core/freeform core/html',
  );
  const third = (inside: string) => `[vc_column width="1/3"]${inside}[/vc_column]`;
  const thirds = `[vc_row]${third('[td_block_1]')}${third('[td_block_weather]')}${third('[td_block_11]')}[/vc_row]`;
  expect(outline(thirds)).toBe('row(column.6(post-list.lead) column.6(post-list.thumbs))');
  expect(
    outline(
      '[vc_row][vc_column][vc_column_text]a[/vc_column_text][/vc_column][vc_column][vc_btn title="b" link="url:%2Fb"][/vc_column][/vc_row]',
    ),
  ).toBe('row(column.12(core/group(core/freeform)) column.12(core/group(core/freeform)))');
});

test('lists of a page without duplicates exclude posts shown above, with a note on blocks that may repeat one', () => {
  const source =
    '[vc_row][vc_column][td_block_big_grid_1][td_block_1][td_flex_block_1][td_block_slide][/vc_column][/vc_row]';
  const made = (isOnce: boolean) => translateText(read(source) ?? [], noIds, { isOnce });
  expect(made(true).blocks.map(({ attributes }) => attributes.once)).toEqual([
    undefined,
    true,
    true,
    undefined,
  ]);
  expect(made(true).notes).toEqual([
    'each article appeared only once; lists still do that, but big grids and slides may repeat articles of a list',
  ]);
  expect(made(false).blocks.map(({ attributes }) => attributes.once)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(made(false).notes).toEqual([]);
});

test('a sidebar of widgets is replaced by its neighbour, with the reason', () => {
  const sidebar = '[vc_column width="1/3"][vc_widget_sidebar sidebar_id="td-default"][/vc_column]';
  const source = `[vc_row][vc_column width="2/3"][td_block_1][/vc_column]${sidebar}[/vc_row]`;
  const { blocks, lines, unknown, notes } = translateText(read(source) ?? [], noIds);
  expect(blocks.map(shown)).toEqual(['post-list.lead']);
  expect(lines.at(-1)).toMatchObject({
    is: '– no equivalent: exports do not contain the widgets of sidebars',
  });
  expect(notes).toEqual([
    '[vc_widget_sidebar sidebar_id="td-default"] shows nothing here: exports do not contain the widgets of sidebars',
  ]);
  expect(unknown).toEqual([
    { name: 'vc_widget_sidebar', uses: 1, text: '[vc_widget_sidebar sidebar_id="td-default"]' },
  ]);
  expect(read('[vc_row][vc_column]Words[vc_widget_sidebar][/vc_column][/vc_row]')).toBeUndefined();
});

test('a list or element without a counterpart stays the shortcode that the server renders', () => {
  const page = (inside: string) =>
    `[vc_row][vc_column width="2/3"]${inside}[/vc_column][vc_column width="1/3"][vc_column_text]Side[/vc_column_text][/vc_column][/vc_row]`;
  for (const tag of [
    '[vc_posts_slider count="3"]',
    '[vc_basic_grid max_items="3"]',
    '[vc_wp_posts title="New" number="3"]',
    '[vc_hoverbox primary_title="P"]',
    '[vc_progress_bar values="%5B%7B%22label%22%3A%22a%22%7D%5D"]',
  ]) {
    const { blocks, unknown, lines } = translateText(read(page(tag)) ?? [], noIds);
    expect(blocks.map(shown)).toEqual(['row(column.8(core/shortcode) column.4(core/group(core/freeform)))']);
    expect(writeBlocks(blocks)).toContain(`<!-- wp:shortcode -->\n${tag}\n<!-- /wp:shortcode -->`);
    expect(unknown).toEqual([]);
    expect(lines.every(({ is }) => is !== '')).toBe(true);
  }
  expect(translateText(read(page('[vc_wp_meta]a')) ?? [], noIds).unknown).toHaveLength(1);
});

test('pictures and films in columns have their links and titles', () => {
  const page = (inside: string) =>
    `[vc_row][vc_column width="1/2"]${inside}[/vc_column][vc_column width="1/2"]Side[/vc_column][/vc_row]`;
  const picture = { id: 9, url: 'https://a.test/i.jpg', alt: '' };
  const write = (inside: string) =>
    writeBlocks(translateText(read(page(inside)) ?? [], { ...noIds, picture: () => picture }).blocks);
  const image = (link: string) => write(`[vc_single_image image="901" onclick="custom_link" link="${link}"]`);
  expect(image('https://bk.example/i')).toContain('<a href="https://bk.example/i"><img ');
  expect(image('url:https%3A%2F%2Fbk.example%2Fu|||')).toContain('<a href="https://bk.example/u"><img ');
  expect(image('url:javascript%3Aalert(1)')).not.toMatch(/<a |javascript/);
  expect(write('[vc_video title="Film title" link="https://vimeo.com/22439234"]')).toMatch(
    /<h3[^>]*>Film title<\/h3>[^]*vimeo\.com\/22439234/,
  );
  expect(write('[vc_custom_heading text="Head" link="url:https%3A%2F%2Fbk.example%2Fh"]')).toContain(
    '<a href="https://bk.example/h">Head</a>',
  );
});

test('titles are decoded, and percent signs stay', () => {
  const titleOf = (written: string) =>
    translateText(read(`[td_block_1 custom_title="${written}"]`) ?? [], noIds).blocks[0]?.attributes
      .custom_title;
  expect(titleOf('DON%27T MISS')).toBe("DON'T MISS");
  expect(titleOf('100% sure, 5%de')).toBe('100% sure, 5%de');
  expect(titleOf('%C3%89t%C3%A9')).toBe('Été');
});

test('a hidden row stays unchanged, and the report says so', () => {
  const hidden =
    '[vc_row disable_element="yes"][vc_column][vc_column_text]Secret[/vc_column_text] words [td_block_1][/vc_column][/vc_row]';
  const { blocks, notes } = translateText(read(`${hidden}[td_block_2]`) ?? [], noIds);
  expect(writeBlocks(blocks)).toContain(`<!-- wp:shortcode -->\n${hidden}\n<!-- /wp:shortcode -->`);
  expect(notes).toEqual(['hidden on the old site and hidden here as well']);
});

test('words around and between elements keep their place, as do shortcodes of other plugins', () => {
  const text =
    'Before [contact-form-7 id="1"].\n\n[td_block_1 limit="2"]\n\nBetween [gallery ids="3"]\n[vc_toggle title="Why?"]Because[/vc_toggle] ' +
    '[[td_block_2]] <code>[td_block_3]</code>';
  expect(
    writeBlocks(translateText(read(text) ?? [], noIds).blocks)
      .replace(/<!-- \/?wp:freeform -->\n?/g, '')
      .trim(),
  ).toBe(
    'Before [contact-form-7 id="1"].\n<!-- wp:broadsheet/post-list {"style":"lead","limit":2,"td_column_number":3} /-->\n' +
      'Between [gallery ids="3"]\n<h3>Why?</h3>\nBecause\n[[td_block_2]] <code>[td_block_3]</code>',
  );
  // Blocks next to elements stay blocks.
  const mixed =
    '<!-- wp:paragraph -->\n<p>A</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:shortcode -->\n[td_block_1]\n<!-- /wp:shortcode -->';
  expect(blocksIn(writeBlocks(translateText(read(mixed) ?? [], noIds).blocks))).toEqual([
    'core/paragraph',
    'broadsheet/post-list',
  ]);
});

test('a layout that would include its own text again is ignored', () => {
  expect(
    outline(
      '[tdb_title][tdb_single_content][tdb_header_menu][tdb_single_comments][tdb_category_description][tdb_loop limit="3"]',
    ),
  ).toBe('post-list.cards');
  expect(outline(`[td_block_1 tdc_css="${packed({ all: { display: 'none' } })}"][td_block_2]`)).toBe(
    'post-list.lead',
  );
});

test('a text of only one text column stays a text', () => {
  for (const text of [
    '',
    'Words [gallery ids="1"] [caption]x[/caption] [embed]https://x.example/[/embed]',
    '[vc_row][vc_column width="1/2"][vc_column_text]a[/vc_column_text]' +
      '[vc_gallery images="1"][/vc_column][vc_column width="1/2"][/vc_column][/vc_row]',
    '<pre>[td_block_1]</pre>',
    '[[td_block_1]]',
    '[td_block_1',
    '<a title="[td_block_1]">x</a>',
    '[td_block_1]'.repeat(1001),
    '['.repeat(100_000),
    '[vc_row]'.repeat(12_000),
    '[td_block_unknown]',
  ])
    expect(read(text), text.slice(0, 60)).toBeUndefined();
  expect(read('Words', true)?.map(({ text }) => text)).toEqual(['Words']);
});

test('a million brackets of each kind are parsed in linear time', () => {
  for (const piece of [
    '[',
    ']',
    '[[',
    '[td_block_1',
    '[vc_row ',
    '[td_block_1]',
    '[/vc_row]',
    '[vc_column_text]',
    '<code>[td_block_1]',
    '[gallery ids="1"]',
    '[a b="',
  ]) {
    expect(read(piece.repeat(1_000_000 / piece.length + 1)), piece).toBeUndefined();
  }
});

test('the list below a page has its settings, or the theme’s by default', () => {
  const settings = unserializeMap(
    'a:3:{s:5:"limit";s:1:"7";s:22:"list_custom_title_show";s:10:"hide_title";s:4:"sort";s:14:"comment_count\'";}',
  );
  const [list] = translateText([latestList(settings)], noIds).blocks;
  expect(list).toMatchObject({
    name: 'broadsheet/post-list',
    attributes: { limit: 7, ajax_pagination: 'numbered', style: 'thumbs', td_column_number: 2 },
  });
  expect(list?.attributes).not.toHaveProperty('sort');
  expect(list?.attributes).not.toHaveProperty('custom_title');
  const {
    blocks: [usual],
    lines,
  } = translateText([latestList(new Map())], noIds);
  expect(usual?.attributes).toMatchObject({ limit: 10, custom_title: 'translation_latest' });
  // The report quotes strings of the site, and no internal names.
  expect(lines.map(({ was }) => was)).toEqual(['td_homepage_loop']);
});
