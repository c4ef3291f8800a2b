import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPaper, createStorage, openWindow, paragraph } from '../../../test/harness/writing.ts';
import type { Mood } from '../../../test/harness/writing.ts';
import { foundTexts } from './found-texts.ts';
import type { Autosave } from './found-texts.ts';
import { undo } from './undo.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const text = (...words: readonly string[]) => words.map(paragraph).join('\n\n');

test('[IMP-02] each window of a person has its words on the server; those of one that is gone are offered, whatever another keeps and stores', async () => {
  const paper = createPaper();
  const { id } = paper.store(0, { title: 'Title', content: text('one', 'two', 'three'), status: 'publish' });
  const first = await openWindow({ paper, copies: createStorage().copies, id });
  const second = await openWindow({ paper, copies: createStorage().copies, id });
  const contents = () => [...paper.autosaves.values()].map(({ content }) => content).toSorted();
  first.type(', first', 0);
  await pass(12_000);
  first.draft.end(); // along with its browser
  second.type(', second', 2);
  await pass(12_000);
  expect([contents(), second.draft.state().problem]).toEqual([
    [text('one, first', 'two', 'three'), text('one', 'two', 'three, second')],
    undefined,
  ]);
  void second.draft.save();
  await pass(5000);
  second.type(' again', 2);
  await pass(12_000);
  const otherStorage = createStorage();
  const third = await openWindow({ paper, copies: otherStorage.copies, id });
  expect(
    third.draft
      .state()
      .found.map(({ content }) => content)
      .toSorted(),
  ).toEqual([text('one, first', 'two', 'three'), text('one', 'two', 'three, second again')]);
  const lost =
    third.draft.state().found.find(({ content }) => content.includes('first')) ??
    expect.fail('Nothing was found.');
  void third.draft.goOn(lost);
  await pass(12_000);
  expect(third.texts()).toEqual(['one, first', 'two', 'three, second']);
  expect(contents()).toEqual([
    text('one, first', 'two', 'three, second'),
    text('one', 'two', 'three, second again'),
  ]); // the restored text is its own now
});

test('[IMP-02] a text of another window stays there until the server has it from this one', async () => {
  const paper = createPaper();
  const { id } = paper.store(0, { title: 'Title', content: text('one'), status: 'publish' });
  const before = await openWindow({ paper, copies: createStorage().copies, id });
  before.type(', before', 0);
  await pass(12_000);
  const { draft, type } = await openWindow({ paper, copies: createStorage().copies, id });
  type(', later', 0);
  void draft.saveLast(); // pending while the other text is restored
  await pass(5);
  const [found] = draft.state().found;
  if (found) void draft.goOn(found);
  await pass(500);
  const contents = () => [...paper.autosaves.values()].map(({ content }) => content).toSorted();
  expect(contents()).toEqual([text('one, before'), text('one, later')]);
  await pass(12_000);
  expect(contents()).toEqual([text('one, before'), text('one, later')]); // the latter stays a found text until the user decides
  before.type(' again', 0);
  await pass(12_000);
  expect(contents()).toEqual([text('one, before again'), text('one, before'), text('one, later')]);
});

test('[IMP-02] an autosave whose base revision was deleted is offered, and both versions are shown side by side', async () => {
  const paper = createPaper();
  const { id } = paper.store(0, { title: 'Title', content: text('one', 'two'), status: 'publish' });
  const before = await openWindow({ paper, copies: createStorage().copies, id });
  before.type(', mine', 0);
  await pass(12_000);
  before.draft.end();
  const theirs = paper.store(id, { content: text('one', 'two, theirs') });
  paper.posts.set(id, { post: theirs, revisions: [] }); // the revision that the draft is based on was deleted
  await pass(1000);
  const { copies } = createStorage();
  const { draft } = await openWindow({ paper, copies, id });
  void draft.goOn(draft.state().found[0] ?? expect.fail('Nothing was found.'));
  await pass(500);
  expect(draft.state().conflict).toMatchObject({
    mine: text('one, mine', 'two'),
    isOfText: true,
    met: [],
    base: { revision: 1, content: null },
  });
  void draft.save();
  void draft.previewLink();
  await pass(500);
  // The preview's autosave has the draft's base and replaces no other autosave.
  expect([paper.posts.get(id)?.post, [...paper.autosaves.values()].map(({ began }) => began)]).toEqual([
    theirs,
    [1, 1],
  ]);
  const crashed = await openWindow({ paper, copies, id });
  expect(crashed.draft.state().found.map(({ where, base }) => [where, base?.content])).toEqual([
    ['here', null],
  ]);
  void draft.settle('mine');
  await pass(500);
  expect([paper.posts.get(id)?.post.content.raw, crashed.draft.state().conflict]).toEqual([
    text('one, mine', 'two'),
    undefined,
  ]);
});

test('[IMP-02] an autosave without a base, written by an API client, does not overwrite a later version, even via a local copy', async () => {
  const paper = createPaper();
  const { id } = paper.store(0, { title: 'Title', content: text('one'), status: 'publish' });
  paper.autosaves.set(`${id}:3`, {
    id: 77,
    title: 'Title',
    content: text('by a program'),
    excerpt: '',
    at: Date.now(),
  });
  const { copies } = createStorage();
  const { draft, type } = await openWindow({ paper, copies, id });
  await pass(1000);
  const theirs = paper.store(id, { content: text('one', 'theirs') });
  await pass(1000);
  type(', mine', 0);
  await pass(12_000);
  draft.end();
  const again = await openWindow({ paper, copies, id });
  const { found } = again.draft.state();
  void again.draft.goOn(
    found.find(({ content }) => content.includes('program')) ?? expect.fail('It was not found.'),
  );
  await pass(500);
  expect(again.draft.state().conflict).toMatchObject({ isOfText: true, theirs });
});

test('[IMP-02] saving or undoing a change removes older copies from the server and the browser', async () => {
  const paper = createPaper();
  const { id } = paper.store(0, { title: 'Title', content: text('one'), status: 'publish' });
  const { copies, kept } = createStorage();
  const titled = await openWindow({ paper, copies, id });
  titled.draft.edit({ title: 'Mine' });
  await pass(12_000);
  titled.draft.edit({ title: 'Mine, more' });
  void titled.draft.save();
  await pass(1000);
  titled.draft.end();
  expect((await openWindow({ paper, copies: createStorage().copies, id })).draft.state().found).toEqual([]);
  paper.autosaves.clear();

  const undone = await openWindow({ paper, copies, id });
  undone.type(' and', 0);
  await pass(12_000);
  expect([kept.size, paper.autosaves.size]).toEqual([1, 1]);
  undone.draft.setHistory(undo(undone.draft.state().history));
  await pass(12_000);
  expect([kept.size, paper.autosaves.size, undone.draft.isDirty(), paper.refused]).toEqual([0, 0, false, []]);
  expect(paper.asked.at(-1)).toBe(`POST /wp/v2/posts/${id}?_fields=id lasting`);
});

/** Undoing a change removes its autosave, whatever the callback does right after the undo. */
const undoneAfter = async (
  concurrentAct: (window: Awaited<ReturnType<typeof openWindow>>) => unknown,
  {
    moods = [],
    at = 12_000,
    status = 'publish',
  }: {
    readonly moods?: readonly Mood[];
    readonly at?: number;
    readonly status?: string;
  } = {},
) => {
  const paper = createPaper();
  const { id } = paper.store(0, { title: 'Title', content: text('one'), status });
  let requests = 0;
  const window = await openWindow({
    paper,
    copies: createStorage().copies,
    id,
    mood: () => moods[requests++] ?? 'fine',
  });
  window.type(' and', 0);
  await pass(at);
  const before = paper.autosaves.size;
  window.draft.setHistory(undo(window.draft.state().history));
  void concurrentAct(window);
  await pass(30_000);
  return [before, paper.autosaves.size, window.texts(), paper.posts.get(id)?.post.revision, paper.refused];
};
const nothingLeft = [1, 0, ['one'], 1, []];

test.each([
  ['is saved, which sends nothing', ({ draft }) => draft.save(), 'publish'],
  ['is handed over', ({ draft }) => draft.handOn(), 'draft'],
  ['is left', ({ draft }) => draft.end(), 'publish'],
] as const satisfies readonly (readonly [string, Parameters<typeof undoneAfter>[0], string])[])(
  '[IMP-02] an undone change leaves no autosave on the server when the post %s right after',
  async (_what, concurrentAct, status) => {
    expect(await undoneAfter(concurrentAct, { status })).toEqual(nothingLeft);
  },
);

test('[IMP-02] a change undone during its autosave, or whose autosave got no reply, leaves no autosave on the server', async () => {
  expect(await undoneAfter(() => undefined, { at: 10_030 })).toEqual(nothingLeft); // stored, but the reply is pending
  expect(await undoneAfter(() => undefined, { at: 10_045, moods: ['answer-lost'] })).toEqual(nothingLeft);
  expect(await undoneAfter(() => undefined, { moods: ['fine', 'answer-lost'] })).toEqual(nothingLeft); // the reply to the removal got lost
  const paper = createPaper();
  const { id } = paper.store(0, { title: 'Title', content: text('one'), status: 'publish' });
  const moods: Mood[] = ['fine', 'answer-lost'];
  const { draft, type } = await openWindow({
    paper,
    copies: createStorage().copies,
    id,
    mood: () => moods.shift() ?? 'fine',
  });
  for (const words of [' and', ' more']) {
    type(words, 0);
    await pass(10_500);
  }
  expect([...paper.autosaves.values()].map(({ content }) => content)).toEqual([text('one and more')]);
  draft.replace(text('one'));
  paper.store(id, { title: 'Theirs' }); // whatever others store
  await pass(30_000);
  expect([paper.autosaves.size, moods, paper.refused]).toEqual([0, [], []]);
});

test('[IMP-02] replaced versions stay on the server until they are discarded, even when browser storage is full', async () => {
  const paper = createPaper();
  const { id } = paper.store(0, { title: 'Title', content: text('one'), status: 'publish' });
  const contents = () => [...paper.autosaves.values()].map(({ content }) => content).toSorted();
  const full = createStorage();
  full.storage.isFull = true;
  const before = await openWindow({ paper, copies: full.copies, id });
  before.type(', before', 0);
  await pass(12_000);
  before.draft.end();
  const { draft, type } = await openWindow({ paper, copies: full.copies, id });
  type(', aside', 0);
  await pass(12_000);
  void draft.goOn(draft.state().found[0] ?? expect.fail('Nothing was found.'));
  await pass(500);
  type(' and on', 0);
  await pass(12_000);
  expect(contents()).toEqual([text('one, aside'), text('one, before and on')]);
  const theirs = paper.store(id, { content: text('one, theirs') });
  void draft.save();
  await pass(500);
  expect(draft.state().conflict?.theirs).toEqual(theirs);
  void draft.settle('theirs');
  await pass(500);
  type(' and mine', 0);
  await pass(12_000);
  expect(contents()).toEqual([text('one, aside'), text('one, before and on'), text('one, theirs and mine')]);
  void draft.save();
  await pass(500);
  const again = await openWindow({ paper, copies: full.copies, id });
  expect(
    again.draft
      .state()
      .found.map(({ content }) => content)
      .toSorted(),
  ).toEqual([text('one, aside'), text('one, before and on')]);
  for (const found of again.draft.state().found) void again.draft.discard(found);
  await pass(500);
  expect(paper.asked).toContain(`GET /wp/v2/posts/${id}/autosaves?_fields=id`); // without rendered fields
  expect((await openWindow({ paper, copies: full.copies, id })).draft.state().found).toEqual([]);
});

test('[IMP-02] an autosave with a newer local copy from the same window is not offered separately, and is removed with it', async () => {
  const paper = createPaper();
  const { id } = paper.store(0, { title: 'Title', content: text('one'), status: 'publish' });
  const { copies } = createStorage();
  const crashed = await openWindow({ paper, copies, id });
  crashed.type(', at nine', 0);
  await pass(10_500);
  crashed.type(', at twelve', 0);
  await pass(1000);
  crashed.draft.end();
  expect([...paper.autosaves.values()].map(({ content }) => content)).toEqual([text('one, at nine')]);
  const { draft, texts } = await openWindow({ paper, copies, id });
  expect(draft.state().found.map(({ where, content }) => [where, content])).toEqual([
    ['here', text('one, at nine, at twelve')],
  ]);
  void draft.goOn(draft.state().found[0] ?? expect.fail('Nothing was found.'));
  await pass(500);
  void draft.save();
  await pass(1000);
  expect([texts(), paper.autosaves.size]).toEqual([['one, at nine, at twelve'], 0]);
});

test('[IMP-02] equal autosaves of two windows are offered and discarded as one; of another user only the last one is offered, by name', async () => {
  const paper = createPaper();
  const post = paper.store(0, { title: 'Title', content: text('one'), status: 'publish' });
  for (let window = 0; window < 2; window++) {
    const { type } = await openWindow({ paper, copies: createStorage().copies, id: post.id });
    type(', the same', 0);
    await pass(12_000);
  }
  expect(paper.autosaves.size).toBe(2);
  const { draft } = await openWindow({ paper, copies: createStorage().copies, id: post.id });
  expect(draft.state().found).toHaveLength(1);
  void draft.discard(draft.state().found[0] ?? expect.fail('Nothing was found.'));
  await pass(500);
  expect(paper.autosaves.size).toBe(0);

  const row = (id: number, author: number, words: string): Autosave => ({
    id,
    author,
    modified_gmt: '2001-01-01T00:00:00',
    title: { raw: 'Title' },
    content: { raw: text(words) },
    excerpt: { raw: '' },
    base: { revision: 1, title: 'Title', content: text('one'), excerpt: '' },
  });
  const { found } = foundTexts(post, {
    copies: [],
    autosaves: [
      row(9, 5, 'one, last'),
      row(8, 5, 'one, of May'),
      row(7, 3, 'one, last'),
      row(6, 4, 'of nobody here'),
    ],
    userId: 3,
    former: { id: 5, name: 'Ruth' },
  });
  expect(found.map(({ autosaves, by }) => [autosaves, by])).toEqual([
    [[7], undefined],
    [[9], 'Ruth'],
  ]);
  // An autosave of a version that others have since replaced lists its base.
  const later = { ...post, content: { raw: text('two') } };
  expect(
    foundTexts(later, { copies: [], autosaves: [row(9, 3, 'one'), row(8, 3, 'mine')], userId: 3 }).found.map(
      ({ autosaves }) => autosaves,
    ),
  ).toEqual([[8]]);
});

test('[IMP-02] an autosave restored while another version is being sent stays on the server', async () => {
  const paper = createPaper();
  const { id } = paper.store(0, { title: 'Title', content: text('one'), status: 'publish' });
  const before = await openWindow({ paper, copies: createStorage().copies, id });
  before.type(', before', 0);
  await pass(12_000);
  const [row] = paper.autosaves.values();
  paper.autosaves.clear();
  ['a', 'b'].forEach((name, n) =>
    paper.autosaves.set(`${id}:3:${name}`, {
      id: 77 + n,
      title: 'Title',
      content: text(name),
      excerpt: '',
      at: Date.now(),
    }),
  );
  if (row) paper.autosaves.set(`${id}:3:c`, row);
  const { copies } = createStorage();
  const { draft, type } = await openWindow({
    paper,
    id,
    copies: {
      ...copies,
      keep: (copy) => new Promise((resolve) => setTimeout(() => resolve(copies.keep(copy)), 10)),
    },
  });
  type(', later', 0);
  await pass(1000);
  void draft.saveLast(); // stores the found texts in the browser first
  await pass(1);
  void draft.goOn(
    draft.state().found.find(({ base }) => base !== undefined) ?? expect.fail('It was not found.'),
  );
  await pass(500);
  expect([...paper.autosaves.values()].map(({ content }) => content)).toEqual(
    expect.arrayContaining([text('one, before'), text('one, later')]),
  );
});
