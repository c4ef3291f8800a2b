import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, realpath, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, extname, join, sep } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { randomUUID } from 'node:crypto';
import yauzl from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { z } from 'zod';
import { abandonedAfterMs, isOlderThan, placePart } from '../../kernel/part-files.ts';
import type { PartFile } from '../../kernel/part-files.ts';
import { BroadsheetError, ConflictError, InvalidInputError, messageOf } from '../../lib/errors.ts';
import { describeFileFault, isDiskFull } from '../../lib/files.ts';
import { readStored } from '../../lib/schemas.ts';
import { uploadTypes } from '../media/index.ts';
import { importFolder, uploadsCopy, writeJson } from './export-files.ts';
import { withUnpackLock } from './unpack-lock.ts';

/** Per ZIP as sent, per ZIP unpacked, its files, and waiting ZIPs. */
export const zipLimits: {
  readonly bytes: number;
  readonly unpacked: number;
  readonly files: number;
  readonly waiting: number;
} = { bytes: 16 * 2 ** 30, unpacked: 32 * 2 ** 30, files: 1_000_000, waiting: 20 };

/** A file beyond this size that shrank to less than one in `maxRatio` bytes is not a picture, sound or document. */
const [ratioFromBytes, maxRatio] = [2 ** 20, 200];
const spareBytes = 200 * 2 ** 20;
const maxPathLength = 1000;
const maxNameBytes = 250;
const maxListed = 200;
const zipMark = Buffer.from('PK\u0003\u0004');

const summarySchema = z.object({
  files: z.int(),
  bytes: z.int(),
  /** Files of ZIPs that were left out, and the first of them. */
  skipped: z.int(),
  listed: z.array(z.object({ path: z.string(), reason: z.string() })),
  /** ZIPs that could not be unpacked. */
  problems: z.array(z.object({ name: z.string(), reason: z.string() })),
});
export type UploadsSummary = z.output<typeof summarySchema>;
export const noUploads: UploadsSummary = { files: 0, bytes: 0, skipped: 0, listed: [], problems: [] };

const zipsFolder = (dataDir: string) => join(importFolder(dataDir), 'zips');
const summaryFile = (dataDir: string) => join(importFolder(dataDir), 'uploads.json');

/** Size of the copy when it was last counted, and what its ZIPs lacked. */
export async function readUploadsSummary(dataDir: string): Promise<UploadsSummary> {
  const text = await readFile(summaryFile(dataDir), 'utf8').catch(() => undefined);
  return text === undefined ? noUploads : readStored<UploadsSummary>(summarySchema, text, noUploads);
}

/** Names of ZIPs that wait to be unpacked. */
export async function listZips(dataDir: string): Promise<string[]> {
  const names = await readdir(zipsFolder(dataDir)).catch(() => []);
  return names.filter((name) => name.endsWith('.zip')).toSorted();
}

export async function isZip(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.equals(zipMark);
  } finally {
    await handle.close();
  }
}

/** Stores a ZIP of uploads until it is unpacked. Throws `InvalidInputError` if it is not a ZIP. */
export async function keepZip(dataDir: string, part: PartFile, calledBy: string): Promise<void> {
  if (!(await isZip(part.path)))
    throw new InvalidInputError('This is not a ZIP file. Compress the folder wp-content/uploads as a ZIP.');
  const waiting = await listZips(dataDir);
  if (waiting.length >= zipLimits.waiting)
    throw new InvalidInputError(
      `${zipLimits.waiting} ZIP files wait to be unpacked, which are the most. Try again in a few minutes.`,
    );
  await mkdir(zipsFolder(dataDir), { recursive: true });
  const base = calledBy.replace(/^.*[/\\]/s, '').replace(/\.zip$/i, '');
  const name = base.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 60) || 'uploads';
  await placePart(join(zipsFolder(dataDir), `${Date.now()}-${name}.zip`), part);
}

/**
 * The place of a file in the copy: below `wp-content/uploads/` or `uploads/`, else from its first folder of a year.
 * Undefined for unsafe and hidden paths.
 */
export function pathInUploads(sent: string): string | undefined {
  const path = sent.normalize('NFC').replaceAll('\\', '/');
  const inside = insideOf(path);
  // oxlint-disable-next-line no-control-regex -- these are the characters to refuse
  const isSafe = !/[\u0000-\u001f\u007f]/.test(inside) && inside.length <= maxPathLength && inside !== '';
  const areNames = (part: string) =>
    part !== '' && !part.startsWith('.') && part !== '__MACOSX' && Buffer.byteLength(part) <= maxNameBytes;
  const hasWayUp = path.split('/').includes('..') || path.startsWith('/');
  return isSafe && !hasWayUp && inside.split('/').every(areNames) ? inside : undefined;
}

function insideOf(path: string): string {
  if (/^(?:19|20)\d\d\//.test(path)) return path;
  const [, dated] = /(?:^|\/)uploads\/((?:19|20)\d\d\/.*)$/s.exec(path) ?? [];
  if (dated !== undefined) return dated;
  const at = `/${path}`.indexOf('/uploads/');
  // A folder that was copied into a folder of its own name.
  if (at >= 0) return path.slice(at + 'uploads/'.length).replace(/^(?:(?:wp-content\/)?uploads\/)+/, '');
  const year = /\/(?:19|20)\d\d\//.exec(path);
  return year ? path.slice(year.index + 1) : path;
}

/** Why a file can't be part of the copy; undefined if it can. */
export function uploadFault(path: string): string | undefined {
  const ending = extname(path).slice(1).toLowerCase();
  return Object.hasOwn(uploadTypes, ending) ? undefined : `files that end in “.${ending}” are not allowed`;
}

/** Creates the folder of a file in the copy. Throws `InvalidInputError` if it leads out of it. */
async function placeFor(dataDir: string, path: string): Promise<string> {
  const root = uploadsCopy(dataDir);
  const target = join(root, path);
  try {
    await mkdir(dirname(target), { recursive: true });
  } catch (error) {
    if (!['EEXIST', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new InvalidInputError('its folder has the name of a file');
  }
  const [real, top] = [await realpath(dirname(target)), await realpath(root)];
  if (real !== top && !real.startsWith(top + sep))
    throw new InvalidInputError('its folder is a link out of the copy');
  if ((await stat(target).catch(() => undefined))?.isDirectory())
    throw new InvalidInputError('a folder has its name');
  return target;
}

/** Stores a single file of an uploads folder. Throws `InvalidInputError` with the reason if it is not allowed. */
export async function keepUpload(dataDir: string, part: PartFile, sent: string): Promise<string> {
  const path = pathInUploads(sent);
  if (path === undefined) throw new InvalidInputError(`“${sent.slice(0, 200)}” is not a path below uploads.`);
  const fault = uploadFault(path);
  if (fault !== undefined)
    throw new InvalidInputError(`“${path.slice(0, 200)}” can’t be imported: ${fault}.`);
  await placePart(await placeFor(dataDir, path), part);
  return path;
}

/** Milliseconds that removing the copy waits for a process that unpacks. */
const dropPatienceMs = 2000;

/** Removes the copy and waiting ZIPs. Throws `ConflictError` while ZIPs are unpacked. */
export async function dropUploads(dataDir: string): Promise<void> {
  const drop = async () => {
    await rm(summaryFile(dataDir), { force: true });
    for (const folder of [uploadsCopy(dataDir), zipsFolder(dataDir)]) await removeFolder(folder);
    for (const name of await readdir(importFolder(dataDir)))
      if (name.includes(removedMark)) await removeAll(join(importFolder(dataDir), name));
    return true;
  };
  if (!(await withUnpackLock(dataDir, drop, AbortSignal.timeout(dropPatienceMs))))
    throw new ConflictError('ZIP files are being unpacked. Wait until that is done.', 'import_checking');
}

const removedMark = '.removed-';
const removeAll = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 3 });

/** Renames a folder first, so that files that arrive in the meantime are stored in a new one. */
async function removeFolder(folder: string): Promise<void> {
  const removed = folder + removedMark + randomUUID();
  const isRenamed = await rename(folder, removed).then(
    () => true,
    () => false, // it is missing, or a mounted disk
  );
  await removeAll(isRenamed ? removed : folder);
}

export interface UnpackOptions {
  readonly signal?: AbortSignal | undefined;
  /** Why the copy can't be used as a whole; empty if it can. */
  readonly findFault?: (() => Promise<string>) | undefined;
}

/** Name of the copy in the list of problems. */
const copyName = 'uploads';

/**
 * Unpacks waiting ZIPs and counts the copy, after another process that does. Stops, also within a file, when the signal
 * aborts; the ZIP then waits for the next time.
 */
export async function unpackUploads(dataDir: string, options: UnpackOptions = {}): Promise<UploadsSummary> {
  const summary = await withUnpackLock(dataDir, () => unpackWaiting(dataDir, options), options.signal);
  return summary ?? readUploadsSummary(dataDir);
}

async function unpackWaiting(dataDir: string, { signal, findFault }: UnpackOptions): Promise<UploadsSummary> {
  let { skipped, listed, problems } = await readUploadsSummary(dataDir);
  for (const name of await listZips(dataDir)) {
    const path = join(zipsFolder(dataDir), name);
    const shown = name.replace(/^\d+-/, '');
    try {
      const left = await unpackZip(dataDir, path, signal);
      skipped += left.count;
      listed = [...listed, ...left.listed].slice(0, maxListed);
      problems = problems.filter((problem) => problem.name !== shown);
    } catch (error) {
      if (signal?.aborted) break;
      if (isMissing(error, path)) continue;
      const reason = error instanceof BroadsheetError ? error.message : describeFileFault(error);
      problems = [...problems, { name: shown, reason: reason ?? messageOf(error) }].slice(-zipLimits.waiting);
    }
    if (signal?.aborted) break;
    await rm(path, { force: true });
  }
  const fault = (await findFault?.()) ?? '';
  problems = problems.filter(({ name }) => name !== copyName);
  if (fault !== '') problems.push({ name: copyName, reason: fault });
  const summary = { ...(await countCopy(dataDir)), skipped, listed, problems };
  await writeJson(summaryFile(dataDir), summary);
  return summary;
}

/** The ZIP was removed after it was listed. */
const isMissing = (error: unknown, path: string) =>
  codeOf(error) === 'ENOENT' && (error as NodeJS.ErrnoException).path === path;

/** Files being unpacked, or left by a process that was killed. */
const isPart = (name: string) => /^\..*\.part$/s.test(name);

async function countCopy(dataDir: string): Promise<{ files: number; bytes: number }> {
  const root = uploadsCopy(dataDir);
  const count = { files: 0, bytes: 0 };
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      if (!entry.isFile()) continue;
      if (isPart(entry.name)) {
        if (await isOlderThan(path, abandonedAfterMs)) await rm(path, { force: true });
        continue;
      }
      count.files++;
      count.bytes += (await stat(path).catch(() => undefined))?.size ?? 0;
    }
  }
  return count;
}

/** Files that a ZIP contains and the copy does not, and the first of them. */
interface Left {
  count: number;
  readonly listed: { readonly path: string; readonly reason: string }[];
}

/** Unpacks a ZIP into the copy; returns the files left out. Throws `InvalidInputError`, and writes nothing, if it is unsafe. */
export async function unpackZip(dataDir: string, file: string, signal?: AbortSignal): Promise<Left> {
  await checkZip(dataDir, file);
  await mkdir(uploadsCopy(dataDir), { recursive: true });
  const left: Left = { count: 0, listed: [] };
  const leaveOut = (path: string, reason: string) => {
    left.count++;
    if (left.listed.length < maxListed) left.listed.push({ path: path.slice(0, 200), reason });
  };
  await eachEntry(file, async (entry, zip) => {
    if (signal?.aborted) throw new Error('stopped');
    if (entry.fileName.endsWith('/')) return;
    const path = pathInUploads(entry.fileName);
    const reason = path === undefined ? 'a hidden or invalid name' : (kindFault(entry) ?? uploadFault(path));
    if (path === undefined || reason !== undefined) {
      if (!isSystemFile(entry.fileName)) leaveOut(entry.fileName, reason ?? '');
      return;
    }
    try {
      await unpackEntry(zip, entry, await placeFor(dataDir, path), signal);
    } catch (error) {
      // An aborted pipeline looks like a damaged file.
      if (signal?.aborted || isDiskFault(error)) throw error;
      leaveOut(path, reasonOf(error));
    }
  });
  return left;
}

/** Faults that other files have, too. */
const diskFaults: ReadonlySet<string> = new Set(['EIO', 'EROFS', 'EMFILE', 'ENFILE', 'EACCES', 'EPERM']);
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';
const isDiskFault = (error: unknown) => isDiskFull(error) || diskFaults.has(codeOf(error));
const reasonOf = (error: unknown) =>
  codeOf(error) === 'ENAMETOOLONG' ? 'its name is too long for the disk' : messageOf(error);

const isSystemFile = (name: string) => /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$)/.test(name);

/** Reads the list of files only. Refuses ZIPs that unpack to far more than they are, before anything is written. */
async function checkZip(dataDir: string, file: string): Promise<void> {
  const { size } = await stat(file);
  const sum = { files: 0, packed: 0, unpacked: 0 };
  await eachEntry(file, async ({ compressedSize, uncompressedSize }) => {
    sum.files++;
    sum.packed += compressedSize;
    sum.unpacked += uncompressedSize;
    if (sum.files > zipLimits.files)
      throw new InvalidInputError(`The ZIP has more than ${zipLimits.files} files. Split it.`);
  });
  if (sum.packed > size)
    throw new InvalidInputError('The ZIP uses the same bytes for several files, as only attacks do.');
  if (sum.unpacked > zipLimits.unpacked)
    throw new InvalidInputError(
      `Unpacked, the ZIP has more than ${zipLimits.unpacked / 2 ** 30} GB. Copy the folder to ${uploadsCopy(dataDir)} instead.`,
    );
  if (sum.unpacked > ratioFromBytes && sum.unpacked > size * maxRatio)
    throw new InvalidInputError(`The ZIP unpacks to more than ${maxRatio} times its size.`);
  const { bavail, bsize } = await statfs(dataDir);
  if (sum.unpacked + spareBytes > bavail * bsize)
    throw new InvalidInputError(
      `The disk has ${Math.round((bavail * bsize) / 2 ** 20)} MB left; the ZIP needs ${Math.ceil(sum.unpacked / 2 ** 20)} MB, unpacked. Make room, then upload it again.`,
    );
}

const [fileTypeMask, regularFile, madeByUnix] = [0o170000, 0o100000, 3];

function kindFault(entry: Entry): string | undefined {
  const mode = (entry.externalFileAttributes >>> 16) & fileTypeMask;
  if (entry.versionMadeBy >>> 8 === madeByUnix && mode !== 0 && mode !== regularFile)
    return 'it is a link or a special file';
  if (entry.isEncrypted()) return 'it is encrypted';
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    return 'its compression method is not supported';
  if (entry.uncompressedSize > ratioFromBytes && entry.uncompressedSize > entry.compressedSize * maxRatio)
    return `it unpacks to more than ${maxRatio} times its size`;
  return undefined;
}

async function unpackEntry(
  zip: ZipFile,
  entry: Entry,
  target: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  // Not named after the file, whose name may be as long as the disk allows.
  const part = join(dirname(target), `.${process.pid}-${randomUUID()}.part`);
  let sum = 0;
  const summed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
  });
  try {
    // Fails when the entry has more or fewer bytes than it states.
    const written = createWriteStream(part, { flags: 'wx', mode: 0o644 });
    await pipeline([await openEntry(zip, entry), summed, written], signal ? { signal } : {});
    if (sum !== entry.crc32) throw new InvalidInputError('it is damaged');
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

const openEntry = (zip: ZipFile, entry: Entry) =>
  new Promise<NodeJS.ReadableStream>((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => (stream ? resolve(stream) : reject(error ?? new Error()))),
  );

/** Reads a ZIP entry by entry. Throws `InvalidInputError` if it is damaged, or contains an absolute path or one with `..`. */
async function eachEntry(file: string, take: (entry: Entry, zip: ZipFile) => Promise<void>): Promise<void> {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    yauzl.open(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, opened) =>
      opened ? resolve(opened) : reject(asInput(error)),
    ),
  );
  try {
    await new Promise<void>((resolve, reject) => {
      zip.on('error', (error: Error) => reject(asInput(error)));
      zip.on('end', resolve);
      zip.on('entry', (entry: Entry) => take(entry, zip).then(() => zip.readEntry(), reject));
      zip.readEntry();
    });
  } finally {
    zip.close();
  }
}

const asInput = (error: Error | null) =>
  error && 'code' in error
    ? error
    : new InvalidInputError(`The ZIP is damaged or unsafe: ${error?.message ?? 'it can’t be read'}.`);
