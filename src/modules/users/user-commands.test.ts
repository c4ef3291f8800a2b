import { beforeAll, expect, test } from 'vitest';
import { emittedBy, makeActors, savedActor, whoMay } from '../../../test/harness/actors.ts';
import type { Actors } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, makeUser, postOf } from '../../../test/harness/factories.ts';
import { hashPassword } from '../../lib/credentials.ts';
import { listActivity } from '../activity/reader.ts';
import { saveSettings } from '../settings/store.ts';
import { findApplicationPassword } from './application-password.ts';
import { createApplicationPassword, updateApplicationPassword } from './application-password-commands.ts';
import { createUser, updateUser, changeRoles, deleteUser } from './user-commands.ts';
import { findByPassword, findUser } from './reader.ts';
import type { Capability } from './role.ts';
import type { UserInput } from './writer.ts';

onBothDatabases('account commands', (get) => {
  let actors: Actors;
  let serial = 0;
  const userOf = async (id: number) => {
    const user = await findUser(get().read, id);
    if (!user) throw new Error(`There is no user ${id}.`);
    return user;
  };
  const made = async (input: Partial<UserInput> = {}) =>
    userOf(await get().write((tx) => makeUser(tx, input)));
  const fresh = () => ({ login: `somebody${++serial}`, email: `somebody${serial}@mail.example` });
  const create = (input: unknown, actor = actors.administrator) =>
    get().write((tx) => createUser(tx, actor, input as Parameters<typeof createUser>[2]));
  const update = (input: unknown, from: number, actor = actors.administrator) =>
    get().write((tx) => updateUser(tx, actor, input as Parameters<typeof updateUser>[2], from));
  const roles = (id: number, names: readonly string[], from: number, actor = actors.administrator) =>
    get().write((tx) => changeRoles(tx, actor, { id, roles: [...names] }, from));
  const remove = (input: unknown, from: number, actor = actors.administrator) =>
    get().write((tx) => deleteUser(tx, actor, input as Parameters<typeof deleteUser>[2], from));

  beforeAll(async () => {
    actors = await makeActors(get());
  });

  test('the first display name determines the slug, unless readers know one or it is fixed', async () => {
    const named = async (sent: object, posts: object = {}) => {
      const { id } = await get().write(async (tx) => {
        const newcomer = await makeUser(tx, { displayName: '', slug: `newsroom-${++serial}` });
        await makePost(tx, { authorId: newcomer, ...posts });
        return { id: newcomer };
      });
      await update({ id, displayName: `Mirai ${id}`, ...sent }, 1);
      return (await userOf(id)).slug;
    };
    expect(await named({})).toBe(`newsroom-${serial}`);
    expect(await named({ slug: `newsroom-${serial + 1}` }, { status: 'draft' })).toBe(`newsroom-${serial}`);
    // Visitors don't learn a user's name from a draft, a pattern or a portrait.
    for (const unseen of [
      { status: 'draft' },
      { type: 'wp_block' },
      { type: 'attachment', status: 'inherit' },
    ]) {
      expect(await named({}, unseen), JSON.stringify(unseen)).toMatch(/^mirai-\d+$/);
    }
  });

  test('an account without a name gets one that does not reveal its log-in name, and users who can’t write are not newsroom members', async () => {
    const named = async (input: object = {}) => {
      const { displayName, slug } = await userOf(await create({ ...fresh(), ...input }));
      return [displayName, slug];
    };
    expect(await named({ roles: ['author'] })).toEqual(['Newsroom', 'newsroom']);
    expect((await named({ roles: ['subscriber', 'author'] })).join()).toMatch(/^Newsroom (\d+),newsroom-\1$/);
    expect([await named(), await named({ roles: [] }), await named({ displayName: '\u202e\u200f' })]).toEqual(
      [
        ['Member', 'member'],
        ['Member 2', 'member-2'],
        ['Member 3', 'member-3'],
      ],
    );
    expect(await named({ slug: 'nobody-s' })).toEqual(['nobody-s', 'nobody-s']);
    await get().write((tx) => saveSettings(tx, { translation_account_nameless: 'Mitglied' }));
    const id = await create(fresh());
    expect(await userOf(id)).toMatchObject({ displayName: 'Mitglied', slug: 'mitglied' });
    // The first display name determines the slug; bidirectional controls are removed.
    await update({ id, displayName: '\u202eMirai &#x2069; Quill\u200d' }, 1);
    expect(await userOf(id)).toMatchObject({ displayName: 'Mirai Quill\u200d', slug: 'mirai-quill' });
    await get().write((tx) => saveSettings(tx, { translation_account_nameless: null }));
  });

  test('administrators create, change, promote and delete accounts, and all users change their own', async () => {
    expect(await whoMay(actors, (actor) => get().write((tx) => createUser(tx, actor, fresh())))).toBe(
      'administrator',
    );
    expect(
      await whoMay(actors, async (actor) =>
        get().write(async (tx) => updateUser(tx, actor, { id: await makeUser(tx), bio: 'x' }, 1)),
      ),
    ).toBe('administrator');
    expect(
      await whoMay(actors, async (actor) =>
        get().write(async (tx) => changeRoles(tx, actor, { id: await makeUser(tx), roles: ['editor'] }, 1)),
      ),
    ).toBe('administrator');
    expect(
      await whoMay(actors, async (actor) =>
        get().write(async (tx) => deleteUser(tx, actor, { id: await makeUser(tx) }, 1)),
      ),
    ).toBe('administrator');
    expect(
      await whoMay(actors, (actor) =>
        get().write((tx) => updateUser(tx, actor, { id: actor?.id ?? 1, bio: 'About me' }, 1)),
      ),
    ).toBe('administrator editor author contributor subscriber');
    expect(
      await whoMay(actors, (actor) =>
        get().write((tx) => changeRoles(tx, actor, { id: actor?.id ?? 1, roles: ['administrator'] }, 2)),
      ),
    ).toBe('administrator');
  });

  test('users can’t grant more capabilities than they have', async () => {
    const may: readonly Capability[] = [
      'read',
      'edit_users',
      'create_users',
      'promote_users',
      'delete_users',
    ];
    await get().write((tx) =>
      tx.db
        .insertInto('role')
        .values({ name: 'clerk', label: 'Clerk', capabilities: JSON.stringify(may) })
        .execute(),
    );
    const clerk = await savedActor(get(), await get().write((tx) => makeUser(tx, { roles: ['clerk'] })));
    const [boss, reader] = [await userOf(actors.administrator.id), await made({ roles: ['subscriber'] })];
    const password = await hashPassword('mine now');
    for (const act of [
      () => update({ id: boss.id, password }, boss.revision, clerk),
      () => roles(boss.id, ['subscriber'], boss.revision, clerk),
      () => remove({ id: boss.id }, boss.revision, clerk),
      () => roles(reader.id, ['administrator'], 1, clerk),
      () => roles(clerk.id, ['clerk', 'editor'], 1, clerk),
      () => create({ ...fresh(), roles: ['author'] }, clerk),
    ])
      await expect(act()).rejects.toMatchObject({ status: 403 });
    expect([await userOf(boss.id), await userOf(reader.id), (await userOf(clerk.id)).roles]).toEqual([
      boss,
      reader,
      ['clerk'],
    ]);
    expect(
      await findUser(get().read, (await userOf(await create({ ...fresh(), roles: ['clerk'] }, clerk))).id),
    ).toBeDefined();
    await expect(update({ id: reader.id, displayName: 'Renamed' }, 1, clerk)).resolves.toBeUndefined();
  });

  test('stores an account as given', async () => {
    const sent = {
      ...fresh(),
      displayName: 'Ada <b>Quill</b>',
      url: 'https://ada.example/',
      bio: 'Writes <em>much</em>',
      password: await hashPassword('a secret'),
    };
    const id = await create(sent);
    expect(await userOf(id)).toMatchObject({
      login: sent.login,
      email: sent.email,
      displayName: 'Ada Quill',
      slug: 'ada-quill',
      url: 'https://ada.example/',
      bio: 'Writes <em>much</em>',
      roles: ['subscriber'],
      revision: 1,
    });
    expect((await findByPassword(get().read, sent.login, 'a secret'))?.user.id).toBe(id);
    await expect(create({ ...fresh(), email: sent.email.toUpperCase() })).rejects.toMatchObject({
      status: 409,
      code: 'existing_user_email',
    });
    await expect(create({ ...fresh(), login: sent.login })).rejects.toMatchObject({
      status: 409,
      code: 'existing_user_login',
    });
    // Homoglyphs of an existing name.
    for (const login of ['аdmin', ' .ada', 'ada/x']) {
      await expect(create({ ...fresh(), login })).rejects.toMatchObject({
        code: 'invalid_username',
        fields: { login: expect.any(String) },
      });
    }
    const twice = { ...fresh() };
    const tries = await Promise.allSettled([1, 2, 3].map(() => create(twice)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 });
  });

  test('refuses a stale change with both versions, and an unchanged update changes nothing', async () => {
    const user = await made();
    await update({ id: user.id, bio: 'theirs' }, 1);
    const stale = update({ id: user.id, bio: 'mine', password: await hashPassword('another one') }, 1);
    await expect(stale).rejects.toMatchObject({
      status: 409,
      code: 'stale',
      mine: { bio: 'mine' },
      theirs: { bio: 'theirs', revision: 2 },
    });
    await expect(stale.catch((error: unknown) => JSON.stringify(error))).resolves.not.toContain('argon2');
    await expect(roles(user.id, ['editor'], 1)).rejects.toMatchObject({
      status: 409,
      theirs: { roles: ['author'] },
    });
    await expect(remove({ id: user.id }, 1)).rejects.toMatchObject({ status: 409 });
    await expect(update({ id: user.id, bio: 'x' }, undefined as unknown as number)).rejects.toMatchObject({
      code: 'revision_missing',
    });
    expect(await userOf(user.id)).toEqual({ ...user, bio: 'theirs', revision: 2 });
    expect(
      await emittedBy(get(), () =>
        update(
          {
            id: user.id,
            email: user.email.toUpperCase(),
            slug: '',
            displayName: user.displayName,
            bio: 'theirs',
          },
          2,
        ),
      ),
    ).toEqual([]);
    expect(await emittedBy(get(), () => update({ id: user.id, bio: 'again' }, 2))).toEqual([
      `user:${user.id} change`,
    ]);
  });

  test('renaming an application password that was renamed concurrently returns both names', async () => {
    const { id: userId } = await made();
    const { id } = await get().write((tx) =>
      createApplicationPassword(tx, actors.administrator, { userId, name: 'Phone' }),
    );
    const rename = (name: string, seen: string) =>
      get().write((tx) =>
        updateApplicationPassword(tx, actors.administrator, { userId, id, name }, { name: seen, appId: '' }),
      );
    await rename('Tablet', 'Phone');
    await expect(rename('Watch', 'Phone')).rejects.toMatchObject({
      code: 'stale',
      mine: { name: 'Watch' },
      theirs: { name: 'Tablet' },
    });
    expect(await findApplicationPassword(get().read, userId, id)).toMatchObject({ name: 'Tablet' });
  });

  test('a leaving user’s posts go to another user, and the last administrator can’t leave', async () => {
    const [leaver, heir] = [await made(), await made()];
    const post = await get().write((tx) => makePost(tx, { authorId: leaver.id }));
    await expect(remove({ id: leaver.id }, 1)).rejects.toMatchObject({
      status: 409,
      code: 'rest_user_invalid_reassign',
    });
    await expect(remove({ id: leaver.id, reassignTo: leaver.id }, 1)).rejects.toMatchObject({ status: 400 });
    await expect(remove({ id: leaver.id, reassignTo: 999_999 }, 1)).rejects.toMatchObject({ status: 400 });
    await remove({ id: leaver.id, reassignTo: heir.id }, 1);
    expect(await findUser(get().read, leaver.id)).toBeUndefined();
    expect((await postOf(get().read, post)).authorId).toBe(heir.id);
    const boss = await userOf(actors.administrator.id);
    await expect(remove({ id: boss.id }, boss.revision)).rejects.toMatchObject({
      status: 403,
      code: 'rest_user_cannot_delete',
    });
    await expect(roles(boss.id, ['editor'], boss.revision)).rejects.toMatchObject({
      status: 409,
      code: 'last_administrator',
    });
    expect((await userOf(boss.id)).roles).toContain('administrator');
    expect(await listActivity(get().read, { kind: 'user', itemId: leaver.id, limit: 9 })).toMatchObject([
      { verb: 'delete', summary: `"${leaver.displayName}", posts to user ${heir.id}` },
    ]);
  });

  test('refuses invalid and hostile input, and writes nothing', async () => {
    const user = await made({ roles: ['subscriber'] });
    const refusals: readonly [unknown, RegExp][] = [
      [undefined, /missing|undefined/],
      [{}, /"login" of the user is missing/],
      [{ login: 'x' }, /"email" of the user is missing/],
      [{ ...fresh(), login: '' }, /can't be a username/],
      [{ ...fresh(), login: '<b>' }, /can't be a username/],
      [{ ...fresh(), login: 'x'.repeat(61) }, /at most 60 characters/],
      [{ ...fresh(), email: 'nobody' }, /no email address/],
      [{ ...fresh(), email: '' }, /needs an address/],
      [{ ...fresh(), email: 'a\0@b.example' }, /null byte/],
      [{ ...fresh(), url: 'javascript:alert(1)' }, /expected a URL/],
      [{ ...fresh(), roles: ['emperor'] }, /no role "emperor"/],
      [{ ...fresh(), roles: 'administrator' }, /"roles"/],
      [{ ...fresh(), password: 'plain' }, /"password"/],
      [{ ...fresh(), password: { encoded: 'plain' } }, /expected what hashPassword made/],
      // Hash parameters of four gigabytes and a thousand passes.
      [
        {
          ...fresh(),
          password: { encoded: `$argon2id$v=19$m=4194304,t=1000,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}` },
        },
        /expected what hashPassword made/,
      ],
      [{ ...fresh(), capabilities: ['read'] }, /Unknown field "capabilities"/],
      [{ ...fresh(), bio: 'x'.repeat(20_001) }, /20000 characters/],
      [{ ...fresh(), displayName: 7 }, /expected text/],
    ];
    const before = (await get().read.selectFrom('user').select('id').execute()).length;
    for (const [input, message] of refusals) {
      await expect(create(input), JSON.stringify(input)).rejects.toMatchObject({
        status: 400,
        message: expect.stringMatching(message),
      });
    }
    expect((await get().read.selectFrom('user').select('id').execute()).length).toBe(before);
    await expect(update({ id: user.id, roles: ['administrator'] }, 1)).rejects.toMatchObject({
      status: 400,
      message: /Unknown field "roles"/,
    });
    await expect(update({ id: user.id, login: 'other' }, 1)).rejects.toMatchObject({ status: 400 });
    await expect(update({ id: 999_999, bio: 'x' }, 1)).rejects.toMatchObject({
      status: 404,
      code: 'rest_user_invalid_id',
    });
    expect(await userOf(user.id)).toEqual(user);
    await update({ id: user.id, bio: 'Hi<script>alert(1)</script>' }, 1, await savedActor(get(), user.id));
    expect((await userOf(user.id)).bio).toBe('Hi');
  });
});
