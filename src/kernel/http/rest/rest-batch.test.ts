import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makePost, makeTerm, makeUser, postOf } from '../../../../test/harness/factories.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';
import { listActivity } from '../../../modules/activity/reader.ts';

onBothDatabases('batch requests over REST', (get) => {
  const rest = useRestApp(get);
  const who = { administrator: 0, editor: 0, author: 0, subscriber: 0 };
  const it = { news: 0, others: 0 };

  beforeAll(async () => {
    await get().write(async (tx) => {
      for (const role of ['administrator', 'editor', 'author', 'subscriber'] as const)
        who[role] = await makeUser(tx, { login: role, roles: [role] });
      it.news = await makeTerm(tx, { name: 'News' });
      it.others = await makePost(tx, { title: 'Of somebody else', authorIds: [who.editor] });
    });
  });

  const batch = async (userId: number, requests: unknown, validation?: string) =>
    rest.sendAs(userId, 'POST', '/batch/v1', {
      requests,
      ...(validation === undefined ? {} : { validation }),
    });
  /** Status and code of each reply; null: not executed. */
  const statusesAndCodes = (list: unknown) =>
    (list as ({ status: number; body: { code?: string } } | null)[]).map(
      (one) => one && [one.status, one.body.code],
    );
  const titled = (title: string, more: Record<string, unknown> = {}) => ({
    path: '/wp/v2/posts',
    body: { title, ...more },
  });
  const count = async () => (await get().read.selectFrom('post').select('id').execute()).length;

  test('executes writes one after the other, each as if it were sent alone', async () => {
    const { status, json } = await batch(who.editor, [
      titled('First', { status: 'publish' }),
      { method: 'POST', path: '/wp/v2/tags?_fields=id,name', body: { name: 'Rivers' } },
      {
        method: 'PUT',
        path: `/wp/v2/posts/${it.others}/`,
        body: { title: 'Changed' },
        headers: { 'If-Match': '"1"', 'X-Else': ['a', 'b'] },
      },
      {
        method: 'PATCH',
        path: `/wp/v2/posts/${it.others}`,
        body: { title: 'Stale' },
        headers: { 'if-match': ['"1"'] },
      },
      { method: 'DELETE', path: `/wp/v2/posts/${it.others}?force=true&_method=POST&_envelope=1` },
    ]);
    expect(status).toBe(207);
    expect(statusesAndCodes(json['responses'])).toEqual([
      [201, undefined],
      [201, undefined],
      [200, undefined],
      [409, 'stale'],
      [200, undefined],
    ]);
    expect(json['responses']).toMatchObject([
      {
        body: { title: { raw: 'First' }, author: who.editor },
        headers: { Location: expect.stringContaining('/wp/v2/posts/'), ETag: '"1"' },
      },
      { body: { name: 'Rivers' } },
      { body: { title: { raw: 'Changed' } } },
      {},
      { body: { deleted: true } },
    ]);
    expect(Object.keys(json['responses']?.['1']?.['body'] ?? {})).toEqual(['id', 'name']);
  });

  test('writes an empty parameter list as an empty object, like PHP, and refuses a non-empty list', async () => {
    const { status, json } = await batch(who.editor, [
      { path: '/wp/v2/tags?name=Lakes', body: [], headers: [] },
    ]);
    expect([status, statusesAndCodes(json['responses'])]).toEqual([207, [[201, undefined]]]);
    for (const invalid of [{ body: ['x'] }, { headers: ['x'] }, { body: null }]) {
      expect(
        (await batch(who.editor, [{ path: '/wp/v2/tags?name=Seas', ...invalid }])).status,
        JSON.stringify(invalid),
      ).toBe(400);
    }
  });

  test('refuses a query that is not UTF-8 with only that request', async () => {
    const { json } = await batch(who.editor, [
      { path: '/wp/v2/tags?name=Caf%E9' },
      { path: '/wp/v2/tags?name=Caf%C3%A9' },
    ]);
    expect(statusesAndCodes(json['responses'])).toEqual([
      [400, 'rest_invalid_encoding'],
      [201, undefined],
    ]);
  });

  test('refuses a request that the user can’t send alone, and executes the others', async () => {
    const ownPost = await get().write((tx) =>
      makePost(tx, { title: 'Mine', status: 'draft', authorIds: [who.author] }),
    );
    const foreign = await get().write((tx) => makePost(tx, { title: 'Foreign', authorIds: [who.editor] }));
    const { json } = await batch(who.author, [
      { path: `/wp/v2/posts/${foreign}`, body: { title: 'Taken over' } },
      { path: `/wp/v2/posts/${ownPost}`, body: { title: 'Still mine' } },
      {
        path: '/wp/v2/users',
        body: {
          username: 'another',
          email: 'a@site.example',
          password: 'quite long enough',
          roles: ['administrator'],
        },
      },
      { path: '/wp/v2/categories', body: { name: 'Mine' } },
      { method: 'DELETE', path: `/wp/v2/posts/${foreign}` },
    ]);
    expect(statusesAndCodes(json['responses'])).toEqual([
      [403, 'rest_cannot_edit'],
      [200, undefined],
      [403, 'rest_cannot_create_user'],
      [403, 'rest_cannot_create'],
      [403, 'rest_cannot_delete'],
    ]);
    expect([(await postOf(get().read, foreign)).title, (await postOf(get().read, ownPost)).title]).toEqual([
      'Foreign',
      'Still mine',
    ]);
  });

  test('a user who loses capabilities during a batch has lost them for its later requests, and no request gains any', async () => {
    const leaving = await get().write((tx) => makeUser(tx, { login: 'leaving', roles: ['administrator'] }));
    const { json } = await batch(leaving, [
      { path: `/wp/v2/users/${leaving}`, body: { roles: ['subscriber'] } },
      titled('Too late'),
      { path: '/wp/v2/categories', body: { name: 'Too late' } },
    ]);
    expect(statusesAndCodes(json['responses'])).toEqual([
      [200, undefined],
      [403, 'rest_cannot_create'],
      [403, 'rest_cannot_create'],
    ]);
  });

  test('with require-all-validate executes nothing when one request is invalid', async () => {
    const before = await count();
    const { status, json } = await batch(
      who.editor,
      [
        titled('Good'),
        titled('Bad', { status: 'nowhere' }),
        { path: '/wp/v2/tags', body: {} },
        { path: '/wp/v2/nothing' },
      ],
      'require-all-validate',
    );
    expect([status, json['failed']]).toEqual([207, 'validation']);
    expect(statusesAndCodes(json['responses'])).toEqual([
      null,
      [400, 'rest_invalid_param'],
      [400, 'rest_missing_callback_param'],
      [404, 'rest_no_route'],
    ]);
    expect(await count()).toBe(before);
    const usual = await batch(who.editor, [titled('Good'), titled('Bad', { status: 'nowhere' })]);
    expect(statusesAndCodes(usual.json['responses'])).toEqual([
      [201, undefined],
      [400, 'rest_invalid_param'],
    ]);
    expect(await count()).toBe(before + 1);
    const whole = await batch(who.editor, [titled('One'), titled('Two')], 'require-all-validate');
    expect([whole.json['failed'], statusesAndCodes(whole.json['responses'])]).toEqual([
      undefined,
      [
        [201, undefined],
        [201, undefined],
      ],
    ]);
  });

  test('the index and OPTIONS list the routes that a batch accepts, and its maximum size', async () => {
    const { json } = await rest.get('/');
    const batched = Object.entries(json['routes'] ?? {})
      .filter(([, route]) => route['endpoints']?.['0']?.['allow_batch'])
      .map(([path]) => path);
    expect(batched).toEqual(
      expect.arrayContaining([
        '/wp/v2/posts',
        '/wp/v2/posts/(?P<id>[\\d]+)',
        '/wp/v2/pages',
        '/wp/v2/tags',
        '/wp/v2/users',
      ]),
    );
    expect(
      batched.filter((path) =>
        /media|comments|settings|batch|me$|revisions|application|broadsheet/.test(path),
      ),
    ).toEqual([]);
    const options = await rest.sendAs(who.subscriber, 'OPTIONS', '/batch/v1');
    expect(options.json).toMatchObject({
      methods: ['POST'],
      endpoints: [
        { args: { requests: { maxItems: 25, required: true }, validation: { default: 'normal' } } },
      ],
    });
  });

  test('refuses hostile batches, which change nothing', async () => {
    const before = await count();
    const noted = (await listActivity(get().read, { limit: 1 }))[0]?.id;
    const inside = async (request: unknown) =>
      statusesAndCodes((await batch(who.administrator, [request])).json['responses'])[0];
    expect(await inside({ path: '/batch/v1', body: { requests: [titled('Nested')] } })).toEqual([
      400,
      'rest_batch_not_allowed',
    ]);
    for (const path of [
      'https://evil.example/wp/v2/posts',
      '//evil.example/wp/v2/posts',
      'wp/v2/posts',
      '',
      '\\\\evil',
      'javascript:alert(1)',
    ]) {
      expect([path, await inside({ path, body: { title: 'x' } })]).toEqual([
        path,
        [400, 'parse_path_failed'],
      ]);
    }
    const nowhere = [
      '/wp/v2/../v2/posts',
      '/wp-json/wp/v2/posts',
      '/wp/v2/posts#x',
      '/wp/v2/%70osts',
      '/wp/v2/posts/1/../2',
      '/',
      '/\0',
    ];
    for (const path of [...nowhere, `/${'a'.repeat(50_000)}`]) {
      expect([path, (await inside({ path, body: { title: 'x' } }))?.[0]]).toEqual([path, 404]);
    }
    expect(await inside({ path: `/wp/v2/posts/${'9'.repeat(30)}`, body: { title: 'x' } })).toEqual([
      404,
      'rest_post_invalid_id',
    ]);
    for (const path of [
      '/wp/v2/media',
      '/wp/v2/settings',
      '/wp/v2/comments',
      '/wp/v2/users/me',
      '/broadsheet/v1/settings',
    ]) {
      expect([path, await inside({ path, body: {} })]).toEqual([path, [400, 'rest_batch_not_allowed']]);
    }
    // Of the whole batch.
    const list = (length: number) => Array.from({ length }, () => titled('x', { status: 'nowhere' }));
    for (const requests of [
      list(26),
      list(5000),
      'x',
      null,
      7,
      {},
      [7],
      [null],
      [[]],
      [{}],
      [{ path: 7 }],
      [{ path: '/wp/v2/posts', method: 'GET' }],
      [{ path: '/wp/v2/posts', method: 'TRACE' }],
      [{ path: '/wp/v2/posts', body: 'x' }],
      [{ path: '/wp/v2/posts', headers: { a: { b: 1 } } }],
    ]) {
      const { status, json } = await batch(who.administrator, requests);
      expect([JSON.stringify(requests).slice(0, 60), status, json['code']]).toEqual([
        JSON.stringify(requests).slice(0, 60),
        400,
        'rest_invalid_param',
      ]);
    }
    expect((await batch(who.administrator, [titled('x')], 'sometimes')).json['code']).toBe(
      'rest_invalid_param',
    );
    expect((await rest.sendAs(who.administrator, 'POST', '/batch/v1', {})).json['code']).toBe(
      'rest_missing_callback_param',
    );
    expect((await batch(who.administrator, [])).json['responses']).toEqual([]);
    expect([await count(), (await listActivity(get().read, { limit: 1 }))[0]?.id]).toEqual([before, noted]);
    expect(rest.faults).toEqual([]);
  });

  test('headers of a single request authenticate no user, and visitors can’t send a batch', async () => {
    const headers = {
      'x-test-actor': String(who.administrator),
      authorization: 'Basic YTpi',
      cookie: 'wordpress_logged_in_x=1',
      'x-wp-nonce': 'x',
      'x-http-method-override': 'DELETE',
    };
    const { json } = await batch(who.subscriber, [
      { ...titled('Smuggled'), headers },
      { path: `/wp/v2/categories/${it.news}`, body: { name: 'x' }, headers },
    ]);
    expect(statusesAndCodes(json['responses'])).toEqual([
      [403, 'rest_cannot_create'],
      [403, 'rest_cannot_update'],
    ]);
    const accepted = await batch(who.editor, [
      {
        path: `/wp/v2/categories/${it.news}`,
        body: { name: 'News', ['__proto__']: { title: 'x' } },
        headers,
      },
    ]);
    expect(statusesAndCodes(accepted.json['responses'])).toEqual([[200, undefined]]);
    const payload = JSON.stringify({ requests: [{ ...titled('x'), headers }] });
    const visitor = await rest.send('POST', '/batch/v1', {
      headers: { 'content-type': 'application/json' },
      payload,
    });
    expect([visitor.status, visitor.json['code']]).toEqual([401, 'rest_forbidden']);
  });
});
