// Checks imports with `.dependency-cruiser.mjs`: layers, edges between modules, no cycles.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { edges, options, rulesFor } from '../.dependency-cruiser.mjs';

export async function checkDependencyRules(root, declaredEdges = edges) {
  const folders = ['src', 'test', 'scripts', 'demo'].filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(folders, {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: rulesFor(declaredEdges) },
  });
  return problemsIn(output.summary);
}

/** One sentence for each violation; a cycle is reported once, not for each of its files. */
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
