import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { receivePart } from '../../kernel/part-files.ts';
import { importFolder, keepExport } from './export-files.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-exports-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

test('cuts a long name in any script to what file systems accept, between characters', async () => {
  const store = async (name: string) =>
    keepExport(dataDir, await receivePart(dataDir, Readable.from([Buffer.from('<rss/>')]), 1000), name);
  expect((await store(`${'新'.repeat(150)}.xml`)).name).toMatch(/^新{20,80}\.xml$/);
  expect((await store(`${'a'.repeat(99)}${'𠮷'.repeat(9)}.xml`)).name).toBe(`${'a'.repeat(99)}.xml`);
});

test('keeps both of two concurrent uploads with one name', async () => {
  const upload = async (words: string) =>
    keepExport(
      dataDir,
      await receivePart(dataDir, Readable.from([Buffer.from(`<rss>${words}`)]), 1000),
      'twin.xml',
    );
  const texts = ['one', 'another', 'a third one'];
  const stored = await Promise.all(texts.map(upload));
  expect(stored.map(({ name }) => name).toSorted()).toEqual(['twin-2.xml', 'twin-3.xml', 'twin.xml']);
  expect(stored.map(({ name }) => readFileSync(join(importFolder(dataDir), name), 'utf8'))).toEqual(
    texts.map((words) => `<rss>${words}`),
  );
});

test('accepts an export in UTF-16, and refuses files that are no export', async () => {
  const store = async (bytes: Buffer) =>
    keepExport(dataDir, await receivePart(dataDir, Readable.from([bytes]), 1000), 'wide.xml');
  const wide = Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><rss/>', 'utf16le');
  expect((await store(wide)).name).toBe('wide.xml');
  expect((await store(Buffer.from(wide).swap16())).name).toBe('wide-2.xml');
  await expect(store(Buffer.from('words', 'utf16le'))).rejects.toThrow(/no export of WordPress/);
});

test('refuses a packed export without enough disk space as soon as that is known, and leaves nothing behind', async () => {
  const megabyte = 2 ** 20;
  const files = () =>
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted();
  const before = files();
  let maxTaken = 0;
  const store = async (packed: Buffer, disk: number) => {
    maxTaken = 0;
    const freeBytes = async () => {
      const taken = files()
        .filter((path) => path.endsWith('.unpacked'))
        .reduce((sum, path) => sum + statSync(path).size, 0);
      maxTaken = Math.max(maxTaken, taken);
      return disk - taken;
    };
    const part = await receivePart(dataDir, Readable.from([packed]), 10 * megabyte);
    try {
      return await keepExport(dataDir, part, 'packed.xml.gz', freeBytes);
    } finally {
      rmSync(part.path, { force: true });
    }
  };
  const withSize = gzipSync(Buffer.alloc(150 * megabyte, '<rss/>'));
  const withoutSize = Buffer.concat([withSize, gzipSync('<rss/>')]);
  // Twice its size plus the reserve.
  await expect(store(withSize, 400 * megabyte)).rejects.toMatchObject({
    status: 413,
    code: 'import_no_room',
    message:
      'The disk has 400 MB left; an export that has 150 MB or more, unpacked, needs twice as much and 200 MB. Make room, then try again.',
  });
  expect(maxTaken).toBe(0);
  await expect(store(withSize, megabyte)).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  await expect(store(withoutSize, 300 * megabyte)).rejects.toMatchObject({
    status: 413,
    code: 'import_no_room',
  });
  expect(maxTaken).toBeLessThan(80 * megabyte);
  expect(files()).toEqual(before);
  expect((await store(withoutSize, 600 * megabyte)).bytes).toBe(150 * megabyte + 6);
});
