import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { detailsMeta } from './model.ts';
import { findPost } from './reader.ts';
import { createPost, updatePost } from './writer.ts';

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
