import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { createPost, deletePost, updatePost } from '../posts/writer.ts';
import type { PostInput } from '../posts/writer.ts';
import { createSearchClient } from './search-client.ts';
import type { SearchQuery } from './search-index.ts';

const day = (number: number) => Date.UTC(2026, 0, number);

onBothDatabases('the search', (get) => {
  const publish = (input: PostInput) => get().write((tx) => createPost(tx, { status: 'publish', ...input }));
  const find = (query: string, more: Partial<SearchQuery> = {}) =>
    createSearchClient(get(), { inProcess: true }).find({ query, limit: 10, ...more });

  test('finds posts that contain every word, the last one as a prefix', async () => {
    const id = await publish({
      title: 'Zebras crossing',
      content: '<!-- wp:paragraph --><p>Caf&eacute; Crème <b>now</b></p><!-- /wp:paragraph -->',
      publishedAt: day(1),
    });
    for (const query of ['zebra', 'z', 'ZEBRAS', 'creme zeb', 'crème', '"zebras"*', 'crossing now'])
      expect((await find(query)).ids, query).toEqual([id]);
    for (const query of ['zebras nothing', 'paragraph', 'zeb crossing', ''])
      expect((await find(query)).ids, query).toEqual([]);
  });

  test('titles and excerpts are HTML, and only their text is searched', async () => {
    const id = await publish({
      title: 'Donau&shy;dampfer &amp; super<em>markt</em>',
      publishedAt: day(1),
      excerpt: '<p class="intro">Kurz<br>gesagt &ndash; M&uuml;ller [caption width="9"]Bild[/caption]</p>',
    });
    for (const query of ['Donaudampfer', 'supermarkt', 'kurz gesagt', 'müller', 'bild'])
      expect((await find(query)).ids, query).toEqual([id]);
    for (const query of ['shy', 'amp', 'em', 'intro', 'class', 'ndash', 'caption'])
      expect((await find(query)).ids, query).toEqual([]);
    expect(await find('Donaudampfr')).toMatchObject({ ids: [id], suggestion: 'Donau\u00addampfer' });
    // An exact title ranks above a later post with the same words.
    const whole = await publish({ title: 'Q&amp;A: <i>Tom</i> &amp; Jerry', publishedAt: day(1) });
    const later = await publish({ title: 'Jerry and Tom: a Q, an A', publishedAt: day(9) });
    expect((await find('Q&A: Tom & Jerry')).ids).toEqual([whole, later]);
    await get().write((tx) => updatePost(tx, id, { title: 'H<sub>2</sub>O', excerpt: '' }));
    expect([(await find('h2o')).ids, (await find('sub')).ids]).toEqual([[id], []]);
  });

  test('accepts any text', async () => {
    for (const query of [
      '"',
      '*',
      'AND',
      'a OR b',
      'NEAR(x, 2)',
      "';--",
      'title:x',
      '\0',
      '\ud800x',
      '\u{1f600}',
      "x'y & !z | <-> :*",
      '^',
      `${'long '.repeat(200_000)}`,
      '\\',
      '{',
      '👩‍👩‍👧 x',
    ]) {
      await expect(find(query), JSON.stringify(query.slice(0, 20))).resolves.toMatchObject({
        ids: expect.any(Array),
      });
    }
  });

  test('contains only listed posts, with their current words', async () => {
    const id = await publish({ title: 'Walrus', content: 'quokka', publishedAt: day(2) });
    const steps: [Partial<PostInput>, number[]][] = [
      [{ status: 'draft' }, []],
      [{ status: 'publish' }, [id]],
      [{ password: 'x' }, []],
      [{ password: '' }, [id]],
      [{ content: 'wombat' }, []],
      [{ content: 'quokka again' }, [id]],
    ];
    for (const [changes, expected] of steps) {
      await get().write((tx) => updatePost(tx, id, changes));
      expect((await find('quokka')).ids, JSON.stringify(changes)).toEqual(expected);
    }
    await get().write((tx) => deletePost(tx, id));
    expect((await find('quokka')).ids).toEqual([]);
    expect(
      await get().read.selectFrom('post_search_key').select('post_id').where('post_id', '=', id).execute(),
    ).toEqual([]);
  });

  test('ranks titles above content and new posts above old ones', async () => {
    const old = await publish({ title: 'All about heron', publishedAt: day(-2000) });
    const exact = await publish({ title: 'Heron', publishedAt: day(-1900) });
    const text = await publish({ title: 'Birds', content: 'a heron', publishedAt: day(20) });
    const fresh = await publish({ title: 'All about heron', publishedAt: day(19) });
    expect(await find('heron')).toEqual({
      ids: [exact, fresh, old, text],
      total: 4,
      byType: { post: 4 },
      terms: [{ word: 'heron', prefix: true }],
      mistyped: false,
      suggestion: '',
    });
    expect((await find('heron', { limit: 2, offset: 1, excludeIds: [exact] })).ids).toEqual([old, text]);
  });

  test('filters by post types', async () => {
    const page = await publish({ type: 'page', title: 'Okapi page' });
    const block = await publish({ type: 'wp_block', title: 'Okapi block' });
    const post = await publish({ title: 'Okapi post', publishedAt: day(3) });
    expect((await find('okapi')).ids.toSorted()).toEqual([page, post].toSorted());
    expect((await find('okapi', { types: ['wp_block'] })).ids).toEqual([block]);
    expect(await find('okapi', { types: ['page', 'wp_block'] })).toMatchObject({
      total: 2,
      byType: { page: 1, wp_block: 1 },
    });
    await get().write((tx) => updatePost(tx, block, { type: 'post' }));
    expect((await find('okapi', { types: ['post'] })).ids.toSorted()).toEqual([block, post].toSorted());
  });

  test('keeps an old title within reach of a broad word', async () => {
    const exact = await publish({ title: 'Numbat', publishedAt: day(-4000) });
    const titled = await publish({ title: 'A numbat in the garden', publishedAt: day(-3999) });
    await get().write(async (tx) => {
      for (let index = 0; index < 510; index++)
        await createPost(tx, {
          status: 'publish',
          title: `Day ${index}`,
          content: 'numbat',
          publishedAt: day(-1000),
        });
    });
    const { ids, total } = await find('numbat');
    expect(ids.slice(0, 2)).toEqual([exact, titled]);
    expect(total).toBe(500);
  });

  test('tolerates a typo in a title when nothing matches', async () => {
    const id = await publish({ title: 'Parliament debates pelicans', publishedAt: day(4) });
    for (const [query, suggestion] of [
      ['parliment', 'Parliament'],
      ['pelicnas', 'pelicans'],
      ['parlaiment debates', 'Parliament debates'],
      ['debtaes', 'debates'],
      ['pelcan', 'pelicans'],
      ['debtaes plicans', 'debates pelicans'],
    ] as const) {
      expect(await find(query), query).toMatchObject({ ids: [id], mistyped: true, suggestion });
    }
    for (const query of ['pxlxcxns', 'zzzz', 'xy'])
      expect(await find(query), query).toMatchObject({ ids: [], mistyped: false, suggestion: '' });
    expect((await find('pelicnas', { types: ['page'] })).ids).toEqual([]);
  });

  test('finds prefixes of few or many characters that match one word or hundreds', async () => {
    const ids = new Map<string, number>();
    for (let number = 100; number < 260; number++) {
      ids.set(
        `quagga${number}`,
        await publish({
          title: number < 103 ? `Quagga${number}` : 'Herd',
          content: `quagga${number} grazes`,
          publishedAt: day(-number),
        }),
      );
    }
    expect((await find('quag', { limit: 500 })).total).toBe(160);
    expect((await find('quagga', { limit: 500 })).total).toBe(160);
    expect((await find('grazes quagga1', { limit: 500 })).total).toBe(100);
    expect((await find('quagga10', { limit: 3 })).ids).toEqual([
      ids.get('quagga100'),
      ids.get('quagga101'),
      ids.get('quagga102'),
    ]);
    expect((await find('quagga259')).ids).toEqual([ids.get('quagga259')]);
    expect((await find('quaggazebra')).ids).toEqual([]);
    await get().write((tx) => deletePost(tx, ids.get('quagga259') ?? 0));
    expect((await find('quagga25', { limit: 500 })).total).toBe(9);
  });

  test('sorts by publication whatever the ids, and gives each post a unique key', async () => {
    const twins = [
      await publish({ id: 900_001, title: 'Tapir', publishedAt: day(5) }),
      await publish({ id: 900_001 + 2 ** 20, title: 'Tapir', publishedAt: day(5) }),
    ];
    expect((await find('tapir')).ids).toEqual(twins.toReversed());
    const ancient = await publish({ title: 'Ancient dodo', publishedAt: Date.UTC(1899, 0, 1) });
    expect((await find('dodo')).ids).toEqual([ancient]);
  });

  test('handles many posts of one moment, and dates beyond the calendar', async () => {
    await get().write(async (tx) => {
      for (let index = 0; index < 100; index++)
        await createPost(tx, { status: 'publish', title: 'Lemming', publishedAt: day(7) });
    });
    await publish({ title: 'Lemming', publishedAt: Number.MAX_SAFE_INTEGER });
    expect((await find('lemming')).total).toBe(101);
  });

  test('handles texts of any size and script', async () => {
    const noise = Array.from({ length: 120_000 }, (_, index) => `ü${index.toString(36)}`).join(' ');
    const id = await publish({
      title: '東京の日本語ガイド',
      content: `${noise} ${'y'.repeat(100_000)}`,
      publishedAt: day(6),
    });
    for (const query of ['東京', '京', '日本語', 'ガイド', 'ü5', 'u5'])
      expect((await find(query)).ids, query).toEqual([id]);
  });

  test('finds words inside sentences of scripts without spaces', async () => {
    const texts = {
      ja: '新しいサーバー管理ソフトのﾃｽﾄを食べ物店で行いました。iPhone16発売',
      zh: '中华人民共和国成立于一九四九年𠮷野家',
      th: 'โรงพยาบาลรัฐบาลประกาศนโยบายการเมืองใหม่น้ำท่วม',
      km: 'រាជ\u200bធានី\u200bភ្នំពេញ',
      lo: 'ນະຄອນຫຼວງວຽງຈັນ',
      my: 'ရန်ကုန်မြို့တော်',
    };
    const ids = new Map<string, number>();
    for (const [language, content] of Object.entries(texts))
      ids.set(language, await publish({ title: language, content, publishedAt: day(8) }));
    for (const [language, queries] of Object.entries({
      ja: [
        'サーバ管理',
        'サーバー',
        'サーバー管理',
        '管理',
        'ソフト',
        'テスト',
        '食べ物',
        '物店',
        'べ物',
        'ました',
        'iphone16',
        '発売',
        '"サーバー" 発売',
        'ｻｰﾊﾞｰ',
      ],
      zh: ['人民', '共和国', '国', '一九四九', '𠮷野', '𠮷', '人民 成立'],
      th: ['พยาบาล', 'การเมือง', 'นโยบาย', 'น้ำ', 'ท่วม'],
      km: ['ភ្នំពេញ', 'រាជធានី'],
      lo: ['ວຽງຈັນ', 'ຫຼວງ'],
      my: ['ရန်ကုန်', 'မြို့'],
    })) {
      for (const query of queries) expect((await find(query)).ids, query).toEqual([ids.get(language)]);
    }
    for (const query of ['サーバ設計', '民国共', 'เมืองการ', '食物店'])
      expect((await find(query)).ids, query).toEqual([]);
    const titled = await publish({ title: '京東の東京', content: '東京都', publishedAt: day(9) });
    const exact = await publish({ title: '東京都庁', publishedAt: day(7) });
    expect((await find('東京都', { excludeIds: [...ids.values()] })).ids).toEqual([exact, titled]);
    const [many, joined] = [
      Array.from({ length: 10_000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join(''),
      '\u200d'.repeat(10_000),
    ];
    for (const query of [many, joined, `东\u200d京`, '\u{e0100}', 'ー', 'ﾞ'])
      await expect(find(query)).resolves.toMatchObject({ mistyped: false });
  });

  test('accepts 100 KB without a space, and typos next to scripts without spaces', async () => {
    const content = Array.from({ length: 34_000 }, (_, index) =>
      String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
    ).join('');
    const id = await publish({ title: 'Keyboard発売日', content, publishedAt: day(8) });
    expect((await find(content.slice(30_000, 30_012))).ids).toEqual([id]);
    expect(await find('keybaord 発売')).toMatchObject({
      ids: [id],
      mistyped: true,
      suggestion: 'Keyboard 発売',
    });
  });

  test('finds Korean words that have particles in the text', async () => {
    const id = await publish({
      title: '서울의 교통이 달라진다',
      content: '시민들은 새로운 버스를 기다렸다',
      publishedAt: day(8),
    });
    for (const query of ['서울', '서울 교통', '교통 서울', '버스 시민', '시민 버스 서울'])
      expect((await find(query)).ids, query).toEqual([id]);
    for (const query of ['울 교통', '새 버스', '서울 부산'])
      expect((await find(query)).ids, query).toEqual([]);
  });

  test('finds both spellings of a German character', async () => {
    const [long, short] = [
      await publish({ title: 'Frau Moeller', publishedAt: day(8) }),
      await publish({ title: 'Frau Möller', publishedAt: day(9) }),
    ];
    for (const query of ['möller', 'moeller', 'MOELL']) {
      expect(
        (await find(query, { language: 'de-AT' })).ids.toSorted((a, b) => a - b),
        query,
      ).toEqual([long, short]);
    }
    expect((await find('möller')).ids).toEqual([short]);
    expect((await find('moeller')).ids).toEqual([long]);
  });
});
