import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle, postCard } from '../../../test/harness/post-card.ts';
import { languageOf } from '../../lib/language.ts';
import { DateScope, plainDates } from '../../ui/language.ts';
import { block } from './block.ts';
import { leadShape } from './lead-shape.ts';
import type { LeadData } from './loader.server.ts';
import { LeadCaption, View } from './view.tsx';

const { picture } = postCard();
const show = (data: Partial<LeadData>) =>
  renderToStaticMarkup(
    <View
      settings={block.settings.parse({})}
      data={{ picture, caption: '', credit: '', video: undefined, ...data }}
      blockId="a"
    />,
  );

test('loads the lead picture first, with its caption and credit', () => {
  const html = show({ caption: hostileTitle, credit: 'Photograph: Ned Ash' });
  expect(html).toContain('fetchPriority="high"');
  expect(html).toContain('srcSet="/media/a-600.webp 600w');
  expect(html).toContain('alt="A ship"');
  expect(html).toContain('<figcaption>&lt;img');
  expect(html).toContain('<span class="credit">Photograph: Ned Ash</span>');
  expect(show({})).not.toContain('figcaption');
});

test('a caption in Latin script on a right-to-left site has its own direction', () => {
  const html = (caption: string) =>
    renderToStaticMarkup(
      <DateScope value={{ ...plainDates, language: languageOf('ar') }}>
        <LeadCaption data={{ caption, credit: 'Ned Ash' }} />
      </DateScope>,
    );
  expect(
    [html('The strait.'), html('المضيق.')].map((figure) => /^<figcaption( dir="ltr")?>/.exec(figure)?.[1]),
  ).toEqual([' dir="ltr"', undefined]);
});

test('a platform video is a poster that links to it, and so is a file, with or without a picture; neither loads before it is played', () => {
  const still = show({
    video: {
      url: 'https://www.youtube.com/watch?v=abcdefghijk',
      player: 'youtube',
      label: 'Watch on YouTube',
    },
  });
  expect(still).toContain(
    '<a class="lead-video" href="https://www.youtube.com/watch?v=abcdefghijk" data-video="youtube"',
  );
  expect(still).toContain('/media/a-600.webp');
  expect(still).toContain('Watch on YouTube');
  expect(still).not.toMatch(/<iframe|src="https:/);
  const file = {
    video: { url: '/wp-content/uploads/a.mp4', player: 'file' as const, label: 'Watch the video' },
  };
  expect(show(file)).toContain(
    '<a class="lead-video" href="/wp-content/uploads/a.mp4" data-video="file" rel="noopener">',
  );
  expect(show(file)).not.toContain('<video');
  expect(show({ ...file, picture: undefined })).toMatch(
    /^<figure[^>]*><a class="lead-video" href="\/wp-content\/uploads\/a\.mp4" data-video="file"/,
  );
});

test('a lead picture is never enlarged or cropped to a strip, and a portrait one has its own layout', () => {
  const shape = (width: number, height: number, ratio: 'natural' | '16x9' | '21x9' | '3x2' = '16x9') => {
    const { kind, ratio: shown, width: widest } = leadShape({ width, height }, ratio);
    return [kind, shown, widest];
  };
  expect(shape(1600, 1067)).toEqual(['column', '16x9', 1600]); // 16 % are cropped
  expect(shape(1600, 1200)).toEqual(['column', 'natural', 1600]);
  expect(shape(2400, 800)).toEqual(['column', 'natural', 2400]);
  expect(shape(1600, 1067, '21x9')).toEqual(['column', '21x9', 1600]); // chosen by a user
  expect(shape(1600, 1200, '21x9')).toEqual(['column', 'natural', 1600]);
  expect(shape(640, 427)).toEqual(['column', '16x9', 640]);
  expect(shape(300, 200)).toEqual(['small', 'natural', 300]);
  expect(shape(900, 1350)).toEqual(['upright', 'natural', 453]);
  expect(shape(1000, 1000, '3x2')).toEqual(['upright', 'natural', 608]);
  expect(shape(280, 420)).toEqual(['small', 'natural', 280]);
  expect(shape(0, 0)).toEqual(['column', '16x9', 0]);
  const html = show({ picture: { ...picture, width: 300, height: 200 } as NonNullable<typeof picture> });
  expect(html).toContain('<figure class="post-featured-image lead-small" style="--widest:300px">');
  expect(html).toContain('class="picture picture-natural"');
  expect(html).toContain('sizes="min(100vw,300px)"');
});
