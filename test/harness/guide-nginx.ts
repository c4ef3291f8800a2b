import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../src/lib/network.ts';

export interface GuideReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly reused: boolean;
}

/** nginx in front of test servers, configured as in the guides. */
export interface GuideNginx {
  /** Sends a request over TLS on a kept connection, from another address than the proxy's. */
  ask(path: string, headers?: Readonly<Record<string, string>>): Promise<GuideReply>;
  stop(): Promise<void>;
}

function configOf(guide: string): string {
  const found = /```nginx\n([\s\S]*?)```/.exec(
    readFileSync(new URL(`../../docs/guides/${guide}`, import.meta.url), 'utf8'),
  )?.[1];
  if (!found) throw new Error(`docs/guides/${guide} prints no configuration of nginx.`);
  return found;
}

/** Whether an nginx is older than 1.25.1, where `http2` is a parameter of `listen`. */
function isOld(binary: string): boolean {
  const [, minor = '0', patch = '0'] =
    /nginx\/1\.(\d+)\.(\d+)/.exec(spawnSync(binary, ['-v'], { encoding: 'utf8' }).stderr) ?? [];
  return Number(minor) < 25 || (minor === '25' && patch === '0');
}

/**
 * Starts nginx with the configuration of small-server.md, or for several `servers` (`http://127.0.0.1:…`) with the
 * upstream of scale.md; only addresses and certificate differ. Resolves when it responds. `binary`: path of nginx.
 */
export async function startGuideNginx(
  binary: string,
  servers: readonly string[],
  { connections = 1 } = {},
): Promise<GuideNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-tls-'));
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=news.example',
      '-keyout',
      join(folder, 'key.pem'),
      '-out',
      join(folder, 'cert.pem'),
    ],
    { stdio: 'ignore' },
  );
  const port = await freePort('127.0.0.1');
  const alone = configOf('small-server.md');
  let site =
    servers.length === 1 ? alone : alone.replace(/upstream broadsheet \{[^}]*\}/, () => configOf('scale.md'));
  for (const [place, server] of servers.entries())
    site = site.replace(`server 127.0.0.1:${3000 + place}`, `server ${new URL(server).host}`);
  if (/server 127\.0\.0\.1:300\d\b/.test(site))
    throw new Error(`The guide has more servers than the ${servers.length} that were given.`);
  site = site.replaceAll(/^ *listen \[::\].*\n/gm, ''); // not every machine has IPv6
  if (isOld(binary))
    site = site.replace('listen 443 ssl;', 'listen 443 ssl http2;').replace('  http2 on;\n', ''); // as the guide says for old versions
  site = site
    .replace('listen 80', `listen 127.0.0.1:${await freePort('127.0.0.1')}`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace(/\/etc\/letsencrypt\S+fullchain\.pem/, join(folder, 'cert.pem'))
    .replace(/\/etc\/letsencrypt\S+privkey\.pem/, join(folder, 'key.pem'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root; ' : ''}worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log; ` +
      `events {}\nhttp { access_log off; ${temporary}\n${site}\n}`,
  );
  const nginx = spawn(binary, ['-c', join(folder, 'nginx.conf'), '-p', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const agent = new Agent({ keepAlive: true, maxSockets: connections, localAddress: '127.0.0.2' });
  const ask: GuideNginx['ask'] = (path, headers = {}) =>
    new Promise((resolve, reject) => {
      const sending = request(
        {
          host: '127.0.0.1',
          port,
          path,
          agent,
          rejectUnauthorized: false,
          servername: 'news.example',
          headers: { host: 'news.example', ...headers },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks),
              reused: sending.reusedSocket,
            }),
          );
          response.on('error', reject);
        },
      );
      sending.on('error', reject);
      sending.end();
    });
  for (;;) {
    if (nginx.exitCode !== null)
      throw new Error(
        `nginx ended with code ${nginx.exitCode}: ${readFileSync(join(folder, 'error.log'), 'utf8')}`,
      );
    const reply = await ask('/healthz').catch(() => undefined);
    if (reply?.status === 200) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    ask,
    stop: async () => {
      agent.destroy();
      const ended = once(nginx, 'exit');
      nginx.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
