import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAdminFresh } from './admin.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'broadsheet-admin-'));
  cpSync(fileURLToPath(new URL('.', import.meta.url)), join(root, 'scripts/launch'), { recursive: true });
  put('src/newsroom/package.json', '{}');
  put('src/newsroom/package-lock.json', '{}');
  put('src/newsroom/.npmrc', '');
  put('src/newsroom/app/main.tsx', 'one');
  // Each logs a line when it runs, and runs while a file called "wait" exists.
  const program = (name, work) => `
    import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
    appendFileSync(${JSON.stringify(join(root, 'log'))}, '${name}\\n');
    while (existsSync(${JSON.stringify(join(root, 'wait'))})) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    ${work}`;
  put('npm/package.json', '{ "type": "module" }');
  put(
    'npm/npm-cli.js',
    program(
      'npm',
      `
    if (existsSync(${JSON.stringify(join(root, 'no-network'))})) { console.error('npm error network'); process.exit(1); }
    mkdirSync('node_modules');`,
    ),
  );
  put(
    'scripts/build-admin.mjs',
    program(
      'build',
      `
    mkdirSync('dist-admin', { recursive: true });
    writeFileSync('dist-admin/admin-assets.json', '{}');`,
    ),
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(name, text) {
  mkdirSync(join(root, name, '..'), { recursive: true });
  writeFileSync(join(root, name), text);
}

function start() {
  const child = spawn(process.execPath, [join(root, 'scripts/launch/make-admin.mjs')], {
    env: { PATH: process.env.PATH, npm_execpath: join(root, 'npm/npm-cli.js') },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return {
    child,
    output: () => output,
    // Child processes of a killed process keep running, and hold its output open.
    ended: new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code))),
    closed: new Promise((resolve) => child.once('close', resolve)),
  };
}

const ran = () =>
  existsSync(join(root, 'log')) ? readFileSync(join(root, 'log'), 'utf8').trim().split('\n') : [];
const state = () =>
  existsSync(join(root, '.cache/admin.json'))
    ? JSON.parse(readFileSync(join(root, '.cache/admin.json'), 'utf8'))
    : undefined;

test('installs and builds the newsroom once when two processes start together, and rebuilds it after its sources change', async () => {
  expect(await Promise.all([start().ended, start().ended])).toEqual([0, 0]);
  expect([ran(), isAdminFresh(root), state()]).toEqual([['npm', 'build'], true, undefined]);
  put('src/newsroom/app/main.tsx', 'two');
  put('src/newsroom/app/main.test.tsx', 'no matter');
  expect([isAdminFresh(root), await start().ended, ran()]).toEqual([false, 0, ['npm', 'build', 'build']]);
});

test('shows its progress while building, and a later process takes over from a killed one', async () => {
  put('wait', '');
  const killed = start();
  await expect.poll(() => state()?.step).toBe('installing');
  await expect.poll(ran).toEqual(['npm']);
  expect(state().pid).toBe(killed.child.pid);
  killed.child.kill('SIGKILL');
  expect(await killed.ended).toBe('SIGKILL');
  rmSync(join(root, 'wait'));
  expect([await start().ended, isAdminFresh(root), ran()]).toEqual([0, true, ['npm', 'npm', 'build']]);
});

test.each(['signal', 'launcher gone'])(
  'ends at once, with its child processes, when signalled (%s)',
  async (how) => {
    put('wait', '');
    const { child, ended, output } = start();
    await expect.poll(ran).toEqual(['npm']);
    if (how === 'signal') child.kill('SIGINT');
    else child.disconnect();
    expect([await ended, state(), output().includes('next start')]).toEqual([
      how === 'signal' ? 130 : 143,
      undefined,
      false,
    ]);
  },
);

test('reports a missing network, records the reason, and is retried', async () => {
  put('no-network', '');
  const { ended, closed, output } = start();
  await closed;
  expect([await ended, output(), state()]).toEqual([
    1,
    expect.stringMatching(
      /npm ci failed in .*\.admin\.new-\d+ \(exit code 1\).*\nThe site is served without its newsroom; the next start will retry\./s,
    ),
    { step: 'failed', reason: expect.stringContaining('npm ci failed'), pid: expect.any(Number) },
  ]);
  rmSync(join(root, 'no-network'));
  expect([await start().ended, isAdminFresh(root), state()]).toEqual([0, true, undefined]);
});
