import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { seedDemo } from '../../src/cli/seed-demo.ts';
import { processImage } from '../../src/modules/media/make-sizes.ts';
import type { SizeRequest } from '../../src/modules/media/make-sizes.ts';
import { mediaQueueLength } from '../../src/modules/media/queue.ts';
import { saveMedia } from '../../src/modules/media/writer.ts';
import { SizeMaker } from '../../src/modules/media/size-maker.ts';
import type { SizeReply } from '../../src/modules/media/size-maker.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import { makeTestDatabase } from './databases.ts';
import type { TestDatabase } from './databases.ts';
import { startHostedServer } from './hosted-server.ts';
import type { HostedServer } from './hosted-server.ts';
import { keepMediaQueue } from './media-jobs.ts';
import { onceARun } from './once-a-run.ts';

const pictureWidth = 160;

/** Generates sizes in this process: a server's low-priority process may take minutes on a busy machine. */
class SizeMakerHere extends SizeMaker {
  override async make(request: SizeRequest): Promise<SizeReply> {
    return { made: await processImage(request) };
  }
}

async function makeSizes(database: Database, dataDir: string): Promise<void> {
  const queue = keepMediaQueue(
    database,
    dataDir,
    {
      info: () => undefined,
      warn: (details, message) => expect.fail(`${message}: ${JSON.stringify(details)}`),
    },
    { maker: () => new SizeMakerHere() },
  );
  const waiting = async () => (await mediaQueueLength(database.read)).waiting;
  // Only a lack of progress fails, not a slow machine.
  for (let before = await waiting(); before > 0; before = await waiting())
    await vi.waitUntil(async () => (await waiting()) < before, { timeout: 60_000 });
  await queue.close();
  expect((await mediaQueueLength(database.read)).failed).toBe(0);
}

/** Scales the demo's pictures down, since generating sizes of large ones takes minutes. */
async function shrinkPictures(database: Database, dataDir: string): Promise<void> {
  const pictures = await database.read
    .selectFrom('media')
    .select(['post_id', 'file'])
    .where('file', 'like', '%.webp')
    .execute();
  for (const { post_id: id, file } of pictures) {
    const path = join(dataDir, 'media', file);
    const { data, info } = await sharp(readFileSync(path))
      .resize(pictureWidth)
      .webp({ effort: 0 })
      .toBuffer({ resolveWithObject: true });
    writeFileSync(path, data);
    const { width, height, size: bytes } = info;
    await database.write((tx) => saveMedia(tx, { postId: id, width, height, bytes }));
  }
}

/** A separate SQLite database with the demo, with small pictures and their sizes; created once per run, and copied. */
export async function makeDemoDatabase(): Promise<TestDatabase> {
  const made = await onceARun('demo', async (dataDir) => {
    const database = await openSiteDatabase({ dataDir, maxConnections: 1 });
    await database.migrate();
    const hands = sharp.concurrency();
    sharp.concurrency(1); // for such small pictures, distribution to threads is most of the work
    await seedDemo(database, dataDir);
    await shrinkPictures(database, dataDir);
    await makeSizes(database, dataDir);
    sharp.concurrency(hands);
    await database.close();
  });
  const place = await makeTestDatabase('sqlite', { migrated: false });
  cpSync(made, place.dataDir, { recursive: true });
  return place;
}

/** The demo served by the built server for a test file; `url` is known once its tests run. */
export function useDemoSite(): { readonly url: string } {
  let place: TestDatabase | undefined;
  let server: HostedServer | undefined;
  beforeAll(async () => {
    place = await makeDemoDatabase();
    server = await startHostedServer(place);
  });
  afterAll(async () => {
    await server?.stop();
    await place?.drop();
  });
  return {
    get url() {
      return server?.url ?? '';
    },
  };
}
