import { expect, test } from 'vitest';
import {
  createPaper,
  createStorage,
  newBlock,
  openWindow,
  paragraph,
} from '../../../test/harness/writing.ts';
import type { Block } from './block-kit.ts';

const text = (...words: readonly string[]) => words.map(paragraph).join('\n\n');

test('[IMP-02] fields changed together with blocks are undone and redone with them, unless edited since', async () => {
  const paper = createPaper();
  const { id } = paper.store(0, { title: 'Title', content: text('one', 'two'), status: 'publish' });
  const { draft } = await openWindow({ paper, copies: createStorage().copies, id });
  const all = () => [draft.text('title'), draft.content()];
  const [first, second] = draft.state().history.blocks as [Block, Block];
  draft.together({ title: 'Pasted' }, () => draft.change([first, second, newBlock('three')]));
  const pasted = ['Pasted', text('one', 'two', 'three')];
  expect(all()).toEqual(pasted);
  draft.change([first, newBlock('four')]);
  draft.undo();
  expect(all()).toEqual(pasted);
  draft.undo();
  expect([all(), draft.isDirty()]).toEqual([['Title', text('one', 'two')], false]);
  draft.redo();
  expect(all()).toEqual(pasted);
  draft.edit({ title: 'Own' });
  draft.undo();
  expect(all()).toEqual(['Own', text('one', 'two')]);
  draft.redo();
  expect(all()).toEqual(['Own', text('one', 'two', 'three')]);
  draft.replace(text('five'), { title: 'Of before' });
  draft.undo();
  expect(all()).toEqual(['Own', text('one', 'two', 'three')]);
  draft.end();
});
