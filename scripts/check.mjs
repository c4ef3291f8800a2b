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
import { checkExpressions } from './check-expressions.mjs';
import { checkSettings } from './check-settings.mjs';
import { checkStructure } from './check-structure.mjs';
import { checkTables } from './check-tables.mjs';
import { checkTags } from './check-tags.mjs';
import { checkTypes } from './check-types.mjs';
import { checkWords } from './check-words.mjs';
import { checkCoreBlockTypes } from './core-block-types.mjs';
import { checkNewsroomStrings } from './newsroom-strings.mjs';
import { listSources } from './list-sources.mjs';
import { bringAdminPackages } from './launch/admin.mjs';

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
  ['structure', () => tell(checkStructure(root))],
  ['dependency rules', async () => tell(await checkDependencyRules(root))],
  ['tables', () => tell(checkTables(root, listSources(root, ['src'])))],
  ['unused modules', () => run(bin('knip/bin/knip.js'), knipOptions)],
  ['blocks', async () => tell(await checkBlocks(root))],
  ['blocks of WordPress', () => tell(checkCoreBlockTypes(root))],
  ['settings', async () => tell(await checkSettings(root))],
  ['tags', () => tell(checkTags(root))],
  ['types of posts', () => tell(checkTypes(root))],
  ['words', () => tell(checkWords(root))],
  ['strings of the newsroom', () => tell(checkNewsroomStrings(root))],
  ['English', () => tell(checkEnglish(root, readableFiles()))],
  ['commits', () => tell(checkCommits(root))],
  ['dependencies', () => tell(checkDependencies(root))],
  ['expressions', async () => tell(await checkExpressions(root))],
];

/** Sources and documents; a clone's notes and generated files are not listed. */
function readableFiles() {
  return [
    ...listSources(root, ['src', 'test', 'scripts', 'demo', 'docs']),
    ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ];
}

function tell(problems) {
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

await bringAdminPackages(root); // types and lint include the newsroom, too
let failed = 0;
for (const [name, step] of steps) {
  const began = Date.now();
  const fine = await step();
  console.log(`check ${name}: ${fine ? 'ok' : 'FAILED'} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  if (!fine) failed++;
}
process.exit(failed === 0 ? 0 : 1);
