import { expect, test } from 'vitest';
import { arrangeFollowers, defineEvent, defineFollower, noFollowers, on } from './events.ts';

interface Log {
  readonly lines: string[];
}

const saved = defineEvent<{ readonly id: number }>('thing.saved');
const deleted = defineEvent<number>('thing.deleted');

const writes = (name: string) =>
  defineFollower(
    name,
    on(saved, async ({ lines }: Log, { id }) => {
      await Promise.resolve();
      lines.push(`${name} ${id}`);
    }),
  );

test('followers run one after the other in their declared order, regardless of the order of registration', async () => {
  const domain = [writes('third'), writes('first')];
  const followers = arrangeFollowers([
    [domain, 'first'],
    [[writes('second')], 'second'],
    [domain, 'third'],
  ]);
  const log: Log = { lines: [] };
  await followers.notify(log, saved, { id: 7 });
  expect(log.lines).toEqual(['first 7', 'second 7', 'third 7']);
});

test('a follower receives only the events that it follows, each time that they are emitted', async () => {
  const both = defineFollower(
    'both',
    on(saved, ({ lines }: Log, { id }) => void lines.push(`saved ${id}`)),
    on(deleted, ({ lines }: Log, id) => void lines.push(`deleted ${id}`)),
  );
  const followers = arrangeFollowers([
    [[writes('one')], 'one'],
    [[both], 'both'],
  ]);
  const log: Log = { lines: [] };
  await followers.notify(log, deleted, 3);
  await followers.notify(log, saved, { id: 4 });
  await followers.notify(log, defineEvent<string>('other.saved'), 'nobody follows it');
  expect(log.lines).toEqual(['deleted 3', 'one 4', 'saved 4']);
  expect(followers.list()).toEqual([
    { name: 'one', events: ['thing.saved'] },
    { name: 'both', events: ['thing.saved', 'thing.deleted'] },
  ]);
});

test('an error of a follower fails the emitting transaction, and the followers after it do not run', async () => {
  const broken = defineFollower(
    'broken',
    on(saved, async (_log: Log) => {
      throw new Error('no room');
    }),
  );
  const domain = [writes('one'), broken, writes('two')];
  const followers = arrangeFollowers([
    [domain, 'one'],
    [domain, 'broken'],
    [domain, 'two'],
  ]);
  const log: Log = { lines: [] };
  await expect(followers.notify(log, saved, { id: 1 })).rejects.toThrow('no room');
  expect(log.lines).toEqual(['one 1']);
});

const one = [writes('one')];
const namesakes = [writes('one'), writes('one')];
const otherEvent = defineFollower(
  'two',
  on(defineEvent<number>('thing.saved'), (_log: Log) => {}),
);

test.each([
  ['a follower without a place', [[[...one, writes('lost')], 'one']], 'The follower "lost" is missing'],
  ['a place without a follower', [[one, 'missing']], 'names "missing", which its domain does not define'],
  [
    'a place that is declared twice',
    [
      [one, 'one'],
      [one, 'one'],
    ],
    'lists "one" twice',
  ],
  [
    'two followers of one name in two domains',
    [
      [one, 'one'],
      [[writes('one')], 'one'],
    ],
    'lists "one" twice',
  ],
  ['two followers of one name in one domain', [[namesakes, 'one']], 'The follower "one" is missing'],
  [
    'two events of one name',
    [
      [one, 'one'],
      [[otherEvent], 'two'],
    ],
    'Two events have the name "thing.saved"',
  ],
] as const)('refuses %s before anything runs', (_title, places, message) => {
  expect(() => arrangeFollowers<Log>(places)).toThrow(message);
});

test('emitting an event without arranged followers is an error', async () => {
  await expect(noFollowers.notify({}, saved, { id: 1 })).rejects.toThrow(
    'The event thing.saved has no followers',
  );
});
