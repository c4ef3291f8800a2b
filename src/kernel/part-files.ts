import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createHash, randomUUID } from 'node:crypto';
import { BroadsheetError } from '../lib/errors.ts';
import { nameInstead, syncFolder } from '../lib/files.ts';

export const maxUploadBytes = 256 * 2 ** 20;

/** Folder of files being written: on the same disk as the library, so that leftovers are found without scanning it. */
const partsFolder = (dataDir: string) => join(dataDir, 'media', '.parts');
/** Hosts that share the folder can't check each other's processes; no upload takes this long (milliseconds). */
export const abandonedAfterMs = 24 * 3_600_000;

/** Writes a file atomically and syncs it; replaces an existing one. `path`: below the uploads folder, whose folders exist. */
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

/** The same with the bytes of another file, shared copy-on-write where the file system can. */
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

export interface PartFile {
  readonly path: string;
  readonly bytes: number;
  /** MD5 of the bytes, in hexadecimal digits. */
  readonly md5: string;
}

/** Streams data into a synced file; throws `BroadsheetError` (413) beyond `maxBytes` bytes. Leaves no file if it throws. */
export async function receivePart(
  dataDir: string,
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<PartFile> {
  const path = await newPart(dataDir);
  const hash = createHash('md5');
  let bytes = 0;
  try {
    const handle = await open(path, 'wx', 0o644);
    try {
      for await (const chunk of source) {
        bytes += chunk.length;
        if (bytes > maxBytes)
          throw new BroadsheetError(
            413,
            'rest_upload_file_too_big',
            `The file is too large; the maximum is ${maxBytes / 2 ** 20} MB.`,
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

export async function placePart(path: string, part: PartFile): Promise<void> {
  await moveFile(part.path, path);
  await syncFolder(dirname(path));
}

/** Renames a file, or copies it atomically if `to` is on another disk, such as a mounted media folder. */
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

/** A replaced file, for commit or rollback. */
export interface Swap {
  undo(): Promise<void>;
  done(): Promise<void>;
}

/** Atomically replaces a file with a received one. The former file is retained until `done` or `undo`. */
export async function swapPart(dataDir: string, path: string, part: PartFile): Promise<Swap> {
  const former = await newPart(dataDir);
  const exists = await link(path, former).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      // The file system has no hard links.
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
    undo: () => (exists ? rename(former, path) : rm(path, { force: true })),
    done: () => rm(former, { force: true }),
  };
}

export async function removePart(part: PartFile): Promise<void> {
  await rm(part.path, { force: true });
}

/** A folder for files that are moved to their final paths together; the caller removes it. */
export async function newPartFolder(dataDir: string): Promise<string> {
  const folder = await newPart(dataDir);
  await mkdir(folder);
  return folder;
}

/** Writes a new synced file into such a folder; `path`: its final path. */
export async function writePart(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeNew(join(folder, basename(path)), bytes);
  } catch (error) {
    nameInstead(error, folder, dirname(path));
    throw error;
  }
}

export async function placeParts(folder: string, to: string): Promise<void> {
  const names = await readdir(folder);
  for (const name of names) await rename(join(folder, name), join(to, name));
  if (names.length > 0) await syncFolder(to);
}

export async function newPart(dataDir: string): Promise<string> {
  const folder = partsFolder(dataDir);
  await mkdir(folder, { recursive: true });
  return join(folder, `${hostname()}~${process.pid}~${randomUUID()}.part`);
}

/** `fill` writes a part file, which is renamed when it is complete. */
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
 * Deletes part files of processes that ended. `own`: also those with this process' id, which come from an earlier
 * process if this one has written nothing yet.
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

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // another user's process
  }
}

export async function isOlderThan(path: string, ms: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined); // deleted concurrently
  return found !== undefined && Date.now() - found.mtimeMs > ms;
}
