import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { makeMedia, makeTerm } from '../../test/harness/factories.ts';
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

  test('[IMP-11] pins to a band with an end, a headline and an image, and changes one of them', async () => {
    const picture = await get().write(async (tx) => {
      await makeTerm(tx, { name: 'World', slug: 'world' });
      return makeMedia(tx);
    });
    const until = '2099-12-24T18:00';
    await runFront(get(), { action: 'clear' });
    expect(
      await runFront(get(), {
        action: 'pin',
        post: 'rock',
        area: 'world',
        until,
        headline: 'Short',
        picture,
      }),
    ).toEqual([
      expect.stringMatching(
        new RegExp(
          String.raw`^1\. Rock & roll  \[\d+, rock\]  in World  as “Short”  with image ${picture}  until 2099-12-24T18:00:00\.000Z$`,
        ),
      ),
    ]);
    await runFront(get(), { action: 'pin', post: 'second' });
    expect(
      await runFront(get(), { action: 'pin', post: 'rock', until: 'never', headline: '', picture: 0 }),
    ).toEqual([
      expect.stringMatching(/^1\. Second/),
      expect.stringMatching(/^1\. Rock & roll {2}\[\d+, rock\] {2}in World$/),
    ]);
    expect(await runFront(get(), { action: 'pin', post: 'rock', area: 'lead', place: 1 })).toEqual([
      expect.stringMatching(/^1\. Rock & roll {2}\[\d+, rock\]$/),
      expect.stringMatching(/^2\. Second/),
    ]);
    for (const [given, message] of [
      [{ area: 'nowhere' }, 'No category has the slug "nowhere"'],
      [{ area: '999999' }, 'There is no category 999999'],
      [{ picture: 999_999 }, 'There is no picture 999999'],
      [{ until: '2001-01-01T00:00' }, 'in the past'],
      [{ headline: 'x'.repeat(201) }, 'at most 200 characters'],
    ] as const)
      await expect(runFront(get(), { action: 'pin', post: 'rock', ...given })).rejects.toThrow(message);
    await runFront(get(), { action: 'clear' });
  });

  test('[IMP-11] sets, shows and removes the breaking line, which a cleared front keeps', async () => {
    const none = ['There is no breaking line.'];
    expect(await runFront(get(), { action: 'breaking' })).toEqual(none);
    expect(
      await runFront(get(), {
        action: 'breaking',
        text: 'Bridge  closed',
        url: '/bridge/',
        until: '2099-01-01T00:00Z',
      }),
    ).toEqual(['Bridge closed  /bridge/  until 2099-01-01T00:00:00.000Z']);
    await runFront(get(), { action: 'clear' });
    expect(await runFront(get(), { action: 'breaking', text: 'Open again' })).toEqual(['Open again']);
    await expect(
      runFront(get(), { action: 'breaking', text: 'x', url: 'javascript:alert(1)' }),
    ).rejects.toThrow('expected a URL');
    expect(await runFront(get(), { action: 'breaking', text: '' })).toEqual(none);
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
    ['pin', 'a', '--picture', 'x'],
    ['pin', 'a', '--until', 'soon'],
    ['pin', 'a', '--url', '/x/'],
    ['list', '--area', 'lead'],
    ['breaking', 'a', 'b'],
    ['breaking', 'a', '--off'],
    ['breaking', '--url', '/x/'],
    ['breaking', 'a', '--headline', 'b'],
  ]) {
    await expect(frontCommand.run(args)).rejects.toThrow(UsageError);
  }
});
