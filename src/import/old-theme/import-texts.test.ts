import { expect, test } from 'vitest';
import type { FixtureItem } from '../../../test/fixtures/wxr.ts';
import { inPieces, wxr } from '../../../test/fixtures/wxr.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { createPost, updatePost } from '../../modules/posts/writer.ts';
import { importWxr } from '../import-wxr.ts';
import { describeReport, totals } from '../report.ts';

onBothDatabases('texts that the old theme’s composer laid out', (get) => {
  const url = 'https://stopped-texts.example';
  const list = (id: number) =>
    `[vc_row][vc_column][td_flex_block_1 post_ids="${id}" limit="1"][td_block_weather][/vc_column][/vc_row]`;
  const filler = Array.from(
    { length: 140 },
    (_, n): FixtureItem => ({ id: 45_100 + n, slug: `stopped-text-filler-${n}` }),
  );
  const items: FixtureItem[] = [
    { id: 45_001, type: 'page', slug: 'stopped-text', content: list(45_299) },
    { id: 45_002, type: 'page', slug: 'edited-text', content: list(45_299) },
    ...filler,
    { id: 45_299, slug: 'comes-last' },
  ];
  const rowOf = (slug: string) =>
    get()
      .read.selectFrom('post')
      .select(['id', 'content'])
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow();

  test('of a stopped run name content imported since, unless edited in between; the report lists their elements', async () => {
    await get().write((tx) => createPost(tx, { id: 45_299, title: 'Ours', status: 'publish' }));
    const text = wxr(items, { url });
    const stop = new AbortController();
    const half = async function* () {
      let read = 0;
      for await (const piece of inPieces(text)) {
        read += piece.length;
        if (read > text.length * 0.9) stop.abort(); // the first hundred are written by then
        yield piece;
      }
    };
    expect((await importWxr(get(), half(), { signal: stop.signal })).stopped).toBe(true);
    const edited = await rowOf('edited-text');
    expect(edited.content).toContain('wp:broadsheet/post-list');
    await get().write((tx) => updatePost(tx, edited.id, { content: `${edited.content} ` }));
    const report = await importWxr(get(), inPieces(text));
    expect(report.stopped).toBe(false);
    const { id } = await rowOf('comes-last');
    expect(id).not.toBe(45_299);
    expect((await rowOf('stopped-text')).content).toContain(`"post_ids":"${id}"`);
    expect((await rowOf('edited-text')).content).toBe(`${edited.content} `);
    expect(totals(await importWxr(get(), inPieces(text)))).toMatchObject({
      imported: 0,
      updated: 0,
      kept: 0,
    });
    const output = describeReport(
      await importWxr(get(), inPieces(text.replaceAll('limit="1"', 'limit="2"'))),
    ).join('\n');
    expect(output).toMatch(
      /built with the old theme’s composer, element by element \(1\):\n {2}page "Title 45001" \(old ID 45001, new ID \d+\)\n[^]*td_flex_block_1 +post-list/,
    );
    expect(output).toMatch(/td_block_weather: 1 in "Title 45001", as in \[td_block_weather\]/);
  });
});
