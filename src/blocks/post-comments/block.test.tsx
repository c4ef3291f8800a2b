import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { commentHtml } from './comment-html.server.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

const comment = (id: number, depth: number) => ({ id, authorName: id === 1 ? hostileTitle : `Reader ${id}`, authorUrl: '', createdAt: 0, html: '<p>Words</p>', depth });

test('shows comments in order, answers indented', () => {
  const html = renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ total: 3, comments: [comment(1, 0), comment(2, 1), comment(3, 40)] }} blockId="a" />);
  expect(html).toContain('<h2 class="section-title">3 comments</h2>');
  expect(html).toMatch(/depth-1" id="comment-1".*depth-2" id="comment-2".*depth-5" id="comment-3"/);
  expect(html).not.toContain('<img');
  expect(renderToStaticMarkup(<View settings={block.settings.parse({})} data={undefined} blockId="a" />)).toBe('');
});

test('what anybody wrote can\'t harm', () => {
  const html = commentHtml('One\n\nTwo <script>alert(1)</script><a href="javascript:alert(1)" onclick="x()">link</a> <img src=x onerror=alert(1)> <b>bold</b> 1 < 2');
  expect(html).toContain('<p>One</p>');
  expect(html).toContain('<b>bold</b>');
  for (const bad of ['script', 'onclick', '<img', 'onerror']) expect(html).not.toContain(bad);
});
