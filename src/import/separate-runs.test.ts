import { expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { dumpTables } from '../../test/harness/dump-tables.ts';
import { authorXml, inPieces, menuItem, termXml, wxr } from '../../test/fixtures/wxr.ts';
import type { FixtureItem } from '../../test/fixtures/wxr.ts';
import { findMenuBySlug, findMenuItems } from '../content/menus/reader.ts';
import { createTerm, deleteTerm } from '../content/terms/writer.ts';
import { createUser } from '../content/users/writer.ts';
import { importWxr } from './import-wxr.ts';
import type { ImportReport } from './report.ts';

const messages = ({ notes, dropped }: ImportReport) => [...notes, ...dropped].map(({ kind, id, message }) => `${kind} ${id}: ${message}`);

onBothDatabases('parts of one export that come in runs of their own', (get) => {
  const run = (items: readonly FixtureItem[], url: string, parts: readonly string[] = []) => importWxr(get(), inPieces(wxr(items, { url, parts })));
  const post = (slug: string) => get().read.selectFrom('post').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow();
  const itemsOf = async (slug: string) => findMenuItems(get().read, (await findMenuBySlug(get().read, slug))?.id ?? 0);
  const meta = (id: number, key: string) => get().read.selectFrom('post_meta').select('value').where('post_id', '=', id).where('key', '=', key).execute();

  test('name terms of earlier parts by the ids that they have there: in menus, as primary categories, in texts', async () => {
    const url = 'https://terms.example';
    const ours = await get().write((tx) => createTerm(tx, { id: 5, taxonomy: 'category', name: 'Ours', slug: 'ours' }));
    expect(ours).toBe(5);
    await run([], url, [termXml({ taxonomy: 'category', slug: 'science', name: 'Science', id: 5 }), termXml({ taxonomy: 'post_tag', slug: 'ice', id: 6 })]);
    const science = await get().read.selectFrom('term').select('id').where('slug', '=', 'science').executeTakeFirstOrThrow();
    expect(science.id).not.toBe(5);
    const mega = menuItem(73, 'parts', { url: '/x/' });
    const report = await run([
      {
        id: 70, slug: 'told', terms: ['category/science=Science'],
        meta: { _yoast_wpseo_primary_category: '5', _yoast_wpseo_title: '%%primary_category%%: %%title%%' },
        content: '<!-- wp:latest-posts {"categories":[{"id":5}]} /-->',
      },
      menuItem(71, 'parts', { type: 'taxonomy', object: 'category', objectId: 5 }),
      menuItem(72, 'parts', { type: 'taxonomy', object: 'post_tag', objectId: 6 }),
      { ...mega, meta: { ...mega.meta, td_mega_menu_cat: '5' } }, menuItem(74, 'parts', { type: 'taxonomy', object: 'post_tag', objectId: 5 }),
    ], url);
    expect(messages(report)).toEqual([
      expect.stringContaining('menu parts: exports do not say where menus are shown'),
      'item nav_menu_item 74: it points to post_tag 5, which is not in the file',
    ]);
    expect((await itemsOf('parts')).map(({ type, object, objectId, megaId }) => [type, object, objectId, megaId])).toEqual([
      ['taxonomy', 'category', science.id, 0], ['taxonomy', 'post_tag', 6, 0], ['custom', '', 0, science.id],
    ]);
    const { id, content } = await post('told');
    expect(content).toContain(`"id":${science.id}`);
    expect(await meta(id, 'primary_category')).toEqual([{ value: String(science.id) }]);
    const kept = await get().read.selectFrom('post_meta').select(['key', 'value']).where('post_id', '=', id).execute();
    expect(JSON.stringify(kept)).toContain('Science: Title 70');
    const before = await dumpTables(get());
    await run([], url, [termXml({ taxonomy: 'category', slug: 'science', name: 'Science', id: 5 })]);
    expect(await dumpTables(get())).toEqual(before);
    // Of another site the same number means nothing, and nothing that is gone.
    expect(messages(await run([menuItem(75, 'other', { type: 'taxonomy', object: 'category', objectId: 5 })], 'https://other-terms.example')))
      .toContain('item nav_menu_item 75: it points to category 5, which is not in the file');
    await get().write((tx) => deleteTerm(tx, science.id));
    expect(messages(await run([menuItem(76, 'gone', { type: 'taxonomy', object: 'category', objectId: 5 })], url)))
      .toContain('item nav_menu_item 76: it points to category 5, which is not in the file');
  });

  test('name authors of earlier parts by the ids that they have there', async () => {
    const url = 'https://authors.example';
    await get().write((tx) => createUser(tx, { login: 'here-before', email: 'here@example.org', displayName: 'Here', roles: [] }));
    await run([], url, [authorXml('here-before', 8101), authorXml('comes', 8102)]);
    const comments = [{ id: 811, userId: 8101 }, { id: 812, userId: 8102, parent: 811 }];
    const report = await run([{ id: 80, slug: 'by-both', creator: 'comes', comments }], url);
    expect(messages(report)).toEqual([]);
    const users = await get().read.selectFrom('user').select(['id', 'login']).where('login', 'in', ['comes', 'here-before']).orderBy('login').execute();
    const { id } = await post('by-both');
    const written = await get().read.selectFrom('comment').select(['user_id', 'parent_id']).where('post_id', '=', id).orderBy('id').execute();
    expect(written).toEqual([{ user_id: users[1]?.id, parent_id: 0 }, { user_id: users[0]?.id, parent_id: 811 }]);
  });

  test('bring what things of earlier parts wait for, and new comments of a post', async () => {
    const url = 'https://posts.example';
    const first = await run([
      { id: 90, type: 'page', slug: 'child', parent: 91, content: 'Of 91' }, { id: 92, slug: 'shows', meta: { _thumbnail_id: '93' } },
      { id: 94, type: 'page', slug: 'edited', parent: 91 }, { id: 95, type: 'page', slug: 'never', parent: 999 },
    ], url);
    expect(messages(first)).toEqual([
      'item page 90: its parent 91 is not in the file', 'item post 92: its featured image 93 is not in the file',
      'item page 94: its parent 91 is not in the file', 'item page 95: its parent 999 is not in the file',
    ]);
    expect((await post('child')).parent_id).toBe(0);
    await get().write((tx) => tx.db.updateTable('post').set({ modified_at: 1 }).where('slug', '=', 'edited').execute().then(() => {}));
    const second = await run([
      { id: 91, type: 'page', slug: 'above' }, { id: 93, type: 'attachment', status: 'inherit', attachmentUrl: `${url}/wp-content/uploads/2020/a.jpg` },
    ], url);
    expect(messages(second)).toEqual([]);
    const [above, picture, shows] = [await post('above'), await post('attachment-93'), await post('shows')];
    expect([(await post('child')).parent_id, shows.featured_media_id]).toEqual([above.id, picture.id]);
    expect(await meta(shows.id, '_thumbnail_id')).toEqual([]);
    expect([(await post('edited')).parent_id, (await post('never')).parent_id]).toEqual([0, 0]);
    // What it waited for is forgotten once it came.
    const waiting = await get().read.selectFrom('import_item').select(['external_id']).where('source', '=', 'posts.example').where('kind', '=', 'post')
      .where('local_id', '=', 0).execute();
    expect(waiting).toEqual([{ external_id: '\u000195' }]);
    await get().write((tx) => tx.db.updateTable('post').set({ parent_id: 0 }).where('slug', '=', 'child').execute().then(() => {}));
    await run([{ id: 96, slug: 'more', comments: [{ id: 961 }] }], url);
    expect((await post('child')).parent_id).toBe(0);
  });
});
