import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const inMemory = '/dev/shm';
/** Bytes required both in the file system and as free memory. */
const minFree = 6 * 2 ** 30;

/**
 * Puts temporary files of a run into memory if there is enough, since each commit waits milliseconds for a disk.
 * Returns a function that removes the folder.
 */
export function useMemoryForTemporaryFiles(): () => void {
  if (!hasRoom()) return () => {};
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(`${inMemory}/broadsheet-tests-`);
  chmodSync(folder, 0o755); // PostgreSQL runs as another user
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  };
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > minFree && freemem() > minFree;
  } catch {
    return false; // not available on this system
  }
}
