import { describe, expect, test, vi } from 'vitest';
import { randomText, seededRandom } from '../../../test/harness/random.ts';
import { eachHtmlToken, htmlTokens, readAttribute, readAttributes, writeTag } from './html-tokens.ts';

const kinds = (html: string) =>
  htmlTokens(html).map(({ kind, start, end }) => `${kind}:${html.slice(start, end)}`);

describe('the tokenizer', () => {
  test('splits tags, text and comments', () => {
    expect(kinds('a <b class="x>y">c</B > d<!-- <i> -->e')).toEqual([
      'text:a ',
      'open:<b class="x>y">',
      'text:c',
      'close:</B >',
      'text: d',
      'comment:<!-- <i> -->',
      'text:e',
    ]);
    expect(htmlTokens('<B>').map(({ name }) => name)).toEqual(['b']);
  });

  test('recognizes text that is no tag', () => {
    expect(kinds('1 < 2 and 3 <4 <')).toEqual(['text:1 < 2 and 3 <4 <']);
    expect(kinds('a</3>b<!doctype html>c<?php ?>d')).toEqual([
      'text:a',
      'comment:</3>',
      'text:b',
      'comment:<!doctype html>',
      'text:c',
      'comment:<?php ?>',
      'text:d',
    ]);
    expect(kinds('<!-->a<!--->b')).toEqual(['comment:<!-->', 'text:a', 'comment:<!--->', 'text:b']);
  });

  test('reads nothing inside script, style and textarea as markup', () => {
    expect(kinds('<script>if (a<b) "<p>"</script><p>')).toEqual([
      'open:<script>',
      'raw:if (a<b) "<p>"',
      'close:</script>',
      'open:<p>',
    ]);
    expect(kinds('<textarea></textareas></TEXTAREA>x')).toEqual([
      'open:<textarea>',
      'raw:</textareas>',
      'close:</TEXTAREA>',
      'text:x',
    ]);
    expect(htmlTokens('<style>a').map(({ kind, cut }) => [kind, cut])).toEqual([
      ['open', false],
      ['raw', true],
    ]);
  });

  test('reports a text that ends inside a tag or comment', () => {
    expect(htmlTokens('a<b c="d>').at(-1)).toMatchObject({ kind: 'open', cut: true });
    expect(htmlTokens('a<!-- b').at(-1)).toMatchObject({ kind: 'comment', cut: true });
  });

  test('reads attributes in every form, and the first of duplicates', () => {
    expect(readAttributes(`<img src=a.jpg ALT='x "y"' title = "1 > 0" hidden src=b data-x=""/>`)).toEqual([
      { name: 'src', value: 'a.jpg' },
      { name: 'alt', value: 'x "y"' },
      { name: 'title', value: '1 > 0' },
      { name: 'hidden', value: '' },
      { name: 'data-x', value: '' },
    ]);
    expect(readAttribute('<a href="/x?a=1&amp;b=2">', 'href')).toBe('/x?a=1&amp;b=2');
    expect(
      writeTag('img', [
        { name: 'alt', value: '' },
        { name: 'hidden', value: '' },
        { name: 'title', value: 'x "y"' },
      ]),
    ).toBe('<img alt="" hidden title="x &quot;y&quot;">');
  });
});

const pieces = [
  '<',
  '>',
  '<p>',
  '</p>',
  '<!--',
  '-->',
  '<script>',
  '</script>',
  '<a href="',
  '"',
  "'",
  '=',
  ' ',
  '\n',
  'text',
  '&amp;',
  '</',
  '<!',
  '<?',
  '/',
  '<textarea',
  '<IMG src=x>',
  '[',
  ']',
  'ü',
  '\u0000',
  '<svg/>',
];

test('tokens of 3000 generated texts join to the text', () => {
  const random = seededRandom(7);
  for (let round = 0; round < 3000; round++) {
    const html = randomText(random, pieces, 1 + Math.floor(random() * 40));
    let end = 0;
    eachHtmlToken(html, (token) => {
      expect(token.start).toBe(end);
      expect(token.end).toBeGreaterThan(token.start);
      end = token.end;
      if (token.kind === 'open') readAttributes(html.slice(token.start, token.end));
    });
    expect(end).toBe(html.length);
  }
});

/** Characters that were inspected, by code and by searches up to their match. */
function work(run: () => void): number {
  let looked = 0;
  const { charCodeAt, indexOf } = String.prototype;
  const codes = vi.spyOn(String.prototype, 'charCodeAt').mockImplementation(function (this: string, at) {
    looked++;
    return charCodeAt.call(this, at);
  });
  const searches = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (
    this: string,
    needle,
    from = 0,
  ) {
    const found = indexOf.call(this, needle, from);
    looked += (found === -1 ? this.length : found) - from + 1;
    return found;
  });
  try {
    run();
  } finally {
    codes.mockRestore();
    searches.mockRestore();
  }
  return looked;
}

describe('work', () => {
  test.each([
    '<',
    '<!--',
    '<a ',
    '<a href="',
    '<script>',
    '<textarea>x',
    '</',
    '<!',
    '<p>x</p>',
    "<a b='",
    '<x y=">',
  ])('takes linear time for %j', (piece) => {
    const short = piece.repeat(2000);
    const long = piece.repeat(8000);
    expect(work(() => htmlTokens(long))).toBeLessThan(work(() => htmlTokens(short)) * 5);
  });
});
