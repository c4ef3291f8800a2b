import { expect, test } from 'vitest';
import {
  arrangeAreas,
  changedPosts,
  isSameArrangement,
  pinLead,
  placePin,
  stepPin,
  unpin,
} from './arrangement.ts';
import type { FrontArea, FrontPost, Pin } from './front-data.ts';

const pin = (id: number, area = 'lead', facts: Partial<Pin> = {}): Pin => ({
  post_id: id,
  area,
  ends_at: null,
  headline: '',
  picture: 0,
  ...facts,
});
const ids = (pins: readonly Pin[] | undefined) => pins?.map((one) => one.post_id).join(' ');
const post = (id: number, facts: Partial<FrontPost> = {}): FrontPost => ({
  id,
  title: `Post ${id}`,
  link: `/post-${id}/`,
  edit_link: '',
  picture: null,
  date: new Date(Date.UTC(2026, 0, 1) + id * 3_600_000).toISOString(),
  author: 'Mirai',
  is_pinned: false,
  is_shown: true,
  ...facts,
});
const lead = (posts: readonly FrontPost[], places = 3): FrontArea => ({
  area: 'lead',
  title: 'Lead',
  link: '/',
  places,
  posts: [...posts],
});
const shown = (areas: readonly FrontArea[], pins: readonly Pin[], known: readonly FrontPost[]) =>
  arrangeAreas(areas, pins, new Map(known.map((one) => [one.id, one])))
    .map(({ places }) => places.map(({ post: { id }, pin: own }) => (own ? `[${id}]` : id)).join(' '))
    .join(' | ');

test('places a pin before the one whose place it takes, and moves it between areas', () => {
  const pins = [pin(1), pin(2), pin(7, 'category:3'), pin(3)];
  expect(ids(placePin(pins, 9, 'lead', 1))).toBe('1 9 2 7 3');
  expect(ids(placePin(pins, 9, 'lead', 80))).toBe('1 2 7 3 9');
  expect(ids(placePin(pins, 1, 'lead', 2))).toBe('2 7 3 1');
  expect(placePin(pins, 1, 'category:3', 0)).toEqual([
    pin(2),
    pin(1, 'category:3'),
    pin(7, 'category:3'),
    pin(3),
  ]);
  expect(ids(unpin(pins, 2))).toBe('1 7 3');
});

test('keeps headline, picture and end when a pin moves', () => {
  const own = pin(1, 'lead', { headline: 'Short', picture: 5, ends_at: '2026-11-29T18:00:00.000Z' });
  expect(placePin([own], 1, 'category:3')).toEqual([{ ...own, area: 'category:3' }]);
});

test('an area takes no more pins than it holds, but its own can move', () => {
  const full = Array.from({ length: 7 }, (_, n) => pin(n + 1));
  expect(placePin(full, 9, 'lead')).toBeUndefined();
  expect(ids(placePin(full, 7, 'lead', 0))).toBe('7 1 2 3 4 5 6');
  expect(ids(placePin(full, 9, 'category:3'))).toBe('1 2 3 4 5 6 7 9');
});

test('steps within the area and stops at its ends', () => {
  const pins = [pin(1), pin(7, 'category:3'), pin(2)];
  expect(ids(stepPin(pins, 2, -1))).toBe('2 1 7');
  expect(ids(stepPin(pins, 1, 1))).toBe('7 2 1');
  expect(stepPin(pins, 1, -1)).toBeUndefined();
  expect(stepPin(pins, 7, 1)).toBeUndefined();
  expect(stepPin(pins, 5, 1)).toBeUndefined();
});

test('pinned stories come first, and the others fill the places left', () => {
  const published = [post(6), post(5), post(4)];
  expect(shown([lead(published)], [], published)).toBe('6 5 4');
  expect(shown([lead(published)], [pin(5), pin(2)], [...published, post(2)])).toBe('[5] [2] 6');
  // Pinned to another area, it leaves this one.
  expect(shown([lead(published)], [pin(6, 'category:3')], published)).toBe('5 4 | [6]');
});

test('unpinned stories return to their place by date', () => {
  const published = [post(2, { is_pinned: true }), post(6), post(1)];
  expect(shown([lead(published)], [pin(2)], published)).toBe('[2] 6 1');
  expect(shown([lead(published)], [], published)).toBe('6 2 1');
});

test('a pinned story that is not public takes no place, nor does one whose time is over', () => {
  const draft = post(9, { is_shown: false });
  const published = [post(6), post(5), post(4)];
  expect(shown([lead(published)], [pin(9)], [...published, draft])).toBe('[9] 6 5 4');
  const over = pin(6, 'lead', { ends_at: '2020-01-01T00:00:00.000Z' });
  expect(shown([lead(published)], [over], published)).toBe('[6] 5 4');
});

test('counts places that stories fill which the desk does not know', () => {
  const published = [post(6, { is_pinned: true }), post(5), post(4)];
  const [area] = arrangeAreas([lead(published)], [pin(5, 'category:3')], new Map([[5, post(5)]]));
  expect(area?.places.map(({ post: { id } }) => id)).toEqual([6, 4]);
  expect(area?.open).toBe(1);
});

test('an area that the published front lacks is listed last, with its pins', () => {
  const published = [post(6), post(5), post(4)];
  const [, band] = arrangeAreas([lead(published)], [pin(5, 'category:3')], new Map([[5, post(5)]]));
  expect(band).toMatchObject({ area: 'category:3', title: '', isAbsent: true, open: 0 });
  expect(band?.places).toEqual([{ post: post(5), pin: pin(5, 'category:3') }]);
  expect(shown([lead(published)], [pin(5, 'category:3')], published)).toBe('6 4 | [5]');
});

test('arrangements are equal if each area and the breaking line are', () => {
  const breaking = { text: 'Storm', url: '', ends_at: null };
  const one = { pins: [pin(1), pin(7, 'category:3')], breaking };
  expect(isSameArrangement(one, { pins: [pin(7, 'category:3'), pin(1)], breaking: { ...breaking } })).toBe(
    true,
  );
  expect(isSameArrangement(one, { ...one, breaking: null })).toBe(false);
  expect(isSameArrangement({ ...one, pins: [pin(1), pin(2)] }, { ...one, pins: [pin(2), pin(1)] })).toBe(
    false,
  );
  expect(changedPosts([pin(1), pin(2), pin(3)], [pin(2), pin(3, 'lead', { headline: 'x' }), pin(4)])).toEqual(
    new Set([1, 3, 4]),
  );
});

test('makes a post the lead, from wherever it was, and makes room in a full package', () => {
  const pins = [pin(1), pin(2), pin(7, 'category:3', { headline: 'Short' })];
  expect(ids(pinLead(pins, 7).pins)).toBe('7 1 2');
  expect(pinLead(pins, 7).pins[0]).toMatchObject({ area: 'lead', headline: 'Short' });
  expect(ids(pinLead(pins, 2).pins)).toBe('2 1 7');
  expect(ids(pinLead([], 5).pins)).toBe('5');
  const full = [1, 2, 3, 4, 5, 6, 8].map((id) => pin(id));
  expect(pinLead(full, 9)).toEqual({ pins: [9, 1, 2, 3, 4, 5, 6].map((id) => pin(id)), left: 8 });
  expect(pinLead(full, 8)).toEqual({ pins: [8, 1, 2, 3, 4, 5, 6].map((id) => pin(id)), left: undefined });
});
