import { beforeAll, expect, test } from 'vitest';
import { actorOf } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import type { Emission } from '../../kernel/db/invalidation.ts';
import { generatePassword, hashPassword } from '../../lib/credentials.ts';
import { createToken, findToken } from '../accounts/account-token.ts';
import { findThoseWithPages } from '../posts/authors.ts';
import { countListedPosts, listPostIds } from '../posts/list.ts';
import { findPost } from '../posts/reader.ts';
import { keepRevision, listRevisions } from '../posts/revisions.ts';
import { createPost, updatePost } from '../posts/writer.ts';
import { ensureAdministrator } from '../accounts/install-site.ts';
import {
  findByPassword,
  findUser,
  findUserByEmail,
  findUserByLogin,
  findUserBySlug,
  findUserMeta,
  findUsers,
  listUsers,
  authors,
  readableUsers,
  visibleUsers,
} from './reader.ts';
import { defaultRoles } from './role.ts';
import { ensureRoles, findActor, listRoles } from './roles.ts';
import { createUser, deleteUser, updateUser, writeUserMeta } from './writer.ts';
import type { UserInput } from './writer.ts';

onBothDatabases('users', (get) => {
  let boss = 0;
  let serial = 0;
  const create = (input: Partial<UserInput> = {}) => {
    const login = `person${++serial}`;
    return get().write((tx) => createUser(tx, { login, email: `${login}@example.com`, ...input }));
  };
  const stored = async (login: string) =>
    (
      await get()
        .read.selectFrom('user')
        .select('password_hash')
        .where('login', '=', login)
        .executeTakeFirst()
    )?.password_hash;

  beforeAll(async () => {
    await get().write(ensureRoles);
  });

  test('creates the first administrator once, with a working password', async () => {
    const first = { user: 'boss', email: 'boss@example.com' };
    const made = await Promise.all([ensureAdministrator(get(), first), ensureAdministrator(get(), first)]);
    const passwords = made.filter((password) => password !== undefined);
    expect(passwords).toHaveLength(1);
    expect(passwords[0]).toMatch(/^[a-zA-Z2-9]{20,}$/);
    boss = (await findByPassword(get().read, 'boss', passwords[0] ?? ''))?.user.id ?? 0;
    expect(await findActor(get().read, boss)).toMatchObject({ roles: ['administrator'], login: 'boss' });
    expect(await ensureAdministrator(get(), { ...first, user: 'other' })).toBeUndefined();
    expect(await findUserByLogin(get().read, 'other')).toBeUndefined();
  });

  test('has WordPress’ five roles, and keeps changed ones', async () => {
    await get().write(async (tx) =>
      tx.db.updateTable('role').set({ label: 'Reader' }).where('name', '=', 'subscriber').execute(),
    );
    await get().write(ensureRoles);
    const roles = await listRoles(get().read);
    expect(roles.map(({ name, label }) => `${name} ${label}`)).toEqual([
      'administrator Administrator',
      'author Author',
      'contributor Contributor',
      'editor Editor',
      'subscriber Reader',
    ]);
  });

  test('finds users by id, log-in name, slug and email, never with their password', async () => {
    const id = await create({
      login: 'mara',
      email: ' Mara.Lind@Example.com',
      displayName: 'Mara Lind',
      bio: '<b>Boats</b>',
      password: await hashPassword('a secret'),
    });
    const mara = await findUser(get().read, id);
    expect(mara).toMatchObject({
      login: 'mara',
      email: 'mara.lind@example.com',
      slug: 'mara-lind',
      displayName: 'Mara Lind',
      bio: '<b>Boats</b>',
      roles: ['subscriber'],
    });
    expect(await findUserByLogin(get().read, 'mara')).toEqual(mara);
    expect(await findUserBySlug(get().read, 'mara-lind')).toEqual(mara);
    expect(await findUserByEmail(get().read, 'MARA.LIND@example.com')).toEqual(mara);
    expect(await findUsers(get().read, [id, 999_999])).toEqual(new Map([[id, mara]]));
    expect(await stored('mara')).toMatch(/^\$argon2id\$/);
    expect(
      JSON.stringify([mara, await findActor(get().read, id), await listUsers(get().read, { limit: 10 })]),
    ).not.toContain('argon2');
  });

  test('accepts only the right password', async () => {
    const password = generatePassword();
    const id = await create({
      login: 'noor',
      email: 'noor@example.com',
      password: await hashPassword(password),
    });
    await create({ login: 'nomail', email: '', password: await hashPassword('no address') });
    await create({ login: 'imported', email: '' });
    for (const name of ['noor', ' noor ', 'noor@example.com', 'NOOR@example.com']) {
      expect((await findByPassword(get().read, name, password))?.user.id, name).toBe(id);
    }
    expect(await findByPassword(get().read, 'noor', `${password}x`)).toBeUndefined();
    expect(await findByPassword(get().read, 'nobody', 'no account has this password')).toBeUndefined();
    expect(await findByPassword(get().read, 'imported', '')).toBeUndefined();
    expect(await findByPassword(get().read, '', 'no address')).toBeUndefined();
    expect((await findByPassword(get().read, 'nomail', 'no address'))?.user.login).toBe('nomail');
    await get().write(async (tx) => updateUser(tx, id, { password: await hashPassword('changed now') }));
    expect(await findByPassword(get().read, 'noor', password)).toBeUndefined();
    expect((await findByPassword(get().read, 'noor', 'changed now'))?.user.id).toBe(id);
  });

  test('keeps log-in name, email and slug unique, and names the conflicting account', async () => {
    const id = await create({ login: 'kai', email: 'kai@example.com', slug: 'kai' });
    await expect(create({ login: 'kai' })).rejects.toThrow(
      `The username "kai" belongs to another user (id ${id}).`,
    );
    await expect(create({ email: 'KAI@example.com' })).rejects.toMatchObject({
      status: 409,
      code: 'existing_user_email',
    });
    await expect(create({ slug: 'kai' })).rejects.toMatchObject({ status: 409, code: 'existing_user_slug' });
    await expect(create({ login: 'kai@example.com' })).rejects.toMatchObject({
      status: 409,
      code: 'existing_user_login',
    });
    const named = await create({
      login: 'Quill@Büro.example',
      email: 'quill@example.com',
      roles: ['subscriber'],
    });
    for (const email of ['quill@büro.example', 'QUILL@xn--bro-hoa.example']) {
      await expect(create({ email })).rejects.toMatchObject({ status: 409, code: 'existing_user_email' });
    }
    await get().write((tx) => updateUser(tx, named, { email: 'quill@büro.example' }));
    const second = await create({ displayName: 'Kai' });
    expect((await findUser(get().read, second))?.slug).toBe('kai-2');
    await expect(
      get().write((tx) => updateUser(tx, second, { email: 'kai@example.com' })),
    ).rejects.toMatchObject({ status: 409 });
    await get().write((tx) =>
      updateUser(tx, id, { email: 'kai@example.com', slug: 'kai', displayName: 'Kai B.' }),
    );
    expect((await findUser(get().read, id))?.displayName).toBe('Kai B.');
  });

  test('refuses invalid accounts', async () => {
    await expect(create({ login: ' ' })).rejects.toMatchObject({ status: 400 });
    await expect(create({ login: '<script>' })).rejects.toThrow('"<script>" can\'t be a username');
    await expect(create({ email: 'nowhere' })).rejects.toThrow('"nowhere" is no email address.');
    await expect(create({ roles: ['emperor'] })).rejects.toThrow('There is no role "emperor".');
    await expect(get().write((tx) => updateUser(tx, 999_999, { bio: '' }))).rejects.toMatchObject({
      status: 404,
    });
  });

  test('corrupt roles or links in the database are ignored, and affect no other user', async () => {
    const id = await create({ roles: ['administrator'], links: ['https://social.example/@z'] });
    for (const spoilt of ['null', '{"administrator":true}', '[1]', 'administrator']) {
      await get().write(async (tx) =>
        tx.db.updateTable('user').set({ roles: spoilt, links: spoilt }).where('id', '=', id).execute(),
      );
      expect([
        (await findActor(get().read, id))?.capabilities.size,
        await findUser(get().read, id),
      ]).toMatchObject([0, { roles: [], links: [] }]);
    }
    await get().write((tx) => deleteUser(tx, id));
  });

  test('lists users, and lists only authors with listed posts publicly', async () => {
    const first = await create({ displayName: 'Zoë Writer' });
    const second = await create({ displayName: 'Adam Writer', roles: ['author', 'editor'] });
    const silent = await create({ displayName: 'Silent Writer' });
    await get().write((tx) => createPost(tx, { title: 'One', status: 'publish', authorId: first }));
    await get().write((tx) => createPost(tx, { title: 'Two', status: 'publish', authorId: second }));
    await get().write((tx) => createPost(tx, { title: 'Draft', status: 'draft', authorId: silent }));
    const withdrawn = await get().write((tx) =>
      createPost(tx, { title: 'Withdrawn', status: 'publish', authorId: silent }),
    );
    await get().write((tx) => updatePost(tx, withdrawn, { status: 'draft' }));
    await get().write((tx) =>
      createPost(tx, { title: 'Hidden', status: 'publish', password: 'x', authorId: silent }),
    );
    const ids = async (query: Partial<Parameters<typeof listUsers>[1]>) =>
      (await listUsers(get().read, { limit: 50, ...query })).users.map(({ id }) => id);
    expect(await ids({ among: authors })).toEqual([second, first]);
    // The rule in code and in SQL agree for every actor.
    const everybody = await ids({});
    const withArticles = new Set([first, second]);
    for (const caller of [
      undefined,
      ...defaultRoles.flatMap(({ name }) => [first, silent, 12_345].map((id) => actorOf(name, id))),
    ]) {
      for (const rule of [visibleUsers(caller), readableUsers(caller)]) {
        expect(await ids({ among: rule })).toEqual(
          everybody.filter((id) => rule.test({ id, isPublished: withArticles.has(id) })),
        );
      }
    }
    expect([
      await ids({ among: visibleUsers(actorOf('subscriber', silent)) }),
      await ids({ among: readableUsers(actorOf('subscriber', silent)) }),
    ]).toEqual([
      [second, first],
      [second, silent, first],
    ]);
    expect(await findThoseWithPages(get().read, [silent, first, first, 12_345])).toEqual([first]);
    expect(await ids({ search: 'writer', order: 'id', descending: true })).toEqual([silent, second, first]);
    expect(await ids({ roles: ['editor'] })).toEqual([second]);
    const shopManager = await create({ displayName: 'Shop Keeper' });
    const setRoles = (roles: string) =>
      get().write(async (tx) =>
        tx.db.updateTable('user').set({ roles }).where('id', '=', shopManager).execute(),
      );
    await setRoles('["shop-manager"]');
    expect([await ids({ roles: ['shop_manager'] }), await ids({ roles: ['shop-manager'] })]).toEqual([
      [],
      [shopManager],
    ]); // `_` is literal, not a wildcard
    await get().write((tx) => deleteUser(tx, shopManager));
    expect(await ids({ search: 'boss@', searchPrivate: true })).toEqual([boss]);
    expect(await ids({ search: 'boss@' })).toEqual([]);
    // A middle page, the last one, an exact fit, all, and one beyond the end: each has the total.
    const all = [second, silent, first];
    for (const [limit, offset] of [
      [1, 1],
      [2, 2],
      [3, 0],
      [9, 0],
      [9, 7],
    ] as const) {
      const page = await listUsers(get().read, { search: 'writer', limit, offset });
      expect([page.total, page.users.map(({ id }) => id)]).toEqual([3, all.slice(offset, offset + limit)]);
    }
    expect((await listUsers(get().read, { search: 'nobody at all', limit: 9 })).total).toBe(0);
    // Sorted by name, ignoring case and accents.
    const [zoe, emile, anna] = [
      await create({ displayName: 'Zoe Reader' }),
      await create({ displayName: 'Émile Reader' }),
      await create({ displayName: 'anna reader' }),
    ];
    expect(await ids({ search: 'reader' })).toEqual([anna, emile, zoe]);
  });

  test('deletion gives the posts, with their places in lists and counters, to another user', async () => {
    const [leaver, heir] = [await create(), await create()];
    const post = await get().write((tx) =>
      createPost(tx, { title: 'A', status: 'publish', publishedAt: 2000, authorId: leaver }),
    );
    await get().write((tx) => createPost(tx, { title: 'B', status: 'draft', authorId: leaver }));
    const together = await get().write((tx) =>
      createPost(tx, { title: 'D', status: 'publish', publishedAt: 3000, authorIds: [heir, leaver] }),
    );
    const turned = await get().write((tx) =>
      createPost(tx, { title: 'E', status: 'publish', publishedAt: 4000, authorIds: [leaver, boss, heir] }),
    );
    const heirPost = await get().write((tx) =>
      createPost(tx, { title: 'C', status: 'publish', publishedAt: 1000, authorId: heir }),
    );
    await get().write((tx) => writeUserMeta(tx, leaver, { nickname: ['L'] }));
    expect(await findUserMeta(get().read, leaver)).toEqual(new Map([['nickname', ['L']]]));
    await expect(get().write((tx) => deleteUser(tx, leaver))).rejects.toMatchObject({ status: 409 });
    await expect(get().write((tx) => deleteUser(tx, leaver, leaver))).rejects.toMatchObject({ status: 400 });
    await expect(get().write((tx) => deleteUser(tx, leaver, 999_999))).rejects.toMatchObject({ status: 400 });
    const emitted: Emission[] = [];
    const stop = get().bus.listen((emissions) => emitted.push(...emissions));
    await get().write((tx) => deleteUser(tx, leaver, heir));
    stop();
    expect(emitted).toEqual([
      { tag: 'list:post', urgency: 'change' },
      { tag: `list:author:${leaver}`, urgency: 'remove' },
      { tag: `list:author:${heir}`, urgency: 'change' },
      { tag: `account:${leaver}`, urgency: 'change' },
      { tag: `user:${leaver}`, urgency: 'remove' },
    ]);
    expect(await findUser(get().read, leaver)).toBeUndefined();
    expect(await listPostIds(get().read, { authorId: heir, limit: 10 })).toEqual([
      turned,
      together,
      post,
      heirPost,
    ]);
    expect([
      (await findPost(get().read, together))?.authorIds,
      (await findPost(get().read, turned))?.authorIds,
    ]).toEqual([[heir], [heir, boss]]);
    expect([
      await countListedPosts(get().read, { authorId: heir }),
      await countListedPosts(get().read, { authorId: leaver }),
    ]).toEqual([4, 0]);
    expect([
      (await findPost(get().read, post))?.revision,
      (await findPost(get().read, heirPost))?.revision,
    ]).toEqual([2, 1]);
    expect(await findUserMeta(get().read, leaver)).toEqual(new Map());
    // An import may reuse the id of a user who left no content.
    const guest = await create();
    await get().write(async (tx) => {
      for (const kind of ['revision', 'autosave'] as const)
        await keepRevision(tx, heirPost, guest, kind, { title: kind, excerpt: '', content: '' });
      await deleteUser(tx, guest);
    });
    expect(
      (await listRevisions(get().read, heirPost, { limit: 9 })).revisions.map(({ authorId, title }) => [
        authorId,
        title,
      ]),
    ).toEqual([[0, 'revision']]);
  });

  test('deletion turns autosaves of the reassigned posts into revisions, not into autosaves of the heir', async () => {
    const [leaver, heir] = [await create(), await create()];
    const [both, alone] = await get().write(async (tx) => {
      const [one, other] = [
        await createPost(tx, { title: 'A', authorId: leaver }),
        await createPost(tx, { title: 'B', authorId: leaver }),
      ];
      const typed = (post: number, who: number, title: string) =>
        keepRevision(tx, post, who, 'autosave', { title, excerpt: '', content: '' });
      for (const post of [one, other]) await typed(post, leaver, 'By who leaves');
      await typed(one, heir, 'By the heir');
      await deleteUser(tx, leaver, heir);
      return [one, other];
    });
    const revisionsOf = async (post: number) =>
      (await listRevisions(get().read, post, { limit: 9 })).revisions
        .map(({ authorId, kind, title }) => [authorId === heir, kind, title].join(' '))
        .toSorted();
    expect([await revisionsOf(both), await revisionsOf(alone)]).toEqual([
      ['true autosave By the heir', 'true revision By who leaves'],
      ['true revision By who leaves'],
    ]);
    // The heir's autosave replaces nothing of the previous author.
    await get().write((tx) =>
      keepRevision(tx, both, heir, 'autosave', { title: 'Typed on', excerpt: '', content: '' }),
    );
    expect(await revisionsOf(both)).toEqual(['true autosave Typed on', 'true revision By who leaves']);
  });

  test('the last administrator can neither be deleted nor lose the role', async () => {
    await expect(get().write((tx) => deleteUser(tx, boss))).rejects.toMatchObject({
      code: 'last_administrator',
    });
    await expect(get().write((tx) => updateUser(tx, boss, { roles: ['editor'] }))).rejects.toMatchObject({
      code: 'last_administrator',
    });
    const second = await create({ roles: ['administrator'] });
    await get().write((tx) => updateUser(tx, boss, { roles: ['editor'] }));
    expect((await findActor(get().read, boss))?.capabilities.has('manage_options')).toBe(false);
    expect((await findActor(get().read, second))?.capabilities.has('manage_options')).toBe(true);
    const third = await create({ roles: ['administrator'] });
    const together = await Promise.allSettled(
      [second, third].map((id) => get().write((tx) => updateUser(tx, id, { roles: [] }))),
    );
    expect(together.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('log-in names are unique regardless of case', async () => {
    await create({ login: 'Marginalia' });
    for (const login of ['marginalia', 'MARGINALIA'])
      await expect(create({ login })).rejects.toMatchObject({ code: 'existing_user_login' });
  });

  test('an email address is the same with its domain as users or as browsers write it', async () => {
    const password = await hashPassword('a secret');
    const [typed, sent] = ['jö@münchen.example', 'jö@xn--mnchen-3ya.example'];
    const id = await create({ login: 'jo', email: ' Jö@MÜNCHEN。example', password });
    expect((await findUser(get().read, id))?.email).toBe(sent);
    for (const email of [typed, sent]) {
      expect([
        (await findUserByEmail(get().read, email))?.id,
        (await findByPassword(get().read, email, 'a secret'))?.user.id,
      ]).toEqual([id, id]);
      await expect(create({ email })).rejects.toMatchObject({ code: 'existing_user_email' });
    }
    // Two accounts stored before normalization: each is found, the exact spelling first.
    const taken = await create({ login: 'taken', email: 'taken@old.example', password });
    await get().write((tx) =>
      tx.db.updateTable('user').set({ email: typed }).where('id', '=', taken).execute(),
    );
    expect([
      (await findUserByEmail(get().read, typed))?.id,
      (await findUserByEmail(get().read, sent))?.id,
    ]).toEqual([taken, id]);
    await get().write((tx) => updateUser(tx, id, { email: 'else@old.example' }));
    for (const email of [typed, sent]) {
      expect([
        (await findUserByEmail(get().read, email))?.id,
        (await findByPassword(get().read, email, 'a secret'))?.user.id,
      ]).toEqual([taken, taken]);
      await expect(create({ email })).rejects.toMatchObject({ code: 'existing_user_email' });
    }
  });

  test('links mailed to an address become invalid with it', async () => {
    const id = await create();
    const link = () => get().write((tx) => createToken(tx, { kind: 'password', userId: id }));
    const isGood = async (key: string) => (await findToken(get().read, ['password'], key)) !== undefined;
    const key = await link();
    await get().write(async (tx) =>
      updateUser(tx, id, {
        displayName: 'Else',
        email: (await findUser(tx.db, id))?.email.toUpperCase() ?? '',
      }),
    );
    expect(await isGood(key)).toBe(true);
    await get().write((tx) => updateUser(tx, id, { email: 'another@example.com' }));
    expect(await isGood(key)).toBe(false);
  });
});
