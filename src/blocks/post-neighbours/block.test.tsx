import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle, postCard } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

const labels = { previous: 'Previous', next: 'Next' };

test('links to the previous and the next post', () => {
  const html = renderToStaticMarkup(
    <View
      settings={block.settings.parse({})}
      data={{ previous: postCard({ id: 1, title: hostileTitle }), next: postCard({ id: 2 }), labels }}
      blockId="a"
    />,
  );
  expect(html).toMatch(/href="\/post-1\/" rel="prev".*&lt;img.*href="\/post-2\/" rel="next"/);
});
