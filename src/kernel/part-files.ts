import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createHash, randomUUID } from 'node:crypto';
import { BroadsheetError } from '../lib/errors.ts';
import { nameInstead, syncFolder } from '../lib/files.ts';

/** Largest upload, in bytes. */
export const mostUploadBytes = 256 * 2 ** 20;

/** Where files are while they are written: one folder on the same disk as all others, so that leftovers are found without walking through a library. */
const partsFolder = (dataDir: string) => join(dataDir, 'media', '.parts');
/** Hosts that share the folder can't ask after each other's processes; nobody writes one file for so long (milliseconds). */
const abandonedAfterMs = 24 * 3_600_000;

/** Writes a file whole or not at all, and to the disk: `path` lies below the uploads folder, whose folders exist. An older file of that name is replaced. */
export function writeWhole(dataDir: string, path: string, bytes: Uint8Array): Promise<void> {
  return putWhole(dataDir, path, (part) => writeNew(part, bytes));
}

async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o644);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The same with the bytes of another file; where the file system can, both share them until one is written to. */
export function copyWhole(dataDir: string, path: string, from: string): Promise<void> {
  return putWhole(dataDir, path, (part) => copyToDisk(from, part));
}

async function copyToDisk(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  const handle = await open(to, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A file that has arrived, and has no place yet. */
export interface PartFile {
  readonly path: string;
  readonly bytes: number;
  /** MD5 of the bytes, in hexadecimal digits. */
  readonly md5: string;
}

/** Writes what arrives into a file, to the disk, however much it is; throws `BroadsheetError` (413) beyond `most` bytes. Where it throws, nothing is left. */
export async function receivePart(
  dataDir: string,
  source: AsyncIterable<Uint8Array>,
  most: number,
): Promise<PartFile> {
  const path = await newPart(dataDir);
  const hash = createHash('md5');
  let bytes = 0;
  try {
    const handle = await open(path, 'wx', 0o644);
    try {
      for await (const chunk of source) {
        bytes += chunk.length;
        if (bytes > most)
          throw new BroadsheetError(
            413,
            'rest_upload_file_too_big',
            `The file is too large; ${most / 2 ** 20} MB are the most.`,
          );
        hash.update(chunk);
        await handle.writeFile(chunk);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { path, bytes, md5: hash.digest('hex') };
}

/** Gives a file that has arrived its place. */
export async function placePart(path: string, part: PartFile): Promise<void> {
  await moveFile(part.path, path);
  await syncFolder(dirname(path));
}

/** Renames a file, or copies it whole where `to` is on another disk, as when the media folder is a mount. */
export async function moveFile(from: string, to: string): Promise<void> {
  try {
    return await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
  }
  const whole = `${to}.new`;
  try {
    await copyToDisk(from, whole);
    await rename(whole, to);
  } catch (error) {
    await rm(whole, { force: true });
    throw error;
  }
  await rm(from, { force: true });
}

/** What became of a file that took another one's place. */
export interface Swap {
  /** Puts the former one back, where there was one. */
  undo(): Promise<void>;
  /** Lets the former one go. */
  done(): Promise<void>;
}

/**
 * Gives a file that has arrived the place of another: at each moment one of both is there, whole. The former one is kept until it is said what becomes of it.
 */
export async function swapPart(dataDir: string, path: string, part: PartFile): Promise<Swap> {
  const former = await newPart(dataDir);
  const isThere = await link(path, former).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      // A file system without second names.
      return copyFile(path, former, constants.COPYFILE_EXCL).then(() => true);
    },
  );
  try {
    await placePart(path, part);
  } catch (error) {
    await rm(former, { force: true });
    throw error;
  }
  return {
    undo: () => (isThere ? rename(former, path) : rm(path, { force: true })),
    done: () => rm(former, { force: true }),
  };
}

/** Removes a file that has arrived, if nobody gave it a place. */
export async function removePart(part: PartFile): Promise<void> {
  await rm(part.path, { force: true });
}

/** A folder for files that get their places together, once it is known that they may; who asks for it removes it. */
export async function newPartFolder(dataDir: string): Promise<string> {
  const folder = await newPart(dataDir);
  await mkdir(folder);
  return folder;
}

/** Writes a new file into such a folder, to the disk; `path`: the place that it is to get. */
export async function writePart(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeNew(join(folder, basename(path)), bytes);
  } catch (error) {
    nameInstead(error, folder, dirname(path));
    throw error;
  }
}

/** Gives all that such a folder holds its places in `to`; what is there under these names is replaced. */
export async function placeParts(folder: string, to: string): Promise<void> {
  const names = await readdir(folder);
  for (const name of names) await rename(join(folder, name), join(to, name));
  if (names.length > 0) await syncFolder(to);
}

/** A name for a file that nobody has begun yet. */
export async function newPart(dataDir: string): Promise<string> {
  const folder = partsFolder(dataDir);
  await mkdir(folder, { recursive: true });
  return join(folder, `${hostname()}~${process.pid}~${randomUUID()}.part`);
}

/** `fill` makes the file beside all others; it gets its name when it is whole. */
async function putWhole(dataDir: string, path: string, fill: (part: string) => Promise<void>): Promise<void> {
  const part = await newPart(dataDir);
  try {
    await fill(part);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    nameInstead(error, part, path);
    throw error;
  }
  await syncFolder(dirname(path));
}

/**
 * Removes what processes left that ended while they wrote. `own`: also what bears the number of this one, which is of an earlier one before this one has
 * written anything.
 */
export async function sweepParts(dataDir: string, { own = false } = {}): Promise<void> {
  for (const name of await readdir(partsFolder(dataDir)).catch(() => [])) {
    const path = join(partsFolder(dataDir), name);
    const [host, pid] = basename(name).split('~');
    const abandoned =
      host === hostname()
        ? (own && Number(pid) === process.pid) || !isRunning(Number(pid))
        : await isOlderThan(path, abandonedAfterMs);
    if (abandoned) await rm(path, { force: true, recursive: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // somebody else's
  }
}

async function isOlderThan(path: string, ms: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined); // gone meanwhile
  return found !== undefined && Date.now() - found.mtimeMs > ms;
}
