import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { knownNetworks } from '../../modules/settings/definitions/services.ts';
import { readerTexts } from '../../languages/en.ts';
import { View } from './view.tsx';
import { shareItem } from './share-item.ts';

const shared = { url: 'https://example.test/tea/', title: 'Tea & "biscuits" at 5' };
const dataOf = (names: readonly (typeof knownNetworks)[number][]) => ({
  url: shared.url,
  items: names.map((name) => shareItem(name, shared, (text) => readerTexts[text])),
  title: shared.title,
  asks: undefined,
  words: { share: 'Teilen', showAll: 'Alle', copied: 'Kopiert', device: 'Gerät' },
});

test('every network has its own link with URL and title, and an accessible name', () => {
  const html = renderToStaticMarkup(<View settings={{}} data={dataOf(knownNetworks)} blockId="a" />);
  expect(html).toContain('aria-label="Share on WhatsApp"');
  for (const item of dataOf(knownNetworks).items.filter(({ href }) => href !== undefined)) {
    const { protocol, search } = new URL(item.href ?? '');
    expect([item.name, protocol]).toEqual([item.name, item.name === 'mail' ? 'mailto:' : 'https:']);
    expect(
      [...new URLSearchParams(search).values()].filter(
        (value) => value.includes(shared.url) || value === shared.title,
      ),
    ).toHaveLength(search.split('&').length);
  }
  expect(html.match(/target="_blank" rel="nofollow noopener"/g)).toHaveLength(knownNetworks.length - 3);
});

test('the WhatsApp message contains the article’s title and URL', () => {
  const [item] = dataOf(['whatsapp']).items;
  expect(new URL(item?.href ?? '').searchParams.get('text')).toBe(`${shared.title} ${shared.url}`);
});

test('a short bar has nothing to expand', () => {
  expect(
    renderToStaticMarkup(
      <View settings={{}} data={dataOf(['copy', 'mail', 'print', 'reddit', 'telegram'])} blockId="a" />,
    ),
  ).not.toMatch(/share-toggle|share-more/);
});
