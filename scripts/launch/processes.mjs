import { readFileSync } from 'node:fs';

/** What Linux says of a process: its name, its parent and when it started (ticks since boot); null where unknown or gone. */
export function processInfo(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in brackets and may itself hold spaces and brackets: count the fields after its end.
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
 * Identifies the npm that started this process, through the shell that npm may have put in between: the answer changes when that
 * npm (or shell) is gone, which no signal tells us.
 */
export function npmAbove(parent = process.ppid) {
  const info = processInfo(parent);
  const isShell = info !== null && !/^(npm|node)/.test(info.name);
  return isShell ? `${parent} ${info.parent}` : String(parent);
}
