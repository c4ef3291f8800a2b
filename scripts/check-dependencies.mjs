// Holds docs/dependencies.md true: every package of ours is in its table and is used, nothing else is in it, two of one kind say why, its counts are those of
// the lock files; every licence is one that we accept, and what both halves of the house have is of one version.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSources } from './list-sources.mjs';

/** Packages that nobody imports: what they are used by. Each is looked for as text there. */
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

/** Where what people write with has its packages and their lock (decision 051). */
export const adminFolder = 'src/newsroom';
/** What one part of the bench brings when it is asked for, and what works with it. */
const lighthouse = {
  folder: 'scripts/lighthouse',
  installed: '.cache/lighthouse',
  usedIn: ['scripts/launch/lighthouse.mjs'],
};

/** SPDX ids of the licences that a package may have, ours or one that ours bring: those in use, which all go with our own (GPL-2.0-or-later, hence 3). */
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
/** Packages that name no licence where the lock file finds it, and the one that a person read in them. */
const readLicences = new Map([['gradient-parser@1.2.0', 'MIT']]);
const mostWords = 3;
const table = 'docs/dependencies.md';

/** The table of docs/dependencies.md: what kind of thing each package is and why it is here, by name. */
export function readReasons(root) {
  const rows = readFileSync(join(root, table), 'utf8')
    .split('\n')
    .map((line) => /^\| `([^`]+)` \| ([^|]+) \| (.*)\|$/.exec(line))
    .filter(Boolean);
  return new Map(rows.map(([, name, kind, why]) => [name, { kind: kind.trim(), why: why.trim() }]));
}

/** All packages that a lock file holds, for whatever machine: `[place, entry]`. */
const packagesOf = (lock) => Object.entries(lock.packages).filter(([place]) => place !== '');

/** What a lock file holds, as docs/dependencies.md says it: the same on every machine. `whose`: the file, as the sentence names it. */
export function countsLine(lock, whose = 'The lock file') {
  const all = packagesOf(lock).map(([, entry]) => entry);
  const count = (is) => all.filter(is).length;
  return (
    `${whose} holds ${all.length} packages, ${count(({ dev, devOptional }) => !dev && !devOptional)} of them to serve; ` +
    `${count(({ os, cpu }) => os || cpu)} of all are binaries, of which a machine takes its own.`
  );
}

/** Whether an SPDX expression leaves us a licence that we accept. One that mixes AND and OR is for a person to read. */
function isAccepted(licence) {
  if (typeof licence !== 'string' || (/ AND /.test(licence) && / OR /.test(licence))) return false;
  return licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => acceptedLicences.has(id)));
}

/** One sentence for each package whose licence nobody has accepted. */
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

/** Packages of one kind that are neither the first nor name another of their kind in their reason. */
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
 * Packages of the tree at `root`, of what people write with, and of what the bench brings, where there are any: what each asks for, its lock, where they are
 * installed, and who imports them.
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
  const isThere = (folder) => existsSync(join(root, folder, 'package.json'));
  return [
    home('', 'The lock file', (file) => !isAdmin(file)),
    ...(isThere(adminFolder)
      ? // Tests try in Node what browsers are sent.
        [home(adminFolder, `That of ${adminFolder}`, (file) => isAdmin(file) || file.startsWith('test/'))]
      : []),
    ...(isThere(lighthouse.folder)
      ? [
          home(
            lighthouse.folder,
            `That of ${lighthouse.folder}`,
            (file) => lighthouse.usedIn.includes(file),
            lighthouse.installed,
          ),
        ]
      : []),
  ];
}

/** Problems of the dependencies of the tree at `root`, one sentence each; empty when there are none. */
export function checkDependencies(root) {
  const homes = homesOf(root);
  const names = homes.flatMap(({ dependencies, devDependencies }) => [
    ...Object.keys(dependencies),
    ...Object.keys(devDependencies),
  ]);
  const reasons = readReasons(root);
  const said = readFileSync(join(root, table), 'utf8');
  return [
    ...names
      .filter((name) => !reasons.has(name))
      .map((name) => `${name} is a dependency, and docs/dependencies.md does not say what for.`),
    ...[...reasons.keys()]
      .filter((name) => !names.includes(name))
      .map((name) => `docs/dependencies.md tells of ${name}, which is no dependency.`),
    ...doubles(reasons),
    ...[...reasons]
      .filter(([, { kind }]) => kind.split(' ').length > mostWords)
      .map(
        ([name, { kind }]) =>
          `${name} has a kind of more than ${mostWords} words (${kind}): what it is for is its reason.`,
      ),
    ...homes.flatMap(({ lock }) => licenceProblems(lock)),
    ...homes
      .map(({ lock, whose }) => countsLine(lock, whose))
      .filter((line) => !said.replaceAll(/\s+/g, ' ').includes(line))
      .map((line) => `${table} does not say: ${line}`),
    ...homes.flatMap((home) => checkUse(root, home)),
    ...checkVersions(homes),
  ];
}

/** Packages that nothing of their half imports, and those that serve and are not said to. */
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

/** What both halves ask for is the same: code that they share is checked and run with either. */
function checkVersions([serving, ...others]) {
  const all = ({ dependencies, devDependencies }) => ({ ...dependencies, ...devDependencies });
  return others.flatMap((home) =>
    Object.entries(all(home))
      .filter(([name, version]) => (all(serving)[name] ?? version) !== version)
      .map(
        ([name, version]) =>
          `${name} is ${version} in ${home.folder} and ${all(serving)[name]} beside it: one version for both.`,
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
  // Types are used with the package that they describe; Node's are used by all.
  const described =
    name === '@types/node' ? undefined : /^@types\/(.+)$/.exec(name)?.[1]?.replace(/^(.+)__(.+)$/, '@$1/$2');
  if (name === '@types/node') return true;
  return sources.some(({ text }) => imports(text, described ?? name));
}
