import { expect, test } from 'vitest';
import type { CompiledDocument, DocumentNode } from '../blocks/document/document.ts';
import { presetText, richText, textStyles } from './text-styles.ts';

const text = (blocks: readonly string[], ...nodes: readonly DocumentNode[]): CompiledDocument => ({ blocks, nodes, behaviours: [] });
const plain = '<p>What she has is a dog.</p><figure class="wp-block-image size-large"><img alt=""></figure>';

test('a text of paragraphs, headings, pictures and blocks of our own needs no more than every text', () => {
  expect(textStyles(text(['core/paragraph', 'core/heading', 'core/image', 'core/pullquote', 'broadsheet/copy-code'], plain))).toEqual([]);
  expect(textStyles(text([]))).toEqual([]);
});

test('tables and other blocks need their own, colours and sizes by name theirs', () => {
  expect(textStyles(text(['core/paragraph', 'core/table'], plain))).toEqual([richText]);
  expect(textStyles(text(['core/image'], '<figure class="is-style-rounded">'))).toEqual([richText]);
  for (const html of ['<p class="has-red-color">', '<p class="has-background">', '<p class="has-large-font-size">']) expect([html, ...textStyles(text(['core/paragraph'], html))]).toEqual([html, richText, presetText]);
  expect(textStyles(text(['core/paragraph'], '<p style="color:var(--wp--preset--color--red)">'))).toEqual([presetText]);
  const column = { name: 'broadsheet/column', attributes: {}, place: '0', children: ['<p class="has-red-color">'] };
  expect(textStyles(text(['core/paragraph', 'broadsheet/column'], column))).toEqual([richText, presetText]);
});

test('covers come with colours', () => expect(textStyles(text(['core/cover', 'core/paragraph'], plain))).toEqual([richText, presetText]));

test('what may hold anything needs both: classic content, foreign blocks, texts in parts, texts of other pages', () => {
  expect(textStyles(text(['core/freeform'], plain))).toEqual([richText, presetText]);
  expect(textStyles(text(['acme/box'], plain))).toEqual([richText, presetText]);
  expect(textStyles({ ...text(['core/paragraph'], plain), parts: [{ title: '' }, { title: '' }] })).toEqual([richText, presetText]);
  expect(textStyles(text(['core/paragraph'], '<a data-lightbox-content href="/b/">'))).toEqual([richText, presetText]);
});
