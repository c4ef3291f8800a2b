import { readdirSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import sharp from 'sharp';
import { listMediaQueue } from '../../src/modules/media/queue.ts';
import { parseSizes } from '../../src/modules/media/model.ts';
import type { Reader } from '../../src/kernel/db/open-database.ts';
import { messageOf } from '../../src/lib/errors.ts';

/** Maximum pictures decoded completely; the others only have to exist. */
const maxDecoded = 200;

/** A file named in a row; `width` and `height` are 0 for other files than pictures, and when unknown. */
interface NamedFile {
  readonly mediaId: number;
  /** Below the uploads folder. */
  readonly file: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Contradictions between media rows and uploaded files. Files without a row are allowed for sizes whose process was
 * killed (they are regenerated under the same names), and one for each interrupted upload (`cutOff`).
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
  // An even sample of old and new ones.
  const sample = there.filter((_, index) => index % Math.ceil(there.length / maxDecoded) === 0);
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
    await picture.resize(64).raw().toBuffer(); // reads the whole file
    return is.width === width && is.height === height
      ? []
      : [
          `${file} of media ${mediaId} is ${is.width} by ${is.height}, and its row says ${width} by ${height}`,
        ];
  } catch (error) {
    return [`${file} of media ${mediaId} can't be decoded: ${messageOf(error)}`];
  }
}

/** Files below the uploads folder, except unfinished ones, which are in a separate folder. */
function filesBelow(uploads: string): string[] {
  if (!statSync(uploads, { throwIfNoEntry: false })) return [];
  return readdirSync(uploads, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(uploads.length + 1))
    .filter((file) => !file.startsWith('.parts/'));
}
