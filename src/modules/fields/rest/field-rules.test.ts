import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeActors } from '../../../../test/harness/actors.ts';
import type { Actors } from '../../../../test/harness/actors.ts';
import { makeMedia } from '../../../../test/harness/factories.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';

const fields = [
  { name: 'begins', kind: 'date_time', label: 'Begins', zone_field: 'zone', day_field: 'whole' },
  { name: 'ends', kind: 'date_time', label: 'Ends', not_before: 'begins', day_field: 'whole' },
  { name: 'whole', kind: 'boolean', label: 'Whole days' },
  { name: 'zone', kind: 'text', label: 'Zone', format: 'time_zone' },
  { name: 'sound', kind: 'file', label: 'Sound', file_kinds: ['audio'] },
  { name: 'from', kind: 'date', label: 'From' },
  { name: 'until', kind: 'date', label: 'Until', not_before: 'from' },
];

onBothDatabases('rules of custom fields', (get) => {
  const rest = useRestApp(get);
  let actors: Actors;
  const ids = { audio: 0, picture: 0, paper: 0, none: 0 };
  const define = (changed: readonly object[]) =>
    rest.sendAs(actors.administrator.id, 'PUT', '/broadsheet/v1/fields/post', { fields: changed });
  const save = (meta: object, id = 0) =>
    rest.sendAs(actors.editor.id, 'POST', `/wp/v2/posts${id === 0 ? '' : `/${id}`}`, { title: 'x', meta });
  beforeAll(async () => {
    actors = await makeActors(get());
    await get().write(async (tx) => {
      ids.audio = await makeMedia(tx, { mimeType: 'audio/mpeg' });
      ids.picture = await makeMedia(tx);
      ids.paper = await makeMedia(tx, { mimeType: 'application/pdf' });
      ids.none = await makeMedia(tx, { mimeType: '' });
    });
    expect((await define(fields)).status).toBe(200);
  });

  test('[IMP-20] names of time zones are those that exist', async () => {
    for (const zone of [
      'Mars/Base',
      '../../etc/passwd',
      '+02:00',
      'UTC+2',
      'Europe',
      'Europe/',
      'constructor',
      'Europe/Berlin\n',
      '<b>UTC</b>',
      'x'.repeat(900),
    ]) {
      const { status, json } = await save({ zone });
      // Spaces around a name are no other name.
      if (zone === 'Europe/Berlin\n') expect([zone, status]).toEqual([zone, 201]);
      else expect([zone, status, JSON.stringify(json)]).toEqual([zone, 400, expect.stringContaining('zone')]);
    }
    for (const zone of ['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3', null])
      expect([zone, (await save({ zone })).status]).toEqual([zone, 201]);
  });

  test('[IMP-20] a period does not end before it begins, whichever date is saved', async () => {
    const begins = '2026-05-02T10:00:00';
    const early = await save({ begins, ends: '2026-05-02T09:59:59' });
    expect([early.status, JSON.stringify(early.json)]).toEqual([
      400,
      expect.stringContaining('"meta.ends":"The field'),
    ]);
    expect((await save({ begins, ends: begins })).status).toBe(201);
    const made = await save({ begins, ends: '2026-05-03T00:00:00' });
    const id = Number(made.json['id']);
    expect((await save({ begins: '2026-05-04T00:00:00' }, id)).status).toBe(400);
    expect((await save({ ends: '2026-05-01T00:00:00' }, id)).status).toBe(400);
    expect((await save({ begins: '2026-05-03T18:00:00' }, id)).status).toBe(400);
    // Of whole days, times don't matter.
    expect((await save({ begins: '2026-05-03T18:00:00', whole: true }, id)).status).toBe(200);
    expect((await save({ whole: false }, id)).status).toBe(400);
    expect((await save({ ends: null }, id)).status).toBe(200);
    expect((await save({ begins: '2026-07-01T00:00:00' }, id)).status).toBe(200);
    expect((await save({ from: '2026-02-01', until: '2026-01-31' })).status).toBe(400);
    expect((await save({ from: '2026-02-01', until: '2026-02-01' })).status).toBe(201);
    expect((await save({ until: '1900-01-01' })).status).toBe(201);
  });

  test('[IMP-20] files have one of the kinds that their field accepts', async () => {
    for (const sound of [ids.picture, ids.paper, ids.none]) {
      const { status, json } = await save({ sound });
      expect([status, JSON.stringify(json)]).toEqual([400, expect.stringContaining('it accepts audio')]);
    }
    const made = await save({ sound: ids.audio });
    expect([made.status, made.json['meta']]).toMatchObject([201, { sound: ids.audio }]);
  });

  test('[IMP-20] definitions with rules that fit no field are refused, and the stored ones stay', async () => {
    const base = { kind: 'date_time', name: 'day', label: 'Day' };
    for (const bad of [
      [{ ...base, not_before: 'day' }],
      [{ ...base, not_before: 'none' }],
      [{ ...base, not_before: '__proto__' }],
      [{ ...base, not_before: 'from' }, fields[5]],
      [{ ...base, not_before: ['begins'] }],
      [
        { ...base, zone_field: 'title' },
        { name: 'title', kind: 'text', label: 'T' },
      ],
      [{ ...base, day_field: 'zone' }, fields[3]],
      [{ name: 'a', kind: 'text', label: 'A', format: 'regex:(a+)+$' }],
      [{ name: 'a', kind: 'number', label: 'A', format: 'time_zone' }],
      [{ name: 'a', kind: 'file', label: 'A', file_kinds: [] }],
      [{ name: 'a', kind: 'file', label: 'A', file_kinds: ['audio', 'exe'] }],
      [{ name: 'a', kind: 'image', label: 'A', file_kinds: ['image'] }],
      [{ name: 'g', kind: 'group', label: 'G', fields: [{ ...base, not_before: 'day' }] }],
    ])
      expect([bad, (await define(bad as object[])).status]).toEqual([bad, 400]);
    const stored = await rest.getAs(actors.administrator.id, '/broadsheet/v1/fields/post');
    expect(stored.json['fields']).toMatchObject(fields);
  });
});
