import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../../kernel/part-files.ts';
import { ConflictError } from '../../lib/errors.ts';

const lockName = 'restore.lock';
/** Milliseconds between signs of life, and after the last one until a lock is abandoned. */
const [beatMs, abandonedAfterMs] = [10_000, 10 * 60_000];

/** Distinguishes this process from an earlier one with the same id, as in containers. */
const run = randomUUID();

/**
 * Lets one process at a time restore into a folder: each restore removes what others unpacked. Returns a function that
 * unlocks it. Throws `ConflictError` while another restore runs.
 */
export async function lockRestore(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, lockName);
  while (!(await create(path))) {
    if (await isHeld(path))
      throw new ConflictError(
        'Another process is restoring a backup here. Wait until it is done.',
        'restore_running',
      );
    await rm(path, { force: true });
  }
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {}); // too old only after many beats
  }, beatMs).unref();
  return async () => {
    clearInterval(beat);
    await rm(path, { force: true });
  };
}

/** Returns false if the file exists. */
async function create(path: string): Promise<boolean> {
  try {
    await writeFile(path, `${hostname()}~${process.pid}~${run}`, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function isHeld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined); // removed concurrently
  // Other hosts' processes can't be checked, and a process id may be reused.
  if (!found || Date.now() - found.mtimeMs > abandonedAfterMs) return false;
  const [host, pid, runOf] = (await readFile(path, 'utf8').catch(() => '')).split('~');
  if (host !== hostname()) return true;
  return Number(pid) === process.pid ? runOf === run : isRunning(Number(pid));
}
