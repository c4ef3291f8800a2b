import { readdirSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import sharp from 'sharp';
import { listMediaQueue } from '../../src/modules/media/queue.ts';
import { parseSizes } from '../../src/modules/media/model.ts';
import type { Reader } from '../../src/kernel/db/open-database.ts';
import { messageOf } from '../../src/lib/errors.ts';

/** Pictures that are decoded whole, at most; the others only have to be there. */
const mostDecoded = 200;

/** A file that a row names; `width` and `height` are 0 for what is no picture, and where the row does not know them. */
interface NamedFile {
  readonly mediaId: number;
  /** Below the uploads folder. */
  readonly file: string;
  readonly width: number;
  readonly height: number;
}

/**
 * What rows of media and the files below the uploads folder say against each other. Two things may lie there without a row that names them, and hurt nobody:
 * sizes of a picture that waits for its turn, made before its process was killed (they are made again under the same names), and for each upload that was
 * killed (`cutOff`) the file whose row never came.
 */
export async function mediaProblems(read: Reader, dataDir: string, cutOff: number): Promise<string[]> {
  const uploads = join(dataDir, 'media');
  const rows = await read
    .selectFrom('media')
    .select(['post_id', 'file', 'width', 'height', 'sizes'])
    .where('file', '<>', '')
    .execute();
  const named = rows.flatMap<NamedFile>(({ post_id: mediaId, file, width, height, sizes }) => [
    { mediaId, file, width, height },
    ...Object.values(parseSizes(sizes)).map((size) => ({
      mediaId,
      file: join(dirname(file), size.file),
      width: size.width,
      height: size.height,
    })),
  ]);
  const missing = named.filter(
    ({ file }) => !((statSync(join(uploads, file), { throwIfNoEntry: false })?.size ?? 0) > 0),
  );
  const there = named.filter((one) => one.width > 0 && !missing.includes(one));
  // Spread over all of them, old and new.
  const sample = there.filter((_, index) => index % Math.ceil(there.length / mostDecoded) === 0);
  const wrong: string[] = [];
  for (const one of sample) wrong.push(...(await faultsIn(uploads, one)));

  const queued = new Set((await listMediaQueue(read, { failed: false })).map(({ mediaId }) => mediaId));
  const stems = rows
    .filter((row) => queued.has(row.post_id))
    .map(({ file }) => `${file.slice(0, -extname(file).length)}-`);
  const known = new Set(named.map(({ file }) => file));
  const nameless = filesBelow(uploads).filter(
    (file) =>
      !known.has(file) &&
      !stems.some((stem) => file.startsWith(stem) && /^\d+x\d+\./.test(file.slice(stem.length))),
  );
  return [
    ...missing.map(({ mediaId, file }) => `media ${mediaId} has no file ${file}, or an empty one`),
    ...wrong,
    ...(nameless.length > cutOff
      ? [`no row names ${nameless.join(', ')}; ${cutOff} uploads were cut off`]
      : []),
  ];
}

async function faultsIn(uploads: string, { mediaId, file, width, height }: NamedFile): Promise<string[]> {
  try {
    const picture = sharp(join(uploads, file), { failOn: 'error' });
    const { autoOrient: is } = await picture.metadata();
    await picture.resize(64).raw().toBuffer(); // reads it to its end
    return is.width === width && is.height === height
      ? []
      : [
          `${file} of media ${mediaId} is ${is.width} by ${is.height}, and its row says ${width} by ${height}`,
        ];
  } catch (error) {
    return [`${file} of media ${mediaId} can't be decoded: ${messageOf(error)}`];
  }
}

/** Files below the uploads folder, but for those that are being written, which have a folder of their own. */
function filesBelow(uploads: string): string[] {
  if (!statSync(uploads, { throwIfNoEntry: false })) return [];
  return readdirSync(uploads, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(uploads.length + 1))
    .filter((file) => !file.startsWith('.parts/'));
}
