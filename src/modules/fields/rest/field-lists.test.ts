import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeActors } from '../../../../test/harness/actors.ts';
import type { Actors } from '../../../../test/harness/actors.ts';
import { makePost } from '../../../../test/harness/factories.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';

const fields = [
  { name: 'rating', kind: 'number', label: 'Rating', is_filter: true, is_column: true },
  { name: 'seen_on', kind: 'date', label: 'Seen on', is_filter: true, is_column: true },
  { name: 'summary', kind: 'text', label: 'Summary', is_filter: true, is_column: true },
  { name: 'is_new', kind: 'boolean', label: 'New', is_filter: true },
  {
    name: 'moods',
    kind: 'choice',
    label: 'Moods',
    multiple: true,
    is_filter: true,
    choices: [
      { value: 'sad', label: 'Sad' },
      { value: 'glad', label: 'Glad' },
    ],
  },
  { name: 'also', kind: 'post', label: 'Also', is_filter: true },
  { name: 'hidden', kind: 'text', label: 'Hidden' },
];

onBothDatabases('lists by custom fields', (get) => {
  const rest = useRestApp(get);
  let actors: Actors;
  const ids: Record<string, number> = {};
  const named = (found: readonly number[]) =>
    found.map((id) => Object.keys(ids).find((name) => ids[name] === id) ?? id).join(' ');
  beforeAll(async () => {
    actors = await makeActors(get());
    await rest.sendAs(actors.administrator.id, 'PUT', '/broadsheet/v1/fields/post', { fields });
    await get().write(async (tx) => {
      await tx.db.updateTable('field').set({ is_ready: 1 }).execute();
      tx.emit('fields');
    });
    await rest.sendAs(actors.administrator.id, 'PUT', '/broadsheet/v1/fields/post', {
      fields: [...fields, { name: 'last', kind: 'text', label: 'Last' }],
    });
    await get().write(async (tx) => {
      const make = async (name: string, meta: Record<string, string>, more = {}) => {
        ids[name] = await makePost(tx, {
          title: name,
          authorId: actors.author.id,
          meta: Object.fromEntries(Object.entries(meta).map(([key, value]) => [key, [value]])),
          ...more,
        });
      };
      await make('a', {
        rating: '3',
        seen_on: '2026-01-01',
        summary: 'Éclair',
        moods: '["sad"]',
        is_new: '1',
      });
      await make('b', {
        rating: '5',
        seen_on: '2025-06-01',
        summary: 'apple',
        moods: '["glad","sad"]',
        is_new: '0',
      });
      await make('c', { rating: '4', summary: 'Banana', also: String(ids['a']) });
      await make('d', {});
      await make('draft', { rating: '4.5', moods: '["glad"]' }, { status: 'draft' });
      await make('secret', { rating: '1' }, { password: 'x' });
    });
  });
  const list = async (query: string, userId?: number) => {
    const path = `/wp/v2/posts?per_page=100&${query}`;
    const reply = userId === undefined ? await rest.get(path) : await rest.getAs(userId, path);
    if (reply.status !== 200) return `${reply.status} ${String(reply.json['code'])}`;
    const found = named(reply.list.map(({ id }) => Number(id)));
    return `${found} (${String(reply.headers['x-wp-total'])})`;
  };

  test('are filtered by bounds, values and several of them', async () => {
    expect(await list('fields[rating][min]=4')).toBe('c b (2)');
    expect(await list('fields[rating][min]=3&fields[rating][max]=4')).toBe('c a (2)');
    expect(await list('fields[rating]=5')).toBe('b (1)');
    expect(await list('fields[rating][]=5&fields[rating][]=3')).toBe('b a (2)');
    expect(await list('fields[moods]=sad')).toBe('b a (2)');
    expect(await list('fields[moods][]=sad&fields[moods][]=glad')).toBe('b a (2)');
    expect(await list('fields[seen_on][max]=2025-12-31')).toBe('b (1)');
    expect(await list('fields[is_new]=true')).toBe('a (1)');
    expect(await list('fields[is_new]=0')).toBe('b (1)');
    expect(await list('fields[summary]=ECLAIR')).toBe('a (1)');
    expect(await list(`fields[also]=${ids['a']}`)).toBe('c (1)');
    expect(await list('fields[rating][min]=3&fields[moods]=glad')).toBe('b (1)');
    expect(await list('fields[rating][min]=6')).toBe(' (0)');
    expect(await list(`fields[rating][min]=1&exclude=${ids['b']}`)).toBe('c a (2)');
    expect(await list('fields[rating][min]=1&search=banana')).toBe(' (0)');
  });

  test('are sorted, posts without a value last', async () => {
    expect(await list('orderby=field:rating')).toBe('b c a d (4)');
    expect(await list('orderby=field:rating&order=asc')).toBe('a c b d (4)');
    expect(await list('orderby=field:summary&order=asc')).toBe('b c a d (4)');
    expect(await list('orderby=field:seen_on&order=asc')).toBe('b a d c (4)');
    expect(await list('orderby=field:rating&fields[moods]=sad&order=asc')).toBe('a b (2)');
    expect(await list(`orderby=field:rating&include=${ids['a']},${ids['c']},${ids['d']}`)).toBe('c a d (3)');
    // Those without a value by date, newest first, in every plan and direction.
    const all = ['a', 'b', 'c', 'd'].map((name) => ids[name]).join();
    for (const narrowing of ['', `&include=${all}`])
      expect(await list(`orderby=field:seen_on&order=asc${narrowing}`)).toBe('b a d c (4)');
    const pages = [];
    for (let page = 1; page <= 4; page++)
      pages.push(await list(`orderby=field:rating&per_page=1&page=${page}`));
    expect(pages).toEqual(['b (4)', 'c (4)', 'a (4)', 'd (4)']);
    const offsets = [];
    for (const offset of [2, 3])
      offsets.push(await list(`orderby=field:seen_on&order=asc&per_page=1&offset=${offset}`));
    expect(offsets).toEqual(['d (4)', 'c (4)']);
  });

  test('show what the caller may see: drafts and protected posts to editors only', async () => {
    const all = 'status=publish,draft';
    expect(await list(`${all}&orderby=field:rating`, actors.editor.id)).toBe('b draft c a secret d (6)');
    expect(await list(`${all}&fields[rating][min]=4`, actors.editor.id)).toBe('draft c b (3)');
    expect(await list('fields[rating][min]=0', actors.subscriber.id)).toBe('c b a (3)');
    expect(await list('fields[rating]=1')).toBe(' (0)');
    expect(await list('fields[rating]=1', actors.editor.id)).toBe('secret (1)');
  });

  test('of many matches give the same, whichever way the query runs', async () => {
    const many = await get().write(async (tx) => {
      const made: number[] = [];
      for (let index = 0; index < 2100; index++) made.push(index);
      // Index rows alone: the planner counts them.
      const [rating] = await tx.db.selectFrom('field').select('id').where('name', '=', 'rating').execute();
      for (const part of [made.slice(0, 1050), made.slice(1050)])
        await tx.db
          .insertInto('field_number')
          .values(
            part.map((index) => ({
              field_id: rating?.id ?? 0,
              is_listed: 0,
              value: 4,
              published_at: 0,
              post_id: 1_000_000 + index,
            })),
          )
          .execute();
      return made.length;
    });
    expect(many).toBe(2100);
    const all = 'status=publish,draft';
    expect(await list(`${all}&fields[rating][min]=4`, actors.editor.id)).toBe('draft c b (3)');
    expect(await list(`${all}&fields[rating][min]=4&orderby=field:seen_on`, actors.editor.id)).toBe(
      'b draft c (3)',
    );
    expect(await list(`${all}&fields[rating][min]=4&fields[moods]=glad`, actors.editor.id)).toBe(
      'draft b (2)',
    );
    await get().write((tx) => tx.db.deleteFrom('field_number').where('post_id', '>=', 1_000_000).execute());
  });

  const attacks = [
    "fields[rating'; drop table post; --]=1",
    'fields[__proto__][min]=1',
    'fields[constructor]=1',
    'fields[hidden]=x',
    'fields[rating]=NaN',
    'fields[rating][min]=Infinity',
    'fields[rating][min]=1e400',
    'fields[rating][min][x]=1',
    'fields[rating][gt]=1',
    'fields[seen_on]=2026-02-31',
    'fields[moods]=none',
    'fields[moods][min]=a',
    'fields[summary]=%00',
    'fields=1',
    `fields[also]=-1`,
    Array.from({ length: 101 }, (_, index) => `fields[rating][]=${index}`).join('&'),
    'orderby=field:hidden',
    'orderby=field:moods',
    'orderby=field:__proto__',
    'orderby=field:',
  ];
  test.each(attacks)('refuse %s', async (query) => {
    expect(await list(query)).toMatch(/^400 rest_/);
    expect(rest.faults.filter((fault) => !(fault as { status?: number }).status)).toEqual([]);
  });

  test('of types without fields ignore the parameter, and a field that is being indexed asks for patience', async () => {
    expect((await rest.get('/wp/v2/pages?fields[rating]=x')).status).toBe(200);
    await rest.sendAs(actors.administrator.id, 'PUT', '/broadsheet/v1/fields/page', {
      fields: [{ name: 'rating', kind: 'number', label: 'Rating', is_filter: true }],
    });
    const { status, json } = await rest.get('/wp/v2/pages?fields[rating]=1');
    expect([status, json['code']]).toEqual([409, 'rest_field_not_ready']);
  });
});
