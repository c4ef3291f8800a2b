import { expect, test } from 'vitest';
import {
  footerTemplate,
  headerTemplate,
  packed,
  plainSingle,
  searchTemplate,
  singleTemplate,
  worded,
} from '../../../test/fixtures/old-theme.ts';
import type { TemplateType } from '../../modules/templates/model.ts';
import { noIds } from './composer-values.ts';
import type { LaidOutBlock } from './lay-out.ts';
import { translateFooter, translateHeader } from './translate-part.ts';
import { translateTemplate } from './translate-template.ts';

const shown = ({ name, attributes, children }: LaidOutBlock): string => {
  const more =
    [attributes.className, attributes.layout, attributes.style].find((value) => typeof value === 'string') ??
    '';
  return `${name.replace('broadsheet/', '')}${more && `.${more.replaceAll(' ', '.')}`}${children.length > 0 ? `(${children.map(shown).join(' ')})` : ''}`;
};
const outline = (source: string, type: TemplateType, isMobile = false) =>
  translateTemplate(source, { type, isMobile, ids: noIds })
    .blocks.map(shown)
    .join(' ')
    .replace(/ autoload reading-progress more-articles$/, '');
const notesOf = (source: string, type: TemplateType = 'single') =>
  translateTemplate(source, { type, isMobile: false, ids: noIds }).notes;

test('[IMP-15] a picture behind the head becomes the full-screen header, a narrow column next to the text the sidebar', () => {
  expect(outline(singleTemplate, 'single')).toBe(
    'full-screen-header(breadcrumbs post-title post-meta) row.sidebar(column.column-main(share post-content ' +
      'post-tags post-neighbours post-author-box related-posts post-comments) column.column-sidebar(post-list.compact ad post-list.thumbs))',
  );
  const title = translateTemplate(singleTemplate, { type: 'single', isMobile: false, ids: noIds }).blocks[0]
    ?.children[1];
  expect(title?.attributes).toEqual({ show_category: true, show_standfirst: true });
});

test('an article without a sidebar has one text column, with lists at page width; byline and sharing share a line', () => {
  expect(outline(plainSingle, 'single')).toBe(
    'column.column-read.column-alone(breadcrumbs post-title row.inline(post-meta share) post-featured-image ' +
      'post-content post-tags post-comments) post-list.cards',
  );
});

test('the same element becomes the right heading for each kind of page, and moves above its neighbour when space is short', () => {
  expect(outline(searchTemplate, 'search')).toBe('search-results archive-loop.list');
  for (const type of ['category', 'tag', 'author', 'date'] as const)
    expect(outline('[tdb_title][tdb_loop]', type)).toBe('archive-title archive-loop.cards');
  expect(outline('[tdb_title][td_flex_block_1]', '404')).toBe('not-found post-list.cards');
  expect(outline('[tdb_author_name][tdb_category_grid_1][tdb_loop hide_image="yes"]', 'author')).toBe(
    'archive-title archive-loop.compact',
  );
});

test('missing essentials are added, and duplicates merged', () => {
  expect(outline('[tdb_title][td_flex_block_1]', 'category')).toBe(
    'archive-title post-list.cards archive-loop',
  );
  expect(notesOf('[tdb_title]')).toEqual(['it had no post-content; one was added at the end']);
  expect(
    outline('[tdb_title][tdb_single_content][tdb_single_date][tdb_single_content][tdb_title]', 'single'),
  ).toBe('column.column-read.column-alone(post-title post-content post-meta)');
  expect(outline('[td_block_weather]', 'single')).toBe('');
});

test('elements that its styles hide are left out where it is for such screens', () => {
  const [phones, desktops] = [
    packed({ all: { display: 'none' }, phone: { display: 'block' } }),
    packed({ phone: { display: 'none' } }),
  ];
  const source = `[vc_row tdc_css="${phones}"][vc_column][tdb_breadcrumbs][/vc_column][/vc_row][tdb_title tdc_css="${desktops}"][tdb_single_content]`;
  expect(outline(source, 'single')).toBe('column.column-read.column-alone(post-title post-content)');
  expect(outline(source, 'single', true)).toBe('column.column-read.column-alone(breadcrumbs post-content)');
  expect(notesOf(source)).toEqual([
    'elements shown only on phones were left out; use a mobile template for them',
    'elements hidden on phones are shown there; use a mobile template without them',
  ]);
});

test('a header’s parts go to the masthead’s places, in any notation; a footer has its columns', () => {
  const options = { type: 'header', isMobile: false, ids: noIds } as const;
  expect(translateHeader(headerTemplate, options).blocks.map(shown)).toEqual([
    'header(row.inline(nav-menu.line core/social-links) ' +
      'row.masthead(mobile-menu site-title row.masthead-tools(header-search account-link)) nav-menu.bar)',
  ]);
  const bare = '[vc_row][vc_column][tdb_header_logo][tdb_header_menu][/vc_column][/vc_row]';
  for (const written of [
    bare,
    JSON.stringify({ tdc_header_desktop: bare }),
    packed({ tdc_header_desktop: '', tdc_header_mobile: bare }),
  ]) {
    expect(translateHeader(written, options).blocks.map(shown)).toEqual([
      'header(row.masthead(mobile-menu site-title) nav-menu.bar)',
    ]);
  }
  for (const none of ['', '{', 'eyJh', packed({ tdc_header_desktop: 3 }), worded('x')])
    expect(translateHeader(none, options).blocks).toEqual([]);
  const [footer = ''] = translateFooter(footerTemplate, { ...options, type: 'footer' }).blocks.map(shown);
  expect(footer).toContain(
    'footer(row.footer-columns(column(post-list.thumbs) column(core/heading.section-title core/categories) column(site-title ' +
      'core/freeform)) row.footer-columns(',
  );
});
