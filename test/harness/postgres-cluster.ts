import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { endsWithUs } from './ends-with-us.ts';

/** A PostgreSQL server on loopback, in a temporary folder. */
export interface PostgresCluster {
  /** `postgres://…/` without a database name, over loopback. */
  readonly url: string;
  /** The same by Unix socket, which takes a sixth less CPU time on both sides. */
  readonly socketUrl: string;
  /** Process id of the running server. */
  pid(): number;
  stop(): Promise<void>;
  /** Stops the server at once (`pg_ctl stop -m immediate`): connections break, and the next start recovers from the log. */
  crash(): Promise<void>;
  /** Restarts it on the same port with its data; resolves when it responds. */
  startAgain(): Promise<void>;
}

/** Folder with `initdb` and `postgres`, or undefined when PostgreSQL is not installed. */
function postgresBinaries(): string | undefined {
  const given = process.env.BROADSHEET_PG_BIN ?? process.env.PG_BINDIR;
  if (given) return given;
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian)
        .map(Number)
        .filter((version) => version >= 15)
        .toSorted((a, b) => b - a)
    : [];
  return versions
    .map((version) => join(debian, String(version), 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/** PostgreSQL refuses to run as root, so it runs as the user of Debian's package. */
function unprivileged(): SpawnOptions {
  if (process.getuid?.() !== 0) return {};
  const [, , uid, gid] = execFileSync('getent', ['passwd', 'postgres'], { encoding: 'utf8' }).split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Starts a cluster without durability by default, since its data are discarded. With a `folder`, it is stored there and reused. */
export async function startPostgres(
  options: { durable?: boolean; folder?: string } = {},
): Promise<PostgresCluster> {
  const binaries = postgresBinaries();
  if (!binaries)
    throw new Error(
      'PostgreSQL 15 or newer is needed: install the package "postgresql", or set PG_BINDIR to the folder of its initdb.',
    );
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'broadsheet-pg-'));
  mkdirSync(folder, { recursive: true });
  const as = unprivileged();
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid);
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  if (!existsSync(data)) {
    execFileSync(
      join(binaries, 'initdb'),
      ['-D', data, '-U', 'broadsheet', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
      { ...as, cwd: folder, stdio: 'pipe' },
    );
  }
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'max_connections=120',
    'shared_buffers=128MB',
    ...(options.durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
  const url = `postgres://broadsheet@127.0.0.1:${port}/`;
  const start = async () => {
    const started = endsWithUs(
      spawn(join(binaries, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
        ...as,
        cwd: folder,
        stdio: 'ignore',
      }),
      'QUIT',
    );
    await answering(`${url}postgres`, started);
    return started;
  };
  let server = await start();
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await ended;
  };
  return {
    url,
    socketUrl: `postgres://broadsheet@${encodeURIComponent(folder)}:${port}/`,
    pid: () => server.pid ?? 0,
    stop: async () => {
      await end('SIGINT'); // PostgreSQL's fast shutdown
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
    crash: () => end('SIGQUIT'),
    startAgain: async () => void (server = await start()),
  };
}

async function answering(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (server.exitCode !== null || attempt > 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
