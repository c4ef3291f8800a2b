import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeActors } from '../../../test/harness/actors.ts';
import { pageOf } from '../../../test/harness/core-blocks.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import { renderPage } from '../../site/pages/render-page.ts';
import { wholeText } from '../../lib/text-around.ts';
import { updatePost } from '../posts/writer.ts';
import { createSearchClient } from '../search/search-client.ts';
import { rebuildSearchIndex } from '../search/store.ts';
import { replaceFields } from './commands.ts';
import type { FieldDefinition } from './model.ts';

onBothDatabases('custom fields in searches and pages', (get) => {
  const define = async (
    type: string,
    fields: readonly (Partial<FieldDefinition> & { readonly name: string })[],
  ) => {
    const { administrator } = await makeActors(get());
    await get().write((tx) =>
      replaceFields(tx, administrator, { type, fields: fields as FieldDefinition[] }, (stored) => stored),
    );
    // Waits for reloads that other changes caused, so that none of their queries are counted.
    await get().write(async () => {});
  };
  const find = async (query: string) =>
    (await createSearchClient(get(), { inProcess: true }).find({ query, limit: 10 })).ids;

  /** The page, and the queries that it took. */
  const render = async (id: number) => {
    const site = pageSite(get());
    const page = await pageOf(site, id);
    const before = get().queryCount();
    const text = wholeText((await renderPage(site, page, false)).html);
    return { text: text.replaceAll(/nonce[-=]"?[\w+/=-]+/g, 'nonce'), queries: get().queryCount() - before };
  };

  /**
   * Measures until two in a row took equally many queries: first renders store texts in the background, and changes make
   * processes reload.
   */
  const settled = async <Measured extends { readonly queries: number }>(measure: () => Promise<Measured>) => {
    let last = await measure();
    await expect
      .poll(async () => {
        const former = last.queries;
        last = await measure();
        return last.queries - former;
      })
      .toBe(0);
    return last;
  };

  test('a page of a type without fields has no query and no byte more, and meta of other types changes nothing', async () => {
    const id = await get().write((tx) => makePost(tx, { title: 'Plain', meta: { rating: ['5'] } }));
    const before = await settled(() => render(id));
    await define('product', [
      {
        name: 'rating',
        kind: 'number',
        label: 'Rating',
        is_filter: true,
        is_searched: false,
        schema_property: 'contentRating',
      },
    ]);
    const after = await settled(() => render(id));
    expect(after.queries).toBe(before.queries);
    expect(after.text).toBe(before.text);
    const save = async () => {
      const from = get().queryCount();
      await get().write((tx) => updatePost(tx, id, { excerpt: `Other ${from}` }));
      return { queries: get().queryCount() - from };
    };
    const withFields = await settled(save);
    await define('product', []);
    expect(await settled(save)).toEqual(withFields);
  });

  test('values fill the listed properties of an article, escaped, and none of a protected one', async () => {
    await define('post', [
      { name: 'rated', kind: 'text', label: 'Rated', schema_property: 'contentRating' },
      {
        name: 'tone',
        kind: 'choice',
        label: 'Tone',
        choices: [{ value: 'c', label: 'Comedy' }],
        schema_property: 'genre',
      },
      { name: 'no_property', kind: 'text', label: 'Nothing' },
    ]);
    const meta = {
      rated: ['</script><script>alert(1)</script>'],
      tone: ['c'],
      no_property: ['Unseen value'],
    };
    const id = await get().write((tx) => makePost(tx, { meta }));
    const { text } = await render(id);
    expect(text).toContain('"genre":"Comedy"');
    expect(text).toContain('"contentRating":"');
    expect(text).not.toContain('<script>alert(1)');
    expect(text).not.toContain('Unseen value');
    const hidden = await get().write((tx) => makePost(tx, { meta, password: 'x' }));
    expect((await render(hidden)).text).not.toContain('Comedy');
  });

  test('searches find a bound text as it is shown', async () => {
    await define('post', [
      { name: 'dish', kind: 'text', label: 'Dish' },
      { name: 'verdict', kind: 'rich_text', label: 'Verdict' },
    ]);
    const bound = (key: string) =>
      `<!-- wp:paragraph {"metadata":{"bindings":{"content":{"source":"core/post-meta","args":{"key":"${key}"}}}}} --><p></p><!-- /wp:paragraph -->`;
    const id = await get().write((tx) =>
      makePost(tx, {
        content: bound('dish') + bound('verdict'),
        meta: { dish: ['Type <kbdish> here'], verdict: ['<p title="unseenword">Marvellous</p>'] },
      }),
    );
    expect([await find('kbdish'), await find('marvellous'), await find('unseenword')]).toEqual([
      [id],
      [id],
      [],
    ]);
  });

  test('searches find values of searched fields, and only those', async () => {
    await define('post', [
      { name: 'dish', kind: 'text', label: 'Dish', is_searched: true },
      { name: 'verdict', kind: 'rich_text', label: 'Verdict', is_searched: true },
      { name: 'secret', kind: 'text', label: 'Secret' },
      {
        name: 'steps',
        kind: 'group',
        label: 'Steps',
        is_searched: true,
        fields: [{ name: 'text', kind: 'textarea', label: 'Text' }] as FieldDefinition['fields'],
      },
    ]);
    const id = await get().write((tx) =>
      makePost(tx, {
        title: 'Dinner',
        meta: {
          dish: ['Quiche <b> Lorraine'],
          verdict: ['<p class="hideous">Splendid</p>'],
          secret: ['Paprika'],
          steps: ['[{"text":"Whisk thoroughly"}]'],
        },
      }),
    );
    for (const query of ['quiche', 'lorraine', 'splendid', 'whisk dinner'])
      expect(await find(query), query).toEqual([id]);
    for (const query of ['paprika', 'hideous']) expect(await find(query), query).toEqual([]);
    await get().write((tx) => updatePost(tx, id, { meta: { dish: ['Omelette'] } }));
    expect([await find('omelette'), await find('quiche')]).toEqual([[id], []]);
    await get().write((tx) => updatePost(tx, id, { title: 'Supper' }));
    expect(await find('omelette supper')).toEqual([id]);
    await rebuildSearchIndex(get());
    expect(await find('omelette whisk')).toEqual([id]);
    await get().write((tx) => updatePost(tx, id, { status: 'draft' }));
    expect(await find('omelette')).toEqual([]);
  });
});
