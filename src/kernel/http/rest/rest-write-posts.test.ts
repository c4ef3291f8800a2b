import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeMedia, makePost, makeTerm, makeUser, postOf } from '../../../../test/harness/factories.ts';
import { siteUrl, useRestApp } from '../../../../test/harness/rest-app.ts';
import { registerPostType } from '../../../modules/types/registry.ts';
import { listRevisions } from '../../../modules/posts/revisions.ts';
import { findPost, findPostMeta } from '../../../modules/posts/reader.ts';
import { findAssignments } from '../../../modules/templates/reader.ts';
import { createTemplate } from '../../../modules/templates/writer.ts';
import { saveSettings } from '../../../modules/settings/store.ts';
import { createRole } from '../../../modules/users/role-writer.ts';

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

onBothDatabases('writing posts over REST', (get) => {
  const rest = useRestApp(get);
  const who = { administrator: 0, editor: 0, author: 0, contributor: 0, subscriber: 0, other: 0 };
  const it = { news: 0, sport: 0, tag: 0, other: 0, picture: 0 };

  beforeAll(async () => {
    await get().write(async (tx) => {
      await saveSettings(tx, { timezone_string: 'Europe/Berlin' });
      for (const role of ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const) {
        who[role] = await makeUser(tx, { login: role, roles: [role] });
      }
      who.other = await makeUser(tx, { login: 'other' });
      it.news = await makeTerm(tx, { name: 'News' });
      it.sport = await makeTerm(tx, { name: 'Sport' });
      it.tag = await makeTerm(tx, { taxonomy: 'post_tag', name: 'Rivers' });
      it.other = await makeTerm(tx, { taxonomy: 'post_tag', name: 'Lakes' });
      it.picture = await makeMedia(tx, { title: 'A river' });
    });
  });

  const statusAndCode = async (userId: number, method: string, path: string, body?: unknown) => {
    const { status, json } = await rest.sendAs(userId, method, path, body);
    return [status, json['code']];
  };
  const made = async (body: Record<string, unknown> = {}, userId = who.editor, base = 'posts') => {
    const { status, json, text } = await rest.sendAs(userId, 'POST', `/wp/v2/${base}`, {
      title: 'A story',
      ...body,
    });
    expect(status, text).toBe(201);
    return Number(json['id']);
  };
  const stored = (id: number) => postOf(get().read, id);

  test('creates a post with every WordPress argument, and returns it in context=edit', async () => {
    const content = paragraph('Ünïcode & <b>bold</b> \r\n  spaces');
    const { status, headers, json } = await rest.sendAs(who.editor, 'POST', '/wp/v2/posts', {
      date: '2026-07-01T12:00:00',
      slug: 'a-river',
      status: 'publish',
      title: 'A river & more',
      content: { raw: content },
      excerpt: 'In <em>short</em>',
      author: who.author,
      featured_media: it.picture,
      comment_status: 'closed',
      ping_status: 'open',
      format: 'video',
      meta: { footnotes: '[{"id":"a1","content":"See"}]' },
      sticky: true,
      template: '',
      categories: [it.news],
      tags: [it.tag, it.other],
    });
    const id = Number(json['id']);
    const self = `${siteUrl}/wp-json/wp/v2/posts/${id}`;
    expect([
      status,
      headers['location'],
      headers['etag'],
      headers['cache-control'],
      headers['allow'],
    ]).toEqual([201, self, '"1"', 'no-store', 'GET, POST']);
    expect(json).toMatchObject({
      id,
      date: '2026-07-01T12:00:00',
      date_gmt: '2026-07-01T10:00:00',
      password: '',
      slug: 'a-river',
      status: 'publish',
      type: 'post',
      link: `${siteUrl}/a-river/`,
      title: { raw: 'A river & more', rendered: 'A river &#038; more' },
      content: { raw: content, protected: false, block_version: 1 },
      excerpt: { raw: 'In <em>short</em>' },
      author: who.author,
      featured_media: it.picture,
      comment_status: 'closed',
      ping_status: 'open',
      sticky: true,
      template: '',
      format: 'video',
      meta: { footnotes: '[{"id":"a1","content":"See"}]' },
      categories: [it.news],
      tags: [it.tag, it.other],
      permalink_template: `${siteUrl}/%postname%/`,
      generated_slug: 'a-river',
      class_list: expect.arrayContaining(['post', 'format-video']),
      revision: 1,
    });
    expect(json['_links']).toMatchObject({
      self: [{ href: self, targetHints: { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] } }],
      'version-history': [{ count: 1, href: `${self}/revisions` }],
      'predecessor-version': [{ id: expect.any(Number) }],
      ...Object.fromEntries(
        [
          'publish',
          'unfiltered-html',
          'sticky',
          'assign-author',
          'create-categories',
          'assign-categories',
          'create-tags',
          'assign-tags',
        ].map((action) => [`wp:action-${action}`, [{ href: self }]]),
      ),
    });
    expect((await stored(id)).content).toBe(content);
    expect((await rest.getAs(who.editor, `/wp/v2/posts/${id}?context=edit`)).headers['etag']).toBe('"1"');
    expect((await rest.get(`/wp/v2/posts/${id}`)).headers['etag']).toBeUndefined();
  });

  test('an update changes only the fields that are sent', async () => {
    const id = await made({
      content: 'Text',
      excerpt: 'Short',
      categories: [it.news],
      tags: [it.tag],
      status: 'publish',
      date_gmt: '2026-07-01T10:00:00Z',
    });
    const change = async (body: Record<string, unknown>, method = 'POST') => {
      const { status, json, text } = await rest.sendAs(who.editor, method, `/wp/v2/posts/${id}`, body);
      expect(status, text).toBe(200);
      return json;
    };
    expect(await change({ title: 'Another' })).toMatchObject({
      title: { raw: 'Another' },
      content: { raw: 'Text' },
      categories: [it.news],
      tags: [it.tag],
      revision: 2,
    });
    expect(await change({ tags: [it.other] }, 'PUT')).toMatchObject({
      categories: [it.news],
      tags: [it.other],
      title: { raw: 'Another' },
    });
    expect(await change({ tags: [], categories: String(it.sport) }, 'PATCH')).toMatchObject({
      categories: [it.sport],
      tags: [],
    });
    expect(await change({ slug: 'somewhere', excerpt: { raw: '' } })).toMatchObject({
      slug: 'somewhere',
      excerpt: { raw: '' },
    });
    expect(
      await change({
        format: 'quote',
        sticky: true,
        featured_media: it.picture,
        comment_status: 'closed',
        ping_status: 'open',
      }),
    ).toMatchObject({
      format: 'quote',
      sticky: true,
      featured_media: it.picture,
      comment_status: 'closed',
      ping_status: 'open',
    });
    expect(await change({ sticky: false, featured_media: 0 })).toMatchObject({
      sticky: false,
      featured_media: 0,
    });
    expect(await change({ password: 'sesame' })).toMatchObject({
      password: 'sesame',
      content: { raw: 'Text', protected: true },
    });
    expect(await change({ password: '', author: who.author })).toMatchObject({
      password: '',
      author: who.author,
    });
    expect(await change({ meta: { footnotes: '[]' } })).toMatchObject({ meta: { footnotes: '[]' } });
    expect(await change({ meta: { footnotes: null } })).toMatchObject({ meta: { footnotes: '' } });
    expect(await change({ meta: [] })).toMatchObject({ meta: { footnotes: '' } });
    expect(await change({ date: '2099-01-01T00:00:00' })).toMatchObject({
      status: 'future',
      date_gmt: '2098-12-31T23:00:00',
    });
    expect(await change({ date: '2026-01-01T00:00:00' })).toMatchObject({
      status: 'publish',
      date: '2026-01-01T00:00:00',
    });
    // An hour that the clock change repeats: sending the date back as shown keeps the time.
    const [first, second] = [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)];
    expect(await change({ date_gmt: '2026-10-25T00:30:00' })).toMatchObject({ date: '2026-10-25T02:30:00' });
    for (const date of ['2026-10-25T02:30:00', '2026-10-25T02:30:00+02:00', '2026-10-25T00:30:00Z']) {
      await change({ date, title: date });
      expect((await stored(id)).publishedAt, date).toBe(first);
    }
    await change({ date: '2026-10-25T02:30:00+01:00' });
    expect((await stored(id)).publishedAt).toBe(second);
    expect(await change({ date: '1911-05-01T08:00:00' })).toMatchObject({
      status: 'publish',
      date: '1911-05-01T08:00:00',
    });
    expect(await change({ status: 'draft', date: null })).toMatchObject({ status: 'draft' });
    expect((await stored(id)).publishedAt).toBe(0);
    // Sending it back as shown changes nothing.
    const { json: shown } = await rest.getAs(who.editor, `/wp/v2/posts/${id}?context=edit`);
    expect((await change({ ...shown }))['revision']).toBe(shown['revision']);
    expect((await stored(id)).publishedAt).toBe(0);
  });

  test('a draft without a date shows its modification date, as in WordPress, and gets the date of its publication', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const write = async (path: string, body: object) =>
      (await rest.sendAs(who.editor, 'POST', path, body)).json;
    for (const status of ['draft', 'pending']) {
      const begun = await write('/wp/v2/posts', { title: 'Some day', status });
      const path = `/wp/v2/posts/${Number(begun['id'])}`;
      expect(begun).toMatchObject({
        date_floating: true,
        date: begun['modified'],
        date_gmt: begun['modified_gmt'],
      });
      const dated = await write(path, { date: '2099-01-01T00:00:00' });
      expect(dated).toMatchObject({
        status,
        date_floating: false,
        date: '2099-01-01T00:00:00',
        date_gmt: '2098-12-31T23:00:00',
      });
      const undated = await write(path, { date: null });
      expect(undated).toMatchObject({
        status,
        date_floating: true,
        date: undated['modified'],
        date_gmt: undated['modified_gmt'],
      });
      const out = await write(path, { status: 'publish' });
      expect(out).toMatchObject({ status: 'publish', date_floating: false });
      expect(Date.parse(`${String(out['date_gmt'])}Z`)).toBeGreaterThanOrEqual(before);
      expect(await write(path, { status: 'draft', date: null })).toMatchObject({ date_floating: true });
      const { json: seen } = await rest.getAs(0, '/wp/v2/posts?per_page=1');
      expect(JSON.stringify(seen)).not.toContain('date_floating');
    }
    // Lists by date sort it by its date, not last.
    const { id: shown } = await write('/wp/v2/posts', { title: 'Begun just now', status: 'draft' });
    const { id: old } = await write('/wp/v2/posts', {
      title: 'Long ago',
      status: 'publish',
      date: '2001-01-01T00:00:00',
    });
    const listed = async (query: string) =>
      (await rest.getAs(who.editor, `/wp/v2/posts?context=edit&_fields=id,date&${query}`)).json;
    for (const status of ['draft', 'draft,publish', 'draft,publish,trash']) {
      const rows = (await listed(`per_page=100&status=${status}`)) as unknown as readonly {
        readonly id: number;
        readonly date: string;
      }[];
      expect(
        rows.map(({ date }) => date),
        status,
      ).toEqual(
        rows
          .map(({ date }) => date)
          .toSorted()
          .toReversed(),
      );
      expect(
        rows.map(({ id }) => id),
        status,
      ).toContain(shown);
    }
    expect(await listed('status=draft,publish&order=asc&per_page=1')).toMatchObject([{ id: old }]);
    const months = async (from: string, to: string) =>
      JSON.stringify(await listed(`per_page=100&status=draft,publish&after=${from}&before=${to}`));
    expect(await months('1960-01-01T00:00:00', '1980-01-01T00:00:00')).toBe('[]');
    expect(
      await months(new Date(before - 86_400_000).toISOString(), new Date(before + 86_400_000).toISOString()),
    ).toContain(`"id":${String(shown)},`);
    // A post created with a date is modified now, not at that date.
    for (const status of ['draft', 'publish']) {
      const ahead = await write('/wp/v2/posts', { title: 'Planned', status, date: '2099-01-01T00:00:00' });
      expect(ahead).toMatchObject({
        status: status === 'draft' ? 'draft' : 'future',
        date_floating: false,
        date: '2099-01-01T00:00:00',
      });
      expect(Math.abs(Date.parse(`${String(ahead['modified_gmt'])}Z`) - before)).toBeLessThan(3_600_000);
    }
    expect(
      await write('/wp/v2/posts', { title: 'Of old', status: 'publish', date: '2020-01-01T00:00:00' }),
    ).toMatchObject({ modified: '2020-01-01T00:00:00' });
  });

  test('a private post keeps the date on which it became private through later changes, and is sorted by it', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const write = async (path: string, body: object) =>
      (await rest.sendAs(who.editor, 'POST', path, body)).json;
    const older = await made({ title: 'Of last year', status: 'private', date: '2025-01-01T00:00:00' });
    const young = await made({ title: 'Between us', status: 'private' });
    const draft = await made({ title: 'Not yet between us' });
    expect((await stored(draft)).publishedAt).toBe(0);
    await write(`/wp/v2/posts/${draft}`, { status: 'private' });
    for (const id of [young, draft]) {
      const { publishedAt } = await stored(id);
      expect(publishedAt).toBeGreaterThanOrEqual(before);
      await write(`/wp/v2/posts/${id}`, {
        excerpt: 'A word more',
        status: id === draft ? 'publish' : 'private',
      });
      expect((await stored(id)).publishedAt).toBe(publishedAt);
    }
    const { json } = await rest.getAs(
      who.editor,
      `/wp/v2/posts?status=private&include=${older},${young}&_fields=id,date`,
    );
    expect(json).toMatchObject([{ id: young }, { id: older, date: '2025-01-01T00:00:00' }]);
  });

  test('drafts, pages and custom types are written the same way', async () => {
    const draft = await rest.sendAs(who.contributor, 'POST', '/wp/v2/posts', {
      title: 'Crème brûlée',
      content: 'Sweet',
    });
    expect(draft.json).toMatchObject({
      status: 'draft',
      slug: '',
      generated_slug: 'creme-brulee',
      permalink_template: `${siteUrl}/%postname%/`,
      author: who.contributor,
    });
    expect(Object.keys(draft.json['_links'] ?? {}).filter((name) => name.startsWith('wp:action-'))).toEqual([
      'wp:action-assign-categories',
      'wp:action-create-tags',
      'wp:action-assign-tags',
    ]);
    const about = await made({ title: 'About', status: 'publish' }, who.editor, 'pages');
    const page = await rest.sendAs(who.editor, 'POST', '/wp/v2/pages', {
      title: 'Team',
      status: 'publish',
      parent: about,
      menu_order: 3,
    });
    expect([page.status, page.json]).toEqual([
      201,
      expect.objectContaining({
        type: 'page',
        parent: about,
        menu_order: 3,
        link: `${siteUrl}/about/team/`,
        permalink_template: `${siteUrl}/about/%pagename%/`,
      }),
    ]);
    expect(
      await statusAndCode(who.editor, 'PATCH', `/wp/v2/pages/${about}`, { parent: Number(page.json['id']) }),
    ).toEqual([400, 'rest_post_invalid_id']);
    const takeBack = registerPostType({
      name: 'recipe',
      labels: { plural: 'Recipes', singular: 'Recipe' },
      restBase: 'recipes',
      supports: ['title', 'editor'],
      meta: { minutes: z.coerce.number().int().min(0).max(600) },
    });
    try {
      const recipe = await rest.sendAs(who.author, 'POST', '/wp/v2/recipes', {
        title: 'Soup',
        status: 'publish',
        meta: { minutes: 20 },
      });
      expect([recipe.status, recipe.json['meta'], recipe.json['type']]).toEqual([
        201,
        { footnotes: '', minutes: 20 },
        'recipe',
      ]);
      const path = `/wp/v2/recipes/${recipe.json['id']}`;
      expect(
        (await rest.sendAs(who.author, 'PATCH', path, { meta: { minutes: null } })).json['meta'],
      ).toEqual({ footnotes: '', minutes: null });
      expect(await statusAndCode(who.author, 'PATCH', path, { meta: { minutes: 'soon' } })).toEqual([
        400,
        'rest_invalid_param',
      ]);
      expect((await rest.sendAs(who.author, 'PATCH', path, { meta: { author: 1 } })).json['meta']).toEqual({
        footnotes: '',
        minutes: null,
      });
      expect(
        await statusAndCode(who.editor, 'PATCH', `/wp/v2/posts/${recipe.json['id']}`, { title: 'x' }),
      ).toEqual([404, 'rest_post_invalid_id']);
    } finally {
      takeBack();
    }
  });

  test('trashes a post, restores it with another status, and deletes it permanently with force', async () => {
    const id = await made({ status: 'publish', slug: 'to-and-fro' });
    const path = `/wp/v2/posts/${id}`;
    const trashed = await rest.sendAs(who.editor, 'DELETE', path);
    expect([trashed.status, trashed.json]).toEqual([
      200,
      expect.objectContaining({ id, status: 'trash', slug: 'to-and-fro__trashed' }),
    ]);
    expect((await rest.get(path)).status).toBe(401);
    expect(await statusAndCode(who.editor, 'DELETE', path)).toEqual([410, 'rest_already_trashed']);
    expect(await statusAndCode(who.editor, 'PATCH', path, { title: 'In the trash' })).toEqual([
      409,
      'rest_already_trashed',
    ]);
    expect(
      (await rest.sendAs(who.editor, 'PATCH', path, { status: 'publish', title: 'Back' })).json,
    ).toMatchObject({ status: 'publish', slug: 'to-and-fro', title: { raw: 'Back' } });
    const deleted = await rest.sendAs(who.editor, 'DELETE', `${path}?force=true`);
    expect([deleted.status, deleted.json]).toMatchObject([
      200,
      { deleted: true, previous: { id, title: { raw: 'Back' } } },
    ]);
    expect(await findPost(get().read, id)).toBeUndefined();
    expect(await statusAndCode(who.editor, 'DELETE', path)).toEqual([404, 'rest_post_invalid_id']);
  });

  test('a user who restores a post needs the right to delete it, as on WordPress’ screen, and to change it, as in its REST API', async () => {
    for (const [name, lacking] of [
      ['writes', 'delete_posts'],
      ['deletes', 'edit_posts'],
    ] as const) {
      const userId = await get().write(async (tx) => {
        await createRole(tx, {
          name,
          label: name,
          capabilities: ['read', 'edit_posts', 'delete_posts'].filter((one) => one !== lacking),
        });
        return makeUser(tx, { roles: [name] });
      });
      const id = await get().write((tx) =>
        makePost(tx, { authorId: userId, status: 'trash', meta: { _wp_trash_meta_status: ['draft'] } }),
      );
      const { status, json, headers } = await rest.sendAs(userId, 'POST', `/wp/v2/posts/${id}`, {
        status: 'draft',
      });
      expect([name, status, json['code'], headers['x-missing-capability']]).toEqual([
        name,
        403,
        'rest_cannot_edit',
        lacking,
      ]);
      expect((await postOf(get().read, id)).status).toBe('trash');
    }
  });

  test('an update that names its base revision never overwrites a newer one, and one without a base is accepted', async () => {
    const id = await made({ content: 'First' });
    const path = `/wp/v2/posts/${id}`;
    const asEditor = (method: string, body: unknown, tag: string) =>
      rest.send(method, path, {
        headers: { 'x-test-actor': String(who.editor), 'content-type': 'application/json', 'if-match': tag },
        payload: JSON.stringify(body),
      });
    expect((await asEditor('PATCH', { title: 'Second' }, '"1"')).json).toMatchObject({ revision: 2 });
    for (const stale of [
      await asEditor('PATCH', { title: 'Mine' }, '"1"'),
      await rest.sendAs(who.editor, 'PATCH', path, { title: 'Mine', revision: 1 }),
    ]) {
      expect([stale.status, stale.json]).toMatchObject([
        409,
        {
          code: 'stale',
          data: {
            status: 409,
            mine: { title: 'Mine' },
            theirs: { id, title: { raw: 'Second' }, content: { raw: 'First' }, revision: 2 },
          },
        },
      ]);
    }
    expect((await asEditor('DELETE', {}, '"1"')).status).toBe(409);
    expect((await asEditor('PATCH', { title: 'x' }, '"nonsense"')).json['code']).toBe('revision_missing');
    expect((await asEditor('PATCH', { title: 'Third' }, '*')).json).toMatchObject({
      title: { raw: 'Third' },
      revision: 3,
    });
    expect((await rest.sendAs(who.editor, 'PATCH', path, { title: 'Fourth' })).json).toMatchObject({
      revision: 4,
    });
    const replies = await Promise.all(
      ['a', 'b', 'c', 'd'].map((excerpt) => rest.sendAs(who.editor, 'PATCH', path, { excerpt })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const races = await Promise.all(
      ['a1', 'b1', 'c1'].map((title) => rest.sendAs(who.editor, 'PATCH', path, { title, revision: 8 })),
    );
    expect(races.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await listRevisions(get().read, id, { limit: 20 })).total).toBeGreaterThan(4);
  });

  test('permissions: each error as in WordPress', async () => {
    const foreign = await made({ status: 'publish' }, who.other);
    const draft = await made({}, who.contributor);
    const page = await made({}, who.editor, 'pages');
    const visitor = async (method: string, path: string) => {
      const { status, json } = await rest.send(method, path, {
        headers: { 'content-type': 'application/json' },
        payload: '{"title":"x"}',
      });
      return [status, json['code']];
    };
    for (const base of ['posts', 'pages'])
      expect(await visitor('POST', `/wp/v2/${base}`)).toEqual([401, 'rest_cannot_create']);
    for (const method of ['POST', 'PUT', 'PATCH'])
      expect(await visitor(method, `/wp/v2/posts/${foreign}`)).toEqual([401, 'rest_cannot_edit']);
    expect(await visitor('DELETE', `/wp/v2/posts/${foreign}?force=true`)).toEqual([
      401,
      'rest_cannot_delete',
    ]);
    const cases: [number, string, string, unknown, number, string | undefined][] = [
      [who.subscriber, 'POST', '/wp/v2/posts', { title: 'x' }, 403, 'rest_cannot_create'],
      [who.author, 'POST', '/wp/v2/pages', { title: 'x' }, 403, 'rest_cannot_create'],
      [
        who.contributor,
        'POST',
        '/wp/v2/posts',
        { title: 'x', status: 'publish' },
        403,
        'rest_cannot_publish',
      ],
      [
        who.contributor,
        'POST',
        '/wp/v2/posts',
        { title: 'x', status: 'private' },
        403,
        'rest_cannot_publish',
      ],
      [who.contributor, 'POST', '/wp/v2/posts', { title: 'x', password: 'x' }, 403, 'rest_cannot_publish'],
      [
        who.contributor,
        'PATCH',
        `/wp/v2/posts/${draft}`,
        { status: 'future', date: '2099-01-01T00:00:00' },
        403,
        'rest_cannot_publish',
      ],
      [who.contributor, 'PATCH', `/wp/v2/posts/${draft}`, { status: 'pending' }, 200, undefined],
      [
        who.author,
        'POST',
        '/wp/v2/posts',
        { title: 'x', author: who.editor },
        403,
        'rest_cannot_edit_others',
      ],
      [who.author, 'POST', '/wp/v2/posts', { title: 'x', author: who.author }, 201, undefined],
      [
        who.contributor,
        'POST',
        '/wp/v2/posts',
        { title: 'x', sticky: true },
        403,
        'rest_cannot_assign_sticky',
      ],
      [who.author, 'PATCH', `/wp/v2/posts/${foreign}`, { title: 'x' }, 403, 'rest_cannot_edit'],
      [who.author, 'DELETE', `/wp/v2/posts/${foreign}`, undefined, 403, 'rest_cannot_delete'],
      [who.author, 'PATCH', `/wp/v2/posts/${draft}`, { title: 'x' }, 403, 'rest_cannot_edit'],
      [who.contributor, 'PATCH', `/wp/v2/posts/${foreign}`, { title: 'x' }, 403, 'rest_cannot_edit'],
      [who.author, 'PATCH', `/wp/v2/pages/${page}`, { title: 'x' }, 403, 'rest_cannot_edit'],
      [who.subscriber, 'DELETE', `/wp/v2/posts/${foreign}?force=true`, undefined, 403, 'rest_cannot_delete'],
      [who.editor, 'PATCH', `/wp/v2/posts/${foreign}`, { title: 'Edited' }, 200, undefined],
      [who.other, 'PATCH', `/wp/v2/posts/${foreign}`, { title: 'Own' }, 200, undefined],
    ];
    for (const [userId, method, path, body, status, code] of cases) {
      expect([method, path, body, ...(await statusAndCode(userId, method, path, body))]).toEqual([
        method,
        path,
        body,
        status,
        code,
      ]);
    }
  });

  test('reports errors in the wording of WordPress', async () => {
    const id = await made({ status: 'publish' });
    const path = `/wp/v2/posts/${id}`;
    const before = await stored(id);
    const cases: [unknown, string][] = [
      [{ title: 5 }, 'rest_invalid_param'],
      [{ title: { raw: [] } }, 'rest_invalid_param'],
      [{ title: null }, 'rest_invalid_param'],
      [{ status: 'trash' }, 'rest_invalid_param'],
      [{ status: 'gone' }, 'rest_invalid_param'],
      [{ date: 'soon' }, 'rest_invalid_param'],
      [{ date: '0900-01-01T00:00:00' }, 'rest_invalid_param'],
      [{ author: 999_999 }, 'rest_invalid_author'],
      [{ featured_media: 999_999 }, 'rest_invalid_featured_media'],
      [{ featured_media: id }, 'rest_invalid_featured_media'],
      [{ featured_media: '9'.repeat(30) }, 'rest_invalid_param'],
      [{ author: Number('9'.repeat(30)) }, 'rest_invalid_param'],
      [{ categories: ['x'] }, 'rest_invalid_param'],
      [{ format: 'novel' }, 'rest_invalid_param'],
      [{ comment_status: 'ajar' }, 'rest_invalid_param'],
      [{ meta: ['x'] }, 'rest_invalid_param'],
      [{ meta: 'x' }, 'rest_invalid_param'],
      [{ meta: { footnotes: 'no list' } }, 'rest_invalid_param'],
      [{ meta: { footnotes: [] } }, 'rest_invalid_param'],
      [{ template: 'wider' }, 'rest_invalid_param'],
      [{ sticky: true, password: 'x' }, 'rest_invalid_field'],
      [{ content: 'a\0b' }, 'rest_invalid_param'],
      [{ revision: 0 }, 'rest_invalid_param'],
    ];
    for (const [body, code] of cases) {
      expect([
        JSON.stringify(body).slice(0, 80),
        ...(await statusAndCode(who.editor, 'PATCH', path, body)),
      ]).toEqual([JSON.stringify(body).slice(0, 80), 400, code]);
    }
    expect(await statusAndCode(who.editor, 'POST', '/wp/v2/posts', { title: ' ' })).toEqual([
      400,
      'empty_content',
    ]);
    expect(
      await statusAndCode(who.editor, 'PATCH', `/wp/v2/posts/${'9'.repeat(30)}`, { title: 'x' }),
    ).toEqual([404, 'rest_post_invalid_id']);
    expect(await stored(id)).toEqual(before);
    expect(rest.faults).toEqual([]);
  });

  test('ignores fields of a body that are not arguments', async () => {
    const id = await made(
      {
        type: 'page',
        guid: 'https://evil.example/',
        modified: '2001-01-01T00:00:00',
        revision: 99,
        link: 'x',
        status: 'draft',
        comment_count: 5,
        mime_type: 'x',
        roles: ['administrator'],
        authorIds: [who.administrator],
        actor: { id: who.administrator },
        publishedAt: 5,
      },
      who.author,
    );
    const post = await stored(id);
    expect([post.type, post.guid, post.revision, post.authorIds, post.publishedAt, post.mimeType]).toEqual([
      'post',
      '',
      1,
      [who.author],
      0,
      '',
    ]);
    await rest.sendAs(who.author, 'PATCH', `/wp/v2/posts/${id}`, {
      id: it.picture,
      type: 'attachment',
      guid: 'x',
      parent: it.picture,
      author_id: who.editor,
    });
    expect(await stored(id)).toMatchObject({ type: 'post', guid: '', parentId: 0, authorId: who.author });
  });

  test('a byline keeps co-authors', async () => {
    const id = await get().write((tx) => makePost(tx, { authorIds: [who.author, who.other, who.editor] }));
    await rest.sendAs(who.editor, 'PATCH', `/wp/v2/posts/${id}`, { author: who.editor });
    expect((await stored(id)).authorIds).toEqual([who.editor, who.other]);
  });

  test('newspaper fields that WordPress lacks are fields of Broadsheet, for users who can edit the post', async () => {
    const details = {
      byline: [who.author, who.editor],
      subtitle: 'From the <em>quay</em>',
      featured_video: 'https://video.example/watch?v=1',
      full_screen_header: true,
      custom_fields: [{ name: 'colour', value: 'red' }],
      smart_list: { layout: 'slides', order: 'desc', heading: 'h2' },
      primary_category: 0,
      related_first: [],
      related_exclude: [],
      push_off: true,
      seo_title: 'Harbour',
      seo_description: 'All of it',
      canonical_url: 'https://elsewhere.example/first/',
      noindex: true,
      social_title: 'Look',
      social_description: 'At this',
      social_image: '/wp-content/a.jpg',
    };
    const id = await made({ title: 'With details', status: 'publish', broadsheet: details }, who.editor);
    const path = `/wp/v2/posts/${id}`;
    const { json: shown } = await rest.getAs(who.editor, `${path}?context=edit`);
    expect([shown['author'], shown['broadsheet']]).toEqual([who.author, details]);
    expect((await rest.get(path)).json).not.toHaveProperty('broadsheet');
    const changed = await rest.sendAs(who.editor, 'POST', path, {
      broadsheet: { subtitle: '', smart_list: null, byline: [who.editor, who.author] },
    });
    expect(changed.json).toMatchObject({
      author: who.editor,
      broadsheet: { ...details, subtitle: '', smart_list: null, byline: [who.editor, who.author] },
    });
    expect(
      (await rest.sendAs(who.editor, 'POST', path, { broadsheet: changed.json['broadsheet'] })).json[
        'revision'
      ],
    ).toBe(changed.json['revision']);
    const invalid = [
      'x',
      [],
      { nothing: 1 },
      { byline: [] },
      { byline: ['1'] },
      { subtitle: 'x'.repeat(1001) },
      { subtitle: '\0' },
      { featured_video: 'javascript:alert(1)' },
      { smart_list: { layout: 'table', order: 'asc', heading: 'h2' } },
      { noindex: 'yes' },
      { canonical_url: '//evil.example' },
      { related_exclude: [-1] },
    ];
    for (const broadsheet of invalid) {
      const label = JSON.stringify(broadsheet).slice(0, 40);
      expect([label, ...(await statusAndCode(who.editor, 'POST', path, { broadsheet }))]).toEqual([
        label,
        400,
        'rest_invalid_param',
      ]);
    }
    // Only users who may edit others' posts set the author; an author's content is sanitized.
    const own = await made(
      { title: 'Own', broadsheet: { subtitle: 'a<script>alert(1)</script>b' } },
      who.author,
    );
    expect((await rest.getAs(who.author, `/wp/v2/posts/${own}?context=edit`)).json).toMatchObject({
      broadsheet: { subtitle: expect.not.stringContaining('<script') },
    });
    expect(
      (
        await statusAndCode(who.author, 'POST', `/wp/v2/posts/${own}`, {
          broadsheet: { byline: [who.editor] },
        })
      )[0],
    ).toBe(403);
  });

  test('[IMP-03] a post accepts templates of its type, and its choice replaces an imported one', async () => {
    const [wide, tag, phone, id] = await get().write(async (tx) => [
      await createTemplate(tx, { type: 'single', title: 'Wide' }),
      await createTemplate(tx, { type: 'tag', title: 'Tag' }),
      await createTemplate(tx, { type: 'single', title: 'Phone', isMobile: true }),
      await makePost(tx, { meta: { _wp_page_template: ['old-theme.php'] } }),
    ]);
    const path = `/wp/v2/posts/${id}`;
    const template = async () => (await rest.get(path)).json['template'];
    expect(await template()).toBe('old-theme.php');
    expect(await statusAndCode(who.editor, 'PATCH', path, { template: 'old-theme.php' })).toEqual([
      200,
      undefined,
    ]);
    const none = [
      'template-999999',
      'template-0',
      'template-01',
      'x'.repeat(501),
      `template-${'9'.repeat(30)}`,
    ];
    for (const invalid of [`template-${tag}`, `template-${phone}`, ...none]) {
      expect([
        invalid.slice(0, 20),
        ...(await statusAndCode(who.editor, 'PATCH', path, { template: invalid })),
      ]).toEqual([invalid.slice(0, 20), 400, 'rest_invalid_param']);
    }
    expect(await template()).toBe('old-theme.php');
    expect(await statusAndCode(who.editor, 'PATCH', path, { template: `template-${wide}` })).toEqual([
      200,
      undefined,
    ]);
    expect(await template()).toBe(`template-${wide}`);
    expect((await rest.get(`/wp/v2/posts?include=${id}&_fields=template`)).json).toEqual([
      { template: `template-${wide}` },
    ]);
    expect(await statusAndCode(who.editor, 'PATCH', path, { template: 'old-theme.php' })).toEqual([
      400,
      'rest_invalid_param',
    ]);
    const list = (await rest.getAs(who.contributor, '/broadsheet/v1/post-templates')).json;
    const layouts = [
      { template: 'no-sidebar', title: 'No sidebar' },
      { template: 'wide', title: 'Wide' },
    ];
    expect(list).toEqual([...layouts, { template: `template-${wide}`, title: 'Wide' }]);
    // A theme layout replaces a template, and vice versa.
    for (const name of ['wide', `template-${wide}`, 'no-sidebar', 'wide']) {
      expect(await statusAndCode(who.editor, 'PATCH', path, { template: name })).toEqual([200, undefined]);
      expect(await template()).toBe(name);
      const { item } = await findAssignments(get().read, 'single', id);
      expect([(await findPost(get().read, id))?.templateName, item]).toEqual(
        name.startsWith('template-') ? ['', wide] : [name, undefined],
      );
    }
    expect(await statusAndCode(who.editor, 'PATCH', path, { template: 'wide.php' })).toEqual([
      400,
      'rest_invalid_param',
    ]);
    expect((await rest.getAs(who.editor, '/broadsheet/v1/post-templates?type=page')).json).toEqual([
      ...layouts.slice(1),
      { template: 'bare', title: 'Text alone' },
    ]);
    expect(
      (await rest.sendAs(who.author, 'POST', '/wp/v2/posts', { title: 'Alone', template: 'no-sidebar' }))
        .json,
    ).toMatchObject({ template: 'no-sidebar' });
    expect(await statusAndCode(who.editor, 'PATCH', path, { template: '' })).toEqual([200, undefined]);
    expect(await template()).toBe('');
    const born = await rest.sendAs(who.author, 'POST', '/wp/v2/posts', {
      title: 'Born wide',
      template: `template-${wide}`,
    });
    expect(born.json).toMatchObject({ template: `template-${wide}` });
    expect(rest.faults).toEqual([]);
  });

  test('[IMP-02] reads and replaces custom fields as a whole, and keeps internal meta hidden', async () => {
    const hidden = { _edit_last: ['7'], seo_title: ['A title'], parts: ['a:1:{i:0;s:1:"x";}'] };
    const id = await get().write((tx) => makePost(tx, { meta: { colour: ['red', 'blue'], ...hidden } }));
    const path = `/wp/v2/posts/${id}`;
    const edited = async () => (await rest.getAs(who.editor, `${path}?context=edit`)).json;
    const fields = async () =>
      ((await edited())['broadsheet'] as { readonly custom_fields: unknown }).custom_fields;
    const meta = async () => Object.fromEntries((await findPostMeta(get().read, [id])).get(id) ?? []);
    expect(await fields()).toEqual([
      { name: 'colour', value: 'red' },
      { name: 'colour', value: 'blue' },
    ]);
    expect((await rest.get(path)).json).not.toHaveProperty('broadsheet');
    const sent = [
      { name: 'colour', value: 'green' },
      { name: ' size ', value: '<b>12</b>' },
      { name: 'parts', value: 'one' },
    ];
    expect(await statusAndCode(who.editor, 'PATCH', path, { broadsheet: { custom_fields: sent } })).toEqual([
      200,
      undefined,
    ]);
    expect(await meta()).toEqual({
      ...hidden,
      colour: ['green'],
      size: ['<b>12</b>'],
      parts: ['one', 'a:1:{i:0;s:1:"x";}'],
    });
    const { revision } = await edited();
    const now = await fields();
    expect(await statusAndCode(who.editor, 'PATCH', path, { broadsheet: { custom_fields: now } })).toEqual([
      200,
      undefined,
    ]);
    expect((await edited())['revision']).toBe(revision);
    const invalid: unknown[] = [
      'x',
      [{ name: 'a' }],
      [{ name: '', value: 'x' }],
      [{ name: '_edit_last', value: 'x' }],
      [{ name: 'subtitle', value: 'x' }],
      [{ name: 'a\nb', value: 'x' }],
      [{ name: 'footnotes', value: '[]' }],
      [{ name: 'a', value: 'x\0' }],
      [{ name: 'a'.repeat(256), value: 'x' }],
      [{ name: 'a', value: 5 }],
      [{ name: 'a', value: 'O:8:"stdClass":0:{}' }],
      [{ name: 'a', value: 'x', more: 1 }],
      Array.from({ length: 1001 }, () => ({ name: 'a', value: '' })),
    ];
    for (const list of invalid) {
      expect([
        list,
        ...(await statusAndCode(who.editor, 'PATCH', path, { broadsheet: { custom_fields: list } })),
      ]).toEqual([list, 400, 'rest_invalid_param']);
    }
    expect(await statusAndCode(who.author, 'PATCH', path, { broadsheet: { custom_fields: [] } })).toEqual([
      403,
      'rest_cannot_edit',
    ]);
    expect(await statusAndCode(who.editor, 'PATCH', path, { broadsheet: { custom_fields: [] } })).toEqual([
      200,
      undefined,
    ]);
    expect(await meta()).toEqual(hidden);
    expect(rest.faults).toEqual([]);
  });

  test('an author’s scripts are removed or become text, and allowed content stays byte for byte', async () => {
    const script = '<script>alert(1)</script>';
    const harmless = paragraph('Fine <em>words</em>');
    const content = `${harmless}\n<p onclick="x()">Press</p>${script}<a href="javascript:x()">go</a><!-- wp:embed {"url":"javascript:x()"} /-->`;
    const { json, status, text } = await rest.sendAs(who.author, 'POST', '/wp/v2/posts', {
      status: 'publish',
      title: `T${script}<img src=x onerror=x()>`,
      excerpt: `E${script}<b onmouseover=x()>b</b>`,
      content,
      slug: `s"><script>${script}`,
      meta: {
        footnotes: JSON.stringify([{ id: `f"1${script}`, content: `note ${script}<img src=x onerror=x()>` }]),
      },
    });
    expect(status, text).toBe(201);
    expect(String(json['content']?.['raw'])).toContain(harmless);
    const id = Number(json['id']);
    const post = await stored(id);
    const views = [(await rest.get(`/wp/v2/posts/${id}`)).json, json].map((one) => [
      one['title'],
      one['excerpt'],
      one['content']?.['raw'],
      one['meta'],
      one['slug'],
      one['link'],
    ]);
    expect(JSON.stringify([post, views])).not.toMatch(
      /<script|onerror|onclick|onmouseover|href=\\*"javascript:/i,
    );
    for (const title of ['Kept & <em>kept</em> &lt;i&gt; > "all"', 'Q & A'])
      expect((await stored(await made({ title }, who.author))).title).toBe(title);
    // Users with `unfiltered_html` are exempt.
    const byEditor = await made({ content: `<p onclick="x()">Press</p>` });
    expect((await stored(byEditor)).content).toBe('<p onclick="x()">Press</p>');
  });
});
