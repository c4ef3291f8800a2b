import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { postCard } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import type { VideoBandData } from './loader.server.ts';
import { View } from './view.tsx';

const render = (count: number, plays: VideoBandData['plays'] = new Map()) =>
  renderToStaticMarkup(
    <View
      settings={block.settings.parse({})}
      data={{
        cards: [
          postCard({ format: 'video' }),
          ...Array.from({ length: count - 1 }, (_, n) => postCard({ id: n + 2, format: 'video' })),
        ],
        plays,
      }}
      blockId="a"
    />,
  );

test('shows one large video next to the others, each marked visually and for screen readers', () => {
  const html = render(4);
  expect(html.match(/card-lead/g)).toHaveLength(1);
  expect(html.match(/card card-list/g)).toHaveLength(3);
  expect(html.match(/class="video-mark"/g)).toHaveLength(4);
  expect(html.match(/Video: <\/span>/g)).toHaveLength(4);
  expect(render(1)).not.toContain('<ul>');
});

test('two or three videos are side by side, and a single one has a full-width picture if that is large enough', () => {
  for (const count of [2, 3]) {
    expect(render(count)).toContain(`video-band-row-${count}`);
    expect(render(count).match(/card card-grid/g)).toHaveLength(count);
  }
  const { picture } = postCard();
  const alone = (width: number) =>
    renderToStaticMarkup(
      <View
        settings={block.settings.parse({})}
        blockId="a"
        data={{
          cards: [postCard({ format: 'video', picture: picture && { ...picture, width } })],
          plays: new Map(),
        }}
      />,
    );
  expect(alone(1600)).toContain('video-band-wide');
  expect(alone(480)).not.toContain('video-band-wide');
});

test('a picture whose video plays in a popup is a separate control, and others only repeat the headline', () => {
  const html = render(2, new Map([[2, { url: 'https://vimeo.com/22439234', label: 'Play: A' }]]));
  expect(html.match(/<a class="card-picture"[^>]*>/g)).toEqual([
    '<a class="card-picture" href="/post-1/" tabindex="-1" aria-hidden="true">',
    '<a class="card-picture" href="/post-2/" data-mfp-src="https://vimeo.com/22439234" aria-label="Play: A">',
  ]);
});

test('videos without pictures are text side by side, and one among videos with pictures has a placeholder', () => {
  const bare = (id: number) => postCard({ id, format: 'video', picture: undefined });
  const draw = (cards: VideoBandData['cards']) =>
    renderToStaticMarkup(
      <View settings={block.settings.parse({})} data={{ cards, plays: new Map() }} blockId="a" />,
    );
  expect(draw([bare(1), bare(2), bare(3)])).toContain('video-band-words-3');
  expect(draw([bare(1), bare(2), bare(3)])).not.toContain('card-picture');
  expect(draw([postCard({ format: 'video' }), postCard({ id: 2 }), bare(3)]).match(/"plate"/g)).toHaveLength(
    1,
  );
});
