import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tx } from '../../kernel/db/open-database.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../../../test/harness/factories.ts';
import { accountColumns, everyColumn, otherNumbers } from '../../../test/harness/number-columns.ts';
import { addReport } from '../comments/store.ts';
import { saveFindings } from '../findings/store.ts';
import { pinToFront } from '../front/store.ts';
import { enqueueMedia } from '../media/queue.ts';
import { writeLock } from '../posts/lock-store.ts';
import { saveRender } from '../posts/render-store.ts';
import type { PostReferences } from '../posts/post-references.ts';
import { keepRevision } from '../posts/revisions.ts';
import { createShare } from '../posts/share-store.ts';
import { createPost, deletePost, updatePost } from '../posts/writer.ts';
import { idOrNone } from '../settings/kinds.ts';
import { settingGroups } from '../settings/settings.ts';
import { saveSettings } from '../settings/store.ts';
import { deleteTerm } from '../terms/writer.ts';
import { assignTemplateToItem } from '../templates/assign.ts';
import { storeChange } from '../templates/changes.ts';
import { createTemplate } from '../templates/writer.ts';

const modules = import.meta.glob<Record<string, PostReferences | undefined>>(
  ['../*/post-references.ts', '../posts/post-references.ts'],
  { eager: true },
);
/** Menus skip deleted posts, imports recognize a post by its id, and the activity log is history. */
const outlast: PostReferences = {
  deleted: [],
  stays: ['menu_item.object_id', 'menu_item.mega_id', 'import_item.local_id', 'activity.item_id'],
};
const postReferences = [
  ...Object.values(modules).flatMap((module) => Object.values(module)),
  outlast,
].flatMap((one) => (one?.deleted ? [one] : []));

/** Named like a reference to a post, but to the table's own rows. */
const ownParents: ReadonlySet<string> = new Set([
  'term.parent_id',
  'comment.parent_id',
  'menu_item.parent_id',
]);

onBothDatabases('rows that refer to posts', (get) => {
  const columns = () => everyColumn(get().read);
  const registered = postReferences.flatMap(({ deleted, cleared = [], stays = [] }) => [
    ...deleted,
    ...cleared,
    ...stays,
  ]);
  const removed = postReferences.flatMap(({ deleted, cleared = [] }) => [...deleted, ...cleared]);
  const rows = async (id: number) =>
    Object.fromEntries(
      await Promise.all(
        removed.map(async (name) => {
          const [table = '', column = ''] = name.split('.');
          const { rows: found } =
            await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(get().read);
          return [name, found.length] as const;
        }),
      ),
    );

  test('the domain registers every column that may name a post: declare in its post-references.ts what happens to the row when the post is deleted', async () => {
    const existing = await columns();
    const unregistered = existing.filter(
      ({ name, isNumber, whole }) =>
        isNumber &&
        !otherNumbers.test(name) &&
        !accountColumns.test(name) &&
        !ownParents.has(whole) &&
        !registered.some((known) => known === whole),
    );
    expect(unregistered.map(({ whole }) => whole)).toEqual([]);
    expect(existing.filter(({ isNumber }) => isNumber).length).toBeGreaterThan(100);
    expect(registered.filter((name) => !existing.some(({ whole }) => whole === name))).toEqual([]);
    expect(new Set(registered).size).toBe(registered.length);
  });

  test('the domain resets every setting that holds an id when its target is deleted', async () => {
    const named = settingGroups
      .flatMap(({ settings }) => Object.entries(settings))
      .filter(([, { schema }]) => schema === idOrNone)
      .map(([key]) => key);
    expect(named).toEqual(
      expect.arrayContaining(['page_on_front', 'page_for_posts', 'site_logo', 'default_category']),
    );
    const value = async (key: string) =>
      (await get().read.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst())
        ?.value;
    /** One item of each kind that settings refer to; posts and terms have separate ids. */
    const kinds = [
      { of: 'post', make: (tx: Tx) => makePost(tx, { type: 'page' }), remove: deletePost },
      { of: 'post', make: makeMedia, remove: deletePost },
      { of: 'term', make: (tx: Tx) => makeTerm(tx), remove: deleteTerm },
      { of: 'term', make: (tx: Tx) => makeTerm(tx, { taxonomy: 'post_tag' }), remove: deleteTerm },
    ];
    for (const key of named) {
      const resetBy = new Set<string>();
      for (const { of, make, remove } of kinds) {
        const id = await get().write(async (tx) => {
          const [made, other] = [await make(tx), await make(tx)];
          await saveSettings(tx, { [key]: made });
          await remove(tx, other);
          return made;
        });
        expect([key, await value(key)]).toEqual([key, String(id)]);
        await get().write((tx) => remove(tx, id));
        if ((await value(key)) === undefined) resetBy.add(of);
      }
      expect(
        resetBy.size,
        `${key} keeps naming a deleted post, or is removed with a post that it does not name: see docs/how-to/add-a-setting.md`,
      ).toBe(1);
      await get().write((tx) => saveSettings(tx, { [key]: null }));
    }
  });

  test('deleting a post deletes all its rows, and nothing of another post', async () => {
    const full = () =>
      get().write(async (tx) => {
        const [first, second, term, template] = [
          await makeUser(tx),
          await makeUser(tx),
          await makeTerm(tx),
          await createTemplate(tx, { type: 'single', title: 'Of one' }),
        ];
        const id = await makePost(tx, {
          authorIds: [first, second],
          termIds: [term],
          meta: { subtitle: ['x'] },
          content: '<!-- wp:block {"ref":999999} /--><img class="wp-image-7">',
        });
        await updatePost(tx, id, { slug: `moved-${id}` });
        await createPost(tx, { title: 'Below', parentId: id });
        await createPost(tx, { title: 'Led by it', featuredMediaId: id });
        const report = { userId: 0, reporter: 'somebody', reason: 'spam', text: '', createdAt: 0 } as const;
        await addReport(tx, { ...report, postId: id, commentId: await makeComment(tx, { postId: id }) });
        await keepRevision(tx, id, first, 'revision');
        await createShare(tx, id, first);
        await writeLock(tx, { postId: id, userId: first, windowId: 'w', since: 0 });
        await tx.db.insertInto('script_block').values({ post_id: id, key: 'k', noted_at: 0 }).execute();
        const picture = await makeMedia(tx);
        await saveRender(tx, id, 'key', {}, new Map([[picture, 1]]));
        await assignTemplateToItem(tx, 'single', id, template);
        const change = await storeChange(
          tx,
          { id: first },
          {
            kind: 'single',
            itemId: id,
            templateId: template,
            action: 'assign',
            title: '',
            before: {},
            after: {},
          },
        );
        await tx.db
          .insertInto('template_change_use')
          .values({ change_id: change, kind: 'single', item_id: id })
          .execute();
        await pinToFront(tx, id);
        await tx.db.updateTable('front_pin').set({ media_id: id }).where('post_id', '=', id).execute();
        await saveFindings(tx, new Map([[id, { revision: 2, pictures: [], links: ['/x/'] }]]), { now: 0 });
        await tx.db
          .insertInto('field_number')
          .values({ field_id: 1, is_listed: 1, value: 1, published_at: 0, post_id: id })
          .execute();
        await tx.db
          .insertInto('field_text')
          .values({ field_id: 1, is_listed: 1, value: 'a', published_at: 0, post_id: id })
          .execute();
        await tx.db
          .insertInto('product')
          .values({
            post_id: id,
            product_id: id,
            kind: 'simple',
            sku: '',
            stock_status: 'instock',
            backorders: 'no',
            is_shown: 1,
          })
          .execute();
        await tx.db.insertInto('post_digest').values({ post_id: id, digest_key: 'k', words: '' }).execute();
        await tx.db
          .insertInto('post_related')
          .values({ post_id: id, ranking_key: 'k', ranked_at: 0, ranking: '[]' })
          .execute();
        await tx.db
          .insertInto('push_message')
          .values({ number: id, post_id: id, created_at: 0 })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        // Also an attachment, so that one test covers all tables.
        await tx.db
          .insertInto('media')
          .values({
            post_id: id,
            file: `2026/01/${id}.jpg`,
            source_url: '',
            width: 1,
            height: 1,
            bytes: 1,
            alt: '',
            focal_x: 0,
            focal_y: 0,
            color: '',
            sizes: '{}',
          })
          .execute();
        await enqueueMedia(tx, [id]);
        return id;
      });
    const [deleted, bystander] = [await full(), await full()];
    const before = await rows(bystander);
    expect(Object.entries(await rows(deleted)).filter(([, count]) => count === 0)).toEqual([]);
    const waiting = async () =>
      (await get().read.selectFrom('job').select('key').distinct().execute()).map(({ key }) => Number(key));
    expect((await waiting()).toSorted((a, b) => a - b)).toEqual(
      [deleted, bystander].toSorted((a, b) => a - b),
    );
    await get().write((tx) => deletePost(tx, deleted));
    expect(await waiting()).toEqual([bystander]);
    expect(Object.entries(await rows(deleted)).filter(([, count]) => count > 0)).toEqual([]);
    expect(await rows(bystander)).toEqual(before);
  });
});
