import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makePost, makeUser } from '../../../../test/harness/factories.ts';
import { siteUrl, useRestApp } from '../../../../test/harness/rest-app.ts';
import { blockTypesByName } from '../../../blocks/block-types.server.ts';
import { InvalidInputError, UnavailableError } from '../../../lib/errors.ts';
import type { FetchOutside } from '../../../lib/fetch-outside.ts';

/** Replies of other sites by path. */
const pages: Readonly<
  Record<string, { readonly status?: number; readonly type?: string; readonly body: string | Buffer }>
> = {
  '/story': {
    body:
      '<html><head><title>Harbour &amp; sea</title><meta name="description" content="News"><link rel="icon" href="/i.ico">' +
      '<meta property="og:image" content="/lead.jpg"></head>',
  },
  '/latin': { type: 'text/html; charset=iso-8859-1', body: Buffer.from('<title>Café</title>', 'latin1') },
  '/moved': { status: 302, body: '' },
  '/gone': { status: 410, body: '<title>Gone</title>' },
  '/empty': { body: '' },
  '/picture': { type: 'image/png', body: gzipSync('x'.repeat(10_000)) },
};
const requestedUrls: string[] = [];
const fetchEmbeds: FetchOutside = async (url) => {
  requestedUrls.push(url);
  const { pathname } = new URL(url);
  if (pathname === '/down') throw new UnavailableError('secret-host:8080 can’t be reached.');
  if (pathname === '/inside') throw new InvalidInputError('10.0.0.1 is no address of the Internet.');
  const { status = 200, type = 'text/html', body } = pages[pathname] ?? { status: 404, body: '' };
  return { status, headers: { 'content-type': type }, url, body: Buffer.from(body) };
};

onBothDatabases('routes of the block editor over REST', (get) => {
  const blocks = { types: blockTypesByName, render: async () => '' };
  const rest = useRestApp(get, blocks, { fetchEmbeds });
  const guarded = useRestApp(get, blocks);
  const who = { administrator: 0, editor: 0, contributor: 0, subscriber: 0 };
  beforeAll(async () => {
    requestedUrls.length = 0;
    await get().write(async (tx) => {
      for (const role of ['administrator', 'editor', 'contributor', 'subscriber'] as const)
        who[role] = await makeUser(tx, { login: role, roles: [role] });
    });
  });
  const namespace = '/wp-block-editor/v1';
  const address = (url: string) => `${namespace}/url-details?url=${encodeURIComponent(url)}`;

  test('callers without permission get WordPress’ errors, and cause no outgoing request', async () => {
    const rows = [
      [address('https://news.example/story'), 'rest_cannot_view_url_details', ['subscriber']],
      [`${namespace}/settings`, 'rest_cannot_read_block_editor_settings', ['subscriber']],
      [`${namespace}/navigation-fallback`, 'rest_cannot_create', ['subscriber', 'contributor', 'editor']],
      [`${namespace}/export`, 'rest_cannot_export_templates', ['subscriber', 'contributor', 'editor']],
    ] as const;
    for (const [path, code, refused] of rows) {
      const visitor = await rest.get(path);
      expect([path, visitor.status, visitor.json]).toEqual([
        path,
        401,
        { code, message: expect.any(String), data: { status: 401 } },
      ]);
      for (const role of refused) {
        const reply = await rest.getAs(who[role], path);
        expect([path, role, reply.status, reply.json['code']]).toEqual([path, role, 403, code]);
      }
    }
    expect(requestedUrls).toEqual([]);
  });

  test('details of a page are its title, description, icon and image', async () => {
    const { status, json } = await rest.getAs(who.contributor, address('https://news.example/story'));
    expect([status, json]).toEqual([
      200,
      {
        title: 'Harbour & sea',
        icon: 'https://news.example/i.ico',
        description: 'News',
        image: 'https://news.example/lead.jpg',
      },
    ]);
    expect((await rest.getAs(who.editor, address('https://news.example/latin'))).json).toMatchObject({
      title: 'Café',
      icon: '',
      description: '',
      image: '',
    });
    const picture = await rest.getAs(who.administrator, address('https://news.example/picture'));
    expect([picture.status, picture.json]).toEqual([
      200,
      { title: '', icon: '', description: '', image: '' },
    ]);
    for (const path of ['/moved', '/gone', '/down', '/none', '/empty']) {
      const code = path === '/empty' ? 'no_content' : 'no_response';
      const reply = await rest.getAs(who.editor, address(`https://news.example${path}`));
      expect([path, reply.status, reply.json['code'], reply.text.includes('secret-host')]).toEqual([
        path,
        404,
        code,
        false,
      ]);
    }
    const inside = await rest.getAs(who.editor, address('https://news.example/inside'));
    expect([inside.status, inside.json['code'], inside.text.includes('10.0.0.1')]).toEqual([
      400,
      'rest_invalid_param',
      false,
    ]);
    expect((await rest.getAs(who.editor, `${namespace}/url-details`)).json).toMatchObject({
      code: 'rest_missing_callback_param',
      data: { params: ['url'] },
    });
    expect(rest.faults).toEqual([]);
  });

  test('calls no address of the local network, in any spelling', async () => {
    const refused = [
      'http://127.0.0.1/',
      'http://127.1/',
      'http://2130706433/',
      'http://0x7f.0.0.1/',
      'http://localhost/',
      'http://[::1]/',
      'http://[::ffff:10.0.0.1]/',
      'http://10.0.0.1/',
      'http://192.168.1.1/',
      'http://169.254.169.254/latest/meta-data/',
      'http://0.0.0.0/',
      'http://100.64.0.1/',
      'http://[fd00::1]/',
      'https://user:secret@news.example/',
      'file:///etc/passwd',
      'ftp://news.example/',
      'data:text/html,<title>x</title>',
      'javascript:alert(1)',
      'story',
      '//',
    ];
    for (const url of refused) {
      const { status, json } = await guarded.getAs(who.administrator, address(url));
      expect([url, status, json['code'], Object.keys(json['data']?.['params'] ?? {})]).toEqual([
        url,
        400,
        'rest_invalid_param',
        ['url'],
      ]);
    }
    for (const query of [
      'url=',
      'url[]=https://news.example/',
      `url=https://news.example/${'x'.repeat(60_000)}`,
      'url=%00',
    ]) {
      expect([
        query.slice(0, 30),
        (await guarded.getAs(who.administrator, `${namespace}/url-details?${query}`)).status,
      ]).toEqual([query.slice(0, 30), 400]);
    }
    expect(guarded.faults).toEqual([]);
  });

  test('limits how many pages a user can have fetched', async () => {
    const statuses: number[] = [];
    while (statuses.length < 600 && statuses.at(-1) !== 429)
      statuses.push((await rest.getAs(who.contributor, address('https://news.example/story'))).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await rest.getAs(who.administrator, address('https://news.example/story'))).status).toBe(200);
  });

  test('the editor settings contain upload types, sizes and block categories', async () => {
    const { status, json } = await rest.getAs(who.contributor, `${namespace}/settings?context=mobile`);
    expect([status, json]).toEqual([
      200,
      expect.objectContaining({
        alignWide: true,
        allowedBlockTypes: true,
        maxUploadFileSize: 256 * 2 ** 20,
        imageDefaultSize: 'large',
        styles: [],
        allowedMimeTypes: expect.objectContaining({ jpg: 'image/jpeg', pdf: 'application/pdf' }),
        imageDimensions: expect.objectContaining({
          thumbnail: { width: 150, height: 150, crop: true },
          large: { width: 1024, height: 1024, crop: false },
        }),
      }),
    ]);
    expect(json['allowedMimeTypes']).not.toHaveProperty('svg');
    const categories = Object.values(json['blockCategories'] ?? {});
    expect(categories).toEqual(
      expect.arrayContaining([
        { slug: 'text', title: 'Text', icon: null },
        { slug: 'listing', title: 'Listing', icon: null },
      ]),
    );
    expect(new Set(categories.map(({ slug }) => slug)).size).toBe(categories.length);
  });

  test('the navigation fallback is the menu published last', async () => {
    const path = `${namespace}/navigation-fallback`;
    expect((await rest.getAs(who.administrator, path)).json).toEqual({
      code: 'no_fallback_menu',
      message: 'No fallback menu found.',
      data: { status: 404 },
    });
    const id = await get().write(async (tx) => {
      await makePost(tx, { type: 'wp_navigation', title: 'Old', publishedAt: 1_600_000_000_000 });
      await makePost(tx, {
        type: 'wp_navigation',
        title: 'Draft',
        status: 'draft',
        publishedAt: 1_800_000_000_000,
      });
      return makePost(tx, { type: 'wp_navigation', title: 'New', publishedAt: 1_700_000_000_000 });
    });
    const { status, json } = await rest.getAs(who.administrator, path);
    expect([status, json]).toEqual([
      200,
      { id, _links: { self: [{ embeddable: true, href: `${siteUrl}/wp-json/wp/v2/navigation/${id}` }] } },
    ]);
    expect(
      (await rest.getAs(who.administrator, `${path}?_embed`)).json['_embedded']?.['self']?.[0]?.['id'],
    ).toBe(id);
  });

  test('the export is an archive without files', async () => {
    const { statusCode, headers, rawPayload } = await rest.app().inject({
      url: `/wp-json${namespace}/export`,
      headers: { 'x-test-actor': String(who.administrator) },
    });
    expect([statusCode, headers['content-type'], rawPayload.length]).toEqual([200, 'application/zip', 22]);
    expect([rawPayload.readUInt32LE(0), rawPayload.subarray(4).every((byte) => byte === 0)]).toEqual([
      0x06054b50,
      true,
    ]);
  });
});
