import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addUpload } from '../../src/modules/media/upload-commands.ts';
import { createPost } from '../../src/modules/posts/writer.ts';
import { messageOf } from '../../src/lib/errors.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import { makePost } from '../harness/factories.ts';
import { failuresOf, sendReaders } from '../harness/readers.ts';
import { startRealServer } from '../harness/real-server.ts';
import { rawRequest } from '../harness/served-site.ts';
import { canMount, fillDisk } from './full-disk.ts';
import { problemsOf } from './problems-of.ts';

const megabytes = 24;

describe.skipIf(!canMount())('a data folder on a disk that is full', () => {
  let dataDir: string;
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-full-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dataDir]);
  });
  afterAll(() => {
    execFileSync('umount', ['--lazy', dataDir]);
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('serves on, writes say why they fail, nothing is broken, and it heals once there is room', async () => {
    const place = { dataDir, databaseUrl: undefined };
    const database = await openSiteDatabase(place);
    await database.migrate();
    const slugs = Array.from({ length: 12 }, (_, n) => `story-${n}`);
    await database.write(async (tx) => {
      for (const slug of slugs) await makePost(tx, { title: slug, slug });
    });
    const server = await startRealServer(place, { LOG_LEVEL: 'warn' });
    const readers = sendReaders(server.url, ['/', '/?s=story', ...slugs.map((slug) => `/${slug}/`)], {
      connections: 3,
      wrongIn: (body) => (body.includes('</html>') ? undefined : `no whole page: ${body.slice(0, 500)}`),
    });

    // Fills the disk to the last byte.
    const filler = join(dataDir, 'filler');
    fillDisk(filler);
    const long = 'Words that need room. '.repeat(20_000);
    const writeOn = async () => {
      for (let n = 0; n < 200; n++)
        await database.write((tx) => createPost(tx, { title: 'Too much', content: long }));
    };
    await expect(writeOn()).rejects.toMatchObject({
      code: 'unavailable',
      status: 503,
      message: 'The disk is full, so this change was not saved. Free some space, then try again.',
    });
    const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#777' } })
      .jpeg()
      .toBuffer();
    await expect(addUpload(database, dataDir, { name: 'late.jpg', bytes })).rejects.toThrow(
      /ENOSPC|disk is full/,
    );
    expect(
      existsSync(join(dataDir, 'media'))
        ? readdirSync(join(dataDir, 'media'), { recursive: true }).filter((name) =>
            /late|\.part$/.test(String(name)),
          )
        : [],
    ).toEqual([]);
    const before = readers.answers.length;
    await expect.poll(() => readers.answers.length - before).toBeGreaterThan(30);
    // Renders are cached in the database if there is room, and served in any case.
    expect((await rawRequest(server.url, '/nothing-here/')).status).toBe(404);
    const full = await fetch(`${server.url}/healthz`);
    expect([full.status, await full.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'disk_full', diskFreeBytes: expect.any(Number) }),
    ]);

    rmSync(filler);
    await database.write((tx) => makePost(tx, { title: 'Room again', slug: 'room-again' }));
    expect((await addUpload(database, dataDir, { name: 'now.jpg', bytes })).file).toMatch(/now\.jpg$/);
    expect((await rawRequest(server.url, '/room-again/')).status).toBe(200);
    const answers = await readers.stop();
    expect(failuresOf(answers)).toEqual([]);
    await expect
      .poll(async () => (await fetch(`${server.url}/healthz`)).json() as Promise<unknown>)
      .toMatchObject({ status: 'ok', mediaQueue: { waiting: 0 } });
    expect(await problemsOf(database, dataDir)).toEqual([]);
    expect(await server.stop()).toBe(0);
    await database.close();
  });

  test('a start after kill -9, or after a clean stop: it serves or says in a sentence what to do, never a stack', async () => {
    const place = { dataDir: join(dataDir, 'second'), databaseUrl: undefined };
    const filler = join(dataDir, 'filler');
    /** The outcome of a start on the full disk. */
    const start = async () => {
      fillDisk(filler);
      try {
        const server = await startRealServer(place, { LOG_LEVEL: 'silent' });
        expect((await rawRequest(server.url, '/kept/')).status).toBe(200);
        return `served\n${server.output()}${await server.stop()}`;
      } catch (error) {
        return messageOf(error);
      } finally {
        rmSync(filler);
      }
    };
    const first = await startRealServer(place, { LOG_LEVEL: 'silent' });
    const database = await openSiteDatabase(place);
    await database.write((tx) => makePost(tx, { title: 'Kept', slug: 'kept' }));
    first.process.kill('SIGKILL');
    await first.stop();
    await database.close();
    const outcomes = [await start()];
    const again = await startRealServer(place, { LOG_LEVEL: 'silent' });
    expect(await again.stop()).toBe(0);
    outcomes.push(await start());
    for (const outcome of outcomes)
      expect(outcome).toMatch(/^served\n|The disk is full|as happens on a full disk/);
    for (const outcome of outcomes) expect(outcome).not.toMatch(/\n\s+at /);
    // With room again it works as before.
    const last = await startRealServer(place, { LOG_LEVEL: 'silent' });
    expect((await rawRequest(last.url, '/kept/')).status).toBe(200);
    expect(await last.stop()).toBe(0);
  });
});
