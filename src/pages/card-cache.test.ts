import { expect, test } from 'vitest';
import { updatePost } from '../content/posts/writer.ts';
import { updateTerm } from '../content/terms/writer.ts';
import { testContent } from '../../test/harness/load-context.ts';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { makePost, makeTerm } from '../../test/harness/factories.ts';
import { defaultSettings } from '../content/settings/settings.ts';
import { CardCache } from './card-cache.ts';


onBothDatabases('cards', (database) => {
  test('are asked for once, and again when what they show changes', async () => {
    const content = testContent(database());
    const [term, one, two] = await database().write(async (tx) => {
      const termId = await makeTerm(tx, { taxonomy: 'category', name: 'Science' });
      return [termId, await makePost(tx, { title: 'One', termIds: [termId] }), await makePost(tx, { title: 'Two' })] as const;
    });
    const cache = new CardCache(content, database().bus);
    const first = await cache.find([one, two, 999_999], defaultSettings);
    expect([first.size, first.get(one)?.title, first.get(two)?.title]).toEqual([2, 'One', 'Two']);
    const again = await cache.find([two, one], defaultSettings);
    expect([again.get(one) === first.get(one), again.get(two) === first.get(two)]).toEqual([true, true]);

    await database().write((tx) => updatePost(tx, one, { title: 'One, changed' }));
    const changed = await cache.find([one, two], defaultSettings);
    expect([changed.get(one)?.title, changed.get(two) === first.get(two)]).toEqual(['One, changed', true]);

    await database().write((tx) => updateTerm(tx, term, { name: 'Sciences' }));
    expect((await cache.find([one], defaultSettings)).get(one)?.category?.name).toBe('Sciences');

    await database().write((tx) => updatePost(tx, two, { status: 'draft' }));
    expect((await cache.find([two], defaultSettings)).size).toBe(0);
  });
});
