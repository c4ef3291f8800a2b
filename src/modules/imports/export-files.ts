import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { BroadsheetError, InvalidInputError } from '../../lib/errors.ts';
import { diskFullError, freeBytesOf, minFreeBytes } from '../../lib/files.ts';
import type { FreeBytes } from '../../lib/files.ts';
import { slugify } from '../../lib/slugify.ts';
import { readStored } from '../../lib/schemas.ts';
import { cutToBytes } from '../../lib/encodings.ts';
import { abandonedAfterMs, isOlderThan, moveFile, placePart } from '../../kernel/part-files.ts';
import type { PartFile } from '../../kernel/part-files.ts';

/** Per export as sent, per export decompressed, and number of waiting exports. */
export const exportLimits: { readonly bytes: number; readonly unpacked: number; readonly files: number } = {
  bytes: 2 * 2 ** 30,
  unpacked: 8 * 2 ** 30,
  files: 50,
};

/** Free disk space to keep next to an export, in bytes. */
const spareBytes = 200 * 2 ** 20;
/** Bytes at the beginning of a file within which an export must start. */
const headBytes = 64 * 1024;
const ending = '.xml';
const maxNameLength = 100;

export interface ExportFile {
  /** Derived from the uploaded file's name. */
  readonly name: string;
  readonly bytes: number;
  /** Modification time in fractional milliseconds; distinguishes a later export with the same name. */
  readonly writtenAt: number;
}

/** Folder of uploaded exports, the import's progress and result, and a copy of the old site's uploads (`uploads`). */
export const importFolder = (dataDir: string): string => join(dataDir, 'import');

export const uploadsCopy = (dataDir: string): string => join(importFolder(dataDir), 'uploads');

export async function hasUploadsCopy(dataDir: string): Promise<boolean> {
  return (await stat(uploadsCopy(dataDir)).catch(() => undefined))?.isDirectory() ?? false;
}

export async function listExports(dataDir: string): Promise<ExportFile[]> {
  const names = (await readdir(importFolder(dataDir)).catch(() => []))
    .filter((name) => name.endsWith(ending))
    .toSorted();
  const found = await Promise.all(
    names.map((name) =>
      describeExport(dataDir, name).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []; // deleted concurrently
        throw error;
      }),
    ),
  );
  return found.flat();
}

async function describeExport(dataDir: string, name: string): Promise<ExportFile> {
  const { size, mtimeMs } = await stat(exportPath(dataDir, { name }));
  return { name, bytes: size, writtenAt: mtimeMs };
}

export const exportPath = (dataDir: string, { name }: Pick<ExportFile, 'name'>): string =>
  join(importFolder(dataDir), name);

/**
 * Throws `BroadsheetError` (413) if the disk can't hold an export and the content imported from it, `UnavailableError`
 * if it is full. `written`: bytes already on disk. `isPacked`: `bytes` is a lower bound of the decompressed size.
 */
export async function checkRoom(
  dataDir: string,
  bytes: number,
  {
    written = 0,
    isPacked = false,
    freeBytes = freeBytesOf,
  }: {
    readonly written?: number;
    readonly isPacked?: boolean;
    readonly freeBytes?: FreeBytes;
  } = {},
): Promise<void> {
  const free = (await freeBytes(dataDir)) + written;
  if (2 * bytes + spareBytes <= free) return;
  if (free < minFreeBytes) throw diskFullError();
  const megabytes = (of: number) => Math.round(of / 2 ** 20);
  const size = isPacked ? `that has ${megabytes(bytes)} MB or more, unpacked,` : `of ${megabytes(bytes)} MB`;
  throw new BroadsheetError(
    413,
    'import_no_room',
    `The disk has ${megabytes(free)} MB left; an export ${size} needs twice as much and ${megabytes(spareBytes)} MB. Make room, then try again.`,
  );
}

/**
 * Stores an uploaded export, decompressed if it is gzip, under a name derived from the uploaded one. Throws
 * `InvalidInputError` for other files, `BroadsheetError` (413) without room for it; stores nothing then.
 */
export async function keepExport(
  dataDir: string,
  part: PartFile,
  calledBy: string,
  freeBytes?: FreeBytes,
): Promise<ExportFile> {
  const exports = await listExports(dataDir);
  if (exports.length >= exportLimits.files) {
    throw new InvalidInputError(
      `${exportLimits.files} exports wait already, which are the most. Import or remove them first.`,
    );
  }
  if (part.bytes === 0) throw new InvalidInputError('Choose the file that WordPress exported first.');
  await mkdir(importFolder(dataDir), { recursive: true });
  const isPacked = (await head(part.path, 2)).equals(Buffer.from([0x1f, 0x8b]));
  const unpacked = isPacked ? await unpack(dataDir, part, freeBytes) : undefined;
  const path = unpacked ?? part.path;
  try {
    // So that UTF-16 matches, too: every other byte of the searched ASCII is zero.
    if (!/<rss|<\?xml/i.test((await head(path, headBytes)).toString('latin1').replaceAll('\0', ''))) {
      throw new InvalidInputError(
        'This is no export of WordPress: that is an .xml file, or one packed by gzip. Unpack others, such as .zip, first.',
      );
    }
    const called = calledBy
      .replace(/^.*[/\\]/s, '')
      .replace(/\.gz$/i, '')
      .replace(/\.(?:xml|wxr|txt)$/i, '');
    const base = cutToBytes(slugify(called, ''), maxNameLength) || 'export';
    const name = await claimName(dataDir, base);
    const target = exportPath(dataDir, { name });
    try {
      await (unpacked === undefined ? placePart(target, part) : moveFile(unpacked, target));
    } catch (error) {
      await rm(target, { force: true });
      throw error;
    }
    return await describeExport(dataDir, name);
  } catch (error) {
    if (unpacked !== undefined) await rm(unpacked, { force: true });
    throw error;
  }
}

/** Reserves a free name by an empty file, since another export may arrive concurrently. */
async function claimName(dataDir: string, base: string): Promise<string> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? base + ending : `${base}-${number}${ending}`;
    try {
      await writeFile(exportPath(dataDir, { name }), '', { flag: 'wx', mode: 0o600 });
      return name;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

async function head(path: string, bytes: number): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Bytes decompressed between two checks of free space; a gigabyte takes a few seconds. */
const lookEvery = 16 * 2 ** 20;

/**
 * Decompresses next to the part; returns the path. Rejects files over the limit or the free space: up front if the gzip
 * trailer states it (sizes below 4 GB), otherwise when it is reached.
 */
async function unpack(
  dataDir: string,
  { path, bytes: packed }: PartFile,
  freeBytes: FreeBytes | undefined,
): Promise<string> {
  const target = `${path}.unpacked`;
  const room = (bytes: number, written: number) =>
    checkRoom(dataDir, bytes, { written, isPacked: true, ...(freeBytes ? { freeBytes } : {}) });
  await room(await statedSize(path, packed), 0);
  let bytes = 0;
  let looked = 0;
  const look = async () => {
    if (bytes > exportLimits.unpacked)
      throw new InvalidInputError(
        `Unpacked, the export has more than ${exportLimits.unpacked / 2 ** 30} GB.`,
      );
    if (bytes - looked < lookEvery) return;
    looked = bytes;
    await room(bytes, bytes);
  };
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      look().then(() => done(null, chunk), done);
    },
  });
  try {
    await pipeline(
      createReadStream(path),
      createGunzip(),
      counted,
      createWriteStream(target, { flags: 'wx', mode: 0o600 }),
    );
    await room(bytes, bytes);
    return target;
  } catch (error) {
    await rm(target, { force: true });
    const { code = '' } = error as NodeJS.ErrnoException;
    throw code.startsWith('Z_') || code === 'ERR_PADDING'
      ? new InvalidInputError('This file is packed by gzip and broken, or not whole.')
      : error;
  }
}

/** Maximum compression ratio of gzip; a file that states more is broken. */
const shortest = 1032;

/** Decompressed size from the gzip trailer, modulo 4 GB; 0 if implausible. */
async function statedSize(path: string, bytes: number): Promise<number> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, Math.max(0, bytes - 4));
    const size = bytesRead === 4 ? buffer.readUInt32LE() : 0;
    return size > bytes * shortest ? 0 : size;
  } finally {
    await handle.close();
  }
}

export async function dropExports(dataDir: string, isMeant: (file: ExportFile) => boolean): Promise<void> {
  for (const one of await listExports(dataDir))
    if (isMeant(one)) await rm(exportPath(dataDir, one), { force: true });
}

const standSchema = z.object({
  /** Items read, of all kinds. */
  found: z.int(),
  bytes: z.int(),
  of: z.int(),
  pid: z.int(),
  /** Published pages checked after the import, and their total; absent before that. */
  checked: z.int().optional(),
  published: z.int().optional(),
});
export type ImportStand = Readonly<z.output<typeof standSchema>>;

/** A template of the old site: each element and its replacement here. */
export const comparison = z.object({
  name: z.string(),
  rows: z.array(z.object({ depth: z.int().min(0), was: z.string(), is: z.string() })).readonly(),
  notes: z.array(z.string()).readonly(),
});
export type TemplateComparison = Readonly<z.output<typeof comparison>>;

/** Content lost on imported pages by kind, in plain text. */
const lossOutline = z.object({
  summary: z.string(),
  kinds: z
    .array(
      z.object({
        heading: z.string(),
        pages: z.int(),
        listed: z
          .array(z.object({ title: z.string(), path: z.string(), edit: z.string(), parts: z.string() }))
          .readonly(),
      }),
    )
    .readonly(),
});
export type LossOutline = Readonly<z.output<typeof lossOutline>>;

export const counts = z.object({
  /** `item post`, `comment`, `term` … */
  kind: z.string(),
  found: z.int(),
  imported: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  kept: z.int(),
  dropped: z.int(),
});

const outcome = z.object({
  /** Milliseconds since the epoch. */
  at: z.int(),
  lines: z.array(z.string()).readonly(),
  isWhole: z.boolean(),
  templates: z.array(comparison).readonly().default([]),
  losses: lossOutline.optional(),
  counts: z.array(counts).readonly().default([]),
  sites: z
    .array(z.object({ file: z.string(), title: z.string(), url: z.string() }))
    .readonly()
    .default([]),
  /** Seconds that the import took, with its check of the pages. */
  seconds: z.number().default(0),
  isStopped: z.boolean().default(false),
  /** Why it failed; empty if it did not. */
  fault: z.string().default(''),
});
export type ImportOutcomeInput = z.input<typeof outcome>;
export type ImportOutcome = Readonly<z.output<typeof outcome>>;

const progressFile = (dataDir: string) => join(importFolder(dataDir), 'stand.json');
const outcomeFile = (dataDir: string) => join(importFolder(dataDir), 'outcome.json');
const reportFile = (dataDir: string) => join(importFolder(dataDir), 'report.json');

/** Writes the progress for the import page; undefined if no import is running. */
export async function writeStand(dataDir: string, reached: ImportStand | undefined): Promise<void> {
  if (reached) return writeJson(progressFile(dataDir), reached);
  await rm(progressFile(dataDir), { force: true });
}

/** Milliseconds after its last progress during which a process is taken for that of an import. */
const workingMs = 10 * 60_000;

/** Whether a stopped import still ends its current step. Process ids repeat, so only recent progress counts. */
export async function isEnding(dataDir: string, { pid }: Pick<ImportStand, 'pid'>): Promise<boolean> {
  const written = await stat(progressFile(dataDir)).catch(() => undefined);
  if (!written || Date.now() - written.mtimeMs > workingMs) return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export async function writeOutcome(
  dataDir: string,
  reached: ImportOutcomeInput,
  report: unknown,
): Promise<void> {
  await writeJson(reportFile(dataDir), report);
  await writeJson(outcomeFile(dataDir), reached);
}

export async function writeJson(path: string, value: unknown): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  // Its own name, since a check and an import may write the same file.
  const written = `${path}.${randomUUID()}${unfinishedEnding}`;
  try {
    await writeFile(written, JSON.stringify(value), { mode: 0o600 });
    await rename(written, path);
  } catch (error) {
    await rm(written, { force: true });
    throw error;
  }
}

const unfinishedEnding = '.new';

/** Deletes files that `writeJson` left in a folder when its process was killed. */
export async function sweepUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if (name.endsWith(unfinishedEnding) && (await isOlderThan(path, abandonedAfterMs)))
      await rm(path, { force: true });
  }
}

export async function readImport(
  dataDir: string,
): Promise<{ readonly stand?: ImportStand | undefined; readonly outcome?: ImportOutcome | undefined }> {
  return {
    stand: await readJson(standSchema, progressFile(dataDir)),
    outcome: await readJson(outcome, outcomeFile(dataDir)),
  };
}

/** Also undefined for files of another version and damaged ones; the page then omits it. */
async function readJson<Value>(schema: z.ZodType<Value>, path: string): Promise<Value | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : readStored<Value | undefined>(schema, text, undefined);
}

export function reportText(dataDir: string): Promise<string | undefined> {
  return readFile(reportFile(dataDir), 'utf8').catch(() => undefined);
}
