import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { ConfigError } from './errors.ts';
import { assertPortFree, freePort } from './network.ts';

test('reports a HOST without an address as such, not as an unreachable database', async () => {
  for (const check of [() => assertPortFree(0, 'nope.invalid'), () => freePort('nope.invalid')]) {
    await expect(check()).rejects.toThrow(ConfigError);
    await expect(check()).rejects.toThrow(
      /^HOST is "nope\.invalid", which can't be resolved \(E[A-Z_]+\)\. Use /,
    );
  }
});

test('reports a port in use with its number', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await expect(assertPortFree(port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE', port });
  await new Promise((resolve) => server.close(resolve));
  await assertPortFree(port, '127.0.0.1');
});
