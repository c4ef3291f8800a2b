// The only entry point: brings whatever is missing (a newer Node, packages, the build), says so, and runs the command asked for.
// No dependencies, and nothing newer than Node 18: this file runs before anything is installed.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bringAdminPackages, makeAdmin, makeAdminBehind } from './launch/admin.mjs';
import { passOnSignals, run, stopCode } from './launch/child.mjs';
import { childEnv } from './launch/npm.mjs';
import { runTests } from './launch/run-tests.mjs';
import { describeEnd, LaunchError, sayOnStderr } from './launch/say.mjs';
import { prepare } from './launch/steps.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// What the server runs with, in tests and the bench too: V8's young generation is held small, and all threads share one heap of malloc's (docs/decisions/006
// and 012).
const serve = JSON.parse(readFileSync(join(root, 'scripts/launch/serve.json'), 'utf8'));

async function runNode(upTo, file, args, { nodeEnv, flags = [], env = {}, onMessage }) {
  const node = await prepare(root, upTo);
  // Commands run in the project's folder, where DATA_DIR's default lies; INIT_CWD tells them what relative file names refer to.
  const extra = { ...env, NODE_ENV: nodeEnv, INIT_CWD: process.env.INIT_CWD ?? process.cwd() };
  const options = { cwd: root, env: childEnv(node, extra) };
  if (!onMessage) return run(node, [...flags, join(root, file), ...args], options);
  return run(
    node,
    [...flags, join(root, file), ...args],
    { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
    (child) => {
      child.on('message', (message) => onMessage(message, node));
    },
  );
}

function runTool(args) {
  // Standard output belongs to the command: it may be data on its way into a file.
  sayOnStderr();
  return runNode('build', 'dist/server/cli.js', args, { nodeEnv: 'production' });
}

/**
 * A server that serves takes a stop signal itself and ends with 0; one that prepares its site yet is ended by it, and says nothing. Once it serves, what people
 * write with is made behind it, where that is to be done.
 */
async function serveSite(args) {
  let behind;
  const onMessage = (message, node) => {
    if (message === 'serving' && !behind && stopCode() === null) behind = makeAdminBehind(root, node);
  };
  const code = await runNode('build', 'dist/server/main.js', args, {
    nodeEnv: 'production',
    ...serve,
    onMessage,
  });
  behind?.stop();
  if (code === stopCode())
    throw new LaunchError('Stopped before the site was served; the next start goes on.');
  return code;
}

const COMMANDS = {
  start: serveSite,
  test: (args) => runTests(root, args),
  check: (args) =>
    runNode('packages', 'scripts/check.mjs', args, { nodeEnv: process.env.NODE_ENV ?? 'development' }),
  dev: async (args) => {
    await Promise.all([prepare(root, 'packages'), bringAdminPackages(root)]);
    return runNode('packages', 'scripts/dev.mjs', args, { nodeEnv: 'development' });
  },
  // What readers get, and what people write with; `--readers`: without it, for a service whose launcher makes that behind the site.
  build: async (args) => {
    const node = await prepare(root, 'build');
    if (!args.includes('--readers')) await makeAdmin(root, node);
    return 0;
  },
  bench: (args) =>
    runNode('build', 'test/bench/main.ts', args, {
      nodeEnv: 'production',
      flags: ['--disable-warning=ExperimentalWarning'],
    }),
  screenshots: (args) =>
    runNode('build', 'scripts/screenshots.mjs', args, {
      nodeEnv: 'production',
      flags: ['--disable-warning=ExperimentalWarning'],
    }),
  supply: (args) =>
    runNode('packages', 'scripts/supply.mjs', args, { nodeEnv: process.env.NODE_ENV ?? 'development' }),
  openapi: (args) => runNode('packages', 'scripts/openapi.mjs', args, { nodeEnv: 'development' }),
  'core-block-types': async (args) => {
    await Promise.all([prepare(root, 'packages'), bringAdminPackages(root)]);
    return runNode('packages', 'scripts/core-block-types.mjs', args, { nodeEnv: 'development' });
  },
  broadsheet: runTool,
};

async function main([name, ...args]) {
  const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : null;
  if (!command)
    throw new LaunchError(`Unknown command ${name ?? '(none)'}. Known: ${Object.keys(COMMANDS).join(', ')}.`);
  passOnSignals();
  return command(args);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${describeEnd(error)}\n`);
  process.exitCode = stopCode() ?? 1;
}
