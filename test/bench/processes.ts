import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import serve from '../../scripts/launch/serve.json' with { type: 'json' };
import { freePort } from '../harness/postgres-cluster.ts';
import { endsLater } from './running.ts';

export interface Served {
  readonly url: string;
  readonly process: ChildProcess;
  /** Milliseconds from spawn to the first page. */
  readonly startMs: number;
  stop(): Promise<void>;
}

const root = new URL('../../', import.meta.url).pathname;

/** Starts the built server on a free port, optionally preloading a module; resolves when its front page responds. */
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
      throw new Error(`The server exited with ${child.exitCode ?? child.signalCode} before it responded.`);
    const reply = await fetch(`${url}/`).catch(() => undefined);
    await reply?.arrayBuffer();
    if (reply) break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const startMs = performance.now() - began;
  return { url, process: child, startMs, stop };
}

export const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/**
 * CPU microseconds used by a process, its children and their threads. Linux only: read from the scheduler, since a tick
 * of 10 ms exceeds a request.
 */
export function cpuMicros(pid: number): number {
  return family(pid).reduce((sum, member) => sum + microsOf(member), 0);
}

/** CPU microseconds of a process' ended children, in ticks; `cpuMicros` loses the time of these. */
export function endedMicros(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') '); // the name before it may contain anything
  const [user = 0, system = 0] = fields.split(' ').slice(13, 15).map(Number);
  return (user + system) * 10_000;
}

/**
 * Waits until a process is idle: rankings and stored texts of earlier requests are done. At most two hundred rankings
 * are queued; the rest are requested again at the next render.
 */
export async function untilAtRest(pid: number): Promise<void> {
  for (let before = -1, now = cpuMicros(pid); now - before > 20_000; before = now, now = cpuMicros(pid)) {
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/**
 * Memory of a process and its children in MB. `private`: held only by them; `resident` includes mapped files (program
 * and database), which stay in the system's file cache and are evictable.
 */
export function memoryMb(pid: number, kind: 'private' | 'resident'): number {
  const field = new RegExp(`${kind === 'private' ? 'RssAnon' : 'VmRSS'}:\\s+(\\d+)`);
  const states = family(pid).flatMap((member) =>
    whileThere(() => [readFileSync(`/proc/${member}/status`, 'utf8')]),
  );
  const kilobytes = states.reduce((sum, state) => sum + Number(field.exec(state)?.[1] ?? 0), 0);
  return kilobytes / 1024;
}

/** The contents of this file for each thread; threads and processes that end in the meantime are left out. */
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
