import { expect, test } from 'vitest';
import type { CompiledDocument, DocumentNode } from '../blocks/document/document.ts';
import { isRichText } from './text-styles.ts';

const text = (blocks: readonly string[], ...nodes: readonly DocumentNode[]): CompiledDocument => ({ blocks, nodes, behaviours: [] });
const plain = '<p>What she has is a dog.</p><figure class="wp-block-image size-large"><img alt=""></figure>';

test('a text of paragraphs, headings, pictures and blocks of our own is plain', () => {
  expect(isRichText(text(['core/paragraph', 'core/heading', 'core/image', 'core/pullquote', 'broadsheet/copy-code'], plain))).toBe(false);
  expect(isRichText(text([]))).toBe(false);
});

test('tables, classic content, foreign blocks, parts, classes of editors and texts of other pages are not', () => {
  expect(isRichText(text(['core/paragraph', 'core/table'], plain))).toBe(true);
  expect(isRichText(text(['core/freeform'], plain))).toBe(true);
  expect(isRichText(text(['acme/box'], plain))).toBe(true);
  expect(isRichText({ ...text(['core/paragraph'], plain), parts: ['', ''] })).toBe(true);
  for (const html of ['<p class="has-red-color">', '<p style="color:var(--wp--preset--color--red)">', '<figure class="is-style-rounded">', '<a data-lightbox-content href="/b/">']) {
    expect([html, isRichText(text(['core/paragraph'], html))]).toEqual([html, true]);
    const column = { name: 'broadsheet/column', attributes: {}, place: '0', children: [html] };
    expect(isRichText(text(['core/paragraph', 'broadsheet/column'], column))).toBe(true);
  }
});
