import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeUser } from '../../../test/harness/factories.ts';
import { testContent } from '../../../test/harness/load-context.ts';
import { hashPassword } from '../../lib/password.ts';
import { createVault } from '../../lib/vault.ts';
import { updateUser } from '../users/writer.ts';
import { createGuard } from './guard.ts';
import { signIn } from './sign-in.ts';
import type { SignIn } from './sign-in.ts';

const hashes = vi.hoisted(() => ({ made: 0 }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return {
    ...real,
    verify: (...given: Parameters<typeof real.verify>) => {
      hashes.made++;
      return real.verify(...given);
    },
  };
});

onBothDatabases('signing in', (get) => {
  const password = 'correct horse 1';
  beforeAll(async () => {
    const hash = await hashPassword(password);
    await get().write(async (tx) => {
      await updateUser(tx, await makeUser(tx, { login: 'ada' }), { password: hash });
      await makeUser(tx, { login: 'imported' });
    });
    await attempt('nobody').catch(() => 0); // the hash that stands for nobody's is made once
  });
  let guard = createGuard();
  beforeEach(() => {
    guard = createGuard();
    hashes.made = 0;
  });
  const vault = createVault(Buffer.alloc(32));
  const attempt = (name: string, given: Partial<SignIn> = {}) => signIn({ content: testContent(get()), guard, vault, sendsMail: false }, {
    name, password: 'wrong', isRemembered: false, caller: 'here', place: { ip: '', userAgent: '' }, deviceOf: async () => undefined, ...given,
  });

  test('a wrong password, an account without one and an account that is not there cost one hash each, and are told alike', async () => {
    for (const name of ['ada', 'imported', 'nobody', 'x'.repeat(5000)]) {
      hashes.made = 0;
      await expect(attempt(name)).rejects.toMatchObject({ code: 'login_wrong', message: 'User or password incorrect!' });
      expect([name.slice(0, 10), hashes.made]).toEqual([name.slice(0, 10), 1]);
    }
    expect((await attempt('ADA', { password })).user.login).toBe('ada');
  });

  test('what is refused before costs none', async () => {
    await expect(attempt(' ')).rejects.toMatchObject({ code: 'login_empty' });
    await expect(attempt('ada', { password: '' })).rejects.toMatchObject({ code: 'login_pass_empty' });
    expect(hashes.made).toBe(0);
    for (let n = 0; n < 10; n++) await attempt('ada', { caller: `address ${n}` }).catch(() => 0);
    hashes.made = 0;
    await expect(attempt('ada', { caller: 'late', password })).rejects.toMatchObject({ status: 429 });
    expect(hashes.made).toBe(0);
  });
});
