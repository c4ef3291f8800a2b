import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import serve from '../../scripts/launch/serve.json' with { type: 'json' };
import { freePort } from '../harness/postgres-cluster.ts';
import { endsLater } from './running.ts';

/** A server under test. */
export interface Served {
  readonly url: string;
  readonly process: ChildProcess;
  /** Milliseconds from spawn to the first page. */
  readonly startMs: number;
  stop(): Promise<void>;
}

const root = new URL('../../', import.meta.url).pathname;

/** Starts the built server on a free port, with a module that is loaded before it where `preload` names one; resolves when its front page answers. */
export async function startServer(env: Record<string, string>, preload?: URL): Promise<Served> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [...serve.flags, ...(preload ? ['--import', preload.href] : []), 'dist/server/main.js'],
    {
      cwd: root,
      env: {
        ...process.env,
        ...serve.env,
        NODE_ENV: 'production',
        PORT: String(port),
        LOG_LEVEL: 'warn',
        SITE_URL: url,
        ADMIN_PASSWORD: 'bench-password',
        DEMO: '0',
        ...env,
      },
      stdio: ['ignore', 'inherit', 'inherit', ...(preload ? ['ipc' as const] : [])],
    },
  );
  const stop = endsLater(() => stopProcess(child));
  for (;;) {
    if (hasEnded(child))
      throw new Error(`The server ended with ${child.exitCode ?? child.signalCode} before it answered.`);
    const reply = await fetch(`${url}/`).catch(() => undefined);
    await reply?.arrayBuffer();
    if (reply) break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const startMs = performance.now() - began;
  return { url, process: child, startMs, stop };
}

/** Whether a process has ended, by itself or by a signal. */
export const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/**
 * CPU time that the threads of a process and its children have used, in microseconds. Linux only: read from the scheduler, to the nanosecond; a tick of 10 ms
 * is longer than what one request takes.
 */
export function cpuMicros(pid: number): number {
  return family(pid).reduce((sum, member) => sum + microsOf(member), 0);
}

/** CPU time of the children of a process that have ended, in microseconds, to the tick: where some come and go, `cpuMicros` loses what they used. */
export function endedMicros(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') '); // the name before it may hold anything
  const [user = 0, system = 0] = fields.split(' ').slice(13, 15).map(Number);
  return (user + system) * 10_000;
}

/**
 * Waits until a process rests: what it began after its start, rankings and stored texts are done. Two hundred rankings wait at most; pages beyond ask again
 * when they are rendered anew.
 */
export async function untilAtRest(pid: number): Promise<void> {
  for (let before = -1, now = cpuMicros(pid); now - before > 20_000; before = now, now = cpuMicros(pid)) {
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/**
 * Memory of a process and its children in megabytes. `private` is what they alone hold; `resident` counts also what is mapped from files, program and
 * database: it stays in the system's file cache, which gives it up whenever somebody needs the room.
 */
export function memoryMb(pid: number, kind: 'private' | 'resident'): number {
  const field = new RegExp(`${kind === 'private' ? 'RssAnon' : 'VmRSS'}:\\s+(\\d+)`);
  const states = family(pid).flatMap((member) =>
    whileThere(() => [readFileSync(`/proc/${member}/status`, 'utf8')]),
  );
  const kilobytes = states.reduce((sum, state) => sum + Number(field.exec(state)?.[1] ?? 0), 0);
  return kilobytes / 1024;
}

/** Each thread's file of this name; one that ends while they are read is left out, as is all of a process that ends. */
function ofTasks(pid: number, name: string): string[] {
  return whileThere(() => readdirSync(`/proc/${pid}/task`)).flatMap((task) =>
    whileThere(() => [readFileSync(`/proc/${pid}/task/${task}/${name}`, 'utf8')]),
  );
}

function whileThere(read: () => string[]): string[] {
  try {
    return read();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return [];
    throw error;
  }
}

function microsOf(pid: number): number {
  return ofTasks(pid, 'schedstat').reduce((sum, times) => sum + Number(times.split(' ')[0]), 0) / 1000;
}

function family(pid: number): number[] {
  const children = ofTasks(pid, 'children').flatMap((pids) =>
    pids.trim().split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(family)];
}
