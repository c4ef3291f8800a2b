import { beforeAll, expect, test } from 'vitest';
import { saveSettings } from '../../modules/settings/store.ts';
import { registerPostType } from '../../modules/types/registry.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeComment, makePost, makeTerm, makeUser } from '../../../test/harness/factories.ts';
import { siteUrl, useRestApp } from '../../../test/harness/rest-app.ts';
import { builderBase } from '../../kernel/http/rest/rest-errors.ts';
import { restMethods } from '../../kernel/http/rest/rest-reply.ts';
import { restRouteList } from './rest-routes.ts';
import { describeRoute } from './route-index.ts';

test('OPTIONS describes every route’s reply and arguments', () => {
  const described = restRouteList().map((route) => ({
    route,
    options: describeRoute(route, 'with reply schema'),
  }));
  const silent = described.filter(
    ({ options: { schema } }) =>
      !/"\$schema":"http.*"(?:type|anyOf|oneOf|\$ref|enum|const)":/.test(JSON.stringify(schema) ?? ''),
  );
  expect(silent.map(({ route }) => route.path)).toEqual([]);
  expect(described.flatMap(({ options }) => options['endpoints']).length).toBeGreaterThan(150);
});

onBothDatabases('the REST base', (get) => {
  const rest = useRestApp(get);
  let postId = 0;
  let draftId = 0;

  beforeAll(async () => {
    await get().write(async (tx) => {
      await saveSettings(tx, {
        blogname: 'The Gazette',
        blogdescription: 'All of it',
        timezone_string: 'Asia/Kolkata',
      });
      const author = await makeUser(tx);
      postId = await makePost(tx, { title: 'Seen by all', authorId: author, termIds: [await makeTerm(tx)] });
      draftId = await makePost(tx, { title: 'Seen by nobody', status: 'draft' });
      await makeComment(tx, { postId });
    });
  });

  test('[ROUTE-04] GET /wp-json/ answers the index document as JSON', async () => {
    for (const address of [
      '=/wp-json/',
      '=/wp-json',
      '=/?rest_route=/',
      '=/?rest_route=%2F',
      '=/index.php?rest_route=/',
    ]) {
      const { status, headers, json } = await rest.get(address);
      expect(status, address).toBe(200);
      expect(headers['content-type']).toBe('application/json; charset=UTF-8');
      expect(json).toMatchObject({
        name: 'The Gazette',
        description: 'All of it',
        url: siteUrl,
        home: siteUrl,
        gmt_offset: 5.5,
        timezone_string: 'Asia/Kolkata',
        namespaces: [
          'oembed/1.0',
          'broadsheet/v1',
          'td-cloud-library',
          'wp/v2',
          'wp-site-health/v1',
          'wp-block-editor/v1',
        ],
        authentication: {},
      });
      expect(Object.keys(json['routes'] ?? {})).toEqual(
        expect.arrayContaining([
          '/',
          '/wp/v2',
          '/wp/v2/posts',
          '/wp/v2/posts/(?P<id>[\\d]+)',
          '/wp/v2/search',
        ]),
      );
    }
  });

  test('[ROUTE-05] GET /wp-json/wp/v2/posts lists published posts only, and POST without log-in is refused with 401', async () => {
    const { status, headers, list } = await rest.get('/wp/v2/posts');
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('application/json');
    expect(list.map(({ id }) => id)).toEqual([postId]);
    expect(list.map((post) => post['status'])).toEqual(['publish']);
    const written = await rest.send('POST', '/wp/v2/posts', {
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ title: 'Mine', status: 'publish' }),
    });
    expect(written.status).toBe(401);
    expect(written.json).toEqual({
      code: 'rest_cannot_create',
      message: 'Sorry, you are not allowed to create posts as this user.',
      data: { status: 401 },
    });
    expect(written.headers['x-missing-capability']).toBe('edit_posts');
    expect(await rest.ids('/wp/v2/posts')).toEqual([postId]);
  });

  test('lists each route’s methods and parameters', async () => {
    const { json } = await rest.get('/wp/v2');
    expect(json['namespace']).toBe('wp/v2');
    const route = json['routes']?.['/wp/v2/posts'];
    expect(route?.['methods']).toEqual(['GET', 'POST']);
    expect(route?.['endpoints']?.[0]?.['args']).toMatchObject({
      per_page: {
        description: 'Maximum number of posts in the response.',
        type: 'integer',
        default: 10,
        minimum: 1,
        maximum: 100,
        required: false,
      },
      order: { enum: ['asc', 'desc'], default: 'desc' },
    });
    expect(route?.['_links']).toEqual({ self: [{ href: `${siteUrl}/wp-json/wp/v2/posts` }] });
    const options = await rest.send('OPTIONS', '/wp/v2/posts');
    expect(options.status).toBe(200);
    expect(options.headers['allow']).toBe('GET');
    expect(options.json['methods']).toEqual(['GET', 'POST']);
    expect(options.json['endpoints']).toMatchObject([
      { methods: ['GET'], args: { slug: { description: 'Only posts with these slugs.' } } },
      { methods: ['POST'], args: { slug: { description: 'Slug of the post, the last part of its URL.' } } },
    ]);
  });

  test('serves every WordPress route that visitors can read', async () => {
    for (const path of [
      'posts',
      'pages',
      'media',
      'categories',
      'tags',
      'comments',
      'users',
      'types',
      'taxonomies',
      'statuses',
      'search',
    ]) {
      for (const address of [
        `/wp/v2/${path}`,
        `/wp/v2/${path}/`,
        `=/?rest_route=/wp/v2/${path}`,
        `=/?per_page=5&rest_route=%2Fwp%2Fv2%2F${path}`,
      ]) {
        const { status, headers, text } = await rest.get(address);
        expect(status, `${address} ${text.slice(0, 200)}`).toBe(200);
        expect(headers).toMatchObject({
          'content-type': 'application/json; charset=UTF-8',
          'x-robots-tag': 'noindex',
          allow: 'GET',
          'access-control-expose-headers': 'X-WP-Total, X-WP-TotalPages, Link, ETag, X-Missing-Capability',
        });
      }
      expect((await rest.send('HEAD', `/wp/v2/${path}`)).status, path).toBe(200);
    }
  });

  test('lets other origins read, without credentials', async () => {
    const { headers } = await rest.send('GET', '/wp/v2/posts', {
      headers: { origin: 'https://reader.example' },
    });
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'https://reader.example',
      vary: 'Origin',
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect((await rest.get('/wp/v2/posts')).headers['access-control-allow-origin']).toBeUndefined();
  });

  test('visitors can’t write anywhere, whatever they send', async () => {
    const tried: string[] = [];
    for (const { path, methods } of restRouteList()) {
      const address = path
        .replace('(?P<user_id>(?:[\\d]+|me))', 'me')
        .replace('(?P<name>[a-z0-9-]+/[a-z0-9-]+)', 'core/post-title')
        .replace(/\(\?P<name>broadsheet-[^)]*\)/, 'broadsheet-20260101-000000-manual.tar.gz')
        .replaceAll(/\(\?P<(?:id|parent|font_family_id)>[^)]*\)/g, String(postId))
        .replaceAll(/\(\?P<[^)]*\)/g, 'post');
      for (const method of restMethods.filter((name) => name !== 'GET' && methods[name])) {
        const sent = { payload: '{"name":"x"}', headers: { 'content-type': 'application/json' } };
        const { status } = await rest.send(method, `${address}?name=x&text=x&force=true`, sent);
        expect([method, address, status]).toEqual([
          method,
          address,
          path.startsWith(builderBase) ? 403 : 401,
        ]);
        tried.push(address);
      }
    }
    expect(tried.length).toBeGreaterThan(30);
  });

  test('a type can’t have the name of a route', () => {
    for (const { path } of restRouteList()) {
      const [, base] = /^\/wp\/v2\/([^/(]+)/.exec(path) ?? [];
      const labels = { plural: 'Shadows', singular: 'Shadow' };
      if (base)
        expect(() => registerPostType({ name: 'shadow', labels, restBase: base }), base).toThrow(
          /belongs to/,
        );
    }
  });

  test('refuses writes by visitors: 401 where some user can write, 404 where no user can', async () => {
    const refusals: [string, string, number, string][] = [
      ['POST', '/wp/v2/pages', 401, 'rest_cannot_create'],
      ['POST', '/wp/v2/media', 401, 'rest_cannot_create'],
      ['POST', '/wp/v2/categories', 401, 'rest_cannot_create'],
      ['POST', '/wp/v2/users', 401, 'rest_cannot_create_user'],
      ['POST', '/wp/v2/comments', 401, 'rest_comment_login_required'],
      ['PUT', `/wp/v2/posts/${postId}`, 401, 'rest_cannot_edit'],
      ['PATCH', `/wp/v2/posts/${postId}`, 401, 'rest_cannot_edit'],
      ['DELETE', `/wp/v2/posts/${postId}`, 401, 'rest_cannot_delete'],
      ['DELETE', '/wp/v2/posts', 404, 'rest_no_route'],
      ['POST', '/wp/v2/types', 404, 'rest_no_route'],
      ['GET', '/wp/v2/nothing', 404, 'rest_no_route'],
      ['GET', '/wp/v3/posts', 404, 'rest_no_route'],
      ['GET', '/wp/v2/posts/abc', 404, 'rest_no_route'],
      ['GET', `/wp/v2/posts/${postId}?_method=DELETE`, 401, 'rest_cannot_delete'],
      ['POST', '/wp/v2/posts?_method=PUT', 404, 'rest_no_route'],
    ];
    for (const [method, path, status, code] of refusals) {
      const reply = await rest.send(method, path, {
        payload: 'title=x',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([method, path, reply.status, reply.json['code']]).toEqual([method, path, status, code]);
      expect(reply.json['data']?.['status']).toBe(status);
    }
    const overridden = await rest.send('POST', `/wp/v2/posts/${postId}`, {
      headers: { 'x-http-method-override': 'DELETE' },
    });
    expect([overridden.status, overridden.json['code']]).toEqual([401, 'rest_cannot_delete']);
    const multipart = await rest.send('POST', '/wp/v2/media', {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--',
    });
    expect(multipart.status).toBe(401);
    expect((await rest.get(`/wp/v2/posts/${draftId}`)).status).toBe(401);
    expect((await rest.send('HEAD', `/wp/v2/posts/${draftId}`)).status).toBe(401);
  });

  test('_fields keeps named fields, at deeper levels too, and skips the work for others', async () => {
    expect(
      (await rest.get(`/wp/v2/posts/${postId}?_fields=id,title.rendered,nothing,content.protected`)).json,
    ).toEqual({ id: postId, title: { rendered: 'Seen by all' }, content: { protected: false } });
    expect((await rest.get('/wp/v2/posts?_fields[]=id&_fields[]=_links.self')).json).toEqual([
      {
        id: postId,
        _links: {
          self: [{ href: `${siteUrl}/wp-json/wp/v2/posts/${postId}`, targetHints: { allow: ['GET'] } }],
        },
      },
    ]);
    expect((await rest.get('=/wp-json/?_fields=name,namespaces')).json).toEqual({
      name: 'The Gazette',
      namespaces: [
        'oembed/1.0',
        'broadsheet/v1',
        'td-cloud-library',
        'wp/v2',
        'wp-site-health/v1',
        'wp-block-editor/v1',
      ],
    });
  });

  test('_envelope puts status and headers into the body', async () => {
    const { status, json } = await rest.get('/wp/v2/posts?_envelope&_fields=id');
    expect(status).toBe(200);
    const headers = {
      Allow: 'GET',
      'X-WP-Total': 1,
      'X-WP-TotalPages': 1,
      Link: expect.stringContaining('rel="https://api.w.org/"'),
    };
    expect(json).toEqual({ status: 200, body: [{ id: postId }], headers });
    const refused = await rest.get(`/wp/v2/posts/${draftId}?_envelope=1`);
    expect([refused.status, refused.json['status'], refused.json['body']?.['code']]).toEqual([
      200,
      401,
      'rest_forbidden',
    ]);
  });

  test('types, taxonomies and statuses', async () => {
    expect(Object.keys((await rest.get('/wp/v2/types')).json)).toEqual([
      'post',
      'page',
      'attachment',
      'wp_block',
      'wp_navigation',
      'nav_menu_item',
      'wp_template',
      'wp_template_part',
      'wp_global_styles',
      'wp_font_family',
      'wp_font_face',
    ]);
    expect((await rest.get('/wp/v2/types/post')).json).toMatchObject({
      name: 'Posts',
      slug: 'post',
      hierarchical: false,
      taxonomies: ['category', 'post_tag'],
      rest_base: 'posts',
      rest_namespace: 'wp/v2',
    });
    expect((await rest.get('/wp/v2/taxonomies/post_tag')).json).toMatchObject({
      slug: 'post_tag',
      rest_base: 'tags',
      types: ['post'],
      hierarchical: false,
    });
    expect(Object.keys((await rest.get('/wp/v2/taxonomies?type=page')).json)).toEqual([]);
    expect((await rest.get('/wp/v2/statuses')).json).toEqual({
      publish: {
        name: 'Published',
        public: true,
        queryable: true,
        slug: 'publish',
        date_floating: false,
        _links: { archives: [{ href: `${siteUrl}/wp-json/wp/v2/posts` }] },
      },
    });
    const faults: [string, number, string][] = [
      ['/wp/v2/types/nope', 404, 'rest_type_invalid'],
      ['/wp/v2/types/post?context=edit', 401, 'rest_forbidden_context'],
      ['/wp/v2/taxonomies/__proto__', 404, 'rest_taxonomy_invalid'],
      ['/wp/v2/statuses/draft', 401, 'rest_cannot_read_status'],
      ['/wp/v2/statuses/nope', 404, 'rest_status_invalid'],
      ['/wp/v2/types/constructor', 404, 'rest_type_invalid'],
      ['/wp/v2/users/me', 401, 'rest_not_logged_in'],
      ['/wp/v2/settings', 401, 'rest_forbidden'],
    ];
    for (const [path, status, code] of faults) {
      const reply = await rest.get(path);
      expect([path, reply.status, reply.json['code']]).toEqual([path, status, code]);
    }
  });
});
