import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle, postCard } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import type { LeadData } from './loader.server.ts';
import { View } from './view.tsx';

const { picture } = postCard();
const show = (data: Partial<LeadData>) => renderToStaticMarkup(
  <View settings={block.settings.parse({})} data={{ picture, caption: '', credit: '', video: undefined, ...data }} blockId="a" />,
);

test('the lead picture is loaded first and has its caption and credit', () => {
  const html = show({ caption: hostileTitle, credit: 'Photograph: Ned Ash' });
  expect(html).toContain('fetchPriority="high"');
  expect(html).toContain('srcSet="/media/a-600.webp 600w');
  expect(html).toContain('alt="A ship"');
  expect(html).toContain('<figcaption>&lt;img');
  expect(html).toContain('<span class="credit">Photograph: Ned Ash</span>');
  expect(show({})).not.toContain('figcaption');
});

test('a video of a platform is a still that leads there; so is a file, with a picture or without: nothing of it is fetched before it is played', () => {
  const still = show({ video: { url: 'https://www.youtube.com/watch?v=abcdefghijk', player: 'youtube', label: 'Watch on YouTube' } });
  expect(still).toContain('<a class="lead-video" href="https://www.youtube.com/watch?v=abcdefghijk" data-video="youtube"');
  expect(still).toContain('/media/a-600.webp');
  expect(still).toContain('Watch on YouTube');
  expect(still).not.toMatch(/<iframe|src="https:/);
  const file = { video: { url: '/wp-content/uploads/a.mp4', player: 'file' as const, label: 'Watch the video' } };
  expect(show(file)).toContain('<a class="lead-video" href="/wp-content/uploads/a.mp4" data-video="file" rel="noopener">');
  expect(show(file)).not.toContain('<video');
  expect(show({ ...file, picture: undefined })).toMatch(/^<figure[^>]*><a class="lead-video" href="\/wp-content\/uploads\/a\.mp4" data-video="file"/);
});
