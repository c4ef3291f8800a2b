import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, processInfo } from './processes.mjs';
import { say } from './say.mjs';

const UNWRITTEN_MS = 5000;

function ownerOf(folder) {
  try {
    const [pid, start] = readFileSync(join(folder, 'pid'), 'utf8').trim().split(' ');
    return { pid: Number(pid), start: start ?? '' };
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  }
}

// The start time distinguishes the old owner from a later process with the same pid.
function startOf(pid) {
  return processInfo(pid)?.start ?? '';
}

/** Whether a lock folder has no owner: its process ended, or it was never filled in. */
export function isStale(folder, now = Date.now()) {
  const owner = ownerOf(folder);
  if (owner && owner.pid > 0)
    return !isAlive(owner.pid) || (owner.start !== '' && startOf(owner.pid) !== owner.start);
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat !== undefined && now - stat.mtimeMs > UNWRITTEN_MS;
}

function tryTake(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(join(folder, 'pid'), `${process.pid} ${startOf(process.pid)}\n`);
  return true;
}

/** Removes a stale lock. A second folder admits one process at a time; otherwise two could remove each other's new lock. */
function breakStale(folder) {
  const breaker = `${folder}.breaking`;
  if (!tryTake(breaker)) {
    const stat = statSync(breaker, { throwIfNoEntry: false });
    if (stat && Date.now() - stat.mtimeMs > UNWRITTEN_MS) rmSync(breaker, { recursive: true, force: true });
    return;
  }
  if (isStale(folder)) rmSync(folder, { recursive: true, force: true });
  rmSync(breaker, { recursive: true, force: true });
}

/** Waits until this process holds the lock folder, saying so once; returns a function that releases it. */
export async function takeLock(folder, pollMs = 200) {
  mkdirSync(dirname(folder), { recursive: true });
  let hasLogged = false;
  while (!tryTake(folder)) {
    if (isStale(folder)) {
      breakStale(folder);
    } else if (!hasLogged) {
      say(
        `Another launcher (process ${ownerOf(folder)?.pid ?? 'just started'}) is setting up this folder; waiting for it …`,
      );
      hasLogged = true;
    }
    await sleep(pollMs);
  }
  const release = () => {
    process.off('exit', release);
    rmSync(folder, { recursive: true, force: true });
  };
  // Signals end the launcher by process.exit, which only allows synchronous work.
  process.on('exit', release);
  return release;
}
