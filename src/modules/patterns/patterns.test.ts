import { defaultSettings } from '../settings/settings.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { testContent } from '../../../test/harness/load-context.ts';
import { writeOpening } from '../../lib/markup/block-markup.ts';
import type { Content } from '../content/content.ts';
import { startQueues } from '../../kernel/jobs/job-queue.ts';
import { findCards } from '../cards/cards.ts';
import { findPost } from '../posts/reader.ts';
import { createPost, deletePost, updatePost } from '../posts/writer.ts';
import type { PostInput } from '../posts/writer.ts';
import { saveSettings } from '../settings/store.ts';
import { parseSearch } from '../search/query.ts';
import { rebuildSearchIndex } from '../search/store.ts';
import { searchPosts, findPassages } from '../search/results.ts';
import { followOnce, patternQueue } from './jobs.ts';
import { deepestPatterns } from './expand-patterns.ts';

const paragraph = (text: string, name?: string) => {
  const attributes =
    name === undefined
      ? {}
      : { metadata: { name, bindings: { __default: { source: 'core/pattern-overrides' } } } };
  return `${writeOpening('core/paragraph', attributes, false)}<p>${text}</p><!-- /wp:paragraph -->`;
};
const place = (ref: number, content?: object) => writeOpening('core/block', { ref, content }, true);

onBothDatabases('stored words of posts with patterns', (get) => {
  let content: Content;
  beforeAll(() => {
    content = testContent(get());
  });
  beforeEach(() => settled());
  const log = {
    info: () => undefined,
    warn: (details: object) => expect(details).toBe('nothing to warn of'),
  };
  const post = (markup: string, input: Partial<PostInput> = {}) =>
    get().write((tx) => makePost(tx, { content: markup, ...input }));
  const pattern = (markup: string, input: Partial<PostInput> = {}) =>
    post(markup, { type: 'wp_block', ...input });
  const change = (id: number, changes: Partial<PostInput>) =>
    get().write((tx) => updatePost(tx, id, changes));
  const rows = async (id: number) =>
    (
      await get()
        .read.selectFrom('post_pattern')
        .select(['pattern_id', 'version'])
        .where('post_id', '=', id)
        .orderBy('pattern_id')
        .execute()
    ).map(({ pattern_id: patternId, version }) => [patternId, version]);
  const excerptOf = async (id: number) => (await findCards(content, [id], defaultSettings)).get(id)?.excerpt;
  const finds = async (query: string) => (await searchPosts(content, { query, limit: 20 })).ids;
  const waiting = async () =>
    (
      await get()
        .read.selectFrom('job')
        .select('key')
        .where('kind', '=', 'pattern')
        .where('due_at', '>', 0)
        .execute()
    ).length;
  /** Runs pending jobs, as a server process does. */
  async function settled(): Promise<void> {
    const jobs = startQueues([patternQueue({ database: get(), log })], { bus: get().bus, log });
    await expect.poll(waiting).toBe(0);
    await jobs.close();
  }

  test('excerpts, openings, search and snippets contain the patterns’ words, with the overrides of each post', async () => {
    const inner = await pattern(paragraph('Innermost quokka.'));
    const outer = await pattern(`${paragraph('Saved wombat.', 'One')}${place(inner)}`);
    const id = await post(
      `${paragraph('Before.')}${place(outer, { One: { content: 'Overridden <em>numbat</em>.' } })}${paragraph('Behind.')}`,
    );
    expect(await excerptOf(id)).toBe('Before. Overridden numbat. Innermost quokka. Behind.');
    const found = await findPost(get().read, id);
    expect(found).toMatchObject({
      opening: 'Before. Overridden numbat. Innermost quokka. Behind.',
      holdsPatterns: true,
    });
    for (const word of ['quokka', 'numbat']) expect([word, await finds(word)]).toEqual([word, [id]]);
    expect(await finds('wombat')).toEqual([]); // the pattern has no page, and its word is overridden here
    expect((await findPassages(get().read, [id], parseSearch('quokka'))).get(id)).toContain(
      'Innermost quokka',
    );
    expect(await rows(id)).toEqual([
      [inner, 1],
      [outer, 1],
    ]);
    await rebuildSearchIndex(get());
    expect(await finds('quokka')).toEqual([id]);
    await change(id, { content: paragraph('Plain.') });
    expect([await excerptOf(id), await rows(id), await finds('quokka')]).toEqual(['Plain.', [], []]);
    expect((await findPost(get().read, id))?.holdsPatterns).toBeUndefined();
  });

  test('search does not find hidden blocks in, around or next to a pattern', async () => {
    const hide = (name: string, inner: string, more: object = {}) =>
      `${writeOpening(`core/${name}`, { metadata: { blockVisibility: false, ...more } }, false)}${inner}<!-- /wp:${name} -->`;
    const bindings = { __default: { source: 'core/pattern-overrides' } };
    const hidden = hide('paragraph', '<p>Pangolin.</p>');
    const shown = await pattern(
      `${hidden}${hide('paragraph', '<p>Pademelon.</p>', { name: 'One', bindings })}${paragraph('Cuscus.')}`,
    );
    const around = await pattern(paragraph('Dibbler.'));
    const id = await post(
      `${hide('group', `<div>${paragraph('Possum.', 'Two')}${place(around)}</div>`)}${paragraph('Kowari.')}${place(shown)}`,
    );
    expect(await excerptOf(id)).toBe('Kowari. Cuscus.');
    await rebuildSearchIndex(get());
    for (const word of ['pangolin', 'pademelon', 'possum', 'dibbler']) {
      expect([
        word,
        await finds(word),
        (await findPassages(get().read, [id], parseSearch(word))).size,
      ]).toEqual([word, [], 0]);
    }
    for (const word of ['kowari', 'cuscus']) expect([word, await finds(word)]).toEqual([word, [id]]);
  });

  test('changing a pattern’s text, status or password, or deleting it, updates every post with it in one job', async () => {
    const inner = await pattern(paragraph('First dingo.'));
    const outer = await pattern(place(inner));
    const ids = [await post(place(inner)), await post(place(outer))];
    const bystander = await post(paragraph('Bystander dunnart.'));
    await settled();
    const both = async () => Promise.all(ids.map(excerptOf));
    await change(inner, { content: paragraph('Second bilby.') });
    expect([await both(), await finds('dingo'), await finds('bilby')]).toEqual([
      ['First dingo.', 'First dingo.'],
      ids.slice(1),
      ids.slice(0, 1),
    ]);
    expect(await waiting()).toBe(1);
    await settled();
    expect([await both(), await finds('dingo'), (await finds('bilby')).toSorted()]).toEqual([
      ['Second bilby.', 'Second bilby.'],
      [],
      ids.toSorted(),
    ]);
    for (const [changes, shown] of [
      [{ status: 'draft' }, ''],
      [{ status: 'publish' }, 'Second bilby.'],
      [{ password: 'x' }, ''],
      [{ password: '' }, 'Second bilby.'],
    ] as const) {
      await change(inner, changes);
      await settled();
      expect([changes, await both()]).toEqual([changes, [shown, shown]]);
    }
    await change(outer, { content: paragraph('Outer alone.') });
    await settled();
    expect([await both(), await rows(ids[1] ?? 0)]).toEqual([
      ['Second bilby.', 'Outer alone.'],
      [[outer, expect.any(Number)]],
    ]);
    await get().write((tx) => deletePost(tx, inner));
    await settled();
    expect([await both(), await finds('bilby'), await rows(ids[0] ?? 0)]).toEqual([
      ['', 'Outer alone.'],
      [],
      [[inner, 0]],
    ]);
    expect([await excerptOf(bystander), await finds('dunnart')]).toEqual(['Bystander dunnart.', [bystander]]);
  });

  test('finds a pattern created after the post that refers to it, and one that reuses a deleted id', async () => {
    const free = 700_001;
    const id = await post(place(free));
    expect([await excerptOf(id), await rows(id)]).toEqual(['', [[free, 0]]]);
    const createPattern = (text: string) =>
      get().write((tx) =>
        createPost(tx, {
          id: free,
          type: 'wp_block',
          status: 'publish',
          title: 'P',
          content: paragraph(text),
        }),
      );
    await createPattern('Late potoroo.');
    await settled();
    expect([await excerptOf(id), await finds('potoroo')]).toEqual(['Late potoroo.', [id]]);
    await get().write((tx) => deletePost(tx, free));
    await createPattern('Other bettong.');
    await settled();
    expect([await excerptOf(id), await finds('potoroo'), await finds('bettong')]).toEqual([
      'Other bettong.',
      [],
      [id],
    ]);
  });

  test('an interrupted update continues, repeats nothing, and invalidates lists once', async () => {
    const shown = await pattern(paragraph('Old words.'));
    const ids = await get().write(async (tx) => {
      const made: number[] = [];
      for (let n = 0; n < 450; n++) made.push(await makePost(tx, { content: place(shown) }));
      return made;
    });
    await settled();
    const revisions = () =>
      get()
        .read.selectFrom('post')
        .select(['id', 'revision', 'modified_at'])
        .where('id', 'in', ids)
        .orderBy('id')
        .execute();
    const before = await revisions();
    await change(shown, { content: paragraph('New words.') });
    const first = await followOnce(get(), shown);
    expect(first).toBeGreaterThan(0);
    const done = async () =>
      (
        await get()
          .read.selectFrom('post')
          .select('id')
          .where('id', 'in', ids)
          .where('expanded', 'like', '%New words%')
          .execute()
      ).length;
    expect(await done()).toBe(first);
    const emittedTags: string[] = [];
    const stopListening = get().bus.listen((emissions) =>
      emittedTags.push(...emissions.map(({ tag }) => tag)),
    );
    await settled();
    stopListening();
    expect(await done()).toBe(ids.length);
    expect(emittedTags.filter((tag) => tag === 'excerpts' || tag.startsWith('post:'))).toEqual(['excerpts']);
    expect(await followOnce(get(), shown)).toBe(0);
    expect(await revisions()).toEqual(before); // not edited by a user
  });

  test('a post that is saved while patterns are being indexed keeps the saved words', async () => {
    const shown = await pattern(paragraph('Old heron.'));
    const id = await post(place(shown));
    await settled();
    await Promise.all([
      change(shown, { content: paragraph('New heron.') }),
      change(id, { content: `${place(shown)}${paragraph('Saved ibis.')}` }),
    ]);
    await settled();
    expect(await excerptOf(id)).toBe('New heron. Saved ibis.');
  });

  test('handles texts that name a pattern a thousand times, themselves, or nonsense', async () => {
    const many = await pattern(paragraph('Many.'));
    const id = await post(place(many).repeat(1000));
    const { expanded } = await get()
      .read.selectFrom('post')
      .select('expanded')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(expanded?.split('Many.').length).toBe(501);
    const own = await pattern('');
    await change(own, { content: `${paragraph('Once.')}${place(own)}` });
    const nonsense = `<!-- wp:block {"ref":"x"} /--><!-- wp:block {"ref":[${own}]} /--><!-- wp:block {broken} /-->`;
    expect(await excerptOf(await post(place(own) + nonsense))).toBe('Once.');
    await settled();
  });

  test('an update also ends for a chain of patterns longer than the limit', async () => {
    let inner = await pattern(paragraph('Too deep.'));
    const deepest = inner;
    for (let depth = 0; depth <= deepestPatterns; depth++)
      inner = await pattern(`${paragraph(`Depth ${depth}.`)}${place(inner)}`);
    const id = await post(place(inner));
    await change(deepest, { content: paragraph('Changed below.') });
    for (let turn = 0; turn < 3; turn++) await followOnce(get(), deepest);
    expect(await followOnce(get(), deepest)).toBe(0);
    await settled();
    expect((await rows(id)).length).toBe(deepestPatterns);
    expect(await excerptOf(id)).toContain('Depth 20.');
  });

  test('overrides of named blocks belong to each post, and the rest follows the pattern', async () => {
    const shown = await pattern(`${paragraph('Common koala.')}${paragraph('Saved numbat.', 'One')}`);
    const [plain, other] = [
      await post(place(shown)),
      await post(place(shown, { One: { content: 'Own quoll.' } })),
    ];
    const found = async () =>
      [await finds('koala'), await finds('numbat'), await finds('quoll')].map((ids) => ids.toSorted());
    expect(await found()).toEqual([[plain, other], [plain], [other]]);
    await change(shown, { content: `${paragraph('Common koala.')}${paragraph('Saved bandicoot.', 'One')}` });
    await settled();
    expect([await found(), await finds('bandicoot')]).toEqual([[[plain, other], [], [other]], [plain]]);
    await change(shown, { content: paragraph('Common koala.') });
    await settled();
    expect([await found(), await finds('bandicoot')]).toEqual([[[plain, other].toSorted(), [], []], []]);
    await rebuildSearchIndex(get());
    expect(await found()).toEqual([[plain, other], [], []]);
  });

  test('posts follow the words of a changed pattern even if the index being built lacks their row', async () => {
    const shown = await pattern(paragraph('Old thylacine.'));
    const id = await post(`${paragraph('Lonely zyzzyva.')}${place(shown)}`);
    // A row that writers wouldn't store: rewriting it removes the word.
    await get().write(async (tx) => {
      const marked = tx.dialect.search.rewrite([{ postId: id, words: ['unwritten', `¤${shown}`] }]);
      for (const statement of marked) await statement.execute(tx.db);
    });
    await change(shown, { content: paragraph('New potoroo.') });
    expect([await finds('thylacine'), await finds('potoroo')]).toEqual([[], [id]]);
    await settled();
    expect([await excerptOf(id), await finds('unwritten potoroo'), await finds('zyzzyva')]).toEqual([
      'Lonely zyzzyva. New potoroo.',
      [id],
      [],
    ]);
  });

  test('includes meta that a text binds, and follows its changes', async () => {
    const bound = (key: string, saved: string) => {
      const metadata = { bindings: { content: { source: 'core/post-meta', args: { key } } } };
      return `${writeOpening('core/paragraph', { metadata }, false)}<p>${saved}</p><!-- /wp:paragraph -->`;
    };
    const shown = await pattern(`${paragraph('Mood:')}${bound('mood', 'Saved gecko.')}`);
    const meta = {
      mood: ['Calm <b>skink</b><script>alert(1)</script>', 'Second'],
      list: ['a:1:{i:0;s:5:"Stoat";}'],
      _secret: ['Hidden civet'],
    };
    const id = await post(place(shown), { meta });
    const own = await post(
      bound('mood', 'None gecko') +
        bound('list', 'No list.') +
        bound('_secret', 'No secret.') +
        bound('absent', 'Nothing.'),
      { meta },
    );
    const bystander = await post(bound('mood', 'Saved marmot.'));
    expect([await excerptOf(id), await excerptOf(own), await excerptOf(bystander)]).toEqual([
      'Mood: Calm skink',
      'Calm skink No list. No secret. Nothing.',
      'Saved marmot.',
    ]);
    for (const [word, ids] of [
      ['skink', [own, id]],
      ['gecko', []],
      ['stoat', []],
      ['civet', []],
      ['alert', []],
      ['marmot', [bystander]],
      ['mood', [id]],
    ] as const) {
      expect([word, await finds(word)]).toEqual([word, ids]);
    }
    await change(id, { meta: { mood: ['Stormy newt'] } });
    await change(own, { meta: { other: ['x'], mood: [] } });
    expect([await excerptOf(id), await excerptOf(own)]).toEqual([
      'Mood: Stormy newt',
      'None gecko No list. No secret. Nothing.',
    ]);
    expect([await finds('newt'), await finds('skink'), await finds('gecko')]).toEqual([[id], [], [own]]);
    expect((await findPassages(get().read, [id], parseSearch('newt'))).get(id)).toContain('Stormy newt');
    await change(shown, { content: `${bound('mood', 'x')}${paragraph('Changed.')}` });
    await settled();
    expect([await excerptOf(id), await finds('newt'), await excerptOf(bystander)]).toEqual([
      'Stormy newt Changed.',
      [id],
      'Saved marmot.',
    ]);
    await rebuildSearchIndex(get());
    expect([await finds('newt'), await finds('gecko'), await finds('marmot')]).toEqual([
      [id],
      [own],
      [bystander],
    ]);
    await change(own, { content: paragraph('Plain.') });
    expect(
      await get().read.selectFrom('post').select('expanded').where('id', '=', own).executeTakeFirst(),
    ).toEqual({ expanded: null });
  });

  test('includes dates of a post that its text binds, and follows their changes', async () => {
    const bound = (field: string, saved: string) => {
      const metadata = { bindings: { content: { source: 'core/post-data', args: { field } } } };
      return `${writeOpening('core/paragraph', { metadata }, false)}<p>${saved}</p><!-- /wp:paragraph -->`;
    };
    const [publishedAt, modifiedAt] = [Date.UTC(2026, 0, 2, 3, 4, 5), Date.UTC(2026, 1, 3, 4, 5, 6)];
    const shown = await pattern(bound('date', 'Saved lemur.'));
    const [own, held] = [
      await post(
        bound('date', 'Saved tarsier.') + bound('modified', 'Saved aye-aye.') + bound('rank', 'No fact.'),
        { publishedAt, modifiedAt },
      ),
      await post(place(shown), { publishedAt, modifiedAt: publishedAt }),
    ];
    expect(await Promise.all([own, held].map(excerptOf))).toEqual([
      '2026-01-02T03:04:05+00:00 2026-02-03T04:05:06+00:00 No fact.',
      '2026-01-02T03:04:05+00:00',
    ]);
    expect(await finds('tarsier')).toEqual([]);
    const bystander = await post(paragraph('No date.'), { publishedAt, modifiedAt });
    await settled();
    await get().write((tx) => saveSettings(tx, { timezone_string: 'Asia/Tokyo' }));
    await settled();
    expect(await Promise.all([own, held, bystander].map(excerptOf))).toEqual([
      '2026-01-02T12:04:05+09:00 2026-02-03T13:05:06+09:00 No fact.',
      '2026-01-02T12:04:05+09:00',
      'No date.',
    ]);
    await get().write((tx) => saveSettings(tx, { timezone_string: null }));
    await settled();
    expect(await Promise.all([own, held].map(async (id) => [await excerptOf(id), await rows(id)]))).toEqual([
      ['2026-01-02T03:04:05+00:00 2026-02-03T04:05:06+00:00 No fact.', []],
      ['2026-01-02T03:04:05+00:00', [[shown, 1]]],
    ]);
    await change(own, { modifiedAt: publishedAt });
    await change(held, { publishedAt: modifiedAt });
    expect(await Promise.all([own, held].map(excerptOf))).toEqual([
      '2026-01-02T03:04:05+00:00 No fact.',
      '2026-02-03T04:05:06+00:00',
    ]);
  });

  test('in ten attacks words that look like tokens find only words, and other posts are unaffected', async () => {
    const shown = await pattern(paragraph('Bystander echidna.'));
    const id = await post(place(shown));
    for (const text of [
      `¤${shown}`,
      `¤${shown}*`,
      `"¤${shown}"`,
      '±echidna',
      '§wp·5f·block',
      '¹echidna',
      `x OR ¤${shown}`,
      `') | ('¤${shown}`,
      `¤${shown} NOT y`,
      '¶echidna',
    ]) {
      const lookalike = await post(paragraph(text), { title: text });
      expect([text, await finds('echidna')]).toEqual([text, /^[±¶]/.test(text) ? [lookalike, id] : [id]]);
      expect([text, (await finds(text)).includes(id)]).toEqual([text, /^[±¶]/.test(text)]);
      await get().write((tx) => deletePost(tx, lookalike));
    }
    expect(await finds(`¤${'9'.repeat(500)}`)).toEqual([]);
  });

  test('a word in sixty patterns finds posts of the newest fifty, and unused patterns don’t count', async () => {
    const many = 'Multiplied tamarin ursine vulpine caprine equine feline canine bovine ovine';
    const ids = await get().write(async (tx) => {
      const made: number[] = [];
      for (let n = 0; n < 60; n++) {
        const text = paragraph(`${many} ${'abcdefghij'.charAt(n % 10)}word`);
        const shown = await makePost(tx, {
          type: 'wp_block',
          content: text,
          publishedAt: (n + 1) * 86_400_000,
        });
        made.push(await makePost(tx, { content: place(shown), publishedAt: (n + 1) * 86_400_000 }));
      }
      for (let n = 0; n < 100; n++) await makePost(tx, { type: 'wp_block', content: paragraph(many) });
      return made;
    });
    await settled();
    const own = await post(paragraph('A tamarin of its own.'));
    const found = (await searchPosts(content, { query: many, limit: 100 })).ids;
    expect(found.toSorted((a, b) => a - b)).toEqual(ids.slice(10));
    expect((await searchPosts(content, { query: 'tamar', limit: 100 })).ids).toEqual([
      own,
      ...ids.slice(10).toReversed(),
    ]);
    const words = [...'abcdefghij'].map((letter) => `${letter}word`);
    expect(await finds(words.join(' '))).toEqual([]);
  });

  test('handles a text that names ten thousand patterns, and patterns that contain each other', async () => {
    const shown = await pattern(paragraph('Findable ocelot.'));
    const many = await post(
      place(shown) + Array.from({ length: 10_000 }, (_, n) => place(5_000_000 + n)).join(''),
    );
    expect([await excerptOf(many), await finds('ocelot')]).toEqual(['Findable ocelot.', [many]]);
    await get().write((tx) => deletePost(tx, many));
    const [one, two] = [await pattern(''), await pattern('')];
    await change(one, { content: `${paragraph('Circular jerboa.')}${place(two)}` });
    await change(two, { content: `${paragraph('Circular gerbil.')}${place(one)}` });
    await settled();
    const holders = [await post(place(one)), await post(place(two))];
    expect(await Promise.all(holders.map(excerptOf))).toEqual([
      'Circular jerboa. Circular gerbil.',
      'Circular gerbil. Circular jerboa.',
    ]);
    expect([(await finds('jerboa')).toSorted(), (await finds('circular gerbil')).toSorted()]).toEqual([
      holders,
      holders,
    ]);
    await change(two, { content: paragraph('Straight.') });
    await settled();
    expect([(await finds('jerboa')).toSorted(), (await finds('straight')).toSorted()]).toEqual([
      holders.slice(0, 1),
      holders,
    ]);
  });
});
