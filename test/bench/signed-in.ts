import { createHash } from 'node:crypto';
import { createSession, writeSession } from '../../src/modules/users/session.ts';
import { createUser } from '../../src/modules/users/writer.ts';
import type { Tx } from '../../src/kernel/db/open-database.ts';
import { createSigner, loadSecret } from '../../src/lib/keys.ts';
import type { BenchSite } from './make-site.ts';
import type { Served } from './processes.ts';

export interface SignedIn {
  readonly userId: number;
  readonly name: string;
  readonly value: string;
  readonly cookie: string;
}

/** Creates a user with that name (an administrator unless `role` is given) and a session; `also` runs in the same transaction. */
export async function signIn(
  { database, env }: BenchSite,
  server: Served,
  displayName: string,
  also: (tx: Tx, userId: number) => Promise<void> = async () => {},
  role = 'administrator',
): Promise<SignedIn> {
  const login = `${displayName.toLowerCase().replaceAll(' ', '-')}-${Date.now()}`;
  const { userId, value } = await database.write(async (tx) => {
    const id = await createUser(tx, { login, email: `${login}@bench.example`, displayName, roles: [role] });
    await also(tx, id);
    return {
      userId: id,
      value: writeSession(createSigner(loadSecret(env['DATA_DIR'] ?? '')), await createSession(tx, id)),
    };
  });
  const name = `wordpress_logged_in_${createHash('md5')
    .update(env['SITE_URL'] ?? server.url)
    .digest('hex')}`;
  return { userId, name, value, cookie: `${name}=${value}` };
}

export async function nonceOf({ url }: Served, { cookie }: SignedIn): Promise<string> {
  return (await fetch(`${url}/wp-admin/admin-ajax.php?action=rest-nonce`, { headers: { cookie } })).text();
}
