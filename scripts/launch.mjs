// The only entry point: provides what is missing (a newer Node, packages, the build), says so, and runs the command.
// Has no dependencies and requires only Node 18, since it runs before anything is installed.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installAdminPackages, makeAdmin, buildAdminInBackground } from './launch/admin.mjs';
import { passOnSignals, run, stopCode } from './launch/child.mjs';
import { childEnv } from './launch/npm.mjs';
import { runTests } from './launch/run-tests.mjs';
import { describeEnd, LaunchError, sayOnStderr } from './launch/say.mjs';
import { prepare } from './launch/steps.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// Flags of the server, also used in tests and the bench: a small V8 young generation, slow growth of the heap, and one
// malloc arena for all threads (docs/decisions/106).
const serve = JSON.parse(readFileSync(join(root, 'scripts/launch/serve.json'), 'utf8'));

async function runNode(upTo, file, args, { nodeEnv, flags = [], env = {}, onMessage }) {
  const node = await prepare(root, upTo);
  // Commands run in the project's folder, the base of DATA_DIR's default; INIT_CWD is the base of relative file names.
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
  // Standard output belongs to the command; it may be piped into a file.
  sayOnStderr();
  return runNode('build', 'dist/server/cli.js', args, { nodeEnv: 'production' });
}

/**
 * A serving process handles the stop signal and exits with 0; one still preparing its site is killed silently. The
 * newsroom is built in the background once it serves.
 */
async function serveSite(args) {
  let adminBuild;
  const onMessage = (message, node) => {
    if (message === 'serving' && !adminBuild && stopCode() === null)
      adminBuild = buildAdminInBackground(root, node);
  };
  const code = await runNode('build', 'dist/server/main.js', args, {
    nodeEnv: 'production',
    ...serve,
    onMessage,
  });
  adminBuild?.stop();
  if (code === stopCode())
    throw new LaunchError('Stopped before the site was ready. The next start continues.');
  return code;
}

const COMMANDS = {
  start: serveSite,
  test: (args) => runTests(root, args),
  check: (args) =>
    runNode('packages', 'scripts/check.mjs', args, { nodeEnv: process.env.NODE_ENV ?? 'development' }),
  dev: async (args) => {
    await Promise.all([prepare(root, 'packages'), installAdminPackages(root)]);
    return runNode('packages', 'scripts/dev.mjs', args, { nodeEnv: 'development' });
  },
  // Builds the site and the newsroom; `--readers` skips the latter, for services whose launcher builds it in the
  // background.
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
    await Promise.all([prepare(root, 'packages'), installAdminPackages(root)]);
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
