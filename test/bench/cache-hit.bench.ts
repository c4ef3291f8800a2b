/**
 * Prints the CPU time per cached page over keep-alive connections: `node test/bench/cache-hit.bench.ts [encoding]
 * [seconds]`. Clients run in a separate process, so only the server's time counts.
 */
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { InvalidationBus } from '../../src/kernel/db/invalidation.ts';
import { createFrontHandler } from '../../src/site/cache/front-handler.ts';
import { createPageCache } from '../../src/site/cache/page-cache.ts';

const [role = 'br', second = '5'] = process.argv.slice(2);

/** Sends requests on 32 connections, each as soon as the previous response arrives. */
function hammer(port: number, encoding: string): void {
  const ask =
    `GET /an-article/ HTTP/1.1\r\nHost: localhost:${port}\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36\r\n` +
    `Accept: text/html,application/xhtml+xml\r\nAccept-Language: en\r\nAccept-Encoding: ${encoding}\r\n\r\n`;
  for (let n = 0; n < 32; n++) {
    const socket = connect(port, '127.0.0.1', () => socket.write(ask));
    let missing = 0;
    socket.on('data', (chunk) => {
      if (missing === 0)
        missing =
          Number(/content-length: (\d+)/i.exec(chunk.toString('latin1', 0, 2000))?.[1]) +
          chunk.indexOf('\r\n\r\n') +
          4;
      missing -= chunk.length;
      if (missing === 0) socket.write(ask);
    });
    socket.on('error', () => process.exit(0)); // the server has stopped, so measuring is done
  }
}

async function measure(encoding: string, seconds: number): Promise<void> {
  const words = Array.from(
    { length: 900 },
    (_, n) => `<p class="p-${(n * 7919) % 97}">Paragraph ${n} of ${(n * 104729).toString(36)}.</p>`,
  ).join('\n');
  const cache = createPageCache({
    settleMs: 0,
    maxBytes: 48 * 1024 * 1024,
    bus: new InvalidationBus(),
    isPersonal: () => false,
    onWarning: console.warn,
    defaultHeaders: () => ({
      'Content-Security-Policy': "default-src 'self'; object-src 'none'; base-uri 'self'",
      'X-Content-Type-Options': 'nosniff',
    }),
    renderPage: async () => ({
      status: 200,
      contentType: 'text/html; charset=utf-8',
      body: words,
      tags: new Map(),
      store: true,
    }),
  });
  const server = createServer(
    createFrontHandler({ cache, calls: new Map() }, (req, res) => {
      const request = cache.requestOf(req);
      if (request) void cache.respond(request).then((answer) => cache.send(req, res, answer));
      else res.end();
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = fork(import.meta.filename, ['client', encoding], {
    env: { ...process.env, BENCH_PORT: String((server.address() as AddressInfo).port) },
  });
  await new Promise((resolve) => setTimeout(resolve, 1500)); // until V8 has compiled the hot code
  const before = { cpu: process.cpuUsage(), hits: cache.stats().hits };
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const { user, system } = process.cpuUsage(before.cpu);
  const hits = cache.stats().hits - before.hits;
  client.kill();
  console.log(
    `${encoding}: ${((user + system) / hits).toFixed(1)} µs CPU a hit (${Math.round(hits / seconds)} hits a second, ${words.length} bytes plain)`,
  );
  process.exit(0);
}

if (role === 'client') hammer(Number(process.env.BENCH_PORT), second);
else await measure(role, Number(second));
