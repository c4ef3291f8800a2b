import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { renderHtml } from '../../src/ui/elements.tsx';

test('what React warns of is said without the stacks of elements, too', () => {
  renderHtml(
    createElement(
      'ul',
      null,
      ['a', 'b'].map((word) => createElement('li', null, word)),
    ),
  );
  expect(vi.mocked(console.error).mock.calls.map(([said]) => String(said))).toEqual([
    expect.stringContaining('unique "key" prop'),
  ]);
  vi.mocked(console.error).mockClear();
});
