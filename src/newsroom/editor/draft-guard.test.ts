import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createPaper,
  createStorage,
  openWindow,
  paragraph,
  paragraphs,
} from '../../../test/harness/writing.ts';
import { RestError } from '../app/rest-error.ts';
import { createDraft } from './draft.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function done<Result>(act: Promise<Result>, ms = 5000): Promise<Result> {
  await vi.advanceTimersByTimeAsync(ms);
  return act;
}

const guard = {
  isValid: (name: string, value: unknown) => name !== 'excerpt' || value !== 'wrong',
  refuse: (status: string) => (status === 'publish' ? 'Excerpt: required.' : undefined),
};

test('[IMP-20] a value that a form finds invalid stays unsaved, and everything else is saved', async () => {
  const paper = createPaper();
  const { id } = paper.store(0, {
    title: 'Title',
    content: paragraph('one'),
    status: 'publish',
    excerpt: 'was',
  });
  const { draft } = await openWindow({ paper, copies: createStorage().copies, id });
  const stored = () => paper.posts.get(id)?.post;
  const remove = draft.setGuard(guard);
  draft.edit({ excerpt: 'wrong', slug: 'fine' });
  expect(await done(draft.save())).toBe(true);
  expect([stored()?.excerpt?.raw, stored()?.['slug'], draft.text('excerpt'), draft.isDirty()]).toEqual([
    'was',
    'fine',
    'wrong',
    true,
  ]);
  const asked = paper.asked.length;
  expect(await done(draft.save())).toBe(true);
  expect([
    draft.text('excerpt'),
    paper.asked.slice(asked).filter((one) => /^POST .*posts\/\d+\?/.test(one)),
  ]).toEqual(['wrong', []]);
  draft.edit({ excerpt: 'right' });
  expect(await done(draft.save())).toBe(true);
  expect([stored()?.excerpt?.raw, draft.isDirty()]).toEqual(['right', false]);
  expect([draft.refusal('publish'), draft.refusal('draft')]).toEqual(['Excerpt: required.', undefined]);
  remove();
  draft.edit({ excerpt: 'wrong' });
  expect(await done(draft.save())).toBe(true);
  expect([stored()?.excerpt?.raw, draft.refusal('publish')]).toEqual(['wrong', undefined]);
});

test('[IMP-20] a new text is autosaved in spite of an invalid value', async () => {
  const paper = createPaper();
  const { draft, type, created } = await openWindow({ paper, copies: createStorage().copies, id: 0 });
  draft.setGuard(guard);
  draft.edit({ title: 'New', excerpt: 'wrong' });
  type('Words');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(created).toHaveLength(1);
  expect(paper.posts.get(created[0]?.id ?? 0)?.post).toMatchObject({
    title: { raw: 'New' },
    excerpt: { raw: '' },
  });
  expect([draft.text('excerpt'), draft.isDirty()]).toEqual(['wrong', true]);
});

test('[IMP-20] the server’s messages are known by field until the field is edited or saved again', async () => {
  let faults: Record<string, string> = { 'meta.a': 'A is wrong.', 'meta.b': 'B is wrong.' };
  const draft = createDraft({
    post: undefined,
    type: 'post',
    restBase: 'posts',
    userId: 3,
    found: [],
    kit: paragraphs,
    copies: createStorage().copies,
    rest: () =>
      Promise.reject(new RestError(400, 'rest_invalid_param', 'Wrong.', undefined, undefined, faults)),
    line: { standing: () => 'there', away: () => Promise.resolve() },
    tell: () => undefined,
    onCreated: () => undefined,
  });
  draft.edit({ title: 'T' });
  expect(await done(draft.save())).toBe(false);
  expect([draft.state().problem, draft.state().faults]).toEqual(['Wrong.', faults]);
  draft.edit({ 'meta.a': 1 } as never);
  expect(draft.state().faults).toEqual({ 'meta.b': 'B is wrong.' });
  faults = {};
  expect(await done(draft.save())).toBe(false);
  expect(draft.state().faults).toEqual({});
});
