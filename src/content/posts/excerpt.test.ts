import { expect, test } from 'vitest';
import { excerptOf } from './excerpt.ts';

test('the own excerpt comes first, as plain text', () => {
  expect(excerptOf({ excerpt: '<p>Own &amp; short</p>' }, 'Content')).toBe('Own & short');
});

test('the text up to the more mark, without markup and shortcodes', () => {
  expect(excerptOf({ excerpt: '' }, '<!-- wp:paragraph {"a":1} --><p>One <b>two</b></p><!-- /wp:paragraph -->[gallery ids="1"]<!--more--><p>three</p>'))
    .toBe('One two');
});

test('at most 55 words, and nothing of what was cut off', () => {
  expect(excerptOf({ excerpt: '' }, 'word '.repeat(60)).split(' ')).toHaveLength(55);
  expect(excerptOf({ excerpt: '' }, '<p>a</p><!-- wp:image {"id":3')).toBe('a');
  expect(excerptOf({ excerpt: '' }, '<p>a</p><img src="x')).toBe('a');
});
