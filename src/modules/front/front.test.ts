import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { during } from '../../../test/harness/during.ts';
import { makeMedia, makePost, makeTerm } from '../../../test/harness/factories.ts';
import type { Emission } from '../../kernel/db/invalidation.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { createPost, deletePost, updatePost } from '../posts/writer.ts';
import { saveSettings, readSettings } from '../settings/store.ts';
import { deleteTerm } from '../terms/commands.ts';
import { arrangeFront, unpinPost } from './commands.ts';
import { pinToFront, listFrontPins, readFront, writeFront } from './store.ts';
import { bandOf, maxLeadPins } from './model.ts';
import type { Pin } from './model.ts';
import { asItStands } from '../../kernel/command.ts';
import { clearFront, listFrontIds, pinOf } from '../../../test/harness/front.ts';
import { operator } from '../users/role.ts';

onBothDatabases('front pins', (get) => {
  const ids: number[] = [];
  let draft = 0;
  let page = 0;
  beforeAll(async () => {
    await get().write(async (tx) => {
      for (let n = 0; n < 9; n++)
        ids.push(
          await createPost(tx, {
            title: `Post ${n}`,
            status: 'publish',
            publishedAt: 1000 + n,
            sticky: n < 2,
          }),
        );
      draft = await createPost(tx, { title: 'Draft', status: 'draft' });
      page = await createPost(tx, { type: 'page', title: 'Page', status: 'publish' });
    });
  });
  const pin = (n: number, place?: number) => get().write((tx) => pinToFront(tx, ids[n] ?? 0, place));
  const order = async () => (await listFrontIds(get().read)).map((id) => ids.indexOf(id));

  test('pinned posts come in their order, then sticky ones, each once', async () => {
    expect(await order()).toEqual([1, 0]);
    await pin(5);
    await pin(3);
    await pin(0, 1);
    expect(await order()).toEqual([0, 5, 3, 1]);
    await pin(3, 2);
    expect(await order()).toEqual([0, 3, 5, 1]);
    await get().write((tx) => unpinPost(tx, operator(), { id: ids[0] ?? 0 }, asItStands));
    expect(await order()).toEqual([3, 5, 1, 0]);
  });

  test('emits a change so that the front page is rendered again', async () => {
    const emitted: Emission[] = [];
    const stop = get().bus.listen((emissions) => void emitted.push(...emissions));
    await pin(5, 1);
    stop();
    expect(emitted).toContainEqual({ tag: 'front', urgency: 'change' });
  });

  test('an unpublished pinned post is hidden and keeps its place until it returns, and a deleted one loses it', async () => {
    const id = ids[5] ?? 0;
    await get().write((tx) => updatePost(tx, id, { status: 'draft' }));
    expect(await order()).toEqual([3, 1, 0]);
    expect((await listFrontPins(get().read)).map(({ title, isShown }) => [title, isShown])).toEqual([
      ['Post 5', false],
      ['Post 3', true],
    ]);
    await get().write((tx) => updatePost(tx, id, { status: 'publish' }));
    expect(await order()).toEqual([5, 3, 1, 0]);
    await get().write((tx) => deletePost(tx, id));
    expect((await listFrontPins(get().read)).map(({ title }) => title)).toEqual(['Post 3']);
  });

  test('a post deleted while it or another one is pinned has no place afterwards', async () => {
    const write = <Result>(work: (tx: Tx) => Promise<Result>) => get().write(work);
    const [early, late, pinned, other] = await write(async (tx) => [
      await makePost(tx),
      await makePost(tx),
      await makePost(tx),
      await makePost(tx),
    ]);
    await write((tx) => pinToFront(tx, pinned));
    await during(
      get(),
      (tx) => pinToFront(tx, early),
      () => write((tx) => deletePost(tx, early)),
    );
    expect(
      await during(
        get(),
        (tx) => deletePost(tx, late),
        () => write((tx) => pinToFront(tx, late)),
      ),
    ).toMatchObject({ status: 404 });
    await during(
      get(),
      (tx) => deletePost(tx, pinned),
      () => write((tx) => pinToFront(tx, other)),
    );
    expect(
      await get()
        .read.selectFrom('front_pin')
        .select('post_id')
        .where('post_id', 'in', [early, late, pinned, other])
        .execute(),
    ).toEqual([{ post_id: other }]);
    await write((tx) => deletePost(tx, other));
  });

  test('a category or picture deleted while its pins are saved does not return', async () => {
    const write = <Result>(work: (tx: Tx) => Promise<Result>) => get().write(work);
    const before = await readFront(get().read);
    const [post, other, third] = await write(async (tx) => [
      await makePost(tx),
      await makePost(tx),
      await makePost(tx),
    ]);
    const arrange = (pins: Pin[]) => (tx: Tx) => arrangeFront(tx, operator(), { pins }, asItStands);
    for (const isFirst of [true, false]) {
      const [category, picture] = await write(async (tx) => [await makeTerm(tx), await makeMedia(tx)]);
      const pins = [pinOf(post, { area: bandOf(category) }), pinOf(other, { mediaId: picture })];
      await write(arrange(pins));
      const change = arrange([...pins, pinOf(third)]);
      const remove = async (tx: Tx) => {
        await deleteTerm(tx, operator(), { id: category }, 1);
        await deletePost(tx, picture);
      };
      const [first, second] = isFirst ? [remove, change] : [change, remove];
      const result = await during(get(), first, () => write(second));
      // SQLite deletes before the change begins, which is refused then, because it names a category that doesn't exist.
      const isRefused = isFirst && !get().dialect.rowLocks;
      expect(result).toEqual(isRefused ? expect.objectContaining({ status: 404 }) : undefined);
      expect((await readFront(get().read)).pins).toEqual([
        pinOf(other),
        ...(isRefused ? [] : [pinOf(third)]),
      ]);
    }
    for (const unknown of [pinOf(post, { area: 'category:999999' }), pinOf(post, { mediaId: 999_999 })])
      expect(await write(arrange([unknown])).catch((error: unknown) => error)).toMatchObject({ status: 404 });
    await write((tx) => writeFront(tx, before));
  });

  test('refuses posts that readers can’t see, and an eighth post', async () => {
    await expect(get().write((tx) => pinToFront(tx, draft))).rejects.toThrow(
      /"Draft".*"draft".*publish or schedule it first/,
    );
    await expect(get().write((tx) => pinToFront(tx, page))).rejects.toThrow(/type "page"/);
    await expect(get().write((tx) => pinToFront(tx, 999_999))).rejects.toThrow(/no post 999999/);
    await expect(
      get().write((tx) => unpinPost(tx, operator(), { id: ids[8] ?? 0 }, asItStands)),
    ).rejects.toThrow(/not pinned/);
    expect(await get().write((tx) => clearFront(tx))).toBe(1);
    for (const n of [0, 1, 2, 3, 4, 6, 7]) await pin(n);
    await expect(pin(8)).rejects.toThrow(new RegExp(`All ${maxLeadPins} places`));
    await pin(7, 1); // moves a pinned post
    expect((await order()).slice(0, 2)).toEqual([7, 0]);
    await get().write((tx) => clearFront(tx));
  });
});

onBothDatabases('the front page of a site', (get) => {
  const front = async () => {
    const {
      settings: { show_on_front: shown, page_on_front: first, page_for_posts: news },
    } = await readSettings(get().read);
    return [shown, first, news];
  };
  const made = () =>
    get().write(async (tx) => {
      const [first, news] = [
        await createPost(tx, { type: 'page', title: 'Welcome', status: 'publish' }),
        await createPost(tx, { type: 'page', title: 'News' }),
      ];
      await saveSettings(tx, { show_on_front: 'page', page_on_front: first, page_for_posts: news });
      return { first, news };
    });

  test.each([
    ['deleted', deletePost],
    ['in the trash', (tx: Tx, id: number) => updatePost(tx, id, { status: 'trash' })],
  ] as const)(
    '%s, it is no longer the front page, and pages that show it are invalidated; so is the posts page',
    async (_what, remove) => {
      const { first, news } = await made();
      const emitted: string[] = [];
      const stop = get().bus.listen((emissions) => void emitted.push(...emissions.map(({ tag }) => tag)));
      await get().write((tx) => remove(tx, news));
      expect(await front()).toEqual(['page', first, 0]);
      await get().write((tx) => remove(tx, first));
      expect(await front()).toEqual(['posts', 0, 0]);
      stop();
      expect(emitted).toEqual(
        expect.arrayContaining(['setting:page_for_posts', 'setting:page_on_front', 'setting:show_on_front']),
      );
    },
  );

  test('keeps its place when withdrawn, and loses it when trashed and restored', async () => {
    const { first, news } = await made();
    await get().write((tx) => updatePost(tx, first, { status: 'draft' }));
    expect(await front()).toEqual(['page', first, news]);
    await get().write((tx) => updatePost(tx, first, { status: 'trash' }));
    await get().write((tx) => updatePost(tx, first, { status: 'publish' }));
    expect(await front()).toEqual(['posts', 0, news]);
  });
});
