import { expect, test } from 'vitest';
import { makeTestDatabase } from '../../../test/harness/databases.ts';
import { rawRequest } from '../../../test/harness/served-site.ts';
import { openSiteDatabase } from '../../site-database.ts';
import { freePort } from '../../lib/network.ts';
import { createSigner } from '../../lib/keys.ts';
import { openInstaller } from './installer.tsx';

test('answers a waiting request while the installer hands over to the site, and frees the port', async () => {
  const place = await makeTestDatabase('sqlite');
  const database = await openSiteDatabase(place);
  const port = await freePort('127.0.0.1');
  const siteUrl = `http://127.0.0.1:${port}`;
  const open = async () => {
    const installer = await openInstaller({
      config: { host: '127.0.0.1', trustProxy: [], logLevel: 'silent', dataDir: place.dataDir },
      database,
      siteUrl,
      signer: createSigner(Buffer.alloc(32, 7)),
    });
    await installer.listen(port);
    return installer;
  };
  const installer = await open();
  const waiting = Array.from({ length: 12 }, () => rawRequest(siteUrl, '/'));
  await new Promise((resolve) => process.nextTick(resolve));
  await installer.close();
  const next = await open();
  expect((await Promise.all(waiting)).map(({ status, headers }) => [status, headers['location']])).toEqual(
    waiting.map(() => [302, '/wp-admin/install.php']),
  );
  expect((await rawRequest(siteUrl, '/wp-admin/install.php')).status).toBe(200);
  await next.close();
  await database.close();
  await place.drop();
});
