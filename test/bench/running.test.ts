import { expect, test } from 'vitest';
import { endAll, endsLater } from './running.ts';

test('running servers are ended once, newest first, despite failures', async () => {
  const ended: string[] = [];
  const note = (name: string, error?: Error) => async () => {
    ended.push(name);
    if (error) throw error;
  };
  endsLater(note('folder'));
  endsLater(note('database', new Error('is away')));
  const stop = endsLater(note('server'));
  endsLater(note('browser'));
  await stop();
  await expect(endAll()).rejects.toMatchObject({ errors: [new Error('is away')] });
  await endAll();
  await stop();
  expect(ended).toEqual(['server', 'browser', 'database', 'folder']);
});
