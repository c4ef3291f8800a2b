import { expect, test } from 'vitest';
import { FormerSites } from '../../lib/former-sites.ts';
import { viewTexts } from '../../lib/view-texts.ts';
import type { ContentPicture } from './content-env.ts';
import { renderPostContent } from './content-pipeline.ts';

const picture: ContentPicture = {
  id: 1,
  src: '/media/1-640.webp',
  srcset: '',
  width: 1600,
  height: 1200,
  alt: '',
  color: '',
  focalX: 500,
  focalY: 500,
};

test.each([
  ['one gallery', `[gallery ids="${'1,'.repeat(100_000)}1"] Words.`],
  ['many galleries', `${'[gallery ids="1,1"] '.repeat(20_000)} Words.`],
  ['what was uploaded', `${'[gallery] '.repeat(20_000)} Words.`],
  ['a playlist', `[playlist ids="${'1,'.repeat(100_000)}1"] Words.`],
])(
  '%s with a hundred thousand files shows some thousands, keeps all text, and reports that once',
  async (_what, content) => {
    const problems: string[] = [];
    const { nodes } = await renderPostContent(
      { id: 12, content },
      {
        siteUrl: 'https://new.test',
        former: new FormerSites([]),
        isRendered: () => false,
        words: viewTexts,
        onProblem: (problem) => problems.push(problem),
        pictures: async () => new Map([[1, picture]]),
        picturesByUrl: async () => new Map(),
        attachedTo: async () => [1, 1, 1, 1, 1],
        media: async () => new Map([[1, { url: '/media/a.mp3', title: 'A', mimeType: 'audio/mpeg' }]]),
      },
    );
    const html = nodes.join('');
    expect(html.match(/<figure/g)?.length).toBe(5000);
    expect(html).toContain('Words.');
    expect(problems).toEqual([
      'Galleries and playlists of the text show more than 5000 files; the rest is left out.',
    ]);
  },
);
