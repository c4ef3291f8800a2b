import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chosenPlan, guessFields } from '../../src/import/acf/field-import.ts';
import { importFiles, importWxr } from '../../src/import/import-wxr.ts';
import type { ImportReport } from '../../src/import/report.ts';
import { totals } from '../../src/import/report.ts';
import type { ChosenFields } from '../../src/modules/imports/field-choices.ts';
import { indexBatch } from '../../src/modules/fields/jobs.ts';
import { fieldsOfType } from '../../src/modules/fields/site-fields.ts';
import { elementorDataKey, elementorModeKey } from '../../src/lib/builder-data/text-with-data.ts';
import { findPostMeta } from '../../src/modules/posts/reader.ts';
import { createSearchClient } from '../../src/modules/search/search-client.ts';
import { createTaxonomy, createType, deleteDefinition } from '../../src/modules/types/definition-commands.ts';
import { taxonomyNamed } from '../../src/modules/types/registry.ts';
import { suggestedTaxonomy, suggestedType } from '../../src/modules/types/own-definition.ts';
import { operator } from '../../src/modules/users/role.ts';
import {
  acfExport,
  acfMeta,
  cinemaCount,
  filmCount,
  otherSite,
  personCount,
  pictureCount,
} from '../fixtures/acf-export.ts';
import { inPieces, wxr } from '../fixtures/wxr.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { dumpTables } from '../harness/dump-tables.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const cases = fileURLToPath(new URL('../../../shared/cases/imports/', import.meta.url));

const boss = operator('import');

onBothDatabases('fields of a field plugin become fields', (_get, place) => {
  let site: ServedSite;
  beforeAll(async () => {
    site = await serveSite(place());
  });
  afterAll(() => site.close());

  const run = (file: string, chosen?: ChosenFields) => runFrom(() => createReadStream(file), chosen);
  const runText = (text: string, chosen?: ChosenFields) => runFrom(() => inPieces(text, 100_000), chosen);
  const runFrom = async (
    open: () => AsyncIterable<Uint8Array>,
    chosen: ChosenFields = 'guess',
  ): Promise<ImportReport> => {
    const source = () => ({ name: 'export.xml', open });
    const fields = chosenPlan(await guessFields([source()]), chosen);
    return importFiles(site.database, [source()], { fields });
  };
  const idOf = async (slug: string) =>
    (
      await site.database.read
        .selectFrom('post')
        .select('id')
        .where('slug', '=', slug)
        .executeTakeFirstOrThrow()
    ).id;
  const isRenderStored = async (id: number) => {
    const row = await site.database.read
      .selectFrom('post')
      .innerJoin('post_render', 'post_id', 'id')
      .select(['revision', 'render_key'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.render_key.startsWith(`${row.revision}.`);
  };
  const bodyOf = async (slug: string) => {
    const id = await idOf(slug);
    const path = String((await rawRequest(site.url, `/?p=${id}`)).headers.location);
    const reply = await rawRequest(site.url, path);
    expect([200, path]).toEqual([reply.status, path]);
    await expect.poll(() => isRenderStored(id)).toBe(true); // a page doesn't wait for it; comparisons of tables do
    return reply.body.replace(/<head>[\s\S]*?<\/head>/, '');
  };

  const metaOf = async (slug: string): Promise<Record<string, unknown>> => {
    const id = await idOf(slug);
    const meta = (await findPostMeta(site.database.read, [id])).get(id) ?? new Map<string, string[]>();
    return Object.fromEntries(
      [...meta].map(([key, values]) => {
        const [value = ''] = values;
        return [key, values.length > 1 ? values : /^[[{]/.test(value) ? JSON.parse(value) : value];
      }),
    );
  };
  const contentOf = async (slug: string) => {
    const query = site.database.read.selectFrom('post').select('content').where('slug', '=', slug);
    return (await query.executeTakeFirstOrThrow()).content;
  };
  const termOf = async (slug: string) =>
    (
      await site.database.read
        .selectFrom('term')
        .select('id')
        .where('slug', '=', slug)
        .executeTakeFirstOrThrow()
    ).id;
  const kindsOf = (type: string) =>
    Object.fromEntries(fieldsOfType(type).map(({ name, kind }) => [name, kind]));
  const notes = ({ notes: all }: ImportReport) =>
    all.filter(({ kind }) => kind === 'field').map(({ id, message }) => `${id}: ${message}`);
  const unchanged = async (again: () => Promise<ImportReport>) => {
    const before = await dumpTables(site.database);
    const { imported, updated } = totals(await again());
    expect([imported, updated]).toEqual([0, 0]);
    expect(await dumpTables(site.database)).toEqual(before);
  };

  test('an export of three types becomes fields with their values', async () => {
    const write = site.database.write.bind(site.database);
    // The import creates the third, "cinema", with its taxonomy "chain"; terms are found although "genre" is not defined.
    for (const name of ['film', 'person'])
      await write((tx) => createType(tx, boss, { name, ...suggestedType(name) }));
    await write((tx) =>
      createTaxonomy(tx, boss, { name: 'town', ...suggestedTaxonomy('town'), types: ['person'] }),
    );
    await importWxr(site.database, inPieces(otherSite()));
    const report = await runText(acfExport());
    expect([report.dropped, report.unknown.metaKeys.map(({ name }) => name)]).toEqual([
      [],
      ['sections_2_days_0_from', 'sections_2_days_1_from'],
    ]);
    expect(kindsOf('film')).toEqual({
      rating: 'number',
      summary: 'rich_text',
      tagline: 'textarea',
      opened: 'date',
      shown_at: 'date_time',
      is_new: 'boolean',
      mood: 'choice',
      topics: 'choice',
      poster: 'image',
      stills: 'gallery',
      directors: 'post',
      critic: 'user',
      genres: 'term',
      trailer: 'link',
      website: 'link',
      shade: 'colour',
      place: 'place',
      facts_budget: 'number',
      cast: 'group',
    });
    expect(kindsOf('person')).toEqual({
      bio: 'rich_text',
      born: 'date',
      portrait_image: 'image',
      photos: 'gallery',
      known_for: 'post',
      shoe_size: 'number',
      favourite_colour: 'colour',
    });
    expect(kindsOf('cinema')).toEqual({ sections: 'group' });
    expect(kindsOf('page')).toEqual({});
    expect(notes(report)).toContain('chain: this taxonomy was created, because a post type that uses it was');
    expect(['chain', 'genre', 'pa_size'].map((name) => taxonomyNamed(name).isRegistered)).toEqual([
      true,
      false,
      false,
    ]);
    const { isHierarchical, postTypes } = taxonomyNamed('chain');
    expect([isHierarchical, postTypes]).toEqual([true, ['cinema']]);
    expect(notes(report)).toEqual(
      expect.arrayContaining([
        'film.rating: defined as number from its definition in the plugin, for 60 items',
        'person.favourite_colour: defined as colour from its values, for 40 items; the plugin names it "Favourite-Colour"',
        'cinema.sections: defined as group from its values, for 20 items; rows within rows become text: days',
        'film.shade: the values of 1 item do not fit the field, and stay as they are (first: "shade" of item 304)',
      ]),
    );
    for (let at = 0; at < filmCount; at++) await expectFilm(at);
    for (let at = 0; at < personCount; at++) {
      const meta = await metaOf(`person-${at}`);
      expect(meta['portrait_image']).toBe(String(await idOf(`picture-${at % pictureCount}`)));
      expect(meta['known_for']).toEqual([await idOf(`film-${at}`)]);
      expect([meta['shoe_size'], Object.keys(meta).length]).toEqual([String(36 + (at % 10)), 7]);
    }
    for (let at = 0; at < cinemaCount; at++) {
      const images = [
        await idOf(`picture-${at % pictureCount}`),
        await idOf(`picture-${(at + 1) % pictureCount}`),
      ];
      const days = `<p>Opening words Monday ${at}</p>\n<p>Opening words Tuesday</p>`;
      expect(await metaOf(`cinema-${at}`)).toEqual({
        sections: [
          { layout: 'words', text: `<p>Section words ${at}.</p>`, images: null, days: null },
          { layout: 'pictures', text: null, images, days: null },
          { layout: 'hours', text: null, images: null, days },
        ],
        sections_2_days_0_from: '18',
        sections_2_days_1_from: '19',
      });
    }
    expect(await bodyOf('cinema-3')).toMatch(
      /Section words 3\.[\s\S]*picture-3\.jpg[\s\S]*Opening words Monday 3/,
    );
    expect(await bodyOf('film-7')).toMatch(/Words of film 7\.[\s\S]*Summary 7\.[\s\S]*Villain/);
    await unchanged(() => runText(acfExport()));
  });

  const expectFilm = async (at: number) => {
    const { tagline, ...meta } = await metaOf(`film-${at}`);
    const people = [await idOf(`person-${at % personCount}`), await idOf(`person-${(at + 1) % personCount}`)];
    const pictures = [
      await idOf(`picture-${at % pictureCount}`),
      await idOf(`picture-${(at + 1) % pictureCount}`),
    ];
    const users = await site.database.read
      .selectFrom('user')
      .select('id')
      .where('login', '=', 'critic')
      .execute();
    expect(String(tagline)).toHaveLength(at === 7 ? 1001 : `Tagline ${at}`.length);
    expect(meta).toEqual({
      rating: String((at % 10) / 2),
      summary: `<p>Summary ${at}.</p>`,
      opened: `2024-${String((at % 12) + 1).padStart(2, '0')}-15`,
      shown_at: `2024-05-0${(at % 9) + 1}T20:15:00`,
      is_new: String(at % 2),
      mood: ['glad', 'sad', 'dark'][at % 3],
      topics: ['one', at % 2 === 0 ? 'two' : 'three'],
      poster: String(pictures[0]),
      stills: pictures,
      directors: people,
      critic: String(users[0]?.id),
      genres: [await termOf(`genre-${at % 3}`)],
      trailer: { url: `https://video.example/${at}`, title: '', target: '' },
      website: { url: `https://film.example/${at}`, title: `Site ${at}`, target: '_blank' },
      place: { lat: 41.1, lng: -8.6, label: `Street ${at}` },
      facts_budget: String(at * 1000),
      cast: [
        { who: people[0], role: 'Lead' },
        { who: people[1], role: 'Villain' },
      ],
      ...(at === 3 ? { shade: 'rgba(1,2,3,0.5)', _shade: 'field_shade' } : { shade: '#1a2b3c' }),
    });
  };

  test('lists are filtered by the values, and searches find their words', async () => {
    for (const type of ['film', 'person'])
      for (let after: number | undefined = 0; after !== undefined; )
        after = await site.database.write((tx) => indexBatch(tx, type, after ?? 0));
    const list = async (query: string) => {
      const reply = await rawRequest(site.url, `/wp-json/wp/v2/${query}`);
      expect([200, query, reply.status === 200 ? '' : reply.body]).toEqual([reply.status, query, '']);
      return Number(reply.headers['x-wp-total']);
    };
    expect(await list('film?fields[rating]=4.5')).toBe(6);
    expect(await list('film?fields[opened][min]=2024-12-01')).toBe(5);
    expect(await list('film?fields[mood]=sad&fields[is_new]=1')).toBe(10);
    expect(await list(`film?fields[directors]=${await idOf('person-1')}`)).toBe(4);
    expect(await list(`film?fields[genres]=${await termOf('genre-2')}`)).toBe(20);
    expect(await list('person?fields[shoe_size][min]=44')).toBe(8);
    const search = createSearchClient(site.database, { inProcess: true });
    expect(
      (await search.find({ query: 'Opening words Monday', types: ['cinema'], limit: 30 })).ids,
    ).toContain(await idOf('cinema-3'));
  });

  test('flexible content becomes rows with a layout, which the page shows', async () => {
    await run(`${cases}acf-flexible.xml`);
    expect(kindsOf('post')).toEqual({ body: 'group' });
    expect(fieldsOfType('post')[0]?.fields?.map(({ name, kind }) => [name, kind])).toEqual([
      ['layout', 'choice'],
      ['text', 'rich_text'],
    ]);
    expect(await metaOf('field-article')).toEqual({
      body: [{ layout: 'text', text: '<p>Paragraph kept in a field.</p>' }],
    });
    expect(await contentOf('field-article')).toMatch(
      /^<!-- wp:broadsheet\/field \{"name":"body"[^\n]*\} \/-->$/,
    );
    const body = await bodyOf('field-article');
    expect(body).toContain('<p>Paragraph kept in a field.</p>');
    expect(body).not.toContain('field-cell'); // the layout is no word of the page
    await unchanged(() => run(`${cases}acf-flexible.xml`));
  });

  test('a type that was deleted here stays deleted, and keeps the values', async () => {
    await site.database.write(async (tx) => {
      await createType(tx, boss, { name: 'dish', ...suggestedType('dish') });
      await deleteDefinition(tx, boss, { kind: 'post_type', name: 'dish' }, 1);
    });
    const dish = wxr([{ id: 9001, type: 'dish', slug: 'soup', meta: acfMeta({ price: 9 }) }]);
    const { notes: said } = await runText(dish);
    expect(said.map(({ id, message }) => [id, message])).toContainEqual([
      'dish',
      expect.stringContaining('restore it under "Content types"'),
    ]);
    expect([kindsOf('dish'), await metaOf('soup')]).toEqual([{}, { price: '9', _price: 'field_price' }]);
  });

  test('fields are shown below texts of page builders, and a choice made later changes the items', async () => {
    const built = [
      {
        elType: 'section',
        settings: [],
        elements: [
          {
            elType: 'widget',
            widgetType: 'text-editor',
            settings: { editor: '<p>Built words.</p>' },
            elements: [],
          },
        ],
      },
    ];
    const items = wxr(
      [
        {
          id: 5001,
          slug: 'built-with-fields',
          content: '',
          meta: {
            [elementorModeKey]: 'builder',
            [elementorDataKey]: JSON.stringify(built),
            ...acfMeta({ motto: 'Field words one.' }),
          },
        },
        {
          id: 5002,
          slug: 'composed-with-fields',
          content:
            '[vc_row][vc_column][vc_column_text]<p>Composed words.</p>[/vc_column_text][/vc_column][vc_column][vc_column_text]<p>Others.</p>[/vc_column_text][/vc_column][/vc_row]',
          meta: acfMeta({ motto: 'Field words two.' }),
        },
        {
          id: 5003,
          slug: 'repeated-in-text',
          content: '<p>Field words three.</p>',
          meta: acfMeta({ motto: 'Field words three.' }),
        },
        { id: 5004, type: 'unheard_of', slug: 'unheard', meta: acfMeta({ motto: 'Field words four.' }) },
      ],
      { url: 'https://built.example' },
    );
    const shown = async () => {
      expect(await bodyOf('built-with-fields')).toMatch(/Built words\.[\s\S]*Field words one\./);
      expect(await bodyOf('composed-with-fields')).toMatch(/Composed words\.[\s\S]*Field words two\./);
      expect((await bodyOf('repeated-in-text')).split('Field words three.').length).toBe(2);
    };
    await runText(items, 'none');
    expect(await metaOf('composed-with-fields')).toMatchObject({
      motto: 'Field words two.',
      _motto: 'field_motto',
    });
    await shown();
    const report = await runText(items);
    expect(totals(report).updated).toBe(4);
    expect(report.notes.map(({ id, message }) => `${id}: ${message}`)).toContain(
      'unheard_of: this post type was created, because its fields were imported',
    );
    expect(await metaOf('composed-with-fields')).toEqual({ motto: 'Field words two.' });
    expect(await metaOf('unheard')).toEqual({ motto: 'Field words four.' });
    await shown();
    await unchanged(() => runText(items));
  });

  test('several choices of which one is unknown here stay as they were', async () => {
    const tagged = (ids: readonly number[], choices: readonly string[]) =>
      wxr(
        ids.map((id, at) => ({
          id,
          slug: `tagged-${id}`,
          meta: acfMeta({ moods_of: [choices[at % choices.length], 'calm'] }),
        })),
        { url: 'https://moods.example' },
      );
    await runText(tagged([6001, 6002], ['glad', 'sad']), [
      { type: 'post', name: 'moods_of', kind: 'choice' },
    ]);
    expect(await metaOf('tagged-6001')).toEqual({ moods_of: ['glad', 'calm'] });
    await runText(tagged([6003], ['furious']), [{ type: 'post', name: 'moods_of', kind: 'choice' }]);
    expect(await metaOf('tagged-6003')).toEqual({
      moods_of: expect.stringContaining('furious'),
      _moods_of: 'field_moods_of',
    });
  });
});
