import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { present } from '../../../test/harness/present.ts';
import type { Post } from '../../modules/posts/model.ts';
import type { LoadContext, PageInfo } from '../load-context.ts';
import { anybody } from '../../modules/content/viewer.ts';
import { defaultSettings } from '../../modules/settings/settings.ts';
import { load, takesDropCap } from './loader.server.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

test('shows the rendered content unchanged', () => {
  expect(
    renderToStaticMarkup(
      <View settings={block.settings.parse({})} data={{ html: '<p>Text</p>', dropCap: false }} blockId="a" />,
    ),
  ).toBe('<div class="post-content entry-content"><p>Text</p></div>');
});

test('a protected post shows the password form and none of its content', async () => {
  const post = { id: 8, type: 'post', isProtected: true, content: 'Secret' } as Post;
  const page: PageInfo = { kind: 'single', path: '/x/', pageNumber: 1, title: 'x', post };
  const content = { settings: { current: async () => defaultSettings } };
  const context = {
    page,
    viewer: anybody,
    content,
    renderDocument: async () => '<p>Secret</p>',
  } as unknown as LoadContext;
  const html = renderToStaticMarkup(
    <View settings={block.settings.parse({})} data={present(await load({}, context))} blockId="a" />,
  );
  expect(html).toContain('action="/wp-login.php?action=postpass"');
  expect(html).toContain('name="post_password"');
  expect(html).not.toContain('Secret');
  const unlocked = await load({}, { ...context, viewer: { ...anybody, unlocked: new Set([post.id]) } });
  expect(unlocked).toEqual({ html: '<p>Secret</p>', dropCap: false });
});

test('a long first paragraph gets a drop cap, and headings, pictures, short and foreign ones don’t', () => {
  const words = 'Words that go on. '.repeat(20);
  expect(takesDropCap(`<p>${words}</p>`)).toBe(true);
  expect(takesDropCap(`<p><em>“${words}</em></p><p>More</p>`)).toBe(true);
  expect(takesDropCap(`<h2>Title</h2><p>${words}</p>`)).toBe(false);
  expect(takesDropCap('<p>Short.</p>')).toBe(false);
  expect(takesDropCap(`<p><img src="a.jpg" alt="">${words}</p>`)).toBe(false);
  expect(takesDropCap(`<p class="has-text-align-center">${words}</p>`)).toBe(false);
  expect(takesDropCap(`<p>${'كلمات كثيرة '.repeat(40)}</p>`)).toBe(false);
  expect(takesDropCap(`<p>${'1 '.repeat(200)}</p>`)).toBe(false);
});
