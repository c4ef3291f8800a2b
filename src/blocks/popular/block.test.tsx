import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, makeTerm } from '../../../test/harness/factories.ts';
import { fakeLoadContext, testContent } from '../../../test/harness/load-context.ts';
import { addViews } from '../../modules/views/store.ts';
import { block } from './block.ts';
import { load } from './loader.server.ts';

const day = 24 * 60 * 60_000;

onBothDatabases('most read', (get) => {
  test('[IMP-18] sorts by views of a week or of all time, and renders nothing before the first view', async () => {
    const now = Date.UTC(2026, 10, 20);
    const show = async (settings: object) =>
      (
        await load(block.settings.parse(settings), fakeLoadContext(testContent(get()), undefined, { now }))
      )?.cards.map(({ title }) => title);
    const section = await get().write((tx) => makeTerm(tx, { name: 'Section' }));
    const [old, fresh, other, draft] = await get().write(
      async (tx) =>
        [
          await makePost(tx, { title: 'Old' }),
          await makePost(tx, { title: 'Fresh', termIds: [section] }),
          await makePost(tx, { title: 'Other' }),
          await makePost(tx, { title: 'Zyxdraft', status: 'draft' }),
        ] as const,
    );
    expect(await load(block.settings.parse({}), fakeLoadContext(testContent(get())))).toBeUndefined();
    await get().write((tx) =>
      addViews(
        tx,
        new Map([
          [old, 100],
          [draft, 900],
          [999_999, 5],
        ]),
        now - 20 * day,
      ),
    );
    await get().write((tx) =>
      addViews(
        tx,
        new Map([
          [fresh, 7],
          [other, 9],
        ]),
        now - 3 * day,
      ),
    );
    await get().write((tx) => addViews(tx, new Map([[fresh, 5]]), now));
    expect(await show({})).toEqual(['Fresh', 'Other']);
    expect(await show({ sort: 'popular' })).toEqual(['Old', 'Fresh', 'Other']);
    expect(await show({ category_id: section })).toEqual(['Fresh']);
    expect(await show({ sort: 'popular', category_id: section })).toEqual(['Fresh']);
    expect(await show({ limit: 1 })).toEqual(['Fresh']);
  });
});
