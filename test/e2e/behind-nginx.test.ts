import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/db/open-database.ts';
import { freePort } from '../../src/lib/free-port.ts';
import { nginxBinary } from '../bench/nginx.ts';
import { makeTestDatabase } from '../harness/databases.ts';
import type { TestDatabase } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { startRealServer } from '../harness/real-server.ts';
import type { RealServer } from '../harness/real-server.ts';

/** The configuration that the guide prints. */
function guideConfig(): string {
  const guide = readFileSync(new URL('../../docs/guides/small-server.md', import.meta.url), 'utf8');
  const found = /```nginx\n([\s\S]*?)```/.exec(guide)?.[1];
  if (!found) throw new Error('docs/guides/small-server.md prints no configuration of nginx.');
  return found;
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly reused: boolean;
}

describe.skipIf(!nginxBinary)('behind nginx, configured as the guide says', () => {
  let folder: string;
  let place: TestDatabase;
  let server: RealServer;
  let nginx: ChildProcess;
  let port: number;
  // A reader of another address than the proxy's, which is trusted.
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: '127.0.0.2' });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'broadsheet-tls-'));
    place = await makeTestDatabase('sqlite');
    const database = await openDatabase(place);
    await database.migrate();
    await database.write((tx) => makePost(tx, { title: 'Behind the proxy', slug: 'behind', content: `<p>${'Long enough to be worth compressing. '.repeat(100)}</p>` }));
    await database.close();
    server = await startRealServer(place, { TRUST_PROXY: '127.0.0.1', SITE_URL: 'https://news.example' });
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=news.example', '-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')], { stdio: 'ignore' });
    port = await freePort('127.0.0.1');
    const plainPort = await freePort('127.0.0.1');
    const site = guideConfig().replace('127.0.0.1:3000', new URL(server.url).host).replace('listen 80', `listen 127.0.0.1:${plainPort}`).replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace(/\/etc\/letsencrypt\S+fullchain\.pem/, join(folder, 'cert.pem')).replace(/\/etc\/letsencrypt\S+privkey\.pem/, join(folder, 'key.pem'));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
    writeFileSync(join(folder, 'nginx.conf'), `${process.getuid?.() === 0 ? 'user root; ' : ''}worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}\nhttp { access_log off; ${temporary}\n${site}\n}`);
    nginx = spawn(nginxBinary ?? '', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' });
    await vi.waitFor(async () => expect((await ask('/healthz')).status).toBe(200), { timeout: 15_000 });
  });
  afterAll(async () => {
    agent.destroy();
    const ended = once(nginx, 'exit');
    nginx.kill('SIGTERM');
    await ended;
    await server.stop();
    await place.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = (path: string, headers: Record<string, string> = {}) => new Promise<Reply>((resolve, reject) => {
    const sending = request({ host: '127.0.0.1', port, path, agent, rejectUnauthorized: false, servername: 'news.example', headers: { host: 'news.example', ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks), reused: sending.reusedSocket }));
    });
    sending.on('error', reject);
    sending.end();
  });

  test('pages come compressed once, by Broadsheet, and are asked for again by their ETag', async () => {
    await ask('/behind/'); // made
    const reply = await ask('/behind/', { 'accept-encoding': 'gzip' });
    expect([reply.status, reply.headers['content-encoding'], reply.headers.vary, reply.headers['transfer-encoding']]).toEqual([200, 'gzip', expect.stringContaining('Accept-Encoding'), undefined]);
    expect(gunzipSync(reply.body).toString()).toContain('Behind the proxy');
    expect(Number(reply.headers['content-length'])).toBe(reply.body.length);
    const again = await ask('/behind/', { 'accept-encoding': 'gzip', 'if-none-match': String(reply.headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect((await ask('/behind/', { 'accept-encoding': 'identity' })).headers['content-encoding']).toBe(undefined);
  });

  test('connections are kept on both sides', async () => {
    for (let n = 1; n < 6; n++) await ask(`/wp-json/wp/v2/posts?per_page=${n}`);
    expect((await ask('/behind/')).reused).toBe(true);
    const towardsUs = new Set(server.output().split('\n').filter((line) => line.includes('"incoming request"')).map((line) => (JSON.parse(line) as { req: { remotePort?: number } }).req.remotePort));
    expect(towardsUs.size).toBe(1);
  });

  test('the log names the reader, not the proxy, and believes nobody else', async () => {
    const path = '/wp-json/wp/v2/posts?per_page=1';
    await ask(path, { 'x-forwarded-for': '198.51.100.7' }); // a reader who makes up an address: nginx adds the one that it sees, which counts
    const addressOf = () => server.output().split('\n').filter((line) => line.includes('per_page=1') && line.includes('incoming')).map((line) => (JSON.parse(line) as { req: { remoteAddress: string } }).req.remoteAddress).at(-1);
    await expect.poll(addressOf).toBe('127.0.0.2');
  });

  test('addresses in pages and redirects are the public ones', async () => {
    const { body } = await ask('/behind/', { 'accept-encoding': 'identity' });
    expect(body.toString()).toContain('<link rel="canonical" href="https://news.example/behind/"');
    const moved = await ask('/behind');
    expect([moved.status, moved.headers.location]).toEqual([301, expect.stringMatching(/^(?:https:\/\/news\.example)?\/behind\/$/)]);
  });
});
