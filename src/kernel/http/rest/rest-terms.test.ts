import { beforeAll, expect, test, vi } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { findActor } from '../../../modules/users/roles.ts';
import { answerRequest } from '../../../site/rest/answer-request.ts';
import { OutsideLibraries } from '../../../modules/templates/library/library.ts';
import { restRouteList } from '../../../site/rest/rest-routes.ts';
import { createPictureEditor } from '../../../modules/media/size-maker.ts';
import { hashPassword } from '../../../lib/credentials.ts';
import { updateTerm } from '../../../modules/terms/writer.ts';
import { createAllowance } from '../../../lib/rate-limit.ts';
import { saveSettings } from '../../../modules/settings/store.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../../../../test/harness/factories.ts';
import { siteUrl, useRestApp } from '../../../../test/harness/rest-app.ts';

onBothDatabases('writing terms over REST', (get) => {
  const rest = useRestApp(get);
  const who = { admin: 0, editor: 0, author: 0, contributor: 0, subscriber: 0 };
  let serial = 0;
  const fresh = () => `Term ${++serial}`;

  beforeAll(async () => {
    await get().write(async (tx) => {
      for (const role of ['admin', 'editor', 'author', 'contributor', 'subscriber'] as const) {
        who[role] = await makeUser(tx, { login: role, roles: [role === 'admin' ? 'administrator' : role] });
      }
    });
  });

  const statusAndCode = async (userId: number, method: string, path: string, body?: unknown) => {
    const { status, json } = await rest.sendAs(userId, method, path, body);
    return [status, json['code']];
  };
  const made = async (body: Record<string, unknown> = {}, base = 'categories') => {
    const { status, json, text } = await rest.sendAs(who.editor, 'POST', `/wp/v2/${base}`, {
      name: fresh(),
      ...body,
    });
    expect(status, text).toBe(201);
    return Number(json['id']);
  };
  const shown = async (id: number, base = 'categories') => (await rest.get(`/wp/v2/${base}/${id}`)).json;

  test('creates, changes and deletes a category, with WordPress’ replies', async () => {
    const parent = await made({ name: 'World' });
    const created = await rest.sendAs(who.editor, 'POST', '/wp/v2/categories', {
      name: 'Rivers & lakes',
      slug: 'rivers',
      description: 'All <b>water</b>',
      parent,
    });
    const id = Number(created.json['id']);
    expect([
      created.status,
      created.headers['location'],
      created.headers['allow'],
      created.headers['cache-control'],
    ]).toEqual([201, `${siteUrl}/wp-json/wp/v2/categories/${id}`, 'GET, POST', 'no-store']);
    expect(created.json).toMatchObject({
      id,
      count: 0,
      description: 'All <b>water</b>',
      link: `${siteUrl}/category/world/rivers/`,
      name: 'Rivers & lakes',
      slug: 'rivers',
      taxonomy: 'category',
      parent,
      meta: { accent: null },
      revision: 1,
      _links: { self: [{ targetHints: { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] } }] },
    });
    const changed = await rest.sendAs(who.editor, 'PATCH', `/wp/v2/categories/${id}`, { name: 'Water' });
    expect([
      changed.status,
      changed.json['name'],
      changed.json['slug'],
      changed.json['parent'],
      changed.headers['allow'],
    ]).toEqual([200, 'Water', 'rivers', parent, 'GET, POST, PUT, PATCH, DELETE']);
    expect(
      (await rest.sendAs(who.editor, 'PUT', `/wp/v2/categories/${id}`, { parent: 0, description: '' })).json,
    ).toMatchObject({ parent: 0, description: '', name: 'Water' });
    expect(
      (await rest.sendAs(who.editor, 'POST', `/wp/v2/categories/${id}`, { slug: 'wet' })).json,
    ).toMatchObject({ slug: 'wet', link: `${siteUrl}/category/wet/` });
    expect(await shown(id)).toMatchObject({ name: 'Water', slug: 'wet' });
    const logged = vi.spyOn(rest.app().log, 'error');
    expect(await statusAndCode(who.editor, 'DELETE', `/wp/v2/categories/${id}`)).toEqual([
      501,
      'rest_trash_not_supported',
    ]);
    expect(logged).not.toHaveBeenCalled(); // the client's fault, despite WordPress' status
    logged.mockRestore();
    const deleted = await rest.sendAs(who.editor, 'DELETE', `/wp/v2/categories/${id}?force=true`);
    expect([deleted.status, deleted.json]).toEqual([
      200,
      { deleted: true, previous: expect.objectContaining({ id, name: 'Water', slug: 'wet' }) },
    ]);
    expect((await shown(id))['code']).toBe('rest_term_invalid');
    expect(await statusAndCode(who.editor, 'DELETE', `/wp/v2/categories/${id}?force=true`)).toEqual([
      404,
      'rest_term_invalid',
    ]);
  });

  test('deleted and renamed terms disappear at once for visitors, in lists and counts too', async () => {
    const id = await made({ name: 'Briefly' });
    expect(await rest.ids('/wp/v2/categories?search=briefly')).toEqual([id]);
    await rest.sendAs(who.editor, 'PATCH', `/wp/v2/categories/${id}`, { name: 'Renamed', slug: 'renamed' });
    expect(await rest.ids('/wp/v2/categories?search=briefly')).toEqual([]);
    const post = await get().write((tx) => makePost(tx, { termIds: [id] }));
    expect((await rest.get(`/wp/v2/posts/${post}`)).json['categories']).toEqual([id]);
    await rest.sendAs(who.editor, 'DELETE', `/wp/v2/categories/${id}`, { force: true });
    expect((await rest.get(`/wp/v2/posts/${post}`)).json['categories']).toEqual([]);
  });

  test('accepts forms, and parameters in the URL', async () => {
    const form = await rest.send('POST', '/wp/v2/tags', {
      headers: {
        'x-test-actor': String(who.editor),
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      },
      payload: 'name=Sea+%26+sky&slug=sea',
    });
    expect([form.status, form.json['name'], form.json['slug']]).toEqual([201, 'Sea & sky', 'sea']);
    const query = await rest.sendAs(
      who.editor,
      'POST',
      `/wp/v2/tags?name=${encodeURIComponent(fresh())}&slug=asked`,
    );
    expect([query.status, query.json['slug']]).toEqual([201, 'asked']);
    const both = await rest.sendAs(who.editor, 'POST', '/wp/v2/tags?name=Loses', { name: 'Wins' });
    expect(both.json['name']).toBe('Wins');
    const overridden = await rest.send('POST', `/wp/v2/tags/${both.json['id']}`, {
      headers: {
        'x-test-actor': String(who.editor),
        'x-http-method-override': 'DELETE',
        'content-type': 'application/json',
      },
      payload: '{"force":true}',
    });
    expect([overridden.status, overridden.json['deleted']]).toEqual([200, true]);
  });

  test('finds a term by its whole name, however many others contain it, and does not create it again under another slug', async () => {
    const id = await get().write(async (tx) => {
      for (let n = 0; n < 21; n++)
        await makePost(tx, { termIds: [await makeTerm(tx, { taxonomy: 'post_tag', name: `xEUx ${n}` })] });
      return makeTerm(tx, { taxonomy: 'post_tag', name: 'EU', slug: 'union' });
    });
    expect(await rest.ids('/wp/v2/tags?search=eu&orderby=count&order=desc&per_page=20')).not.toContain(id);
    expect(await rest.ids('/wp/v2/tags?name=%C3%A9u')).toEqual([id]);
    expect(await rest.ids('/wp/v2/tags?name=xeux')).toEqual([]);
    expect((await rest.sendAs(who.author, 'POST', '/wp/v2/tags', { name: 'eu' })).json).toMatchObject({
      code: 'term_exists',
      data: { term_id: id },
    });
  });

  test('reports errors in the wording of WordPress', async () => {
    const first = await made({ name: 'Taken', slug: 'taken' });
    const other = await made({ name: 'Other', slug: 'other' });
    expect((await rest.sendAs(who.editor, 'POST', '/wp/v2/categories', { name: 'Taken' })).json).toEqual({
      code: 'term_exists',
      message: 'A term with the name provided already exists with this parent.',
      data: { status: 400, term_id: first },
    });
    expect((await rest.sendAs(who.editor, 'POST', '/wp/v2/categories', {})).json).toEqual({
      code: 'rest_missing_callback_param',
      message: 'Missing parameter(s): name',
      data: { status: 400, params: ['name'] },
    });
    expect(
      (await rest.sendAs(who.editor, 'PATCH', `/wp/v2/categories/${other}`, { slug: 'taken' })).json,
    ).toMatchObject({ code: 'duplicate_term_slug', data: { status: 400, term_id: first } });
    const faults: [string, unknown, number, string][] = [
      ['POST /wp/v2/tags', { name: fresh(), parent: first }, 400, 'rest_taxonomy_not_hierarchical'],
      ['POST /wp/v2/categories', { name: fresh(), parent: 999_999 }, 400, 'rest_term_invalid'],
      ['POST /wp/v2/categories', { name: 5 }, 400, 'rest_invalid_param'],
      ['POST /wp/v2/categories', { name: null }, 400, 'rest_invalid_param'],
      ['POST /wp/v2/categories', { name: '' }, 400, 'rest_invalid_param'],
      ['POST /wp/v2/categories', { name: '<i></i>' }, 400, 'rest_invalid_param'],
      ['POST /wp/v2/categories', { name: fresh(), parent: 'x' }, 400, 'rest_invalid_param'],
      [`PATCH /wp/v2/categories/${first}`, { parent: first }, 400, 'term_circle'],
      ['PATCH /wp/v2/categories/999999', { name: 'x' }, 404, 'rest_term_invalid'],
      [`PATCH /wp/v2/tags/${first}`, { name: 'x' }, 404, 'rest_term_invalid'],
      ['DELETE /wp/v2/categories', undefined, 404, 'rest_no_route'],
    ];
    for (const [address, body, status, code] of faults) {
      const [method = '', path = ''] = address.split(' ');
      expect([address, body, ...(await statusAndCode(who.editor, method, path, body))]).toEqual([
        address,
        body,
        status,
        code,
      ]);
    }
    expect(
      (await rest.sendAs(who.editor, 'POST', '/wp/v2/categories', { name: 5 })).json['data'],
    ).toMatchObject({ params: { name: 'name is not of type string.' } });
    const broken = await rest.send('POST', '/wp/v2/categories', {
      headers: { 'x-test-actor': String(who.editor), 'content-type': 'application/json' },
      payload: '{"name":',
    });
    expect([broken.status, broken.json]).toEqual([
      400,
      {
        code: 'rest_invalid_json',
        message: 'Invalid JSON body passed.',
        data: { status: 400, json_error_code: 4, json_error_message: 'Syntax error' },
      },
    ]);
  });

  test('the default category can’t be deleted, no user is offered it, and the error gives the reason', async () => {
    const [id, other, tag] = [await made({ name: 'General' }), await made(), await made({}, 'tags')];
    const allowed = async (userId: number, path: string) => {
      const { headers, json } = await rest.getAs(userId, path);
      return [headers['allow'], json['_links']?.['self']?.['0']?.['targetHints']?.['allow']];
    };
    const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
    const but = all.slice(0, -1);
    for (const [chosen, ofDefault, ofTag] of [
      [id, but, all],
      [tag, all, all],
      [0, all, all],
    ] as const) {
      await get().write((tx) => saveSettings(tx, { default_category: chosen }));
      expect(await allowed(who.editor, `/wp/v2/categories/${id}`)).toEqual([ofDefault.join(', '), ofDefault]);
      expect(await allowed(who.editor, `/wp/v2/categories/${other}`)).toEqual([all.join(', '), all]);
      expect(await allowed(who.editor, `/wp/v2/tags/${tag}`)).toEqual([ofTag.join(', '), ofTag]);
      expect(await allowed(who.author, `/wp/v2/categories/${id}`)).toEqual(['GET', ['GET']]);
      if (chosen !== id) continue;
      const { status, json } = await rest.sendAs(who.editor, 'DELETE', `/wp/v2/categories/${id}?force=true`);
      expect([status, json]).toEqual([
        403,
        expect.objectContaining({
          code: 'rest_cannot_delete',
          message: expect.stringContaining('another default'),
        }),
      ]);
      expect(
        (await rest.sendAs(who.author, 'DELETE', `/wp/v2/categories/${id}?force=true`)).json['message'],
      ).toBe('Sorry, you are not allowed to delete this term.');
      expect(
        (await rest.sendAs(who.editor, 'PATCH', `/wp/v2/categories/${id}`, { name: 'Everything' })).json[
          'name'
        ],
      ).toBe('Everything');
    }
  });

  test('items list the methods that their routes allow, for every user', async () => {
    await get().write(async (tx) => {
      await makeComment(tx, { postId: await makePost(tx, { authorIds: [who.author] }) });
      await makeMedia(tx);
    });
    const seen = new Set<string>();
    for (const userId of [...Object.values(who), undefined]) {
      const fetchAs = (path: string) => (userId === undefined ? rest.get(path) : rest.getAs(userId, path));
      for (const base of ['posts', 'media', 'comments', 'users', 'categories', 'tags']) {
        for (const item of (await fetchAs(`/wp/v2/${base}?per_page=3`)).list) {
          const self = item['_links']?.['self']?.['0'];
          const { headers, status } = await fetchAs(
            String(self?.['href']).slice(`${siteUrl}/wp-json`.length),
          );
          expect([base, userId, status, headers['allow']?.split(', ')]).toEqual([
            base,
            userId,
            200,
            self?.['targetHints']?.['allow'],
          ]);
          seen.add(base);
        }
      }
    }
    expect([...seen]).toEqual(['posts', 'media', 'comments', 'users', 'categories', 'tags']);
  });

  test('each role has the permissions that it has in WordPress, and sees them', async () => {
    const id = await made();
    const allowOf = async (userId: number | undefined, path: string) =>
      (
        await rest.send(
          'OPTIONS',
          path,
          userId === undefined ? {} : { headers: { 'x-test-actor': String(userId) } },
        )
      ).headers['allow'];
    for (const [userId, categories, tags] of [
      [who.admin, 201, 201],
      [who.editor, 201, 201],
      [who.author, 403, 201],
      [who.contributor, 403, 201],
      [who.subscriber, 403, 403],
    ] as const) {
      expect((await rest.sendAs(userId, 'POST', '/wp/v2/categories', { name: fresh() })).status).toBe(
        categories,
      );
      expect((await rest.sendAs(userId, 'POST', '/wp/v2/tags', { name: fresh() })).status).toBe(tags);
      expect(await allowOf(userId, '/wp/v2/tags')).toBe(tags === 201 ? 'GET, POST' : 'GET');
      expect(await allowOf(userId, `/wp/v2/categories/${id}`)).toBe(
        categories === 201 ? 'GET, POST, PUT, PATCH, DELETE' : 'GET',
      );
    }
    expect(await statusAndCode(who.author, 'PATCH', `/wp/v2/categories/${id}`, { name: 'x' })).toEqual([
      403,
      'rest_cannot_update',
    ]);
    expect(await statusAndCode(who.author, 'DELETE', `/wp/v2/categories/${id}?force=true`)).toEqual([
      403,
      'rest_cannot_delete',
    ]);
    expect(await statusAndCode(who.author, 'POST', '/wp/v2/categories', { name: 'x' })).toEqual([
      403,
      'rest_cannot_create',
    ]);
    expect(
      (
        await rest.send('POST', '/wp/v2/categories', {
          payload: 'name=x',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).status,
    ).toBe(401);
    const { json } = await rest.send('OPTIONS', '/wp/v2/categories');
    expect(json['schema']).toMatchObject({
      title: 'category',
      type: 'object',
      properties: {
        name: { type: 'string', context: ['view', 'edit', 'embed'] },
        count: { readonly: true, context: ['view', 'edit'] },
        parent: { type: 'integer' },
      },
    });
    expect(json['endpoints']?.[1]).toMatchObject({
      methods: ['POST'],
      args: { name: { type: 'string', required: true }, description: { required: false } },
    });
    const one = (await rest.send('OPTIONS', `/wp/v2/tags/${id}`)).json;
    expect(one['schema']?.['properties']).not.toHaveProperty('parent');
  });

  test('shows and writes meta that the taxonomy declares by its schema, and hides other imported meta', async () => {
    const id = await made({ meta: { accent: 3 } });
    const tag = await made({ meta: {} }, 'tags');
    await get().write(async (tx) => {
      await updateTerm(tx, id, { meta: { order_by: ['title'], accent: ['6'] } });
      await updateTerm(tx, tag, { meta: { accent: ['6'] } });
    });
    expect(await shown(id)).toMatchObject({ meta: { accent: 6 } });
    expect((await rest.get(`/wp/v2/categories?include=${id}`)).list[0]?.['meta']).toEqual({ accent: 6 });
    expect((await rest.get(`/wp/v2/categories?include=${id}&context=embed`)).list[0]).not.toHaveProperty(
      'meta',
    );
    expect(await shown(tag, 'tags')).toMatchObject({ meta: [] });
    const change = async (meta: unknown) => {
      const { status, json } = await rest.sendAs(who.editor, 'PATCH', `/wp/v2/categories/${id}`, { meta });
      return status === 200
        ? json['meta']
        : [status, json['code'], Object.keys(json['data']?.['params'] ?? {})];
    };
    expect([await change({ accent: '2' }), await change([]), await change({})]).toEqual([
      { accent: 2 },
      { accent: 2 },
      { accent: 2 },
    ]);
    const refused = (name: string) => [400, 'rest_invalid_param', [name]];
    const odd = [{ accent: 8 }, { accent: 'red' }, { order_by: 'date' }, 'red', { accent: [1] }];
    expect([
      await change(odd[0]),
      await change(odd[1]),
      await change(odd[2]),
      await change(odd[3]),
      await change(odd[4]),
    ]).toEqual([
      refused('meta.accent'),
      refused('meta.accent'),
      { accent: 2 },
      refused('meta'),
      refused('meta.accent'),
    ]);
    const form = await rest.send('PATCH', `/wp/v2/categories/${id}`, {
      headers: { 'x-test-actor': String(who.editor), 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'meta[accent]=5',
    });
    expect(form.json['meta']).toEqual({ accent: 5 });
    const stale = await rest.sendAs(who.editor, 'PATCH', `/wp/v2/categories/${id}`, {
      meta: { accent: 1 },
      revision: 1,
    });
    expect(stale.json['data']).toMatchObject({
      status: 409,
      mine: { meta: { accent: 1 } },
      theirs: { meta: { accent: 5 } },
    });
    expect(
      await statusAndCode(who.author, 'PATCH', `/wp/v2/categories/${id}`, { meta: { accent: 1 } }),
    ).toEqual([403, 'rest_cannot_update']);
    expect(await change({ accent: null })).toEqual({ accent: null });
    expect(
      await get().read.selectFrom('term_meta').select(['key', 'value']).where('term_id', '=', id).execute(),
    ).toEqual([{ key: 'order_by', value: 'title' }]);
    const described = async (base: string) => (await rest.send('OPTIONS', `/wp/v2/${base}`)).json;
    const accent = { type: ['integer', 'null'], minimum: 0, maximum: 7 };
    expect((await described('categories'))['schema']?.['properties']?.['meta']).toEqual({
      type: 'object',
      properties: { accent },
      context: ['view', 'edit'],
    });
    expect((await described('categories'))['endpoints']?.[1]?.['args']?.['meta']).toMatchObject({
      type: 'object',
      properties: { accent },
    });
    expect((await described('tags'))['schema']?.['properties']?.['meta']).toEqual({
      type: 'array',
      context: ['view', 'edit'],
    });
  });

  test('refuses a stale change and returns both sides', async () => {
    const id = await made({ name: 'At first' });
    await rest.sendAs(who.admin, 'PATCH', `/wp/v2/categories/${id}`, { name: 'Theirs', revision: 1 });
    const stale = await rest.sendAs(who.editor, 'PATCH', `/wp/v2/categories/${id}`, {
      name: 'Mine',
      revision: 1,
    });
    expect([stale.status, stale.json]).toEqual([
      409,
      {
        code: 'stale',
        message: expect.stringContaining('Nothing was saved'),
        data: {
          status: 409,
          mine: { name: 'Mine' },
          theirs: expect.objectContaining({ id, name: 'Theirs', revision: 2 }),
        },
      },
    ]);
    expect(
      await statusAndCode(who.editor, 'DELETE', `/wp/v2/categories/${id}?force=true&revision=1`),
    ).toEqual([409, 'stale']);
    expect(await shown(id)).toMatchObject({ name: 'Theirs' });
  });

  test('a hostile caller changes nothing, and affects no other user', async () => {
    const id = await made({ name: 'Quiet', slug: 'quiet', description: 'Calm' });
    const child = await made({ name: 'Below', parent: id });
    const tag = await made({}, 'tags');
    const bystander = async () => {
      const replies = await Promise.all(
        [
          '/wp/v2/categories?per_page=100',
          '/wp/v2/tags?per_page=100',
          `/wp/v2/categories/${id}`,
          '/wp/v2/posts',
          '=/wp-json/',
        ].map((path) => rest.get(path)),
      );
      return replies.map(({ status, text, headers }) => [
        status,
        text,
        headers['allow'],
        headers['x-wp-total'],
        headers['cache-control'],
      ]);
    };
    const before = await bystander();
    const as = (userId: number, type: string) => ({ 'x-test-actor': String(userId), 'content-type': type });
    const json = 'application/json';
    const item = `/wp/v2/categories/${id}`;
    const attacks: [string, Promise<{ status: number; json: unknown; text: string }>, number[]][] = [
      [
        'keys of the prototype',
        rest.send('PATCH', item, {
          headers: as(who.editor, json),
          payload: '{"__proto__":{"name":"x"},"constructor":{"prototype":{"name":"x"}}}',
        }),
        [200],
      ],
      [
        'a list where a text goes',
        rest.sendAs(who.editor, 'PATCH', item, { name: ['x'], slug: { a: 1 } }),
        [400],
      ],
      ['a text with a null byte', rest.sendAs(who.editor, 'PATCH', item, { name: 'a\0b' }), [400]],
      [
        'a list of a form',
        rest.send('PATCH', item, {
          headers: as(who.editor, 'application/x-www-form-urlencoded'),
          payload: 'name[]=x&name[a]=y',
        }),
        [400],
      ],
      [
        'read-only fields',
        rest.sendAs(who.editor, 'PATCH', item, {
          id: 1,
          count: 99,
          taxonomy: 'post_tag',
          link: 'https://x.example',
        }),
        [200],
      ],
      ['undeclared meta', rest.sendAs(who.editor, 'PATCH', item, { meta: { a: 1 } }), [200]],
      [
        'meta of the prototype',
        rest.send('PATCH', item, {
          headers: as(who.editor, json),
          payload: '{"meta":{"__proto__":3,"constructor":null}}',
        }),
        [200],
      ],
      [
        'two megabytes',
        rest.send('PATCH', item, {
          headers: as(who.editor, json),
          payload: JSON.stringify({ name: 'x'.repeat(2_000_000) }),
        }),
        [413],
      ],
      ['a long name', rest.sendAs(who.editor, 'PATCH', item, { name: 'x'.repeat(5000) }), [400]],
      [
        'deep nesting',
        rest.send('PATCH', item, {
          headers: as(who.editor, json),
          payload: `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
        }),
        [400],
      ],
      [
        'a list as body',
        rest.send('PATCH', item, { headers: as(who.editor, json), payload: '[{"name":"x"}]' }),
        [400],
      ],
      [
        'a body that is called text',
        rest.send('PATCH', item, { headers: as(who.editor, 'text/plain'), payload: '{"name":"x"}' }),
        [415],
      ],
      [
        'a broken multipart body',
        rest.send('PATCH', item, {
          headers: as(who.editor, 'multipart/form-data; boundary=x'),
          payload: '--x\r\n',
        }),
        [400],
      ],
      ['a circle of parents', rest.sendAs(who.editor, 'PATCH', item, { parent: child }), [400]],
      ['a parent that is a tag', rest.sendAs(who.editor, 'PATCH', item, { parent: tag }), [400]],
      ['a wrong role', rest.sendAs(who.author, 'PATCH', item, { name: 'x' }), [403]],
      [
        'a role said in the body',
        rest.sendAs(who.subscriber, 'PATCH', item, {
          name: 'x',
          actor: { id: who.admin },
          roles: ['administrator'],
        }),
        [403],
      ],
      ['a write sent as GET', rest.sendAs(who.editor, 'GET', `${item}?_method=DELETE&force=true`), [401]],
      [
        'a write sent as GET by a header',
        rest.send('GET', item, {
          headers: { 'x-test-actor': String(who.editor), 'x-http-method-override': 'PATCH' },
        }),
        [401],
      ],
      [
        'a method in the body',
        rest.sendAs(who.editor, 'POST', item, { _method: 'DELETE', force: true }),
        [200],
      ],
      [
        'an unknown method',
        rest.sendAs(who.editor, 'POST', `${item}?_method=__proto__`, { name: 'x' }),
        [404],
      ],
      [
        'a forged proof',
        rest.send('PATCH', item, {
          headers: { 'x-test-actor': 'forged', 'content-type': json },
          payload: '{"name":"x"}',
        }),
        [403],
      ],
      ['a deleted user', rest.sendAs(999_999, 'PATCH', item, { name: 'x' }), [401]],
      ['another taxonomy’s id', rest.sendAs(who.editor, 'PATCH', `/wp/v2/tags/${id}`, { name: 'x' }), [404]],
      ['a stale deletion', rest.sendAs(who.editor, 'DELETE', `${item}?force=true&revision=7`), [409]],
    ];
    for (const [attack, sent, statuses] of attacks) {
      const reply = await sent;
      expect(statuses, `${attack}: ${reply.status} ${reply.text.slice(0, 300)}`).toContain(reply.status);
    }
    expect(await bystander()).toEqual(before);
    expect(
      rest.faults.filter(
        (fault) =>
          !(
            fault instanceof Error && /Cookie check failed|too large|could not be parsed/.test(fault.message)
          ),
      ),
    ).toEqual([]);
  });

  test('sanitizes forbidden markup, and shows visitors the result', async () => {
    await get().write((tx) => makeTerm(tx, { taxonomy: 'post_tag', name: 'Left as it is' }));
    const byAuthor = await rest.sendAs(who.author, 'POST', '/wp/v2/tags', {
      name: '<b>Bold</b><script>x</script>',
      description: '<img src=x onerror=alert(1)>Fine',
    });
    expect(byAuthor.status).toBe(201);
    expect(byAuthor.text).not.toMatch(/onerror|<script|<b>/);
    const byEditor = await made({ name: fresh(), description: 'Calm <img src="/x.png" onerror="alert(1)">' });
    expect((await rest.get(`/wp/v2/categories/${byEditor}`)).text).not.toContain('onerror');
  });

  test('requests without Fastify run one after the other, and are refused or executed independently', async () => {
    const content = rest.content();
    const unexpected = async () => expect.fail('no test requests a page');
    const site = {
      content,
      renderContents: async () => [],
      renderText: async () => '',
      hashPassword,
      postPasswordGuesses: createAllowance({ burst: 1, perSecond: 1 }),
      limitComments: () => {},
      limitEmbeds: () => {},
      mails: { sendsMail: false, count: () => {} },
      blocks: { types: () => new Map(), render: async () => '' },
      dataDir: rest.dataDir,
      portraits: rest.portraits,
      pagePreviews: {
        check: () => [],
        blocksFault: () => undefined,
        fault: () => undefined,
        warnings: async () => [],
        warningsOfType: async () => new Map(),
        reach: unexpected,
        explain: unexpected,
        find: unexpected,
        show: unexpected,
        frontAreas: unexpected,
      },
      pictures: createPictureEditor(rest.dataDir),
      libraries: new OutsideLibraries(),
      reauthenticate: unexpected,
      restore: unexpected,
      version: '',
      cachedPages: { look: () => ({ state: 'none' as const }), renew: async () => {} },
    };
    const [editor, author] = [
      await findActor(get().read, who.editor),
      await findActor(get().read, who.author),
    ];
    const body = { contentType: 'application/json', text: JSON.stringify({ name: fresh() }) };
    const batch = [
      { method: 'POST', path: '/wp/v2/tags', queryString: '', body, actor: editor },
      { method: 'POST', path: '/wp/v2/tags', queryString: '', body, actor: editor },
      { method: 'POST', path: '/wp/v2/categories', queryString: '', body, actor: author },
      { method: 'POST', path: '/wp/v2/tags', queryString: '', body, actor: undefined },
      { method: 'GET', path: '/wp/v2/tags', queryString: 'per_page=1', actor: undefined },
    ];
    const statuses: number[] = [];
    for (const one of batch)
      statuses.push(
        (await answerRequest(site, restRouteList(), one, (fault) => rest.faults.push(fault))).status,
      );
    expect(statuses).toEqual([201, 400, 403, 401, 200]);
  });

  test('of two concurrent creations of a term one succeeds', async () => {
    const name = fresh();
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => rest.sendAs(who.editor, 'POST', '/wp/v2/categories', { name })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400, 400]);
    expect(new Set(replies.filter(({ status }) => status === 400).map(({ json }) => json['code']))).toEqual(
      new Set(['term_exists']),
    );
  });
  test('[IMP-11] pages through a tree with each term before its children, circles and lost parents included', async () => {
    const taxonomy = 'category';
    const base = `/broadsheet/v1/term-tree?taxonomy=${taxonomy}`;
    const readTree = async (query = '', who_ = who.editor) => rest.getAs(who_, `${base}${query}`);
    const before = Number((await readTree()).json['total']);
    const ids = await get().write(async (tx) => {
      const top = await makeTerm(tx, { taxonomy, name: 'aaa Top' });
      const mid = await makeTerm(tx, { taxonomy, name: 'zzz Mid', parentId: top });
      const leaf = await makeTerm(tx, { taxonomy, name: 'aaa Leaf', parentId: mid });
      const lost = await makeTerm(tx, { taxonomy, name: 'aab Lost' });
      const [one, two] = [
        await makeTerm(tx, { taxonomy, name: 'aac One' }),
        await makeTerm(tx, { taxonomy, name: 'aad Two' }),
      ];
      // As a manual change or an old import may leave them.
      for (const [id, parent] of [
        [lost, 999_999],
        [one, two],
        [two, one],
      ] as const) {
        await tx.db.updateTable('term').set({ parent_id: parent }).where('id', '=', id).execute();
      }
      return { top, mid, leaf, lost, one, two };
    });
    const { json } = await readTree('&per_page=100');
    const all = json['terms'] as unknown as { readonly id: number; readonly depth: number }[];
    const depths = new Map(all.map(({ id, depth }) => [id, depth]));
    expect([Number(json['total']) - before, all.length, depths.size]).toEqual([6, before + 6, before + 6]);
    expect(Object.values(ids).map((id) => depths.get(id))).toEqual([0, 1, 2, 0, 0, 1]);
    const at = all.findIndex(({ id }) => id === ids.top);
    expect(all.slice(at, at + 3).map(({ id }) => id)).toEqual([ids.top, ids.mid, ids.leaf]);
    const page = (await readTree(`&per_page=1&page=${at + 3}`)).json;
    expect([page['terms'], page['above']]).toEqual([
      [{ id: ids.leaf, depth: 2 }],
      [
        { id: ids.top, name: 'aaa Top' },
        { id: ids.mid, name: 'zzz Mid' },
      ],
    ]);
    expect((await readTree('&page=100000')).json).toMatchObject({ terms: [], above: [] });
    expect(await statusAndCode(who.author, 'GET', base)).toEqual([403, 'rest_forbidden_context']);
    for (const invalid of ['post_tag', 'nothing', '%00', 'x'.repeat(300)]) {
      expect(await statusAndCode(who.editor, 'GET', `/broadsheet/v1/term-tree?taxonomy=${invalid}`)).toEqual([
        400,
        'rest_invalid_param',
      ]);
    }
    for (const invalid of ['per_page=101', 'per_page=0', 'page=0', 'page=x']) {
      expect(await statusAndCode(who.editor, 'GET', `${base}&${invalid}`)).toEqual([
        400,
        'rest_invalid_param',
      ]);
    }
    await get().write(
      async (tx) => void (await tx.db.deleteFrom('term').where('id', 'in', Object.values(ids)).execute()),
    );
  });
});
