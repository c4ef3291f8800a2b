import { parse } from '@wordpress/block-serialization-default-parser';
import { describe, expect, test } from 'vitest';
import { hostilePieces, realDocuments } from '../../../test/fixtures/documents.ts';
import { randomText, seededRandom } from '../../../test/harness/random.ts';
import { cleanWhereNeeded } from '../clean-html/clean-html.ts';
import { cleanMarkup } from './clean-markup.ts';
import { parseMarkup } from './block-markup.ts';
import type { ParsedBlock } from './block-markup.ts';

const clean = (markup: string, stored = '') => cleanMarkup(markup, stored, cleanWhereNeeded);
const paragraph = (html: string) => `<!-- wp:paragraph -->\n<p>${html}</p>\n<!-- /wp:paragraph -->`;

/** The text, joined from the slices of its blocks and the gaps between them. */
function joinSlices(markup: string, blocks: readonly ParsedBlock[], start = 0, end = markup.length): string {
  let text = '';
  let at = start;
  for (const block of blocks) {
    expect(block.start).toBeGreaterThanOrEqual(at);
    expect(
      [block.innerStart - block.start, block.innerEnd - block.innerStart, block.end - block.innerEnd].every(
        (length) => length >= 0,
      ),
    ).toBe(true);
    const inner = block.parts.filter((part) => typeof part !== 'string');
    text +=
      markup.slice(at, block.start) +
      markup.slice(block.start, block.innerStart) +
      joinSlices(markup, inner, block.innerStart, block.innerEnd) +
      markup.slice(block.innerEnd, block.end);
    at = block.end;
  }
  expect(at).toBeLessThanOrEqual(end);
  return text + markup.slice(at, end);
}

/** The only text with forbidden content: a video URL with an unknown scheme. */
const holdsUnsafeUrl = (markup: string): boolean => markup.includes('"ttps:');

describe('slices', () => {
  test('of real, hostile and generated documents join to the text', () => {
    const random = seededRandom(5);
    const pieces = [
      '<!-- wp:group -->',
      '<!-- /wp:group -->',
      '<!-- wp:x/y {"a":1} /-->',
      '<!-- wp:x/y {"a":',
      '} -->',
      '<!-- wp:p -->',
      '<!-- /wp:p -->',
      'text',
      '\n\n',
      '<p>',
      '<!--',
      '-->',
      '<!-- /wp:x -->',
    ];
    const madeUp = Array.from({ length: 500 }, () => randomText(random, pieces, 20));
    const deep = `a${'<!-- wp:group -->b'.repeat(500)}${'<!-- /wp:group -->c'.repeat(400)}`;
    const documents = [
      ...realDocuments(),
      ...hostilePieces(),
      ...hostilePieces().map((piece) => `x${paragraph(piece)}${piece}<!-- wp:group -->${piece}`),
      ...madeUp,
      deep,
    ];
    for (const markup of documents)
      expect(
        joinSlices(
          markup,
          parseMarkup(markup, () => undefined),
        ),
      ).toBe(markup);
  });

  test('give the start and end of a block and its content', () => {
    const markup = 'a<!-- wp:group --><b>\n<!-- wp:x/y /--> <!-- wp:paragraph -->t</b><!-- /wp:group -->z';
    const [before, group, behind] = parseMarkup(markup, () => undefined);
    const slice = (block: ParsedBlock | undefined): unknown =>
      block && [markup.slice(block.start, block.end), markup.slice(block.innerStart, block.innerEnd)];
    expect([before, behind].map(slice)).toEqual([
      ['a', 'a'],
      ['z', 'z'],
    ]);
    expect(slice(group)).toEqual([markup.slice(1, -1), '<b>\n<!-- wp:x/y /--> <!-- wp:paragraph -->t</b>']);
    expect(group?.parts.filter((part) => typeof part !== 'string').map(slice)).toEqual([
      ['<!-- wp:x/y /-->', ''],
      ['<!-- wp:paragraph -->t</b>', 't</b>'],
    ]);
  });
});

describe('a cleaned document', () => {
  test('keeps every byte of clean content', () => {
    const documents = realDocuments();
    expect(documents.length).toBeGreaterThan(20);
    for (const markup of documents) expect(clean(markup, markup)).toBe(markup);
    expect(
      documents
        .filter((markup) => clean(markup) !== markup && !holdsUnsafeUrl(markup))
        .map((markup) => markup.slice(0, 100)),
    ).toEqual([]);
  });

  test('changes only the slice of a block that needs it', () => {
    const before = `free <br/>text\n\n<!-- wp:group {"layout" : {"type":"constrained"}} -->\n<div class='wp-block-group'>${paragraph('one')}\n\n\n`;
    const behind = `\n${paragraph('three &hellip; &nbsp;<BR/>')}</div>\n<!-- /wp:group --> tail`;
    expect(clean(`${before}${paragraph('two<img src=x onerror=alert(1)>')}${behind}`)).toBe(
      `${before}${paragraph('two<img src="x">')}${behind}`,
    );
    expect(clean(`${before}<!-- wp:x/y {"a" : "<b onclick=\\"x\\">b</b>", "n":1.50} /-->${behind}`)).toBe(
      `${before}<!-- wp:x/y {"a":"\\u003cb\\u003eb\\u003c/b\\u003e","n":1.5} /-->${behind}`,
    );
  });

  test('leaves already stored content alone, wherever it is', () => {
    const script = '<!-- wp:html -->\n<script>run()</script>\n<!-- /wp:html -->';
    const stored = `${paragraph('one')}\n\n${script}`;
    expect(clean(`${script}\n\n${paragraph('one')}${paragraph('two<script>mine()</script>')}`, stored)).toBe(
      `${script}\n\n${paragraph('one')}${paragraph('two')}`,
    );
    expect(clean(`<!-- wp:group --><div>${script}</div><!-- /wp:group -->`, stored)).toBe(
      `<!-- wp:group --><div>${script}</div><!-- /wp:group -->`,
    );
    expect(clean(script.replace('run', 'ran'), stored)).toBe('<!-- wp:html -->\n\n<!-- /wp:html -->');
    const group = (inner: string) =>
      `<!-- wp:group {"a":"<i onclick=x>"} --><div onclick="old()">${inner}</div><!-- /wp:group -->`;
    expect(clean(group(paragraph('b<script>c</script>')), group(paragraph('a')))).toBe(group(paragraph('b')));
    expect(clean('<p onclick="old()">one</p>\n\n<p>two</p>', '<p onclick="old()">one</p>')).toBe(
      '<p>one</p>\n\n<p>two</p>',
    );
  });

  test.each([
    [
      'an opening whose attributes break off',
      '<!-- wp:html {"content":"<img src=x onerror=alert(1)><!-- -->  "} /-->',
      '<!-- wp:html -->  "} /--><!-- /wp:html -->',
    ],
    [
      'attributes that end a comment',
      '<!-- wp:x/y {"a":"b --> c"} /-->',
      '<!-- wp:x/y {"a":"b \\u002d\\u002d\\u003e c"} /-->',
    ],
    [
      'attributes without a space behind them',
      '<!-- wp:x/y {"a":"b"}-->c<!-- /wp:x/y -->',
      '<!-- wp:x/y {"a":"b"} -->c<!-- /wp:x/y -->',
    ],
    [
      'a name in the attributes',
      '<!-- wp:x/y {"<script>a</script>b":["<i>c</i>"]} /-->',
      '<!-- wp:x/y {"b":["\\u003ci\\u003ec\\u003c/i\\u003e"]} /-->',
    ],
    [
      'a closing comment with attributes',
      '<!-- wp:x/y -->a<!-- /wp:x/y {"a":"--><script>b</script>"} -->',
      '<!-- wp:x/y -->a<!-- /wp:x/y -->',
    ],
    [
      'a closing comment that seems to be void',
      '<!-- wp:x/y -->a<!-- /wp:x/y /-->',
      '<!-- wp:x/y -->a<!-- /wp:x/y -->',
    ],
    [
      'a block that is not closed',
      '<!-- wp:x/y -->a<!-- wp:paragraph --><p>b</p><!-- /wp:x/y -->c',
      '<!-- wp:x/y -->a<!-- wp:paragraph --><p>b</p><!-- /wp:paragraph --><!-- /wp:x/y -->c',
    ],
    ['a closing comment of nothing', 'a<!-- /wp:x/y -->b<!-- wp:x/y /-->', 'ab<!-- wp:x/y /-->'],
    [
      'a comment that comes about',
      '<!-- wp:html <!-- /wp:x -->{"content":"<b onclick=x>"} /-->',
      '&lt;!-- wp:html {"content":"<b>"} /--&gt;</b>',
    ],
    [
      'a tag that a block begins within',
      '<p title="<!-- wp:x/y /-->">a</p>',
      '&lt;p title="<!-- wp:x/y /-->"&gt;a<p></p>',
    ],
    [
      'raw text that a block begins within',
      '<style><!-- wp:x/y /--></style><b>a</b>',
      '<!-- wp:x/y /--><b>a</b>',
    ],
    [
      'attributes that are no object',
      '<!-- wp:x/y ["b"] /--><!-- wp:x/y {"a":} /-->',
      '<!-- wp:x/y ["b"] /--><!-- wp:x/y /-->',
    ],
    [
      'attributes that nest deep',
      `<!-- wp:x/y {"a":"<","b":${'['.repeat(400)}${']'.repeat(400)}} /-->`,
      `<!-- wp:x/y {"a":"\\u003c","b":${'['.repeat(100)}null${']'.repeat(100)}} /-->`,
    ],
    [
      'attributes that nest without an end, which no block has',
      `<!-- wp:x/y {"b":${'['.repeat(9999)}${']'.repeat(9999)}} /-->`,
      '<!-- wp:x/y /-->',
    ],
    ['the tags that only the page may have', '<body onload="x"><html onclick="y"><td onclick=z>a', 'a'],
  ])('repairs %s', (_what, markup, expected) => {
    const cleaned = clean(markup);
    expect(cleaned).toBe(expected);
    expect(clean(cleaned)).toBe(cleaned);
  });

  test('contains nothing hostile in any block, as WordPress’ parser reads it', () => {
    const random = seededRandom(3);
    const hostile = hostilePieces();
    const around = [
      '<!-- wp:group -->',
      '<!-- /wp:group -->',
      '<!-- wp:x/y {"a":1} /-->',
      '<!-- wp:x/y {"a":"',
      '"} -->',
      '"} /-->',
      '"}-->',
      '} -->',
      '<!-- wp:html -->',
      '<!-- /wp:html -->',
      '<!-- /wp:x/y {"b":1} -->',
      '<!-- /wp:html /-->',
      '<div>',
      '</div>',
      '<svg>',
      '</svg>',
      '<!--',
      '-->',
      ' {"a":"<b onclick=x>"} ',
      '<!-- wp:html ',
      '<!-- wp:html {"content":"\\u003cb onclick=x\\u003e"} /-->',
      '\n',
      '<p title="',
      '<style>',
      '</style>',
    ];
    const texts = (value: unknown): string[] =>
      typeof value === 'string'
        ? [value]
        : typeof value === 'object' && value !== null
          ? [...Object.keys(value), ...Object.values(value).flatMap(texts)]
          : [];
    type WordPressBlock = ReturnType<typeof parse>[number];
    const check = (block: WordPressBlock, markup: string): void => {
      for (const text of texts(block.attrs)) expect(cleanWhereNeeded([text])[0], markup).toBe(text);
      const pieces = block.innerContent.reduce<string[]>(
        (found, part) =>
          part === null ? [...found, ''] : [...found.slice(0, -1), (found.at(-1) ?? '') + part],
        [''],
      );
      expect(cleanWhereNeeded(pieces), markup).toEqual(pieces);
      for (const inner of block.innerBlocks) check(inner, markup);
    };
    const shape = (block: ParsedBlock): unknown => [
      block.name,
      block.attributes,
      block.parts.filter((part) => typeof part !== 'string').map(shape),
    ];
    const theirShape = (block: WordPressBlock): unknown => [
      block.blockName ?? '',
      block.attrs ?? {},
      block.innerBlocks.map(theirShape),
    ];
    for (let round = 0; round < 1000; round++) {
      const markup = Array.from({ length: 12 }, () =>
        randomText(random, random() < 0.25 ? hostile : around, 1),
      ).join('');
      const cleaned = clean(markup);
      expect(clean(cleaned), markup).toBe(cleaned);
      expect(
        joinSlices(
          cleaned,
          parseMarkup(cleaned, () => undefined),
        ),
      ).toBe(cleaned);
      const expected = parse(cleaned);
      expect(parseMarkup(cleaned, () => undefined).map(shape), markup).toEqual(expected.map(theirShape));
      for (const block of expected) if (block.blockName !== null) check(block, markup);
    }
  });
});
