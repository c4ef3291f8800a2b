import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installErrorHandler } from './error-handler.ts';

let app: FastifyInstance;
let log: { level: number; msg: string; err?: { message: string } }[];
/** Releases the `/late` route. */
let letGo: () => void;

beforeEach(async () => {
  log = [];
  const stream = new Writable({
    write: (line: Buffer, _encoding, done) => {
      log.push(JSON.parse(line.toString()));
      done();
    },
  });
  app = fastify({ logger: { level: 'debug', stream } });
  installErrorHandler(app);
  const waits = new Promise<void>((resolve) => (letGo = resolve));
  app.post('/', async () => 'taken');
  app.post('/away', async () => {
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  });
  app.get<{ Params: { readonly code: string } }>('/fault/:code', async ({ params: { code } }) => {
    throw Object.assign(new Error(code), { code });
  });
  app.get('/late', async () => {
    await waits;
    throw new Error('broken');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

const logged = (level: number) => log.filter((line) => line.level === level).map(({ msg }) => msg);
const port = () => (app.server.address() as AddressInfo).port;

/** Sends these bytes, waits until the server has started on them, and disconnects. */
async function sendAndLeave(bytes: string): Promise<void> {
  const socket = connect(port(), '127.0.0.1').on('error', () => {});
  socket.write(bytes);
  await expect.poll(() => logged(30)).toContain('incoming request');
  socket.destroy();
}

test('a client that disconnects while sending is no error, and raises no alert', async () => {
  for (const body of ['Content-Length: 900\r\n\r\n{"a"', 'Transfer-Encoding: chunked\r\n\r\n4\r\n{"a"\r\n']) {
    log.length = 0;
    await sendAndLeave(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${body}`);
    await expect.poll(() => logged(20)).toContain('The client disconnected while sending');
    expect(log.filter(({ level }) => level > 30)).toEqual([]);
  }
});

test('a broken upstream connection is an error, and so is a failure after the client has left', async () => {
  const reply = await fetch(`http://127.0.0.1:${port()}/away`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect([reply.status, reply.headers.get('retry-after'), logged(50)]).toEqual([
    503,
    '5',
    ['Request failed'],
  ]);
  log.length = 0;
  await sendAndLeave('GET /late HTTP/1.1\r\nHost: x\r\n\r\n');
  letGo();
  await expect
    .poll(() => log.filter(({ level }) => level === 50).map(({ err }) => err?.message))
    .toEqual(['broken']);
});

test.each(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100'])('reports %s as a full disk', async (code) => {
  const reply = await app.inject({ url: `/fault/${code}`, headers: { accept: 'application/json' } });
  expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toEqual([
    503,
    '5',
    {
      code: 'unavailable',
      message: 'The disk is full, so this change was not saved. Free some space, then try again.',
      data: { status: 503 },
    },
  ]);
});

test('EACCES stays an internal error', async () => {
  expect((await app.inject('/fault/EACCES')).statusCode).toBe(500);
});
