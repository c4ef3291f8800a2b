import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { untilAdminIsMade } from './admin-build.ts';

const makePlaces = () => {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-admin-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const places = { build: join(folder, 'dist-admin'), state: join(folder, '.cache') };
  mkdirSync(places.build);
  mkdirSync(places.state);
  return {
    places,
    say: (step: string, pid = process.pid) =>
      writeFileSync(join(places.state, 'admin.json'), JSON.stringify({ step, pid })),
    isSilent: () => rmSync(join(places.state, 'admin.json'), { force: true }),
    isThere: () => writeFileSync(join(places.build, 'admin-assets.json'), '{"script":"/a.js","styles":[]}'),
  };
};

test('a newsroom that a start makes is waited for: until it begins, while it is installed and built, and no longer', async () => {
  const { places, say, isThere, isSilent } = makePlaces();
  const seen: string[] = [];
  const steps = [
    () => undefined,
    () => say('installing'),
    () => say('building'),
    () => {
      isThere();
      isSilent();
    },
  ];
  await untilAdminIsMade(places, async () => {
    seen.push('looked');
    steps.shift()?.();
  });
  expect([seen.length, steps.length]).toEqual([4, 0]);
  // It is there: nothing is waited for.
  await untilAdminIsMade(places, () => expect.fail('it waits'));
});

test('where nobody begins with it, or who began is gone or failed, what waits goes on', async () => {
  const { places, say } = makePlaces();
  let looks = 0;
  const count = async () => void looks++;
  await untilAdminIsMade(places, count);
  expect(looks).toBe(30);
  say('failed');
  looks = 0;
  await untilAdminIsMade(places, count);
  expect(looks).toBe(30);
  say('building', 2 ** 22 + 1); // no process has such a number
  looks = 0;
  await untilAdminIsMade(places, count);
  expect(looks).toBe(30);
  say('building');
  looks = 0;
  await untilAdminIsMade(places, count);
  expect(looks).toBe(240);
});
