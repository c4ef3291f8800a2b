import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from './child.mjs';
import { findChromium, findPostgres } from './find-programs.mjs';
import { LaunchError, say, step } from './say.mjs';

// Debian's package would create and start a database cluster, which the tests do not need.
const NO_CLUSTER = '/etc/postgresql-common/createcluster.d/broadsheet-tests.conf';

/** Optional, since not every system has it; tests run faster with it. */
const WELCOME = ['chromium-headless-shell'];

/** The fonts for which fallback metrics are measured; without them, that test is skipped. */
const FONTS = 'fonts-liberation';
const hasFonts = () =>
  ['liberation', 'liberation2'].some((folder) => existsSync(`/usr/share/fonts/truetype/${folder}`));

const NEEDS = {
  chromium: {
    label: 'Chromium',
    packages: ['chromium', 'fonts-dejavu-core'],
    hint: 'Chromium or Chrome (or set CHROMIUM_PATH)',
  },
  postgres: {
    label: 'PostgreSQL',
    packages: ['postgresql'],
    hint: 'the server programs of PostgreSQL 15 or newer (or set PG_BINDIR to their folder)',
  },
};

const FINDERS = { chromium: findChromium, postgres: findPostgres };

/** Command prefix for root rights: empty or sudo; null when unavailable. */
function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : null;
}

async function asRoot(prefix, args) {
  const [command, ...rest] = [...prefix, ...args];
  const code = await run(command, rest, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (code !== 0) throw new LaunchError(`${args.join(' ')} failed (exit code ${code}).`);
}

async function aptInstall(prefix, packages) {
  const apt = [
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-qq',
    '-o',
    'DPkg::Lock::Timeout=300',
    '-o',
    'Acquire::Retries=3',
  ];
  await asRoot(prefix, [...apt, 'update']);
  await asRoot(prefix, [
    'sh',
    '-c',
    `mkdir -p "$(dirname ${NO_CLUSTER})" && echo 'create_main_cluster = false' > ${NO_CLUSTER}`,
  ]);
  const offered = WELCOME.filter(
    (name) =>
      packages.includes('chromium') &&
      spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0,
  );
  try {
    await asRoot(prefix, [...apt, 'install', '-y', '--no-install-recommends', ...packages, ...offered]);
  } finally {
    await asRoot(prefix, [
      'sh',
      '-c',
      // Two runs on a new machine may both install: the other may have removed it already.
      `rm -f ${NO_CLUSTER}; rmdir -p --ignore-fail-on-non-empty "$(dirname ${NO_CLUSTER})" || true`,
    ]);
  }
}

async function provideFonts() {
  if (hasFonts() || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) return;
  const prefix = rootPrefix();
  if (!prefix) return;
  try {
    await step(`Installing ${FONTS} (apt-get, once)`, () => aptInstall(prefix, [FONTS]), '  fonts installed');
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    say(`${error.message} One test is skipped without ${FONTS}.`);
  }
}

/** Finds the programs that tests need (`required`, keys of NEEDS), and installs missing ones from Debian if this account may. */
export async function provision(required = Object.keys(NEEDS)) {
  const programs = await providePrograms(required);
  if (required.includes('chromium')) await provideFonts();
  return programs;
}

async function providePrograms(required) {
  const find = () => Object.fromEntries(required.map((key) => [key, FINDERS[key]()]));
  const found = find();
  const missing = required.filter((key) => !found[key]);
  if (missing.length === 0) return found;

  const hints = (keys) => keys.map((key) => NEEDS[key].hint).join(' and ');
  const hasApt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
  const prefix = hasApt ? rootPrefix() : null;
  if (!prefix) {
    const why = hasApt
      ? "This account can't install packages (it is neither root nor has passwordless sudo)."
      : 'apt-get is not available on this system.';
    throw new LaunchError(`The tests need ${hints(missing)}. ${why} Install them and try again.`);
  }
  const packages = missing.flatMap((key) => NEEDS[key].packages);
  const labels = missing.map((key) => NEEDS[key].label).join(' and ');
  await step(
    `The tests need ${labels}; installing ${packages.join(', ')} (apt-get, once)`,
    () => aptInstall(prefix, packages),
    `  ${labels} installed`,
  );

  const now = find();
  const still = required.filter((key) => !now[key]);
  if (still.length > 0)
    throw new LaunchError(
      `apt-get installed its packages, but the tests still need ${hints(still)}: the packages of this system are too old or only stubs.`,
    );
  return now;
}
