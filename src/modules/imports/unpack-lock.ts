import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isOlderThan, isRunning } from '../../kernel/part-files.ts';
import { importFolder } from './export-files.ts';

/** Milliseconds between attempts to take the lock, and between updates of its modification time. */
const [pollMs, touchMs] = [200, 60_000];
/** An owner that does not update the lock for this long (milliseconds) has ended; process ids repeat. */
const abandonedMs = 10 * 60_000;

/** Distinguishes this process from an earlier one with its id: after a crash in a container, process ids repeat. */
const processKey = randomUUID();

/**
 * Runs `work` while no other process changes the copy of the uploads: a check and an import may overlap. Waits for a
 * running owner until the signal aborts, and returns undefined then.
 */
export async function withUnpackLock<Result>(
  dataDir: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result | undefined> {
  const path = join(importFolder(dataDir), 'unpack.lock');
  await mkdir(importFolder(dataDir), { recursive: true });
  const owner = `${hostname()}~${process.pid}~${processKey}~${randomUUID()}`;
  while (!(await take(path, owner))) {
    if (signal?.aborted) return undefined;
    await pause(pollMs, undefined, signal ? { signal } : {}).catch(() => {});
  }
  const timer = setInterval(() => void touch(path), touchMs).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if ((await ownerOf(path)) === owner) await rm(path, { force: true });
  }
}

/** Takes the lock, also from an owner that ended. */
async function take(path: string, owner: string): Promise<boolean> {
  if (await create(path, owner)) return true;
  const former = await ownerOf(path);
  if (former === undefined || !(await isAbandoned(path, former))) return false;
  const removed = `${path}.${randomUUID()}`;
  try {
    await rename(path, removed);
    // Another process may have replaced it in between: its lock is put back.
    if ((await ownerOf(removed)) !== former) await link(removed, path);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await rm(removed, { force: true });
  }
  return create(path, owner);
}

async function create(path: string, owner: string): Promise<boolean> {
  try {
    await writeFile(path, owner, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const ownerOf = (path: string) => readFile(path, 'utf8').catch(() => undefined);

async function isAbandoned(path: string, owner: string): Promise<boolean> {
  const [host, pid, key] = owner.split('~');
  const hasEnded =
    host === hostname() &&
    (Number(pid) === process.pid ? key !== processKey : Number(pid) > 0 && !isRunning(Number(pid)));
  return hasEnded || isOlderThan(path, abandonedMs);
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => {}); // removed concurrently
}
