import { afterAll, beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeComment, makeMedia, makePost, makeUser } from '../../../../test/harness/factories.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';
import type { Json } from '../../../../test/harness/rest-app.ts';
import { updatePost } from '../../../modules/posts/writer.ts';
import { registerPostType } from '../../../modules/types/registry.ts';

const taken: (() => void)[] = [];

onBothDatabases('authors that REST shows', (get) => {
  const rest = useRestApp(get);
  const written = new Map<string, { readonly user: number; readonly post: number }>();
  const of = (what: string) => written.get(what) ?? expect.fail(`Nobody wrote ${what}.`);

  beforeAll(async () => {
    const labels = { plural: 'Things', singular: 'Thing' };
    taken.push(
      registerPostType({ name: 'novel', labels, restBase: 'novels' }),
      registerPostType({ name: 'memo', labels, isPublic: false }),
      registerPostType({ name: 'poem', labels, restBase: 'poems', supports: ['title', 'editor'] }),
    );
    const inputs = {
      article: {},
      page: { type: 'page' },
      novel: { type: 'novel' },
      'draft of a page': { type: 'page', status: 'draft' },
      'page with a password': { type: 'page', password: 'sesame' },
      'page in the trash': { type: 'page', status: 'trash', meta: { _wp_trash_meta_status: ['publish'] } },
      'page to come': { type: 'page', status: 'future', publishedAt: Date.UTC(2090, 0, 1) },
      'private page': { type: 'page', status: 'private' },
      product: { type: 'product' },
      pattern: { type: 'wp_block' },
      memo: { type: 'memo' },
      poem: { type: 'poem' },
    } as const;
    await get().write(async (tx) => {
      for (const [what, input] of Object.entries(inputs)) {
        const user = await makeUser(tx, {
          displayName: `Xylophage of the ${what}`,
          roles: ['administrator'],
        });
        written.set(what, { user, post: await makePost(tx, { ...input, authorId: user }) });
      }
      const photographer = await makeUser(tx, { displayName: 'Xylophage of the picture' });
      written.set('picture', { user: photographer, post: await makeMedia(tx, { authorId: photographer }) });
      const second = await makeUser(tx, { displayName: 'Xylophage of the second place' });
      const first = of('article').user;
      written.set('second place', {
        user: second,
        post: await makePost(tx, { type: 'page', authorIds: [first, second] }),
      });
      const commenter = await makeUser(tx, { displayName: 'Xylophage of the comment' });
      written.set('comment', {
        user: commenter,
        post: await makeComment(tx, {
          postId: of('article').post,
          userId: commenter,
          authorName: 'A commenter',
        }),
      });
      const reader = await makeUser(tx, { displayName: 'A reader', roles: ['subscriber'] });
      written.set('nothing', { user: reader, post: 0 });
    });
  });
  afterAll(() => taken.splice(0).forEach((takeBack) => takeBack()));

  const open = ['article', 'page', 'novel', 'second place'];
  const namesIn = (list: readonly Json[]) =>
    list.map(({ name }) => String(name).replace(/^Xylophage of the /, '')).toSorted();

  test('searches names and file names for pattern characters literally', async () => {
    const [anna, file] = await get().write(
      async (tx) =>
        [
          await makeUser(tx, { login: 'anna_b', displayName: 'Somebody', roles: ['subscriber'] }),
          await makeMedia(tx, { title: 'IMG_4711' }),
        ] as const,
    );
    const editor = await get().write((tx) =>
      makeUser(tx, { displayName: 'A chief', roles: ['administrator'] }),
    );
    const found = async (path: string) =>
      ((await rest.sendAs(editor, 'GET', path)).json as unknown as readonly Json[]).map(({ id }) => id);
    expect(await found('/wp/v2/users?context=edit&search=anna_b')).toEqual([anna]);
    expect(await found('/wp/v2/users?context=edit&search=a_na_b')).toEqual([]);
    expect(await found('/wp/v2/media?search=IMG_4711')).toEqual([file]);
  });

  test('shows visitors only authors with listed posts of a public type that REST serves', async () => {
    expect(namesIn((await rest.get('/wp/v2/users?per_page=100')).list)).toEqual(open.toSorted());
    expect((await rest.get('/wp/v2/users?per_page=100')).headers['x-wp-total']).toBe(String(open.length));
    for (const [what, { user }] of written) {
      const reply = await rest.get(`/wp/v2/users/${user}`);
      expect([what, reply.status, reply.text.includes('Xylophage')]).toEqual([
        what,
        open.includes(what) ? 200 : 401,
        open.includes(what),
      ]);
      const found =
        (await rest.get(`/wp/v2/users?include=${user}`)).list.length +
        (await rest.get(`/wp/v2/users?search=of the ${what}`)).list.length;
      expect([what, found]).toEqual([what, open.includes(what) ? 2 : 0]);
    }
    expect(namesIn((await rest.get('/wp/v2/users?has_published_posts=page')).list)).toEqual([
      'article',
      'page',
      'second place',
    ]);
    const reader = of('nothing').user;
    expect(namesIn((await rest.getAs(reader, '/wp/v2/users?per_page=100')).list)).toEqual(open.toSorted());
    expect([
      (await rest.getAs(reader, `/wp/v2/users/${reader}`)).status,
      (await rest.getAs(reader, `/wp/v2/users/${of('private page').user}`)).status,
    ]).toEqual([200, 403]);
  });

  test('embeds the same authors for visitors, and all authors for users who can list users', async () => {
    const authorOf = async (path: string, userId?: number) => {
      const { json } = userId === undefined ? await rest.get(path) : await rest.getAs(userId, path);
      return json['_embedded']?.['author']?.[0];
    };
    const boss = of('article').user;
    const bases = {
      article: 'posts',
      page: 'pages',
      novel: 'novels',
      picture: 'media',
      'private page': 'pages',
      'page with a password': 'pages',
    } as const;
    for (const [what, base] of Object.entries(bases)) {
      const { post } = of(what);
      const seen = await authorOf(`/wp/v2/${base}/${post}?_embed=author`);
      expect([what, seen?.['name'] ?? 'nobody']).toEqual([
        what,
        open.includes(what) ? `Xylophage of the ${what}` : 'nobody',
      ]);
      expect((await authorOf(`/wp/v2/${base}/${post}?_embed=author`, boss))?.['name']).toBe(
        `Xylophage of the ${what}`,
      );
    }
    const comment = `/wp/v2/comments/${of('comment').post}?_embed=author`;
    expect([
      (await authorOf(comment))?.['code'],
      (await authorOf(comment, of('comment').user))?.['name'],
    ]).toEqual(['rest_user_invalid_id', 'Xylophage of the comment']);
    for (const path of ['posts', 'pages', 'novels', 'media', 'comments']) {
      const { text } = await rest.get(`/wp/v2/${path}?_embed&per_page=100`);
      const names = new Set([...text.matchAll(/Xylophage of the ([\w ]+)/g)].map(([, what]) => what));
      expect([path, [...names].filter((what) => !open.includes(what ?? ''))]).toEqual([path, []]);
    }
  });

  test('hides authors again after they withdraw their published posts', async () => {
    const { user, post } = of('page');
    await get().write((tx) => updatePost(tx, post, { status: 'draft' }));
    const listed = namesIn((await rest.get('/wp/v2/users?per_page=100')).list);
    expect([(await rest.get(`/wp/v2/users/${user}`)).status, listed.includes('page')]).toEqual([401, false]);
    await get().write((tx) => updatePost(tx, post, { status: 'publish' }));
    expect((await rest.get(`/wp/v2/users/${user}`)).status).toBe(200);
  });
});
