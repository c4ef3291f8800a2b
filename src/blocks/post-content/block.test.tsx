import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Post } from '../../content/posts/post.ts';
import type { LoadContext, PageInfo } from '../load-context.ts';
import { load } from './loader.server.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

test('shows the rendered text as it is', () => {
  expect(renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ html: '<p>Text</p>' }} blockId="a" />)).toBe('<div class="post-content entry-content"><p>Text</p></div>');
});

test('a protected post shows the question for its password and nothing of its text', async () => {
  const post = { id: 8, isProtected: true, content: 'Secret' } as Post;
  const page: PageInfo = { kind: 'single', path: '/x/', pageNumber: 1, title: 'x', post };
  const context = { page, renderDocument: async () => '<p>Secret</p>' } as unknown as LoadContext;
  const html = renderToStaticMarkup(<View settings={block.settings.parse({})} data={await load({}, context)} blockId="a" />);
  expect(html).toContain('action="/wp-login.php?action=postpass"');
  expect(html).toContain('name="post_password"');
  expect(html).not.toContain('Secret');
  const unlocked = await load({}, { ...context, page: { ...page, unlocked: true } });
  expect(unlocked).toEqual({ html: '<p>Secret</p>' });
});
