import { describe, expect, test } from 'vitest';
import { compileDocument } from '../src/blocks/document/compile-document.ts';
import { parseMarkup } from '../src/blocks/document/parse-markup.ts';
import type { ParsedBlock } from '../src/blocks/document/parse-markup.ts';
import { contentToText } from '../src/lib/plain-text.ts';
import { comments } from './comments.ts';
import { articles, fillIn, pages } from './documents.ts';
import { authors, categories, tags } from './magazine.ts';
import { menus } from './menus.ts';
import { drawPicture, generators } from './pictures/draw-picture.ts';
import { paletteNames } from './pictures/palette.ts';
import { drawPortrait } from './pictures/portrait.ts';

const allPictures = articles.flatMap(({ pictures }) => pictures);
const allVideos = articles.flatMap(({ videos }) => videos);
const places = new Map([...allPictures, ...allVideos].map(({ name }, index) => [name, { id: index + 1, src: `/wp-content/uploads/2026/11/${name}` }]));
const filled = (markup: string) => fillIn(markup, places);
const wordsOf = (markup: string) => contentToText(filled(markup)).split(/\s+/).filter(Boolean).length;

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
    compileDocument(markup, { isKnown: (name) => name === 'broadsheet/copy-code', onProblem: (problem) => problems.push(problem) });
    expect(problems).toEqual([]);
    const loose = parseMarkup(markup, () => {}).filter(({ name, parts }) => name === '' && parts.join('').trim() !== '');
    expect(loose).toEqual([]);
    expect(markup).not.toContain('{{');
  });

  test('is a whole article', () => {
    expect(wordsOf(article.markup)).toBeGreaterThan(450);
    expect(article.excerpt.length).toBeGreaterThan(60);
    expect(article.markup).not.toMatch(/lorem|ipsum|in conclusion|TODO/i);
    for (const author of [article.author, ...article.coAuthors]) expect(authors.map(({ slug }) => slug)).toContain(author);
    for (const slug of article.categories) expect(categories.map((category) => category.slug)).toContain(slug);
    for (const slug of article.tags) expect(tags.map((tag) => tag.slug)).toContain(slug);
    expect(article.tags.length).toBeGreaterThan(0);
  });

  test('has pictures that can be drawn, each with its own name', () => {
    for (const { name, generator, palette } of article.pictures) {
      expect(Object.keys(generators)).toContain(generator);
      if (palette !== undefined) expect(paletteNames).toContain(palette);
      expect(allPictures.filter((other) => other.name === name)).toHaveLength(1);
    }
  });
});

describe('the magazine', () => {
  test('holds everything that a page has to cope with', () => {
    const blocks = articles.flatMap(({ markup }) => blocksOf(markup));
    const names = new Set(blocks.map(({ name }) => name));
    for (const name of ['paragraph', 'heading', 'list', 'quote', 'pullquote', 'image', 'gallery', 'table', 'code', 'columns', 'embed', 'shortcode']) expect(names).toContain(`core/${name}`);
    expect(names).toContain('broadsheet/copy-code');
    const gallery = blocks.find(({ name }) => name === 'core/gallery');
    expect(gallery?.parts.filter((part) => typeof part !== 'string').length).toBeGreaterThanOrEqual(4);
    expect(blocks.filter(({ name }) => name === 'core/embed').map(({ attributes }) => attributes.providerNameSlug).toSorted()).toEqual(['vimeo', 'youtube']);
    expect(new Set(blocks.filter(({ name }) => name === 'core/image').map(({ attributes }) => attributes.align))).toEqual(new Set([undefined, 'wide', 'full']));
    expect(articles.some(({ markup }) => /\[gallery [^\]]*ids="\{\{id /.test(markup))).toBe(true);
    expect(Math.max(...articles.map(({ markup }) => wordsOf(markup)))).toBeGreaterThan(1500);
    expect(new Set(articles.map(({ format }) => format)).size).toBeGreaterThanOrEqual(4);
    expect(articles).toHaveLength(14);
  });

  test('every category, author and tag has an article', () => {
    for (const { slug } of categories.filter((category) => !categories.some(({ parent }) => parent === category.slug))) expect(articles.some((article) => article.categories.includes(slug))).toBe(true);
    for (const { slug } of authors) expect(articles.some(({ author }) => author === slug)).toBe(true);
    for (const { slug } of tags) expect(articles.some((article) => article.tags.includes(slug)), slug).toBe(true);
  });

  test('slugs are given once, and every link inside leads somewhere', () => {
    const slugs = [...articles, ...pages].map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
    const paths = new Set([...articles.map(({ slug }) => `/${slug}/`), ...pages.map(({ slug, parent }) => (parent === undefined ? `/${slug}/` : `/${parent}/${slug}/`))]);
    const chain = (slug: string): string => {
      const parent = categories.find((category) => category.slug === slug)?.parent;
      return `${parent === undefined ? '' : `${chain(parent)}/`}${slug}`;
    };
    for (const { slug } of categories) paths.add(`/category/${chain(slug)}/`);
    for (const { markup } of [...articles, ...pages]) for (const [, path] of markup.matchAll(/href="(\/[^"]*)"/g)) expect(paths).toContain(path);
    for (const item of menus.flatMap(({ items }) => items)) {
      if ('category' in item) expect(categories.map(({ slug }) => slug)).toContain(item.category);
      if ('page' in item) expect(pages.map(({ slug }) => slug)).toContain(item.page);
    }
  });

  test('comments answer comments before them, on the same article', () => {
    expect(new Set(comments.map(({ article }) => article)).size).toBe(2);
    for (const [place, { answers, article, after }] of comments.entries()) {
      if (answers === undefined) continue;
      expect(answers).toBeLessThan(place);
      expect(comments[answers]?.article).toBe(article);
      expect(comments[answers]?.after).toBeLessThan(after);
    }
    const newest = articles.find(({ slug }) => slug === 'the-last-cable-to-sorvik');
    for (const { article, after } of comments) if (article === newest?.slug) expect(after / 60).toBeLessThan(newest.hours);
  });
});

describe('pictures', () => {
  test('the same name gives the same picture, another name another', () => {
    for (const generator of Object.keys(generators)) {
      const draw = (seed: string) => drawPicture({ generator, seed, category: 'science' }).svg;
      expect(draw('one')).toBe(draw('one'));
      expect(draw('one')).not.toBe(draw('two'));
    }
  });

  test('hold no text, and a focal point inside', () => {
    for (const { name, generator } of allPictures) {
      const { svg, focalX, focalY } = drawPicture({ generator, seed: name, category: 'culture' });
      expect(svg).not.toMatch(/<text|NaN|undefined|Infinity/);
      for (const value of [focalX, focalY]) expect(value).toBeGreaterThan(100);
      for (const value of [focalX, focalY]) expect(value).toBeLessThan(900);
    }
  });

  test('every author has a face of their own', () => {
    expect(new Set(authors.map(({ portrait }) => drawPortrait(portrait))).size).toBe(authors.length);
  });
});
