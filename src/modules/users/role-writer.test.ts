import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { during } from '../../../test/harness/during.ts';
import { makeUser } from '../../../test/harness/factories.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { asItStands } from '../../kernel/command.ts';
import { changeRoles } from './user-commands.ts';
import { deleteRole } from './role-commands.ts';
import { operator } from './role.ts';
import { findUser } from './reader.ts';
import { createRole } from './role-writer.ts';

onBothDatabases('roles of users while a role is deleted', (get) => {
  const role = { name: 'clerk', label: 'Clerk', capabilities: ['read'] } as const;
  const make = (roles: readonly string[]) =>
    get().write(async (tx) => {
      await createRole(tx, role);
      return makeUser(tx, { roles });
    });
  const give = (tx: Tx, id: number, roles: readonly string[]) =>
    changeRoles(tx, operator(), { id, roles: [...roles] }, asItStands);
  const drop = (tx: Tx) => deleteRole(tx, operator(), { name: role.name, reassignTo: 'contributor' }, role);
  const rolesOf = async (id: number) => (await findUser(get().read, id))?.roles;

  test('a user who gets other roles concurrently keeps those', async () => {
    const id = await make(['clerk', 'editor']);
    expect(
      await during(
        get(),
        (tx) => give(tx, id, ['subscriber']),
        () => get().write(drop),
      ),
    ).toBeUndefined();
    expect(await rolesOf(id)).toEqual(['subscriber']);
  });

  test('a user who gets another role keeps it, and has the replacement instead of the deleted role', async () => {
    const id = await make(['clerk']);
    expect(
      await during(
        get(),
        (tx) => give(tx, id, ['clerk', 'editor']),
        () => get().write(drop),
      ),
    ).toBeUndefined();
    expect(await rolesOf(id)).toEqual(['contributor', 'editor']);
  });

  test('a user who gets the role first ends up with the replacement, and later assignments are refused', async () => {
    const [before, after] = [await make(['author']), await make(['author'])];
    expect(
      await during(
        get(),
        (tx) => give(tx, before, ['clerk']),
        () => get().write(drop),
      ),
    ).toBeUndefined();
    expect(await rolesOf(before)).toEqual(['contributor']);
    await get().write((tx) => createRole(tx, role));
    expect(await during(get(), drop, () => get().write((tx) => give(tx, after, ['clerk'])))).toMatchObject({
      code: 'rest_user_invalid_role',
    });
    expect(await rolesOf(after)).toEqual(['author']);
  });

  test('assigning the replacement to a user with the role and deleting the role wait for each other once', async () => {
    const id = await make(['clerk']);
    await Promise.all([
      get().write(drop),
      get()
        .write((tx) => give(tx, id, ['contributor', 'clerk']))
        .catch((error: unknown) => expect(error).toMatchObject({ code: 'rest_user_invalid_role' })),
    ]);
    expect(await rolesOf(id)).toEqual(['contributor']);
  });
});
