import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathFolders } from './npm.mjs';
import { LaunchError } from './say.mjs';
import { compareVersions } from './version.mjs';

const OLDEST_POSTGRES = '15';
const exe = process.platform === 'win32' ? '.exe' : '';

function answersVersion(program) {
  // On Windows and macOS, asking a browser for its version may open a window, so existence is sufficient there.
  if (process.platform !== 'linux') return true;
  return spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

/** A working Chromium or Chrome: CHROMIUM_PATH (an error if it is wrong), the usual places, the PATH; else null. */
export function findChromium(env = process.env) {
  const named = env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named) || !answersVersion(named))
      throw new LaunchError(
        `CHROMIUM_PATH is ${named}, which is not a working Chromium. Correct it, or unset it to let the launcher search.`,
      );
    return named;
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'].map(
    (name) => name + exe,
  );
  const places = [
    '/usr/bin/chromium',
    ...pathFolders(env).flatMap((folder) => names.map((name) => join(folder, name))),
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ...[env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
      .filter(Boolean)
      .map((base) => join(base, 'Google', 'Chrome', 'Application', 'chrome.exe')),
  ];
  // Ubuntu's chromium-browser is a stub that asks for a snap, so the program must respond.
  return places.find((place) => existsSync(place) && answersVersion(place)) ?? null;
}

function postgresVersion(folder) {
  const complete = ['postgres', 'initdb', 'pg_ctl'].every((name) => existsSync(join(folder, name + exe)));
  if (!complete) return null;
  const { stdout, status } = spawnSync(join(folder, `postgres${exe}`), ['--version'], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  return status === 0 ? (/\) (\d\S*)/.exec(stdout)?.[1] ?? null) : null;
}

function fits(folder) {
  return compareVersions(postgresVersion(folder) ?? '', OLDEST_POSTGRES) >= 0;
}

function subfolders(base, tail) {
  if (!existsSync(base)) return [];
  const names = readdirSync(base);
  names.sort((a, b) => compareVersions(b.replace(/^\D+/, ''), a.replace(/^\D+/, '')));
  return names.map((name) => join(base, name, ...tail));
}

/** The folder with the server programs of PostgreSQL 15 or newer: PG_BINDIR (an error if it is wrong), the PATH, the usual places; else null. */
export function findPostgres(env = process.env) {
  const named = env.PG_BINDIR;
  if (named) {
    if (!fits(named))
      throw new LaunchError(
        `PG_BINDIR is ${named}, which does not contain postgres, initdb and pg_ctl of PostgreSQL ${OLDEST_POSTGRES} or newer. Correct it, ` +
          'or unset it to let the launcher search.',
      );
    return named;
  }
  const onPath = pathFolders(env)
    .map((folder) => join(folder, `postgres${exe}`))
    .filter((program) => existsSync(program))
    // Symlinks lead to the folder with all the programs.
    .map((program) => dirname(realpathSync(program)));
  const places = [
    ...onPath,
    ...subfolders('/usr/lib/postgresql', ['bin']),
    ...subfolders('/usr', ['bin']).filter((folder) => folder.includes('pgsql-')),
    ...subfolders('/opt/homebrew/opt', ['bin']).filter((folder) => folder.includes('postgresql')),
    ...subfolders('/usr/local/opt', ['bin']).filter((folder) => folder.includes('postgresql')),
    ...subfolders(join(env.PROGRAMFILES ?? '/nowhere', 'PostgreSQL'), ['bin']),
  ];
  return places.find(fits) ?? null;
}
