import { expect, test } from 'vitest';
import { defaultSettings } from '../../../modules/settings/settings.ts';
import { numberedText } from '../../../modules/settings/definitions/translations.ts';
import { documentTitle } from './texts.ts';
import type { PageInfo } from '../../../blocks/load-context.ts';

test('writes page numbers in the digits of the site’s language, as pagers do', () => {
  const title = (site_language: string, pageNumber: number) =>
    documentTitle({ kind: 'category', title: 'Towns', pageNumber } as unknown as PageInfo, {
      ...defaultSettings,
      blogname: 'Paper',
      site_language,
    });
  expect([title('en-US', 12), title('ar-EG', 12), title('fa', 1)]).toEqual([
    'Towns – Page 12 – Paper',
    expect.stringContaining('١٢'),
    'Towns – Paper',
  ]);
  expect(numberedText({ ...defaultSettings, site_language: 'ar-EG' }, 'archive_week', 48, 2026)).toMatch(
    /٤٨.*٢٠٢٦/,
  );
});

test('titles the front page with the site’s name and tagline, whether it is a list or a page', () => {
  const title = (page: object) =>
    documentTitle(
      { kind: 'page', path: '/', title: 'Paper', pageNumber: 1, ...page } as unknown as PageInfo,
      {
        ...defaultSettings,
        blogname: 'Paper',
        blogdescription: 'All "of" it',
      },
    );
  const post = { details: { seoTitle: '' } };
  expect([
    title({ kind: 'home' }),
    title({ post }),
    title({ post: { details: { seoTitle: 'Written' } } }),
  ]).toEqual(['Paper – All “of” it', 'Paper – All “of” it', 'Written']);
  expect([
    title({ kind: 'home', pageNumber: 2 }),
    title({ post, discussion: { page: 2 } }),
    title({ kind: 'home', path: '/news/', title: 'News', post }),
  ]).toEqual(['Paper – Page 2', 'Paper – Comments page 2', 'News – Paper']);
});
