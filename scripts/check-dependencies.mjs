// Checks docs/dependencies.md: it lists exactly the packages in use, justifies two of one kind, and has the lock files'
// counts. Also checks licences, and that site and newsroom use the same versions.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSources } from './list-sources.mjs';

/** Packages that are not imported, with the file that uses each and a text to search for in it. */
const usedBy = new Map([
  ['@biomejs/biome', ['scripts/check.mjs', '@biomejs/biome/bin/biome']],
  ['@swc/core', ['.dependency-cruiser.mjs', "parser: 'swc'"]],
  ['@wordpress/widgets', ['scripts/core-block-types.mjs', 'widgets/src/blocks']],
  ['knip', ['scripts/check.mjs', 'knip/bin/knip.js']],
  ['oxlint', ['scripts/check.mjs', 'oxlint/bin/oxlint']],
  ['typescript', ['scripts/check.mjs', 'typescript/bin/tsc']],
  ...[
    'bitter',
    'bricolage-grotesque',
    'inter',
    'jetbrains-mono',
    'newsreader',
    'playfair-display',
    'sofia-sans-extra-condensed',
    'source-sans-3',
    'source-serif-4',
  ].map((name) => [
    `@fontsource-variable/${name}`,
    ['scripts/build/subset-fonts.mjs', `@fontsource-variable/${name}`],
  ]),
]);

/** The newsroom has its own packages and lock file (decision 051). */
export const adminFolder = 'src/newsroom';
/** Packages installed on demand for one benchmark, and the code that uses them. */
const lighthouse = {
  folder: 'scripts/lighthouse',
  installed: '.cache/lighthouse',
  usedIn: ['scripts/launch/lighthouse.mjs'],
};

/** Accepted SPDX licences of packages, including transitive ones: those in use, all compatible with GPL-2.0-or-later (hence 3). */
export const acceptedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 WITH LLVM-exception',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'GPL-2.0-or-later',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Zlib',
]);
/** Packages without a licence in the lock file, and the one found in their files. */
const readLicences = new Map([['gradient-parser@1.2.0', 'MIT']]);
const maxWords = 3;
const table = 'docs/dependencies.md';

/** Kind and reason of each package in docs/dependencies.md, by name. */
export function readReasons(root) {
  const rows = readFileSync(join(root, table), 'utf8')
    .split('\n')
    .map((line) => /^\| `([^`]+)` \| ([^|]+) \| (.*)\|$/.exec(line))
    .filter(Boolean);
  return new Map(rows.map(([, name, kind, why]) => [name, { kind: kind.trim(), why: why.trim() }]));
}

/** All packages in a lock file, for all platforms: `[place, entry]`. */
const packagesOf = (lock) => Object.entries(lock.packages).filter(([place]) => place !== '');

/** A lock file's counts as in docs/dependencies.md, the same on every machine. `whose` names the file in the sentence. */
export function countsLine(lock, whose = '`package-lock.json`') {
  const all = packagesOf(lock).map(([, entry]) => entry);
  const count = (is) => all.filter(is).length;
  return (
    `${whose} lists ${all.length} packages: ${count(({ dev, devOptional }) => !dev && !devOptional)} for production, ` +
    `${count(({ os, cpu }) => os || cpu)} platform-specific binaries.`
  );
}

/** Whether an SPDX expression allows an accepted licence. One that mixes AND and OR needs a manual review. */
function isAccepted(licence) {
  if (typeof licence !== 'string' || (/ AND /.test(licence) && / OR /.test(licence))) return false;
  return licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => acceptedLicences.has(id)));
}

function licenceProblems(lock) {
  return packagesOf(lock)
    .map(([place, entry]) => ({ ...entry, name: place.replace(/^.*node_modules\//, '') }))
    .map(({ name, version, license }) => ({
      name,
      license: license ?? readLicences.get(`${name}@${version}`),
    }))
    .filter(({ license }) => !isAccepted(license))
    .map(
      ({ name, license }) =>
        `${name} has the licence ${license ?? '(none)'}, which is not among acceptedLicences of ` +
        'scripts/check-dependencies.mjs.',
    );
}

/** Packages after the first of their kind whose reason does not mention another one. */
function doubles(reasons) {
  const kinds = Map.groupBy(reasons, ([, { kind }]) => kind);
  return [...kinds].flatMap(([kind, found]) => {
    const names = found.map(([name]) => name);
    return found
      .slice(1)
      .filter(
        ([name, { why }]) =>
          !names.some((other) => other !== name && why.startsWith(`In addition to \`${other}\`: `)),
      )
      .map(
        ([name]) =>
          `${name} is a ${kind} like ${names.filter((other) => other !== name).join(' and ')}, and does not say what for: one of them is enough, ` +
          `or its reason begins with "In addition to \`${names[0]}\`: ".`,
      );
  });
}

/**
 * Package homes: the site, the newsroom and the bench, if they exist. Each with its package.json, lock file,
 * installation folder and importing sources.
 */
export function homesOf(root) {
  const home = (folder, whose, isSource, installed = folder) => {
    const read = (name) => JSON.parse(readFileSync(join(root, folder, name), 'utf8'));
    const { dependencies = {}, devDependencies = {} } = read('package.json');
    return {
      folder,
      installed,
      whose,
      dependencies,
      devDependencies,
      lock: read('package-lock.json'),
      isSource,
    };
  };
  const isAdmin = (file) => file.startsWith(`${adminFolder}/`);
  const isInstalled = (folder) => existsSync(join(root, folder, 'package.json'));
  return [
    home('', '`package-lock.json`', (file) => !isAdmin(file)),
    ...(isInstalled(adminFolder)
      ? // Tests run browser code in Node.
        [
          home(
            adminFolder,
            `\`${adminFolder}/package-lock.json\``,
            (file) => isAdmin(file) || file.startsWith('test/'),
          ),
        ]
      : []),
    ...(isInstalled(lighthouse.folder)
      ? [
          home(
            lighthouse.folder,
            `\`${lighthouse.folder}/package-lock.json\``,
            (file) => lighthouse.usedIn.includes(file),
            lighthouse.installed,
          ),
        ]
      : []),
  ];
}

export function checkDependencies(root) {
  const homes = homesOf(root);
  const names = homes.flatMap(({ dependencies, devDependencies }) => [
    ...Object.keys(dependencies),
    ...Object.keys(devDependencies),
  ]);
  const reasons = readReasons(root);
  const documented = readFileSync(join(root, table), 'utf8');
  return [
    ...names
      .filter((name) => !reasons.has(name))
      .map((name) => `${name} is a dependency, and docs/dependencies.md does not say what for.`),
    ...[...reasons.keys()]
      .filter((name) => !names.includes(name))
      .map((name) => `docs/dependencies.md lists ${name}, which is not a dependency.`),
    ...doubles(reasons),
    ...[...reasons]
      .filter(([, { kind }]) => kind.split(' ').length > maxWords)
      .map(
        ([name, { kind }]) =>
          `${name} has a kind of more than ${maxWords} words (${kind}): what it is for is its reason.`,
      ),
    ...homes.flatMap(({ lock }) => licenceProblems(lock)),
    ...homes
      .map(({ lock, whose }) => countsLine(lock, whose))
      .filter((line) => !documented.replaceAll(/\s+/g, ' ').includes(line))
      .map((line) => `${table} does not say: ${line}`),
    ...homes.flatMap((home) => checkUse(root, home)),
    ...checkVersions(homes),
  ];
}

/** Packages not imported by their half, and production packages not declared as such. */
function checkUse(root, { folder, dependencies, devDependencies, isSource }) {
  const sources = listSources(root, ['src', 'test', 'scripts', 'demo'])
    .filter((file) => /\.(?:ts|tsx|mjs|css)$/.test(file) && isSource(file))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const servers = sources.filter(({ path }) => path.startsWith('src/') && !/\.test\.tsx?$/.test(path));
  return [
    ...[...Object.keys(dependencies), ...Object.keys(devDependencies)]
      .filter((name) => !isUsed(root, sources, name))
      .map((name) => `${name} is a dependency${folder && ` of ${folder}`}, and nothing imports it.`),
    ...Object.keys(devDependencies)
      .filter(
        (name) =>
          !name.startsWith('@types/') &&
          servers.some(({ text }) => imports(text, name) && !onlyTypes(text, name)),
      )
      .map((name) => `${name} is imported by src, and so must be among "dependencies".`),
  ];
}

/** Both halves use the same versions: shared code is checked and run with either. */
function checkVersions([serving, ...others]) {
  const all = ({ dependencies, devDependencies }) => ({ ...dependencies, ...devDependencies });
  return others.flatMap((home) =>
    Object.entries(all(home))
      .filter(([name, version]) => (all(serving)[name] ?? version) !== version)
      .map(
        ([name, version]) =>
          `${name} is ${version} in ${home.folder} and ${all(serving)[name]} in the root: use one version for both.`,
      ),
  );
}

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const imports = (text, name) =>
  new RegExp(`(?:from|import|import\\(|require\\(|resolve\\()\\s*['"]${escape(name)}(?:/[^'"]*)?['"]`).test(
    text,
  );
const onlyTypes = (text, name) =>
  !new RegExp(`(?:^|\\n)import (?!type )[^;]*['"]${escape(name)}(?:/[^'"]*)?['"]`).test(text);

function isUsed(root, sources, name) {
  const place = usedBy.get(name);
  if (place) return readFileSync(join(root, place[0]), 'utf8').includes(place[1]);
  // Types belong to the package that they describe; Node's are used everywhere.
  const described =
    name === '@types/node' ? undefined : /^@types\/(.+)$/.exec(name)?.[1]?.replace(/^(.+)__(.+)$/, '@$1/$2');
  if (name === '@types/node') return true;
  return sources.some(({ text }) => imports(text, described ?? name));
}
