import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { addUpload } from '../../src/modules/media/upload-commands.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import { makeTestDatabase } from '../harness/databases.ts';
import { mediaProblems } from './media-problems.ts';

const place = await makeTestDatabase('sqlite');
afterAll(() => place.drop());

test('the check of media finds truncated, empty, missing, mis-sized and unlisted files', async () => {
  const database = await openSiteDatabase(place);
  await database.migrate();
  const bytes = await sharp({
    create: {
      width: 400,
      height: 300,
      channels: 3,
      background: '#357',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer();
  const names = ['whole', 'cut', 'empty', 'gone', 'other'];
  const files: string[] = [];
  for (const name of names)
    files.push((await addUpload(database, place.dataDir, { name: `${name}.jpg`, bytes })).file);
  const path = (at: number) => join(place.dataDir, 'media', files[at] ?? '');
  expect(await mediaProblems(database.read, place.dataDir, 0)).toEqual([]);

  truncateSync(path(1), bytes.length >> 1);
  truncateSync(path(2));
  rmSync(path(3));
  await sharp(bytes).resize(200).toFile(path(4));
  writeFileSync(path(0).replace('whole', 'stray'), bytes);
  writeFileSync(path(0).replace('whole', 'whole-150x150'), bytes); // a size of a pending picture
  const problems = await mediaProblems(database.read, place.dataDir, 0);
  const expected = [
    / has no file .*empty\.jpg/,
    / has no file .*gone\.jpg/,
    /cut\.jpg of media \d+ can't be decoded/,
    /other\.jpg of media \d+ is 200 by 150, and its row says 400 by 300/,
    /^no row names [^,]*stray\.jpg; 0 uploads/,
  ];
  expect(problems).toEqual(expected.map((wanted) => expect.stringMatching(wanted) as unknown));
  expect(await mediaProblems(database.read, place.dataDir, 1)).toHaveLength(expected.length - 1);
  await database.close();
});
