import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { ConflictError } from '../../lib/errors.ts';
import { findPost } from './reader.ts';
import { updatePost } from './writer.ts';

onBothDatabases('saving a post', (get) => {
  test('of saves that start from one revision, one is kept and the others are told, also when they come together', async () => {
    const id = await get().write((tx) => makePost(tx));
    const saves = await Promise.allSettled(['one', 'two', 'three'].map((title) => get().write((tx) => updatePost(tx, id, { title }, 1))));
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const save of saves) if (save.status === 'rejected') expect(save.reason).toBeInstanceOf(ConflictError);
    expect((await findPost(get().read, id))?.revision).toBe(2);
  });
});
