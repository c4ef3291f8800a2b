import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

test('lists the child pages', () => {
  const html = renderToStaticMarkup(
    <View
      settings={block.settings.parse({})}
      data={[
        { id: 1, title: hostileTitle, url: '/about/team/', excerpt: 'Who we are' },
        { id: 2, title: '', url: '/about/x/', excerpt: '' },
      ]}
      blockId="a"
    />,
  );
  expect(html).toMatch(
    /<li><a href="\/about\/team\/">&lt;img.*<p>Who we are<\/p><\/li><li><a href="\/about\/x\/">\/about\/x\/<\/a><\/li>/,
  );
});
