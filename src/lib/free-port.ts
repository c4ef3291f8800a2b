import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A port that nobody listens on now, chosen by the system. */
export function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, host, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
