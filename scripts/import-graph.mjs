// Who imports what in the house, and what comes with it in the end.
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseAst } from 'vite';

/**
 * What one file imports. `to`: a path from the root of the house (`isOurs`), or a package as it is named. `kind`: `value`; `lazy` for `import()`; `glob` for
 * each file of an `import.meta.glob`; `type` for what is gone once types are.
 */
export function importsOf(root, file, files) {
  const source = readFileSync(join(root, file), 'utf8');
  const found = [];
  const add = (target, kind) => {
    const isOurs = target.startsWith('.');
    found.push({ to: isOurs ? posix.join(dirname(file), target.split('?')[0]) : target, kind, isOurs });
  };
  // What stands between the braces may be anything: names in quotes (`start as 'a-b'`), comments, several lines.
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

/** The imports of every one of these files, by file. */
export function importGraph(root, files) {
  return new Map(files.map((file) => [file, importsOf(root, file, files)]));
}

/**
 * All that comes with a file as code, the nearest first: `{ to, way }`, a file or package and how it is come by. Of files that are `judged` by themselves
 * nothing more is said.
 */
export function comesWith(graph, file, judged = () => false) {
  const next = (from) =>
    from !== file && judged(from)
      ? []
      : (graph.get(from) ?? []).filter(({ kind }) => kind !== 'type').map(({ to }) => to);
  const ways = new Map([[file, [file]]]);
  for (const [from, way] of ways) for (const to of next(from)) if (!ways.has(to)) ways.set(to, [...way, to]);
  ways.delete(file);
  return [...ways].map(([to, way]) => ({ to, way }));
}
