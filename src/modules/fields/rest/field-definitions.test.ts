import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeActors } from '../../../../test/harness/actors.ts';
import type { Actors } from '../../../../test/harness/actors.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';
import { makePost } from '../../../../test/harness/factories.ts';
import { postTypeNamed } from '../../types/registry.ts';
import { replaceFields } from '../commands.ts';
import { readFieldSets } from '../store.ts';
import { openSiteDatabase } from '../../../site-database.ts';

const route = '/broadsheet/v1/fields';

onBothDatabases('definitions of custom fields', (get, place) => {
  const rest = useRestApp(get);
  let actors: Actors;
  beforeAll(async () => {
    actors = await makeActors(get());
  });
  const put = (type: string, fields: unknown, revision?: number, userId = actors.administrator.id) =>
    rest.sendAs(userId, 'PUT', `${route}/${type}`, {
      fields,
      ...(revision === undefined ? {} : { revision }),
    });
  const revisionOf = async (type: string) =>
    Number((await rest.getAs(actors.editor.id, `${route}/${type}`)).json['revision']);

  test('are listed for all types with forms, and replaced as a whole', async () => {
    const before = await rest.getAs(actors.contributor.id, route);
    expect(before.list.map(({ type }) => type)).toEqual(expect.arrayContaining(['post', 'page', 'product']));
    expect(before.list.map(({ type }) => type)).not.toContain('attachment');
    expect(before.list[0]).toMatchObject({ revision: 0, fields: [] });

    const rating = { name: 'rating', kind: 'number', label: 'Rating', min: 0, max: 5, is_filter: true };
    const pros = {
      name: 'pros',
      kind: 'group',
      label: 'Pros',
      fields: [{ name: 'text', kind: 'text', label: 'Text', required: true }],
    };
    const saved = await put('post', [rating, pros], 0);
    expect([saved.status, saved.json]).toMatchObject([
      200,
      {
        type: 'post',
        revision: 1,
        fields: [
          { ...rating, required: false, is_column: false, is_ready: false },
          { ...pros, is_ready: true, fields: [{ name: 'text', required: true }] },
        ],
      },
    ]);
    expect(Object.keys(postTypeNamed('post').meta)).toEqual(['rating', 'pros']);
    expect(postTypeNamed('page').meta).toEqual({});
    const log = await get()
      .read.selectFrom('activity')
      .select('summary')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(log?.summary).toBe('Fields of "post": added rating, pros');

    // Another process sees them from its start.
    const other = await openSiteDatabase({ ...place(), maxConnections: 2 });
    await other.close();
    expect(Object.keys(postTypeNamed('post').meta)).toEqual(['rating', 'pros']);
  });

  test('of a stale save are refused with both sides, and nothing is lost', async () => {
    const note = { name: 'note', kind: 'text', label: 'Note' };
    const { revision } = (await put('page', [note])).json;
    const newer = await put('page', [note, { name: 'more', kind: 'text', label: 'More' }], Number(revision));
    expect(newer.status).toBe(200);
    const stale = await put('page', [{ name: 'mine', kind: 'text', label: 'Mine' }], Number(revision));
    expect([stale.status, stale.json['data']]).toMatchObject([
      409,
      {
        mine: { fields: [{ name: 'mine' }] },
        theirs: { revision: 2, fields: [{ name: 'note' }, { name: 'more' }] },
      },
    ]);
    // The same definitions again change nothing.
    await put('page', [note, { name: 'more', kind: 'text', label: 'More' }]);
    expect(await revisionOf('page')).toBe(2);
  });

  test('that change while they are read are never lost by a save that is based on a read version', async () => {
    const [mine, theirs] = ['mine', 'theirs'].map((name) => ({ name, kind: 'text', label: 'Label' }));
    await put('page', [mine]);
    let isChanged = false;
    const read = get().read.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (!isChanged) {
          isChanged = true;
          await put('page', [mine, theirs]);
        }
        return result;
      },
    });
    const seen = (await readFieldSets(read)).get('page');
    const names = seen?.fields.map(({ name }) => name) ?? [];
    const saved = await put(
      'page',
      names.map((name) => ({ name, kind: 'text', label: 'Other label' })),
      seen?.revision,
    );
    expect([isChanged, saved.status]).toEqual([true, 409]);
    await put('page', []);
  });

  test('apply once they are saved, and pages made with the former ones are dropped then', async () => {
    const dropped: string[] = [];
    const stop = get().bus.listen((emissions) => {
      if (emissions.some(({ tag, urgency }) => tag === '*' && urgency === 'remove'))
        dropped.push(Object.keys(postTypeNamed('page').meta).join());
    });
    const genre = { name: 'genre', kind: 'text', label: 'Genre' };
    for (const [fields, names] of [
      [[genre], 'genre'],
      [[{ ...genre, schema_property: 'genre' }], 'genre'],
      [[], ''],
    ] as const) {
      dropped.length = 0;
      await get().write((tx) =>
        replaceFields(tx, actors.administrator, { type: 'page', fields: [...fields] as never }, (now) => now),
      );
      expect([Object.keys(postTypeNamed('page').meta).join(), dropped]).toEqual([names, [names]]);
    }
    stop();
  });

  test('leave the values of a removed field as custom fields', async () => {
    const id = await get().write((tx) =>
      makePost(tx, { type: 'page', meta: { colour_of_cover: ['#aabbcc'] } }),
    );
    const custom = async () =>
      (await rest.getAs(actors.editor.id, `/wp/v2/pages/${id}?context=edit`)).json['broadsheet']?.[
        'custom_fields'
      ];
    expect(await custom()).toEqual([{ name: 'colour_of_cover', value: '#aabbcc' }]);
    await put('page', [{ name: 'colour_of_cover', kind: 'colour', label: 'Cover' }]);
    expect(await custom()).toEqual([]);
    expect((await rest.get(`/wp/v2/pages/${id}`)).json['meta']).toMatchObject({ colour_of_cover: '#aabbcc' });
    await put('page', []);
    expect(await custom()).toEqual([{ name: 'colour_of_cover', value: '#aabbcc' }]);
    expect((await rest.get(`/wp/v2/pages/${id}`)).json['meta']).not.toHaveProperty('colour_of_cover');
  });

  test('are changed by administrators and read by users who edit posts', async () => {
    const fields = [{ name: 'n', kind: 'text', label: 'N' }];
    for (const [name, status, code] of [
      ['editor', 403, 'rest_cannot_manage_fields'],
      ['author', 403, 'rest_cannot_manage_fields'],
      ['subscriber', 403, 'rest_cannot_manage_fields'],
    ] as const) {
      const reply = await put('product', fields, undefined, actors[name].id);
      expect([reply.status, reply.json['code']]).toEqual([status, code]);
    }
    expect((await rest.get(route)).status).toBe(401);
    expect((await rest.getAs(actors.subscriber.id, route)).status).toBe(403);
    for (const type of ['attachment', 'nothing', 'constructor', '__proto__'])
      expect((await put(type, fields)).status, type).toBe(404);
  });

  const text = { kind: 'text', label: 'Label' };
  const attacks: readonly (readonly [what: string, fields: unknown])[] = [
    ['a name of SQL', [{ ...text, name: "x'; drop table post; --" }]],
    ['a name of the prototype', [{ ...text, name: '__proto__' }]],
    ['a name that every object has', [{ ...text, name: 'constructor' }]],
    ['a hidden name', [{ ...text, name: '_edit_lock' }]],
    ['a name with a meaning for the site', [{ ...text, name: 'footnotes' }]],
    ['a name of a plugin', [{ ...text, name: 'rank_math_title' }]],
    ['a name that is too long', [{ ...text, name: 'a'.repeat(65) }]],
    ['a null byte', [{ ...text, name: 'a', label: 'a\0b' }]],
    [
      'two fields of one name',
      [
        { ...text, name: 'a' },
        { ...text, name: 'a' },
      ],
    ],
    ['a kind that does not exist', [{ name: 'a', label: 'A', kind: 'php' }]],
    ['too many fields', Array.from({ length: 101 }, (_, index) => ({ ...text, name: `f${index}` }))],
    [
      'too many choices',
      [
        {
          name: 'a',
          label: 'A',
          kind: 'choice',
          choices: Array.from({ length: 201 }, (_, at) => ({ value: `v${at}`, label: 'V' })),
        },
      ],
    ],
    ['a choice without choices', [{ name: 'a', label: 'A', kind: 'choice' }]],
    [
      'choices of one value',
      [
        {
          name: 'a',
          label: 'A',
          kind: 'choice',
          choices: [
            { value: 'x', label: 'X' },
            { value: 'x', label: 'Y' },
          ],
        },
      ],
    ],
    [
      'a group in a group',
      [
        {
          name: 'a',
          label: 'A',
          kind: 'group',
          fields: [{ name: 'b', label: 'B', kind: 'group', fields: [{ ...text, name: 'c' }] }],
        },
      ],
    ],
    [
      'a filter in a group',
      [{ name: 'a', label: 'A', kind: 'group', fields: [{ ...text, name: 'b', is_filter: true }] }],
    ],
    ['a setting of another kind', [{ ...text, name: 'a', choices: [{ value: 'x', label: 'X' }] }]],
    ['an unknown setting', [{ ...text, name: 'a', onload: 'alert(1)' }]],
    ['a property of structured data that is not listed', [{ ...text, name: 'a', schema_property: '@id' }]],
    ['bounds the wrong way round', [{ name: 'a', label: 'A', kind: 'number', min: 5, max: 1 }]],
    ['a bound that is no number', [{ name: 'a', label: 'A', kind: 'number', min: '1e400' }]],
    ['a default that is no value', [{ name: 'a', label: 'A', kind: 'date', default: '2026-02-31' }]],
    ['no list', { 0: { ...text, name: 'a' } }],
    ['a label without visible characters', [{ ...text, name: 'a', label: '<b></b>' }]],
  ];
  test.each(attacks)('refuse %s', async (_what, fields) => {
    const before = await revisionOf('product');
    const { status, json } = await put('product', fields);
    expect([status, String(json['code']).slice(0, 12)]).toEqual([400, 'rest_invalid']);
    expect(String(json['message']).length).toBeGreaterThan(10);
    expect(await revisionOf('product')).toBe(before);
    expect(rest.faults.filter((fault) => !(fault as { status?: number }).status)).toEqual([]);
  });

  test('accept names, labels and choices that only look dangerous', async () => {
    const fields = [
      { name: 'drop_table', kind: 'text', label: 'Constructor', default: '<script>alert(1)</script>' },
      {
        name: 'select',
        kind: 'choice',
        label: "O'Neill & Söhne; 100 %",
        choices: [{ value: "it's", label: 'It’s' }],
      },
    ];
    const { status, json } = await put('product', fields);
    expect([status, json['fields']]).toMatchObject([200, fields]);
    await put('product', []);
  });
});
