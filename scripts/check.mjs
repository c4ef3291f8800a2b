#!/usr/bin/env node
// `npm run check`: format, types, lint, structure, dependency rules, tables, unused modules, blocks, settings, tags,
// words, English, commits, dependencies, regular expressions. Prints all problems; the exit code is 1 if there are any.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { knipOptions } from '../knip.config.js';
import { checkBlocks } from './check-blocks.mjs';
import { checkCommits } from './check-commits.mjs';
import { checkDependencies } from './check-dependencies.mjs';
import { checkDependencyRules } from './check-dependency-rules.mjs';
import { checkEnglish } from './check-english.mjs';
import { checkExpressions, checkNoted } from './check-expressions.mjs';
import { checkSettings } from './check-settings.mjs';
import { checkStructure } from './check-structure.mjs';
import { checkTables } from './check-tables.mjs';
import { checkTags } from './check-tags.mjs';
import { checkTypes } from './check-types.mjs';
import { checkWords } from './check-words.mjs';
import { checkCoreBlockTypes } from './core-block-types.mjs';
import { checkNewsroomStrings } from './newsroom-strings.mjs';
import { listSources } from './list-sources.mjs';
import { installAdminPackages } from './launch/admin.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => join(root, 'node_modules', name);

/** Runs the compiler with one thread and rare garbage collection: more threads use three times the CPU time, which the parallel tests need. */
const frugal = { GOGC: '300', GOMAXPROCS: '1' };

const steps = [
  [
    'format',
    () =>
      run(bin('@biomejs/biome/bin/biome'), ['format', '--no-errors-on-unmatched', '--max-diagnostics=20']),
  ],
  ['types', () => run(bin('typescript/bin/tsc'), ['--noEmit', '--singleThreaded', '-p', root], frugal)],
  ['lint', () => run(bin('oxlint/bin/oxlint'), ['--deny-warnings', root])],
  ['structure', () => printProblems(checkStructure(root))],
  ['dependency rules', async () => printProblems(await checkDependencyRules(root))],
  ['tables', () => printProblems(checkTables(root, listSources(root, ['src'])))],
  ['unused modules', () => run(bin('knip/bin/knip.js'), knipOptions)],
  ['blocks', async () => printProblems(await checkBlocks(root))],
  ['blocks of WordPress', () => printProblems(checkCoreBlockTypes(root))],
  ['settings', async () => printProblems(await checkSettings(root))],
  ['tags', () => printProblems(checkTags(root))],
  ['types of posts', () => printProblems(checkTypes(root))],
  ['words', () => printProblems(checkWords(root))],
  ['strings of the newsroom', () => printProblems(checkNewsroomStrings(root))],
  ['English', () => printProblems(checkEnglish(root, readableFiles()))],
  ['commits', () => printProblems(checkCommits(root))],
  ['dependencies', () => printProblems(checkDependencies(root))],
  ['expressions', async () => printProblems([...(await checkExpressions(root)), ...checkNoted(root)])],
];

/** Sources and documents; a clone's notes and generated files are not listed. */
function readableFiles() {
  return [
    ...listSources(root, ['src', 'test', 'scripts', 'demo', 'docs']),
    ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ];
}

function printProblems(problems) {
  for (const problem of problems) console.log(`  ${problem}`);
  return problems.length === 0;
}

function run(script, parameters, env = {}) {
  return (
    spawnSync(process.execPath, [script, ...parameters], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    }).status === 0
  );
}

await installAdminPackages(root); // types and lint include the newsroom, too
let failed = 0;
for (const [name, step] of steps) {
  const began = Date.now();
  const fine = await step();
  console.log(`check ${name}: ${fine ? 'ok' : 'FAILED'} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  if (!fine) failed++;
}
process.exit(failed === 0 ? 0 : 1);
