import { sep, dirname, join } from 'node:path';
import { mkdirSync, statSync } from 'node:fs';
import { opendir, stat, statfs, open } from 'node:fs/promises';
import { messageOf, UnavailableError } from './errors.ts';

/** Messages by error code; `path` is '' when the system names none. */
const sentences: Readonly<Record<string, (path: string) => string>> = {
  ENOSPC: (path) => `The disk is full${path && ` (while writing ${path})`}. Free some space, then try again.`,
  EDQUOT: (path) =>
    `The disk quota is exceeded${path && ` (while writing ${path})`}. Free some space or raise the quota, then try again.`,
  EACCES: (path) =>
    `This account has no permission to use ${path || 'a required file'}. Grant it, or choose another path.`,
  EPERM: (path) =>
    `This account has no permission to use ${path || 'a required file'}. Grant it, or choose another path.`,
  EROFS: (path) => `${path || 'The file to write'} is on a read-only disk. Choose another path.`,
  ENOENT: (path) => `File or folder ${path} not found. Correct the name, or create it.`,
  ENOTDIR: (path) => `${path} treats a file as if it were a folder. Correct the path.`,
  EISDIR: (path) => `${path || 'The path'} is a folder. Specify a file.`,
  ENAMETOOLONG: (path) => `The name ${path} is too long for the disk. Use a shorter one.`,
  ELOOP: (path) => `${path} is a link that refers to itself. Specify the file that it should link to.`,
  EMFILE: () => 'The process has too many open files. Raise the limit (ulimit -n), then try again.',
  SQLITE_FULL: () => 'The disk of DATA_DIR is full. Free some space, then try again.',
  53100: () => 'The disk of PostgreSQL is full. Free some space, then try again.',
  EIO: (path) => `Disk I/O error${path && ` (${path})`}. Check the system log.`,
};

/** Families of SQLite's error codes. A full disk may be reported as an I/O error. */
const families: readonly (readonly [RegExp, (message: string) => string])[] = [
  [
    /^SQLITE_IOERR/,
    (message) =>
      `The database in DATA_DIR can't be read or written (${message}), as happens on a full disk. Free some space there, ` +
      `or check the system log, then try again.`,
  ],
  [
    /^SQLITE_(?:CORRUPT|NOTADB)/,
    (message) =>
      `The database in DATA_DIR is damaged (${message}). Restore a backup; see docs/guides/backup.md.`,
  ],
  [
    /^SQLITE_BUSY/,
    () => 'The database in DATA_DIR is busy with another process. Try again when that is finished.',
  ],
  [
    /^SQLITE_(?:READONLY|CANTOPEN)/,
    (message) =>
      `This account has no permission to read or write the database in DATA_DIR (${message}). Grant it, or choose another folder.`,
  ],
];

/** Explains a fault of the file system, or of a database on a full disk, with the path and what to do; undefined for other errors. */
export function describeFileFault(error: unknown): string | undefined {
  const {
    code = '',
    path = '',
    dest,
    syscall,
  } = (typeof error === 'object' && error !== null ? error : {}) as NodeJS.ErrnoException & { dest?: string };
  if (syscall === 'connect' || syscall === 'listen') return undefined;
  if (!Object.hasOwn(sentences, code))
    return families.find(([family]) => family.test(code))?.[1](messageOf(error));
  if (code === 'ENOENT' && path === '') return undefined;
  return sentences[code]?.(dest ?? path);
}

/** Codes for a full disk or quota: of the file system, SQLite and PostgreSQL. */
const diskFullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100']);

export function isDiskFull(error: unknown): boolean {
  const { code, cause } = (typeof error === 'object' && error !== null ? error : {}) as {
    readonly code?: unknown;
    readonly cause?: unknown;
  };
  return diskFullCodes.has(code) || (cause !== error && cause instanceof Error && isDiskFull(cause));
}

export const diskFullError = (cause?: unknown) =>
  new UnavailableError('The disk is full, so this change was not saved. Free some space, then try again.', {
    cause,
  });

/** Replaces the internal path `inner`, or a path below it, by `shown` in an error. */
export function nameInstead(fault: unknown, inner: string, shown: string): void {
  if (!(fault instanceof Error)) return;
  const names = fault as { path?: unknown; dest?: unknown };
  for (const key of ['path', 'dest'] as const) {
    const name = names[key];
    if (typeof name === 'string' && (name === inner || name.startsWith(inner + sep)))
      names[key] = shown + name.slice(inner.length);
  }
}

/** Creates a folder and its parents. Node's `recursive` never returns when a parent can't be created, such as below `/proc`. */
export function makeFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw new Error(`${path} is a file, not a folder`);
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process was first
  }
}

/** Total bytes of the files below a folder; 0 if there is no folder, undefined if a file can't be read or counting exceeds `timeoutMs`. */
export async function folderBytes(folder: string, timeoutMs: number): Promise<number | undefined> {
  const end = performance.now() + timeoutMs;
  let total = 0;
  const left = [folder];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    try {
      for await (const entry of await opendir(next)) {
        if (performance.now() > end) return undefined;
        const path = join(next, entry.name);
        if (entry.isDirectory()) left.push(path);
        else if (entry.isFile()) total += await fileBytes(path);
      }
    } catch (error) {
      if (!isMissing(error)) return undefined;
    }
  }
  return total;
}

async function fileBytes(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

/** Files and folders may be deleted while counting. */
const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** With less free space a disk counts as full: there is no room for SQLite's log and the next upload. */
export const minFreeBytes = 8 * 2 ** 20;

/** Bytes available to this account on the disk of a folder. */
export type FreeBytes = (folder: string) => Promise<number>;

export const freeBytesOf: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Flushes the folder's entries to disk, where the system supports it. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
