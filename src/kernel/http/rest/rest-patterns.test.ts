import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makePost, makeUser } from '../../../../test/harness/factories.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const script = '<!-- wp:html --><script>alert(1)</script><!-- /wp:html -->';

onBothDatabases('patterns and navigations over REST', (get) => {
  const rest = useRestApp(get);
  const who = { administrator: 0, editor: 0, author: 0, contributor: 0, subscriber: 0 };

  beforeAll(async () => {
    await get().write(async (tx) => {
      for (const role of ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const) {
        who[role] = await makeUser(tx, { login: role, roles: [role] });
      }
    });
  });

  const statusAndCode = async (userId: number, method: string, path: string, body?: unknown) => {
    const { status, json } = await rest.sendAs(userId, method, path, body);
    return [status, json['code']];
  };
  const made = async (body: Record<string, unknown> = {}, base = 'blocks') => {
    const { status, json, text } = await rest.sendAs(who.administrator, 'POST', `/wp/v2/${base}`, {
      title: 'A piece',
      status: 'publish',
      ...body,
    });
    expect(status, text).toBe(201);
    return Number(json['id']);
  };

  test('creates a pattern with its categories, shows it as stored, changes, trashes and deletes it', async () => {
    const category = Number(
      (await rest.sendAs(who.editor, 'POST', '/wp/v2/wp_pattern_category', { name: 'Boxes' })).json['id'],
    );
    const content = paragraph('To be “continued” -- here');
    const { status, json } = await rest.sendAs(who.editor, 'POST', '/wp/v2/blocks', {
      title: { raw: 'Notice & more' },
      content: { raw: content },
      status: 'publish',
      excerpt: 'For all',
      wp_pattern_category: [category],
      meta: { wp_pattern_sync_status: 'unsynced' },
    });
    const id = Number(json['id']);
    expect([status, json]).toMatchObject([
      201,
      {
        title: { raw: 'Notice & more' },
        content: { raw: content, protected: false, block_version: 1 },
        excerpt: { raw: 'For all' },
        wp_pattern_category: [category],
        wp_pattern_sync_status: 'unsynced',
        meta: { footnotes: '' },
        type: 'wp_block',
        revision: 1,
      },
    ]);
    expect([Object.keys(json['title'] ?? {}), Object.keys(json['content'] ?? {})]).toEqual([
      ['raw'],
      ['raw', 'protected', 'block_version'],
    ]);
    const shown = await rest.getAs(who.contributor, `/wp/v2/blocks/${id}`);
    expect([shown.status, shown.json]).toMatchObject([
      200,
      { title: { raw: 'Notice & more' }, content: { raw: content, protected: false } },
    ]);
    const synced = await rest.sendAs(who.editor, 'PUT', `/wp/v2/blocks/${id}`, {
      meta: { wp_pattern_sync_status: null },
      title: 'Notice',
    });
    expect(synced.json).toMatchObject({
      wp_pattern_sync_status: '',
      title: { raw: 'Notice' },
      content: { raw: content },
      revision: 2,
    });
    expect(
      await statusAndCode(who.editor, 'POST', `/wp/v2/blocks/${id}`, {
        meta: { wp_pattern_sync_status: 'sometimes' },
      }),
    ).toEqual([400, 'rest_invalid_param']);
    expect(
      await statusAndCode(who.editor, 'POST', `/wp/v2/blocks/${id}`, { title: 'Stale', revision: 1 }),
    ).toEqual([409, 'stale']);
    const list = async (query: string) =>
      (await rest.getAs(who.contributor, `/wp/v2/blocks?${query}`)).list.map((one) => one['id']);
    expect([
      await list(`wp_pattern_category=${category}`),
      await list(`wp_pattern_category_exclude=${category}`),
      await list('search=notice'),
    ]).toEqual([[id], [], [id]]);
    expect([
      await list('search=continued'),
      await list('search=notice&search_columns=post_content'),
      await list('search=not&search_semantics=exact'),
    ]).toEqual([[], [], []]);
    expect((await rest.getAs(who.editor, `/wp/v2/blocks/${id}/revisions`)).list.length).toBe(2);
    expect(
      (
        await rest.sendAs(who.editor, 'POST', `/wp/v2/blocks/${id}/autosaves`, {
          content: paragraph('Typing'),
        })
      ).status,
    ).toBe(200);
    expect((await rest.sendAs(who.editor, 'DELETE', `/wp/v2/blocks/${id}`)).json).toMatchObject({
      status: 'trash',
    });
    expect((await rest.sendAs(who.editor, 'DELETE', `/wp/v2/blocks/${id}?force=true`)).json).toMatchObject({
      deleted: true,
      previous: { id },
    });
  });

  test('writers see published patterns, publishers create them, and visitors see none', async () => {
    const shared = await made({ content: paragraph('Shared words') });
    const draft = await made({ status: 'draft', content: paragraph('Draft words') });
    const ids = async (userId: number, query = '') =>
      (await rest.getAs(userId, `/wp/v2/blocks?${query}`)).list.map((one) => one['id']);
    expect([await ids(who.contributor), await ids(who.author), await ids(who.subscriber)]).toEqual([
      [shared],
      [shared],
      [],
    ]);
    expect((await ids(who.editor, 'status=any')).toSorted()).toEqual([shared, draft].toSorted());
    const visitor = await rest.get('/wp/v2/blocks');
    expect([visitor.status, visitor.list, visitor.headers['x-wp-total']]).toEqual([200, [], '0']);
    for (const userId of [who.subscriber, 0]) {
      for (const id of [shared, draft]) {
        const { status, json, text } =
          userId === 0
            ? await rest.get(`/wp/v2/blocks/${id}`)
            : await rest.getAs(userId, `/wp/v2/blocks/${id}`);
        expect([status, json['code'], text.includes('words')]).toEqual([
          userId === 0 ? 401 : 403,
          'rest_forbidden',
          false,
        ]);
      }
    }
    expect([
      (await rest.get(`/wp/v2/blocks?include=${shared}`)).list,
      (await rest.get('/wp/v2/blocks?search=shared')).list,
    ]).toEqual([[], []]);
    expect(await statusAndCode(who.contributor, 'GET', `/wp/v2/blocks/${draft}`)).toEqual([
      403,
      'rest_forbidden',
    ]);
    expect(await statusAndCode(who.contributor, 'POST', '/wp/v2/blocks', { title: 'x' })).toEqual([
      403,
      'rest_cannot_create',
    ]);
    expect(await statusAndCode(who.contributor, 'POST', `/wp/v2/blocks/${shared}`, { title: 'x' })).toEqual([
      403,
      'rest_cannot_edit',
    ]);
    expect(await statusAndCode(who.author, 'DELETE', `/wp/v2/blocks/${shared}`)).toEqual([
      403,
      'rest_cannot_delete',
    ]);
    expect(await statusAndCode(who.author, 'GET', `/wp/v2/blocks/${shared}?context=edit`)).toEqual([
      403,
      'rest_forbidden_context',
    ]);
    const own = await rest.sendAs(who.author, 'POST', '/wp/v2/blocks', {
      title: 'Mine',
      content: paragraph('ok') + script,
      status: 'publish',
    });
    expect([own.status, String(own.json['content']?.['raw']).includes('<script')]).toEqual([201, false]);
  });

  test('users with `edit_theme_options` write navigations, and everyone can read published ones', async () => {
    const link = '<!-- wp:navigation-link {"label":"News","url":"/news/"} /-->';
    const id = await made({ title: 'Main', content: link }, 'navigation');
    expect((await rest.getAs(who.administrator, `/wp/v2/navigation/${id}?context=edit`)).json).toMatchObject({
      title: { raw: 'Main', rendered: 'Main' },
      content: { raw: link },
      type: 'wp_navigation',
    });
    for (const userId of [who.editor, who.author, who.subscriber]) {
      expect(await statusAndCode(userId, 'POST', '/wp/v2/navigation', { title: 'x' })).toEqual([
        403,
        'rest_cannot_create',
      ]);
      expect(await statusAndCode(userId, 'POST', `/wp/v2/navigation/${id}`, { title: 'x' })).toEqual([
        403,
        'rest_cannot_edit',
      ]);
      expect(await statusAndCode(userId, 'DELETE', `/wp/v2/navigation/${id}`)).toEqual([
        403,
        'rest_cannot_delete',
      ]);
    }
    const draft = await made({ title: 'Draft', content: link, status: 'draft' }, 'navigation');
    for (const list of [
      await rest.get('/wp/v2/navigation'),
      await rest.getAs(who.subscriber, '/wp/v2/navigation?slug=main'),
    ]) {
      expect([list.list.map((one) => one['id']), list.headers['x-wp-total']]).toEqual([[id], '1']);
      expect(list.text).not.toContain('"raw"');
    }
    expect((await rest.get(`/wp/v2/navigation/${id}`)).json).toMatchObject({
      title: { rendered: 'Main' },
      status: 'publish',
    });
    expect([
      (await rest.get(`/wp/v2/navigation/${draft}`)).status,
      (await rest.getAs(who.editor, `/wp/v2/navigation/${draft}`)).status,
    ]).toEqual([401, 403]);
    expect(
      (await rest.sendAs(who.administrator, 'PUT', `/wp/v2/navigation/${id}`, { content: '' })).json,
    ).toMatchObject({ content: { raw: '' } });
    expect(
      (await rest.sendAs(who.administrator, 'DELETE', `/wp/v2/navigation/${id}?force=1`)).json,
    ).toMatchObject({ deleted: true });
    // Internal types without a REST base stay inaccessible.
    const template = await get().write((tx) =>
      makePost(tx, { type: 'wp_template', title: 'Single', content: 'words' }),
    );
    expect(await statusAndCode(who.administrator, 'GET', `/wp/v2/blocks/${template}`)).toEqual([
      404,
      'rest_post_invalid_id',
    ]);
    expect((await rest.getAs(who.administrator, '/wp/v2/templates')).list).toEqual([]);
  });

  test('shows writers the types and the fields that they support', async () => {
    const { json } = await rest.getAs(who.administrator, '/wp/v2/types?context=edit');
    expect(json).toMatchObject({
      wp_block: {
        rest_base: 'blocks',
        viewable: false,
        supports: { title: true, revisions: true },
        taxonomies: ['wp_pattern_category'],
      },
      wp_navigation: { rest_base: 'navigation', viewable: false },
    });
    expect(Object.keys((await rest.getAs(who.editor, '/wp/v2/types?context=edit')).json)).not.toContain(
      'wp_navigation',
    );
    expect(
      (await rest.getAs(who.editor, '/wp/v2/taxonomies/wp_pattern_category?context=edit')).json,
    ).toMatchObject({ types: ['wp_block'] });
    expect(rest.faults).toEqual([]);
  });
});
