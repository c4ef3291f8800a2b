// What people write with has packages, a lock file and a build of its own (decisions 051, 052): they are made beside other work, or behind serving, never
// before it.
import { existsSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { run, stopCode } from './child.mjs';
import { takeLock } from './lock.mjs';
import { childEnv, npmCiFrom } from './npm.mjs';
import { describeEnd, LaunchError, say, seconds } from './say.mjs';
import { compareWithStamp, listFiles, removeStamp, writeStamp } from './stamp.mjs';

/** What the packages are for, with their list and lock. */
export const adminFolder = 'src/newsroom';
/** Where the sources of what people write with lie: whatever its build takes from elsewhere would not make it run again. */
export const adminSources = [adminFolder, 'src/lib', 'src/reader/islands'];
const lists = ['package.json', 'package-lock.json', '.npmrc'];
const output = 'dist-admin/admin-assets.json';

/**
 * Whether the packages of src/newsroom are what its lock file says; `install()` makes it so, with any Node: none of them is a binary. They lie in `.admin/`,
 * where
 * nobody who searches `src` comes by them, and src/newsroom has a link to them, where programs look.
 */
export function inspectAdminPackages(root) {
  const home = join(root, '.admin');
  const link = join(root, adminFolder, 'node_modules');
  const stampPath = join(home, 'stamp.json');
  const { fresh, stamp } = compareWithStamp(
    root,
    stampPath,
    listFiles(
      root,
      lists.map((name) => `${adminFolder}/${name}`),
    ),
  );
  const install = async () => {
    // In a folder of this process: where an earlier one was killed, its npm may go on in its own.
    for (const name of readdirSync(root))
      if (name.startsWith('.admin.new-')) rmSync(join(root, name), { recursive: true, force: true });
    const made = join(root, `.admin.new-${process.pid}`);
    await npmCiFrom(
      lists.map((name) => join(root, adminFolder, name)),
      made,
    );
    rmSync(home, { recursive: true, force: true });
    renameSync(made, home);
    rmSync(link, { recursive: true, force: true });
    symlinkSync(
      process.platform === 'win32' ? join(home, 'node_modules') : '../../.admin/node_modules',
      link,
      'junction',
    );
    writeStamp(stampPath, stamp);
  };
  return { fresh: fresh && existsSync(link), install };
}

/** Whether dist-admin/ is built from the tree as it is; `build()` makes it so, with this Node. */
export function inspectAdminBuild(root, node = process.execPath) {
  const stampPath = join(root, 'dist-admin', 'stamp.json');
  const sources = [
    ...adminSources,
    'vite.config.ts',
    'package-lock.json',
    'scripts/build-admin.mjs',
    'scripts/build/admin.mjs',
  ];
  const { fresh, stamp } = compareWithStamp(
    root,
    stampPath,
    listFiles(root, sources, (name) => !/\.test\.tsx?$/.test(name)),
  );
  const build = async () => {
    removeStamp(stampPath);
    const env = childEnv(node, { NODE_ENV: 'production' });
    const code = await run(node, [join(root, 'scripts', 'build-admin.mjs')], { cwd: root, env });
    if (code !== 0)
      throw new LaunchError(
        stopCode() === null
          ? `The build of the newsroom failed (exit code ${code}); its messages are above.`
          : 'Stopped.',
      );
    if (!existsSync(join(root, output)))
      throw new LaunchError(`The build of the newsroom ended well but did not write ${output}.`);
    writeStamp(stampPath, stamp);
  };
  return { fresh: fresh && existsSync(join(root, output)), build };
}

/** Whether there is nothing to do. */
export function isAdminFresh(root) {
  return inspectAdminPackages(root).fresh && inspectAdminBuild(root).fresh;
}

/** Brings the packages of src/newsroom, one launcher at a time; where they are there it takes no lock and starts no process. */
export async function bringAdminPackages(root) {
  if (inspectAdminPackages(root).fresh) return;
  await alone(root, () => installPackages(root, () => undefined));
}

async function alone(root, work) {
  const release = await takeLock(join(root, '.cache', 'admin.lock'));
  try {
    await work();
  } finally {
    release();
  }
}

async function timed(announcement, done, work) {
  const began = Date.now();
  say(`${announcement} …`);
  await work();
  say(`  ${done}, in ${seconds(Date.now() - began)}`);
}

async function installPackages(root, tell) {
  const packages = inspectAdminPackages(root); // another launcher may have brought them meanwhile
  if (packages.fresh) return;
  tell('installing');
  await timed(
    `Installing the packages of ${adminFolder} (npm ci)`,
    `the packages of ${adminFolder} are there`,
    packages.install,
  );
}

/** What the newsroom's page says while it is made, and why it is not (src/site/admin/admin-build.ts). */
const statePath = (root) => join(root, '.cache', 'admin.json');

/** Installs and builds, one at a time; a server that runs meanwhile can tell how far that is. Throws where it fails. */
export async function makeAdmin(root, node) {
  if (isAdminFresh(root)) return;
  await alone(root, async () => {
    const tell = (step, reason) => {
      writeFileSync(`${statePath(root)}.new`, `${JSON.stringify({ step, reason, pid: process.pid })}\n`);
      renameSync(`${statePath(root)}.new`, statePath(root));
    };
    try {
      await installPackages(root, tell);
      const build = inspectAdminBuild(root, node);
      if (!build.fresh) {
        tell('building');
        await timed('Building the newsroom (/wp-admin/)', 'the newsroom is there', build.build);
      }
      rmSync(statePath(root), { force: true });
    } catch (error) {
      if (stopCode() === null) tell('failed', describeEnd(error));
      else rmSync(statePath(root), { force: true });
      throw error;
    }
  });
}

/** The process that makes the newsroom, or undefined where it is there: at a priority below what serves, and ended with the launcher. */
export function makeAdminBehind(root, node) {
  if (isAdminFresh(root)) return undefined;
  const options = { cwd: root, env: childEnv(node), stdio: ['ignore', 'inherit', 'inherit', 'ipc'] };
  let child;
  const ended = run(node, [join(root, 'scripts', 'launch', 'make-admin.mjs')], options, (started) => {
    child = started;
    setPriority(started.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  });
  return { ended, stop: () => child.kill('SIGTERM') };
}
