import { expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { dumpTables } from '../../test/harness/dump-tables.ts';
import { inPieces, wxr } from '../../test/fixtures/wxr.ts';
import { addRedirect } from '../modules/redirects/store.ts';
import { createPost, updatePost } from '../modules/posts/writer.ts';
import { importFiles, importWxr } from './import-wxr.ts';

onBothDatabases('old addresses of an import', (get) => {
  const redirects = () =>
    get().read.selectFrom('redirect').select(['source', 'target', 'status']).orderBy('source').execute();

  test('get a redirect only where no rule leads here', async () => {
    await get().write((tx) => createPost(tx, { title: 'Ours', slug: 'taken', status: 'publish' }));
    await get().write((tx) => addRedirect(tx, { source: '/company/team/', target: '/set-by-hand/' }));
    const at = (path: string) => ({ link: `https://old.example${path}` });
    const text = wxr([
      { id: 1, slug: 'dated', ...at('/2020/05/06/dated/') },
      { id: 2, slug: 'numbered', ...at('/archives/2') },
      { id: 3, slug: 'ended', ...at('/news/ended.html') },
      { id: 4, slug: 'plain', ...at('/?p=4') },
      { id: 5, slug: 'taken', ...at('/2020/05/taken/') },
      { id: 6, slug: 'with-number', ...at('/6-with-number/') },
      { id: 7, slug: 'hidden', status: 'draft', ...at('/elsewhere/x/') },
      { id: 10, type: 'page', slug: 'about', ...at('/about/') },
      { id: 11, type: 'page', slug: 'team', parent: 999, ...at('/company/team/') },
      { id: 12, type: 'page', slug: 'jobs', parent: 999, ...at('/company/jobs/') },
      { id: 13, type: 'page', slug: 'away', link: 'https://elsewhere.example/other/' },
      { id: 14, type: 'page', slug: 'front', ...at('/') },
      { id: 15, type: 'page', slug: 'k%c3%a4se', ...at('/k%c3%a4se/') },
      { id: 20, slug: 'counted', ...at('/science/20/') },
      { id: 21, slug: 'filed', ...at('/science/21.html') },
      { id: 22, slug: 'blogged', ...at('/blog/22/') },
      // Same address as a date archive here.
      { id: 23, slug: 'as-a-month', ...at('/2019/23/') },
      { id: 24, slug: '11', ...at('/2019/11/') },
      { id: 2019, slug: 'as-a-year', ...at('/archives/2019') },
      { id: 25, slug: 'times', ...at('/math/2*4=8/') },
      { id: 16, type: 'book', slug: 'a-book', ...at('/library/a-book/') },
    ]);
    const report = await importWxr(get(), inPieces(text));
    expect(await redirects()).toEqual([
      { source: '/2019/11/', target: '/11/', status: 301 },
      { source: '/2019/23/', target: '/as-a-month/', status: 301 },
      { source: '/2020/05/taken/', target: '/taken-2/', status: 301 },
      { source: '/6-with-number/', target: '/with-number/', status: 301 },
      { source: '/archives/2019', target: '/as-a-year/', status: 301 },
      { source: '/company/jobs/', target: '/jobs/', status: 301 },
      { source: '/company/team/', target: '/set-by-hand/', status: 301 },
      { source: '/math/2%2A4=8/', target: '/times/', status: 301 },
      { source: '/science/20/', target: '/counted/', status: 301 },
      { source: '/science/21.html', target: '/filed/', status: 301 },
    ]);
    expect(report.notes.filter(({ message }) => /could not be redirected/.test(message))).toEqual([]);
    const before = await dumpTables(get());
    await importWxr(get(), inPieces(text));
    expect(await dumpTables(get())).toEqual(before);
  });

  /** Imports files of which the last is truncated, so that the run does not finish. */
  const breakOff = (...texts: readonly string[]) =>
    expect(
      importFiles(get(), [
        ...texts.map((text, at) => ({ name: String(at), open: () => inPieces(text) })),
        { name: 'broken', open: () => inPieces('no export') },
      ]),
    ).rejects.toThrow(/broken/);
  const slugsOf = async (...ids: readonly number[]) =>
    (await get().read.selectFrom('post').select('slug').where('id', 'in', ids).orderBy('id').execute()).map(
      ({ slug }) => slug,
    );
  const targetOf = async (source: string) => (await redirects()).find((one) => one.source === source)?.target;

  test('work here, too, when the run that imported them stopped, and its own items still yield to them', async () => {
    const url = 'https://broken-off.example';
    const ours = await get().write((tx) =>
      createPost(tx, { title: 'Ours', slug: 'off-ours', status: 'publish' }),
    );
    const items = [
      { id: 3001, slug: 'off-a', link: `${url}/2026/03/off-a/` },
      { id: 3002, type: 'page', slug: 'off-jobs', parent: 999, link: `${url}/company/off-jobs/` },
      { id: 3003, slug: 'off-ours', link: `${url}/off-ours/` },
    ];
    await breakOff(wxr(items, { url }));
    expect([await targetOf('/company/off-jobs/'), await slugsOf(3001, 3003)]).toEqual([
      undefined,
      ['off-a', 'off-ours-2'],
    ]);
    await get().write((tx) => updatePost(tx, ours, { slug: 'off-renamed' }));
    const whole = wxr([...items, { id: 3004, type: 'page', slug: 'off-a', link: `${url}/off-a/` }], { url });
    await importWxr(get(), inPieces(whole));
    expect([
      await targetOf('/company/off-jobs/'),
      await targetOf('/2026/03/off-a/'),
      await slugsOf(3001, 3003, 3004),
    ]).toEqual(['/off-jobs/', '/off-a-2/', ['off-a-2', 'off-ours', 'off-a']]);
    // This run finished: local content keeps its address.
    const before = await dumpTables(get());
    await importWxr(get(), inPieces(whole));
    expect(await dumpTables(get())).toEqual(before);
    await importWxr(get(), inPieces(wxr([{ id: 3005, type: 'page', slug: 'off-ours' }], { url })));
    expect(await slugsOf(3003, 3005)).toEqual(['off-ours', 'off-ours-2']);
  });

  /** Ages these posts and the unfinished run (at most one). */
  const age = (ms: number, ...ids: readonly number[]) =>
    get().write(async ({ db }) => {
      await db
        .updateTable('post')
        .set(({ eb }) => ({ created_at: eb('created_at', '-', ms) }))
        .where('id', 'in', ids)
        .execute();
      const mark = await db
        .selectFrom('import_item')
        .select('state')
        .where('external_id', '=', 'unfinished')
        .executeTakeFirst();
      await db
        .updateTable('import_item')
        .set({ state: String(Number(mark?.state) - ms) })
        .where('external_id', '=', 'unfinished')
        .execute();
    });

  test('get no redirect to trashed or private posts', async () => {
    const url = 'https://trashed.example';
    const items = [3301, 3302, 3303].map((id) => ({
      id,
      type: 'page',
      slug: `t-${id}`,
      parent: 999,
      link: `${url}/company/t-${id}/`,
    }));
    await breakOff(wxr(items, { url }));
    await get().write(async (tx) => {
      await updatePost(tx, 3301, { status: 'trash' });
      await updatePost(tx, 3302, { status: 'private' });
    });
    await importWxr(get(), inPieces(wxr(items, { url })));
    expect(await Promise.all([3301, 3302, 3303].map((id) => targetOf(`/company/t-${id}/`)))).toEqual([
      undefined,
      undefined,
      '/t-3303/',
    ]);
  });

  test('that were renamed or edited here since a run was stopped stay so, and redirects of runs before it stay away', async () => {
    const url = 'https://by-hand.example';
    const done = [{ id: 3401, type: 'page', slug: 'h-done', parent: 999, link: `${url}/company/h-done/` }];
    await importWxr(get(), inPieces(wxr(done, { url })));
    await age(1000, 3401);
    await get().write((tx) =>
      tx.db.deleteFrom('redirect').where('source', '=', '/company/h-done/').execute(),
    );
    const ours = await get().write((tx) =>
      createPost(tx, { title: 'Ours', slug: 'h-ours', status: 'publish' }),
    );
    const stopped = [
      ...done,
      { id: 3402, slug: 'h-ours', link: `${url}/2026/03/h-ours/` },
      { id: 3403, slug: 'h-page' },
    ];
    await breakOff(wxr(stopped, { url }));
    await get().write(async (tx) => {
      await updatePost(tx, ours, { slug: 'h-renamed' });
      await updatePost(tx, 3402, { slug: 'h-ours-2026' });
      await updatePost(tx, 3403, { title: 'Edited' });
    });
    await importWxr(get(), inPieces(wxr([...stopped, { id: 3404, type: 'page', slug: 'h-page' }], { url })));
    expect([
      await slugsOf(3402, 3403, 3404),
      await targetOf('/2026/03/h-ours/'),
      await targetOf('/company/h-done/'),
    ]).toEqual([['h-ours-2026', 'h-page', 'h-page-2'], '/h-ours-2026/', undefined]);
  });

  const forgetRedirect = (source: string) =>
    get().write((tx) => tx.db.deleteFrom('redirect').where('source', '=', source).execute());

  test('processed by a finished run are not processed again: a deleted redirect stays deleted, even after later stopped runs', async () => {
    const url = 'https://looked-at.example';
    const at = (id: number, title = 'Old') => ({
      id,
      type: 'page',
      title,
      slug: `l-${id}`,
      parent: 999,
      link: `${url}/company/l-${id}/`,
    });
    const seen = async () =>
      (await redirects()).map(({ source }) => source).filter((source) => source.startsWith('/company/l-'));
    const whole = (...items: readonly ReturnType<typeof at>[]) => wxr(items, { url });
    const cut = (...items: readonly ReturnType<typeof at>[]) =>
      whole(...items).slice(0, whole(...items).indexOf('</channel>'));
    await importWxr(get(), inPieces(whole(at(3701))));
    await importWxr(get(), inPieces(whole(at(3701, 'New'))));
    await forgetRedirect('/company/l-3701/');
    await breakOff(whole(at(3701, 'New'), at(3702)));
    await importWxr(get(), inPieces(whole(at(3701, 'New'), at(3702))));
    expect(await seen()).toEqual(['/company/l-3702/']);
    // A truncated file stays truncated, even when all its items were read.
    const pages = [at(3701, 'New'), at(3702), at(3703)];
    await importWxr(get(), inPieces(cut(...pages)));
    expect(await seen()).toEqual(['/company/l-3702/', '/company/l-3703/']);
    await forgetRedirect('/company/l-3703/');
    const before = await dumpTables(get());
    await importWxr(get(), inPieces(cut(...pages)));
    expect(await dumpTables(get())).toEqual(before);
    await breakOff(whole(...pages, at(3704)));
    await importWxr(get(), inPieces(cut(...pages, at(3704))));
    await importWxr(get(), inPieces(whole(...pages, at(3704))));
    expect(await seen()).toEqual(['/company/l-3702/', '/company/l-3704/']);
  });

  test('are processed after a stopped unnamed run: its own items are recognized', async () => {
    const url = 'https://nameless.example';
    const items = [{ id: 3801, type: 'page', slug: 'n-3801', parent: 999, link: `${url}/company/n-3801/` }];
    await breakOff(wxr(items, { url }));
    await get().write(async ({ db }) => {
      const ours = db.updateTable('import_item').where('source', '=', 'nameless.example');
      const { hash } = await db
        .selectFrom('import_item')
        .select('hash')
        .where('source', '=', 'nameless.example')
        .where('kind', '=', 'post')
        .executeTakeFirstOrThrow();
      await ours
        .set({ hash: hash.replace(/@\S+ /, '') })
        .where('kind', '=', 'post')
        .execute();
      await ours.set({ hash: '' }).where('external_id', '=', 'unfinished').execute();
    });
    await importWxr(get(), inPieces(wxr(items, { url })));
    expect(await targetOf('/company/n-3801/')).toBe('/n-3801/');
  });

  test('of a truncated file belong to the same run as the complete one, within a week', async () => {
    const url = 'https://cut.example';
    const items = [3501, 3502].map((id) => ({ id, slug: `cut-${id}`, link: `${url}/2026/03/cut-${id}/` }));
    const page = (of: number) => ({ id: of + 100, type: 'page', slug: `cut-${of}` });
    const cut = (text: string) => text.slice(0, text.indexOf('</channel>'));
    await importWxr(get(), inPieces(cut(wxr(items, { url }))));
    await importWxr(get(), inPieces(cut(wxr([...items, page(3501)], { url }))));
    expect(await slugsOf(3501, 3601)).toEqual(['cut-3501-2', 'cut-3501']);
    const late = { id: 3503, type: 'page', slug: 'cut-late', parent: 999, link: `${url}/company/cut-late/` };
    await breakOff(wxr([...items, page(3501), late], { url }));
    await age(8 * 24 * 60 * 60 * 1000, 3501, 3502, 3503);
    await importWxr(get(), inPieces(wxr([...items, page(3501), late, page(3502)], { url })));
    expect([await slugsOf(3502, 3602), await targetOf('/company/cut-late/')]).toEqual([
      ['cut-3502', 'cut-3502-2'],
      '/cut-late/',
    ]);
    expect(
      await get()
        .read.selectFrom('import_item')
        .select('state')
        .where('source', '=', 'cut.example')
        .where('external_id', '=', 'unfinished')
        .execute(),
    ).toEqual([]);
  });

  test('are reported only where they work', async () => {
    const url = 'https://said.example';
    await get().write(async (tx) => {
      for (const slug of ['о-нас', 'said-b', 'said-c', 'said-d'])
        await createPost(tx, { title: slug, slug, status: 'publish' });
      await addRedirect(tx, { source: '/2026/said-c/', target: '/by-hand/' });
    });
    const text = wxr(
      [
        {
          id: 3101,
          type: 'page',
          slug: '%d0%be-%d0%bd%d0%b0%d1%81',
          link: `${url}/%d0%be-%d0%bd%d0%b0%d1%81/`,
        },
        { id: 3102, slug: 'said-b', link: `${url}/said-b` },
        { id: 3103, slug: 'said-c', link: `${url}/2026/said-c/` },
        { id: 3104, slug: 'said-d', link: `${url}/2026/%d0%be/said-d/` },
      ],
      { url },
    );
    const { notes } = await importWxr(get(), inPieces(text));
    const slugNotes = notes.filter(({ message }) => message.includes('was already in use'));
    expect(slugNotes.map(({ id, message }) => [id, /its old address .*/.exec(message)?.[0]])).toEqual([
      ['3101', undefined],
      ['3102', undefined],
      ['3103', undefined],
      ['3104', 'its old address /2026/%d0%be/said-d/ redirects there'],
    ]);
  });

  test('lead to items that moved aside later, whatever had their name before', async () => {
    const url = 'https://aside.example';
    const files = [
      wxr(
        [
          { id: 3201, slug: 'aside', link: `${url}/2020/aside/` },
          { id: 3202, slug: 'other-aside', meta: { _wp_old_slug: 'aside' } },
        ],
        { url },
      ),
      wxr([{ id: 3203, type: 'page', slug: 'aside', link: `${url}/aside/` }], { url }),
    ];
    await importFiles(
      get(),
      files.map((text, at) => ({ name: String(at), open: () => inPieces(text) })),
    );
    expect([await slugsOf(3201, 3203), await targetOf('/2020/aside/')]).toEqual([
      ['aside-2', 'aside'],
      '/aside-2/',
    ]);
  });
});
