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

test('[IMP-02] a window takes no words of another one’s place on the server, says so, and goes on once these are stored', async () => {
  const paper = createPaper();
  const { id } = paper.store(0, { title: 'Title', content: text('one', 'two', 'three'), status: 'publish' });
  const [here, there] = [createStorage(), createStorage()];
  const first = await openWindow({ paper, copies: here.copies, id });
  const second = await openWindow({ paper, copies: there.copies, id });
  const kept = () => paper.autosaves.get(`${id}:3`)?.content;
  first.type(', first', 0);
  await pass(12_000);
  second.type(', second', 2);
  await pass(40_000);
  expect([kept(), second.draft.state().problem]).toEqual([text('one, first', 'two', 'three'), 'It is open in another window.']);
  expect([...there.kept.values()].map(({ content }) => content)).toEqual([text('one', 'two', 'three, second')]);
  first.type(' and on', 0);
  await pass(12_000);
  expect([kept(), first.draft.state().problem]).toEqual([text('one, first and on', 'two', 'three'), undefined]);
  void first.draft.save();
  await pass(400_000);
  expect([kept(), second.draft.state().problem]).toEqual([text('one', 'two', 'three, second'), undefined]);
  void second.draft.save();
  await pass(5000);
  expect(paper.posts.get(id)?.post.content.raw).toBe(text('one, first and on', 'two', 'three, second'));
});

test('[IMP-02] who comes back in another browser finds the words that are kept, and goes on in their place; the window before is told', async () => {
  const paper = createPaper();
  const { id } = paper.store(0, { title: 'Title', content: text('one'), status: 'publish' });
  const [here, there] = [createStorage(), createStorage()];
  const before = await openWindow({ paper, copies: here.copies, id });
  before.type(', before', 0);
  await pass(12_000);
  const { draft, type } = await openWindow({ paper, copies: there.copies, id });
  type(', later', 0);
  await pass(12_000);
  expect([paper.autosaves.get(`${id}:3`)?.content, draft.state().problem]).toEqual([text('one, later'), undefined]);
  expect([...there.kept.values()].map(({ content }) => content).toSorted()).toEqual([text('one, before'), text('one, later')]);
  before.type(' again', 0);
  await pass(12_000);
  expect([paper.autosaves.get(`${id}:3`)?.content, before.draft.state().problem]).toEqual([text('one, later'), 'It is open in another window.']);
  expect([...here.kept.values()].map(({ content }) => content)).toEqual([text('one, before again')]);
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
