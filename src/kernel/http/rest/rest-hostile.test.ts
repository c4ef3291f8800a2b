import { beforeAll, expect, test } from 'vitest';
import { onDatabase } from '../../../../test/harness/databases.ts';
import { drawn } from '../../../../test/harness/drawn.ts';
import { makeComment, makePost, makeTerm, makeUser } from '../../../../test/harness/factories.ts';
import { restRouteList } from '../../../site/rest/rest-routes.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';

const params = [
  'context',
  'page',
  'per_page',
  'offset',
  'search',
  'slug',
  'include',
  'exclude',
  'order',
  'orderby',
  'after',
  'before',
  'modified_after',
  'modified_before',
  'author',
  'author_exclude',
  'search_columns',
  'search_semantics',
  'has_published_posts',
  'capabilities',
  'categories',
  'categories_exclude',
  'tags',
  'tags_exclude',
  'tax_relation',
  'sticky',
  'format',
  'status',
  'parent',
  'parent_exclude',
  'menu_order',
  'hide_empty',
  'post',
  'mime_type',
  'media_type',
  'type',
  'subtype',
  'roles',
  'who',
  '_fields',
  '_embed',
  '_envelope',
  '_method',
  '_jsonp',
];
const values = [
  '-1',
  '0',
  '1.5',
  '1e9',
  '99999999999999999999',
  '-99999999999999999999',
  '9007199254740993',
  '0x10',
  'NaN',
  'abc',
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%FF',
  "'%3B--",
  '"',
  '%25',
  '_',
  '%5C',
  '%F0%9F%98%80',
  ',',
  ',,,',
  '%0A',
  '1,2,x',
  '0000-01-01T00:00:00',
  '9999-12-31T23:59:59Z',
  '2026-13-45T99:99:99',
  '2026-01-01T00:00:00%2B99:99',
  'true',
  'null',
  '__proto__',
  'constructor',
];
const shapes = (name: string) => [
  `${name}[]=1`,
  `${name}[a]=1`,
  `${name}[a][b]=1`,
  `${name}[]=x&${name}[]=`,
  `${name}[__proto__]=1`,
  `${name}=1&${name}[]=2&${name}=3`,
  `${name}`,
  `${name}=`,
  `${name}[]=%00`,
  `[${name}]=1`,
];
/** All collections with their declared parameters, so that new routes are tested, too. */
const takenBy = new Map(
  restRouteList().flatMap(({ path, methods: { GET } }) => {
    const name = /^\/wp\/v2\/([^(]+)$/.exec(path)?.[1];
    return name === undefined ? [] : [[name, new Set(Object.keys(GET?.schema.shape ?? {}))] as const];
  }),
);
const paths = [...takenBy.keys()];
/** Every route reads parameters that begin with `_`. */
const isTaken = (path: string, name: string) => name.startsWith('_') || takenBy.get(path)?.has(name) === true;

/** Collections with queries of their own; the others share one of these, or run none. */
const ownQueries = ['posts', 'media', 'categories', 'comments', 'users', 'search', 'menu-items'];

const hostileRequests =
  (requestPaths: readonly string[]): Parameters<typeof onDatabase>[2] =>
  (get) => {
    const rest = useRestApp(get);
    let postId = 0;

    beforeAll(async () => {
      postId = await get().write(async (tx) => {
        const id = await makePost(tx, { authorId: await makeUser(tx), termIds: [await makeTerm(tx)] });
        await makeComment(tx, { postId: id });
        return id;
      });
    });

    const expectSane = async (path: string, allowed = [200, 400, 401, 404]) => {
      const { status, headers, text, json } = await rest.get(path);
      const isSane =
        allowed.includes(status) &&
        headers['content-type'] === 'application/json; charset=UTF-8' &&
        (status === 200 || typeof json['code'] === 'string');
      // Called tens of thousands of times; `expect` alone would take a tenth of the time.
      if (!isSane)
        expect.fail(`${path.slice(0, 120)} → ${status} ${headers['content-type']} ${text.slice(0, 200)}`);
    };

    for (const path of requestPaths) {
      test(`/wp/v2/${path} accepts or refuses any value of any parameter`, async () => {
        for (const name of params.filter((one) => isTaken(path, one))) {
          for (const value of values) await expectSane(`/wp/v2/${path}?${name}=${value}`);
          for (const query of shapes(name)) await expectSane(`/wp/v2/${path}?${query}`);
        }
        // Ignored parameters can be sent together: they don't affect each other.
        const others = params.filter((one) => !isTaken(path, one));
        for (const value of values)
          await expectSane(`/wp/v2/${path}?${others.map((name) => `${name}=${value}`).join('&')}`);
        for (const at of shapes('').keys())
          await expectSane(`/wp/v2/${path}?${others.map((name) => shapes(name)[at]).join('&')}`);
        expect(rest.faults).toEqual([]);
      });
    }

    test('handles pages and offsets beyond all bounds', async () => {
      for (const path of requestPaths) {
        for (const query of [
          'page=999999999999999&per_page=100',
          'offset=999999999999999',
          'page=999999999999999&per_page=100&orderby=include&include=1',
          'offset=999999999999999&page=999999999999999&search=a',
        ]) {
          await expectSane(`/wp/v2/${path}?${query}`);
        }
      }
      expect(rest.faults).toEqual([]);
    });

    test('handles a megabyte in any parameter', async () => {
      const long = 'a'.repeat(1_000_000);
      for (const name of drawn('a megabyte', params, 3)) {
        await expectSane(`/wp/v2/posts?${name}=${long}`);
        await expectSane(`/wp/v2/search?${name}[]=${long}`);
        await expectSane(`/wp/v2/comments?${name}=${'1,'.repeat(300_000)}`);
      }
      await expectSane(`/wp/v2/posts?${'x[]=1&'.repeat(100_000)}`, [200]);
      await expectSane(`/wp/v2/posts?_fields=${'a.'.repeat(200_000)}`, [200]);
      await expectSane(`/wp/v2/posts?_embed=${'author,'.repeat(100_000)}`, [200]);
      expect(rest.faults).toEqual([]);
    });

    test('handles any id and any path', async () => {
      for (const base of ['posts', 'pages', 'media', 'categories', 'tags', 'comments', 'users']) {
        for (const id of [
          '0',
          '00000000000000000000001',
          '9'.repeat(15),
          '9'.repeat(16),
          '9'.repeat(400),
          '-1',
          '1.5',
          '1e3',
          'x',
          '%00',
          '1%00',
          '%2e%2e',
          '1/2',
          '%F0%9F%98%80',
          `${postId}%2F`,
          '__proto__',
        ]) {
          await expectSane(`/wp/v2/${base}/${id}`, [200, 401, 404]);
        }
      }
      for (const path of [
        '//',
        '/wp/v2//posts',
        '/wp/v2/posts/../users',
        '/wp%2Fv2%2Fposts',
        '/wp/v2/types/%00',
        '/__proto__',
        '/wp/v2/types/__proto__',
      ]) {
        await expectSane(path, [200, 404]);
      }
      expect((await rest.get('/wp/v2/%E0%A4%A')).status).toBe(400);
      expect(rest.faults).toEqual([]);
    });

    test('refuses visitors whatever they send, without reading it', async () => {
      const bodies: [string, string][] = [
        ['application/json', '{'],
        ['application/json', `${'['.repeat(50_000)}`],
        ['application/json', '{"__proto__":{"x":1}}'],
        ['text/plain', 'x'],
        ['application/x-www-form-urlencoded', 'a[b][c]=%00'],
        ['multipart/form-data', 'no boundary'],
        ['nonsense', '\0'],
        ['application/json', 'x'.repeat(2_000_000)],
      ];
      for (const [type, payload] of bodies) {
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
          const reply = await rest.send(method, `/wp/v2/posts/${postId}`, {
            headers: { 'content-type': type },
            payload,
          });
          expect(reply.status, `${method} ${type} ${reply.text.slice(0, 200)}`).toBe(401);
        }
        expect(
          (await rest.send('POST', '/wp/v2/posts', { headers: { 'content-type': type }, payload })).status,
        ).toBe(401);
      }
      expect(rest.faults).toEqual([]);
    });

    test('an internal error reveals no details', async () => {
      const content = rest.content();
      const current = content.settings.current;
      Object.assign(content.settings, {
        current: () => Promise.reject(new Error('secret detail of the database')),
      });
      const { status, json, text } = await rest.get('/wp/v2/posts');
      Object.assign(content.settings, { current });
      expect([status, json['code'], json['data']]).toEqual([500, 'internal_server_error', { status: 500 }]);
      expect(text).not.toContain('secret');
    });
  };
test('every tested parameter is one that some collection accepts', () => {
  expect(params.filter((name) => !paths.some((path) => isTaken(path, name)))).toEqual([]);
});
onDatabase('sqlite', 'hostile requests over REST', hostileRequests(drawn('hostile requests', paths, 2)));
onDatabase(
  'postgres',
  'hostile requests over REST',
  hostileRequests(drawn('hostile requests again', ownQueries, 2)),
);
