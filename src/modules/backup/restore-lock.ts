import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../../kernel/part-files.ts';
import { ConflictError } from '../../lib/errors.ts';

export const lockName = 'restore.lock';
/** Milliseconds between signs of life, and after the last one until a lock is abandoned. */
const [beatMs, abandonedAfterMs] = [10_000, 10 * 60_000];

/** Distinguishes this process from an earlier one with the same id, as in containers. */
const run = randomUUID();
const ownContent = () => `${hostname()}~${process.pid}~${run}`;

/**
 * Lets one process at a time restore into a folder: each restore removes what others unpacked. Returns a function that
 * unlocks it. Throws `ConflictError` while another restore runs.
 */
export async function lockRestore(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, lockName);
  while (!(await create(path))) {
    const content = await readFile(path, 'utf8').catch(() => undefined); // removed concurrently
    if (content !== undefined && (await isHeld(path, content))) throw running();
    if (content !== undefined) await removeAbandoned(path, content);
  }
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {}); // too old only after many beats
  }, beatMs).unref();
  return async () => {
    clearInterval(beat);
    // After ten minutes without a sign of life, for example of a suspended machine, another process took it over.
    if ((await readFile(path, 'utf8').catch(() => '')) === ownContent()) await rm(path, { force: true });
  };
}

const running = () =>
  new ConflictError('Another process is restoring a backup here. Wait until it is done.', 'restore_running');

/** Returns false if the file exists. */
async function create(path: string): Promise<boolean> {
  try {
    await writeFile(path, ownContent(), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock that was judged abandoned, and no other one: of two processes, one may have replaced it since. */
async function removeAbandoned(path: string, judged: string): Promise<void> {
  const aside = `${path}.${run}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const isOther = (await readFile(aside, 'utf8')) !== judged;
  if (isOther) await link(aside, path).catch(() => {}); // a third process has it
  await rm(aside, { force: true });
  if (isOther) throw running();
}

async function isHeld(path: string, content: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined); // removed concurrently
  // Other hosts' processes can't be checked, and a process id may be reused.
  if (!found || Date.now() - found.mtimeMs > abandonedAfterMs) return false;
  const [host, pid, runOf] = content.split('~');
  if (host !== hostname()) return true;
  return Number(pid) === process.pid ? runOf === run : isRunning(Number(pid));
}
