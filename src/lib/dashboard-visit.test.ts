import { expect, test } from 'vitest';
import { lastVisit, noteView, readState, seenAgain, writeState } from './dashboard-visit.ts';

const minute = 60_000;
const now = Date.UTC(2026, 10, 29, 12);

test('views of one visit keep the end of the visit before it; a pause of half an hour begins another one', () => {
  let state = readState({});
  expect(lastVisit(state, now)).toBe(now - 24 * 60 * minute);
  state = seenAgain(state, now);
  state = seenAgain(state, now + 20 * minute);
  expect(lastVisit(state, now + 40 * minute)).toBe(now + 40 * minute - 24 * 60 * minute);
  const later = now + 90 * minute;
  expect(lastVisit(state, later)).toBe(now + 20 * minute);
  state = seenAgain(state, later);
  expect(lastVisit(state, later + minute)).toBe(now + 20 * minute);
  expect(readState(writeState(state))).toEqual(state);
});

test('values that others stored, and times ahead of the clock, count as unknown', () => {
  const none = { seenAt: 0, sinceAt: 0, hidesSetup: false };
  for (const odd of [
    undefined,
    null,
    'x',
    [],
    { seen_at: '5', since_at: -1, hides_setup: 1 },
    { seen_at: 1.5 },
  ])
    expect(readState(odd)).toEqual(none);
  expect(lastVisit({ ...none, seenAt: now, sinceAt: now + minute }, now)).toBe(now - 24 * 60 * minute);
});

test('a dashboard that was loaded before the last view is not noted, unless that one is ahead of the clock', () => {
  const state = { seenAt: now, sinceAt: now - 60 * minute, hidesSetup: false };
  for (const viewedAt of [now, now - minute, now - 90 * minute])
    expect(noteView(state, viewedAt, now + 600 * minute)).toBe(state);
  expect(noteView(state, now + minute, now + minute)).toEqual({ ...state, seenAt: now + minute });
  const ahead = { ...state, seenAt: now + 3000 * minute };
  expect(noteView(ahead, now, now)).toEqual({ ...ahead, seenAt: now });
});
