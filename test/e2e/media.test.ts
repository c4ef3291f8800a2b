import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addUpload } from '../../src/modules/media/upload-commands.ts';
import { listMediaQueue, mediaQueueLength, sizesJob } from '../../src/modules/media/queue.ts';
import { SizeMaker } from '../../src/modules/media/size-maker.ts';
import { parseSizes } from '../../src/modules/media/model.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { keepMediaQueue } from '../harness/media-jobs.ts';
import { seededRandom } from '../harness/random.ts';
import { startRealServer } from '../harness/real-server.ts';
import type { RealServer } from '../harness/real-server.ts';

/** A slow picture: noise, which encoders compress badly. */
async function noise(seed: number, width = 1200, height = 800): Promise<Buffer> {
  const random = seededRandom(seed);
  const tile = Buffer.from(Uint8Array.from({ length: 100 * 100 * 3 }, () => Math.floor(random() * 256)));
  const small = await sharp(tile, { raw: { width: 100, height: 100, channels: 3 } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#808080' } })
    .composite([{ input: small, tile: true }])
    .jpeg()
    .toBuffer();
}

/** Child processes, as Linux lists them. */
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);

onDrawnDatabase('a server killed while it generates sizes', (get, place) => {
  const pictureCount = 4;
  const servers: RealServer[] = [];
  const start = async () => {
    const server = await startRealServer(place());
    servers.push(server);
    return server;
  };
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  const files = (file: string) => join(place().dataDir, 'media', file);
  const rows = () => get().read.selectFrom('media').select(['post_id', 'file', 'sizes']).execute();
  const readyRows = async () => (await rows()).filter(({ sizes }) => sizes !== '{}');

  test('loses no picture, leaves no partial files, and resumes', async () => {
    const first = await start();
    const pictures = await Promise.all(Array.from({ length: pictureCount }, (_, n) => noise(n)));
    for (const [n, bytes] of pictures.entries())
      await addUpload(get(), place().dataDir, { name: `picture-${n}.jpg`, bytes });
    await expect.poll(async () => (await readyRows()).length, { interval: 20 }).toBeGreaterThan(0);
    const workers = childrenOf(first.process.pid ?? 0);
    expect(workers).toHaveLength(1);
    const exited = new Promise((resolve) => first.process.once('exit', resolve));
    first.process.kill('SIGKILL');
    await exited;
    await expect.poll(() => workers.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
    const left = await mediaQueueLength(get().read);
    expect(left.waiting).toBeGreaterThan(0);
    for (const { file } of await rows()) expect(existsSync(files(file)), file).toBe(true);
    for (const { file, sizes } of await readyRows()) {
      for (const size of Object.values(parseSizes(sizes)))
        expect(existsSync(join(dirname(files(file)), size.file)), size.file).toBe(true);
    }
    writeFileSync(
      join(place().dataDir, 'media/.parts', `${hostname()}~${first.process.pid}~left.part`),
      'half',
    );

    const second = await start();
    const health = async (): Promise<unknown> => (await fetch(`${second.url}/healthz`)).json();
    await expect.poll(health).toMatchObject({ status: 'ok', mediaQueue: { waiting: 0, failed: 0 } });
    expect(await readyRows()).toHaveLength(pictureCount);
    for (const { file, sizes } of await rows()) {
      for (const size of Object.values(parseSizes(sizes))) {
        const { width, height } = await sharp(join(dirname(files(file)), size.file)).metadata();
        expect([size.file, width, height]).toEqual([size.file, size.width, size.height]);
      }
    }
    expect(readdirSync(join(place().dataDir, 'media/.parts'))).toEqual([]);
    expect(await second.stop()).toBe(0);
  });

  test('a stopped server returns its jobs', async () => {
    const server = await start();
    const { id } = await addUpload(get(), place().dataDir, {
      name: 'large.jpg',
      bytes: await noise(50, 4000, 3000),
    });
    const job = () =>
      get()
        .read.selectFrom('job')
        .select(['claim', 'attempts', 'due_at'])
        .where('kind', '=', sizesJob.name)
        .where('key', '=', String(id))
        .executeTakeFirst();
    await expect.poll(async () => (await job())?.claim, { interval: 10 }).toMatch(/./);
    expect(await server.stop()).toBe(0);
    expect(await job()).toEqual({
      claim: '',
      attempts: 0,
      due_at: expect.toSatisfy((at: number) => at <= Date.now()),
    });
    expect(readdirSync(join(place().dataDir, 'media/.parts'))).toEqual([]);
  });
});

describe('making sizes', () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'broadsheet-workers-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const worker = (name: string, text: string) => {
    const file = join(folder, `${name}.mjs`);
    writeFileSync(file, text);
    return file;
  };
  const real = fileURLToPath(new URL('../../src/modules/media/size-worker.ts', import.meta.url));
  const log = { info: () => {}, warn: () => {} };

  onDrawnDatabase('on an error', (get, place) => {
    test('a full disk is reported, leaves no files, and is retried once there is room', async () => {
      // A file size limit simulates a full disk: the write fails in the middle of a file.
      const limited = worker(
        'limited',
        `import { spawnSync } from 'node:child_process';\nspawnSync('/usr/bin/prlimit', ['--pid', String(process.pid), ` +
          `'--fsize=8192']);\nawait import(${JSON.stringify(real)});\n`,
      );
      const { id, file } = await addUpload(get(), place().dataDir, {
        name: 'noise.jpg',
        bytes: await noise(60),
      });
      const full = keepMediaQueue(get(), place().dataDir, log, {
        maker: () => new SizeMaker({ workerFile: limited }),
      });
      const failed = () => listMediaQueue(get().read, { failed: true, limit: 9 });
      await expect.poll(failed).toEqual([
        {
          mediaId: id,
          file,
          attempts: 1,
          reason: expect.stringMatching(/EFBIG|file too large/),
          dueAt: expect.toSatisfy((at: number) => at > Date.now()),
        },
      ]);
      await full.close();
      expect(readdirSync(join(place().dataDir, 'media/.parts'))).toEqual([]);
      await get().write((tx) => tx.db.updateTable('job').set({ due_at: 1 }).execute()); // as if the pause were over
      const roomy = keepMediaQueue(get(), place().dataDir, log);
      await expect.poll(() => mediaQueueLength(get().read)).toEqual({ waiting: 0, failed: 0 });
      await roomy.close();
      const row = await get()
        .read.selectFrom('media')
        .select('sizes')
        .where('post_id', '=', id)
        .executeTakeFirstOrThrow();
      for (const size of Object.values(parseSizes(row.sizes)))
        expect(existsSync(join(place().dataDir, 'media', dirname(file), size.file))).toBe(true);
    });
  });

  test('a picture that crashes or hangs the process is identified; the next one gets a new process', async () => {
    const deadly = worker(
      'deadly',
      `process.on('message', ({ file }) => file === 'kill' ? process.kill(process.pid, 'SIGSEGV') : file === 'hang' ? undefined : ` +
        `process.send({ made: file }));\n`,
    );
    const make = (maker: SizeMaker, file: string) =>
      maker.make({ dataDir: folder, file, kept: [], part: join(folder, 'part') });
    const hasty = new SizeMaker({ workerFile: deadly, patienceMs: 300 });
    expect(await make(hasty, 'hang')).toEqual({
      fault: 'Its sizes were not ready after 0.3 seconds.',
      again: true,
      crashed: true,
    });
    await hasty.close();
    const maker = new SizeMaker({ workerFile: deadly });
    expect(await make(maker, 'kill')).toEqual({
      fault: 'The process that made its sizes ended (SIGSEGV).',
      again: true,
      crashed: true,
    });
    expect(await make(maker, 'well')).toEqual({ made: 'well' });
    await maker.close();
  });
});
