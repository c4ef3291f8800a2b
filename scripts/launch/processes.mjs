import { readFileSync } from 'node:fs';

/** A process' name, parent and start time (ticks since boot) on Linux; null when unknown or ended. */
export function processInfo(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may contain spaces and brackets, so fields are counted after its end.
    const end = text.lastIndexOf(')');
    const fields = text.slice(end + 2).split(' ');
    return {
      name: text.slice(text.indexOf('(') + 1, end),
      parent: Number(fields[1]),
      start: fields[19] ?? '',
    };
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH' || error.code === 'ENOTDIR') return null;
    throw error;
  }
}

/** Whether a process with this pid runs, as far as this account can see. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Identifies the npm that started this process, also through an intermediate shell. The result changes when that npm or
 * shell ends, which no signal reports.
 */
export function npmAbove(parent = process.ppid) {
  const info = processInfo(parent);
  const isShell = info !== null && !/^(npm|node)/.test(info.name);
  return isShell ? `${parent} ${info.parent}` : String(parent);
}
