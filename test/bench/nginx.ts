import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { freePort } from '../harness/postgres-cluster.ts';
import { stopProcess } from './processes.ts';
import type { Served } from './processes.ts';
import { endsLater } from './running.ts';

export const nginxBinary = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find(
  existsSync,
);

/** The baseline: nginx with one worker and `gzip_static`, serving one page from a file. Undefined when nginx is not installed ("nginx-light"). */
export async function startNginx(
  page: Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<Served | undefined> {
  if (!nginxBinary) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-nginx-'));
  chmodSync(folder, 0o755);
  const site = join(folder, 'site');
  mkdirSync(site, { mode: 0o755 });
  writeFileSync(join(site, 'index.html'), page);
  writeFileSync(join(site, 'index.html.gz'), gzipSync(page, { level: 9 }));
  const port = await freePort();
  const added = Object.entries(headers)
    .map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`)
    .join('\n');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `
    worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events { worker_connections 512; }
    http {
      access_log off; keepalive_requests 1000000; default_type text/html; sendfile on; tcp_nopush on; gzip_static on; gzip_vary on; open_file_cache max=100;
      client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c; uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
      server { listen 127.0.0.1:${port}; root ${site}; charset utf-8; ${added} }
    }`,
  );
  const child = spawn(nginxBinary, ['-c', join(folder, 'nginx.conf'), '-p', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = endsLater(async () => {
    await stopProcess(child);
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt++) {
    const reply = await fetch(url).catch(() => undefined);
    await reply?.arrayBuffer();
    if (reply?.status === 200) break;
    if (attempt > 100 || child.exitCode !== null)
      throw new Error(`nginx does not serve the bench page (status ${reply?.status ?? 'none'}).`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    process: child,
    startMs: 0,
    stop,
  };
}
