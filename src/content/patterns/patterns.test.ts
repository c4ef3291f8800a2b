import { defaultSettings } from '../settings/settings.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { testContent } from '../../../test/harness/load-context.ts';
import { writeOpening } from '../../lib/markup/write-opening.ts';
import type { Content } from '../content.ts';
import { keepJobs } from '../jobs/keep-jobs.ts';
import { findCards } from '../posts/cards.ts';
import { findPost } from '../posts/reader.ts';
import { openingOf } from '../posts/excerpt.ts';
import { createPost, deletePost, updatePost } from '../posts/writer.ts';
import type { PostInput } from '../posts/writer.ts';
import { findPassages } from '../search/passage.ts';
import { parseSearch } from '../search/query.ts';
import { rebuildSearchIndex } from '../search/rebuild.ts';
import { searchPosts } from '../search/reader.ts';
import { followOnce, patternQueue } from './keep-excerpts.ts';

const paragraph = (text: string, name?: string) => {
  const attributes = name === undefined ? {} : { metadata: { name, bindings: { __default: { source: 'core/pattern-overrides' } } } };
  return `${writeOpening('core/paragraph', attributes, false)}<p>${text}</p><!-- /wp:paragraph -->`;
};
const place = (ref: number, content?: object) => writeOpening('core/block', { ref, content }, true);

onBothDatabases('what is kept of posts that hold patterns', (get) => {
  let content: Content;
  beforeAll(() => {
    content = testContent(get());
  });
  beforeEach(() => settled());
  const log = { info: () => undefined, warn: (details: object) => expect(details).toBe('nothing to warn of') };
  const post = (markup: string, input: Partial<PostInput> = {}) => get().write((tx) => makePost(tx, { content: markup, ...input }));
  const pattern = (markup: string, input: Partial<PostInput> = {}) => post(markup, { type: 'wp_block', ...input });
  const change = (id: number, changes: Partial<PostInput>) => get().write((tx) => updatePost(tx, id, changes));
  const rows = async (id: number) => (await get().read.selectFrom('post_pattern').select(['pattern_id', 'version'])
    .where('post_id', '=', id).orderBy('pattern_id').execute()).map(({ pattern_id: patternId, version }) => [patternId, version]);
  const excerptOf = async (id: number) => (await findCards(content, [id], defaultSettings)).get(id)?.excerpt;
  const finds = async (query: string) => (await searchPosts(content, { query, limit: 20 })).ids;
  const waiting = async () => (await get().read.selectFrom('job').select('key').where('kind', '=', 'pattern').where('due_at', '>', 0).execute()).length;
  /** Does what waits, as a serving process does. */
  async function settled(): Promise<void> {
    const jobs = keepJobs([patternQueue({ database: get(), log })], { bus: get().bus, log });
    await expect.poll(waiting).toBe(0);
    await jobs.close();
  }

  test('excerpts, openings, search and passages have the words of patterns, with what their places say', async () => {
    const inner = await pattern(paragraph('Innermost quokka.'));
    const outer = await pattern(`${paragraph('Saved wombat.', 'One')}${place(inner)}`);
    const id = await post(`${paragraph('Before.')}${place(outer, { One: { content: 'Overridden <em>numbat</em>.' } })}${paragraph('Behind.')}`);
    expect(await excerptOf(id)).toBe('Before. Overridden numbat. Innermost quokka. Behind.');
    const whole = await findPost(get().read, id);
    expect(openingOf(whole ?? { content: '' })).toContain('quokka');
    for (const word of ['quokka', 'numbat']) expect([word, await finds(word)]).toEqual([word, [id]]);
    expect(await finds('wombat')).toEqual([]); // that pattern has no page of its own, and here it says something else
    expect((await findPassages(get().read, [id], parseSearch('quokka'))).get(id)).toContain('Innermost quokka');
    expect(await rows(id)).toEqual([[inner, 1], [outer, 1]]);
    await rebuildSearchIndex(get());
    expect(await finds('quokka')).toEqual([id]);
    await change(id, { content: paragraph('Plain.') });
    expect([await excerptOf(id), await rows(id), await finds('quokka')]).toEqual(['Plain.', [], []]);
    expect((await findPost(get().read, id))?.openingWithPatterns).toBeUndefined();
  });

  test('a change of a pattern, its status, password or end reach every post that holds it, by one job', async () => {
    const inner = await pattern(paragraph('First dingo.'));
    const outer = await pattern(place(inner));
    const ids = [await post(place(inner)), await post(place(outer))];
    const bystander = await post(paragraph('Bystander dunnart.'));
    await settled();
    const both = async () => Promise.all(ids.map(excerptOf));
    await change(inner, { content: paragraph('Second bilby.') });
    expect([await both(), await finds('dingo')]).toEqual([['First dingo.', 'First dingo.'], ids.toReversed()]);
    expect(await waiting()).toBe(1);
    await settled();
    expect([await both(), await finds('dingo'), (await finds('bilby')).toSorted()]).toEqual([['Second bilby.', 'Second bilby.'], [], ids.toSorted()]);
    for (const [changes, shown] of [
      [{ status: 'draft' }, ''], [{ status: 'publish' }, 'Second bilby.'], [{ password: 'x' }, ''], [{ password: '' }, 'Second bilby.'],
    ] as const) {
      await change(inner, changes);
      await settled();
      expect([changes, await both()]).toEqual([changes, [shown, shown]]);
    }
    await change(outer, { content: paragraph('Outer alone.') });
    await settled();
    expect([await both(), await rows(ids[1] ?? 0)]).toEqual([['Second bilby.', 'Outer alone.'], [[outer, expect.any(Number)]]]);
    await get().write((tx) => deletePost(tx, inner));
    await settled();
    expect([await both(), await finds('bilby'), await rows(ids[0] ?? 0)]).toEqual([['', 'Outer alone.'], [], [[inner, 0]]]);
    expect([await excerptOf(bystander), await finds('dunnart')]).toEqual(['Bystander dunnart.', [bystander]]);
  });

  test('a pattern that comes after the post that holds it is found, and so is another one under the id of one that went', async () => {
    const free = 700_001;
    const id = await post(place(free));
    expect([await excerptOf(id), await rows(id)]).toEqual(['', [[free, 0]]]);
    const come = (text: string) => get().write((tx) => createPost(tx, { id: free, type: 'wp_block', status: 'publish', title: 'P', content: paragraph(text) }));
    await come('Late potoroo.');
    await settled();
    expect([await excerptOf(id), await finds('potoroo')]).toEqual(['Late potoroo.', [id]]);
    await get().write((tx) => deletePost(tx, free));
    await come('Other bettong.');
    await settled();
    expect([await excerptOf(id), await finds('potoroo'), await finds('bettong')]).toEqual(['Other bettong.', [], [id]]);
  });

  test('the walk goes on where it was interrupted, does nothing twice, and tells lists once', async () => {
    const shown = await pattern(paragraph('Old words.'));
    const ids = await get().write(async (tx) => {
      const made: number[] = [];
      for (let n = 0; n < 450; n++) made.push(await makePost(tx, { content: place(shown) }));
      return made;
    });
    await settled();
    const revisions = () => get().read.selectFrom('post').select(['id', 'revision', 'modified_at']).where('id', 'in', ids).orderBy('id').execute();
    const before = await revisions();
    await change(shown, { content: paragraph('New words.') });
    const first = await followOnce(get(), shown);
    expect(first).toBeGreaterThan(0);
    const done = async () =>
      (await get().read.selectFrom('post').select('id').where('id', 'in', ids).where('expanded', 'like', '%New words%').execute()).length;
    expect(await done()).toBe(first);
    const heard: string[] = [];
    const deaf = get().bus.listen((emissions) => heard.push(...emissions.map(({ tag }) => tag)));
    await settled();
    deaf();
    expect(await done()).toBe(ids.length);
    expect(heard.filter((tag) => tag === 'excerpts' || tag.startsWith('post:'))).toEqual(['excerpts']);
    expect(await followOnce(get(), shown)).toBe(0);
    expect(await revisions()).toEqual(before); // nobody edited them
  });

  test('a post that is saved while the walk is on its way keeps what was saved', async () => {
    const shown = await pattern(paragraph('Old heron.'));
    const id = await post(place(shown));
    await settled();
    await Promise.all([
      change(shown, { content: paragraph('New heron.') }), change(id, { content: `${place(shown)}${paragraph('Saved ibis.')}` }),
    ]);
    await settled();
    expect(await excerptOf(id)).toBe('New heron. Saved ibis.');
  });

  test('texts that name a pattern a thousand times, themselves, or nonsense end somewhere', async () => {
    const many = await pattern(paragraph('Many.'));
    const id = await post(place(many).repeat(1000));
    const { expanded } = await get().read.selectFrom('post').select('expanded').where('id', '=', id).executeTakeFirstOrThrow();
    expect(expanded?.split('Many.').length).toBe(501);
    const own = await pattern('');
    await change(own, { content: `${paragraph('Once.')}${place(own)}` });
    const nonsense = `<!-- wp:block {"ref":"x"} /--><!-- wp:block {"ref":[${own}]} /--><!-- wp:block {broken} /-->`;
    expect(await excerptOf(await post(place(own) + nonsense))).toBe('Once.');
    await settled();
  });
});
