let out = process.stdout;

// The reader of the output may be gone before the child is stopped properly; output is then discarded.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** For commands whose stdout is data: the launcher prints to stderr, if that is a terminal. In a file or a mail by cron only errors appear. */
export function sayOnStderr() {
  out = process.stderr.isTTY ? process.stderr : null;
}

/** Output of programs that the launcher runs for itself; null hides it unless they fail. */
export function programOutput() {
  return out === process.stdout ? 'inherit' : null;
}

export function say(line) {
  out?.write(`${line}\n`);
}

/** Runs one announced step and prints its duration; errors are passed on. `done` replaces the final text when other steps run in parallel. */
export async function step(announcement, work, done = '  done') {
  const started = Date.now();
  say(`${announcement} …`);
  const result = await work();
  say(`${done} in ${seconds(Date.now() - started)}`);
  return result;
}

/** Formats milliseconds: `0.4 s`, `12 s`. */
export function seconds(ms) {
  return ms < 9950 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

const DISK_FAULTS = {
  ENOSPC: (path) =>
    `The disk is full${path ? ` (while writing ${path})` : ''}. Free some space, then run the same command again.`,
  EDQUOT: (path) =>
    `The disk quota is exceeded${path ? ` (while writing ${path})` : ''}. Free some space or raise the quota, then run the same command again.`,
  EACCES: (path) =>
    `This account has no permission to write ${path ?? 'here'}. Grant it (chown), or run this as the account that owns the folder.`,
  EPERM: (path) =>
    `This account has no permission to write ${path ?? 'here'}. Grant it (chown), or run this as the account that owns the folder.`,
  EROFS: (path) => `${path ?? 'This folder'} is on a read-only disk. Copy Broadsheet to a writable one.`,
};

/** Text for an error that ends the launcher: a sentence if it is known, else the stack. */
export function describeEnd(error) {
  if (error instanceof LaunchError) return error.message;
  return (
    (Object.hasOwn(DISK_FAULTS, error?.code ?? '') && DISK_FAULTS[error.code](error.dest ?? error.path)) ||
    (error?.stack ?? String(error))
  );
}

/** A failure that the user can fix: only its message is printed, without a stack. */
export class LaunchError extends Error {
  name = 'LaunchError';
}
