import { sep } from 'node:path';
import { messageOf, UnavailableError } from './errors.ts';

/** What the system says, and what to do about it; `path` is '' where the system names none. */
const sentences: Readonly<Record<string, (path: string) => string>> = {
  ENOSPC: (path) => `The disk is full${path && ` (it should hold ${path})`}: make room, then try again.`,
  EDQUOT: (path) =>
    `This account may use no more of the disk${path && ` (it should hold ${path})`}: make room or raise its quota, then try again.`,
  EACCES: (path) =>
    `This account may not use ${path || 'a file that is needed'}: give it the right to, or name another place.`,
  EPERM: (path) =>
    `This account may not use ${path || 'a file that is needed'}: give it the right to, or name another place.`,
  EROFS: (path) =>
    `${path || 'What should be written'} lies on a disk that can only be read: name another place.`,
  ENOENT: (path) => `There is no file or folder ${path}: correct the name, or make it.`,
  ENOTDIR: (path) => `${path} leads through a file as if it were a folder: correct the name.`,
  EISDIR: (path) => `${path || 'What should be a file'} is a folder: name a file.`,
  ENAMETOOLONG: (path) => `The name ${path} is longer than the disk takes: use a shorter one.`,
  ELOOP: (path) => `${path} is a link that leads back to itself: name the file that it should lead to.`,
  EMFILE: () => 'This process may open no more files: raise the limit (ulimit -n), then try again.',
  SQLITE_FULL: () => 'The disk of DATA_DIR is full: make room, then try again.',
  53100: () => 'The disk of PostgreSQL is full: make room, then try again.',
  EIO: (path) => `The disk does not answer as it should${path && ` (${path})`}: look into the system's log.`,
};

/** Families of SQLite's codes, with what it says of them. A full disk may be told as an error of reading and writing. */
const families: readonly (readonly [RegExp, (message: string) => string])[] = [
  [
    /^SQLITE_IOERR/,
    (message) =>
      `The database in DATA_DIR can't be read or written (${message}), as happens on a full disk: make room there, ` +
      `or look into the system's log, then try again.`,
  ],
  [
    /^SQLITE_(?:CORRUPT|NOTADB)/,
    (message) =>
      `The database in DATA_DIR is damaged (${message}): put a backup back, see docs/guides/backup.md.`,
  ],
  [/^SQLITE_BUSY/, () => 'Another process keeps the database in DATA_DIR busy: try again once it is done.'],
  [
    /^SQLITE_(?:READONLY|CANTOPEN)/,
    (message) =>
      `This account may not read or write the database in DATA_DIR (${message}): give its files to it, or name another place.`,
  ],
];

/** A fault of the file system, or of a database that it leaves no room, as a sentence with the path and what to do; undefined for every other fault. */
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

/** Codes of a disk without room, or an account without quota: the file system's, SQLite's and PostgreSQL's. */
const diskFullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100']);

export function isDiskFull(error: unknown): boolean {
  const { code, cause } = (typeof error === 'object' && error !== null ? error : {}) as {
    readonly code?: unknown;
    readonly cause?: unknown;
  };
  return diskFullCodes.has(code) || (cause !== error && cause instanceof Error && isDiskFull(cause));
}

/** The error to answer a write with that found the disk full. */
export const diskFullError = (cause?: unknown) =>
  new UnavailableError('The disk is full; this change was not made. Make room, then try again.', { cause });

/** Makes a fault of the file system name `shown` where it names `inner`, a place of ours that nobody asked for, or what lies in it. */
export function nameInstead(fault: unknown, inner: string, shown: string): void {
  if (!(fault instanceof Error)) return;
  const names = fault as { path?: unknown; dest?: unknown };
  for (const key of ['path', 'dest'] as const) {
    const name = names[key];
    if (typeof name === 'string' && (name === inner || name.startsWith(inner + sep)))
      names[key] = shown + name.slice(inner.length);
  }
}
