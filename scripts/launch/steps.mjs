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
/** The newsroom has a separate build; the server only renders its admin bar. */
const ADMIN = /^src\/newsroom\/(?!admin-bar\/)/;
const OUTPUTS = ['dist/server/main.js', 'dist/server/cli.js'];

/** Whether node_modules matches the lock file, for this Node; `install()` updates it. */
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

export function buildInputs(root) {
  const configs = readdirSync(root).filter(
    (name) => /^(vite[.-].*|tsconfig.*\.json|index\.html)$/.test(name) && !name.startsWith('vitest'),
  );
  const sources = ['src', 'demo', ...configs, 'package-lock.json', 'scripts/build.mjs', 'scripts/build'];
  return listFiles(root, sources, (name) => !TEST_FILE.test(name) && !ADMIN.test(name));
}

/** Whether dist/ matches the sources; `build()` updates it. */
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
 * Updates runtime, packages and (with `upTo: 'build'`) the build, one launcher at a time; returns the path of Node.
 * When everything is up to date, it takes no lock and starts no process.
 */
export async function prepare(root, upTo) {
  const seen = inspectAll(root, upTo);
  if (seen.runtime.fresh && seen.packages.fresh && seen.build.fresh) return seen.runtime.node;

  accessSync(root, constants.W_OK); // its error names the folder, unlike that of creating a folder in it
  const release = await takeLock(join(root, '.cache', 'launch.lock'));
  try {
    // Another launcher may have done it in the meantime.
    const { runtime, packages, build } = inspectAll(root, upTo);
    if (!runtime.fresh) await runtime.bring();
    if (!packages.fresh) await packages.install();
    if (!build.fresh) await build.build();
    return runtime.node;
  } finally {
    release();
  }
}
