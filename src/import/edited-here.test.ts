import { expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { dumpTables } from '../../test/harness/dump-tables.ts';
import { makePost } from '../../test/harness/factories.ts';
import { plainSingle, templateItem } from '../../test/fixtures/old-theme.ts';
import { authorXml, inPieces, menuItem, termXml, wxr } from '../../test/fixtures/wxr.ts';
import type { FixtureItem } from '../../test/fixtures/wxr.ts';
import { findFolderOf } from '../modules/media/folders.ts';
import { moveToFolder } from '../modules/media/writer.ts';
import { deleteComment, updateComment } from '../modules/comments/store.ts';
import { deleteMenu, replaceMenuItems, findMenuBySlug, findMenuItems } from '../modules/menus/store.ts';
import { deletePost as deletePostAs } from '../modules/posts/post-commands.ts';
import { publishDue } from '../modules/posts/jobs.ts';
import { deletePost, updatePost } from '../modules/posts/writer.ts';
import { findTermBySlug } from '../modules/terms/reader.ts';
import { createTerm, deleteTerm, updateTerm } from '../modules/terms/writer.ts';
import { folderTaxonomy } from '../modules/types/names.ts';
import { operator } from '../modules/users/role.ts';
import { findUserByLogin } from '../modules/users/reader.ts';
import { deleteUser, updateUser } from '../modules/users/writer.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { fingerprint } from '../modules/imports/ledger.ts';
import { importFiles, importWxr } from './import-wxr.ts';
import type { ImportOptions } from './import-wxr.ts';
import { totals } from './report.ts';

let site = 0;
const elsewhere = () => `https://cut-over-${++site}.example`;
/** The date of an export, as WordPress writes it. */
const on = (day: number) => new Date(Date.UTC(2026, 0, day)).toUTCString();
const run = (database: Database, text: string, options?: ImportOptions) =>
  importWxr(database, inPieces(text), options);
const postOf = (database: Database, id: number) =>
  database.read
    .selectFrom('post')
    .select(['title', 'content', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();

onBothDatabases('on the day of the move, a later export', (get) => {
  test('trashed items of the exporter keep their former status', async () => {
    const url = elsewhere();
    const thrown = (before: string | undefined, id: number): FixtureItem => ({
      id,
      status: 'trash',
      title: `Was ${before}`,
      meta: before === undefined ? {} : { _wp_trash_meta_status: before },
    });
    const items = [
      thrown('publish', 2101),
      thrown('private', 2102),
      thrown(undefined, 2103),
      thrown('wc-processing', 2104),
    ];
    await run(
      get(),
      wxr(
        [...items, { id: 2105, title: 'Out', status: 'publish', meta: { _wp_trash_meta_status: 'private' } }],
        { url, exported: on(1) },
      ),
    );
    const was = async () =>
      (
        await get()
          .read.selectFrom('post')
          .select('trashed_status')
          .where('id', 'in', [2101, 2102, 2103, 2104, 2105])
          .orderBy('id')
          .execute()
      ).map((row) => row.trashed_status);
    expect(await was()).toEqual(['publish', 'private', 'draft', 'draft', '']);
    // A later export: one was restored there, another was trashed.
    const later = [{ id: 2101, title: 'Back', status: 'publish' }, thrown('future', 2105)];
    await run(get(), wxr(later, { url, exported: on(2) }), { force: true });
    expect(await was()).toEqual(['', 'private', 'draft', 'draft', 'future']);
  });

  test('leaves files in the folders that they were laid into here', async () => {
    const url = elsewhere();
    const file = (title: string): FixtureItem[] => [
      { id: 2201, type: 'attachment', title, attachmentUrl: `${url}/wp-content/uploads/2026/01/a.jpg` },
    ];
    await run(get(), wxr(file('Old'), { url, exported: on(1) }));
    const folder = await get().write(async (tx) => {
      const id = await createTerm(tx, { taxonomy: folderTaxonomy, name: 'Kept' });
      await moveToFolder(tx, 2201, id);
      return id;
    });
    await run(get(), wxr(file('New'), { url, exported: on(2) }));
    expect([(await postOf(get(), 2201))?.title, await findFolderOf(get().read, 2201)]).toEqual([
      'New',
      folder,
    ]);
  });

  test('updates unedited content, keeps local edits, and says so', async () => {
    const url = elsewhere();
    const items = (version: string, comments: FixtureItem['comments'] = []): FixtureItem[] =>
      [1, 2, 3, 4].map((n) => ({
        id: 100 + n,
        title: `${version} ${n}`,
        content: version,
        comments: n === 2 ? comments : [],
      }));
    await run(get(), wxr(items('Old'), { url, exported: on(1) }));
    await get().write(async (tx) => {
      await updatePost(tx, 102, { title: 'Ours' });
      await updatePost(tx, 103, { status: 'trash' });
      await deletePost(tx, 104);
    });
    const later = wxr(items('New', [{ id: 71, content: 'A new comment' }]), { url, exported: on(2) });
    const report = await run(get(), later);
    expect(report.counts['item post']).toEqual({
      found: 4,
      imported: 0,
      updated: 1,
      unchanged: 0,
      kept: 1,
      dropped: 2,
    });
    expect(report.kept).toEqual([
      {
        kind: 'item post',
        id: '102',
        title: 'New 2',
        message: expect.stringMatching(/^edited here and unchanged/) as string,
      },
    ]);
    expect(report.dropped.map(({ id, message }) => [id, message])).toEqual([
      ['103', 'it was moved to the trash here'],
      ['104', 'deleted here; later exports do not restore it'],
    ]);
    expect([
      await postOf(get(), 101),
      await postOf(get(), 102),
      await postOf(get(), 103),
      await postOf(get(), 104),
    ]).toEqual([
      { title: 'New 1', content: 'New', status: 'publish' },
      { title: 'Ours', content: 'Old', status: 'publish' },
      { title: 'Old 3', content: 'Old', status: 'trash' },
      undefined,
    ]);
    expect(
      await get().read.selectFrom('comment').select('content').where('post_id', '=', 102).execute(),
    ).toEqual([{ content: 'A new comment' }]);
    const before = await dumpTables(get());
    expect(totals(await run(get(), later))).toMatchObject({ imported: 0, updated: 0, kept: 1, dropped: 2 });
    expect(await dumpTables(get())).toEqual(before);
    const forced = await run(get(), later, { force: true });
    expect(forced.counts['item post']).toMatchObject({ updated: 2, kept: 0 });
    expect((await postOf(get(), 102))?.title).toBe('New 2');
  });

  test('leaves unrenamed content at its address, whichever addresses become free or taken', async () => {
    const url = elsewhere();
    const items = (title: string, status: string): FixtureItem[] => [
      { id: 161, slug: 'stays' },
      { id: 162, slug: 'stays' },
      { id: 163, slug: 'stays', title, status },
      { id: 164, type: 'page', slug: 'stays-page', title },
      { id: 165, slug: title === 'Old' ? 'stays-old' : 'stays-renamed', title },
    ];
    await run(get(), wxr(items('Old', 'publish'), { url, exported: on(1) }));
    await get().write(async (tx) => {
      await deletePost(tx, 162);
      // Two items with one address, stored before that was refused.
      await tx.db.updateTable('post').set({ slug: 'stays-page' }).where('id', '=', 161).execute();
    });
    await get().write((tx) => makePost(tx, { slug: 'stays' }));
    await run(get(), wxr(items('New', 'private').slice(2), { url, exported: on(2) }));
    expect(
      await get()
        .read.selectFrom('post')
        .select(['id', 'slug', 'title'])
        .where('id', 'in', [163, 164, 165])
        .orderBy('id')
        .execute(),
    ).toEqual([
      { id: 163, slug: 'stays-3', title: 'New' },
      { id: 164, slug: 'stays-page', title: 'New' },
      { id: 165, slug: 'stays-renamed', title: 'New' },
    ]);
    // The slug is free now: only an exported rename renames the item with that id.
    const twins = (title: string, meta: FixtureItem['meta'] = {}): FixtureItem[] => [
      { id: 166, slug: 'bare' },
      { id: 167, slug: 'bare', title },
      { id: 168, slug: 'true' },
      { id: 169, slug: 'true', title, meta },
    ];
    await run(get(), wxr(twins('Old'), { url, exported: on(2) }));
    await get().write(async (tx) => {
      for (const id of [166, 168]) await deletePost(tx, id);
    });
    await run(get(), wxr(twins('New', { _wp_old_slug: 'true-2' }), { url, exported: on(3) }));
    expect(
      await get()
        .read.selectFrom('post')
        .select(['id', 'slug', 'title'])
        .where('id', 'in', [167, 169])
        .orderBy('id')
        .execute(),
    ).toEqual([
      { id: 167, slug: 'bare-2', title: 'New' },
      { id: 169, slug: 'true', title: 'New' },
    ]);
  });

  test('the id of a deleted item is not reused while an import or the log refers to it', async () => {
    const url = elsewhere();
    const items = (name: string): FixtureItem[] => [
      { id: 151, title: `${name} post`, comments: [{ id: 1511, content: `${name} comment` }] },
      { id: 152 },
    ];
    const all = (from: string, name: string, day: number) =>
      wxr(items(name), {
        url: from,
        exported: on(day),
        parts: [
          termXml({ taxonomy: 'category', slug: `${name.toLowerCase()}151`, id: 1512, name: `${name} term` }),
        ],
      });
    await run(get(), all(url, 'First', 1));
    const noted = await get().write(async (tx) => {
      await deleteComment(tx, 1511);
      await deletePost(tx, 151);
      await deleteTerm(tx, 1512);
      const id = await makePost(tx, { id: 153 });
      await deletePostAs(tx, operator(), { id }, 1);
      return id;
    });
    const other = wxr([...items('Second'), { id: noted, title: 'Third' }, { id: 154, title: 'Free' }], {
      url: elsewhere(),
      exported: on(1),
      parts: [termXml({ taxonomy: 'category', slug: 'second151', id: 1512, name: 'Second term' })],
    });
    const { changedIds } = await run(get(), other);
    expect(changedIds.map(({ kind, from }) => `${kind} ${from}`).toSorted()).toEqual([
      'comment 1511',
      'item post 151',
      'item post 152',
      'item post 153',
      'term 1512',
    ]);
    expect([await postOf(get(), 151), await postOf(get(), noted), (await postOf(get(), 154))?.title]).toEqual(
      [undefined, undefined, 'Free'],
    );
    const texts = async () => [
      (
        await get()
          .read.selectFrom('post')
          .select('title')
          .where('title', 'like', '% post')
          .where('id', '>', 151)
          .execute()
      ).map(({ title }) => title),
      (await findTermBySlug(get().read, 'category', 'second151'))?.name,
    ];
    // The first site's next export, about content deleted here, changes nothing of the second site.
    const report = await run(get(), all(url, 'Later', 2), { force: true });
    expect(report.dropped.map(({ id }) => id)).toContain('151');
    expect(await texts()).toEqual([['Second post'], 'Second term']);
  });

  test('data shared by all imports is read once before the first batch', async () => {
    let queries = 0;
    const ofAll: string[] = [];
    const watched: Database = {
      ...get(),
      write: (work) =>
        get().write((tx) => {
          const noted = tx.db.withPlugin({
            transformQuery: ({ node }) => {
              const text = JSON.stringify(node);
              queries++;
              // The import queries its own items by source.
              if (
                node.kind === 'SelectQueryNode' &&
                text.includes('"import_item"') &&
                !text.includes('"source"')
              )
                ofAll.push(text);
              return node;
            },
            transformResult: async ({ result }) => result,
          }) as typeof tx.db;
          return work({ ...tx, db: noted });
        }),
    };
    const all = wxr([{ id: 161, comments: [{ id: 1611, content: 'One' }] }], {
      url: elsewhere(),
      exported: on(1),
      authors: [authorXml('ann161', 161)],
      parts: [termXml({ taxonomy: 'category', slug: 'c161', id: 1612, name: 'C' })],
    });
    expect(totals(await run(watched, all))).toMatchObject({ imported: 4, dropped: 0 });
    expect([queries > 0, ofAll]).toEqual([true, []]);
  });

  test('follows changes reverted at the source, and an older export undoes nothing', async () => {
    const url = elsewhere();
    const version = (name: string, day: number) =>
      wxr([{ id: 121, title: name }], {
        url,
        exported: on(day),
        parts: [termXml({ taxonomy: 'category', slug: 'news', id: 1210, name: `News ${name}` })],
        authors: [authorXml('ann121', 121)],
      });
    const now = async () => [
      (await postOf(get(), 121))?.title,
      (await findTermBySlug(get().read, 'category', 'news'))?.name,
    ];
    await run(get(), version('A', 1));
    await run(get(), version('B', 2));
    expect(await now()).toEqual(['B', 'News B']);
    await run(get(), version('A', 3));
    expect(await now()).toEqual(['A', 'News A']);
    const older = await run(get(), version('B', 2));
    expect([await now(), totals(older).updated]).toEqual([['A', 'News A'], 0]);
    expect(older.notes.map(({ message }) => message)).toEqual([
      expect.stringMatching(/older than one imported before/),
    ]);
    await run(get(), version('C', 2)); // never imported, but still older
    expect(await now()).toEqual(['A', 'News A']);
  });

  test('an older export in the same run doesn’t matter, in either order: the newer version and its menu win', async () => {
    const importAll = (texts: readonly string[]) =>
      importFiles(
        get(),
        texts.map((text, at) => ({ name: `${at}.xml`, open: () => inPieces(text) })),
      );
    for (const order of [
      ['A', 'B'],
      ['B', 'A'],
    ]) {
      const url = elsewhere();
      const menu = `news-${site}`;
      const link = (n: number, title: string) => menuItem(site * 10_000 + n, menu, { title, url: `/${n}/` });
      const id = site * 10_000 + 1;
      const version = (name: string) =>
        wxr(
          [
            { id, title: name },
            link(2, `Link ${name}`),
            name === 'A' ? link(3, 'Only before') : { ...link(4, 'Draft'), status: 'draft' },
            { ...link(5, 'Put aside'), status: name === 'A' ? 'publish' : 'pending' },
            templateItem(site * 10_000 + 6, 'single', plainSingle, { title: `Template ${name}` }),
          ],
          {
            url,
            title: `Site ${name}`,
            exported: on(name === 'A' ? 1 : 2),
            authors: [authorXml(`ann-${site}`, 0, `Ann ${name}`)],
          },
        );
      const report = await importAll(order.map(version));
      const sum = totals(report);
      expect(sum.imported + sum.unchanged + sum.updated + sum.kept + sum.dropped, 'the report adds up').toBe(
        sum.found,
      );
      const labels = async () =>
        (await findMenuItems(get().read, (await findMenuBySlug(get().read, menu))?.id ?? 0)).map(
          ({ label }) => label,
        );
      const storedNames = async () => [
        (await postOf(get(), id))?.title,
        (await findUserByLogin(get().read, `ann-${site}`))?.displayName,
        await labels(),
      ];
      expect(await storedNames()).toEqual(['B', 'Ann B', ['Link B']]);
      expect(report.files.map(({ siteTitle }) => siteTitle)).toEqual(['Site A', 'Site B']);
      expect(report.templates.map(({ title }) => title)).toEqual(['Template B']);
      expect(report.dropped.map(({ message }) => message).toSorted()).toEqual([
        'WordPress does not show menu items with the status "draft"',
        'WordPress does not show menu items with the status "pending"',
        'its menu no longer contains it in a newer file',
        'its menu no longer contains it in a newer file',
      ]);
      const before = await dumpTables(get());
      for (const again of [order, order.toReversed(), ['B'], ['A']]) {
        expect(totals(await importAll(again.map(version)))).toMatchObject({
          imported: 0,
          updated: 0,
          kept: 0,
        });
      }
      expect(await dumpTables(get())).toEqual(before);
    }
  });

  test('does not take a post that its schedule published for an edited one', async () => {
    const url = elsewhere();
    const ahead = { id: 131, status: 'future', dateGmt: '2999-01-01 00:00:00' };
    await run(get(), wxr([ahead], { url, exported: on(1) }));
    await publishDue(get(), Date.UTC(2999, 0, 2));
    await run(get(), wxr([{ ...ahead, title: 'New name' }], { url, exported: on(2) }));
    expect((await postOf(get(), 131))?.title).toBe('New name');
  });

  test('updates menus imported before items had icons, badges and audiences, and keeps those with a new one', async () => {
    const url = elsewhere();
    const version = (name: string, day: number) =>
      wxr(
        ['as-before', 'badged'].map((menu, at) =>
          menuItem(150 + at, menu, { url: `https://x.example/${name}`, title: name }),
        ),
        { url, exported: on(day) },
      );
    await run(get(), version('old', 1));
    const menu = async (slug: string) => (await findMenuBySlug(get().read, slug))?.id ?? 0;
    const formerState = async (slug: string) => {
      const id = await menu(slug);
      return fingerprint([
        slug,
        (await findMenuItems(get().read, id)).map((item) => ({
          menuId: id,
          position: item.position,
          type: 'custom',
          object: '',
          objectId: 0,
          url: item.url,
          label: item.label,
          titleAttribute: '',
          target: '',
          rel: '',
          classes: [],
          description: item.description,
          megaKind: '',
          megaId: 0,
          parent: -1,
        })),
      ]);
    };
    await get().write(async (tx) => {
      for (const slug of ['as-before', 'badged'])
        await tx.db
          .updateTable('import_item')
          .set({ state: await formerState(slug) })
          .where('kind', '=', 'menu')
          .where('external_id', '=', slug)
          .execute();
      await tx.db
        .updateTable('menu_item')
        .set({ badge: 'New' })
        .where('menu_id', '=', await menu('badged'))
        .execute();
    });
    const report = await run(get(), version('new', 2));
    expect(report.kept.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['menu badged']);
    const stored = async (slug: string) =>
      (await findMenuItems(get().read, await menu(slug))).map(({ label, badge }) => [label, badge]);
    expect([await stored('as-before'), await stored('badged')]).toEqual([[['new', '']], [['old', 'New']]]);
  });

  test('keeps locally edited terms, authors, comments and menus, and deleted content stays deleted', async () => {
    const url = elsewhere();
    const version = (name: string, day: number) =>
      wxr(
        [
          {
            id: 141,
            comments: [
              { id: 1411, content: `${name} one` },
              { id: 1412, content: `${name} two` },
              { id: 1413, content: `${name} three` },
            ],
            terms: ['category/kept141', 'category/gone141'],
            creator: 'gone141',
          },
          menuItem(142, 'kept141-menu', { url: `https://x.example/${name}`, title: 'Link' }),
          menuItem(143, 'gone141-menu', { url: `https://x.example/${name}`, title: 'Link' }),
          menuItem(144, 'free141-menu', { url: `https://x.example/${name}`, title: 'Link' }),
        ],
        {
          url,
          exported: on(day),
          authors: ['kept141', 'free141', 'gone141'].map((login, n) =>
            authorXml(login, 1410 + n, `${login} ${name}`),
          ),
          parts: ['kept141', 'free141', 'gone141'].map((slug, n) =>
            termXml({ taxonomy: 'category', slug, id: 1420 + n, name: `${slug} ${name}` }),
          ),
        },
      );
    await run(get(), version('Old', 1));
    const term = async (slug: string) => findTermBySlug(get().read, 'category', slug);
    const user = async (login: string) => findUserByLogin(get().read, login);
    const menu = async (slug: string) => (await findMenuBySlug(get().read, slug))?.id ?? 0;
    await get().write(async (tx) => {
      await updateTerm(tx, (await term('kept141'))?.id ?? 0, { description: 'Ours' });
      await deleteTerm(tx, (await term('gone141'))?.id ?? 0);
      await updateUser(tx, (await user('kept141'))?.id ?? 0, { bio: 'Ours' });
      await deleteUser(tx, (await user('gone141'))?.id ?? 0, (await user('free141'))?.id);
      await updateComment(tx, 1411, { status: 'spam' });
      await deleteComment(tx, 1412);
      await replaceMenuItems(tx, await menu('kept141-menu'), [{ label: 'Ours', url: '/ours/' }]);
      await deleteMenu(tx, await menu('gone141-menu'));
    });
    const report = await run(get(), version('New', 2));
    expect(report.kept.map(({ kind, id }) => `${kind} ${id}`).toSorted()).toEqual([
      'author 1410',
      'comment 1411',
      'menu kept141-menu',
      'term 1420',
    ]);
    expect(report.dropped.map(({ kind, id }) => `${kind} ${id}`).toSorted()).toEqual([
      'author 1412',
      'comment 1412',
      'item nav_menu_item gone141-menu',
      'menu gone141-menu',
      'term 1422',
    ]);
    expect([(await term('kept141'))?.name, (await term('free141'))?.name, await term('gone141')]).toEqual([
      'kept141 Old',
      'free141 New',
      undefined,
    ]);
    expect([
      (await user('kept141'))?.displayName,
      (await user('free141'))?.displayName,
      await user('gone141'),
    ]).toEqual(['kept141 Old', 'free141 New', undefined]);
    expect(
      await get()
        .read.selectFrom('comment')
        .select(['id', 'status', 'content'])
        .where('post_id', '=', 141)
        .orderBy('id')
        .execute(),
    ).toEqual([
      { id: 1411, status: 'spam', content: 'Old one' },
      { id: 1413, status: 'approved', content: 'New three' },
    ]);
    expect((await findMenuItems(get().read, await menu('kept141-menu'))).map(({ label }) => label)).toEqual([
      'Ours',
    ]);
    expect((await findMenuItems(get().read, await menu('free141-menu'))).map((item) => item.url)).toEqual([
      'https://x.example/New',
    ]);
    expect(await menu('gone141-menu')).toBe(0);
  });
});
