import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { listData } from '../../../test/harness/list-data.ts';
import { hostileTitle, postCard } from '../../../test/harness/post-card.ts';
import { languageOf } from '../../lib/language.ts';
import { DateScope, plainDates } from '../../ui/language.ts';
import { findBlockByWireName } from '../registry.server.ts';
import { View } from './view.tsx';

const cards = [1, 2, 3].map((id) => postCard({ id, title: id === 1 ? hostileTitle : `Title ${id}` }));

test('every article is a slide of a keyboard-accessible row, with buttons and a counter', () => {
  const html = renderToStaticMarkup(
    <View data={listData({ custom_title: 'Seen' }, { cards })} blockId="a" />,
  );
  expect(html).toContain('<ul class="slides" tabindex="0" aria-label="Seen" data-slides="">');
  expect(html.match(/<li>/g)).toHaveLength(3);
  expect(html).toContain('<button type="button" data-slide-step="-1" aria-label="Previous">');
  expect(html).toContain('role="status">1 / 3<');
  const persian = renderToStaticMarkup(
    <DateScope value={{ ...plainDates, language: languageOf('fa') }}>
      <View data={listData({}, { cards })} blockId="a" />
    </DateScope>,
  );
  expect(persian).toContain('role="status">۱ / ۳<');
  expect(html).not.toContain('<img src=x');
  expect(findBlockByWireName('td_block_slide')?.block.definition.name).toBe('broadsheet/slide');
});

test('a single slide has no buttons', () => {
  const one = renderToStaticMarkup(<View data={listData({}, { cards: cards.slice(0, 1) })} blockId="a" />);
  expect(one).not.toContain('data-slide-step');
  expect(one).not.toContain('data-behaviour');
});
