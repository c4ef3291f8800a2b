import { beforeAll, expect, test } from 'vitest';
import { makeActors } from '../../../test/harness/actors.ts';
import type { Actors } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { importRedirects, planRedirectImport } from './commands.ts';
import { readCsv, redirectsToCsv } from './redirect-csv.ts';
import { addRedirect, findPattern, listRedirects } from './store.ts';

const siteUrl = 'https://paper.example';

test('[IMP-12] an export is CSV whose cells no spreadsheet runs, and an import restores them', () => {
  const redirects = [
    { source: '/a,b/', target: '/say-"hi"/', status: 301 },
    { source: '=cmd|x', target: '+1', status: 302 },
    { source: '-1', target: '@sum(a)', status: 307 },
    { source: '\tx', target: '/plain/', status: 308 },
  ] as const;
  const csv = redirectsToCsv(redirects);
  expect(csv).toBe(
    '\uFEFFsource,target,status\r\n"/a,b/","/say-""hi""/",301\r\n\'=cmd|x,\'+1,302\r\n\'-1,\'@sum(a),307\r\n"\'\tx",/plain/,308\r\n',
  );
  expect(readCsv(csv).map(({ line, cells }) => [line, ...cells])).toEqual(
    redirects.map(({ source, target, status }, at) => [at + 2, source, target, String(status)]),
  );
});

test('lines of other programs are read: semicolons, quoted breaks, no heading, empty lines', () => {
  expect(readCsv('Source;Target;Status\n/a;/b;302\n\n/c;/d\n')).toEqual([
    { line: 2, cells: ['/a', '/b', '302'] },
    { line: 4, cells: ['/c', '/d'] },
  ]);
  expect(readCsv('"/a\nb",/c\r\n/d,/e')).toEqual([
    { line: 1, cells: ['/a\nb', '/c'] },
    { line: 3, cells: ['/d', '/e'] },
  ]);
  for (const [csv, message] of [
    ['', 'no redirects'],
    ['source,target,status\n', 'no redirects'],
    ['source,to\n/a,/b', 'expected the columns source, target, status'],
    ['/a,"/b', 'Line 1: a quotation mark is not closed'],
    ['/a,/b\n'.repeat(5001), 'at most 5000'],
    ['x'.repeat(2_000_001), 'larger than 2 MB'],
  ] as const)
    expect(() => readCsv(csv), message).toThrow(message);
});

onBothDatabases('an import of redirects', (get) => {
  let actors: Actors;
  beforeAll(async () => {
    actors = await makeActors(get());
    await get().write(async (tx) => {
      await addRedirect(tx, { source: '/kept/', target: '/same/' });
      await addRedirect(tx, { source: '/moved/', target: '/first/' });
    });
  });
  const run = (csv: string, actor = actors.administrator) =>
    get().write((tx) => importRedirects(tx, actor, { csv }, siteUrl));
  const plan = (csv: string) => planRedirectImport(get().read, actors.administrator, { csv }, siteUrl);
  const all = async () =>
    (await listRedirects(get().read, { limit: 100 })).redirects.map(
      ({ source, target, status, revision }) => `${source} ${target} ${status} ${revision}`,
    );

  test('[IMP-12] lists what it would add, change and refuse, by line, and then writes all or nothing', async () => {
    const before = await all();
    const faulty = [
      'source,target,status',
      '/new/,/page/',
      '/kept/,/same/,301',
      '/moved/,/second/,302',
      'no-path,/x/',
      '/new/,/other/',
      '/odd/,/x/,303',
      '/off/*,https://evil.example/*',
      '/loop-a/,/loop-b/',
      '/loop-b/,/loop-a/',
      '/four/,/x/,301,more',
    ].join('\n');
    const planned = await plan(faulty);
    expect([
      planned.added.map(({ line }) => line),
      planned.changed.map(({ line, before: { target } }) => [line, target]),
      planned.unchanged,
    ]).toEqual([[2], [[4, '/first/']], 1]);
    expect(planned.refused.map(({ line, message }) => [line, message])).toEqual([
      [5, expect.stringContaining('can\'t start at "no-path"')],
      [6, '"/new/" is also the source of line 2.'],
      [7, expect.stringContaining("can't be 303")],
      [8, expect.stringContaining('A pattern can\'t lead to "https://evil.example/*"')],
      [9, expect.stringContaining('leads back to itself')],
      [10, expect.stringContaining('leads back to itself')],
      [11, expect.stringContaining('more than three cells')],
    ]);
    await expect(run(faulty)).rejects.toThrow(/^Nothing was imported\. Line 5: .* Line 6: /);
    expect(await all()).toEqual(before);
    await run(
      `/new/,${siteUrl}/page/?a=1\n/moved/,/second/,302\n/kept/,/same/\n/gone/,,410\n/blog/*,/news/*,308`,
    );
    expect(await all()).toEqual([
      '/blog/* /news/* 308 1',
      '/gone/  410 1',
      '/kept/ /same/ 301 1',
      '/moved/ /second/ 302 2',
      '/new/ /page/?a=1 301 1',
    ]);
    expect((await findPattern(get().read, '/blog/a/'))?.target).toBe('/news/a/');
    const logged = await get()
      .read.selectFrom('activity')
      .select(['verb', 'summary'])
      .where('kind', '=', 'redirect')
      .execute();
    expect(logged).toEqual([{ verb: 'import', summary: '3 added, 1 changed' }]);
  });

  test('[IMP-12] lines may lead to each other, but not through stored redirects in a circle', async () => {
    const planned = await plan('/one/,/two/\n/two/,/three/\n/news/*,/blog/*\n/second/,/moved/');
    expect(planned.refused.map(({ line }) => line)).toEqual([3, 4]);
    expect(planned.added.map(({ line }) => line)).toEqual([1, 2]);
  });

  test('[IMP-12] of 5,000 lines takes one transaction', async () => {
    const csv = Array.from({ length: 5000 }, (_, n) => `/many-${n}/,/many/${n}/`).join('\n');
    expect((await run(csv)).added).toHaveLength(5000);
    expect((await plan(csv)).unchanged).toBe(5000);
  });

  test('[IMP-12] writes at most 200 patterns, since each is compared with all others', async () => {
    const patterns = Array.from({ length: 200 }, (_, n) => `/p-${n}/*,/q-${n}/*`).join('\n');
    await expect(plan(`${patterns}\n/one-more/*,/q/*`)).rejects.toThrow('at most 200 at once');
    expect((await run(patterns)).added).toHaveLength(200);
    // Unchanged ones don't count, and a literal asterisk makes no pattern.
    const more = await plan(`${patterns}\n/one-more/*,/q/*\n/2%2A4/,/8/`);
    expect([more.added.length, more.unchanged, more.refused]).toEqual([2, 200, []]);
    expect((await plan('/q-7/*,/p-7/*')).refused).toHaveLength(1);
  });

  test('[IMP-12] finds loops through patterns that are longer than the target', async () => {
    const longer = (count: number) =>
      Array.from({ length: count }, (_, n) => `/near/longer-${n}/*,/away/*`).join('\n');
    await run(`${longer(5)}\n/near/y/*,/far/y/*`);
    expect((await plan('/far/*,/near/*')).refused).toEqual([
      { line: 1, message: expect.stringContaining('leads back to itself') },
    ]);
    expect((await plan('/far/z/*,/near/z/*')).added).toHaveLength(1);
    // A single redirect is compared with more of them than a line of a file.
    await run(longer(30));
    await expect(
      get().write((tx) => addRedirect(tx, { source: '/far/*', target: '/near/*' })),
    ).rejects.toThrow('leads back to itself');
  });

  test('[IMP-12] is refused to everyone but administrators', async () => {
    for (const actor of [actors.editor, actors.author, actors.contributor, actors.subscriber])
      await expect(run('/x/,/y/', actor)).rejects.toMatchObject({ status: 403 });
  });
});
