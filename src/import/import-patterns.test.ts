import { expect, test } from 'vitest';
import { inPieces, wxr } from '../../test/fixtures/wxr.ts';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { dumpTables } from '../../test/harness/dump-tables.ts';
import { makePost } from '../../test/harness/factories.ts';
import { testContent } from '../../test/harness/load-context.ts';
import { followOnce } from '../content/patterns/keep-excerpts.ts';
import { findCards } from '../content/posts/cards.ts';
import { defaultSettings } from '../content/settings/settings.ts';
import { importWxr } from './import-wxr.ts';
import { totals } from './report.ts';

onBothDatabases('synced patterns of an export', (get) => {
  const paragraph = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`;
  const excerpts = async () => {
    const waiting = await get().read.selectFrom('job').select('key').where('kind', '=', 'pattern').execute();
    for (const { key } of waiting) while ((await followOnce(get(), Number(key))) > 0) continue;
    const posts = await get().read.selectFrom('post').select('id').where('slug', 'like', 'holds-%').orderBy('slug').execute();
    const cards = await findCards(testContent(get()), posts.map(({ id }) => id), { ...defaultSettings, permalink_structure: 'rewritten' });
    return posts.map(({ id }) => cards.get(id)?.excerpt);
  };

  test('come before or behind the posts that show them, with other ids where theirs are taken, and once', async () => {
    const taken = await get().write((tx) => makePost(tx, { id: 555, title: 'Taken', content: paragraph('Not this.') }));
    expect(taken).toBe(555);
    const text = wxr([
      { id: 551, slug: 'holds-1', content: `<!-- wp:block {"ref":555,"content":{"N":{"content":"a -- b"}}} /-->${paragraph('One.')}` },
      { id: 555, type: 'wp_block', slug: 'p', content: `${paragraph('Of 555.')}<!-- wp:block {"ref":556} /-->` },
      { id: 556, type: 'wp_block', slug: 'q', content: paragraph('Of 556.') },
      { id: 557, slug: 'holds-2', content: `<!-- wp:block {"ref":"556"} /--><!-- wp:block {"ref":9999} /-->` },
    ], { exported: 'Thu, 01 Jan 2026 00:00:00 GMT' });
    const report = await importWxr(get(), inPieces(text));
    expect(report.changedIds.map(({ from }) => from)).toEqual(['555']);
    expect(await excerpts()).toEqual(['Of 555. Of 556. One.', 'Of 556.']);
    const { content } = await get().read.selectFrom('post').select('content').where('slug', '=', 'holds-1').executeTakeFirstOrThrow();
    expect(content).toContain(`{"ref":${report.changedIds[0]?.to},"content":{"N":{"content":"a \\u002d\\u002d b"}}}`);
    const before = await dumpTables(get());
    expect(totals(await importWxr(get(), inPieces(text)))).toMatchObject({ imported: 0, updated: 0, kept: 0 });
    expect(await dumpTables(get())).toEqual(before);
  });
});
