import { expect, test } from 'vitest';
import { authorXml, inPieces, termXml, wxr } from '../../test/fixtures/wxr.ts';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { dumpTables } from '../../test/harness/dump-tables.ts';
import { makePost, makeUser } from '../../test/harness/factories.ts';
import { testContent } from '../../test/harness/load-context.ts';
import { followOnce } from '../modules/patterns/jobs.ts';
import { findCards } from '../modules/cards/cards.ts';
import { updatePost } from '../modules/posts/writer.ts';
import { defaultSettings } from '../modules/settings/settings.ts';
import { findUserByLogin } from '../modules/users/reader.ts';
import type { Unit } from './batch-writer.ts';
import { PatternImport } from './import-patterns.ts';
import type { TermImport } from './import-terms.ts';
import { importWxr } from './import-wxr.ts';
import type { References } from './references.ts';
import { emptyReport, totals } from './report.ts';
import type { ImportRun } from './run.ts';

onBothDatabases('synced patterns of an export', (get) => {
  const paragraph = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`;
  const excerpts = async () => {
    const waiting = await get().read.selectFrom('job').select('key').where('kind', '=', 'pattern').execute();
    for (const { key } of waiting) while ((await followOnce(get(), Number(key))) > 0) continue;
    const posts = await get()
      .read.selectFrom('post')
      .select('id')
      .where('slug', 'like', 'holds-%')
      .orderBy('slug')
      .execute();
    const cards = await findCards(
      testContent(get()),
      posts.map(({ id }) => id),
      { ...defaultSettings, permalink_structure: 'rewritten' },
    );
    return posts.map(({ id }) => cards.get(id)?.excerpt);
  };

  test('are imported once, before or after the posts that show them, with other ids if theirs are taken', async () => {
    const taken = await get().write((tx) =>
      makePost(tx, { id: 555, title: 'Taken', content: paragraph('Not this.') }),
    );
    expect(taken).toBe(555);
    const text = wxr(
      [
        {
          id: 551,
          slug: 'holds-1',
          content: `<!-- wp:block {"ref":555,"content":{"N":{"content":"a -- b"}}} /-->${paragraph('One.')}`,
        },
        {
          id: 555,
          type: 'wp_block',
          slug: 'p',
          content: `${paragraph('Of 555.')}<!-- wp:block {"ref":556} /-->`,
        },
        { id: 556, type: 'wp_block', slug: 'q', content: paragraph('Of 556.') },
        {
          id: 557,
          slug: 'holds-2',
          content: `<!-- wp:block {"ref":"556"} /--><!-- wp:block {"ref":9999} /-->`,
        },
      ],
      { exported: 'Thu, 01 Jan 2026 00:00:00 GMT' },
    );
    const report = await importWxr(get(), inPieces(text));
    expect(report.changedIds.map(({ from }) => from)).toEqual(['555']);
    expect(await excerpts()).toEqual(['Of 555. Of 556. One.', 'Of 556.']);
    const { content } = await get()
      .read.selectFrom('post')
      .select('content')
      .where('slug', '=', 'holds-1')
      .executeTakeFirstOrThrow();
    expect(content).toContain(
      `{"ref":${report.changedIds[0]?.to},"content":{"N":{"content":"a \\u002d\\u002d b"}}}`,
    );
    const before = await dumpTables(get());
    expect(totals(await importWxr(get(), inPieces(text)))).toMatchObject({
      imported: 0,
      updated: 0,
      kept: 0,
    });
    expect(await dumpTables(get())).toEqual(before);
  });

  test('are renumbered within texts: a concurrent save of such a text is not lost', async () => {
    const id = await get().write((tx) =>
      makePost(tx, { content: `<!-- wp:block {"ref":555} /-->${paragraph('Imported.')}` }),
    );
    const batches = {
      add: async ({ work }: Unit) => {
        await get().write((tx) =>
          updatePost(tx, id, {
            content: `<!-- wp:block {"ref":555} /-->${paragraph('Edited.')}`,
            modifiedAt: 77_777,
          }),
        );
        await get().write((tx) => work(Object.assign(tx, { unemit: () => {} })));
      },
    };
    const references = { findAll: async () => new Map([['555', 777]]) };
    const patterns = new PatternImport(
      { database: get(), report: emptyReport(), batches } as unknown as ImportRun,
      references as unknown as References,
      { byExternalId: () => undefined } as unknown as TermImport,
    );
    patterns.note(id, '<!-- wp:block {"ref":555} /-->');
    await patterns.resolve(new Map());
    const post = await get()
      .read.selectFrom('post')
      .select(['content', 'modified_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(post).toEqual({
      content: `<!-- wp:block {"ref":777} /-->${paragraph('Edited.')}`,
      modified_at: 77_777,
    });
  });

  test('are resolved as blocks mean them, whatever else has their id; posts and terms with new ids are renumbered', async () => {
    const site = (host: string, slug: string) =>
      wxr(
        [
          { id: 8_010, slug: `${slug}-post`, type: 'page', guid: `${host}/1` },
          {
            id: 8_010,
            slug: `${slug}-pattern`,
            type: 'wp_block',
            content: paragraph('Twin.'),
            guid: `${host}/2`,
          },
          {
            id: 8_020,
            slug: `${slug}-menu`,
            type: 'wp_navigation',
            content: '<!-- wp:navigation-link {"url":"/"} /-->',
            guid: `${host}/3`,
          },
          {
            id: 8_030,
            slug: `${slug}-names`,
            guid: `${host}/4`,
            content:
              '<!-- wp:block {"ref":8010} /--><!-- wp:navigation {"ref":8020,"a":1} -->' +
              '<!-- wp:navigation-link {"id":8010,"kind":"post-type","type":"page"} /-->' +
              '<!-- wp:navigation-submenu {"id":8005,"kind":"taxonomy","type":"category"} --><!-- /wp:navigation-submenu -->' +
              '<!-- wp:navigation-link {"id":8005,"kind":"custom"} /--><!-- /wp:navigation --><!-- wp:page-list {"parentPageID":8010} /-->' +
              '<!-- wp:query {"queryId":8005,"query":{"exclude":[8010],"taxQuery":{"include":{"category":[8005,1]}}}} --><!-- /wp:query -->' +
              '<!-- wp:latest-posts {"categories":[{"id":8005}]} /-->' +
              '<!-- wp:terms-query {"termQuery":{"include":[8005],"taxonomy":"post_tag"}} --><!-- /wp:terms-query -->',
          },
        ],
        { url: host, parts: [termXml({ taxonomy: 'category', slug: `${slug}-kind`, id: 8_005 })] },
      );
    const namesOf = async (slug: string) => {
      const { content } = await get()
        .read.selectFrom('post')
        .select('content')
        .where('slug', '=', slug)
        .executeTakeFirstOrThrow();
      return [
        ...content.matchAll(/"(?:ref|id|parentPageID)":(\d+)|"(?:exclude|category|include)":\[([\d,]+)/g),
      ].map(([, one, several]) => one ?? several);
    };
    const idOf = async (slug: string) =>
      String(
        (await get().read.selectFrom('post').select('id').where('slug', '=', slug).executeTakeFirstOrThrow())
          .id,
      );
    await importWxr(get(), inPieces(site('https://one.example', 'one')));
    const twin = await idOf('one-pattern');
    expect(await namesOf('one-names')).toEqual([
      twin,
      '8020',
      '8010',
      '8005',
      '8005',
      '8010',
      '8010',
      '8005,1',
      '8005',
      '8005',
    ]);
    const text = site('https://two.example', 'two');
    await importWxr(get(), inPieces(text));
    const [page, pattern, menu] = [await idOf('two-post'), await idOf('two-pattern'), await idOf('two-menu')];
    const { id: kind } = await get()
      .read.selectFrom('term')
      .select('id')
      .where('slug', '=', 'two-kind')
      .executeTakeFirstOrThrow();
    expect(new Set([page, pattern, menu, twin, '8010', '8020']).size).toBe(6);
    expect(kind).not.toBe(8_005);
    expect(await namesOf('two-names')).toEqual([
      pattern,
      menu,
      page,
      String(kind),
      '8005',
      page,
      page,
      `${kind},1`,
      String(kind),
      '8005',
    ]);
    const before = await dumpTables(get());
    expect(totals(await importWxr(get(), inPieces(text)))).toMatchObject({
      imported: 0,
      updated: 0,
      kept: 0,
    });
    expect(await dumpTables(get())).toEqual(before);
  });

  test('and files follow the ids that they get here: galleries, players, pictures and their blocks', async () => {
    const logo = await get().write((tx) => makePost(tx, { title: 'Our logo' }));
    const ours = await get().write((tx) => makePost(tx, { title: 'Our post' }));
    const named = (picture: number, owner: number) =>
      `[gallery ids="${picture},9601" td_select_gallery_slide="slide"] [gallery id="${owner}"] ` +
      `[playlist ids='${picture}'] <img class="size-full wp-image-${picture}" src="/a.jpg"> ` +
      `<!-- wp:image {"id":${picture},"sizeSlug":"large"} --><!-- /wp:image --> ${logo} [x id="${logo}"]`;
    const text = wxr(
      [
        { id: 9_610, slug: 'shows-files', content: named(logo, ours) },
        { id: 9_601, type: 'attachment', status: 'inherit', slug: 'of-9601' },
        { id: ours, slug: 'has-files' },
        { id: logo, type: 'attachment', status: 'inherit', slug: 'their-first' },
      ],
      { url: 'https://files.example' },
    );
    const report = await importWxr(get(), inPieces(text));
    const { content } = await get()
      .read.selectFrom('post')
      .select('content')
      .where('slug', '=', 'shows-files')
      .executeTakeFirstOrThrow();
    const idOf = (id: number) => report.changedIds.find(({ from }) => from === String(id))?.to ?? 0;
    expect(content).toBe(named(idOf(logo), idOf(ours)));
    const before = await dumpTables(get());
    expect(totals(await importWxr(get(), inPieces(text)))).toMatchObject({
      imported: 0,
      updated: 0,
      kept: 0,
    });
    expect(await dumpTables(get())).toEqual(before);
  });

  test('a stopped import’s content gets the ids of the continued run, and edits in between stay', async () => {
    const taken = await get().write((tx) => makePost(tx, { title: 'Ours' }));
    const names = `<!-- wp:block {"ref":${taken}} /--> [gallery ids="${taken + 1}"]`;
    await get().write((tx) => makePost(tx, { id: taken + 1, title: 'Ours, too' }));
    const text = wxr(
      [
        { id: 9_701, slug: 'stopped-names', content: names },
        { id: 9_702, slug: 'stopped-edited', content: names },
        ...Array.from({ length: 120 }, (_, index) => ({ id: 9_710 + index, slug: `stopped-${index}` })),
        { id: taken, type: 'wp_block', slug: 'stopped-pattern' },
        { id: taken + 1, type: 'attachment', status: 'inherit', slug: 'stopped-picture' },
      ],
      { url: 'https://stopped.example' },
    );
    const stop = new AbortController();
    await importWxr(
      get(),
      (async function* () {
        for await (const piece of inPieces(text)) {
          yield piece;
          if (await get().read.selectFrom('post').select('id').where('id', '=', 9_702).executeTakeFirst())
            stop.abort();
        }
      })(),
      { signal: stop.signal },
    );
    await get().write((tx) => updatePost(tx, 9_702, { content: `Edited. ${names}` }));
    const report = await importWxr(get(), inPieces(text));
    const [pattern, picture] = [taken, taken + 1].map(
      (id) => report.changedIds.find(({ from }) => from === String(id))?.to,
    );
    const contents = await get()
      .read.selectFrom('post')
      .select('content')
      .where('id', 'in', [9_701, 9_702])
      .orderBy('id')
      .execute();
    expect(contents.map(({ content }) => content)).toEqual([
      `<!-- wp:block {"ref":${pattern}} /--> [gallery ids="${picture}"]`,
      `Edited. ${names}`,
    ]);
  });

  test('users with new ids are reported, and blocks that name them follow', async () => {
    const [olgaId, piaId] = await get().write(async (tx) => [
      await makeUser(tx, { login: 'olga' }),
      await makeUser(tx, { login: 'pia' }),
    ]);
    const ids = { olga: piaId, pia: olgaId, free: 7_000_021 }; // each has the id of the other
    const named = (one: number, two: number) =>
      [
        `<!-- wp:query {"query":{"author":"${one},${two}, ${ids.free}"},"queryId":${one}} --><div></div><!-- /wp:query -->`,
        `<!-- wp:query {"query":{"author":${one}}} --><div></div><!-- /wp:query -->`,
        `<!-- wp:avatar {"userId":${one}} /-->`,
        `<!-- wp:core/latest-posts {"selectedAuthor":${two}} /--><!-- wp:avatar {broken} /-->`,
      ].join('');
    const text = wxr([{ id: 601, slug: 'names', creator: 'olga', content: named(ids.olga, ids.pia) }], {
      url: 'https://names.example',
      authors: [authorXml('olga', ids.olga), authorXml('pia', ids.pia), authorXml('free', ids.free)],
    });
    const report = await importWxr(get(), inPieces(text));
    expect(report.changedIds).toEqual([
      { kind: 'author', from: String(ids.olga), to: olgaId },
      { kind: 'author', from: String(ids.pia), to: piaId },
    ]);
    const { content } = await get()
      .read.selectFrom('post')
      .select('content')
      .where('slug', '=', 'names')
      .executeTakeFirstOrThrow();
    expect(content).toBe(
      named(olgaId, piaId)
        .replace(`"queryId":${olgaId}`, `"queryId":${ids.olga}`)
        .replace('wp:core/latest', 'wp:latest'),
    );
    expect((await findUserByLogin(get().read, 'free'))?.id).toBe(ids.free);
  });
});
