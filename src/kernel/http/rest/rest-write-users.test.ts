import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makePost, makeUser } from '../../../../test/harness/factories.ts';
import { siteUrl, useRestApp } from '../../../../test/harness/rest-app.ts';
import { listActivity } from '../../../modules/activity/reader.ts';
import { hasPassword, findByPassword, findUser } from '../../../modules/users/reader.ts';
import { createRole } from '../../../modules/users/role-writer.ts';
import { createSession, sessionId } from '../../../modules/users/session.ts';

const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
type Role = (typeof roles)[number];
const password = 'correct horse 1';

onBothDatabases('writing users over REST', (get) => {
  const rest = useRestApp(get);
  const ids = new Map<Role | 'other' | 'bystander', number>();
  const id = (name: Role | 'other' | 'bystander') => ids.get(name) ?? 0;
  let serial = 0;
  const fresh = () => ({
    username: `newcomer${++serial}`,
    email: `newcomer${serial}@mail.example`,
    password,
  });

  beforeAll(async () => {
    await get().write(async (tx) => {
      for (const role of roles) ids.set(role, await makeUser(tx, { login: role, roles: [role] }));
      ids.set('other', await makeUser(tx, { login: 'other', roles: ['subscriber'] }));
      ids.set('bystander', await makeUser(tx, { login: 'bystander', roles: ['author'] }));
    });
  });

  const send = (who: Role, method: string, path: string, body?: unknown) =>
    rest.sendAs(id(who), method, `/wp/v2/users${path}`, body);
  const statusAndCode = async (...args: Parameters<typeof send>) => {
    const { status, json } = await send(...args);
    return [status, json['code']];
  };
  const made = async (more: Record<string, unknown> = {}) => {
    const { status, json, text } = await send('administrator', 'POST', '', { ...fresh(), ...more });
    expect(status, text).toBe(201);
    return Number(json['id']);
  };

  test('creates, changes and deletes an account, with WordPress’ replies', async () => {
    const sent = {
      ...fresh(),
      name: 'Ada <b>Quill</b>',
      url: 'https://ada.example/',
      description: 'Writes <em>much</em>',
      slug: 'ada',
      roles: ['author'],
    };
    const reply = await send('administrator', 'POST', '', sent);
    const one = Number(reply.json['id']);
    expect([reply.status, reply.headers['location'], reply.headers['cache-control']]).toEqual([
      201,
      `${siteUrl}/wp-json/wp/v2/users/${one}`,
      'no-store',
    ]);
    expect(reply.json).toMatchObject({
      username: sent.username,
      email: sent.email,
      name: 'Ada Quill',
      url: 'https://ada.example/',
      description: 'Writes <em>much</em>',
      slug: 'ada',
      roles: ['author'],
      revision: 1,
    });
    expect(reply.text).not.toContain('password');
    expect((await findByPassword(get().read, sent.username, password))?.user.id).toBe(one);
    expect(
      (await send('administrator', 'PATCH', `/${one}`, { name: 'Ada Q.', roles: ['editor'] })).json,
    ).toMatchObject({ name: 'Ada Q.', roles: ['editor'], slug: 'ada', revision: 3 });
    expect((await send('administrator', 'PUT', `/${one}`, { password: 'another horse 2' })).status).toBe(200);
    expect((await findByPassword(get().read, sent.username, 'another horse 2'))?.user.id).toBe(one);
    expect(await statusAndCode('administrator', 'DELETE', `/${one}`)).toEqual([
      400,
      'rest_missing_callback_param',
    ]);
    expect(await statusAndCode('administrator', 'DELETE', `/${one}?reassign=false`)).toEqual([
      501,
      'rest_trash_not_supported',
    ]);
    const post = await get().write((tx) => makePost(tx, { authorId: one }));
    expect(await statusAndCode('administrator', 'DELETE', `/${one}?force=true&reassign=`)).toEqual([
      409,
      'rest_user_invalid_reassign',
    ]);
    for (const heir of [one, 999_999]) {
      expect(await statusAndCode('administrator', 'DELETE', `/${one}?force=true&reassign=${heir}`)).toEqual([
        400,
        'rest_user_invalid_reassign',
      ]);
    }
    const deleted = await send('administrator', 'DELETE', `/${one}?force=true&reassign=${id('bystander')}`);
    expect([deleted.status, deleted.json]).toEqual([
      200,
      { deleted: true, previous: expect.objectContaining({ id: one, name: 'Ada Q.' }) },
    ]);
    expect((await rest.get(`/wp/v2/posts/${post}`)).json['author']).toBe(id('bystander'));
    expect(await statusAndCode('administrator', 'PATCH', `/${one}`, { name: 'x' })).toEqual([
      404,
      'rest_user_invalid_id',
    ]);
  });

  test('administrators change all accounts, and other users only their own profile', async () => {
    const statuses = async (act: (who: Role) => ReturnType<typeof send>) =>
      Promise.all(roles.map(async (who) => (await act(who)).status));
    expect(await statuses((who) => send(who, 'POST', '', fresh()))).toEqual([201, 403, 403, 403, 403]);
    expect(await statuses((who) => send(who, 'PATCH', `/${id('other')}`, { description: 'x' }))).toEqual([
      200, 403, 403, 403, 403,
    ]);
    expect(
      await statuses((who) => send(who, 'DELETE', `/${id('bystander')}?force=true&reassign=${id(who)}`)),
    ).toEqual([200, 403, 403, 403, 403]);
    for (const method of ['POST', 'PUT', 'PATCH']) {
      expect(
        await statuses((who) => send(who, method, '/me', { description: `I am ${method}`, name: 'Me' })),
      ).toEqual([200, 200, 200, 200, 200]);
      expect(await statuses((who) => send(who, method, `/${id(who)}`, { description: 'Me again' }))).toEqual([
        200, 200, 200, 200, 200,
      ]);
    }
    for (const who of roles) {
      // An administrator lacks no capability that would help.
      const lacks = who === 'administrator' ? undefined : 'delete_users';
      for (const path of [
        `/me?force=true&reassign=${id('other')}`,
        `/${id(who)}?force=true&reassign=${id('other')}`,
        '/me?force=true&reassign=0',
      ]) {
        const { status, json, headers } = await send(who, 'DELETE', path);
        const body = expect.objectContaining({ code: 'rest_user_cannot_delete', data: { status: 403 } });
        expect([who, path, status, headers['x-missing-capability'], json]).toEqual([
          who,
          path,
          403,
          lacks,
          body,
        ]);
      }
    }
    // A missing account gets the same reply as an existing one.
    expect(await statusAndCode('author', 'PATCH', '/999999', { name: 'x' })).toEqual([
      403,
      'rest_cannot_edit',
    ]);
    for (const [method, path] of [
      ['POST', ''],
      ['PATCH', '/me'],
      ['DELETE', '/me'],
      ['PUT', `/${id('other')}`],
      ['DELETE', `/${id('other')}`],
    ] as const) {
      expect((await rest.send(method, `/wp/v2/users${path}?force=true&reassign=1`)).status).toBe(401);
    }
  });

  test('users can’t grant themselves capabilities, whatever they send', async () => {
    for (const who of ['editor', 'author', 'contributor', 'subscriber'] as const) {
      const before = await findUser(get().read, id(who));
      for (const path of ['/me', `/${id(who)}`]) {
        expect(await statusAndCode(who, 'PATCH', path, { roles: ['administrator'] })).toEqual([
          403,
          'rest_cannot_edit_roles',
        ]);
        expect(await statusAndCode(who, 'PATCH', path, { name: 'Kept out', roles: 'administrator' })).toEqual(
          [403, 'rest_cannot_edit_roles'],
        );
        expect(await statusAndCode(who, 'PATCH', path, { email: 'mine@evil.example' })).toEqual([
          403,
          'rest_cannot_edit',
        ]);
        expect(await statusAndCode(who, 'PATCH', path, { password: 'another horse 2' })).toEqual([
          403,
          'rest_cannot_edit',
        ]);
        expect(await statusAndCode(who, 'PATCH', path, { username: 'administrator' })).toEqual([
          400,
          'rest_user_invalid_argument',
        ]);
      }
      const sent = {
        id: id('administrator'),
        ID: id('administrator'),
        capabilities: { manage_options: true },
        role: 'administrator',
        user_level: 10,
        login: 'x',
        registered_date: '2001-01-01T00:00:00',
        meta: { wp_capabilities: 'x' },
        extra_capabilities: {},
        email: before?.email,
      };
      const reply = await send(who, 'POST', `/me`, sent);
      expect([reply.status, reply.json['id']]).toEqual([200, id(who)]);
      expect(await findUser(get().read, id(who))).toEqual(before);
    }
    expect((await findUser(get().read, id('administrator')))?.roles).toEqual(['administrator']);
    expect(await statusAndCode('administrator', 'PATCH', '/me', { roles: ['subscriber'] })).toEqual([
      409,
      'last_administrator',
    ]);
  });

  test('refuses invalid accounts by the name of the field, and leaves nothing behind', async () => {
    const count = async () => (await get().read.selectFrom('user').select('id').execute()).length;
    const before = await count();
    const bad: [Record<string, unknown>, string][] = [
      [{ username: '' }, 'username'],
      [{ username: 'аdmin' }, 'username'],
      [{ username: '<script>' }, 'username'],
      [{ username: 'a'.repeat(61) }, 'username'],
      [{ username: ['a'] }, 'username'],
      [{ username: 'a\0b' }, 'username'],
      [{ email: 'x' }, 'email'],
      [{ email: 'a@b' }, 'email'],
      [{ email: `${'a'.repeat(200)}@b.example` }, 'email'],
      [{ password: '' }, 'password'],
      [{ password: 'short' }, 'password'],
      [{ password: 'x1'.repeat(600) }, 'password'],
      [{ url: 'javascript:alert(1)' }, 'url'],
      [{ url: 'https://a b' }, 'url'],
      [{ description: 'x'.repeat(20_001) }, 'description'],
      [{ name: 'x'.repeat(251) }, 'name'],
      [{ roles: [{}] }, 'roles'],
      [{ slug: 7 }, 'slug'],
    ];
    for (const [more, field] of bad) {
      const { status, json } = await send('administrator', 'POST', '', { ...fresh(), ...more });
      expect([more, status, json['code'], Object.keys(json['data']?.['params'] ?? {})]).toEqual([
        more,
        400,
        'rest_invalid_param',
        [field],
      ]);
    }
    for (const field of ['username', 'email', 'password'] as const) {
      const { [field]: _, ...others } = fresh();
      expect(await statusAndCode('administrator', 'POST', '', others)).toEqual([
        400,
        'rest_missing_callback_param',
      ]);
    }
    expect(await statusAndCode('administrator', 'POST', '', { ...fresh(), roles: ['emperor'] })).toEqual([
      400,
      'rest_user_invalid_role',
    ]);
    expect(await statusAndCode('administrator', 'POST', '', { ...fresh(), username: 'editor' })).toEqual([
      400,
      'existing_user_login',
    ]);
    expect(
      await statusAndCode('administrator', 'POST', '', { ...fresh(), email: 'EDITOR@mail.example' }),
    ).toEqual([400, 'existing_user_email']);
    expect(
      await statusAndCode('administrator', 'PATCH', `/${id('other')}`, { email: 'editor@mail.example' }),
    ).toEqual([400, 'rest_user_invalid_email']);
    expect(await statusAndCode('subscriber', 'PATCH', '/me', { slug: 'writer-of-editor' })).toEqual([
      400,
      'rest_user_invalid_slug',
    ]);
    for (const reassign of ['-1', 'x', '[]', '9'.repeat(30)]) {
      expect(
        (
          await statusAndCode('administrator', 'DELETE', `/${id('other')}?force=true&reassign=${reassign}`)
        )[0],
      ).toBe(400);
    }
    expect(await count()).toBe(before);
    expect(
      rest.faults.filter((fault) => ((fault as { statusCode?: number }).statusCode ?? 500) >= 500),
    ).toEqual([]);
  });

  test('[IMP-09] users who can change an account see and end its sessions, but not those of accounts with more capabilities', async () => {
    const desk = await get().write(async (tx) => {
      await createRole(tx, {
        name: 'desk',
        label: 'Desk',
        capabilities: ['read', 'edit_users', 'list_users'],
      });
      return makeUser(tx, { roles: ['desk'] });
    });
    const owner = id('author');
    const open = async (userAgent: string, user = owner) =>
      sessionId(
        (await get().write((tx) => createSession(tx, user, { place: { ip: '192.0.2.7', userAgent } }))).token,
      );
    const [phone, third, own] = [
      await open('Mozilla/5.0 (iPhone) Safari'),
      await open('<script>x</script>'),
      await open('', id('administrator')),
    ];
    const requestAs = async (who: number, method: string, path: string) => {
      const { status, json, list, headers } = await rest.sendAs(who, method, `/broadsheet/v1/users/${path}`);
      return { status, code: json['code'], lacks: headers['x-missing-capability'], json, list };
    };
    const admin = id('administrator');
    expect(
      (await requestAs(admin, 'GET', `${owner}/sessions`)).list
        .map((one) => [one['id'], one['ip'], one['browser']])
        .toSorted(),
    ).toEqual(
      [
        [phone, '192.0.2.7', 'Safari, iOS'],
        [third, '192.0.2.7', ''],
      ].toSorted(),
    );
    for (const path of [`${owner}/sessions`, `${owner}/sessions/${phone}`]) {
      const method = path.endsWith('sessions') ? 'GET' : 'DELETE';
      expect(await requestAs(id('editor'), method, path)).toMatchObject({
        status: 403,
        code: 'rest_cannot_edit',
        lacks: 'edit_users',
      });
      // Users who may edit accounts but not publish can't see sessions of users who publish.
      expect(await requestAs(desk, method, path)).toMatchObject({
        status: 403,
        code: 'rest_cannot_edit',
        lacks: 'edit_posts',
      });
    }
    expect(await requestAs(desk, 'GET', `${id('other')}/sessions`)).toMatchObject({ status: 200, list: [] });
    for (const path of ['999999/sessions', '0/sessions', `${'9'.repeat(30)}/sessions`]) {
      expect(await requestAs(admin, 'GET', path)).toMatchObject({
        status: 404,
        code: 'rest_user_invalid_id',
      });
      expect(await requestAs(id('editor'), 'GET', path)).toMatchObject({ status: 403 });
    }
    for (const invalid of [own, 'nothing', 'x'.repeat(200)]) {
      expect(
        (await requestAs(admin, 'DELETE', `${owner}/sessions/${invalid}`)).status,
      ).toBeGreaterThanOrEqual(400);
    }
    expect(await requestAs(admin, 'DELETE', `${owner}/sessions/${phone}`)).toMatchObject({
      status: 200,
      json: { deleted: true, count: 1 },
    });
    expect(await requestAs(admin, 'DELETE', `${owner}/sessions/${phone}`)).toMatchObject({
      status: 404,
      code: 'rest_session_not_found',
    });
    expect((await requestAs(admin, 'GET', `${owner}/sessions`)).list.map((one) => one['id'])).toEqual([
      third,
    ]);
    expect(await requestAs(admin, 'DELETE', `${owner}/sessions`)).toMatchObject({
      json: { deleted: true, count: 1 },
    });
    expect(await requestAs(admin, 'DELETE', `${owner}/sessions`)).toMatchObject({
      json: { deleted: true, count: 0 },
    });
    expect((await requestAs(admin, 'GET', `${admin}/sessions`)).list.map((one) => one['id'])).toEqual([own]);
    expect(
      (await listActivity(get().read, { kind: 'user', itemId: owner, limit: 9 }))
        .map(({ summary }) => summary.replace(/^.*: /, ''))
        .slice(0, 2),
    ).toEqual(['signed out everywhere', 'a session ended']);
  });

  test('[IMP-09] an invitation creates an account without a password and the link to choose one, or neither', async () => {
    const invite = (who: Role, body: Record<string, unknown>) =>
      rest.sendAs(id(who), 'POST', '/broadsheet/v1/invitations', body);
    const { password: _, ...guest } = fresh();
    const { status, json } = await invite('administrator', {
      ...guest,
      name: 'Ada <b>Quill</b>',
      roles: ['author'],
    });
    expect([status, json['mailed_to'], String(json['link'])]).toEqual([
      201,
      null,
      expect.stringMatching(/^https:\/\/site\.example\/wp-login\.php\?/),
    ]);
    const one = Number(json['id']);
    expect(await findUser(get().read, one)).toMatchObject({
      login: guest.username,
      displayName: 'Ada Quill',
      roles: ['author'],
    });
    expect(await hasPassword(get().read, one)).toBe(false);
    const count = async () => (await get().read.selectFrom('user').select('id').execute()).length;
    const before = await count();
    for (const [body, expected] of [
      [{ username: 'x1' }, [400, 'rest_missing_callback_param']],
      [{ ...guest }, [400, 'existing_user_login']],
      [{ ...guest, username: 'free-name' }, [400, 'existing_user_email']],
      [{ username: '<b>', email: 'a@b' }, [400, 'rest_invalid_param']],
      [{ username: 'x2', email: 'x2@mail.example', roles: ['emperor'] }, [400, 'rest_user_invalid_role']],
    ] as const) {
      const refused = await invite('administrator', body);
      expect([body, refused.status, refused.json['code']]).toEqual([body, ...expected]);
    }
    expect(await count()).toBe(before);
  });

  test('programs store preferences of a user, visible only to users who can change the account', async () => {
    const lists = { post: { columns: ['date'], views: [{ name: 'نور', query: 'm=202611' }] } };
    const reply = await send('author', 'POST', '/me', {
      meta: { broadsheet_lists: lists, wp_capabilities: { administrator: true } },
    });
    expect([reply.status, reply.json['meta']]).toEqual([200, { broadsheet_lists: lists }]);
    const before = (await findUser(get().read, id('author')))?.revision;
    await send('author', 'POST', '/me', {
      meta: { persisted_preferences: { core: { isComplementaryAreaVisible: true } } },
    });
    expect((await send('author', 'GET', '/me?context=edit')).json['meta']).toMatchObject({
      broadsheet_lists: lists,
      persisted_preferences: { core: {} },
    });
    expect([
      (await send('author', 'GET', '/me')).json['meta'],
      (await findUser(get().read, id('author')))?.revision,
    ]).toEqual([[], before]);
    for (const broadsheet_lists of ['x', 5, { text: 'x'.repeat(100_001) }]) {
      expect(await statusAndCode('author', 'POST', '/me', { meta: { broadsheet_lists } })).toEqual([
        400,
        'rest_invalid_param',
      ]);
    }
    const tooLong = await send('author', 'POST', '/me', {
      meta: { persisted_preferences: { text: 'x'.repeat(100_001) } },
    });
    expect(tooLong.json['data']?.['params']).toEqual({
      'meta.persisted_preferences': expect.stringMatching(
        /^The field "meta\.persisted_preferences" .* more than 100000 characters/,
      ),
    });
    expect(
      await statusAndCode('author', 'POST', `/${id('other')}`, { meta: { broadsheet_lists: {} } }),
    ).toEqual([403, 'rest_cannot_edit']);
    // With `from`, nothing is overwritten that another window has stored since.
    const from = (seen: unknown) => ({
      meta: { broadsheet_lists: { page: {} } },
      from: { meta: { broadsheet_lists: seen } },
    });
    const stale = await send('author', 'POST', '/me', from({ post: { columns: ['slug'] } }));
    expect([
      stale.status,
      stale.json['code'],
      stale.json['data']?.['theirs']?.['meta']?.['broadsheet_lists'],
    ]).toEqual([409, 'stale', lists]);
    for (const seen of ['x', 5, [1]])
      expect(await statusAndCode('author', 'POST', '/me', from(seen))).toEqual([400, 'rest_invalid_param']);
    expect(
      await statusAndCode('author', 'POST', '/me', { meta: { broadsheet_lists: {} }, from: { meta: 'x' } }),
    ).toEqual([400, 'rest_invalid_param']);
    expect((await send('author', 'GET', '/me?context=edit')).json['meta']?.['broadsheet_lists']).toEqual(
      lists,
    );
    expect((await send('author', 'POST', '/me', from(lists))).json['meta']?.['broadsheet_lists']).toEqual({
      page: {},
    });
    const noted = async () => (await listActivity(get().read, { limit: 1 }))[0];
    const own = await noted();
    expect([
      (await send('administrator', 'POST', `/${id('author')}`, from({ page: {} }))).status,
      own?.summary.includes('broadsheet_lists'),
      await noted(),
    ]).toEqual([
      200,
      false,
      expect.objectContaining({
        verb: 'update',
        kind: 'user',
        itemId: id('author'),
        summary: expect.stringContaining(': broadsheet_lists'),
      }),
    ]);
    const { all, by } = (await rest.sendAs(id('administrator'), 'GET', '/broadsheet/v1/user-counts')).json;
    expect([Number(all) > roles.length, by?.['administrator']]).toEqual([true, 1]);
  });

  test('counts the published posts of accounts, also of those who only list users', async () => {
    const [author, other] = [id('author'), id('other')];
    const lister = await get().write(async (tx) => {
      await createRole(tx, { name: 'lister', label: 'Lister', capabilities: ['read', 'list_users'] });
      for (const status of ['publish', 'publish', 'draft', 'private'] as const)
        await makePost(tx, { status, authorId: author });
      return makeUser(tx, { login: 'lister', roles: ['lister'] });
    });
    const counts = (query: string, userId = lister) =>
      rest.getAs(userId, `/broadsheet/v1/user-counts${query}`);
    expect((await counts(`?include=${author},${other},999999`)).json['posts']).toEqual({
      [author]: 2,
      [other]: 0,
      999999: 0,
    });
    expect((await counts(`?include=${author}&type=page`)).json['posts']).toEqual({ [author]: 0 });
    expect((await counts('')).json['posts']).toEqual({});
    expect([(await counts('?type=nothing')).status, (await counts('?include=x')).status]).toEqual([400, 400]);
    expect((await counts(`?include=${author}`, author)).status).toBe(403);
  });

  test('a script in a user’s own profile never runs', async () => {
    const one = await made();
    const reply = await rest.sendAs(one, 'PATCH', '/wp/v2/users/me', {
      name: '<img src=x onerror=alert(1)>Nice',
      description: 'Hello <script>alert(1)</script><a href="javascript:alert(1)" onclick="x()">there</a>',
      slug: '"><script>',
    });
    expect([reply.status, reply.json['name']]).toEqual([200, 'Nice']);
    expect(reply.text).not.toMatch(/onerror|onclick|javascript:|<script/);
  });

  test('does not overwrite concurrent changes', async () => {
    const one = await made();
    await send('administrator', 'PATCH', `/${one}`, { name: 'Theirs' });
    const stale = await send('administrator', 'PATCH', `/${one}`, { name: 'Mine', password, revision: 1 });
    expect([stale.status, stale.json['data']?.['mine'], stale.json['data']?.['theirs']?.['name']]).toEqual([
      409,
      { name: 'Mine' },
      'Theirs',
    ]);
    expect((await send('administrator', 'DELETE', `/${one}?force=true&reassign=0&revision=1`)).status).toBe(
      409,
    );
    expect((await send('administrator', 'PATCH', `/${one}`, { name: 'Mine', revision: 2 })).status).toBe(200);
  });
});
