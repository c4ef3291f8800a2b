import { expect, test } from 'vitest';
import { excerptOf } from './excerpt.ts';

test('the own excerpt comes first, as plain text', () => {
  expect(excerptOf({ excerpt: '<p>Own &amp; short</p>' }, 'Content')).toBe('Own & short');
});

test('the text up to the more mark, without markup and shortcodes', () => {
  expect(excerptOf({ excerpt: '' }, '<!-- wp:paragraph {"a":1} --><p>One <b>two</b></p><!-- /wp:paragraph -->[gallery ids="1"]<!--more--><p>three</p>'))
    .toBe('One two');
});

test('signs that are drawn and not read are no words', () => {
  const accordion = '<button><span class="wp-block-accordion-heading__toggle-title">Question</span>'
    + '<span class="wp-block-accordion-heading__toggle-icon" aria-hidden="true">+</span></button><p>Answer</p>';
  expect(excerptOf({ excerpt: '' }, accordion)).toBe('Question Answer');
  const kept = '<span class="x" aria-hidden="false">b</span> <span aria-hidden="true">a whole sentence stays</span>';
  expect(excerptOf({ excerpt: '' }, `<span aria-hidden=true>→</span>a${kept}`)).toBe('ab a whole sentence stays');
  expect(excerptOf({ excerpt: '' }, '<span aria-hidden="true" '.repeat(20_000))).toBe('');
});

test('at most 55 words, and nothing of what was cut off', () => {
  expect(excerptOf({ excerpt: '' }, 'word '.repeat(60)).split(' ')).toHaveLength(55);
  expect(excerptOf({ excerpt: '' }, '<p>a</p><!-- wp:image {"id":3')).toBe('a');
  expect(excerptOf({ excerpt: '' }, '<p>a</p><img src="x')).toBe('a');
});
