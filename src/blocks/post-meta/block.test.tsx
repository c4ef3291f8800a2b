import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { block } from './block.ts';
import { View } from './view.tsx';

const data = {
  authors: [{ id: 3, name: 'Mira Holt', url: '/author/mira/' }],
  by: 'By',
  publishedAt: Date.UTC(2026, 10, 17),
  modifiedAt: Date.UTC(2026, 10, 20),
  readingTime: '4 min read',
  comments: '1 comment',
  updated: 'Updated',
};

test('shows author, dates, reading time and comments, each if set', () => {
  const html = renderToStaticMarkup(<View settings={block.settings.parse({})} data={data} blockId="a" />);
  expect(html).toContain('<a href="/author/mira/" rel="author">Mira Holt</a>');
  expect(html).toContain('<time dateTime="2026-11-17T00:00:00.000Z">November 17, 2026</time>');
  expect(html).toContain('Updated <time');
  expect(html).toContain('<a href="#comments">1 comment</a>');
  const bare = renderToStaticMarkup(
    <View
      settings={block.settings.parse({ show_author: false, show_date: false, show_comments: false })}
      data={data}
      blockId="a"
    />,
  );
  expect(bare).toBe('<div class="post-meta"><div><p class="byline"><span>4 min read</span></p></div></div>');
});

test('names all authors, the first ones with their avatars', () => {
  const authors = ['Ada', 'Ben', 'Cleo', 'Dina'].map((name, id) => ({
    id,
    name,
    url: `/author/${id}/`,
    portrait: `/portrait-${id}.webp`,
  }));
  const html = renderToStaticMarkup(
    <View settings={block.settings.parse({})} data={{ ...data, authors, by: 'Von' }} blockId="a" />,
  );
  expect(html.replace(/<\/?a[^>]*>/g, '')).toContain('Von Ada, Ben, Cleo and Dina</p>');
  expect(html.match(/portrait-\d/g)).toEqual(['portrait-0', 'portrait-1', 'portrait-2']);
});

test('shows counts and dates in the site’s language', () => {
  const html = renderToStaticMarkup(
    <View
      settings={block.settings.parse({})}
      data={{ ...data, comments: '12 Kommentare', updated: 'Geändert' }}
      blockId="a"
    />,
  );
  expect(html).toContain('Geändert <time');
  expect(html).toContain('<a href="#comments">12 Kommentare</a>');
  expect(
    renderToStaticMarkup(
      <View settings={block.settings.parse({})} data={{ ...data, comments: '' }} blockId="a" />,
    ),
  ).not.toContain('#comments');
});
