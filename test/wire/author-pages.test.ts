import { afterAll, beforeAll, expect, test } from 'vitest';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { ensureAdministrator } from '../../src/modules/accounts/install-site.ts';
import { findUserByLogin } from '../../src/modules/users/reader.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onDrawnDatabase('public data of an account', (_get, place) => {
  let site: ServedSite;
  let id = 0;
  let draft = 0;
  beforeAll(async () => {
    site = await serveSite(place());
    await ensureAdministrator(site.database, {
      user: 'zyxlogin',
      email: 'zyxmail@mail.example',
      password: 'a password of the tests',
    });
    id = (await findUserByLogin(site.database.read, 'zyxlogin'))?.id ?? 0;
    draft = await site.database.write((tx) =>
      makePost(tx, { title: 'A story', slug: 'a-story', authorId: id, status: 'draft' }),
    );
  });
  afterAll(() => site.close());

  const statusOf = async (path: string) => (await rawRequest(site.url, path)).status;
  const places = () => [
    '/author/newsroom/',
    '/author/zyxlogin/',
    `/?author=${id}`,
    '/?author_name=newsroom',
    '/?author_name=zyxlogin',
    '/author/newsroom/feed/',
    '/author/zyxlogin/feed/',
    `/wp-json/wp/v2/users/${id}`,
  ];
  const nobody = async () => {
    expect(await Promise.all(places().map(statusOf))).toEqual([404, 404, 404, 404, 404, 404, 404, 401]);
    expect(JSON.parse((await rawRequest(site.url, '/wp-json/wp/v2/users')).body)).toEqual([]);
    expect((await rawRequest(site.url, '/wp-sitemap.xml')).body).not.toContain('users');
  };

  test('an author with only drafts has no page; with an article the page has the public name, and the log-in name is hidden', async () => {
    await nobody();
    await site.database.write((tx) =>
      updatePost(tx, draft, { status: 'publish', publishedAt: Date.now() - 1000 }),
    );
    const open = await Promise.all(places().map((path) => rawRequest(site.url, path)));
    expect(open.map(({ status, headers }) => headers.location ?? status)).toEqual([
      200,
      404,
      '/author/newsroom/',
      '/author/newsroom/',
      404,
      200,
      404,
      200,
    ]);
    const others = [
      '/',
      '/a-story/',
      '/a-story/embed/',
      '/feed/',
      '/feed/atom/',
      '/wp-json/wp/v2/users',
      '/wp-json/wp/v2/posts?_embed',
      '/wp-sitemap-users-1.xml',
      '/?s=story',
      `/wp-json/oembed/1.0/embed?url=${encodeURIComponent(`${site.url}/a-story/`)}`,
    ];
    for (const { body } of [
      ...open,
      ...(await Promise.all(others.map((path) => rawRequest(site.url, path)))),
    ])
      expect(body).not.toMatch(/zyxlogin|zyxmail/);
    await site.database.write((tx) => updatePost(tx, draft, { status: 'draft' }));
    await nobody();
  });

  test('pages that are not public articles name their author, and link only authors with an archive', async () => {
    const content = '<!-- wp:broadsheet/post-author-box /-->Zebra';
    await site.database.write(async (tx) => {
      const page = await makePost(tx, {
        type: 'page',
        title: 'About zebras',
        slug: 'about',
        authorId: id,
        content,
      });
      await makePost(tx, { title: 'Behind a password', slug: 'locked', authorId: id, password: 'x' });
      await makePost(tx, {
        type: 'page',
        title: 'A list',
        slug: 'list',
        content: `<!-- wp:broadsheet/post-list {"post_ids":"${page}","style":"list"} /-->`,
      });
      await tx.db.updateTable('user').set({ bio: 'Writes of zebras.' }).where('id', '=', id).execute();
      tx.emit(`user:${id}`);
    });
    // Except over REST, which exposes authors of pages as WordPress does, with a link even to an empty archive.
    const shown = [
      '/about/',
      '/locked/',
      '/list/',
      '/?s=zebra',
      `/wp-json/oembed/1.0/embed?url=${encodeURIComponent(`${site.url}/about/`)}`,
    ];
    const linked = async () => {
      const bodies = await Promise.all(shown.map(async (path) => (await rawRequest(site.url, path)).body));
      expect(bodies[0]).toMatch(/class="author-box-name">(?:<a [^>]*>)?Newsroom</);
      expect(bodies[1]).toMatch(
        /class="post-meta-author">By(?:<!-- -->)? (?:<!-- -->)?(?:<a [^>]*>)?Newsroom</,
      );
      return shown.filter((_, index) => bodies[index]?.replaceAll('\\/', '/').includes('/author/newsroom/'));
    };
    expect(await linked()).toEqual([]);
    await site.database.write((tx) =>
      updatePost(tx, draft, { status: 'publish', publishedAt: Date.now() - 1000 }),
    );
    await expect.poll(linked).toEqual(shown);
    await site.database.write((tx) => updatePost(tx, draft, { status: 'draft' }));
    await expect.poll(linked).toEqual([]);
  });
});
