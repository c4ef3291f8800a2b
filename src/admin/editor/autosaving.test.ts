import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPaper, createStorage, openWindow, paragraph } from '../../../test/harness/writing.ts';
import { foundTexts } from './found-texts.ts';

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
  const kept = () => [...paper.autosaves.values()].map(({ content }) => content).toSorted();
  first.type(', first', 0);
  await pass(12_000);
  first.draft.end(); // and its browser with it
  second.type(', second', 2);
  await pass(12_000);
  expect([kept(), second.draft.state().problem]).toEqual([[text('one, first', 'two', 'three'), text('one', 'two', 'three, second')], undefined]);
  void second.draft.save();
  await pass(5000);
  second.type(' again', 2);
  await pass(12_000);
  const there = createStorage();
  const third = await openWindow({ paper, copies: there.copies, id });
  expect(third.draft.state().found.map(({ content }) => content).toSorted())
    .toEqual([text('one, first', 'two', 'three'), text('one', 'two', 'three, second again')]);
  const lost = third.draft.state().found.find(({ content }) => content.includes('first')) ?? expect.fail('Nothing was found.');
  void third.draft.goOn(lost);
  await pass(12_000);
  expect(third.texts()).toEqual(['one, first', 'two', 'three, second']);
  expect(kept()).toEqual([text('one, first', 'two', 'three, second'), text('one', 'two', 'three, second again')]); // what it took up is its own now
});

test('[IMP-02] a text of another window is kept there until the server has it from this one', async () => {
  const paper = createPaper();
  const { id } = paper.store(0, { title: 'Title', content: text('one'), status: 'publish' });
  const before = await openWindow({ paper, copies: createStorage().copies, id });
  before.type(', before', 0);
  await pass(12_000);
  const { draft, type } = await openWindow({ paper, copies: createStorage().copies, id });
  type(', later', 0);
  void draft.keepLast(); // is on its way while the other one is taken up
  await pass(5);
  const [found] = draft.state().found;
  if (found) void draft.goOn(found);
  await pass(500);
  const kept = () => [...paper.autosaves.values()].map(({ content }) => content).toSorted();
  expect(kept()).toEqual([text('one, before'), text('one, later')]);
  await pass(12_000);
  expect(kept()).toEqual([text('one, before')]);
  before.type(' again', 0);
  await pass(12_000);
  expect(kept()).toEqual([text('one, before again'), text('one, before')]);
});

test('[IMP-02] an autosave of which nobody knows any more what it began from is offered, and both versions stand side by side', async () => {
  const paper = createPaper();
  const { id } = paper.store(0, { title: 'Title', content: text('one', 'two'), status: 'publish' });
  const post = paper.store(id, { content: text('one', 'two, theirs') });
  const autosave = {
    id: 9, author: 3, modified_gmt: '2001-01-01T00:00:00', title: { raw: 'Title' }, content: { raw: text('one, mine', 'two') }, excerpt: { raw: '' },
    base: { revision: 1, title: null, content: null, excerpt: null },
  };
  const { found } = foundTexts(post, { copies: [], autosaves: [autosave as never], userId: 3 });
  expect(found).toMatchObject([{ content: text('one, mine', 'two'), base: undefined, autosave: 9 }]);
});
