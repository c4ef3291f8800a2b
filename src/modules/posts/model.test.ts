import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { detailsMeta, nameInMessages } from './model.ts';
import { findPost } from './reader.ts';
import { createPost, updatePost } from './writer.ts';

test('messages name a post by the text of its title, which is HTML', () => {
  const named = (title: string) => nameInMessages({ type: 'post', title });
  expect(named('1 &lt; 2 &amp; <em>more</em>')).toBe('post "1 < 2 & more"');
  expect(named('Plain')).toBe('post "Plain"');
});

onBothDatabases('details of a post', (get) => {
  test('details are returned as stored, and an empty one is removed', async () => {
    const database = get();
    const meta = detailsMeta({
      subtitle: 'A <em>second</em> line',
      smartList: { layout: 'slides', order: 'desc', heading: 'h3' },
      primaryCategoryId: 7,
      noindex: true,
    });
    const id = await database.write((tx) => createPost(tx, { title: 'One', meta }));
    const post = await findPost(database.read, id);
    expect(post?.details).toMatchObject({
      subtitle: 'A <em>second</em> line',
      smartList: { layout: 'slides', order: 'desc', heading: 'h3' },
      primaryCategoryId: 7,
      noindex: true,
      seoTitle: '',
    });
    await database.write((tx) =>
      updatePost(tx, id, { meta: detailsMeta({ subtitle: '', smartList: undefined, noindex: false }) }),
    );
    expect((await findPost(database.read, id))?.details).toMatchObject({
      subtitle: '',
      smartList: undefined,
      primaryCategoryId: 7,
      noindex: false,
    });
  });
});
