import { expect, test } from 'vitest';
import { SettingTags } from './setting-tags.ts';

const tagsOf = (...names: string[]) => new Map(names.map((name) => [name, 'secondary'] as const));
const change = (tag: string) => ({ tag, urgency: 'change' as const });

test('replies that hang on the same settings have one tag for them, in whatever order they were read', () => {
  const tags = new SettingTags();
  expect(tags.withoutSettings(tagsOf('post:1', 'setting:a', 'setting:b'))).toEqual(new Map([['post:1', 'secondary'], ['settings:1', 'primary']]));
  expect([...tags.withoutSettings(tagsOf('setting:b', 'setting:a')).keys()]).toEqual(['settings:1']);
  expect([...tags.withoutSettings(tagsOf('setting:a')).keys()]).toEqual(['settings:2']);
  expect(tags.withoutSettings(tagsOf('post:1'))).toEqual(tagsOf('post:1'));
});

test('a changed setting counts for every set that holds it, and for no other', () => {
  const tags = new SettingTags();
  const names = Array.from({ length: 300 }, (_, n) => `setting:${n}`);
  for (const name of names) tags.withoutSettings(tagsOf(name, 'setting:0'));
  expect(tags.withSets([change('setting:299')])).toEqual([change('setting:299'), change('settings:300')]);
  expect(tags.withSets([change('setting:0')])).toHaveLength(301);
  const others = [change('post:1'), change('settings')];
  expect([tags.withSets(others), tags.withSets([change('setting:unknown')])]).toEqual([others, [change('setting:unknown')]]);
});

test('sets are told apart up to a number; what comes then hangs on all settings', () => {
  const tags = new SettingTags();
  const of = (n: number) => [...tags.withoutSettings(tagsOf(`setting:${n}`)).keys()];
  for (let n = 0; n < 1000; n++) expect(of(n)).toEqual([`settings:${n + 1}`]);
  expect([of(1000), of(7)]).toEqual([['settings'], ['settings:8']]);
});
