import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { zipOf } from '../../../test/harness/zip.ts';
import type { ZipEntry } from '../../../test/harness/zip.ts';
import { receivePart } from '../../kernel/part-files.ts';
import { importFolder, uploadsCopy } from './export-files.ts';
import {
  dropUploads,
  keepUpload,
  keepZip,
  listZips,
  pathInUploads,
  readUploadsSummary,
  unpackUploads,
  zipLimits,
} from './unpack-uploads.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-uploads-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const partOf = (bytes: Buffer | string) => receivePart(dataDir, Readable.from([Buffer.from(bytes)]), 2 ** 26);
const copied = () =>
  existsSync(uploadsCopy(dataDir))
    ? readdirSync(uploadsCopy(dataDir), { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(uploadsCopy(dataDir).length + 1))
        .toSorted()
    : [];
const unpack = async (...zips: readonly (readonly ZipEntry[])[]) => {
  for (const [index, entries] of zips.entries())
    await keepZip(dataDir, await partOf(zipOf(entries)), `uploads-${index}.zip`);
  return unpackUploads(dataDir);
};

test.each([
  ['wp-content/uploads/2026/01/a.jpg', '2026/01/a.jpg'],
  ['site/wp-content/uploads/2026/01/a.jpg', '2026/01/a.jpg'],
  ['uploads/2026/01/a.jpg', '2026/01/a.jpg'],
  ['2026/uploads/a.jpg', '2026/uploads/a.jpg'],
  ['uploads/uploads/2026/01/a.jpg', '2026/01/a.jpg'],
  ['uploads/wp-content/uploads/2026/01/a.jpg', '2026/01/a.jpg'],
  ['uploads/wp-content/uploads/logo.png', 'logo.png'],
  ['uploads/plugin/uploads/a.jpg', 'plugin/uploads/a.jpg'],
  ['backup/2026/01/a.jpg', '2026/01/a.jpg'],
  ['sites/2/2026/01/a.jpg', '2026/01/a.jpg'],
  ['logo.png', 'logo.png'],
  ['uploads\\2026\\01\\a.jpg', '2026/01/a.jpg'],
  ['uploads/2026/01/cafe\u0301.jpg', '2026/01/caf\u00e9.jpg'],
  ['../../etc/a.jpg', undefined],
  ['uploads/../../a.jpg', undefined],
  ['/etc/a.jpg', undefined],
  ['uploads/.htaccess', undefined],
  ['uploads/a\u0000.jpg', undefined],
  ['uploads/', undefined],
])('[IMP-31] the place of %j in the copy is %j', (sent, expected) => {
  expect(pathInUploads(sent)).toBe(expected);
});

test('[IMP-31] unpacks a harmless ZIP, whatever folder it begins with, and a newer file replaces an older one', async () => {
  const summary = await unpack(
    [
      { name: 'wp-content/uploads/', bytes: '', isStored: true, mode: 0o40755 },
      { name: 'wp-content/uploads/2026/01/a.txt', bytes: 'first' },
      { name: 'wp-content/uploads/2026/01/b.txt', bytes: 'stored', isStored: true },
      { name: '__MACOSX/uploads/2026/01/._a.txt', bytes: 'x' },
      { name: 'wp-content/uploads/.DS_Store', bytes: 'x' },
    ],
    [{ name: '2026/01/a.txt', bytes: 'second' }],
  );
  expect(copied()).toEqual(['2026/01/a.txt', '2026/01/b.txt']);
  expect(readFileSync(join(uploadsCopy(dataDir), '2026/01/a.txt'), 'utf8')).toBe('second');
  expect(summary).toEqual({ files: 2, bytes: 12, skipped: 0, listed: [], problems: [] });
  expect([await listZips(dataDir), await readUploadsSummary(dataDir)]).toEqual([[], summary]);
  await dropUploads(dataDir);
  expect([copied(), (await readUploadsSummary(dataDir)).files]).toEqual([[], 0]);
});

test.each<[string, readonly ZipEntry[], RegExp]>([
  [
    'a path out of the folder',
    [{ name: '../../evil.txt', bytes: 'x' }],
    /damaged or unsafe: invalid relative path/,
  ],
  ['an absolute path', [{ name: '/etc/evil.txt', bytes: 'x' }], /damaged or unsafe: absolute path/],
  ['a drive', [{ name: 'C:\\evil.txt', bytes: 'x' }], /damaged or unsafe: absolute path/],
  ['a bomb', [{ name: '2026/bomb.txt', bytes: Buffer.alloc(20 * 2 ** 20) }], /more than 200 times its size/],
  [
    'many files that share their bytes',
    [
      { name: '2026/0.txt', bytes: Buffer.alloc(100_000, 'ab') },
      ...Array.from({ length: 200 }, (_, n) => ({
        name: `2026/${n}.txt`,
        bytes: Buffer.alloc(100_000, 'ab'),
        dataOf: 0,
      })),
    ],
    /same bytes for several files/,
  ],
])('[IMP-31] refuses a ZIP with %s, and writes nothing', async (_name, entries, reason) => {
  const { files, problems } = await unpack([{ name: '2026/01/first.txt', bytes: 'first' }, ...entries]);
  expect([files, copied(), problems.map((problem) => problem.name)]).toEqual([0, [], ['uploads-0.zip']]);
  expect(problems[0]?.reason).toMatch(reason);
  expect(existsSync(join(dataDir, 'evil.txt'))).toBe(false);
  expect(await listZips(dataDir)).toEqual([]);
});

test.each<[keyof typeof zipLimits, number, readonly ZipEntry[], RegExp]>([
  [
    'unpacked',
    2 ** 20,
    [{ name: '2026/big.txt', bytes: 'x', states: { size: 2 ** 21 } }],
    /Unpacked, the ZIP has more than/,
  ],
  ['files', 1, [{ name: '2026/2.txt', bytes: 'x' }], /The ZIP has more than 1 files/],
])(
  '[IMP-31] refuses a ZIP beyond the limit of %s, and writes nothing',
  async (limit, most, entries, reason) => {
    const limits = { ...zipLimits };
    try {
      Object.assign(zipLimits, { [limit]: most });
      const { problems } = await unpack([{ name: '2026/1.txt', bytes: 'first' }, ...entries]);
      expect([problems.length, copied(), await listZips(dataDir)]).toEqual([1, [], []]);
      expect(problems[0]?.reason).toMatch(reason);
    } finally {
      Object.assign(zipLimits, limits);
    }
  },
);

test('[IMP-31] refuses more ZIPs than may wait', async () => {
  const limits = { ...zipLimits };
  try {
    Object.assign(zipLimits, { waiting: 1 });
    mkdirSync(join(importFolder(dataDir), 'zips'), { recursive: true });
    writeFileSync(join(importFolder(dataDir), 'zips/1-a.zip'), zipOf([{ name: '2026/1.txt', bytes: 'x' }]));
    await expect(
      keepZip(dataDir, await partOf(zipOf([{ name: '2026/2.txt', bytes: 'x' }])), 'b.zip'),
    ).rejects.toThrow(/1 ZIP files wait to be unpacked/);
    expect(await listZips(dataDir)).toEqual(['1-a.zip']);
  } finally {
    Object.assign(zipLimits, limits);
  }
});

test('[IMP-31] leaves out links, programs, encrypted and damaged files, and takes the others', async () => {
  const { listed, skipped } = await unpack([
    { name: '2026/link.txt', bytes: '/etc/passwd', isStored: true, mode: 0o120777 },
    { name: '2026/pipe.txt', bytes: '', isStored: true, mode: 0o010644 },
    { name: '2026/evil.php', bytes: '<?php' },
    { name: '2026/evil.svg', bytes: '<svg onload="alert(1)"/>' },
    { name: '2026/evil.html', bytes: '<script>' },
    { name: '2026/.htaccess', bytes: 'AddType' },
    { name: '2026/secret.txt', bytes: 'x', states: { flags: 1 } },
    { name: '2026/odd.txt', bytes: 'x', states: { method: 99 } },
    { name: '2026/torn.txt', bytes: 'torn', states: { crc: 7 } },
    { name: '2026/short.txt', bytes: 'four', states: { size: 400 } },
    { name: '2026/good.txt', bytes: 'good' },
    { name: '2026/good.txt/inner.txt', bytes: 'below a file' },
  ]);
  expect(copied()).toEqual(['2026/good.txt']);
  expect(skipped).toBe(11);
  expect(Object.fromEntries(listed.map(({ path, reason }) => [path, reason]))).toMatchObject({
    '2026/link.txt': 'it is a link or a special file',
    '2026/pipe.txt': 'it is a link or a special file',
    '2026/evil.php': expect.stringContaining('not allowed'),
    '2026/evil.svg': expect.stringContaining('not allowed'),
    '2026/secret.txt': 'it is encrypted',
    '2026/good.txt/inner.txt': 'its folder has the name of a file',
  });
});

test('[IMP-31] unpacks a file with the longest allowed name, and the others of its ZIP', async () => {
  const long = `2026/${'x'.repeat(246)}.txt`;
  const { files, skipped, problems } = await unpack([
    { name: long, bytes: 'long' },
    { name: '2026/other.txt', bytes: 'other' },
  ]);
  expect([files, skipped, problems, copied()]).toEqual([2, 0, [], ['2026/other.txt', long]]);
});

test('[IMP-31] does not count files that are being unpacked, and deletes abandoned ones', async () => {
  const folder = join(uploadsCopy(dataDir), '2026');
  mkdirSync(folder, { recursive: true });
  for (const name of ['a.txt', '.1-new.part', '.1-old.part']) writeFileSync(join(folder, name), 'words');
  utimesSync(join(folder, '.1-old.part'), 1, 1);
  expect(await unpackUploads(dataDir)).toMatchObject({ files: 1, bytes: 5 });
  expect(readdirSync(folder).toSorted()).toEqual(['.1-new.part', 'a.txt']);
});

test('[IMP-31] two processes that unpack at once count each file once, and find no problems', async () => {
  for (const n of [0, 1])
    await keepZip(
      dataDir,
      await partOf(
        zipOf([
          { name: `2026/${n}.txt`, bytes: 'words' },
          { name: `2026/${n}.php`, bytes: '<?php' },
        ]),
      ),
      `${n}.zip`,
    );
  const both = await Promise.all([unpackUploads(dataDir), unpackUploads(dataDir)]);
  for (const summary of both) expect(summary).toMatchObject({ files: 2, skipped: 2, problems: [] });
  expect(readdirSync(importFolder(dataDir)).toSorted()).toEqual(['uploads', 'uploads.json', 'zips']);
});

test('[IMP-31] waits for a running process that unpacks, and takes over from one that ended', async () => {
  const lock = join(importFolder(dataDir), 'unpack.lock');
  const isUnpacked = async (owner: string, modified?: number) => {
    await keepZip(dataDir, await partOf(zipOf([{ name: '2026/a.txt', bytes: 'x' }])), 'a.zip');
    writeFileSync(lock, owner);
    if (modified !== undefined) utimesSync(lock, modified, modified);
    // It does not wait with an aborted signal, and unpacks nothing.
    const patience = modified === undefined ? AbortSignal.abort() : undefined;
    await unpackUploads(dataDir, { signal: patience });
    const isDone = (await listZips(dataDir)).length === 0;
    return [isDone, existsSync(lock)];
  };
  const running = `${hostname()}~${process.ppid}~1`;
  expect(await isUnpacked(running)).toEqual([false, true]);
  expect(await isUnpacked('elsewhere~1~1')).toEqual([false, true]);
  const waiting = unpackUploads(dataDir);
  rmSync(lock);
  expect([(await waiting).problems, await listZips(dataDir)]).toEqual([[], []]);
  const now = Date.now() / 1000;
  const ended = spawnSync(process.execPath, ['--version']).pid;
  for (const [owner, modified] of [
    [`${hostname()}~${ended}~1`, now],
    [`${hostname()}~${process.pid}~1`, now],
    [running, now - 601],
    ['elsewhere~1~1', now - 601],
  ] as const)
    expect([owner, await isUnpacked(owner, modified)]).toEqual([owner, [true, false]]);
});

test('[IMP-31] a copy that can’t be used is a problem until it can', async () => {
  const find = (fault: string) => unpackUploads(dataDir, { findFault: async () => fault });
  const problems = [{ name: 'uploads', reason: 'no years' }];
  for (let times = 0; times < 2; times++) expect(await find('no years')).toMatchObject({ problems });
  expect(await find('')).toMatchObject({ problems: [] });
});

test('[IMP-31] the copy is not removed while a process unpacks, and then with earlier leftovers', async () => {
  await keepUpload(dataDir, await partOf('x'), '2026/a.txt');
  const folder = importFolder(dataDir);
  mkdirSync(join(folder, 'uploads.removed-1/2026'), { recursive: true });
  writeFileSync(join(folder, 'unpack.lock'), `${hostname()}~${process.ppid}~1`);
  await expect(dropUploads(dataDir)).rejects.toMatchObject({ status: 409, code: 'import_checking' });
  expect(copied()).toEqual(['2026/a.txt']);
  rmSync(join(folder, 'unpack.lock'));
  await dropUploads(dataDir);
  expect(readdirSync(folder)).toEqual([]);
});

test('[IMP-31] a ZIP whose unpacking is stopped waits for the next time, without a problem', async () => {
  await keepZip(dataDir, await partOf(zipOf([{ name: '2026/a.txt', bytes: 'x' }])), 'a.zip');
  expect(await unpackUploads(dataDir, { signal: AbortSignal.abort() })).toMatchObject({
    files: 0,
    problems: [],
  });
  expect(await listZips(dataDir)).toHaveLength(1);
  expect(await unpackUploads(dataDir)).toMatchObject({ files: 1, problems: [] });
});

test('[IMP-31] stops within a file, which is no fault of that file', async () => {
  await keepZip(dataDir, await partOf(zipOf([{ name: '2026/a.txt', bytes: 'x' }])), 'a.zip');
  const controller = new AbortController();
  const { signal } = controller;
  const listen = signal.addEventListener.bind(signal);
  // Aborts as soon as the file is being written.
  Object.assign(signal, {
    addEventListener: (...options: Parameters<typeof listen>) => {
      listen(...options);
      queueMicrotask(() => controller.abort());
    },
  });
  expect(await unpackUploads(dataDir, { signal })).toMatchObject({ files: 0, skipped: 0, problems: [] });
  expect([signal.aborted, copied(), (await listZips(dataDir)).length]).toEqual([true, [], 1]);
});

test('[IMP-31] never writes through a link in the copy', async () => {
  const outside = join(dataDir, 'outside');
  mkdirSync(outside);
  mkdirSync(uploadsCopy(dataDir), { recursive: true });
  symlinkSync(outside, join(uploadsCopy(dataDir), '2026'));
  const { listed } = await unpack([{ name: '2026/a.txt', bytes: 'x' }]);
  expect([readdirSync(outside), listed[0]?.reason]).toEqual([[], 'its folder is a link out of the copy']);
  await expect(keepUpload(dataDir, await partOf('x'), '2026/a.txt')).rejects.toThrow(/link out of the copy/);
  expect(readdirSync(outside)).toEqual([]);
});

test('[IMP-31] a truncated ZIP and another file named .zip are refused', async () => {
  await expect(keepZip(dataDir, await partOf('<rss/>'), 'a.zip')).rejects.toThrow(/not a ZIP file/);
  const whole = zipOf([{ name: '2026/a.txt', bytes: 'words' }]);
  await keepZip(dataDir, await partOf(whole.subarray(0, whole.length - 30)), '../../cut.zip');
  expect((await unpackUploads(dataDir)).problems).toEqual([
    { name: 'cut.zip', reason: expect.stringContaining('The ZIP is damaged or unsafe') },
  ]);
  expect(zipLimits.bytes).toBe(16 * 2 ** 30);
});

test('[IMP-31] single files keep their path; other types, hidden files and ways out are refused', async () => {
  expect(await keepUpload(dataDir, await partOf('x'), 'uploads/2026/01/a.txt')).toBe('2026/01/a.txt');
  for (const path of ['2026/a.php', '../a.txt', '/a.txt', '.a.txt', '2026//a.txt', '2026/01'])
    await expect(keepUpload(dataDir, await partOf('x'), path)).rejects.toMatchObject({ status: 400 });
  writeFileSync(join(uploadsCopy(dataDir), 'b.txt'), 'x');
  await expect(keepUpload(dataDir, await partOf('x'), 'b.txt/c.txt')).rejects.toThrow(/name of a file/);
  expect(copied()).toEqual(['2026/01/a.txt', 'b.txt']);
});
