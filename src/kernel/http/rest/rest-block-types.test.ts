import { beforeAll, expect, test } from 'vitest';
import { runsHere } from '../../../../test/harness/runs-here.ts';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makePost, makeUser } from '../../../../test/harness/factories.ts';
import { pageSite } from '../../../../test/harness/page-site.ts';
import type { PageSite } from '../../../../test/harness/page-site.ts';
import { siteUrl, useRestApp } from '../../../../test/harness/rest-app.ts';
import { embedLink } from '../../../blocks/document/players.ts';
import { blockTypesByName } from '../../../blocks/block-types.server.ts';
import { saveSettings } from '../../../modules/settings/store.ts';
import type { FetchOutside } from '../../../lib/fetch-outside.ts';
import { renderBlockHtml } from '../../../site/pages/render-post-html.ts';

/** Stub for other sites that records requests. */
const requestedUrls: string[] = [];
const fetchEmbeds: FetchOutside = async (url) => {
  requestedUrls.push(url);
  const embed = { type: 'video', title: 'A <i>film</i>', html: '<script>alert(1)</script>', width: 640 };
  return { status: 200, headers: {}, url, body: Buffer.from(JSON.stringify(embed)) };
};

onBothDatabases('block types over REST', (get, place) => {
  let rendered = 0;
  let site: PageSite | undefined;
  const rest = useRestApp(
    get,
    {
      types: blockTypesByName,
      render: (name, attributes, post, actor) => {
        rendered++;
        return renderBlockHtml((site ??= pageSite(get())), name, attributes, { post, actor });
      },
    },
    { fetchEmbeds },
  );
  const who = { admin: 0, editor: 0, author: 0, contributor: 0, subscriber: 0 };
  const it = { story: 0, draft: 0, foreign: 0 };

  beforeAll(async () => {
    await get().write(async (tx) => {
      who.admin = await makeUser(tx, { login: 'admin', roles: ['administrator'] });
      for (const role of ['editor', 'author', 'contributor', 'subscriber'] as const)
        who[role] = await makeUser(tx, { login: role, roles: [role] });
      it.story = await makePost(tx, { title: 'Harbour opens', publishedAt: 1_700_000_000_000 });
      await makePost(tx, { title: 'Older story', publishedAt: 1_600_000_000_000 });
      it.draft = await makePost(tx, {
        title: 'My <b>draft</b>',
        status: 'draft',
        authorIds: [who.contributor],
      });
      it.foreign = await makePost(tx, {
        title: 'Somebody’s secret',
        status: 'draft',
        authorIds: [who.editor],
      });
    });
  });

  const latest = '/wp/v2/block-renderer/core/latest-posts';
  const read = async (userId: number, path: string) => rest.getAs(userId, path);

  test('writers see the available blocks, and the attributes of each', async () => {
    const { status, list } = await read(who.contributor, '/wp/v2/block-types');
    expect([status, list.length]).toEqual([200, blockTypesByName().size]);
    const core = (await read(who.contributor, '/wp/v2/block-types/core')).list;
    expect([
      core.length > 50,
      (await read(who.contributor, '/wp/v2/block-types?namespace=core')).list,
    ]).toEqual([true, core]);
    expect((await read(who.contributor, '/wp/v2/block-types/nobody')).list).toEqual([]);
    const holding = (await read(who.contributor, '/wp/v2/block-types/broadsheet')).list.filter(
      ({ broadsheet_holds_blocks: holds }) => holds,
    );
    expect(holding.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['broadsheet/column', 'broadsheet/header', 'broadsheet/row']),
    );
    expect(holding.map(({ name }) => name)).not.toContain('broadsheet/post-list');
    const { json } = await read(who.contributor, '/wp/v2/block-types/core/latest-posts?context=edit');
    expect(json).toMatchObject({
      name: 'core/latest-posts',
      title: 'Latest Posts',
      is_dynamic: true,
      api_version: 3,
      category: 'widgets',
      parent: null,
      editor_script_handles: [],
      attributes: {
        postsToShow: { type: 'number', default: 5 },
        displayPostDate: { type: 'boolean', default: false },
        order: { type: 'string', default: 'desc' },
        className: { type: 'string' },
        metadata: { type: 'object' },
      },
    });
    expect(json['_links']).toMatchObject({
      self: [{ href: `${siteUrl}/wp-json/wp/v2/block-types/core/latest-posts` }],
      'https://api.w.org/render-block': [{ href: `${siteUrl}/wp-json${latest}?context=edit` }],
    });
    expect((await read(who.contributor, '/wp/v2/block-types/broadsheet/post-list')).json).toMatchObject({
      title: 'Post list',
      category: 'listing',
      keywords: expect.arrayContaining(['query']),
      example: { attributes: { limit: 3 } },
    });
    expect((await read(who.contributor, '/wp/v2/block-types/core/nothing')).json).toMatchObject({
      code: 'rest_block_type_invalid',
      data: { status: 404 },
    });
    for (const path of [
      '/wp/v2/block-types',
      '/wp/v2/block-types/core',
      '/wp/v2/block-types/core/latest-posts',
    ]) {
      expect([(await read(who.subscriber, path)).status, (await rest.get(path)).status]).toEqual([403, 401]);
      expect((await rest.get(path)).json['code']).toBe('rest_block_type_cannot_view');
    }
  });

  test('lists every WordPress block with the fields of its block.json', async () => {
    const { list } = await read(who.author, '/wp/v2/block-types/core');
    const byName = new Map<string, Readonly<Record<string, unknown>>>(
      list.map((type) => [String(type['name']), type]),
    );
    const saved = [
      'accordion',
      'audio',
      'button',
      'buttons',
      'code',
      'column',
      'columns',
      'details',
      'embed',
      'file',
      'footnotes',
      'freeform',
      'group',
      'heading',
      'html',
      'image',
      'list',
      'list-item',
      'math',
      'missing',
      'more',
      'nextpage',
      'paragraph',
      'pattern',
      'preformatted',
      'pullquote',
      'quote',
      'separator',
      'shortcode',
      'spacer',
      'table',
      'tabs',
      'text-columns',
      'verse',
      'video',
    ];
    const dynamic = [
      'archives',
      'block',
      'comments',
      'cover',
      'gallery',
      'media-text',
      'navigation',
      'post-title',
      'query',
      'search',
      'social-link',
    ];
    expect(saved.filter((name) => byName.get(`core/${name}`)?.['is_dynamic'] !== false)).toEqual([]);
    expect(dynamic.filter((name) => byName.get(`core/${name}`)?.['is_dynamic'] !== true)).toEqual([]);
    expect(
      list
        .filter(({ title, description, category }) => !title || !description || !category)
        .map(({ name }) => name),
    ).toEqual(['core/post-comments', 'core/widget-group']);
    const { json } = await read(who.editor, '/wp/v2/block-types/core/paragraph');
    expect(json).toMatchObject({
      api_version: 3,
      name: 'core/paragraph',
      title: 'Paragraph',
      category: 'text',
      keywords: ['text'],
      textdomain: 'default',
      is_dynamic: false,
      supports: { anchor: true, className: false, splitting: true },
      selectors: { root: 'p' },
      uses_context: [],
      provides_context: {},
      styles: [],
      example: null,
      parent: null,
      ancestor: null,
      allowed_blocks: null,
      icon: null,
      variations: [],
      block_hooks: {},
    });
    const text = { type: 'string' };
    expect(json['attributes']).toEqual({
      content: { type: 'rich-text', source: 'rich-text', selector: 'p', role: 'content' },
      dropCap: { type: 'boolean', default: false },
      placeholder: text,
      direction: { type: 'string', enum: ['ltr', 'rtl'] },
      lock: { type: 'object' },
      metadata: { type: 'object' },
      anchor: text,
      className: text,
      align: { type: 'string', enum: ['left', 'center', 'right', 'wide', 'full', ''] },
      textColor: text,
      backgroundColor: text,
      gradient: text,
      borderColor: text,
      fontSize: text,
      fontFamily: text,
      style: { type: 'object' },
    });
    expect(Object.keys(Object(json['_links'])).toSorted()).toEqual(['collection', 'self', 'up']);
    const more = Object.keys(Object(byName.get('core/more')?.['attributes']));
    expect([more.includes('customText'), more.includes('className'), more.includes('style')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(byName.get('core/list-item')).toMatchObject({ parent: ['core/list'] });
    expect(byName.get('core/quote')).toMatchObject({
      styles: [{ name: 'default', isDefault: true }, { name: 'plain' }],
    });
    expect(byName.get('core/accordion-heading')).toMatchObject({
      uses_context: expect.arrayContaining(['core/accordion-icon-position']),
    });
    expect(byName.get('core/post-terms')?.['variations']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: 'category',
          title: 'Categories',
          attributes: { term: 'category' },
          isDefault: true,
        }),
        expect.objectContaining({ name: 'post_tag', title: 'Tags', attributes: { term: 'post_tag' } }),
      ]),
    );
    const links = Object.values(Object(byName.get('core/navigation-link')?.['variations'])) as {
      readonly name: string;
    }[];
    expect(links.find(({ name }) => name === 'tag')).toMatchObject({
      title: 'Tag link',
      attributes: { type: 'tag', kind: 'taxonomy' },
    });
    expect(links.find(({ name }) => name === 'page')).toMatchObject({
      title: 'Page link',
      attributes: { type: 'page', kind: 'post-type' },
    });
    expect(links.some(({ name }) => name.startsWith('wp_'))).toBe(false);
    expect(byName.get('core/query')).toMatchObject({
      provides_context: { queryId: 'queryId', query: 'query' },
    });
    const { json: embedded } = await read(
      who.admin,
      '/wp/v2/block-types/core/column?context=embed&_fields=name,parent,title,editor_script_handles',
    );
    expect(embedded).toMatchObject({ name: 'core/column', parent: ['core/columns'], title: 'Column' });
    expect(embedded).not.toHaveProperty('editor_script_handles');
    for (const [userId, status] of [
      [who.subscriber, 403],
      [who.contributor, 200],
      [who.editor, 200],
      [who.admin, 200],
    ] as const) {
      const reply = await read(userId, '/wp/v2/block-types/core/paragraph');
      expect([userId, reply.status, reply.json['code']]).toEqual([
        userId,
        status,
        status === 403 ? 'rest_block_type_cannot_view' : undefined,
      ]);
    }
    const visitor = await rest.get('/wp/v2/block-types/core/paragraph');
    expect([visitor.status, visitor.json['code']]).toEqual([401, 'rest_block_type_cannot_view']);
    for (const name of ['constructor', '__proto__', 'Paragraph', 'paragraph-']) {
      expect((await read(who.editor, `/wp/v2/block-types/core/${name}`)).json).toMatchObject({
        code: 'rest_block_type_invalid',
        data: { status: 404 },
      });
    }
  });

  test('renders a block as readers see it, from the URL or the body', async () => {
    const byAddress = await read(
      who.contributor,
      `${latest}?context=edit&attributes[postsToShow]=1&attributes[displayPostDate]=true&attributes[className]=mine`,
    );
    const { json } = await rest.sendAs(who.contributor, 'POST', latest, {
      context: 'edit',
      attributes: { postsToShow: 1, displayPostDate: true, className: 'mine', metadata: { name: 'x' } },
    });
    expect(Object.keys(json)).toEqual(['rendered']);
    expect(json['rendered']).toBe(byAddress.json['rendered']);
    expect(String(json['rendered'])).toMatch(
      /^<ul class="wp-block-latest-posts__list wp-block-latest-posts has-dates mine">|Harbour opens/,
    );
    expect(String(json['rendered'])).not.toContain('Older story');
    expect(String(json['rendered'])).toContain('<time');
    const nothing = await read(who.contributor, `${latest}?attributes[displayPostDate]=false`);
    expect(String(nothing.json['rendered'])).not.toContain('<time');
    // On the page of a post, including the caller's own draft.
    const title = await read(
      who.contributor,
      `/wp/v2/block-renderer/core/post-title?post_id=${it.draft}&context=edit`,
    );
    expect(String(title.json['rendered'])).toContain('>My draft<');
  });

  test('renders nothing of posts that the user can’t edit, and does no work for users who can’t write', async () => {
    const before = rendered;
    const statusAndCode = async (userId: number, path: string) => {
      const { status, json, text } = await read(userId, path);
      expect(text).not.toContain('secret');
      return [status, json['code']];
    };
    for (const id of [it.foreign, it.story, 999_999]) {
      expect(
        await statusAndCode(who.contributor, `/wp/v2/block-renderer/core/post-title?post_id=${id}`),
      ).toEqual([403, 'block_cannot_read']);
    }
    expect(await statusAndCode(who.subscriber, latest)).toEqual([403, 'block_cannot_read']);
    expect(await statusAndCode(who.subscriber, `${latest}?post_id=${it.story}`)).toEqual([
      403,
      'block_cannot_read',
    ]);
    const visitor = await rest.get(latest);
    expect([visitor.status, visitor.json['code']]).toEqual([401, 'block_cannot_read']);
    expect((await rest.send('POST', latest, { payload: '{}' })).status).toBe(401);
    expect(await statusAndCode(who.editor, '/wp/v2/block-renderer/core/paragraph')).toEqual([
      404,
      'block_invalid',
    ]);
    expect(
      await statusAndCode(who.editor, `/wp/v2/block-renderer/core/post-title?post_id=${'9'.repeat(30)}`),
    ).toEqual([400, 'rest_invalid_param']);
    expect(rendered).toBe(before);
  });

  test('[IMP-02] fetches embeds for writers, only from sites that an administrator allowed', async () => {
    const address = (url: string) => `/oembed/1.0/proxy?url=${encodeURIComponent(url)}`;
    const film = 'https://youtu.be/ex8fMxXJDJw';
    const statusAndCode = async (userId: number, url: string) => {
      const { status, json } = await read(userId, address(url));
      return [status, json['code']];
    };
    expect(await statusAndCode(who.contributor, film)).toEqual([404, 'oembed_off']);
    expect(await statusAndCode(who.subscriber, film)).toEqual([403, 'rest_forbidden']);
    expect((await rest.get(address(film))).status).toBe(401);
    // The site's own posts need no request.
    const own = await read(who.contributor, address(`${siteUrl}/?p=${it.story}`));
    expect([own.status, own.json['title'], String(own.json['html']).includes('<iframe')]).toEqual([
      200,
      'Harbour opens',
      false,
    ]);
    expect(await statusAndCode(who.contributor, `${siteUrl}/?p=${it.foreign}`)).toEqual([404, 'oembed_off']);
    expect(requestedUrls).toEqual([]);
    const set = (embed_providers: readonly string[]) =>
      get().write((tx) => saveSettings(tx, { embed_providers }));
    await set(['youtube.com']);
    try {
      expect(await statusAndCode(who.contributor, 'https://vimeo.com/1234567')).toEqual([
        404,
        'oembed_not_allowed',
      ]);
      expect(await statusAndCode(who.subscriber, film)).toEqual([403, 'rest_forbidden']);
      expect(requestedUrls).toEqual([]);
      const { status, json } = await read(who.contributor, address(film));
      expect([status, json]).toEqual([
        200,
        {
          version: '1.0',
          type: 'video',
          title: 'A film',
          author_name: '',
          provider_name: '',
          width: 640,
          html: embedLink(film),
        },
      ]);
      expect(requestedUrls).toEqual([
        `https://www.youtube.com/oembed?url=${encodeURIComponent(film)}&format=json&maxwidth=600`,
      ]);
      expect((await read(who.contributor, '/oembed/1.0/proxy')).json).toMatchObject({
        code: 'rest_missing_callback_param',
        data: { status: 400 },
      });
      // Rate limit: sixty requests, then one per second.
      const many: unknown[] = [];
      while (many.length < 600 && many.at(-1) !== 429) many.push((await statusAndCode(who.editor, film))[0]);
      expect([many.slice(0, 60).every((answer) => answer === 200), many.at(-1)]).toEqual([true, 429]);
    } finally {
      await set([]);
      requestedUrls.length = 0;
    }
  });

  test('renders many blocks in one request, each independently', async () => {
    const address = '/broadsheet/v1/block-previews';
    const one = await rest.sendAs(who.contributor, 'POST', latest, {
      attributes: { postsToShow: 1 },
      post_id: it.draft,
    });
    const { status, json } = await rest.sendAs(who.contributor, 'POST', address, {
      post_id: it.draft,
      blocks: [
        { name: 'core/post-title', attributes: {} },
        { name: 'core/nothing' },
        { name: 'core/latest-posts', attributes: { nothing: 1 } },
        { name: 'core/latest-posts', attributes: { postsToShow: 1 } },
      ],
    });
    expect([status, json['previews']]).toEqual([
      200,
      [
        { rendered: expect.stringContaining('>My draft<') },
        { code: 'block_invalid', message: 'Invalid block.' },
        { code: 'rest_invalid_param', message: expect.stringContaining('no such attribute') },
        { rendered: one.json['rendered'] },
      ],
    ]);
    const before = rendered;
    const refused = [
      [who.contributor, { blocks: [{ name: 'core/post-title' }], post_id: it.foreign }, 403],
      [who.subscriber, { blocks: [] }, 403],
      [who.editor, {}, 400],
      [who.editor, { blocks: 'core/archives' }, 400],
      [who.editor, { blocks: [{ name: 1 }] }, 400],
      [who.editor, { blocks: [{ name: 'core/archives', attributes: 'x' }] }, 400],
      [who.editor, { blocks: Array.from({ length: 26 }, () => ({ name: 'core/archives' })) }, 400],
    ] as const;
    for (const [userId, body, expected] of refused) {
      const reply = await rest.sendAs(userId, 'POST', address, body);
      expect([JSON.stringify(body).slice(0, 60), reply.status]).toEqual([
        JSON.stringify(body).slice(0, 60),
        expected,
      ]);
    }
    expect([
      (await rest.send('POST', address, { payload: '{"blocks":[]}' })).status,
      rendered,
      rest.faults,
    ]).toEqual([401, before, []]);
  });

  test('hostile attributes run no script, and unknown ones are refused', async () => {
    const hostile = [
      '"><script>alert(1)</script>',
      '--><script>alert(1)</script><!-- wp:html -->',
      'javascript:alert(1)',
      '\0',
      '\ufffd',
      '<!-- /wp:latest-posts -->',
      '"onmouseover="alert(1)',
      'x'.repeat(90_000),
    ];
    let turn = 0;
    for (const [name, { attributes, isRendered }] of blockTypesByName()) {
      if (!isRendered) continue;
      turn++;
      for (const [nth, value] of [
        hostile[0],
        hostile[1],
        { a: [hostile[2]] },
        -1,
        null,
        [],
        1e300,
      ].entries()) {
        if (!runsHere(place().dialect, nth + turn, 3)) continue;
        const sent = Object.fromEntries(Object.keys(attributes).map((key) => [key, value]));
        const { status, text, json } = await rest.sendAs(
          who.editor,
          'POST',
          `/wp/v2/block-renderer/${name}`,
          { attributes: sent, post_id: it.story },
        );
        expect([name, status, text.slice(0, 200)]).toEqual([name, 200, expect.any(String)]);
        const html = String(json['rendered']);
        expect([
          name,
          /<script>alert|\son\w+="alert|javascript:alert/.exec(html.replaceAll(/&[a-z#\d]+;/g, ''))?.[0],
        ]).toEqual([name, undefined]);
      }
    }
    for (const value of hostile) {
      const attributes = { className: value, anchor: value, style: { color: { text: value } } };
      const { status, json } = await rest.sendAs(who.editor, 'POST', latest, { attributes });
      const runs = /<script>alert/.test(String(json['rendered']));
      expect([value.slice(0, 20), status, runs]).toEqual([
        value.slice(0, 20),
        value.length > 50_000 ? 400 : 200,
        false,
      ]);
    }
    const before = rendered;
    for (const attributes of [
      { nothing: 1 },
      { __proto__: null, constructor: 1 },
      { ['__proto__']: { a: 1 } },
      'x',
      [1],
      7,
    ]) {
      const { status, json } = await rest.sendAs(who.editor, 'POST', latest, { attributes });
      expect([JSON.stringify(attributes), status, json['code']]).toEqual([
        JSON.stringify(attributes),
        400,
        'rest_invalid_param',
      ]);
    }
    expect((await read(who.editor, `${latest}?context=embed`)).status).toBe(400);
    expect([rendered, rest.faults]).toEqual([before, []]);
  });
});
