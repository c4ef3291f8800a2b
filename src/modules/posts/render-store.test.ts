import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { findRender, saveRender } from './render-store.ts';
import { createPost, deletePost } from './writer.ts';

onBothDatabases('stored renders', (get) => {
  test('are stored once per post, and found only by their key', async () => {
    const id = await get().write((tx) => createPost(tx, { title: 'A' }));
    const document = { nodes: ['<p>ü</p>', { name: 'x/y', children: [] }] };
    expect(await findRender(get().read, id, '1.1')).toBeUndefined();
    await get().write((tx) => saveRender(tx, id, '1.1', document));
    expect(await findRender(get().read, id, '1.1')).toEqual(document);
    await get().write((tx) => saveRender(tx, id, '2.1', { nodes: [] }));
    expect(await findRender(get().read, id, '1.1')).toBeUndefined();
    expect(await findRender(get().read, id, '2.1')).toEqual({ nodes: [] });
  });

  test('are deleted with their post, and not stored for a deleted one', async () => {
    const id = await get().write((tx) => createPost(tx, { title: 'B' }));
    await get().write((tx) => saveRender(tx, id, '1', {}));
    await get().write((tx) => deletePost(tx, id));
    await get().write((tx) => saveRender(tx, id, '1', {}));
    expect(await findRender(get().read, id, '1')).toBeUndefined();
  });
});
