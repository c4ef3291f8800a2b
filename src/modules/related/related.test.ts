import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, makeTerm } from '../../../test/harness/factories.ts';
import { testContent } from '../../../test/harness/load-context.ts';
import { createSearchClient } from '../search/search-client.ts';
import { deletePost, updatePost } from '../posts/writer.ts';
import { findPost } from '../posts/reader.ts';
import { createRelatedPosts, findRanking, relearnWords } from './related-posts.ts';
import { countWords, makeDigest, parseDigest, printDigest, createRarity } from '../search/profile.ts';
import { insertRanked } from '../search/rank-related.ts';

const filler = 'Nobody in the village had expected it, and so everyone came to look.';
/** Texts that differ in the last sentence only. */
const story = (subject: string) => `<p>${filler}</p><p>${subject}</p>`;

test('a digest contains the significant words, survives serialization, and merges forms of a word', () => {
  const counts = countWords({
    title: 'Lighthouses',
    excerpt: '',
    content:
      '<p>The lighthouse keeper of 1911 &amp; his Lighthouses, a b c.</p>[caption id="x"]lamp[/caption]',
  });
  expect(counts.get('lighth')).toBe(5);
  expect([counts.has('1911'), counts.has('b'), counts.get('lamp'), counts.has('captio')]).toEqual([
    false,
    false,
    1,
    false,
  ]);
  const digest = makeDigest(counts, (stem) => (stem === 'the' ? 0 : 1));
  expect([...parseDigest(printDigest(digest))]).toEqual([...digest]);
  expect([...digest][0]).toEqual(['lighth', 5]);
  expect([...countWords({ title: '東京タワー', excerpt: '', content: '' }).keys()]).toContain('東京');
});

test('inserts a post at its rank, once, and not after the last of a full ranking', () => {
  const ranking = [
    { id: 1, score: 0.9 },
    { id: 2, score: 0.5 },
  ];
  expect(insertRanked(ranking, { id: 3, score: 0.7 })?.map(({ id }) => id)).toEqual([1, 3, 2]);
  expect(insertRanked(ranking, { id: 2, score: 0.8 })).toBeUndefined();
  const full = Array.from({ length: 24 }, (_, index) => ({ id: index + 1, score: 1 - index / 100 }));
  expect(insertRanked(full, { id: 99, score: 0.1 })).toBeUndefined();
  expect(insertRanked(full, { id: 99, score: 2 })).toHaveLength(24);
});

onBothDatabases('related posts', (get) => {
  const storedRanking = async (id: number) => {
    const post = await findPost(get().read, id);
    return post && findRanking(get().read, post);
  };

  test('[REL-34] by words and terms, never the post itself, a draft or a password-protected one; cached; a new post reaches its neighbours', async () => {
    const database = get();
    const content = testContent(database);
    const find = async (id: number) => {
      const post = await findPost(database.read, id);
      return post ? content.related.find(post) : undefined;
    };
    const { eels, eels2, stoat, hidden, locked, tagged } = await database.write(async (tx) => {
      const rivers = await makeTerm(tx, { name: 'Rivers', taxonomy: 'post_tag' });
      for (let n = 0; n < 8; n++)
        await makePost(tx, {
          title: `Town notes ${n}`,
          content: story('The council met again about the market square.'),
        });
      return {
        eels: await makePost(tx, {
          title: 'Eels come back',
          content: story('Young eels wriggled past the sluice and up the weir.'),
          termIds: [rivers],
        }),
        eels2: await makePost(tx, {
          title: 'Counting at the weir',
          content: story('A sluice keeper counts the eels by lamp.'),
        }),
        stoat: await makePost(tx, {
          title: 'A stoat at noon',
          content: story('It crossed the road with great composure.'),
        }),
        hidden: await makePost(tx, {
          title: 'Eels, a draft',
          status: 'draft',
          content: story('Young eels at the sluice of the weir.'),
        }),
        locked: await makePost(tx, {
          title: 'Eels, locked',
          password: 'x',
          content: story('Young eels at the sluice of the weir.'),
        }),
        tagged: await makePost(tx, {
          title: 'Bridges',
          content: story('Stone, iron, rope.'),
          termIds: [rivers],
        }),
      };
    });
    const first = await find(eels);
    expect(first?.slice(0, 2).toSorted()).toEqual([eels2, tagged].toSorted());
    for (const never of [eels, hidden, locked]) expect(first).not.toContain(never);
    expect(await find(locked)).toEqual([]);
    expect(await find(hidden)).toEqual([]);
    expect((await find(stoat))?.slice(0, 1)).not.toEqual([hidden]);
    await expect.poll(() => storedRanking(eels)).toBeDefined();

    const emitted: string[] = [];
    const stop = database.bus.listen((emissions) => void emitted.push(...emissions.map(({ tag }) => tag)));
    const newest = await database.write((tx) =>
      makePost(tx, {
        title: 'Eels at the weir again',
        content: story('Young eels, the sluice, the weir: all as before.'),
      }),
    );
    expect((await find(newest))?.slice(0, 2).toSorted()).toEqual([eels, eels2].toSorted());
    await expect.poll(async () => (await storedRanking(eels))?.map(({ id }) => id)).toContain(newest);
    await expect.poll(() => emitted).toContain(`related:${eels}`);
    stop();

    await database.write((tx) =>
      updatePost(tx, eels, { title: 'Bridges and rope', content: story('Stone, iron, rope.') }),
    );
    expect(await storedRanking(eels)).toBeUndefined();
    expect((await find(eels))?.[0]).toBe(tagged);
    await expect.poll(() => storedRanking(eels)).toBeDefined();
    await database.write((tx) => deletePost(tx, eels));
    expect(
      await database.read.selectFrom('post_related').select('post_id').where('post_id', '=', eels).execute(),
    ).toEqual([]);
    await content.close();
  });

  test('a language without spaces, one with another script, and a post without words', async () => {
    const database = get();
    const content = testContent(database);
    const find = async (id: number) => {
      const post = await findPost(database.read, id);
      return post ? content.related.find(post) : undefined;
    };
    const made = await database.write(async (tx) => ({
      tower: await makePost(tx, { title: '東京タワーの夜景', content: '<p>東京タワーから夜景を見る。</p>' }),
      tower2: await makePost(tx, {
        title: '夜景の名所',
        content: '<p>東京タワーの展望台は夜景がきれいです。</p>',
      }),
      ship: await makePost(tx, { title: 'Корабли уходят', content: '<p>Корабль вышел из гавани.</p>' }),
      ship2: await makePost(tx, { title: 'Гавань', content: '<p>В гавани стоят корабли и лодки.</p>' }),
      nothing: await makePost(tx, { title: '', content: '' }),
    }));
    expect((await find(made.tower))?.[0]).toBe(made.tower2);
    expect((await find(made.ship))?.[0]).toBe(made.ship2);
    expect(await find(made.nothing)).toEqual([]);
    await content.close();
  });

  test('the search worker ranks like the main thread, concurrently with searches', async () => {
    const database = get();
    const worker = createSearchClient(database);
    const inProcess = createSearchClient(database, { inProcess: true });
    const { id } = await database.read
      .selectFrom('post')
      .select('id')
      .where('title', '=', 'Counting at the weir')
      .executeTakeFirstOrThrow();
    const [ranked, found] = await Promise.all([
      worker.rankRelated(id),
      worker.find({ query: 'weir', limit: 5 }),
    ]);
    expect(ranked?.ranking.map((post) => post.id)).toEqual(
      (await inProcess.rankRelated(id))?.ranking.map((post) => post.id),
    );
    expect([ranked?.ranking.length, found.ids.includes(id)]).toEqual([
      expect.toSatisfy((length: number) => length > 0),
      true,
    ]);
    expect(await worker.rankRelated(999_999)).toBeUndefined();
    await worker.close();
  });

  test('emits the tag once the ranking is ready for requests that stopped waiting', async () => {
    const database = get();
    const plain = testContent(database);
    let go = () => {};
    const gate = new Promise<void>((resolve) => (go = resolve));
    const slow = createRelatedPosts({
      ...plain,
      search: { ...plain.search, rankRelated: async (id) => gate.then(() => plain.search.rankRelated(id)) },
    });
    const id = await database.write((tx) =>
      makePost(tx, { title: 'Late', content: story('Young eels at the weir.') }),
    );
    const post = await findPost(database.read, id);
    if (!post) throw new Error('The post was just made.');
    const emitted: string[] = [];
    const stop = database.bus.listen((emissions) => void emitted.push(...emissions.map(({ tag }) => tag)));
    expect(await slow.find(post, 5)).toBeUndefined();
    const waiting = slow.find(post);
    go();
    expect(await waiting).toBeDefined();
    await expect.poll(() => emitted).toContain(`related:${id}`);
    stop();
  });
});

onBothDatabases('the word statistics of a changed site', (get) => {
  test('are learnt again, and posts ranked by the old ones are ranked again', async () => {
    const database = get();
    const rarity = createRarity(database.read);
    const make = (subject: string) =>
      database.write(async (tx) => {
        const ids: number[] = [];
        for (let n = 0; n < 9; n++)
          ids.push(await makePost(tx, { title: `${subject} ${n}`, content: story(`A ${subject} again.`) }));
        return ids;
      });
    const old = await make('lighthouse');
    expect((await rarity()).estimate('lighth')).toBe(9);
    await database.write(async (tx) => {
      for (const id of old) await deletePost(tx, id);
    });
    const [first = 0] = await make('harvest');
    const content = testContent(database);
    const post = (await findPost(database.read, first)) ?? expect.fail('There is no post.');
    await content.related.find(post);
    await expect.poll(() => findRanking(database.read, post)).toBeDefined();
    expect((await rarity()).estimate('lighth')).toBe(9); // same number of posts, and within a day
    const emitted: string[] = [];
    const stopListening = database.bus.listen(
      (emissions) => void emitted.push(...emissions.map(({ tag, urgency }) => `${tag} ${urgency}`)),
    );
    await database.write(relearnWords);
    stopListening();
    expect(emitted).toEqual(['* bulk']);
    expect([(await rarity()).estimate('lighth'), (await rarity()).estimate('harves')]).toEqual([0, 9]);
    expect(await findRanking(database.read, post)).toBeUndefined();
    expect(await database.read.selectFrom('post_digest').select('post_id').execute()).toEqual([]);
    await content.close();
  });
});
