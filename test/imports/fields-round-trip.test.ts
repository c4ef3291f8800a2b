import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/kernel/db/open-database.ts';
import { importWxr } from '../../src/import/import-wxr.ts';
import { loadSecret } from '../../src/lib/keys.ts';
import { restoreBackup } from '../../src/modules/backup/restore-backup.ts';
import { writeBackup } from '../../src/modules/backup/write-backup.ts';
import { exportWxr } from '../../src/modules/exports/export-wxr.ts';
import type { ExportFilter } from '../../src/modules/exports/store.ts';
import { replaceFields } from '../../src/modules/fields/commands.ts';
import { fieldsOfType } from '../../src/modules/fields/site-fields.ts';
import { findFieldSet } from '../../src/modules/fields/store.ts';
import { findPostMeta } from '../../src/modules/posts/reader.ts';
import { ensureDefaultCategory } from '../../src/modules/terms/writer.ts';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { createTaxonomy, createType } from '../../src/modules/types/definition-commands.ts';
import { listDefinitions } from '../../src/modules/types/definition-store.ts';
import { suggestedTaxonomy, suggestedType } from '../../src/modules/types/own-definition.ts';
import { postTypeNamed } from '../../src/modules/types/registry.ts';
import { operator } from '../../src/modules/users/role.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import { wxr } from '../fixtures/wxr.ts';
import { makeTestDatabase } from '../harness/databases.ts';
import { makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';

interface Sent {
  readonly name?: string;
  readonly type?: string;
  readonly types?: readonly string[];
}

const boss = operator('import');
const now = Date.UTC(2026, 10, 29);

async function exported({ read }: Database, filter: ExportFilter = {}): Promise<string> {
  const parts: string[] = [];
  for await (const part of exportWxr({ read, siteUrl: 'https://paper.example', now }, filter))
    parts.push(part);
  return parts.join('');
}

const imported = (database: Database, text: string) => importWxr(database, Readable.from([text]));

/** The order of a post's meta rows has no meaning. */
const sortedMeta = (text: string) =>
  text.replace(/(?:<wp:postmeta>.*<\/wp:postmeta>\n)+/g, (rows) =>
    rows
      .split(/(?<=<\/wp:postmeta>\n)/)
      .toSorted()
      .join(''),
  );

async function withSite<Value>(
  dialect: 'sqlite' | 'postgres',
  use: (database: Database, dataDir: string) => Promise<Value>,
): Promise<Value> {
  const place = await makeTestDatabase(dialect);
  try {
    const { dataDir, databaseUrl } = place;
    const database = await openSiteDatabase({ dataDir, databaseUrl, maxConnections: 4 });
    try {
      return await use(database, dataDir);
    } finally {
      await database.close();
    }
  } finally {
    await place.drop();
  }
}

/** Three types and two taxonomies whose items name each other in both directions. */
async function makeSite(database: Database): Promise<void> {
  const write = database.write.bind(database);
  for (const name of ['film', 'person', 'cinema'])
    await write((tx) =>
      createType(tx, boss, { name, ...suggestedType(name), plural: `${name} <b>& Co</b>` }),
    );
  for (const [name, types] of [
    ['genre', ['film']],
    ['town', ['cinema', 'person']],
  ] as const)
    await write((tx) => createTaxonomy(tx, boss, { name, ...suggestedTaxonomy(name), types: [...types] }));
  const field = (name: string, kind: string, more: object = {}) => ({
    name,
    kind,
    label: `The ${name}`,
    ...more,
  });
  const fields: Record<string, object[]> = {
    film: [
      field('rating', 'number', { is_filter: true, is_column: true, min: 0, max: 10 }),
      field('directors', 'post', { multiple: true, post_types: ['person'] }),
      field('stills', 'gallery'),
      field('genres', 'term', { multiple: true, taxonomies: ['genre'] }),
      field('critic', 'user'),
      field('poster', 'image'),
      field('script', 'file'),
      field('opened', 'date'),
      field('cast', 'group', {
        fields: [
          field('who', 'post'),
          field('role', 'text'),
          field('photo', 'image'),
          field('shots', 'gallery'),
        ],
      }),
    ],
    person: [field('films', 'post', { multiple: true }), field('home', 'term')],
    cinema: [field('showing', 'post'), field('place', 'place')],
    post: [field('about', 'post')],
  };
  for (const [type, list] of Object.entries(fields))
    await write((tx) => replaceFields(tx, boss, { type, fields: list as never }, 0));
  await write(async (tx) => {
    const critic = await makeUser(tx, { login: 'critic' });
    await makeUser(tx, { login: 'nobody' });
    const author = await makeUser(tx, { login: 'author' });
    const genre = await makeTerm(tx, { taxonomy: 'genre', name: 'Noir' });
    const section = await ensureDefaultCategory(tx);
    const town = await makeTerm(tx, { taxonomy: 'town', name: 'Porto' });
    const ids: Record<string, number> = {};
    for (const type of ['film', 'person', 'cinema', 'post'])
      ids[type] = await makePost(tx, {
        type,
        title: `A ${type}`,
        authorIds: [author],
        termIds: type === 'post' ? [section] : [],
      });
    const { film = 0, person = 0, cinema = 0, post = 0 } = ids;
    const pictures = [
      await makeMedia(tx, { authorIds: [author] }),
      await makeMedia(tx, { authorIds: [author] }),
    ];
    const set = (id: number, meta: Record<string, unknown>) =>
      updatePost(tx, id, {
        meta: Object.fromEntries(
          Object.entries(meta).map(([key, value]) => [
            key,
            [typeof value === 'object' ? JSON.stringify(value) : String(value)],
          ]),
        ),
      });
    await set(film, {
      rating: 7.5,
      directors: [person],
      stills: pictures,
      genres: [genre],
      critic,
      poster: pictures[1],
      script: pictures[0],
      opened: '2026-01-31',
      cast: [
        { who: person, role: 'Lead ]]> <i>', photo: pictures[0], shots: pictures },
        { who: film, role: '2', photo: null, shots: null },
      ],
    });
    await set(person, { films: [film], home: town });
    await set(cinema, { showing: film, place: { lat: 41.1, lng: -8.6, label: 'Batalha' } });
    await set(post, { about: post });
  });
}

const tables = ['content_type', 'field', 'field_set', 'field_number', 'field_text', 'post_meta'] as const;

test('[IMP-20] a backup restores types, fields, values and their index into the other database', async () => {
  const rowsOf = async ({ read }: Database) =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async (table) => {
          const rows = await read.selectFrom(table).selectAll().execute();
          return [
            table,
            rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted(),
          ] as const;
        }),
      ),
    );
  await withSite('sqlite', async (database, dataDir) => {
    loadSecret(dataDir);
    await makeSite(database);
    const rows = await rowsOf(database);
    for (const table of tables.filter((one) => one !== 'field_text')) expect(rows[table]).not.toEqual([]);
    const file = join(dataDir, 'all.tar.gz');
    await writeBackup({ database, dataDir, siteUrl: 'https://paper.example' }, file);
    const place = await makeTestDatabase('postgres', { migrated: false });
    const target = await openSiteDatabase({ ...place, maxConnections: 4 });
    try {
      await restoreBackup({ database: target, dataDir: place.dataDir }, file);
      expect(await rowsOf(target)).toEqual(rows);
      expect(postTypeNamed('film').isRegistered).toBe(true);
      expect(fieldsOfType('film')).toHaveLength(9);
    } finally {
      await target.close();
      await place.drop();
    }
  });
});

test('[IMP-20] an import that was stopped before its end sets the values when it is run again', async () => {
  const first = await withSite('sqlite', async (database) => {
    await makeSite(database);
    return exported(database);
  });
  await withSite('sqlite', async (database) => {
    await database.write((tx) => makePost(tx, { title: 'Here before' }));
    const stop = new AbortController();
    const cut = first.lastIndexOf('<item>');
    const pieces = async function* () {
      yield first.slice(0, cut);
      stop.abort();
      yield first.slice(cut);
    };
    // One piece has all items but the last, which the import hands on before it looks at the signal.
    const report = await importWxr(database, pieces(), { signal: stop.signal });
    expect(report.stopped).toBe(true);
    await importWxr(database, Readable.from([first]));
    const values = (await database.read.selectFrom('post_meta').selectAll().execute()).filter(
      ({ key }) => key === 'directors' || key === 'films',
    );
    const posts = new Map(
      (await database.read.selectFrom('post').select(['id', 'title']).execute()).map(({ id, title }) => [
        id,
        title,
      ]),
    );
    expect(
      values
        .map(
          ({ post_id: id, value }) =>
            `${posts.get(id)}: ${(JSON.parse(value) as number[]).map((one) => posts.get(one)).join()}`,
        )
        .toSorted(),
    ).toEqual(['A film: A person', 'A person: A film']);
  });
});

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  test('[IMP-20] types, fields and values of a site are exported and imported whole', async () => {
    const first = await withSite(dialect, async (database) => {
      await makeSite(database);
      return exported(database);
    });
    expect(first).toContain('<broadsheet:definitions>');
    const second = await withSite(dialect, async (database) => {
      const report = await imported(database, first);
      expect(report.notes).toEqual([]);
      expect(report.dropped).toEqual([]);
      const again = await imported(database, first);
      expect(again.notes).toEqual([]);
      expect((await findFieldSet(database.read, 'film')).fields).toHaveLength(9);
      return exported(database);
    });
    expect(sortedMeta(second)).toBe(sortedMeta(first));
    // The ids are taken here, so every value gets the ids of this site.
    await withSite(dialect, async (database) => {
      await database.write(async (tx) => {
        for (let n = 0; n < 12; n++) await makePost(tx, { title: `Here before ${n}` });
        for (let n = 0; n < 5; n++) await makeUser(tx);
        for (let n = 0; n < 5; n++) await makeTerm(tx, { taxonomy: 'post_tag' });
      });
      expect((await imported(database, first)).notes.filter(({ message }) => /field/.test(message))).toEqual(
        [],
      );
      const { read } = database;
      const idOf = async (title: string) =>
        (await read.selectFrom('post').select('id').where('title', '=', title).executeTakeFirstOrThrow()).id;
      const [film, person] = [await idOf('A film'), await idOf('A person')];
      const pictures = (await read.selectFrom('media').select('post_id').orderBy('post_id').execute()).map(
        (row) => row.post_id,
      );
      const genre = await read
        .selectFrom('term')
        .select('id')
        .where('taxonomy', '=', 'genre')
        .executeTakeFirstOrThrow();
      const critic = await read
        .selectFrom('user')
        .select('id')
        .where('login', '=', 'critic')
        .executeTakeFirstOrThrow();
      const meta = (await findPostMeta(read, [film, person])).get(film);
      const value = (key: string): unknown => JSON.parse(meta?.get(key)?.[0] ?? 'null');
      expect(film).toBeGreaterThan(12);
      expect(value('directors')).toEqual([person]);
      expect(value('stills')).toEqual(pictures);
      expect(value('genres')).toEqual([genre.id]);
      expect(value('critic')).toBe(critic.id);
      expect(value('poster')).toBe(pictures[1]);
      expect(value('cast')).toEqual([
        { who: person, role: 'Lead ]]> <i>', photo: pictures[0], shots: pictures },
        { who: film, role: '2', photo: null, shots: null },
      ]);
    });
  });

  test('[IMP-20] an export of some items defines only what these need', async () => {
    const files = await withSite(dialect, async (database) => {
      await makeSite(database);
      const { id: authorId } = await database.read
        .selectFrom('user')
        .select('id')
        .where('login', '=', 'nobody')
        .executeTakeFirstOrThrow();
      await database.write((tx) =>
        makePost(tx, { type: 'person', title: 'By nobody', authorIds: [authorId] }),
      );
      return {
        film: await exported(database, { type: 'film' }),
        author: await exported(database, { authorId }),
        post: await exported(database, { type: 'post' }),
        page: await exported(database, { type: 'page' }),
        whole: await exported(database),
      };
    });
    const named = (text: string) => {
      const [, json = '{}'] =
        /<broadsheet:definitions><!\[CDATA\[(.*?)\]\]><\/broadsheet:definitions>/s.exec(
          text.replaceAll(']]]]><![CDATA[>', ']]>'),
        ) ?? [];
      const { types = [], taxonomies = [], fields = [] } = JSON.parse(json) as Record<string, Sent[]>;
      return [
        types.map(({ name }) => name),
        taxonomies.map(({ name, types: of = [] }) => `${name} of ${of.join()}`),
        fields.map(({ type: of }) => of),
      ];
    };
    expect(named(files.film)).toEqual([['film', 'person'], ['genre of film'], ['film']]);
    expect(named(files.author)).toEqual([['person'], ['town of person'], ['person']]);
    expect(named(files.post)).toEqual([[], [], ['post']]);
    expect(files.page).not.toContain('broadsheet:');
    expect(named(files.whole)).toEqual([
      ['cinema', 'film', 'person'],
      ['genre of film', 'town of cinema,person'],
      ['cinema', 'film', 'person', 'post'],
    ]);
    await withSite(dialect, async (database) => {
      const { notes } = await imported(database, files.author);
      expect(notes.filter(({ kind }) => /type|taxonomy|^field$/.test(kind))).toEqual([]);
      expect((await findFieldSet(database.read, 'person')).fields).toHaveLength(2);
      expect(postTypeNamed('cinema').isRegistered).toBe(false);
    });
    await withSite(dialect, async (database) => {
      await imported(database, files.whole);
      expect((await imported(database, files.author)).notes).toEqual([]);
    });
  });

  test('[IMP-20] definitions of the site are kept, and the report names those that differ', async () => {
    const first = await withSite(dialect, async (database) => {
      await makeSite(database);
      return exported(database);
    });
    await withSite(dialect, async (database) => {
      await database.write((tx) =>
        createType(tx, boss, {
          name: 'film',
          ...suggestedType('film'),
          plural: 'My films',
          rest_base: 'mine',
        }),
      );
      await database.write((tx) =>
        replaceFields(
          tx,
          boss,
          { type: 'film', fields: [{ name: 'rating', kind: 'text', label: 'Mine' }] },
          0,
        ),
      );
      const { notes } = await imported(database, first);
      expect(notes.map(({ kind, id, message }) => `${kind} ${id} ${message}`)).toEqual([
        'post type film this site defines it differently; its own definition was kept (different: plural, rest_base)',
        'field film.rating this site defines it differently (text, in the file number); its own definition was kept',
      ]);
      const [film] = (await listDefinitions(database.read)).filter(({ name }) => name === 'film');
      expect(film?.definition.plural).toBe('My films');
      const { fields } = await findFieldSet(database.read, 'film');
      expect(fields.map(({ name }) => name).slice(0, 2)).toEqual(['rating', 'directors']);
      expect(fields[0]?.kind).toBe('text');
    });
  });
});

const withDefinitions = (definitions: string) =>
  wxr([{ id: 7, title: 'Harmless', meta: { about: '7', note: 'Words' } }]).replace(
    '<item>',
    `<broadsheet:definitions><![CDATA[${definitions}]]></broadsheet:definitions><item>`,
  );
const json = (definitions: object) => JSON.stringify({ version: 1, ...definitions });
const type = (name: string, more: object = {}) => ({
  name,
  ...suggestedType('film'),
  slug: name,
  rest_base: name,
  ...more,
});
const about = { name: 'about', kind: 'post', label: 'About' };
const of = (...fields: object[]) => json({ fields: [{ type: 'post', fields }] });

test.each<[attack: string, definitions: string, message: RegExp]>([
  ['text that is no JSON', '{"version":1', /could not be read/],
  ['brackets nested without end', '['.repeat(100_000), /could not be read/],
  [
    'more than it may contain',
    `{"version":1,"x":"${'x'.repeat(9_000_000)}"}`,
    /more than 8388608 characters/,
  ],
  [
    'the name of a built-in type',
    json({ types: [type('page')] }),
    /not defined: The name "page" is reserved/,
  ],
  ['the name __proto__', `{"version":1,"types":[${JSON.stringify(type('__proto__'))}]}`, /not defined: name/],
  ['the name constructor', json({ types: [type('constructor')] }), /reserved/],
  [
    'capabilities',
    json({ types: [type('film', { capabilities: { edit_posts: 'read' } })] }),
    /Unrecognized key/,
  ],
  [
    'capabilities of users',
    json({ types: [type('user', { own_capabilities: true })] }),
    /Capabilities such as/,
  ],
  ["the site's own meta key", of({ ...about, name: 'footnotes' }), /meaning of its own/],
  [
    'a field of an unknown type',
    json({ fields: [{ type: 'nothing', fields: [about] }] }),
    /no post type "nothing"/,
  ],
  [
    'a group in a group',
    of({ ...about, kind: 'group', fields: [{ ...about, kind: 'group' }] }),
    /a group has no groups/,
  ],
  ['a script as a label', of({ ...about, label: '<script>alert(1)</script>' }), /no visible characters/],
  ['a default that is no value', of({ ...about, kind: 'number', default: 'x' }), /not defined/],
])('[IMP-20] definitions with %s are reported and do no harm', async (_attack, definitions, message) => {
  await withSite('sqlite', async (database) => {
    const report = await imported(database, withDefinitions(definitions));
    expect([...report.notes, ...report.dropped].map((entry) => entry.message).join('\n')).toMatch(message);
    expect(await listDefinitions(database.read)).toEqual([]);
    expect((await findFieldSet(database.read, 'post')).fields).toEqual([]);
    expect(report.counts['item post']?.imported).toBe(1);
    const meta = (await findPostMeta(database.read, [7])).get(7);
    expect([meta?.get('about'), meta?.get('note')]).toEqual([['7'], ['Words']]);
  });
});

test('[IMP-20] a declared entity is refused, and a label with special characters is accepted', async () => {
  await withSite('sqlite', async (database) => {
    const bomb = withDefinitions('{}').replace('<rss', '<!DOCTYPE rss [<!ENTITY a "aaaa">]>\n<rss');
    await expect(imported(database, bomb)).rejects.toThrow('declares custom entities');
    const label = 'Questions & “answers” 1 < 2';
    const harmless = withDefinitions(of({ ...about, label }));
    expect((await imported(database, harmless)).notes).toEqual([]);
    expect((await findFieldSet(database.read, 'post')).fields[0]).toMatchObject({ name: 'about', label });
    expect((await findPostMeta(database.read, [7])).get(7)?.get('about')).toEqual(['7']);
  });
});

test('[IMP-20] values wait for a later file that contains the items they name', async () => {
  await withSite('sqlite', async (database) => {
    const first = withDefinitions(of(about))
      .replace('>7</wp:meta_value>', '>9</wp:meta_value>')
      .replace('[7]]></wp:meta_value>', '[9]]></wp:meta_value>');
    const { notes } = await imported(database, first);
    expect(notes.map(({ message }) => message)).toEqual([
      'its fields name items that are not in the file: item 9 (about)',
    ]);
    expect((await findPostMeta(database.read, [7])).get(7)?.get('about')).toBeUndefined();
    expect((await imported(database, wxr([{ id: 9, title: 'Later' }]))).notes).toEqual([]);
    expect((await findPostMeta(database.read, [7])).get(7)?.get('about')).toEqual(['9']);
  });
});

test('[IMP-20] values that break a rule of their field stay stored, and the report names them', async () => {
  await withSite('sqlite', async (database) => {
    const fields = [
      { name: 'zone', kind: 'text', label: 'Zone', format: 'time_zone' },
      { name: 'begins', kind: 'date', label: 'Begins' },
      { name: 'ends', kind: 'date', label: 'Ends', not_before: 'begins' },
    ] as never;
    await database.write((tx) => replaceFields(tx, boss, { type: 'post', fields }, 0));
    const meta = { zone: 'Mars/Base', begins: '2026-03-02', ends: '2026-03-01' };
    const item = { id: 7, title: 'Odd', meta };
    const { notes } = await imported(database, wxr([item]));
    expect(notes.map(({ message }) => message)).toEqual([
      "its fields don't accept the values of zone; they stay stored, and are not shown",
      'The field "Ends" is earlier (2026-03-01) than "Begins" (2026-03-02).',
    ]);
    const [[, stored] = []] = await findPostMeta(database.read, [7]);
    expect(Object.entries(meta).map(([name]) => stored?.get(name)?.[0])).toEqual(Object.values(meta));
    // An unchanged item isn't reported again, and a harmless one never.
    const fine = {
      id: 8,
      title: 'Fine',
      meta: { zone: 'Asia/Tokyo', begins: '2026-03-01', ends: '2026-03-01' },
    };
    expect((await imported(database, wxr([item, fine]))).notes).toEqual([]);
  });
});
