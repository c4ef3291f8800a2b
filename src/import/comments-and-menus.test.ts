import { expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { dumpTables } from '../../test/harness/dump-tables.ts';
import { inPieces, menuItem, termXml, wxr } from '../../test/fixtures/wxr.ts';
import { findThread } from '../modules/comments/reader.ts';
import { findMenuBySlug, findMenuItems, findMenuLocations } from '../modules/menus/store.ts';
import { createPost } from '../modules/posts/writer.ts';
import type { Database } from '../kernel/db/open-database.ts';
import type { Emission } from '../kernel/db/invalidation.ts';
import { ConflictError } from '../lib/errors.ts';
import { BatchWriter } from './batch-writer.ts';
import type { Unit } from './batch-writer.ts';
import { importWxr } from './import-wxr.ts';
import { totals } from './report.ts';
import type { ImportReport } from './report.ts';

async function run(database: Database, text: string): Promise<ImportReport> {
  const report = await importWxr(database, inPieces(text));
  const sum = totals(report);
  expect(sum.imported + sum.unchanged + sum.updated + sum.dropped, 'the report adds up').toBe(sum.found);
  return report;
}

const comments = (database: Database, postId: number) =>
  database.read.selectFrom('comment').selectAll().where('post_id', '=', postId).orderBy('id').execute();
const notes = (report: ImportReport) =>
  [...report.notes, ...report.dropped].map(({ kind, id, message }) => `${kind} ${id}: ${message}`);

onBothDatabases('comments of an import', (get) => {
  test('keep ids, threads in any order, statuses, types, dates and the count', async () => {
    const text = wxr(
      [
        {
          id: 10,
          comments: [
            { id: 3, parent: 2 },
            { id: 1, userId: 7 },
            { id: 2, parent: 1 },
            { id: 4, approved: '0' },
            { id: 5, approved: 'spam' },
            { id: 6, approved: 'post-trashed' },
            { id: 7, type: 'pingback' },
            { id: 8, type: 'trackback' },
          ],
        },
      ],
      { url: 'https://c1.example' },
    );
    await run(get(), text);
    const rows = await comments(get(), 10);
    expect(rows.map((row) => [row.id, row.parent_id, row.thread_id, row.status, row.type])).toEqual([
      [1, 0, 1, 'approved', 'comment'],
      [2, 1, 1, 'approved', 'comment'],
      [3, 2, 1, 'approved', 'comment'],
      [4, 0, 4, 'hold', 'comment'],
      [5, 0, 5, 'spam', 'comment'],
      [6, 0, 6, 'trash', 'comment'],
      [7, 0, 7, 'approved', 'pingback'],
      [8, 0, 8, 'approved', 'trackback'],
    ]);
    expect(rows[0]).toMatchObject({
      author_name: 'Ann',
      author_email: 'ann@example.org',
      author_ip: '192.0.2.1',
      created_at: Date.UTC(2020, 0, 2, 2, 4, 5),
      content: 'Comment 1',
    });
    const ann = await get()
      .read.selectFrom('user')
      .select('id')
      .where('login', '=', 'ann')
      .executeTakeFirstOrThrow();
    expect(rows[0]?.user_id).toBe(ann.id);
    expect(
      (
        await get()
          .read.selectFrom('post')
          .select('comment_count')
          .where('id', '=', 10)
          .executeTakeFirstOrThrow()
      ).comment_count,
    ).toBe(5);
    const thread = await findThread(get().read, 10, {
      size: { threads: 10, comments: 10 },
      newestFirst: false,
    });
    expect([
      thread.comments.map(({ id, depth }) => `${id}@${depth}`),
      thread.pings.map(({ id }) => id),
    ]).toEqual([
      ['1@0', '2@1', '3@2'],
      [7, 8],
    ]);
    const before = await dumpTables(get());
    expect(totals(await run(get(), text))).toMatchObject({ imported: 0, updated: 0 });
    expect(await dumpTables(get())).toEqual(before);
  });

  test('lose scripts; circles, missing parents and notes that are not for readers are named', async () => {
    const report = await run(
      get(),
      wxr(
        [
          {
            id: 20,
            comments: [
              {
                id: 21,
                content:
                  'Hi <b>there</b><script>alert(1)</script> <a href="javascript:x" onclick="y">z</a> & so',
              },
              { id: 22, parent: 23 },
              { id: 23, parent: 22 },
              { id: 24, parent: 99 },
              { id: 25, type: 'order_note' },
              { id: 26, approved: 'strange' },
              { id: 27 },
              { id: 27 },
              { id: 28, content: '<b>See</b> <img src="https://old.example/a.jpg">' },
            ],
          },
        ],
        { url: 'https://c2.example' },
      ),
    );
    const rows = await comments(get(), 20);
    expect(rows.map((row) => [row.id, row.parent_id])).toEqual([
      [21, 0],
      [22, 23],
      [23, 0],
      [24, 0],
      [26, 0],
      [27, 0],
      [28, 0],
    ]);
    expect(rows[0]?.content).toBe('Hi <b>there</b> <a>z</a> &amp; so');
    expect(notes(report)).toEqual([
      'comment 23: it replies to one of its own replies (22); the loop was removed',
      'comment 24: the comment it replies to (99) is not in the file',
      'comment 26: unknown status "strange"; the comment is held for moderation',
      'comment 28: its images were removed; comments can’t contain images',
      'comment 25: comments of the type "order_note" are not shown to readers',
      'comment 27: duplicate in the file',
    ]);
  });

  test('are both imported when two share an id, the second with another; replies refer to the existing one', async () => {
    const on = (day: number) => ({ dateGmt: `2020-01-0${day} 02:04:05` });
    const text = (second: string) =>
      wxr(
        [
          {
            id: 40,
            comments: [
              { id: 41, content: 'First', ...on(3) },
              { id: 42, parent: 41, content: 'To the second', ...on(2) },
              { id: 41, content: second, ...on(1) },
              { id: 43, parent: 41, content: 'To the first', ...on(4) },
              { id: 41, parent: 41, content: 'Third, to the first', ...on(4) },
              { id: 44, parent: 44 },
              { id: 0, content: 'x' },
              { id: 0, content: 'y' },
            ],
          },
        ],
        { url: 'https://c4.example' },
      );
    const report = await run(get(), text('Second'));
    const rows = await comments(get(), 40);
    const idOf = new Map(rows.map(({ content, id }) => [content, id]));
    const answers = Object.fromEntries(
      rows.map(({ content, parent_id: parent }) => [
        content,
        rows.find(({ id }) => id === parent)?.content ?? '',
      ]),
    );
    expect(answers).toEqual({
      First: '',
      Second: '',
      'To the second': 'Second',
      'To the first': 'First',
      'Third, to the first': 'First',
      'Comment 44': '',
      x: '',
      y: '',
    });
    expect(idOf.get('First')).toBe(41);
    const twin = (id: string, content: string) =>
      `comment ${id}: another comment in the file has the same ID; this one now has the ID ${idOf.get(content)}`;
    expect(notes(report)).toEqual(
      expect.arrayContaining([twin('41', 'Second'), twin('41', 'Third, to the first'), twin('0', 'y')]),
    );
    expect(report.changedIds).toContainEqual({ kind: 'comment', from: '41', to: idOf.get('Second') });
    expect(totals(await run(get(), text('Second')))).toMatchObject({ imported: 0, updated: 0 });
    expect(totals(await run(get(), text('Mended')))).toMatchObject({ imported: 0, updated: 1 });
    expect((await comments(get(), 40)).find(({ id }) => id === idOf.get('Second'))?.content).toBe('Mended');
  });

  test('are updated when changed; new ones of an old post are added', async () => {
    const url = 'https://c3.example';
    await run(get(), wxr([{ id: 30, comments: [{ id: 31, approved: '0' }] }], { url }));
    const report = await run(
      get(),
      wxr(
        [
          {
            id: 30,
            comments: [
              { id: 31, approved: '1' },
              { id: 32, parent: 31 },
            ],
          },
        ],
        { url },
      ),
    );
    expect(report.counts.comment).toEqual({
      found: 2,
      imported: 1,
      updated: 1,
      unchanged: 0,
      kept: 0,
      dropped: 0,
    });
    expect((await comments(get(), 30)).map((row) => [row.id, row.status, row.thread_id])).toEqual([
      [31, 'approved', 31],
      [32, 'approved', 31],
    ]);
    expect(
      (
        await get()
          .read.selectFrom('post')
          .select('comment_count')
          .where('id', '=', 30)
          .executeTakeFirstOrThrow()
      ).comment_count,
    ).toBe(2);
  });
});

onBothDatabases('menus of an import', (get) => {
  const text = (change: string) =>
    wxr(
      [
        menuItem(61, 'main-menu', { type: 'post_type', object: 'page', objectId: 51, order: 1 }),
        menuItem(62, 'main-menu', {
          type: 'taxonomy',
          object: 'category',
          objectId: 40,
          order: 2,
          parent: 63,
        }),
        menuItem(63, 'main-menu', {
          url: 'https://old.example/x',
          title: `Own ${change}`,
          order: 3,
          classes: 'a:2:{i:0;s:3:"big";i:1;s:4:"bold";}',
          xfn: 'me',
        }),
        menuItem(64, 'main-menu', { order: 4, parent: 65, url: '#a' }),
        menuItem(65, 'main-menu', { order: 5, parent: 64, url: '#b' }),
        menuItem(66, 'main-menu', { order: 6, parent: 77, url: '#c' }),
        menuItem(67, 'main-menu', { type: 'post_type', object: 'page', objectId: 59 }),
        menuItem(61, 'second', { url: '#other' }),
        { id: 68, type: 'nav_menu_item' },
        { id: 51, type: 'page', slug: 'about' },
      ],
      {
        url: 'https://m.example',
        parts: [
          termXml({ taxonomy: 'category', slug: 'news', id: 40 }),
          termXml({ taxonomy: 'nav_menu', slug: 'main-menu', name: 'Main &amp; only' }),
          termXml({ taxonomy: 'nav_menu', slug: 'empty' }),
        ],
      },
    );

  test('point to our ids, nest, lose circles, and one of them is shown', async () => {
    await get().write((tx) => createPost(tx, { id: 51, title: 'Ours', type: 'book', status: 'publish' }));
    const report = await run(get(), text(''));
    const menu = await findMenuBySlug(get().read, 'main-menu');
    expect(menu?.name).toBe('Main & only');
    const items = await findMenuItems(get().read, menu?.id ?? 0);
    const page = await get()
      .read.selectFrom('post')
      .select('id')
      .where('slug', '=', 'about')
      .executeTakeFirstOrThrow();
    expect(page.id).not.toBe(51);
    const place = (parentId: number) => items.findIndex(({ id }) => id === parentId);
    expect(
      items.map((item) => [
        item.type,
        item.object,
        item.objectId,
        item.url,
        item.label,
        place(item.parentId),
      ]),
    ).toEqual([
      ['post_type', 'page', page.id, '', '', -1],
      ['taxonomy', 'category', 40, '', '', 2],
      ['custom', '', 0, 'https://old.example/x', 'Own ', -1],
      ['custom', '', 0, '#a', '', -1],
      ['custom', '', 0, '#b', '', 3],
      ['custom', '', 0, '#c', '', -1],
    ]);
    expect(items[2]).toMatchObject({ classes: ['big', 'bold'], rel: 'me' });
    expect((await findMenuLocations(get().read)).get('primary')).toBe(menu?.id);
    expect(
      await findMenuItems(get().read, (await findMenuBySlug(get().read, 'second'))?.id ?? 0),
    ).toMatchObject([{ url: '#other' }]);
    expect(await findMenuBySlug(get().read, 'empty')).toBeDefined();
    expect(notes(report)).toEqual([
      'item nav_menu_item 66: its parent item (77) is not in its menu; it was moved to the top level',
      'menu main-menu: exports do not contain menu locations; this menu is used as the primary menu',
      'item nav_menu_item 68: it belongs to no menu',
      'item nav_menu_item 67: it links to page 59, which is not in the file',
    ]);
  });

  test('keep both of two items with one id: references by id mean the first', async () => {
    const twin = menuItem(71, 'twins', { title: 'Two', url: '/two/', parent: 71, order: 2 });
    const file = wxr(
      [
        menuItem(71, 'twins', { title: 'One', url: '/one/', order: 1 }),
        twin,
        menuItem(72, 'twins', { title: 'Child', url: '/child/', parent: 71, order: 3 }),
        twin,
      ],
      { url: 'https://twins.example' },
    );
    const report = await run(get(), file);
    const items = await findMenuItems(get().read, (await findMenuBySlug(get().read, 'twins'))?.id ?? 0);
    expect(
      items.map(({ label, parentId }) => [label, items.find(({ id }) => id === parentId)?.label]),
    ).toEqual([
      ['One', undefined],
      ['Two', 'One'],
      ['Child', 'One'],
    ]);
    expect(notes(report).filter((note) => note.includes('71'))).toEqual([
      'item nav_menu_item 71: another item of its menu in the file has the same ID; both are in the menu',
      'item nav_menu_item 71: duplicate in the file',
    ]);
    expect(totals(await run(get(), file))).toMatchObject({ imported: 0, updated: 0 });
  });

  test('keep the mega menus of the news theme: of a category, or of a page', async () => {
    const mega = (id: number, key: string, value: string) => ({
      ...menuItem(id, 'mega', { title: key }),
      meta: { ...menuItem(id, 'mega', { url: '/x/' }).meta, [key]: value },
    });
    await run(
      get(),
      wxr(
        [
          { id: 601, type: 'page', slug: 'mega-page' },
          mega(602, 'td_mega_menu_cat', '603'),
          mega(604, 'td_mega_menu_page_id', '601'),
          mega(605, 'td_mega_menu_cat', ''),
          mega(606, 'td_mega_menu_page_id', '999'),
        ],
        {
          url: 'https://mega.example',
          parts: [termXml({ taxonomy: 'category', slug: 'mega-section', id: 603 })],
        },
      ),
    );
    const items = await findMenuItems(get().read, (await findMenuBySlug(get().read, 'mega'))?.id ?? 0);
    expect(items.map(({ megaKind, megaId }) => [megaKind, megaId])).toEqual([
      ['category', 603],
      ['page', 601],
      ['', 0],
      ['', 0],
    ]);
  });

  test('change only when the export did, and the location keeps its current menu', async () => {
    const second = (await findMenuBySlug(get().read, 'second'))?.id ?? 0;
    await get().write(
      async (tx) => void (await tx.db.updateTable('menu_location').set({ menu_id: second }).execute()),
    );
    const before = await dumpTables(get());
    await run(get(), text(''));
    expect(await dumpTables(get())).toEqual(before);
    expect((await run(get(), text('renamed'))).counts.menu).toEqual({
      found: 3,
      imported: 0,
      updated: 1,
      unchanged: 2,
      kept: 0,
      dropped: 0,
    });
    expect(
      (await findMenuItems(get().read, (await findMenuBySlug(get().read, 'main-menu'))?.id ?? 0))[2]?.label,
    ).toBe('Own renamed');
    expect((await findMenuLocations(get().read)).get('primary')).toBe(second);
  });
});

onBothDatabases('an import into a running server', (get) => {
  test('invalidates lists and pages in a few rows, never for an unchanged file', async () => {
    const received: Emission[][] = [];
    const stop = get().bus.listen((emissions) => received.push([...emissions]));
    const text = wxr(
      [
        ...Array.from({ length: 60 }, (_, index) => ({ id: 900 + index, terms: ['category/news'] })),
        { id: 990, type: 'attachment', status: 'inherit', attachmentUrl: 'https://x.example/a.jpg' },
      ],
      { url: 'https://e.example' },
    );
    const began = Date.now();
    await run(get(), text);
    const intervals = Math.floor((Date.now() - began) / 2000); // caches are notified every two seconds, however little a busy machine writes
    const [term] = await get().read.selectFrom('term').select('id').where('slug', '=', 'news').execute();
    const tags = new Set(received.flat().map(({ tag }) => tag));
    expect(received.length).toBeLessThan(8 + intervals);
    expect([...tags]).toEqual(
      expect.arrayContaining([
        'list:post',
        `list:term:${term?.id}`,
        'terms:category',
        'post:990',
        'setting:blogname',
      ]),
    );
    expect([...tags].filter((tag) => tag.startsWith('post:9'))).toEqual(['post:990']);
    received.length = 0;
    await run(get(), text);
    stop();
    expect(received).toEqual([]);
  });

  test('leaves out only unwritable items, and discards a failed batch’s state in memory', async () => {
    const failed: string[] = [];
    const done: string[] = [];
    const memory: string[][] = [];
    let staged: string[] = [];
    const batches = new BatchWriter(get(), {
      begin: () => (staged = []),
      commit: () => void memory.push(staged),
    });
    const unit = (key: string, fault?: Error): Unit => ({
      work: async (tx) => {
        staged.push(key);
        await tx.db.insertInto('counter').values({ key, value: 1 }).execute();
        if (fault) throw fault;
      },
      done: () => done.push(key),
      failed: (reason) => failed.push(reason),
    });
    for (let index = 0; index < 30; index++)
      await batches.add(
        unit(`unit-${index}`, index % 10 === 7 ? new ConflictError(`No ${index}.`) : undefined),
      );
    await batches.add(unit('unit-0')); // a broken constraint counts as the item's fault, too
    await batches.finish();
    const written = (
      await get().read.selectFrom('counter').select('key').where('key', 'like', 'unit-%').execute()
    ).map(({ key }) => key);
    expect(written.toSorted()).toEqual(done.toSorted());
    expect(memory.flat().toSorted()).toEqual(done.toSorted());
    expect(failed.slice(0, 3)).toEqual(['No 7.', 'No 17.', 'No 27.']);
    expect(failed).toHaveLength(4);
    await expect(
      batches.add(unit('unit-x', new Error('an internal error'))).then(() => batches.finish()),
    ).rejects.toThrow('an internal error');
  });
});
