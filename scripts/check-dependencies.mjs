// Holds docs/dependencies.md true: every package of package.json is in its table and is used, nothing else is in it, and no two do one job.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages that nobody imports: what they are used by. Each is looked for as text there. */
const usedBy = new Map([
  ['oxlint', ['scripts/check.mjs', 'oxlint/bin/oxlint']],
  ['typescript', ['scripts/check.mjs', 'typescript/bin/tsc']],
  ['@fontsource-variable/inter', ['scripts/build/subset-fonts.mjs', '@fontsource-variable/inter']],
  ['@fontsource-variable/source-serif-4', ['scripts/build/subset-fonts.mjs', '@fontsource-variable/source-serif-4']],
]);

/** The table of docs/dependencies.md: what each package does (its job) and why it is here, by name. */
export function readReasons(root) {
  const rows = readFileSync(join(root, 'docs/dependencies.md'), 'utf8').split('\n').map((line) => /^\| `([^`]+)` \| ([^|]+) \| (.*)\|$/.exec(line)).filter(Boolean);
  return new Map(rows.map(([, name, job, why]) => [name, { job: job.trim(), why: why.trim() }]));
}

/** Problems of the dependencies of the tree at `root`, one sentence each; empty when there are none. */
export function checkDependencies(root) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const names = [...Object.keys(dependencies), ...Object.keys(devDependencies)];
  const reasons = readReasons(root);
  const jobs = new Map();
  for (const [name, { job }] of reasons) jobs.set(job, [...(jobs.get(job) ?? []), name]);
  const sources = ['src', 'test', 'scripts', 'demo'].flatMap((folder) => sourcesIn(join(root, folder)));
  const servers = sourcesIn(join(root, 'src')).filter(({ path }) => !/\.test\.tsx?$/.test(path));
  return [
    ...names.filter((name) => !reasons.has(name)).map((name) => `${name} is a dependency, and docs/dependencies.md does not say what for.`),
    ...[...reasons.keys()].filter((name) => !names.includes(name)).map((name) => `docs/dependencies.md tells of ${name}, which is no dependency.`),
    ...[...jobs].filter(([, found]) => found.length > 1).map(([job, found]) => `${found.join(' and ')} do one job (${job}): one of them is enough.`),
    ...names.filter((name) => !isUsed(root, sources, name)).map((name) => `${name} is a dependency, and nothing imports it.`),
    ...Object.keys(devDependencies).filter((name) => !name.startsWith('@types/') && servers.some(({ text }) => imports(text, name) && !onlyTypes(text, name))).map((name) => `${name} is imported by src, and so must be among "dependencies".`),
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
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && /\.(?:ts|tsx|mjs)$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name)).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}
