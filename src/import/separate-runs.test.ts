import { expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { dumpTables } from '../../test/harness/dump-tables.ts';
import { authorXml, inPieces, menuItem, termXml, wxr } from '../../test/fixtures/wxr.ts';
import type { FixtureItem } from '../../test/fixtures/wxr.ts';
import { findMenuBySlug, findMenuItems } from '../modules/menus/store.ts';
import { createPost } from '../modules/posts/writer.ts';
import { createTerm, deleteTerm, updateTerm } from '../modules/terms/writer.ts';
import { createUser } from '../modules/users/writer.ts';
import { importFiles, importWxr } from './import-wxr.ts';
import type { ImportReport } from './report.ts';

const messages = ({ notes, dropped }: ImportReport) =>
  [...notes, ...dropped].map(({ kind, id, message }) => `${kind} ${id}: ${message}`);

onBothDatabases('parts of one export imported in separate runs', (get) => {
  const run = (items: readonly FixtureItem[], url: string, parts: readonly string[] = []) =>
    importWxr(get(), inPieces(wxr(items, { url, parts })));
  const post = (slug: string) =>
    get().read.selectFrom('post').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow();
  const itemsOf = async (slug: string) =>
    findMenuItems(get().read, (await findMenuBySlug(get().read, slug))?.id ?? 0);
  const meta = (id: number, key: string) =>
    get()
      .read.selectFrom('post_meta')
      .select('value')
      .where('post_id', '=', id)
      .where('key', '=', key)
      .execute();

  test('name terms of earlier parts by the ids that they have there: in menus, as primary categories, in texts', async () => {
    const url = 'https://terms.example';
    const ours = await get().write((tx) =>
      createTerm(tx, { id: 5, taxonomy: 'category', name: 'Ours', slug: 'ours' }),
    );
    expect(ours).toBe(5);
    await run([], url, [
      termXml({ taxonomy: 'category', slug: 'science', name: 'Science', id: 5 }),
      termXml({ taxonomy: 'post_tag', slug: 'ice', id: 6 }),
    ]);
    const science = await get()
      .read.selectFrom('term')
      .select('id')
      .where('slug', '=', 'science')
      .executeTakeFirstOrThrow();
    expect(science.id).not.toBe(5);
    const mega = menuItem(73, 'parts', { url: '/x/' });
    const report = await run(
      [
        {
          id: 70,
          slug: 'told',
          terms: ['category/science=Science'],
          meta: { _yoast_wpseo_primary_category: '5', _yoast_wpseo_title: '%%primary_category%%: %%title%%' },
          content: '<!-- wp:latest-posts {"categories":[{"id":5}]} /-->',
        },
        menuItem(71, 'parts', { type: 'taxonomy', object: 'category', objectId: 5 }),
        menuItem(72, 'parts', { type: 'taxonomy', object: 'post_tag', objectId: 6 }),
        { ...mega, meta: { ...mega.meta, td_mega_menu_cat: '5' } },
        menuItem(74, 'parts', { type: 'taxonomy', object: 'post_tag', objectId: 5 }),
      ],
      url,
    );
    expect(messages(report)).toEqual([
      expect.stringContaining('menu parts: exports do not contain menu locations'),
      'item nav_menu_item 74: it links to post_tag 5, which is not in the file',
    ]);
    expect(
      (await itemsOf('parts')).map(({ type, object, objectId, megaId }) => [type, object, objectId, megaId]),
    ).toEqual([
      ['taxonomy', 'category', science.id, 0],
      ['taxonomy', 'post_tag', 6, 0],
      ['custom', '', 0, science.id],
    ]);
    const { id, content } = await post('told');
    expect(content).toContain(`"id":${science.id}`);
    expect(await meta(id, 'primary_category')).toEqual([{ value: String(science.id) }]);
    const storedMeta = await get()
      .read.selectFrom('post_meta')
      .select(['key', 'value'])
      .where('post_id', '=', id)
      .execute();
    expect(JSON.stringify(storedMeta)).toContain('Science: Title 70');
    const before = await dumpTables(get());
    await run([], url, [termXml({ taxonomy: 'category', slug: 'science', name: 'Science', id: 5 })]);
    expect(await dumpTables(get())).toEqual(before);
    // The same id of another site is unrelated.
    expect(
      messages(
        await run(
          [menuItem(75, 'other', { type: 'taxonomy', object: 'category', objectId: 5 })],
          'https://other-terms.example',
        ),
      ),
    ).toContain('item nav_menu_item 75: it links to category 5, which is not in the file');
    await get().write((tx) => deleteTerm(tx, science.id));
    expect(
      messages(await run([menuItem(76, 'gone', { type: 'taxonomy', object: 'category', objectId: 5 })], url)),
    ).toContain('item nav_menu_item 76: it links to category 5, which is not in the file');
  });

  test('name authors of earlier parts by the ids that they have there', async () => {
    const url = 'https://authors.example';
    await get().write((tx) =>
      createUser(tx, { login: 'here-before', email: 'here@example.org', displayName: 'Here', roles: [] }),
    );
    await run([], url, [authorXml('here-before', 8101), authorXml('comes', 8102)]);
    const comments = [
      { id: 811, userId: 8101 },
      { id: 812, userId: 8102, parent: 811 },
    ];
    const report = await run([{ id: 80, slug: 'by-both', creator: 'comes', comments }], url);
    expect(messages(report)).toEqual([]);
    const users = await get()
      .read.selectFrom('user')
      .select(['id', 'login'])
      .where('login', 'in', ['comes', 'here-before'])
      .orderBy('login')
      .execute();
    const { id } = await post('by-both');
    const written = await get()
      .read.selectFrom('comment')
      .select(['user_id', 'parent_id'])
      .where('post_id', '=', id)
      .orderBy('id')
      .execute();
    expect(written).toEqual([
      { user_id: users[1]?.id, parent_id: 0 },
      { user_id: users[0]?.id, parent_id: 811 },
    ]);
  });

  test('resolve pending references of earlier parts, and add new comments', async () => {
    const url = 'https://posts.example';
    const first = await run(
      [
        { id: 90, type: 'page', slug: 'child', parent: 91, content: 'Of 91' },
        { id: 92, slug: 'shows', meta: { _thumbnail_id: '93' } },
        { id: 94, type: 'page', slug: 'edited', parent: 91 },
        { id: 95, type: 'page', slug: 'never', parent: 999 },
      ],
      url,
    );
    expect(messages(first)).toEqual([
      'item page 90: its parent 91 is not in the file',
      'item post 92: its featured image 93 is not in the file',
      'item page 94: its parent 91 is not in the file',
      'item page 95: its parent 999 is not in the file',
    ]);
    expect((await post('child')).parent_id).toBe(0);
    await get().write((tx) =>
      tx.db
        .updateTable('post')
        .set({ modified_at: 1 })
        .where('slug', '=', 'edited')
        .execute()
        .then(() => {}),
    );
    const second = await run(
      [
        { id: 91, type: 'page', slug: 'above' },
        {
          id: 93,
          type: 'attachment',
          status: 'inherit',
          attachmentUrl: `${url}/wp-content/uploads/2020/a.jpg`,
        },
      ],
      url,
    );
    expect(messages(second)).toEqual([]);
    const [above, picture, shows] = [await post('above'), await post('attachment-93'), await post('shows')];
    expect([(await post('child')).parent_id, shows.featured_media_id]).toEqual([above.id, picture.id]);
    expect(await meta(shows.id, '_thumbnail_id')).toEqual([]);
    expect([(await post('edited')).parent_id, (await post('never')).parent_id]).toEqual([0, 0]);
    // Pending references are forgotten once resolved.
    const waiting = await get()
      .read.selectFrom('import_item')
      .select(['external_id'])
      .where('source', '=', 'posts.example')
      .where('kind', '=', 'post')
      .where('local_id', '=', 0)
      .execute();
    expect(waiting).toEqual([{ external_id: '\u000195' }]);
    await get().write((tx) =>
      tx.db
        .updateTable('post')
        .set({ parent_id: 0 })
        .where('slug', '=', 'child')
        .execute()
        .then(() => {}),
    );
    await run([{ id: 96, slug: 'more', comments: [{ id: 961 }] }], url);
    expect((await post('child')).parent_id).toBe(0);
  });

  test('resolve pending terms, primary categories and meta of earlier parts', async () => {
    const url = 'https://waiting.example';
    const term = (slug: string) =>
      get()
        .read.selectFrom('term')
        .select(['id', 'parent_id'])
        .where('slug', '=', slug)
        .executeTakeFirstOrThrow();
    const taken = [
      await get().write((tx) =>
        createTerm(tx, { id: 202, taxonomy: 'post_tag', name: 'Taken', slug: 'taken' }),
      ),
    ];
    expect(taken).toEqual([202]);
    const child = (slug: string, id: number) =>
      termXml({ taxonomy: 'category', slug, id, parent: 'later-above' });
    // A slug may look like another term's id.
    const first = await run(
      [
        {
          id: 210,
          slug: 'of-later',
          meta: {
            _yoast_wpseo_primary_category: '202',
            _upsell_ids: 'a:2:{i:0;i:211;i:1;i:210;}',
            _children: '999',
          },
        },
        { id: 212, slug: 'edited-of-later', meta: { _yoast_wpseo_primary_category: '202' } },
      ],
      url,
      [
        child('203', 201),
        child('moved-here', 204),
        child('never-there', 205),
        termXml({ taxonomy: 'post_tag', slug: 'two', id: 203 }),
      ],
    );
    expect(messages(first)).toEqual([
      ...['203', 'moved-here', 'never-there'].map(
        (slug) => `term category:${slug}: its parent "later-above" is neither in the file nor on the site`,
      ),
      'item post 210: its primary category 202 is not in the file',
      'item post 212: its primary category 202 is not in the file',
    ]);
    await get().write(async (tx) => {
      await updateTerm(tx, (await term('moved-here')).id, { description: 'Written here.' });
      await tx.db.updateTable('post').set({ modified_at: 1 }).where('slug', '=', 'edited-of-later').execute();
      await createPost(tx, {
        id: 211,
        type: 'post',
        status: 'draft',
        title: 'Ours',
        slug: 'ours-211',
        authorIds: [0],
      });
    });
    const between = await run([{ id: 213, slug: 'between' }], url);
    expect(messages(between)).toEqual([]);
    const second = await run([{ id: 211, slug: 'sold' }], url, [
      termXml({ taxonomy: 'category', slug: 'later-above', id: 202 }),
    ]);
    expect(messages(second)).toEqual([]);
    const [above, sold] = [await term('later-above'), await post('sold')];
    expect([above.id, sold.id]).not.toEqual(expect.arrayContaining([202]));
    expect(sold.id).not.toBe(211);
    expect([
      (await term('203')).parent_id,
      (await term('moved-here')).parent_id,
      (await term('never-there')).parent_id,
    ]).toEqual([above.id, 0, above.id]);
    expect(await meta(210, 'primary_category')).toEqual([{ value: String(above.id) }]);
    expect(await meta(212, 'primary_category')).toEqual([]);
    expect(await meta(210, '_upsell_ids')).toEqual([{ value: `a:2:{i:0;i:${sold.id};i:1;i:210;}` }]);
    expect(await meta(210, '_children')).toEqual([{ value: '999' }]);
    const notes = await get()
      .read.selectFrom('import_item')
      .select(['kind', 'external_id', 'local_id'])
      .where('source', '=', 'waiting.example')
      .where('external_id', '<', '\u0002')
      .orderBy('external_id')
      .execute();
    expect(notes.filter(({ kind }) => kind === 'term').map((note) => note.external_id.slice(1))).toEqual([
      'category:201',
      'category:202',
      'category:204',
      'category:205',
      'post_tag:203',
    ]);
    expect(notes.filter(({ kind }) => kind === 'post').map((note) => note.external_id.slice(1))).toEqual([
      '210',
    ]);
    const before = await dumpTables(get());
    await run([{ id: 213, slug: 'between' }], url);
    expect(await dumpTables(get())).toEqual(before);
  });

  test('imported together, a term gets its parent from a later file; an existing one keeps its place', async () => {
    const url = 'https://together.example';
    const ours = await get().write((tx) =>
      createTerm(tx, { taxonomy: 'category', name: 'Ours', slug: 'stays-ours' }),
    );
    const file = (items: readonly FixtureItem[], parts: readonly string[]) => ({
      name: 'part',
      open: () => inPieces(wxr(items, { url, parts })),
    });
    const report = await importFiles(get(), [
      file(
        [{ id: 221, slug: 'one-of-two' }],
        [
          termXml({ taxonomy: 'category', slug: 'child-of-two', parent: 'above-of-two' }),
          termXml({ taxonomy: 'category', slug: 'stays-ours', parent: 'above-of-two' }),
        ],
      ),
      file([{ id: 222, slug: 'two-of-two' }], [termXml({ taxonomy: 'category', slug: 'above-of-two' })]),
    ]);
    expect(messages(report)).toEqual([]);
    const terms = await get()
      .read.selectFrom('term')
      .select(['id', 'slug', 'parent_id'])
      .where('slug', 'in', ['above-of-two', 'child-of-two', 'stays-ours'])
      .orderBy('slug')
      .execute();
    expect(terms.map(({ parent_id: parent }) => parent)).toEqual([0, terms[0]?.id, 0]);
    expect(terms[2]?.id).toBe(ours);
  });

  test('resolve menu targets of earlier parts, and add items', async () => {
    const url = 'https://menus.example';
    const ours = await get().write((tx) =>
      createPost(tx, {
        id: 311,
        type: 'page',
        status: 'draft',
        title: 'Ours',
        slug: 'ours-311',
        authorIds: [0],
      }),
    );
    expect(ours).toBe(311);
    const dated = (items: readonly FixtureItem[], exported: string, parts: readonly string[] = []) =>
      importWxr(get(), inPieces(wxr(items, { url, parts, exported })));
    const mega = menuItem(304, 'long', { url: '/m/', title: 'Mega', order: 4 });
    const [day, later] = ['Mon, 05 Jan 2026 10:00:00 +0000', 'Mon, 05 Jan 2026 10:00:20 +0000'];
    const one = [
      menuItem(301, 'long', { type: 'post_type', object: 'page', objectId: 311, order: 1 }),
      menuItem(302, 'long', { type: 'taxonomy', object: 'category', objectId: 312, order: 2, parent: 301 }),
      { ...mega, meta: { ...mega.meta, td_mega_menu_page_id: '311' } },
      menuItem(305, 'edited', { type: 'post_type', object: 'page', objectId: 311 }),
      menuItem(306, 'edited', { url: '/e/', title: 'Edited' }),
      menuItem(307, 'empty-yet', { type: 'post_type', object: 'page', objectId: 311, title: 'Alone' }),
    ];
    const labels = async (slug: string) =>
      (await itemsOf(slug)).map(
        ({ label, type, objectId, megaId }) => label || `${type} ${objectId || megaId}`,
      );
    await dated(one, day);
    expect([await labels('long'), await labels('edited'), await labels('empty-yet')]).toEqual([
      ['Mega'],
      ['Edited'],
      [],
    ]);
    await get().write((tx) =>
      tx.db
        .updateTable('menu_item')
        .set({ label: 'Mine' })
        .where('label', '=', 'Edited')
        .execute()
        .then(() => {}),
    );
    const two = [
      { id: 311, type: 'page', slug: 'page-of-menus' },
      menuItem(303, 'long', { url: '/more/', title: 'More', order: 3 }),
      menuItem(308, 'long', { url: '/below/', title: 'Below', order: 5, parent: 304 }),
    ];
    const report = await dated(two, later, [termXml({ taxonomy: 'category', slug: 'of-menus', id: 312 })]);
    expect(messages(report)).toEqual([]);
    expect(report.counts['menu']).toMatchObject({ found: 1, updated: 1 });
    expect(report.counts['item nav_menu_item']).toMatchObject({ found: 2, updated: 2 });
    const page = await post('page-of-menus');
    const category = await get()
      .read.selectFrom('term')
      .select('id')
      .where('slug', '=', 'of-menus')
      .executeTakeFirstOrThrow();
    expect(await labels('long')).toEqual([
      `post_type ${page.id}`,
      `taxonomy ${category.id}`,
      'More',
      'Mega',
      'Below',
    ]);
    const items = await itemsOf('long');
    const at = (id: number) => items.findIndex((item) => item.id === id);
    expect(items.map(({ parentId }) => at(parentId))).toEqual([-1, 0, -1, -1, 3]);
    expect(items[3]).toMatchObject({ megaKind: 'page', megaId: page.id });
    expect([await labels('edited'), await labels('empty-yet')]).toEqual([['Mine'], ['Alone']]);
    // Repeating a part, or a part without menus, changes nothing; a later export is independent.
    const before = await dumpTables(get());
    for (const [again, when] of [
      [two, later],
      [one, day],
      [[], later],
    ] as const)
      await dated(again, when);
    expect(await dumpTables(get())).toEqual(before);
    await dated(
      [menuItem(303, 'long', { url: '/more/', title: 'All', order: 3 })],
      'Mon, 05 Jan 2026 10:30:00 +0000',
    );
    expect(await labels('long')).toEqual(['All']);
    await dated([menuItem(399, 'long', { url: '/new/', title: 'New' })], 'Tue, 06 Jan 2026 10:30:00 +0000');
    expect(await labels('long')).toEqual(['New']);
  });

  test('hold each item of a menu once where the export is the same', async () => {
    const url = 'https://split.example';
    const item = (id: number, title: string) => menuItem(id, 'split', { url: `/${id}/`, title, order: id });
    const dated = (...items: FixtureItem[]) =>
      importWxr(get(), inPieces(wxr(items, { url, exported: 'Mon, 05 Jan 2026 10:00:00 +0000' })));
    await dated(item(401, 'A'), item(403, 'C'));
    await dated(item(402, 'B'), item(403, 'C'));
    const labels = (await itemsOf('split')).map(({ label }) => label);
    expect(labels).toEqual(['A', 'B', 'C']);
    const before = await dumpTables(get());
    await dated(item(401, 'A'), item(403, 'C'));
    expect(await dumpTables(get())).toEqual(before);
  });
});
