import { expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { readArguments, runTypes } from './types.ts';
import type { TypesTask } from './types.ts';

onBothDatabases('the types command', (get, place) => {
  const run = (task: TypesTask) => runTypes(get(), task, place().dataDir);
  test('[IMP-20] lists, switches on and shows ready types', async () => {
    expect(await run({ action: 'list' })).toContain('review  ready type, off');
    expect(await run({ action: 'switch-on', name: 'review', samples: true })).toEqual([
      'Switched on "review": 6 fields, 2 templates, 2 samples. Items are below /reviews/.',
    ]);
    expect(await run({ action: 'list' })).toEqual(
      expect.arrayContaining([
        'review  post type, defined, /reviews/, 2 in use',
        'review  ready type, on',
        'recipe  ready type, off',
      ]),
    );
    expect(await run({ action: 'show', name: 'review' })).toEqual(
      expect.arrayContaining(['review  defined, 2 items', '  field rating: number, required, Rating']),
    );
    expect((await run({ action: 'switch-on', name: 'episode', samples: true }))[0]).toContain('2 samples');
    await expect(run({ action: 'switch-on', name: 'review', samples: false })).rejects.toThrow('already');
    await expect(run({ action: 'switch-on', name: '__proto__', samples: false })).rejects.toThrow('name');
    await expect(run({ action: 'show', name: 'nothing' })).rejects.toThrow('no post type');
  });
});

test.each([
  [[], 'Missing action'],
  [['fly'], 'Unknown action'],
  [['list', 'review'], 'takes no argument'],
  [['show'], 'needs the name'],
  [['switch-on'], 'needs the name'],
  [['switch-on', 'review', 'event'], 'too many'],
  [['list', '--samples'], 'only with switch-on'],
])('[IMP-20] types %j is refused', (args, message) => {
  expect(() => readArguments(args)).toThrow(message);
});
