import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeTerm, makeUser } from '../../../../test/harness/factories.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';

onBothDatabases('unknown ids that a client sends', (get) => {
  const rest = useRestApp(get);
  const who = { administrator: 0, editor: 0 };
  beforeAll(async () => {
    await get().write(async (tx) => {
      who.administrator = await makeUser(tx, { roles: ['administrator'] });
      who.editor = await makeUser(tx, { roles: ['editor'] });
    });
  });
  const statusAndCode = async (userId: number, method: string, path: string, body: unknown) => {
    const { status, json } = await rest.sendAs(userId, method, path, body);
    return [status, json['code']];
  };

  test('ignores ids that are not terms of the taxonomy, on create and update', async () => {
    const [category, tag] = await get().write(async (tx) => [
      await makeTerm(tx, {}),
      await makeTerm(tx, { taxonomy: 'post_tag' }),
    ]);
    for (const userId of [who.administrator, who.editor]) {
      const { json } = await rest.sendAs(userId, 'POST', '/wp/v2/posts', {
        title: 'x',
        categories: [999_999, category, tag],
        tags: [999_999, tag, category],
      });
      const id = Number(json['id']);
      expect((await rest.getAs(userId, `/wp/v2/posts/${id}`)).json).toMatchObject({
        categories: [category],
        tags: [tag],
      });
      expect(
        await statusAndCode(userId, 'PATCH', `/wp/v2/posts/${id}`, { tags: [category, 999_999] }),
      ).toEqual([200, undefined]);
      expect((await rest.getAs(userId, `/wp/v2/posts/${id}`)).json).toMatchObject({
        categories: [category],
        tags: [],
      });
      expect(await statusAndCode(userId, 'PATCH', `/wp/v2/posts/${id}`, { categories: ['x'] })).toEqual([
        400,
        'rest_invalid_param',
      ]);
    }
  });

  test('a creating route refuses an id of any kind, and accepts an empty one', async () => {
    const before = await get()
      .read.selectFrom('post')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirst();
    const existing = [
      ['/wp/v2/posts', 'rest_post_exists'],
      ['/wp/v2/pages', 'rest_post_exists'],
      ['/wp/v2/media', 'rest_post_exists'],
      ['/wp/v2/blocks', 'rest_post_exists'],
      ['/wp/v2/users', 'rest_user_exists'],
      ['/wp/v2/comments', 'rest_comment_exists'],
      ['/wp/v2/menu-items', 'rest_post_exists'],
    ] as const;
    for (const [path, code] of existing) {
      for (const id of [5, 999_999, '5', -1, 'x', [1], { a: 1 }, true]) {
        expect([
          path,
          id,
          ...(await statusAndCode(who.administrator, 'POST', path, { id, title: 'x' })),
        ]).toEqual([path, id, 400, code]);
      }
    }
    expect(await statusAndCode(who.administrator, 'POST', '/wp/v2/posts?id=5', { title: 'x' })).toEqual([
      400,
      'rest_post_exists',
    ]);
    expect(
      await get()
        .read.selectFrom('post')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirst(),
    ).toEqual(before);
    for (const id of [0, '', '0', null, false])
      expect(await statusAndCode(who.administrator, 'POST', '/wp/v2/posts', { id, title: 'x' })).toEqual([
        201,
        undefined,
      ]);
    // WordPress has no such rule for terms.
    expect(
      (await statusAndCode(who.administrator, 'POST', '/wp/v2/tags', { id: 5, name: 'Numbered' }))[0],
    ).toBe(201);
  });
});
