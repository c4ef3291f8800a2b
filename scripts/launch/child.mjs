import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { npmAbove } from './processes.mjs';
import { LaunchError, programOutput, say } from './say.mjs';

const REPEAT_MS = 1000;
const ORPHAN_POLL_MS = 250;
const ORPHAN_GRACE_MS = 30_000;

const children = new Set();
let stoppedBy = null;

/** Runs a program and resolves to its exit code, or 128 + signal number, as in shells. `onStart` gets the child process. */
export function run(command, args, options = {}, onStart = () => {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', windowsHide: true, ...options });
    children.add(child);
    onStart(child);
    child.once('error', (error) => {
      children.delete(child);
      reject(new LaunchError(`${command} could not be started: ${error.message}`));
    });
    child.once('exit', (code, signal) => {
      children.delete(child);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/** Like `run`, but buffers the output, for parallel steps: `{ code, written }`. */
export async function runBeside(command, args, options = {}) {
  let written = '';
  const read = [];
  const code = await run(
    command,
    args,
    { ...options, stdio: ['ignore', 'pipe', 'pipe'] },
    ({ stdout, stderr }) => {
      for (const stream of [stdout, stderr]) {
        stream.on('data', (chunk) => (written += chunk));
        read.push(once(stream, 'close'));
      }
    },
  );
  await Promise.all(read);
  return { code, written };
}

/** Like `run`, for the launcher's own programs: while stdout belongs to a command, their output is shown only on failure, on stderr. */
export async function runQuietly(command, args, options = {}) {
  if (programOutput() === 'inherit') return run(command, args, options);
  const { code, written } = await runBeside(command, args, options);
  if (code !== 0 && stopCode() === null) process.stderr.write(written);
  return code;
}

/** The exit code requested by a stop signal, or null; no further step may begin once it is set. */
export function stopCode() {
  return stoppedBy === null ? null : 128 + constants.signals[stoppedBy];
}

function stop(signal) {
  stoppedBy ??= signal;
  if (children.size === 0) {
    say('Stopped.');
    process.exit(stopCode());
  }
  // A closed terminal requests an orderly stop, i.e. SIGTERM.
  for (const child of children) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
}

/**
 * Forwards SIGINT, SIGTERM and SIGHUP, once per second: the terminal and npm both deliver Ctrl+C. Also ends the child
 * when npm is gone, since a signal to `npm start` can end npm and its shell without reaching this process.
 */
export function passOnSignals() {
  let last = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (Date.now() - last < REPEAT_MS) return;
      last = Date.now();
      stop(signal);
    });
  }
  // When started by hand in the background, it should outlive the shell.
  if (!process.env.npm_lifecycle_event) return;
  const npm = npmAbove();
  const timer = setInterval(() => {
    if (npmAbove() === npm) return;
    clearInterval(timer);
    say('npm has ended; stopping.');
    stop('SIGTERM');
    setTimeout(() => {
      for (const child of children) child.kill('SIGKILL');
    }, ORPHAN_GRACE_MS).unref();
  }, ORPHAN_POLL_MS);
  timer.unref();
}
