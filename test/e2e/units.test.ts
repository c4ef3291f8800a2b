import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const deploy = new URL('../../deploy/', import.meta.url);
const units = readdirSync(deploy).filter((name) => /\.(?:service|timer)$/.test(name));
const installed = spawnSync('systemd-analyze', ['--version']).status === 0;

describe.skipIf(!installed)('the units of deploy/, as systemd reads them', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'broadsheet-units-'));
    // systemd verifies that programs exist, so link Node from where this machine has it.
    symlinkSync(process.execPath, join(folder, 'node')); // whose own path may have spaces
    for (const name of units) {
      writeFileSync(
        join(folder, name),
        readFileSync(new URL(name, deploy), 'utf8').replaceAll(
          /\/usr\/bin\/(?:node|npm)\b/g,
          join(folder, 'node'),
        ),
      );
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const verify = (name: string) => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', join(folder, name)], {
      encoding: 'utf8',
    });
    return {
      status,
      said: `${stdout}${stderr}`
        .split('\n')
        .filter((line) => line.includes(folder) || line.includes('broadsheet'))
        .join('\n'),
    };
  };

  test.each(units.map((name) => name.replace('@.', '@3001.')))('%s is sound', (name) => {
    if (name.includes('@3001'))
      writeFileSync(join(folder, name), readFileSync(join(folder, name.replace('@3001', '@'))));
    expect(verify(name)).toEqual({ status: 0, said: '' });
  });

  test('faults in units are found', () => {
    writeFileSync(
      join(folder, 'wrong.service'),
      '[Service]\nExecStart=/nowhere/at/all\nProtectEverything=yes\n',
    );
    expect(verify('wrong.service').status).not.toBe(0);
  });

  test('each process of the template has its own port', () => {
    expect(readFileSync(new URL('broadsheet@.service', deploy), 'utf8')).toMatch(/^Environment=PORT=%i$/m);
  });
});
