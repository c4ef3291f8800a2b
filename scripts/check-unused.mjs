// Looks for modules that nothing but tests comes by: a type that `built-in.ts` does not name, a route that no list has.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { adminEntry } from './build/admin.mjs';
import { barEntry, clientBundles, clientEntries, inlineScripts } from './build/client.mjs';
import { serverEntries } from './build/server.mjs';
import { importGraph } from './import-graph.mjs';
import { listSources } from './list-sources.mjs';

/** What is there before its first use, and why. */
const early = new Map([
  ['src/modules/activity/reader.ts', 'the newsroom reads there what its commands have noted'],
]);

/** Those of `files` that nothing comes by from `entries`, types included; tests lead nowhere. */
export function unusedModules(root, files, entries) {
  const graph = importGraph(root, files);
  const isTest = (file) => /\.test\./.test(file);
  const used = new Set(entries);
  for (const file of used) for (const { to } of graph.get(file) ?? []) used.add(to);
  return files.filter((file) => file.startsWith('src/') && !isTest(file) && !used.has(file));
}

/** One line for each such module under `root`. */
export function checkUnused(root) {
  const files = listSources(root, ['src', 'scripts', 'demo']).filter((name) =>
    /(?<!\.d)\.(?:tsx?|mjs)$/.test(name),
  ); // declarations are imported by no name
  const entries = [
    ...Object.values(serverEntries),
    adminEntry,
    barEntry,
    ...inlineScripts,
    ...[...clientEntries(root), ...clientBundles(root)].map(({ file }) => file),
    ...files.filter((file) => /^scripts\/(?!.*\.test\.)/.test(file)),
  ];
  return [
    ...unusedModules(root, files, [...entries, ...early.keys()]).map(
      (file) =>
        `${file}: nothing but tests imports it; name it where its kind is listed (CONTRIBUTING.md), or take it away.`,
    ),
    ...[...early.keys()]
      .filter((file) => !existsSync(join(root, file)) || !unusedModules(root, files, entries).includes(file))
      .map((file) => `${file} is used, or gone: take it out of scripts/check-unused.mjs.`),
  ];
}
