import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly, stopCode } from './child.mjs';
import { takeLock } from './lock.mjs';
import { childEnv, npmCi } from './npm.mjs';
import { inspectRuntime } from './runtime.mjs';
import { LaunchError, step } from './say.mjs';
import { compareWithStamp, listFiles, removeStamp, writeStamp } from './stamp.mjs';
import { parseVersion } from './version.mjs';

const TEST_FILE = /\.test\.tsx?$/;
/** What people write with is built apart, and nothing that readers get is made of it. */
const ADMIN = 'src/newsroom/';
const OUTPUTS = ['dist/server/main.js', 'dist/server/cli.js'];

/** Whether node_modules is what the lockfile says, for this Node; `install()` makes it so. */
export function inspectPackages(root, { node, version }) {
  const stampPath = join(root, 'node_modules', '.broadsheet-stamp.json');
  const files = listFiles(root, ['package.json', 'package-lock.json', '.npmrc']);
  const { fresh, stamp } = compareWithStamp(root, stampPath, files, [
    String(parseVersion(version)?.[0]),
    process.platform,
    process.arch,
  ]);
  const install = () =>
    step('Installing packages (npm ci)', async () => {
      removeStamp(stampPath);
      await npmCi(node, root);
      writeStamp(stampPath, stamp);
    });
  return { fresh, install };
}

/** The files that decide what a build gives, tests excepted. */
export function buildInputs(root) {
  const configs = readdirSync(root).filter(
    (name) => /^(vite[.-].*|tsconfig.*\.json|index\.html)$/.test(name) && !name.startsWith('vitest'),
  );
  const sources = ['src', 'demo', ...configs, 'package-lock.json', 'scripts/build.mjs', 'scripts/build'];
  return listFiles(root, sources, (name) => !TEST_FILE.test(name) && !name.startsWith(ADMIN));
}

/** Whether dist/ is built from the tree as it is; `build()` makes it so. */
export function inspectBuild(root, node) {
  const stampPath = join(root, 'dist', 'stamp.json');
  const { fresh, stamp } = compareWithStamp(root, stampPath, buildInputs(root));
  const build = () =>
    step('Building Broadsheet', async () => {
      removeStamp(stampPath);
      const code = await runQuietly(node, [join(root, 'scripts', 'build.mjs')], {
        cwd: root,
        env: childEnv(node, { NODE_ENV: 'production' }),
      });
      if (code !== 0)
        throw new LaunchError(
          stopCode() === null ? `The build failed (exit code ${code}); its messages are above.` : 'Stopped.',
        );
      const missing = OUTPUTS.filter((file) => !existsSync(join(root, file)));
      if (missing.length > 0)
        throw new LaunchError(`The build ended well but did not write ${missing.join(' and ')}.`);
      writeStamp(stampPath, stamp);
    });
  return { fresh: fresh && OUTPUTS.every((file) => existsSync(join(root, file))), build };
}

function inspectAll(root, upTo) {
  const runtime = inspectRuntime(root);
  const packages = inspectPackages(root, runtime);
  const build = upTo === 'build' ? inspectBuild(root, runtime.node) : { fresh: true };
  return { runtime, packages, build };
}

/**
 * Brings runtime, packages and (with `upTo: 'build'`) the build up to date, one launcher at a time, and returns the path of the
 * Node to use. An unchanged tree takes no lock and starts no process.
 */
export async function prepare(root, upTo) {
  const seen = inspectAll(root, upTo);
  if (seen.runtime.fresh && seen.packages.fresh && seen.build.fresh) return seen.runtime.node;

  accessSync(root, constants.W_OK); // in words of the system that name the folder: making one in it fails in others
  const release = await takeLock(join(root, '.cache', 'launch.lock'));
  try {
    // Another launcher may have done all of it while this one waited.
    const { runtime, packages, build } = inspectAll(root, upTo);
    if (!runtime.fresh) await runtime.bring();
    if (!packages.fresh) await packages.install();
    if (!build.fresh) await build.build();
    return runtime.node;
  } finally {
    release();
  }
}
