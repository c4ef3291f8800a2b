import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { compileDocument } from '../src/blocks/document/compile-document.ts';
import { hasBlocks, parseMarkup } from '../src/lib/markup/block-markup.ts';
import type { ParsedBlock } from '../src/lib/markup/block-markup.ts';
import { demoFileKind, portraitName } from '../src/cli/demo-pictures.ts';
import { contentToText } from '../src/lib/content-text.ts';
import { discussions } from './comments.ts';
import type { DemoComment } from './comments.ts';
import { articles, fillIn, pages } from './documents.ts';
import { authors, categories, tags } from './magazine.ts';
import { menus } from './menus.ts';

const allPictures = articles.flatMap(({ pictures }) => pictures);
const allVideos = articles.flatMap(({ videos }) => videos);
const places = new Map(
  [...allPictures, ...allVideos].map(({ name }, index) => [
    name,
    { id: index + 1, src: `/wp-content/uploads/2026/11/${name}` },
  ]),
);
const filled = (markup: string) => fillIn(markup, places);
const wordsOf = (markup: string) => contentToText(filled(markup)).split(/\s+/).filter(Boolean).length;

const coreBlocks = [
  'paragraph',
  'heading',
  'list',
  'list-item',
  'quote',
  'pullquote',
  'image',
  'gallery',
  'table',
  'code',
  'columns',
  'column',
  'embed',
  'shortcode',
  'video',
  'verse',
  'separator',
  'media-text',
  'details',
];

function blocksOf(markup: string): ParsedBlock[] {
  const all: ParsedBlock[] = [];
  const visit = (blocks: readonly (string | ParsedBlock)[]) => {
    for (const block of blocks) {
      if (typeof block === 'string') continue;
      if (block.name !== '') all.push(block);
      visit(block.parts);
    }
  };
  visit(parseMarkup(filled(markup), (problem) => expect.fail(problem)));
  return all;
}

describe.each(articles.map((article) => [article.slug, article] as const))('%s', (_, article) => {
  test('is well-formed block markup from its first character to its last', () => {
    const problems: string[] = [];
    const markup = filled(article.markup);
    compileDocument(markup, {
      isRendered: (name) => name === 'broadsheet/copy-code',
      onProblem: (problem) => problems.push(problem),
    });
    expect(problems).toEqual([]);
    const loose = parseMarkup(markup, () => {}).filter(
      ({ name, parts }) => name === '' && parts.join('').trim() !== '',
    );
    expect(loose.length).toBe(hasBlocks(markup) ? 0 : 1); // one that was written before there were blocks
    expect(markup).not.toContain('{{');
  });

  test('is a whole article', () => {
    expect(wordsOf(article.markup)).toBeGreaterThan(450);
    expect(article.excerpt.length).toBeGreaterThan(60);
    expect(article.markup).not.toMatch(/lorem|ipsum|in conclusion|TODO/i);
    for (const author of [article.author, ...article.coAuthors])
      expect(authors.map(({ slug }) => slug)).toContain(author);
    for (const slug of article.categories)
      expect(categories.map((category) => category.slug)).toContain(slug);
    for (const slug of article.tags) expect(tags.map((tag) => tag.slug)).toContain(slug);
    expect(article.tags.length).toBeGreaterThan(0);
  });

  test('shows every picture and film that it has', () => {
    const [, ...others] = article.pictures;
    const shown = `${article.markup} ${article.featuredVideo}`;
    for (const { name } of [...others, ...article.videos])
      expect(shown).toMatch(new RegExp(`\\{\\{(?:src|id) ${name}\\}\\}`));
  });
});

describe('the magazine', () => {
  test('holds everything that a page has to cope with', () => {
    const blocks = [...articles, ...pages].flatMap(({ markup }) => blocksOf(markup));
    const names = new Set(blocks.map(({ name }) => name));
    // All of these are used, and a name that is not here is mistyped.
    expect([...names].toSorted()).toEqual(
      [...coreBlocks.map((name) => `core/${name}`), 'broadsheet/copy-code'].toSorted(),
    );
    const gallery = blocks.find(({ name }) => name === 'core/gallery');
    expect(gallery?.parts.filter((part) => typeof part !== 'string').length).toBeGreaterThanOrEqual(4);
    expect(
      new Set(
        blocks
          .filter(({ name }) => name === 'core/embed')
          .map(({ attributes }) => attributes.providerNameSlug),
      ),
    ).toEqual(new Set(['vimeo', 'youtube']));
    expect(
      new Set(blocks.filter(({ name }) => name === 'core/image').map(({ attributes }) => attributes.align)),
    ).toEqual(new Set([undefined, 'wide', 'full']));
    expect(articles.some(({ markup }) => /\[gallery [^\]]*ids="\{\{id /.test(markup))).toBe(true);
    expect(Math.max(...articles.map(({ markup }) => wordsOf(markup)))).toBeGreaterThan(1500);
    expect(new Set(articles.map(({ format }) => format)).size).toBeGreaterThanOrEqual(4);
    expect(articles.length).toBeGreaterThanOrEqual(60);
    expect(articles.filter(({ template }) => template === 'full-screen').length).toBeGreaterThan(0);
    expect(new Set(articles.flatMap(({ smartList }) => (smartList ? [smartList.order] : [])))).toEqual(
      new Set(['asc', 'desc']),
    );
    expect(articles.filter(({ markup }) => !hasBlocks(markup))).toHaveLength(1);
    expect(articles.some(({ featuredVideo }) => featuredVideo.startsWith('https://'))).toBe(true);
    expect(articles.some(({ featuredVideo }) => featuredVideo.startsWith('{{src '))).toBe(true);
    expect(articles.some(({ coAuthors }) => coAuthors.length > 1)).toBe(true);
    expect(
      blocks.some(({ name, parts }) => name === 'core/image' && parts.join('').includes('<figcaption')),
    ).toBe(true);
    expect(authors).toHaveLength(6);
    const top = categories.filter(({ parent }) => parent === undefined);
    expect(top).toHaveLength(7);
    expect(
      top.filter(({ slug }) => categories.some(({ parent }) => parent === slug)).length,
    ).toBeGreaterThanOrEqual(4);
    expect(pages.length).toBeGreaterThanOrEqual(4);
  });

  test('every category, author and tag has an article', () => {
    for (const { slug } of categories.filter(
      (category) => !categories.some(({ parent }) => parent === category.slug),
    )) {
      expect(articles.some((article) => article.categories.includes(slug))).toBe(true);
    }
    for (const { slug } of authors) expect(articles.some(({ author }) => author === slug)).toBe(true);
    for (const { slug } of tags)
      expect(
        articles.some((article) => article.tags.includes(slug)),
        slug,
      ).toBe(true);
  });

  test('slugs are given once, and every link inside leads somewhere', () => {
    const slugs = [...articles, ...pages].map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
    const paths = new Set([
      ...articles.map(({ slug }) => `/${slug}/`),
      ...pages.map(({ slug, parent }) => (parent === undefined ? `/${slug}/` : `/${parent}/${slug}/`)),
    ]);
    const chain = (slug: string): string => {
      const parent = categories.find((category) => category.slug === slug)?.parent;
      return `${parent === undefined ? '' : `${chain(parent)}/`}${slug}`;
    };
    for (const { slug } of categories) paths.add(`/category/${chain(slug)}/`);
    for (const { markup } of [...articles, ...pages])
      for (const [, path] of markup.matchAll(/href="(\/[^"]*)"/g)) expect(paths).toContain(path);
    for (const item of menus.flatMap(({ items }) => items)) {
      if ('category' in item) expect(categories.map(({ slug }) => slug)).toContain(item.category);
      if ('page' in item) expect(pages.map(({ slug }) => slug)).toContain(item.page);
    }
  });

  test('comments answer what was there, on articles that were out', () => {
    const walk = (comments: readonly DemoComment[], before: number, depth: number): number[] =>
      comments.flatMap(({ after, text, replies = [] }) => {
        expect(after, text).toBeGreaterThan(before);
        return [depth, ...walk(replies, after, depth + 1)];
      });
    const depths = Object.entries(discussions).map(([slug, comments]) => {
      const age =
        articles.find((article) => article.slug === slug)?.hours ??
        expect.fail(`There is no article "${slug}".`);
      expect(comments.map(({ after }) => after)).toEqual(
        comments.map(({ after }) => after).toSorted((one, other) => one - other),
      );
      for (const [, minutes] of JSON.stringify(comments).matchAll(/"after":(\d+)/g))
        expect(Number(minutes) / 60, slug).toBeLessThan(age);
      return walk(comments, 0, 1);
    });
    expect(depths.length).toBeGreaterThanOrEqual(12);
    expect(depths.flat().length).toBeGreaterThanOrEqual(60);
    const longest = depths.find((each) => each.length >= 30) ?? expect.fail('No discussion is long.');
    expect(Math.max(...longest)).toBe(5);
  });
});

describe('pictures', () => {
  const folder = new URL('./pictures/', import.meta.url);
  const files = readdirSync(folder);
  const bytesOf = (file: string) => readFileSync(new URL(file, folder));

  test('there is a file of every picture, film and portrait, and no other', () => {
    expect(files.toSorted()).toEqual(
      [
        ...allPictures.map(({ name }) => `${name}.webp`),
        ...allVideos.map(({ name }) => `${name}.webm`),
        ...authors.map(({ slug }) => `${portraitName(slug)}.webp`),
      ].toSorted(),
    );
  });

  test('each differs from the others and has its type and size; all have at most 8 MB together', async () => {
    const pictures = files.filter((name) => name.endsWith('.webp'));
    for (const file of pictures) {
      const { format, width, height } = await sharp(bytesOf(file)).metadata();
      expect({ mimeType: `image/${format}`, width, height }, file).toEqual(demoFileKind(file));
    }
    const bytes = pictures.map(bytesOf);
    expect(bytes.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(8e6);
    expect(new Set(bytes.map((each) => each.toString('latin1'))).size).toBe(pictures.length);
  });

  test('a focal point lies well inside', () => {
    for (const { name, focus } of allPictures)
      for (const value of focus) {
        expect(value, name).toBeGreaterThan(100);
        expect(value, name).toBeLessThan(900);
      }
  });
});
