import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledLibrary } from '../../src/modules/templates/library/library.ts';
import { createPost, deletePost } from '../../src/modules/posts/writer.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { findAssignments, findTemplate, listTemplates } from '../../src/modules/templates/reader.ts';
import { createTemplate } from '../../src/modules/templates/writer.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const library = '/wp-json/broadsheet/v1/template-library';
const files = '/wp-json/broadsheet/v1/template-files';
const base64 = (address: string) => Buffer.from(address, 'utf8').toString('base64');
const entry = (more: object = {}) => ({
  id: 1,
  type: 'single',
  title: 'Brought',
  content: '<!-- wp:broadsheet/post-title /-->',
  ...more,
});
const fileOf = (templates: readonly object[], more: object = {}) => ({
  format: 'broadsheet-template',
  version: 1,
  main: 1,
  templates,
  ...more,
});

onDrawnDatabase('the template library on the wire', (_get, place) => {
  let site: ServedSite;
  let editor: { cookie: string; nonce: string };
  let author: { cookie: string; nonce: string };
  let ids: { post: number; page: number; category: number; tag: number; writer: number };

  beforeAll(async () => {
    site = await serveSite(place());
    ids = await site.database.write(async (tx) => {
      const writer = await makeUser(tx, { displayName: 'Ada Quill' });
      const category = await makeTerm(tx, { name: 'Science', slug: 'science' });
      const tag = await makeTerm(tx, { taxonomy: 'post_tag', name: 'Maps', slug: 'maps' });
      const about = { publishedAt: Date.UTC(2024, 3, 5), termIds: [category, tag], authorIds: [writer] };
      const post = await makePost(tx, { title: 'An article', slug: 'an-article', ...about });
      return {
        writer,
        category,
        tag,
        post,
        page: await makePost(tx, { type: 'page', title: 'A page', slug: 'a-page' }),
      };
    });
    const [chief, someone] = await site.database.write(async (tx) => [
      await makeUser(tx, { roles: ['editor'] }),
      await makeUser(tx, { roles: ['author'] }),
    ]);
    [editor, author] = [await site.signIn(chief ?? 0), await site.signIn(someone ?? 0)];
  });
  afterAll(() => site.close());

  const request = async (
    path: string,
    body?: unknown,
    who: { cookie: string; nonce: string } | undefined = editor,
  ) => {
    const reply = await rawRequest(site.url, path, {
      method: body === undefined ? 'GET' : 'POST',
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(who && { cookie: who.cookie, 'x-wp-nonce': who.nonce }),
      },
    });
    return {
      status: reply.status,
      text: reply.body,
      json: reply.body.startsWith('{') ? (JSON.parse(reply.body) as Record<string, unknown>) : {},
    };
  };
  const globalOf = async (kind: string) => (await findAssignments(site.database.read, kind, 0)).global;

  test('[CLOUD-07] lists templates of every kind, only for users who can edit templates', async () => {
    const { status, json } = await request(library);
    expect(status).toBe(200);
    expect((json.templates as unknown[]).length).toBe(bundledLibrary().size);
    expect((await request(`${library}?type=single`)).json.templates).toHaveLength(
      [...bundledLibrary().values()].filter(({ type }) => type === 'single').length,
    );
    expect((await request(library, undefined, author)).status).toBe(403);
    expect((await rawRequest(site.url, library, {})).status).toBe(401);
    expect(
      (await request(library, { name: 'single-essay' }, { cookie: editor.cookie, nonce: 'stale' })).status,
    ).toBe(403);
  });

  test('templates of a kind are previewed on a page of it, and an empty shop has no preview', async () => {
    const samples = async () => (await request(library)).json['samples'] as Record<string, string>;
    expect(await samples()).toMatchObject({ single: '/an-article/', home: '/' });
    expect(Object.keys(await samples())).not.toContain('woo_shop_base');
    const cup = await site.database.write((tx) =>
      makePost(tx, { type: 'product', title: 'Cup', slug: 'cup' }),
    );
    expect((await samples())['woo_shop_base']).toBe('/shop/');
    expect((await rawRequest(site.url, '/shop/')).status).toBe(200);
    await site.database.write((tx) => deletePost(tx, cup));
  });

  test('a template’s preview page has content: a text, and the most prolific author', async () => {
    const samples = async () => (await request(library)).json['samples'] as Record<string, string>;
    const made = await site.database.write(async (tx) => {
      const much = await makeUser(tx, { displayName: 'Bo Prolific' });
      const text = `<!-- wp:paragraph --><p>${'Much is to be said of this. '.repeat(20)}</p><!-- /wp:paragraph -->`;
      const posts = [
        await makePost(tx, {
          type: 'page',
          title: 'About',
          slug: 'about-us',
          content: text,
          publishedAt: Date.now() - 9e9,
        }),
        await makePost(tx, { type: 'page', title: 'Empty', slug: 'empty' }),
      ];
      for (const n of [1, 2])
        posts.push(
          await makePost(tx, {
            slug: `of-bo-${n}`,
            authorId: much,
            authorIds: [much],
            publishedAt: Date.now() - 9e9,
          }),
        );
      return posts;
    });
    expect(await samples()).toMatchObject({ page: '/about-us/', author: '/author/bo-prolific/' });
    await site.database.write(async (tx) => {
      for (const id of made) await deletePost(tx, id);
    });
    expect(await samples()).toMatchObject({ page: '/a-page/', author: '/author/ada-quill/' });
  });

  test('it is listed in the site’s language, and imports keep the listed name', async () => {
    await site.database.write((tx) => saveSettings(tx, { site_language: 'de' }));
    const listed = (await request(`${library}?type=single`)).json as {
      templates: { name: string }[];
      styles: { name: string; label: string }[];
    };
    expect(listed.templates.find(({ name }) => name === 'single-essay')).toMatchObject({
      title: 'Essay',
      description: expect.stringMatching(/^Eine Spalte/),
    });
    expect(listed.styles).toContainEqual({ name: 'quiet', label: 'Ruhig' });
    const made = (await request(library, { name: 'single-beside' })).json;
    await site.database.write((tx) => saveSettings(tx, { site_language: 'en' }));
    expect(made).toMatchObject({ title: 'Schlagzeile neben dem Bild' });
  });

  test('[CLOUD-03] the single param selects an imported template’s target', async () => {
    const items = [
      ['single-essay', 'assign_to_post', ids.post, 'single'],
      ['category-wire', 'assign_to_category', ids.category, 'category'],
      ['tag-cards', 'assign_to_tag', ids.tag, 'tag'],
      ['author-index', 'assign_to_author', ids.writer, 'author'],
    ] as const;
    for (const [name, param, item, kind] of items) {
      const { status, json } = await request(library, { name, [param]: String(item) });
      expect(status, param).toBe(201);
      expect((await findAssignments(site.database.read, kind, item)).item, param).toBe(json.id);
      expect((await findAssignments(site.database.read, kind, item)).global, param).toBeUndefined();
    }
    const cup = await site.database.write(async (tx) => {
      await makeMedia(tx, { title: 'A map', slug: 'a-map' });
      return makePost(tx, { type: 'product', title: 'Cup', slug: 'cup' });
    });
    const kinds = [
      ['404-calm', 'assign_to_404', '404', '/no-such/?q=Köln 北京'],
      ['date-album', 'assign_to_archive', 'date', '/2024/'],
      ['search-list', 'assign_to_search', 'search', '/?s=Köln'],
      ['attachment-plate', 'assign_to_attachment', 'attachment', '/a-map/'],
      ['woo-search-list', 'assign_to_woo_search_archive', 'woo_search_archive', '/?s=cup&post_type=product'],
      ['woo-shop-plain', 'assign_to_woo_shop_base', 'woo_shop_base', '/shop/'],
    ] as const;
    for (const [name, param, kind, path] of kinds) {
      const { status, json } = await request(library, { name, [param]: base64(site.url + path) });
      expect([param, status]).toEqual([param, 201]);
      expect(await globalOf(kind)).toBe(json.id);
      // A page of another kind is rejected: nothing is imported, and the selection stays.
      const before = await listTemplates(site.database.read);
      for (const other of [
        ...kinds.map((one) => one[3]).filter((one) => one !== path),
        '/an-article/',
        '/',
        '/wp-login.php',
        '/category/science/',
      ]) {
        if (kind === '404' && other === '/wp-login.php') continue; // which is not a page of that kind
        const refused = await request(library, { name, [param]: base64(site.url + other) });
        const { params } = refused.json['data'] as { readonly params: Record<string, string> };
        expect([param, other, refused.status, params[param]]).toEqual([
          param,
          other,
          400,
          expect.stringMatching(/ takes the address of a page of the kind “.+”, which .+ is not\.$/),
        ]);
        expect(
          (await request(files, { file: fileOf([entry({ type: kind })]), [param]: base64(site.url + other) }))
            .status,
        ).toBe(400);
      }
      expect([await listTemplates(site.database.read), await globalOf(kind)]).toEqual([before, json.id]);
    }
    await site.database.write((tx) => deletePost(tx, cup));
  });

  test('[CLOUD-04] a template gets a mobile variant; the dependencies of a template for phones are imported with it', async () => {
    const { json: made } = await request(library, { name: 'single-across' });
    const across = await findTemplate(site.database.read, Number(made.id));
    expect((await findTemplate(site.database.read, across?.mobileTemplateId ?? 0))?.isMobile).toBe(true);
    const { json: alone } = await request(library, { name: 'single-across', without_mobile: true });
    expect((await findTemplate(site.database.read, Number(alone.id)))?.mobileTemplateId).toBe(0);
    const { status, json } = await request(library, {
      name: 'single-margin',
      assign_mobile_to_template: String(alone.id),
    });
    expect(status).toBe(201);
    expect((await findTemplate(site.database.read, Number(alone.id)))?.mobileTemplateId).toBe(json.id);
    expect((await findTemplate(site.database.read, Number(json.id)))?.isMobile).toBe(true);
  });

  test('[AJAX-57] [AJAX-60] the builder’s endpoint accepts its nonce in header, query or body, and only the caller’s own', async () => {
    const id = await site.database.write((tx) => createTemplate(tx, { type: 'single', title: 'Long read' }));
    const fields = {
      postId: String(id),
      templateType: 'single',
      templateName: 'Copy',
      duplicateTemplate: 'true',
    };
    const copies = async () =>
      (await listTemplates(site.database.read)).filter(({ title }) => title === 'Copy').length;
    const send = (
      cookie: string,
      more: Readonly<Record<string, string>>,
      { query = '', isJson = false, header = '' } = {},
    ) =>
      rawRequest(site.url, `/wp-json/td-cloud-library/new_template${query}`, {
        method: 'POST',
        body: isJson
          ? JSON.stringify({ ...fields, ...more })
          : new URLSearchParams({ ...fields, ...more }).toString(),
        headers: {
          'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
          ...(cookie && { cookie }),
          ...(header && { 'x-wp-nonce': header }),
        },
      });
    const { cookie, nonce } = editor;
    const good = [
      await send(cookie, { _nonce: nonce }),
      await send(cookie, { _nonce: nonce }, { isJson: true }),
      await send(cookie, { _wpnonce: nonce }),
      await send(cookie, {}, { header: nonce }),
      await send(cookie, {}, { query: `?_wpnonce=${nonce}` }),
      await send(cookie, {}, { query: `?_nonce=${nonce}` }),
    ];
    expect(good.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await copies()).toBe(6);
    const bad = [
      await send(cookie, {}),
      await send(cookie, { _nonce: '' }),
      await send(cookie, { _nonce: 'stale' }),
      await send(cookie, { _nonce: author.nonce }),
      await send('', { _nonce: nonce }),
      await send(author.cookie, { _nonce: author.nonce }),
      await send(cookie, { _nonce: nonce }, { header: 'stale' }),
      await send('wordpress_logged_in_0=forged', { _nonce: nonce }),
    ];
    const errors = bad.map(({ status, body }) => ({
      ...(JSON.parse(body) as { code: string; message: string; error: string; data: unknown }),
      status,
    }));
    const [visitor, forged] = ['403 rest_forbidden', '403 rest_cookie_invalid_nonce'];
    expect(errors.map(({ status, code }) => `${status} ${code}`)).toEqual([
      visitor,
      visitor,
      forged,
      forged,
      visitor,
      visitor,
      forged,
      forged,
    ]);
    // As REST errors with an additional `error`, which the builder reads as in its AJAX calls.
    expect(errors.map(({ error, data }) => [error, data])).toEqual(
      errors.map(({ message }) => [message, expect.objectContaining({ status: 403 })]),
    );
    expect(await copies()).toBe(6);
    // Other routes ignore a nonce in the body.
    const elsewhere = await rawRequest(site.url, library, {
      method: 'POST',
      body: JSON.stringify({ name: 'single-essay', _nonce: nonce }),
      headers: { 'content-type': 'application/json', cookie },
    });
    expect(elsewhere.status).toBe(401);
    expect((await send(cookie, { _nonce: nonce, templateName: 'x'.repeat(1_100_000) })).status).toBe(413);
  });

  test('[CLOUD-06] an address of another site, two params at once and wrong kinds change nothing', async () => {
    const before = [await listTemplates(site.database.read), await globalOf('404')];
    const refused: readonly (readonly [Record<string, unknown>, number])[] = [
      [{ assign_to_404: base64('https://elsewhere.example/') }, 400],
      [{ assign_to_404: '%%%' }, 400],
      [{ assign_to_404: base64('javascript:1') }, 400],
      [{ assign_to_404: base64(`${site.url}/`), assign_to_post: String(ids.post) }, 400],
      [{ assign_to_post: '-1' }, 400],
      [{ assign_to_post: '1e3x' }, 400],
      [{ assign_to_post: '99999999' }, 404],
      [{ assign_to_post: String(ids.post), assign_to_search_cpt: 'book' }, 400],
      [{ assign_to_search: Buffer.from(site.url).toString('base64'), assign_to_search_cpt: 'nosuch' }, 400],
      [{ assign_to_category: String(ids.tag) }, 404],
      [{ assign_to_tag: String(ids.category) }, 404],
      [{ assign_mobile_to_template: '99999999' }, 404],
      [{ assign_to_category: String(ids.category) }, 400],
      [{ assign_to_author: ['1'] }, 400],
    ];
    for (const [params, status] of refused)
      expect([params, (await request(library, { name: 'single-essay', ...params })).status]).toEqual([
        params,
        status,
      ]);
    for (const name of ['', '../../etc/passwd', '__proto__', 'outside/a', 'x'.repeat(5000)]) {
      expect([400, 404], name.slice(0, 30)).toContain((await request(library, { name })).status);
    }
    expect([await listTemplates(site.database.read), await globalOf('404')]).toEqual(before);
  });

  test('a template is restored from its file unchanged, with its phone variant, header, footer and patterns', async () => {
    const id = await site.database.write(async (tx) => {
      const words = '<!-- wp:paragraph --><p>Inner words</p><!-- /wp:paragraph -->';
      const inner = await createPost(tx, {
        type: 'wp_block',
        status: 'publish',
        title: 'Inner',
        content: words,
      });
      const outer = await createPost(tx, {
        type: 'wp_block',
        status: 'publish',
        title: 'Outer',
        content: `<!-- wp:block {"ref":${inner}} /-->`,
      });
      const header = await createTemplate(tx, {
        type: 'header',
        title: 'Top',
        content: `<!-- wp:block {"ref":${inner}} /-->`,
      });
      const footer = await createTemplate(tx, { type: 'footer', title: 'Foot', content: '' });
      const mobile = await createTemplate(tx, {
        type: 'single',
        title: 'Small',
        isMobile: true,
        content: '<!-- wp:broadsheet/post-content /-->',
      });
      return createTemplate(tx, {
        type: 'single',
        title: 'All of it',
        headerId: header,
        footerId: footer,
        mobileTemplateId: mobile,
        content: `<!-- wp:broadsheet/post-list {"category_id":"${ids.category}"} /-->\n<!-- wp:block {"ref":${outer}} /-->`,
      });
    });
    const { status, json: file } = await request(`${files}?template=${id}`);
    expect(status).toBe(200);
    const { json: made } = await request(files, { file });
    expect(made.template_ids).toHaveLength(4);
    expect(made.pattern_ids).toHaveLength(2);
    const copy = await findTemplate(site.database.read, Number(made.id));
    const original = await findTemplate(site.database.read, id);
    const renamed = original?.content.replace(/"ref":\d+/, /"ref":\d+/.exec(copy?.content ?? '')?.[0] ?? '');
    expect(copy?.content).toBe(renamed);
    expect(copy?.content).not.toBe(original?.content);
    expect(
      [copy?.mobileTemplateId, copy?.headerId, copy?.footerId].every(
        (part) => part !== undefined && part > 0,
      ),
    ).toBe(true);
    // Ids of another site belong to other posts.
    const { json: foreign } = await request(files, { file: { ...file, site: 'https://elsewhere.example' } });
    expect((await findTemplate(site.database.read, Number(foreign.id)))?.content).not.toContain(
      'category_id',
    );
    expect((await request(`${files}?template=99999999`)).status).toBe(404);
  });

  test('invalid or hostile files create nothing', async () => {
    const before = await listTemplates(site.database.read);
    const deep = '<!-- wp:broadsheet/row -->'.repeat(9) + '<!-- /wp:broadsheet/row -->'.repeat(9);
    const bad: readonly unknown[] = [
      null,
      'text',
      [],
      {},
      fileOf([]),
      fileOf([entry()], { format: 'other' }),
      fileOf([entry()], { version: 2 }),
      fileOf([entry()], { main: 7 }),
      fileOf([entry(), entry()]),
      fileOf([entry({ type: 'nothing' })]),
      fileOf([entry({ title: '' })]),
      fileOf([entry({ content: deep })]),
      fileOf([entry({ content: 'a\0b' })]),
      fileOf([entry({ extra: 1 })]),
      fileOf([entry({ id: 0 })]),
      fileOf([entry({ id: 1.5 })]),
      fileOf([entry({ mobileTemplateId: 2 }), entry({ id: 2, type: 'category', isMobile: true })]),
      fileOf([entry(), entry({ id: 2 })]),
      fileOf([entry({ headerId: 2 }), entry({ id: 2 })]),
      fileOf([entry({ content: 'x'.repeat(2_000_001) })]),
      fileOf(Array.from({ length: 11 }, (_, index) => entry({ id: index + 1 }))),
      fileOf([entry({ isMobile: true })]),
    ];
    for (const [index, file] of bad.entries()) {
      const target = index === bad.length - 1 ? { assign_to_post: String(ids.post) } : {};
      const { status, text } = await request(files, { file, ...target });
      expect([index, status, text.slice(0, 200)]).toEqual([index, 400, text.slice(0, 200)]);
    }
    expect((await request(files, { file: fileOf([entry()]) }, author)).status).toBe(403);
    expect(await listTemplates(site.database.read)).toEqual(before);
  });

  test('imported content is cleaned by the importer’s capabilities, and unknown blocks are reported', async () => {
    const content =
      '<!-- wp:html --><img src="x" onerror="alert(1)"><script>alert(2)</script><!-- /wp:html --><!-- wp:acme/box /-->';
    const { status, json } = await request(files, {
      file: fileOf([entry({ content })]),
      assign_to_post: String(ids.post),
    });
    expect(status).toBe(201);
    expect(json.unknown_blocks).toEqual(['acme/box']);
    const page = (await rawRequest(site.url, '/an-article/', {})).body;
    expect(page).not.toContain('onerror');
    expect(page).not.toContain('alert(2)');
  });

  test('the title of a pattern is cut in a file without half a character, which no import takes', async () => {
    const id = await site.database.write(async (tx) => {
      const words = '<!-- wp:paragraph --><p>Of it</p><!-- /wp:paragraph -->';
      const pattern = await createPost(tx, {
        type: 'wp_block',
        status: 'publish',
        title: `${'a'.repeat(199)}😀`,
        content: words,
      });
      return createTemplate(tx, {
        type: 'single',
        title: 'Of a long one',
        content: `<!-- wp:block {"ref":${pattern}} /-->`,
      });
    });
    const { json: file } = await request(`${files}?template=${id}`);
    expect((await request(files, { file })).status).toBe(201);
  });

  test('a loop of patterns in a file terminates, and the page renders', async () => {
    const patterns = [
      { id: 5, title: 'A', content: '<!-- wp:block {"ref":6} /-->' },
      { id: 6, title: 'B', content: '<!-- wp:block {"ref":5} /-->' },
    ];
    const file = fileOf([entry({ content: '<!-- wp:block {"ref":5} /--><!-- wp:block {"ref":99} /-->' })], {
      patterns,
    });
    const { status, json } = await request(files, { file, assign_to_post: String(ids.post) });
    expect(status).toBe(201);
    expect(json.pattern_ids).toHaveLength(2);
    expect((await findTemplate(site.database.read, Number(json.id)))?.content).toContain('"ref":0');
    expect((await rawRequest(site.url, '/an-article/', {})).status).toBe(200);
  });

  test('[CLOUD-07] each template can be previewed before the import, invisibly to readers', async () => {
    for (const { name, type } of bundledLibrary().values()) {
      const path =
        new Map<string, string>([
          ['single', '/an-article/'],
          ['category', '/category/science/'],
        ]).get(type) ?? (['home', 'header', 'footer'].includes(type) ? '/' : undefined);
      if (path === undefined) continue;
      const reply = await rawRequest(site.url, `${path}?template_preview=library:${name}&device=desktop`, {
        headers: { cookie: editor.cookie },
      });
      // With its footer, which readers get on an existing page: each has one h1.
      expect([
        name,
        reply.status,
        reply.body.match(/<h1[ >]/g)?.length,
        reply.body.includes('<footer class="site-footer'),
      ]).toEqual([name, 200, 1, true]);
      if (type === 'single') expect(reply.body, name).toContain('class="post-content');
    }
    const reader = await rawRequest(site.url, '/an-article/?template_preview=library:single-night', {});
    expect(reader.body).not.toContain('ground-ink');
  });
});
