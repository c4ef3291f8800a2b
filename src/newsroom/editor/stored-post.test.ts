import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPaper, createStorage, openWindow, paragraph } from '../../../test/harness/writing.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('[IMP-02] a draft has its chosen date or none; clearing the date does not publish a post that another user scheduled', async () => {
  const paper = createPaper();
  const { id } = paper.store(0, {
    title: 'Title',
    content: paragraph('one'),
    status: 'draft',
    date: '2026-01-01T08:00:00',
    date_floating: true,
  });
  const post = () => paper.posts.get(id)?.post;
  const { draft } = await openWindow({ paper, copies: createStorage().copies, id });
  const save = async () => {
    const saving = draft.save();
    await vi.advanceTimersByTimeAsync(5000);
    return saving;
  };
  expect([draft.value('date'), draft.text('date')]).toEqual([null, '']);

  // A floating date, from another user's change, does not replace the chosen date.
  draft.edit({ date: '2099-01-01T08:00:00' });
  paper.store(id, { slug: 'theirs', date: '2026-01-02T08:00:00', date_floating: true });
  expect([await save(), post()?.['date'], draft.value('date'), draft.isDirty()]).toEqual([
    true,
    '2099-01-01T08:00:00',
    '2099-01-01T08:00:00',
    false,
  ]);

  draft.edit({ date: null });
  expect([await save(), post()?.['date'], draft.value('date'), draft.isDirty()]).toEqual([
    true,
    null,
    null,
    false,
  ]);

  paper.store(id, { date: '2098-01-01T08:00:00' });
  const { draft: other } = await openWindow({ paper, copies: createStorage().copies, id });
  other.edit({ date: null });
  paper.store(id, { status: 'future' });
  const saving = other.save({ slug: 'mine' });
  await vi.advanceTimersByTimeAsync(5000);
  expect([await saving, post()?.status, post()?.['date'], post()?.['slug'], other.value('date')]).toEqual([
    true,
    'future',
    '2098-01-01T08:00:00',
    'mine',
    '2098-01-01T08:00:00',
  ]);
});
