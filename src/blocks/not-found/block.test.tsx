import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { postCard } from '../../../test/harness/post-card.ts';
import { readerTexts } from '../../languages/en.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

test('explains the error, and offers a search and the newest posts', () => {
  const sections = [{ id: 4, name: 'Science', url: '/category/science/' }];
  const html = renderToStaticMarkup(
    <View
      settings={block.settings.parse({})}
      data={{ texts: readerTexts, cards: [postCard()], sections }}
      blockId="a"
    />,
  );
  expect(html).toContain('<h1 class="not-found-title">Page not found</h1>');
  expect(html).toContain('role="search"');
  expect(html).toContain('href="/post-1/"');
  expect(html).toContain('<a href="/category/science/">Science</a>');
  const own = renderToStaticMarkup(
    <View
      settings={block.settings.parse({})}
      data={{
        texts: {
          search: 'Suchen',
          search_label: 'Diese Seiten durchsuchen',
          not_found_title: 'Nichts da',
          not_found_text: 'Hier ist nichts.',
          not_found_advice: 'Suchen Sie.',
          not_found_latest: 'Neu',
        },
        cards: [postCard()],
        sections: [],
      }}
      blockId="a"
    />,
  );
  for (const word of [
    '>Nichts da<',
    'Hier ist nichts. Suchen Sie.',
    '>Diese Seiten durchsuchen</label>',
    'placeholder="Diese Seiten durchsuchen"',
    '>Suchen</button>',
    '>Neu</h2>',
  ]) {
    expect(own).toContain(word);
  }
  expect(own).not.toMatch(/Search|Latest|Page not/);
  // Languages whose sentences end without a space have no space between them.
  const texts = {
    ...readerTexts,
    not_found_text: '記事はありません。',
    not_found_advice: '検索してください。',
  };
  const japanese = renderToStaticMarkup(
    <View settings={block.settings.parse({})} data={{ texts, cards: [], sections: [] }} blockId="a" />,
  );
  expect(japanese).toContain('>記事はありません。検索してください。</p>');
});
