import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { countReach, listOfKind } from './reach.ts';

onBothDatabases('items that a template of a type affects', (get) => {
  test('include each file with a page, attached to a post or published on its own', async () => {
    const make = (input: object) =>
      get().write<number>((tx) => makePost(tx, { type: 'attachment', ...input }));
    const hanging = await make({ status: 'inherit', publishedAt: 1_700_000_003_000 });
    const published = await make({ status: 'publish', publishedAt: 1_700_000_002_000 });
    const locked = await make({ status: 'publish', password: 'x', publishedAt: 1_700_000_001_000 });
    for (const status of ['private', 'draft', 'trash']) await make({ status });
    expect(
      (await listOfKind(get().read, 'attachment', { follows: false, limit: 10 })).map(({ id }) => id),
    ).toEqual([hanging, published, locked]);
    expect(
      (await listOfKind(get().read, 'attachment', { follows: true, limit: 2, except: [hanging] })).map(
        ({ id }) => id,
      ),
    ).toEqual([published, locked]);
    expect(await countReach(get().read, 'attachment')).toEqual({ of: 'post', total: 3, own: 0 });
    expect(await countReach(get().read, 'attachment', [published])).toEqual({ of: 'post', total: 2, own: 0 });
  });

  test('are queried once per type, and once per status for files', async () => {
    const queriesFor = async (kind: string) => {
      const before = get().queryCount();
      await listOfKind(get().read, kind, { follows: false, limit: 10 });
      return get().queryCount() - before;
    };
    expect([await queriesFor('single'), await queriesFor('page'), await queriesFor('attachment')]).toEqual([
      1, 1, 2,
    ]);
  });
});
