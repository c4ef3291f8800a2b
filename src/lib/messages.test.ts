import { expect, test } from 'vitest';
import { fillIn } from './messages.ts';

test('inserts values at their placeholders unchanged', () => {
  expect(fillIn('%d of %d', 2, 9)).toBe('2 of 9');
  expect(fillIn('%2$s before %1$s, 100%', 'a', 'b')).toBe('b before a, 100%');
  expect(fillIn('No results for “%s”', '%s $& %1$s')).toBe('No results for “%s $& %1$s”');
  expect(fillIn('%s and %s', 'one')).toBe('one and %s');
});
