import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { postCard } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

const render = (count: number) => renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ cards: Array.from({ length: count }, (_, n) => postCard({ id: n + 1, format: 'video' })) }} blockId="a" />);

test('one large video and the others beside it, each marked for eyes and ears', () => {
  const html = render(4);
  expect(html.match(/card-lead/g)).toHaveLength(1);
  expect(html.match(/card card-list/g)).toHaveLength(3);
  expect(html.match(/class="video-mark"/g)).toHaveLength(4);
  expect(html.match(/Video: <\/span>/g)).toHaveLength(4);
  expect(render(1)).not.toContain('<ul>');
  expect(render(0)).toBe('');
});
