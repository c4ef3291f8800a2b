import { join } from 'node:path';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { minFreeBytes } from '../../lib/files.ts';
import { installErrorHandler } from '../http/error-handler.ts';
import { healthRoute } from './health.ts';

onBothDatabases('/healthz', (get, place) => {
  const missing = async (): Promise<never> => {
    throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
  };

  /** The reply with this many bytes free for `DATA_DIR` and its `media`. */
  async function answer(ofData: () => Promise<number>, ofMedia: () => Promise<number>) {
    const { dataDir } = place();
    const app = fastify();
    installErrorHandler(app);
    healthRoute(app, {
      database: get(),
      dataDir,
      freeBytes: (folder) => (folder === join(dataDir, 'media') ? ofMedia() : ofData()),
    });
    const { statusCode, json } = await app.inject({
      url: '/healthz',
      headers: { accept: 'application/json' },
    });
    await app.close();
    return [statusCode, json<Record<string, unknown>>()] as const;
  }

  const room = async () => minFreeBytes;
  const noRoom = async () => minFreeBytes - 1;

  test.each([
    ['both have room', room, room],
    ['there is no media folder', room, missing],
    ['neither can be read', missing, missing],
  ])('has the status ok where %s', async (_what, ofData, ofMedia) => {
    const [status, body] = await answer(ofData, ofMedia);
    expect([status, body]).toEqual([200, expect.objectContaining({ status: 'ok', failedJobs: 0 })]);
    expect(Object.keys(body)).not.toContain('message');
  });

  test('reports a full disk of either folder, with 200 since pages are served', async () => {
    const full = {
      status: 'disk_full',
      message: 'The disk of DATA_DIR is full. Free some space.',
      diskFreeBytes: minFreeBytes - 1,
      failedJobs: 0,
    };
    expect(await answer(noRoom, room)).toEqual([200, expect.objectContaining(full)]);
    expect(await answer(room, noRoom)).toEqual([200, expect.objectContaining(full)]);
    expect(await answer(noRoom, missing)).toEqual([200, expect.objectContaining(full)]);
  });
});
