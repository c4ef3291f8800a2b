import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { cpuLine, cpuNoted, cpuSecondsOfTree, kindOf, noteCpu } from './cpu-seconds.ts';

test.each([
  ['src/lib/slugify.test.ts', 'unit'],
  ['src/kernel/http/rest/rest-roles.test.ts', 'rest'],
  ['src/modules/terms/rest/term-routes.test.ts', 'rest'],
  ['src/lib/restrict.test.ts', 'unit'],
  ['src/theme/lists.e2e.test.tsx', 'e2e'],
  ['test/e2e/operations.test.ts', 'e2e'],
  ['test/wire/role-matrix.test.ts', 'wire'],
  ['scripts/launch/launch.test.mjs', 'scripts'],
  ['demo/demo.test.ts', 'demo'],
])('%s is a test of kind %s', (file, kind) => expect(kindOf(file)).toBe(kind));

test('the kind that used most is listed first, the shared part last', () => {
  const uses = [
    { file: 'src/a.test.ts', seconds: 0.25 },
    { file: 'test/wire/b.test.ts', seconds: 20 },
    { file: 'src/c.test.ts', seconds: 1 },
  ];
  expect(cpuLine(uses, 8.75)).toBe('CPU seconds: wire 20, unit 1.3, shared 8.8; 30 in all');
  expect(cpuLine([], 2)).toBe('CPU seconds: shared 2.0; 2.0 in all');
});

test('the CPU time of a file includes its processes and excludes earlier files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-cpu-'));
  try {
    expect(cpuNoted(folder)).toEqual([]);
    noteCpu(folder, 'a.test.ts');
    const before = cpuSecondsOfTree();
    spawnSync(process.execPath, ['-e', 'while (process.cpuUsage().user < 300_000);']);
    expect(cpuSecondsOfTree() - before).toBeGreaterThan(0.25);
    noteCpu(folder, 'b.test.ts');
    noteCpu(folder, 'c.test.ts');
    const [a, b, c] = cpuNoted(folder);
    expect([a?.file, b?.file, c?.file]).toEqual(['a.test.ts', 'b.test.ts', 'c.test.ts']);
    expect(b?.seconds).toBeGreaterThan(0.25);
    expect(c?.seconds).toBeLessThan(b?.seconds ?? 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
