#!/usr/bin/env node
// `npm run supply`: lists direct dependencies with kind, version, licence, size, last release, purpose and problems,
// and the registry's audit.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkDependencies, countsLine, homesOf, readReasons } from './check-dependencies.mjs';
import { adminFolder, installAdminPackages } from './launch/admin.mjs';
import { installLighthouse } from './launch/lighthouse.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const registry = (process.env.npm_config_registry ?? 'https://registry.npmjs.org/').replace(/\/?$/, '/');
/** The purpose of packages other than tools, by home. */
const uses = { '': 'serves', [adminFolder]: 'newsroom' };
/** Milliseconds to wait for the registry. */
const patienceMs = 10_000;

const json = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** Bytes of a folder, without nested packages. */
function bytesOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((sum, entry) => {
      const path = join(folder, entry.name);
      return sum + (entry.isDirectory() ? bytesOf(path) : lstatSync(path).size);
    }, 0);
}

/** Folders of a package's dependencies, including transitive ones, as resolved by the lock file of its home. */
function dependencyFolders({ lock, installed }, name) {
  const found = new Set();
  const walk = (place) => {
    const entry = lock.packages[place];
    for (const dependency of Object.keys({ ...entry?.dependencies, ...entry?.optionalDependencies })) {
      // Node's resolution: inside of the package, then upwards.
      let at = place;
      while (!lock.packages[join(at, 'node_modules', dependency)] && at !== '') {
        at = at.includes('node_modules/')
          ? at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))
          : '';
      }
      const target = join(at, 'node_modules', dependency);
      if (!lock.packages[target] || found.has(target) || !existsSync(join(root, installed, target))) continue;
      found.add(target);
      walk(target);
    }
  };
  walk(`node_modules/${name}`);
  return found;
}

/** Release dates (ISO) of the version in use and the newest one; undefined when the registry does not report them. */
async function releasesOf(name, version) {
  try {
    const reply = await fetch(`${registry}${name.replace('/', '%2f')}`, {
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!reply.ok) return undefined;
    const { time = {}, 'dist-tags': tags = {} } = await reply.json();
    return {
      used: time[version]?.slice(0, 10) ?? '?',
      newest: `${tags.latest ?? '?'} ${time[tags.latest]?.slice(0, 10) ?? ''}`.trim(),
    };
  } catch (error) {
    console.error(`The registry at ${registry} does not tell about ${name}: ${error.message}`);
    return undefined;
  }
}

async function main() {
  await installAdminPackages(root);
  await installLighthouse(root);
  const homes = homesOf(root);
  const reasons = readReasons(root);
  const rows = await Promise.all(
    homes
      .flatMap((home) => [
        ...Object.keys(home.dependencies).map((name) => ({
          home,
          name,
          use: uses[home.folder] ?? 'measures',
        })),
        ...Object.keys(home.devDependencies).map((name) => ({ home, name, use: 'builds' })),
      ])
      .map(async ({ home, name, use }) => {
        const { version, license } = json(join(home.installed, `node_modules/${name}/package.json`));
        const releases = await releasesOf(name, version);
        const folders = dependencyFolders(home, name);
        const bytes = [join('node_modules', name), ...folders].reduce(
          (sum, place) => sum + bytesOf(join(root, home.installed, place)),
          0,
        );
        const { kind = 'NOT DOCUMENTED', why = '' } = reasons.get(name) ?? {};
        return {
          name,
          kind,
          use,
          version,
          licence: license ?? '?',
          brings: folders.size,
          'MB with them': (bytes / 1e6).toFixed(1),
          released: releases?.used ?? 'not told',
          newest: releases?.newest ?? 'not told',
          why,
        };
      }),
  );
  const columns = Object.keys(rows[0] ?? {});
  const width = (column) => Math.max(column.length, ...rows.map((row) => String(row[column]).length));
  for (const row of [Object.fromEntries(columns.map((column) => [column, column])), ...rows]) {
    console.log(
      columns
        .map((column) => String(row[column]).padEnd(column === columns.at(-1) ? 0 : width(column)))
        .join('  '),
    );
  }
  const installedOf = ({ installed: folder, lock }) =>
    Object.entries(lock.packages).filter(([place]) => place !== '' && existsSync(join(root, folder, place)));
  const installed = homes.flatMap(installedOf);
  const serving = installedOf(homes[0]).filter(([, entry]) => !entry.dev && !entry.devOptional).length;
  console.log(
    `\n${rows.length} direct dependencies; ${installed.length} packages installed here, ${serving} of which serve.`,
  );
  const licences = Object.entries(Object.groupBy(installed, ([, { license }]) => license ?? '?')).map(
    ([licence, found]) => `${licence} ${found.length}`,
  );
  console.log(`Licences of all: ${licences.toSorted().join(', ')}.`);
  for (const { lock, whose } of homes) console.log(countsLine(lock, whose));
  const problems = checkDependencies(root);
  for (const problem of problems) console.log(`WRONG: ${problem}`);
  const audited = homes.map(({ folder }) => audit(folder));
  return problems.length > 0 ? 1 : Math.max(...audited);
}

/** Runs `npm audit` for a home's production packages and passes on its exit code, unless the registry has no audit. */
function audit(folder) {
  const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: join(root, folder),
    encoding: 'utf8',
  });
  let report;
  try {
    report = JSON.parse(stdout);
  } catch (error) {
    console.log(`npm audit gave no report (${error.message}): ${stderr.trim().split('\n').at(-1)}`);
    return 0;
  }
  if (report.error || report.message) {
    console.log(
      `npm audit: the registry does not offer it (${report.error?.summary || report.message || report.error?.code}).`,
    );
    return 0;
  }
  const { total = 0, ...counts } = report.metadata?.vulnerabilities ?? {};
  console.log(
    `npm audit --omit=dev: ${total === 0 ? 'nothing known against any of them' : `${total} known faults (${JSON.stringify(counts)})`}.`,
  );
  return total === 0 ? 0 : 1;
}

process.exitCode = await main();
