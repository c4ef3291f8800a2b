// Holds imports to `.dependency-cruiser.mjs`: layers, edges between modules, no cycles.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { edges, edgesToTurn, options, rulesFor } from '../.dependency-cruiser.mjs';

const moduleOf = (file) => /^src\/modules\/([^/]+)\//.exec(file)?.[1];

/** All problems of imports in the tree at `root`, one sentence each. */
export async function checkDependencyRules(root, tables = { edges, edgesToTurn }) {
  const folders = ['src', 'test', 'scripts', 'demo'].filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(folders, {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: rulesFor(tables.edges, tables.edgesToTurn) },
  });
  return [...problemsIn(output.summary), ...turnedEdges(output.modules, tables.edgesToTurn)];
}

/** One sentence for each broken rule; a cycle is reported once, not for each of its files. */
function problemsIn({ violations, ruleSetUsed }) {
  const comments = new Map(ruleSetUsed.forbidden.map(({ name, comment }) => [name, comment]));
  const cycles = new Set();
  return violations.flatMap(({ from, to, cycle, rule }) => {
    const comment = comments.get(rule.name);
    if (!cycle) return [`${from} imports ${to}; ${comment} (${rule.name}).`];
    const files = cycle.map(({ name }) => name);
    const key = files.toSorted().join();
    if (cycles.has(key)) return [];
    cycles.add(key);
    return [`${[from, ...files].join(' → ')} is a ${rule.name}; ${comment}.`];
  });
}

/** Entries of `edgesToTurn` that no import needs any more. */
function turnedEdges(modules, toTurn) {
  const imported = new Set(
    modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => `${moduleOf(source)} → ${moduleOf(resolved)}`),
    ),
  );
  return Object.entries(toTurn)
    .flatMap(([from, others]) => Object.keys(others).map((to) => `${from} → ${to}`))
    .filter((edge) => !imported.has(edge))
    .map((edge) => `${edge} is turned; remove it from edgesToTurn in .dependency-cruiser.mjs.`);
}
