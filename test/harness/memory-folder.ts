import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const inMemory = '/dev/shm';
/** Both are needed: what lies there takes memory. */
const leastFree = 6 * 2 ** 30;

/**
 * Has everything temporary of a test run lie in memory where there is enough of it: each commit waits for the disk else, milliseconds of it. Gives what removes
 * the folder.
 */
export function useMemoryForTemporaryFiles(): () => void {
  if (!hasRoom()) return () => {};
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(`${inMemory}/broadsheet-tests-`);
  chmodSync(folder, 0o755); // PostgreSQL runs as somebody else
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
    return bavail * bsize > leastFree && freemem() > leastFree;
  } catch {
    return false; // not on this system
  }
}
