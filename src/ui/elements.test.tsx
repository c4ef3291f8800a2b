import { expect, test } from 'vitest';
import { renderHtml } from './elements.tsx';

test('eager pictures add no preload links', () => {
  expect(
    renderHtml(
      <p>
        <img src="/a.jpg" alt="A" fetchPriority="high" />
        <img src="/b.jpg" alt="B" srcSet="/c.jpg 2x" />
      </p>,
    ),
  ).toMatch(/^<p><img /);
});
