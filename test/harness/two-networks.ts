import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What stands for the Internet in tests, and what for the own network. */
export const [outside, inside] = ['127.0.0.1', '127.0.0.2'] as const;

/**
 * Listens on both, at one port, so that an address that may be called differs from one that may not by the host alone. Outside `answer` answers; inside waits
 * `secret`, and who comes in is noted in `hits` as `inside /path`.
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
