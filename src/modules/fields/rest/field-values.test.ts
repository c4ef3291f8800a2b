import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeActors } from '../../../../test/harness/actors.ts';
import type { Actors } from '../../../../test/harness/actors.ts';
import { makeMedia, makePost, makeTerm } from '../../../../test/harness/factories.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';
import { deletePost, updatePost } from '../../posts/writer.ts';
import { fieldIndexQueue } from '../jobs.ts';
import type { FieldDefinition } from '../model.ts';

const fields: readonly (Partial<FieldDefinition> & { readonly name: string })[] = [
  { name: 'summary', kind: 'text', label: 'Summary', is_filter: true, max: 60 },
  { name: 'notes', kind: 'textarea', label: 'Notes' },
  { name: 'verdict', kind: 'rich_text', label: 'Verdict' },
  {
    name: 'rating',
    kind: 'number',
    label: 'Rating',
    min: 0,
    max: 5,
    step: 0.5,
    is_filter: true,
    is_column: true,
  },
  { name: 'seen_on', kind: 'date', label: 'Seen on', is_filter: true },
  { name: 'starts', kind: 'date_time', label: 'Starts', is_column: true },
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
  { name: 'is_new', kind: 'boolean', label: 'New', is_filter: true },
  { name: 'cover', kind: 'image', label: 'Cover' },
  { name: 'sheet', kind: 'file', label: 'Sheet' },
  { name: 'pictures', kind: 'gallery', label: 'Pictures' },
  { name: 'shop', kind: 'link', label: 'Shop' },
  { name: 'paint', kind: 'colour', label: 'Paint' },
  { name: 'where', kind: 'place', label: 'Where' },
  { name: 'also', kind: 'post', label: 'Also', multiple: true, is_filter: true },
  { name: 'topic', kind: 'term', label: 'Topic', taxonomies: ['category'] },
  { name: 'chef', kind: 'user', label: 'Chef' },
  {
    name: 'steps',
    kind: 'group',
    label: 'Steps',
    fields: [
      { name: 'text', kind: 'rich_text', label: 'Text' },
      { name: 'minutes', kind: 'number', label: 'Minutes', min: 0 },
    ] as FieldDefinition['fields'],
  },
];

onBothDatabases('values of custom fields', (get) => {
  const rest = useRestApp(get);
  let actors: Actors;
  const known = { picture: 0, file: 0, hidden: 0, ofOthers: 0, story: 0, term: 0, tag: 0 };
  beforeAll(async () => {
    actors = await makeActors(get());
    const draft = await get().write((tx) => makePost(tx, { status: 'draft', authorId: actors.editor.id }));
    known.hidden = draft;
    await get().write(async (tx) => {
      known.picture = await makeMedia(tx);
      known.file = await makeMedia(tx, { mimeType: 'application/pdf' });
      known.ofOthers = await makeMedia(tx, { parentId: draft });
      known.story = await makePost(tx);
      known.term = await makeTerm(tx);
      known.tag = await makeTerm(tx, { taxonomy: 'post_tag' });
    });
    const reply = await rest.sendAs(actors.administrator.id, 'PUT', '/broadsheet/v1/fields/post', { fields });
    expect([reply.status, reply.json['message']]).toEqual([200, undefined]);
  });

  const create = (meta: unknown, actor = actors.author, more: object = {}) =>
    rest.sendAs(actor.id, 'POST', '/wp/v2/posts', { title: 'With values', status: 'publish', meta, ...more });
  const created = async (meta: unknown) => Number((await create(meta)).json['id']);
  const change = (id: number, body: object, actor = actors.author) =>
    rest.sendAs(actor.id, 'POST', `/wp/v2/posts/${id}`, body);
  const metaOf = async (id: number) => (await rest.get(`/wp/v2/posts/${id}`)).json['meta'];
  const stored = async (id: number, key: string) =>
    (
      await get()
        .read.selectFrom('post_meta')
        .select('value')
        .where('post_id', '=', id)
        .where('key', '=', key)
        .execute()
    ).map(({ value }) => value);
  const rows = async (postId: number) => {
    const of = async (table: 'field_number' | 'field_text') =>
      (
        await get()
          .read.selectFrom(table)
          .innerJoin('field', 'field.id', `${table}.field_id`)
          .select(['field.name', 'is_listed', 'value'])
          .where('post_id', '=', postId)
          .orderBy('field.name')
          .orderBy('value')
          .execute()
      ).map(
        ({ name, is_listed: isListed, value }) =>
          `${name} ${value}${Number(isListed) === 1 ? '' : ' unlisted'}`,
      );
    return [...(await of('field_number')), ...(await of('field_text'))];
  };

  const whole = () => ({
    summary: 'A fair <b> text & more',
    notes: 'One\nTwo',
    verdict: '<p>Good <strong>soup</strong></p>',
    rating: 4.5,
    seen_on: '2024-02-29',
    starts: '2026-03-01T19:30:00',
    moods: ['glad', 'sad'],
    is_new: true,
    cover: known.picture,
    sheet: known.file,
    pictures: [known.picture],
    shop: { url: 'https://shop.example/?a=1&b=2', title: 'Shop', target: '_blank' },
    paint: '#a1B2c3',
    where: { lat: 48.2, lng: 16.37, label: 'Vienna' },
    also: [known.story],
    topic: known.term,
    chef: actors.editor.id,
    steps: [
      { text: '<p>Stir</p>', minutes: 5 },
      { text: 'Wait', minutes: null },
    ],
  });

  test('of every kind are written, read back and described', async () => {
    const id = await created(whole());
    expect(await metaOf(id)).toMatchObject(whole());
    expect([await stored(id, 'rating'), await stored(id, 'is_new'), await stored(id, 'moods')]).toEqual([
      ['4.5'],
      ['1'],
      ['["glad","sad"]'],
    ]);
    const described = (await rest.send('OPTIONS', '/wp/v2/posts')).json['schema']?.['properties']?.['meta']?.[
      'properties'
    ];
    expect(described).toMatchObject({
      rating: { type: ['number', 'null'], minimum: 0, maximum: 5 },
      moods: { type: ['array', 'null'], items: { enum: ['sad', 'glad'] } },
      where: { type: ['object', 'null'], properties: { lat: { type: 'number' } } },
      steps: { type: ['array', 'null'], items: { type: 'object' } },
    });
    // A part of the values is changed, and null removes one.
    expect((await change(id, { meta: { rating: null, moods: ['sad'] } })).json['meta']).toMatchObject({
      ...whole(),
      rating: null,
      moods: ['sad'],
    });
    expect(await stored(id, 'rating')).toEqual([]);
  });

  test('readers see no ids of posts and files that they can’t see, while editors keep them', async () => {
    const defined = await rest.sendAs(actors.administrator.id, 'PUT', '/broadsheet/v1/fields/page', {
      fields: [
        { name: 'also', kind: 'post', label: 'Also' },
        { name: 'others', kind: 'post', label: 'Others', multiple: true },
        { name: 'shot', kind: 'image', label: 'Shot' },
        { name: 'shots', kind: 'gallery', label: 'Shots' },
        {
          name: 'rows',
          kind: 'group',
          label: 'Rows',
          fields: [
            { name: 'who', kind: 'post', label: 'Who' },
            { name: 'note', kind: 'text', label: 'Note' },
          ],
        },
        { name: 'rating', kind: 'number', label: 'Rating' },
      ],
    });
    expect(defined.status).toBe(200);
    const { open, closed, cover, draftFile } = await get().write(async (tx) => {
      const hidden = await makePost(tx, { authorId: actors.editor.id });
      return {
        open: await makePost(tx),
        closed: hidden,
        cover: await makeMedia(tx),
        draftFile: await makeMedia(tx, { parentId: hidden }),
      };
    });
    const id = await get().write((tx) =>
      makePost(tx, {
        type: 'page',
        meta: {
          also: [String(closed)],
          others: [JSON.stringify([open, closed])],
          shot: [String(draftFile)],
          shots: [JSON.stringify([cover, draftFile])],
          rows: [JSON.stringify([{ who: closed, note: 'Kept' }, { who: open }])],
          rating: ['3'],
        },
      }),
    );
    const pageMeta = async (of: number) => (await rest.get(`/wp/v2/pages/${of}`)).json['meta'];
    const all = {
      also: closed,
      others: [open, closed],
      shot: draftFile,
      shots: [cover, draftFile],
      rows: [
        { who: closed, note: 'Kept' },
        { who: open, note: null },
      ],
    };
    expect(await pageMeta(id)).toMatchObject(all);
    for (const status of ['private', 'draft', 'trash', 'pending'] as const) {
      await get().write((tx) => updatePost(tx, closed, { status }));
      const seen = {
        also: null,
        others: [open],
        shot: null,
        shots: [cover],
        rows: [
          { who: null, note: 'Kept' },
          { who: open, note: null },
        ],
        rating: 3,
      };
      expect([status, await pageMeta(id)]).toMatchObject([status, seen]);
      const { list } = await rest.get(`/wp/v2/pages?include=${id}`);
      expect([status, list[0]?.['meta']]).toMatchObject([status, seen]);
      // A user who saves other values doesn't remove them.
      const edited = await rest.getAs(actors.editor.id, `/wp/v2/pages/${id}?context=edit`);
      expect([status, edited.json['meta']]).toMatchObject([status, all]);
    }
    await get().write((tx) => updatePost(tx, closed, { status: 'private' }));
    const byEditor = await rest.getAs(actors.editor.id, `/wp/v2/pages/${id}`);
    expect(byEditor.json['meta']).toMatchObject(all);
    await get().write((tx) => updatePost(tx, closed, { status: 'publish' }));
    expect(await pageMeta(id)).toMatchObject(all);
  });

  test('are read in the forms that field plugins store', async () => {
    const id = await get().write((tx) =>
      makePost(tx, {
        meta: {
          seen_on: ['20260131'],
          starts: ['2026-01-31 12:00:00'],
          is_new: ['0'],
          also: [String(known.story)],
          rating: ['nonsense'],
          steps: ['[{"text":"A","minutes":-1,"gone":1}]'],
        },
      }),
    );
    expect(await metaOf(id)).toMatchObject({
      seen_on: '2026-01-31',
      starts: '2026-01-31T12:00:00',
      is_new: false,
      also: [known.story],
      rating: null,
      steps: [{ text: 'A', minutes: null }],
    });
  });

  const attacks: readonly (readonly [what: string, meta: (made: typeof known) => object])[] = [
    ['no number', () => ({ rating: 'NaN' })],
    ['an infinite number', () => ({ rating: 'Infinity' })],
    ['a number beyond all', () => ({ rating: '1e400' })],
    ['a number out of bounds', () => ({ rating: 6 })],
    ['a number between the steps', () => ({ rating: 4.2 })],
    ['a hexadecimal number', () => ({ rating: '0x4' })],
    ['a list instead of a number', () => ({ rating: [1] })],
    ['a day that does not exist', () => ({ seen_on: '2026-02-31' })],
    ['29 February of another year', () => ({ seen_on: '2026-02-29' })],
    ['an hour that does not exist', () => ({ starts: '2026-01-01T25:00:00' })],
    ['a time zone', () => ({ starts: '2026-01-01T12:00:00Z' })],
    ['a choice that does not exist', () => ({ moods: ['glad', '"><script>alert(1)</script>'] })],
    ['a text that is too long', () => ({ summary: 'a'.repeat(61) })],
    ['a null byte', () => ({ summary: 'a\0b' })],
    ['a null byte in a row', () => ({ steps: [{ text: 'a\0b' }] })],
    ['an object instead of a text', () => ({ summary: { toString: 'x' } })],
    ['no colour', () => ({ paint: 'red;background:url(//evil.example)' })],
    ['a script as a link', () => ({ shop: { url: 'javascript:alert(1)' } })],
    ['a hidden script as a link', () => ({ shop: { url: 'java\nscript:alert(1)' } })],
    ['data as a link', () => ({ shop: { url: 'data:text/html,<script>alert(1)</script>' } })],
    ['another site without a protocol', () => ({ shop: { url: '//evil.example' } })],
    ['another target', () => ({ shop: { url: '/a/', target: '"onclick="alert(1)' } })],
    ['an unknown property', () => ({ where: { lat: 1, lng: 1, __proto__x: 1 } })],
    ['a place outside of the world', () => ({ where: { lat: 91, lng: 0 } })],
    ['a place that is no number', () => ({ where: { lat: 'Infinity', lng: 0 } })],
    ['a picture that is a document', ({ file }) => ({ cover: file })],
    ['a picture of another user’s draft', ({ ofOthers }) => ({ pictures: [ofOthers] })],
    ['a post instead of a file', ({ story }) => ({ sheet: story })],
    ['a picture that does not exist', () => ({ cover: 999_999 })],
    ['an id below zero', () => ({ cover: -1 })],
    ['another user’s draft', ({ hidden }) => ({ also: [hidden] })],
    ['too many relations', () => ({ also: Array.from({ length: 201 }, (_, index) => index + 1) })],
    ['a term of another taxonomy', ({ tag }) => ({ topic: tag })],
    ['a user who does not exist', () => ({ chef: 999_999 })],
    ['too many rows', () => ({ steps: Array.from({ length: 201 }, () => ({ text: 'a' })) })],
    ['a row with another field', () => ({ steps: [{ text: 'a', onload: 'alert(1)' }] })],
    ['rows that are too deep', () => ({ steps: `${'['.repeat(50_000)}${']'.repeat(50_000)}` })],
    ['markup that is too deep', () => ({ verdict: '<div>'.repeat(20_000) })],
  ];
  test.each(attacks)('refuse %s', async (_what, meta) => {
    const id = await created({ rating: 3, summary: 'Before' });
    const { status, json } = await change(id, { title: 'Attacked', meta: meta(known) });
    expect([status, json['code']]).toEqual([400, 'rest_invalid_param']);
    expect(Object.values(json['data']?.['params'] ?? {}).join()).toMatch(/\w{3}.*\.$/s);
    expect((await rest.get(`/wp/v2/posts/${id}`)).json).toMatchObject({
      title: { rendered: 'With values' },
      meta: { rating: 3, summary: 'Before' },
    });
    expect(rest.faults.filter((fault) => !(fault as { status?: number }).status)).toEqual([]);
  });

  test('of keys without a field are ignored, those of the prototype too', async () => {
    const id = await created(
      JSON.parse('{"__proto__":{"rating":1},"constructor":"x","rating":2,"other":"y"}'),
    );
    expect(await metaOf(id)).toMatchObject({ rating: 2 });
    expect(await stored(id, 'other')).toEqual([]);
    expect(({} as Record<string, unknown>)['rating']).toBe(undefined);
  });

  test('lose scripts if the user may not write them, in rows, too', async () => {
    const bad = '<p onclick="alert(1)">A<script>alert(2)</script><a href="javascript:alert(3)">b</a></p>';
    const meta = { verdict: bad, steps: [{ text: bad, minutes: 1 }] };
    const id = await created(meta);
    const shown = JSON.stringify(await metaOf(id));
    expect(shown).not.toMatch(/script|onclick/);
    expect(shown).toContain('<p>A');
    const theirs = await create(meta, actors.administrator);
    expect(await metaOf(Number(theirs.json['id']))).toMatchObject(meta);
    // Texts are no markup: they are stored as they are, and escaped where they are shown.
    const text = await created({ summary: '<script>alert(1)</script>' });
    expect(await metaOf(text)).toMatchObject({ summary: '<script>alert(1)</script>' });
  });

  test('are indexed in the transaction of every change of a post', async () => {
    const id = await created({
      rating: 4,
      summary: 'Crème',
      moods: ['sad', 'glad'],
      is_new: false,
      also: [known.story],
    });
    const all = [
      'also ' + String(known.story),
      'is_new 0',
      'rating 4',
      'moods glad',
      'moods sad',
      'summary creme',
    ];
    const unlisted = all.map((row) => `${row} unlisted`);
    expect(await rows(id)).toEqual(all);
    await change(id, { status: 'draft' });
    expect(await rows(id)).toEqual(unlisted);
    await change(id, { status: 'publish', password: 'secret' });
    expect(await rows(id)).toEqual(unlisted);
    await change(id, { password: '', meta: { rating: 5 } });
    expect(await rows(id)).toEqual(all.with(2, 'rating 5'));
    await change(id, { meta: { moods: null, rating: 4 } });
    expect(await rows(id)).toEqual(all.filter((row) => !row.startsWith('moods')));
    await rest.sendAs(actors.author.id, 'DELETE', `/wp/v2/posts/${id}`);
    expect((await rows(id)).every((row) => row.endsWith('unlisted'))).toBe(true);
    await change(id, { status: 'publish' });
    expect(await rows(id)).toContain('rating 4');
    await get().write((tx) => updatePost(tx, id, { type: 'page' }));
    expect(await rows(id)).toEqual([]);
    await get().write((tx) => updatePost(tx, id, { type: 'post' }));
    expect(await rows(id)).toContain('rating 4');
    await get().write((tx) => deletePost(tx, id));
    expect(await rows(id)).toEqual([]);
    // A change that fails leaves no rows.
    const before = await created({ rating: 1 });
    await expect(
      get().write(async (tx) => {
        await updatePost(tx, before, { meta: { rating: ['2'] } });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await rows(before)).toEqual(['rating 1']);
  });

  test('are part of revisions: restoring one brings them back, and a stale save is refused with both', async () => {
    const id = await created({ rating: 1, summary: 'First' });
    const first = Number(
      (await rest.getAs(actors.author.id, `/wp/v2/posts/${id}?context=edit`)).json['revision'],
    );
    const second = await change(id, { meta: { rating: 2, summary: null }, revision: first });
    expect(second.status).toBe(200);
    const stale = await change(id, { meta: { summary: 'Mine' }, revision: first });
    expect([stale.status, stale.json['data']]).toMatchObject([
      409,
      { mine: { meta: { summary: 'Mine' } }, theirs: { meta: { rating: 2, summary: null } } },
    ]);
    // Programs that name no revision change their own values only.
    expect((await change(id, { meta: { paint: '#000000' } })).json['meta']).toMatchObject({
      rating: 2,
      paint: '#000000',
    });
    const { list } = await rest.getAs(actors.author.id, `/wp/v2/posts/${id}/revisions`);
    expect(
      list.map((one) => [one['meta']?.['rating'], one['meta']?.['summary'], one['meta']?.['paint']]),
    ).toEqual([
      [2, null, '#000000'],
      [2, null, null],
      [1, 'First', null],
    ]);
    const restored = await rest.sendAs(
      actors.author.id,
      'POST',
      `/broadsheet/v1/posts/${id}/revisions/${Number(list[2]?.['id'])}`,
    );
    expect(restored.status).toBe(200);
    expect(await metaOf(id)).toMatchObject({ rating: 1, summary: 'First', paint: null });
    expect(await rows(id)).toEqual(['rating 1', 'summary first']);
    const autosave = await rest.sendAs(actors.author.id, 'POST', `/wp/v2/posts/${id}/autosaves`, {
      meta: { rating: 5 },
    });
    expect([autosave.status, autosave.json['meta']]).toMatchObject([200, { rating: 5, summary: 'First' }]);
    expect(await metaOf(id)).toMatchObject({ rating: 1 });
  });

  test('of fields that a revision does not know, or that name what is gone, stay when it is restored', async () => {
    const page = [
      { name: 'lead', kind: 'text', label: 'Lead' },
      { name: 'next', kind: 'post', label: 'Next' },
    ];
    const define = (list: readonly object[]) =>
      rest.sendAs(actors.administrator.id, 'PUT', '/broadsheet/v1/fields/page', { fields: list });
    const send = (body: object, id = '') =>
      rest.sendAs(actors.editor.id, 'POST', `/wp/v2/pages${id}`, { title: 'P', status: 'publish', ...body });
    await define(page);
    const [gone, other] = await get().write(async (tx) => [await makePost(tx), await makePost(tx)] as const);
    const id = Number((await send({ meta: { lead: 'First', next: gone } })).json['id']);
    await send({ meta: { lead: 'Second', next: other } }, `/${id}`);
    await define([...page, { name: 'later', kind: 'text', label: 'Later' }]);
    await send({ meta: { later: 'Kept' } }, `/${id}`);
    await get().write((tx) => deletePost(tx, gone));
    const { list } = await rest.getAs(actors.editor.id, `/wp/v2/pages/${id}/revisions`);
    const first = list.at(-1);
    expect(first?.['meta']).toMatchObject({ lead: 'First' });
    expect(first?.['meta']).not.toHaveProperty('later');
    const restored = await rest.sendAs(
      actors.editor.id,
      'POST',
      `/broadsheet/v1/pages/${id}/revisions/${Number(first?.['id'])}`,
    );
    expect([restored.status, restored.json['message']]).toEqual([200, undefined]);
    expect((await rest.get(`/wp/v2/pages/${id}`)).json['meta']).toMatchObject({
      lead: 'First',
      next: other,
      later: 'Kept',
    });
    await define([]);
  });

  test('that name files count as uses of them, also in rows', async () => {
    const mentions = async (id: number) =>
      (
        await get()
          .read.selectFrom('media_mention')
          .select('name')
          .where('post_id', '=', id)
          .orderBy('name')
          .execute()
      ).map(({ name }) => name);
    const id = await created({ cover: known.picture, sheet: known.file });
    expect(await mentions(id)).toEqual([`#${known.picture}`, `#${known.file}`].toSorted());
    await change(id, { meta: { sheet: null } });
    expect(await mentions(id)).toEqual([`#${known.picture}`]);
  });

  test('are required before a post is published, and begin with their default', async () => {
    const page = [
      { name: 'lead', kind: 'text', label: 'Lead', required: true },
      {
        name: 'layout',
        kind: 'choice',
        label: 'Layout',
        default: 'wide',
        is_filter: true,
        choices: [{ value: 'wide', label: 'Wide' }],
      },
    ];
    await rest.sendAs(actors.administrator.id, 'PUT', '/broadsheet/v1/fields/page', { fields: page });
    const send = (body: object, id = '') =>
      rest.sendAs(actors.editor.id, 'POST', `/wp/v2/pages${id}`, { title: 'P', ...body });
    const refused = await send({ status: 'publish' });
    expect([refused.status, refused.json['data']?.['params']?.['meta.lead']]).toEqual([
      400,
      expect.stringContaining('The field "Lead" needs a value before this can be published.'),
    ]);
    const draft = await send({ status: 'draft' });
    expect([draft.status, draft.json['meta']]).toMatchObject([201, { lead: null, layout: 'wide' }]);
    const id = `/${Number(draft.json['id'])}`;
    expect(await rows(Number(draft.json['id']))).toEqual(['layout wide unlisted']);
    expect((await send({ status: 'publish', meta: { lead: ' ' } }, id)).status).toBe(400);
    expect((await send({ status: 'publish', meta: { lead: 'Yes' } }, id)).status).toBe(200);
    expect((await send({ meta: { lead: null } }, id)).status).toBe(400);
    const cast = {
      name: 'cast',
      kind: 'group',
      label: 'Cast',
      fields: [
        { name: 'role', kind: 'text', label: 'Role', required: true },
        { name: 'born', kind: 'number', label: 'Born' },
      ],
    };
    await rest.sendAs(actors.administrator.id, 'PUT', '/broadsheet/v1/fields/page', {
      fields: [...page, cast],
    });
    const withCast = (...members: object[]) =>
      send({ status: 'publish', meta: { lead: 'Yes', cast: members } }, id);
    const lacking = await withCast({ role: 'Lead' }, { born: 1990 });
    expect([lacking.status, lacking.json['data']?.['params']?.['meta.cast']]).toEqual([
      400,
      expect.stringContaining('Each row of the field "Cast" needs a value of "Role"'),
    ]);
    expect((await send({ status: 'draft', meta: { cast: [{ born: 1990 }] } })).status).toBe(201);
    expect((await withCast({ role: 'Lead', born: 1990 })).status).toBe(200);
    expect((await withCast()).status).toBe(200);
    // A field that becomes required later stops no other change.
    await rest.sendAs(actors.administrator.id, 'PUT', '/broadsheet/v1/fields/page', {
      fields: [...page, { name: 'later', kind: 'text', label: 'Later', required: true }],
    });
    expect((await send({ title: 'Other' }, id)).status).toBe(200);
    await rest.sendAs(actors.administrator.id, 'PUT', '/broadsheet/v1/fields/page', { fields: [] });
  });

  test('that were stored before their field are indexed by a job, and rows of former fields are removed', async () => {
    const { ids } = await get().write(async (tx) => ({
      ids: [
        await makePost(tx, { type: 'product', meta: { price: ['12.5'] } }),
        await makePost(tx, { type: 'product', status: 'draft', meta: { price: ['8'] } }),
        await makePost(tx, { type: 'product', meta: { price: ['x'] } }),
      ],
    }));
    const put = (list: object[]) =>
      rest.sendAs(actors.administrator.id, 'PUT', '/broadsheet/v1/fields/product', { fields: list });
    const work = async () => {
      const queue = fieldIndexQueue({ database: get(), log: { info: () => {}, warn: () => {} } });
      for (;;) {
        const tasks = await queue.take(Date.now() + 60_000, 1);
        if (tasks.length === 0) return;
        for (const task of tasks) await task(new AbortController().signal);
      }
    };
    const all = async () => (await Promise.all(ids.map(rows))).flat();
    const price = { name: 'price', kind: 'number', label: 'Price', is_filter: true };
    expect((await put([price])).json['fields']).toMatchObject([{ is_ready: false }]);
    expect(await all()).toEqual([]);
    await work();
    expect(await all()).toEqual(['price 12.5', 'price 8 unlisted']);
    expect(
      (await rest.getAs(actors.editor.id, '/broadsheet/v1/fields/product')).json['fields'],
    ).toMatchObject([{ is_ready: true }]);
    await put([{ ...price, kind: 'text' }]);
    await work();
    expect(await all()).toEqual(['price 12.5', 'price 8 unlisted', 'price x']);
    // Bounds decide what is a value, so that their change begins another index.
    await put([price]);
    await work();
    await put([{ ...price, max: 10 }]);
    await work();
    expect(await all()).toEqual(['price 8 unlisted']);
    await put([]);
    await work();
    const left = await get()
      .read.selectFrom('field_text')
      .select('post_id')
      .where('post_id', 'in', ids)
      .execute();
    expect(left).toEqual([]);
    expect(await stored(ids[0] ?? 0, 'price')).toEqual(['12.5']);
  });
});
