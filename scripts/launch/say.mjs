let out = process.stdout;

// Whoever read our lines may be gone before the child that we must still stop in good order: then the lines are for nobody.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** Sends the launcher's own lines to stderr, for commands whose stdout belongs to their data. */
export function sayOnStderr() {
  out = process.stderr;
}

/** Prints one plain line about what the launcher does. */
export function say(line) {
  out.write(`${line}\n`);
}

/** Runs one announced step and says how long it took; the step's own error passes through. */
export async function step(announcement, work) {
  const started = Date.now();
  say(`${announcement} …`);
  const result = await work();
  say(`  done in ${seconds(Date.now() - started)}`);
  return result;
}

/** Milliseconds as people read them: `0.4 s`, `12 s`. */
export function seconds(ms) {
  return ms < 9950 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

/** A failure that the person at the terminal can act on: printed as its message only, without a stack. */
export class LaunchError extends Error {
  name = 'LaunchError';
}
