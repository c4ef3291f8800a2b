import { once } from 'node:events';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { addUpload } from '../../src/content/media/add-upload.ts';
import { updatePost } from '../../src/content/posts/writer.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { failuresOf, sendReaders } from '../harness/readers.ts';
import { startRealServer } from '../harness/real-server.ts';
import type { RealServer } from '../harness/real-server.ts';
import { rawRequest } from '../harness/served-site.ts';

onBothDatabases('two servers on one database, one of which is killed', (get, place) => {
  const bodyOf = async (server: RealServer, path: string) => (await rawRequest(server.url, path)).body;
  const publishedBy = (server: RealServer) => server.output().split('\n').filter((line) => line.includes('Published what was scheduled')).flatMap((line) => (JSON.parse(line) as { posts: number[] }).posts);

  test('both hear of changes and share the work; the other goes on alone, and takes over what lay half-done', { timeout: 120_000 }, async () => {
    const post = await get().write((tx) => makePost(tx, { title: 'First words', slug: 'words' }));
    const [first, second] = await Promise.all([startRealServer(place()), startRealServer(place())]);
    for (const server of [first, second]) expect(await bodyOf(server, '/words/')).toContain('First words');
    await get().write((tx) => updatePost(tx, post, { title: 'Second words' }));
    for (const server of [first, second]) await expect.poll(() => bodyOf(server, '/words/')).toContain('Second words');

    // Of what is due each post is published once, whoever sees it first.
    const due = await get().write(async (tx) => {
      const ids: number[] = [];
      for (let n = 0; n < 30; n++) ids.push(await makePost(tx, { title: `Due ${n}`, slug: `due-${n}`, status: 'future', publishedAt: Date.now() + 500 }));
      return ids;
    });
    await expect.poll(async () => (await get().read.selectFrom('post').select('id').where('status', '=', 'future').execute()).length, { timeout: 25_000, interval: 100 }).toBe(0);
    await expect.poll(() => [...publishedBy(first), ...publishedBy(second)].toSorted((a, b) => a - b)).toEqual(due);

    // Killed in the midst of pictures and requests.
    const large = await sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#357', noise: { type: 'gaussian', mean: 128, sigma: 60 } } }).jpeg().toBuffer();
    const readers = sendReaders(second.url, ['/', '/words/', '/?s=words'], { connections: 3, pauseMs: 20 });
    for (let n = 0; n < 3; n++) await addUpload(get(), place().dataDir, { name: `large-${n}.jpg`, bytes: large });
    await expect.poll(async () => (await get().read.selectFrom('media_job').select('claim').where('claim', '<>', '').execute()).length, { timeout: 20_000, interval: 10 }).toBeGreaterThan(0);
    const gone = once(first.process, 'exit');
    first.process.kill('SIGKILL');
    await gone;
    await get().write((tx) => updatePost(tx, post, { title: 'Third words' }));
    await expect.poll(() => bodyOf(second, '/words/')).toContain('Third words');
    // What the killed one had claimed is taken up when its claim lapses.
    await expect.poll(async () => (await fetch(`${second.url}/healthz`)).json() as Promise<unknown>, { timeout: 60_000, interval: 200 }).toMatchObject({ mediaQueue: { waiting: 0, failed: 0 } });
    const answers = await readers.stop();
    expect(failuresOf(answers)).toEqual([]);
    expect(await second.stop()).toBe(0);
  });
});
