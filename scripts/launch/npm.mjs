import { copyFileSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { run, stopCode } from './child.mjs';
import { LaunchError } from './say.mjs';

function* npmPlaces(env, execPath) {
  // Under yarn or pnpm this is another program, so the file name decides.
  if (env.npm_execpath) yield env.npm_execpath;
  const bin = dirname(execPath);
  yield join(bin, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  yield join(bin, 'node_modules', 'npm', 'bin', 'npm-cli.js');
  for (const folder of pathFolders(env)) {
    yield join(folder, 'npm');
    yield join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js');
  }
}

export function pathFolders(env) {
  return (env[pathKey(env)] ?? '').split(delimiter).filter(Boolean);
}

function pathKey(env) {
  return Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
}

/** The path of npm-cli.js, which any Node can run; null without npm. */
export function findNpm(env = process.env, execPath = process.execPath) {
  for (const place of npmPlaces(env, execPath)) {
    if (!existsSync(place)) continue;
    const real = realpathSync(place);
    if (basename(real) === 'npm-cli.js') return real;
  }
  return null;
}

/** Environment for a child that must find this `node` first on its PATH, without an outer npm's variables about its own script. */
export function childEnv(node, extra = {}, env = process.env) {
  const result = {};
  for (const [key, value] of Object.entries(env)) {
    if (/^npm_(package|lifecycle)_|^npm_config_local_prefix$|^npm_command$/.test(key)) continue;
    result[key] = value;
  }
  const key = pathKey(result);
  result[key] = [dirname(node), result[key]].filter(Boolean).join(delimiter);
  return { ...result, ...extra };
}

/** Runs `npm ci` in a folder with the given Node; prints only errors. */
export async function npmCi(node, folder) {
  const npm = findNpm();
  if (!npm)
    throw new LaunchError(
      'npm was not found next to Node or on the PATH. Install npm (it is included with Node from https://nodejs.org) and try again.',
    );
  const flags = [
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
  ];
  const patience = ['--fetch-retries=5', '--loglevel=error'];
  // npm prints only a package count on stdout; its errors are on stderr.
  const code = await run(node, [npm, 'ci', ...flags, ...patience], {
    cwd: folder,
    env: childEnv(node),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (code !== 0)
    throw new LaunchError(
      stopCode() === null
        ? `npm ci failed in ${folder} (exit code ${code}); see its messages above.`
        : 'Stopped.',
    );
}

/** Like `npmCi`, in a new folder to which these package lists (paths) are copied. */
export async function npmCiFrom(lists, folder) {
  mkdirSync(folder, { recursive: true });
  for (const list of lists) copyFileSync(list, join(folder, basename(list)));
  await npmCi(process.execPath, folder);
}
