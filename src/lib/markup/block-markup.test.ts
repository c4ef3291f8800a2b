import { parse } from '@wordpress/block-serialization-default-parser';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../test/harness/random.ts';
import { deepestNesting, parseMarkup, blockTokens } from './block-markup.ts';
import type { ParsedBlock } from './block-markup.ts';

function read(markup: string): { blocks: ParsedBlock[]; problems: string[] } {
  const problems: string[] = [];
  return { blocks: parseMarkup(markup, (message) => problems.push(message)), problems };
}

/** A parsed block without its offsets. */
function withoutOffsets({ name, attributes, isVoid, parts }: ParsedBlock): unknown {
  return {
    name,
    attributes,
    isVoid,
    parts: parts.map((part) => (typeof part === 'string' ? part : withoutOffsets(part))),
  };
}

function htmlOf(blocks: readonly (string | ParsedBlock)[]): string {
  return blocks.map((block) => (typeof block === 'string' ? block : htmlOf(block.parts))).join('');
}

test('reads nested blocks, void blocks, attributes and the markup between them', () => {
  const { blocks, problems } = read(
    'before<!-- wp:group {"a":[1]} --><div><!-- wp:x/y /--><!-- wp:paragraph --><p>t</p><!-- /wp:paragraph --></div><!-- /wp:group -->after',
  );
  expect(problems).toEqual([]);
  expect(blocks.map(({ name }) => name)).toEqual(['', 'core/group', '']);
  expect(blocks.map(withoutOffsets)[1]).toEqual({
    name: 'core/group',
    attributes: { a: [1] },
    isVoid: false,
    parts: [
      '<div>',
      { name: 'x/y', attributes: {}, parts: [], isVoid: true },
      { name: 'core/paragraph', attributes: {}, parts: ['<p>t</p>'], isVoid: false },
      '</div>',
    ],
  });
});

test('reads malformed attributes as {} and reports that', () => {
  for (const json of ['{"a":}', '{"a":1', '{a:1}', '{"a":"b" "c"}']) {
    const { blocks, problems } = read(`<!-- wp:x/y ${json} -->text<!-- /wp:x/y -->`);
    expect(blocks.map(withoutOffsets)).toEqual([
      { name: 'x/y', attributes: {}, parts: ['text'], isVoid: false },
    ]);
    expect(problems).toHaveLength(1);
  }
});

test('treats --> inside a value as text, as WordPress does', () => {
  expect(read('<!-- wp:x/y {"a":"b --> c"} /-->d').blocks[0]?.attributes).toEqual({ a: 'b --> c' });
});

test('finds a nested block that is never closed, and prints it once without its comments', () => {
  const { blocks, problems } = read(
    '<!-- wp:group --><div><!-- wp:paragraph --><p>one</p></div><!-- /wp:group --><!-- wp:paragraph --><p>two</p><!-- /wp:paragraph -->',
  );
  expect(htmlOf(blocks)).toBe('<div><p>one</p></div><p>two</p>');
  expect(blocks.map(({ name }) => name)).toEqual(['core/group', 'core/paragraph']);
  expect(problems).toEqual([expect.stringContaining('core/paragraph inside core/group is not closed')]);
});

test('finds blocks that are open at the end, and closing comments without a block', () => {
  const { blocks, problems } = read('<!-- wp:group --><div>a<!-- /wp:column -->b');
  expect(htmlOf(blocks)).toBe('<div>ab');
  expect(problems).toEqual([
    expect.stringContaining('core/column at character'),
    expect.stringContaining('not closed: core/group'),
  ]);
});

test('leaves other comments alone', () => {
  expect(blockTokens('<!-- wp:is a great start --><!-- wp:paragraph--><!-- note --><!-- wp:x').length).toBe(
    0,
  );
});

test('keeps the HTML of 100,000 levels, and nests no deeper than the cap', () => {
  const levels = 100_000;
  const { blocks, problems } = read(
    `${'<!-- wp:group --><i>'.repeat(levels)}x${'</i><!-- /wp:group -->'.repeat(levels)}`,
  );
  let depth = 0;
  for (let block = blocks[0]; block; block = block.parts.find((part) => typeof part !== 'string')) depth++;
  expect(depth).toBe(deepestNesting);
  expect(htmlOf(blocks)).toBe(`${'<i>'.repeat(levels)}x${'</i>'.repeat(levels)}`);
  expect(problems).toEqual([expect.stringContaining('nested more than')]);
});

test.each([
  '<!-- wp:x {"a":',
  '<!-- wp:x {-->',
  '<!--',
  '<!-- wp:group -->',
  '<!-- /wp:group -->',
  '<!-- wp:a {"b":"} ',
])('handles a text of 500 KB of %j', (piece) => {
  const markup = piece.repeat(500_000 / piece.length);
  const { blocks } = read(markup);
  expect(htmlOf(blocks).length).toBeLessThanOrEqual(markup.length);
});

test('handles attributes of 1 MB', () => {
  const value = 'x'.repeat(1_000_000);
  expect(read(`<!-- wp:x/y {"a":"${value}"} /-->`).blocks[0]?.attributes).toEqual({ a: value });
});

test('agrees with WordPress’ parser on 500 generated documents', () => {
  const random = seededRandom(11);
  const names = ['paragraph', 'group', 'x/row', 'my-plugin/a_b'];
  const build = (depth: number): string => {
    let markup = '';
    for (let count = Math.floor(random() * 4); count > 0; count--) {
      const name = names[Math.floor(random() * names.length)] ?? '';
      const attributes =
        random() < 0.5
          ? ` ${JSON.stringify({ n: Math.floor(random() * 100), s: '} \\u002d\\u002d> {"', o: { a: [] } })}`
          : '';
      markup += random() < 0.3 ? 'free <b>text</b>\n' : '\n\n';
      markup +=
        random() < 0.3
          ? `<!-- wp:${name}${attributes} /-->`
          : `<!-- wp:${name}${attributes} --><div>${depth > 0 ? build(depth - 1) : 'leaf'}</div><!-- /wp:${name} -->`;
    }
    return markup;
  };
  type WordPressBlock = ReturnType<typeof parse>[number];
  const ofWordPress = (block: WordPressBlock): unknown => {
    let inner = 0;
    return {
      name: block.blockName ?? '',
      attributes: block.attrs,
      parts: block.innerContent.map(
        (part) => part ?? ofWordPress(block.innerBlocks[inner++] as WordPressBlock),
      ),
    };
  };
  const ours = ({ name, attributes, parts }: ParsedBlock): unknown => ({
    name,
    attributes,
    parts: parts.map((part) => (typeof part === 'string' ? part : ours(part))),
  });
  for (let round = 0; round < 500; round++) {
    const markup = build(4);
    const { blocks, problems } = read(markup);
    expect(blocks.map(ours)).toEqual(parse(markup).map(ofWordPress));
    expect(problems).toEqual([]);
  }
});
