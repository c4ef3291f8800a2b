import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { during } from '../../../test/harness/during.ts';
import { makeMedia, makePost, makeTerm } from '../../../test/harness/factories.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { asItStands } from '../../kernel/command.ts';
import { updateMedia } from '../media/media-commands.ts';
import { saveSettings } from '../settings/store.ts';
import { findTerms } from '../terms/reader.ts';
import { updateTerm, deleteTerm } from '../terms/commands.ts';
import { operator } from '../users/role.ts';
import { createPost, updatePost } from './post-commands.ts';
import { findPost } from './reader.ts';
import { deletePost } from './writer.ts';

onBothDatabases('concurrent changes of parents of posts and terms', (get) => {
  const write = <Result>(work: (tx: Tx) => Promise<Result>) => get().write(work);
  const category = () => write((tx) => makeTerm(tx, { taxonomy: 'category' }));
  const termsOf = async (id: number) => (await findPost(get().read, id))?.termIds;
  const change = async (tx: Tx, id: number, fields: Omit<Parameters<typeof updatePost>[2], 'id'>) =>
    updatePost(tx, operator(), { id, ...fields }, (await findPost(tx.db, id))?.revision ?? 0);

  test('of two pages that are concurrently moved below each other, one is moved', async () => {
    const [one, other] = [
      await write((tx) => makePost(tx, { type: 'page' })),
      await write((tx) => makePost(tx, { type: 'page' })),
    ];
    const put = (id: number, parentId: number) => (tx: Tx) => change(tx, id, { parentId });
    expect(await during(get(), put(one, other), () => write(put(other, one)))).toMatchObject({
      fields: { parentId: expect.stringContaining('below itself') },
    });
    expect([
      (await findPost(get().read, one))?.parentId,
      (await findPost(get().read, other))?.parentId,
    ]).toEqual([other, 0]);
  });

  test('deleting a page while another takes the slug of its child causes no retry, and each page has a URL', async () => {
    const page = (tx: Tx, parentId: number, slug: string) =>
      makePost(tx, { type: 'page', status: 'publish', parentId, slug });
    const [parent, child] = await write(async (tx) => {
      const above = await page(tx, 0, 'drinks');
      return [above, await page(tx, above, 'tea'), await page(tx, await page(tx, 0, 'plants'), 'tea')];
    });
    let [begun, made] = [0, 0];
    const drop = () =>
      write(async (tx) => {
        begun++;
        await deletePost(tx, parent);
      });
    // Writing a page locks its slug before the counters.
    const begin = async (tx: Tx) => tx.dialect.lockName('slug tea')?.execute(tx.db);
    expect(await during(get(), begin, drop, async (tx) => (made = await page(tx, 0, 'tea')))).toBeUndefined();
    const slugs = await Promise.all([made, child].map(async (id) => (await findPost(get().read, id))?.slug));
    expect([begun, ...slugs]).toEqual([1, 'tea', 'tea-2']);
  });

  test('and of two terms', async () => {
    const [one, other] = [await category(), await category()];
    const put = (id: number, parentId: number) => (tx: Tx) =>
      updateTerm(tx, operator(), { id, parentId }, asItStands);
    expect(await during(get(), put(one, other), () => write(put(other, one)))).toMatchObject({
      code: 'term_circle',
    });
    const terms = await findTerms(get().read, [one, other]);
    expect([terms.get(one)?.parentId, terms.get(other)?.parentId]).toEqual([other, 0]);
  });

  test('a term that is assigned while it is deleted is removed from posts that had it, and can’t be assigned afterwards', async () => {
    const usual = await category();
    await write((tx) => saveSettings(tx, { default_category: usual }));
    const drop = (id: number) => (tx: Tx) => deleteTerm(tx, operator(), { id }, asItStands);
    const post = await write((tx) => makePost(tx, { termIds: [usual] }));
    const [first, second, third, fourth] = [
      await category(),
      await category(),
      await category(),
      await category(),
    ];
    expect(
      await during(
        get(),
        (tx) => change(tx, post, { termIds: [first] }),
        () => write(drop(first)),
      ),
    ).toBeUndefined();
    expect(await termsOf(post)).toEqual([usual]);
    const late = () => write((tx) => change(tx, post, { termIds: [second] }));
    expect(await during(get(), drop(second), late)).toMatchObject({
      fields: { termIds: `There is no term ${second}.` },
    });
    const fresh = () =>
      write((tx) => createPost(tx, operator(), { title: 'New', status: 'publish', termIds: [third] }));
    expect(await during(get(), drop(third), fresh)).toMatchObject({
      fields: { termIds: `There is no term ${third}.` },
    });
    // Unchanged terms are not written again by another change.
    await write((tx) => change(tx, post, { termIds: [fourth] }));
    await during(get(), drop(fourth), () => write((tx) => change(tx, post, { title: 'Another title' })));
    expect(await termsOf(post)).toEqual([usual]);
    expect(
      await write((tx) =>
        tx.db
          .selectFrom('term_relationship')
          .selectAll()
          .where('term_id', 'in', [first, second, third, fourth])
          .execute(),
      ),
    ).toEqual([]);
  });

  test('a term can’t be moved below one that is deleted concurrently', async () => {
    const [one, parent] = [await category(), await category()];
    const put = () => write((tx) => updateTerm(tx, operator(), { id: one, parentId: parent }, asItStands));
    expect(
      await during(get(), (tx) => deleteTerm(tx, operator(), { id: parent }, asItStands), put),
    ).toMatchObject({ code: 'rest_term_invalid' });
  });

  test('deleting a term and its parent concurrently moves the children of both above them', async () => {
    const below = (parentId: number) => write((tx) => makeTerm(tx, { taxonomy: 'category', parentId }));
    const drop = (id: number) => (tx: Tx) => deleteTerm(tx, operator(), { id }, asItStands);
    for (const isUpwards of [true, false]) {
      const top = await category();
      const middle = await below(top);
      const low = await below(middle);
      const [first, second] = isUpwards ? [middle, top] : [top, middle];
      expect(await during(get(), drop(first), () => write(drop(second)))).toBeUndefined();
      expect((await findTerms(get().read, [low])).get(low)?.parentId).toBe(0);
    }
    const [one, other, moved] = [await category(), await category(), await category()];
    await during(
      get(),
      (tx) => updateTerm(tx, operator(), { id: moved, parentId: one }, asItStands),
      () => write(drop(one)),
    );
    await during(get(), drop(other), () =>
      write((tx) => updateTerm(tx, operator(), { id: moved, parentId: other }, asItStands)),
    );
    expect((await findTerms(get().read, [moved])).get(moved)?.parentId).toBe(0);
  });

  test('no file names a post or a poster that is deleted concurrently', async () => {
    const named = { parentId: (tx: Tx) => makePost(tx), posterId: (tx: Tx) => makeMedia(tx) };
    for (const field of ['parentId', 'posterId'] as const) {
      const [early, late, film] = await write(async (tx) => [
        await named[field](tx),
        await named[field](tx),
        await makeMedia(tx, { mimeType: 'video/mp4', file: { file: '2026/01/film.mp4' } }),
      ]);
      const give = (id: number) => async (tx: Tx) =>
        updateMedia(tx, operator(), { id: film, [field]: id }, (await findPost(tx.db, film))?.revision ?? 0);
      await during(get(), give(early), () => write((tx) => deletePost(tx, early)));
      expect(
        await during(
          get(),
          (tx) => deletePost(tx, late),
          () => write(give(late)),
        ),
      ).toMatchObject({ fields: { [field]: expect.stringContaining('There is no') } });
      const left = await get()
        .read.selectFrom('post')
        .select('id')
        .where((eb) =>
          eb.or([eb('parent_id', 'in', [early, late]), eb('featured_media_id', 'in', [early, late])]),
        )
        .execute();
      expect([field, left]).toEqual([field, []]);
    }
  });

  test('nothing names a parent page or a picture that is deleted concurrently', async () => {
    const named: Record<'parentId' | 'featuredMediaId', (tx: Tx) => Promise<number>> = {
      parentId: (tx) => makePost(tx, { type: 'page' }),
      featuredMediaId: (tx) => makeMedia(tx),
    };
    for (const field of ['parentId', 'featuredMediaId'] as const) {
      const gives: Record<string, (tx: Tx, id: number, page: number) => Promise<unknown>> = {
        change: (tx, id, page) => change(tx, page, { [field]: id }),
        create: (tx, id) => createPost(tx, operator(), { type: 'page', title: 'New', [field]: id }),
      };
      for (const give of Object.values(gives)) {
        const [early, late, page] = await write(async (tx) => [
          await named[field](tx),
          await named[field](tx),
          await makePost(tx, { type: 'page' }),
        ]);
        await during(
          get(),
          (tx) => give(tx, early, page),
          () => write((tx) => deletePost(tx, early)),
        );
        expect(
          await during(
            get(),
            (tx) => deletePost(tx, late),
            () => write((tx) => give(tx, late, page)),
          ),
        ).toMatchObject({ fields: { [field]: expect.stringContaining('There is no') } });
        const left = await get()
          .read.selectFrom('post')
          .select('id')
          .where((eb) =>
            eb.or([eb('parent_id', 'in', [early, late]), eb('featured_media_id', 'in', [early, late])]),
          )
          .execute();
        expect([field, left]).toEqual([field, []]);
      }
    }
  });
});
