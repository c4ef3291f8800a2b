import { createServer, request } from 'node:http';
import type { ClientRequest, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { allowSlowUploads, atItsPace, endUploads } from './connections.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** A server that reports the bytes it received; `/file` uses `atItsPace`. Requests time out after a moment. */
async function serve(
  pace: Parameters<typeof atItsPace>[3],
): Promise<{ readonly server: Server; readonly late: Promise<unknown> }> {
  const server = createServer(
    { requestTimeout: 20, headersTimeout: 20, connectionsCheckingInterval: 10 },
    (source, reply) => {
      const receive = async () => {
        let bytes = 0;
        for await (const chunk of source) bytes += (chunk as Buffer).length;
        return bytes;
      };
      const received = source.url === '/file' ? atItsPace(server, source, receive, pace) : receive();
      received.then(
        (bytes) => reply.end(String(bytes)),
        () => reply.destroy(),
      );
    },
  );
  server.on('clientError', (_error, socket) => void socket.destroy());
  allowSlowUploads(server);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, late: new Promise((resolve) => server.once('clientError', resolve)) };
}

/** Starts an upload; `answer` is the body, or a word for a closed connection. */
function begin(
  server: Server,
  path: string,
): { readonly sending: ClientRequest; readonly answer: Promise<string> } {
  const { port } = server.address() as AddressInfo;
  const sending = request({ port, host: '127.0.0.1', path, method: 'POST', agent: false });
  const answer = new Promise<string>((resolve) => {
    sending.on('error', () => resolve('cut'));
    sending.on('response', async (response) => {
      let body = '';
      for await (const chunk of response) body += String(chunk);
      resolve(body);
    });
  });
  sending.write('half');
  return { sending, answer };
}

test('a file upload can exceed the request timeout, and other bodies can’t', async () => {
  const { server, late } = await serve({ bytes: 0, ms: 10 });
  const { sending, answer } = begin(server, '/file');
  await late;
  sending.end('rest');
  expect(await answer).toBe('8');
  expect(await begin(server, '/text').answer).toBe('cut');
});

test('disconnects uploads below the minimum rate, and all uploads when the server has to stop', async () => {
  const { server } = await serve({ bytes: 1, ms: 30 });
  expect(await begin(server, '/file').answer).toBe('cut');
  const patient = await serve({ bytes: 0, ms: 10 });
  const { answer } = begin(patient.server, '/file');
  await patient.late;
  endUploads(patient.server);
  expect(await answer).toBe('cut');
});
