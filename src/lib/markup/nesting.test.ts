import { describe, expect, test } from 'vitest';
import { nestingFault } from '../clean-html/parse.ts';

const nested = (open: string, close: string, depth: number, inside = 'x') =>
  open.repeat(depth) + inside + close.repeat(depth);

describe('reports nesting that is too deep, with the limit', () => {
  test.each([
    ['elements', nested('<div>', '</div>', 300)],
    ['elements without ends', '<span>'.repeat(300)],
    ['lists', nested('<ul><li>', '</li></ul>', 150)],
    ['tables', nested('<table><tr><td>', '</td></tr></table>', 80)],
    ['closed by what closes nothing', '<div></x>'.repeat(300)],
    ['in upper case', nested('<DIV>', '</DIV>', 300)],
    ['with attributes that hold tags', nested('<div title="</div>">', '</div>', 300)],
    ['behind harmless ones', `${'<p>x</p>'.repeat(500)}${nested('<section>', '</section>', 300)}`],
    ['drawings', `<svg>${nested('<g>', '</g>', 300)}</svg>`],
  ])('%s', (_what, html) => expect(nestingFault(html)).toContain('nested more than 200 elements'));
  test('blocks', () => {
    expect(nestingFault(nested('<!-- wp:group -->', '<!-- /wp:group -->', 201))).toContain(
      'nested more than 200 levels',
    );
    expect(nestingFault('<!-- wp:group -->'.repeat(201))).toContain('nested more than 200 levels');
  });
});

test.each([
  ['paragraphs without ends', '<p>x'.repeat(5000)],
  ['items without ends', `<ul>${'<li>x'.repeat(5000)}</ul>`],
  ['many elements', '<b>x</b>'.repeat(5000)],
  ['a hundred levels', nested('<div>', '</div>', 100)],
  ['a hundred and eighty levels', nested('<div>', '</div>', 180)],
  ['sibling blocks', '<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->'.repeat(3000)],
  ['words', 'a < b > c '.repeat(3000)],
  ['nothing', ''],
  ['blocks in each other', nested('<!-- wp:group --><div>', '</div><!-- /wp:group -->', 100)],
  ['wrong nesting', '<b><i></b></i>'.repeat(2000)],
  ['rows without ends', `<table>${'<tr><td>x'.repeat(2000)}</table>`],
])('%s do not', (_what, html) => expect(nestingFault(html)).toBeUndefined());
