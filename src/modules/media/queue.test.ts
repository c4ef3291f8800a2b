import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { letPass } from '../../../test/harness/let-pass.ts';
import { makeActors } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { postOf } from '../../../test/harness/factories.ts';
import {
  claimMedia,
  failMedia,
  finishMedia,
  keepMediaQueue,
  releaseMedia,
} from '../../../test/harness/media-jobs.ts';
import type { Emission } from '../../kernel/db/invalidation.ts';
import { openSiteDatabase } from '../../site-database.ts';
import { leaseMs, maxDeaths, renewClaims } from '../../kernel/jobs/claim.ts';
import { startQueues } from '../../kernel/jobs/job-queue.ts';
import { createPost, deletePost } from '../posts/writer.ts';
import { addUpload, replaceFile } from './upload-commands.ts';
import { cleanPicture } from './clean-picture.ts';
import { processImage } from './make-sizes.ts';
import type { ProcessedImage, SizeRequest } from './make-sizes.ts';
import { enqueueMedia, listMediaQueue, mediaQueueLength, sizesJob, removalJob } from './queue.ts';
import { findPictures } from './reader.ts';
import { removalQueue } from './jobs.ts';
import { SizeMaker } from './size-maker.ts';
import type { SizeReply } from './size-maker.ts';
import { parseSizes } from './model.ts';
import { deleteMedia, saveMedia } from './writer.ts';
import type { MediaInput } from './writer.ts';

const siteUrl = 'https://news.example';
const small = { file: 'a-300x200.jpg.webp', width: 300, height: 200, mime: 'image/webp' };
const made: ProcessedImage = {
  width: 900,
  height: 600,
  color: '#102030',
  focalX: 250,
  focalY: 750,
  sizes: { medium: small },
};
const jpeg = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#4a6fa5' } })
    .jpeg()
    .toBuffer();

onBothDatabases('the media queue', (get, place) => {
  const attach = (media: Omit<MediaInput, 'postId'> = { file: '2026/11/a.jpg' }) =>
    get().write(async (tx) => {
      const id = await createPost(tx, {
        type: 'attachment',
        status: 'inherit',
        title: 'Picture',
        mimeType: 'image/jpeg',
      });
      await saveMedia(tx, { postId: id, ...media });
      return id;
    });
  const enqueue = (ids: readonly number[], at = 1000) => get().write((tx) => enqueueMedia(tx, ids, at));
  const claim = (at = 1000) => claimMedia(get(), at);
  const claimed = async (at = 1000) => (await claim(at)) ?? expect.fail('Nothing was claimed.');
  const picture = async (id: number) => (await findPictures({ database: get(), siteUrl }, [id])).get(id);

  test('gives each picture to one process, newest first', async () => {
    const [first, second] = [await attach(), await attach()];
    await enqueue([first, second]);
    expect(await claim(999)).toBeUndefined();
    const jobs = await Promise.all([claim(), claim(), claim()]);
    expect(jobs.map((job) => job?.mediaId).toSorted()).toEqual([second, first, undefined].toSorted());
    expect(
      (await Promise.all(jobs.map((job) => job && get().write((tx) => finishMedia(tx, job, made))))).filter(
        Boolean,
      ),
    ).toHaveLength(2);
    expect(await mediaQueueLength(get().read)).toEqual({ waiting: 0, failed: 0 });
    expect(await picture(first)).toMatchObject({
      color: '#102030',
      width: 900,
      focalX: 250,
      focalY: 750,
      srcset: `${siteUrl}/wp-content/uploads/2026/11/a-300x200.jpg.webp 300w, ${siteUrl}/wp-content/uploads/2026/11/a.jpg 900w`,
    });
  });

  test('reclaims a picture from a process that ended, and then accepts no result of it', async () => {
    const id = await attach();
    await enqueue([id]);
    const lost = await claimed();
    expect(await claim(1000 + leaseMs - 1)).toBeUndefined();
    await renewClaims(get(), [lost], 5000);
    expect(await claim(1000 + leaseMs)).toBeUndefined();
    const taken = await claimed(5000 + leaseMs);
    expect(taken).toMatchObject({ mediaId: id, attempts: 2 });
    expect(await get().write((tx) => finishMedia(tx, lost, made))).toBe(false);
    await get().write((tx) => failMedia(tx, lost, { reason: 'Too late', again: false }, 9000));
    expect(await get().write((tx) => finishMedia(tx, taken, made))).toBe(true);
  });

  test('gives up a picture that crashes every process or can’t be read, and retries others after growing pauses', async () => {
    const deadly = await attach();
    await enqueue([deadly]);
    let now = 1000;
    for (let time = 0; time < maxDeaths; time++, now += leaseMs)
      expect((await claimed(now)).mediaId).toBe(deadly);
    expect(await claim(now)).toBeUndefined();
    const [entry] = await listMediaQueue(get().read, { failed: true, limit: 9 });
    expect(entry).toEqual({
      mediaId: deadly,
      file: '2026/11/a.jpg',
      attempts: maxDeaths,
      dueAt: 0,
      reason: expect.stringMatching(/ended 4 times/),
    });

    const full = await attach();
    await enqueue([full]);
    for (const pause of [30_000, 60_000, 120_000]) {
      const job = await claimed(now);
      await get().write((tx) =>
        failMedia(tx, job, { reason: 'ENOSPC: no space left on device', again: true }, now),
      );
      expect(await claim(now + pause - 1)).toBeUndefined();
      now += pause;
    }
    const job = await claimed(now);
    await get().write((tx) => failMedia(tx, job, { reason: 'It is no picture.', again: false }, now));
    expect(await claim(now + 1e9)).toBeUndefined();
    expect(await mediaQueueLength(get().read)).toEqual({ waiting: 0, failed: 2 });
    await enqueue([deadly, full], now);
    expect(await mediaQueueLength(get().read)).toEqual({ waiting: 2, failed: 0 });
    expect((await claimed(now)).attempts).toBe(1);
    await get().write(async (tx) => {
      for (const id of [deadly, full]) await deletePost(tx, id);
    });
    expect(await mediaQueueLength(get().read)).toEqual({ waiting: 0, failed: 0 });
  });

  test('does not count attempts of a server that stopped, and drops pictures without a file', async () => {
    const id = await attach();
    await enqueue([id]);
    const job = await claimed();
    await get().write((tx) => releaseMedia(tx, job, 2000));
    expect(await claim(1999)).toBeUndefined();
    const again = await claimed(2000);
    expect(again.attempts).toBe(1);
    await get().write((tx) => finishMedia(tx, again, made));
    await enqueue([await attach({ sourceUrl: 'https://old.example/a.jpg' })]);
    const queue = keepMediaQueue(get(), place().dataDir, {
      info: () => {},
      warn: ({ reason }: { reason?: string }) => expect.fail(reason),
    });
    await expect.poll(() => mediaQueueLength(get().read)).toEqual({ waiting: 0, failed: 0 });
    await queue.close();
  });

  test('keeps a focal point that a user chose, and imported sizes', async () => {
    const old = { file: 'a-640x427.jpg', width: 640, height: 427, mime: 'image/jpeg' };
    const id = await attach({ file: '2026/11/a.jpg', focalX: 500, focalY: 500, sizes: { newsletter: old } });
    await enqueue([id]);
    const emitted: Emission[] = [];
    const stop = get().bus.listen((emissions) => emitted.push(...emissions));
    const requested: (readonly string[])[] = [];
    class NotingMaker extends SizeMaker {
      override async make({ kept }: SizeRequest): Promise<SizeReply> {
        requested.push(kept);
        return { made };
      }
    }
    const queue = keepMediaQueue(
      get(),
      place().dataDir,
      { info: () => {}, warn: () => {} },
      { maker: () => new NotingMaker() },
    );
    await expect.poll(() => mediaQueueLength(get().read)).toEqual({ waiting: 0, failed: 0 });
    await queue.close();
    stop();
    expect(requested).toEqual([[old.file]]);
    expect(emitted).toEqual([
      { tag: `post:${id}`, urgency: 'bulk' },
      { tag: `media:${id}`, urgency: 'bulk' },
    ]);
    expect(await picture(id)).toMatchObject({ focalX: 500, focalY: 500, color: '#102030' });
    expect(
      JSON.parse(
        (
          await get()
            .read.selectFrom('media')
            .select('sizes')
            .where('post_id', '=', id)
            .executeTakeFirstOrThrow()
        ).sizes,
      ),
    ).toEqual({ newsletter: old, medium: small });
  });

  test('an upload can be shown at once, and has its sizes soon after', async () => {
    const logged: string[] = [];
    const log = {
      info: (_details: object, message: string) => void logged.push(message),
      warn: (details: object, message: string) => void logged.push(`${message} ${JSON.stringify(details)}`),
    };
    const queue = keepMediaQueue(get(), place().dataDir, log);
    const { id, file } = await addUpload(get(), place().dataDir, {
      name: 'Blue <b>.jpg',
      bytes: await jpeg(),
      alt: 'A blue field',
    });
    expect(existsSync(join(place().dataDir, 'media', file))).toBe(true);
    expect(await picture(id)).toMatchObject({
      width: 900,
      height: 600,
      alt: 'A blue field',
      fullUrl: `${siteUrl}/wp-content/uploads/${file}`,
    });
    await expect.poll(async () => (await picture(id))?.srcset).toContain('768w');
    expect((await picture(id))?.color).toMatch(/^#4.6.a.$/);
    const { id: fake } = await get().write(async (tx) => {
      const mediaId = await createPost(tx, {
        type: 'attachment',
        status: 'inherit',
        title: 'Fake',
        mimeType: 'image/jpeg',
      });
      await saveMedia(tx, { postId: mediaId, file: 'fake.jpg' });
      await enqueueMedia(tx, [mediaId]);
      return { id: mediaId };
    });
    await expect
      .poll(() => listMediaQueue(get().read, { failed: true, limit: 9 }))
      .toEqual([
        { mediaId: fake, file: 'fake.jpg', attempts: 1, dueAt: 0, reason: 'Its file is not there.' },
      ]);
    await get().write((tx) => deletePost(tx, fake));
    await queue.close();
    expect(logged.filter((line) => !line.startsWith('Made the sizes'))).toEqual([
      expect.stringContaining('Its file is not there.'),
    ]);
    expect(readdirSync(join(place().dataDir, 'media/.parts'))).toEqual([]);
  });

  test('refuses files that are no pictures, and leaves nothing behind', async () => {
    const before = await get().read.selectFrom('post').select('id').execute();
    for (const [name, bytes] of [
      ['a.jpg', '<svg/>'],
      ['a.svg', '<svg/>'],
      ['a.png', ''],
    ] as const) {
      await expect(
        addUpload(get(), place().dataDir, { name, bytes: Buffer.from(bytes) }, Date.UTC(2001, 0, 2)),
        name,
      ).rejects.toThrow(/no picture|can't be uploaded/);
    }
    expect(existsSync(join(place().dataDir, 'media/2001'))).toBe(false);
    expect(await get().read.selectFrom('post').select('id').execute()).toEqual(before);
    const { id } = await addUpload(get(), place().dataDir, { name: 'song.mp3', bytes: Buffer.from('ID3la') });
    expect(
      await get()
        .read.selectFrom('job')
        .select('id')
        .where('kind', '=', sizesJob.name)
        .where('key', '=', String(id))
        .execute(),
    ).toEqual([]);
  });

  test('two processes share it, and process each picture once', async () => {
    const other = await openSiteDatabase({
      dataDir: place().dataDir,
      databaseUrl: place().databaseUrl,
      maxConnections: 2,
    });
    await other.watch();
    const requests: string[] = [];
    class CountingMaker extends SizeMaker {
      override async make({ file }: SizeRequest): Promise<SizeReply> {
        requests.push(file);
        await letPass(5);
        return { made };
      }
    }
    const warnings: object[] = [];
    const log = { info: () => {}, warn: (details: object) => void warnings.push(details) };
    const queues = [get(), other].map((database) =>
      keepMediaQueue(database, place().dataDir, log, { maker: () => new CountingMaker() }),
    );
    const files = Array.from({ length: 30 }, (_, n) => `2026/12/${n}.jpg`);
    const ids: number[] = [];
    for (const file of files) ids.push(await attach({ file }));
    await get().write((tx) => enqueueMedia(tx, ids));
    await expect.poll(() => mediaQueueLength(get().read)).toEqual({ waiting: 0, failed: 0 });
    await Promise.all(queues.map((queue) => queue.close()));
    await other.close();
    expect(warnings).toEqual([]);
    expect(requests.toSorted()).toEqual(files.toSorted());
  });

  test('removes incomplete files of a process that died with the picture', async () => {
    const { id, file } = await addUpload(get(), place().dataDir, { name: 'deadly.jpg', bytes: await jpeg() });
    const parts = join(place().dataDir, 'media/.parts');
    const workerFile = join(place().dataDir, 'dies.mjs');
    writeFileSync(
      workerFile,
      `import { writeFileSync } from 'node:fs';
      process.on('message', ({ part }) => {
        writeFileSync(part + '/deadly-150x150.jpg.webp', 'half');
        process.kill(process.pid, 'SIGKILL');
      });`,
    );
    const other = join(parts, `${hostname()}~${process.ppid}~b.part`); // being written
    const queue = keepMediaQueue(
      get(),
      place().dataDir,
      { info: () => {}, warn: () => {} },
      { maker: () => new SizeMaker({ workerFile }) },
    );
    writeFileSync(other, 'half');
    await expect
      .poll(() => listMediaQueue(get().read, { failed: true, limit: 9 }))
      .toMatchObject([{ mediaId: id, file, reason: 'The process that made its sizes ended (SIGKILL).' }]);
    await queue.close();
    expect(readdirSync(parts)).toEqual([basename(other)]);
    rmSync(other);
    await get().write((tx) => deletePost(tx, id));
  });

  /** Generates sizes; the callback runs when they, and a rotated original, are ready. */
  const makeSizes = async (during: () => Promise<unknown>, fault?: SizeReply) => {
    let times = 0;
    class HeldMaker extends SizeMaker {
      override async make(request: SizeRequest): Promise<SizeReply> {
        const processed = await processImage(request);
        if (times++ === 0) await during();
        return fault ?? { made: processed };
      }
    }
    const queue = keepMediaQueue(
      get(),
      place().dataDir,
      { info: () => {}, warn: () => {} },
      { maker: () => new HeldMaker() },
    );
    await expect.poll(async () => (await mediaQueueLength(get().read)).waiting).toBe(0);
    await queue.close();
    expect(readdirSync(join(place().dataDir, 'media/.parts'))).toEqual([]);
  };
  const upright = async () =>
    cleanPicture(
      await sharp(await jpeg())
        .withExif({ IFD0: { Artist: 'Anna' } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer(),
    );
  const filesLike = (file: string) =>
    readdirSync(join(place().dataDir, 'media', dirname(file)))
      .filter((name) => name.startsWith(basename(file, '.jpg')))
      .toSorted();
  const removeFiles = async () => {
    const log = { info: () => {}, warn: ({ reason }: { reason?: string }) => expect.fail(reason) };
    const jobs = startQueues([removalQueue({ database: get(), dataDir: place().dataDir, log })], {
      bus: get().bus,
      log,
    });
    await expect
      .poll(() => get().read.selectFrom('job').select('id').where('kind', '=', removalJob.name).execute())
      .toEqual([]);
    await jobs.close();
  };

  test('a picture deleted while its sizes are generated does not come back, and leaves no files, even after an error', async () => {
    const full = { fault: 'ENOSPC: no space left on device', again: true };
    for (const [name, fault] of [
      ['gone.jpg', undefined],
      ['full.jpg', full],
    ] as const) {
      const { id, file } = await addUpload(get(), place().dataDir, { name, bytes: await upright() });
      await makeSizes(async () => {
        await get().write((tx) => deleteMedia(tx, id));
        await removeFiles();
      }, fault);
      expect(filesLike(file)).toEqual([]);
    }
    const { id, file } = await addUpload(get(), place().dataDir, {
      name: 'later.jpg',
      bytes: await upright(),
    });
    await makeSizes(() => Promise.resolve(), full);
    await get().write((tx) => deleteMedia(tx, id));
    await removeFiles();
    expect(filesLike(file)).toEqual([]);
  });

  test('a picture that replaces one whose sizes are being generated stays, and has its own sizes', async () => {
    const { id, file } = await addUpload(get(), place().dataDir, {
      name: 'placed.jpg',
      bytes: await upright(),
    });
    const path = join(place().dataDir, 'media', file);
    const actors = await makeActors(get());
    const blue = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#1010c0' } })
      .jpeg()
      .toBuffer();
    const from = (await postOf(get().read, id)).revision;
    await makeSizes(() =>
      replaceFile(
        { database: get(), dataDir: place().dataDir },
        actors.administrator,
        { id, bytes: blue },
        from,
      ),
    );
    const row = await get()
      .read.selectFrom('media')
      .select(['content_hash', 'bytes', 'sizes'])
      .where('post_id', '=', id)
      .executeTakeFirstOrThrow();
    const stored = readFileSync(path);
    expect([createHash('md5').update(stored).digest('hex'), stored.length]).toEqual([
      row.content_hash,
      row.bytes,
    ]);
    const names = Object.values(parseSizes(row.sizes)).map((size) => size.file);
    expect(filesLike(file)).toEqual([...new Set([basename(file), ...names])].toSorted());
    for (const name of names)
      expect((await sharp(join(dirname(path), name)).stats()).dominant.b, name).toBeGreaterThan(120);
  });

  test('keeps sizes of a shared file when one attachment is deleted while its sizes are generated', async () => {
    const { id, file } = await addUpload(get(), place().dataDir, { name: 'common.jpg', bytes: await jpeg() });
    await makeSizes(() => Promise.resolve());
    const before = filesLike(file);
    expect(before).toContain('common-150x150.jpg');
    const twin = await attach({ file });
    await enqueue([twin]);
    await makeSizes(async () => {
      await get().write((tx) => deleteMedia(tx, twin));
      await removeFiles();
    });
    expect(filesLike(file)).toEqual(before);
    expect(await picture(id)).toMatchObject({ fullUrl: `${siteUrl}/wp-content/uploads/${file}` });
  });
});
