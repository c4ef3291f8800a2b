import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InvalidInputError, NotFoundError } from '../lib/errors.ts';
import { readUpTo } from './terminal.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-'));
});
afterAll(() => rm(folder, { recursive: true }));

const undone = 'Nothing was changed.';
const refusal = (path: string, maxBytes: number) => expect(readUpTo(path, maxBytes, undone)).rejects;

test('reads a file of up to the maximum size, or an empty one', async () => {
  const file = join(folder, 'words');
  await writeFile(file, 'words');
  expect((await readUpTo(file, 5, undone)).toString()).toBe('words');
  await refusal(file, 4).toThrow(
    new InvalidInputError(`${file} is larger than 4 bytes, the maximum. ${undone}`),
  );
  await writeFile(file, '');
  expect((await readUpTo(file, 5, undone)).length).toBe(0);
});

test('stops reading a file that is far too large or endless', async () => {
  const file = join(folder, 'large');
  await writeFile(file, '');
  await truncate(file, 3 * 2 ** 30);
  await refusal(file, 1000).toThrow(`${file} is larger than 1000 bytes, the maximum. ${undone}`);
  await refusal('/dev/zero', 1_000_000).toThrow('/dev/zero is larger than 1000000 bytes');
});

test('a missing path, or one that is not a file, is reported by name', async () => {
  await refusal(join(folder, 'none'), 5).toThrow(
    new NotFoundError(`File ${join(folder, 'none')} not found. ${undone}`),
  );
  await refusal(folder, 5).toThrow(new InvalidInputError(`${folder} is a folder. Specify a file. ${undone}`));
});
