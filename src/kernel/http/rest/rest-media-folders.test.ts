import { beforeAll, describe, expect, test } from 'vitest';
import { emittedBy } from '../../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeMedia, makePost, makeTerm, makeUser } from '../../../../test/harness/factories.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';
import { rawRequest, serveSite } from '../../../../test/harness/served-site.ts';
import { maxFolders } from '../../../modules/media/folders.ts';
import { moveToFolder } from '../../../modules/media/writer.ts';
import { createTerm } from '../../../modules/terms/writer.ts';

const folders = '/broadsheet/v1/media-folders';

onBothDatabases('media folders over REST', (get, place) => {
  const rest = useRestApp(get);
  const who = { editor: 0, author: 0, contributor: 0 };
  beforeAll(async () => {
    await get().write(async (tx) => {
      for (const role of ['editor', 'author', 'contributor'] as const)
        who[role] = await makeUser(tx, { login: `folder-${role}`, roles: [role] });
    });
  });
  const send = async (
    userId: number | undefined,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
  ) => {
    const { status, json } = await rest.send(method, path, {
      headers: {
        ...(userId === undefined ? {} : { 'x-test-actor': String(userId) }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return { status, json: json as Record<string, unknown> & { code?: string; id?: number } };
  };
  const statusAndCode = async (...args: Parameters<typeof send>) => {
    const { status, json } = await send(...args);
    return [status, json.code];
  };
  const make = async (name: string, parent = 0) =>
    Number((await send(who.editor, 'POST', folders, { name, parent })).json.id);
  const tree = async (userId = who.editor) =>
    (await send(userId, 'GET', folders)).json as unknown as {
      readonly folders: readonly {
        readonly id: number;
        readonly name: string;
        readonly parent: number;
        readonly count: number;
      }[];
      readonly all: number;
      readonly none: number;
    };
  const idsIn = async (folder: number, userId = who.editor) => {
    const { json } = await rest.send('GET', `/wp/v2/media?folder=${folder}&_fields=id&per_page=100`, {
      headers: { 'x-test-actor': String(userId) },
    });
    return (json as unknown as readonly { readonly id: number }[]).map(({ id }) => id);
  };
  const one = async (id: number) => (await tree()).folders.find((folder) => folder.id === id);

  test('users who manage categories create, rename, move and delete folders; files stay, and subfolders move up', async () => {
    const [sport, football] = [await make('Sport & Games'), await make('Football')];
    expect(await one(sport)).toEqual({ id: sport, name: 'Sport & Games', parent: 0, revision: 1, count: 0 });
    expect(
      (await send(who.editor, 'POST', `${folders}/${football}`, { parent: sport, name: 'Soccer' })).json,
    ).toEqual({ id: football, name: 'Soccer', parent: sport, revision: 2, count: 0 });
    const deep = await make('Cup', football);
    const file = await get().write((tx) => makeMedia(tx, { authorId: who.author }));
    expect(await statusAndCode(who.author, 'POST', `/wp/v2/media/${file}`, { folder: football })).toEqual([
      200,
      undefined,
    ]);
    expect((await send(who.editor, 'DELETE', `${folders}/${football}`)).json).toMatchObject({
      deleted: true,
      previous: { id: football, count: 1 },
    });
    expect(await one(deep)).toMatchObject({ parent: sport });
    expect(await idsIn(0)).toContain(file);
    expect((await send(who.author, 'GET', `/wp/v2/media/${file}?context=edit`)).json).toMatchObject({
      folder: 0,
    });
    for (const [method, path] of [
      ['POST', folders],
      ['POST', `${folders}/${sport}`],
      ['DELETE', `${folders}/${sport}`],
    ] as const) {
      for (const userId of [who.author, who.contributor, undefined]) {
        expect((await statusAndCode(userId, method, path, { name: 'Mine' }))[0], `${method} ${userId}`).toBe(
          userId === undefined ? 401 : 403,
        );
      }
    }
  });

  test('a file is in one folder, and counts include only files that the user can see', async () => {
    const [first, second] = [await make('First'), await make('Second')];
    const files = await get().write(async (tx) => [
      await makeMedia(tx, { authorId: who.author }),
      await makeMedia(tx, { authorId: who.editor }),
      await makeMedia(tx, {
        authorId: who.editor,
        parentId: await makePost(tx, { authorId: who.editor, status: 'private' }),
      }),
    ]);
    const [own = 0, foreign = 0, hidden = 0] = files;
    const before = await tree();
    for (const id of files)
      expect(await statusAndCode(who.editor, 'POST', `/wp/v2/media/${id}`, { folder: first })).toEqual([
        200,
        undefined,
      ]);
    expect([await idsIn(first), await one(first)]).toEqual([
      files.toReversed(),
      expect.objectContaining({ count: 3 }),
    ]);
    expect((await tree()).none).toBe(before.none - 3);
    const seen = await tree(who.author);
    expect([seen.folders.find(({ id }) => id === first)?.count, await idsIn(first, who.author)]).toEqual([
      2,
      [foreign, own],
    ]);
    // Only users who may edit a file may move it.
    expect(await statusAndCode(who.author, 'POST', `/wp/v2/media/${own}`, { folder: second })).toEqual([
      200,
      undefined,
    ]);
    expect(await statusAndCode(who.author, 'POST', `/wp/v2/media/${foreign}`, { folder: second })).toEqual([
      403,
      'rest_cannot_edit',
    ]);
    expect([await idsIn(first), await idsIn(second)]).toEqual([[hidden, foreign], [own]]);
    expect((await send(who.author, 'GET', `/wp/v2/media/${own}?context=edit`)).json).toMatchObject({
      folder: second,
      revision: 1,
    });
    await send(who.editor, 'DELETE', `/wp/v2/media/${own}?force=true`);
    expect(await one(second)).toMatchObject({ count: 0 });
  });

  test('counts a file that an import put into two folders once among files outside one', async () => {
    const [first, second] = [await make('One of two'), await make('Two of two')];
    const { none } = await tree();
    await get().write(async (tx) => {
      const file = await makeMedia(tx, { authorId: who.author });
      for (const folder of [first, second])
        await tx.db
          .insertInto('term_relationship')
          .values({ post_id: file, term_id: folder, position: 0 })
          .execute();
    });
    const after = await tree();
    expect([
      after.none,
      ...after.folders.filter(({ id }) => id === first || id === second).map(({ count }) => count),
    ]).toEqual([none, 1, 1]);
  });

  test('moving a file invalidates no page', async () => {
    const [folder, file] = [await make('Quiet'), await get().write((tx) => makeMedia(tx, {}))];
    expect(await emittedBy(get(), () => get().write((tx) => moveToFolder(tx, file, folder)))).toEqual([
      'terms:media_folder change',
    ]);
  });

  test('moving or deleting a folder takes the same number of queries however many files it contains, and reads none of them', async () => {
    const queriesFor = async (files: number) => {
      const [folder, parent] = [await make(`Huge ${files}`), await make(`Above ${files}`)];
      const inner = await make(`Inside ${files}`, folder);
      await get().write(async (tx) => {
        for (let index = 0; index < files; index++)
          await moveToFolder(tx, await makeMedia(tx, {}), index % 2 === 0 ? folder : inner);
        // Imported attachments may be published, and so listed.
        const open = await makePost(tx, {
          type: 'attachment',
          termIds: [inner],
          publishedAt: 1_700_000_000_000,
        });
        expect(
          await tx.db.selectFrom('post_term').select('term_id').where('post_id', '=', open).execute(),
        ).toEqual([]);
      });
      const before = get().queryCount();
      expect(await statusAndCode(who.editor, 'POST', `${folders}/${folder}`, { parent })).toEqual([
        200,
        undefined,
      ]);
      expect(await statusAndCode(who.editor, 'DELETE', `${folders}/${folder}`)).toEqual([200, undefined]);
      const count = get().queryCount() - before;
      expect(await one(inner)).toMatchObject({ parent, count: Math.floor(files / 2) + 1 });
      return count;
    };
    expect(await queriesFor(12)).toBe(await queriesFor(2));
  });

  test('refuses malformed, duplicate and circular folders with the reason', async () => {
    const [outer] = [await make('Outer')];
    const inner = await make('Inner', outer);
    const category = await get().write((tx) => makeTerm(tx, {}));
    const file = await get().write((tx) => makeMedia(tx, { authorId: who.editor }));
    for (const body of [
      {},
      { name: '' },
      { name: '  ' },
      { name: '<b></b>' },
      { name: 'x'.repeat(101) },
      { name: 'a\0b' },
      { name: 7 },
      { name: ['x'] },
      { name: null },
      { name: 'New', parent: -1 },
      { name: 'New', parent: 'x' },
      { name: 'New', parent: 1.5 },
    ])
      expect((await statusAndCode(who.editor, 'POST', folders, body))[0], JSON.stringify(body)).toBe(400);
    for (const parent of [category, 999_999_999])
      expect(await statusAndCode(who.editor, 'POST', folders, { name: 'New', parent })).toEqual([
        400,
        'rest_term_invalid',
      ]);
    expect(await statusAndCode(who.editor, 'POST', folders, { name: 'oUTER' })).toEqual([400, 'term_exists']);
    expect(
      await statusAndCode(who.editor, 'POST', `${folders}/${inner}`, { name: 'Outer', parent: 0 }),
    ).toEqual([400, 'term_exists']);
    expect(await statusAndCode(who.editor, 'POST', `${folders}/${outer}`, { parent: inner })).toEqual([
      400,
      'term_circle',
    ]);
    expect(
      await statusAndCode(who.editor, 'POST', `${folders}/${outer}`, { name: 'Stale', revision: 99 }),
    ).toEqual([409, 'stale']);
    expect(await statusAndCode(who.editor, 'DELETE', `${folders}/${outer}?revision=99`)).toEqual([
      409,
      'stale',
    ]);
    for (const path of [`${folders}/${category}`, `${folders}/999999999`]) {
      expect(await statusAndCode(who.editor, 'POST', path, { name: 'X' })).toEqual([
        404,
        'rest_term_invalid',
      ]);
    }
    for (const folder of [category, 999_999_999, -1, 'x', 1.5]) {
      expect(
        (await statusAndCode(who.editor, 'POST', `/wp/v2/media/${file}`, { folder }))[0],
        String(folder),
      ).toBe(400);
      expect(
        (await statusAndCode(who.editor, 'GET', `/wp/v2/media?folder=${folder}`))[0],
        String(folder),
      ).toBe(400);
    }
    expect(
      await statusAndCode(who.editor, 'POST', folders, { name: 'Made <script>alert(1)</script>of tags' }),
    ).toEqual([201, undefined]);
    expect((await tree()).folders.find(({ name }) => name.startsWith('Made'))?.name).not.toContain('<');
  });

  test('creates no more folders than the library can show', async () => {
    const { length } = (await tree()).folders;
    await get().write(async (tx) => {
      for (let index = length; index < maxFolders; index++)
        await createTerm(tx, { taxonomy: 'media_folder', name: `Many ${index}`, slug: `many-${index}` });
    });
    expect(await statusAndCode(who.editor, 'POST', folders, { name: 'One more' })).toEqual([
      400,
      'too_many_folders',
    ]);
    await get().write(
      async (tx) => void (await tx.db.deleteFrom('term').where('slug', 'like', 'many-%').execute()),
    );
  });

  describe('for visitors', () => {
    test('their names stay hidden: over REST, in pages, feeds, sitemaps, blocks, classes and menus', async () => {
      const secret = 'Zanzibar leak';
      const site = await serveSite(place());
      try {
        const { file, folder } = await site.database.write(async (tx) => {
          const made = await createTerm(tx, {
            taxonomy: 'media_folder',
            name: secret,
            slug: 'zanzibar-leak',
          });
          const blocks = [
            '<!-- wp:categories {"taxonomy":"media_folder"} /-->',
            '<!-- wp:tag-cloud {"taxonomy":"media_folder","minimumCount":0} /-->',
            `<!-- wp:terms-query {"termQuery":{"taxonomy":"media_folder","hideEmpty":false}} --><!-- wp:term-template --><!-- wp:term-name /-->` +
              '<!-- /wp:term-template --><!-- /wp:terms-query -->',
            '<!-- wp:post-terms {"term":"media_folder"} /-->',
          ].join('');
          const post = await makePost(tx, {
            title: 'Seen',
            slug: 'seen-by-all',
            content: blocks,
            termIds: [made],
          });
          const media = await makeMedia(tx, { title: 'Seen', slug: 'seen-file', parentId: post });
          await moveToFolder(tx, media, made);
          return { file: media, folder: made };
        });
        const paths = [
          `/wp-json/wp/v2/media/${file}`,
          `/wp-json/wp/v2/media/${file}?_embed`,
          '/wp-json/wp/v2/media?_embed',
          '/wp-json/wp/v2/taxonomies',
          '/wp-json/wp/v2/types',
          '/wp-json/wp/v2/posts?slug=seen-by-all&_embed',
          '/wp-json/wp/v2/search?type=term&search=zanzibar',
          '/wp-json/wp/v2/search?search=zanzibar',
          `/wp-json/wp/v2/media?folder=${folder}`,
          `/wp-json${folders}`,
          `/wp-json${folders}/${folder}`,
          '/wp-json/wp/v2/media_folder',
          '/wp-json/',
          `/wp-json/wp/v2/categories/${folder}`,
          `/wp-json/wp/v2/categories?include=${folder}`,
          `/wp-json/wp/v2/tags?include=${folder}`,
          `/wp-json/wp/v2/media/${file}?context=edit`,
          '/seen-by-all/',
          '/seen-by-all/seen-file/',
          `/?attachment_id=${file}`,
          '/seen-by-all/feed/',
          '/feed/',
          '/',
          '/wp-sitemap.xml',
          '/wp-sitemap-taxonomies-media_folder-1.xml',
          '/media_folder/zanzibar-leak/',
          '/?taxonomy=media_folder&term=zanzibar-leak',
          `/?cat=${folder}`,
          '/?media_folder=zanzibar-leak',
          '/?s=zanzibar',
          '/media_folder/zanzibar-leak/feed/',
        ];
        for (const path of paths) {
          const { status, body } = await rawRequest(site.url, path);
          // The page without results may contain the search itself.
          const leak =
            path.includes('=zanzibar') || path.includes('/zanzibar') ? /zanzibar leak/i : /zanzibar/i;
          expect([
            path,
            status < 500,
            leak.test(body),
            /"folder"/.test(body) && path.includes('/media/'),
          ]).toEqual([path, true, false, false]);
        }
      } finally {
        await site.close();
      }
    });
  });
});
