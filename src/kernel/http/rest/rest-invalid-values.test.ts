import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeComment, makeMedia, makePost, makeUser } from '../../../../test/harness/factories.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';
import { saveSettings } from '../../../modules/settings/store.ts';

const notDates = [
  'foo-bar',
  '',
  ' ',
  '2026-13-45T00:00:00',
  '2026-01-01',
  '2026-01-01T25:00:00',
  '99999-01-01T00:00:00',
  '2026-01-01T00:00:00+99:99',
  '2026-01-01T00:00:00; drop table comment',
  '١٢٣٤-01-01T00:00:00',
  5,
  true,
  ['2026-01-01T00:00:00'],
  { date: 'x' },
  'x'.repeat(100_000),
];

onBothDatabases('invalid dates, types and locales', (get) => {
  const rest = useRestApp(get);
  const it = { admin: 0, author: 0, reader: 0, post: 0, locked: 0, page: 0, media: 0, draft: 0 };
  beforeAll(async () => {
    await get().write(async (tx) => {
      await saveSettings(tx, { timezone_string: 'Europe/Zurich' });
      it.admin = await makeUser(tx, { roles: ['administrator'] });
      it.author = await makeUser(tx, { roles: ['author'] });
      it.reader = await makeUser(tx, { roles: ['subscriber'] });
      it.post = await makePost(tx, { authorId: it.admin });
      it.locked = await makePost(tx, { authorId: it.author, password: 'RIGHT' });
      it.page = await makePost(tx, { type: 'page' });
      it.draft = await makePost(tx, { status: 'draft', authorId: it.admin });
      it.media = await makeMedia(tx, { authorId: it.admin });
    });
  });
  const comment = (postId = it.post) => get().write((tx) => makeComment(tx, { postId }));
  const send = (path: string, body: unknown, method = 'POST', as = it.admin) =>
    rest.sendAs(as, method, `/wp/v2/${path}`, body);
  const faultOf = async (...args: Parameters<typeof send>) => {
    const { status, json } = await send(...args);
    return [status, json['code'], Object.keys(json['data']?.['params'] ?? {})];
  };

  test('every write with an invalid date returns 400 and stores nothing', async () => {
    const one = await comment();
    const stored = async () =>
      JSON.stringify([
        await get()
          .read.selectFrom('post')
          .select(['id', 'published_at', 'revision'])
          .orderBy('id')
          .execute(),
        await get().read.selectFrom('comment').select(['id', 'created_at']).orderBy('id').execute(),
      ]);
    const before = await stored();
    const writes = [
      ['posts', { title: 'x' }],
      [`posts/${it.post}`, {}],
      ['pages', { title: 'x' }],
      [`pages/${it.page}`, {}],
      [`media/${it.media}`, {}],
      [`comments/${one}`, {}],
      [`posts/${it.draft}/autosaves`, { content: 'y' }],
      [`pages/${it.page}/autosaves`, { content: 'y' }],
    ] as const;
    for (const [path, more] of writes) {
      for (const field of ['date', 'date_gmt']) {
        for (const value of notDates) {
          expect([path, field, value, ...(await faultOf(path, { ...more, [field]: value }))]).toEqual([
            path,
            field,
            value,
            400,
            'rest_invalid_param',
            [field],
          ]);
        }
      }
      if (path.endsWith('autosaves')) continue;
      expect([path, await faultOf(path, { ...more, date: '0999-01-01T00:00:00' })]).toEqual([
        path,
        [400, 'rest_invalid_param', ['date']],
      ]);
    }
    for (const value of notDates) {
      expect([value, (await send('comments', { post: it.post, content: 'c', date: value })).status]).toEqual([
        value,
        400,
      ]);
    }
    expect(await stored()).toBe(before);
  });

  test('every list refuses an invalid date with 400', async () => {
    const lists = [
      ...['posts', 'pages', 'media', 'comments'].flatMap((list) => [`${list}?after`, `${list}?before`]),
      ...['posts', 'pages', 'media'].flatMap((list) => [`${list}?modified_after`, `${list}?modified_before`]),
    ];
    for (const list of lists) {
      for (const value of ['foo-bar', '2026-13-45T00:00:00', '5', '99999-01-01T00:00:00']) {
        const { status, json } = await rest.get(`/wp/v2/${list}=${encodeURIComponent(value)}`);
        expect([list, value, status, json['code']]).toEqual([list, value, 400, 'rest_invalid_param']);
      }
      expect([list, (await rest.get(`/wp/v2/${list}=2026-01-01T00:00:00`)).status]).toEqual([list, 200]);
    }
  });

  test('moderators change the date of a comment, and sending it back as shown keeps it', async () => {
    const one = await comment();
    const at = async () =>
      (
        await get()
          .read.selectFrom('comment')
          .select('created_at')
          .where('id', '=', one)
          .executeTakeFirstOrThrow()
      ).created_at;
    const before = await at();
    const { json } = await rest.getAs(it.admin, `/wp/v2/comments/${one}?context=edit`);
    expect(
      (await send(`comments/${one}`, { date: json['date'], date_gmt: json['date_gmt'], type: 'comment' }))
        .status,
    ).toBe(200);
    expect(await at()).toBe(before);
    expect((await send(`comments/${one}`, { date: '2019-07-06T07:08:09' }, 'PATCH')).json).toMatchObject({
      date: '2019-07-06T07:08:09',
      date_gmt: '2019-07-06T05:08:09',
    });
    expect((await send(`comments/${one}`, { date_gmt: '2018-01-02T03:04:05' }, 'PUT')).json).toMatchObject({
      date: '2018-01-02T04:04:05',
    });
    expect((await send(`comments/${one}`, { date: '2017-01-02T03:04:05' }, 'PUT', it.reader)).status).toBe(
      403,
    );
    expect(await at()).toBe(Date.UTC(2018, 0, 2, 3, 4, 5));
  });

  test('stores the date of a media file', async () => {
    expect((await send(`media/${it.media}`, { date: '2019-07-06T07:08:09' })).json).toMatchObject({
      date: '2019-07-06T07:08:09',
      date_gmt: '2019-07-06T05:08:09',
    });
    const { json } = await send(`media/${it.media}`, { date: '2019-07-06T07:08:09', alt_text: 'A harbour' });
    expect(json).toMatchObject({ date: '2019-07-06T07:08:09', alt_text: 'A harbour' });
  });

  test('the type of a comment can’t change, and an invalid type returns 400', async () => {
    const one = await comment();
    for (const type of ['foo', 'pingback', 'Comment', '__proto__', "comment' or 1=1", 'x'.repeat(400)]) {
      expect([type, ...(await faultOf(`comments/${one}`, { type })).slice(0, 2)]).toEqual([
        type,
        400,
        'rest_comment_invalid_type',
      ]);
      expect([type, (await faultOf('comments', { post: it.post, content: 'c', type })).slice(0, 2)]).toEqual([
        type,
        [400, 'rest_invalid_comment_type'],
      ]);
    }
    for (const type of [['comment'], { a: 1 }, true]) {
      expect([type, ...(await faultOf(`comments/${one}`, { type }))]).toEqual([
        type,
        400,
        'rest_invalid_param',
        ['type'],
      ]);
    }
    for (const type of ['foo', 'post,page']) {
      expect([type, (await rest.get(`/wp/v2/search?search=x&type=${type}`)).status]).toEqual([type, 400]);
      expect([type, (await rest.getAs(it.admin, `/wp/v2/comments?type=${type}`)).status]).toEqual([
        type,
        400,
      ]);
    }
  });

  test('an invalid locale returns 400 for any account and by any method', async () => {
    for (const locale of ['klingon', 'de', 'de_DE ', 5, ['de_DE'], 'x'.repeat(10_000)]) {
      for (const [path, method] of [
        [`users/${it.author}`, 'PATCH'],
        ['users/me', 'PUT'],
        ['users', 'POST'],
      ] as const) {
        const account =
          path === 'users'
            ? { username: 'grace', email: 'grace@mail.example', password: 'correct horse battery 7' }
            : {};
        expect([locale, path, ...(await faultOf(path, { ...account, locale }, method))]).toEqual([
          locale,
          path,
          400,
          'rest_invalid_param',
          ['locale'],
        ]);
      }
    }
  });

  test('the password sent with the deletion of a comment has no effect', async () => {
    const [one, two, three] = [await comment(it.locked), await comment(it.locked), await comment(it.locked)];
    expect(await faultOf(`comments/${one}?password=RIGHT`, undefined, 'DELETE', it.reader)).toEqual([
      403,
      'rest_cannot_delete',
      [],
    ]);
    expect((await rest.send('DELETE', `/wp/v2/comments/${one}?password=RIGHT`)).status).toBe(401);
    expect((await send(`comments/${one}?password[]=RIGHT`, undefined, 'DELETE')).status).toBe(400);
    for (const [id, query] of [
      [one, 'password=RIGHT'],
      [two, 'password=wrong'],
      [three, 'force=true&password='],
    ] as const) {
      expect([query, (await send(`comments/${id}?${query}`, undefined, 'DELETE')).status]).toEqual([
        query,
        200,
      ]);
    }
  });

  test('GET /users?who=authors lists accounts that can write', async () => {
    const { list } = await rest.getAs(it.admin, '/wp/v2/users?who=authors&orderby=id');
    expect(list.map(({ id }) => Number(id))).toEqual([it.admin, it.author]);
    expect((await rest.get('/wp/v2/users?who=authors')).json['code']).toBe('rest_forbidden_who');
    for (const who of ['foo', 'Authors', 'authors,all'])
      expect([who, (await rest.getAs(it.admin, `/wp/v2/users?who=${who}`)).status]).toEqual([who, 400]);
  });

  test('the index contains the site icon', async () => {
    expect((await rest.get('/')).json).toMatchObject({ site_icon: 0, site_icon_url: '' });
    const icon = await get().write(async (tx) => {
      const id = await makeMedia(tx, {
        file: { file: '2026/01/icon.png', width: 800, height: 800, sizes: {} },
      });
      await saveSettings(tx, { site_icon: id });
      return id;
    });
    await expect
      .poll(async () => (await rest.get('/')).json)
      .toMatchObject({
        site_icon: icon,
        site_icon_url: expect.stringMatching(
          /^https:\/\/site\.example\/wp-content\/uploads\/2026\/01\/icon\.png$/,
        ),
      });
  });
});
