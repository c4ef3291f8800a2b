import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle, postCard } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import type { AttachmentData } from './loader.server.ts';
import { View } from './view.tsx';

const { picture } = postCard();
const bare: AttachmentData = {
  picture: undefined,
  sizes: [],
  file: undefined,
  poster: '',
  caption: '',
  parent: undefined,
  previous: undefined,
  next: undefined,
  labels: { previous: 'Previous', next: 'Next' },
};
const show = (data: AttachmentData) =>
  renderToStaticMarkup(<View settings={block.settings.parse({})} data={data} blockId="a" />);

test('shows the picture with its caption, sizes, article and neighbouring pictures', () => {
  if (!picture) throw new Error('The card has no picture.');
  const html = show({
    ...bare,
    picture,
    caption: hostileTitle,
    sizes: [{ url: '/media/a-600.webp', width: 600, height: 400 }],
    parent: { title: 'An article', url: '/a/' },
    next: { url: '/a/b/', picture },
  });
  expect(html).toContain('<figcaption>&lt;img');
  expect(html).toContain('<a href="/media/a-600.webp" dir="ltr">600 × 400</a>');
  expect(html).toContain('<a href="/a/">An article</a>');
  expect(html).toMatch(/<a class="attachment-next" href="\/a\/b\/" rel="next">.*<span>Next<\/span><\/a>/);
  expect(html).not.toContain('rel="prev"');
});

test('audio plays on request, and every file can be downloaded', () => {
  const html = show({
    ...bare,
    file: { url: 'https://old.example/a.mp3', title: 'A', mimeType: 'audio/mpeg' },
  });
  expect(html).toMatch(
    /<audio controls="" preload="none" src="https:\/\/old.example\/a.mp3".*download="">Download a.mp3<\/a>/,
  );
  expect(show({ ...bare, file: { url: '/a.pdf', title: 'A', mimeType: 'application/pdf' } })).not.toMatch(
    /<(?:audio|video)/,
  );
});
