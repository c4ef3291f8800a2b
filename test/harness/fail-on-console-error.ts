import { afterEach, beforeEach, expect, vi } from 'vitest';
import { currentTest } from './current-test.ts';

currentTest.path = expect.getState().testPath ?? '';

/** An unexpected `console.error` (a React warning, a logged fault) fails the test. */
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls.map((call) => call.map(String).join(' '));
  vi.mocked(console.error).mockRestore();
  expect(calls, 'console.error was called').toEqual([]);
});
