import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import type { SiteRelatedData } from './loader.server.ts';
import type { RelatedItem, RelatedList } from './related-item.ts';
import { View } from './view.tsx';

const item = (position: number, more: Partial<RelatedItem> = {}): RelatedItem => ({
  id: position + 10,
  url: `https://example.test/post-${position}/`,
  rel: '',
  title: `Title ${position}`,
  url_meta: { origin: 5, position },
  classes: [],
  format: false,
  date: 'May 1, 2026',
  context: 'In "Rivers"',
  excerpt: 'An <b>excerpt</b> &amp; more',
  img: { src: '/a.jpg', width: 600, height: 400, alt_text: 'A river', srcset: '/a.jpg 600w', sizes: '50vw' },
  ...more,
});
const list = (more: Partial<RelatedList> = {}): RelatedList => ({
  items: [item(0), item(1)],
  show_thumbnails: true,
  show_date: true,
  show_context: true,
  layout: 'grid',
  ...more,
});
const render = (shown: RelatedList | undefined, more: Partial<SiteRelatedData> = {}) =>
  renderToStaticMarkup(
    <View
      settings={block.settings.parse({})}
      data={{ list: shown, excludeIds: [], config: { headline: 'Related', heading: 'h4' }, ...more }}
      blockId="tdi_1"
    />,
  );

test('[REL-22] the visual view: a picture, or a link over the whole item, then title and excerpt', () => {
  const html = render(
    list({ items: [item(0), item(1, { img: { src: '', width: 0, height: 0, alt_text: '' } })] }),
  );
  const [, first = '', second = ''] = html.split('class="jp-relatedposts-post ');
  expect(first).toMatch(
    /^jp-relatedposts-post0 jp-relatedposts-post-thumbs".*<img [^>]*alt="A river".*<h4.*jp-relatedposts-post-excerpt/,
  );
  expect(second).toMatch(
    /^jp-relatedposts-post1 jp-relatedposts-post-nothumbs".*jp-relatedposts-post-aoverlay.*<h4.*jp-relatedposts-post-excerpt/,
  );
  expect(second).not.toContain('<img');
});

test('a placeholder has the colour of its section, also a custom one', () => {
  const none = { src: '', width: 0, height: 0, alt_text: '' };
  const own = item(1, { img: none, ground: { className: 'accent-1', style: { '--accent': '#a02' } } });
  const items = [item(0, { img: none, ground: { className: 'accent-3' } }), own];
  const html = render(list({ items }));
  expect(html).toContain('jp-relatedposts-post-nothumbs accent-3"');
  expect(html).toContain('jp-relatedposts-post-nothumbs accent-1" style="--accent:#a02"');
  expect(render(list({ items, show_thumbnails: false }))).not.toContain('accent');
});

test('[REL-18] the picture has the item’s attributes', () => {
  expect(render(list())).toContain(
    'src="/a.jpg" srcSet="/a.jpg 600w" sizes="50vw" width="600" height="400" alt="A river"',
  );
});

test('[REL-23] the minimal view: titles only', () => {
  const html = render(list({ show_thumbnails: false }));
  expect(html).toContain('jp-relatedposts-items-minimal');
  expect(html).not.toMatch(/<img|excerpt/);
  expect(html).toContain('>Title 0</a></h4>');
});

test.each([true, false])('[REL-24] [REL-25] shows date and context only if set (pictures: %s)', (visual) => {
  const both = render(list({ show_thumbnails: visual }));
  const neither = render(list({ show_thumbnails: visual, show_date: false, show_context: false }));
  expect([both.includes('May 1, 2026'), both.includes('Rivers')]).toEqual([true, true]);
  expect([neither.includes('May 1, 2026'), neither.includes('Rivers')]).toEqual([false, false]);
});

test('[REL-24] a date with a known time is written as in all other lists', () => {
  const html = render(list({ items: [item(0, { publishedAt: Date.UTC(2026, 8, 1, 8) }), item(1)] }));
  expect(html).toContain(
    '<p class="jp-relatedposts-post-date"><time dateTime="2026-09-01T08:00:00.000Z">Sep 1, 2026</time></p>',
  );
  expect(html).toContain('<p class="jp-relatedposts-post-date">May 1, 2026</p>');
});

test('[REL-11] [REL-13] puts rel and classes on the right elements', () => {
  const html = render(list({ items: [item(0, { rel: 'nofollow', classes: ['x-a', 'x-b'] }), item(1)] }));
  expect(html.match(/rel="nofollow"/g)).toHaveLength(2);
  expect(html).toContain('jp-relatedposts-post-thumbs x-a x-b"');
  expect(html.split('jp-relatedposts-post1')[1]).not.toContain('rel=');
});

test('[REL-17] no title, excerpt or wording becomes HTML', () => {
  const html = render(
    list({
      items: [
        item(0, { title: hostileTitle, excerpt: '<b>Hi</b> you<script>x</script>', context: hostileTitle }),
      ],
    }),
    { config: { headline: hostileTitle, heading: 'h3' } },
  );
  expect(html).toContain('>Hi you</p>');
  expect(html).not.toMatch(/<b>|<script|<img src=x/);
  expect(html).toContain('<h3 class="jp-relatedposts-post-title">');
});

test('[REL-21] an empty list, and one that has not loaded, leave a hidden container without a heading', () => {
  for (const shown of [list({ items: [] }), undefined]) {
    expect(render(shown, { excludeIds: [5, 9] })).toMatch(
      /^<div id="jp-relatedposts" class="jp-relatedposts" hidden="" data-exclude="5,9"[^>]*><\/div>$/,
    );
  }
});

test.each([
  ['Related', 'h4', '2 3'],
  ['Related', 'h3', '2 3'],
  ['Related', 'h2', '2 2'],
  ['', 'h6', '2'],
  ['', 'h2', '2'],
])('the outline skips no heading level: headline "%s", titles %s', (headline, heading, levels) => {
  const html = render(list({ items: [item(0)] }), { config: { headline, heading } });
  expect(
    [...html.matchAll(/<h(\d) class="[^"]+"(?: aria-level="(\d)")?>/g)]
      .map(([, element, level]) => level ?? element)
      .join(' '),
  ).toBe(levels);
});
