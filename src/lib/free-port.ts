import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { ConfigError } from './errors.ts';

/** What listening threw; a name that leads to no address would else look like a server that we can't reach. */
function listenFault(error: NodeJS.ErrnoException, host: string): Error {
  return error.syscall === 'getaddrinfo'
    ? new ConfigError(
        `HOST is "${host}", and no address is known by this name (${error.code}): use an address of this machine, such as 127.0.0.1 or 0.0.0.0.`,
      )
    : error;
}

/** A port that nobody listens on now, chosen by the system. Throws `ConfigError` for a host that has no address. */
export function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(listenFault(error, host)));
    probe.listen(0, host, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Throws `EADDRINUSE`, as listening would, when another program has the port, and `ConfigError` for a host that has no address. */
export function assertPortFree(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(listenFault(error, host)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
