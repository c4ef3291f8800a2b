// The newsroom has its own packages, lock file and build (decision 051), which run in parallel with other steps
// or in the background, never before serving.
import { existsSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { run, stopCode } from './child.mjs';
import { takeLock } from './lock.mjs';
import { childEnv, npmCiFrom } from './npm.mjs';
import { describeEnd, LaunchError, say, seconds } from './say.mjs';
import { compareWithStamp, listFiles, removeStamp, writeStamp } from './stamp.mjs';

/** Folder of the newsroom, with its package.json and lock file. */
export const adminFolder = 'src/newsroom';
/** Sources whose changes cause a rebuild of the newsroom. */
export const adminSources = [
  adminFolder,
  'src/lib',
  'src/reader/islands',
  'src/reader/behaviours/related',
  'src/reader/behaviours/push/prompt-element.ts',
  'src/reader/behaviours/push/panel.css',
  'src/reader/behaviours/notices',
  'src/modules/templates/model.ts',
  'src/modules/types/names.ts',
  'src/modules/fields/schema-properties.ts',
  'src/modules/front/merge-fronts.ts',
  'src/modules/front/model.ts',
];
const lists = ['package.json', 'package-lock.json', '.npmrc'];
const output = 'dist-admin/admin-assets.json';

/**
 * Whether the newsroom's packages match its lock file; `install()` works with any Node, since none is native. They are
 * in `.admin/`, out of the way of searches in `src`; src/newsroom has a symlink to them.
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
    // In a folder for this process: the npm of a killed process may still be writing to its own.
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

/** Whether dist-admin/ matches the sources; `build()` uses this Node. */
export function inspectAdminBuild(root, node = process.execPath) {
  const stampPath = join(root, 'dist-admin', 'stamp.json');
  const sources = [
    ...adminSources,
    'vite.config.ts',
    'package-lock.json',
    'scripts/build-admin.mjs',
    'scripts/build/admin.mjs',
    'scripts/build/newsroom-packages.mjs',
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
          ? `The build of the newsroom failed (exit code ${code}); see its messages above.`
          : 'Stopped.',
      );
    if (!existsSync(join(root, output)))
      throw new LaunchError(`The build of the newsroom succeeded but did not write ${output}.`);
    writeStamp(stampPath, stamp);
  };
  return { fresh: fresh && existsSync(join(root, output)), build };
}

export function isAdminFresh(root) {
  return inspectAdminPackages(root).fresh && inspectAdminBuild(root).fresh;
}

/** Installs the newsroom's packages, one launcher at a time. If they are up to date, it takes no lock and starts no process. */
export async function installAdminPackages(root) {
  if (inspectAdminPackages(root).fresh) return;
  await withLock(root, () => installPackages(root, () => undefined));
}

async function withLock(root, work) {
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

async function installPackages(root, writeState) {
  const packages = inspectAdminPackages(root); // another launcher may have installed them in the meantime
  if (packages.fresh) return;
  writeState('installing');
  await timed(
    `Installing the packages of ${adminFolder} (npm ci)`,
    `packages of ${adminFolder} installed`,
    packages.install,
  );
}

/** Build status and error shown on the newsroom's page (src/site/admin/admin-build.ts). */
const statePath = (root) => join(root, '.cache', 'admin.json');

/** Installs and builds, one launcher at a time, and publishes its progress. Throws on failure. */
export async function makeAdmin(root, node) {
  if (isAdminFresh(root)) return;
  await withLock(root, async () => {
    const writeState = (step, reason) => {
      writeFileSync(`${statePath(root)}.new`, `${JSON.stringify({ step, reason, pid: process.pid })}\n`);
      renameSync(`${statePath(root)}.new`, statePath(root));
    };
    try {
      await installPackages(root, writeState);
      const build = inspectAdminBuild(root, node);
      if (!build.fresh) {
        writeState('building');
        await timed('Building the newsroom (/wp-admin/)', 'newsroom built', build.build);
      }
      rmSync(statePath(root), { force: true });
    } catch (error) {
      if (stopCode() === null) writeState('failed', describeEnd(error));
      else rmSync(statePath(root), { force: true });
      throw error;
    }
  });
}

/** The process that builds the newsroom at a low priority, or undefined when it is up to date. It ends with the launcher. */
export function buildAdminInBackground(root, node) {
  if (isAdminFresh(root)) return undefined;
  const options = { cwd: root, env: childEnv(node), stdio: ['ignore', 'inherit', 'inherit', 'ipc'] };
  let child;
  const ended = run(node, [join(root, 'scripts', 'launch', 'make-admin.mjs')], options, (started) => {
    child = started;
    setPriority(started.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  });
  return { ended, stop: () => child.kill('SIGTERM') };
}
