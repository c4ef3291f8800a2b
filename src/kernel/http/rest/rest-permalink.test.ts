import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeMedia, makePost, makeTerm, makeUser } from '../../../../test/harness/factories.ts';
import { siteUrl, useRestApp } from '../../../../test/harness/rest-app.ts';
import { saveSettings } from '../../../modules/settings/store.ts';

type Fields = Readonly<Record<string, unknown>>;

onBothDatabases('the URL that publishing assigns', (get) => {
  const rest = useRestApp(get);
  const who = { administrator: 0, editor: 0, author: 0, contributor: 0, subscriber: 0 };
  const it = { about: 0, team: 0, hidden: 0 };

  beforeAll(() =>
    get().write(async (tx) => {
      const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
      for (const role of roles) who[role] = await makeUser(tx, { login: role, roles: [role] });
      it.about = await makePost(tx, { type: 'page', title: 'About' });
      it.team = await makePost(tx, { type: 'page', title: 'Team', parentId: it.about });
      it.hidden = await makePost(tx, {
        type: 'page',
        title: 'Not named yet',
        status: 'draft',
        parentId: it.about,
      });
    }),
  );

  const draft = async (fields: Fields, base = 'posts') => {
    const { status, json, text } = await rest.sendAs(who.editor, 'POST', `/wp/v2/${base}`, {
      content: 'Words',
      ...fields,
    });
    expect(status, text).toBe(201);
    return Number(json['id']);
  };
  const requestPermalink = (id: number, fields: Fields = {}, userId = who.editor) =>
    rest.sendAs(userId, 'POST', `/broadsheet/v1/posts/${id}/permalink`, fields);
  const planned = async (id: number, fields: Fields = {}) =>
    String((await requestPermalink(id, fields)).json['link']).replace(siteUrl, '');
  const published = async (id: number, fields: Fields = {}, base = 'posts') => {
    const { status, json, text } = await rest.sendAs(who.editor, 'POST', `/wp/v2/${base}/${id}`, {
      status: 'publish',
      ...fields,
    });
    expect(status, text).toBe(200);
    return String(json['link']).replace(siteUrl, '');
  };
  /** The planned address, which must be that of the post once it is published with the same fields. */
  const addressOf = async (id: number, fields: Fields = {}, base = 'posts', status = 'publish') => {
    const { status: answered, json } = await requestPermalink(id, fields);
    expect(answered).toBe(200);
    const link = await published(id, { ...fields, status }, base);
    expect([json['slug'], String(json['link'])]).toEqual([
      (await rest.getAs(who.editor, `/wp/v2/${base}/${id}?context=edit`)).json['slug'],
      `${siteUrl}${link}`,
    ]);
    return link;
  };

  test('the second of two drafts with one title gets a number once the first is published', async () => {
    const [first, second] = [
      await draft({ title: 'Two of a kind' }),
      await draft({ title: 'Two of a kind' }),
    ];
    expect([await planned(first), await planned(second)]).toEqual(['/two-of-a-kind/', '/two-of-a-kind/']);
    expect(await addressOf(first)).toBe('/two-of-a-kind/');
    expect(await addressOf(second)).toBe('/two-of-a-kind-2/');
    // A published post keeps its slug when its title changes.
    expect(await planned(second, { title: 'Another title' })).toBe('/two-of-a-kind-2/');
  });

  test('a typed title and slug count before they are stored', async () => {
    const id = await draft({ title: 'Stored title' });
    expect(await planned(id, { title: 'Typed title' })).toBe('/typed-title/');
    expect(await planned(id, { title: { raw: 'Typed <em>again</em>' } })).toBe('/typed-again/');
    expect(await planned(id, { title: 'Typed', slug: '  Über die Brücke & zurück. ' })).toBe(
      `/${encodeURIComponent('über-die-brücke--zurück')}/`,
    );
    expect(await planned(id, { slug: '' })).toBe('/stored-title/');
    expect((await rest.getAs(who.editor, `/wp/v2/posts/${id}?context=edit`)).json).toMatchObject({
      revision: 1,
      slug: '',
      title: { raw: 'Stored title' },
    });
    expect(await addressOf(id, { title: 'Typed', slug: 'Über die Brücke' })).toBe(
      `/${encodeURIComponent('über-die-brücke')}/`,
    );
  });

  test('numbers a slug that a post, a page or a URL of the site uses, and renames a file instead', async () => {
    await get().write(async (tx) => {
      await makePost(tx, { title: 'Taken', slug: 'taken' });
      await makePost(tx, { title: 'Taken', slug: 'taken-2' });
      await makeMedia(tx, { title: 'Harbour', slug: 'harbour' });
    });
    expect(await addressOf(await draft({ title: 'x' }), { slug: 'taken' })).toBe('/taken-3/');
    expect(await addressOf(await draft({ title: 'About' }))).toBe('/about-2/');
    expect(await addressOf(await draft({ title: 'Feed' }))).toBe('/feed-2/');
    expect(await addressOf(await draft({ title: 'Harbour' }))).toBe('/harbour/');
    // Another draft already has the slug.
    await draft({ title: 'x', slug: 'wished-for' });
    expect(await addressOf(await draft({ title: 'x' }), { slug: 'wished-for' })).toBe('/wished-for-2/');
  });

  test('handles titles in other scripts, and titles that yield no slug', async () => {
    for (const [title, slug] of [
      ['東京の夜', '東京の夜'],
      ['Київ і море', 'київ-і-море'],
      ['نهر', 'نهر'],
      ['🎉🎉', 'post'],
      ['', 'post-2'],
    ] as const) {
      expect(await addressOf(await draft({ title }))).toBe(`/${encodeURIComponent(slug)}/`);
    }
    await get().write((tx) => saveSettings(tx, { site_language: 'de' }));
    expect(await addressOf(await draft({ title: 'Größe' }))).toBe('/groesse/');
    await get().write((tx) => saveSettings(tx, { site_language: 'en' }));
    expect(await addressOf(await draft({ title: 'Größe' }))).toBe('/grosse/');
  });

  test('a page contains its parent’s path, or that of its grandparent while the parent has no slug', async () => {
    expect(await addressOf(await draft({ title: 'History' }, 'pages'), { parent: it.about }, 'pages')).toBe(
      '/about/history/',
    );
    expect(await addressOf(await draft({ title: 'Team' }, 'pages'), { parent: it.about }, 'pages')).toBe(
      '/about/team-2/',
    );
    expect(
      await addressOf(
        await draft({ title: 'Team', parent: it.about }, 'pages'),
        { parent: it.team },
        'pages',
      ),
    ).toBe('/about/team/team/');
    expect(await addressOf(await draft({ title: '2026' }, 'pages'), { parent: it.about }, 'pages')).toBe(
      '/about/2026-2/',
    );
    expect(
      await addressOf(await draft({ title: 'Below a draft' }, 'pages'), { parent: it.hidden }, 'pages'),
    ).toBe('/about/below-a-draft/');
    // A published page moves, and finds its slug taken at the root.
    const moved = await draft({ title: 'Two of a kind', parent: it.about, status: 'publish' }, 'pages');
    expect(await addressOf(moved, { parent: 0 }, 'pages')).toBe('/two-of-a-kind-3/');
  });

  test('scheduled and private posts get their URL with their status, and keep it when published', async () => {
    const planned2099 = await draft({ title: 'Ahead of time' });
    expect(await addressOf(planned2099, { date: '2099-01-01T12:00:00' }, 'posts', 'future')).toBe(
      '/ahead-of-time/',
    );
    expect(await addressOf(await draft({ title: 'Ahead of time' }))).toBe('/ahead-of-time-2/');
    expect(await published(planned2099, { date: '2026-01-01T12:00:00' })).toBe('/ahead-of-time/');
    const secret = await draft({ title: 'For few' });
    expect(await addressOf(secret, {}, 'posts', 'private')).toBe('/for-few/');
    expect(await published(secret)).toBe('/for-few/');
    // A post that is pending review has no slug yet.
    expect(await published(await draft({ title: 'Waits' }), { status: 'pending' })).toMatch(/^\/\?p=\d+$/);
  });

  test('categories, author and date are not part of a URL', async () => {
    const news = await get().write((tx) => makeTerm(tx, { name: 'News' }));
    const id = await draft({ title: 'Filed elsewhere' });
    expect(await addressOf(id, { categories: [news], author: who.author, date: '2020-02-02T12:00:00' })).toBe(
      '/filed-elsewhere/',
    );
  });

  test('a trashed post gets its former URL', async () => {
    const id = await draft({ title: 'Thrown away', status: 'publish' });
    await rest.sendAs(who.editor, 'DELETE', `/wp/v2/posts/${id}`);
    expect(await addressOf(id)).toBe('/thrown-away/');
  });

  test('plain permalinks contain the id, which a new post lacks', async () => {
    await get().write((tx) => saveSettings(tx, { permalink_structure: 'plain' }));
    const [id, page] = [await draft({ title: 'By number' }), await draft({ title: 'By number' }, 'pages')];
    expect([await addressOf(id), await addressOf(page, { parent: it.about }, 'pages')]).toEqual([
      `/?p=${id}`,
      `/?page_id=${page}`,
    ]);
    expect(
      (await rest.sendAs(who.editor, 'POST', '/broadsheet/v1/permalink', { title: 'By number' })).json,
    ).toEqual({ slug: 'by-number-2', link: null });
    await get().write((tx) => saveSettings(tx, { permalink_structure: 'rewritten' }));
  });

  test('a new post has one before it is stored', async () => {
    const fresh = async (fields: Fields, userId = who.editor) => {
      const { status, json } = await rest.sendAs(userId, 'POST', '/broadsheet/v1/permalink', fields);
      return status === 200 ? [json['slug'], json['link']] : [status, json['code']];
    };
    expect(await fresh({})).toEqual(['post-3', `${siteUrl}/post-3/`]);
    expect(await fresh({ title: 'Not written yet' })).toEqual([
      'not-written-yet',
      `${siteUrl}/not-written-yet/`,
    ]);
    expect(await fresh({ title: 'About' })).toEqual(['about-3', `${siteUrl}/about-3/`]);
    expect(await fresh({ type: 'page', title: 'Imprint', parent: it.about })).toEqual([
      'imprint',
      `${siteUrl}/about/imprint/`,
    ]);
    expect(await fresh({ type: 'page', title: 'Imprint' }, who.author)).toEqual([403, 'rest_cannot_create']);
    expect(await fresh({ type: 'attachment' })).toEqual([400, 'rest_invalid_param']);
    expect(await fresh({ type: 'nothing' })).toEqual([400, 'rest_invalid_param']);
  });

  test('callers need the right to edit the post, or to create one', async () => {
    const own = await get().write((tx) =>
      makePost(tx, { title: 'Of the contributor', status: 'draft', authorId: who.contributor }),
    );
    const secret = await get().write((tx) =>
      makePost(tx, { title: 'Secret', slug: 'secret', status: 'private', authorId: who.administrator }),
    );
    const outcome = async (id: number, userId: number) => (await requestPermalink(id, {}, userId)).status;
    expect(await Promise.all(Object.values(who).map((userId) => outcome(own, userId)))).toEqual([
      200, 200, 403, 200, 403,
    ]);
    expect(await Promise.all(Object.values(who).map((userId) => outcome(secret, userId)))).toEqual([
      200, 200, 403, 403, 403,
    ]);
    expect((await rest.send('POST', `/broadsheet/v1/posts/${own}/permalink`)).status).toBe(401);
    expect((await rest.send('POST', '/broadsheet/v1/permalink')).status).toBe(401);
    // A contributor can't publish, but sees the URL, derived from the sanitized title.
    expect(
      (await requestPermalink(own, { title: '<script>alert(1)</script>A title' }, who.contributor)).json[
        'slug'
      ],
    ).toBe('a-title');
  });

  test('hostile input is refused, and nothing is written', async () => {
    const id = await draft({ title: 'Attacked' });
    const page = await draft({ title: 'Attacked' }, 'pages');
    const below = await draft({ title: 'Below', parent: page }, 'pages');
    const file = await get().write((tx) => makeMedia(tx, {}));
    const before = await get()
      .read.selectFrom('post')
      .select(['id', 'slug', 'title', 'parent_id', 'revision'])
      .orderBy('id')
      .execute();
    const hostile: readonly (readonly [number, Fields, number])[] = [
      [id, { title: 'x'.repeat(2001) }, 400],
      [id, { slug: 'x'.repeat(2001) }, 400],
      [id, { slug: 'a\0b' }, 400],
      [id, { title: ['a'] }, 400],
      [id, { slug: { raw: 'a' } }, 400],
      [id, { parent: it.about }, 400],
      [page, { parent: page }, 400],
      [page, { parent: below }, 400],
      [page, { parent: id }, 400],
      [page, { parent: -1 }, 400],
      [page, { parent: 2 ** 53 }, 400],
      [page, { parent: 'about' }, 400],
      [page, { parent: 999_999 }, 400],
      [file, {}, 404],
      [999_999, {}, 404],
    ];
    for (const [post, fields, status] of hostile)
      expect((await requestPermalink(post, fields)).status, JSON.stringify(fields).slice(0, 80)).toBe(status);
    // Characters that would end the address or begin another one are removed from the slug.
    expect(await planned(id, { slug: '../../wp-admin/?a=1#b"><script>' })).toMatch(/^\/[a-z0-9%-]+\/$/i);
    expect(await planned(id, { slug: '%00%2f%2e' })).toMatch(/^\/[^/?#]+\/$/);
    expect(await planned(id, { title: 'A harmless title', unknown: 'x' })).toBe('/a-harmless-title/');
    expect(
      await get()
        .read.selectFrom('post')
        .select(['id', 'slug', 'title', 'parent_id', 'revision'])
        .orderBy('id')
        .execute(),
    ).toEqual(before);
  });
});
