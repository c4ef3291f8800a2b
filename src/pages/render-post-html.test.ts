import { expect, test } from 'vitest';
import { withoutLazy } from './render-post-html.ts';

test('lazy pictures and frames become plain ones, others stay', () => {
  const plain = '<p>a</p><img src="/a.jpg" alt="A"><iframe src="/f"></iframe>';
  const lazy = '<p>a</p><img class="wide lazy" src="data:," data-src="/a.jpg" alt="A"><noscript><img src="/a.jpg" alt="A"></noscript><iframe class="lazy" data-src="/f"></iframe><noscript><iframe src="/f"></iframe></noscript>';
  expect(withoutLazy(lazy)).toBe(plain);
  expect(withoutLazy(plain)).toBe(plain);
  expect(withoutLazy('<img class="lazy" alt="a > b" data-src="/a.jpg"><noscript><img alt="a > b" src="/a.jpg"></noscript>!')).toBe('<img alt="a > b" src="/a.jpg">!');
  const hostile = `<!-- lazy ${'<img '.repeat(300_000)} -->`;
  expect(withoutLazy(hostile)).toBe(hostile); // would take minutes if each began a walk to the end
  expect(withoutLazy('<img class="lazybones" src="/b.jpg">')).toBe('<img class="lazybones" src="/b.jpg">');
});
