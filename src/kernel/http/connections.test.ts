import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { readOn } from './connections.ts';

const bounds = { bytes: { bytes: 2 ** 20, ms: 3_600_000 }, time: { bytes: 2 ** 40, ms: 300 } };

test.each(['bytes', 'time'] as const)(
  'a client that never stops sending is disconnected by %s',
  async (by) => {
    const server = createServer((req, res) => {
      readOn(req, res, bounds[by]);
      res.writeHead(413, { connection: 'close' }).end('Too large');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const socket = connect({
      port: (server.address() as AddressInfo).port,
      host: '127.0.0.1',
      allowHalfOpen: true,
    });
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString())).on('error', () => socket.destroy());
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'a'), Buffer.from('\r\n')]);
    const closed = new Promise<true>((resolve) => socket.once('close', () => resolve(true)));
    while (!socket.destroyed) {
      const taken = socket.write(chunk)
        ? new Promise((resolve) => setImmediate(resolve))
        : new Promise((resolve) => socket.once('drain', resolve));
      await Promise.race([closed, taken]);
    }
    expect(received).toMatch(/^HTTP\/1\.1 413 [^]*Too large/);
    await new Promise((resolve) => server.close(resolve));
  },
);
