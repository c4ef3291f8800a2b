import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { npmCiFrom } from './npm.mjs';
import { LaunchError, step } from './say.mjs';
import { compareWithStamp, listFiles, removeStamp, writeStamp } from './stamp.mjs';
import { MINIMUM_NODE, isSupported } from './version.mjs';

const SOURCES = ['scripts/runtime/package.json', 'scripts/runtime/package-lock.json'];

/** The package with Node for a platform, `{name, version}`, or null if there is no such package. */
export function runtimePackage(optionalDependencies, platform, arch) {
  const os = platform === 'win32' ? 'win' : platform;
  for (const name of [`node-${os}-${arch}`, `node-bin-${os}-${arch}`]) {
    const version = optionalDependencies[name];
    if (version) return { name, version };
  }
  return null;
}

function installYourself(reason) {
  const detail = `${reason} Install Node ${MINIMUM_NODE} or newer (24 is best) from https://nodejs.org or your system's packages, and try again.`;
  return new LaunchError(
    `Node ${process.versions.node} is too old for Broadsheet, which needs ${MINIMUM_NODE}. ${detail}`,
  );
}

/** Bytes on disk that npm needs to unpack the runtime. */
const NEEDED_BYTES = 260 * 1024 * 1024;

/** On a full disk npm silently omits or truncates an optional package, which would look like an incompatible Node. */
function expectRoom(folder) {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= NEEDED_BYTES) return;
  const megabytes = (bytes) => `${Math.floor(bytes / 1024 / 1024)} MB`;
  throw new LaunchError(
    `The disk of ${folder} has ${megabytes(free)} left, but Node needs ${megabytes(NEEDED_BYTES)} during installation. Free some space, ` +
      'then run the same command again.',
  );
}

/** The Node for Broadsheet (path and version), and whether it is installed; `bring()` downloads it. */
export function inspectRuntime(root) {
  if (isSupported(process.versions.node))
    return { node: process.execPath, version: process.versions.node, fresh: true };

  const { optionalDependencies } = JSON.parse(readFileSync(join(root, SOURCES[0]), 'utf8'));
  const nodePackage = runtimePackage(optionalDependencies, process.platform, process.arch);
  if (!nodePackage)
    throw installYourself(`No prebuilt Node is available for ${process.platform} ${process.arch}.`);

  const home = join(root, '.runtime');
  const node = join(
    home,
    'node_modules',
    nodePackage.name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  const stampPath = join(home, 'stamp.json');
  const { fresh, stamp } = compareWithStamp(root, stampPath, listFiles(root, SOURCES), [
    process.platform,
    process.arch,
  ]);

  const bring = () =>
    step(
      `Node ${process.versions.node} is too old for Broadsheet; downloading ${nodePackage.version} to .runtime/ (about 57 MB, once)`,
      async () => {
        expectRoom(root);
        removeStamp(stampPath);
        try {
          await npmCiFrom(
            SOURCES.map((source) => join(root, source)),
            home,
          );
          // On musl the binary exists but does not start, so it is tried first.
          const tried = existsSync(node) ? spawnSync(node, ['--version'], { encoding: 'utf8' }) : null;
          if (!tried || tried.status !== 0 || !isSupported(tried.stdout)) {
            throw installYourself(
              `The prebuilt Node (${nodePackage.name}) does not run on this system (it needs glibc).`,
            );
          }
          writeStamp(stampPath, stamp);
        } catch (error) {
          rmSync(home, { recursive: true, force: true }); // a partial download is useless and wastes disk space
          throw error;
        }
      },
    );
  return { node, version: nodePackage.version, fresh: fresh && existsSync(node), bring };
}
