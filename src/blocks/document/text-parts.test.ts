import { expect, test } from 'vitest';
import type { DocumentNode } from './document.ts';
import { partOf, splitParts, numberParts } from './text-parts.ts';

const block = { name: 'broadsheet/copy-code', attributes: {}, children: [], place: '1' };
const split = (...nodes: readonly DocumentNode[]) => splitParts({ nodes, blocks: [] });

test('splits a text at its page breaks, and names each part after its first heading', () => {
  const document = split(
    '<p>a</p><!--nextpage--><h2 id="x">Second &amp; <em>last</em></h2>',
    block,
    '<p>b</p>',
  );
  expect(document.parts).toEqual([{ title: '' }, { title: 'Second & last' }]);
  expect(partOf(document, 1).nodes).toEqual(['<p>a</p>']);
  expect(partOf(document, 2).nodes).toEqual([
    '<h2 id="x">Second &amp; <em>last</em></h2>',
    block,
    '<p>b</p>',
  ]);
  expect(partOf(document, 3).nodes).toEqual([]);
});

test('page breaks inside elements, at the start, at the end or next to each other split nothing', () => {
  expect(split('<div><p>a</p><!--nextpage--><p>b</p></div>').parts).toBeUndefined();
  expect(split('<div>', block, '<!--nextpage--></div>').parts).toBeUndefined();
  expect(split('<!--nextpage--><p>a</p>\n<!--nextpage-->\n<!--nextpage-->').parts).toBeUndefined();
  expect(split('<p>a</p><!--nextpage--> <!--nextpage--><p>b</p><!--nextpage-->').parts).toEqual([
    { title: '' },
    { title: '' },
  ]);
  expect(split('<p>a<!--nextpage-->b</p>').nodes).toEqual(['<p>a<!--nextpage-->b</p>']);
});

test('each item of a slide list is a part, the first with the content before the list and the last with that after it', () => {
  const { nodes, items } = numberParts(
    ['<p>Before</p><h3>One</h3><p>a</p>', block, '<h3>Two &amp; <em>a half</em></h3><p>b</p><h2>After</h2>'],
    { heading: 'h3', order: 'desc', layout: 'slides' },
  );
  const document = splitParts({ nodes, blocks: [] }, items);
  expect(document.parts).toEqual([
    { title: '2. One', item: 2 },
    { title: '1. Two & a half', item: 1 },
  ]);
  expect(partOf(document, 1).nodes).toEqual([
    '<p>Before</p><ol class="smart-list" data-late="smart-list" data-held=""><li class="smart-list-item"><h3><span ' +
      'class="smart-list-number">2</span> One</h3><p>a</p>',
    block,
    '</li></ol>',
  ]);
  expect(partOf(document, 2).nodes).toEqual([
    '<ol class="smart-list" data-late="smart-list" data-held=""><li class="smart-list-item"><h3><span class="smart-list-number">1</span> Two &amp; <em>a ' +
      'half</em></h3><p>b</p></li></ol><h2>After</h2>',
  ]);
});

test('a long list takes linear time, not quadratic', () => {
  const began = performance.now();
  const { nodes, items } = numberParts(['<h3>A</h3><p>b</p>'.repeat(1000)], {
    heading: 'h3',
    order: 'asc',
    layout: 'slides',
  });
  const { parts } = splitParts({ nodes, blocks: [] }, items);
  expect([parts?.length, parts?.[0], parts?.at(-1)]).toEqual([
    1000,
    { title: '1. A', item: 1 },
    { title: '1000. A', item: 1000 },
  ]);
  expect(performance.now() - began).toBeLessThan(2000);
});
