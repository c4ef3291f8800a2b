import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Addresses that represent the Internet and the local network in tests. */
export const [outside, inside] = ['127.0.0.1', '127.0.0.2'] as const;

/**
 * Listens on both at one port, so that allowed and forbidden addresses differ only by host. Outside, `answer` responds;
 * inside, `secret` is served and requests are recorded in `hits` as `inside /path`.
 */
export async function listenOnBoth(
  answer: RequestListener,
  secret: string,
  hits: string[],
): Promise<{ readonly port: number; readonly close: () => void }> {
  const servers = [
    createServer(answer),
    createServer((request, response) => {
      hits.push(`inside ${request.url}`);
      response.end(secret);
    }),
  ] as const;
  await new Promise<void>((resolve) => void servers[0].listen(0, outside, resolve));
  const { port } = servers[0].address() as AddressInfo;
  await new Promise<void>((resolve) => void servers[1].listen(port, inside, resolve));
  const close = () => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  };
  return { port, close };
}
