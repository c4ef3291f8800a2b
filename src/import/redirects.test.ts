import { expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { dumpTables } from '../../test/harness/dump-tables.ts';
import { inPieces, wxr } from '../../test/fixtures/wxr.ts';
import { addRedirect } from '../content/redirects/writer.ts';
import { createPost } from '../content/posts/writer.ts';
import { importWxr } from './import-wxr.ts';

onBothDatabases('old addresses of an import', (get) => {
  const redirects = () => get().read.selectFrom('redirect').select(['source', 'target', 'status']).orderBy('source').execute();

  test('get a redirect only where no rule leads here', async () => {
    await get().write((tx) => createPost(tx, { title: 'Ours', slug: 'taken', status: 'publish' }));
    await get().write((tx) => addRedirect(tx, { source: '/company/team/', target: '/set-by-hand/' }));
    const at = (path: string) => ({ link: `https://old.example${path}` });
    const text = wxr([
      { id: 1, slug: 'dated', ...at('/2020/05/06/dated/') }, { id: 2, slug: 'numbered', ...at('/archives/2') },
      { id: 3, slug: 'ended', ...at('/news/ended.html') }, { id: 4, slug: 'plain', ...at('/?p=4') },
      { id: 5, slug: 'taken', ...at('/2020/05/taken/') }, { id: 6, slug: 'with-number', ...at('/6-with-number/') },
      { id: 7, slug: 'hidden', status: 'draft', ...at('/elsewhere/x/') },
      { id: 10, type: 'page', slug: 'about', ...at('/about/') }, { id: 11, type: 'page', slug: 'team', parent: 999, ...at('/company/team/') },
      { id: 12, type: 'page', slug: 'jobs', parent: 999, ...at('/company/jobs/') },
      { id: 13, type: 'page', slug: 'away', link: 'https://elsewhere.example/other/' }, { id: 14, type: 'page', slug: 'front', ...at('/') },
      { id: 15, type: 'page', slug: 'k%c3%a4se', ...at('/k%c3%a4se/') },
      { id: 16, type: 'book', slug: 'a-book', ...at('/library/a-book/') },
    ]);
    const report = await importWxr(get(), inPieces(text));
    expect(await redirects()).toEqual([
      { source: '/2020/05/taken/', target: '/taken-2/', status: 301 }, { source: '/6-with-number/', target: '/with-number/', status: 301 },
      { source: '/company/jobs/', target: '/jobs/', status: 301 }, { source: '/company/team/', target: '/set-by-hand/', status: 301 },
    ]);
    expect(report.notes.filter(({ message }) => /could not be redirected/.test(message))).toEqual([]);
    const before = await dumpTables(get());
    await importWxr(get(), inPieces(text));
    expect(await dumpTables(get())).toEqual(before);
  });
});
