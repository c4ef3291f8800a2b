import { expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { dumpTables } from '../../test/harness/dump-tables.ts';
import { authorXml, inPieces, termXml, wxr } from '../../test/fixtures/wxr.ts';
import { listPostIds } from '../modules/posts/list.ts';
import { findPost, findPostMeta } from '../modules/posts/reader.ts';
import { findUser, findUserByLogin } from '../modules/users/reader.ts';
import { updateUser } from '../modules/users/writer.ts';
import { importFiles, importWxr } from './import-wxr.ts';
import { totals } from './report.ts';

onBothDatabases('bylines of an import', (get) => {
  const id = async (login: string) => (await findUserByLogin(get().read, login))?.id ?? 0;
  const authorsOf = async (post: number) => (await findPost(get().read, post))?.authorIds;

  test('are read from Co-Authors Plus: accounts by slug, guests as accounts without a log-in', async () => {
    const text = wxr(
      [
        {
          id: 11,
          creator: 'Ann.Smith',
          terms: ['author/cap-guest-gina=guest-gina', 'author/cap-ann-smith=Ann.Smith', 'category/news'],
        },
        { id: 12, creator: 'Ann.Smith', terms: ['author/cap-guest-gina=guest-gina'] },
        {
          id: 13,
          type: 'guest-author',
          slug: 'cap-guest-gina',
          title: 'Gina',
          meta: {
            'cap-display_name': 'Gina Guest',
            'cap-user_login': 'guest-gina',
            'cap-user_email': 'gina@guest.example',
            'cap-description': 'Writes at times.',
            'cap-website': 'https://gina.example/',
            'cap-twitter': '@ginaguest',
            'cap-facebook': 'http://www.facebook.com/gina?fbclid=x',
            'cap-linkedin': 'javascript:x',
          },
        },
        { id: 14, creator: 'Ann.Smith' },
      ],
      {
        authors: [authorXml('Ann.Smith', 4, 'Ann Smith')],
        parts: [
          termXml({ taxonomy: 'author', slug: 'cap-guest-gina', name: 'guest-gina', description: 'Gina' }),
          termXml({ taxonomy: 'author', slug: 'cap-ann-smith', name: 'Ann.Smith' }),
        ],
        url: 'https://cap.example',
      },
    );
    const report = await importWxr(get(), inPieces(text));
    const [ann, gina] = [await id('Ann.Smith'), await id('guest-gina')];
    expect([await authorsOf(11), await authorsOf(12), await authorsOf(14)]).toEqual([
      [ann, gina],
      [gina],
      [ann],
    ]);
    expect(await findUser(get().read, gina)).toMatchObject({
      displayName: 'Gina Guest',
      bio: 'Writes at times.',
      url: 'https://gina.example/',
      links: ['https://www.facebook.com/gina', 'https://x.com/ginaguest'],
    });
    expect(
      (await get().read.selectFrom('user').select('password_hash').where('id', '=', gina).executeTakeFirst())
        ?.password_hash,
    ).toBe('');
    expect(await listPostIds(get().read, { authorId: gina, limit: 9 })).toEqual(
      [12, 11].toSorted((a, b) => b - a),
    );
    expect(
      await get().read.selectFrom('term').select('id').where('taxonomy', '=', 'author').execute(),
    ).toEqual([]);
    expect(report.counts['item guest-author']).toBeUndefined();
    const before = await dumpTables(get());
    expect(totals(await importWxr(get(), inPieces(text)))).toMatchObject({
      imported: 0,
      updated: 0,
      kept: 0,
      dropped: 0,
    });
    expect(await dumpTables(get())).toEqual(before);
  });

  test('are read from PublishPress Authors, in the order of its own field', async () => {
    await importWxr(
      get(),
      inPieces(
        wxr(
          [
            {
              id: 21,
              creator: 'cem',
              terms: ['author/bea-b=Bea B.', 'author/cem=Cem', 'author/dora=Dora'],
              meta: { ppma_authors_name: 'Dora, Bea B., Cem' },
            },
            { id: 22, type: 'book', terms: ['author/melville=Melville'] },
          ],
          {
            authors: [authorXml('cem', 5, 'Cem')],
            url: 'https://ppma.example',
            parts: [
              termXml({
                taxonomy: 'author',
                slug: 'bea-b',
                name: 'Bea B.',
                meta: { first_name: 'Bea', user_email: 'b@x.example' },
              }),
              termXml({ taxonomy: 'author', slug: 'the-cem', name: 'Cem', meta: { user_id: '5' } }),
            ],
          },
        ),
      ),
    );
    const [bea, cem, dora] = [await id('bea-b'), await id('cem'), await id('dora')];
    expect(await authorsOf(21)).toEqual([dora, bea, cem]);
    expect((await findUser(get().read, bea))?.displayName).toBe('Bea B.');
    // A taxonomy of that name on a site without such a plugin is an ordinary one.
    expect(
      await get().read.selectFrom('term').select('slug').where('taxonomy', '=', 'author').execute(),
    ).toEqual([{ slug: 'melville' }]);
  });
});

onBothDatabases('bylines of parts imported in separate runs', (get) => {
  const id = async (login: string) => (await findUserByLogin(get().read, login))?.id ?? 0;
  const authorsOf = async (post: number) => (await findPost(get().read, post))?.authorIds;
  const userTerm = termXml({ taxonomy: 'author', slug: 'the-dan', name: 'Dan D.', meta: { user_id: '905' } });

  test('mean the accounts that an earlier part names, by their names in addresses, too', async () => {
    const run = (...[items, parts]: Parameters<typeof wxr>) =>
      importWxr(get(), inPieces(wxr(items, { ...parts, url: 'https://first.example' })));
    await run([], {
      authors: [authorXml('dan.dee', 905, 'Dan'), authorXml('Eve.Low', 906, 'Eve')],
      parts: [
        userTerm,
        termXml({
          taxonomy: 'author',
          slug: 'finn',
          name: 'Finn',
          meta: { user_email: '', description: 'Finn writes.' },
        }),
      ],
    });
    const second = await run(
      [
        {
          id: 911,
          creator: 'Eve.Low',
          terms: ['author/the-dan=Dan D.', 'author/cap-eve-low=Eve.Low', 'author/finn=Finn'],
        },
      ],
      { authors: [] },
    );
    expect(second.notes).toEqual([]);
    expect(await authorsOf(911)).toEqual([await id('Eve.Low'), await id('dan.dee'), await id('finn')]);
    expect([await id('the-dan'), await id('eve-low')]).toEqual([0, 0]);
    const before = await dumpTables(get());
    await run([], { authors: [authorXml('dan.dee', 905, 'Dan')], parts: [userTerm] });
    expect(await dumpTables(get())).toEqual(before);
  });

  test('are those of a later part as soon as it has them; local edits stay', async () => {
    const run = (...[items, parts]: Parameters<typeof wxr>) =>
      importWxr(get(), inPieces(wxr(items, { ...parts, url: 'https://later.example' })));
    await run(
      [
        { id: 921, terms: ['author/the-dan=Dan D.', 'author/gus=gus', 'author/cap-hal=hal'] },
        { id: 922, terms: ['author/kept=Kept', 'author/ida=Ida'] },
      ],
      { authors: [] },
    );
    const [dan, edited] = [await id('the-dan'), await id('kept')];
    expect(await authorsOf(921)).toEqual([dan, await id('gus'), await id('hal')]);
    for (const login of ['kept', 'ida']) {
      await get().write(async (tx) => updateUser(tx, await id(login), { displayName: 'Changed here' }));
    }
    const hal = {
      id: 923,
      type: 'guest-author',
      slug: 'cap-hal',
      title: 'Hal',
      meta: { 'cap-display_name': 'Hal Guest', 'cap-user_login': 'hal' },
    };
    const later = await run([hal], {
      authors: [authorXml('dan.later', 905, 'Dan')],
      parts: [
        userTerm,
        termXml({
          taxonomy: 'author',
          slug: 'gus',
          name: 'Gus G.',
          meta: { user_email: '', description: 'Gus writes.' },
        }),
        termXml({ taxonomy: 'author', slug: 'kept', name: 'Kept', meta: { user_id: '905' } }),
        termXml({
          taxonomy: 'author',
          slug: 'ida',
          name: 'Ida I.',
          meta: { user_email: '', description: 'Ida writes.' },
        }),
      ],
    });
    expect(await authorsOf(921)).toEqual([await id('dan.later'), await id('gus'), await id('hal')]);
    expect(await findUser(get().read, dan)).toBeUndefined();
    expect(later.notes.map(({ id: nick, message }) => [nick, message])).toEqual([
      [
        'the-dan',
        `merged with user ${await id('dan.later')}; the user ${dan}, created from the name alone, was deleted, and its posts were reassigned`,
      ],
    ]);
    expect(await findUser(get().read, await id('gus'))).toMatchObject({
      displayName: 'Gus G.',
      bio: 'Gus writes.',
    });
    expect(await findUser(get().read, await id('hal'))).toMatchObject({ displayName: 'Hal Guest' });
    expect(await findUser(get().read, await id('ida'))).toMatchObject({
      displayName: 'Changed here',
      bio: '',
    });
    expect((await authorsOf(922))?.includes(edited)).toBe(true);
    const again = await run([{ id: 924, terms: ['author/the-dan=Dan D.'] }], { authors: [] });
    expect(again.notes).toEqual([]);
    expect(await authorsOf(924)).toEqual([await id('dan.later')]);
  });
});

onBothDatabases('details of an import', (get) => {
  test('are stored in addition to the raw meta; a detail removed at the source is removed', async () => {
    const url = 'https://details.example';
    const text = (meta: Record<string, string>, exported: string) =>
      wxr([{ id: 31, terms: ['category/a=A', 'category/b=B'], meta }], {
        url,
        exported,
        parts: [
          termXml({ taxonomy: 'category', slug: 'a', id: 311, name: 'A' }),
          termXml({ taxonomy: 'category', slug: 'b', id: 312, name: 'B' }),
        ],
      });
    await importWxr(
      get(),
      inPieces(
        text(
          {
            _yoast_wpseo_title: '%%title%% | %%category%%',
            _yoast_wpseo_primary_category: '312',
            seo_title: 'another user’s key',
          },
          'Thu, 01 Jan 2026 00:00:00 GMT',
        ),
      ),
    );
    const post = await findPost(get().read, 31);
    expect(post?.details).toMatchObject({ seoTitle: 'Title 31 | B', primaryCategoryId: 312 });
    expect((await findPostMeta(get().read, [31])).get(31)?.get('_yoast_wpseo_title')).toEqual([
      '%%title%% | %%category%%',
    ]);
    await importWxr(get(), inPieces(text({ _yoast_wpseo_metadesc: 'New' }, 'Fri, 02 Jan 2026 00:00:00 GMT')));
    expect((await findPost(get().read, 31))?.details).toMatchObject({
      seoTitle: '',
      seoDescription: 'New',
      primaryCategoryId: 0,
    });
  });
});

onBothDatabases('an export in several parts', (get) => {
  const url = 'https://parts.example';
  const first = wxr(
    [
      { id: 41, type: 'page', slug: 'child', parent: 44, terms: ['category/late'] },
      {
        id: 42,
        slug: 'with-all',
        creator: 'late',
        meta: { _thumbnail_id: '45', _yoast_wpseo_primary_category: '461' },
        terms: ['category/late'],
        comments: [{ id: 421 }],
      },
    ],
    { url, authors: [] },
  );
  const second = wxr(
    [
      { id: 44, type: 'page', slug: 'mother' },
      { id: 45, type: 'attachment', status: 'inherit', attachmentUrl: 'https://parts.example/x.jpg' },
      {
        id: 47,
        type: 'nav_menu_item',
        terms: ['nav_menu/main'],
        meta: {
          _menu_item_type: 'post_type',
          _menu_item_object: 'page',
          _menu_item_object_id: '41',
          _menu_item_menu_item_parent: '0',
        },
      },
    ],
    { url, authors: [authorXml('ann', 7), authorXml('late', 8, 'Late Writer')] },
  );
  const third = wxr([{ id: 48 }], {
    url,
    authors: [authorXml('ann', 7), authorXml('late', 8, 'Late Writer')],
    parts: [
      termXml({ taxonomy: 'category', slug: 'late', id: 461, name: 'Late', parent: 'above' }),
      termXml({ taxonomy: 'category', slug: 'above', id: 462, name: 'Above' }),
    ],
  });
  const parts = new Map([
    ['1.xml', first],
    ['2.xml', second],
    ['3.xml', third],
  ]);
  const importParts = (names: readonly string[]) =>
    importFiles(
      get(),
      names.map((name) => ({ name, open: () => inPieces(parts.get(name) ?? '') })),
    );

  test('is imported completely, and again in any order without a change', async () => {
    const report = await importParts(['1.xml', '2.xml', '3.xml']);
    expect(report.files.map(({ name, end }) => [name, end?.complete])).toEqual([
      ['1.xml', true],
      ['2.xml', true],
      ['3.xml', true],
    ]);
    expect(report.dropped).toEqual([]);
    const rows = new Map(
      (await get().read.selectFrom('post').selectAll().where('id', '<', 50).execute()).map((row) => [
        row.id,
        row,
      ]),
    );
    expect([rows.get(41)?.parent_id, rows.get(42)?.featured_media_id]).toEqual([44, 45]);
    const [late] = await get()
      .read.selectFrom('term')
      .select(['id', 'name', 'parent_id'])
      .where('slug', '=', 'late')
      .execute();
    expect(late).toMatchObject({ name: 'Late', parent_id: 462 });
    expect((await findPost(get().read, 42))?.details.primaryCategoryId).toBe(late?.id);
    expect((await findUser(get().read, rows.get(42)?.author_id ?? 0))?.displayName).toBe('Late Writer');
    expect(await get().read.selectFrom('menu_item').select('object_id').execute()).toEqual([
      { object_id: 41 },
    ]);
    const before = await dumpTables(get());
    for (const names of [
      ['3.xml', '1.xml', '2.xml'],
      ['2.xml', '3.xml', '1.xml'],
    ]) {
      expect(totals(await importParts(names))).toMatchObject({
        imported: 0,
        updated: 0,
        kept: 0,
        dropped: 0,
      });
      expect(await dumpTables(get())).toEqual(before);
    }
  });

  test('names the invalid file', async () => {
    await expect(
      importFiles(get(), [
        { name: 'good.xml', open: () => inPieces(first) },
        { name: 'bad.xml', open: () => inPieces('<html></html>') },
      ]),
    ).rejects.toThrow(/^bad\.xml: The file is a web page/);
  });
});
