import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { openSiteDatabase } from '../../src/site-database.ts';
import { adminQuery } from '../harness/admin-query.ts';
import { makeTestDatabase, onDrawnDatabase } from '../harness/databases.ts';
import type { TestDatabase } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { startRealServer } from '../harness/real-server.ts';
import type { RealServer } from '../harness/real-server.ts';
import { ajax, rawRequest } from '../harness/served-site.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface LogLine {
  readonly level: number;
  readonly reqId?: string;
  readonly msg?: string;
  readonly err?: { readonly stack?: string };
}

/** The JSON lines of the log, without the start and stop messages. */
const logOf = (server: RealServer) =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine);
const get = (server: RealServer, path: string, headers?: Record<string, string>) =>
  rawRequest(server.url, path, { headers });
const errorLevel = 50;

const servers: RealServer[] = [];
async function start(...options: Parameters<typeof startRealServer>): Promise<RealServer> {
  const server = await startRealServer(...options);
  servers.push(server);
  return server;
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

onDrawnDatabase('[IMP-33] the running server', (getDatabase, place) => {
  let server: RealServer;
  beforeAll(async () => {
    // A page, because articles are rendered after the start and would then log nothing on request.
    await getDatabase().write((tx) =>
      makePost(tx, { title: 'A quiet day', slug: 'a-quiet-day', type: 'page' }),
    );
    server = await startRealServer(place());
  });
  afterAll(() => server?.stop());

  test('[IMP-33] reports its health', async () => {
    const reply = await get(server, '/healthz');
    expect([reply.status, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-store',
    ]);
    expect(JSON.parse(reply.body)).toEqual({
      status: 'ok',
      database: place().dialect,
      uptimeSeconds: expect.any(Number) as number,
      queries: expect.any(Number) as number,
      mediaQueue: { waiting: 0, failed: 0 },
      failedJobs: 0,
    });
  });

  test('[IMP-33] logs JSON lines whose request ids are those of the replies', async () => {
    const replies = [
      await get(server, '/a-quiet-day/'),
      await get(server, '/nothing-here/'),
      await get(server, '/wp-json/wp/v2/posts'),
      await ajax(server.url, { action: 'td_ajax_search', td_string: 'quiet' }),
      await get(server, '/wp-admin/admin-ajax.php'),
    ];
    const ids = replies.map(({ headers }) => String(headers['x-request-id']));
    expect(new Set(ids).size).toBe(replies.length);
    for (const id of ids) {
      expect(id).toMatch(/^[\da-f-]{36}$/);
      await expect
        .poll(() =>
          logOf(server)
            .filter(({ reqId }) => reqId === id)
            .map(({ msg }) => msg),
        )
        .toEqual(['incoming request', 'request completed']);
    }
    // Background renders of the cache have no request id.
    const logged = () => new Set(logOf(server).flatMap(({ reqId }) => (reqId === undefined ? [] : [reqId])));
    const known = logged();
    const idOf = async (path: string) => {
      const id = (await get(server, path)).headers['x-request-id'];
      if (id !== undefined) known.add(String(id));
      return id;
    };
    await expect.poll(() => idOf('/a-quiet-day/')).toBeUndefined();
    expect(await idOf('/a-quiet-day/')).toBeUndefined();
    const last = String(await idOf('/nothing-here/'));
    await expect.poll(() => logged().has(last)).toBe(true);
    expect([...logged()].filter((id) => !known.has(id))).toEqual([]);
    expect(
      await get(server, '/a-quiet-day/', {
        cookie: 'secret=in-a-cookie',
        authorization: 'Basic in-a-header',
      }),
    ).toMatchObject({ status: 200 });
    expect(server.output()).not.toMatch(/in-a-cookie|in-a-header/);
  });

  test('[IMP-33] an error is logged with its stack, which its reader does not see', async () => {
    await getDatabase().write(({ db }) => sql`alter table term rename to term_elsewhere`.execute(db));
    try {
      const page = await get(server, '/category/nowhere/');
      const call = await get(server, '/wp-json/wp/v2/categories');
      for (const reply of [page, call]) {
        expect(reply.status).toBe(500);
        expect(reply.body).toContain('Something went wrong on the server. The error was logged.');
        expect(reply.body).not.toMatch(/term|table|sql|\.js|\.ts|node_modules/i);
        expect(reply.headers['cache-control']).toBe('no-store');
        const logged = () =>
          logOf(server).find(
            ({ reqId, level }) => reqId === reply.headers['x-request-id'] && level === errorLevel,
          );
        await expect.poll(() => logged()?.err?.stack).toMatch(/term[\s\S]*\n {4}at [\s\S]*\/src\/\w/); // of the sources, not of the build
      }
    } finally {
      await getDatabase().write(({ db }) => sql`alter table term_elsewhere rename to term`.execute(db));
    }
    expect((await get(server, '/wp-json/wp/v2/categories')).status).toBe(200);
  });

  test('[IMP-33] SIGTERM, even twice: running requests get their response, new ones are refused, exit code 0', async () => {
    const stopping = await start(place());
    const slow = await beginSlowRequest(stopping);
    stopping.process.kill('SIGTERM');
    await expect.poll(() => stopping.output()).toContain('SIGTERM: finishing what runs, then stopping.');
    await expect
      .poll(() =>
        get(stopping, '/healthz').then(
          ({ status }) => status,
          (error: NodeJS.ErrnoException) => error.code,
        ),
      )
      .toBe('ECONNREFUSED');
    stopping.process.kill('SIGTERM');
    expect(stopping.process.exitCode).toBe(null);
    expect(await slow.finish()).toMatch(/^HTTP\/1\.1 303 /);
    expect(await stopping.stop()).toBe(0);
    expect(readdirSync(`${root}dist/server/.compiled`)).not.toEqual([]);
  });

  test('[IMP-33] a port in use is named, and ends the start', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, output } = await runToEnd(place(), { PORT: String(port) });
    other.close();
    expect(code).toBe(1);
    expect(output).toContain(
      `PORT is ${port}, but another program is already listening there (HOST 127.0.0.1). Set PORT to a free port`,
    );
    expect(output).not.toMatch(/^ {4}at /m);
  });
});

/** A half-sent form; `finish` sends the rest and returns the response. */
async function beginSlowRequest(server: RealServer): Promise<{ finish(): Promise<string> }> {
  const body = 'post_password=enter';
  const socket: Socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let reply = '';
  socket.on('data', (chunk: Buffer) => (reply += chunk.toString()));
  await once(socket, 'connect');
  socket.write(
    `POST /wp-login.php?action=postpass HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ` +
      `${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  await expect.poll(() => server.output()).toContain('/wp-login.php');
  return {
    finish: async () => {
      const closed = once(socket, 'close');
      socket.write(body.slice(5));
      await closed;
      return reply;
    },
  };
}

/** Starts a server that is expected to exit. */
async function runToEnd(
  place: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>,
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl ?? '',
      DEMO: '0',
      ADMIN_PASSWORD: 'a password of the tests',
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

describe('[IMP-33] wrong settings end the start with a sentence', () => {
  let dataDir: string;
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-ops-'));
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  test.each<[string, Record<string, string>, RegExp]>([
    [
      'a wrong value',
      { LOG_LEVEL: 'loud', PORT: 'http' },
      /^PORT is "http": use .*\nLOG_LEVEL is "loud": use /,
    ],
    [
      'a data folder that is a file',
      { DATA_DIR: fileURLToPath(import.meta.url) },
      /^DATA_DIR is ".*operations\.test\.ts", but the server can't write there .*\. Use the path of a folder/,
    ],
    [
      'a database server that is not there',
      { DATABASE_URL: 'postgres://root:hunter2@127.0.0.1:1/news' },
      /^The PostgreSQL server in DATABASE_URL does not respond .*\. Start it, or correct the address\./,
    ],
    [
      'an address that is not of this machine',
      { HOST: '192.0.2.1', PORT: '8080' },
      /HOST is "192\.0\.2\.1", but the server can't listen there/,
    ],
  ])('%s', async (_what, env, message) => {
    const { code, output } = await runToEnd({ dataDir, databaseUrl: undefined }, env);
    expect(code).toBe(1);
    expect(output).toMatch(message);
    expect(output).not.toMatch(/^ {4}at |hunter2/m);
  });

  test('a database that does not exist', async () => {
    const { code, output } = await runToEnd(
      { dataDir, databaseUrl: `${inject('postgresUrl')}no_such_database` },
      {},
    );
    expect(code).toBe(1);
    expect(output).toMatch(
      /^The database in DATABASE_URL refused the connection \(database "no_such_database" does not exist\)/,
    );
  });
});

describe('[IMP-33] without its database', () => {
  let place: TestDatabase;
  afterAll(() => place.drop());

  test('[IMP-33] cached pages are served, others say when to retry, and it heals', async () => {
    place = await makeTestDatabase('postgres');
    const database = await openSiteDatabase({
      dataDir: place.dataDir,
      databaseUrl: place.databaseUrl,
      maxConnections: 1,
    });
    await database.write(async (tx) => {
      await makePost(tx, { title: 'Kept in memory', slug: 'kept' });
      await makePost(tx, { title: 'Never asked for', slug: 'not-kept', type: 'page' }); // the newest articles are rendered in the background
    });
    await database.close();
    const server = await start(place);
    // A response whose data changed during rendering is not cached; a cached one has no id of its own.
    await expect
      .poll(async () => {
        const { status, headers } = await get(server, '/kept/');
        return [status, headers['x-request-id']];
      })
      .toEqual([200, undefined]);
    const name = new URL(place.databaseUrl ?? '').pathname.slice(1);
    const cluster = inject('postgresUrl');
    await adminQuery(cluster, `alter database ${name} allow_connections false`);
    await adminQuery(
      cluster,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    );

    await expect.poll(async () => (await get(server, '/healthz')).status).toBe(503);
    const health = await get(server, '/healthz', { accept: 'application/json' });
    expect([health.status, health.headers['retry-after'], health.headers['cache-control']]).toEqual([
      503,
      '5',
      'no-store',
    ]);
    expect(JSON.parse(health.body)).toMatchObject({ code: 'unavailable' });
    const cachedPage = await get(server, '/kept/');
    expect([cachedPage.status, cachedPage.body.includes('Kept in memory')]).toEqual([200, true]);
    for (const path of ['/not-kept/', '/wp-json/wp/v2/posts']) {
      const other = await get(server, path);
      expect([path, other.status, other.headers['retry-after']]).toEqual([path, 503, '5']);
      expect(other.body).not.toMatch(/postgres|pg_|ECONN|stack/i);
    }

    await adminQuery(cluster, `alter database ${name} allow_connections true`);
    await expect.poll(async () => (await get(server, '/healthz')).status).toBe(200);
    await expect.poll(async () => (await get(server, '/not-kept/')).body).toContain('Never asked for');
    // It receives changes again, too.
    await expect
      .poll(async () => {
        const again = await openSiteDatabase({
          dataDir: place.dataDir,
          databaseUrl: place.databaseUrl,
          maxConnections: 1,
        });
        const slug = `after-${randomBytes(3).toString('hex')}`;
        expect((await get(server, `/${slug}/`)).status).toBe(404);
        await again.write((tx) => makePost(tx, { title: 'After the fall', slug }));
        await again.close();
        return (await get(server, `/${slug}/`)).status;
      })
      .toBe(200);
    expect(await server.stop()).toBe(0);
  });
});

describe.each(['sqlite', 'postgres'] as const)('[IMP-33] a new and empty database on %s', (dialect) => {
  let place: { dataDir: string; databaseUrl: string | undefined };
  beforeAll(async () => {
    const name = `new_${randomBytes(6).toString('hex')}`;
    if (dialect === 'postgres') await adminQuery(inject('postgresUrl'), `create database ${name}`);
    place = {
      dataDir: mkdtempSync(join(tmpdir(), 'broadsheet-ops-')),
      databaseUrl: dialect === 'postgres' ? `${inject('postgresUrl')}${name}` : undefined,
    };
  });
  afterAll(() => rmSync(place.dataDir, { recursive: true, force: true }));

  test('[IMP-33] two servers start on it concurrently, with one schema, one secret and one administrator, whose password is printed once', async () => {
    const both = await Promise.all([
      start(place, { ADMIN_PASSWORD: '', ADMIN_USER: 'admin' }),
      start(place, { ADMIN_PASSWORD: '', ADMIN_USER: 'admin' }),
    ]);
    const output = both.map((server) => server.output()).join('\n');
    expect(output.match(/Upgraded the database schema/g)).toHaveLength(1);
    expect(output.match(/Created the first administrator\. User: admin {2}Password: \S{12,}/g)).toHaveLength(
      1,
    );
    const database = await openSiteDatabase({ ...place, maxConnections: 1 });
    expect(await database.read.selectFrom('user').select('login').execute()).toEqual([{ login: 'admin' }]);
    await database.close();
    const [first, second] = await Promise.all(
      both.map(
        async (server) =>
          (
            await rawRequest(server.url, '/wp-login.php?action=postpass', {
              method: 'POST',
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
              body: 'post_password=enter',
            })
          ).headers['set-cookie'],
      ),
    );
    expect(first).toEqual(second);
    for (const server of both) expect(await server.stop()).toBe(0);
  });

  test('[IMP-33] the next start has nothing to do, and prints no password', async () => {
    const server = await start(place, { ADMIN_PASSWORD: '', ADMIN_USER: 'admin' });
    expect(server.output()).not.toMatch(/schema|administrator|Password/);
    expect(server.output()).toContain(
      `Broadsheet serves ${server.url} (${dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'}).`,
    );
  });

  test('an empty site responds, and says how to fill it', async () => {
    const server = await start(place);
    const home = await get(server, '/');
    expect(home.status).toBe(200);
    expect(home.body).toContain('<a href="/wp-admin/">');
    for (const [path, status] of [
      ['/wp-json/wp/v2/posts', 200],
      ['/?s=anything', 200],
      ['/page/2/', 404],
      ['/nothing/', 404],
    ] as const) {
      expect([path, (await get(server, path)).status]).toEqual([path, status]);
    }
  });
});
