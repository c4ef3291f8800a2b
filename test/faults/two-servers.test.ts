import { once } from 'node:events';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { addUpload } from '../../src/modules/media/upload-commands.ts';
import { sizesJob } from '../../src/modules/media/queue.ts';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { failuresOf, sendReaders } from '../harness/readers.ts';
import { startRealServer } from '../harness/real-server.ts';
import type { RealServer } from '../harness/real-server.ts';
import { rawRequest } from '../harness/served-site.ts';
import { childrenOf, hold } from './children-of.ts';
import { report } from './effort.ts';
import { problemsOf } from './problems-of.ts';

onDrawnDatabase('two servers on one database, one of which is killed', (get, place) => {
  const bodyOf = async (server: RealServer, path: string) => (await rawRequest(server.url, path)).body;
  const publishedBy = (server: RealServer) =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes('Published scheduled posts'))
      .flatMap((line) => (JSON.parse(line) as { posts: number[] }).posts);

  test('both receive changes and share the work; the other continues alone, and takes over half-done work', async () => {
    const post = await get().write((tx) => makePost(tx, { title: 'First words', slug: 'words' }));
    const [first, second] = await Promise.all([startRealServer(place()), startRealServer(place())]);
    for (const server of [first, second]) expect(await bodyOf(server, '/words/')).toContain('First words');
    await get().write((tx) => updatePost(tx, post, { title: 'Second words' }));
    for (const server of [first, second])
      await expect.poll(() => bodyOf(server, '/words/')).toContain('Second words');

    // Each due post is published once, by either process.
    const due = await get().write(async (tx) => {
      const ids: number[] = [];
      for (let n = 0; n < 30; n++)
        ids.push(
          await makePost(tx, {
            title: `Due ${n}`,
            slug: `due-${n}`,
            status: 'future',
            publishedAt: Date.now() + 500,
          }),
        );
      return ids;
    });
    await expect
      .poll(
        async () =>
          (await get().read.selectFrom('post').select('id').where('status', '=', 'future').execute()).length,
        { interval: 100 },
      )
      .toBe(0);
    await expect
      .poll(() => [...publishedBy(first), ...publishedBy(second)].toSorted((a, b) => a - b))
      .toEqual(due);

    // One large picture while neither server has a worker for sizes: the one that starts it has the claim.
    const large = await sharp({
      create: {
        width: 2400,
        height: 1800,
        channels: 3,
        background: '#357',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer();
    const claims = () =>
      get()
        .read.selectFrom('job')
        .select(['key', 'claim'])
        .where('kind', '=', sizesJob.name)
        .where('claim', '<>', '')
        .execute();
    const isAtWork = ({ process: { pid = 0 } }: RealServer) => childrenOf(pid).length > 0;
    expect([isAtWork(first), isAtWork(second)]).toEqual([false, false]);
    const [ofFirst, ofSecond] = [first, second].map((server) =>
      sendReaders(server.url, ['/', '/words/', '/?s=words'], { connections: 3, pauseMs: 150 }),
    );
    // Before the upload, because sizes may be generated during a wait.
    await expect
      .poll(() => Math.min(ofFirst?.answers.length ?? 0, ofSecond?.answers.length ?? 0))
      .toBeGreaterThan(5);
    await addUpload(get(), place().dataDir, { name: 'large.jpg', bytes: large });
    await expect
      .poll(() => [isAtWork(first), isAtWork(second)].filter(Boolean), { interval: 5 })
      .toEqual([true]);
    const [lost, surviving, readersOfLost, readersOfSurviving] = isAtWork(first)
      ? [first, second, ofFirst, ofSecond]
      : [second, first, ofSecond, ofFirst];
    // However late this is noticed, the worker has not finished.
    const [worker] = childrenOf(lost.process.pid ?? 0);
    if (worker === undefined) throw new Error('The picture was through at once.');
    await hold(worker);
    const before = await claims();
    expect(before).toHaveLength(1);
    const exited = once(lost.process, 'exit');
    lost.process.kill('SIGKILL');
    await exited;
    process.kill(worker, 'SIGCONT'); // it notices that its server has ended
    expect(await claims()).toEqual(before); // it released its claim
    const cutOff = await readersOfLost?.stop();
    expect(failuresOf(cutOff ?? []).filter(({ status }) => status !== 0)).toEqual([]);

    await get().write((tx) => updatePost(tx, post, { title: 'Third words' }));
    await expect.poll(() => bodyOf(surviving, '/words/')).toContain('Third words');
    // The killed process' claim is taken over at its expiry, and done by a low-priority process.
    await expect.poll(claims, { interval: 200 }).not.toEqual(before);
    await expect
      .poll(async () => (await fetch(`${surviving.url}/healthz`)).json() as Promise<unknown>, {
        timeout: 500_000,
        interval: 200,
      })
      .toMatchObject({ mediaQueue: { waiting: 0, failed: 0 } });
    const answers = (await readersOfSurviving?.stop()) ?? [];
    expect(failuresOf(answers)).toEqual([]);
    expect(await problemsOf(get(), place().dataDir)).toEqual([]);
    report(`two-servers on ${place().dialect}`, {
      'scheduled posts, each published once': due.length,
      'requests to the one killed': cutOff?.length ?? 0,
      'requests to the other': answers.length,
    });
    expect(await surviving.stop()).toBe(0);
  });
});
