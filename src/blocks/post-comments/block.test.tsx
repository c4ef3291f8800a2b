import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { commentHtml } from './comment-html.server.ts';
import { block } from './block.ts';
import type { PostCommentsData } from './data.ts';
import { View } from './view.tsx';

const comment = (id: number, depth: number) => ({ id, authorName: id === 1 ? hostileTitle : `Reader ${id}`, authorUrl: '', authorColor: 3, portrait: undefined, isPostAuthor: id === 2, createdAt: 0, html: '<p>Words</p>', depth });

const data: PostCommentsData = { total: 3, comments: [comment(1, 0), comment(2, 1), comment(3, 40)], pings: [], closed: undefined, levels: 5 };
const show = (shown: PostCommentsData | undefined) => renderToStaticMarkup(<View settings={block.settings.parse({})} data={shown} blockId="a" />);

test('shows comments in order, answers indented', () => {
  const html = show(data);
  expect(html).toContain('<h2 class="section-title">3 comments</h2>');
  expect(html).toMatch(/depth-1" id="comment-1".*depth-2" id="comment-2".*depth-5" id="comment-3"/);
  expect(html).toMatch(/Reader 2<\/b><span class="comment-mark">Author<\/span>/);
  expect(html.match(/comment-mark/g)).toHaveLength(1);
  expect(html).not.toContain('<img');
  expect(show(undefined)).toBe('');
});

test('a closed discussion says so, and what other sites wrote stands apart', () => {
  const html = show({ ...data, closed: 'Comments are closed.', pings: [{ id: 9, title: hostileTitle, url: 'https://example.org/' }, { id: 10, title: 'No link', url: '' }] });
  expect(html).toMatch(/<\/ol><p class="comments-closed">Comments are closed.<\/p>.*Mentioned elsewhere.*<a href="https:\/\/example.org\/" rel="external nofollow ugc">&lt;img/);
  expect(show({ ...data, comments: [], pings: [{ id: 9, title: 'Elsewhere', url: '' }] })).not.toContain('section-title');
});

test('what anybody wrote can\'t harm', () => {
  const html = commentHtml('One\n\nTwo <script>alert(1)</script><a href="javascript:alert(1)" onclick="x()">link</a> <img src=x onerror=alert(1)> <b>bold</b> 1 < 2');
  expect(html).toContain('<p>One</p>');
  expect(html).toContain('<b>bold</b>');
  for (const bad of ['script', 'onclick', '<img', 'onerror']) expect(html).not.toContain(bad);
});
