import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { makeUser } from '../../test/harness/factories.ts';
import { findUser } from '../modules/users/reader.ts';
import { defaultRoles } from '../modules/users/role.ts';
import { ensureRoles, listRoles } from '../modules/users/roles.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../lib/errors.ts';
import { UsageError } from './command.ts';
import { readArguments, runRole } from './role.ts';

test('the command line is read, or refused with a reason', () => {
  expect(readArguments(['list'])).toEqual({ action: 'list' });
  expect(
    readArguments([
      'create',
      'desk',
      'The desk',
      '--like',
      'author',
      '--allow',
      'edit_pages,edit_others_posts',
      '--allow=read',
      '--deny',
      'upload_files',
    ]),
  ).toEqual({
    action: 'create',
    name: 'desk',
    label: 'The desk',
    like: 'author',
    allow: ['edit_pages', 'edit_others_posts', 'read'],
    deny: ['upload_files'],
  });
  expect(readArguments(['change', 'desk', '--label', 'Desk'])).toEqual({
    action: 'change',
    name: 'desk',
    label: 'Desk',
    allow: [],
    deny: [],
  });
  expect(readArguments(['delete', 'desk', '--reassign', 'author'])).toEqual({
    action: 'delete',
    name: 'desk',
    reassign: 'author',
  });
  for (const args of [
    [],
    ['make'],
    ['list', 'x'],
    ['list', '--label', 'x'],
    ['create'],
    ['create', 'desk'],
    ['create', 'a', 'b', 'c'],
    ['create', 'a', 'b', '--reassign', 'c'],
    ['create', 'a', 'b', '--allow'],
    ['create', 'a', 'b', '--allow', 'read', '--deny', 'read'],
    ['change'],
    ['change', 'a'],
    ['change', 'a', '--allow', ' , '],
    ['change', 'a', 'b', '--label', 'c'],
    ['change', 'a', '--like', 'b'],
    ['delete'],
    ['delete', 'a', 'b'],
    ['delete', 'a', '--deny', 'read'],
    ['toString'],
    ['__proto__'],
  ]) {
    expect(() => readArguments(args), args.join(' ')).toThrow(UsageError);
  }
});

onBothDatabases('roles on the command line', (get) => {
  beforeAll(() => get().write(ensureRoles));
  const run = async (...args: string[]) => [...(await runRole(get(), readArguments(args)))];
  const role = async (name: string) => (await listRoles(get().read)).find((one) => one.name === name);

  test('creates, changes and deletes a role; its users get another', async () => {
    expect(
      await run(
        'create',
        'desk',
        'The desk',
        '--like',
        'contributor',
        '--allow',
        'edit_pages',
        '--deny',
        'delete_posts',
      ),
    ).toEqual(['Role "desk" created. Capabilities: edit_pages, edit_posts, read.']);
    expect(await role('desk')).toEqual({
      name: 'desk',
      label: 'The desk',
      capabilities: ['edit_pages', 'edit_posts', 'read'],
    });
    expect(await run('change', 'desk', '--label', 'Desk \u001b[31m')).toEqual([
      'Role "desk" updated. Capabilities: edit_pages, edit_posts, read.',
    ]);
    expect(await run('change', 'desk', '--allow', 'publish_posts', '--deny', 'edit_pages')).toEqual([
      'Role "desk" updated. Capabilities: edit_posts, publish_posts, read.',
    ]);
    expect(await run('list')).toContain('desk  Desk [31m  edit_posts, publish_posts, read');
    const id = await get().write((tx) => makeUser(tx, { login: 'deb', roles: ['desk', 'subscriber'] }));
    await expect(run('delete', 'desk')).rejects.toThrow(
      /1 person has the role "desk"; say which role they get \(reassign\)/,
    );
    expect(await run('delete', 'desk', '--reassign', 'author')).toEqual([
      'Role "desk" deleted; its users now have the role "author".',
    ]);
    expect([await role('desk'), (await findUser(get().read, id))?.roles]).toEqual([
      undefined,
      ['author', 'subscriber'],
    ]);
    expect(await run('create', 'none', 'Nothing at all')).toEqual([
      'Role "none" created. Capabilities: none.',
    ]);
    expect(await run('delete', 'none')).toEqual(['Role "none" deleted.']);
    const noted = await get()
      .read.selectFrom('activity')
      .select(['verb', 'kind', 'summary'])
      .where('user_id', '=', 0)
      .orderBy('id')
      .execute();
    expect(noted.map(({ verb, kind, summary }) => `${verb} ${kind} ${summary}`)).toEqual([
      'create user role "desk"',
      'update user role "desk"',
      'update user role "desk"',
      'delete user role "desk", its 1 people are "author"',
      'create user role "none"',
      'delete user role "none"',
    ]);
  });

  test('concurrent changes are all done', async () => {
    await run('create', 'night', 'Night', '--allow', 'read,edit_posts');
    const changes = [
      ['--allow', 'publish_posts'],
      ['--deny', 'edit_posts'],
      ['--label', 'Late'],
    ];
    await Promise.all(changes.map((words) => run('change', 'night', ...words)));
    const night = await role('night');
    expect([night?.label, night?.capabilities.toSorted()]).toEqual(['Late', ['publish_posts', 'read']]);
    await Promise.all(
      [run('change', 'night', '--label', 'Dawn'), run('delete', 'night')].map((one) =>
        one.catch((error: unknown) => expect(error).toBeInstanceOf(NotFoundError)),
      ),
    );
    expect(await role('night')).toBeUndefined();
  });

  test('refuses with a reason, and changes nothing', async () => {
    const before = await listRoles(get().read);
    for (const [args, Kind] of [
      [['create', 'editor', 'Editor'], ConflictError],
      [['create', 'Desk', 'x'], InvalidInputError],
      [['create', 'desk', ''], InvalidInputError],
      [['create', 'desk', 'x', '--allow', 'fly'], InvalidInputError],
      [['create', 'desk', 'x', '--like', 'chief'], NotFoundError],
      [['create', 'desk', 'x', '--like', 'author', '--deny', 'upload_file'], InvalidInputError],
      [['create', 'd'.repeat(41), 'x'], InvalidInputError],
      [['create', 'desk', 'x'.repeat(61)], InvalidInputError],
      [['change', 'chief', '--label', 'x'], NotFoundError],
      [['change', 'editor', '--deny', 'fly'], InvalidInputError],
      [['change', 'administrator', '--deny', 'edit_posts'], ConflictError],
      [['delete', 'administrator'], ConflictError],
      [['delete', 'subscriber'], ConflictError],
      [['delete', 'editor', '--reassign', 'editor'], InvalidInputError],
      [['delete', 'editor', '--reassign', '__proto__'], NotFoundError],
      [['delete', '"; drop table role'], NotFoundError],
    ] as const) {
      await expect(run(...args), args.join(' ')).rejects.toThrow(Kind);
    }
    expect(await listRoles(get().read)).toEqual(before);
    expect(before.map(({ name }) => name)).toEqual(defaultRoles.map(({ name }) => name).toSorted());
  });
});
