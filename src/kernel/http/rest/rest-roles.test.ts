import { beforeAll, expect, test } from 'vitest';
import { emittedBy } from '../../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeUser } from '../../../../test/harness/factories.ts';
import { siteUrl, useRestApp } from '../../../../test/harness/rest-app.ts';
import { findUser } from '../../../modules/users/reader.ts';
import { listRoles } from '../../../modules/users/roles.ts';

onBothDatabases('roles over REST', (get) => {
  const rest = useRestApp(get);
  const who = { administrator: 0, editor: 0, subscriber: 0, deputy: 0 };
  const base = '/broadsheet/v1/roles';

  beforeAll(async () => {
    await get().write(async (tx) => {
      for (const role of ['administrator', 'editor', 'subscriber'] as const)
        who[role] = await makeUser(tx, { login: role, roles: [role] });
    });
    await send('POST', base, {
      name: 'deputy',
      label: 'Deputy',
      capabilities: ['read', 'promote_users', 'manage_options', 'edit_posts'],
    });
    who.deputy = await get().write((tx) => makeUser(tx, { login: 'deputy', roles: ['deputy'] }));
  });

  const send = (method: string, path: string, body?: unknown, userId = who.administrator) =>
    rest.sendAs(userId, method, path, body);
  const statusAndCode = async (...sent: Parameters<typeof send>) => {
    const { status, json } = await send(...sent);
    return [status, json['code']];
  };

  test('a role is a row: creating it grants its capabilities, changes apply at once, and deleting it needs a replacement', async () => {
    const made = await send('POST', base, {
      name: 'section-editor',
      label: 'Section editor',
      capabilities: ['read', 'edit_posts', 'manage_categories'],
    });
    expect([made.status, made.headers['location'], made.json]).toMatchObject([
      201,
      `${siteUrl}/wp-json${base}/section-editor`,
      {
        name: 'section-editor',
        label: 'Section editor',
        capabilities: ['edit_posts', 'manage_categories', 'read'],
      },
    ]);
    const person = await get().write((tx) => makeUser(tx, { login: 'somebody', roles: ['section-editor'] }));
    expect((await send('POST', '/wp/v2/categories', { name: 'Mine' }, person)).status).toBe(201);
    const change = { capabilities: ['read', 'edit_posts'], label: 'Sections' };
    expect(await emittedBy(get(), () => send('PATCH', `${base}/section-editor`, change))).toEqual([
      'roles change',
    ]);
    expect(await statusAndCode('POST', '/wp/v2/categories', { name: 'Not mine' }, person)).toEqual([
      403,
      'rest_cannot_create',
    ]);
    expect((await send('GET', `${base}/section-editor`)).json).toMatchObject({
      label: 'Sections',
      capabilities: ['edit_posts', 'read'],
    });
    expect(await statusAndCode('DELETE', `${base}/section-editor`)).toEqual([409, 'role_in_use']);
    expect(await statusAndCode('DELETE', `${base}/section-editor?reassign=nobody`)).toEqual([
      400,
      'rest_invalid_param',
    ]);
    expect(await statusAndCode('DELETE', `${base}/section-editor?reassign=section-editor`)).toEqual([
      400,
      'rest_invalid_param',
    ]);
    expect((await findUser(get().read, person))?.roles).toEqual(['section-editor']);
    expect((await send('DELETE', `${base}/section-editor?reassign=author`)).json).toMatchObject({
      deleted: true,
      previous: { name: 'section-editor' },
    });
    expect((await findUser(get().read, person))?.roles).toEqual(['author']);
    expect(await statusAndCode('GET', `${base}/section-editor`)).toEqual([404, 'rest_role_invalid']);
  });

  test('refuses to grant a capability that the user lacks, and names it', async () => {
    const before = await listRoles(get().read);
    for (const [method, path, body] of [
      ['POST', base, { name: 'more', label: 'More', capabilities: ['read', 'delete_users'] }],
      ['PATCH', `${base}/deputy`, { capabilities: ['read', 'delete_users'] }],
      ['PATCH', `${base}/editor`, { capabilities: ['read'] }],
      ['PATCH', `${base}/administrator`, { label: 'x' }],
      ['DELETE', `${base}/editor?reassign=deputy`, undefined],
      ['DELETE', `${base}/deputy?reassign=administrator`, undefined],
    ] as const) {
      const { status, json } = await send(method, path, body, who.deputy);
      expect([path, status, json['code'], /you lack .*_/.test(String(json['message']))]).toEqual([
        path,
        403,
        'rest_cannot_edit_roles',
        true,
      ]);
    }
    expect(
      (await send('POST', base, { name: 'x', label: 'X', capabilities: ['delete_users'] }, who.deputy)).json[
        'message'
      ],
    ).toContain('delete_users');
    for (const userId of [who.editor, who.subscriber]) {
      const one = `${base}/editor`;
      for (const [method, path] of [
        ['GET', base],
        ['POST', base],
        ['GET', one],
        ['PUT', one],
        ['DELETE', one],
      ] as const) {
        const { status, json } = await send(
          method,
          path,
          { name: 'x', label: 'X', capabilities: ['read'] },
          userId,
        );
        expect([status, json['code']]).toEqual([403, 'rest_cannot_edit_roles']);
        expect(json['message']).toContain('promote_users and manage_options');
      }
    }
    expect((await rest.get(base)).status).toBe(401);
    expect(await listRoles(get().read)).toEqual(before);
  });

  test('an update that names its base revision overwrites nothing newer, and one without a base is accepted', async () => {
    const made = await send('POST', base, {
      name: 'night-desk',
      label: 'Night desk',
      capabilities: ['read'],
    });
    const revision = Number(made.json['revision']);
    expect(made.headers['etag']).toBe(`"${revision}"`);
    const one = `${base}/night-desk`;
    const changed = await send('PATCH', one, { label: 'Night', revision });
    expect([changed.status, changed.json['label']]).toEqual([200, 'Night']);
    for (const [method, body] of [
      ['PUT', { label: 'Mine', revision }],
      ['DELETE', { revision }],
    ] as const) {
      const { status, json } = await send(method, one, body);
      expect([method, status, json['code'], json['data']]).toEqual([
        method,
        409,
        'stale',
        {
          status: 409,
          mine: method === 'PUT' ? { label: 'Mine' } : null,
          theirs: expect.objectContaining({ label: 'Night', revision: changed.json['revision'] }),
        },
      ]);
    }
    expect((await send('GET', one)).json).toEqual(changed.json);
    expect((await send('PATCH', one, { capabilities: ['read', 'edit_posts'] })).status).toBe(200);
    expect((await send('DELETE', one)).status).toBe(200);
  });

  test('administrators stay unchanged, new accounts keep a role, and invalid input is named', async () => {
    const before = await listRoles(get().read);
    expect(await statusAndCode('PATCH', `${base}/administrator`, { capabilities: ['read'] })).toEqual([
      409,
      'role_protected',
    ]);
    expect(await statusAndCode('DELETE', `${base}/administrator?reassign=editor`)).toEqual([
      409,
      'role_protected',
    ]);
    expect(await statusAndCode('DELETE', `${base}/subscriber?reassign=author`)).toEqual([409, 'role_in_use']);
    expect(await statusAndCode('POST', base, { name: 'editor', label: 'Editor', capabilities: [] })).toEqual([
      409,
      'role_exists',
    ]);
    const role = { name: 'new-role', label: 'New', capabilities: ['read'] };
    for (const [body, field] of [
      [{ ...role, name: 'Not A Name' }, 'name'],
      [{ ...role, name: '__proto__' }, 'name'],
      [{ ...role, name: 'x'.repeat(41) }, 'name'],
      [{ ...role, name: 7 }, 'name'],
      [{ ...role, label: '' }, 'label'],
      [{ ...role, label: '<b></b>' }, 'label'],
      [{ ...role, label: 'a\0' }, 'label'],
      [{ ...role, capabilities: ['fly'] }, 'capabilities.0'],
      [{ ...role, capabilities: ['constructor'] }, 'capabilities.0'],
      [{ ...role, capabilities: { read: true } }, 'capabilities'],
      [{ ...role, capabilities: Array.from({ length: 501 }, () => 'read') }, 'capabilities'],
    ] as const) {
      const { status, json } = await send('POST', base, body);
      expect([body, status, Object.keys(json['data']?.['params'] ?? {})]).toEqual([body, 400, [field]]);
    }
    for (const path of [`${base}/nobody`, `${base}/${'x'.repeat(5000)}`])
      expect((await statusAndCode('PATCH', path, { label: 'x' }))[0]).toBe(404);
    expect(await listRoles(get().read)).toEqual(before);
    expect(rest.faults).toEqual([]);
  });
});
