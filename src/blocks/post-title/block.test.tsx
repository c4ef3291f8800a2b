import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

const data = {
  title: hostileTitle,
  isProtected: false,
  publishedAt: Date.UTC(2026, 10, 20),
  category: { id: 3, name: 'Science', url: '/category/science/', accent: 7 },
  standfirst: 'In short',
};

test('shows category, headline and standfirst as text', () => {
  const html = renderToStaticMarkup(<View settings={block.settings.parse({})} data={data} blockId="a" />);
  expect(html).toContain('<h1 class="post-title">&lt;img');
  expect(html).toContain('href="/category/science/"');
  expect(html).toContain('<p class="post-standfirst">In short</p>');
});

test('an article without a title is named by its date, and a protected one is marked', () => {
  expect(
    renderToStaticMarkup(
      <View settings={block.settings.parse({})} data={{ ...data, title: '' }} blockId="a" />,
    ),
  ).toContain('>November 20, 2026</time></h1>');
  expect(
    renderToStaticMarkup(
      <View
        settings={block.settings.parse({})}
        data={{ ...data, title: 'Secret', isProtected: true }}
        blockId="a"
      />,
    ),
  ).toContain('>Protected: Secret</h1>');
});

test('a headline keeps its formatting', () => {
  const formatted = { ...data, title: 'Two words', titleHtml: 'Two <em>words</em>' };
  const html = renderToStaticMarkup(
    <View settings={block.settings.parse({})} data={formatted} blockId="a" />,
  );
  expect(html).toContain('><span>Two <em>words</em></span></h1>');
});

test('a headline longer than three lines is smaller', () => {
  const titled = (title: string) =>
    renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ ...data, title }} blockId="a" />);
  expect(titled('Word '.repeat(30))).toContain('post-title-long');
  expect(titled('Word '.repeat(10))).not.toContain('post-title-long');
});
