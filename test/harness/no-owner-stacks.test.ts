import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { renderHtml } from '../../src/ui/elements.tsx';

test('React’s warnings are printed without owner stacks', () => {
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
