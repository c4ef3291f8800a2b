import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { createPost } from '../modules/posts/writer.ts';
import { UsageError } from './command.ts';
import { frontCommand, runFront } from './front.ts';

onBothDatabases('the command "front"', (get) => {
  let second = 0;
  beforeAll(async () => {
    await get().write(async (tx) => {
      await createPost(tx, { title: 'Rock &amp; roll', slug: 'rock', status: 'publish', publishedAt: 1 });
      second = await createPost(tx, { title: 'Second', slug: 'second', status: 'publish', publishedAt: 2 });
    });
  });

  test('pins by slug or id, lists, unpins and clears', async () => {
    expect(await runFront(get(), { action: 'list' })).toEqual([
      expect.stringContaining('No posts are pinned'),
    ]);
    await runFront(get(), { action: 'pin', post: 'rock' });
    expect(await runFront(get(), { action: 'pin', post: String(second), place: 1 })).toEqual([
      `1. Second  [${second}, second]`,
      expect.stringMatching(/^2\. Rock & roll {2}\[\d+, rock\]$/),
    ]);
    expect(await runFront(get(), { action: 'unpin', post: 'second' })).toHaveLength(1);
    expect(await runFront(get(), { action: 'clear' })).toEqual(['Unpinned 1 post.']);
  });

  test('concurrent changes are done one after the other', async () => {
    await Promise.all([
      runFront(get(), { action: 'pin', post: 'rock' }),
      runFront(get(), { action: 'pin', post: 'second', place: 1 }),
    ]);
    expect(await runFront(get(), { action: 'list' })).toHaveLength(2);
    await Promise.all([
      runFront(get(), { action: 'unpin', post: 'rock' }),
      runFront(get(), { action: 'pin', post: 'second' }),
    ]);
    expect(await runFront(get(), { action: 'list' })).toEqual([`1. Second  [${second}, second]`]);
    const cleared = await Promise.all([
      runFront(get(), { action: 'clear' }),
      runFront(get(), { action: 'clear' }),
    ]);
    expect(cleared.flat().toSorted()).toEqual(['No posts were pinned.', 'Unpinned 1 post.']);
  });

  test('names a post that is not there', async () => {
    await expect(runFront(get(), { action: 'pin', post: 'no-such-post' })).rejects.toThrow(
      'No post has the slug "no-such-post"',
    );
  });
});

test('invalid command lines are refused before a database is opened', async () => {
  for (const args of [
    [],
    ['push'],
    ['pin'],
    ['pin', 'a', 'b'],
    ['list', 'x'],
    ['pin', 'a', '--place', '0'],
    ['unpin', 'a', '--place', '1'],
    ['pin', '--where'],
  ]) {
    await expect(frontCommand.run(args)).rejects.toThrow(UsageError);
  }
});
