import { expect, test } from 'vitest';
import { numberParts } from './text-parts.ts';

const number = (...nodes: Parameters<typeof numberParts>[0]) =>
  numberParts(nodes, { heading: 'h3', order: 'desc', layout: 'list' }).nodes;
const item = (n: number, title: string, rest: string) =>
  `<li class="smart-list-item"><h3><span class="smart-list-number">${n}</span> ${title}</h3>${rest}`;

test('parts that begin with the heading become items, numbered up or down, and content around them stays outside', () => {
  const html = '<p>Before</p><h3>One</h3><p>a</p><h3>Two</h3><p>b</p><h2>After</h2><h3>Not in it</h3>';
  expect(number(html)).toEqual([
    `<p>Before</p><ol class="smart-list" data-late="smart-list" data-held="">${item(2, 'One', '<p>a</p>')}</li>${item(1, 'Two', '<p>b</p>')}</li></ol>` +
      '<h2>After</h2><h3>Not in it</h3>',
  ]);
  expect(numberParts([html], { heading: 'h3', order: 'asc', layout: 'list' }).nodes.join('')).toMatch(
    /number">1<\/span> One.*number">2<\/span> Two/,
  );
});

test('the picture of an item goes right below its title, also out of its own paragraph', () => {
  const figure = '<figure class="wp-block-image"><img src="a.jpg"><figcaption>Caption</figcaption></figure>';
  expect(number(`<h3>One</h3><p>a</p>${figure}<p>b</p>`).join('')).toBe(
    `<ol class="smart-list" data-late="smart-list" data-held="">${item(1, 'One', `${figure}<p>a</p><p>b</p>`)}</li></ol>`,
  );
  expect(number('<h3>One</h3><p>a</p><p><a href="b.jpg"><img src="b.jpg"></a></p>').join('')).toContain(
    '</h3><p><a href="b.jpg">',
  );
  const gallery = '<figure class="wp-block-gallery"><figure><img src="a.jpg"></figure></figure>';
  expect(number(`<h3>One</h3><p>a</p>${gallery}`).join('')).toContain(`<p>a</p>${gallery}`);
});

test('blocks stay in their item, and headings inside other elements begin no item', () => {
  const block = { name: 'broadsheet/copy-code', attributes: {}, children: [], place: '1' };
  expect(number('<h3>One</h3>', block, '<p>a</p><div><h3>Inside</h3></div>')).toEqual([
    `<ol class="smart-list" data-late="smart-list" data-held="">${item(1, 'One', '')}`,
    block,
    '<p>a</p><div><h3>Inside</h3></div>',
    '</li></ol>',
  ]);
  expect(number('<div>', block, '<h3>Inside</h3></div>')).toEqual(['<div>', block, '<h3>Inside</h3></div>']);
});

test('a document without such headings stays unchanged, and an unclosed tag removes no item', () => {
  expect(number('<h2>One</h2><p>a</p>')).toEqual(['<h2>One</h2><p>a</p>']);
  expect(
    number('<p>a<h3>One</h3><p>b<h3>Two</h3>')
      .join('')
      .match(/smart-list-item/g),
  ).toHaveLength(2);
});
