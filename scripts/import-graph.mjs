// Who imports what in the house.
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/**
 * What one file imports. `to`: a path from the root of the house, or a package as it is named. `kind`: `value`; `lazy` for `import()`; `glob` for each file of an
 * `import.meta.glob`; `type` for what is gone once types are.
 */
export function importsOf(root, file, files) {
  const source = readFileSync(join(root, file), 'utf8');
  const found = [];
  const add = (target, kind) => found.push({ to: target.startsWith('.') ? posix.join(dirname(file), target.split('?')[0]) : target, kind });
  for (const [whole, atTop, typeOf, loaded] of source.matchAll(/^(?:import|export)\s(?:[\w\s{},*$]*?from\s)?'([^']+)'|\b(typeof )?import\('([^']+)'\)/gm)) {
    add(atTop ?? loaded, /^(?:import|export) type\b/.test(whole) || typeOf ? 'type' : loaded ? 'lazy' : 'value');
  }
  for (const [, pattern] of source.matchAll(/\bimport\.meta\.glob(?:<.*>)?\('([^']+)'/g)) {
    const matches = new RegExp(`^${posix.join(dirname(file), pattern).replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}$`);
    for (const match of files.filter((one) => matches.test(one))) found.push({ to: match, kind: 'glob' });
  }
  return found;
}

/** The imports of every one of these files, by file. */
export function importGraph(root, files) {
  return new Map(files.map((file) => [file, importsOf(root, file, files)]));
}

/** Circles, each as the files on its shortest way round; those of types, too, and those that `import()` closes. */
export function circlesIn(graph) {
  const left = new Map([...graph].map(([file, imports]) => [file, imports.filter(({ kind }) => kind !== 'glob').map(({ to }) => to)]));
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const [file, targets] of left) if (!targets.some((to) => left.has(to))) left.delete(file);
  }
  const next = (file) => left.get(file) ?? [];
  const circles = [];
  for (const file of left.keys()) {
    if (circles.some((circle) => circle.includes(file))) continue;
    const circle = wayBack(file, next);
    if (circle) circles.push(circle);
  }
  return circles;
}

function wayBack(file, next) {
  const ways = new Map(next(file).map((to) => [to, [file, to]]));
  for (const [at, way] of ways) {
    if (at === file) return way;
    for (const to of next(at)) if (!ways.has(to)) ways.set(to, [...way, to]);
  }
  return undefined;
}
