import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle, postCard } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

test('the lead picture is loaded first and has its caption', () => {
  const { picture } = postCard();
  if (!picture) throw new Error('The card has no picture.');
  const html = renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ picture, caption: hostileTitle }} blockId="a" />);
  expect(html).toContain('fetchPriority="high"');
  expect(html).toContain('srcSet="/media/a-600.webp 600w');
  expect(html).toContain('alt="A ship"');
  expect(html).toContain('<figcaption>&lt;img');
  expect(renderToStaticMarkup(<View settings={block.settings.parse({})} data={undefined} blockId="a" />)).toBe('');
});
