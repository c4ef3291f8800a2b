import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { makeComment, makeMedia, makePost } from '../../test/harness/factories.ts';
import { listActivity } from '../modules/activity/reader.ts';
import { enqueueMedia } from '../modules/media/queue.ts';
import { runComments } from './comments.ts';
import { runFront } from './front.ts';
import { runJobs } from './jobs.ts';
import { runMedia } from './media.ts';
import { runSettings } from './settings.ts';

onBothDatabases('the log of the command line', (get, place) => {
  test('logs each command that changes something, and no command without effect', async () => {
    const [post, comment, picture] = await get().write(async (tx) => {
      const id = await makePost(tx);
      return [id, await makeComment(tx, { postId: id, status: 'hold' }), await makeMedia(tx)];
    });
    const noted = async (work: () => Promise<unknown>) => {
      const last = (await listActivity(get().read, { limit: 1 }))[0]?.id ?? 0;
      await work();
      return (await listActivity(get().read, { limit: 20 }))
        .filter(({ id }) => id > last)
        .map(({ from, userId, userName, verb, kind, itemId, summary }) => {
          expect([from, userId, userName]).toEqual(['cli', 0, 'Command line']);
          return [verb, kind, itemId, summary];
        })
        .toReversed();
    };
    const media = async (task: Parameters<typeof runMedia>[2]) => {
      for await (const line of runMedia(get(), place().dataDir, task, place().dataDir))
        expect(line).not.toBe('');
    };
    const set = (value: string) => () =>
      runSettings(get(), { action: 'set', name: 'captcha_secret_key', value });
    expect(await noted(set('hush-hush'))).toEqual([['update', 'setting', 0, 'captcha_secret_key']]);
    expect(await noted(set('hush-hush'))).toEqual([]);
    expect(await noted(() => runSettings(get(), { action: 'get', name: 'captcha_secret_key' }))).toEqual([]);
    expect(await noted(() => runFront(get(), { action: 'pin', post: String(post) }))).toEqual([
      ['update', 'front', post, `post ${post} pinned`],
    ]);
    expect(await noted(() => runFront(get(), { action: 'unpin', post: String(post) }))).toEqual([
      ['update', 'front', post, `post ${post} unpinned`],
    ]);
    expect(await noted(() => runFront(get(), { action: 'clear' }))).toEqual([]);
    expect(await noted(() => runComments(get(), { action: 'approve', ids: [comment] }))).toEqual([
      ['update', 'comment', comment, `on post ${post}: hold → approved`],
    ]);
    expect(await noted(() => runComments(get(), { action: 'approve', ids: [comment] }))).toEqual([]);
    expect(
      await noted(() =>
        runComments(get(), { action: 'edit', id: comment, changes: { content: 'Other words' } }),
      ),
    ).toEqual([['update', 'comment', comment, `on post ${post}: content`]]);
    writeFileSync(join(place().dataDir, 'notes.txt'), 'words');
    expect(await noted(() => media({ action: 'add', files: ['notes.txt'], alt: '' }))).toEqual([
      ['create', 'post', expect.any(Number), expect.stringMatching(/^attachment \d{4}\/\d\d\/notes\.txt$/)],
    ]);
    expect(await noted(() => media({ action: 'regenerate', ids: [picture] }))).toEqual([
      ['update', 'post', picture, 'sizes regenerated'],
    ]);
    await get().write((tx) => enqueueMedia(tx, [picture]));
    const job = (
      await get()
        .read.selectFrom('job')
        .select('id')
        .where('kind', '=', 'media-sizes')
        .executeTakeFirstOrThrow()
    ).id;
    expect(await noted(() => runJobs(get(), { action: 'retry', ids: [] }))).toEqual([]);
    expect(await noted(() => runJobs(get(), { action: 'drop', ids: [job] }))).toEqual([
      ['delete', 'job', job, '1 forgotten'],
    ]);
  });
});
