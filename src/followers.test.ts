import { expect, test } from 'vitest';
import { makeTestDatabase, onBothDatabases } from '../test/harness/databases.ts';
import { makePost } from '../test/harness/factories.ts';
import { deletePost, updatePost } from './modules/posts/writer.ts';
import { postDeleted, postExpanding, postSaved } from './modules/posts/events.ts';
import { openDatabase } from './kernel/db/open-database.ts';
import { followers } from './followers.ts';
import { arrangeFollowers, defineFollower, on } from './kernel/events.ts';
import type { Followers } from './kernel/events.ts';
import type { Tx } from './kernel/db/open-database.ts';

const followersOf = ({ name: event }: { readonly name: string }) =>
  followers.list().flatMap(({ name, events }) => (events.includes(event) ? [name] : []));

/** Followers of an event among these, in the order in which they run. A new follower needs no line here. */
const orderOf = (event: { readonly name: string }, names: readonly string[]) =>
  followersOf(event).filter((name) => names.includes(name));

test('the followers of posts run in the declared order', () => {
  const ofExpanding = ['pattern-uses'];
  const ofSaved = [
    'pattern-uses',
    'old-slugs',
    'media',
    'script-blocks',
    'search',
    'comments',
    'pattern-texts',
    'push',
    'shared-drafts',
    'front',
    'scheduled-posts',
    'post-tags',
  ];
  const ofDeleted = [
    'post-references',
    'media',
    'search',
    'comments',
    'pattern-texts',
    'push',
    'front',
    'related',
    'templates',
    'post-tags',
  ];
  expect(orderOf(postExpanding, ofExpanding)).toEqual(ofExpanding);
  expect(orderOf(postSaved, ofSaved)).toEqual(ofSaved);
  expect(orderOf(postDeleted, ofDeleted)).toEqual(ofDeleted);
});

test('every follower that a module defines has a place in the order', () => {
  const faces = import.meta.glob<{ readonly followers?: readonly { readonly name: string }[] }>(
    './modules/*/index.ts',
    { eager: true },
  );
  const defined = Object.values(faces).flatMap((face) => (face.followers ?? []).map(({ name }) => name));
  expect(defined.toSorted()).toEqual(
    followers
      .list()
      .map(({ name }) => name)
      .toSorted(),
  );
});

onBothDatabases('followers', (get) => {
  /** The site's followers, and after them one that fails. */
  const withBroken: Followers<Tx> = {
    notify: async (tx, event, payload) => {
      await followers.notify(tx, event, payload);
      await broken.notify(tx, event, payload);
    },
    list: () => followers.list(),
  };
  const fail = () => {
    throw new Error('the last follower failed');
  };
  const broken = arrangeFollowers<Tx>([
    [[defineFollower('broken', on(postSaved, fail), on(postDeleted, fail))], 'broken'],
  ]);
  const failing = <Result>(work: (tx: Tx) => Promise<Result>) =>
    get().write((tx) => work({ ...tx, followers: withBroken }));

  test('a follower that fails undoes the writes of the writer and of all other followers, and no tag is emitted', async () => {
    const [id, title] = [
      await get().write((tx) => makePost(tx, { title: 'Harbour', slug: 'harbour' })),
      'Lighthouse',
    ];
    const stored = async () => ({
      posts: await get().read.selectFrom('post').select(['id', 'title', 'slug', 'revision']).execute(),
      slugs: await get().read.selectFrom('old_slug').selectAll().execute(),
      keys: await get().read.selectFrom('post_search_key').select('post_id').execute(),
      counters: await get().read.selectFrom('counter').selectAll().orderBy('key').execute(),
    });
    const before = await stored();
    expect(before.keys).toEqual([{ post_id: id }]);
    const emitted: string[] = [];
    const stop = get().bus.listen((emissions) => void emitted.push(...emissions.map(({ tag }) => tag)));
    await expect(failing((tx) => updatePost(tx, id, { title, slug: 'lighthouse' }))).rejects.toThrow(
      'the last',
    );
    await expect(failing((tx) => makePost(tx, { title }))).rejects.toThrow('the last');
    await expect(failing((tx) => deletePost(tx, id))).rejects.toThrow('the last');
    expect(await stored()).toEqual(before);
    expect(emitted).toEqual([]);
    await get().write((tx) => updatePost(tx, id, { title, slug: 'lighthouse' }));
    stop();
    expect((await stored()).slugs).toEqual([{ slug: 'harbour', post_id: id }]);
    expect(emitted).toContain(`post:${id}`);
  });
});

test('a database that is opened without followers refuses to write a post rather than skip them', async () => {
  const place = await makeTestDatabase('sqlite');
  const database = await openDatabase({ dataDir: place.dataDir });
  await expect(database.write((tx) => makePost(tx))).rejects.toThrow('has no followers');
  expect(await database.read.selectFrom('post').select('id').execute()).toEqual([]);
  await database.close();
  await place.drop();
});
