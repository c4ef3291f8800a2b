import { expect, test } from 'vitest';
import type { Tag } from '../../modules/content/tags.ts';
import { InvalidationBus } from '../../kernel/db/invalidation.ts';
import { TaggedCache } from './tagged-cache.ts';
import type { LoadedData } from './tagged-cache.ts';

const loaded = (data: unknown, tags: readonly Tag[], expiresAt = Infinity): LoadedData => ({
  data,
  tags: new Map(tags.map((tag) => [tag, 'secondary'] as const)),
  expiresAt,
});

test('caches data until one of its tags is emitted', () => {
  const bus = new InvalidationBus();
  const cache = new TaggedCache(bus);
  cache.set('a', loaded(1, ['list:x', 'list:y']), cache.epoch);
  cache.set('b', loaded(2, ['list:y']), cache.epoch);
  bus.publish([{ tag: 'list:x', urgency: 'bulk' }]);
  expect([cache.get('a', 0), cache.get('b', 0)?.data]).toEqual([undefined, 2]);
  bus.publish([{ tag: 'list:y', urgency: 'remove' }]);
  expect(cache.get('b', 0)).toBeUndefined();
});

test('an emission for everything clears all, and a setting clears data that read it', () => {
  const bus = new InvalidationBus();
  const cache = new TaggedCache(bus);
  const left = (tag: string) => {
    cache.set('a', loaded(1, ['setting:blogname']), cache.epoch);
    cache.set('b', loaded(2, ['setting:timezone_string']), cache.epoch);
    bus.publish([{ tag, urgency: 'change' }]);
    return ['a', 'b'].filter((key) => cache.get(key, 0) !== undefined);
  };
  expect([left('setting:blogname'), left('setting:blogdescription'), left('*')]).toEqual([
    ['b'],
    ['a', 'b'],
    [],
  ]);
});

test('refuses data whose loading began before the last emission, and returns none past its expiry', () => {
  const bus = new InvalidationBus();
  const cache = new TaggedCache(bus);
  const { epoch } = cache;
  bus.publish([{ tag: 'anything', urgency: 'change' }]);
  cache.set('a', loaded(1, ['list:x']), epoch);
  expect(cache.get('a', 0)).toBeUndefined();
  cache.set('a', loaded(1, ['list:x'], 100), cache.epoch);
  expect([cache.get('a', 99)?.data, cache.get('a', 100)]).toEqual([1, undefined]);
});

test('is limited: the least recently used entries go first', () => {
  const cache = new TaggedCache(new InvalidationBus());
  cache.set('used', loaded('used', ['list:x']), cache.epoch);
  for (let n = 0; n < 499; n++) cache.set(`k${n}`, loaded(n, ['list:x', `list:t${n}`]), cache.epoch);
  expect(cache.get('used', 0)?.data).toBe('used');
  cache.set('one more', loaded(0, ['list:x']), cache.epoch);
  expect([cache.get('used', 0)?.data, cache.get('k0', 0), cache.get('one more', 0)?.data]).toEqual([
    'used',
    undefined,
    0,
  ]);
});
