import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { enqueueMedia } from '../../src/modules/media/queue.ts';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makeMedia, makePost } from '../harness/factories.ts';
import { claimMedia } from '../harness/media-jobs.ts';
import { startRealServer } from '../harness/real-server.ts';
import { rawRequest } from '../harness/served-site.ts';

const day = 24 * 3600_000;
const preload = pathToFileURL(fileURLToPath(new URL('clock.mjs', import.meta.url))).href;

onDrawnDatabase('a clock that is set', (get, place) => {
  test('back leaves no picture waiting for its sizes for longer than an hour', async () => {
    const now = Date.now();
    const id = await get().write(async (tx) => {
      const media = await makeMedia(tx);
      await enqueueMedia(tx, [media]);
      await tx.db
        .updateTable('job')
        .set({ due_at: now + 365 * day })
        .execute();
      return media;
    });
    expect(await claimMedia(get(), now)).toMatchObject({ mediaId: id });
    expect(await claimMedia(get(), now)).toBe(undefined); // it has its claim now, which expires as usual
  });

  test('set forward publishes due posts, set back keeps no page forever, and changes are received throughout', async () => {
    const file = join(place().dataDir, 'clock');
    const setClock = (ahead: number) => writeFileSync(file, String(ahead));
    setClock(0);
    const [seen, due] = await get().write(
      async (tx) =>
        [
          await makePost(tx, { title: 'Seen before', slug: 'seen' }),
          await makePost(tx, {
            title: 'Due tomorrow',
            slug: 'due',
            status: 'future',
            publishedAt: Date.now() + day / 2,
          }),
        ] as const,
    );
    const server = await startRealServer(place(), {
      CLOCK_FILE: file,
      NODE_OPTIONS: `--import ${preload}`,
      LOG_LEVEL: 'warn',
    });
    const fetched = (path: string) => rawRequest(server.url, path);
    const change = async (title: string) => {
      await get().write((tx) => updatePost(tx, seen, { title }));
      await expect.poll(async () => (await fetched('/seen/')).body).toContain(title);
    };
    expect([
      (await fetched('/seen/')).status,
      (await fetched('/due/')).status,
      (await fetched('/sitemap.xml')).status < 500,
    ]).toEqual([200, 404, true]);
    await change('Before the clock was set');

    setClock(day);
    await expect.poll(() => server.output()).toMatch(/The clock was set forward by \d+ seconds/);
    // The schedule is checked every ten seconds of real time.
    await expect.poll(async () => (await fetched('/due/')).status, { interval: 200 }).toBe(200);
    await expect.poll(async () => (await fetched('/')).body).toContain('Due tomorrow');
    await change('After the clock was set forward');

    setClock(-365 * day);
    await expect.poll(() => server.output()).toMatch(/The clock was set back by \d+ seconds/);
    await change('After the clock was set back');
    expect((await fetched('/due/')).status).toBe(200); // once published it stays so
    const { status } = await get()
      .read.selectFrom('post')
      .select('status')
      .where('id', '=', due)
      .executeTakeFirstOrThrow();
    expect(status).toBe('publish');
    expect((await fetched('/healthz')).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });
});
