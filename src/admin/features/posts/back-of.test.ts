import { expect, test } from 'vitest';
import { backOf } from './back-of.ts';
import type { PostRow } from './post-list.ts';

const row = (fields: Partial<PostRow>) => ({ status: 'draft', date: '2026-01-02T08:00:00', modified: '2026-01-02T08:00:00', ...fields }) as PostRow;

test('a draft without a date goes back to none, not to the day of its last change', () => {
  const body = { date: '2099-01-01T08:00:00' };
  expect(backOf(row({}), body)).toEqual({ date: null });
  expect(backOf(row({ status: 'pending' }), body)).toEqual({ date: null });
  expect(backOf(row({ date: '2027-01-01T08:00:00' }), body)).toEqual({ date: '2027-01-01T08:00:00' });
  expect(backOf(row({ status: 'publish' }), body)).toEqual({ date: '2026-01-02T08:00:00' });
});
