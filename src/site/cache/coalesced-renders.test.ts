import { expect, test } from 'vitest';
import { noteReadsNow, noteReadsOf } from '../../lib/noted-reads.ts';
import { withSets, withSettings } from './coalesced-renders.ts';

const settings = noteReadsOf(
  Object.fromEntries(
    ['a', 'b', ...Array.from({ length: 1001 }, (_, n) => String(n))].map((name) => [name, name]),
  ),
);
const readsOf = (...names: string[]) => noteReadsNow(() => names.map((name) => settings[name])).reads;
const tagOf = (...names: string[]) => [...withSettings(new Map(), readsOf(...names)).keys()].join();
const change = (tag: string) => ({ tag, urgency: 'change' as const });

test('replies that depend on the same settings share one tag for them, in whatever order they were read', () => {
  const posts = new Map([['post:1', 'secondary']] as const);
  expect(withSettings(posts, readsOf('a', 'b'))).toEqual(
    new Map([
      ['post:1', 'secondary'],
      [tagOf('b', 'a'), 'primary'],
    ]),
  );
  expect(new Set([tagOf('a', 'b'), tagOf('b', 'a'), tagOf('a'), tagOf('b')]).size).toBe(3);
  expect(withSettings(posts, readsOf())).toEqual(posts);
});

test('a changed setting invalidates every set that contains it, and no other, however many sets there are', () => {
  const setTags = Array.from({ length: 1001 }, (_, n) => tagOf(String(n), '0'));
  const invalidated = (...tags: string[]) => withSets(tags.map(change), () => setTags);
  expect(invalidated('setting:299')).toEqual([change('setting:299'), change(tagOf('299', '0'))]);
  expect(invalidated('setting:1000')).toEqual([change('setting:1000'), change(tagOf('1000', '0'))]);
  expect(invalidated('setting:0')).toHaveLength(1002);
  expect([invalidated('post:1', 'settings'), invalidated('setting:unknown')]).toEqual([
    [change('post:1'), change('settings')],
    [change('setting:unknown')],
  ]);
});
