let out = process.stdout;

// The reader of our lines may be gone before the child that we must still stop in good order: then the lines are for nobody.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/**
 * For commands whose stdout belongs to their data: the launcher's own lines go to stderr, where somebody is there to read them. Into a file or a mail of cron
 * it says nothing but what went wrong.
 */
export function sayOnStderr() {
  out = process.stderr.isTTY ? process.stderr : null;
}

/** Where programs that the launcher runs for itself may write; null: nowhere, unless they fail. */
export function programOutput() {
  return out === process.stdout ? 'inherit' : null;
}

/** Prints one plain line about what the launcher does. */
export function say(line) {
  out?.write(`${line}\n`);
}

/** Runs one announced step and says how long it took; the step's own error passes through. `done`: what is said of its end where other steps run beside it. */
export async function step(announcement, work, done = '  done') {
  const started = Date.now();
  say(`${announcement} …`);
  const result = await work();
  say(`${done} in ${seconds(Date.now() - started)}`);
  return result;
}

/** Milliseconds as people read them: `0.4 s`, `12 s`. */
export function seconds(ms) {
  return ms < 9950 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

const DISK_FAULTS = {
  ENOSPC: (path) =>
    `The disk is full${path ? ` (it should hold ${path})` : ''}: make room, then run the same command again.`,
  EDQUOT: (path) =>
    `This account may use no more of the disk${path ? ` (it should hold ${path})` : ''}: make room or raise its quota, then run the same command again.`,
  EACCES: (path) =>
    `This account may not write ${path ?? 'here'}: give it the right to (chown), or run this as the account that owns the folder.`,
  EPERM: (path) =>
    `This account may not write ${path ?? 'here'}: give it the right to (chown), or run this as the account that owns the folder.`,
  EROFS: (path) =>
    `${path ?? 'This folder'} lies on a disk that can only be read: copy Broadsheet to one that can be written to.`,
};

/** What to print of an error that ends the launcher: a sentence where we have one, else its stack. */
export function describeEnd(error) {
  if (error instanceof LaunchError) return error.message;
  return (
    (Object.hasOwn(DISK_FAULTS, error?.code ?? '') && DISK_FAULTS[error.code](error.dest ?? error.path)) ||
    (error?.stack ?? String(error))
  );
}

/** A failure that the person at the terminal can act on: printed as its message only, without a stack. */
export class LaunchError extends Error {
  name = 'LaunchError';
}
