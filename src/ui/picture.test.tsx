import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { postCard } from '../../test/harness/post-card.ts';
import { Card } from './card.tsx';
import { plateOf } from '../lib/cards.ts';
import { pictureFirst, picturesOf } from './picture.tsx';

const having = (id: number) => postCard({ id });
const lacking = (id: number) => postCard({ id, picture: undefined });

test('a row of mostly pictures has placeholders, and one of mostly text has text only', () => {
  expect(picturesOf([having(1), having(2)])).toBe('own');
  expect(picturesOf([having(1), lacking(2)])).toBe('plates');
  expect(picturesOf([having(1), lacking(2), lacking(3)])).toBe('none');
  expect(picturesOf([lacking(1)])).toBe('none');
  expect(picturesOf([])).toBe('own');
  expect(pictureFirst([lacking(1), having(2), having(3)]).map(({ id }) => id)).toEqual([2, 1, 3]);
  expect(pictureFirst([lacking(1), lacking(2)]).map(({ id }) => id)).toEqual([1, 2]);
});

test('a placeholder shows the first letter of the title in any script, with its marks, and nothing without a letter', () => {
  expect(['“élan”', '3,406 moves', 'İzmir', '港が開く', 'हिन्दी', '— …', ''].map(plateOf)).toEqual([
    'É',
    '3',
    'İ',
    '港',
    'हि',
    '',
    '',
  ]);
});

test('a card whose picture is unknown, or still on another site, reserves its space with a placeholder if its block wants that', () => {
  const html = (card: ReturnType<typeof postCard>, pictures?: 'own' | 'plates' | 'none') =>
    renderToStaticMarkup(<Card card={card} shape="grid" {...(pictures && { pictures })} eager />);
  const known = having(1);
  const { picture } = known;
  const remote = picture && postCard({ id: 2, picture: { ...picture, color: '' } });
  expect(html(lacking(3), 'plates')).toMatch(/card-picture.*<i class="plate">T<\/i>/);
  expect(html(lacking(3), 'plates')).not.toContain('card-bare');
  expect(html(lacking(3), 'own')).toContain('card-bare');
  expect(html(known, 'none')).toContain('card-bare');
  expect(html(known, 'none')).not.toContain('<img');
  // The lazy loader loads it, and knows whether that succeeded.
  expect(remote && html(remote, 'own')).toMatch(/<i class="plate">T<\/i><img class="lazy"/);
  expect(remote && html(remote)).not.toContain('plate"');
});
