// Holds docs/dependencies.md true: every package of package.json is in its table and is used, nothing else is in it, two of one kind say why, its counts are
// those of the lock file; and every licence is one that we accept.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages that nobody imports: what they are used by. Each is looked for as text there. */
const usedBy = new Map([
  ['oxlint', ['scripts/check.mjs', 'oxlint/bin/oxlint']],
  ['typescript', ['scripts/check.mjs', 'typescript/bin/tsc']],
  ['@fontsource-variable/inter', ['scripts/build/subset-fonts.mjs', '@fontsource-variable/inter']],
  ['@fontsource-variable/source-serif-4', ['scripts/build/subset-fonts.mjs', '@fontsource-variable/source-serif-4']],
]);

/** SPDX ids of the licences that a package may have, ours or one that ours bring: those in use, which all go with our own (GPL-2.0-or-later, hence 3). */
export const acceptedLicences = new Set([
  '0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'GPL-2.0-or-later', 'ISC', 'LGPL-3.0-or-later', 'MIT', 'MIT-0', 'MPL-2.0',
  'OFL-1.1', 'Python-2.0', 'Zlib',
]);
const mostWords = 3;
const table = 'docs/dependencies.md';

/** The table of docs/dependencies.md: what kind of thing each package is and why it is here, by name. */
export function readReasons(root) {
  const rows = readFileSync(join(root, table), 'utf8').split('\n').map((line) => /^\| `([^`]+)` \| ([^|]+) \| (.*)\|$/.exec(line)).filter(Boolean);
  return new Map(rows.map(([, name, kind, why]) => [name, { kind: kind.trim(), why: why.trim() }]));
}

/** All packages that a lock file holds, for whatever machine: `[place, entry]`. */
const packagesOf = (lock) => Object.entries(lock.packages).filter(([place]) => place !== '');

/** What the lock file holds, as docs/dependencies.md says it: the same on every machine. */
export function countsLine(lock) {
  const all = packagesOf(lock).map(([, entry]) => entry);
  const count = (is) => all.filter(is).length;
  return `The lock file holds ${all.length} packages, ${count(({ dev, devOptional }) => !dev && !devOptional)} of them to serve; `
    + `${count(({ os, cpu }) => os || cpu)} of all are binaries, of which a machine takes its own.`;
}

/** Whether an SPDX expression leaves us a licence that we accept. One that mixes AND and OR is for a person to read. */
function isAccepted(licence) {
  if (typeof licence !== 'string' || (/ AND /.test(licence) && / OR /.test(licence))) return false;
  return licence.replaceAll(/[()]/g, '').split(' OR ').some((choice) => choice.split(' AND ').every((id) => acceptedLicences.has(id)));
}

/** One sentence for each package whose licence nobody has accepted. */
function licenceProblems(lock) {
  return packagesOf(lock).filter(([, { license }]) => !isAccepted(license))
    .map(
      ([place, { license }]) =>
        `${place.replace(/^.*node_modules\//, '')} has the licence ${license ?? '(none)'}, which is not among acceptedLicences of `
          + 'scripts/check-dependencies.mjs.',
    );
}

/** Those of one kind that neither come first nor name another of their kind as what they are beside. */
function doubles(reasons) {
  const kinds = Map.groupBy(reasons, ([, { kind }]) => kind);
  return [...kinds].flatMap(([kind, found]) => {
    const names = found.map(([name]) => name);
    return found.slice(1).filter(([name, { why }]) => !names.some((other) => other !== name && why.startsWith(`Beside \`${other}\`: `)))
      .map(
        ([name]) =>
          `${name} is a ${kind} like ${names.filter((other) => other !== name).join(' and ')}, and does not say what for: one of them is enough, `
            + `or its reason begins with "Beside \`${names[0]}\`: ".`,
      );
  });
}

/** Problems of the dependencies of the tree at `root`, one sentence each; empty when there are none. */
export function checkDependencies(root) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const names = [...Object.keys(dependencies), ...Object.keys(devDependencies)];
  const reasons = readReasons(root);
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const sources = ['src', 'test', 'scripts', 'demo'].flatMap((folder) => sourcesIn(join(root, folder)));
  const servers = sourcesIn(join(root, 'src')).filter(({ path }) => !/\.test\.tsx?$/.test(path));
  return [
    ...names.filter((name) => !reasons.has(name)).map((name) => `${name} is a dependency, and docs/dependencies.md does not say what for.`),
    ...[...reasons.keys()].filter((name) => !names.includes(name)).map((name) => `docs/dependencies.md tells of ${name}, which is no dependency.`),
    ...doubles(reasons),
    ...[...reasons].filter(([, { kind }]) => kind.split(' ').length > mostWords)
    .map(([name, { kind }]) => `${name} has a kind of more than ${mostWords} words (${kind}): what it is for is its reason.`),
    ...licenceProblems(lock),
    ...(readFileSync(join(root, table), 'utf8').includes(countsLine(lock)) ? [] : [`${table} does not say: ${countsLine(lock)}`]),
    ...names.filter((name) => !isUsed(root, sources, name)).map((name) => `${name} is a dependency, and nothing imports it.`),
    ...Object.keys(devDependencies).filter((name) => !name.startsWith('@types/') && servers.some(({ text }) => imports(text, name) && !onlyTypes(text, name)))
    .map((name) => `${name} is imported by src, and so must be among "dependencies".`),
  ];
}

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const imports = (text, name) => new RegExp(`(?:from|import|import\\(|require\\(|resolve\\()\\s*['"]${escape(name)}(?:/[^'"]*)?['"]`).test(text);
const onlyTypes = (text, name) => !new RegExp(`(?:^|\\n)import (?!type )[^;]*['"]${escape(name)}(?:/[^'"]*)?['"]`).test(text);

function isUsed(root, sources, name) {
  const place = usedBy.get(name);
  if (place) return readFileSync(join(root, place[0]), 'utf8').includes(place[1]);
  // Types are used with the package that they describe; Node's are used by all.
  const described = name === '@types/node' ? undefined : /^@types\/(.+)$/.exec(name)?.[1]?.replace(/^(.+)__(.+)$/, '@$1/$2');
  if (name === '@types/node') return true;
  return sources.some(({ text }) => imports(text, described ?? name));
}

function sourcesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|tsx|mjs)$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name)).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}
