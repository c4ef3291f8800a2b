import { expect, test } from 'vitest';
import { FormerSites } from '../../lib/former-sites.ts';
import { viewTexts } from '../../lib/view-texts.ts';
import type { ContentEnv, ContentPicture } from './content-env.ts';
import { renderPostContent } from './content-pipeline.ts';

const picture = (id: number): ContentPicture => ({
  id,
  src: `/media/${id}-640.webp`,
  srcset: `/media/${id}-320.webp 320w, /media/${id}-1600.webp 1600w`,
  width: 1600,
  height: 1200,
  alt: `Alt ${id}`,
  color: '',
  focalX: 500,
  focalY: 500,
});

async function render(content: string, env: Partial<ContentEnv> = {}): Promise<string> {
  const { nodes } = await renderPostContent(
    { id: 12, content },
    {
      siteUrl: 'https://new.test',
      former: new FormerSites([]),
      words: viewTexts,
      isRendered: () => false,
      picturesByUrl: async () => new Map(),
      pictures: async (ids) => new Map(ids.map((id) => [id, picture(id)])),
      onProblem: (problem) => expect.unreachable(problem),
      ...env,
    },
  );
  return nodes.join('');
}

test('backgrounds are requested in the size that fills a window, whatever the original is', async () => {
  const shown = async (more: Partial<ContentPicture>) =>
    /url\((.*?)\)/.exec(
      await render('<div style="background-image:url(a.jpg)"></div>', {
        picturesByUrl: async (urls) =>
          new Map(urls.map((url) => [url, { ...picture(3), fullUrl: '/a.jpg', ...more }])),
      }),
    )?.[1];
  expect(await shown({})).toBe('/media/3-1600.webp');
  expect(await shown({ srcset: '/3-2560.webp 2560w, /3-768.webp 768w, /3-2048.webp 2048w' })).toBe(
    '/3-2048.webp',
  );
  expect(await shown({ srcset: '' })).toBe('/a.jpg');
});

test('[LAZY-07] cover pictures are as wide as the cover, or as its height needs, and open no lightbox', async () => {
  const image =
    '<img src="x.jpg" alt="" class="wp-block-cover__image-background wp-image-7" data-object-fit="cover">';
  const cover = (align: string, inside = '') =>
    render(
      `<div class="wp-block-cover${align}">${image}<div class="wp-block-cover__inner-container">${inside}</div></div>`,
    );
  const sizesIn = (html: string) =>
    [...html.replace(/<noscript>.*?<\/noscript>/gs, '').matchAll(/ sizes="([^"]*)"/g)].map(
      ([, sizes]) => sizes,
    );
  const narrow = '(max-width: 1023px) max(100vw, 574px), (max-width: 1303px) max(100vw - 420px, 574px), ';
  expect(sizesIn(await cover(''))).toEqual([
    `(min-width: 2240px) 1540px, (min-width: 1680px) 1180px, ${narrow}860px`,
  ]);
  expect(sizesIn(await cover(' alignfull'))).toEqual([
    `(min-width: 2240px) 1920px, (min-width: 1680px) 1560px, ${narrow}1240px`,
  ]);
  expect(sizesIn(await cover(' alignleft'))).toEqual(['574px']);
  const nested = await cover(
    '',
    '<figure class="wp-block-image"><img src="y.jpg" class="wp-image-8"></figure>',
  );
  expect(sizesIn(nested)[1]).toBe('(max-width: 608px) 100vw, 608px');
  expect(
    [...nested.replace(/<noscript>.*?<\/noscript>/gs, '').matchAll(/<img [^>]*data-lightbox-src[^>]*>/g)].map(
      ([tag]) => /wp-image-\d/.exec(tag)?.[0],
    ),
  ).toEqual(['wp-image-8']);
  expect(
    sizesIn(
      await render(
        '<figure class="wp-block-media-text__media"><img src="x.jpg" class="wp-image-7 size-full"></figure>',
      ),
    ),
  ).toEqual([
    '(min-width: 2240px) 770px, (min-width: 1680px) 590px, (max-width: 600px) 100vw, (max-width: 1023px) 50vw, ' +
      '(max-width: 1303px) calc(50vw - 210px), 430px',
  ]);
});
