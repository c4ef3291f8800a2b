// The import graph of the sources.
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseAst } from 'vite';

/**
 * Imports of one file. `to`: path from the root (`isOurs`) or package name. `kind`: `value`, `lazy` for `import()`,
 * `glob` for each file of an `import.meta.glob`, or `type` for imports erased with types.
 */
export function importsOf(root, file, files) {
  const source = readFileSync(join(root, file), 'utf8');
  const found = [];
  const add = (target, kind) => {
    const isOurs = target.startsWith('.');
    found.push({ to: isOurs ? posix.join(dirname(file), target.split('?')[0]) : target, kind, isOurs });
  };
  // Braces may contain anything: quoted names (`start as 'a-b'`), comments, line breaks.
  for (const { source: from, importKind, exportKind } of parseAst(source, { lang: langOf(file) }).body) {
    if (from) add(from.value, (importKind ?? exportKind) === 'type' ? 'type' : 'value');
  }
  for (const [, typeOf, target] of source.matchAll(
    /\b(typeof )?import\(\s*(?:\/\*.*?\*\/\s*)?['"`]([^'"`$]+)['"`]/g,
  ))
    add(target, typeOf ? 'type' : 'lazy');
  for (const [, patterns] of source.matchAll(/\bimport\.meta\.glob(?:<.*>)?\(\s*(\[[^\]]*\]|'[^']+')/g)) {
    for (const [, pattern] of patterns.matchAll(/'([^']+)'/g)) {
      const matches = new RegExp(
        `^${posix
          .join(dirname(file), pattern)
          .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
          .replaceAll('*', '[^/]*')}$`,
      );
      for (const match of files.filter((one) => matches.test(one)))
        found.push({ to: match, kind: 'glob', isOurs: true });
    }
  }
  return found;
}

const langOf = (file) => (file.endsWith('.tsx') ? 'tsx' : file.endsWith('.ts') ? 'ts' : 'js');

export function importGraph(root, files) {
  return new Map(files.map((file) => [file, importsOf(root, file, files)]));
}

/**
 * Everything that a file loads, nearest first: `{ to, way }`, a file or package and the import chain. Stops at files
 * that are `judged` on their own.
 */
export function transitiveImports(graph, file, judged = () => false) {
  const next = (from) =>
    from !== file && judged(from)
      ? []
      : (graph.get(from) ?? []).filter(({ kind }) => kind !== 'type').map(({ to }) => to);
  const ways = new Map([[file, [file]]]);
  for (const [from, way] of ways) for (const to of next(from)) if (!ways.has(to)) ways.set(to, [...way, to]);
  ways.delete(file);
  return [...ways].map(([to, way]) => ({ to, way }));
}
