import { expect, test } from 'vitest';
import { noteReadsNow, noteReadsOf } from '../../lib/noted-reads.ts';
import { SettingTags } from './setting-tags.ts';

const settings = noteReadsOf(Object.fromEntries(['a', 'b', ...Array.from({ length: 1001 }, (_, n) => String(n))].map((name) => [name, name])));
const readsOf = (...names: string[]) => noteReadsNow(() => names.map((name) => settings[name])).reads;
const none = new Map();
const change = (tag: string) => ({ tag, urgency: 'change' as const });

test('replies that hang on the same settings have one tag for them, in whatever order they were read', () => {
  const tags = new SettingTags();
  const posts = new Map([['post:1', 'secondary']] as const);
  expect(tags.tagsFor(posts, readsOf('a', 'b'))).toEqual(new Map([['post:1', 'secondary'], ['settings:1', 'primary']]));
  expect([...tags.tagsFor(none, readsOf('b', 'a')).keys()]).toEqual(['settings:1']);
  expect([...tags.tagsFor(none, readsOf('a')).keys()]).toEqual(['settings:2']);
  expect(tags.tagsFor(posts, readsOf())).toEqual(posts);
});

test('a changed setting counts for every set that holds it, and for no other', () => {
  const tags = new SettingTags();
  for (let n = 0; n < 300; n++) tags.tagsFor(none, readsOf(String(n), '0'));
  expect(tags.withSets([change('setting:299')])).toEqual([change('setting:299'), change('settings:300')]);
  expect(tags.withSets([change('setting:0')])).toHaveLength(301);
  const others = [change('post:1'), change('settings')];
  expect([tags.withSets(others), tags.withSets([change('setting:unknown')])]).toEqual([others, [change('setting:unknown')]]);
});

test('sets are told apart up to a number; what comes then hangs on all settings', () => {
  const tags = new SettingTags();
  const of = (n: number) => [...tags.tagsFor(none, readsOf(String(n))).keys()];
  for (let n = 0; n < 1000; n++) expect(of(n)).toEqual([`settings:${n + 1}`]);
  expect([of(1000), of(7)]).toEqual([['settings'], ['settings:8']]);
});
